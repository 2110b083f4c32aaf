"""What cockpit keeps about one project, outside of it: where, and whether the project may be written."""

from pathlib import Path
from typing import Self

from cockpit.model.errors import CommandError
from cockpit.storage.user_files import places
from cockpit.values import dataclass

JOURNAL_BYTES = 20 * 1024 * 1024
LEDGER_BYTES = 10 * 1024 * 1024
"""Some 20,000 lines."""


@dataclass(frozen=True, slots=True)
class ProjectStore:
    """The folder of one project's journal, ledger and notes; made when something is first kept in it.

    `read_only` lets nothing be changed, neither the project nor what is kept about it. `journal_bytes` and
    `ledger_bytes` are the sizes beyond which the journal loses its oldest entries, the ledger its oldest lines.
    """

    folder: Path
    read_only: bool = False
    journal_bytes: int = JOURNAL_BYTES
    ledger_bytes: int = LEDGER_BYTES

    @classmethod
    def of(cls, root: Path, *, read_only: bool = False) -> Self:
        """The store of the project in `root`."""
        return cls(places.project_state_dir(root), read_only)

    @classmethod
    def of_repository(cls, root: Path) -> Self:
        """The store of what all worktrees of the repository around a folder share."""
        return cls(places.repository_state_dir(root))

    def refuse_read_only(self) -> None:
        """Raises CommandError where nothing may be changed."""
        if self.read_only:
            raise CommandError("storage.read-only", "This project is open read-only", unchanged=True)

    @property
    def description(self) -> str:
        """What it is called in a sentence."""
        return f"cockpit's folder {self.folder}"

    @property
    def journal(self) -> Path:
        """The folder of the journal's entries."""
        return self.folder / "journal"

    @property
    def drafts(self) -> Path:
        """The folder of handoffs that are being written."""
        return self.folder / "drafts"

    @property
    def prompts(self) -> Path:
        """The folder of the prompts that were handed to an agent."""
        return self.folder / "prompts"

    @property
    def folders(self) -> tuple[Path, ...]:
        """Every folder there may be."""
        return self.folder, self.journal, self.drafts, self.prompts

    @property
    def ledger(self) -> Path:
        """The file of the ledger, one JSON object a line."""
        return self.folder / "ledger.jsonl"

    @property
    def older_ledger(self) -> Path:
        """The file of the lines before those, once there were too many for one."""
        return self.folder / "ledger.older.jsonl"

    @property
    def notes(self) -> Path:
        """The file of what is private to the person."""
        return self.folder / "notes.json"

    @property
    def lock(self) -> Path:
        """The file that is locked while the project is written."""
        return self.folder / "lock"
