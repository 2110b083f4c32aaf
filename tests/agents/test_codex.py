"""Codex: what is read of a made home is what was written into it."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cockpit.agents.codex import Codex, CodexLog
from tests.agents.making import NOW
from tests.agents.making.codex import WINDOW, make_home
from tests.agents.support import MemoryFiles, assert_is_sound, taken, whole_lines

SINCE = (NOW - timedelta(days=14)).timestamp()
HEAD = {"timestamp": "2026-11-24T12:00:00Z", "type": "session_meta",
        "payload": {"id": "a-1", "timestamp": "2026-11-24T12:00:00Z", "cwd": "/srv/app"}}  # fmt: skip
PATH = "/home/me/.codex/sessions/2026/11/24/rollout-2026-11-24T13-00-00-01a07a18-2f55-78c3-9976-e71905ebb698.jsonl"


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


def test_an_answer_after_lines_left_out_is_in_a_turn_where_turns_are_recorded() -> None:
    call = {"type": "function_call", "name": "shell", "arguments": "{}", "call_id": "1"}
    for more, said in (({"ordinal": 900}, ["call-open", "turn-begun", "written"]), ({}, ["call-open", "written"])):
        log = read()
        log.skip()
        log.take(record("response_item", call, **more))
        assert [each.said for each in log.session().evidence] == said


def test_lines_that_are_left_out_leave_nothing_open(tmp_path: Path) -> None:
    made = make_home(tmp_path, 1)
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


def test_tokens_of_a_fork_are_not_known_where_its_beginning_is_left_out(tmp_path: Path) -> None:
    made = make_home(tmp_path, 1)
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


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["type", "payload", "timestamp", "info", "plan", "name", "arguments", "call_id", "item", "role",
                         "content", "error", "git", "source", "text"]), inner, max_size=4),
    max_leaves=12,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
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


def called(**payload: object) -> bytes:
    return record("response_item", {"type": "function_call", "name": "shell", "call_id": "c"} | payload)


SHELL = {"command": ["bash", "-lc", "cd /srv/app && git push"], "justification": "The branch is done."}
PATCH = "*** Begin Patch\n*** {} File: src/tax.py\n+rate = 19\n*** End Patch"


@pytest.mark.parametrize(
    ("call", "kind", "text", "reason"),
    [
        (called(name="exec_command", arguments=json.dumps({"cmd": "npm test"})), "run", "npm test", None),
        (called(arguments=json.dumps(SHELL)), "run", "git push", "The branch is done."),
        (called(arguments=json.dumps(SHELL | {"with_escalated_permissions": True})), "outside", "git push",
         "The branch is done."),
        (called(arguments=json.dumps(SHELL | {"sandbox_permissions": "require_escalated"})), "outside", "git push",
         "The branch is done."),
        (called(arguments=json.dumps({"command": ["git", "commit", "-m", "a b"]})), "run", "git commit -m 'a b'", None),
        (called(arguments=json.dumps({"command": "ls"})), "run", "ls", None),
        (called(arguments=json.dumps({"command": [3]})), "use", "shell", None),
        (called(name="view_image", arguments=json.dumps({"path": "a.png"})), "use", "view_image", None),
        (called(type="local_shell_call", action={"command": ["ls", "-a"]}), "run", "ls -a", None),
        (called(type="custom_tool_call", name="apply_patch", input=PATCH.format("Add")), "write", "src/tax.py", None),
        (called(type="custom_tool_call", name="apply_patch", input=PATCH.format("Update")), "change", "src/tax.py",
         None),
        (called(type="custom_tool_call", name="apply_patch", input="x"), "use", "apply_patch", None),
    ],
)  # fmt: skip
def test_a_call_without_an_answer_is_what_it_asks_for(call: bytes, kind: str, text: str, reason: str | None) -> None:
    log = read(call)
    request = log.session().request
    assert request is not None
    assert (request.kind, request.text, request.reason) == (kind, text, reason)
    kind_of_answer = "custom_tool_call_output" if b"custom_tool" in call else "function_call_output"
    log.take(record("response_item", {"type": kind_of_answer, "call_id": "c", "output": "done"}))
    assert log.session().request is None
