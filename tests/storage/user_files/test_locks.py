"""Cockpit's lock: one writer at a time, and no waiting for the dead."""

import time
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.user_files.locks import project_lock
from cockpit.storage.user_files.store import ProjectStore
from tests.storage.refusals import refused_unchanged


def test_a_second_one_waits_and_then_is_refused(tmp_path: Path) -> None:
    store = ProjectStore(tmp_path / "it")
    began = time.monotonic()
    held = refused_unchanged("storage.another-cockpit-writes")
    with project_lock(store), held, project_lock(store, wait=0.1):
        pytest.fail("two at once")
    assert time.monotonic() - began >= 0.1
    with project_lock(store, wait=0):
        pass


def test_a_lock_that_was_purged_meanwhile_is_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opened the file before it was removed must not believe to hold the lock with it."""
    store = ProjectStore(tmp_path / "it")
    real, removed = disk.try_lock, []

    def try_lock(descriptor: int) -> bool:
        if not removed:
            removed.append(store.lock.unlink())
        return real(descriptor)

    monkeypatch.setattr(disk, "try_lock", try_lock)
    with project_lock(store):
        assert removed
        with pytest.raises(CommandError), project_lock(store, wait=0):
            pytest.fail("two at once")
