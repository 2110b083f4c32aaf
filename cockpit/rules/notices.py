"""Which notices a person gets of sessions that come to need them: one for each transition, none for what stands.

A notice names the repository, the agent and why; never what the agent wants to run: screens are shared and locked.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field, replace
from datetime import datetime, timedelta
from typing import Literal

from cockpit.model.agents import AgentSession, NeedsYou
from cockpit.rules.agent_state import IDLE
from cockpit.values import dataclass
from cockpit.wording.times import parse_instant

DWELL, DWELL_OF_WAIT = timedelta(seconds=5), timedelta(seconds=2)
"""How long a session needs a person before a notice says so; where it waits, and its work stands still, less."""
COOLDOWN = timedelta(minutes=1)
"""The least time between two notices of one session; so long a session that is no longer listed is remembered."""
TOGETHER, MANY = timedelta(seconds=10), 3
"""So many within this time are one notice."""
_LONGEST_NAME = 48
_WORDS: dict[NeedsYou, str] = {
    "permission": "waits for your permission", "question": "asks you something", "plan": "shows its plan",
    "dialog": "shows a dialog", "hold": "is held", "something": "waits for you", "failed": "failed",
    "turn": "ended its turn",
}  # fmt: skip
WorkStatus = Literal["blocked", "working", "idle"]
_STANDS: tuple[NeedsYou | None, ...] = ("permission", "question", "plan", "dialog", "hold", "something")


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice to show; one without a text takes back the notice of this id, whose cause is gone."""

    id: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """What is remembered of a session.

    `why` it needs a person and since when that is `known`; `is_new` until a notice says so, or none has to. `settled`
    is the `since` of the last state that needs no notice any more. `told` is when the last notice was shown, `notice`
    the id of the one that stands. The session was `listed` last then.
    """

    why: NeedsYou | None = None
    known: datetime
    is_new: bool = False
    settled: str | None = None
    told: datetime | None = None
    notice: str = ""
    listed: datetime


@dataclass(frozen=True, slots=True)
class Notices:
    """What is known of all sessions, and since when they are looked at; None before the first look."""

    start: datetime | None = None
    rows: Mapping[str, Row] = field(default_factory=dict)


def next_notices(
    state: Notices, sessions: Sequence[AgentSession], now: datetime, focused: bool
) -> tuple[Notices, tuple[Notice, ...]]:
    """The state after a look at all sessions, and the notices to show or take back.

    Where the terminal is `focused`, the person sees the list itself: what is due then needs no notice.
    """
    listed = {f"{each.agent}:{each.id}": each for each in sessions}
    rows = {key: _row(state, state.rows.get(key), each, now) for key, each in listed.items()}
    for key, row in state.rows.items():
        if key not in listed and now - row.listed < COOLDOWN:
            rows[key] = replace(row, why=None, is_new=False, notice="")
    at, shown = _due(rows), tuple[Notice, ...]()
    if at is not None and at <= now:
        ready = [key for key, row in rows.items() if row.is_new and _ready(row) <= now]
        rows |= {key: replace(rows[key], is_new=False, settled=listed[key].since) for key in ready}
        told, shown = ({}, ()) if focused else _told(rows, ready, listed, now)
        rows |= told
    gone = {row.notice for row in state.rows.values()} - {row.notice for row in rows.values()} - {""}
    return Notices(state.start or now, rows), (*(Notice(each, "") for each in sorted(gone)), *shown)


def due(state: Notices) -> datetime | None:
    """When time alone brings the next notice; None where it brings none."""
    return _due(state.rows)


def _due(rows: Mapping[str, Row]) -> datetime | None:
    """The earliest time; where many come within a short time, that of the last of them."""
    ready = sorted(_ready(row) for row in rows.values() if row.is_new)
    together = [at for at in ready if at <= ready[0] + TOGETHER]
    return together[-1] if len(together) >= MANY else next(iter(ready), None)


def title_of(sessions: Sequence[AgentSession]) -> str:
    """The title of the terminal: `5 need you · cockpit`; empty where nobody needs the person."""
    count = sum(_need(each) is not None for each in sessions)
    return f"{count} {'needs' if count == 1 else 'need'} you · cockpit" if count else ""


def status_of(sessions: Sequence[AgentSession]) -> WorkStatus:
    """What a terminal shows of them all: `blocked` where one surely needs the person, else whether one works."""
    if any(_need(each) is not None for each in sessions):
        return "blocked"
    return "working" if any(each.state in ("works", "background") for each in sessions) else "idle"


def _need(session: AgentSession) -> NeedsYou | None:
    """Why it surely needs a person who did not put it away; an ended one in which nobody sits needs none."""
    is_over = session.headless and session.state == "ended"
    return None if session.may or is_over or session.dismissed_until is not None else session.needs_you


def _row(state: Notices, before: Row | None, session: AgentSession, now: datetime) -> Row:
    """What is remembered of a session after this look at it."""
    why = _need(session)
    row = before or Row(known=now, listed=now, settled=session.since if why and _stood(state.start, session) else None)
    row = replace(row, why=why, listed=now, settled=session.since if session.dismissed_until else row.settled)
    if why is None:
        return replace(row, is_new=False, notice="")
    if before is not None and before.why is not None and (why not in _STANDS or before.why in _STANDS):
        return row
    is_settled = session.since == row.settled if session.since else state.start is None
    return replace(row, known=now, is_new=not is_settled, notice="")


def _stood(start: datetime | None, session: AgentSession) -> bool:
    """Whether its need is as old as the first look, even if it is read only later."""
    since = parse_instant(session.since)
    wait = IDLE if session.needs_you == "turn" else timedelta(0)
    return start is None or (since is not None and since.at + wait <= start)


def _ready(row: Row) -> datetime:
    """When a notice of it may be shown."""
    dwelt = row.known + (DWELL_OF_WAIT if row.why in _STANDS else DWELL)
    return dwelt if row.told is None else max(dwelt, row.told + COOLDOWN)


def _told(
    rows: Mapping[str, Row], ready: Sequence[str], listed: Mapping[str, AgentSession], now: datetime
) -> tuple[dict[str, Row], tuple[Notice, ...]]:
    """The rows of these sessions after their notices, and these. Those shown a moment ago count for being many."""
    recent = [key for key, row in rows.items() if row.notice and row.told is not None and now - row.told <= TOGETHER]
    many = sorted({*ready, *recent})
    if len(many) >= MANY:
        one = Notice(" ".join(many), f"{len(many)} sessions need you")
        return {key: replace(rows[key], told=now, notice=one.id) for key in many}, (one,)
    shown = tuple(Notice(key, _words(listed[key])) for key in ready)
    return {key: replace(rows[key], told=now, notice=key) for key in ready}, shown


def _words(session: AgentSession) -> str:
    name = session.repository or ""
    name = f"{name[: _LONGEST_NAME - 1]}…" if len(name) > _LONGEST_NAME else name
    return f"{name}{': ' if name else ''}{session.agent} {_WORDS[session.needs_you or 'something']}"
