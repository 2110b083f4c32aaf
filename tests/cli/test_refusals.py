"""Expected failures outside the project: one sentence each, exit code 1, and never a traceback."""

import io
from pathlib import Path

import pytest

from cockpit.storage.user_files.places import state_dir
from tests.cli.conftest import Run

NO_SUCH_PERSON = "~no-such-person/x"


def replace_by_folder(root: Path, run: Run, name: str) -> Path:
    """Puts a folder where cockpit keeps a file about the project."""
    assert run("todo", "add", "x", "-C", root).code == 0
    (folder,) = (state_dir() / "projects").iterdir()
    (folder / name).unlink(missing_ok=True)
    (folder / name).mkdir()
    return folder


def test_a_ledger_that_cannot_be_read(run: Run, root: Path) -> None:
    folder = replace_by_folder(root, run, "ledger.jsonl")
    done = run("log", "-C", root)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"cockpit: cockpit's folder {folder} cannot be read: is a directory.\n"


def test_notes_that_cannot_be_read_hide_nothing(run: Run, root: Path) -> None:
    replace_by_folder(root, run, "notes.json")
    assert run("status", "-C", root).code == 0
    assert run("check", "-C", root).code == 20


@pytest.mark.parametrize("verb", ["undo", "redo"])
def test_a_journal_that_cannot_be_read(run: Run, root: Path, verb: str) -> None:
    assert run("todo", "add", "x", "-C", root).code == 0
    (folder,) = (state_dir() / "projects").iterdir()
    entry = next((folder / "journal").iterdir())
    entry.unlink()
    entry.mkdir()
    done = run(verb, "-C", root)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"cockpit: cockpit's folder {folder} cannot be read: is a directory.\n"


@pytest.mark.parametrize("answer", ["", "\n", "n\n", "no\n"], ids=["Ctrl-D", "Enter", "n", "no"])
def test_purge_asks_and_takes_anything_but_a_yes_as_a_no(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    assert run("todo", "add", "x", "-C", root).code == 0
    keyboard = io.StringIO(answer)
    keyboard.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("sys.stdin", keyboard)
    done = run("config", "purge", "-C", root)
    assert (done.code, done.bare.err) == (
        1,
        "cockpit: Nothing was deleted. `cockpit config purge --yes` deletes without asking.\n",
    )
    assert done.bare.out.splitlines() == [
        "This deletes 1 change in the journal, with its bytes before and after and 1 line of the log. Undo is no "
        "longer possible afterwards.",
        "Delete them? [y/N] ",
    ]
    assert any((state_dir() / "projects").iterdir())


def test_purge_deletes_after_a_yes(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("todo", "add", "x", "-C", root).code == 0
    keyboard = io.StringIO("Y\n")
    keyboard.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("sys.stdin", keyboard)
    assert run("config", "purge", "-C", root).code == 0
    assert not any((state_dir() / "projects").iterdir())


@pytest.mark.parametrize("purpose", ["CONFIG", "STATE"])
@pytest.mark.parametrize("verb", ["status", "check", "log", "config"])
def test_a_folder_of_nobody(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch, purpose: str, verb: str) -> None:
    variable = f"COCKPIT_{purpose}_DIR"
    monkeypatch.setenv(variable, NO_SUCH_PERSON)
    done = run(verb, "-C", root)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"cockpit: {variable} is {NO_SUCH_PERSON}, but that user has no home folder.\n"


def test_the_program_does_not_open_with_a_folder_of_nobody(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = io.StringIO()
    terminal.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("cockpit.cli.opening.sys", type("", (), dict.fromkeys(("stdin", "stdout", "stderr"), terminal)))
    monkeypatch.setenv("COCKPIT_STATE_DIR", NO_SUCH_PERSON)
    done = run(root)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("cockpit: COCKPIT_STATE_DIR is ")


def test_a_first_word_that_names_nobodys_home(run: Run) -> None:
    done = run("~no-such-person")
    assert done.code == 2
    assert done.err == ("cockpit: No folder or command '~no-such-person'. `cockpit --help` lists the commands.\n")


def test_a_folder_that_was_removed_under_the_shell(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    done = run("status")
    assert (done.code, done.err) == (1, "cockpit: No such folder: ..\n")
