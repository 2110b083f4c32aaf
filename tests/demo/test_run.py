"""The running demo: a temporary folder, a process, and nothing left behind."""

import subprocess
from pathlib import Path

import pytest

from cockpit.demo import run
from cockpit.demo.fresh import words
from cockpit.demo.run import Demo
from cockpit.model.errors import CommandError
from cockpit.project.demo import demo
from tests.support.demo_projects import git, transponder, wait_until
from tests.support.patience import PATIENCE
from tests.support.said import Said


def test_it_runs_and_leaves_nothing() -> None:
    with Demo.start("fast") as shown:
        assert shown.home.name.startswith("cockpit-demo-")
        assert shown.root.parent == shown.home
        wait_until(lambda: "paused until acknowledged" in transponder(shown.root), "the agent pauses")
        assert shown.process.poll() is None
        wait_until(lambda: b"paused until acknowledged" in shown.log.read_bytes(), "the log tells it")
        assert "agent.log" not in " ".join(git(shown.root, "status", "--short"))
    assert shown.process.wait(PATIENCE) == 0
    assert not shown.home.exists()
    shown.stop()


def test_an_agent_that_does_not_listen_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "GRACE", 0.0)
    shown = Demo.start("slow")
    shown.stop()
    assert shown.process.returncode is not None
    assert not shown.home.exists()


def test_nothing_is_left_when_the_agent_cannot_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(run.sys, "executable", str(tmp_path / "no-python"))
    with pytest.raises(FileNotFoundError):
        Demo.start("fast")
    assert list(tmp_path.iterdir()) == []


def test_a_fresh_agent_reads_the_prompt_and_says_so(tmp_path: Path) -> None:
    prompt = tmp_path / "prompt.md"
    prompt.write_text("<objective>\nContinue phase 3\n</objective>\n\n<next_action>\nWrite it\n</next_action>\n")
    with Demo.start("fast") as shown:
        lost = subprocess.run([*shown.fresh[:-1], str(tmp_path / "no")], capture_output=True, text=True, check=False)
        assert (lost.returncode, lost.stderr.startswith("There is no prompt: ")) == (1, True)
        assert not (shown.home / "resumed").exists()
        command = [word.replace("{file}", str(prompt)) for word in shown.fresh]
        done = subprocess.run(command, cwd=shown.root, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[1:3] == ["Read the prompt, 7 lines. Continue phase 3.", "First: Write it"]
        assert (shown.home / "resumed").exists()


def test_any_prompt_will_do_and_at_the_end_of_the_story_it_has_nothing_to_do() -> None:
    for prompt in ("", "one line", "<next_action>", "a\nb\n<next_action>\n"):
        assert len(words(prompt, "TaskFlow", over=False)) == 4
    assert words("", "TaskFlow", over=False)[-1] == "At work in the background; cockpit shows how far."
    told = words("", "Ferry board", over=True)
    assert told[-1] == "The work is done, and there the demo's story ends: I have nothing more to do."


def test_only_what_it_can_play() -> None:
    with pytest.raises(CommandError) as refused, demo("fast", "gsd"):
        pass
    played = ("autopilot", "maestro", "autodev", "codewalk", "agents")
    assert refused.value.message == Said("project.no-demo-of-system", "gsd", played)
    with demo("fast", "Codewalkers") as sample:
        assert (sample.root.name, sample.home) == ("harbour-lights", None)
