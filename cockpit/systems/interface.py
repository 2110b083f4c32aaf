"""What a system is to the rest of cockpit: it detects tracks among a project's files, reads and edits them.

A system never touches the disk. It asks a `Files` for bytes; `cockpit.storage` answers from disk and remembers every
path that was asked for, present or not, so that it knows what to watch and what a change concerns.
"""

from collections.abc import Mapping, Sequence
from dataclasses import field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal, Protocol

from cockpit.model import CommandLimits, Finding, LimitsThen, Phase, PhaseMove, RecordKind, Status, StatusLeft, Track
from cockpit.model.agents import AgentSession
from cockpit.model.readings import Readings
from cockpit.values import dataclass
from cockpit.wording.messages import Message

if TYPE_CHECKING:
    from cockpit.model.checklist import Resumption
    from cockpit.model.handoff_draft import HandoffDraft
    from cockpit.model.intents import DoneWork, Intent
    from cockpit.text.rows import RowChange, Tables

EDITED_BYTES = 1024 * 1024
"""The most that a file may have that is edited: each look at a longer one takes seconds, and an edit looks often."""
TOO_LARGE = "too-large"
"""The code of the finding that only the beginning of a file was read, for its length."""


CONFIRMED = (".cockpit/limits.toml", ".cockpit/state/limits.json")
"""The files of which is kept, outside of the project, what a person wrote into them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileContent:
    """One file as it was read.

    `path` is relative to the project (POSIX). `data` is None where the file could not be read; `finding` then says
    why. Of a database it is always None, and `tables` are those that were asked for, None where it could not be read.
    `stale` means that the file was caught half-written or vanished while being read, and that `data` is the last good
    content. `changed` is when the content was last written, where that is known. `derived` is for what readers work
    out from the content: it is kept as long as the file is the same.
    """

    path: str
    data: bytes | None
    tables: "Tables | None" = None
    finding: Finding | None = None
    stale: bool = False
    changed: datetime | None = field(default=None, compare=False)
    derived: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable that says something about the state: its value, and the file and line of it, if the environment does
    not have it."""

    value: str
    path: str | None = None
    line: int | None = None


class Files(Protocol):
    """A read-only view of a project's folder. Paths are relative to its root, POSIX, without `..`."""

    def read(self, path: str) -> FileContent | None:
        """The file at `path`; None where there is none. A folder, FIFO, link out of the project or file without
        permission gives a FileContent without data and with a finding."""

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        """The newest rows of some tables of the SQLite database at `path`; None where there is no file. A table that it
        has not is not among them. What cannot be read has no `tables`, and a finding; `stale` means that another
        program holds the database, and that `tables` are what was read before."""

    def confirmed(self, path: str) -> FileContent | None:
        """The file at one of the paths `CONFIRMED` as a person last wrote it with cockpit, in any worktree of the
        repository, whatever stands there now; without data where nobody did. None where this is no repository."""

    def branch(self) -> str | None:
        """The branch that is checked out, or the short id of a commit; None where neither can be told."""

    def names(self, folder: str) -> tuple[str, ...]:
        """The sorted names in a folder, sub-folders with a trailing slash; empty where there is no such folder."""

    def is_there(self, folder: str) -> bool:
        """Whether anything lies at `folder`, be it none, or unreadable."""

    def read_global(self, path: str) -> FileContent | None:
        """The file at `path` below the person's home folder, such as `.claude/autopilot/config.json`."""

    def variable(self, name: str, base: str = "", *, limits_agents: bool = False) -> Variable | None:
        """A variable of the environment, else of the file `.env` in a folder; None where neither has it.

        Of one that `limits_agents`, the environment of an agent does not count.
        """

    def place(self, path: str, base: str = "") -> str | None:
        """Where a path leads that somebody states, relative to the folder `base` or absolute: relative to the root.

        None where it leads outside, or over a link. Nothing needs to be there.
        """


DATABASE = "COCKPIT_DATABASE"
"""The variable that names the database in which a system may keep its state; `--db` and a setting stand for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A track that was recognised: by which system, its main file, the folder it belongs to ("" is the root).

    `part` is the id of the track, where the file holds several.
    """

    system: str
    path: str
    base: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadContext:
    """What a reader knows besides the files: the present instant, and the limits given on the command line.

    `limits` maps metric -> level -> value. `limits_at_acknowledgment` maps metric -> the limits that held when it was
    acknowledged, as far as cockpit recorded them. `previous_status` is the status that the track was last moved out of
    with cockpit. `lapse_half_way` is the setting by which an acknowledgment lapses half way to the next limit. `actor`
    is who acts, as the ledger names them, for files that say who decided. `read` is what the system said of the files
    that are to be edited, where nothing has changed since. `readings` and `agents` are what sessions said that they
    used, for a system that `reads_use`.
    """

    now: datetime = field(default_factory=lambda: datetime.now(UTC))
    limits: CommandLimits = field(default_factory=dict)
    limits_at_acknowledgment: Mapping[str, LimitsThen] = field(default_factory=dict)
    previous_status: StatusLeft | None = None
    lapse_half_way: bool = False
    actor: str = "person"
    read: Track | None = None
    readings: Readings = Readings()
    agents: tuple[AgentSession, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """What one file is to become. `before` is the content the edit was made on; None means that there is no file.

    Of a database both are None, and `rows` are what becomes of its rows.
    """

    path: str
    before: bytes | None
    after: bytes | None
    rows: tuple["RowChange", ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to change."""
        return self.before == self.after and not self.rows


@dataclass(frozen=True, slots=True, kw_only=True)
class Edit:
    """The changes an intent comes to, the file that is the truth first, and what was done, as one sentence.

    `remarks` are further sentences a person should read: what was pruned, what the agent does not read. No changes
    means that everything is so already. `then` is the track as it was read back, where it was and stays where it is.
    """

    changes: tuple[Change, ...]
    done: Message
    remarks: tuple[Message, ...] = ()
    then: Track | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Beginning:
    """What a new track is begun with: the name of the project's folder, a title that was given, the path of a plan.

    `work` is given where the track is about work that is done already; `store` names where the state is kept, of a
    system that has several places.
    """

    project: str
    title: str | None = None
    plan: str | None = None
    work: "DoneWork | None" = None
    store: str | None = None


SessionPart = Literal["completed", "issues", "context"]


BeginningPart = Literal["title", "plan", "result", "check", "agent", "folders", "sqlite"]


class System(Protocol):
    """One of the formats cockpit knows. What one has none of it leaves out."""

    id: str
    name: str
    state_folders: tuple[str, ...]
    """Folders, relative to a project or sub-package, in which state files lie; what sub-packages are found by."""
    triggers: tuple[str, ...] = ()
    """The checkpoint triggers that can be recorded, by their names."""
    statuses: Mapping[Status, str]
    """The statuses a track can be moved to, each in the system's own words."""

    error_types: tuple[str, ...] = ()
    """The types of the errors that can be recorded, and with them files and tokens; empty where none can be."""
    records: tuple[RecordKind, ...] = ()
    """What can be recorded of the work beside decisions, blockers, todos and the position."""
    session_parts: tuple[SessionPart, ...] = ()
    """What an ending session can tell beside a note and its reason."""
    stores: tuple[str, ...] = ()
    """The places in which the state can be kept, the usual one first; empty where there is but one."""
    beginnings: tuple[BeginningPart, ...] = ()
    """What a track can be begun with."""
    needed_to_begin: tuple[BeginningPart, ...] = ()
    """What of that there must be, unless the work is done already."""
    session_reasons: tuple[str, ...] = ()
    """Why a session can end, in the system's words, the usual one first; empty where the files do not say why."""

    keeps_limits: bool = False
    """Whether its own files hold limits of what sessions use."""
    counts_use: bool = False
    """Whether its metrics are what sessions of agents say that they used, and not what its files state."""
    reads_use: bool = False
    """Whether what sessions of agents say that they used counts for it, alone or beside what its files state."""

    def phase_moves(self, phase: Phase) -> tuple[PhaseMove, ...]:
        """What can be done with a phase, by the status it has; the usual move first. Empty where phases have none."""
        return ()

    def held(self, track: Track) -> frozenset[Status]:
        """The statuses the track cannot be moved to as it stands, whatever usually follows its status."""
        return frozenset()

    def folders(self, files: Files, base: str = "") -> tuple[str, ...]:
        """The folders, relative to the project, with the state of `base`: `state_folders`, unless the project or the
        environment names another one. They are watched. Must not raise."""
        return tuple(f"{base}/{folder}" if base else folder for folder in self.state_folders)

    def unwritten(self, files: Files) -> Candidate | None:
        """The track of a project in which nothing is kept yet, where a first limit or handoff begins one."""
        return None

    def detect(self, files: Files, base: str = "") -> tuple[Candidate, ...]:
        """The tracks of this system directly in the folder `base`, recognised by content."""

    def read(self, files: Files, candidate: Candidate, context: ReadContext) -> Track:
        """Everything the files say about one track. Never raises for what a file contains."""

    def edit(self, files: Files, candidate: Candidate, intent: "Intent", context: ReadContext) -> Edit:
        """The changes for an intent. Touches nothing. Raises CommandError with the reason and the remedy."""

    def draft(self, files: Files, candidate: Candidate, context: ReadContext) -> "HandoffDraft":
        """What a handoff would say now, from the files alone: the tasks of the present plan, what remains, why."""

    def resumption(self, files: Files, candidate: Candidate, context: ReadContext) -> "Resumption":
        """What the system's own protocol says of going on from the state file; empty where only a handoff does."""
        from cockpit.model.checklist import NOTHING_MORE

        return NOTHING_MORE

    def create(self, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
        """The files of a new track in a folder. Raises CommandError where there is one already."""
