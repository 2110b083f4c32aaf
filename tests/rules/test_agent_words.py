"""The words for a session of an agent."""

from datetime import UTC, datetime

import pytest

from cockpit.model.agents import AgentContext, AgentFailure, AgentSession, AgentTodo, Evidence
from cockpit.rules.agent_words import (
    context_words,
    done_words,
    evidence_words,
    list_words,
    place_words,
    state_words,
    sum_words,
    usage_of,
)
from cockpit.wording.messages import Message

NOW = datetime(2026, 11, 24, 13, 0, tzinfo=UTC)
TODOS = (
    AgentTodo(text="a", status="completed"), AgentTodo(text="b", status="cancelled"),
    AgentTodo(text="c", status="in_progress"), AgentTodo(text="d", status="pending"), AgentTodo(text="e"),
)  # fmt: skip


def session(**values: object) -> AgentSession:
    return AgentSession(agent="x", id="1", path="/h/l", updated="2026-11-24T12:46:00Z", **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"state": "waits", "waits_for": "permission"}, "waits: permission"),
        ({"state": "waits", "waits_for": "something"}, "waits: you"),
        ({"state": "works"}, "works"),
        ({"state": "background"}, "works in background"),
        ({"state": "your-turn"}, "your turn"),
        ({"state": "limited", "failure": AgentFailure(kind="limit", until="9:50pm")}, "limited until 9:50pm"),
        ({"state": "limited", "failure": AgentFailure(kind="limit")}, "limited"),
        ({"state": "retries"}, "tries again"),
        ({"state": "failed", "failure": AgentFailure(kind="login")}, "failed: log in"),
        ({"state": "failed", "failure": AgentFailure(kind="other")}, "failed"),
        ({"state": "unfinished"}, "unfinished, silent 14 min"),
        ({"state": "lost"}, "lost"),
        ({"state": "ended"}, "ended 14 min ago"),
        ({"state": "unknown"}, "not known"),
        ({"state": "unknown", "disputed": True}, "not known: disputed"),
    ],
)
def test_what_it_does(values: dict[str, object], words: str) -> None:
    assert state_words(session(**values), NOW) == words


def test_a_share_of_the_context_only_where_the_window_is_stated() -> None:
    assert context_words(session()) == ""
    assert context_words(session(context=AgentContext(tokens=122_000))) == "122 k"
    assert context_words(session(context=AgentContext(tokens=98_000, window=258_400, percent=37.9))) == "38 %"


def test_how_far_its_list_is() -> None:
    assert (done_words(session()), list_words(session()), list_words(session(todos=()))) == ("", None, None)
    assert done_words(session(todos=TODOS)) == "2 of 5 done"
    assert list_words(session(todos=TODOS)) == Message("rules.done-by-its-own-list-at", done=2, total=5, step="c")
    assert list_words(session(todos=TODOS[:2])) == Message("rules.done-by-its-own-list", done=2, total=2)


def test_the_strongest_evidence_is_named() -> None:
    log, registry = (Evidence(kind=kind, said="written", path="/h/l") for kind in ("log", "registry"))
    assert evidence_words(session(evidence=(log, registry)), NOW) == "registry, 14 min"
    assert evidence_words(session(), NOW) == "14 min"


def test_a_worktree_comes_before_the_branch() -> None:
    assert place_words(session(branch="main")) == "main"
    assert place_words(session(branch="main", worktree="/srv/csv-wt")) == "csv-wt"


@pytest.mark.parametrize(
    ("sessions", "words"),
    [
        ([], ""),
        ([session()], ""),
        ([session(tokens=400_000), session(tokens=1_200_000)], "1.6 M tokens"),
        ([session(tokens=400_000), session()], "at least 400 k tokens"),
        ([session(tokens=400_000, tokens_at_least=True)], "at least 400 k tokens"),
        ([session(tokens=400_000, cost=1.5), session(tokens=1, cost=2.6)], "400 k tokens, $4.10"),
        ([session(cost=1.5)], "$1.50"),
    ],
)
def test_what_all_state_together(sessions: list[AgentSession], words: str) -> None:
    assert sum_words(sessions) == words


STATES_NONE = "not known: no session states it"
CONTEXT = AgentContext(tokens=122_000)
SHARE = AgentContext(tokens=98_000, window=258_400, percent=37.9)


@pytest.mark.parametrize(
    ("metric", "sessions", "value", "note", "by_session"),
    [
        ("tokens", [session()], "", STATES_NONE, ()),
        ("tokens", [session(tokens=0)], "0", "1 session of the last 14 days", (("1", "0"),)),
        ("tokens", [session(tokens=400_000, title="a"), session(tokens=1_200_000, title="b")], "1.6 M",
         "2 sessions of the last 14 days", (("b", "1.2 M"), ("a", "400 k"))),
        ("tokens", [session(tokens=400_000), session()], "400 k", "or more; 2 sessions of the last 14 days",
         (("1", "400 k"),)),
        ("tokens", [session(tokens=400_000, tokens_at_least=True)], "400 k", "or more; 1 session of the last 14 days",
         (("1", "at least 400 k"),)),
        ("cost", [session(tokens=5)], "", STATES_NONE, ()),
        ("cost", [session(cost=1.5), session()], "$1.50", "stated by 1 of 2 sessions", (("1", "$1.50"),)),
        ("cost", [session(cost=1.5, title="a"), session(cost=2.6, title="b")], "$4.10",
         "2 sessions of the last 14 days", (("b", "$2.60"), ("a", "$1.50"))),
        ("context", [session(tokens=5)], "", STATES_NONE, ()),
        ("context", [session(state="ended", context=SHARE)], "", STATES_NONE, ()),
        ("context", [session(context=SHARE, title="a")], "38 %", "of a", (("a", "38 %"),)),
        ("context", [session(context=CONTEXT, title="b"), session(context=SHARE, title="a")], "38 %",
         "of a; 1 other session states no window size", (("a", "38 %"), ("b", "122 k"))),
        ("context", [session(context=CONTEXT, title="b"), session()], "122 k",
         "of b; no session states its window size", (("b", "122 k"),)),
    ],
)  # fmt: skip
def test_what_is_used_where_nothing_has_a_limit(
    metric: str, sessions: list[AgentSession], value: str, note: str, by_session: tuple[tuple[str, str], ...]
) -> None:
    [found] = [each for each in usage_of(sessions) if each.metric == metric]
    assert (found.value, str(found.note), found.by_session) == (value, note, by_session)


def test_nothing_is_used_where_there_is_no_session() -> None:
    assert usage_of(()) == ()
