"""What the lines of the state file state, apart from what its template says there."""

from collections.abc import Iterable, Iterator, Sequence

from cockpit.documents.markdown import Entry, Field, Row, Section
from cockpit.systems.autodev.vocabulary import is_hint, is_template, without_arrow
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.values import Value, fields_of, is_bare, is_nothing, plain, report_placeholder
from cockpit.systems.reading.words import fold

_QUOTES = ('"', "'")
_SAME = {
    "current step": "step",
    "step name": "name",
    "substep": "sub step",
    **dict.fromkeys(
        (
            "retries",
            "retry",
            "retries used",
            "retry attempts",
            "retry counter",
            "failed retries",
            "attempts",
            "retrycount",
        ),
        "retry count",
    ),
    "ended": "ended at",
    "note": "notes",
}
"""Labels that mean the same line, folded."""


def key_of(label: str) -> str:
    """The key that a label means, for readers and editors alike: `retry count` of `Retries`."""
    folded = fold(label)
    return _SAME.get(folded, folded)


def told(value: str) -> str:
    """A value as it is meant: without emphasis and the quotes around all of it."""
    shown = plain(value)
    if len(shown) > 1 and shown[0] in _QUOTES and shown[-1] == shown[0] and shown[0] not in shown[1:-1]:
        return shown[1:-1].strip()
    return shown


def stated(outline: Outline, value: str, line: int) -> Value | None:
    """The value of a line, taken; None for nothing and for what the template says, which is reported."""
    shown, whole = without_arrow(told(value))
    if is_template(shown) and not is_nothing(shown):
        outline.taken.take(line)
        report_placeholder(outline.report, outline.path, line, shown)
        return None
    nothing = is_nothing(shown)
    outline.taken.take_if(whole and (not nothing or is_bare(shown)), line)
    return None if nothing else Value(told(shown), line)


class Lines:
    """The labelled lines of a section by their keys: the first of a key counts."""

    def __init__(self, outline: Outline, fields: Iterable[Field]) -> None:
        self._outline = outline
        self._fields: dict[str, list[Field]] = {}
        for field in fields:
            self._fields.setdefault(key_of(field.label), []).append(field)

    def get(self, key: str) -> Value | None:
        """The value of the first line of a key."""
        return self._stated(key)[0] if key in self._fields else None

    def all(self, key: str) -> tuple[Value, ...]:
        """What the lines of a key state, where they differ."""
        return tuple(value for value in self._stated(key) if value is not None) if key in self._fields else ()

    def fields(self, key: str) -> Sequence[Field]:
        """The lines of a key, as they stand."""
        return self._fields.get(key, ())

    def line(self, key: str) -> int | None:
        """The first line of a key."""
        return self._fields[key][0].line if key in self._fields else None

    def _stated(self, key: str) -> list[Value | None]:
        first, *others = self._fields[key]
        value = stated(self._outline, first.value, first.line)
        found = [value]
        for other in others:
            again = stated(self._outline, other.value, other.line)
            if again is not None and (value is None or again.text != value.text):
                message = f'{first.label} stands on line {first.line} and, as "{again.text}", on line {other.line}.'
                self._outline.report.add("duplicate-label", self._outline.path, other.line, message)
                self._outline.taken.keep(other.line)
                found.append(again)
        return found


def lines_of(outline: Outline, section: Section | None) -> Lines:
    """The labelled lines of a section's body, those of its fences too."""
    return Lines(outline, (*fields_of(section), *outline.fenced(section)))


def listed(outline: Outline, section: Section | None) -> Iterator[tuple[Entry, Value]]:
    """What a section lists and states, without the entries of the template and without hints."""
    for entry in section.entries() if section is not None else ():
        shown = plain(entry.text)
        if is_hint(shown):
            outline.taken.take(entry.line)
        elif is_nothing(shown):
            outline.taken.take_if(is_bare(shown), *entry.lines)
        elif is_template(shown):
            outline.taken.take_if(True, *entry.lines)
            report_placeholder(outline.report, outline.path, entry.line, shown)
        else:
            if entry.row is None:
                outline.taken.take_if(True, *entry.lines)
            yield entry, Value(shown, entry.line)


def rows_of(outline: Outline, section: Section | None, *column: str) -> Iterator[Row]:
    """The rows of a section's tables that have such a column, without those of the template."""
    for table in section.tables() if section is not None else ():
        if table.column(*column) is None:
            continue
        if not table.rows:  # a table that was cleared says nothing
            outline.taken.take(table.line, table.line + 1)
        for row in table.rows:
            cells = [plain(cell.text) for cell in row.cells]
            said = [cell for cell in cells if not is_nothing(cell)]
            if any(is_template(cell) for cell in said) and all(is_template(cell) or cell.isdigit() for cell in said):
                outline.taken.take(row.line)
                shown = next(cell for cell in said if is_template(cell))
                report_placeholder(outline.report, outline.path, row.line, shown)
            elif not row.filler and said:
                yield row
            else:
                outline.taken.take(row.line)
