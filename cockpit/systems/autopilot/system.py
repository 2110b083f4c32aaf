"""Project Autopilot, as the rest of cockpit knows it."""

from collections.abc import Mapping

from cockpit.model import Status, Track
from cockpit.systems.autopilot.description import STATE_FOLDER, WRITTEN
from cockpit.systems.autopilot.state import find_main
from cockpit.systems.autopilot.stores import BUILT_IN
from cockpit.systems.autopilot.track import read_track
from cockpit.systems.interface import BeginningPart, Candidate, Files, ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.package import Package
from cockpit.systems.shared.report import Report


class Autopilot(Package):
    """The system `autopilot`."""

    id = "autopilot"
    name = "Project Autopilot"
    state_folders: tuple[str, ...] = (STATE_FOLDER,)
    triggers: tuple[str, ...] = tuple(BUILT_IN)
    statuses: Mapping[Status, str] = WRITTEN
    beginnings: tuple[BeginningPart, ...] = ("title",)
    keeps_limits = True
    reads_use = True
    has_protocol = False

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The one track a folder can have, recognised by what its files hold."""
        folder = Folder(files, base, Report(), STATE_FOLDER)
        main = find_main(folder)
        return (Candidate(system=self.id, path=folder.path(main.name), base=base),) if main else ()

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        return read_track(files, candidate, context)
