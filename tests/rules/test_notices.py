"""Which notices a person gets: one for each transition into a need, after a while, none for what stood already."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cockpit.model.agents import AgentRequest, AgentSession
from cockpit.rules.notices import Notices, due, next_notices, status_of, title_of

NOW = datetime(2026, 11, 24, 13, tzinfo=UTC)


def at(seconds: float) -> datetime:
    return NOW + timedelta(seconds=seconds)


def session(key: str = "1", since: float = 10, **values: object) -> AgentSession:
    stated = at(since).isoformat().replace("+00:00", "Z")
    usual = {"agent": "x", "id": key, "path": "/h/l", "repository": "shop-api", "since": stated, "state": "waits"}
    return AgentSession(**usual | {"needs_you": "permission"} | values)  # type: ignore[arg-type]


WORKS = replace(session(), state="works", needs_you=None)
WAITS = session(request=AgentRequest(tool="Bash", kind="run", text="git push"))
PERMISSION = "shop-api: x waits for your permission"
Look = tuple[float, tuple[AgentSession, ...]]


def told(*looks: Look, focused: bool = False) -> list[tuple[float, str]]:
    """When which notice was shown: at each look, and whenever one is due between two."""
    state, shown = Notices(), []
    ends = [*(when for when, _ in looks[1:]), looks[-1][0] + 300]
    for (when, sessions), end in zip(looks, ends, strict=True):
        moment: float | None = when
        while moment is not None and moment < end:
            state, notices = next_notices(state, sessions, at(moment), focused)
            shown += [(moment, each.text) for each in notices]
            following = due(state)
            moment = (following - NOW).total_seconds() if following is not None and following > at(moment) else None
    return shown


@pytest.mark.parametrize(
    ("looks", "expected"),
    [
        ([(0, (WORKS,)), (10, (WAITS,))], [(12, PERMISSION)]),
        ([(0, (WORKS,)), (10, (WAITS,)), (11, (WORKS,))], []),
        ([(0, (WORKS,)), (10, (WAITS,)), (20, (WORKS,))], [(12, PERMISSION), (20, "")]),
        ([(20, (WAITS,))], []),
        ([(0, (WORKS,)), (10, (session(needs_you="question"),))], [(12, "shop-api: x asks you something")]),
        ([(0, (WORKS,)), (10, (session(state="failed", needs_you="failed"),))], [(15, "shop-api: x failed")]),
        ([(0, (WORKS,)), (310, (session(state="your-turn", needs_you="turn"),))],
         [(315, "shop-api: x ended its turn")]),
        ([(0, (WORKS,)), (10, (session(needs_you=None, may=True),))], []),
        ([(0, (WORKS,)), (10, (replace(WAITS, dismissed_until="2026-11-25T00:00:00Z"),))], []),
        ([(0, (WORKS,)), (10, (session(state="ended", headless=True, needs_you="turn"),))], []),
        ([(0, (WORKS,)), (10, (WAITS,)), (20, (WORKS,)), (30, (session(since=30),))],
         [(12, PERMISSION), (20, ""), (72, PERMISSION)]),
        ([(0, ()), (10, tuple(session(key) for key in "123"))], [(12, "3 sessions need you")]),
        ([(0, ()), (10, tuple(session(key) for key in "12"))], [(12, PERMISSION), (12, PERMISSION)]),
    ],
)  # fmt: skip
def test_when_what_is_told(looks: list[Look], expected: list[tuple[float, str]]) -> None:
    assert told(*looks) == expected


def test_who_looks_at_the_list_needs_no_notice() -> None:
    assert told((0, (WORKS,)), (10, (WAITS,)), focused=True) == []


def test_the_title_counts_those_that_surely_need_a_person() -> None:
    assert title_of((WAITS, session("2"), session("3", needs_you=None, may=True))) == "2 need you · cockpit"
    assert (title_of((WAITS,)), title_of((WORKS,))) == ("1 needs you · cockpit", "")


@pytest.mark.parametrize(
    ("sessions", "expected"),
    [
        ((WORKS, WAITS), "blocked"),
        ((WORKS, replace(WAITS, dismissed_until="2026-11-25T00:00:00Z")), "working"),
        ((session(state="unfinished", needs_you=None, may=True), replace(WORKS, state="background")), "working"),
        ((session(state="your-turn", needs_you=None), session(state="ended", headless=True, needs_you="turn")), "idle"),
        ((), "idle"),
    ],
)
def test_what_a_terminal_shows_of_all(sessions: tuple[AgentSession, ...], expected: str) -> None:
    assert status_of(sessions) == expected
