"""Project Autopilot, as the rest of cockpit knows it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from cockpit.model import Status, Track
from cockpit.systems.autopilot.description import STATE_FOLDER, WRITTEN
from cockpit.systems.autopilot.findings import Report
from cockpit.systems.autopilot.sources import read_sources
from cockpit.systems.autopilot.state import find_main
from cockpit.systems.autopilot.stores import BUILT_IN
from cockpit.systems.autopilot.track import read_track
from cockpit.systems.interface import Beginning, BeginningPart, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder

if TYPE_CHECKING:
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import Intent


class Autopilot(System):
    """The system `autopilot`."""

    id = "autopilot"
    name = "Project Autopilot"
    state_folders: tuple[str, ...] = (STATE_FOLDER,)
    triggers: tuple[str, ...] = tuple(BUILT_IN)
    statuses: Mapping[Status, str] = WRITTEN
    beginnings: tuple[BeginningPart, ...] = ("title",)
    keeps_limits = True
    reads_use = True

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The one track a folder can have, recognised by what its files hold."""
        folder = Folder(files, base, Report(), STATE_FOLDER)
        main = find_main(folder)
        return (Candidate(system=self.id, path=folder.path(main.name), base=base),) if main else ()

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
        return read_track(files, candidate, context)

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes of an intent. Raises CommandError with the reason and the remedy."""
        from cockpit.systems.autopilot.verbs import edit  # the first frame must not pay for it

        return edit(self, files, candidate, intent, context)

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now, by the state file and the plan of the present phase."""
        from cockpit.systems.autopilot.putting_away import propose_handoff

        sources = read_sources(files, candidate, context, Report())
        return propose_handoff(self.read(files, candidate, context), sources)

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """A new TRANSPONDER.md and its state. Raises CommandError where the folder has a track already."""
        from cockpit.systems.autopilot.creation import create

        return create(self, files, base, beginning, context)
