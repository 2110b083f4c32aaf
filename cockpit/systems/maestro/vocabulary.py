"""The words of Maestro: statuses of sessions and phases, tiers, and what follows from them."""

import re
from collections.abc import Mapping, Sequence

from cockpit.model import Phase, RuleAction, Status
from cockpit.systems.shared.values import fold
from cockpit.wording.messages import Message
from cockpit.wording.phrases import listed

SESSION_WORDS = ("in_progress", "completed", "failed")
PHASE_WORDS = ("pending", "in_progress", "completed", "failed", "skipped")
ERROR_TYPES = ("validation", "timeout", "file_conflict", "runtime", "dependency")
WORDS: Mapping[Status, str] = {
    "not_started": "pending",
    "in_progress": "in_progress",
    "completed": "completed",
    "failed": "failed",
    "skipped": "skipped",
}
"""The status of a phase as Maestro writes it, by what it means."""
TIERS = ("T1", "T2", "T3")
RETRIED = re.compile(r"Retry \d+(?: after: |$)")
"""How the message of an error begins that is the entry of a retry."""
_MOST = 3
"""Phases that a sentence names."""

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
"""How a status begins that says that something failed."""
_MEANINGS: dict[Status, Message] = {
    "in_progress": Message("maestro.status-means-open"),
    "completed": Message("maestro.status-means-ended"),
    "failed": Message(
        "rules.failed-with-reason",
        status=Message("maestro.status-means-failed"),
        reason=Message("maestro.person-decides-next"),
    ),
}


def folded(word: str | None) -> str:
    """A status in the form in which Maestro writes it."""
    return (word or "").strip().casefold().replace(" ", "_").replace("-", "_")


def id_of(phase: str | None) -> str | None:
    """The id of a phase, or the one that a session names; None where no phase can be named by it, as by the `.nan` that
    some releases made of a text.
    """
    return None if folded(phase) in ("", ".nan", "nan") else phase


def status_of(word: str | None) -> Status:
    """What a status means in the words of the model, without the marks around it; of a failure more may be told."""
    plain = fold(word or "").replace(" ", "_")
    known = _STATUSES.get(plain, "unknown")
    return "failed" if known == "unknown" and plain.partition("_")[0] in _FAILURES else known


def has_ended(status: str | None) -> bool:
    """Whether a session of that status was completed or aborted, so that its phases stay as they are."""
    return status_of(status) in ("completed", "failed")


def meaning_of(status: Status) -> Message | None:
    """What a session's status says by Maestro's documents."""
    return _MEANINGS.get(status)


def is_open(phase: Phase) -> bool:
    """Whether a phase is neither completed nor skipped."""
    return status_of(phase.status) not in ("completed", "skipped")


def resume_phase(phases: Sequence[Phase]) -> Phase | None:
    """Where Maestro goes on: at the first phase in progress or failed, else at the first that is pending."""
    begun = next((each for each in phases if status_of(each.status) in ("in_progress", "failed")), None)
    return begun or next((each for each in phases if status_of(each.status) == "not_started"), None)


def command(verb: str, folder: str) -> str:
    """A command of the agent's, in the spelling of the release that keeps its state in that folder."""
    return f"/maestro{'.' if '.gemini/' in f'{folder}/' else ':'}{verb}"


def rule_action(
    status: Status, phases: Sequence[Phase], *, failed: Phase | None, quick: bool, reconcile: bool, folder: str
) -> RuleAction | None:
    """What comes next by Maestro's rules (docs/systems/maestro.md); `failed` is the phase to decide about."""
    resume, archive = command("resume", folder), command("archive", folder)
    open_ones = [each for each in phases if is_open(each)]
    if reconcile and not open_ones:
        return RuleAction(text="Compare the plan with what was done, then archive the session", command=archive)
    if status == "completed" and open_ones:
        text = f"Take the session up again for what is open, {_named(open_ones)}, or archive it as it is"
        return RuleAction(text=text, command=resume)
    if status == "completed" or (status == "in_progress" and phases and not open_ones):
        text = "Archive the session" if status == "completed" else "Review the work and archive the session"
        return RuleAction(text=text, command=archive)
    if quick and status == "failed":
        return RuleAction(text="Delegate the task again, or make it a session with phases", command=resume)
    if failed is not None or status == "failed":
        where = f" phase {failed.id}" if failed is not None and failed.id else " it"
        return RuleAction(text=f"Resume and decide about{where}: retry, skip, abort or adjust", command=resume)
    text = "Remove what blocks the session, then resume it" if status == "blocked" else "Resume the session"
    return RuleAction(text=text, command=resume)


def _named(phases: Sequence[Phase]) -> str:
    """The first phases by their ids, the others counted."""
    ids = [f"phase {each.id or '?'}" for each in phases[:_MOST]]
    return listed([*ids, f"{len(phases) - _MOST} more"] if len(phases) > _MOST else ids)


def first_of(names: Sequence[str | Message], most: int) -> tuple[str | Message, ...]:
    """The first so many names, the others counted behind them."""
    more = len(names) - most
    return (*names[:most], Message("maestro.more-phases", count=more)) if more > 0 else tuple(names)


def with_status(name: str | None, status: str | None) -> Message:
    """A phase as a list names it: `2 (in_progress)`."""
    return Message("maestro.phase-with-status", phase=name or "?", status=status or Message("maestro.no-status"))


def begin(folder: str) -> RuleAction:
    """What comes next where no session is active."""
    return RuleAction(text="Begin a session", command=command("orchestrate", folder))
