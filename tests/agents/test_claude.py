"""The reader of Claude Code against what the writer of a home knows to be true."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.agents.claude import CLAUDE
from cockpit.agents.claude_log import ClaudeLog
from cockpit.model.agents import AgentSession, AgentTodo, Evidence
from tests.agents.making import WRONG, line, spoiled
from tests.agents.making.claude import make_home, slug
from tests.agents.support import MemoryFiles, assert_is_sound, files_in

ID = "0b1f6c1e-5a51-4c0c-9d0e-3f8f4a1c2b3d"
AT = "/home/somebody/.claude"
LOG = f"{AT}/projects/-srv-app/{ID}.jsonl"


def stated(evidence: Iterable[Evidence]) -> tuple[tuple[str, str, str | None, str | None], ...]:
    return tuple((each.kind, each.said, each.at, each.waits_for) for each in evidence)


def pairs(todos: Sequence[AgentTodo] | None) -> tuple[tuple[str, str | None], ...] | None:
    return None if todos is None else tuple((each.text, each.status) for each in todos)


# Against the writer's truth


def test_the_logs_of_the_project_are_found_once_each_the_newest_first(tmp_path: Path) -> None:
    made = make_home(tmp_path / ".claude", 1)
    files = files_in(made.at)
    found = list(CLAUDE.logs(files, str(made.at), (made.project,), 0))
    assert sorted(found) == sorted(each.path for each in made.sessions if each.ours)
    times = [files.files[path][1] for path in found]
    assert times == sorted(times, reverse=True)


# Shapes of records

ENVELOPE: dict[str, Any] = {"uuid": "u1", "timestamp": "2026-11-24T12:00:00.000Z", "sessionId": ID, "cwd": "/srv/app",
                            "version": "2.1.308", "gitBranch": "main", "entrypoint": "cli", "isSidechain": False,
                            "slug": "quiet-hill"}  # fmt: skip
USAGE = {"input_tokens": 10, "cache_creation_input_tokens": 200, "cache_read_input_tokens": 3000, "output_tokens": 7}
LATER, LATEST = "2026-11-24T12:05:00Z", "2026-11-24T12:06:00Z"


def user(content: object, **more: object) -> dict[str, Any]:
    return {"type": "user", **ENVELOPE, "message": {"role": "user", "content": content}, **more}


def assistant(*blocks: object, usage: object = USAGE, message: str = "m1", **more: object) -> dict[str, Any]:
    return {"type": "assistant", **ENVELOPE, "message": {"id": message, "model": "claude-opus-4-6", "usage": usage,
                                                         "content": list(blocks)}, **more}  # fmt: skip


def system(subtype: str, **more: object) -> dict[str, Any]:
    return {"type": "system", **ENVELOPE, "subtype": subtype, "timestamp": LATER, **more}


def error(word: object, status: object, text: str) -> dict[str, Any]:
    return {"type": "assistant", **ENVELOPE, "isApiErrorMessage": True, "error": word, "apiErrorStatus": status,
            "message": {"model": "<synthetic>", "content": [{"type": "text", "text": text}]}}  # fmt: skip


def asks(call: str = "t1") -> dict[str, Any]:
    return assistant({"type": "tool_use", "id": call, "name": "AskUserQuestion",
                      "input": {"questions": [{"question": "Which?", "options": [{"label": "A"}]}]}})  # fmt: skip


def results(*calls: str) -> dict[str, Any]:
    return user([{"type": "tool_result", "tool_use_id": call, "content": "x"} for call in calls])


def folded(*records: dict[str, Any] | None) -> AgentSession:
    """The session of these records; lines are left out where there is None."""
    log = ClaudeLog(LOG)
    for record in records:
        if record is None:
            log.skip()
        else:
            log.take(line(record).rstrip(b"\n"))
    return log.session()


@pytest.mark.parametrize(
    ("content", "title"),
    [
        ("fix it", "fix it"),
        ("\n\n  fix\tit  \nand more", "fix it"),
        ([{"type": "image"}, {"type": "text", "text": "what is this"}], "what is this"),
        ([{"type": "text", "text": "<ide_opened_file>x</ide_opened_file>"}, {"type": "text", "text": "go"}], "go"),
        ("<div> does not render", "<div> does not render"),
        ("é" * 300, "é" * 120),
        ("<command-name>/model</command-name>", None),
        ("<local-command-stdout>ok</local-command-stdout>", None),
        ("<bash-input>ls</bash-input>", None),
        ("<task-notification>done</task-notification>", None),
        ("[Request interrupted by user for tool use]", None),
        ([{"type": "image"}], None),
        ("   ", None),
        ([], None),
        ([{"type": "tool_result", "tool_use_id": "t", "content": "x"}], None),
    ],
)
def test_the_first_prompt_stands_for_a_title(content: object, title: str | None) -> None:
    session = folded(user(content))
    assert (session.title, session.title_by) == (title, "prompt" if title else None)


@pytest.mark.parametrize("flag", ["isMeta", "isCompactSummary", "isSidechain"])
def test_what_no_person_typed_is_no_prompt(flag: str) -> None:
    assert folded(user("text", **{flag: True}), user("typed")).title == "typed"
    assert folded(user("text", **{flag: "yes"})).title is None


def test_who_gave_the_title_counts_and_then_the_last() -> None:
    flat = [{"type": "custom-title", "customTitle": "c1"}, {"type": "custom-title", "customTitle": "c2"},
            {"type": "agent-name", "agentName": "n"}, {"type": "ai-title", "aiTitle": "a"}, user("p")]  # fmt: skip
    seen = [(session.title, session.title_by) for start in range(1, 5) for session in [folded(*flat[start:])]]
    assert seen == [("c2", "user"), ("n", None), ("a", "agent"), ("p", "prompt")]
    assert folded(flat[0], {"type": "custom-title", "customTitle": "  \n"}).title == "c1"


@pytest.mark.parametrize(
    ("record", "kind", "until", "said"),
    [
        (error("rate_limit", 429, "You've hit your session limit · resets 9:50pm (Asia/Saigon)"), "limit",
         "9:50pm (Asia/Saigon)", "limited"),
        (error("rate_limit", None, "5-hour limit reached ∙ resets 3pm\n/upgrade for more"), "limit", "3pm", "limited"),
        (error(None, 429, "Weekly limit · resets Mon 9am · /upgrade"), "limit", "Mon 9am", "limited"),
        (error("rate_limit", 429, "Server is temporarily limiting requests (not your usage limit)"), "throttled", None,
         "retrying"),
        (error("rate_limit", 429, "API Error: Request rejected (429)"), "throttled", None, "retrying"),
        (error("server_error", 500, "limit · resets 9pm"), "server", None, "retrying"),
        (error("overloaded", None, "x"), "server", None, "retrying"),
        (error(None, 529, "x"), "server", None, "retrying"),
        (error("a_word_of_next_year", 503, "x"), "server", None, "retrying"),
        (error("authentication_failed", 403, "x"), "login", None, "failed"),
        (error("oauth_org_not_allowed", None, "x"), "login", None, "failed"),
        (error("billing_error", 400, "x"), "billing", None, "failed"),
        (error("invalid_request", 400, "x"), "other", None, "failed"),
        (error(None, None, "x"), "other", None, "failed"),
        (error({"status": 529}, "529", "x"), "other", None, "failed"),
    ],
)  # fmt: skip
def test_failures(record: dict[str, Any], kind: str, until: str | None, said: str) -> None:
    session = folded(user("go"), assistant(), record)
    assert session.failure is not None
    assert (session.failure.kind, session.failure.until) == (kind, until)
    assert stated(session.evidence)[0][:2] == ("turn", said)
    assert session.context is not None
    assert session.context.tokens == 3210
    assert session.model == "claude-opus-4-6"
    again = folded(record, user("once more"))
    assert (again.failure, stated(again.evidence)[0][:2]) == (None, ("turn", "turn-begun"))
    assert folded(record, assistant()).failure is None
    assert folded(record, {**record, "isApiErrorMessage": False}).failure == session.failure
    assert folded(record, None).failure is None
    assert folded({**record, "isSidechain": True}).failure is None


def test_a_retry_lasts_until_the_turn_ends() -> None:
    retry = system("api_error", error={"status": 529}, retryAttempt=1)
    assert stated(folded(retry).evidence)[0] == ("turn", "retrying", LATER, None)
    for after in (user("[Request interrupted by user]"), user("again"), system("turn_duration"), assistant()):
        assert folded(retry, {**after, "timestamp": LATEST}).failure is None
    assert folded(system("api_error", error={"status": 529})).failure is None


def test_a_turn_ends_until_something_of_it_goes_on() -> None:
    ended = ("turn", "turn-ended", LATER, None)
    quiet = [{"type": "last-prompt", "lastPrompt": "x"}, user("x", isMeta=True), user("<command-name>/x"),
             user("x", isSidechain=True), system("compact_boundary"), {"type": "attachment", **ENVELOPE}]  # fmt: skip
    for after in quiet:
        assert stated(folded(assistant(), system("turn_duration"), after).evidence)[0] == ended
    for after in (user("next"), assistant(), user([{"type": "image"}])):
        on = folded(assistant(), system("turn_duration"), {**after, "timestamp": LATEST})
        assert stated(on.evidence)[0] == ("turn", "turn-begun", LATEST, None)
    assert stated(folded(assistant(), system("turn_duration", isSidechain=True)).evidence)[0][1] == "turn-begun"


@pytest.mark.parametrize(
    ("tool", "given", "kind", "text"),
    [
        ("Bash", {"command": "cd /srv/app && npm test", "description": "Run the tests"}, "run", "npm test"),
        ("Bash", {"command": "cd /tmp && npm test"}, "run", "cd /tmp && npm test"),
        ("Edit", {"file_path": "/srv/app/a.py", "old_string": "x", "new_string": "y"}, "change", "/srv/app/a.py"),
        ("Write", {"file_path": "/srv/app/a.py", "content": "x"}, "write", "/srv/app/a.py"),
        ("WebFetch", {"url": "https://me:pw@a.org/b?key=1#x", "prompt": "x"}, "read", "a.org/b"),
        ("mcp__shop__list_orders", {"page": 2}, "use", "shop: list_orders"),
        ("Skill", {"skill": "x"}, "use", "Skill"),
        ("ExitPlanMode", {"plan": "# The plan\n\n1. x"}, "plan", "# The plan\n\n1. x"),
    ],
)
def test_what_an_open_call_does(tool: str, given: dict[str, object], kind: str, text: str) -> None:
    session = folded(user("go"), assistant({"type": "tool_use", "id": "t", "name": tool, "input": given}))
    assert session.request is not None
    assert (session.request.tool, session.request.kind, session.request.text) == (tool, kind, text)
    said = ("question-open", "plan") if kind == "plan" else ("call-open", None)
    assert next((each.kind, each.said, each.waits_for) for each in session.evidence) == ("call", *said)


def test_a_call_is_open_until_its_result_whatever_the_order_in_the_file() -> None:
    call = assistant({"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "make"}})
    assert folded(results("t1"), call).request is None
    assert folded(call, user("go")).request is None  # of the same time, and behind it
    early = {**user("go"), "timestamp": "2026-11-24T11:59:00Z"}
    assert folded(call, early).request is not None
    assert folded(call, {**user("[Request interrupted by user for tool use]"), "timestamp": LATER}).request is None


def test_a_call_that_is_longer_than_kept_says_so() -> None:
    call = assistant({"type": "tool_use", "id": "t1", "name": "Bash", "input": {"command": "x" * 5000}})
    request = folded(call).request
    assert request is not None
    assert (len(request.text), request.cut) == (4096, 904)


def test_what_a_turn_ended_with() -> None:
    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {}}
    before, after = {"type": "text", "text": "First."}, {"type": "text", "text": "Done. Shall I commit?"}
    assert folded(assistant(before, call), assistant(after, message="m2")).said == "Done. Shall I commit?"
    assert folded(assistant(before)).said == "First."
    assert folded(assistant(before, call)).said == "First.", "beside what it wants to run"
    assert folded(assistant(before, call), results("t")).said is None


def test_what_a_fork_repeats_is_its_parents() -> None:
    branch = {"forkedFrom": {"sessionId": "p1", "messageUuid": "u"}}
    own = assistant(message="m2")
    for repeated in (assistant(**branch), assistant(requestSessionId="p1")):
        session = folded(repeated, own)
        assert (session.fork_of, session.tokens) == ("p1", 3217)
    assert folded(assistant(requestSessionId=ID), own).fork_of is None


def test_a_question_is_open_until_its_result() -> None:
    same_answer = assistant({"type": "text", "text": "more"})
    for records in ((asks(),), (asks(), results("another")), (asks(), user("x", isSidechain=True)),
                    (asks(), same_answer), (asks("t0"), results("t0"), asks())):  # fmt: skip
        session = folded(*records)
        assert stated(session.evidence)[0] == ("call", "question-open", "2026-11-24T12:00:00Z", "question")
        assert session.question is not None
        assert (session.question.text, session.question.options) == ("Which?", ("A",))
    for after in (results("t1"), results("another", "t1"), user("no, rather"), assistant(message="m2"), None,
                  system("turn_duration"), error("server_error", 500, "x")):  # fmt: skip
        session = folded(asks(), after)
        assert session.question is None
        assert "question-open" not in [each.said for each in session.evidence]


def test_a_compaction_makes_the_context_void_until_the_next_answer() -> None:
    log = ClaudeLog(LOG)
    assert not log.has_context
    for record, context, known in ((assistant(), 3210, True), (system("compact_boundary"), None, True),
                                   (user("x", isCompactSummary=True), None, True),
                                   (assistant(isSidechain=True), None, True), (assistant(), 3210, True)):  # fmt: skip
        log.take(line(record))
        found = log.session().context
        assert ((found and found.tokens), log.has_context) == (context, known)
    log.skip()
    assert (log.session().context, log.has_context) == (None, False)


def test_what_is_left_out_at_the_beginning_is_not_known() -> None:
    session = folded(None, user("not the first prompt"), assistant())
    assert (session.title, session.started, session.updated) == (None, None, "2026-11-24T12:00:00Z")
    whole = folded(user("first"), None, user("later"), assistant())
    assert (whole.title, whole.started) == ("first", "2026-11-24T12:00:00Z")


def test_a_name_is_whole_or_not_known() -> None:
    assert folded(user("x", gitBranch="b" * 255)).branch == "b" * 255
    assert folded(user("x", gitBranch="b" * 256)).branch is None


@pytest.mark.parametrize("name", ["../../.ssh/id", "a/b", ".hidden", "x" * 201, "", "a b"])
def test_the_name_of_a_plan_leads_nowhere_else(name: str) -> None:
    assert folded(user("x", slug=name)).plan_path is None


def test_an_id_that_no_command_may_hold_is_not_offered() -> None:
    odd = ClaudeLog("/x/$(reboot).jsonl").session()
    assert (odd.id, odd.resume, odd.plan_path) == ("$(reboot)", None, None)


def test_totals_keep_the_largest_count_of_an_answer() -> None:
    def total(*records: dict[str, Any]) -> int | None:
        totals = CLAUDE.totals(LOG)
        assert totals is not None
        for record in records:
            totals.take(line(record))
        return totals.tokens

    small = {**USAGE, "output_tokens": 1}
    assert total(user("x"), system("turn_duration")) is None
    assert total(assistant(), assistant(usage=small), assistant()) == 3217
    assert total(assistant(usage=small), assistant()) == 3217
    assert total(assistant(), assistant(message="m2")) == 2 * 3217
    assert total(assistant(requestId="r1"), assistant(requestId="r2")) == 2 * 3217
    assert total(assistant(isSidechain=True)) == 3217
    nameless = assistant()
    del nameless["message"]["id"]
    assert total(nameless, nameless) == 3217
    assert total(nameless, {**nameless, "uuid": "u2"}, {**nameless, "uuid": None}) == 3 * 3217
    assert total(error("x", 500, "x") | {"message": {"model": "<synthetic>", "usage": USAGE}}) is None
    assert total(assistant(usage={"input_tokens": "5"}), assistant(usage=None)) is None


# Nothing raises, whatever a field holds

PRIVATE = "the prompt of a person"


@pytest.mark.parametrize("time", ["2026-11-24", "2026-11-24T12:00:00", "yesterday", "2026-02-31T12:00:00Z", "9" * 5000,
                                  "0001-01-01T00:00:00+14:00"])  # fmt: skip
def test_a_time_without_a_zone_is_not_known(time: str) -> None:
    assert folded(user("x", timestamp=time)).updated is None


@settings(max_examples=40, deadline=None)
@given(st.binary(max_size=80))
def test_any_bytes(content: bytes) -> None:
    log = ClaudeLog(LOG)
    log.take(content)
    assert_is_sound(log.session())
    files = MemoryFiles({f"{AT}/sessions/7.json": (content, 0), f"{AT}/tasks/{ID}/1.json": (content, 0),
                         LOG: (content, 0)})  # fmt: skip
    assert list(CLAUDE.live(files, AT)) == []
    assert CLAUDE.completed(files, AT, log.session()).todos is None
    assert list(CLAUDE.logs(files, AT, ["/srv/app"], 0)) == []


def test_nothing_a_person_or_a_tool_said_is_kept() -> None:
    secret = [{"type": "text", "text": PRIVATE}, {"type": "thinking", "thinking": PRIVATE},
              {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": PRIVATE}}]  # fmt: skip
    session = folded(user("go"), assistant(*secret), user(PRIVATE), results("t") | {"toolUseResult": PRIVATE},
                     error("server_error", 500, PRIVATE), {"type": "last-prompt", "lastPrompt": PRIVATE},
                     system("away_summary", content=PRIVATE))  # fmt: skip
    assert PRIVATE not in repr(session)
    assert PRIVATE not in repr(folded(error("server_error", 500, PRIVATE)).failure)
    limit = folded(error("rate_limit", 429, "Your limit · resets 9pm")).failure
    assert limit is not None
    assert limit.text == "Your limit · resets 9pm", "the sentence of a limit is"


# Where the agent keeps its files


@pytest.mark.parametrize(
    ("given_dir", "folders"),
    [
        (None, ("/home/a/.claude", "/home/a/.config/claude")),
        ("", ("/home/a/.claude", "/home/a/.config/claude")),
        ("/x/work/", ("/x/work",)),
        ("/x/work, /x/own,/x/work", ("/x/work", "/x/own")),
        ("/x/a, b", ("/x/a, b",)),
        ("relative", ()),
        ("/", ("/",)),
    ],
)
def test_homes(given_dir: str | None, folders: tuple[str, ...]) -> None:
    environ = {} if given_dir is None else {"CLAUDE_CONFIG_DIR": given_dir}
    assert CLAUDE.homes(environ, "/home/a") == folders


def at_work(cwd: str) -> bytes:
    return line({"type": "permission-mode", "permissionMode": "default"}) + line({**user("x"), "cwd": cwd})


@pytest.mark.parametrize(
    ("folder", "cwd", "found"),
    [
        ("/srv/app", "/srv/app", True),
        ("/srv/app/", "/srv/app", True),
        ("/srv/app", "/srv/app/sub/folder", True),
        ("/srv/app", "/srv/app-two", False),
        ("/srv/app-two", "/srv/app/two", False),
        ("/srv/app-two", "/srv/app.two", False),
        ("/srv/app", "/srv", False),
        ("/srv/app", "/srv/app/../app-two", False),
        ("/", "/srv/app", True),
        ("/", "/", True),
        ("/srv/grün", "/srv/grün", True),
        ("/srv/gru\u0308n", "/srv/grün", True),
        ("/srv/🙂 a", "/srv/🙂 a/b", True),
        ("/srv/" + "long/" * 60, "/srv/" + "long/" * 60 + "deep", True),
        ("/srv/" + "long/" * 60 + "a", "/srv/" + "long/" * 60 + "b", False),
        ("/srv/" + "x" * 195, "/srv/" + "x" * 195 + "/deep", True),
        ("relative", "/relative", False),
    ],
)
def test_a_log_belongs_to_a_folder_by_its_records(folder: str, cwd: str, found: bool) -> None:
    log = f"{AT}/projects/{slug(cwd)}/{ID}.jsonl"
    assert list(CLAUDE.logs(MemoryFiles({log: (at_work(cwd), 5)}), AT, [folder], 0)) == [log] * found


def test_a_folder_that_the_environment_named_is_found_while_a_session_runs() -> None:
    log = f"{AT}/projects/a-name/{ID}.jsonl"
    entry = {"pid": 7, "sessionId": ID, "cwd": "/srv/app/sub"}
    files = {log: (at_work("/srv/app"), 5.0), f"{AT}/projects/other/x.jsonl": (b"", 5.0)}
    assert list(CLAUDE.logs(MemoryFiles(files), AT, ["/srv/app"], 0)) == []
    running = MemoryFiles({**files, f"{AT}/sessions/7.json": (line(entry), 5.0)})
    assert list(CLAUDE.logs(running, AT, ["/srv/app"], 0)) == [log]
    assert list(CLAUDE.logs(running, AT, ["/srv/other"], 0)) == []


# The list of running sessions

ENTRY: dict[str, Any] = {"pid": 41233, "sessionId": ID, "cwd": "/srv/app", "startedAt": 1795519800000, "name": "tax",
                         "nameSource": "user", "procStart": "8812", "version": "2.1.308", "kind": "interactive",
                         "entrypoint": "cli", "status": "waiting", "waitingFor": "dialog open",
                         "statusUpdatedAt": 1795521600123, "updatedAt": 1795521601000}  # fmt: skip


def running(entry: object, name: str = "41233.json") -> list[Any]:
    files = MemoryFiles({f"{AT}/sessions/{name}": (json.dumps(entry).encode(), 0)})
    return list(CLAUDE.live(files, AT))


@pytest.mark.parametrize(
    ("status", "waiting_for", "said", "waits_for"),
    [
        ("busy", None, "busy", None), ("idle", None, "idle", None), ("shell", None, "shell", None),
        ("busy", "permission prompt", "busy", None), ("waiting", "permission prompt", "waiting", "permission"),
        ("waiting", "sandbox request", "waiting", "permission"), ("waiting", "worker request", "waiting", "permission"),
        ("waiting", "input needed", "waiting", "question"), ("waiting", "dialog open", "waiting", "dialog"),
        ("waiting", "new word", "waiting", "something"), ("waiting", None, "waiting", "something"),
        ("waiting", ["x"], "waiting", "something"),
    ],
)  # fmt: skip
def test_the_words_of_the_list(status: str, waiting_for: object, said: str, waits_for: str | None) -> None:
    ((session, *_),) = running({**ENTRY, "status": status, "waitingFor": waiting_for})
    assert [(each.said, each.waits_for) for each in session.evidence] == [(said, waits_for)]


def test_an_entry_that_names_no_process_session_or_folder_is_none() -> None:
    for name, values in {
        "pid": (41234, "41233", True, 41233.0, None, [], -41233),
        "sessionId": (None, 7, "", "x", "../../x", ID + "\n", [ID]),
        "cwd": (None, 7, "", "srv/app", "/srv\0", "/srv/..", ["/srv"]),
    }.items():
        for value in values:
            assert running({**ENTRY, name: value}) == [], (name, value)


def test_no_wrong_value_in_an_entry_raises() -> None:
    for wrong in (*WRONG, 10**400, float("nan"), "\ud800", 253_402_300_800_000):
        for place, bad in spoiled(ENTRY, wrong):
            for session, pid, started, *_ in running(bad):
                assert (session.id, pid, session.cwd[:1]) == (ID, 41233, "/")
                assert place != "startedAt" or session.started is None or wrong == 1.5
                assert started is None or isinstance(started, str)
                assert_is_sound(session)


LISTED = {"pid": 41233, "sessionId": ID, "cwd": "/srv/app", "kind": "interactive", "startedAt": 1_780_000_000_000,
          "status": "waiting", "waitingFor": "permission prompt", "name": "Vouchers"}  # fmt: skip
"""An entry of what `claude agents --json` prints, as documented."""


@pytest.mark.parametrize(
    ("status", "waits_for", "said"),
    [
        ("busy", None, ("busy", None)),
        ("waiting", "input needed", ("waiting", "question")),
        ("waiting", "something new", ("waiting", "something")),
    ],
)
def test_the_agent_lists_what_runs(status: str, waits_for: str | None, said: tuple[str, str | None]) -> None:
    entries = [{**LISTED, "status": status, "waitingFor": waits_for}, {**LISTED, "status": None, "state": "done"}]
    [live] = CLAUDE.listed(json.dumps(entries).encode())
    session = live.session
    assert (session.id, session.title, session.cwd, session.kind) == (ID, "Vouchers", "/srv/app", "interactive")
    assert (live.pid, live.started, live.runs) == (41233, None, True)
    assert session.resume == f"claude --resume {ID}"
    assert [(each.kind, each.said, each.waits_for, each.at) for each in session.evidence] == [("list", *said, None)]


@pytest.mark.parametrize("said", [b"", b"[", b"{}", b"null", b"[1, null, []]", b"[]}, {", b"\xff", b"Error: log in"])
def test_an_answer_of_another_shape_lists_nothing(said: bytes) -> None:
    assert [*CLAUDE.listed(said)] == []


def test_no_wrong_value_in_the_list_raises() -> None:
    for wrong in (*WRONG, 10**400, float("nan"), "\ud800"):
        for _, bad in spoiled(LISTED, wrong):
            for live in CLAUDE.listed(json.dumps([bad]).encode()):
                assert live.pid is None or live.pid == 41233 or type(live.pid) is int
                assert_is_sound(live.session)


# Lists and plans


def listed(**tasks: object) -> tuple[tuple[str, str | None], ...] | None:
    folder = f"{AT}/tasks/{ID}"
    entries = {f"{folder}/{key.removeprefix('n')}.json": json.dumps(entry).encode() for key, entry in tasks.items()}
    beside = {f"{folder}/.lock": b"", f"{folder}/.highwatermark": b"3"}
    files = MemoryFiles({path: (content, 0) for path, content in (entries | beside).items()})
    return pairs(CLAUDE.completed(files, AT, folded(user("x"))).todos)


def test_a_list_with_an_entry_that_cannot_be_read_is_not_known() -> None:
    good = {"subject": "x", "status": "pending"}
    assert listed() is None
    assert listed(tasks=good, n01=good) is None
    for bad in ([], {}, {"status": "pending"}, {"subject": 7}, {"subject": " "}):
        assert listed(n1=good, n2=bad) is None
    assert listed(**{f"n{number}": good for number in range(501)}) is None


def test_a_status_of_another_word_is_not_known() -> None:
    assert listed(n1={"subject": "a\nb" + "c" * 300, "status": "done"}, n2={"subject": "d", "status": []}) == (
        (("a b" + "c" * 300)[:120], None), ("d", None))  # fmt: skip
