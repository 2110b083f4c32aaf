"""Where things lie."""

from pathlib import Path

import pytest

from cockpit.storage.reading.discovery import find_root
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.reading.loader import Loader
from cockpit.storage.user_files import places
from cockpit.storage.user_files.folder_names import KEY_DIGITS, project_key
from cockpit.systems.registry import SYSTEMS
from tests.storage.refusals import refused


@pytest.mark.parametrize(
    ("variable", "function", "below"),
    [
        ("COCKPIT_CONFIG_DIR", places.settings_file, "settings.toml"),
        ("COCKPIT_CONFIG_DIR", places.preferences_file, "preferences.toml"),
        ("COCKPIT_CONFIG_DIR", places.themes_dir, "themes"),
        ("COCKPIT_STATE_DIR", places.state_dir, "."),
        ("COCKPIT_CACHE_DIR", places.cache_dir, "."),
    ],
)
def test_the_environment_decides(
    variable: str, function: object, below: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(function)
    monkeypatch.setenv(variable, str(tmp_path / "mine"))
    assert function() == tmp_path / "mine" / below
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv(variable, "~/mine")
    assert function() == tmp_path / "mine" / below
    monkeypatch.setenv(variable, "")
    assert function() != tmp_path / "mine" / below


def test_nobody_has_no_home_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    nowhere(monkeypatch)
    assert places.home_dir() is None
    assert find_root(tmp_path, SYSTEMS) == tmp_path.resolve()
    assert DiskFiles(tmp_path, None).read_global(".claude/autopilot/config.json") is None
    assert Loader(tmp_path).load().tracks == ()
    for purpose, folder in (("CONFIG", places.settings_file), ("STATE", places.state_dir)):
        monkeypatch.delenv(f"COCKPIT_{purpose}_DIR")
        monkeypatch.delenv(f"XDG_{purpose}_HOME", raising=False)
        with refused("storage.no-home-folder", f"COCKPIT_{purpose}_DIR"):
            folder()


def nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """An account without HOME and without an entry in the list of accounts, as in a container."""

    def unknown(uid: int) -> None:
        raise KeyError(uid)

    monkeypatch.delenv("HOME")
    monkeypatch.setattr("pwd.getpwuid", unknown)


def test_a_project_has_one_key_however_it_is_reached(tmp_path: Path) -> None:
    (tmp_path / "my project").mkdir()
    (tmp_path / "alias").symlink_to(tmp_path / "my project")
    key = project_key(f"{tmp_path}/my project")
    assert key == project_key(f"{tmp_path}/alias") == project_key(f"{tmp_path}/alias/../my project")
    assert key.startswith("my-project-")
    assert len(key) == len("my-project-") + KEY_DIGITS


@pytest.mark.parametrize(("name", "prefix"), [("/", "root-"), ("日本", "root-"), ("x" * 200, "x" * 40 + "-")])
def test_the_readable_part_of_a_key_is_a_safe_file_name(name: str, prefix: str, tmp_path: Path) -> None:
    root = Path(name) if name == "/" else tmp_path / name
    assert project_key(str(root)).removesuffix(project_key(str(root))[-KEY_DIGITS:]) == prefix
