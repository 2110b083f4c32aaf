"""The hook of an agent in a repository without a framework: it goes by what sessions say, each by its own context."""

import io
import json
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from cockpit.cli import hook as hooks
from cockpit.cli import waiting
from cockpit.project import readings
from cockpit.rules.readings import last_reading
from tests.cli.conftest import Done, Run
from tests.support.limited_repository import make, tell, tell_codex, write_lines

Ask = Callable[..., Done]


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for variable, folder in (("CODEX_HOME", "codex"), ("GEMINI_CLI_HOME", "gemini"), ("CLAUDE_CONFIG_DIR", "claude")):
        monkeypatch.setenv(variable, str(tmp_path / folder))
    return make(tmp_path / "shop-api")


def was_told(root: Path, session: str, _: float) -> bool:
    return last_reading(readings.read_readings(root), session) is not None


@pytest.fixture
def ask(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> Ask:
    """What the hook of an agent answers before a command of a session; what was told is not waited for."""
    monkeypatch.setattr(waiting, "await_reading", was_told)

    def asked(agent: str, session: str = "s1") -> Done:
        tool = "run_shell_command" if agent == "gemini" else "Bash"
        call = {"session_id": session, "cwd": str(root), "tool_name": tool, "tool_input": {"command": "make"}}
        stdin = SimpleNamespace(isatty=lambda: False, buffer=io.BytesIO(json.dumps(call).encode()))
        monkeypatch.setattr("sys.stdin", stdin)
        monkeypatch.setattr(hooks, "ENDING", ())
        return run("check", "--hook", agent)

    return asked


def gemini_says(root: Path, session: str, percent: int) -> None:
    now = f"{datetime.now(UTC):%FT%TZ}"
    home = root.parent / "gemini" / ".gemini"
    home.mkdir(parents=True, exist_ok=True)
    (home / "projects.json").write_text(json.dumps({"projects": {str(root): "shop"}}))
    tokens = {"input": 10_485 * percent + 100, "output": 1, "cached": 0, "total": 10_485 * percent + 101}
    write_lines(home / f"tmp/shop/chats/session-{now[:16].replace(':', '-')}-{session[:8]}.jsonl", [
        {"sessionId": session, "projectHash": "x", "startTime": now, "lastUpdated": now, "kind": "main"},
        {"id": "1", "timestamp": now, "type": "user", "content": "go on"},
        {"id": "2", "timestamp": now, "type": "gemini", "content": "ok", "tokens": tokens, "model": "gemini-2.5-pro"},
    ])  # fmt: skip


def codex_says(root: Path, session: str, percent: int) -> None:
    tell_codex(root.parent / "codex", root, context=percent, session=session)


def claude_says(root: Path, session: str, percent: int) -> None:
    tell(root, context=percent, session=session)


SAYS = {"claude": claude_says, "codex": codex_says, "gemini": gemini_says}
FULL, ROOMY = "0199d7c2-4e8b-7a30-b6d1-93f04c5a7e22", "1299d7c2-4e8b-7a30-b6d1-93f04c5a7e33"


@pytest.mark.parametrize(("agent", "shown"), [("claude", "80 %"), ("codex", "77 %")])
def test_a_session_is_held_by_its_own_context(ask: Ask, run: Run, root: Path, agent: str, shown: str) -> None:
    run("limit", "-C", root, "context.alert=70")
    SAYS[agent](root, FULL, 80)
    SAYS[agent](root, ROOMY, 30)
    assert ask(agent, ROOMY) == Done(0, "", "")
    held = ask(agent, FULL)
    assert (held.code, f"held at context {shown}, alert at 70 %: " in held.err) == (2, True)
    assert ask(agent, "of which nothing is known").code == 0


def test_gemini_states_no_share_so_that_its_tokens_hold_it(ask: Ask, run: Run, root: Path) -> None:
    run("limit", "-C", root, "context.alert=70", "tokens.alert=500k")
    gemini_says(root, ROOMY, 30)
    assert ask("gemini", ROOMY).code == 0
    gemini_says(root, FULL, 80)
    assert "held at tokens " in ask("gemini", FULL).err


def test_each_session_that_is_full_is_answered(ask: Ask, run: Run, root: Path) -> None:
    run("limit", "-C", root, "context.alert=70", "context.stop=95")
    tell(root, context=80, session="a")
    tell(root, context=60, session="b")
    run("ack", "-C", root, "context")
    assert [ask("claude", each).code for each in "ab"] == [0, 0]
    tell(root, context=75, session="b")
    assert [ask("claude", each).code for each in "ab"] == [0, 2], "it was not full when it was acknowledged"
    assert run("check", "-C", root).out == (
        "context 75 %, alert at 70 %: the agent waits; the acknowledgment has lapsed (new session).\n"
    )
    run("ack", "-C", root, "context")
    assert [ask("claude", each).code for each in "ab"] == [0, 0]
    assert run("check", "-C", root).code == 0
    tell(root, context=96, session="a")
    assert [ask("claude", each).code for each in "ab"] == [2, 0]


# The reading of the message that calls the hook: the status line runs a moment after it


@pytest.fixture
def awaited(monkeypatch: pytest.MonkeyPatch, root: Path) -> list[float]:
    """The costs that the status line tells while the hook waits for it, one each time."""
    costs: list[float] = []

    def told_meanwhile(of: Path, session: str, since: float) -> bool:
        tell(root, cost=costs.pop(0), session=session)
        return readings.await_reading(of, session, since)

    monkeypatch.setattr(waiting, "await_reading", told_meanwhile)
    return costs


def test_what_the_message_itself_costs_holds_it(ask: Ask, run: Run, root: Path, awaited: list[float]) -> None:
    run("limit", "-C", root, "cost.alert=10")
    tell(root, cost=9)
    awaited += [9.5, 10.04]
    assert ask("claude").code == 0
    assert "held at cost $10.04, alert at $10: " in ask("claude").err
    assert (awaited, ask("claude").code) == ([], 2), "it is not waited for where something holds already"


@pytest.mark.parametrize("limit", [(), ("tokens.alert=5M",)])
def test_nothing_is_awaited_where_no_limit_needs_it(
    ask: Ask, run: Run, root: Path, awaited: list[float], limit: tuple[str, ...]
) -> None:
    tell(root, cost=9)
    if limit:
        run("limit", "-C", root, *limit)
    assert ask("claude").code == 0
    assert awaited == []


def test_it_is_waited_for_half_a_second_at_most(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tell(root, cost=9)
    clock = [0.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    monkeypatch.setattr(time, "sleep", lambda seconds: clock.append(clock.pop() + seconds))
    readings.await_reading(root, "s1", time.time() + 60)
    assert 0.5 <= clock[0] < 0.55
