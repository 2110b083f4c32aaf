"""No bytes whatever make a reader or a resume raise, and what a reader gives always keeps the contract.

`python -m tests.proofs.fuzz` tries thousands.
"""

import random

import pytest

from cockpit.model import Project
from cockpit.model.checklist import Facts
from cockpit.rules.checklist.all_checks import check_all, questions
from cockpit.rules.handoff.resume_prompt import compile_prompt
from cockpit.systems.interface import Candidate, ReadContext
from tests.conformance.described import Described
from tests.conformance.mangling import damaged
from tests.conformance.memory_system import NOW, Bytes
from tests.conformance.registry import DESCRIBED
from tests.proofs.poison import outsized
from tests.support.contract import to_json
from tests.support.memory_files import MemoryFiles

CASES = [(system, case) for system in DESCRIBED for case in system.fixtures]


def check(system: Described, files: Bytes) -> None:
    """Detect and read; each track must serialise, and every finding must point into its file."""
    memory = MemoryFiles(files)
    candidates = system.system.detect(memory) or (Candidate(system=system.id, path=system.main),)
    tracks = tuple(system.system.read(memory, candidate, ReadContext(now=NOW)) for candidate in candidates)
    to_json(Project(root="/somewhere", tracks=tracks))
    for track, candidate in zip(tracks, candidates, strict=True):
        more = system.system.resumption(memory, candidate, ReadContext(now=NOW))
        questions(track, more)
        compile_prompt(track, check_all(track, Facts(), {}, more=more), Facts(), more)
    for finding in (finding for track in tracks for finding in track.findings):
        lines = files.get(finding.path, b"").replace(b"\r\n", b"\n").replace(b"\r", b"\n").count(b"\n") + 1
        assert finding.line is None or 1 <= finding.line <= lines, finding


@pytest.mark.parametrize(("system", "case"), CASES, ids=[f"{system.id}-{case}" for system, case in CASES])
def test_random_damage(system: Described, case: str) -> None:
    chance = random.Random(case)
    whole = system.fixtures[case]
    for _ in range(3):
        files = dict(whole)
        for path in chance.sample(sorted(files), k=min(len(files), chance.randrange(1, 4))):
            for _ in range(chance.randrange(1, 5)):
                files[path] = damaged(chance, files[path])
        check(system, files)


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
def test_any_bytes(system: Described) -> None:
    chance = random.Random(5)
    for _ in range(15):
        check(system, {path: chance.randbytes(chance.randrange(400)) for path in system.files})


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
def test_nothing_in_the_files(system: Described) -> None:
    for data in (b"", b"\n", b"\0", b"\xef\xbb\xbf", b"---\n", b"{", b"[]", b"null", b"\xff\xfe"):
        check(system, dict.fromkeys(system.files, data))


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
def test_outsized_files_are_read(system: Described) -> None:
    """The main file in each way, the others in one of them."""
    files = system.fixtures[system.healthy]
    sizes = ("long", "deep", "many")
    for number, path in enumerate(path for path in system.files if path in files):
        for size in sizes if path == system.main else (sizes[number % len(sizes)],):
            check(system, {**files, path: outsized(path, files[path])[size]})
