"""Everything a verb works with: the draft, what was read, the present instant."""

from functools import cached_property

from cockpit.model import Threshold, Track
from cockpit.rules.instants import write_instant
from cockpit.systems.autopilot.metrics import Gauges
from cockpit.systems.autopilot.recognition import STATE_FOLDER
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources, main_file, read_sources
from cockpit.systems.editing.draft import Draft
from cockpit.systems.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.reading.folder import Folder


class Desk:
    """The draft of one track's files, and what they said before."""

    def __init__(self, files: Files, candidate: Candidate, context: ReadContext, before: Track) -> None:
        self.draft = Draft(files)
        self.candidate, self.context, self.before = candidate, context, before
        self.folder = Folder(files, candidate.base, Report(), STATE_FOLDER)
        """The files as they were read."""
        self.sources: Sources = read_sources(self.folder, main_file(self.folder, candidate), context, Report())
        """What the files said before the edit."""

    @property
    def now(self) -> str:
        """The present instant as the files write it, to the second."""
        return write_instant(self.context.now.replace(microsecond=0))

    @property
    def today(self) -> str:
        """The present day in UTC."""
        return self.now[:10]

    def path(self, name: str) -> str:
        """The path of a file in the state folder, relative to the project."""
        return self.folder.path(name)

    @property
    def gauges(self) -> Gauges:
        """What the files said about metrics."""
        return self.sources.gauges

    @cached_property
    def sheet(self) -> MarkdownSheet | None:
        """The state file, None where the track has none. Raises Refused where it must not be edited."""
        return MarkdownSheet(self.draft, self.candidate.path) if self.sources.state is not None else None

    @property
    def is_waypoint(self) -> bool:
        """Whether the state file has layout 2, the waypoint's."""
        return self.sources.main.layout == "waypoint"

    def threshold(self, metric: str) -> Threshold | None:
        """A metric as it was read."""
        return self.before.threshold(metric)
