"""What remains to be done: the entries that were told, and the rows of the completed work that are not done."""

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher

from cockpit.model.handoff_draft import DraftTask
from cockpit.rules.whole_numbers import last_number

_HOW = r"in progress|not started|reopened; commit [^()]*"
_STANDS = re.compile(rf"(?P<what>.*\S) \((?:{_HOW})\)|(?P<label>task [^:]*): (?:{_HOW})", re.IGNORECASE)
"""An entry that says in the words of the house how far its task is."""
_Known = Mapping[str, Sequence[DraftTask]]
"""The rows of each task."""


def remains(rows: Sequence[DraftTask], told: Iterable[str]) -> tuple[str, ...]:
    """What remains by these rows: the entries as they stand by them, and each row that is not done.

    A row that no entry names stands at the place of its number, with how far it is.
    """
    known, entries = _by_task(rows), [*as_they_stand(rows, told)]
    for row in rows:
        if row.state == "done" or not (row.id or row.name) or any(_names(entry, row) for entry in entries):
            continue
        number = last_number(row.id) or 0
        later = (place for place, each in enumerate(entries) if (_place(each) or 0) > number > 0)
        how = _how(known[_task(row)])
        what = f"Task {row.id}: {row.name}" if row.id else row.name
        entries.insert(next(later, len(entries)), f"{what} ({how})" if row.name else f"{what}{how}")
    return tuple(entries)


def as_they_stand(rows: Sequence[DraftTask], told: Iterable[str]) -> tuple[str, ...]:
    """The entries without those that have rows, all of which are done.

    The others keep their words; where those of the house say how far a task is, they say what its rows say.
    """
    known = _by_task(rows)
    return tuple(_as_it_stands(entry, known) for entry in told if not _is_finished(entry, known))


def retold(
    told: Sequence[str], shown: Sequence[str], edited: Sequence[str], rows: Sequence[DraftTask]
) -> tuple[str, ...]:
    """What is told after a person edited what was `shown` of it: that, with each entry the rows hide at its place."""
    known = _by_task(rows)
    hidden: list[tuple[int, str]] = []
    at = 0
    for entry in told:
        here = _as_it_stands(entry, known)
        if here in shown:
            at = shown.index(here) + 1
        elif _is_finished(entry, known):
            hidden.append((at, entry))
    entries = [*edited]
    for at, entry in reversed(hidden):
        entries.insert(_after(at, shown, edited), entry)
    return tuple(entries)


def _after(at: int, shown: Sequence[str], edited: Sequence[str]) -> int:
    """Behind which entries of the edited list something stands that stood behind the first `at` of the shown one."""
    for _, start, end, now, now_end in SequenceMatcher(None, shown, edited, autojunk=False).get_opcodes():
        if start < at <= end:
            return min(now + at - start, now_end)
    return 0


def _by_task(rows: Iterable[DraftTask]) -> _Known:
    found: dict[str, list[DraftTask]] = {}
    for row in rows:
        found.setdefault(_task(row), []).append(row)
    return found


def _task(row: DraftTask) -> str:
    """What all rows of a task have in common: its number, or where it has none its name."""
    return f"task {row.id}".casefold() if row.id else f": {row.name}".casefold()


def _rows_of(entry: str, known: _Known) -> Sequence[DraftTask]:
    """The rows of the task that an entry is about: of its number, or of its name where the words are ours."""
    stands = _STANDS.fullmatch(entry)
    name = (stands and stands["what"]) or ""
    return known.get(_label(entry)) or known.get(f": {name}".casefold(), ())


def _is_finished(entry: str, known: _Known) -> bool:
    rows = _rows_of(entry, known)
    return bool(rows) and all(row.state == "done" for row in rows)


def _as_it_stands(entry: str, known: _Known) -> str:
    """An entry with how far its task is by the rows, where it says that in our words; any other as it is."""
    stands, rows = _STANDS.fullmatch(entry), _rows_of(entry, known)
    if stands is None or all(row.state == "done" for row in rows):
        return entry
    how = _how(rows)
    now = f"{stands['what']} ({how})" if stands["what"] else f"{stands['label']}: {how}"
    return entry if now.casefold() == entry.casefold() else now


def _how(rows: Sequence[DraftTask]) -> str:
    """How far a task is that is not done."""
    left = [row for row in rows if row.state != "done"]
    if any(row.state == "in_progress" for row in left):
        return "in progress"
    named = (row.commit for row in left if (row.commit or "").strip("-–— "))  # a dash says that there is none
    return next((f"reopened; commit {commit}" for commit in named), "not started")


def _names(entry: str, row: DraftTask) -> bool:
    """Whether an entry tells of a row: by its number, or of one without a number by its name."""
    return _label(entry) == _task(row) if row.id else row.name.casefold() in entry.casefold()


def _label(entry: str) -> str:
    """What an entry begins with, as `task 4`."""
    return entry.partition(":")[0].strip().casefold()


def _place(entry: str) -> int | None:
    """The number of the task an entry is about."""
    word, _, number = _label(entry).partition(" ")
    return last_number(number) if word == "task" else None
