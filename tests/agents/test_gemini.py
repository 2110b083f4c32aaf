"""Gemini CLI: what is read of a made home is what was written into it."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.agents.gemini import Gemini, GeminiLog
from tests.agents.making import NOW
from tests.agents.making.gemini import make_home
from tests.agents.support import MemoryFiles, assert_is_sound, files_in, taken, whole_lines

SINCE = (NOW - timedelta(days=14)).timestamp()
KEY = "a1b2c3d4-e5f6-7890-abcd-ef1234567890"
AT = "2026-11-24T12:00:00.000Z"
HEAD = {"sessionId": KEY, "projectHash": "app", "startTime": AT, "lastUpdated": AT, "kind": "main"}
PATH = "/home/me/.gemini/tmp/app/chats/session-2026-11-24T12-00-a1b2c3d4.jsonl"


def encoded(*records: object) -> list[bytes]:
    return [json.dumps(each).encode() for each in records]


def read(*records: object, head: object = HEAD) -> GeminiLog:
    log = GeminiLog(PATH)
    taken(log, encoded(head, *records))
    return log


def answer(key: str = "m1", **more: object) -> dict[str, object]:
    return {"id": key, "timestamp": AT, "type": "gemini", "content": "Yes.", "model": "gemini-3-pro-preview",
            "tokens": {"input": 9_000, "output": 10, "cached": 0, "total": 9_010}, **more}  # fmt: skip


def test_the_projects_own_mark_is_believed_more_than_the_registry_and_without_one(tmp_path: Path) -> None:
    made = make_home(tmp_path, 1)
    works, below = made.of("works").path, made.of("below_the_project").path
    files = files_in(made.at)
    del files.files[f"{made.at}/projects.json"]
    found = list(Gemini().logs(files, str(made.at), [made.project], SINCE))
    assert (works in found, below in found) == (True, False)
    files = files_in(made.at)
    files.files[f"{made.at}/tmp/app/.project_root"] = (b"/srv/elsewhere", 0)
    assert works not in list(Gemini().logs(files, str(made.at), [made.project], SINCE))


@pytest.mark.parametrize(
    "registry",
    [b"", b"[]", b"{", b'{"projects": []}', b'{"projects": {"app": "app"}}', b'{"projects": {"/srv/app": {"a": 1}}}',
     b'{"projects": {"/srv/app": "../../etc"}}', b"\xff" * 10],
)  # fmt: skip
def test_a_registry_that_cannot_be_read_finds_nothing(registry: bytes) -> None:
    head = encoded(HEAD)[0] + b"\n"
    files = MemoryFiles({"/h/projects.json": (registry, 1), "/h/tmp/app/chats/session-1.jsonl": (head, 9)})
    assert list(Gemini().logs(files, "/h", ["/srv/app"], 0)) == []


@pytest.mark.parametrize(
    ("environ", "home"),
    [({}, "/home/me/.gemini"), ({"GEMINI_CLI_HOME": "/data"}, "/data/.gemini"),
     ({"GEMINI_CLI_HOME": "here"}, "/home/me/.gemini")],
)  # fmt: skip
def test_its_home(environ: dict[str, str], home: str) -> None:
    assert Gemini().homes(environ, "/home/me/") == (home,)


def test_lines_that_are_left_out_leave_nothing_open(tmp_path: Path) -> None:
    made = make_home(tmp_path, 1)
    log = GeminiLog(PATH)
    taken(log, whole_lines(Path(made.of("waits_for_answer").path).read_bytes()))
    log.skip()
    session = log.session()
    assert not log.has_context
    assert (session.question, session.todos, session.context, session.model) == (None, None, None, None)
    assert session.tokens is not None
    assert session.tokens_at_least
    assert [each.said for each in session.evidence] == ["written"]
    log.take(encoded(answer())[0])
    assert log.has_context


@pytest.mark.parametrize("identifier", ["--help", "a b", "1", "latest", f"{KEY};ls", 7, None])
def test_an_id_that_no_command_may_hold_is_not_offered(identifier: object) -> None:
    assert read(head=HEAD | {"sessionId": identifier}).session().resume is None


UNREADABLE = {
    "no JSON": b"{",
    "no object": b"[1]",
    "deep": b'{"id":' + b"[" * 100_000,
    "unknown": b'{"more": 1}',
    "an id that is none": b'{"id": 7, "type": "user"}',
    "an update that is none": b'{"$set": 7}',
    "a rewind to nothing": b'{"$rewindTo": {}}',
    "messages that are none": b'{"$set": {"messages": [7]}}',
    "tokens that are none": b'{"id": "m1", "type": "gemini", "tokens": "many"}',
    "calls that are none": b'{"id": "m1", "type": "gemini", "toolCalls": ["ls"]}',
}


@pytest.mark.parametrize("line", UNREADABLE.values(), ids=UNREADABLE)
def test_a_line_that_cannot_be_read_is_counted(line: bytes) -> None:
    log = read(answer("m0"))
    log.take(line)
    assert log.unread == 1
    assert log.session().tokens == 9_010


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["m0", "gemini", "user", "ask_user", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["id", "type", "timestamp", "$set", "$rewindTo", "messages", "tokens", "total", "input", "args",
                         "toolCalls", "name", "status", "todos", "content", "text", "summary", "sessionId"]),
        inner, max_size=5),
    max_leaves=15,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(records=st.lists(ANY_JSON, max_size=5))
def test_no_record_raises(records: list[object]) -> None:
    log, totals = read(answer("m0"), *records), Gemini().totals(PATH)
    for each in encoded(*records):
        totals.take(each)
    assert_is_sound(log.session())
    log.skip()
    assert_is_sound(log.session())
