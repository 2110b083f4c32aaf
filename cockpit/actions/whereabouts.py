"""The file and the line a row of the screen comes from, whatever system keeps it."""

from pathlib import Path

from cockpit.documents.text import decode, repair_mojibake
from cockpit.documents.whereabouts import Found, find_key, find_words
from cockpit.model import ArchivedHandoff, Finding, Handoff, Track
from cockpit.rules.attention import Need
from cockpit.storage.disk_files import DiskFiles
from cockpit.systems.interface import Spot

Whereabouts = tuple[str, int | None]
"""A file relative to the project, and a 1-based line where one is known."""


def whereabouts(root: Path, track: Track, value: object, part: str = "") -> Whereabouts:
    """Where a value of the track stands. The file as it is now is searched for what the row says.

    Where it says so no longer, the part of the file it stood in; failing that, the first file that may hold it.
    `part` names which part of the value is meant.
    """
    match value:
        case Need():
            return whereabouts(root, track, value.value, part)
        case Finding():
            return value.path, value.line
        case Handoff() | ArchivedHandoff():
            return value.path, None
    spots = _spots(track, value, part)
    files = DiskFiles(root, None)
    found = [(spot.path, line) for spot in spots if (line := _look(files, spot)) is not None]
    for path, line in sorted(found, key=lambda each: not each[1].sure):
        return path, line.line
    return (spots[0].path if spots else track.path), None


def _spots(track: Track, value: object, part: str) -> tuple[Spot, ...]:
    from cockpit.systems.registry import SYSTEMS  # every reader; only the editor asks

    system = next((system for system in SYSTEMS if system.id == track.system), None)
    return system.places(track, value, part) if system is not None else ()


def _look(files: DiskFiles, spot: Spot) -> Found | None:
    if not (spot.said or spot.under or spot.keys) or spot.path.endswith("/"):
        return None
    content = files.read(spot.path)
    if content is None or content.data is None:
        return None
    text = repair_mojibake(decode(content.data).text)
    return find_key(text, spot.keys) if spot.keys else find_words(text, spot.said, spot.under)
