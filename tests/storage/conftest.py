"""A project folder and a home folder for each test, in a place without a repository above it."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support.fake_system import FakeSystem
from tests.support.repositories import run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with one track, written long ago."""
    folder = tmp_path / "project"
    state = folder / ".fake" / "STATE.md"
    state.parent.mkdir(parents=True)
    state.write_text("# one\n")
    return folder


@pytest.fixture
def system() -> FakeSystem:
    return FakeSystem()


@pytest.fixture
def calm(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets time pass for the signatures, without waiting."""
    passed = 0.0
    real = time.time_ns

    def sleep(seconds: float) -> None:
        nonlocal passed
        passed += seconds
        monkeypatch.setattr("cockpit.storage.signatures.time.time_ns", lambda: real() + int(passed * 1e9))

    assert os.stat(".").st_ctime_ns  # noqa: PTH116 - the file system keeps change times at all
    return sleep


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    folder = tmp_path / "repository"
    folder.mkdir()
    run(folder, "init", "-q", "-b", "trunk", "--template=")
    return folder
