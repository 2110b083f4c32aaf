"""What an agent is to the rest of cockpit: where it keeps its sessions, and how their files are read."""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple, Protocol

from cockpit.model.agents import AgentSession

TITLE = 120
"""The most characters of a title or a step that are kept."""


SUBAGENT = "subagent"
"""The kind of a session that an agent began by itself: no session of a person."""
DOCUMENT = ".json"
"""What the name of a log ends with that is one JSON document: it is taken whole, as one line."""


Part = Literal["first line", "beginning", "ending"]


class AgentFiles(Protocol):
    """A read-only view of an agent's folder on the disk. Paths are absolute.

    Only regular files are read; what is missing, too large, no regular file, a link that leads out of the agent's
    folder, or out of reach is as if it were not there.
    """

    def names(self, folder: str) -> tuple[str, ...]:
        """The sorted names in a folder, sub-folders with a trailing slash; empty where there is no such folder."""

    def dated(self, folder: str) -> tuple[tuple[str, float], ...]:
        """The names of the regular files in a folder, each with when it was written last, in seconds since 1970."""

    def readable(self, folder: str) -> bool:
        """Whether a folder may be looked into."""

    def not_read(self, path: str) -> None:
        """Count a file that holds a session in a form that is not read."""

    def whole(self, path: str) -> bytes | None:
        """The content of a small file (1 MiB at most)."""

    def part(self, path: str, which: Part) -> bytes | None:
        """Of a file whatever its size, the first line, without its end (256 KiB at most), the first 64 KiB, or the last
        64 KiB: these may begin with the rest of a line."""

    def written(self, path: str) -> float | None:
        """When a file was written last, in seconds since 1970."""


class Log(Protocol):
    """What the lines of one session's log say. They come in the order of the file, not necessarily all of them, but the
    first line of the file is the first that is taken: some agents tell only there whose session it is.

    A line that `telling` finds nothing in is not taken: it is counted in `unread`, if it is not empty.
    """

    telling: re.Pattern[bytes]
    unread: int
    """Lines whose shape nobody knows: no JSON object, or the type of a value that is needed is another. Who hands the
    lines on adds those that are too long."""

    def take(self, line: bytes) -> None:
        """Read one line, without its end. Never raises; a line that cannot be read is counted in `unread`."""

    def skip(self) -> None:
        """Lines between the one taken last and the next are left out: what was open then may be closed by now. Before
        the first line taken: the file's beginning is left out, so nothing tells when the session began."""

    @property
    def has_context(self) -> bool:
        """Whether the present size of the context is known from the lines taken; else earlier ones are wanted."""

    def session(self) -> AgentSession:
        """The session as far as the lines tell; `state` is left to the rules, `evidence` says what they told."""


class Totals(Protocol):
    """The tokens of a whole session, of which every line that `telling` finds something in is taken, in order."""

    telling: re.Pattern[bytes]

    def take(self, line: bytes) -> None:
        """Read one line, without its end. Never raises."""

    @property
    def tokens(self) -> int | None:
        """All tokens so far; None where no line stated any."""


class Live(NamedTuple):
    """A session that the agent says has a process: `started` is what tells the process from a later one of that pid
    (the start time of `/proc/PID/stat`, field 22), None where it is not stated. It `runs` where the agent itself was
    asked just now. `namespace` is that in which its pid counts, as in a container, where the agent names it. `pane` is
    the pane of tmux that it runs in, as `session:@window.%pane`; `attach` the command that joins one that runs without
    a terminal."""

    session: AgentSession
    pid: int | None
    started: str | None
    runs: bool = False
    namespace: str | None = None
    pane: str | None = None
    attach: tuple[str, ...] = ()


class Agent:
    """An agent whose sessions are read. What it does not say, most agents do not keep."""

    id: str
    """Such as `claude`; the one in settings and in the JSON."""
    name: str
    """What people call it, such as `Claude Code`."""
    list_command: tuple[str, ...] = ()
    """What lists its running sessions, such as `claude agents --json`; empty where it has no such command."""
    program: str | None = None
    """What its processes in a terminal are called, where its own files do not tell which run."""
    joins = False
    """Whether the command that goes back to a session joins one that runs, instead of opening it a second time."""

    def homes(self, environ: Mapping[str, str], home: str) -> tuple[str, ...]:
        """The folders in which it keeps its state, whether they exist or not; `home` is the person's own."""
        raise NotImplementedError

    def logs(self, files: AgentFiles, at: str, folders: Sequence[str] | None, since: float) -> Iterable[str]:
        """In its folder `at`, the logs of sessions that work or worked in one of these folders of a project (or below
        one), and were written since then (seconds since 1970). With None those of all projects: then nothing of them is
        read, and some may be of no session of a person."""
        raise NotImplementedError

    def log(self, path: str) -> Log:
        """A reader of the lines of a log."""
        raise NotImplementedError

    def totals(self, path: str) -> Totals | None:
        """A reader of all lines of a log; None where the log's last lines state the tokens of the whole session."""
        return None

    def live(self, files: AgentFiles, at: str) -> Iterable[Live]:
        """In its folder `at`, the sessions of all projects that it says are running; none where it keeps no list."""
        return ()

    def registry(self, files: AgentFiles, at: str) -> str | None:
        """In its folder `at`, the folder that has a file for each of its processes; None where there is none, or it
        cannot be read."""
        return None

    def is_registered(self, session: AgentSession) -> bool:
        """Whether the version that wrote a session's last record would name its process there."""
        return False

    def listed(self, said: bytes) -> Iterable[Live]:
        """The sessions of all projects in what `list_command` printed. Their evidence has no time: it is of now."""
        return ()

    def completed(self, files: AgentFiles, at: str, session: AgentSession) -> AgentSession:
        """The session with what other small files of the agent say of it: its list, its plan file."""
        return session
