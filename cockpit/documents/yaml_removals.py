"""Taking an element out of a list of a YAML text; everything else stays byte for byte."""

import re
from collections.abc import Mapping

from cockpit.documents.insertions import remove_lines
from cockpit.documents.splice import Splice
from cockpit.documents.yaml_changes import at
from cockpit.documents.yaml_nodes import Mark, Path

_LINE_END = re.compile(r"\r\n|\n|\r|\Z")
_DASH = re.compile(r"[ \t]*-[ \t]*\Z")
_KEY_ABOVE = re.compile(r":[ \t]*(?P<rest>#[^\r\n]*)?(?:\r\n|\n|\r)(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*\Z")
"""The end of the line of a list's key, with the comments and blank lines below it."""


def drop(text: str, data: object, marks: Mapping[Path, Mark], path: Path) -> tuple[Splice, ...]:
    """The change that takes the element at `path` out of its list; a list of which nothing is left is `[]`.

    Raises KeyError where there is no such element, ValueError where it stands so that it cannot be taken out alone.
    """
    above, number = path[:-1], path[-1]
    there = at(data, above)
    if not isinstance(there, list) or not isinstance(number, int) or number >= len(there):
        raise KeyError(path)
    mark, last = marks[path], len(there) - 1
    if mark.flow:
        start = marks[(*above, number - 1)].end if number else mark.start
        end = mark.end if number or not last else marks[(*above, 1)].start
        return (Splice(start, end, ""),)
    start, end = _lines(text, mark)
    gone = remove_lines(text, start, end)
    return (gone,) if last else (_emptied(text, marks[above], start), gone)


def _lines(text: str, mark: Mark) -> tuple[int, int]:
    """The lines of an element. Raises ValueError where something else stands before its dash."""
    line = max(text.rfind("\n", 0, mark.start), text.rfind("\r", 0, mark.start)) + 1
    dash = _DASH.match(text, line, mark.start)
    if dash is None:
        raise ValueError(f"line {mark.line} holds more than this entry")
    found = _LINE_END.search(text, mark.end)
    return line, found.end() if found else len(text)


def _emptied(text: str, mark: Mark, first: int) -> Splice:
    """Say behind the key that nothing is left. Raises ValueError where the list is no value of a key above it."""
    key = _KEY_ABOVE.search(text, 0, first)
    if key is None:
        raise ValueError(f"line {mark.line} holds a list that cannot be emptied")
    return Splice(key.start() + 1, key.start() + 1, " []")
