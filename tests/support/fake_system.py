"""A small system for tests of storage: one state file, and everything a real one asks of `Files`."""

import time
from collections import Counter
from collections.abc import Callable

from cockpit.model import Finding, Phase, PhaseMove, RecordKind, Status, Threshold, Track
from cockpit.systems.interface import Candidate, Files, ReadContext
from tests.support.databases import TABLES
from tests.support.patience import PATIENCE

ROWS = ".fake/state.db"


class FakeSystem:
    """Recognises `.fake/STATE.md` by its heading; counts how often each track was read."""

    id = "fake"
    name = "Fake"
    state_folders: tuple[str, ...] = (".fake",)
    records: tuple[RecordKind, ...] = ()
    counts_use = False
    reads_use = False

    def __init__(self) -> None:
        self.reads: Counter[str] = Counter()
        self.fails_at = b"no such text"
        """A state file that holds it makes the reader fail: when reading, or already when detecting."""
        self.fails_to = "read"
        self.refire_at: str | None = None

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        return ()

    def held(self, track: Track) -> frozenset[Status]:
        return frozenset()

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        return tuple(f"{base}/{folder}" if base else folder for folder in self.state_folders)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        path = f"{base}/.fake/STATE.md" if base else ".fake/STATE.md"
        content = files.read(path)
        if content is None or content.data is None or not content.data.startswith(b"# "):
            return ()
        self._fail("detect", content.data)
        return (Candidate(system=self.id, path=path, base=base),)

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        self.reads[candidate.path] += 1
        folder = candidate.path.rpartition("/")[0]
        state = files.read(candidate.path)
        self._fail("read", state.data if state is not None and state.data is not None else b"")
        numbers = files.read(f"{folder}/numbers.json")
        shared = files.read_global(".fake.json")
        findings: tuple[Finding, ...] = () if numbers is None or numbers.finding is None else (numbers.finding,)
        return Track(
            system=self.id,
            path=candidate.path,
            format="fake",
            title=text(state),
            metrics={
                "numbers": text(numbers),
                "shared": text(shared),
                "phases": " ".join(files.names(f"{folder}/phases")),
                "stale": str(bool(numbers and numbers.stale)),
            },
            thresholds=(Threshold(metric="cost", unit="usd", refire_at=self.refire_at),),
            findings=findings,
        )

    def took_back(self, path: str, ours: bytes, present: bytes) -> bool:
        return False

    def is_document(self, path: str) -> bool:
        return False

    def is_older(self, path: str, ours: bytes, present: bytes) -> bool:
        return False

    def clash(self, path: str, present: bytes, result: bytes) -> str | None:
        return None

    def _fail(self, task: str, data: bytes) -> None:
        if task == self.fails_to and self.fails_at in data:
            raise RecursionError("nested too deep")


class RootFileSystem(FakeSystem):
    """A second system in the same folders, of which no test has files."""

    id = "other"
    state_folders = ("docs/other/state",)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        path = f"{base}/docs/other/state/main.md" if base else "docs/other/state/main.md"
        return (Candidate(system=self.id, path=path, base=base),) if files.read(path) else ()


class RowsSystem(FakeSystem):
    """A system whose state are rows of a database: one of its blockers is the title."""

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        path = f"{base}/{ROWS}" if base else ROWS
        content = files.rows(path, TABLES)
        return (Candidate(system=self.id, path=path, base=base),) if content is not None and content.tables else ()

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        self.reads[candidate.path] += 1
        content = files.rows(candidate.path, TABLES)
        tables = (content.tables or {}) if content is not None else {}
        row = tables["initiative_blockers"].rows.get("block-001") if tables else None
        title = str(row["status"]) if row is not None else None
        return Track(system=self.id, path=candidate.path, format="rows", title=title)


def text(content: object) -> str:
    """The text of a FileContent; `-` where there is none."""
    data = getattr(content, "data", None)
    return "-" if data is None else data.decode()


def wait_for(condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Waits until a condition holds; fails after a generous time."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.005)
