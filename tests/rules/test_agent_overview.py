"""All sessions at once: in which group each is, how many there are of each, and what is said where nobody waits."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cockpit.model.agents import AgentSession, Dismissal, LookedAt
from cockpit.rules.agent_overview import (
    SessionCounts,
    count_words,
    counts,
    grouped,
    hidden_words,
    named_apart,
    quiet_words,
    short_words,
    without_dismissed,
)


def session(key: str, state: str, minute: int = 0, **values: object) -> AgentSession:
    at = f"2026-11-24T13:{minute:02}:00Z"
    return AgentSession(agent="x", id=key, path="/h/l", state=state, since=at, updated=at, **values)  # type: ignore[arg-type]


LATE = session("late", "waits", 9, needs_you="permission", root="/srv/a", repository="a")
EARLY = session("early", "waits", 5, needs_you="question", root="/srv/b", repository="b")
FAILED = session("failed", "failed", 1, needs_you="failed")
MAY = session("may", "unfinished", 2, may=True)
TURN = session("turn", "your-turn", 3, needs_you="turn")
JUST = session("just", "your-turn", 8)
WORKS = session("works", "works", 7, repository="b")
OTHER = session("other", "background", 6, repository="a")
LIMITED = session("limited", "limited", 4, repository="c")
OLD, NEW = session("old", "ended", 1), session("new", "lost", 2)
PUT_AWAY = replace(TURN, id="away", dismissed_until="2026-11-25T13:00:00Z")
ALL = (TURN, MAY, LATE, OLD, WORKS, FAILED, EARLY, PUT_AWAY, LIMITED, NEW, OTHER, JUST)
THERE = LookedAt(agent="x", name="X", folder="~/.x", state="there")


def test_who_needs_a_person_first_and_what_is_over_last() -> None:
    needs, work, over = grouped(ALL)
    assert [each.id for each in needs] == ["early", "late", "failed", "may", "turn"]
    assert [each.id for each in work] == ["just", "other", "works", "limited"]
    assert [each.id for each in over] == ["new", "old"]


def test_how_many_there_are_of_each() -> None:
    found = counts(ALL, (THERE, replace(THERE, state="denied"), replace(THERE, not_read=3)))
    assert found == SessionCounts(live=10, needs_you=4, may=1, works=2, limited=1, just_ended=1, over=2, dismissed=1,
                           not_visible=4, repositories=2)  # fmt: skip
    assert count_words(found) == ("4 need you", "1 may need you", "2 work", "1 limited", "1 just ended", "2 over",
                                  "1 hidden", "4 not visible")  # fmt: skip
    assert short_words(found) == "4 need you · 2 work · 5?"
    assert (count_words(SessionCounts()), short_words(SessionCounts())) == ((), "")
    assert short_words(SessionCounts(live=2, needs_you=1, works=1)) == "1 needs you · 1 works"


@pytest.mark.parametrize(
    ("sessions", "looked_at", "words"),
    [
        ((), (THERE,), "Nobody waits for you: no agent works on this machine."),
        ((JUST,), (THERE,), "Nobody waits for you."),
        ((WORKS, OTHER, OLD), (), "Nobody waits for you; 2 work."),
        ((WORKS, MAY), (THERE,), "Nobody is known to wait; of 1 session it cannot be told."),
        ((WORKS,), (replace(THERE, state="denied"),), "~/.x may not be read: sessions there are not known."),
        ((WORKS,), (replace(THERE, not_read=1),),
         "1 log of a session is not read in ~/.x: compressed, or too many at once."),
    ],
)  # fmt: skip
def test_no_more_is_said_than_is_known(
    sessions: tuple[AgentSession, ...], looked_at: tuple[LookedAt, ...], words: str
) -> None:
    assert quiet_words(counts(sessions, looked_at), looked_at) == words


def test_what_is_hidden_in_a_folder() -> None:
    assert (hidden_words(THERE), hidden_words(replace(THERE, state="absent"))) == ("", "")


def test_two_repositories_of_one_name_and_a_fork_of_one_title() -> None:
    web, shop = (session(key, "works", repository="web", root=f"/srv/{key}/web", title="design") for key in ("a", "b"))
    alone = session("c", "works", repository="api", root="/srv/api", title="x")
    fork, own = replace(alone, id="d", fork_of="c"), replace(alone, id="e", fork_of="c", title="the other way")
    unknown = replace(alone, id="f", fork_of="gone", title=None)
    found = named_apart((web, shop, alone, fork, own, unknown))
    assert [each.repository for each in found] == ["a/web", "b/web", "api", "api", "api", "api"]
    assert [each.title for each in found][2:] == ["x", "fork of x", "the other way", "fork of gone"]
    assert found[2] is alone


def test_what_was_dismissed_comes_back_at_its_time_or_once_it_is_in_another_state() -> None:
    now = datetime(2026, 11, 24, 13, 30, tzinfo=UTC)
    away = Dismissal(agent="x", id="late", state="waits", since=LATE.since, until="2026-11-24T14:00:00Z")
    for session, at, until in (
        (LATE, now, "2026-11-24T14:00:00Z"),
        (LATE, now + timedelta(minutes=31), None),
        (replace(LATE, since="2026-11-24T13:20:00Z"), now, None),
        (replace(LATE, state="works"), now, None),
        (EARLY, now, None),
    ):
        assert without_dismissed((session,), (away,), at)[0].dismissed_until == until
    for_good = replace(away, until=None)
    assert without_dismissed((LATE,), (for_good,), now)[0].dismissed_until == "9999-12-31T23:59:59Z"
