"""The file and line that a row of the screen comes from, found by the text of the row, whatever the system.

The model holds no places, so that a line that moves makes nothing else new; the line is looked for when somebody asks.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cockpit.model import (
    ArchivedHandoff,
    Continuity,
    Decision,
    Finding,
    Handoff,
    LastActivity,
    NextAction,
    Phase,
    Position,
    Retries,
    Session,
    Threshold,
    Tokens,
    Track,
    Waiting,
)
from cockpit.model.checklist import Check
from cockpit.model.errors import CommandError
from cockpit.regex import regex
from cockpit.rules.attention import Need
from cockpit.rules.checklist.check_kinds import kind_of
from cockpit.rules.thresholds.alert_state import stated_stop
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.text.decoding import decode, repair_mojibake, split_lines
from cockpit.wording.messages import Message

SourcePosition = tuple[str, int | None]
"""A file relative to the project, and a 1-based line where one is known."""

_TEXTS = ("text", "question", "message", "name", "working_on", "stopped_at", "handoff_reason", "notes", "reason",
          "started", "type", "metric")  # fmt: skip
"""The fields of a value that hold its text, the most specific first."""
_OF_POSITION = {
    **dict.fromkeys(("", "steps", "phase"), ("current phase", "phase", "step")),
    "task": ("task", "sub step"),
}
"""What the line of a part of the position begins with."""
_LABELS: Mapping[type, tuple[str, ...]] = {
    Phase: ("phase {}", "id {}"),
    Session: ("id {}", "session id {}", "last session", "session id"),
    Continuity: ("stopped at", "last session", "ended at"),
    Threshold: ("retry count",),
    Retries: ("retry count",),
    Tokens: ("tokens", "token usage", "input tokens"),
    Waiting: ("status",),
    LastActivity: ("last activity", "updated"),
    NextAction: ("next action",),
}
"""What the line of a value begins with, by its kind; `{}` is its id."""
_WORD = regex(r"[^\W_]+")
_ENOUGH = (8, 3)
"""Words in a row that must match; fewer where the file wraps the text, or goes on in other words."""
_READ = (".md", ".json", ".yaml", ".yml")
_MOST = 50
"""The most files of a folder that are searched."""


def source_position(root: Path, track: Track, value: object, part: str = "") -> SourcePosition:
    """Where a value of the track stands, in its own file, the track's, or another beside that.

    Where no file says it any longer, the file it is kept in, without a line. `part` names which part of the value is
    meant.
    """
    match value:
        case Need():
            return source_position(root, track, value.value, part)
        case Finding():
            return value.path, value.line
        case Handoff() | ArchivedHandoff():
            return value.path, None
        case Threshold() if (stated := stated_stop(value) or next(iter(value.unreadable), None)) and stated.line:
            return stated.path, stated.line
    files, own_file = DiskFiles(root, None), getattr(value, "path", None) or track.path
    texts = [str(text).split("\n")[0] for name in _TEXTS if (text := getattr(value, name, None))]
    labels = _labels(value, part)
    if isinstance(value, Decision) and value.outcome:
        texts.insert(0, f"{value.text} {value.outcome}")
    for path in _paths(files, track, value) if texts or labels else ():
        lines = _lines(files, path)
        line = next(filter(None, (_line_with(lines, text) for text in texts)), None)
        line = line or next(filter(None, (_line_with(lines, label, at_start=True) for label in labels)), None)
        if line is not None:
            return path, line
    return own_file, None


def with_source_lines(root: Path, handoff: Handoff | None, checks: tuple[Check, ...]) -> tuple[Check, ...]:
    """The checks; each that failed about a commit, a file or a number of the handoff, with the line that names it."""
    lines = _lines(DiskFiles(root, None), handoff.path) if handoff and any(map(_is_named, checks)) else ()
    return tuple(_placed(check, lines) if lines and _is_named(check) else check for check in checks)


def _labels(value: object, part: str) -> tuple[str, ...]:
    """What the line of a value begins with that has no text of its own."""
    if isinstance(value, Position):
        return _OF_POSITION.get(part, (part,))
    if isinstance(value, tuple):
        return tuple(str(name) for name, *_ in value[:1])
    own = getattr(value, "id", None)
    return tuple(label.format(own) for label in _LABELS.get(type(value), ()) if own or "{}" not in label)


def _paths(files: DiskFiles, track: Track, value: object) -> Iterator[str]:
    """The files to search: the value's own, the one it was read from, the track's main file, then those beside that."""
    parent = track.path.rpartition("/")[0]
    folders = (f"{parent}/" if parent else "", f"{parent}/state/" if parent else "state/")
    beside = [f"{folder}{name}" for folder in folders for name in files.names(folder.removesuffix("/"))[:_MOST]]
    source = getattr(value, "source", None)
    paths = [getattr(value, "path", None), *(path for path in beside if source and path.endswith(f"/{source}"))]
    paths += [track.path, *(path for path in beside if path.endswith(_READ))]
    yield from dict.fromkeys(path for path in paths if path)


def _lines(files: DiskFiles, path: str) -> Sequence[str]:
    content = None if path.endswith("/") else files.read(path)
    return split_lines(repair_mojibake(decode(content.data).text)) if content and content.data else ()


def _line_with(lines: Sequence[str], text: str, *, at_start: bool = False) -> int | None:
    """The first line that holds the text alone, else one that begins with it, else one that contains it."""
    wanted_words = _words(text)
    if not wanted_words:
        return next((number for number, line in enumerate(lines, 1) if text.strip() and text.strip() in line), None)
    for length in _ENOUGH[: 2 if len(wanted_words) > _ENOUGH[1] else 1]:
        part = f" {' '.join(wanted_words[:length])} "
        found = [(number, f" {' '.join(words)} ") for number, line in enumerate(lines, 1)
                 if len(words := _words(line)) >= min(length, len(wanted_words))]  # fmt: skip
        ranked = [(row != part, not row.startswith(part), number) for number, row in found if part in row]
        best = min((each for each in ranked if not (at_start and each[1])), default=None)
        if best is not None:
            return best[2]
    return None


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())


def _is_named(check: Check) -> bool:
    return kind_of(check).line is not None and check.result == "failed"


def _placed(check: Check, lines: Sequence[str]) -> Check:
    """The check with the line that names its subject, preferably a row of a table."""
    key = kind_of(check).line
    begun = (text.startswith(key.format(check.subject)) if key else check.subject in text for text in lines)
    found = [number for number, names in enumerate(begun, 1) if names]
    rows = (number for number in found if lines[number - 1].lstrip().startswith("|"))
    return replace(check, line=next(rows, found[0] if found else None))


# A file of the project as a person reads it


def text_of(root: Path, path: str) -> str:
    """The text of a file, its path relative to the project. Raises CommandError where it cannot be read.

    It is read as a state file is: within the project, no link out of it, no more than those may have.
    """
    content = DiskFiles(root, None).read(path)
    if content is None:
        raise CommandError("project.file-gone", f"{path} no longer exists.")
    if content.data is None:
        raise CommandError(
            content.finding.message if content.finding else Message("project.unreadable", f"{path} cannot be read.")
        )
    return repair_mojibake(decode(content.data).text)
