"""Keeping a project in view: all that the screens see of the disk."""

import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.model import Finding, Project
from cockpit.model.agents import AgentSession
from cockpit.model.errors import CommandError
from cockpit.model.reading_options import USUAL_READING, ReadingOptions
from cockpit.model.readings import Readings
from cockpit.model.sharing import share
from cockpit.model.state import Snapshot, Surroundings
from cockpit.project.agents import EVERYWHERE, AgentWatch, everywhere, with_agents
from cockpit.project.load import checked_folder, state_elsewhere
from cockpit.project.readings import read_readings, readings_file
from cockpit.rules.agent_state import is_quiet, judged
from cockpit.rules.thresholds.alert_state import NO_HOOK, can_hold
from cockpit.storage.git import checked_out
from cockpit.storage.reading.discovery import find_root
from cockpit.storage.reading.loader import Clock, Loader, known_systems, utc_now
from cockpit.storage.reading.watching import Watcher
from cockpit.storage.signatures import ABSENT, settled_signature_of, signature_of
from cockpit.storage.user_files import dismissals
from cockpit.storage.user_files.places import home_dir
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import System
from cockpit.wording.messages import Message

if TYPE_CHECKING:
    from cockpit.project.hooks import EnforcementWatch
    from cockpit.storage.agents.observing import AgentsSeen

OnSnapshot = Callable[[Snapshot], None]


class Observer:
    """The project that someone who stands in `path` works on, as it is now and as it changes; without a path, only the
    sessions of agents on this machine.

    It is also told when somebody changed it with cockpit, though its files be as they were: another program may have
    taken that back before it was seen.

    `home` is the folder that stands for the person's own.

    `on_snapshot` is called from a background thread with every new project and its surroundings. Unchanged tracks and
    slices are the same objects as before. It is called as well when only the surroundings are others.
    """

    def __init__(
        self,
        path: Path | None,
        on_snapshot: OnSnapshot,
        *,
        clock: Clock = utc_now,
        options: ReadingOptions = USUAL_READING,
        systems: tuple[System, ...] | None = None,
        home: Path | None = None,
    ) -> None:
        self._path, self._is_alone = path or Path(), path is None
        self._on_snapshot = on_snapshot
        self._clock = clock
        self._options = options
        self._systems = systems
        self._home = home
        self._telling = threading.Lock()
        self._agent_watch: AgentWatch | None = None
        self._seen: AgentsSeen | None = None
        self._read: Project | None = None
        self._told: Project | None = None
        self._everywhere: Project | None = None
        self._fault: Finding | None = None
        self._loader: Loader | None = None
        self._watcher: Watcher | None = None
        self._surroundings = Surroundings()
        self._readings_at, self._readings = ABSENT, Readings()
        self._sessions: tuple[AgentSession, ...] = ()
        self._journal_folder, self._journal = "", ABSENT
        self._hooks: EnforcementWatch | None = None

    def first(self) -> Project:
        """The project at once, for the first frame: the root's own tracks; the sub-packages' where it has none.

        Raises NoSuchFolder where the path is missing or no folder.
        """
        if self._loader is None:
            folder = checked_folder(self._path)
            systems = self._systems if self._systems is not None else known_systems()
            root = find_root(folder, systems, self._home)
            self._loader = Loader(root, systems=systems, home=self._home, clock=self._clock, options=self._options,
                                  used=self._use)  # fmt: skip
        return self._loader.load()

    def _use(self) -> tuple[Readings, tuple[AgentSession, ...]]:
        """What sessions said that they used; the readings are read anew where there are others."""
        root = self._loader.root if self._loader is not None else self._path
        if self._readings_at != (at := signature_of(str(readings_file(root)))):
            with suppress(CommandError):  # what was read before is shown, and how old it is
                self._readings_at, self._readings = at, read_readings(root)
        return self._readings, self._sessions

    @property
    def reading(self) -> Loader | None:
        """What keeps the project in view, for who changes it."""
        return self._loader

    def start(self) -> None:
        """Goes on in the background: looks for sub-packages, then watches. Raises NoSuchFolder as `first` does.

        Whoever did not ask for the first project is told it now, since it may differ from what they know.
        """
        if self._is_alone:
            self._follow_agents(None)
            return
        if self._loader is None:
            self._tell(self.first())
        if self._watcher is None and self._loader is not None:
            self._journal_folder = str(ProjectStore.of(self._loader.root).journal)
            self._journal = settled_signature_of(self._journal_folder)
            self._watcher = Watcher(self._loader, self._tell, is_due=self._is_due)
            self._watcher.start()
            self._read = self._read or self._loader.project
            self._follow_agents(self._loader.root)

    def _follow_agents(self, root: Path | None) -> None:
        self._agent_watch = AgentWatch(root, self._options, self._tell_agents, self._tell_fault, clock=self._clock,
                                       home=self._home)  # fmt: skip
        self._agent_watch.start()

    def _tell(self, project: Project) -> None:
        self._surroundings = self._looked_around()
        with self._telling:
            self._read = project
            self._tell_both()

    def _tell_agents(self, seen: "AgentsSeen") -> None:
        with self._telling:
            self._seen, self._fault = seen, None
            self._sessions = tuple(judged(each, self._clock()) for each in seen.of_project())
            if self._loader is not None and self._reads_use:
                self._read = self._loader.load()
            self._surroundings = self._with_hooks(self._surroundings)
            all_of_them = everywhere(seen, self._clock(), shown=self._options.show_requests)
            self._everywhere = all_of_them if self._everywhere is None else share(self._everywhere, all_of_them)
            if self._read is not None or self._is_alone:
                self._tell_both()

    def _tell_fault(self, error: Exception) -> None:
        """Tell that the sessions of agents are not known: what was read before may no longer be true."""
        message = Message(
            "project.agents-unread",
            "Agent sessions cannot be read, so what they do is not known. This is a fault in cockpit; please "
            f"report it: {type(error).__name__}.",
        )
        with self._telling:
            self._seen, self._fault = None, Finding(code="agents-unread", severity="error", path=".", message=message)
            self._everywhere = replace(EVERYWHERE, findings=(self._fault,)) if self._is_alone else self._everywhere
            if self._read is not None or self._is_alone:
                self._tell_both()

    def _tell_both(self) -> None:
        """Tell what the files say, and the sessions of agents, each as they were read last."""
        project, seen = self._read, self._seen
        if project is not None and self._surroundings.enforcement == "advisory":
            unheld = (replace(each, lacks={**each.lacks, **NO_HOOK}) if each.counts_use else each
                      for each in project.tracks)  # fmt: skip
            project = replace(project, tracks=tuple(unheld))
        if project is not None and (elsewhere := state_elsewhere(project)) is not None:
            message = Message("project.state-elsewhere", f"{elsewhere.sentence} `t` opens it.")
            kept = Finding(code="state-elsewhere", severity="note", path=".", message=message)
            project = replace(project, findings=(*project.findings, kept))
        if project is not None and seen is not None:
            project = with_agents(project, seen.of_project(), seen.looked_at, self._clock(), seen.unread,
                                  told=seen.told, shown=self._options.show_requests,
                                  dismissed=dismissals.read())  # fmt: skip
        elif project is not None and self._fault is not None:
            project = replace(project, findings=(self._fault, *project.findings))
        if project is not None:
            project = self._told = project if self._told is None else share(self._told, project)
        self._on_snapshot(Snapshot(project=project, surroundings=self._surroundings, everywhere=self._everywhere))

    def _looked_around(self) -> Surroundings:
        written = self._loader.written() if self._loader is not None else {}
        return self._with_hooks(Surroundings(branch=checked_out(self._path), written=written))

    def _with_hooks(self, around: Surroundings) -> Surroundings:
        """With what hooks hold; where all limits are those of a framework, only while agents work. Of a home that only
        stands for the person's nothing is known: the hooks of agents are found from their own."""
        tracks = self._read.tracks if self._read is not None else ()
        at_work = {each.agent for each in self._sessions if not is_quiet(each)}
        is_asked = any(each.counts_use or (at_work and can_hold(each)) for each in tracks)
        if self._loader is None or not is_asked or self._home not in (None, home_dir()):
            return replace(around, enforcement=None, unhooked=())
        if self._hooks is None:
            from cockpit.project.hooks import EnforcementWatch  # only who has a limit needs it

            self._hooks = EnforcementWatch(self._loader.root, self._options.agents, self.refresh)
        return replace(around, enforcement=self._hooks.weakest(at_work), unhooked=self._hooks.unhooked(at_work))

    @property
    def _reads_use(self) -> bool:
        return self._read is not None and any(each.reads_use for each in self._read.tracks)

    def _is_due(self) -> bool:
        """Whether something is to be told though no file says anything else: a change was done with cockpit and taken
        back before it was seen, a status line told something, or another branch is checked out."""
        before, self._journal = self._journal, settled_signature_of(self._journal_folder)
        used = self._reads_use and signature_of(str(readings_file(self._path))) != self._readings_at
        return before != self._journal or used or self._looked_around() != self._surroundings

    def refresh(self) -> None:
        """Asks for what changed to be read, and for the person's notes. `on_snapshot` answers in any case."""
        if self._watcher is not None:
            self._watcher.refresh()
        elif self._agent_watch is not None:
            self._agent_watch.again()

    def reload(self) -> None:
        """Asks for every file to be read again. `on_snapshot` answers in any case, also when nothing changed."""
        if self._watcher is not None:
            self._watcher.reload()
        else:
            self.refresh()

    def stop(self) -> None:
        """Ends watching, within half a second. May be called more than once."""
        if self._agent_watch is not None:
            self._agent_watch.stop()
        if self._watcher is not None:
            self._watcher.stop()
            self._watcher = None
