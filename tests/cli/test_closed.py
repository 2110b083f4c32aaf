"""Folders nobody may look into: one sentence where the project is one, no difference where cockpit's own is."""

import io
from pathlib import Path

import pytest

from cockpit.storage.user_files import places
from cockpit.themes import catalog
from tests.cli.conftest import Done, Run
from tests.support.permissions import biting

READING = [["status", "--json"], ["status", "cost"], ["lint"], ["check"], ["config"], ["log"], ["log", "--conflicts"]]
WRITING = [["set", "cost=3", "task=4"], ["undo"], ["init", "autopilot"], ["config", "purge"]]


def run_it(run: Run, *line: str | Path) -> Done:
    with biting():
        return run(*line)


def test_a_closed_project_and_one_below_a_closed_folder_are_refused_in_a_sentence(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(root)
    for closed, words, named in ((root, ("-C", root), root), (root.parent, (), ".")):
        closed.chmod(0)
        done = [run_it(run, *verb, *words) for verb in (*READING, *WRITING)]
        closed.chmod(0o700)
        assert {*done} == {Done(1, "", f"cockpit: The folder {named} cannot be read: permission denied.\n")}


def test_cockpits_own_folder_breaks_no_reading(run: Run, root: Path) -> None:
    usual = [run_it(run, *verb, "-C", root) for verb in READING]
    for folder in (places.state_dir, places.config_dir):  # that of what is kept is closed where that is tested
        folder().mkdir(parents=True, exist_ok=True)
        folder().chmod(0)
        closed = [run_it(run, *verb, "-C", root) for verb in READING]
        folder().chmod(0o700)
        for verb, before, done in zip(READING, usual, closed, strict=True):
            if verb[0] == "log" and folder is places.state_dir:
                assert (done.code, done.out) == (1, "")
                assert done.err.endswith("cannot be read: permission denied.\n")
            elif verb[0] != "config":
                assert (done.code, done.out) == (before.code, before.out)
            assert done.err.count("\n") <= 1
            assert "Errno" not in done.err


def test_themes_are_listed_without_a_folder_of_ones_own(run: Run) -> None:
    places.config_dir().mkdir(parents=True)
    places.config_dir().chmod(0)
    assert run_it(run, "--theme", "?").out == "\n".join([*catalog.names(), ""])


def test_what_the_disk_refuses_unforeseen_is_a_sentence(run: Run, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise OSError(5, "Input/output error", "/some/where")

    monkeypatch.setattr("cockpit.project.load.load_project", refuse)
    done = run("status", "-C", root)
    assert (done.code, done.out) == (1, "")
    assert done.err == "cockpit: /some/where cannot be read: Input/output error.\n"


@pytest.mark.parametrize(("kept", "verbs"), [("notes.json", ()), ("journal/*", ("undo", "redo"))])
def test_what_is_kept_and_cannot_be_read_hides_nothing_and_is_named(
    run: Run, root: Path, kept: str, verbs: tuple[str, ...]
) -> None:
    assert run("todo", "add", "x", "-C", root).code == 0
    (folder,) = (places.state_dir() / "projects").iterdir()
    file = next(folder.glob(kept), folder / kept)
    file.unlink(missing_ok=True)
    file.mkdir()
    assert (run("status", "-C", root).code, run("check", "-C", root).code) == (0, 20)
    for verb in verbs:
        told = f"cockpit: cockpit's folder {folder} cannot be read: is a directory.\n"
        assert run(verb, "-C", root) == Done(1, "", told)


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize("purpose", ["CONFIG", "STATE"])
def test_a_folder_of_nobody_is_refused_in_a_sentence(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch, purpose: str
) -> None:
    variable = f"COCKPIT_{purpose}_DIR"
    monkeypatch.setenv(variable, "~no-such-person/x")
    told = f"cockpit: {variable} is ~no-such-person/x, but that user has no home folder.\n"
    for line in (["status", "-C", root], ["check", "-C", root], ["log", "-C", root], ["config", "-C", root], [root]):
        assert run(*line) == Done(1, "", told), line


@pytest.mark.parametrize("answer", ["", "\n", "no\n", "Y\n"], ids=["Ctrl-D", "Enter", "no", "Y"])
def test_purge_asks_and_takes_anything_but_a_yes_as_a_no(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch, answer: str
) -> None:
    assert run("todo", "add", "x", "-C", root).code == 0
    keyboard = io.StringIO(answer)
    keyboard.isatty = lambda: True  # type: ignore[method-assign]
    monkeypatch.setattr("sys.stdin", keyboard)
    done = run("config", "purge", "-C", root).bare
    assert done.out.startswith(
        "This deletes 1 change in the journal, with its bytes before and after and 1 line of the log. Undo is no "
        "longer possible afterwards.\nDelete them? [y/N] "
    )
    kept = any((places.state_dir() / "projects").iterdir())
    assert (done.code, kept) == ((0, False) if answer == "Y\n" else (1, True))
    if kept:
        assert done.err == "cockpit: Nothing was deleted. `cockpit config purge --yes` deletes without asking.\n"
