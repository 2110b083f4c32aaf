"""What is read of real Maestro sessions is what a person reads in them; the files lie beside the repository."""

from collections import Counter
from dataclasses import asdict
from hashlib import sha256
from pathlib import Path

import pytest

from cockpit.model import Track
from cockpit.systems.interface import ReadContext, System
from cockpit.systems.registry import SYSTEMS
from tests.support.maestro_labels import LABELS, NOT_SESSIONS, Label, digest
from tests.support.memory_files import MemoryFiles

CORPUS = Path(__file__).resolve().parents[3].parent / "shared" / "corpus" / "maestro"
STATE = "docs/maestro/state"
SESSION = f"{STATE}/active-session.md"
SYSTEM: System | None = next((system for system in SYSTEMS if system.id == "maestro"), None)

pytestmark = [
    pytest.mark.skipif(not CORPUS.is_dir(), reason="the corpus of real files does not lie beside this repository"),
    pytest.mark.skipif(SYSTEM is None, reason="cockpit does not read Maestro yet"),
]


@pytest.fixture(scope="module")
def real() -> dict[str, bytes]:
    """The real files by the sha256 of their bytes."""
    contents = [path.read_bytes() for path in CORPUS.iterdir() if path.is_file()]
    return {sha256(data).hexdigest(): data for data in contents}


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


@pytest.mark.parametrize("key", LABELS, ids=lambda key: key[:12])
def test_a_session_is_read_as_a_person_reads_it(key: str, real: dict[str, bytes]) -> None:
    assert SYSTEM is not None
    files = MemoryFiles({SESSION: real[key]})
    (candidate,) = SYSTEM.detect(files)
    assert candidate.path == SESSION
    assert asdict(of_track(SYSTEM.read(files, candidate, ReadContext()))) == asdict(LABELS[key])


@pytest.mark.parametrize("key", NOT_SESSIONS, ids=lambda key: key[:12])
def test_what_lies_beside_a_session_is_none(key: str, real: dict[str, bytes]) -> None:
    assert SYSTEM is not None
    path = f"{STATE}/{NOT_SESSIONS[key]}"
    assert path not in [candidate.path for candidate in SYSTEM.detect(MemoryFiles({path: real[key]}))]
