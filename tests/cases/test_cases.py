"""What the program says of every case, and changes in it, is what it was when a person read it last."""

import difflib
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from cockpit.storage import git
from tests.cases import CASES, NO_STATE, names
from tests.cases.screens import shown
from tests.cases.told import changed, clock, printed, project, said

VERBS = "verbs.txt"
GIVEN = {"project", "begin.sh"}


def now(name: str, folder: Path) -> Iterator[tuple[str, str]]:
    """What is written beside the files of a case, by the name of its file."""
    root = project(name, folder)
    with mock.patch.object(git, "ask", cache(git.ask)):  # nothing changes meanwhile
        yield from said(root)
        yield from shown(name, root)
    if (CASES / name / VERBS).exists():
        yield VERBS, changed(root, (CASES / name / VERBS).read_text("utf-8"), folder)


def difference(file: str, known: str, text: str) -> Iterator[str]:
    return difflib.unified_diff(known.splitlines(), text.splitlines(), file, file, n=0, lineterm="")


@pytest.mark.parametrize("name", names(NO_STATE))
def test_nothing_is_said_or_done_otherwise(name: str, tmp_path: Path) -> None:
    known = {path.name: path.read_text("utf-8") for path in (CASES / name).iterdir() if path.name not in GIVEN}
    texts = dict(now(name, tmp_path))
    assert sorted(texts) == sorted(known)
    told = [line for file in sorted(texts) for line in difference(file, known[file], texts[file])]
    assert not told, "renewed by `python -m tests.cases`:\n" + "\n".join(told)


def wrong() -> Iterator[Any]:
    """The cases that the program gets wrong, each with why; one that it gets right must lose its `wrong.toml`."""
    for name in names(NO_STATE, wrong=True):
        case = tomllib.loads((CASES / name / "wrong.toml").read_text("utf-8"))
        mark = pytest.mark.xfail(strict=True, raises=AssertionError, reason=case["wrong"])
        yield pytest.param(name, case, id=name, marks=mark)


@pytest.mark.parametrize(("name", "case"), wrong())
def test_what_it_should_say(name: str, case: dict[str, Any], tmp_path: Path) -> None:
    root = project(name, tmp_path)
    for command, parts in case["says"].items():
        text = printed(root / case.get("folder", "."), command, clock(root))
        assert [part for part in parts.get("all", ()) if part not in text] == [], text
        assert [part for part in parts.get("none", ()) if part in text] == [], text
