"""Gemini CLI: what is read of a made home is what was written into it."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.agents.gemini import Gemini, GeminiLog
from cockpit.model.agents import AgentSession
from tests.agents.making import NOW, WRONG, Made, spoiled
from tests.agents.making.gemini import SCENARIOS, GeminiTruth, make_home
from tests.agents.support import MemoryFiles, files_in, taken, whole_lines

SINCE = (NOW - timedelta(days=14)).timestamp()
KEY = "a1b2c3d4-e5f6-7890-abcd-ef1234567890"
AT = "2026-11-24T12:00:00.000Z"
HEAD = {"sessionId": KEY, "projectHash": "app", "startTime": AT, "lastUpdated": AT, "kind": "main"}
PATH = "/home/me/.gemini/tmp/app/chats/session-2026-11-24T12-00-a1b2c3d4.jsonl"


@pytest.fixture(scope="module", params=[1, 2])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make_home(tmp_path_factory.mktemp("home") / ".gemini", request.param)


def encoded(*records: object) -> list[bytes]:
    return [json.dumps(each).encode() for each in records]


def read(*records: object, head: object = HEAD) -> GeminiLog:
    log = GeminiLog(PATH)
    taken(log, encoded(head, *records))
    return log


def answer(key: str = "m1", **more: object) -> dict[str, object]:
    return {"id": key, "timestamp": AT, "type": "gemini", "content": "Yes.", "model": "gemini-3-pro-preview",
            "tokens": {"input": 9_000, "output": 10, "cached": 0, "total": 9_010}, **more}  # fmt: skip


def stated(session: AgentSession) -> tuple[tuple[str, str, str | None, str | None], ...]:
    assert all(each.path == session.path for each in session.evidence)
    return tuple((each.kind, each.said, each.at, each.waits_for) for each in session.evidence)


def compared(truth: GeminiTruth, session: AgentSession) -> dict[str, tuple[object, object]]:
    """What is not as it was written."""
    context, question = session.context, session.question
    pairs = {name: (getattr(truth, name), getattr(session, name))
             for name in ("id", "path", "cwd", "title", "title_by", "branch", "version", "model", "kind", "started",
                          "updated", "tokens", "tokens_at_least", "resume", "plan_path", "pid", "failure")}  # fmt: skip
    pairs |= {
        "context": (truth.context, context.tokens if context else None),
        "question": (truth.question, (question.text, question.options) if question else None),
        "todos": (truth.todos, None if session.todos is None else tuple((e.text, e.status) for e in session.todos)),
        "evidence": (truth.evidence, stated(session)),
    }
    assert context is None or (context.window, context.percent) == (None, None)
    return {name: pair for name, pair in pairs.items() if pair[0] != pair[1]}


@pytest.mark.parametrize("scenario", [each.__name__ for each in SCENARIOS])
def test_a_session_is_read_as_it_was_written(made: Made, scenario: str) -> None:
    truth, gemini = made.of(scenario), Gemini()
    assert isinstance(truth, GeminiTruth)
    log, totals = gemini.log(truth.path), gemini.totals(truth.path)
    lines = whole_lines(Path(truth.path).read_bytes())
    taken(log, lines)
    for each in lines:
        totals.take(each)
    assert compared(truth, gemini.completed(files_in(made.at), str(made.at), log.session())) == {}
    assert log.unread == 0
    assert totals.tokens == truth.tokens
    assert log.has_context == (truth.context is not None or scenario == "compressed")


def test_the_projects_sessions_are_found_once_each(made: Made) -> None:
    files = files_in(made.at)
    found = list(Gemini().logs(files, str(made.at), [made.project], SINCE))
    truths = [each for each in made.sessions if isinstance(each, GeminiTruth)]
    old = f"{made.at}/tmp/app/chats/session-2025-11-01T10-00-aaaaaaaa.json"
    assert sorted(found) == sorted([old, *(each.path for each in truths if each.is_found)])
    assert not any(opened.endswith(("oauth_creds.json", "rg")) for opened in files.opened)


def test_without_a_registry_the_projects_own_mark_tells(made: Made) -> None:
    files = files_in(made.at)
    del files.files[f"{made.at}/projects.json"]
    found = list(Gemini().logs(files, str(made.at), [made.project], SINCE))
    assert made.of("works").path in found
    assert made.of("below_the_project").path not in found


def test_the_mark_is_believed_more_than_the_registry(made: Made) -> None:
    files = files_in(made.at)
    files.files[f"{made.at}/tmp/app/.project_root"] = (b"/srv/elsewhere", 0)
    assert made.of("works").path not in list(Gemini().logs(files, str(made.at), [made.project], SINCE))


def test_nothing_is_found_where_nobody_worked(made: Made) -> None:
    gemini, files = Gemini(), files_in(made.at)
    assert list(gemini.logs(files, str(made.at), ["/srv/none"], SINCE)) == []
    assert list(gemini.logs(files, str(made.at), [made.project], NOW.timestamp() + 1)) == []
    assert list(gemini.logs(MemoryFiles({}), "/nowhere", ["/"], 0)) == []
    assert list(gemini.live(files, str(made.at))) == []


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


def test_a_whole_document_on_one_line_is_read() -> None:
    document = HEAD | {"messages": [{"id": "u", "timestamp": AT, "type": "user", "content": "fix it"}, answer()]}
    session = read(head=document).session()
    assert (session.title, session.tokens, session.tokens_at_least) == ("fix it", 9_010, False)
    totals = Gemini().totals(PATH)
    totals.take(encoded(document)[0])
    assert totals.tokens == 9_010


def test_lines_that_are_left_out_leave_nothing_open(made: Made) -> None:
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


def test_tokens_are_at_least_those_of_the_lines_taken() -> None:
    log = GeminiLog(PATH)
    taken(log, encoded(answer()))
    assert (log.session().tokens, log.session().tokens_at_least) == (9_010, True)
    assert log.session().id == "session-2026-11-24T12-00-a1b2c3d4"
    log.take(encoded(HEAD)[0])
    assert (log.session().id, log.session().tokens_at_least) == (KEY, True)


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


NOT_KNOWN = [
    ("started", HEAD | {"startTime": 5}, "started"),
    ("kind", HEAD | {"kind": ["main"]}, "kind"),
    ("summary", {"$set": {"summary": {}}}, "title"),
    ("model", answer(model=3), "model"),
    ("tokens", answer(tokens={"input": "x", "total": -1}), "tokens"),
    ("context", answer(tokens={"input": 1.5, "total": True}), "context"),
    ("todos", answer(toolCalls=[{"name": "write_todos", "status": "success", "args": {"todos": [{"description": 1}]}}]),
     "todos"),
    ("question", answer(toolCalls=[{"name": "ask_user", "status": "executing", "args": {"questions": "?"}}]),
     "question"),
]  # fmt: skip


@pytest.mark.parametrize(("changed", "name"), [each[1:] for each in NOT_KNOWN], ids=[each[0] for each in NOT_KNOWN])
def test_a_value_of_another_type_is_not_known(changed: dict[str, object], name: str) -> None:
    log = GeminiLog(PATH)
    taken(log, encoded(changed))
    assert getattr(log.session(), name) is None
    assert log.unread == 1


def test_no_wrong_value_anywhere_raises(tmp_path: Path) -> None:
    made = make_home(tmp_path, 3)
    lines = {each for truth in made.sessions for each in whole_lines(Path(truth.path).read_bytes())}
    gemini = Gemini()
    records = map(json.loads, sorted(lines))
    one_of_each = {(each.get("type"), *(place for place, _ in spoiled(each, None))): each for each in records}
    for each in one_of_each.values():
        for wrong in WRONG:
            for place, changed in spoiled(each, wrong):
                log, totals = read(changed, answer()), gemini.totals(PATH)
                totals.take(encoded(changed)[0])
                assert_is_sound(log.session(), place)
                assert totals.tokens is None or totals.tokens >= 0
    for wrong in (*WRONG, HEAD):
        files = MemoryFiles({"/h/projects.json": (b'{"projects": {"/srv/app": "app"}}', 1),
                             "/h/tmp/app/chats/session-1.jsonl": (encoded(wrong)[0] + b"\n", 9)})  # fmt: skip
        assert len(list(gemini.logs(files, "/h", ["/srv/app"], 0))) == 1


def assert_is_sound(session: AgentSession, place: str = "") -> None:
    for name in ("title", "cwd", "model", "kind", "started", "updated", "resume"):
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
    st.none() | st.booleans() | st.integers() | st.floats() | st.sampled_from(["m0", "gemini", "user", "ask_user", ""]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["id", "type", "timestamp", "$set", "$rewindTo", "messages", "tokens", "total", "input", "args",
                         "toolCalls", "name", "status", "todos", "content", "text", "summary", "sessionId"]),
        inner, max_size=5),
    max_leaves=15,
)  # fmt: skip


@settings(max_examples=300, deadline=None)
@given(records=st.lists(ANY_JSON, max_size=5))
def test_no_record_raises(records: list[object]) -> None:
    log, totals = read(answer("m0"), *records), Gemini().totals(PATH)
    for each in encoded(*records):
        totals.take(each)
    assert_is_sound(log.session())
    log.skip()
    assert_is_sound(log.session())


@settings(max_examples=60, deadline=None)
@given(cut=st.integers(min_value=0))
def test_a_torn_line_changes_nothing(cut: int) -> None:
    lines = encoded(HEAD, {"id": "u", "timestamp": AT, "type": "user", "content": "fix it"}, answer())
    whole, torn = GeminiLog(PATH), GeminiLog(PATH)
    taken(whole, lines)
    taken(torn, [*lines, lines[-1][: cut % len(lines[-1])]])
    assert torn.session() == whole.session()
