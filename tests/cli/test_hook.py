"""`cockpit check --hook`, as agents run it: a process that is told of a call, and answers by its exit code."""

import io
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from cockpit.cli import hook, waiting
from cockpit.storage.user_files import holds
from cockpit.storage.user_files.holds import Hold
from tests.cli.conftest import Run, reading, write_project
from tests.support.fake_system import wait_for
from tests.support.patience import PATIENCE

COCKPIT = str(Path(sys.executable).parent / "cockpit")
ALERT, CALM = reading(cost=26.5, context=10), reading(cost=5, context=10)
HELD = (
    "held at cost $26.50, alert at $25: a person has to answer (`a` in cockpit, or `cockpit ack cost`), not the agent; "
    "until then only tools that read, `cockpit status` and `cockpit handoff` run.\n"
)
SHELL = {"claude": "Bash", "codex": "Bash", "gemini": "run_shell_command"}
READS = {"claude": "Read", "codex": "view_image", "gemini": "read_file"}
WRITES = {
    "claude": ("Write", {"file_path": "notes.txt", "content": "x"}),
    "codex": ("apply_patch", {"command": "*** Begin Patch\n*** Add File: notes.txt\n+x\n*** End Patch\n"}),
    "gemini": ("write_file", {"file_path": "notes.txt", "content": "x"}),
}


class Answer(NamedTuple):
    """What a hook answered. Nothing is ever printed, and nothing is refused without words."""

    code: int
    said: str


class Hooks:
    """The hooks of agents that work in a project: asked within this process, or started as agents do."""

    def __init__(self, root: Path, run: Run, tell: "Tell") -> None:
        self.root, self.run, self.tell = root, run, tell
        self.running: list[subprocess.Popen[bytes]] = []

    def started(self, agent: str, *options: str, session: str = "one", told: bytes | None = None) -> Any:
        tool, given = WRITES[agent]
        process = subprocess.Popen(
            [COCKPIT, "check", "--hook", agent, *options],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.running.append(process)
        assert process.stdin is not None
        process.stdin.write(told if told is not None else self.call(tool, given, session))
        process.stdin.close()
        return process

    def call(self, tool: str, given: dict[str, Any], session: str = "one") -> bytes:
        told = {"session_id": session, "cwd": str(self.root), "tool_name": tool, "tool_input": given}
        return json.dumps({"hook_event_name": "PreToolUse", "transcript_path": "/none", **told}).encode()

    def answer_of(self, process: Any) -> Answer:
        code = process.wait(PATIENCE)
        out, said = process.stdout.read(), process.stderr.read().decode()
        assert out == b""
        assert code in (0, 2)
        assert code == 0 or said
        assert "Traceback" not in said
        assert said.count("\n") == bool(said)
        return Answer(code, said.removeprefix("cockpit: "))

    def ask(self, agent: str, tool: str, given: dict[str, Any], *options: str) -> Answer:
        return self.tell(agent, self.call(tool, given), *options)

    def shell(self, agent: str, command: str) -> int:
        return self.ask(agent, SHELL[agent], {"command": command}).code

    def person(self, *words: str) -> str:
        done = self.run(*words, "-C", self.root)
        assert done.code == 0
        return done.out

    def write(self, thresholds: str) -> None:
        (self.root / ".autopilot" / "state" / "thresholds.json").write_text(thresholds)


Tell = Callable[..., Answer]


@pytest.fixture
def tell(run: Run, monkeypatch: pytest.MonkeyPatch) -> Tell:
    """What a hook answers to these bytes, within this process: that one is begun, and ends, other tests ask."""

    def answered(agent: str, told: bytes, *options: str, line: tuple[str, ...] = ("check", "--hook")) -> Answer:
        monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: False, buffer=io.BytesIO(told)))
        monkeypatch.setattr(hook, "ENDING", ())
        done = run(*line, agent, *options)
        assert (done.out, done.code in (0, 2), done.err.count("\n")) == ("", True, bool(done.err))
        assert done.code == 0 or done.err
        return Answer(done.code, done.err.removeprefix("cockpit: "))

    return answered


@pytest.fixture
def soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A wait is over at once."""
    clock = [0.0]
    later = SimpleNamespace(monotonic=lambda: clock[0], sleep=lambda seconds: clock.append(clock.pop() + seconds))
    monkeypatch.setattr(waiting, "time", later)


@pytest.fixture
def hooks(tmp_path: Path, run: Run, tell: Tell) -> Iterator[Hooks]:
    hooks = Hooks(write_project(tmp_path / "project", thresholds=ALERT), run, tell)
    yield hooks
    for process in hooks.running:
        process.kill()
        process.wait()


def settings(text: str) -> None:
    file = Path(os.environ["COCKPIT_CONFIG_DIR"]) / "settings.toml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


def held() -> tuple[Hold, ...]:
    return holds.read()


AGENTS = pytest.mark.parametrize("agent", ["claude", "codex", "gemini"])


@AGENTS
def test_what_an_agent_may_do_before_a_person_answered(hooks: Hooks, agent: str) -> None:
    assert hooks.ask(agent, *WRITES[agent]) == (2, HELD)
    assert hooks.ask(agent, "mcp__other__tool", {}) == (2, HELD)
    assert hooks.ask(agent, READS[agent], {"file_path": "notes.txt"}) == (0, "")
    assert hooks.shell(agent, "ls") == 2
    assert hooks.shell(agent, "cockpit status") == 0
    assert (Path(os.environ["COCKPIT_STATE_DIR"]) / "hooks" / agent).is_file()
    hooks.person("ack", "cost")
    assert hooks.ask(agent, *WRITES[agent]) == (0, "")
    assert hooks.shell(agent, "ls") == 0
    hooks.root = hooks.root.parent  # nothing is kept there
    assert hooks.ask(agent, *WRITES[agent]) == (0, "")


RUN = [
    "cockpit check", "cockpit agents --line", "cockpit phase", "cockpit --help", "cockpit ack --help",
    "  cockpit lint ", "cockpit log", "cockpit resume", "cockpit handoff propose", "cockpit status 'cost'",
    "cockpit handoff --next 'Go on; with (two) & \"three\" > $four' --state \"Cut\nhere; `not`\"".replace("`", ""),
]  # fmt: skip
DO_NOT_RUN = [
    "", "cockpit", "cockpit demo", "cockpit agents go one", "cockpit set cost=1", "cockpit ack cost", "cockpit undo",
    "cockpit limit cost.alert=90", "cockpit phase skip 2", "cockpit resume --reset-alerts", "cockpit log --save x",
    "cockpit status; rm x", "cockpit status && rm x", "cockpit status | sh", "cockpit status > x", "cockpit status &",
    "cockpit status $(rm x)", "cockpit status `rm x`", 'cockpit status "$(rm x)"', "X=1 cockpit status",
    "cockpit status\nrm x", "cockpit status 'x\\'; rm x '", "cockpit status \\; rm", "cockpit status <(rm x)",
    "cockpit {status,x}", "cockpit sta*",
    "./cockpit status", "/tmp/cockpit status", "env cockpit status", "cockpit status 'x", "cockpit handoff < x",
    "cockpit handoff <<< x", "cockpit check --hook claude", "cockpit no-such-command",
    "cockpit statusline", "cockpit statusline --wrap 'touch x'",
]  # fmt: skip


def test_which_commands_run_while_it_is_held(hooks: Hooks, tell: Tell) -> None:
    code = {each: tell("claude", hooks.call("Bash", {"command": each})).code for each in (*RUN, *DO_NOT_RUN)}
    assert code == {**dict.fromkeys(RUN, 0), **dict.fromkeys(DO_NOT_RUN, 2)}
    own = hooks.call("Bash", {"command": f"{COCKPIT} status"})
    assert hooks.answer_of(hooks.started("claude", told=own)).code == 0, "as a process of its own, too"
    assert hooks.answer_of(hooks.started("claude")) == (2, HELD)


FORBIDDEN = [
    ".cockpit/limits.toml", ".cockpit/state/thresholds.json", "sub/../.cockpit/x", ".claude/settings.json",
    ".claude/settings.local.json", "a/.codex/hooks.json", ".codex/config.toml", ".gemini/settings.json",
    "link/limits.toml", ".Cockpit/limits.toml", "moved/settings.json", ".gemini/trustedFolders.json",
]  # fmt: skip


def test_what_no_agent_writes_although_nothing_holds(hooks: Hooks, tell: Tell, monkeypatch: pytest.MonkeyPatch) -> None:
    hooks.write(CALM)
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(hooks.root / "moved"))
    (hooks.root / ".cockpit").mkdir()
    (hooks.root / "link").symlink_to(".cockpit")
    for path in FORBIDDEN:
        said = f"{path} was not written: only a person changes what cockpit keeps, and which hooks an agent runs.\n"
        patch = f"*** Begin Patch\n*** Update File: a.txt\n*** Move to: {path}\n*** End Patch\n"
        assert tell("claude", hooks.call("Edit", {"file_path": path})) == (2, said)
        assert tell("gemini", hooks.call("replace", {"file_path": str(hooks.root / path)})).code == 2, path
        assert tell("codex", hooks.call("apply_patch", {"command": patch})) == (2, said)
        assert tell("codex", hooks.call("Bash", {"command": f"apply_patch <<'EOF'\n{patch}EOF"})) == (2, said)
        assert tell("claude", hooks.call("Read", {"file_path": path})).code == 0, path


def test_what_an_agent_may_write(hooks: Hooks, tell: Tell) -> None:
    hooks.write(CALM)
    for path in ("a.txt", ".claude/CLAUDE.md", ".claude/agents/settings.md", "cockpit/x", ".gemini/GEMINI.md"):
        assert tell("claude", hooks.call("Write", {"file_path": path})) == (0, "")
    own = Path(os.environ["COCKPIT_CONFIG_DIR"]) / "settings.toml"
    assert tell("claude", hooks.call("Write", {"file_path": str(own)})).code == 2


BLOCKS = '; a person has to fix that, or set hook_on_error = "pass" in settings.toml.\n'


NO_CALLS = [b"", b"garbage", b"[]", b"{}", b'{"session_id": 1}', b"\xff", b"[" * 100_000, b"x" * 1_000_000]


@AGENTS
def test_what_no_agent_tells(hooks: Hooks, tell: Tell, agent: str) -> None:
    why = "whether a limit holds here is unknown (Standard input is not the JSON of a hook)"
    passes = f'{why}; the tool runs, since hook_on_error is "pass".\n'
    for told in NO_CALLS:
        settings("")
        assert tell(agent, told) == (2, f"no tool runs, since {why}{BLOCKS}"), told[:20]
        settings('hook_on_error = "pass"')
        assert tell(agent, told) == (0, passes), told[:20]
    assert hooks.answer_of(hooks.started(agent, told=b"x" * 1_000_000)) == (0, passes)


def test_damaged_state_decides_as_the_settings_say(hooks: Hooks) -> None:
    hooks.write("[]")
    (hooks.root / "settings.toml").write_text('hook_on_error = "pass"')
    why = "whether a limit holds here is unknown (thresholds.json:1: The file is not a JSON object)"
    assert hooks.ask("claude", *WRITES["claude"]) == (2, f"no tool runs, since {why}{BLOCKS}")
    assert hooks.ask("claude", *WRITES["claude"], "--wait", "600").code == 2
    assert hooks.ask("claude", "Read", {}) == (0, "")
    settings('hook_on_error = "pass"')
    passes = f'{why}; the tool runs, since hook_on_error is "pass".\n'
    assert hooks.ask("claude", *WRITES["claude"]) == (0, passes)
    settings('hook_on_error = "always"')
    assert hooks.ask("claude", *WRITES["claude"]).code == 2


def test_what_cannot_be_read_elsewhere_lifts_nothing(
    hooks: Hooks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings('hook_on_error = "pass"')
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(write_project(tmp_path / "damaged", thresholds="[]")))
    assert hooks.ask("claude", *WRITES["claude"]) == (2, HELD)


def test_a_value_that_cannot_be_read_is_told_with_its_line(hooks: Hooks) -> None:
    settings('hook_on_error = "pass"')
    hooks.write(CALM.replace('"cost": 5', '"cost": "much"'))
    code, said = hooks.ask("claude", *WRITES["claude"])
    assert code == 2
    assert "“much” (thresholds.json:2): a person has to answer (`e`, or `m` and `d`, on its row in cockpit, or " in said
    hooks.person("dismiss", "thresholds.json:2")
    assert hooks.ask("claude", *WRITES["claude"]).code == 0


def test_a_stop_is_lifted_by_no_acknowledgment(hooks: Hooks) -> None:
    hooks.write(reading(cost=60, context=10).replace('"alert"', '"stop"'))
    code, said = hooks.ask("claude", *WRITES["claude"])
    assert (code, "held at cost $60, stop at $50: " in said) == (2, True)
    assert "(`l` in cockpit, or `cockpit limit cost.stop=VALUE`)" in said
    assert hooks.shell("claude", "cockpit handoff --next x") == 0


def test_a_megabyte_to_write(hooks: Hooks) -> None:
    large = {"file_path": "large.txt", "content": "x" * 1_000_000}
    assert hooks.ask("claude", "Write", large) == (2, HELD)
    assert hooks.shell("claude", f"cockpit status '{'x' * 1_000_000}'") == 2
    hooks.write(CALM)
    assert hooks.ask("claude", "Write", large) == (0, "")


def test_what_holds_where_the_session_began_holds_it_elsewhere(
    hooks: Hooks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    began, hooks.root = hooks.root, tmp_path / "elsewhere"
    hooks.root.mkdir()
    assert hooks.ask("claude", *WRITES["claude"]).code == 0
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(began))
    answered_there = HELD.replace("cockpit ack", f"cockpit -C {began} ack")
    assert hooks.ask("claude", *WRITES["claude"]) == (2, answered_there)
    assert hooks.ask("claude", *WRITES["claude"], "-C", str(hooks.root)).code == 0


# Waiting


def test_a_person_answers_in_another_process(hooks: Hooks) -> None:
    agent = "codex"
    process = hooks.started(agent, "--wait", "600")
    wait_for(lambda: bool(held()))
    [hold] = held()
    assert (hold.agent, hold.session, hold.tool, hold.what, hold.pid) == (
        agent, "one", WRITES[agent][0], "cost $26.50, alert at $25", process.pid
    )  # fmt: skip
    assert holds.file_of(hold).stat().st_mode & 0o777 == 0o600
    assert f"{agent} may still ask for its own permission." in hooks.person("ack", "cost")
    assert hooks.answer_of(process) == (0, "")
    hooks.person("unack", "cost")
    assert "permission" not in hooks.person("ack", "cost")
    assert list(holds.folder().iterdir()) == []


@pytest.mark.usefixtures("soon")
def test_nobody_answers_in_time(hooks: Hooks) -> None:
    answer = hooks.ask("gemini", *WRITES["gemini"], "--wait", "1")
    assert answer == (2, f"nobody answered within 1 second; {HELD}")
    assert list(holds.folder().iterdir()) == []


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_told_to_end_it_refuses_with_words(hooks: Hooks, number: signal.Signals) -> None:
    process = hooks.started("gemini", "--wait", "600")
    wait_for(lambda: bool(held()))
    process.send_signal(number)
    said = f"the wait for a person was broken off ({number.name}), and the tool was not run.\n"
    assert hooks.answer_of(process) == (2, said)
    assert list(holds.folder().iterdir()) == []


AGENT = """
import os, subprocess, sys
os.environ["CLAUDE_PID"] = str(os.getpid())
subprocess.run(sys.argv[2:], stdin=open(sys.argv[1]))
"""
SHELL_BETWEEN = ("sh", "-c", '"$0" "$@"; exit $?')


def test_it_ends_once_its_agent_is_gone(hooks: Hooks, tmp_path: Path) -> None:
    (tmp_path / "told").write_bytes(hooks.call(*WRITES["claude"]))
    hook = (COCKPIT, "check", "--hook", "claude", "--wait", "600")
    heard = tmp_path / "heard"
    with heard.open("wb") as stderr:
        agent = subprocess.Popen(
            [sys.executable, "-c", AGENT, str(tmp_path / "told"), *SHELL_BETWEEN, *hook], stderr=stderr
        )  # fmt: skip
    hooks.running.append(agent)
    wait_for(lambda: bool(held()))
    agent.kill()
    agent.wait(PATIENCE)
    wait_for(lambda: b"run.\n" in heard.read_bytes())
    assert list(holds.folder().iterdir()) == []
    assert heard.read_text().startswith("cockpit: the agent is gone; held at cost $26.50, ")


def test_one_that_was_killed_holds_nobody(hooks: Hooks) -> None:
    process = hooks.started("claude", "--wait", "600")
    wait_for(lambda: bool(held()))
    [hold] = held()
    process.kill()
    process.wait(PATIENCE)
    assert holds.file_of(hold).exists()
    assert held() == ()
    hooks.started("claude", "--wait", "600", session="two")
    wait_for(lambda: [each.session for each in held()] == ["two"])
    wait_for(lambda: not holds.file_of(hold).exists())


def test_a_process_of_the_same_number_holds_nobody() -> None:
    hold = Hold(
        agent="claude", session="one", tool="Bash", what="x", since="2026-11-24T13:00:00Z", pid=os.getpid(), started="1"
    )
    holds.write(hold)
    assert held() == ()


@pytest.mark.parametrize("damaged", [b"", b"{", b"[]", b'{"pid": 1}', b"[" * 100_000])
def test_a_damaged_record_holds_nobody(damaged: bytes) -> None:
    holds.folder().mkdir(parents=True)
    (holds.folder() / "1.json").write_bytes(damaged)
    assert held() == ()


@pytest.mark.usefixtures("soon")
def test_a_state_folder_that_cannot_be_written_changes_nothing(hooks: Hooks) -> None:
    Path(os.environ["COCKPIT_STATE_DIR"]).mkdir(parents=True)
    for name in ("holds", "hooks"):
        (Path(os.environ["COCKPIT_STATE_DIR"]) / name).write_text("")
    assert hooks.ask("claude", *WRITES["claude"], "--wait", "1").code == 2
    hooks.write(CALM)
    assert hooks.ask("claude", *WRITES["claude"], "--wait", "1") == (0, "")


# The command line


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--hook", "aider"], "No hook for 'aider'. Agents: claude, codex, gemini."),
        (["--hook", "claude", "--wait", "soon"], "See `cockpit check --help`."),
        (["--hook"], "See `cockpit check --help`."),
        (["--wait", "3"], "cockpit: "),
    ],
)
def test_wrong_usage_is_refused_with_words(hooks: Hooks, options: list[str], said: str) -> None:
    settings('hook_on_error = "pass"')
    done = hooks.run("check", *options)
    assert (done.code, done.out, said in done.err) == (2, "", True)


@pytest.mark.parametrize("words", [("check",), ("--track", "none", "check", "--hook")])
def test_however_it_is_written_it_answers_as_a_hook(hooks: Hooks, tell: Tell, words: tuple[str, ...]) -> None:
    agent = "claude" if "--hook" in words else "--hook=claude"
    code, said = tell(agent, hooks.call(*WRITES["claude"]), "-C", "/none", line=words)
    assert (code, "No such folder: /none" in said) == (2, True)


def test_without_a_home_nothing_runs(hooks: Hooks, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COCKPIT_CONFIG_DIR", "~no-such-user/x")
    code, said = hooks.ask("claude", *WRITES["claude"])
    assert (code, "that user has no home folder" in said) == (2, True)
