"""`cockpit config`: the settings in effect, the folders, the agent's command; and the list of themes."""

import json
import tomllib
from dataclasses import fields
from pathlib import Path

import pytest

from cockpit.project.settings import Settings, paths
from cockpit.storage.user_files.places import preferences_file, settings_file, state_dir
from cockpit.themes import catalog
from tests.cli.conftest import Run

SETTINGS = [each.name for each in fields(Settings) if each.name != "problems"]


def write_settings(text: str) -> None:
    settings_file().parent.mkdir(parents=True, exist_ok=True)
    settings_file().write_text(text)


def blocks(text: str) -> tuple[dict[str, str], dict[str, str]]:
    """The settings and the folders that were printed, by their names."""
    settings, _, folders = text.removeprefix("Settings\n").partition("Folders and files\n")
    return tuple({row.strip().split("  ")[0]: row for row in part.splitlines()} for part in (settings, folders))  # type: ignore[return-value]


def test_settings_in_effect_and_folders(run: Run, root: Path) -> None:
    write_settings('theme = "terminal"\nread_only = true\nsilent_after = 90\nagent = "claude --print {prompt}"\n')
    done = run("config", "-C", root)
    assert (done.code, done.err) == (0, "")
    settings, folders = blocks(done.out)
    assert list(settings) == SETTINGS
    expected = {
        "theme": "terminal", "read_only": "true", "silent_after": "90", "ascii": "false",
        "agent": "claude --print {prompt}", "database": "—",
    }  # fmt: skip
    assert {name: settings[name].partition(name)[2].strip() for name in expected} == expected
    assert list(folders) == [place.name for place in paths(root)]
    assert str(settings_file()) in folders["settings"]
    assert "not there yet" not in folders["settings"]
    assert folders["state"].endswith("(not there yet)")
    assert str(state_dir()) in folders["state"]
    assert str(root.resolve()) in folders["project"]


def test_what_cannot_be_used_is_said_and_the_default_is_in_effect(run: Run, root: Path) -> None:
    write_settings("silent_after = 'long'\n")
    done = run("config", "-C", root)
    assert (done.code, done.err.count("\n")) == (0, 1)
    assert "silent_after" in done.err
    assert blocks(done.out)[0]["silent_after"].split()[1] == "60"


# The agent's command


def test_the_agents_command_is_remembered_beside_what_else_is(run: Run, root: Path) -> None:
    preferences_file().parent.mkdir(parents=True, exist_ok=True)
    preferences_file().write_text('theme = "terminal"\n')
    done = run("config", "agent", "-C", root, "--", "codex", "exec", "a b")
    assert (done.code, done.out, done.err) == (0, "Set the agent's command: codex exec 'a b' {prompt}\n", "")
    remembered = tomllib.loads(preferences_file().read_text("utf-8"))
    assert (set(remembered), remembered["theme"]) == ({"theme", "agent"}, "terminal")
    assert blocks(run("config", "-C", root).out)[0]["agent"].endswith("  codex exec 'a b' {prompt}")
    told = json.loads(run("config", "--json", "-C", root).out)
    assert (list(told), list(told["settings"])) == (["settings", "folders"], SETTINGS)
    assert told["settings"]["agent"] == ["codex", "exec", "a b"]
    assert all(each.keys() == {"name", "path", "exists", "meaning"} for each in told["folders"])


def test_the_settings_outweigh_it(run: Run, root: Path) -> None:
    write_settings('agent = "codex"\n')
    assert run("config", "agent", "claude", "-C", root).code == 0
    assert blocks(run("config", "-C", root).out)[0]["agent"].split()[1] == "codex"


def test_what_is_no_command(run: Run, root: Path) -> None:
    done = run("config", "agent", "claude 'open", "-C", root)
    assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
    assert not preferences_file().exists()


# Themes


def test_themes_are_ours_and_the_persons(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COCKPIT_CONFIG_DIR", str(tmp_path))
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "zebra.toml").write_text("")
    for line in (("--theme", "?"), ("demo", "--theme", "?"), ("--theme=?",)):
        assert run(*line).out.split() == [*catalog.names(), "zebra"]
    assert json.loads(run("--theme", "?", "--json").out) == [*catalog.names(), "zebra"]
