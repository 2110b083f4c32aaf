"""Two tracks with one id, as copied folders have: each is named by its place, and none is written for the other."""

from pathlib import Path

import pytest

from cockpit.model.intents import AddTokens
from cockpit.project.change import change
from cockpit.project.workspace import Workspace
from tests.storage.refusals import refused
from tests.support.maestro_sessions import MAIN, session
from tests.support.model_builders import NOW


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name in ("backend", "frontend"):
        (tmp_path / name / MAIN).parent.mkdir(parents=True)
        (tmp_path / name / MAIN).write_bytes(session())
    return tmp_path


def test_the_one_that_is_named_is_written(root: Path) -> None:
    writer = Workspace(root=root, now=NOW)
    before = (root / "backend" / MAIN).read_bytes()
    names = tuple(f"maestro:{name}/{MAIN}" for name in ("backend", "frontend"))
    with refused("project.several-tracks-of-name", 2, "s-1", names):
        change(writer, "s-1", AddTokens(input=1, output=1))
    change(writer, f"maestro:frontend/{MAIN}", AddTokens(input=1, output=1))
    assert (root / "backend" / MAIN).read_bytes() == before
    assert b"total_input: 1" in (root / "frontend" / MAIN).read_bytes()
