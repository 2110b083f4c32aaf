"""What a person writes into settings.toml, and what is said of what cannot be used."""

import ast
import inspect
import os
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.project.settings import Settings, database_at, load_settings
from cockpit.storage.user_files import places
from cockpit.systems.interface import DATABASE
from cockpit.wording.messages import Message

DOCS = Path(__file__).resolve().parents[2] / "docs" / "settings.md"


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("", Settings()),
        ('theme = "cockpit-light"', Settings(theme="cockpit-light")),
        ("read_only = true\nallow_agents = true", Settings(read_only=True, allow_agents=True)),
        ("review = true\nascii = true", Settings(review=True, ascii=True)),
        ("lapse_half_way = true", Settings(lapse_half_way=True)),
        ("silent_after = 525600", Settings(silent_after=525_600)),
        ("silent_after = 10000000000", Settings(problems=(
            Message("project.setting-must-be-minutes", setting="silent_after", value="10000000000"),))),
        ("auto_withdraw = true", Settings(problems=(Message("project.setting-auto-withdraw-gone"),))),
        ('[keys]\n"dashboard.zoom" = "f11"', Settings(keys={"dashboard.zoom": "f11"})),
        ('agent = "claude -p"', Settings(agent=("claude", "-p"))),
        ('agent = ["my agent", "{file}"]', Settings(agent=("my agent", "{file}"))),
        ("agent = \"it's\"", Settings(problems=(Message("project.agent-quotation-open", value="\"it's\""),))),
        ("agent = 3", Settings(problems=(
            Message("project.setting-must-be-command", setting="agent", value="3"),))),
        ("theme = 3", Settings(problems=(Message("project.setting-must-be-name", setting="theme", value="3"),))),
        ("review = 1", Settings(problems=(
            Message("project.setting-must-be-true-or-false", setting="review", value="1"),))),
        ("colour = true", Settings(problems=(Message("project.no-such-setting", setting="colour"),))),
        ('keys = "f11"', Settings(problems=(
            Message("project.setting-must-be-table", setting="keys", value="'f11'"),))),
        ("[keys]\nzoom = 11", Settings(problems=(Message("project.no-key-given", action="zoom"),))),
        ("theme = 3\nreview = true", Settings(review=True, problems=(
            Message("project.setting-must-be-name", setting="theme", value="3"),))),
    ],
)  # fmt: skip
def test_settings(tmp_path: Path, text: str, settings: Settings) -> None:
    (tmp_path / "settings.toml").write_text(text)
    assert load_settings(tmp_path / "settings.toml") == settings


def test_no_file_is_no_problem(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "settings.toml") == Settings()
    assert load_settings() == Settings()


@pytest.mark.parametrize("data", [b"theme =", b"\xff\xfe", b"x = " + b"[" * 100_000, b"a = 1\na = 2"])
def test_a_broken_file_is_reported_and_means_the_built_in_settings(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "settings.toml").write_bytes(data)
    settings = load_settings(tmp_path / "settings.toml")
    (problem,) = settings.problems
    assert (problem.code, problem.values["file"]) == ("project.settings-unreadable", "settings.toml")
    assert settings == Settings(problems=settings.problems)


def test_a_folder_in_its_place(tmp_path: Path) -> None:
    (problem,) = load_settings(tmp_path).problems
    assert "is a directory" in str(problem)


def declared() -> dict[str, str]:
    """What the docstring of each setting says, in order."""
    (tree,) = ast.parse(inspect.getsource(Settings)).body
    assert isinstance(tree, ast.ClassDef)
    return {
        ast.unparse(field.target): ast.literal_eval(words.value)
        for field, words in zip(tree.body, tree.body[1:], strict=False)
        if isinstance(field, ast.AnnAssign) and isinstance(words, ast.Expr)
    }


def test_each_setting_is_documented_as_it_is_declared(tmp_path: Path) -> None:
    rows = [line.strip("| ").split(" | ") for line in DOCS.read_text("utf-8").splitlines() if line.startswith("| `")]
    names = [example.strip("`").split(" ")[0].split(".")[0] for example, _, _ in rows]
    assert dict(zip(names, (does for _, _, does in rows), strict=True)) == declared()
    assert [*names, "problems"] == list(Settings.__dataclass_fields__)
    usual = Settings()
    for name, (example, without, _) in zip(names, rows, strict=True):
        (tmp_path / "settings.toml").write_text(example.strip("`"))
        settings = load_settings(tmp_path / "settings.toml")
        assert settings.problems == ()
        assert getattr(settings, name) != getattr(usual, name), f"the example of {name} changes nothing"
        assert (without == "`false`") == (getattr(usual, name) is False), f"{name} has another value without it"


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
        places.settings_file().parent.mkdir(parents=True, exist_ok=True)
        places.settings_file().write_text(f'database = "{setting}"\n')
    root = str(tmp_path.resolve())
    with database_at(stated.replace("ROOT", root) if stated else None, root):
        assert os.environ.get(DATABASE) == (expected.replace("ROOT", root) if expected else None)
    assert os.environ.get(DATABASE) == variable


def test_the_database_is_a_file_of_the_project(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused, database_at("../there.db", str(tmp_path)):
        pass
    assert refused.value.message == Message("project.database-outside", path="../there.db", root=tmp_path)
