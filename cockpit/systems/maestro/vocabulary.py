"""Maestro's words: statuses of sessions and phases, tiers, commands, and the rules of what comes next."""

from collections.abc import Mapping, Sequence

from cockpit.model import Phase, RuleAction, Status
from cockpit.regex import regex
from cockpit.rules.work import holding_status
from cockpit.systems.shared.stated_values import fold
from cockpit.wording.messages import Message, clause, plain

SESSION_WORDS = ("in_progress", "completed", "failed")
PHASE_WORDS = ("pending", "in_progress", "completed", "failed", "skipped")
ERROR_TYPES = ("validation", "timeout", "file_conflict", "runtime", "dependency")
STATUS_WORDS: Mapping[Status, str] = {
    "not_started": "pending",
    "in_progress": "in_progress",
    "completed": "completed",
    "failed": "failed",
    "skipped": "skipped",
}
"""Maestro's word for each status of a phase."""
TIERS = ("T1", "T2", "T3")
RETRY_MESSAGE = regex(r"Retry \d+(?: after: |$)")
"""The beginning of the error message that records a retry."""
_MOST_NAMES = 3
"""The number of phases that a message names."""

_STATUSES: dict[str, Status] = {
    "pending": "not_started",
    "not_started": "not_started",
    "planning": "planning",
    "in_progress": "in_progress",
    "active": "in_progress",
    "running": "in_progress",
    "paused": "paused",
    "blocked": "blocked",
    "failed": "failed",
    "completed": "completed",
    "complete": "completed",
    "done": "completed",
    "archived": "completed",
    "skipped": "skipped",
}
_FAILURES = ("failed", "failure", "error", "errored", "aborted", "crashed")
"""The first words of statuses that mean a failure."""
_MEANINGS: dict[Status, Message] = {
    "in_progress": Message("maestro.status-means-open"),
    "completed": Message("maestro.status-means-ended"),
    "failed": plain(
        f"{clause(Message('maestro.status-means-failed'))}; {clause(Message('maestro.person-decides-next'))}"
    ),
}


def folded(word: str | None) -> str:
    """A status in Maestro's spelling: `in_progress`."""
    return (word or "").strip().casefold().replace(" ", "_").replace("-", "_")


def id_of(phase: str | None) -> str | None:
    """The id of a phase; None where it cannot identify one, such as `.nan`, which some releases wrote."""
    return None if folded(phase) in ("", ".nan", "nan") else phase


def status_of(word: str | None) -> Status:
    """The model's status for a word of a file, without the marks around it. A word that begins like a failure is one,
    `failed_after_retry`, and one that begins with a status that holds the work is that.
    """
    plain = fold(word or "").replace(" ", "_")
    if plain in _STATUSES:
        return _STATUSES[plain]
    return "failed" if plain.partition("_")[0] in _FAILURES else holding_status(word or "")


def has_ended(status: str | None) -> bool:
    """Whether a session with that status is completed or failed, so that its phases stay as they are."""
    return status_of(status) in ("completed", "failed")


def meaning_of(status: Status) -> Message | None:
    """The meaning of a session's status by Maestro's documents."""
    return _MEANINGS.get(status)


def is_open(phase: Phase) -> bool:
    """Whether a phase is neither completed nor skipped."""
    return status_of(phase.status) not in ("completed", "skipped")


def resume_phase(phases: Sequence[Phase]) -> Phase | None:
    """The phase at which Maestro resumes: the first in progress or failed, else the first pending one."""
    active = next((each for each in phases if status_of(each.status) in ("in_progress", "failed")), None)
    return active or next((each for each in phases if status_of(each.status) == "not_started"), None)


def agent_command(verb: str, folder: str) -> str:
    """A slash command of the agent, in the spelling of the release that uses that state folder."""
    return f"/maestro{'.' if '.gemini/' in f'{folder}/' else ':'}{verb}"


def rule_action(
    status: Status,
    phases: Sequence[Phase],
    *,
    failed: Phase | None,
    quick: bool,
    reconcile: bool,
    unread: bool,
    folder: str,
) -> RuleAction | None:
    """The next action by Maestro's rules (docs/systems/maestro.md); `failed` is the phase to decide about.

    Nothing is to be archived while a part of the session is `unread`: it may hold open phases.
    """
    resume, archive = agent_command("resume", folder), agent_command("archive", folder)
    open_phases = [each for each in phases if is_open(each)]
    seems_done = not open_phases and (reconcile or status == "completed" or (status == "in_progress" and phases))
    if seems_done and unread:
        return RuleAction(text=Message("maestro.fix-session-file"))
    if seems_done:
        last = "maestro.review-then-archive" if status == "in_progress" else "maestro.archive-session"
        return RuleAction(text=Message("maestro.compare-then-archive" if reconcile else last), command=archive)
    if status == "completed":
        names = [Message("maestro.phase-label", phase=each.id or "?") for each in open_phases]
        text = Message("maestro.take-up-or-archive", phases=shortened(names, _MOST_NAMES))
        return RuleAction(text=text, command=resume)
    if quick and status == "failed":
        return RuleAction(text=Message("maestro.delegate-task-again"), command=resume)
    if failed is not None or status == "failed":
        phase = failed.id if failed is not None else None
        text = Message("maestro.decide-about-phase", phase=phase) if phase else Message("maestro.decide-about-failure")
        return RuleAction(text=text, command=resume)
    text = Message("maestro.unblock-then-resume" if status == "blocked" else "maestro.resume-session")
    return RuleAction(text=text, command=resume)


def shortened(names: Sequence[str | Message], limit: int) -> tuple[str | Message, ...]:
    """The first `limit` names, then how many more."""
    omitted = len(names) - limit
    return (*names[:limit], Message("maestro.more-phases", count=omitted)) if omitted > 0 else tuple(names)


def with_name(phase: Phase) -> Message:
    """A phase as a sentence names it: `phase 2 (Build)`."""
    if not phase.id:
        named = Message("maestro.phase-label-by-name", name=phase.name) if phase.name else None
        return named or Message("maestro.phase-label-without-id")
    if not phase.name:
        return Message("maestro.phase-label", phase=phase.id)
    return Message("maestro.phase-and-name", phase=phase.id, name=phase.name)


def with_status(name: str | None, status: str | None) -> Message:
    """A phase in a list: `2 (in_progress)`."""
    return Message("maestro.phase-with-status", phase=name or "?", status=status or Message("maestro.no-status"))


def begin_action(folder: str) -> RuleAction:
    """The next action without an active session."""
    return RuleAction(text=Message("maestro.begin-session"), command=agent_command("orchestrate", folder))
