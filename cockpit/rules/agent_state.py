"""What a session of an agent does, judged from what the agent keeps: the strongest evidence decides, never a guess."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from cockpit.model.agents import AgentFailure, AgentSession, AgentState, Evidence, EvidenceKind, Said
from cockpit.wording.times import parse_instant

YOUNG = timedelta(minutes=2)
"""How long a turn counts as going on after the last thing that was heard of it."""
GONE = timedelta(minutes=60)
"""After how long without a sign a session counts as ended, where nobody can tell whether its process lives."""
FORGOTTEN = timedelta(hours=24)
"""The same of one whose turn began, or whose question stands, without an end: it may wait for a person."""
IDLE = timedelta(minutes=5)
"""How long after the end of its turn a session needs a person, where no other one works."""
APART = timedelta(minutes=1)
"""By how much two pieces of evidence must lie apart for the later one to contradict the earlier."""

_BELIEF: tuple[EvidenceKind, ...] = ("list", "registry", "turn", "log")
"""The kinds of evidence, the strongest first."""
_PLAIN: dict[Said, AgentState] = {"waiting": "waits", "busy": "works", "shell": "background", "idle": "your-turn",
                                  "ended": "ended"}  # fmt: skip
_FAILED: dict[str, AgentState] = {"limit": "limited", "throttled": "retries", "server": "retries", "login": "failed",
                                  "billing": "failed", "other": "failed"}  # fmt: skip
_AT_WORK: tuple[Said, ...] = ("busy", "shell", "waiting")
_WORKS: tuple[AgentState, ...] = ("works", "background", "retries")


def judged(session: AgentSession, now: datetime) -> AgentSession:
    """The session with its state, since when, and what it waits for.

    Of two pieces of evidence the later one holds only if it is of the same or a stronger kind. A registry entry whose
    process is gone says `lost`. What contradicts each other is `unknown` and disputed.
    """
    strongest = _strongest(session)
    state, since = _state(session, strongest, now)
    if state in ("works", "your-turn", "background") and _contradicted(session, strongest):
        return replace(session, state="unknown", since=None, waits_for=None, disputed=True)
    waits_for = (strongest.waits_for or "something") if state == "waits" and strongest is not None else None
    return replace(session, state=state, since=since, waits_for=waits_for, disputed=False)


def with_idle(sessions: Sequence[AgentSession], now: datetime) -> list[AgentSession]:
    """The sessions, `idle` where they ended their turn at least `IDLE` ago and at most a day, and none works."""
    working = any(each.state in _WORKS for each in sessions)

    def is_idle(session: AgentSession) -> bool:
        return not working and session.state == "your-turn" and IDLE <= now - _time(session.since) < FORGOTTEN

    return [replace(each, idle=idle) if each.idle is not (idle := is_idle(each)) else each for each in sessions]


def _strongest(session: AgentSession) -> Evidence | None:
    """The latest piece of the strongest kind; that something was written counts only where nothing else is said."""
    for kind in _BELIEF:
        found = [each for each in session.evidence if each.kind == kind]
        if found:
            return max(found, key=lambda each: (each.said != "written", _time(each.at)))
    return None


def _state(session: AgentSession, strongest: Evidence | None, now: datetime) -> tuple[AgentState, str | None]:
    if strongest is None:
        return "unknown", None
    if session.alive is False and strongest.kind in ("list", "registry"):
        return "lost", session.updated or strongest.at
    failure = session.failure
    if failure is not None and not _went_on(strongest, failure):
        passes = failure.kind in ("throttled", "server")
        return (
            ("ended", session.updated)
            if passes and _is_gone(session, now, GONE)
            else (_FAILED[failure.kind], failure.at)
        )
    if strongest.said in _PLAIN:
        return _PLAIN[strongest.said], strongest.at
    return _by_turn(session, strongest, now)


def _by_turn(session: AgentSession, last: Evidence, now: datetime) -> tuple[AgentState, str | None]:
    """What turns and the log tell, where nothing says what the process does."""
    if last.kind == "turn" and last.said == "question-open" and not _is_gone(session, now, FORGOTTEN):
        return "waits", last.at
    if session.updated is None or (session.alive and last.kind == "log"):  # it lives, and does not say what it does
        return "unknown", None
    if _is_gone(session, now, GONE if last.said in ("turn-ended", "written") else FORGOTTEN):
        return "ended", session.updated
    if last.said == "turn-ended":
        return "your-turn", last.at
    if last.said == "turn-begun" and _silent(session, now) < YOUNG:
        return "works", last.at
    return "unfinished", session.updated


def _is_gone(session: AgentSession, now: datetime, after: timedelta) -> bool:
    """Whether nobody can tell that it lives, and nothing was heard for so long."""
    return session.alive is None and _silent(session, now) >= after


def _went_on(strongest: Evidence, failure: AgentFailure) -> bool:
    """Whether the session works or waits again after a failure."""
    return strongest.said in _AT_WORK and failure.at is not None and _time(strongest.at) > _time(failure.at)


def _contradicted(session: AgentSession, strongest: Evidence | None) -> bool:
    """Whether what the registry says is older than a turn that ended, or that began, meanwhile."""
    if strongest is None or strongest.kind not in ("list", "registry"):
        return False
    against: Said = "turn-ended" if strongest.said == "busy" else "turn-begun" if strongest.said == "idle" else "ended"
    turns = [_time(each.at) for each in session.evidence if each.kind == "turn" and each.said == against]
    return strongest.at is not None and any(at - _time(strongest.at) >= APART for at in turns)


def _silent(session: AgentSession, now: datetime) -> timedelta:
    """How long nothing was heard. A time to come counts as now."""
    return max(timedelta(0), now - _time(session.updated))


def _time(at: str | None) -> datetime:
    """An instant, to compare; one that is not known is before all others."""
    found = parse_instant(at)
    return found.at if found is not None else datetime.min.replace(tzinfo=UTC)


def next_change(session: AgentSession, now: datetime) -> datetime | None:
    """When time alone makes another state of it."""
    heard = parse_instant(session.updated)
    if heard is None:
        return None
    return min((at for wait in (YOUNG, IDLE, GONE, FORGOTTEN) if (at := heard.at + wait) > now), default=None)


def disputed_by(session: AgentSession) -> tuple[Evidence, ...]:
    """What contradicts each other, the strongest kind first; none where nothing does."""
    if not session.disputed:
        return ()
    newest: dict[EvidenceKind, Evidence] = {}
    for each in sorted(session.evidence, key=lambda each: _time(each.at)):
        newest[each.kind] = each
    return tuple(newest[kind] for kind in _BELIEF if kind in newest)
