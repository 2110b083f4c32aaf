"""Codex: what is read of a made home is what was written into it."""

import json
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cockpit.agents.codex import Codex, CodexLog
from cockpit.model.agents import AgentSession
from tests.agents.making import NOW, WRONG, Made, spoiled
from tests.agents.making.codex import SCENARIOS, WINDOW, CodexTruth, Writer, make_home, two_plans
from tests.agents.support import MemoryFiles, files_in, taken, whole_lines

SINCE = (NOW - timedelta(days=14)).timestamp()
HEAD = {"timestamp": "2026-11-24T12:00:00Z", "type": "session_meta",
        "payload": {"id": "a-1", "timestamp": "2026-11-24T12:00:00Z", "cwd": "/srv/app"}}  # fmt: skip
PATH = "/home/me/.codex/sessions/2026/11/24/rollout-2026-11-24T13-00-00-01a07a18-2f55-78c3-9976-e71905ebb698.jsonl"


@pytest.fixture(scope="module", params=[1, 2])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make_home(tmp_path_factory.mktemp("home") / ".codex", request.param)


def record(kind: str, payload: object, at: str = "2026-11-24T12:01:00Z", **more: object) -> bytes:
    return json.dumps({"timestamp": at, "type": kind, "payload": payload, **more}).encode()


def event(kind: str, **more: object) -> bytes:
    return record("event_msg", {"type": kind, **more})


def usage(total: object, last: object = 20_000, window: object = WINDOW) -> bytes:
    return event("token_count", info={"total_token_usage": {"total_tokens": total},
                                      "last_token_usage": {"total_tokens": last},
                                      "model_context_window": window})  # fmt: skip


def read(*lines: bytes, head: object = HEAD, path: str = PATH) -> CodexLog:
    log = CodexLog(path)
    taken(log, [json.dumps(head).encode(), *lines])
    return log


def stated(session: AgentSession) -> tuple[tuple[str, str, str | None, str | None], ...]:
    assert all(each.path == session.path for each in session.evidence)
    return tuple((each.kind, each.said, each.at, each.waits_for) for each in session.evidence)


def compared(truth: CodexTruth, session: AgentSession) -> dict[str, tuple[object, object]]:
    """What is not as it was written."""
    context, question, failure = session.context, session.question, session.failure
    pairs = {name: (getattr(truth, name), getattr(session, name))
             for name in ("id", "path", "cwd", "title", "title_by", "branch", "version", "model", "kind", "started",
                          "updated", "tokens", "tokens_at_least", "resume", "plan_path", "pid")}  # fmt: skip
    pairs |= {
        "context": (truth.context, context.tokens if context else None),
        "window": (truth.window, context.window if context else None),
        "question": (truth.question, (question.text, question.options) if question else None),
        "todos": (truth.todos, None if session.todos is None else tuple((e.text, e.status) for e in session.todos)),
        "failure": (truth.failure, (failure.kind, failure.text, failure.at, failure.until) if failure else None),
        "evidence": (truth.evidence, stated(session)),
    }
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


@pytest.mark.parametrize("scenario", [each.__name__ for each in SCENARIOS])
def test_a_session_is_read_as_it_was_written(made: Made, scenario: str) -> None:
    truth = made.of(scenario)
    assert isinstance(truth, CodexTruth)
    log = Codex().log(truth.path)
    taken(log, whole_lines(Path(truth.path).read_bytes()))
    assert compared(truth, log.session()) == {}
    assert log.unread == 0
    assert log.has_context == (truth.context is not None or scenario == "compacted")


def test_the_projects_sessions_are_found_once_each(made: Made) -> None:
    files = files_in(made.at)
    found = list(Codex().logs(files, str(made.at), [made.project], SINCE))
    truths = [each for each in made.sessions if isinstance(each, CodexTruth)]
    assert sorted(found) == sorted(each.path for each in truths if each.is_found)
    assert not any(opened.endswith(("auth.json", ".zst")) for opened in files.opened)
    assert not any("2026/10" in opened for opened in files.opened)


def test_nothing_is_found_where_nobody_worked(made: Made) -> None:
    codex, files = Codex(), files_in(made.at)
    assert list(codex.logs(files, str(made.at), ["/srv/elsewhere"], SINCE)) == []
    assert list(codex.logs(files, str(made.at), [made.project], NOW.timestamp() + 1)) == []
    assert list(codex.logs(MemoryFiles({}), "/nowhere", ["/"], 0)) == []
    assert list(codex.live(files, str(made.at))) == []


def test_all_days_are_looked_at_where_all_are_asked_for(made: Made) -> None:
    found = list(Codex().logs(files_in(made.at), str(made.at), [made.project], 0))
    assert made.of("of_last_month").path in found


@pytest.mark.parametrize(
    ("day", "is_found"),
    [("2026/11/24", True), ("2026/11/10", True), ("2026/11/09", True), ("2026/11/08", False), ("2026/10/30", False),
     ("2025/12/31", False), ("2027/01/01", True), ("2026/11/x", False), ("26/11/24", False)],
)  # fmt: skip
def test_the_days_looked_at_are_those_since_then_and_the_one_before(day: str, is_found: bool) -> None:
    """The path has the local day, which may be the one before. A session begun earlier is not found, though it may
    have been taken up again since: looking at all days would cost too much."""
    path = f"/h/sessions/{day}/rollout-1.jsonl"
    files = MemoryFiles({path: (json.dumps(HEAD).encode() + b"\n", NOW.timestamp())})
    assert list(Codex().logs(files, "/h", ["/srv/app"], SINCE)) == ([path] if is_found else [])


@pytest.mark.parametrize(
    ("environ", "home"),
    [({}, "/home/me/.codex"), ({"CODEX_HOME": "/data/codex/"}, "/data/codex"),
     ({"CODEX_HOME": "here"}, "/home/me/.codex"), ({"CODEX_HOME": ""}, "/home/me/.codex")],
)  # fmt: skip
def test_its_home(environ: dict[str, str], home: str) -> None:
    assert Codex().homes(environ, "/home/me") == (home,)


@pytest.mark.parametrize(
    ("tokens", "percent"),
    [(0, 0.0), (12_000, 0.0), (91_875, 32.0), (258_400, 100.0), (900_000, 100.0), (135_200, 50.0)],
)
def test_the_context_is_as_codex_states_it(tokens: int, percent: float) -> None:
    context = read(usage(1_000_000, tokens)).session().context
    assert context is not None
    assert (context.tokens, context.window, context.percent) == (tokens, WINDOW, percent)


def test_a_window_too_small_to_be_divided_gives_no_percentage() -> None:
    context = read(usage(1, 5_000, 12_000)).session().context
    assert context is not None
    assert context.percent is None


def test_a_window_that_is_stated_with_the_turn_alone_counts() -> None:
    context = read(event("task_started", model_context_window=WINDOW), usage(1, 135_200, None)).session().context
    assert context is not None
    assert context.percent == 50.0


def test_lines_that_are_left_out_leave_nothing_open(made: Made) -> None:
    lines = whole_lines(Path(made.of("waits_for_answer").path).read_bytes())
    log = CodexLog(PATH)
    taken(log, lines)
    log.skip()
    session = log.session()
    assert not log.has_context
    assert (session.question, session.todos, session.context, session.tokens) == (None, None, None, None)
    assert [each.said for each in session.evidence] == ["written"]
    assert session.title is not None
    assert session.cwd == made.project


def test_an_answer_after_lines_left_out_is_in_a_turn_where_turns_are_recorded() -> None:
    call = {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "1"}
    for more, said in (({"ordinal": 900}, ["call-open", "turn-begun", "written"]), ({}, ["call-open", "written"])):
        log = read()
        log.skip()
        log.take(record("response_item", call, **more))
        assert [each.said for each in log.session().evidence] == said


def test_tokens_are_not_known_where_the_first_line_is_not() -> None:
    log = CodexLog(PATH)
    log.take(usage(70_000))
    session = log.session()
    assert session.tokens is None
    assert session.context is not None
    assert (session.id, session.resume) == ("01a07a18-2f55-78c3-9976-e71905ebb698", None)


def test_tokens_of_a_fork_are_not_known_where_its_beginning_is_left_out(made: Made) -> None:
    lines = whole_lines(Path(made.of("forked").path).read_bytes())
    log = CodexLog(PATH)
    log.take(lines[0])
    log.skip()
    taken(log, lines[-12:])
    assert log.session().context is not None
    assert log.session().tokens is None


@pytest.mark.parametrize("identifier", ["--help", "a b", "a;b", "a\nb", "", "x" * 200, 7, None])
def test_an_id_that_no_command_may_hold_is_not_offered(identifier: object) -> None:
    session = read(head=HEAD | {"payload": {"id": identifier, "cwd": "/srv/app"}}).session()
    assert session.resume is None
    assert session.id == "01a07a18-2f55-78c3-9976-e71905ebb698"


UNREADABLE = {
    "no JSON": b"{",
    "no object": b"[1]",
    "not UTF-8": b'\xff{"type":"event_msg"}',
    "deep": b'{"type":' + b"[" * 100_000,
    "deep and closed": b'{"type":"x","payload":' + b"[" * 5_000 + b"]" * 5_000 + b"}",
    "digits": b'{"type":"event_msg","timestamp":' + b"9" * 10_000 + b"}",
    "no type": record("x", {}).replace(b'"x"', b"7"),
    "no payload": record("event_msg", None),
    "no time": record("event_msg", {"type": "task_started"}, at="yesterday"),
    "a list in the plan": record("response_item", {"type": "function_call", "name": "update_plan", "arguments": "[]"}),
}


@pytest.mark.parametrize("line", UNREADABLE.values(), ids=UNREADABLE)
def test_a_line_that_cannot_be_read_is_counted(line: bytes) -> None:
    log = read(line, usage(5))
    assert log.unread == 1
    assert log.session().tokens == 5


def test_an_empty_line_and_an_unknown_kind_are_not_counted() -> None:
    assert read(b"", b" \r", record("world_state", [1]), event("sub_agent_activity", x=1)).unread == 0


NOT_KNOWN = [
    ("cwd", record("session_meta", HEAD["payload"] | {"cwd": "app"}), "cwd"),
    ("branch", record("session_meta", HEAD["payload"] | {"git": {"branch": 4}}), "branch"),
    ("version", record("session_meta", HEAD["payload"] | {"cli_version": 4.1}), "version"),
    ("started", record("session_meta", HEAD["payload"] | {"timestamp": "2026-11-24"}), "started"),
    ("model", record("turn_context", {"model": ["gpt"]}), "model"),
    ("total", usage("many"), "tokens"),
    ("negative total", usage(-5), "tokens"),
    ("huge total", usage(10**30), "tokens"),
    ("fraction", usage(5.5), "tokens"),
    ("flag", usage(True), "tokens"),
    ("last", usage(5, "many"), "context"),
    ("plan", record("response_item", {"type": "function_call", "name": "update_plan",
                                      "arguments": '{"plan": [{"step": "Read"}, {"step": 7}]}'}), "todos"),
    ("question", record("response_item", {"type": "function_call", "name": "request_user_input", "call_id": "1",
                                          "arguments": '{"questions": [{"question": null}]}'}), "question"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "name"), [each[1:] for each in NOT_KNOWN], ids=[each[0] for each in NOT_KNOWN])
def test_a_value_of_another_type_is_not_known(line: bytes, name: str) -> None:
    is_first = b'"session_meta"' in line
    log = CodexLog(PATH)
    taken(log, [line] if is_first else [json.dumps(HEAD).encode(), line])
    assert getattr(log.session(), name) is None


def test_a_question_without_a_readable_text_is_open_all_the_same() -> None:
    session = read(record("response_item", {"type": "function_call", "name": "request_user_input", "call_id": "1",
                                            "arguments": "?"})).session()  # fmt: skip
    assert session.question is None
    assert session.evidence[0].said == "question-open"


def sample(folder: Path) -> list[dict[str, object]]:
    """Of the records of every scenario the first and the last of each type with values in the same places."""
    made = make_home(folder, 3)
    lines = {each for truth in made.sessions for each in whole_lines(Path(truth.path).read_bytes())}
    alike: dict[object, list[dict[str, object]]] = {}
    for record in map(json.loads, sorted(lines)):
        places = (place for place, _ in spoiled(record, None))
        alike.setdefault((record["type"], record["payload"].get("type"), *places), []).append(record)
    return [record for several in alike.values() for record in several[:: max(1, len(several) - 1)]]


def test_no_wrong_value_anywhere_raises(tmp_path: Path) -> None:
    for each in sample(tmp_path):
        for wrong in WRONG:
            for place, changed in spoiled(each, wrong):
                log = read(json.dumps(changed).encode(), usage(5))
                assert_is_sound(log.session(), place)
                list(Codex().logs(one_file(changed), "/h", ["/srv/app"], 0))


def one_file(first: object) -> MemoryFiles:
    return MemoryFiles({"/h/archived_sessions/rollout-1.jsonl": (json.dumps(first).encode() + b"\n", 5.0)})


def assert_is_sound(session: AgentSession, place: str = "") -> None:
    for name in ("title", "cwd", "branch", "version", "model", "kind", "started", "updated", "resume"):
        value = getattr(session, name)
        assert value is None or (isinstance(value, str) and value), (place, name)
    assert session.tokens is None or (type(session.tokens) is int and session.tokens >= 0), place
    for todo in session.todos or ():
        assert todo.text, place
        assert todo.status in (None, "pending", "in_progress", "completed", "cancelled", "blocked"), place
    assert all(isinstance(each.at, str | None) for each in session.evidence), place
    json.dumps(str(session)).encode()
    hash(session)


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["type", "payload", "timestamp", "info", "plan", "name", "arguments", "call_id", "item", "role",
                         "content", "error", "git", "source", "text"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=200, deadline=None)
@given(kind=st.sampled_from(["session_meta", "turn_context", "event_msg", "response_item", "compacted", "new"]),
       name=st.sampled_from(["token_count", "task_started", "task_complete", "function_call", "message",
                             "item_completed", "user_message", "thread_name_updated"]),
       payload=ANY_JSON)  # fmt: skip
@example(kind="session_meta", name="token_count", payload={"source": ""})
@example(kind="session_meta", name="token_count", payload={"source": "\ud83d"})
def test_no_payload_raises(kind: str, name: str, payload: object) -> None:
    if isinstance(payload, dict):
        payload = payload | {"type": name}
    log = read(record(kind, payload), head=record(kind, payload).decode())
    log.skip()
    assert_is_sound(log.session())


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(min_value=0), seed=st.integers(min_value=0, max_value=3))
def test_a_torn_line_changes_nothing(cut: int, seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    writer = Writer(Made(tmp_path_factory.mktemp("home"), "/srv/app", NOW), Random(seed), "torn")
    two_plans(writer)
    lines = [each.rstrip(b"\n") for each in writer.lines]
    whole, torn = CodexLog(writer.truth.path), CodexLog(writer.truth.path)
    taken(whole, lines)
    taken(torn, [*lines, lines[-1][: cut % len(lines[-1])]])
    assert torn.session() == whole.session()
