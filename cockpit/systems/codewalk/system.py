"""The system Codewalkers, as the rest of cockpit knows it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cockpit.model import Phase, PhaseMove, RecordKind, Status, Track
from cockpit.systems.codewalk.phases import COMPLETED, PAUSED, PENDING
from cockpit.systems.codewalk.places import DATABASE_FOLDER, NAME, STATE_FOLDERS, find_databases, main_folders
from cockpit.systems.codewalk.protocol import REASONS, STORES, WORDS
from cockpit.systems.codewalk.track import read_track
from cockpit.systems.interface import Beginning, BeginningPart, Candidate, Edit, Files, ReadContext, SessionPart, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report

if TYPE_CHECKING:
    from cockpit.model.checklist import Resumption
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent


class Codewalkers(System):
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

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes an intent comes to. Raises CommandError where nothing must or can be changed."""
        from cockpit.systems.codewalk.verbs import edit

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now, by the state and the plan."""
        from cockpit.systems.codewalk.putting_away import propose_handoff

        return propose_handoff(self.read(files, candidate, context), files, candidate)

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> "Resumption":
        """What the resume protocol says of the state."""
        from cockpit.systems.codewalk.resuming import resumption

        return resumption(self.read(files, candidate, context), files, candidate, context)

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """The state of a new initiative. Raises CommandError where there is one already."""
        from cockpit.systems.codewalk.creation import create

        return create(self, files, base, beginning, context)
