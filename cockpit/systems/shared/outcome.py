"""What a verb comes to, how that is carried out, and what a system refuses that has no place for it."""

from collections.abc import Callable, Mapping, Sequence
from types import EllipsisType
from typing import Any, Generic, TypeVar

from cockpit.model import Track
from cockpit.model import intents as verbs
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Intent
from cockpit.regex import regex
from cockpit.rules.preconditions import conflict
from cockpit.systems.interface import Candidate, Edit, System
from cockpit.systems.shared.edit_session import EditSession
from cockpit.systems.shared.working_copy import unsafe
from cockpit.values import dataclass
from cockpit.wording.messages import Message, as_message
from cockpit.wording.phrases import listed

Verb = TypeVar("Verb")
Change = TypeVar("Change")


@dataclass(frozen=True, slots=True)
class Meant(Generic[Change]):
    """What a verb comes to: its edits, what was done, remarks, and what must hold afterwards, beyond that the files say
    what the edits mean."""

    edits: Sequence[Change]
    done: Message
    remarks: Sequence[Message] = ()
    holds: Callable[[Track], bool] = lambda _: True
    candidate: Candidate | EllipsisType | None = ...
    """Where the track is afterwards: `...` is where it was, None is nowhere."""


def carried_out(system: System, session: EditSession, intent: Intent, verb: Callable[[Any, Any], Meant[Any]]) -> Edit:
    """The edit that a verb comes to. Raises Changed where what a person acts on is not what they saw, and CommandError
    where something else would be so than was meant."""
    if (conflicting := conflict(intent, session.before)) is not None:
        raise Changed(conflicting)
    outcome = verb(session, intent)
    session.make(outcome)
    changes, remarks = session.draft.changes(), (*outcome.remarks,)
    after = session.candidate if isinstance(outcome.candidate, EllipsisType) else outcome.candidate
    if after is None:
        if system.detect(session.draft, session.candidate.base):
            told = Message("systems.track-left-behind", "part of the track would remain")
            raise unsafe(session.candidate.path, told)
        return Edit(changes=changes, done=outcome.done, remarks=remarks)
    if not changes:
        return Edit(changes=changes, done=outcome.done, remarks=remarks, then=session.before)
    then = system.read(session.draft, after, session.context)
    warnings = _check(session.before, then, outcome.holds, changes[0].path)
    return Edit(changes=changes, done=outcome.done, remarks=(*remarks, *warnings), then=then)


_MEANT = ("handoff-position", "handoff-older", "retries-over-limit", "tokens-mismatch")
"""Codes of warnings that say nothing but what a verb is for: the work goes on past a handoff, a person allows one retry
more, the first tokens of an agent are fewer than were used before."""


def _check(before: Track, after: Track, holds: Callable[[Track], bool], path: str) -> tuple[Message, ...]:
    """The warnings that the files would have and have not. Raises CommandError where what must hold does not, or they
    would have an error."""
    if not holds(after):
        raise unsafe(path, Message("systems.result-differs", "the result would be read differently than intended"))
    known = {(finding.code, finding.path) for finding in before.findings}
    for finding in after.findings:
        if finding.severity == "error" and (finding.code, finding.path) not in known:
            raise unsafe(finding.path, finding.message)
    codes = {*_MEANT, *(code for code, _ in known)}
    new = (each.message for each in after.findings if each.severity == "warning" and each.code not in codes)
    return tuple(map(as_message, new))


class Voice:
    """What the verbs of a system say, by its own codes."""

    def __init__(self, system: str) -> None:
        self._system = system

    def said(self, code: str, text: str) -> Message:
        """A message of the system's."""
        return Message(f"{self._system}.{code}", text)

    def refusal(self, code: str, text: str) -> CommandError:
        """The refusal of a verb."""
        return CommandError(self.said(code, text))


# What carries out an intent; and what only some systems have a place for, which the others refuse: whole verbs, and
# single fields of others

_MORE: Mapping[type[Any], Mapping[str, Message]] = {
    verbs.Complete: {
        "completed": Message("systems.session-results", "the results of a session"),
        "issues": Message("systems.session-issues", "the issues of a session"),
        "context": Message("systems.session-context", "the context use of a session"),
    },
    verbs.StartSession: {
        "agent": Message("systems.session-agent", "the agent of a session"),
        "working_on": Message("systems.session-work", "the work of a session"),
    },
    verbs.Block: {"tasks": Message("systems.blocked-tasks", "the tasks of a blocker")},
    verbs.Bypass: {"tasks": Message("systems.bypassed-tasks", "the tasks of a bypass")},
}
"""By verb the fields, and what they tell."""

_KINDS: Mapping[str, tuple[type[Any], ...]] = {
    "thresholds": (verbs.Acknowledge, verbs.Withdraw, verbs.ResetAlerts, verbs.SetValue, verbs.SetLimit,
                   verbs.FireTrigger),
    "decisions": (verbs.Decide, verbs.Reword),
    "blockers": (verbs.Block, verbs.Unblock, verbs.Bypass),
    "todos": (verbs.AddTodo, verbs.TickTodo),
    "outcomes": (verbs.Fail, verbs.Retry),
    "retries": (verbs.ResetRetries,),
    "skipping": (verbs.Skip,),
    "errors": (verbs.RecordError, verbs.ResolveError),
    "tokens": (verbs.AddTokens,),
    "files": (verbs.ReportFiles,),
    "sessions": (verbs.StartSession,),
    "answer": (verbs.Answer,),
    "forms": (verbs.Migrate,),
    "archive": (verbs.Archive,),
    "number-of-phases": (verbs.CountPhases,),
    "whole-position": (verbs.SetPosition,),
    "reported-blockers": (verbs.Identify,),
    "crashes": (verbs.RecordCrash,),
    "implementations": (verbs.NoteImplementation,),
    "questions": (verbs.AddQuestion, verbs.CloseQuestion),
    "verifications": (verbs.RecordVerification,),
}  # fmt: skip
"""By what a system may have, the verbs about it."""
_RARE: Mapping[str, str] = {
    "number-of-phases": "has no verb that sets the number of phases.",
    "whole-position": "does not record phase-name, plan-name or wave.",
    "reported-blockers": "has no blockers with the status new.",
    "crashes": "does not record crashes. Continue with `cockpit resume`.",
    "implementations": "has no list of implementations. See its handoff.",
    "questions": "does not record open questions. See its handoff.",
    "verifications": "does not record what a verification flags.",
}
"""What few systems have, and what the others say of it behind their name."""


def verb_of(system: System, intent: Intent, editors: Mapping[type[Any], Verb], lacks: Mapping[str, Message]) -> Verb:
    """The function that carries out an intent. Raises CommandError where the system has none, with the reason in
    `lacks`, or what every system says that has none."""
    verb = editors.get(type(intent))
    if verb is None:
        kind = next(kind for kind, of in _KINDS.items() if type(intent) in of)
        raise CommandError(lacks.get(kind) or Message(f"systems.has-no-{kind}", f"{system.name} {_RARE[kind]}"))
    return verb


def refuse_unsupported_fields(name: str, intent: Intent) -> None:
    """Raise CommandError where an intent has a field that the system of that name does not store."""
    parts = [part for field, part in _MORE.get(type(intent), {}).items() if getattr(intent, field) not in (None, ())]
    if parts:
        told = f"{name} does not record {listed(map(str, parts))}. Omit the option."
        raise CommandError("systems.no-place-for", told)


# Texts that a person or a script hands in, checked before they come near a file

LONGEST = 2_000
"""Characters of one text: an agent reads its state whole, before anything else."""

_SPACE = regex(r"\s+")
_CONTROL = regex("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def checked_text(text: str, what: str) -> str:
    """A text on one line, white space folded. Raises CommandError for an empty or long one, and for control
    characters."""
    if len(text) > LONGEST:
        raise CommandError(
            "systems.text-too-long", f"Too many characters in the {what}: {len(text):,}; the maximum is {LONGEST:,}."
        )
    if found := _CONTROL.search(text):
        raise CommandError(
            "systems.text-with-control", f"Control character U+{ord(found[0]):04X} in the {what}. Remove it."
        )
    folded = _SPACE.sub(" ", text).strip()
    if not folded:
        raise CommandError("systems.text-empty", f"The {what} is empty.")
    return folded


def checked_option(text: str | None, what: str) -> str | None:
    """A text that may be missing; an empty one counts as missing."""
    return checked_text(text, what) if text is not None and text.strip() else None
