"""Changing a track: the one way from an intent to the files, for commands and keys alike."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from cockpit.actions.actor import actor, agent
from cockpit.model import Project, Threshold, Track
from cockpit.model.intents import Acknowledge, Intent, ResetAlerts, SetLimit, SetValue, Withdraw
from cockpit.storage.ledger import Subject
from cockpit.storage.loader import Loader
from cockpit.storage.store import ProjectStore
from cockpit.systems.interface import Edit, ReadContext, Refused

__all__ = ["Outcome", "Refused", "SeveralTracks", "Writer", "change"]

_PERSONAL = (Acknowledge, Withdraw, ResetAlerts, SetLimit)
"""What only a person may do, unless the settings allow it (DESIGN section 9)."""


class SeveralTracks(Refused):
    """A change needs to know which track; the message lists them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What came of a change: what was done (or would be), further sentences, the diff, the journal's entry."""

    done: str
    remarks: tuple[str, ...] = ()
    diff: tuple[str, ...] = ()
    entry: int | None = None
    changed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Writer:
    """On whose behalf changes are made, and what they may do. `now` is the instant that is written."""

    root: Path
    now: datetime
    read_only: bool = False
    allow_agents: bool = False
    dry_run: bool = False

    @property
    def store(self) -> ProjectStore:
        """What cockpit keeps about the project."""
        return ProjectStore.of(self.root, read_only=self.read_only)


def change(writer: Writer, track_key: str | None, intent: Intent) -> Outcome:
    """Carry an intent out on a track. Raises Refused, in one sentence, where it must not or cannot be."""
    refuse_agents(writer, intent)
    loader, track = find_track(writer, track_key)
    if isinstance(intent, Acknowledge):
        threshold = threshold_of(track, intent.metric)
        if threshold is not None and threshold.level == "warning":
            return _note_seen(writer, track, threshold)
    return _commit(writer, loader, track, intent)


def refuse_agents(writer: Writer, intent: Intent | str) -> None:
    """Raise Refused where a person's verb is used in an agent's environment and the settings do not allow it."""
    name = agent()
    personal = isinstance(intent, (str, *_PERSONAL))
    if name is not None and personal and not writer.allow_agents:
        raise Refused(
            f"Only a person may do this, and this looks like {name}; the setting allow_agents = true permits it."
        )


def find_track(writer: Writer, key: str | None) -> tuple[Loader, Track]:
    """The track of that key, or the only one. Raises Refused where there is none, SeveralTracks where it must say."""
    loader = Loader(writer.root, clock=lambda: writer.now)
    loader.discover()
    project = loader.load()
    if not project.tracks:
        raise Refused(f"No agent state was found in {project.root}.")
    if key is None and len(project.tracks) > 1:
        raise SeveralTracks(f"There are several tracks; say which with --track: {keys_of(project)}.")
    track = project.track(key)
    if track is None:
        raise Refused(f"There is no track {key!r} here; there are: {keys_of(project)}.")
    return loader, track


def keys_of(project: Project) -> str:
    """The keys of all tracks, for a sentence."""
    return ", ".join(track.key for track in project.tracks)


def threshold_of(track: Track, metric: str) -> Threshold | None:
    """The threshold of a metric."""
    return next((each for each in track.thresholds if each.metric == metric), None)


def _commit(writer: Writer, loader: Loader, track: Track, intent: Intent) -> Outcome:
    from cockpit.storage.commit import commit

    def make() -> Edit:
        try:
            system, candidate, files = loader.for_editing(track)
        except LookupError:
            raise Refused(f"{track.path} is no longer there; nothing was changed.") from None
        return system.edit(files, candidate, intent, ReadContext(now=writer.now))

    if writer.dry_run:
        return outcome_of(make())
    verb = type(intent).__name__.lower()
    subject = _subject(track, intent)
    committed = commit(
        writer.root,
        make,
        store=writer.store,
        verb=verb,
        actor=actor(),
        now=writer.now,
        subject=lambda: subject,
    )
    return outcome_of(committed.edit, committed.entry_id)


def outcome_of(edit: Edit, entry: int | None = None) -> Outcome:
    """What an edit did or would do."""
    from cockpit.documents.patch import diff

    lines = [line for each in edit.changes for line in diff(each.path, each.before, each.after)]
    return Outcome(done=edit.done, remarks=edit.remarks, diff=tuple(lines), entry=entry, changed=bool(edit.changes))


def _subject(track: Track, intent: Intent) -> Subject:
    metric = getattr(intent, "metric", None)
    threshold = threshold_of(track, metric) if metric else None
    given = intent.value if isinstance(intent, SetValue | SetLimit) else None
    return Subject(
        track=track.path,
        metric=metric,
        value=given if given is not None else threshold.value if threshold else None,
        level=threshold.level if threshold else None,
        note=getattr(intent, "note", None),
    )


def _note_seen(writer: Writer, track: Track, threshold: Threshold) -> Outcome:
    """A warning never holds the agent, so nothing is written where it would read it (it would skip the alert)."""
    from cockpit.rules.instants import write_instant
    from cockpit.storage.notes import Seen, mark_seen

    done = f"Marked the {threshold.metric} warning as seen, on your side only: a warning never holds the agent."
    if not writer.dry_run:
        seen = Seen(level="warning", value=threshold.value, at=write_instant(writer.now))
        mark_seen(writer.store, track.path, threshold.metric, seen)
    return Outcome(done=done, changed=not writer.dry_run)
