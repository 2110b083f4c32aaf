"""What can go wrong: no folder, damaged files, hostile text, no terminal. One sentence each, never a traceback."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import READING, Done, Run, write_project
from tests.support import contract

REPOSITORY = Path(__file__).resolve().parents[2]


def missing(folder: Path) -> Path:
    return folder / "missing"


def a_file(folder: Path) -> Path:
    (folder / "file.txt").write_text("x")
    return folder / "file.txt"


def a_loop(folder: Path) -> Path:
    (folder / "loop").symlink_to(folder / "loop")
    return folder / "loop"


def empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (missing, "No such folder: {path}."),
        (a_file, "Not a folder: {path}."),
        (a_loop, "The folder {path} cannot be read: "),
        (
            empty,
            "No agent state was found in {path}. Name the project with -C PATH, or start tracking with "
            "`cockpit init autopilot`, `cockpit init maestro`, `cockpit init autodev` or `cockpit init codewalk`.",
        ),
    ],
)
def test_a_path_that_is_no_project(run: Run, tmp_path: Path, make: Callable[[Path], Path], reason: str) -> None:
    path = make(tmp_path)
    for verb in READING:
        done = run(*verb, "-C", path)
        if make is empty and verb in (["status"], ["status", "--json"]):
            assert (done.code, done.err) == (0, ""), "agents may work where nothing is kept"
            continue
        assert (done.code, done.bare.out) == (1, "")
        assert done.bare.err.startswith(f"cockpit: {reason.format(path=path)}")
        assert done.bare.err.count("\n") == 1
        assert done.bare.err.endswith(".\n")


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Do not wait for files that were written just now: they stay as they are."""
    monkeypatch.setattr("cockpit.project.load.SETTLING_SECONDS", 0.0)


@pytest.mark.usefixtures("impatient")
def test_whether_an_alert_is_acknowledged_may_be_unknown(run: Run, tmp_path: Path) -> None:
    """Nobody can read it, so the agent pauses; that is not the same as nobody having acknowledged it."""
    root, damaged = write_project(tmp_path / "p"), '{"acknowledgments": {"con'
    file = ".autopilot/state/acknowledgments.json"
    (root / file).write_text(damaged)
    pauses = "the agent waits, because acknowledgments.json cannot be read"
    check = run("check", "-C", root)
    cost, context, *damage = check.out.splitlines()
    assert check.code == 20
    assert (cost, context) == (f"cost $26.50, alert at $25: {pauses}.", f"context 42 %, alert at 40 %: {pauses}.")
    assert [each.partition(":")[0] for each in damage] == ["acknowledgments.json"], "and says what is wrong with it"
    why = run("status", "cost", "-C", root).out
    assert f"acknowledged  unknown: {file} cannot be read\n" in why
    assert "waits, because acknowledgments.json cannot be read\n" in why
    status = run("status", "-C", root).out
    assert f"alert    cost $26.50, alert at $25: {pauses}\n" in status
    assert "alert, whether acknowledged cannot be read, the agent waits\n" in status
    shown, *_ = contract.from_json(run("status", "--json", "-C", root).out).tracks[0].thresholds
    assert (shown.acknowledgment, shown.acknowledgment_unread, shown.agent_will) == (None, file, "pause")
    assert f"cost $26.50, alert at $25: {pauses}." in run("resume", "-C", root).out
    for verb in (("ack", "cost"), ("unack", "cost"), ("unack", "--all")):
        refused = run(*verb, "-C", root)
        assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert (root / file).read_text() == damaged


@pytest.mark.usefixtures("impatient")
def test_a_file_that_is_too_long_to_be_read_has_one_finding(run: Run, tmp_path: Path) -> None:
    """Its length: that it seems to break off is the reader's doing."""
    root = write_project(tmp_path / "p")
    text = '{"acknowledgments": {"cost": {"n": "' + "x" * (5 * 1024 * 1024) + '"}}}'
    (root / ".autopilot/state/acknowledgments.json").write_text(text)
    found = contract.from_json(run("status", "--json", "-C", root).out).tracks[0].findings
    about = [each for each in found if each.path.endswith("acknowledgments.json")]
    assert [(each.code, each.severity) for each in about] == [("too-large", "error")]
    check = run("check", "-C", root)
    assert (check.code, "5.0 MiB" in check.out) == (20, True)
    (root / ".autopilot/state/thresholds.json").write_text('{"current_values": {"cost": 1, "context_percent": 1}}')
    check = run("check", "-C", root)
    assert (check.code, "5.0 MiB" in check.err) == (1, True)


@pytest.mark.parametrize(
    ("more", "why"),
    [("x: y\n" * 10_000, "has more than 10,000 lines"), ("x" * 1024 * 1024, "is larger than 1 MiB")],
    ids=["lines", "bytes"],
)
def test_a_file_that_is_too_long_to_be_edited_is_left_as_it_is(run: Run, tmp_path: Path, more: str, why: str) -> None:
    file = write_project(tmp_path / "p") / ".autopilot/TRANSPONDER.md"
    file.write_text(long := f"{file.read_text()}\n{more}")
    done = run("set", "task=4", "-C", tmp_path / "p")
    told = f"cannot be edited safely: it {why}; move its older part to another file first.\n"
    assert (done.code, done.err) == (1, f"cockpit: .autopilot/TRANSPONDER.md {told}")
    assert file.read_text() == long


def test_a_folder_whose_name_is_no_text(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / os.fsdecode(b"odd-\xff-\x1b[31m")
    try:
        write_project(folder)
    except OSError:
        pytest.skip("this file system takes only names that are text")
    assert run("status", "-C", folder).code == 0
    assert contract.from_json(run("status", "--json", "-C", folder).out).root.endswith("odd-\\udcff-\x1b[31m")
    assert "odd-\\xff-\\x1b[31m" in run("config", "-C", folder).out
    assert "odd-\\xff-\\x1b[31m" in run("status", "-C", folder / "missing").err


# Opening


@pytest.mark.parametrize("line", [[], ["."], ["demo"], ["no/such/folder"]], ids=" ".join)
def test_without_a_terminal_the_program_does_not_open(run: Run, line: list[str]) -> None:
    done = run(*line)
    assert (done.code, done.out) == (1, "")
    assert done.err == "cockpit: Not a terminal. Use `cockpit status`.\n"


@pytest.mark.usefixtures("terminal")
def test_what_is_no_verb_is_a_path(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also a file whose name is like a misspelled verb."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ckeck").write_text("")
    for line, sentence in (
        (["./stauts"], "No such folder: stauts."), (["--", "status"], "No such folder: status."),
        (["-C", "stauts"], "No such folder: stauts."), (["ckeck"], "Not a folder: ckeck."),
    ):  # fmt: skip
        assert run(*line) == Done(1, "", f"cockpit: {sentence}\n")


def test_a_misspelled_verb(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lists = "`cockpit --help` lists the commands."
    for line, sentence in (
        (["stauts"], "No folder or command 'stauts'. Did you mean status?"),
        (["-C", ".", "--json", "stauts"], "No folder or command 'stauts'. Did you mean status?"),
        (["akc", "cost", "--note", "x"], "No folder or command 'akc'. Did you mean ack?"),
        (["reset-alert"], "`cockpit reset-alerts` is now `cockpit unack --all`."),
        (["frobnicate"], f"No folder or command 'frobnicate'. {lists}"),
        (["\x1b[31m"], f"No folder or command '\\x1b[31m'. {lists}"),
        (["~no-such-person"], f"No folder or command '~no-such-person'. {lists}"),
        (["", "status"], f"No folder or command ''. {lists}"),
    ):
        assert run(*line) == Done(2, "", f"cockpit: {sentence}\n")


# The process


def process(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", "from cockpit.cli.main import run; run()", *map(str, arguments)],
        capture_output=True, text=True, encoding="utf-8", check=False, env=os.environ | environment,
        cwd=REPOSITORY, stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_a_terminal_that_knows_only_ascii_gets_the_rest_escaped(root: Path) -> None:
    done = process("status", "-C", root, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("TaskFlow App \\xb7 autopilot")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """A line of `sh`, with `cockpit` as a function of it."""
    function = f'cockpit() {{ "{sys.executable}" -m cockpit "$@"; }}\n'
    return subprocess.run(
        ["sh", "-c", function + line], capture_output=True, text=True, encoding="utf-8", check=False, cwd=REPOSITORY,
        stdin=subprocess.DEVNULL,
    )  # fmt: skip


def test_without_standard_input_or_error_nothing_goes_wrong(root: Path) -> None:
    done = shell(f"cockpit status nosuch -C '{root}' 2>&-")
    assert (done.returncode, done.stdout, done.stderr) == (1, "", "")
    done = shell(f"cockpit todo add keep -C '{root}' && cockpit config purge -C '{root}' <&-")
    assert (done.returncode, done.stderr.count("config purge --yes")) == (1, 1)


@pytest.mark.usefixtures("promptly")
def test_what_is_next_keeps_its_words_and_takes_no_time_behind_a_run_of_blanks(run: Run, tmp_path: Path) -> None:
    file = write_project(tmp_path / "p") / ".autopilot/TRANSPONDER.md"
    without = "".join(line for line in file.read_text().splitlines(True) if "Next action" not in line)
    file.write_text(f"{without}\n## Next Steps\n- Run the tests - then tag 1.2\n{' ' * 50_000}a\n")
    told = contract.from_json(run("status", "--json", "-C", tmp_path / "p").out).tracks[0].next_action
    assert told is not None
    assert told.text == "Run the tests - then tag 1.2"
