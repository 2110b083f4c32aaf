"""What holds for every verb that writes: read-only, dry runs, several tracks, and an agent at the keyboard."""

import json
from pathlib import Path

import pytest

from cockpit.actions import ACTIONS
from cockpit.storage.user_files.places import settings_file, state_dir
from tests.cli.conftest import TRANSPONDER, Done, Run, reading, write_project

READ_ONLY = "cockpit: This project is open read-only. Nothing changed.\n"

LINES = {
    "log": ["log", "--conflicts", "1", "--save", "version.md"],
    "alert.acknowledge": ["ack", "cost"],
    "alert.withdraw": ["unack", "cost"],
    "question.answer": ["answer", "1"],
    "threshold.limit": ["limit", "cost.alert=30"],
    "unread.dismiss": ["dismiss", "TRANSPONDER.md"],
    "step.done": ["done"],
    "position.set": ["set", "cost=27", "status=blocked"],
    "blocker.add": ["blocker", "add", "No API key"],
    "blocker.confirm": ["blocker", "confirm", "No API key"],
    "blocker.resolve": ["blocker", "resolve", "No API key"],
    "blocker.bypass": ["blocker", "bypass", "No API key", "--note", "a mock"],
    "decision.add": ["decision", "add", "Cursor paging"],
    "todo.add": ["todo", "add", "Changelog"],
    "todo.done": ["todo", "done", "Add error boundary"],
    "todo.reopen": ["todo", "reopen", "Add error boundary"],
    "phase.start": ["phase", "start", "4", "--force"],
    "phase.fail": ["phase", "fail", "3"],
    "phase.retry": ["phase", "retry", "3", "--force"],
    "phase.reset": ["phase", "reset"],
    "phase.skip": ["phase", "skip", "4"],
    "phase.verify": ["phase", "verify", "pass"],
    "phase.files": ["phase", "files", "--created", "src/a.py", "--deleted", "src/b.py"],
    "phase.error": ["phase", "error", "The disk is full"],
    "phase.resolve": ["phase", "resolve", "The disk is full"],
    "session.start": ["session", "start"],
    "session.crash": ["session", "crash"],
    "session.tokens": ["session", "tokens", "1200", "300", "--agent", "coder"],
    "session.implemented": ["session", "implemented", "Cursor paging"],
    "session.trigger": ["session", "trigger", "user_interrupt"],
    "handoff.write": ["handoff", "--next", "Go on"],
    "resume.check": ["resume", "--reset-alerts"],
    "resume.prompt": ["resume", "prompt", "--save", "prompt.md"],
    "resume.waive": ["resume", "waive", "alert:cost", "--reason", "a mock"],
    "resume.unwaive": ["resume", "unwaive", "alert:cost"],
    "resume.start": ["resume", "start"],
    "resume.done": ["resume", "done"],
    "change.undo": ["undo"],
    "change.redo": ["redo"],
    "taken-back.restore": ["redo", "taken-back"],
    "taken-back.dismiss": ["redo", "dismiss"],
    "track.init": ["init", "autopilot"],
    "track.archive": ["track", "archive"],
    "track.convert": ["track", "convert"],
    "config.agent": ["config", "agent", "claude"],
    "config.purge": ["config", "purge", "--yes"],
    "hooks.install": ["hooks", "install", "claude", "--yes"],
    "hooks.remove": ["hooks", "remove", "--yes"],
}
"""A command line for each action that writes."""

BLOCKED = (LINES["resume.prompt"], LINES["resume.start"])
"""What open alerts refuse, before anything is to be written."""
OF_NO_TRACK = ("log", "change.undo", "change.redo", "taken-back.restore", "taken-back.dismiss", "track.init",
               "config.agent", "config.purge", "hooks.install", "hooks.remove")  # fmt: skip
ABOUT_A_TRACK = {each.module: LINES[each.id] for each in ACTIONS if each.writes and each.id not in OF_NO_TRACK}.values()
"""One of each module."""


def everything(*folders: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for folder in folders for path in folder.rglob("*") if path.is_file()}


def write_something(run: Run, root: Path) -> None:
    """A change that can be undone, and one that can be done again."""
    for line in (["todo", "add", "First"], ["todo", "add", "Second"], ["undo"]):
        assert run(*line, "-C", root).code == 0


def write_settings(text: str) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text)


def test_there_is_a_line_for_each() -> None:
    assert set(LINES) == {action.id for action in ACTIONS if action.writes}


@pytest.fixture(scope="module")
def folder_of_written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("written")


@pytest.fixture
def written(folder_of_written: Path, run: Run, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with changes that can be undone and done again; made once, for what may not write."""
    monkeypatch.setenv("COCKPIT_STATE_DIR", str(folder_of_written / "state"))
    root = folder_of_written / "project"
    if not root.exists():
        write_something(run, write_project(root))
    return root


def test_read_only_refuses_every_write(run: Run, written: Path) -> None:
    """By the option, or by the settings."""
    before = everything(written, state_dir())
    for line in LINES.values():
        done = run("--read-only", *line, "-C", written)
        assert done == Done(1, "", done.err if line in BLOCKED else READ_ONLY), line
        assert everything(written, state_dir()) == before, line
    write_settings("read_only = true\n")
    for line in LINES.values():
        done = run(*line, "-C", written)
        assert done == Done(1, "", done.err if line in BLOCKED else READ_ONLY), line
    assert everything(written, state_dir()) == before


def test_a_dry_run_writes_nothing(run: Run, written: Path) -> None:
    before = everything(written, state_dir())
    for name, line in LINES.items():
        if name == "track.init":  # there is a track already
            continue
        done = run(*line, "--dry-run", "-C", written)
        checklist = (1, True, False) if name == "resume.check" else ()
        assert (done.code, bool(done.out), bool(done.err)) in ((0, True, False), (1, False, True), checklist), done
        assert everything(written, state_dir()) == before, line


def test_a_dry_run_of_a_file_from_windows_shows_lines_without_blanks_at_their_ends(run: Run, root: Path) -> None:
    """Such a diff would not apply, and a person would take the blanks for a part of the change."""
    lines = run("--dry-run", "todo", "add", "Changelog", "-C", root).out.splitlines()
    for path in (root / ".autopilot").rglob("*.md"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    windows = run("--dry-run", "todo", "add", "Changelog", "-C", root).out.splitlines()
    assert "+- [ ] Changelog" in windows
    assert windows == lines


def test_purge_deletes_what_is_kept(run: Run, root: Path) -> None:
    none = "Nothing to change: Cockpit has no data about this project.\n"
    assert run("config", "purge", "--yes", "-C", root).bare.out == none
    run("todo", "add", "x", "-C", root)
    kept = ["1 change in the journal, with its bytes before and after", "1 line of the log"]
    would = run("config", "purge", "--dry-run", "-C", root).out.splitlines()
    assert would == ["Would delete cockpit's data about this project.", *kept]
    done = json.loads(run("config", "purge", "--yes", "--json", "-C", root).bare.out)
    assert (done["done"], done["changed"]) == ("Deleted cockpit's data about this project.", True)
    assert done["remarks"] == kept
    assert run("log", "-C", root).bare.out == "No changes have been made with cockpit yet.\n"


def test_with_several_tracks_a_write_must_say_which(run: Run, root: Path) -> None:
    write_project(root / "packages" / "api")
    keys = [f"autopilot:{base}.autopilot/TRANSPONDER.md" for base in ("", "packages/api/")]
    several = f"cockpit: Several tracks are possible. Name one with --track: {', '.join(keys)}.\n"
    before = everything(root)
    for line in ABOUT_A_TRACK:
        assert run(*line, "-C", root) == Done(2, "", several), line
        assert everything(root) == before, line


def test_a_verb_goes_to_the_only_track_that_it_can_mean_and_says_which(run: Run, root: Path) -> None:
    write_project(
        root / "packages" / "api", TRANSPONDER.replace("In progress", "Project complete"), reading(cost=1, context=1)
    )
    done = run("todo", "add", "one", "-C", root)
    assert (done.code, done.out.splitlines()[-1]) == (0, "In TaskFlow App (root).")
    assert run("resume", "-C", root).code in (0, 1), "the one that is not over"
    write_project(root / "packages" / "web", thresholds=reading(cost=1, context=1))
    assert run("ack", "cost", "-C", root).out.splitlines()[-1] == "In TaskFlow App (root)."
    assert run("todo", "add", "two", "-C", root).code == 2
    assert run("todo", "add", "two", "--track", "packages/web/", "-C", root).code == 0
    assert "two" in (root / "packages/web/.autopilot/TRANSPONDER.md").read_text()
    assert "two" not in (root / ".autopilot/TRANSPONDER.md").read_text()


def test_a_persons_verb_is_refused_in_an_agents_environment(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLAUDECODE", "1")
    before = everything(root, state_dir())
    refused = (
        "cockpit: Only a person may do this, and cockpit runs in Claude Code. To permit it, "
        "set allow_agents = true in settings.toml.\n"
    )
    for action in (action for action in ACTIONS if action.person):
        assert run(*LINES[action.id], "-C", root).bare == Done(1, "", refused), action.id
        assert everything(root, state_dir()) == before, action.id
    write_settings("allow_agents = true\n")
    assert run("ack", "cost", "-C", root).code == 1, "an agent may have named that folder of settings"
    monkeypatch.delenv("COCKPIT_CONFIG_DIR")
    write_settings("allow_agents = true\n")
    assert run("ack", "cost", "-C", root).code == 0


def test_what_an_agent_may_do_is_recorded_as_the_agents(root: Path, by_agent: Run) -> None:
    assert by_agent("set", "cost=27", "-C", root).code == 0
    (record,) = json.loads(by_agent("log", "--json", "-C", root).out)
    assert (record["actor"], record["verb"], record["subject"]["value"]) == ("agent (Claude Code)", "setvalue", 27)


def test_a_part_of_a_blocker_or_todo_is_enough(run: Run, root: Path) -> None:
    run("blocker", "add", "No API key", "-C", root)
    assert run("blocker", "resolve", "api", "-C", root).out == "Resolved the blocker: Phase 3: No API key\n"
    assert run("todo", "done", "boundary", "-C", root).out == "Ticked the todo: Add error boundary\n"
    unknown = run("todo", "done", "Bound ary", "-C", root)
    assert (unknown.code, unknown.err) == (
        1,
        'cockpit: No todo "Bound ary". Found: "Add error boundary".\n',
    )
