"""From files to the project: reads what changed, keeps everything else."""

import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from cockpit.model import Finding, Project, Track
from cockpit.model.agents import AgentSession
from cockpit.model.errors import CommandError
from cockpit.model.location import mark_shared_ids, titled, with_own_handoffs
from cockpit.model.reading_options import USUAL_READING, ReadingOptions
from cockpit.model.readings import Readings
from cockpit.model.sharing import share
from cockpit.rules.readings import OLD_SECONDS
from cockpit.rules.silence import next_silence, with_silence
from cockpit.storage.reading.asking_systems import FAILED, ask_track
from cockpit.storage.reading.discovery import Detected, Discovery, detect, is_outdated, sub_packages
from cockpit.storage.reading.disk_files import DiskFiles, folder_key, keys_of
from cockpit.storage.reading.safe_reading import is_within, refusal
from cockpit.storage.signatures import ABSENT, NANOSECONDS, signature_of
from cockpit.storage.user_files.notes import Snooze, limits_then, next_snooze_end, with_notes
from cockpit.storage.user_files.places import home_dir
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import EDITED_BYTES, Candidate, FileContent, Files, ReadContext, System
from cockpit.values import dataclass
from cockpit.wording.times import parse_instant

Clock = Callable[[], datetime]

Used = Callable[[], tuple[Readings, tuple[AgentSession, ...]]]
"""What sessions of agents said that they used; the same objects as long as it is the same."""

RECHECK_SECONDS = (0.03, 0.06, 0.12, 0.25)
"""How long to wait before looking again at a file that was caught half-written; the last one repeats."""


def utc_now() -> datetime:
    """The present instant."""
    return datetime.now(UTC)


def known_systems() -> tuple[System, ...]:
    """The systems of the registry, imported when first needed: their readers bring the text formats along."""
    from cockpit.systems.registry import SYSTEMS

    return SYSTEMS


@dataclass(frozen=True, slots=True)
class _Decided:
    """What was recognised in one base, the keys that decided it, and the folders in which its state lies."""

    found: Detected
    keys: frozenset[str]
    folders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Kept:
    """A track as it was last read, the keys it was read from, and the instant at which time alone changes it."""

    track: Track
    keys: frozenset[str]
    due: datetime | None
    said: Track | None
    """What the system said of it."""
    context: ReadContext


class Editing(NamedTuple):
    """The system and candidate of a track, and its files as they are now. `read` is what the system says of them where
    it was asked before, in that `context`."""

    system: System
    candidate: Candidate
    files: Files
    read: Track | None
    context: ReadContext

    def known_in(self, context: ReadContext) -> ReadContext:
        """A context in which the track needs no other reading."""
        read = self.context
        context = replace(context, readings=read.readings, agents=read.agents)
        same = (read.limits, read.limits_at_acknowledgment, read.lapse_half_way) == (
            context.limits, context.limits_at_acknowledgment, context.lapse_half_way
        )  # fmt: skip
        return replace(context, read=self.read) if same else context


class Loader:
    """Reads a project again and again, each time only what changed, and never raises for what files contain.

    What is private to the person (snoozes, seen marks) and what goes by the clock (silence) is laid over what the files
    say. What sessions `used` is asked where a system counts that. Safe to use from several threads.
    """

    def __init__(
        self,
        root: Path,
        *,
        systems: Sequence[System] | None = None,
        home: Path | None = None,
        clock: Clock = utc_now,
        options: ReadingOptions = USUAL_READING,
        used: Used | None = None,
    ) -> None:
        self.root = root.absolute()
        self._systems = tuple(systems) if systems is not None else known_systems()
        self._clock = clock
        self._options = options
        self._used = used
        self._files = DiskFiles(self.root, home or home_dir())
        self._lock = threading.RLock()
        self._discovery: Discovery | None = None
        self._detected: dict[str, _Decided] = {}
        self._kept: dict[Candidate, _Kept] = {}
        self._unwritten: dict[Candidate, _Kept] = {}
        self._project: Project | None = None
        self._changed: frozenset[str] = frozenset()
        self._due: datetime | None = None
        self._missing = False
        self._store: ProjectStore | None = None
        self._notes = ABSENT
        self._notes_racy = False
        self._over: set[Snooze] = set()

    def load(self, *, afresh: bool = False) -> Project:
        """The project as it is now: the root's tracks, and those of the sub-packages found so far.

        The sub-packages are searched for at once where the root itself has no track. Returns the same object as
        before when nothing changed. `afresh` reads every file again, whatever its signature says.
        """
        with self._lock:
            if afresh:
                self._files.invalidate()
            project = self._for_person(self._read()) if self._exists() else self._gone()
            self._project = project if self._project is None else share(self._project, project)
            return self._project

    def discover(self) -> bool:
        """Searches for sub-packages, slower than loading; the next `load` reads them. Whether others were found."""
        found = sub_packages(self.root, self._systems)
        with self._lock:
            before, self._discovery = self._discovery, found
            return found != (before or Discovery())

    def may_discover(self) -> bool:
        """Whether a new search may find other sub-packages; far cheaper than the search."""
        with self._lock:
            known = self._discovery
        return known is None or is_outdated(self.root, known)

    def for_editing(self, track: Track) -> "Editing":
        """What an edit of a track begins with: its files are looked at anew. Raises CommandError where it is gone."""
        with self._lock:
            files = self._files.copied()
            candidate = next(
                (
                    each
                    for each in (*self._kept, *self._unwritten)
                    if (each.system, each.path) == (track.system, track.path) and each.part in ("", track.id)
                ),
                None,
            )
            if candidate is None:
                raise CommandError("project.file-gone", f"{track.path} no longer exists.", unchanged=True)
            kept = self._kept.get(candidate) or self._unwritten[candidate]
        system = next(system for system in self._systems if system.id == candidate.system)
        changed = files.refresh()
        is_current = kept.keys.isdisjoint(changed) and not _passed(kept.due, self._clock())
        return Editing(system, candidate, files, kept.said if is_current else None, kept.context)

    def unwritten(self) -> Track | None:
        """The track that a first limit or handoff would begin in a project without any; None where none can."""
        with self._lock:
            found = next((each for system in self._systems if (each := system.unwritten(self._files))), None)
            if found is None:
                return None
            self._unwritten = {found: self._track(found, self._clock())}
            return self._unwritten[found].track

    @property
    def project(self) -> Project | None:
        """What the last load returned."""
        return self._project

    @property
    def unsettled(self) -> bool:
        """Whether a file was caught half-written; worth loading again soon."""
        with self._lock:
            return bool(self._files.unsettled)

    @property
    def uncertain(self) -> bool:
        """Whether a load soon could find more than signatures tell: a file is unsettled or was written just now."""
        with self._lock:
            return bool(self._files.uncertain)

    def stirred(self) -> frozenset[str]:
        """The keys whose signatures changed since the last load, by `stat` alone; `.` where time, the person's notes or
        the root did."""
        with self._lock:
            notes = self._store.notes if self._store is not None else None
            noted = notes is not None and (self._notes_racy or signature_of(str(notes)) != self._notes)
            moved = noted or self._exists() == self._missing or _passed(self._due, self._clock())
            return self._files.stirred() | ({"."} if moved else set())

    def written(self) -> dict[str, datetime]:
        """When the newest file of each track was written last, by `Track.key`, as far as the last load saw."""
        with self._lock:
            found = self._files.dependencies().items()  # those elsewhere than in the project have whole paths
            files = {key: each.mtime_ns for key, each in found if each.kind == "file" and not key.startswith("/")}
            newest = {
                kept.track.key: max((files[key] for key in kept.keys if key in files), default=0)
                for kept in self._kept.values()
            }
        return {key: datetime.fromtimestamp(at / NANOSECONDS, UTC) for key, at in newest.items() if at}

    def watched_folders(self) -> tuple[Path, ...]:
        """The existing state folders of all systems in all bases, links resolved, none inside another."""
        with self._lock:
            real = sorted({os.path.realpath(f"{self.root}/{folder}") for folder in self._state_folders()})
        boundary = os.path.realpath(self.root)
        inside = [folder for folder in real if is_within(folder, boundary) and signature_of(folder).kind == "folder"]
        return tuple(
            Path(folder)
            for folder in inside
            if not any(is_within(folder, other) for other in inside if other != folder)
        )

    def _exists(self) -> bool:
        return signature_of(str(self.root)).kind == "folder"

    def _read(self) -> Project:
        self._changed = self._files.refresh()
        candidates = self._candidates(self._bases())
        if not candidates and self._discovery is None:
            self.discover()
            candidates = self._candidates(self._bases())
        now = self._clock()
        self._kept = self._told_apart({candidate: self._track(candidate, now) for candidate in candidates})
        self._files.keep_only(self._asked())
        self._missing = False
        tracks = tuple(kept.track for kept in self._kept.values())
        return Project(root=str(self.root), tracks=tracks, findings=self._findings(tracks))

    def _for_person(self, project: Project) -> Project:
        """The project with snoozes, seen marks and silence; notes when time alone changes it next."""
        store = self._store = self._store or ProjectStore.of(self.root)
        self._notes = signature_of(str(store.notes))
        self._notes_racy = self._notes.racy
        now, written, silent_after = self._clock(), self.written(), self._options.silent_after
        noted = with_notes(with_silence(project, written, now, silent_after), store, now, self._over)
        instants = (
            *(kept.due for kept in self._kept.values()),
            next_snooze_end(noted),
            next_silence(noted, written, now, silent_after),
        )
        self._due = min((each for each in instants if each is not None), default=None)
        return noted

    def _told_apart(self, kept: dict[Candidate, _Kept]) -> dict[Candidate, _Kept]:
        named = with_own_handoffs(mark_shared_ids([titled(each.track, self.root.name) for each in kept.values()]))
        return {
            candidate: each if each.track is track else replace(each, track=track)
            for (candidate, each), track in zip(kept.items(), named, strict=True)
        }

    def _gone(self) -> Project:
        self._changed = frozenset()
        self._detected, self._kept, self._due, self._discovery, self._missing = {}, {}, None, None, True
        self._files.keep_only(())
        message, hint = f"No such folder: {self.root}.", "Cockpit reads it as soon as it exists."
        finding = Finding(code="no-such-folder", severity="error", path=".", message=message, hint=hint)
        return Project(root=str(self.root), findings=(finding,))

    def _bases(self) -> tuple[str, ...]:
        return ("", *(self._discovery.bases if self._discovery else ()))

    def _state_folders(self) -> list[str]:
        """Those of every base; of one that nobody has looked into yet, where they lie as a rule."""
        known = {base: self._detected[base].folders for base in self._bases() if base in self._detected}
        usual = [folder for system in self._systems for folder in system.state_folders]
        return [
            folder
            for base in self._bases()
            for folder in known.get(base) or (f"{base}/{each}" if base else each for each in usual)
        ]

    def _candidates(self, bases: Sequence[str]) -> list[Candidate]:
        self._detected = {base: self._detected_in(base) for base in bases}
        return [candidate for decided in self._detected.values() for candidate in decided.found.candidates]

    def _detected_in(self, base: str) -> _Decided:
        before = self._detected.get(base)
        if before is not None and before.keys.isdisjoint(self._changed):
            return before
        files = self._files
        keys = files.asked = set()
        folders = tuple(folder for system in self._systems for folder in system.folders(files, base))
        for folder in folders:  # so that one that appears, or cannot be listed, is noticed
            files.names(folder)
        found = detect(files, self._systems, base)
        if found.findings and before is not None:  # nobody looked: what was there is not gone
            found = replace(found, candidates=tuple(dict.fromkeys((*before.found.candidates, *found.candidates))))
        from cockpit.systems.registry import unread  # as `known_systems`

        left = unread(files, base, tuple(each.path for each in found.candidates))  # by systems that are not read yet
        found = replace(found, findings=(*found.findings, *left))
        return _Decided(found, frozenset(keys), folders)

    def _track(self, candidate: Candidate, now: datetime) -> _Kept:
        before = self._kept.get(candidate)
        system = next(system for system in self._systems if system.id == candidate.system)
        used = self._use_of(system)
        same_use = used is None or (before is not None and used == (before.context.readings, before.context.agents))
        if before is not None and before.keys.isdisjoint(self._changed) and not _passed(before.due, now) and same_use:
            return before
        context = self._context(candidate, now)
        if used is not None:
            context = replace(context, readings=used[0], agents=used[1])
        keys = self._files.asked = set()
        answer = ask_track(system, self._files, candidate, context)
        last = before.track if before is not None else None
        said, track = (None, _last_read(candidate, last, answer)) if isinstance(answer, Finding) else answer
        is_text = candidate.path in keys and not keys.issuperset(keys_of(candidate.path))
        if is_text and (finding := _too_long_to_edit(self._files.read(candidate.path))) is not None:
            track = replace(track, findings=(*track.findings, finding))
        if last is not None:
            track = share(last, track)
        return _Kept(track, frozenset(keys), _due(track, now), said, context)

    def _use_of(self, system: System) -> tuple[Readings, tuple[AgentSession, ...]] | None:
        """What sessions said that they used, for a system that asks. Where that cannot be read, what the files state
        counts alone; raises CommandError where they state nothing."""
        if not system.reads_use or self._used is None:
            return None
        try:
            return self._used()
        except CommandError:
            if system.counts_use:
                raise
            return None

    def _context(self, candidate: Candidate, now: datetime) -> ReadContext:
        store = self._store = self._store or ProjectStore.of(self.root)
        return ReadContext(
            now=now,
            limits=self._options.limits,
            limits_at_acknowledgment=limits_then(store, candidate.path),
            lapse_half_way=self._options.lapse_half_way,
        )

    def _asked(self) -> frozenset[str]:
        detected = (reader.keys for reader in self._detected.values())
        return frozenset().union(*detected, *(reader.keys for reader in self._kept.values()))

    def _findings(self, tracks: Sequence[Track]) -> tuple[Finding, ...]:
        told = {(finding.code, finding.path) for track in tracks for finding in track.findings}
        from cockpit.systems.registry import unread_folders  # as `known_systems`

        elsewhere = frozenset().union(*(unread_folders(base) for base in self._bases()))
        untold = [
            finding
            for finding in self._files.findings()
            if (finding.code, finding.path) not in told and finding.path not in elsewhere
        ]
        searching = self._discovery.findings if self._discovery else ()
        looking = (finding for decided in self._detected.values() for finding in decided.found.findings)
        return (*searching, *looking, *self._dangling(), *_without_consequences(untold, tracks))

    def _dangling(self) -> list[Finding]:
        """The state folders that are links to nothing."""
        found = self._files.dependencies()
        kinds = {folder: found[key].kind for folder in self._state_folders() if (key := folder_key(folder)) in found}
        refused = (refusal("dangling", folder) for folder, kind in kinds.items() if kind == "dangling")
        return [content.finding for content in refused if content is not None and content.finding is not None]


def _last_read(candidate: Candidate, last: Track | None, failure: Finding) -> Track:
    """A track whose reader failed, as it was read last, if it ever was."""
    if last is None:
        return Track(system=candidate.system, path=candidate.path, format="unknown", findings=(failure,))
    told = tuple(finding for finding in last.findings if finding.code != FAILED)
    thresholds = tuple(replace(threshold, stale=True) for threshold in last.thresholds)
    return replace(last, thresholds=thresholds, findings=(failure, *told))


def _too_long_to_edit(content: FileContent | None) -> Finding | None:
    """That no verb changes a file because of its length; one that was read in part has a finding of its own."""
    if content is None or content.data is None or content.finding is not None or len(content.data) <= EDITED_BYTES:
        return None
    size = len(content.data) / EDITED_BYTES
    message = f"{content.path} is {size:.1f} MiB, too large to edit. It can only be archived."
    hint = "Move older content to another file, or archive the track."
    return Finding(code="too-long-to-edit", severity="warning", path=content.path, message=message, hint=hint)


def _without_consequences(findings: Sequence[Finding], tracks: Sequence[Track]) -> list[Finding]:
    """The findings, without those about files in a folder that has the same one, also where a track tells that."""
    told = (finding for track in tracks for finding in track.findings)
    refused = {(finding.code, finding.path) for finding in (*findings, *told)}
    return [
        finding
        for finding in findings
        if not any((finding.code, str(folder)) in refused for folder in PurePosixPath(finding.path).parents)
    ]


def _due(track: Track, now: datetime) -> datetime | None:
    """The next instant at which an alert of the track fires again, a session counts as given up, or what a session said
    of a metric as old."""
    stated = (*(alert.refire_at for alert in track.thresholds), *(session.stale_at for session in track.sessions))
    instants = [instant.at for text in stated if (instant := parse_instant(text)) is not None]
    said = (parse_instant(each.read_at) for each in track.thresholds)
    instants += [each.at + timedelta(seconds=OLD_SECONDS + 1) for each in said if each is not None]
    return min((at for at in instants if at > now), default=None)


def _passed(due: datetime | None, now: datetime) -> bool:
    return due is not None and now >= due
