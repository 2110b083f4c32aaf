"""Retries: how often a failed phase is tried again before a person is asked, and the count that holds the agent."""

from cockpit.model import Level, Limits, Retries, Statement, Threshold
from cockpit.rules.thresholds.metrics import BUILT_IN, RETRIES, sources_found
from cockpit.systems.interface import Files
from cockpit.systems.maestro.session import PhaseEntry, SessionFile, Stated
from cockpit.systems.maestro.vocabulary import is_open, status_of
from cockpit.values import dataclass
from cockpit.wording.messages import Words
from cockpit.wording.numbers import read_count

VARIABLE = "MAESTRO_MAX_RETRIES"
USUAL = 2
"""Where no variable says otherwise (docs/systems/maestro.md)."""


@dataclass(frozen=True, slots=True)
class Most:
    """How often a phase is tried again; where that was found, and what is stated there that nobody can read."""

    number: int
    source: Words
    unread: tuple[Statement, ...] = ()

    def is_reached(self, count: int | None) -> bool:
        """Whether one more try is a person's decision: all are used, or nobody can read how many there are."""
        return bool(self.unread) or (count or 0) >= self.number


def most_retries(files: Files, base: str) -> Most:
    """What the variable says, else the usual number."""
    variable = files.variable(VARIABLE, base)
    if variable is None:
        return Most(USUAL, BUILT_IN)
    stated = read_count(variable.value)
    if stated is not None:
        return Most(stated, VARIABLE)
    unread = Statement(what="stop limit", text=variable.value, path=variable.path or VARIABLE, line=variable.line)
    name = unread.path.rpartition("/")[2]
    return Most(USUAL, sources_found((BUILT_IN,), (name,)), (unread,))


def used_up(entry: PhaseEntry, most: int) -> bool:
    """Whether a phase has failed and is tried again by a person's decision only."""
    failed, count = status_of(entry.phase.status) == "failed", _count(entry)
    return failed and count is not None and count >= most


def is_holding(entry: PhaseEntry, most: int) -> bool:
    """Whether the count of a phase holds the agent: it is used up, or nobody can read that of one that is open, or
    whether that one has failed.
    """
    return used_up(entry, most) or (is_open(entry.phase) and _unread_of(entry, most)[1] is not None)


def counting(session: SessionFile, most: int) -> PhaseEntry | None:
    """The phase whose count matters: of those that are not finished one that has used its retries up, else one whose
    count nobody can read, else one that failed, else the one that was tried again most often."""
    left = (each for each in session.entries if is_open(each.phase))
    return max(left, key=lambda each: _weight(each, most), default=None)


def _weight(entry: PhaseEntry, most: int) -> tuple[bool, bool, bool, int]:
    failed = status_of(entry.phase.status) == "failed"
    return used_up(entry, most), _unread_of(entry, most)[1] is not None, failed, entry.phase.retry_count or 0


def read_thresholds(session: SessionFile, most: Most) -> tuple[Threshold, ...]:
    """The retries as a threshold: only a phase that failed with all of them used up is at a stop, and only a count or
    a limit that nobody can read holds beside that.
    """
    here = counting(session, most.number)
    if here is None:
        return ()
    stopped = used_up(here, most.number)
    return (
        Threshold(
            metric=RETRIES.name,
            unit=RETRIES.unit,
            value=_count(here),
            level="stop" if stopped else _last_try(here, most.number),
            limits=Limits(stop=most.number, source=most.source),
            agent_will="halt" if stopped else "continue",
            agent_level="stop" if stopped else None,
            source=session.path.rpartition("/")[2] if here.phase.retry_count is not None else None,
            unreadable=(*_unread(session, most.number), *most.unread),
            disagreeing=tuple(
                Statement(what="value", text=str(each.number), path=session.path, line=each.line)
                for each in here.retries.unlike
            ),
        ),
    )


def read_retries(session: SessionFile, most: Most) -> Retries | None:
    """The same count beside the limit; None where no phase is open."""
    here = counting(session, most.number)
    return Retries(count=_count(here), max=most.number) if here is not None else None


def _count(entry: PhaseEntry) -> int | None:
    return entry.phase.retry_count if entry.retries.unread is not None else entry.phase.retry_count or 0


def _last_try(entry: PhaseEntry, most: int) -> Level | None:
    """A warning, where a phase is under way that is not tried again should it fail."""
    count = _count(entry)
    under_way = status_of(entry.phase.status) == "in_progress"
    return "warning" if under_way and count is not None and count >= most else None


def _unread(session: SessionFile, most: int) -> tuple[Statement, ...]:
    """What is stated of open phases and nobody can read."""
    found = (_unread_of(each, most, session) for each in session.entries if is_open(each.phase))
    return tuple(
        Statement(what=what, text=told.unread or "", path=session.path, line=told.line)
        for what, told in found
        if told is not None
    )


def _unread_of(entry: PhaseEntry, most: int, session: SessionFile | None = None) -> tuple[str, Stated | None]:
    """What it is: the count, or the status of a phase that may have failed with its retries used up; None where both
    can be read."""
    if entry.retries.unread is not None:
        return "value", entry.retries.unread
    maybe = status_of(entry.phase.status) == "unknown" and 0 < (entry.phase.retry_count or 0) >= most
    at = (*entry.at, "status")
    line = session.line(*at) if session is not None else None
    return "level", Stated(at=at, line=line, unread=entry.phase.status or "no status") if maybe else None
