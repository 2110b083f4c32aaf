"""Which file the editor opens: one of the project, that anybody may look at."""

from pathlib import Path

import pytest

from cockpit.screens.editor import edit_file, editor_command, file_at, is_text
from tests.support.handoff_projects import waiting
from tests.support.keyboard import copy, press, said, slowly
from tests.support.permissions import biting
from tests.support.static_app import running


@pytest.mark.parametrize(
    ("path", "opens"),
    [("a.md", True), ("inside.md", True), ("folder", False), ("missing.md", False), ("loop", False),
     ("loop/a.md", False), ("phase/", "phase/PHASE.md"), ("empty/", False), ("missing/", False), ("closed/", False),
     ("away/", False), ("outside.md", False), ("../secret.md", False), ("closed/a.md", False)],
)  # fmt: skip
def test_only_a_file_of_the_project_is_opened(tmp_path: Path, path: str, opens: bool | str) -> None:
    root = tmp_path / "project"
    for folder in ("folder", "closed", "phase", "empty", "../elsewhere"):
        (root / folder).mkdir(parents=True)
    for name in (
        "a.md",
        "closed/a.md",
        "../secret.md",
        "phase/ROUTE.md",
        "phase/PHASE.md",
        "phase/A.txt",
        "../elsewhere/a.md",
    ):
        (root / name).write_text("text")
    for name, target in (
        ("loop", "loop"),
        ("inside.md", "a.md"),
        ("outside.md", "../secret.md"),
        ("away", "../elsewhere"),
    ):
        (root / name).symlink_to(target)
    (root / "closed").chmod(0)
    with biting():
        assert file_at(str(root), path) == (root / (opens if isinstance(opens, str) else path) if opens else None)


@pytest.mark.parametrize(
    ("visual", "editor", "line", "command"),
    [
        ("", "", 3, ["vi", "+3", "a.md"]),
        ("", "  ", None, ["vi", "a.md"]),
        ("nvim -u NONE", "nano", 3, ["nvim", "-u", "NONE", "+3", "a.md"]),
        ("", "code --wait", 3, ["code", "--wait", "--goto", "a.md:3"]),
        ("", "ed", 3, ["ed", "a.md"]),
        ("", 'vim "unbalanced', 3, None),
    ],
)
def test_how_the_editor_is_called(
    monkeypatch: pytest.MonkeyPatch, visual: str, editor: str, line: int | None, command: list[str] | None
) -> None:
    monkeypatch.setenv("VISUAL", visual)
    monkeypatch.setenv("EDITOR", editor)
    assert editor_command(Path("a.md"), line) == command


async def test_what_is_no_text_is_not_handed_to_an_editor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EDITOR", "false")
    root = copy(tmp_path / "p")
    (root / "state.db").write_bytes(b"SQLite format 3\0" + bytes(100))
    (root / "wide.md").write_bytes("# Title".encode("utf-16"))
    async with running(root) as (app, pilot):
        edit_file(app, "state.db")
        await press(pilot)
        assert said(app) == "state.db is not a text file."
    assert [is_text(root / name) for name in ("state.db", "wide.md", "gone.md")] == [False, True, True]


async def test_an_editor_that_cannot_be_understood_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", 'vim "unbalanced')
    async with running(copy(tmp_path / "p")) as (app, pilot):
        await press(pilot, "e")
        assert said(app) == "$VISUAL or $EDITOR has a quotation mark that is not closed."


async def test_the_editor_opens_what_the_row_and_the_checklist_are_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    called, editor = tmp_path / "called", tmp_path / "bin/vim"
    editor.parent.mkdir()
    editor.write_text(f'#!/bin/sh\necho "$@" > {called}\n')
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    monkeypatch.setattr("cockpit.screens.editor.lend_terminal", lambda _app, run: run())
    root = waiting(tmp_path / "lighthouse", blocked=True)
    async with running(root, (120, 40)) as (app, pilot):
        await slowly(pilot, "5", "e")
        state = root / ".autopilot/TRANSPONDER.md"
        lines = state.read_text().splitlines()
        blocker = 1 + lines.index("- Phase 3: the payment provider's test account is not open yet")
        assert called.read_text() == f"+{blocker} {state}\n"
        await slowly(pilot, "r", "e")
        assert called.read_text() == f"{root}/.autopilot/holding-pattern.md\n"
        editor.write_text("#!/bin/sh\nexit 3\n")
        await slowly(pilot, "e")
        assert "The editor exited with 3." in said(app)
        editor.unlink()
        await slowly(pilot, "e")
        assert f"The editor {editor} cannot be started: No such file or directory." in said(app)
