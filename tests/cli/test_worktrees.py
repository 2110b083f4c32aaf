"""State that another worktree of the repository keeps: it counts, or it is said that nothing was checked."""

import io
import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from cockpit.cli import waiting
from tests.cli.conftest import Done, Run, reading, write_project
from tests.support import repositories
from tests.support.autodev_states import MAIN, SOUND
from tests.support.limited_repository import make, tell

STOPPED = reading(cost=60, context=10)
STOPPED_THERE = (
    "cockpit: It holds the agent there: cost $60, stop at $50: the agent ends; raise the limit or fix the cause.\n"
)
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


@pytest.mark.parametrize("ignored", [MAIN, "_docs"])
def test_a_resume_takes_what_check_takes(run: Run, tmp_path: Path, ignored: str) -> None:
    main = tmp_path / "main"
    (main / "_docs").mkdir(parents=True)
    (main / MAIN).write_text(AUTODEV)
    linked = begun(main, ignored)
    if ignored == "_docs":
        (linked / "_docs").symlink_to(main / "_docs")
    done = run("resume", "-C", linked)
    there = run("resume", "-C", main)
    assert (done.code, done.out, done.err) == (there.code, there.out, told(main) + there.err)
    assert "cockpit init" not in done.out


def test_the_state_of_another_linked_worktree_does_not_count(run: Run, main: Path, tmp_path: Path) -> None:
    linked, bare = begun(main, ".autopilot/"), tmp_path / "bare"
    write_project(linked, thresholds=STOPPED)
    (main / ".autopilot").rename(tmp_path / "away")
    repositories.run(main, "worktree", "add", "-q", str(bare))
    for folder in (main, bare):
        done = run("check", "-C", folder)
        assert (done.code, done.err) == (1, f"{told(linked).replace('The', 'Nothing was checked here. The')}")


@pytest.fixture
def ask(run: Run, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """What the hook of Claude Code answers before a command in a folder, in a session that began in another."""

    def asked(cwd: Path, began: Path) -> Done:
        call = {"session_id": "one", "cwd": str(cwd), "hook_event_name": "PreToolUse", "transcript_path": "/none",
                "tool_name": "Bash", "tool_input": {"command": "make"}}  # fmt: skip
        given = SimpleNamespace(buffer=io.BytesIO(json.dumps(call).encode()), isatty=lambda: False)
        with monkeypatch.context() as asking:
            asking.setattr("sys.stdin", given)
            asking.setenv("CLAUDE_PROJECT_DIR", str(began))
            asking.setattr(waiting, "await_reading", lambda *_: False)  # that session has no status line
            return run("check", "--hook", "claude")

    return asked


def held_at(what: str, answer: str) -> Done:
    return Done(
        2,
        "",
        f"cockpit: held at {what}: a person has to answer ({answer}), not the agent; until then only tools that read, "
        "`cockpit status` and `cockpit handoff` run.\n",
    )


def test_the_hook_is_held_by_it_and_says_where_it_is_answered(ask: Callable[..., Done], main: Path) -> None:
    linked = begun(main, ".autopilot/")
    held = held_at("cost $60, stop at $50", f"`l` in cockpit, or `cockpit -C {main} limit cost.stop=VALUE`")
    assert ask(linked, main) == ask(linked, linked) == held


def test_a_handoff_in_the_linked_worktree_lifts_nothing(run: Run, ask: Callable[..., Done], main: Path) -> None:
    linked = begun(main, ".autopilot/")
    held = ask(linked, linked)
    assert run("handoff", "-C", linked, "--next", "Go on").code == 0
    assert ask(linked, linked) == held
    assert run("check", "-C", linked).code == 30
    shown = run("status", "-C", linked, "--no-agents")
    assert ("Go on" in shown.out, shown.err) == (True, f"{told(main)}{STOPPED_THERE}")
    assert run("handoff", "-C", main, "--next", "Here, too").code == 0, "it began no other track there"


def test_the_state_of_another_system_hides_no_stop_of_the_main_worktree(
    run: Run, ask: Callable[..., Done], main: Path
) -> None:
    """Spec Kit's files are in git, those of Project Autopilot are not: both count, the worse one first."""
    (main / "specs/001-map").mkdir(parents=True)
    (main / "specs/001-map/spec.md").write_text("# Feature Specification: Map\n")
    (main / "specs/001-map/tasks.md").write_text("- [ ] T001 Draw\n")
    (main / ".specify").mkdir()
    (main / ".specify/feature.json").write_text('{"feature_directory": "specs/001-map"}')
    linked = begun(main, ".autopilot/")
    done = run("check", "-C", linked)
    assert (done.code, done.err, "cost $60, stop at $50" in done.out) == (30, told(main), True)
    assert ask(linked, linked).err.startswith("cockpit: held at cost $60, stop at $50")
    for command in ("status", "resume"):
        assert run(command, "-C", linked).err.startswith(f"{told(main)}{STOPPED_THERE}")
    (main / ".autopilot/state/thresholds.json").write_text('{"current_values": {"cost": 1, "context_percent": 1}}')
    (linked / "specs/001-map/tasks.md").write_text("- [~] T001 Draw\n")
    assert run("check", "-C", linked).code == 20
    (linked / "specs/001-map/tasks.md").write_text("- [x] T001 Draw\n")
    assert (run("check", "-C", linked).code, ask(linked, linked).code) == (0, 0)
    (main / ".autopilot/state/thresholds.json").write_text("{")
    assert (run("check", "-C", linked).code, ask(linked, linked).code) == (1, 2)


def test_limits_that_nobody_confirmed_hold_after_a_handoff_elsewhere(
    run: Run, ask: Callable[..., Done], tmp_path: Path
) -> None:
    main, linked = make(tmp_path / "main"), tmp_path / "linked"
    repositories.run(main, "worktree", "add", "-q", "../linked")
    (main / ".cockpit").mkdir()
    (main / ".cockpit/limits.toml").write_text("[limits.cost]\nalert = 10\n")
    tell(main, cost=10.04)
    run("handoff", "-C", linked, "--next", "Go on")
    assert "held at cost $10.04, alert at $10" in ask(linked, linked).err
    assert run("check", "-C", linked).code == 20
