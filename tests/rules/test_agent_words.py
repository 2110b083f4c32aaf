"""The words for a session of an agent."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from cockpit.model.agents import (
    AgentContext,
    AgentFailure,
    AgentQuestion,
    AgentRateLimit,
    AgentRequest,
    AgentSession,
    AgentTodo,
    Evidence,
    RateLimitWindow,
)
from cockpit.rules.agent_words import (
    context_words,
    cut_words,
    done_words,
    last_sentence,
    list_words,
    place_words,
    rate_limit_words,
    request_words,
    state_words,
    sum_words,
    usage_of,
    way_back,
    without_secrets,
)
from cockpit.wording.printable import cells_of
from cockpit.wording.secrets import masked_command
from cockpit.wording.times import write_instant

NOW = datetime(2026, 11, 24, 13, 0, tzinfo=UTC)
TODOS = (
    AgentTodo(text="a", status="completed"), AgentTodo(text="b", status="cancelled"),
    AgentTodo(text="c", status="in_progress"), AgentTodo(text="d", status="pending"), AgentTodo(text="e"),
)  # fmt: skip


RUN = AgentRequest(tool="Bash", kind="run", text="git push --force origin main")
ASK = AgentRequest(tool="AskUserQuestion", kind="ask", text="Drop the old queue?")
LIMIT = AgentFailure(kind="limit", at="2026-11-24T12:00:00Z")


def session(**values: object) -> AgentSession:
    return AgentSession(agent="x", id="1", path="/h/l", updated="2026-11-24T12:46:00Z", **values)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"state": "waits", "waits_for": "permission"}, "waits: permission"),
        ({"state": "waits", "waits_for": "dialog"}, "waits: a dialog"),
        ({"state": "waits", "waits_for": "something"}, "waits for you"),
        ({"state": "waits", "waits_for": "hold", "held": "cost $10.04, alert at $10", "request": RUN},
         "held: cost $10.04, alert at $10"),
        ({"state": "waits", "waits_for": "permission", "request": RUN}, "wants to run: git push --force origin main"),
        ({"state": "waits", "waits_for": "permission", "request": replace(RUN, kind="outside")},
         "wants to run outside its sandbox: git push --force origin main"),
        ({"state": "waits", "waits_for": "permission", "request": replace(RUN, kind="use", text="shop: list")},
         "wants to use: shop: list"),
        ({"state": "waits", "waits_for": "plan", "request": replace(RUN, kind="plan", text="Intro\n# Split it\n- a")},
         "shows its plan: Split it"),
        ({"state": "waits", "waits_for": "question", "request": ASK, "question": AgentQuestion(text="x",
          options=("Yes", "No"))}, "asks: Drop the old queue? Yes / No"),
        ({"state": "waits", "waits_for": "question", "request": ASK, "question": AgentQuestion(text="x", others=2)},
         "asks 3 questions: Drop the old queue?"),
        ({"state": "works"}, "works"),
        ({"state": "works", "request": replace(RUN, text="npm test", at="2026-11-24T12:48:00Z")},
         "runs npm test, 12 min"),
        ({"state": "works", "subagents": 2, "subagent_names": ("research caches", "b")},
         "works, 2 subagents: research caches"),
        ({"state": "works", "may": True}, "works, nothing heard for 14 min"),
        ({"state": "works", "headless": True}, "works, nobody sits there (print mode)"),
        ({"state": "background", "subagents": 1, "subagent_names": ("a",)}, "works in background: 1 subagent: a"),
        ({"state": "your-turn"}, "ended its turn"),
        ({"state": "your-turn", "said": "The tests pass now. Shall I commit?"}, "ended its turn: Shall I commit?"),
        ({"state": "your-turn", "evidence": (Evidence(kind="turn", said="interrupted", path="/h/l"),)},
         "you stopped it"),
        ({"state": "your-turn", "evidence": (Evidence(kind="registry", said="shell", path="/h/l"),)},
         "ended its turn (a shell runs)"),
        ({"state": "limited", "failure": AgentFailure(kind="limit", until="9:50pm")}, "limited until 9:50pm"),
        ({"state": "limited", "failure": replace(LIMIT, until="9:50pm (UTC)")}, "limited until 21:50"),
        ({"state": "limited", "failure": replace(LIMIT, until="12:40pm (UTC)")}, "may go on since 12:40"),
        ({"state": "limited", "failure": AgentFailure(kind="limit")}, "limited"),
        ({"state": "retries"}, "tries again"),
        ({"state": "failed", "failure": AgentFailure(kind="login")}, "failed: log in"),
        ({"state": "failed", "failure": AgentFailure(kind="other")}, "failed"),
        ({"state": "unfinished"}, "unfinished, silent 14 min"),
        ({"state": "unfinished", "request": replace(RUN, kind="outside", text="pip i", at="2026-11-24T12:59:20Z")},
         "may wait: asked to leave its sandbox: pip i, 40 s"),
        ({"state": "lost"}, "lost: its process is gone"),
        ({"state": "ended"}, "ended 14 min ago"),
        ({"state": "ended", "headless": True}, "ended 14 min ago (nobody sits there)"),
        ({"state": "unknown"}, "not known"),
        ({"state": "unknown", "alive": False}, "not known: its list says gone, its log grows"),
    ],
)  # fmt: skip
def test_what_it_does(values: dict[str, object], words: str) -> None:
    assert state_words(session(**values), NOW) == words


def test_seconds_of_silence_are_not_told() -> None:
    silent = replace(session(state="unfinished"), updated="2026-11-24T12:59:46Z")
    assert state_words(silent, NOW) == "unfinished"


@pytest.mark.parametrize(
    ("command", "shown"),
    [
        ("# first\n\n  make   all", "make all"),
        ("cat <<EOF > a\none\ntwo\nEOF", "cat <<EOF > a … (+3 lines)"),
        ("TOKEN=abc PORT=1 curl a", "TOKEN=… PORT=… curl a"),
        ("cd x && API_KEY=abc make CC=gcc", "cd x && API_KEY=… make CC=gcc"),
        ("deploy --password hunter2 --to a", "deploy --password … --to a"),
        ("curl -H 'Authorization: Bearer abc' a", "curl -H 'Authorization: …' a"),
        ("curl https://me:pw@a.org/b", "curl https://…@a.org/b"),
        ("git push --force origin main", "git push --force origin main"),
    ],
)
def test_a_command_on_one_line_without_secrets(command: str, shown: str) -> None:
    request = replace(RUN, text=command)
    assert request_words(request, session()) == shown
    assert without_secrets(session(request=request)).request == replace(
        request, text=masked_command(command), masked=masked_command(command) != command
    )


def test_a_path_without_the_repositorys_root() -> None:
    request = replace(RUN, kind="change", text="/srv/app/api/a.py")
    assert request_words(request, session(root="/srv/app")) == "api/a.py"
    assert request_words(request, session(root="/srv/ap")) == "/srv/app/api/a.py"


@pytest.mark.parametrize(
    ("text", "width", "shown"),
    [
        ("git push", 8, "git push"),
        ("git push --force origin main", 16, "git push --… +17"),
        ("日本語のテキスト", 10, "日本語… +5"),
    ],
)
def test_a_text_is_cut_at_its_end_and_says_by_how_much(text: str, width: int, shown: str) -> None:
    assert cut_words(text, width) == shown
    assert cells_of(shown) <= width


@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("## Done\n\n- I changed the parser.\n\nShall I commit?", "Shall I commit?"),
        ("Ok. I have renamed the module in all places. Next I would test.", "I have renamed the module in all places."),
        ("```\nwhat?\n```\nSee [the page](http://a/b) for all of it.", "See the page for all of it."),
        ("", ""),
        (None, ""),
    ],
)
def test_the_sentence_a_message_ends_with(message: str | None, told: str) -> None:
    assert last_sentence(message) == told


def test_the_way_back() -> None:
    ended = session(resume="x --resume 1", cwd="/srv/my app")
    assert way_back(ended) == "cd '/srv/my app' && x --resume 1"
    assert way_back(replace(ended, go=("tmux", "-S", "/s", "switch-client"))) == "tmux -S /s switch-client"
    assert way_back(session(alive=True)) is None


def test_a_share_of_the_context_only_where_the_window_is_stated() -> None:
    assert context_words(session()) == ""
    assert context_words(session(context=AgentContext(tokens=122_000))) == "122 k"
    assert context_words(session(context=AgentContext(tokens=98_000, window=258_400, percent=37.9))) == "38 %"


def test_limits_are_said_until_they_begin_anew() -> None:
    def limit(window: RateLimitWindow, used: float, hours: float) -> AgentRateLimit:
        return AgentRateLimit(window=window, used=used, resets_at=write_instant(NOW + timedelta(hours=hours)))

    both = session(rate_limits=(limit("five_hour", 24.9, 2), limit("seven_day", 100, 50)))
    assert rate_limit_words(both, NOW) == "5 h 24 %, resets 15:00 · 7 d 100 %, resets 26 Nov 15:00"
    assert rate_limit_words(both, NOW + timedelta(hours=2)) == "7 d 100 %, resets 26 Nov 15:00"
    assert rate_limit_words(both, NOW + timedelta(hours=50)) == rate_limit_words(session(), NOW) == ""


def test_how_far_its_list_is() -> None:
    assert (done_words(session()), list_words(session()), list_words(session(todos=()))) == ("", None, None)
    assert done_words(session(todos=TODOS)) == "2 of 5 done"
    assert list_words(session(todos=TODOS)) == "2 of 5 done in its own list; now: c"
    assert list_words(session(todos=TODOS[:2])) == "2 of 2 done in its own list"


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
