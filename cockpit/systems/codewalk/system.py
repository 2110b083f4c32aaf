"""The system Codewalkers, as the rest of cockpit knows it."""

from collections.abc import Mapping

from cockpit.model import Phase, PhaseMove, RecordKind, Status, Track
from cockpit.systems.codewalk.phases import COMPLETED, PAUSED, PENDING
from cockpit.systems.codewalk.places import DATABASE_FOLDER, NAME, STATE_FOLDERS, find_databases, main_folders
from cockpit.systems.codewalk.protocol import REASONS, STORES, WORDS
from cockpit.systems.codewalk.track import read_track
from cockpit.systems.interface import BeginningPart, Candidate, Files, ReadContext, SessionPart
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.package import Package
from cockpit.systems.shared.report import Report


class Codewalkers(Package):
    """The system `codewalk`."""

    id = "codewalk"
    name = "Codewalkers"
    state_folders: tuple[str, ...] = (STATE_FOLDERS[0], DATABASE_FOLDER)
    statuses: Mapping[Status, str] = WORDS
    records: tuple[RecordKind, ...] = ("session", "crash", "files", "implementation", "question", "verification")
    session_parts: tuple[SessionPart, ...] = ("completed", "issues", "context")
    stores: tuple[str, ...] = STORES
    beginnings: tuple[BeginningPart, ...] = ("title", "plan", "folders", "sqlite")
    session_reasons: tuple[str, ...] = REASONS

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        """A phase that waits can be begun, the present one completed; where all tasks are blocked, none."""
        if phase.status == PENDING:
            return ("start",)
        return () if phase.status in (COMPLETED, PAUSED) else ("complete",)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """A track for each place with an initiative's state, recognised by content."""
        found = (Folder(files, base, Report(), place).path(NAME) for place in main_folders(files, base))
        files_found = tuple(Candidate(system=self.id, path=path, base=base) for path in found)
        return (*files_found, *find_databases(files, self.id, base))

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        return read_track(files, candidate, context)
