"""The sessions of coding agents that work in a project, from what lies in the agents' own folders.

What one look at the disk shows to be as before is not read again. What a session does is not judged here: its evidence
is handed on.
"""

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Literal, NamedTuple

from cockpit.agents.interface import Agent, Live
from cockpit.model.agents import AgentSession, LookedAt, Said, WaitsFor
from cockpit.model.sharing import share
from cockpit.storage.agents.asking import AskedCommand
from cockpit.storage.agents.files import AgentFolder, AskedFiles
from cockpit.storage.agents.processes import is_our_namespace, is_running, terminal_of
from cockpit.storage.agents.tail import LogCount, LogTail
from cockpit.storage.agents.worktrees import ProjectFolders, project_folders
from cockpit.storage.reading.safe_reading import LATEST, is_within
from cockpit.storage.signatures import NANOSECONDS, Signature, settled_signature_of, signature_of
from cockpit.wording.times import parse_instant, write_instant

MOST_SESSIONS = 40
MOST_DAYS = 14
LIST_SECONDS = 10.0
"""So often it is looked for logs in any case: one written long ago may be written to again."""
OLD_SECONDS = 2.0
"""So often sessions are looked at of which nothing was heard for an hour; the others at every look."""
LISTING_DUTY = 0.002
"""The part of one core that this may take; it becomes rarer where it costs more."""

_LIST_PANES = ("tmux", "list-panes", "-a", "-F", "#{pane_tty} #{session_name}:#{window_index}.#{pane_index}")
_LONGEST_NAME = 60
_HOUR = 60 * 60
_DAY = 24 * _HOUR
_LIKELIHOOD = {True: 2, None: 1, False: 0}
_FIELDS = tuple(each.name for each in fields(AgentSession))

FolderState = Literal["there", "absent", "denied"]
Key = tuple[str, str]
"""The ids of an agent and of a session of it."""


class AgentsSeen(NamedTuple):
    """The sessions in a project, the newest first, and where they were looked for.

    By the id of the agent, where there are any: `unread` lines whose shape nobody knows, and those `too_long` to read.
    """

    sessions: tuple[AgentSession, ...]
    looked_at: tuple[LookedAt, ...]
    unread: Mapping[str, int]
    too_long: Mapping[str, int]


class _Home:
    """A folder in which an agent keeps its state: which logs and which running sessions it names."""

    def __init__(self, agent: Agent, at: str) -> None:
        self.agent = agent
        self.at = at
        self.folder = AgentFolder(at)
        self.logs: tuple[str, ...] = ()
        self.lives: tuple[Live, ...] = ()
        self._state: FolderState = "absent"
        self._asked_logs: AskedFiles | None = None
        self._asked_lives: AskedFiles | None = None

    def logs_stirred(self) -> bool:
        return self._asked_logs is None or self._asked_logs.stirred()

    def lives_stirred(self) -> bool:
        return self._asked_lives is None or self._asked_lives.stirred()

    def list_logs(self, folders: Sequence[str], since: float) -> None:
        self._asked_logs = AskedFiles(self.folder, logs=True)
        self._state = _state_of(self.at)
        self.logs = tuple(dict.fromkeys(self.agent.logs(self._asked_logs, self.at, folders, since)))

    def read_lives(self) -> bool:
        """Whether other sessions run than before."""
        before = {each.session.id for each in self.lives}
        self._asked_lives = AskedFiles(self.folder)
        self.lives = tuple(self.agent.live(self._asked_lives, self.at))
        return before != {each.session.id for each in self.lives}

    def looked_at(self, person: str) -> LookedAt:
        asked = [each for each in (self._asked_logs, self._asked_lives) if each is not None]
        denied = [folder for each in asked for folder in each.denied]
        folder = denied[0] if denied else self.at
        shown = f"~{folder.removeprefix(person)}" if is_within(folder, person) else folder
        state = "denied" if denied else self._state
        return LookedAt(agent=self.agent.id, name=self.agent.name, folder=shown, state=state, logs=len(self.logs))


class _FollowedLog:
    """A log, and how it looked when it was read last."""

    def __init__(self, home: _Home, path: str) -> None:
        self.home = home
        self.signature: Signature | None = None
        self.tail = LogTail(home.folder, path, partial(home.agent.log, path))
        self.count = LogCount(home.folder, path, partial(home.agent.totals, path))
        self._path = path

    def stirred(self) -> bool:
        return self.signature is None or signature_of(self._path) != self.signature

    def read(self) -> None:
        self.signature = settled_signature_of(self._path)
        self.tail.read()

    def session(self) -> AgentSession | None:
        session = self.tail.session
        if session is not None and session.updated is None and 0 < self.written < LATEST:
            session = replace(session, updated=write_instant(datetime.fromtimestamp(int(self.written), UTC)))
        if session is None or not self.count.needed:
            return session
        known = [tokens for tokens in (session.tokens, self.count.tokens) if tokens is not None]
        if self.count.complete:
            return replace(session, tokens=self.count.tokens, tokens_at_least=False)
        return replace(session, tokens=max(known, default=None), tokens_at_least=bool(known))

    @property
    def written(self) -> float:
        """In seconds since 1970."""
        return self.signature.mtime_ns / NANOSECONDS if self.signature is not None else 0.0


class _Found(NamedTuple):
    """A session, in which folder it is kept, and when it was heard of last, in seconds since 1970."""

    home: _Home
    session: AgentSession
    heard: float


class _Completed(NamedTuple):
    """What was made of a session, heard of at that time, by other files of the agent."""

    heard: float
    before: AgentSession
    asked: AskedFiles
    after: AgentSession


class AgentObserver:
    """Observes the sessions in the project at `root`; `home` is the person's own folder.

    `stirred` and `read` are for one thread, `count_on` may be called by another.
    """

    def __init__(
        self,
        root: Path,
        home: Path,
        environ: Mapping[str, str],
        agents: Sequence[Agent],
        *,
        clock: Callable[[], datetime],
        most_sessions: int = MOST_SESSIONS,
        most_days: int = MOST_DAYS,
        asks: bool = False,
    ) -> None:
        self._root = root
        self._person = str(home)
        self._clock = clock
        self._most_sessions = most_sessions
        self._most_days = most_days
        self._homes = _homes(agents, environ, self._person)
        asked = {home.agent.id: home for home in reversed(self._homes) if asks and home.agent.list_command}
        self._asked = [(home, AskedCommand(home.agent.list_command, root)) for home in asked.values()]
        self._listed: dict[Key, tuple[_Home, Live]] = {}
        self._panes = [AskedCommand(_LIST_PANES, root)] if environ.get("TMUX") else []
        self._commands = (*self._panes, *(command for _, command in self._asked))
        self._pane_names: Mapping[str, str] = {}
        self._folders = ProjectFolders(())
        self._folders_kept = Signature("absent")
        self._list_at = 0.0
        self._old_at = 0.0
        self._logs: dict[str, _FollowedLog] = {}
        self._processes: dict[tuple[int, str | None], bool | None] = {}
        self._completed: dict[Key, _Completed] = {}
        self._seen: AgentsSeen | None = None
        self._counting = threading.Lock()
        self._counted = False

    def stirred(self) -> bool:
        """Whether `read` may have something new to tell: looks at what was read, and reads nothing of it."""
        answers = [command.answered() for command in self._commands]
        if any(answers):
            before = self._pane_names, self._listed
            self._take_answers()
            if (self._pane_names, self._listed) != before:
                return True
        now = time.monotonic()
        since = 0.0 if now >= self._old_at else self._clock().timestamp() - _HOUR
        if not since:
            self._old_at = now + OLD_SECONDS
        return (
            self._seen is None
            or self._counted
            or now >= self._list_at
            or self._worktrees_stirred()
            or any(home.logs_stirred() or home.lives_stirred() for home in self._homes)
            or any(log.stirred() for log in self._logs.values() if log.written >= since)
            or any(each.asked.stirred() for each in self._completed.values() if each.heard >= since)
            or any(is_running(*process) is not alive for process, alive in self._processes.items())
        )

    def ask(self) -> None:
        """Ask the agents that may be asked, and tmux where the program runs in it; wait for what they answer."""
        for command in self._commands:
            command.wait()
        self._take_answers()

    def close(self) -> None:
        """End what still runs."""
        for command in self._commands:
            command.close()

    def read(self) -> AgentsSeen:
        """The sessions as they are now; those that are as before are the same objects."""
        self._counted = False
        self._find()
        for log in self._logs.values():
            if log.stirred():
                log.read()
                with self._counting:
                    if log.count.complete:  # so that it stays so
                        log.count.read_on()
        found = self._with_running(self._logged())
        newest = sorted(found.values(), key=lambda each: (each.heard, each.session.id), reverse=True)
        running_first = sorted(newest, key=lambda each: each.session.alive is not True)
        chosen = {_key(each.session) for each in running_first[: self._most_sessions]}
        newest = [each for each in newest if _key(each.session) in chosen]
        self._seen = self._shared(tuple(self._complete(each) for each in newest))
        kept = {_key(each) for each in self._seen.sessions}
        self._completed = {key: each for key, each in self._completed.items() if key in kept}
        return self._seen

    def count_on(self) -> int:
        """Reads a slice of the logs of which not every line was counted, the newest first; how many bytes that were.

        0 once all are counted. Who calls it again and again waits in between: see `BYTES_A_SECOND`.
        """
        for log in tuple(self._logs.values()):
            with self._counting:
                if not log.count.complete:
                    read = log.count.read_on()
                    if read:
                        self._counted = True
                        return read
        return 0

    def _find(self) -> None:
        """Looks for the logs and the running sessions, where something says that there may be others."""
        begun = time.monotonic()
        everything = self._seen is None or begun >= self._list_at or self._worktrees_stirred()
        if everything:
            self._folders = project_folders(self._root)
            if self._folders.kept_in is not None:
                self._folders_kept = settled_signature_of(self._folders.kept_in)
        since, listed = self._since(), False
        for home in self._homes:
            others_run = home.lives_stirred() and home.read_lives()
            if everything or others_run or home.logs_stirred():
                home.list_logs(self._folders.folders, since)
                listed = True
        if listed:
            self._choose()
        if everything:
            now = time.monotonic()
            self._list_at = now + max(LIST_SECONDS, (now - begun) / LISTING_DUTY)

    def _worktrees_stirred(self) -> bool:
        kept_in = self._folders.kept_in
        return kept_in is not None and signature_of(kept_in) != self._folders_kept

    def _choose(self) -> None:
        """Follows the logs of running sessions, as far as their names tell, then those written last."""
        running = {each.session.id for home in self._homes for each in home.lives if each.session.id}
        found: dict[str, tuple[bool, int, _Home]] = {}
        for home in self._homes:
            for path in home.logs:
                if home.folder.inside(path) is None:
                    continue
                signature, name = signature_of(path), path.rpartition("/")[2]
                if signature.kind == "file":
                    found[path] = any(each in name for each in running), signature.mtime_ns, home
        chosen = sorted(found, key=lambda path: found[path][:2], reverse=True)[: self._most_sessions]
        self._logs = {path: self._logs.get(path) or _FollowedLog(found[path][2], path) for path in chosen}

    def _logged(self) -> dict[Key, _Found]:
        """The sessions by their logs; where one has several, as after it was moved, by the one written last."""
        found: dict[Key, _Found] = {}
        for log in sorted(self._logs.values(), key=lambda log: log.written):
            session = log.session()
            if session is not None:
                found[_key(session)] = _Found(log.home, session, _instant(session.updated) or log.written)
        return found

    def _with_running(self, logged: Mapping[Key, _Found]) -> dict[Key, _Found]:
        """The same, joined with what is known of running sessions; of those without a log, the ones in the project."""
        best: dict[Key, tuple[int, float, _Home, Live]] = {}
        self._processes = {}
        kept = [(home, live) for home in self._homes for live in home.lives]
        for home, live in (*kept, *self._listed.values()):
            key, cwd = _key(live.session), live.session.cwd
            if key not in logged and (cwd is None or not self._folders.holds(cwd)):
                continue
            heard = _instant(live.session.updated) or home.folder.written(live.session.path) or 0.0
            rank = _LIKELIHOOD[self._is_alive(live)], heard
            if key not in best or rank > best[key][:2]:
                best[key] = (*rank, home, live)
        found = dict(logged)
        for key, (_, heard, home, chosen) in best.items():
            live, alive = chosen, self._is_alive(chosen)
            if key in self._listed and not live.runs:  # what it answered now beside what it keeps
                said = self._listed[key][1].session.evidence
                live = live._replace(session=replace(live.session, evidence=(*live.session.evidence, *said)))
            if key in logged:
                log = logged[key]
                found[key] = _Found(log.home, self._with_process(_joined(log.session, live), live, alive),
                                    max(log.heard, heard))  # fmt: skip
            elif alive is not False or heard >= self._since():
                found[key] = _Found(home, self._with_process(live.session, live, alive), heard)
        return found

    def _is_alive(self, live: Live) -> bool | None:
        if live.runs or live.pid is None:
            return live.runs or None
        process = live.pid, live.started
        if process not in self._processes:
            self._processes[process] = is_running(*process)
        alive = self._processes[process]
        if not alive and live.namespace is not None and not is_our_namespace(live.namespace):
            return None  # no process here has that number; the one that is meant may run elsewhere
        return alive

    def _with_process(self, session: AgentSession, live: Live, alive: bool | None) -> AgentSession:
        """The session with its process, and where that runs."""
        terminal = terminal_of(live.pid) if alive and live.pid is not None else None
        if terminal is not None:
            terminal = self._pane_names.get(terminal, terminal)
        return replace(session, pid=live.pid, alive=alive, terminal=terminal)

    def _take_answers(self) -> None:
        """Keep what the agents answered. What one says holds since it said so first, or since when its files say so."""
        now = write_instant(self._clock().replace(microsecond=0))
        said: dict[tuple[Key, Said, WaitsFor | None], str] = {}
        lives = [each for _, each in self._listed.values()] + [each for home in self._homes for each in home.lives]
        for live in lives:
            for each in live.session.evidence:
                said[_key(live.session), each.said, each.waits_for] = each.at or now
        self._pane_names = _names_of(next((each.answer for each in self._panes), None))
        self._listed = {}
        for home, command in self._asked:
            for live in home.agent.listed(command.answer) if command.answer is not None else ():
                key = _key(live.session)
                dated = (replace(each, at=each.at or said.get((key, each.said, each.waits_for), now))
                         for each in live.session.evidence)  # fmt: skip
                self._listed[key] = home, live._replace(session=replace(live.session, evidence=tuple(dated)))

    def _complete(self, found: _Found) -> AgentSession:
        session = found.session
        worktree = self._folders.linked_around(session.cwd) if session.cwd is not None else None
        if worktree is not None:
            session = replace(session, worktree=worktree)
        key = _key(session)
        known = self._completed.get(key)
        if known is None or known.before != session or known.asked.stirred():
            asked = AskedFiles(found.home.folder)
            known = _Completed(found.heard, session, asked, found.home.agent.completed(asked, found.home.at, session))
            self._completed[key] = known
        return known.after

    def _shared(self, sessions: tuple[AgentSession, ...]) -> AgentsSeen:
        unread: Counter[str] = Counter()
        too_long: Counter[str] = Counter()
        for log in self._logs.values():
            unread[log.home.agent.id] += log.tail.unread
            too_long[log.home.agent.id] += log.tail.too_long
        looked_at = tuple(home.looked_at(self._person) for home in self._homes)
        seen = AgentsSeen(sessions, looked_at, dict(+unread), dict(+too_long))
        if self._seen is None:
            return seen
        return self._seen if seen == self._seen else seen._replace(sessions=share(self._seen.sessions, sessions))

    def _since(self) -> float:
        return self._clock().timestamp() - self._most_days * _DAY


def _homes(agents: Sequence[Agent], environ: Mapping[str, str], person: str) -> tuple[_Home, ...]:
    """The agents' folders, each once for an agent, whatever links lead there."""
    homes: dict[Key, _Home] = {}
    for agent in agents:
        for at in map(os.path.normpath, agent.homes(environ, person)):
            if at.startswith("/"):
                homes.setdefault((agent.id, os.path.realpath(at)), _Home(agent, at))
    return tuple(homes.values())


def _names_of(panes: bytes | None) -> dict[str, str]:
    """How a person finds the panes of tmux, by their terminals."""
    lines = (line.split(" ", 1) for line in (panes or b"").decode(errors="replace").splitlines())
    found = {line[0].removeprefix("/dev/"): f"tmux {line[1]}" for line in lines if len(line) == 2}
    return {terminal: name[:_LONGEST_NAME] for terminal, name in found.items()}


def _state_of(folder: str) -> FolderState:
    try:
        os.scandir(folder).close()
    except (FileNotFoundError, NotADirectoryError):
        return "absent"
    except OSError:
        return "denied"
    return "there"


def _key(session: AgentSession) -> Key:
    return session.agent, session.id


def _instant(text: str | None) -> float | None:
    """In seconds since 1970."""
    instant = parse_instant(text)
    return instant.at.timestamp() if instant is not None else None


def _joined(log: AgentSession, live: Live) -> AgentSession:
    """A session by its log and by the file that the agent keeps while it runs. A name that a person gave it counts."""
    told = live.session
    named = told if told.title is not None and (log.title is None or told.title_by == "user") else log
    filled = {name: getattr(told, name) for name in _FIELDS if getattr(log, name) is None}
    return replace(log, **filled | {
        "title": named.title,
        "title_by": named.title_by,
        "updated": max((log.updated, told.updated), key=lambda text: _instant(text) or 0.0),
        "evidence": (*log.evidence, *told.evidence),
    })  # fmt: skip
