"""The diff of several files, as it is shown before and after a change; a file that moves is told as one."""

from collections.abc import Iterable, Iterator, Sequence

from cockpit.systems.interface import Change
from cockpit.text import rows
from cockpit.text.line_merge import diff, share_there

_SAME = 0.5
"""The share of the lines of a file that is gone which a new one must hold to be the same, moved."""

_DATABASE = b"SQLite format 3\0"
"""How the bytes of a database begin."""


def edit_diff(changes: Sequence[Change]) -> tuple[str, ...]:
    """The lines of the unified diffs, without line feeds."""
    return tuple(line for each in _with_moves(changes) for line in each)


def _with_moves(changes: Sequence[Change]) -> Iterator[Sequence[str]]:
    moved = _moves(changes)
    gone = {each.path for each in moved.values()}
    for each in changes:
        if each.rows:
            yield tuple(rows.diff(each.path, each.rows))
        elif each.path in moved:
            old = moved[each.path]
            yield diff(each.path, old.before, each.after, was=old.path)
        elif _DATABASE in (data[: len(_DATABASE)] for data in (each.before, each.after) if data):
            names = ("/dev/null" if each.before is None else f"a/{each.path}", f"b/{each.path}")
            yield (f"Binary files {names[0]} and {names[1] if each.after is not None else '/dev/null'} differ",)
        elif each.path not in gone:
            yield diff(each.path, each.before, each.after)


def _moves(changes: Iterable[Change]) -> dict[str, Change]:
    """By the path of a new file the removal of the one that it was."""
    every = [*changes]
    removed = [each for each in every if each.after is None and each.before]
    found: dict[str, Change] = {}
    for new in (each for each in every if each.before is None and each.after):
        shares = [(_share(each, new), each) for each in removed]
        best, old = max(shares, key=lambda pair: pair[0], default=(0.0, None))
        if old is not None and best > _SAME:
            found[new.path] = old
            removed.remove(old)
    return found


def _share(old: Change, new: Change) -> float:
    """How much of one file stands in the other."""
    if old.before == new.after:
        return 1.0
    return 0.99 * share_there(old.before or b"", new.after or b"")
