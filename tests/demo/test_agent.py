"""The agent as a process: it plays its script at a pace, and ends when nobody wants it any more."""

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from cockpit.project.agents import agent_observer
from cockpit.storage.user_files import holds
from tests.support.demo_projects import acknowledge, contents, start_agent, transponder, wait_until
from tests.support.patience import PATIENCE


@contextmanager
def working(root: Path) -> Iterator[subprocess.Popen[str]]:
    agent = start_agent(root)
    try:
        yield agent
    finally:
        if agent.poll() is None:
            agent.kill()
        agent.communicate()


def paused(root: Path) -> bool:
    return "paused until acknowledged" in transponder(root)


def test_a_signal_ends_it(sample: Path) -> None:
    with working(sample) as agent:
        wait_until(lambda: paused(sample), "the agent pauses")
        agent.send_signal(signal.SIGINT)
        assert agent.wait(PATIENCE) == 0
    assert not (sample.parent / "ended").exists()


def test_it_ends_when_the_project_is_deleted(sample: Path) -> None:
    with working(sample) as agent:
        wait_until(lambda: paused(sample), "the agent pauses")
        shutil.rmtree(sample)
        assert agent.wait(PATIENCE) == 0
        assert "Traceback" not in agent.stderr.read()
    assert not sample.exists()


def test_cockpits_own_hook_holds_it_until_it_is_answered(sample: Path) -> None:
    home = sample.parent / "home"
    observer = agent_observer(sample, ("claude",), clock=lambda: datetime.now(UTC), home=home)
    assert observer is not None

    def held() -> list[tuple[str | None, bool]]:
        return [(each.held, bool(each.alive)) for each in observer.read().of_project()]

    with working(sample) as agent:
        wait_until(lambda: held() == [("cost $26.50, alert at $25", True)], "it is held")
        assert paused(sample)
        [hold] = holds.read()
        acknowledge(sample)
        wait_until((sample / ".autopilot/holding-pattern.md").exists, "it goes on")
        assert not Path(f"/proc/{hold.pid}").exists()
        assert holds.read() == ()
        wait_until(lambda: held() == [(None, True)], "nothing holds it")
        agent.terminate()
        agent.wait(PATIENCE)
        assert [each for each in (home / ".claude/sessions").iterdir() if each.suffix == ".json"] == []


def test_it_ends_when_its_parent_is_gone(sample: Path) -> None:
    before = contents(sample)
    agent = start_agent(sample, "--parent", "0")
    assert agent.wait(PATIENCE) == 0
    agent.communicate()
    assert contents(sample) == before
