"""Real sessions: each is read without exception, keeps the contract, and no word of it is lost."""

import json
import re

import pytest

from cockpit.model import Project, Track
from tests.support.contract import to_json
from tests.support.maestro_sessions import MAIN, SHARED, read, tracks

FILES = sorted((SHARED / "corpus" / "maestro").glob("*"))
KEYS = frozenset(
    [
        "usage",
        "token",
        "current",
        "orchestration",
        "batch",
        "warnings",
        "points",
        "assumptions",
        "introduced",
        "interfaces",
        "integration",
        "established",
        "patterns",
        "context",
        "downstream",
        "document",
        "design",
        "implementation",
    ]
)
"""What the keys are called whose values stand elsewhere, or say nothing."""
WORD = re.compile(r"[^\W\d_]{4,}")

pytestmark = pytest.mark.skipif(not FILES, reason="the real files do not lie beside the checkout")


def words(track: Track) -> set[str]:
    """The words in the JSON of a track."""
    text = json.dumps(json.loads(to_json(Project(root="/project", tracks=(track,)))), ensure_ascii=False)
    return {*WORD.findall(text.replace("\\n", " ").replace("\\t", " ").casefold())}


def test_each_is_read() -> None:
    for path in FILES:
        data = path.read_bytes()
        if path.suffix == ".json":
            read(b"---\nsession_id: s-1\nphases: []\n---\n", **{f"docs__maestro__state__{path.name}": data})
            continue
        active = read(data)
        assert {*WORD.findall(data.decode().casefold())} - words(active) <= KEYS, path.name
        lines = data.count(b"\n") + 1
        assert all(each.line is None or 1 <= each.line <= lines for each in active.findings if each.path == MAIN)


def test_each_is_known_again_in_the_archive() -> None:
    for path in (path for path in FILES if path.suffix == ".md"):
        data = path.read_bytes()
        active, archived = read(data), tracks({f"docs/maestro/state/archive/{path.name}": data})
        assert bool(archived) is (active.format != "log"), path.name
        for track in archived:
            words(track)
            (session,) = track.sessions
            assert (session.id, session.status) == (active.id, active.position.status_text), path.name
            assert session.working_on == active.title
