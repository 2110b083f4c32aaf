"""What every test relies on: a person at the keyboard, no colours, themes or settings from outside, one time zone."""

import gc
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cockpit.agents.environment import AGENT_VARIABLES
from cockpit.storage.reading import disk_files
from tests.support import app_idle, deferred_drawing, parse_caches

app_idle.use()
parse_caches.use()
deferred_drawing.use()

# Compiled files are kept, whatever the environment says: dozens of tests start a program, which would compile itself.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def at_once(_descriptor: int) -> None:
    """In place of `fsync`: no test pulls the plug, and none could tell; that it is asked for, and when, is counted."""


os.fsync = at_once
SETTLING = disk_files.SETTLING_SECONDS


def pytest_collection_finish() -> None:
    """The thousands of collected tests stay to the end: no search for garbage needs to look at them."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where each test's home folder lies; pytest's own numbered folders take ever longer to make."""
    return tmp_path_factory.mktemp("homes")


@pytest.fixture(autouse=True)
def undisturbed(monkeypatch: pytest.MonkeyPatch, homes: Path) -> Iterator[None]:
    ours = ("TEXTUAL_SNAPSHOT", "COCKPIT_INSTALLED")  # the picture test's own, and the wheel test's
    for name in [name for name in os.environ if name.startswith(("TEXTUAL", "COCKPIT_")) or name == "NO_COLOR"]:
        if not name.startswith(ours):
            monkeypatch.delenv(name)
    for name in (
        *AGENT_VARIABLES,
        "CLAUDE_CONFIG_DIR",
        "CODEX_HOME",
        "GEMINI_CLI_HOME",
        *("TMUX", "WAYLAND_DISPLAY", "DISPLAY", "TERM_PROGRAM"),
    ):  # whose homes, and whose clipboards, are the person's
        monkeypatch.delenv(name, raising=False)
    home = Path(tempfile.mkdtemp(dir=homes))
    for name, folder in (("CONFIG", "config"), ("STATE", "state"), ("CACHE", "cache")):
        monkeypatch.setenv(f"COCKPIT_{name}_DIR", str(home / folder))
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setattr(disk_files, "SETTLING_SECONDS", 0.0)  # no test's writer is still writing
    monkeypatch.setenv("TZ", "UTC")
    time.tzset()
    yield
    time.tzset()


@pytest.fixture
def settling(undisturbed: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that looks half-written is waited for, as for a person."""
    monkeypatch.setattr(disk_files, "SETTLING_SECONDS", SETTLING)


@pytest.fixture(scope="session")
def corpus() -> Path:
    """The real files beside the checkout; tests that need them are skipped where they are not."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "corpus"
    if not folder.is_dir():
        pytest.skip("the corpus of real files is not beside this checkout")
    return folder


@pytest.fixture
def promptly() -> Iterator[None]:
    """Fails a test that took more than five seconds of a processor: what it reads grew more than in proportion."""
    began = time.thread_time()
    yield
    assert time.thread_time() - began < 5
