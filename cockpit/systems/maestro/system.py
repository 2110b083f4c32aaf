"""The system Maestro, as the rest of cockpit knows it."""

from collections.abc import Mapping

from cockpit.model import Phase, PhaseMove, RecordKind, Status, Track
from cockpit.systems.interface import BeginningPart, Candidate, Files, ReadContext
from cockpit.systems.maestro.places import DEFAULT_FOLDERS, MAIN, has_session, open_gates, read_archive, state_folders
from cockpit.systems.maestro.protocol import ERROR_TYPES, MOVES, WORDS, id_of, status_of
from cockpit.systems.maestro.track import read_track
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.package import Package
from cockpit.systems.shared.report import Report


class Maestro(Package):
    """The system `maestro`."""

    id = "maestro"
    name = "Maestro"
    state_folders: tuple[str, ...] = DEFAULT_FOLDERS
    statuses: Mapping[Status, str] = {word: word for word in ("in_progress", "completed", "failed")}
    error_types: tuple[str, ...] = ERROR_TYPES
    records: tuple[RecordKind, ...] = ("error", "tokens", "files")
    beginnings: tuple[BeginningPart, ...] = ("title", "plan", "result", "check", "agent")
    needed_to_begin: tuple[BeginningPart, ...] = ("plan",)

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        """The legal moves from the phase's status."""
        word = WORDS.get(status_of(phase.status)) if id_of(phase.id) is not None else None
        return tuple(move for move, (before, _) in MOVES.items() if before == word)

    def held(self, track: Track) -> frozenset[Status]:
        """A session with open phases cannot be completed."""
        return frozenset({"completed"} if "session" in track.lacks else ())

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        """The default folders, and the one that the variable names."""
        return state_folders(files, base)

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """A track for each state folder with an active session; else one for archived ones or an open design gate."""
        folders = state_folders(files, base)
        used = [each for each in folders if has_session(files, each)]
        if not used:
            used = [each for each in folders if _has_traces(files, each)][:1]
        return tuple(Candidate(system=self.id, path=f"{each}/{MAIN}", base=base) for each in used)

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        return read_track(files, candidate)


def _has_traces(files: Files, folder: str) -> bool:
    """Whether a folder without an active session has archived ones, or an open design gate."""
    return bool(read_archive(files, folder, Report())) or bool(open_gates(Folder(files, "", Report(), folder)))
