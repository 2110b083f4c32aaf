"""The running demo: a temporary folder, a process, and nothing left behind."""

import subprocess
from pathlib import Path

import pytest

from cockpit.demo import run
from cockpit.demo.fresh import words
from cockpit.demo.run import Demo
from tests.support.demo_projects import NOW, git, transponder, wait_until
from tests.support.patience import PATIENCE


def test_it_runs_and_leaves_nothing() -> None:
    with Demo.start("fast") as demo:
        assert demo.home.name.startswith("cockpit-demo-")
        assert demo.root.parent == demo.home
        wait_until(lambda: "paused until acknowledged" in transponder(demo.root), "the agent pauses")
        assert demo.process.poll() is None
        wait_until(lambda: b"paused until acknowledged" in demo.log.read_bytes(), "the log tells it")
        assert "agent.log" not in " ".join(git(demo.root, "status", "--short"))
    assert demo.process.wait(PATIENCE) == 0
    assert not demo.home.exists()
    demo.stop()


def test_the_folder_can_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.tempfile, "tempdir", str(tmp_path))
    with Demo.start("slow", keep=True, now=NOW) as demo:
        pass
    assert demo.home.parent == tmp_path
    assert "| Phase | 3 of 6 |" in transponder(demo.root)


def test_an_agent_that_does_not_listen_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run, "GRACE", 0.0)
    demo = Demo.start("slow")
    demo.stop()
    assert demo.process.returncode is not None
    assert not demo.home.exists()


def test_nothing_is_left_when_the_agent_cannot_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(run.tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(run.sys, "executable", str(tmp_path / "no-python"))
    with pytest.raises(FileNotFoundError):
        Demo.start("fast")
    assert list(tmp_path.iterdir()) == []


def test_a_fresh_agent_reads_the_prompt_and_says_so(tmp_path: Path) -> None:
    prompt = tmp_path / "prompt.md"
    prompt.write_text("<objective>\nContinue phase 3\n</objective>\n\n<next_action>\nWrite it\n</next_action>\n")
    with Demo.start("fast") as demo:
        lost = subprocess.run([*demo.fresh[:-1], str(tmp_path / "no")], capture_output=True, text=True, check=False)
        assert (lost.returncode, lost.stderr.startswith("There is no prompt: ")) == (1, True)
        assert not (demo.home / "resumed").exists()
        command = [word.replace("{file}", str(prompt)) for word in demo.fresh]
        done = subprocess.run(command, cwd=demo.root, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.splitlines()[1:3] == ["Read the prompt, 7 lines. Continue phase 3.", "First: Write it"]
        assert (demo.home / "resumed").exists()


@pytest.mark.parametrize("prompt", ["", "one line", "<next_action>", "a\nb\n<next_action>\n"])
def test_any_prompt_will_do(prompt: str) -> None:
    assert len(words(prompt, "TaskFlow", over=False)) == 4


def test_at_the_end_of_the_story_it_has_nothing_to_do() -> None:
    assert words("", "TaskFlow", over=False)[-1] == "At work in the background; cockpit shows how far."
    told = words("", "Ferry board", over=True)
    assert told[0] == "Ferry board agent: a fresh session, nothing remembered."
    assert told[-1] == "The work is done, and there the demo's story ends: I have nothing more to do."
