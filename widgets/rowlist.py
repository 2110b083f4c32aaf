"""The rows of a pane: which are shown, which changed lately, and where the cursor lands when they are replaced."""

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import Any, NamedTuple

MARKED_FOR = 4.0
"""Seconds for which a row that changed stays marked."""


class Row(NamedTuple):
    """One entry of a pane. `key` survives a reload; `value` is what the row stands for; `search` is what `/` looks in.

    `selectable` is False for headings and for lines that only explain. `telling` is the part of the value whose change
    is worth a mark, where that is not all of it. A tuple, since a file may hold thousands.
    """

    key: str
    value: Any = None
    search: str = ""
    selectable: bool = True
    telling: Any = None

    @property
    def marked_by(self) -> Any:  # noqa: ANN401 -- any value of the model
        """What is compared to see whether the row changed."""
        return self.value if self.telling is None else self.telling


MOST = 2000
"""Rows of a list that are shown and searched, however many the files hold."""
REST = Row("", selectable=False)
"""Stands for the rows beyond those that are kept; no filter hides it."""


class RowList:
    """All rows, and those the filter lets through; of more than `most`, the first, and then `REST`."""

    def __init__(self, most: int | None = None) -> None:
        self.all: tuple[Row, ...] = ()
        self.shown: tuple[Row, ...] = ()
        self.has_rest = False
        self.needle = ""
        self._most = most
        self._marked: dict[str, float] = {}

    def replace(self, rows: Iterable[Row], *, mark_at: float | None) -> bool:
        """Take over new rows; with `mark_at` (a monotonic time) those that changed are marked. True where any did."""
        before = {row.key: row.marked_by for row in self.all}
        coming = iter(rows)
        self.all = tuple(_told_apart(islice(coming, self._most)))
        self.has_rest = next(coming, None) is not None
        self._apply()
        if mark_at is None:
            return False
        changed = [
            row.key
            for row in self.all
            if row.selectable and (row.key not in before or _differ(before[row.key], row.marked_by))
        ]
        self._marked |= dict.fromkeys(changed, mark_at + MARKED_FOR)
        return bool(changed)

    def filter(self, needle: str) -> None:
        """Let through only rows that contain `needle`, in whatever case; an empty one lets all through."""
        self.needle = needle
        self._apply()

    def _apply(self) -> None:
        needle = self.needle.casefold()
        found = tuple(row for row in self.all if needle in row.search.casefold()) if needle else self.all
        self.shown = (*found, REST) if self.has_rest else found

    @property
    def rest(self) -> str:
        """What stands in the place of the rows that are not kept."""
        return f"Only the first {len(self.all):,} are {'looked through' if self.needle else 'shown'}."

    @property
    def found(self) -> int:
        """How many rows the filter lets through."""
        return len(self.shown) - self.has_rest

    def marked(self, row: Row, now: float) -> bool:
        """Whether the row changed within the last seconds."""
        return self._marked.get(row.key, 0.0) > now

    def forget_marks(self, now: float) -> None:
        """Drop the marks that are over."""
        self._marked = {key: until for key, until in self._marked.items() if until > now}

    def place_of(self, row: Row | None, otherwise: int) -> int:
        """Where that row stands now, by its key; else the nearest row to `otherwise` that can be selected."""
        if row is not None:
            for index, other in enumerate(self.shown):
                if other.key == row.key:
                    return index
        return self.nearest(otherwise, 1)

    def nearest(self, index: int, step: int) -> int:
        """The first row that can be selected from `index` on in the direction of `step`, else the nearest behind it."""
        last = len(self.shown) - 1
        at = max(0, min(index, last))
        ahead, behind = range(at, last + 1), range(min(at, last), -1, -1)
        places = chain(ahead, behind) if step > 0 else chain(behind, ahead)
        return next((place for place in places if self.shown[place].selectable), 0)

    def at(self, index: int) -> Row | None:
        """The row at a place, if it can be selected."""
        if 0 <= index < len(self.shown) and self.shown[index].selectable:
            return self.shown[index]
        return None


def _differ(before: object, now: object) -> bool:
    return before is not now and before != now


def _told_apart(rows: Iterable[Row]) -> Iterator[Row]:
    """The rows with a number behind every key that has stood before: files repeat themselves."""
    seen: dict[str, int] = {}
    for row in rows:
        times = seen[row.key] = seen.get(row.key, 0) + 1
        yield row if times == 1 else row._replace(key=f"{row.key}#{times}")
