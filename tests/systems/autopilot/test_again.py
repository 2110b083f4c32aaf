"""Reading a track again: only what changed is parsed, and the result is what a first reading gives."""

from collections import Counter
from dataclasses import replace

import pytest

from cockpit.model import Track
from cockpit.systems.autopilot import state, stores
from cockpit.systems.autopilot.system import Autopilot
from cockpit.systems.interface import FileContent, ReadContext
from cockpit.systems.shared import folder
from tests.support.autopilot_states import NOW, THRESHOLDS, TRANSPONDER
from tests.support.memory_files import MemoryFiles, fixture_bytes

PHASES = {
    ".autopilot/phases/003/ROUTE.md": "# Phase 3: Dashboard\n\n## Task 003.1: Model\n\n**Status:** ✅ Complete\n",
    ".autopilot/phases/003/PHASE.md": "# Phase 3: Dashboard\n\n**Status:** [Ready | In progress]\n",
    ".autopilot/phases/004/BRIEFING.md": b"# Phase 4: Sear\xffch\n",
    ".autopilot/phases/phase-5.md": "# Phase 5: Launch\n\n- [x] one\n- [ ] two\n",
}


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many texts of each kind were parsed."""
    counted: Counter[str] = Counter()
    for module, name in ((folder, "Document"), (folder, "decode"), (state, "read"), (stores, "read_keyed")):
        real = getattr(module, name)

        def counting(*given: object, name: str = name, real: object = real, **more: object) -> object:
            counted[name] += 1
            return real(*given, **more)  # type: ignore[operator]

        monkeypatch.setattr(module, name, counting)
    return counted


def contents() -> dict[str, FileContent]:
    """A project with every kind of phase file, and with findings."""
    given = {**fixture_bytes("seed-thresholds"), **PHASES}
    return {
        path: FileContent(path=path, data=data if isinstance(data, bytes) else data.encode())
        for path, data in given.items()
    }


def read(files: dict[str, FileContent]) -> Track:
    memory = MemoryFiles(files)
    (candidate,) = Autopilot().detect(memory)
    return Autopilot().read(memory, candidate, ReadContext(now=NOW))


def test_nothing_is_parsed_twice(parsed: Counter[str]) -> None:
    files = contents()
    first = read(files)
    assert any(finding.code == "utf8-invalid" for finding in first.findings)
    parsed.clear()
    assert read(files) == first
    assert parsed == Counter()


@pytest.mark.parametrize(
    ("reader", "path", "old", "new"),
    [
        ("read_keyed", THRESHOLDS, b"26.5", b"27.5"),
        ("read", TRANSPONDER, b"TaskFlow", b"Other"),
        ("Document", ".autopilot/phases/003/ROUTE.md", "✅ Complete".encode(), b"Pending"),
        ("Document", ".autopilot/phases/phase-5.md", b"[ ]", b"[x]"),
        ("Document", ".autopilot/phases/004/BRIEFING.md", b"\xff", b""),
    ],
)
def test_only_the_file_that_changed_is_parsed(
    parsed: Counter[str], reader: str, path: str, old: bytes, new: bytes
) -> None:
    files = contents()
    before = read(files)
    data = files[path].data
    assert data is not None
    assert old in data
    files[path] = FileContent(path=path, data=data.replace(old, new))
    parsed.clear()
    after = read(files)
    assert parsed == Counter({"decode": 1, reader: 1})
    fresh = {path: replace(content, derived={}) for path, content in files.items()}
    assert after == read(fresh)
    assert after != before
