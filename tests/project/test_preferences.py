"""What cockpit remembers by itself: the theme."""

import tomllib
from pathlib import Path

import pytest

from cockpit.project.settings import Preferences, load_preferences, remember_theme
from cockpit.storage.user_files.places import preferences_file
from tests.support.said import Said


def write(data: bytes) -> Path:
    path = preferences_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def test_what_another_version_remembers_is_kept() -> None:
    path = write(b'theme = "old"\nlayout = "wide"\n[panes]\nzoomed = 3\n')
    remember_theme("new")
    assert tomllib.loads(path.read_text()) == {"theme": "new", "layout": "wide", "panes": {"zoomed": 3}}


def test_a_link_stays_one(tmp_path: Path) -> None:
    link = preferences_file()
    link.parent.mkdir(parents=True, exist_ok=True)
    link.symlink_to(tmp_path / "mine.toml")
    remember_theme("cockpit-light")
    assert link.is_symlink()
    assert tomllib.loads((tmp_path / "mine.toml").read_text()) == {"theme": "cockpit-light"}


@pytest.mark.parametrize(
    ("data", "reported"),
    [
        (b"theme =", Said("project.preferences-unreadable", "preferences.toml")),
        (b"\xff", Said("project.preferences-unreadable", "preferences.toml", "not UTF-8")),
        (b"theme = 3", Said("project.theme-is-no-name", "preferences.toml", "theme to 3")),
    ],
)
def test_a_broken_file_is_reported_and_overwritten(data: bytes, reported: Said) -> None:
    write(data)
    preferences = load_preferences()
    assert preferences.theme is None
    assert preferences.problems == (reported,)
    assert remember_theme("cockpit-light") is None
    assert load_preferences() == Preferences(theme="cockpit-light")


def test_a_file_in_place_of_the_folder_is_a_sentence() -> None:
    preferences_file().parent.parent.mkdir(parents=True, exist_ok=True)
    preferences_file().parent.write_text("")
    why = Said("storage.folder-is-none", "preferences.toml")
    assert remember_theme("x") == Said("project.theme-not-remembered", why)
