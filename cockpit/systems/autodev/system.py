"""The system autodev, as the rest of cockpit knows it."""

from collections.abc import Mapping

from cockpit.model import Phase, PhaseMove, Status, Track
from cockpit.systems.autodev.description import NAMES, REASONS, WRITTEN
from cockpit.systems.autodev.folders import DOCS, Docs
from cockpit.systems.autodev.sources import state_file_name
from cockpit.systems.autodev.track import moves_of, read_track
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.package import Package
from cockpit.systems.shared.report import Report


class Autodev(Package):
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
