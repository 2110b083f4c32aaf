"""What a verb on the state works with beside the draft: the sources as read, and the editor of the state file."""

from functools import cached_property

from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.systems.autodev.flow_position import FlowPosition
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.sources import Sources, read_sources
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.interface import Candidate, Files, ReadContext
from cockpit.systems.shared import edit_session
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.wording.messages import Message


class EditSession(edit_session.EditSession):
    """An edit of one state, and the sources before it."""

    def __init__(self, files: Files, candidate: Candidate, context: ReadContext, before: Track) -> None:
        super().__init__(files, candidate, context, before)
        self.sources: Sources = read_sources(files, candidate, Report())

    @cached_property
    def editor(self) -> MarkdownEditor:
        """The state file. Raises CommandError where there is none, or it must not be edited."""
        if self.draft.read(self.candidate.path) is None:
            raise CommandError(Message("autodev.state-not-there", path=self.candidate.path))
        return MarkdownEditor(self.draft, self.candidate.path)

    @property
    def state(self) -> StateFile:
        """The state file before the edit. Raises CommandError where it names no step."""
        state = self.sources.state
        if state is None or not state.is_usable:
            raise CommandError(Message("autodev.state-names-no-step", path=self.candidate.path))
        return state

    @property
    def position(self) -> FlowPosition:
        """The flow's position before the edit."""
        return self.sources.position
