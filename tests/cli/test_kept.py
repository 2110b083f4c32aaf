"""Versions of files that other programs wrote at the same moment as cockpit: listed, shown, saved."""

import json
from pathlib import Path

import pytest
import time_machine

from cockpit.storage.transactions import journal
from cockpit.storage.user_files.store import ProjectStore
from tests.cli.conftest import Run

PATH = ".autopilot/TRANSPONDER.md"
THEIRS = b"# Project State\n\x1b[31m\xff theirs\n"


@pytest.fixture(autouse=True)
def now() -> object:
    with time_machine.travel("2026-01-29T16:30:00Z", tick=False) as traveller:
        yield traveller


@pytest.fixture
def kept(run: Run, root: Path) -> Path:
    """A project after a change, entry 1, at the same moment as two of an agent's, entries 2 and 3."""
    run("todo", "add", "x", "-C", root)
    store = ProjectStore.of(root)
    journal.keep(store, PATH, THEIRS, "2026-01-29T14:30:00Z")
    journal.keep(store, ".autopilot/state/gone.json", b"{}\n", "2026-01-29T15:30:00Z")
    return root


def test_what_is_kept_is_mentioned_listed_and_shown_as_what_it_would_change(run: Run, kept: Path) -> None:
    assert run("log", "-C", kept).bare.out.splitlines()[-1] == (
        "Other programs wrote files at the same moment as cockpit; 2 of their versions were "
        "saved. `cockpit log --conflicts` lists them."
    )
    assert run("log", "--conflicts", "-C", kept).out == (
        "2  2026-01-29T14:30:00Z  2 h ago  .autopilot/TRANSPONDER.md\n"
        "3  2026-01-29T15:30:00Z  1 h ago  .autopilot/state/gone.json\n"
    )
    listed = json.loads(run("log", "--conflicts", "--json", "-C", kept).out)
    assert listed[0] == {"entry": 2, "at": "2026-01-29T14:30:00Z", "path": PATH}
    lines = run("log", "--conflicts", "2", "-C", kept).out.splitlines()
    assert lines[:2] == [f"--- a/{PATH}", f"+++ b/{PATH}"]
    assert "+\\x1b[31m\\xff theirs" in lines
    (kept / PATH).write_bytes(THEIRS)
    assert run("log", "--conflicts", "2", "-C", kept).out == f"{PATH} is identical to the saved version.\n"


def test_its_bytes_are_saved(run: Run, kept: Path, tmp_path: Path) -> None:
    target = tmp_path / "theirs.md"
    done = run("log", "--conflicts", "2", "--save", target, "-C", kept)
    assert (done.code, done.out) == (0, f"Saved the version of {PATH} to {target}.\n")
    assert target.read_bytes() == THEIRS
    again = run("log", "--conflicts", "2", "--save", target, "-C", kept)
    assert (again.code, again.out) == (1, "")
    assert again.err == f"cockpit: {target} already exists. Nothing changed.\n"


NO_VERSION = "Entry 1 has no saved file version from another program. `cockpit log --conflicts` lists those that exist."


@pytest.mark.parametrize(
    ("line", "code", "sentence"),
    [
        ("1", 1, NO_VERSION),
        ("two", 1, "Not an entry of the log: 'two'. `cockpit log` lists the entries."),
        ("--save x", 2, "--save needs a version: `cockpit log --conflicts ID --save FILE`."),
        ("2 --save /no/such/folder/x", 1, "The folder of /no/such/folder/x does not exist. Nothing changed."),
        ("2 --save /", 1, "/ already exists. Nothing changed."),
    ],
)
def test_what_cannot_be_shown_or_saved(run: Run, kept: Path, line: str, code: int, sentence: str) -> None:
    done = run("log", "--conflicts", *line.split(), "-C", kept)
    assert (done.code, done.bare.out, done.bare.err) == (code, "", f"cockpit: {sentence}\n")
