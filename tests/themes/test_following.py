"""A change of the file of the theme in use is noticed, and so is that it appears."""

import os
import threading
from pathlib import Path

import pytest

from tests.themes.test_themes import GOOD, write
from themes import catalog, following
from themes.following import Following


@pytest.fixture
def told() -> list[str]:
    return []


def later(path: Path) -> None:
    """The same content, written at another moment."""
    os.utime(path, (1_000_000, 1_000_000))


def test_a_change_is_told_once(tmp_path: Path, told: list[str]) -> None:
    path = write(tmp_path, "mine", GOOD)
    looking = Following([tmp_path], told.append)
    looking.look()
    looking.follow("mine")
    looking.look()
    assert told == []
    later(path)
    looking.look()
    looking.look()
    assert told == ["mine"]


def test_that_it_appears_is_told_and_that_it_goes_is_not(tmp_path: Path, told: list[str]) -> None:
    looking = Following([tmp_path / "themes"], told.append)
    looking.follow("mine")
    path = write(tmp_path / "themes", "mine", GOOD)
    looking.look()
    assert told == ["mine"]
    path.unlink()
    looking.look()
    assert told == ["mine"]
    write(tmp_path / "themes", "mine", GOOD)
    looking.look()
    assert told == ["mine", "mine"]


def test_one_of_the_persons_in_place_of_ours_is_a_change_and_ours_again_too(tmp_path: Path, told: list[str]) -> None:
    looking = Following([tmp_path], told.append)
    looking.follow(catalog.DEFAULT)
    path = write(tmp_path, catalog.DEFAULT, GOOD)
    looking.look()
    path.unlink()
    looking.look()
    assert told == [catalog.DEFAULT] * 2


def test_only_the_theme_that_is_followed_counts(tmp_path: Path, told: list[str]) -> None:
    looking = Following([tmp_path], told.append)
    first, second = write(tmp_path, "first", GOOD), write(tmp_path, "second", GOOD)
    looking.follow("first")
    looking.follow("second")
    later(first)
    looking.look()
    assert told == []
    later(second)
    looking.look()
    assert told == ["second"]


def test_it_looks_by_itself_until_it_is_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "LOOK_SECONDS", 0.005)
    noticed = threading.Event()
    looking = Following([tmp_path], lambda _name: noticed.set())
    looking.follow("mine")
    looking.start()
    write(tmp_path, "mine", GOOD)
    assert noticed.wait(10)
    looking.stop()
    for thread in threading.enumerate():
        if thread.name == "cockpit-theme":
            thread.join(10)
            assert not thread.is_alive()
