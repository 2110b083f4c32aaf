"""What a person writes into settings.toml, and what is said of what cannot be used."""

import os
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.project.settings import Settings, database_at, load_settings
from cockpit.storage.user_files import places
from cockpit.systems.interface import DATABASE
from cockpit.wording.messages import Message
from screenshots import settings as page
from tests.support.said import Said


def unfit(setting: str, value: str, what: str) -> Message:
    return Said("project.setting-unfit", setting, value, what)


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", Settings()),
        ("read_only = true\nallow_agents = true", Settings(read_only=True, allow_agents=True)),
        ("silent_after = 525600", Settings(silent_after=525_600)),
        ("silent_after = 10000000000", Settings(problems=(
            unfit("silent_after", "10000000000", "a number of minutes, at most 525600 (a year), or 0 for never"),))),
        ("auto_withdraw = true", Settings(problems=(Said("project.setting-auto-withdraw-gone"),))),
        ('[keys]\n"dashboard.zoom" = "f11"', Settings(keys={"dashboard.zoom": "f11"})),
        ('agent = "claude -p"', Settings(agent=("claude", "-p"))),
        ('agent = ["my agent", "{file}"]', Settings(agent=("my agent", "{file}"))),
        ("agent = \"it's\"", Settings(problems=(Said("project.agent-quotation-open", "\"it's\""),))),
        ("agent = 3", Settings(problems=(
            unfit("agent", "3", "a command in quotes, or a list of its words"),))),
        ('keys = "f11"', Settings(problems=(
            unfit("keys", "'f11'", "a table"),))),
        ("[keys]\nzoom = 11\nlog = 'l'", Settings(keys={"log": "l"}, problems=(
            unfit("keys.zoom", "11", "a key in quotes"),))),
        ('notify = "loud"', Settings(problems=(
            unfit("notify", "'loud'", '"off", "title", "terminal" or "desktop"'),))),
        ('agents = ["claude", 3]', Settings(problems=(
            unfit("agents", "['claude', 3]", "a list of agents, or false"),))),
        ('agents = ["claude"]', Settings(agents=("claude",))),
        ("silent_after = true\nreview = 0\ncolour = 2", Settings(problems=(
            unfit("review", "0", "true or false"),
            unfit("silent_after", "True", "a number of minutes, at most 525600 (a year), or 0 for never"),
            Said("project.no-such-setting", "colour"),))),
        ("theme = 3\nreview = true", Settings(review=True, problems=(
            unfit("theme", "3", "a name in quotes"),))),
    ],
)  # fmt: skip
def test_settings(tmp_path: Path, text: str, settings: Settings) -> None:
    (tmp_path / "settings.toml").write_text(text)
    assert load_settings(tmp_path / "settings.toml") == settings


@pytest.mark.parametrize(
    "data", [b"theme =", b"\xff\xfe", b"x = " + b"[" * 100_000, b"a = 1\na = 2", b"a = " + b"9" * 5_000]
)
def test_a_broken_file_is_reported_and_means_the_built_in_settings(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "settings.toml").write_bytes(data)
    settings = load_settings(tmp_path / "settings.toml")
    assert settings == Settings(problems=(Said("project.settings-unreadable", "settings.toml"),))


def test_the_page_of_all_settings_is_theirs() -> None:
    """`python -m screenshots.settings` writes it anew."""
    assert page.PAGE.read_text("utf-8") == page.page()
    assert [name for name, _, _ in page.declared()] == [*Settings.__dataclass_fields__][:-1]


@pytest.mark.parametrize(("name", "line"), [(name, line) for name, line, _ in page.declared()])
def test_the_example_of_a_setting_changes_it(tmp_path: Path, name: str, line: str) -> None:
    (tmp_path / "settings.toml").write_text(line)
    settings = load_settings(tmp_path / "settings.toml")
    assert settings.problems == ()
    assert getattr(settings, name) != getattr(Settings(), name)


def write_settings(text: str) -> None:
    places.settings_file().parent.mkdir(parents=True, exist_ok=True)
    places.settings_file().write_text(text)


def test_an_agent_names_no_folder_that_allows_it_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_settings("allow_agents = true\nbell = true\n")
    assert load_settings() == Settings(allow_agents=True, bell=True)
    monkeypatch.setenv("CLAUDECODE", "1")
    assert load_settings() == Settings(bell=True)
    monkeypatch.setenv("HOME", "")
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    assert load_settings() == Settings(bell=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    (tmp_path / "cockpit").mkdir()
    (tmp_path / "cockpit/settings.toml").write_text("allow_agents = true\n")
    assert load_settings() == Settings(allow_agents=True, bell=True)


# Where the database lies: the command line counts before the environment, that before the settings


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((None, None, None), None),
        ((None, None, "data/set.db"), "data/set.db"),
        ((None, "data/env.db", "data/set.db"), "data/env.db"),
        (("data/said.db", "data/env.db", "data/set.db"), "ROOT/data/said.db"),
        (("ROOT/data/said.db", None, None), "ROOT/data/said.db"),
        (("data/../said.db", None, None), "ROOT/said.db"),
    ],
)
def test_which_database_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: tuple[str | None, ...], expected: str | None
) -> None:
    stated, variable, setting = said
    monkeypatch.delenv(DATABASE, raising=False)
    if variable is not None:
        monkeypatch.setenv(DATABASE, variable)
    if setting is not None:
        write_settings(f'database = "{setting}"\n')
    root = str(tmp_path.resolve())
    with database_at(stated.replace("ROOT", root) if stated else None, root):
        assert os.environ.get(DATABASE) == (expected.replace("ROOT", root) if expected else None)
    assert os.environ.get(DATABASE) == variable


def test_the_database_is_a_file_of_the_project(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused, database_at("../there.db", str(tmp_path)):
        pass
    assert refused.value.message == Said("project.database-outside", "../there.db", tmp_path)
