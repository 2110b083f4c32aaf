"""What the program says of every fixture is what it said when a person read it last."""

import difflib
from pathlib import Path

import pytest

from tests.goldens.made import KEPT, made, names


@pytest.mark.parametrize("name", names())
def test_the_goldens_are_unchanged(name: str, tmp_path: Path) -> None:
    known = {path.name: path.read_text("utf-8") for path in (KEPT / name).iterdir()}
    now = {path.name: text for path, text in made(name, tmp_path)}
    assert sorted(now) == sorted(known)
    told = [line for file in sorted(now) for line in _difference(file, known[file], now[file])]
    assert not told, "renewed by `python -m tests.goldens`:\n" + "\n".join(told)


def _difference(name: str, known: str, now: str) -> list[str]:
    return list(difflib.unified_diff(known.splitlines(), now.splitlines(), name, name, n=0, lineterm=""))


def test_no_golden_is_left_of_a_fixture_that_is_gone() -> None:
    assert sorted(f"{path.parent.name}/{path.name}" for path in KEPT.glob("*/*")) == names()
