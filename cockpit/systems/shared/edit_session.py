"""What every verb works with: the draft of a track's files, the track before the edit, and the present instant."""

from cockpit.model import Track
from cockpit.systems.interface import EDITED_BYTES, Candidate, Files, ReadContext
from cockpit.systems.shared.working_copy import Draft
from cockpit.wording.times import write_instant


class EditSession:
    """One edit of a track. Each system adds what it read, and the editors of its files."""

    def __init__(
        self, files: Files, candidate: Candidate, context: ReadContext, before: Track, largest: int = EDITED_BYTES
    ) -> None:
        self.draft = Draft(files, largest)
        self.files, self.candidate, self.context, self.before = files, candidate, context, before

    @property
    def now(self) -> str:
        """The present instant as the files write it, to the second."""
        return write_instant(self.context.now.replace(microsecond=0))

    @property
    def today(self) -> str:
        """The present day in UTC."""
        return self.now[:10]
