"""Folders nobody may look into: one sentence where the project is one, no difference where cockpit's own is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from cockpit.storage.user_files import places
from cockpit.themes import catalog
from tests.cli.conftest import Done, Run
from tests.support.permissions import biting

READING = [
    ["status"], ["status", "--json"], ["status", "cost"], ["lint"], ["check"], ["check", "--json"], ["config"], ["log"],
    ["log", "--conflicts"],
]  # fmt: skip
WRITING = [
    ["ack", "cost"],
    ["todo", "add", "x"],
    ["set", "cost=3", "task=4"],
    ["undo"],
    ["init", "autopilot"],
    ["config", "purge"],
]


@pytest.fixture
def closed(root: Path) -> Iterator[Path]:
    """The project, which nobody may enter."""
    root.chmod(0)
    yield root
    root.chmod(0o700)


def run_it(run: Run, *line: str | Path) -> Done:
    with biting():
        return run(*line)


@pytest.mark.parametrize("verb", [*READING, *WRITING], ids=" ".join)
def test_a_closed_project_is_refused_in_a_sentence(run: Run, closed: Path, verb: list[str]) -> None:
    done = run_it(run, *verb, "-C", closed)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"cockpit: The folder {closed} cannot be read: permission denied.\n"


@pytest.mark.parametrize("verb", [*READING, *WRITING], ids=" ".join)
def test_so_is_one_that_lies_below_a_closed_folder(
    run: Run, root: Path, monkeypatch: pytest.MonkeyPatch, verb: list[str]
) -> None:
    monkeypatch.chdir(root)
    root.parent.chmod(0)
    done = run_it(run, *verb)
    root.parent.chmod(0o700)
    assert (done.code, done.out) == (1, "")
    assert done.err == "cockpit: The folder . cannot be read: permission denied.\n"


@pytest.mark.parametrize("folder", [places.state_dir, places.config_dir, places.cache_dir])
@pytest.mark.parametrize("verb", READING, ids=" ".join)
def test_cockpits_own_folder_breaks_no_reading(run: Run, root: Path, folder: object, verb: list[str]) -> None:
    assert callable(folder)
    usual = run_it(run, *verb, "-C", root)
    folder().mkdir(parents=True, exist_ok=True)
    folder().chmod(0)
    done = run_it(run, *verb, "-C", root)
    folder().chmod(0o700)
    if verb[0] == "log" and folder is places.state_dir:
        assert (done.code, done.out) == (1, "")
        assert done.err.endswith("cannot be read: permission denied.\n")
    elif verb[0] != "config":
        assert (done.code, done.out) == (usual.code, usual.out)
    assert done.err.count("\n") <= 1
    assert "Errno" not in done.err


def test_a_closed_place_is_reported_as_one(run: Run, root: Path) -> None:
    places.state_dir().mkdir(parents=True)
    places.state_dir().chmod(0)
    done = run_it(run, "config", "-C", root)
    (line,) = [line for line in done.out.splitlines() if line.startswith("  project state")]
    assert done.code == 0
    assert line.endswith("This project's journal, log and drafts." + " (you may not look at it)")


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
