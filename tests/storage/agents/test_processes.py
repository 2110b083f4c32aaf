"""Whether a process still runs: told by its start, since numbers come again."""

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cockpit.storage.agents import processes
from cockpit.storage.agents.processes import is_running

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


@pytest.mark.parametrize("started", [None, "", "soon", "Thu Nov 26 10:00:00 2026", "-1", "1" * 5000 + "x"])
def test_without_its_start_nothing_is_known(started: str | None) -> None:
    assert is_running(os.getpid(), started) is None


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
