"""The verbs on Maestro's sessions, and which function carries out each intent."""

from collections.abc import Callable
from typing import Any

from cockpit.model import FileManifest, Status, Track
from cockpit.model import intents as verbs
from cockpit.model.errors import CommandError
from cockpit.model.intents import AddTokens, Complete, Intent, Move, ReportFiles
from cockpit.systems.interface import EDITED_BYTES, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.maestro.archive_editing import archive
from cockpit.systems.maestro.edit_session import EditSession
from cockpit.systems.maestro.error_editing import record_error, resolve_error
from cockpit.systems.maestro.handoff import finish_handoff, hand_off
from cockpit.systems.maestro.phase_editing import TOUCHES, complete, fail, reset_retries, retry, skip, start
from cockpit.systems.maestro.vocabulary import SESSION_WORDS, folded, is_open, status_of, with_status
from cockpit.systems.shared.outcome import (
    Outcome,
    check,
    checked_option,
    checked_text,
    refuse_conflict,
    refuse_unsupported_fields,
    verb_of,
)
from cockpit.systems.shared.stated_values import text_of
from cockpit.systems.shared.working_copy import ARCHIVED_BYTES
from cockpit.wording.messages import Message
from cockpit.wording.numbers import whole_number

# Reports of agents: tokens, in total and by agent, and files (seed, "Token Usage", "File Manifest")

_USAGE = "token_usage"
_MOST_TOKENS = 10**12


def add_tokens(edit: EditSession, intent: AddTokens) -> Outcome:
    """Add tokens to the totals and to what the agent used."""
    agent = checked_option(intent.agent, "agent")
    used = {"input": intent.input, "output": intent.output, "cached": intent.cached}
    if any(not 0 <= number <= _MOST_TOKENS for number in used.values()):
        raise CommandError(Message("maestro.tokens-out-of-range", most=_MOST_TOKENS))
    if not any(used.values()):
        return Outcome(sentence=Message("maestro.no-tokens-added"))
    for kind, number in used.items():
        _add_count(edit, (_USAGE, f"total_{kind}"), number)
    if agent is not None and not isinstance(edit.editor.at(_USAGE, "by_agent", agent), dict):
        edit.editor.put((_USAGE, "by_agent", agent), used)
    elif agent is not None:
        for kind, number in used.items():
            _add_count(edit, (_USAGE, "by_agent", agent, kind), number)
    edit.touch()
    counts = [Message("maestro.tokens-of-kind", count=number, kind=kind) for kind, number in used.items() if number]
    sentence = Message("maestro.tokens-added", counts=counts)
    if agent is not None:
        sentence = Message("maestro.tokens-of-agent-added", counts=counts, agent=agent)
    totals_only = agent is None and edit.before.tokens is not None and edit.before.tokens.by_agent
    return Outcome(
        sentence=sentence,
        remarks=(Message("maestro.token-totals-unlike-agents"),) if totals_only else (),
        touches=frozenset({"tokens", "updated", "findings", "sessions", "position"}),
        holds=lambda track: (
            track.tokens is not None
            and all(
                getattr(track.tokens, kind) == (getattr(edit.before.tokens, kind, None) or 0) + number
                for kind, number in used.items()
                if number
            )
        ),
    )


def _add_count(edit: EditSession, path: tuple[str, ...], number: int) -> None:
    """Add to a count. A missing count starts at 0. Raises CommandError where the present value is not a number."""
    text = text_of(edit.editor.at(*path))
    count = whole_number(text) if text is not None else 0
    if count is None:
        raise CommandError(Message("maestro.token-count-unreadable", key=".".join(path), stated=text))
    if number or text is None:
        edit.editor.put(path, count + number)


def report_files(edit: EditSession, intent: ReportFiles) -> Outcome:
    """Record files that the work created, modified or deleted, each once."""
    paths = tuple(dict.fromkeys(checked_text(path, "path") for path in intent.paths))
    entry = edit.find_any_phase(intent.phase)
    at = entry.at if entry is not None else ()
    recorded: FileManifest = entry.files if entry is not None else edit.session.files
    new = [path for path in paths if path not in getattr(recorded, intent.kind)]
    for path in new:
        edit.editor.append((*at, f"files_{intent.kind}"), path)
    edit.touch()
    names = (*paths[:4], f"{paths[4]}…") if len(paths) > 5 else paths
    sentence = Message("maestro.files-reported", count=len(paths), kind=intent.kind, paths=names)
    if entry is not None:
        sentence = Message(
            "maestro.files-of-phase-reported", count=len(paths), kind=intent.kind, phase=entry.label, paths=names
        )

    def holds(track: Track) -> bool:
        return set(paths) <= set(getattr(track.files, intent.kind))

    return Outcome(
        sentence=sentence,
        touches=frozenset({"files", "updated", "findings", "sessions", "position", "extra"}),
        holds=holds,
    )


# The status of the session

_MOST_NAMES = 8
_STATUS_MESSAGES = {
    "in_progress": "maestro.session-set-in-progress",
    "completed": "maestro.session-set-completed",
    "failed": "maestro.session-set-failed",
}


def move(edit: EditSession, intent: Move) -> Outcome:
    """Start a phase, or set the session's status."""
    match intent.part:
        case "phase":
            return start(edit, intent)
        case "status":
            return _move_status(edit, intent.value)
        case "next":
            raise CommandError(Message("maestro.keeps-no-next-action"))
    raise CommandError(Message("maestro.has-phases-only"))


def finish(edit: EditSession, intent: Complete) -> Outcome:
    """Complete a phase or the session."""
    if intent.whole == "phase":
        return complete(edit, intent)
    if intent.whole == "session":
        if intent.note or intent.result or intent.step:
            raise CommandError(Message("maestro.session-end-takes-no-note"))
        return _move_status(edit, "completed")
    raise CommandError(Message("maestro.no-tasks-to-complete"))


def _move_status(edit: EditSession, value: str) -> Outcome:
    word = folded(value)
    if word not in SESSION_WORDS:
        raise CommandError(Message("maestro.no-such-session-status", known=SESSION_WORDS, status=value))
    target: Status = status_of(word)
    remaining = [phase for phase in edit.session.phases if is_open(phase)]
    if target == "completed" and remaining and status_of(edit.session.status) != "completed":
        phases = [with_status(each.id or each.name, each.status) for each in remaining[:_MOST_NAMES]]
        raise CommandError(Message("maestro.phases-not-done", count=len(remaining), phases=phases))
    if status_of(edit.session.status) != target:
        edit.editor.put(("status",), word)
        edit.touch()
    return Outcome(
        sentence=Message(_STATUS_MESSAGES[word]),
        touches=TOUCHES - {"phases", "errors"},
        holds=lambda track: track.position.status == target,
    )


# Verbs that Maestro does not have

_ABSENT: dict[type[Any], str] = {
    **dict.fromkeys(
        (verbs.Acknowledge, verbs.Withdraw, verbs.ResetAlerts, verbs.SetValue, verbs.SetLimit, verbs.FireTrigger),
        "maestro.counts-only-retries",
    ),
    **dict.fromkeys(
        (verbs.Decide, verbs.Block, verbs.Unblock, verbs.Bypass, verbs.AddTodo, verbs.TickTodo, verbs.Reword),
        "maestro.keeps-no-lists",
    ),
    verbs.Answer: "maestro.reads-no-answer",
    verbs.StartSession: "maestro.begins-session-with-plan",
    verbs.Migrate: "maestro.has-one-form",
}

EDITORS: dict[type[Any], Callable[[EditSession, Any], Outcome]] = {
    verbs.Archive: archive,
    verbs.Move: move,
    verbs.Complete: finish,
    verbs.Fail: fail,
    verbs.Retry: retry,
    verbs.ResetRetries: reset_retries,
    verbs.Skip: skip,
    verbs.RecordError: record_error,
    verbs.ResolveError: resolve_error,
    verbs.AddTokens: add_tokens,
    verbs.ReportFiles: report_files,
    verbs.HandOff: hand_off,
    verbs.FinishHandoff: finish_handoff,
}


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes of an intent. Raises CommandError, with the reason and the way out, before anything is changed."""
    verb = verb_of(system, intent, EDITORS, _ABSENT)
    refuse_unsupported_fields(system.name, intent)
    largest = ARCHIVED_BYTES if isinstance(intent, verbs.Archive) else EDITED_BYTES  # what grew too long is put away
    edit = EditSession(files, candidate, context, context.read or system.read(files, candidate, context), largest)
    if not isinstance(intent, verbs.FinishHandoff | verbs.Archive):  # which leave it as it is, or may
        edit.session, edit.editor  # noqa: B018 -- what cannot be edited is refused before anything else is said
    if not (isinstance(intent, Complete) and intent.step is not None):  # a phase by name is itself what the person saw
        refuse_conflict(intent, edit.before)
    outcome = verb(edit, intent)
    changes = edit.draft.changes()
    if outcome.candidate is None:  # what it left behind was verified by the verb itself
        return Edit(changes=changes, done=outcome.sentence, remarks=outcome.remarks)
    after = system.read(edit.draft, candidate, context) if changes else edit.before
    check(edit.before, after, outcome, candidate.path)
    return Edit(changes=changes, done=outcome.sentence, remarks=outcome.remarks)
