"""Standard streams that are closed, full or left: the exit code stays what the verb says, and no traceback."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.cli.output import json_text
from tests.cli.conftest import contents, reading, write_project

COMMAND = [sys.executable, "-c", "from cockpit.cli.main import run; run()"]
FULL = Path("/dev/full")
NO_SPACE = "cockpit: The output could not be written: No space left on device.\n"
CALM = reading(cost=1, context=1)


@pytest.fixture
def calm(tmp_path: Path) -> Path:
    """A project in which nothing waits."""
    return write_project(tmp_path / "calm", thresholds=CALM)


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """The command line in a shell; `cockpit` stands for the command, a dot for the project."""
    command = f'"$0" -c "$1" {line}'
    return subprocess.run(
        ["sh", "-c", command, COMMAND[0], COMMAND[2]],
        capture_output=True, text=True, check=False, cwd=folder, stdin=subprocess.DEVNULL,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("line", "code", "unbuffered"),
    [("status", 1, ""), ("check", 20, "1"), ("--version", 1, "1")],
)
@pytest.mark.skipif(not FULL.exists(), reason="the system has no full device")
def test_a_full_disk_is_one_sentence(
    root: Path, monkeypatch: pytest.MonkeyPatch, line: str, code: int, unbuffered: str
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    done = shell(f"{line} >/dev/full", root)
    assert (done.returncode, done.stderr) == (code, NO_SPACE)


@pytest.mark.skipif(not FULL.exists(), reason="the system has no full device")
def test_a_free_way_that_cannot_be_printed_is_a_failure(calm: Path) -> None:
    done = shell("check >/dev/full", calm)
    assert (done.returncode, done.stderr) == (1, NO_SPACE)


@pytest.mark.parametrize(("line", "code"), [("check", 20), ("ack cost", 0)])
def test_a_closed_output_is_what_was_wished_for_and_no_file_is_taken_for_it(root: Path, line: str, code: int) -> None:
    done = shell(f"{line} >&-", root)
    assert (done.returncode, done.stdout, done.stderr) == (code, "", "")
    before = contents(root)
    assert shell(f"{line} <&- >&- 2>&-", root).returncode == code
    assert contents(root) == before


@pytest.mark.parametrize("where", ["2>&-", "2>/dev/full"])
def test_a_sentence_nobody_can_read_leaves_the_exit_code(tmp_path: Path, where: str) -> None:
    done = shell(f"status -C missing {where}", tmp_path)
    assert (done.returncode, done.stdout) == (1, "")


@pytest.mark.parametrize(("line", "code"), [("status --json", 0), ("check", 20)])
def test_a_reader_that_goes_away_changes_no_exit_code(root: Path, line: str, code: int) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, *line.split()], stdout=writing, stderr=subprocess.PIPE, text=True, check=False, cwd=root,
        env=os.environ | {"PYTHONPATH": str(Path(__file__).resolve().parents[2])},
    )  # fmt: skip
    os.close(writing)
    assert (done.returncode, done.stderr) == (code, "")


# JSON as commands print it


def values(characters: st.SearchStrategy[str]) -> st.SearchStrategy[object]:
    texts = st.text(characters)
    scalars = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts
    return st.recursive(scalars, lambda inner: st.lists(inner) | st.dictionaries(texts, inner))


@settings(deadline=None, max_examples=25)
@given(values(st.characters(exclude_categories=["Cs"])))
def test_any_value_comes_back_and_nothing_in_it_acts_on_a_terminal(value: object) -> None:
    text = json_text(value)
    assert json.loads(text) == value
    assert not any(each < " " or "\x7f" <= each < "\xa0" or each == "\u202e" for each in text.replace("\n", ""))
