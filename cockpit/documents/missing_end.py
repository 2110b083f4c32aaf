"""Markdown that stops before its end: the first part of a rewrite, told by what stood in the file before.

An agent that writes its state anew changes a date in the first lines and a few others below. Caught in the middle of
that, the file holds most of the earlier lines, but not those of the end.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from cockpit.documents.lists import is_rule
from cockpit.documents.markdown import parse
from cockpit.documents.sections import Section


def lacks_its_end(previous: str, current: str) -> bool:
    """Whether `current` looks like the first part of a new version of `previous`.

    Taken for whole is what ends as before, what ends with a whole line of the last section, what only lacks one whole
    section at the end, and what is mostly new.
    """
    if current.startswith(previous) or _ending(current) == _ending(previous):
        return False
    sections, now = parse(previous).sections, parse(current[: current.rfind("\n") + 1]).sections
    before, place = [_name(section) for section in sections], _place(sections, now)
    moved = Counter(map(_name, now)) - Counter(before[: place + 1])
    lost = (Counter(before[place + 1 :]) - moved).total()
    if place < 0 and lost == 1:
        lost = 0  # the only heading may have got other words
    stops = _stops_in_a_line(previous, current)
    if lost and stops:
        return True
    if not _mostly_known(previous, current):
        return False
    if stops:
        return len(current) < len(previous) and not _stand_for(current, previous)
    if lost != 1:
        return lost > 1
    return not _stand_for(current, previous[sections[place].start : sections[place + 1].start])


def ends_in_a_row(text: str) -> bool:
    """Whether the last line is a table row that was cut: rows above it are closed, it is not, nor is the line."""
    above, _, last = text.rpartition("\n")
    return last.strip().startswith("|") and not _is_closed(last) and _is_closed(above.rpartition("\n")[2])


def _place(before: Sequence[Section], now: Sequence[Section]) -> int:
    """Where in the earlier text the last section of the present one stood; -1 where the present one has none."""
    if not now:
        return -1
    last, names = _name(now[-1]), [_name(section) for section in before]
    places = [place for place, name in enumerate(names) if name == last]
    number = sum(_name(section) == last for section in now)
    return places[number - 1] if number <= len(places) else len(before)


def _name(section: Section) -> tuple[int, str]:
    return section.level, section.title


def _stops_in_a_line(previous: str, current: str) -> bool:
    return (previous.endswith("\n") and not current.endswith("\n")) or ends_in_a_row(current)


def _stand_for(one: str, other: str) -> bool:
    """Whether two texts end with the same line, or with the same row of a table with other values."""
    last, known = _ending(one)[-1:], _ending(other)[-1:]
    return last == known or (bool(_row_heads(last)) and _row_heads(last) == _row_heads(known))


def _row_heads(lines: Sequence[str]) -> list[tuple[str, int]]:
    """The first cell of those that are rows, and how many there are."""
    return [(line.split("|")[1].strip(), line.count("|")) for line in lines if _is_closed(line)]


def _is_closed(line: str) -> bool:
    row = line.strip()
    return len(row) > 1 and row.startswith("|") and row.endswith("|")


def _mostly_known(previous: str, current: str) -> bool:
    known, lines = set(_lines(previous)), _lines(current)
    return 2 * sum(line in known for line in lines) > len(lines)


def _ending(text: str) -> list[str]:
    return [line.strip() for line in islice(filter(_tells, reversed(text.splitlines())), 2)][::-1]


def _lines(text: str) -> list[str]:
    """The lines that say something: no empty ones, no rules between sections."""
    return [line.strip() for line in text.splitlines() if _tells(line)]


def _tells(line: str) -> bool:
    return bool(line.strip()) and not is_rule(line)
