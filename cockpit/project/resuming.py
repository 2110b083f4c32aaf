"""Resuming: the checklist, the waivers, the prompt for a fresh agent, and the end of the handoff."""

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.model import Track
from cockpit.model.checklist import Check, Facts, Resumption
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import FinishHandoff, Intent
from cockpit.model.location import where_at
from cockpit.project.actor import is_agent
from cockpit.project.altered_handoff import altered
from cockpit.project.change import change
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.source_positions import with_source_lines
from cockpit.project.workspace import Workspace, find_track, refuse_agents
from cockpit.rules.checklist.all_checks import check_all, questions
from cockpit.rules.handoff.handoff_status import contradicted, why_used
from cockpit.rules.handoff.resume_prompt import Prompt, compile_prompt
from cockpit.storage.signatures import signature_of
from cockpit.storage.transactions.atomic import write_new
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words, clause, plain
from cockpit.wording.phrases import as_sentence, counted
from cockpit.wording.times import with_moments

if TYPE_CHECKING:
    from cockpit.storage.user_files.ledger import Entry

NO_STEP = Message("project.no-step-to-begin", "No step to mark as in progress.")
_NAMED = 3
"""Checks that are named in one sentence; the others are counted."""


@dataclass(frozen=True, slots=True)
class Waiver:
    """A waiver that holds, and when it was given (ISO 8601, UTC)."""

    check: Check
    at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Preflight:
    """A track before work goes on: its checklist, the prompt, and why its handoff has served or only seems to."""

    track: Track
    checks: tuple[Check, ...]
    evidence: Facts
    prompt: Prompt
    served: Words | None = None
    contradicted: Words | None = None
    newest_waiver: "Waiver | None" = None
    signs: tuple[object, ...] = ()
    """What the function `signs` returned before git and disk were asked."""
    has_other_tracks: bool = False
    """Whether the project has other tracks, so that a command must say which one it is about."""
    step: str | None = None
    """The step at which the system's own protocol goes on, where that is another one than the state file's."""
    begins: Intent | None = None
    """What marks the step at which the work goes on as under way; None where the system has no such mark."""
    waits: Words = NO_STEP
    """Why nothing marks it."""

    @property
    def clear(self) -> bool:
        """Whether nothing blocks resuming."""
        return not self.blocking

    @property
    def blocking(self) -> tuple[Check, ...]:
        """The checks that block resuming. Claims of a handoff that the state has moved past block nothing."""
        return tuple(check for check in self.checks if check.open)

    @property
    def moved_on(self) -> bool:
        """Whether the state is past the handoff, so that its failed claims no longer matter."""
        return self.served is not None


def look(workspace: Workspace, track_key: str | None) -> Preflight:
    """Check a track's claims against git and disk. Raises CommandError; asks git, so not for the event loop."""
    from cockpit.storage.reading.git_history import gather

    before = _signs_of_head(workspace)
    loader, track = find_track(workspace, track_key, lambda _, track: track.handoff is not None)
    system, candidate, files, *_ = loader.for_editing(track)
    more = system.resumption(files, candidate, workspace.context)
    records = _track_records(workspace, track)
    own_changes = _own_changes(records)
    evidence = replace(
        gather(workspace.root, questions(track, more, own_changes)), altered=altered(workspace, track, files)
    )
    checks = check_all(
        track,
        evidence,
        _effective_waivers(workspace, track),
        own_changes,
        tuple(each.resolved_blocker for each in records if each.resolved_blocker),
        more=more,
    )
    checks = with_source_lines(workspace.root, track.handoff, checks)
    return Preflight(
        track=track,
        checks=checks,
        evidence=evidence,
        prompt=_prompt(track, checks, evidence, more),
        has_other_tracks=len(loader.load().tracks) > 1,
        step=more.step,
        begins=more.begins,
        waits=more.waits or NO_STEP,
        served=why_used(track),
        contradicted=contradicted(track),
        newest_waiver=_newest_waiver(records, checks),
        signs=(*before, *(fact.exists for fact in evidence.files.values())),
    )


def came_since(workspace: Workspace, before: Preflight) -> str:
    """`2 commits; the position changed.` since a checklist was made. Raises CommandError; asks git."""
    from cockpit.storage.git import commits_since

    head, (_, now) = before.evidence.repository.head, find_track(workspace, before.track.key)
    commits = commits_since(workspace.root, head) if head is not None else None
    stood, stands = ((where_at(each.position), each.position.status) for each in (before.track, now))
    happened = "did not change" if stands == stood else "changed"
    if commits is None:
        return f"The position {happened}."
    return f"{counted(commits, 'commit')}; the position {happened}."


def _prompt(track: Track, checks: tuple[Check, ...], evidence: Facts, more: Resumption) -> Prompt:
    """The prompt for a fresh agent. A handoff that the state has left behind says nothing to it any more."""
    if why_used(track) is not None:
        return compile_prompt(replace(track, handoff=None), (), evidence, more)
    return compile_prompt(track, checks, evidence, more)


def _effective_waivers(workspace: Workspace, track: Track) -> Mapping[str, str]:
    from cockpit.storage.user_files import notes

    found = notes.read(workspace.store, track.path)
    return found.waivers if found.waived_for == _identity(track) else {}


def _track_records(workspace: Workspace, track: Track) -> "tuple[Entry, ...]":
    """What was done to the track with cockpit, oldest first; nothing where the ledger cannot be read."""
    from cockpit.storage.user_files import ledger

    try:
        records = ledger.read(workspace.store)
    except CommandError:
        return ()
    return tuple(each for each in records if each.track == track.path)


def _own_changes(records: "Iterable[Entry]") -> tuple[str, ...]:
    """When a person changed the track with cockpit; what was only noticed is no change."""
    from cockpit.storage.user_files.ledger import NOTICED

    return tuple(each.at for each in records if each.verb != NOTICED and not is_agent(each.actor))


def _newest_waiver(records: "Sequence[Entry]", checks: tuple[Check, ...]) -> Waiver | None:
    """The waiver that was given last, of those that hold."""
    waived: dict[tuple[str | None, str | None], Check]
    waived = {(check.key, check.waived): check for check in checks if check.waived is not None}
    waivers = (each for each in reversed(records) if each.verb == "waive")
    effective = ((each.at, waived.get((each.subject.item, each.subject.note))) for each in waivers)
    return next((Waiver(check, at) for at, check in effective if check is not None), None)


def _identity(track: Track) -> str:
    """What tells one handoff of a track from the next; where it has no date, or none waits, where the work stands."""
    handoff, position = track.handoff, track.position
    if handoff is not None and handoff.created:
        return handoff.created
    steps = (position.phase, position.plan, position.task)
    ids = [step.id or "?" if step else "?" for step in steps]
    if handoff is None and track.resume_at is not None and track.resume_at.phase:
        ids[0] = track.resume_at.phase  # it stays when that phase becomes the present one
    session = f" of {track.id}" if track.id else ""
    return f"{'handoff' if handoff else 'no handoff'} at {'.'.join(ids)}{session}"


def signs(workspace: Workspace, preflight: Preflight | None) -> tuple[object, ...]:
    """What differs once the checklist may have become untrue though no state file changed: HEAD moved, a file that the
    handoff names came or went, something was waived elsewhere. Asks no git, so that it may be asked every second.
    """
    from cockpit.storage.reading.git_history import presence

    return (
        *_signs_of_head(workspace),
        *(presence(workspace.root, preflight.evidence) if preflight is not None else ()),
    )


def _signs_of_head(workspace: Workspace) -> tuple[object, ...]:
    """What differs once something was waived, or HEAD moved."""
    from cockpit.storage.git import head_signs

    return (signature_of(str(workspace.store.notes)), *head_signs(workspace.root))


def checked_reason(reason: str | None) -> str | None:
    """The reason for a waiver, without blanks around it. Raises CommandError for an empty one."""
    stripped = reason.strip() if reason is not None else None
    if stripped == "":
        raise CommandError("project.waiver-without-reason", "A waiver needs a reason.")
    return stripped


def waive(workspace: Workspace, track: Track, check: Check, reason: str | None) -> ChangeOutcome:
    """Waive a failed check. The reason goes to the ledger and the prompt; None withdraws the waiver.

    Raises CommandError for an empty reason, and for a check that cannot be waived.
    """
    from cockpit.storage.user_files import ledger, notes

    refuse_agents(workspace)
    if check.gate != "ask":
        raise CommandError(
            "project.line-cannot-be-waived", f"“{clause(check.statement)}” cannot be waived. Fix the cause."
        )
    why = checked_reason(reason)
    done = Message("project.waiver-withdrawn", f"Withdrew the waiver of “{clause(check.statement)}”.")
    if why is not None:
        done = Message("project.waived", f"Waived “{clause(check.statement)}”: {why}")
    if workspace.dry_run:
        return ChangeOutcome(done=done)
    notes.waive(workspace.store, track.path, _identity(track), check.key, why)
    subject = ledger.Subject(track=track.path, note=why, item=check.key)
    ledger.append(workspace.store, replace(workspace.entry("waive", subject), message=done))
    return ChangeOutcome(done=done)


def save_prompt(workspace: Workspace, preflight: Preflight, target: Path) -> ChangeOutcome:
    """Write the prompt into a new file. Raises CommandError where something blocks resuming, or the file exists."""
    refuse_blocked(preflight, workspace.now)
    if not workspace.dry_run:
        write_new(target, preflight.prompt.text.encode("utf-8"))
    place = Path(os.path.realpath(target))
    inside = place.is_relative_to(os.path.realpath(workspace.root))
    remarks = (f"{place.name} is in the project: the checklist names it as an uncommitted file.",) if inside else ()
    return ChangeOutcome(
        done=f"Saved the prompt, about {preflight.prompt.tokens:,} tokens, to {target}.",
        remarks=remarks,
    )


def file_for_prompt(preflight: Preflight) -> Path:
    """A new file to save the prompt in, named by project and place: in the home folder, for a file in the project
    would be uncommitted work that the next checklist asks about. Looks at the disk.
    """
    parts = (preflight.track.title or "project", preflight.prompt.place, "prompt")
    name = "-".join(re.findall(r"[a-z0-9]+", " ".join(parts).casefold()))[:80]
    names = (f"{name}.md", *(f"{name}-{count}.md" for count in range(2, 100)))
    return next((file for each in names if not os.path.lexists(file := Path.home() / each)), Path.home() / names[0])


def keep_prompt(workspace: Workspace, preflight: Preflight) -> Path:
    """Write the prompt into cockpit's own folder, in place of the last one of the track, and say where.

    Raises CommandError where something holds the resume, or it cannot be written.
    """
    from hashlib import sha256

    from cockpit.storage.user_files import private

    refuse_blocked(preflight, workspace.now)
    store = workspace.store
    store.refuse_read_only()
    name = sha256(preflight.track.path.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    file = store.prompts / f"{name}.md"
    with private.keeping(store):
        private.write(file, preflight.prompt.text.encode("utf-8"))
    return file


def refuse_blocked(preflight: Preflight, now: datetime) -> None:
    """Raise CommandError while a check blocks resuming; `now` is the person's time."""
    reason = blocking_reason(preflight, now)
    if reason is not None:
        raise CommandError(reason)


def blocking_reason(preflight: Preflight, now: datetime) -> Words | None:
    """What blocks resuming, in one or two sentences, its times as seen from `now`; None where nothing does."""
    if not preflight.blocking:
        return None
    first, *others = preflight.blocking
    line = with_moments(as_sentence(first.whole), now)
    if not others:
        return plain(line)
    more = f"{counted(len(others), 'more check')} {'blocks' if len(others) == 1 else 'block'} resuming."
    return Message("project.several-lines-hold", f"{line} {more}")


def begin(workspace: Workspace, preflight: Preflight) -> ChangeOutcome:
    """Mark the step at which the work goes on as under way, as the system's protocol does when it resumes.

    Raises CommandError while a line holds the resume, and where there is no such mark.
    """
    if preflight.begins is None:
        raise CommandError(preflight.waits)
    refuse_blocked(preflight, workspace.now)
    return change(workspace, preflight.track.key, preflight.begins)


def finish(workspace: Workspace, preflight: Preflight, *, unfinished: bool = False) -> ChangeOutcome:
    """Archive the handoff. A person may say so at any time, with `unfinished` also while a line holds the resume; an
    agent only when the work has gone on past it.

    Raises CommandError where no handoff waits, or another one than was looked at; NeedsConfirmation where a line holds
    the resume."""
    if preflight.track.handoff is None:
        raise CommandError("project.no-handoff-waits", "No handoff waits.")
    reason = unfinished_reason(preflight)
    if preflight.served is None or (reason is not None and unfinished):
        refuse_agents(workspace)
    intent = FinishHandoff(seen=preflight.track.handoff.created)
    if reason is not None and not unfinished:
        way = "`cockpit resume done --force` archives the handoff anyway."
        raise NeedsConfirmation(reason, way, agreed="Archive the handoff", instead=intent)
    return change(workspace, preflight.track.key, intent)


def unfinished_reason(preflight: Preflight) -> Words | None:
    """Which checks block resuming from a handoff that is not used yet; None where none does."""
    blocking = () if preflight.moved_on else preflight.blocking
    if not blocking:
        return None
    lines = "; ".join(str(check.statement) for check in blocking[:_NAMED])
    more = f"; {len(blocking) - _NAMED} more" if len(blocking) > _NAMED else ""
    return f"{counted(len(blocking), 'check')} {'blocks' if len(blocking) == 1 else 'block'} resuming: {lines}{more}."
