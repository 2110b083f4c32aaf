"""The project as it is read, on whose behalf it is changed, and what they may bring about."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from cockpit.model import Track
from cockpit.model.errors import CommandError, SeveralTracks
from cockpit.model.reading_options import USUAL_READING, ReadingOptions
from cockpit.project.actor import actor, not_a_person
from cockpit.project.load import keys_of, nowhere, track_named
from cockpit.project.readings import Used
from cockpit.rules.permits_more import permits_more
from cockpit.storage.reading.loader import Editing, Loader
from cockpit.storage.user_files.ledger import Entry, Subject
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change, Edit, ReadContext
from cockpit.systems.shared.working_copy import Draft
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import write_instant

_OVER = ("completed", "skipped")
"""The statuses of a track that no verb is about, unless it is named."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """The project, on whose behalf it is changed, and what they may do. `now` is the instant that is written.

    `reading` is the project as the open program keeps it in view, with the same options: what did not change is not
    read again. A command makes its own.
    """

    root: Path
    now: datetime
    read_only: bool = False
    allow_agents: bool = False
    dry_run: bool = False
    options: ReadingOptions = USUAL_READING
    reading: Loader | None = None

    @property
    def actor(self) -> str:
        """How the ledger names whoever acts."""
        return actor()

    @property
    def context(self) -> ReadContext:
        """What readers know besides the files."""
        return ReadContext(now=self.now, limits=self.options.limits, lapse_half_way=self.options.lapse_half_way,
                           actor=self.actor)  # fmt: skip

    @property
    def store(self) -> ProjectStore:
        """What cockpit keeps about the project."""
        return ProjectStore.of(self.root, read_only=self.read_only)

    def context_of(self, editing: Editing) -> ReadContext:
        """What they know, and what was known when a track was read that is to be edited."""
        known = editing.context
        return replace(self.context, readings=known.readings, agents=known.agents,
                       limits_at_acknowledgment=known.limits_at_acknowledgment)  # fmt: skip

    def loader(self) -> Loader:
        """What reads the project as the person sees it."""
        if self.reading is not None:
            return self.reading
        used = Used(self.root, self.options.agents, lambda: self.now)
        return Loader(self.root, clock=lambda: self.now, options=self.options, used=used)

    def entry(self, verb: str, subject: Subject) -> Entry:
        """What begins to be done on their behalf."""
        return Entry(at=write_instant(self.now), verb=verb, actor=self.actor, subject=subject)

    @property
    def confirms(self) -> bool:
        """Whether what is written counts as a person's."""
        return not_a_person(allow_agents=self.allow_agents) is None


def refuse_agents(workspace: Workspace, way: str | None = None) -> None:
    """Raise CommandError in an agent's environment, unless the settings allow what only a person may do. `way` is a
    sentence that says what an agent does instead."""
    why = not_a_person(allow_agents=workspace.allow_agents)
    if why is not None:
        raise CommandError(why if way is None else Message("project.only-a-person-but", f"{why} {way}"))


def refuse_permitting_more(workspace: Workspace, edit: Edit, loader: Loader | None = None) -> None:
    """Raise CommandError where an edit of an agent's would permit it more than it had."""
    why = not_a_person(allow_agents=workspace.allow_agents)
    if why is None or not edit.changes:
        return
    loader = loader or workspace.loader()
    for track in loader.load().tracks:
        reason = permits_more(track, track_then(workspace, loader, track, edit))
        if reason is not None:
            raise CommandError("project.decision-of-a-person", f"{reason.sentence} {why}")


def find_track(
    workspace: Workspace,
    key: str | None,
    could: Callable[[Loader, Track], bool] | None = None,
    *,
    begins: bool = False,
) -> tuple[Loader, Track]:
    """The track of that key, or the only one that can be meant: that is not over, and of which `could` holds, a
    framework's before the repository's own. Where there is none, or none of that key, what is to be done `begins` the
    repository's. Raises CommandError where there is none, SeveralTracks where it must say."""
    loader = workspace.loader()
    if key is None:
        _search(loader)
    project = loader.load()
    if key is not None and (":" not in key or project.track(key) is None):  # another may have the same id
        _search(loader)
        project = loader.load()
    readable = all(each.severity != "error" for each in project.findings)
    new = loader.unwritten() if begins and readable and not any(each.is_plain for each in project.tracks) else None
    if new is not None and (not project.tracks or key in (new.key, new.system)):
        return loader, new
    if not project.tracks:
        raise nowhere(project, begins=begins)
    if key is not None or len(project.tracks) == 1:
        return loader, track_named(project, key if key is not None else project.tracks[0].key)
    possible = [track for track in project.tracks if track.position.status not in _OVER] or [*project.tracks]
    if len(possible) > 1 and could is not None:
        possible = [track for track in possible if could(loader, track)] or possible
    possible = [track for track in possible if not track.is_plain] or possible
    if len(possible) > 1:
        raise SeveralTracks(
            "project.several-tracks",
            f"Several tracks are possible. Name one with --track: {keys_of(possible)}.",
        )
    return loader, possible[0]


def _search(loader: Loader) -> bool:
    """Search for sub-packages, where a search may find others. Whether it did."""
    return loader.may_discover() and loader.discover()


def track_at(workspace: Workspace, path: str | None) -> tuple[Loader, Track] | None:
    """The track of that path, wherever it lies in the project; None where there is none any more."""
    loader = workspace.loader()
    found = _at(loader, path)
    if found is None and _search(loader):
        found = _at(loader, path)
    return (loader, found) if found is not None else None


def _at(loader: Loader, path: str | None) -> Track | None:
    return next((track for track in loader.load().tracks if track.path == path), None)


def state_then(workspace: Workspace, loader: Loader, track: Track, changes: Iterable[Change]) -> Track:
    """A track as its files say it once these changes stand in them. Raises CommandError."""
    editing = loader.for_editing(track)
    draft = Draft(editing.files)
    draft.take(changes)
    return editing.system.read(draft, editing.candidate, workspace.context_of(editing))


def track_then(workspace: Workspace, loader: Loader, track: Track, edit: Edit) -> Track | None:
    """A track after an edit; None where that puts it away. Raises CommandError."""
    if any(each.path == track.path and each.after is None and not each.rows for each in edit.changes):
        return None
    then = edit.then
    if then is not None and (then.system, then.path, then.id) == (track.system, track.path, track.id):
        return then
    return state_then(workspace, loader, track, edit.changes)
