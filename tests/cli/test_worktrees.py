"""State that another worktree of the repository keeps: it counts, or it is said that nothing was checked."""

import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.cli.conftest import Run, reading, write_project
from tests.support import repositories
from tests.support.autodev_states import MAIN, SOUND

STOPPED = reading(cost=60, context=10)
AUTODEV = SOUND.replace("status: in_progress", "status: failed").replace("retry_count: 0", "retry_count: 3")


def begun(main: Path, *ignored: str) -> Path:
    """The main worktree, and beside it a linked one that has what git does not ignore."""
    (main / ".gitignore").write_text("".join(f"{each}\n" for each in ignored))
    repositories.run(main, "init", "-q", "-b", "main")
    repositories.run(main, "add", ".")
    repositories.run(main, "commit", "-q", "-m", "Begin")
    repositories.run(main, "worktree", "add", "-q", "../linked")
    return main.parent / "linked"


def told(main: Path) -> str:
    return f"cockpit: The state of this repository is kept in {main}.\n"


@pytest.fixture
def main(tmp_path: Path) -> Path:
    return write_project(tmp_path / "main", thresholds=STOPPED)


def test_the_state_of_the_main_worktree_counts(run: Run, main: Path) -> None:
    linked = begun(main, ".autopilot/")
    (linked / "src").mkdir()
    for folder in (linked, linked / "src"):
        done = run("check", "-C", folder)
        assert (done.code, done.err) == (30, told(main))
    assert "cost $60, stop at $50" in run("status", "-C", linked, "--no-agents").out
    refused = run("done", "-C", linked)
    assert (refused.code, told(main).partition(" ")[2].strip() in refused.err) == (1, True)


def test_a_link_to_it_is_no_damage(run: Run, main: Path) -> None:
    linked = begun(main, ".autopilot")
    (linked / ".autopilot").symlink_to(main / ".autopilot")
    done = run("check", "-C", linked)
    assert (done.code, done.err) == (30, told(main))


def test_a_link_to_another_project_is_not_followed(run: Run, main: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    begun(other)
    (other / ".autopilot").symlink_to(main / ".autopilot")
    assert (run("check", "-C", other).code, run("status", "-C", other).err) == (1, "")


def test_what_a_state_file_led_to_is_no_state(run: Run, tmp_path: Path) -> None:
    main = tmp_path / "main"
    for path, text in (
        (MAIN, AUTODEV),
        ("_docs/00_problem/problem.md", "Locks"),
        ("_docs/01_solution/solution.md", ""),
    ):
        (main / path).parent.mkdir(parents=True, exist_ok=True)
        (main / path).write_text(text)
    linked = begun(main, MAIN)
    done = run("check", "-C", linked)
    assert (done.code, done.err) == (30, told(main))


def test_own_state_counts_alone(run: Run, main: Path) -> None:
    linked = begun(main, ".autopilot/")
    write_project(linked, thresholds=reading(cost=5, context=10))
    assert run("check", "-C", linked).code == 0


def test_the_state_of_another_linked_worktree_does_not_count(run: Run, main: Path, tmp_path: Path) -> None:
    linked, bare = begun(main, ".autopilot/"), tmp_path / "bare"
    write_project(linked, thresholds=STOPPED)
    (main / ".autopilot").rename(tmp_path / "away")
    repositories.run(main, "worktree", "add", "-q", str(bare))
    for folder in (main, bare):
        done = run("check", "-C", folder)
        assert (done.code, done.err) == (1, f"{told(linked).replace('The', 'Nothing was checked here. The')}")


def test_the_hook_is_held_by_it(run: Run, main: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    linked = begun(main, ".autopilot/")
    call = {"session_id": "one", "cwd": str(linked), "hook_event_name": "PreToolUse", "transcript_path": "/none",
            "tool_name": "Bash", "tool_input": {"command": "make"}}  # fmt: skip
    given = SimpleNamespace(buffer=io.BytesIO(json.dumps(call).encode()), isatty=lambda: False)
    monkeypatch.setattr("sys.stdin", given)
    done = run("check", "--hook", "claude")
    assert (done.code, "cost $60, stop at $50" in done.err) == (2, True)
