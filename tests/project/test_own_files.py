"""What `cockpit config` prints."""

from pathlib import Path

import pytest

from cockpit.project.settings import paths


def test_all_places_are_named_with_what_they_are_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for purpose in ("CONFIG", "STATE", "CACHE"):
        monkeypatch.setenv(f"COCKPIT_{purpose}_DIR", str(tmp_path / purpose.lower()))
    root = tmp_path / "project"
    (root / ".cockpit").mkdir(parents=True)
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text("")
    found = {place.name: place for place in paths(root)}
    assert {
        name: str(place.path.relative_to(tmp_path)) for name, place in found.items() if name != "project state"
    } == {
        "settings": "config/settings.toml",
        "preferences": "config/preferences.toml",
        "themes": "config/themes",
        "state": "state",
        "cache": "cache",
        "project": "project",
        "project files": "project/.cockpit",
        "project limits": "project/.cockpit/limits.toml",
    }
    assert found["project state"].path.parent == tmp_path / "state" / "projects"
    assert {name for name, place in found.items() if place.exists} == {"settings", "project", "project files"}
    assert all(str(place.meaning).endswith(".") for place in found.values())
