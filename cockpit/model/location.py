"""Where work is, in words (`phase 3, plan 2, task 3 of 5`), and what a track is called beside others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from cockpit.model.state import Handoff, Position, Track
from cockpit.regex import regex

if TYPE_CHECKING:
    from cockpit.model.handoff_draft import HandoffDraft


def where(track: Track) -> str:
    """Where the handoff of a track was left; without one, where the state file stands. Empty where nothing says it."""
    return where_left(track.handoff) if track.handoff is not None else where_at(track.position)


def where_left(handoff: "Handoff | HandoffDraft") -> str:
    """Where a handoff was left."""
    return _steps_in_words(handoff.phase, handoff.plan, handoff.task, handoff.total_tasks)


def where_at(position: Position, phase: str | None = None) -> str:
    """Where the state file stands, in `phase` where that is another one than it says."""
    at, plan, task = (step.id if step else None for step in (position.phase, position.plan, position.task))
    total = position.task.total if position.task else None
    return _steps_in_words(phase or at, plan, task, str(total) if total is not None else None)


def _steps_in_words(phase: str | None, plan: str | None, task: str | None, total: str | None) -> str:
    steps = (("phase", phase), ("plan", plan), ("task", task))
    steps_text = ", ".join(f"{name} {number}" for name, number in steps if number)
    return f"{steps_text} of {total}" if task and total else steps_text


# What a track is called beside others: by its title, and by its place where the title does not tell it apart

_OF_TOOLS = regex(r"(?:^|/)(?:[._]|docs/maestro(?:/|$))")
"""Where folders begin that are a tool's own."""
UNTITLED = "Untitled"
"""What a track is called that says nothing of what it is about."""


def mark_shared_ids(tracks: Sequence[Track]) -> tuple[Track, ...]:
    """The tracks of a project, each saying whether another one has its id, as a copied folder has."""
    counts = Counter(track.id for track in tracks)
    shared = [track.id is not None and counts[track.id] > 1 for track in tracks]
    return tuple(
        track if track.shared_id is twin else replace(track, shared_id=twin)
        for track, twin in zip(tracks, shared, strict=True)
    )


def with_own_handoffs(tracks: Sequence[Track]) -> tuple[Track, ...]:
    """The tracks of a project; beside a framework, the handoff in a repository's own folder is the framework's."""
    others = [track for track in tracks if not track.is_plain]
    taken = {track.handoff.path for track in others if track.handoff is not None}
    return tuple(
        replace(track, handoff=None, lacks={**track.lacks, "handoff": f"The handoff is that of {others[0].title}."})
        if track.is_plain and others and (track.handoff is None or track.handoff.path in taken)
        else track
        for track in tracks
    )


def titled(track: Track, folder: str) -> Track:
    """A track with a title: one that has neither that nor an id is called by the folder it is in, `folder` at the
    root."""
    if track.title or track.id:
        return track
    name = place(track).rpartition("/")[2] or folder
    return replace(track, title=name) if name else track


def track_name(track: Track, others: tuple[Track, ...]) -> str:
    """`TaskFlow App`, or `TaskFlow App (packages/web)` where another of `others` has that title too."""
    if not track.title:
        return place(track) or track.id or (track.path if len(others) > 1 else UNTITLED)
    twins = [each for each in others if each.title == track.title and (each.path, each.id) != (track.path, track.id)]
    if any(each.path == track.path for each in twins):
        return f"{track.title} ({track.id})"
    return f"{track.title} ({place(track) or 'root'})" if twins else track.title


def place(track: Track) -> str:
    """The folder the work is in: that of the main file, up to where folders of the tools begin; empty for the root."""
    folder = str(PurePosixPath(track.path).parent)
    tools = _OF_TOOLS.search(folder)
    return folder[: tools.start()] if tools is not None else folder
