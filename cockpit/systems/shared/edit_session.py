"""What every verb works with: the draft of a track's files, the track before the edit, and the present instant."""

from typing import Any

from cockpit.systems.interface import EDITED_BYTES, Candidate, Files, ReadContext, System
from cockpit.systems.shared.working_copy import Draft
from cockpit.wording.times import write_instant


class EditSession:
    """One edit of a track. Each system adds what it read, and the editors of its files."""

    def __init__(
        self, system: System, files: Files, candidate: Candidate, context: ReadContext, largest: int = EDITED_BYTES
    ) -> None:
        self.draft = Draft(files, largest)
        self.files, self.candidate, self.context = files, candidate, context
        self.before = context.read or system.read(files, candidate, context)

    def make(self, outcome: Any) -> None:  # noqa: ANN401 -- a `Meant`
        """Make the edits of an outcome in the draft, as far as its verb did not."""

    @property
    def now(self) -> str:
        """The present instant as the files write it, to the second."""
        return write_instant(self.context.now.replace(microsecond=0))

    @property
    def today(self) -> str:
        """The present day in UTC."""
        return self.now[:10]
