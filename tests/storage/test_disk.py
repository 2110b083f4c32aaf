"""The system calls: what is no file is refused, and nothing stays open."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from cockpit.storage import disk

OPEN = Path("/proc/self/fd")


@pytest.mark.parametrize("read", [disk.read, disk.first_line])
@pytest.mark.skipif(not OPEN.is_dir(), reason="the system does not list open files")
def test_a_folder_is_not_read_and_not_left_open(tmp_path: Path, read: Callable[[Path], object]) -> None:
    before = len(list(OPEN.iterdir()))
    for _ in range(3):
        with pytest.raises(IsADirectoryError):
            read(tmp_path)
    assert len(list(OPEN.iterdir())) == before


def test_a_fifo_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    with pytest.raises(OSError, match="Is a directory"):
        disk.read(tmp_path / "fifo")


def test_what_is_not_there_is_none(tmp_path: Path) -> None:
    assert disk.read(tmp_path / "missing") is None
    with pytest.raises(FileNotFoundError):
        disk.first_line(tmp_path / "missing")
