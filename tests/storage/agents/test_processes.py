"""Whether a process still runs: told by its start, since numbers come again."""

import os
import pty
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cockpit.storage.agents import processes
from cockpit.storage.agents.processes import is_running, terminal_of

LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
ODD = "a) S 1 (b "
"""A name of a program that looks like more fields."""


@pytest.fixture
def process(tmp_path: Path) -> Iterator[subprocess.Popen[bytes]]:
    program = tmp_path / ODD
    program.symlink_to("/bin/sleep")
    with subprocess.Popen([str(program), "60"]) as running:
        yield running
        running.kill()


def start_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]


@LINUX
def test_a_process_runs_until_it_ends(process: subprocess.Popen[bytes]) -> None:
    started = start_of(process.pid)
    assert is_running(process.pid, started) is True
    process.kill()
    while is_running(process.pid, started):
        pass
    assert is_running(process.pid, started) is False, "nobody asked yet how it ended, but it did"
    process.wait()
    assert is_running(process.pid, started) is False


@LINUX
def test_the_name_of_the_program_may_hold_anything(process: subprocess.Popen[bytes]) -> None:
    while "(a) S 1 (b )" not in Path(f"/proc/{process.pid}/stat").read_text():
        pass
    assert is_running(process.pid, start_of(process.pid)) is True


@LINUX
def test_another_process_of_the_same_number_is_another() -> None:
    started = start_of(os.getpid())
    assert is_running(os.getpid(), started) is True
    assert is_running(os.getpid(), str(int(started) + 1)) is False


@LINUX
def test_the_terminal_of_a_process_is_named_as_w_names_it() -> None:
    pid, master = pty.fork()
    if pid == 0:
        os.execvp("sh", ["sh", "-c", "tty; exec sleep 60"])
    try:
        named = os.read(master, 100).decode().strip()
        assert f"/dev/{terminal_of(pid)}" == named
        with subprocess.Popen(["sleep", "60"], start_new_session=True) as apart:
            assert terminal_of(apart.pid) is None
            apart.kill()
    finally:
        os.kill(pid, signal.SIGKILL)
        os.waitpid(pid, 0)
        os.close(master)
    assert terminal_of(pid) is None


@pytest.mark.parametrize("started", [None, "", "soon", "Thu Nov 26 10:00:00 2026", "-1", "1" * 5000 + "x"])
def test_without_its_start_nothing_is_known(started: str | None) -> None:
    assert is_running(os.getpid(), started) is None


@pytest.mark.parametrize("started", [None, "1", "soon"])
def test_where_there_is_no_such_process_it_does_not_run(started: str | None) -> None:
    done = subprocess.run([sys.executable, "-c", "import os; print(os.getpid())"], capture_output=True, check=True)
    assert is_running(int(done.stdout), started) is False


@pytest.mark.parametrize("pid", [0, -1, -(2**70), 2**31, 10**4000])
def test_numbers_of_no_process(pid: int) -> None:
    assert is_running(pid, "1") is False


def test_without_proc_only_an_absence_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processes, "_state_and_start", lambda _: None)
    assert is_running(os.getpid(), "1") is None
    assert is_running(2**22 + 7, "1") is False

    def refused(*_: object) -> None:
        raise PermissionError

    monkeypatch.setattr(os, "kill", refused)
    assert is_running(1, "1") is None, "it is there, and somebody else's"
