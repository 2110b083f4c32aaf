"""Where the database lies: the command line counts before the environment, that before the settings."""

import os
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError
from cockpit.project.database_place import database_at
from cockpit.storage.user_files import places
from cockpit.systems.interface import DATABASE
from tests.support.messages import wording


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
def test_what_counts(
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


def test_it_is_a_file_of_the_project(tmp_path: Path) -> None:
    with pytest.raises(CommandError) as refused, database_at("../there.db", str(tmp_path)):
        pass
    assert str(refused.value) == wording("project.database-outside", path="../there.db", root=tmp_path)
