"""Real Maestro sessions: each is read as a person reads it, keeps the contract, and no word of it is lost.

The files lie beside the repository.
"""

import json
import re
from collections import Counter
from dataclasses import asdict
from hashlib import sha256

import pytest

from cockpit.model import Project, Track
from tests.support.contract import to_json
from tests.support.maestro_labels import LABELS, NOT_SESSIONS, Label, digest
from tests.support.maestro_sessions import MAIN, SHARED, candidates, read, tracks

FILES = sorted((SHARED / "corpus" / "maestro").glob("*"))
KEYS = frozenset(
    ("usage", "token", "current", "orchestration", "batch", "warnings", "points", "assumptions", "introduced",
     "interfaces", "integration", "established", "patterns", "context", "downstream", "document", "design",
     "implementation")
)  # fmt: skip
"""What the keys are called whose values stand elsewhere, or say nothing."""
WORD = re.compile(r"[^\W\d_]{4,}")

pytestmark = pytest.mark.skipif(not FILES, reason="the real files do not lie beside the checkout")


@pytest.fixture(scope="module")
def real() -> dict[str, bytes]:
    """The real files by the sha256 of their bytes."""
    contents = [path.read_bytes() for path in FILES if path.is_file()]
    return {sha256(data).hexdigest(): data for data in contents}


def words(track: Track) -> set[str]:
    """The words in the JSON of a track."""
    text = json.dumps(json.loads(to_json(Project(root="/project", tracks=(track,)))), ensure_ascii=False)
    return {*WORD.findall(text.replace("\\n", " ").replace("\\t", " ").casefold())}


def of_track(track: Track) -> Label:
    phase, tokens, files = track.position.phase, track.tokens, track.files
    total = None if phase is None else phase.total
    return Label(
        id=digest(track.id),
        task=digest(track.extra.get("task", track.title)),
        status=track.position.status_text,
        phases=dict(Counter(str(each.status) for each in track.phases)),
        current=None if phase is None else phase.id,
        total=None if total is None else str(total),
        unresolved=sum(not error.resolved for error in track.errors),
        tokens=None if tokens is None else (tokens.input, tokens.output, tokens.cached),
        agents=0 if tokens is None else len(tokens.by_agent),
        files=(len({*files.created}), len({*files.modified}), len({*files.deleted})),
        resume=None if track.resume_at is None else track.resume_at.phase,
    )


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


@pytest.mark.parametrize("key", LABELS, ids=lambda key: key[:12])
def test_a_session_is_read_as_a_person_reads_it(key: str, real: dict[str, bytes]) -> None:
    assert asdict(of_track(read(real[key]))) == asdict(LABELS[key])


@pytest.mark.parametrize("key", NOT_SESSIONS, ids=lambda key: key[:12])
def test_what_lies_beside_a_session_is_none(key: str, real: dict[str, bytes]) -> None:
    path = f"docs/maestro/state/{NOT_SESSIONS[key]}"
    assert path not in [each.path for each in candidates({path: real[key]})]
