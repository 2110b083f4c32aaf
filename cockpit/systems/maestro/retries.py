"""Retries: the limit after which a person is asked, and the count that holds the agent."""

from cockpit.model import Level, Limits, Retries, Statement, Threshold
from cockpit.rules.thresholds.metrics import BUILT_IN, RETRIES, sources_found
from cockpit.systems.interface import Files, Variable
from cockpit.systems.maestro.session import PhaseEntry, SessionFile, StatedCount
from cockpit.systems.maestro.vocabulary import is_open, status_of
from cockpit.values import dataclass
from cockpit.wording.numbers import read_count

LIMIT_VARIABLE = "MAESTRO_MAX_RETRIES"
DEFAULT_LIMIT = 2
"""The limit without the variable (docs/systems/maestro.md)."""


@dataclass(frozen=True, slots=True)
class RetryLimit:
    """How many retries are allowed, the source of that number, and what is stated but cannot be read."""

    number: int
    source: str
    unread: tuple[Statement, ...] = ()
    raised_in: Variable | None = None
    """Where a file of the project, which an agent may write, allows more than the document does."""

    def is_reached(self, count: int | None) -> bool:
        """Whether one more try needs a person: all retries are used, or the limit cannot be read."""
        return bool(self.unread) or (count or 0) >= self.number


def retry_limit(files: Files, base: str) -> RetryLimit:
    """The limit of the environment variable, else the default."""
    variable = files.variable(LIMIT_VARIABLE, base, limits_agents=True)
    if variable is None:
        return RetryLimit(DEFAULT_LIMIT, BUILT_IN)
    number = read_count(variable.value)
    if number is not None:
        raised_in = variable if variable.path is not None and number > DEFAULT_LIMIT else None
        return RetryLimit(number, LIMIT_VARIABLE, raised_in=raised_in)
    unread = Statement(what="stop limit", text=variable.value, path=variable.path or LIMIT_VARIABLE, line=variable.line)
    name = unread.path.rpartition("/")[2]
    return RetryLimit(DEFAULT_LIMIT, sources_found((BUILT_IN,), (name,)), (unread,))


def is_used_up(entry: PhaseEntry, limit: int) -> bool:
    """Whether a phase has failed and only a person can try it again."""
    has_failed, count = status_of(entry.phase.status) == "failed", _count_of(entry)
    return has_failed and count is not None and count >= limit


def is_holding(entry: PhaseEntry, limit: int) -> bool:
    """Whether a phase holds the agent: its retries are used up, or its count or status cannot be read."""
    return is_used_up(entry, limit) or (is_open(entry.phase) and _unreadable_place(entry, limit)[1] is not None)


def decisive_phase(session: SessionFile, limit: int) -> PhaseEntry | None:
    """The open phase whose count matters: one with used-up retries, else one with an unreadable count, else a failed
    one, else the one with the most retries.
    """
    entries = (each for each in session.entries if is_open(each.phase))
    return max(entries, key=lambda each: _weight(each, limit), default=None)


def _weight(entry: PhaseEntry, limit: int) -> tuple[bool, bool, bool, int]:
    failed = status_of(entry.phase.status) == "failed"
    return (
        is_used_up(entry, limit),
        _unreadable_place(entry, limit)[1] is not None,
        failed,
        entry.phase.retry_count or 0,
    )


def read_thresholds(session: SessionFile, limit: RetryLimit) -> tuple[Threshold, ...]:
    """The retries as a threshold. Only a failed phase with used-up retries is at a stop; besides that, only an
    unreadable count or limit holds the agent.
    """
    entry = decisive_phase(session, limit.number)
    if entry is None:
        return ()
    stopped = is_used_up(entry, limit.number)
    return (
        Threshold(
            metric=RETRIES.name,
            unit=RETRIES.unit,
            value=_count_of(entry),
            level="stop" if stopped else _last_try_level(entry, limit.number),
            limits=Limits(stop=limit.number, source=limit.source),
            agent_will="halt" if stopped else "continue",
            agent_level="stop" if stopped else None,
            source=session.path.rpartition("/")[2] if entry.phase.retry_count is not None else None,
            unreadable=(*_unreadable_statements(session, limit.number), *limit.unread),
            disagreeing=tuple(
                Statement(what="value", text=str(each.number), path=session.path, line=each.line)
                for each in entry.retries.disagreeing
            ),
        ),
    )


def read_retries(session: SessionFile, limit: RetryLimit) -> Retries | None:
    """The count of the decisive phase and the limit; None where no phase is open."""
    entry = decisive_phase(session, limit.number)
    return Retries(count=_count_of(entry), max=limit.number) if entry is not None else None


def _count_of(entry: PhaseEntry) -> int | None:
    return entry.phase.retry_count if entry.retries.unread is not None else entry.phase.retry_count or 0


def _last_try_level(entry: PhaseEntry, limit: int) -> Level | None:
    """A warning while the last try of a phase is in progress."""
    count = _count_of(entry)
    under_way = status_of(entry.phase.status) == "in_progress"
    return "warning" if under_way and count is not None and count >= limit else None


def _unreadable_statements(session: SessionFile, limit: int) -> tuple[Statement, ...]:
    """The values of open phases that cannot be read."""
    places = (_unreadable_place(each, limit, session) for each in session.entries if is_open(each.phase))
    return tuple(
        Statement(what=kind, text=place.unread or "", path=session.path, line=place.line)
        for kind, place in places
        if place is not None
    )


def _unreadable_place(
    entry: PhaseEntry, limit: int, session: SessionFile | None = None
) -> tuple[str, StatedCount | None]:
    """The unreadable value and its kind: `value` for the count, `level` for the status of a phase that may have failed
    with used-up retries; None where both can be read.
    """
    if entry.retries.unread is not None:
        return "value", entry.retries.unread
    may_have_failed = status_of(entry.phase.status) == "unknown" and 0 < (entry.phase.retry_count or 0) >= limit
    at = (*entry.at, "status")
    line = session.line(*at) if session is not None else None
    return "level", StatedCount(at=at, line=line, unread=entry.phase.status or "no status") if may_have_failed else None
