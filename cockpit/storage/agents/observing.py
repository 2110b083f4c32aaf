"""The sessions of coding agents that work in a project, or on this machine, from what lies in the agents' own folders.

What one look at the disk shows to be as before is not read again. What a session does is not judged here: its evidence
is handed on.
"""

import os
import threading
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import fields, replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from typing import Literal, NamedTuple

from cockpit.agents.interface import SUBAGENT, Agent, Live
from cockpit.model.agents import AgentPlace, AgentSession, Evidence, LookedAt, Said, WaitsFor
from cockpit.model.readings import Reading
from cockpit.model.sharing import share
from cockpit.storage.agents.asking import EVERY, AskedCommand
from cockpit.storage.agents.files import AgentFolder, AskedFiles, Look
from cockpit.storage.agents.processes import (
    TerminalProcess,
    agents_in_terminals,
    exists,
    is_our_namespace,
    is_running,
    terminal_of,
)
from cockpit.storage.agents.tail import LogCount, LogTail
from cockpit.storage.agents.terminals import (
    TmuxPanes,
    match_terminals,
    panes_command,
    place_of,
    said_by_title,
    socket_of,
    surroundings,
    way_to,
)
from cockpit.storage.agents.worktrees import ProjectFolders, project_folders, repository_of
from cockpit.storage.reading.safe_reading import LATEST, is_within
from cockpit.storage.signatures import NANOSECONDS, Signature, settled_signature_of, signature_of
from cockpit.storage.user_files import holds, readings
from cockpit.storage.user_files.places import repository_state_dir
from cockpit.wording.times import parse_instant, write_instant

MOST_SESSIONS = 40
MOST_EVERYWHERE = 1000
"""Sessions that are followed, in a project and on the whole machine."""
MOST_DAYS = 14
LIST_SECONDS = 10.0
"""So often it is looked for logs in any case: one written long ago may be written to again."""
OLD_SECONDS = 2.0
"""So often sessions are looked at of which nothing was heard for an hour, and more of a process than whether one has
its number; all else at every look."""
LISTING_DUTY = 0.002
"""The part of one core that this may take; it becomes rarer where it costs more."""

PANES_SECONDS = 2.0
"""So often the servers of tmux are asked for their panes where the titles of some tell who waits; else `EVERY`."""
PROCESSES_SECONDS = 10.0
"""So often it is looked which programs run in terminals, where an agent's own files do not tell."""
_HOUR = 60 * 60
_DAY = 24 * _HOUR
_LIKELIHOOD = {True: 2, None: 1, False: 0}
_FIELDS = tuple(each.name for each in fields(AgentSession))

FolderState = Literal["there", "absent", "denied"]
Key = tuple[str, str]
"""The ids of an agent and of a session of it."""


class AgentsSeen(NamedTuple):
    """The sessions on this machine, the newest first, those of the project among them, and where they were looked for.

    `unread` counts by the id of the agent, where there are any, the lines whose shape nobody knows and those too long.
    `told` is what the status line of a session said last.
    """

    sessions: tuple[AgentSession, ...]
    looked_at: tuple[LookedAt, ...]
    unread: Mapping[str, int]
    here: frozenset[Key] = frozenset()
    told: Mapping[Key, Reading] = {}

    def of_project(self) -> tuple[AgentSession, ...]:
        """The sessions in the project."""
        return tuple(each for each in self.sessions if _key(each) in self.here)


class _Home:
    """A folder in which an agent keeps its state: which logs and which running sessions it names."""

    def __init__(self, agent: Agent, at: str) -> None:
        self.agent = agent
        self.at = at
        self.folder = AgentFolder(at)
        self.logs: tuple[str, ...] = ()
        self.elsewhere: tuple[str, ...] = ()
        self.lives: tuple[Live, ...] = ()
        self.registry: str | None = None
        self.passed_over = 0
        """Logs of the last day that are not followed, since there are too many."""
        self._state: FolderState = "absent"
        self._asked_logs: AskedFiles | None = None
        self._asked_lives: AskedFiles | None = None

    def logs_stirred(self, look: Look = signature_of) -> bool:
        return self._asked_logs is None or self._asked_logs.stirred(look)

    def lives_stirred(self, look: Look = signature_of) -> bool:
        return self._asked_lives is None or self._asked_lives.stirred(look)

    def list_logs(self, folders: Sequence[str], since: float, *, everywhere: bool) -> None:
        self._asked_logs = AskedFiles(self.folder, logs=True)
        self._state = _state_of(self.at)
        self.logs = tuple(dict.fromkeys(self.agent.logs(self._asked_logs, self.at, folders, since))) if folders else ()
        self.elsewhere = tuple(self.agent.logs(self._asked_logs, self.at, None, since)) if everywhere else ()

    def read_lives(self) -> bool:
        """Whether other sessions run than before."""
        before = {each.session.id for each in self.lives}
        self._asked_lives = AskedFiles(self.folder)
        self.lives = tuple(self.agent.live(self._asked_lives, self.at))
        self.registry = self.agent.registry(self._asked_lives, self.at)
        return before != {each.session.id for each in self.lives}

    def looked_at(self, person: str) -> LookedAt:
        asked = [each for each in (self._asked_logs, self._asked_lives) if each is not None]
        denied = [folder for each in asked for folder in each.denied]
        folder = denied[0] if denied else self.at
        shown = f"~{folder.removeprefix(person)}" if is_within(folder, person) else folder
        state = "denied" if denied else self._state
        not_read = len(self._asked_logs.unread) if self._asked_logs is not None else 0
        return LookedAt(agent=self.agent.id, name=self.agent.name, folder=shown, state=state,
                        logs=len(self.elsewhere or self.logs), not_read=not_read + self.passed_over)  # fmt: skip


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

    def session(self, now: float) -> AgentSession | None:
        session = self.tail.session
        if session is not None and session.updated is None and 0 < self.written < LATEST:
            session = replace(session, updated=write_instant(datetime.fromtimestamp(int(self.written), UTC)))
        session = _not_ahead(session, self.written, now) if session is not None else None
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
    """A session, in which folder it is kept, when it was heard of last, in seconds since 1970, and whether it is one of
    the project."""

    home: _Home
    session: AgentSession
    heard: float
    here: bool


class _Told(NamedTuple):
    """The readings of a repository: their folder, how they looked when they were read, and the last of each session."""

    folder: str
    signature: Signature
    last: Mapping[str, Reading]


class _Completed(NamedTuple):
    """What was made of a session, heard of at that time, by other files of the agent."""

    heard: float
    before: AgentSession
    asked: AskedFiles
    after: AgentSession


class AgentObserver:
    """Observes the sessions in the project at `root`, and where it looks `everywhere`, those of the whole machine;
    these are all there are without a `root`. `home` is the person's own folder. With `lately` the logs that were not
    written for a day are read only where the session runs, since no other needs a person; repositories are not told.

    `stirred` and `read` are for one thread, `count_on` may be called by another.
    """

    def __init__(
        self,
        root: Path | None,
        home: Path,
        environ: Mapping[str, str],
        agents: Sequence[Agent],
        *,
        clock: Callable[[], datetime],
        most_sessions: int = MOST_SESSIONS,
        most_days: int = MOST_DAYS,
        asks: bool = False,
        everywhere: bool = False,
        lately: bool = False,
    ) -> None:
        self._root = root
        self._everywhere = everywhere or root is None
        self._repositories: dict[str, tuple[str, str]] = {}
        self._person = str(home)
        self._clock = clock
        self._most_sessions = most_sessions
        self._most_days = most_days
        self._lately = lately
        self._agents = {each.id: each for each in agents}
        self._homes = _homes(agents, environ, self._person)
        asked = {home.agent.id: home for home in reversed(self._homes) if asks and home.agent.list_command}
        self._asked = [(each, AskedCommand(each.agent.list_command, root or home)) for each in asked.values()]
        self._listed: dict[Key, tuple[_Home, Live]] = {}
        self._panes: dict[str, AskedCommand] = {}
        self._servers: Mapping[str, TmuxPanes] = {}
        self._surroundings: dict[tuple[int, str | None], Mapping[str, str]] = {}
        self._in_terminals: tuple[TerminalProcess, ...] = ()
        self._titles_tell = False
        self._processes_at = 0.0
        self._follow_server(socket_of(environ))
        self._folders = ProjectFolders(())
        self._folders_kept = Signature("absent")
        self._holds_kept = Signature("absent")
        self._list_at = 0.0
        self._old_at = 0.0
        self._logs: dict[str, _FollowedLog] = {}
        self._here: frozenset[str] = frozenset()
        self._processes: dict[tuple[int, str | None], bool | None] = {}
        self._completed: dict[Key, _Completed] = {}
        self._told: dict[str, _Told] = {}
        self._seen: AgentsSeen | None = None
        self._counting = threading.Lock()
        self._counted = False

    def stirred(self) -> bool:
        """Whether `read` may have something new to tell: looks at what was read, and reads nothing of it."""
        answers = [command.answered() for command in self._commands()]
        if any(answers):
            before = self._servers, self._listed
            self._take_answers()
            if (self._servers, self._listed) != before:
                return True
        now = time.monotonic()
        everything = now >= self._old_at
        since = 0.0 if everything else self._clock().timestamp() - _HOUR
        if everything:
            self._old_at = now + OLD_SECONDS
        look = cache(signature_of)  # many sessions share their folders
        return (
            self._seen is None
            or self._counted
            or now >= self._list_at
            or self._worktrees_stirred()
            or signature_of(str(holds.folder())) != self._holds_kept
            or any(look(f"{each.folder}/{readings.NAME}") != each.signature for each in self._told.values())
            or any(home.logs_stirred(look) or home.lives_stirred(look) for home in self._homes)
            or any(log.stirred() for log in self._logs.values() if log.written >= since)
            or any(each.asked.stirred(look) for each in self._completed.values() if each.heard >= since)
            or any(
                (everything or not exists(each[0])) and is_running(*each) is not alive
                for each, alive in self._processes.items()
            )
            or bool(self._in_terminals and now >= self._processes_at)
        )

    def ask(self, *, places: bool = True) -> bool:
        """Ask the agents that may be asked, and the servers of tmux, without `places` only where titles tell who waits;
        wait for what they answer. Whether anybody was asked."""
        commands = self._commands() if places or self._titles_tell else [command for _, command in self._asked]
        for command in commands:
            command.wait()
        if commands:
            self._take_answers()
        return bool(commands)

    def _commands(self) -> tuple[AskedCommand, ...]:
        return (*self._panes.values(), *(command for _, command in self._asked))

    def _follow_server(self, socket: str | None) -> None:
        """Ask a server of tmux for its panes from now on."""
        if socket is not None and socket not in self._panes:
            folder = Path(self._person)
            self._panes[socket] = AskedCommand(panes_command(socket), folder)

    def close(self) -> None:
        """End what still runs."""
        for command in self._commands():
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
        here = [_key(each.session) for each in running_first if each.here][: self._most_sessions]
        chosen = {*here, *(_key(each.session) for each in (running_first if self._everywhere else ()))}
        completed = tuple(self._complete(each) for each in newest if _key(each.session) in chosen)
        self._seen = self._shared(self._with_holds(self._with_terminals(completed)), frozenset(here))
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
            for home in self._homes:
                home.folder.look_for_links()
            self._repositories = {}
            self._folders = project_folders(self._root) if self._root is not None else ProjectFolders(())
            if self._folders.kept_in is not None:
                self._folders_kept = settled_signature_of(self._folders.kept_in)
        since, listed = self._since(), False
        for home in self._homes:
            others_run = home.lives_stirred() and home.read_lives()
            if everything or others_run or home.logs_stirred():
                home.list_logs(self._folders.folders, since, everywhere=self._everywhere)
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
        """Follows the logs of running sessions, as far as their names tell, then those written last: so many of the
        project, and so many of the machine."""
        running = {each.session.id for home in self._homes for each in home.lives if each.session.id}
        found: dict[str, tuple[bool, int, _Home]] = {}
        for home in self._homes:
            for path in (*home.logs, *home.elsewhere):
                if home.folder.inside(path) is None or path in found:
                    continue
                signature, name = signature_of(path), path.rpartition("/")[2]
                if signature.kind == "file":
                    found[path] = any(each in name for each in running), signature.mtime_ns, home
        yesterday = (self._clock().timestamp() - _DAY) * NANOSECONDS
        newest = sorted(found, key=lambda path: found[path][:2], reverse=True)
        if self._lately:
            newest = [path for path in newest if found[path][0] or found[path][1] >= yesterday]
        here = {path for home in self._homes for path in home.logs}
        chosen = dict.fromkeys([path for path in newest if path in here][: self._most_sessions])
        chosen |= dict.fromkeys(newest[:MOST_EVERYWHERE] if self._everywhere else ())
        self._logs = {path: self._logs.get(path) or _FollowedLog(found[path][2], path) for path in chosen}
        self._here = frozenset(here)
        for home in self._homes:
            home.passed_over = sum(found[path][1] >= yesterday for path in home.elsewhere
                                   if path in found and path not in chosen)  # fmt: skip

    def _logged(self) -> dict[Key, _Found]:
        """The sessions by their logs; where one has several, as after it was moved, by the one written last."""
        found: dict[Key, _Found] = {}
        now = self._clock().timestamp()
        for path, log in sorted(self._logs.items(), key=lambda entry: entry[1].written):
            session = log.session(now)
            if session is not None and session.kind != SUBAGENT:
                heard = _instant(session.updated) or log.written
                found[_key(session)] = _Found(log.home, session, heard, path in self._here)
        return found

    def _with_running(self, logged: Mapping[Key, _Found]) -> dict[Key, _Found]:
        """The same, joined with what is known of running sessions; of those without a log, the ones in the project."""
        best: dict[Key, tuple[int, bool, float, _Home, Live]] = {}
        pids: dict[Key, list[int]] = {}
        self._processes = {}
        now = self._clock().timestamp()
        kept = [(home, live) for home in self._homes for live in home.lives]
        for home, live in (*kept, *self._listed.values()):
            key, cwd = _key(live.session), live.session.cwd
            here = cwd is not None and self._folders.holds(cwd)
            if key not in logged and not here and not self._everywhere:
                continue
            written = home.folder.written(live.session.path) or 0.0
            session = _not_ahead(live.session, written, now)
            heard, alive = _instant(session.updated) or written, self._is_alive(live)
            if alive and live.pid is not None:
                pids.setdefault(key, []).append(live.pid)
            waits = not live.runs and any(each.said == "waiting" for each in session.evidence)
            rank = _LIKELIHOOD[alive], waits, heard
            if key not in best or rank > best[key][:3]:
                best[key] = (*rank, home, live._replace(session=session))
        found = {key: self._unregistered(each) if key not in best else each for key, each in logged.items()}
        for key, (_, _, heard, home, chosen) in best.items():
            live, alive = chosen, self._is_alive(chosen)
            if key in self._listed and not live.runs:  # what it answered now beside what it keeps
                said = self._listed[key][1].session.evidence
                live = live._replace(session=replace(live.session, evidence=(*live.session.evidence, *said)))
            if alive is None and self._is_elsewhere(live):
                elsewhere = Evidence(kind="registry", said="elsewhere", path=live.session.path)
                live = live._replace(session=replace(live.session, evidence=(elsewhere,)))
            cwd = live.session.cwd
            if key in logged:
                log = logged[key]
                session = self._with_process(_joined(log.session, live), live, alive, pids.get(key, ()))
                found[key] = _Found(log.home, session, max(log.heard, heard), log.here)
            elif alive is not False or heard >= self._since():
                session = self._with_process(live.session, live, alive, pids.get(key, ()))
                found[key] = _Found(home, session, heard, cwd is not None and self._folders.holds(cwd))
        return found

    def _unregistered(self, found: _Found) -> _Found:
        """A session of which no process is known; where the agent keeps a file for each, that is evidence."""
        registry = found.home.registry
        if registry is None or not found.home.agent.is_registered(found.session):
            return found
        absent = Evidence(kind="registry", said="absent", path=registry)
        return found._replace(session=replace(found.session, evidence=(*found.session.evidence, absent)))

    @staticmethod
    def _is_elsewhere(live: Live) -> bool:
        return live.namespace is not None and not is_our_namespace(live.namespace)

    def _is_alive(self, live: Live) -> bool | None:
        if live.runs or live.pid is None:
            return live.runs or None
        process = live.pid, live.started
        if process not in self._processes:
            self._processes[process] = is_running(*process)
        alive = self._processes[process]
        if not alive and self._is_elsewhere(live):
            return None  # no process here has that number; the one that is meant may run elsewhere
        return alive

    def _with_process(self, session: AgentSession, live: Live, alive: bool | None, pids: Sequence[int]) -> AgentSession:
        """The session with its processes, and where the one that speaks runs; a second one is not begun beside it."""
        place = self._place(live) if alive and live.pid is not None else None
        reaches = alive is not True or self._agents[session.agent].joins
        session = replace(session, pid=live.pid, alive=alive, processes=tuple(sorted(set(pids))),
                          resume=session.resume if reaches else None)  # fmt: skip
        return self._at(session, place, live.attach or None)

    def _at(self, session: AgentSession, place: AgentPlace | None, attach: tuple[str, ...] | None) -> AgentSession:
        """The session in its place, with the command that goes there."""
        if place is None:
            return session
        server = self._servers.get(place.socket or "") if place.kind == "tmux" else None
        terminal = f"tmux {place.name}" if place.kind == "tmux" else place.tty
        return replace(session, place=place, terminal=terminal, go=attach or way_to(place, server))

    def _place(self, live: Live) -> AgentPlace | None:
        """Where the process of a session runs."""
        process = live.pid or 0, live.started
        if process not in self._surroundings:
            self._surroundings[process] = surroundings(process[0])
            self._follow_server(socket_of(self._surroundings[process]))
        around, job = self._surroundings[process], live.attach[-1] if live.attach else None
        return place_of(terminal_of(process[0]), around, self._servers, named=live.pane, background=job)

    def _with_terminals(self, sessions: Sequence[AgentSession]) -> tuple[AgentSession, ...]:
        """The sessions; those of agents that do not tell which run with the process that has them in a terminal, and
        what its title says."""
        programs = {each.id: (each.program, f"{each.program}.js") for each in self._agents.values() if each.program}
        now = time.monotonic()
        yesterday = self._clock().timestamp() - _DAY
        asked = [each for each in sessions if each.agent in programs and (_instant(each.updated) or 0.0) >= yesterday]
        if asked and now >= self._processes_at:
            self._processes_at = now + PROCESSES_SECONDS
            self._in_terminals = agents_in_terminals(programs)
        self._titles_tell = bool(asked and self._in_terminals)
        for command in self._panes.values():
            command.every = PANES_SECONDS if self._titles_tell else EVERY
        found = match_terminals(asked, self._in_terminals, self._servers) if asked else {}
        return tuple(self._titled(each, found[_key(each)]) if _key(each) in found else each for each in sessions)

    def _with_holds(self, sessions: Sequence[AgentSession]) -> tuple[AgentSession, ...]:
        """The sessions; those that cockpit's hook holds with what it holds them at."""
        self._holds_kept = settled_signature_of(str(holds.folder()))
        held = {(each.agent, each.session): each for each in reversed(holds.read())}
        self._processes |= {(each.pid, each.started): is_running(each.pid, each.started) for each in held.values()}

        def with_hold(session: AgentSession, hold: holds.Hold) -> AgentSession:
            told = Evidence(kind="hook", said="held", at=hold.since, path=str(holds.file_of(hold)))
            return replace(session, held=hold.what, evidence=(*session.evidence, told))

        return tuple(with_hold(each, held[_key(each)]) if _key(each) in held else each for each in sessions)

    def _told_in(self, root: str) -> _Told:
        """What status lines told in a repository, read again where it may be more."""
        known = self._told.get(root)
        folder = known.folder if known is not None else str(repository_state_dir(Path(root)))
        signature = signature_of(f"{folder}/{readings.NAME}")
        if known is not None and known.signature == signature:
            return known
        last: dict[str, Reading] = {}
        with suppress(OSError):
            last = {each.session: each for each in readings.read(folder).entries}
        return _Told(folder, signature, last)

    def _titled(self, session: AgentSession, process: TerminalProcess | None) -> AgentSession:
        """A session with its process; where several may be it, as where two terminals have it open, with no more than
        what the title of one says that names it."""
        if process is None:
            open_here = [
                each.tty for each in self._in_terminals if (each.agent, each.cwd) == (session.agent, session.cwd)
            ]
            return self._with_title(session, open_here, naming=session.title or "")
        joins = self._agents[session.agent].joins
        session = replace(session, pid=process.pid, alive=True, processes=(process.pid,),
                          resume=session.resume if joins else None)  # fmt: skip
        return self._at(self._with_title(session, [process.tty]), self._place(Live(session, process.pid, None)), None)

    def _with_title(self, session: AgentSession, ttys: Sequence[str], naming: str = "") -> AgentSession:
        panes = [pane for server in self._servers.values() for pane in server.panes if pane.tty in ttys]
        words = {said_by_title(pane.title) for pane in panes if naming in pane.title}
        said: Said | None = "waiting" if "waiting" in words else "idle" if words == {"idle"} else None
        if said is None:
            return session
        told = Evidence(kind="title", said=said, at=session.updated, path=session.path)
        return replace(session, evidence=(*session.evidence, told))

    def _take_answers(self) -> None:
        """Keep what the agents answered. What one says holds since it said so first, or since when its files say so."""
        now = write_instant(self._clock().replace(microsecond=0))
        said: dict[tuple[Key, Said, WaitsFor | None], str] = {}
        lives = [each for _, each in self._listed.values()] + [each for home in self._homes for each in home.lives]
        for live in lives:
            for each in live.session.evidence:
                said[_key(live.session), each.said, each.waits_for] = each.at or now
        self._servers = {socket: TmuxPanes.parse(each.answer) for socket, each in self._panes.items()}
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
            after = found.home.agent.completed(asked, found.home.at, session)
            heard = [each.at for each in after.evidence if each.kind == "subagent"]
            latest = max((after.updated, *heard), key=lambda text: _instant(text) or 0.0)
            after = replace(after, updated=latest)
            after = after if self._lately else self._placed(after)
            known = self._completed[key] = _Completed(found.heard, session, asked, after)
        return known.after

    def _placed(self, session: AgentSession) -> AgentSession:
        """The session with its repository: the main worktree's folder, or the one it works in where there is none."""
        cwd = session.cwd
        if cwd is None:
            return session
        if cwd not in self._repositories:
            self._repositories[cwd] = repository_of(cwd)
        repository, root = self._repositories[cwd]
        return replace(session, repository=repository, root=root)

    def _shared(self, sessions: tuple[AgentSession, ...], here: frozenset[Key]) -> AgentsSeen:
        unread: Counter[str] = Counter()
        for log in self._logs.values():
            unread[log.home.agent.id] += log.tail.unread
        looked_at = tuple(home.looked_at(self._person) for home in self._homes)
        self._told = {root: self._told_in(root) for root in {each.root for each in sessions} if root is not None}
        told = {_key(each): self._told[each.root].last[each.id]
                for each in sessions if each.root is not None and each.id in self._told[each.root].last}  # fmt: skip
        seen = AgentsSeen(sessions, looked_at, dict(+unread), here, told)
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


def _not_ahead(session: AgentSession, written: float, now: float) -> AgentSession:
    """The session without times to come: a clock that runs ahead wrote them, and the file was written by ours."""
    if not any((_instant(at) or 0.0) > now for at in (session.updated, *(each.at for each in session.evidence))):
        return session
    instead = write_instant(datetime.fromtimestamp(int(min(written or now, now)), UTC))

    def past(at: str | None) -> str | None:
        return instead if (_instant(at) or 0.0) > now else at

    evidence = tuple(replace(each, at=past(each.at)) for each in session.evidence)
    return replace(session, updated=past(session.updated), evidence=evidence)


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
