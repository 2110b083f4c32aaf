"""The system autodev, as the rest of cockpit knows it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cockpit.model import Phase, PhaseMove, Status, Track
from cockpit.systems.autodev.description import NAMES, REASONS, WRITTEN
from cockpit.systems.autodev.folders import DOCS, Docs
from cockpit.systems.autodev.sources import read_sources, state_file_name
from cockpit.systems.autodev.track import moves_of, read_track
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report

if TYPE_CHECKING:
    from cockpit.model.checklist import Resumption
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent


class Autodev(System):
    """The system `autodev`."""

    id = "autodev"
    name = "autodev"
    state_folders: tuple[str, ...] = (DOCS,)
    statuses: Mapping[Status, str] = WRITTEN
    session_reasons: tuple[str, ...] = REASONS

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        """The moves a step can make, by its status."""
        return moves_of(phase)

    def held(self, track: Track) -> frozenset[Status]:
        """A step that failed for good is not tried again before its retries are reset."""
        retries = track.retries
        used_up = retries is not None and (retries.count is None or retries.count >= retries.max)
        is_stuck = used_up and track.position.status == "failed"
        return frozenset({"in_progress", "not_started"} if is_stuck else ())

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The track of a folder: by its state file, else by the folders below `_docs/`."""
        folder = Folder(files, base, Report(), DOCS)
        name = state_file_name(folder)
        if name is None and not Docs(files, base, folder).is_work:
            return ()
        return (Candidate(system=self.id, path=folder.path(name or NAMES[1]), base=base),)

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        return read_track(files, candidate)

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes an intent comes to. Raises CommandError where nothing must or can be changed."""
        from cockpit.systems.autodev.verbs import edit

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now."""
        from cockpit.systems.autodev.putting_away import propose_handoff

        return propose_handoff(self.read(files, candidate, context))

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> "Resumption":
        """What the re-entry protocol says."""
        from cockpit.systems.autodev.resuming import resumption

        return resumption(self.read(files, candidate, context), read_sources(files, candidate, Report()))

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """A new state file at the step that the folders show. Raises CommandError where there is one already."""
        from cockpit.systems.autodev.creation import create

        return create(self, files, base, beginning, context)
