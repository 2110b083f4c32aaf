"""Real sessions: each is read without exception, keeps the contract, and nothing of its frontmatter is lost."""

import pytest

from cockpit.model import Project
from cockpit.model.contract import to_json
from tests.systems.maestro_sessions import MAIN, SHARED, read, tracks

FILES = sorted((SHARED / "corpus" / "maestro").glob("*"))


@pytest.mark.skipif(not FILES, reason="the real files do not lie beside the checkout")
def test_each_is_read() -> None:
    for path in FILES:
        data = path.read_bytes()
        if path.suffix == ".json":
            read(b"---\nsession_id: s-1\nphases: []\n---\n", **{f"docs__maestro__state__{path.name}": data})
            continue
        active = read(data)
        archived = tracks({f"docs/maestro/state/archive/{path.name}": data})
        for track in (active, *archived):
            to_json(Project(root="/project", tracks=(track,)))
        lines = data.count(b"\n") + 1
        assert all(each.line is None or 1 <= each.line <= lines for each in active.findings if each.path == MAIN)
        assert bool(archived) is (active.format != "log"), path.name
        if archived:
            assert archived[0].sessions[0].id == active.id, path.name
