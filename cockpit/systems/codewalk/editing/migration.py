"""Keeping the state elsewhere: in STATE.md, in files of its entries, in a database. All of it goes along."""

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from cockpit.model import Track
from cockpit.model.intents import Migrate
from cockpit.model.refused import Refused
from cockpit.rules.listing import counted, either
from cockpit.systems.codewalk.database import database_path
from cockpit.systems.codewalk.editing.desk import Desk
from cockpit.systems.codewalk.editing.new_files import entry_files, state_text
from cockpit.systems.codewalk.editing.new_rows import put_state
from cockpit.systems.codewalk.editing.rows_sheet import RowsSheet
from cockpit.systems.codewalk.editing.whole_state import entry_paths, whole_state
from cockpit.systems.codewalk.entry_files import FOLDERS
from cockpit.systems.codewalk.state_file import NAME, comments
from cockpit.systems.codewalk.system import handoff_folder
from cockpit.systems.codewalk.vocabulary import STORES
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.interface import Candidate
from cockpit.values import dataclass

_PLANNING = ".planning"
_IN_FILES = ("yaml", "folders")
_MOST = 100
"""Folders of one second that are told apart."""
_SAME = (
    "id", "title", "position", "next_action", "open_questions", "verify", "decisions", "blockers", "phases", "sessions",
)  # fmt: skip
"""What a track must say before and afterwards."""


@dataclass(frozen=True, slots=True)
class _Moved:
    """Where the state is now, and what is to be said of where it was."""

    candidate: Candidate
    remarks: tuple[str, ...]


def migrate(desk: Desk, intent: Migrate) -> Outcome:
    """Write the state into the other store, and take it out of this one: files go to the archive as they are, rows are
    removed. Raises Refused where something of it would not come along.
    """
    to = intent.to
    if to not in STORES:
        raise Refused(f"Say where the state is to be kept: --to {either(STORES)}.")
    now = _store_of(desk)
    if now == to:
        raise Refused(f"The state is kept so already: {desk.candidate.path}.")
    state = whole_state(desk)
    moved = _to_files(desk, state, to) if to in _IN_FILES else _to_rows(desk, state)
    _take_handoff(desk, moved.candidate)
    before = _told(desk.before)
    return Outcome(
        sentence=f"The state is in {moved.candidate.path} now{_where(state, to)}.",
        remarks=moved.remarks,
        touches=frozenset(Track.__dataclass_fields__),
        holds=lambda track: _told(track) == before,
        candidate=moved.candidate,
    )


def _store_of(desk: Desk) -> str:
    if isinstance(desk.sheet, RowsSheet):
        return "sqlite"
    return "folders" if desk.sources.in_folders else "yaml"


def _where(state: dict[str, Any], to: str) -> str:
    entries = sum(len(state.get(kind) or ()) for kind in FOLDERS)
    return f", with {counted(entries, 'file')} beside it" if to == "folders" and entries else ""


def _to_files(desk: Desk, state: dict[str, Any], to: str) -> _Moved:
    newline, remarks = desk.sheet.newline, _leave(desk)
    folder = desk.path("") if not isinstance(desk.sheet, RowsSheet) else _planning(desk)
    told = state if to == "yaml" else {key: value for key, value in state.items() if key not in FOLDERS}
    entries = entry_files(state) if to == "folders" else ()
    for name, text in ((NAME, state_text(told)), *entries):
        desk.draft.create(f"{folder}{name}", text.replace("\n", newline))
    desk.draft.put_first(f"{folder}{NAME}")
    candidate = replace(desk.candidate, path=f"{folder}{NAME}", part="")
    return _Moved(candidate, remarks)


def _to_rows(desk: Desk, state: dict[str, Any]) -> _Moved:
    path = database_path(desk.files, desk.candidate.base)
    if path is None:
        raise Refused("The database must lie inside the project.")
    initiative = put_state(desk.draft, path, state, int(desk.context.now.timestamp()))
    return _Moved(replace(desk.candidate, path=path, part=initiative), _leave(desk))


def _leave(desk: Desk) -> tuple[str, ...]:
    """Take the state out of where it is; what is said about that."""
    if isinstance(desk.sheet, RowsSheet):
        desk.sheet.remove()
        return (f"Its rows are taken out of {desk.candidate.path}; `cockpit undo` puts them back.",)
    paths = [desk.candidate.path, *entry_paths(desk)]
    archive = _archive(desk, paths)
    lost = comments(desk.sheet.front)
    for path in paths:
        desk.draft.move(path, _kept(desk, archive, path))
    told = f"{paths[0]} is" if len(paths) == 1 else f"{counted(len(paths), 'file')} are"
    return (
        f"{told} kept in {archive}.",
        *([f"{counted(lost, 'comment')} stayed there; values and texts have moved."] if lost else ()),
    )


def _archive(desk: Desk, paths: Iterable[str]) -> str:
    """The folder in which they are kept: named by the time, with a number where another is of the same second."""
    name = f"{_handoffs(desk.candidate)}/archive/state-{_stamp(desk)}"
    names = (name, *(f"{name}-{number}" for number in range(2, _MOST)))
    free = (each for each in names if all(desk.draft.read(_kept(desk, each, path)) is None for path in paths))
    return next(free, name)


def _kept(desk: Desk, archive: str, path: str) -> str:
    return f"{archive}/{path.removeprefix(desk.path(''))}"


def _take_handoff(desk: Desk, candidate: Candidate) -> None:
    """Have a handoff that waits found where the state is now."""
    waits, folder = desk.before.handoff, _handoffs(candidate)
    if waits is not None and folder != _handoffs(desk.candidate):
        desk.draft.move(waits.path, f"{folder}/{waits.path.rpartition('/')[2]}")


def _handoffs(candidate: Candidate) -> str:
    return f"{candidate.base}/{handoff_folder(candidate)}" if candidate.base else handoff_folder(candidate)


def _stamp(desk: Desk) -> str:
    return desk.now.replace("-", "").replace(":", "").replace("T", "-").removesuffix("Z")


def _planning(desk: Desk) -> str:
    base = desk.candidate.base
    return f"{base}/{_PLANNING}/" if base else f"{_PLANNING}/"


def _told(track: Track) -> dict[str, object]:
    """What a track says, without what comes of it; entries of folders come in the order of their names."""
    told = {part: getattr(track, part) for part in _SAME}
    told["decisions"] = _sorted(replace(each, path=None) for each in track.decisions)
    told["blockers"] = _sorted(replace(each, path=None, stops=(), frees=()) for each in track.blockers)
    told["sessions"] = _sorted(replace(each, path=None, stale_at=None) for each in track.sessions)
    return told


def _sorted(entries: Iterable[object]) -> list[object]:
    return sorted(entries, key=repr)
