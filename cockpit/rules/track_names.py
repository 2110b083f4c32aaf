"""What a track is called beside others: by its title, and by its place where the title does not tell it apart."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import PurePosixPath

from cockpit.model import Track

_OF_TOOLS = re.compile(r"(?:^|/)(?:[._]|docs/maestro(?:/|$))")
"""Where folders begin that are a tool's own."""
UNTITLED = "Untitled"
"""What a track is called that says nothing of what it is about."""


def told_apart(tracks: Sequence[Track]) -> tuple[Track, ...]:
    """The tracks of a project, each saying whether another one has its id, as a copied folder has."""
    counts = Counter(track.id for track in tracks)
    shared = [track.id is not None and counts[track.id] > 1 for track in tracks]
    return tuple(
        track if track.shared_id is twin else replace(track, shared_id=twin)
        for track, twin in zip(tracks, shared, strict=True)
    )


def titled(track: Track, folder: str) -> Track:
    """A track with a title: one that has neither that nor an id is called by the folder it is in, `folder` at the
    root."""
    if track.title or track.id:
        return track
    name = place(track).rpartition("/")[2] or folder
    return replace(track, title=name) if name else track


def called(track: Track, others: tuple[Track, ...]) -> str:
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
