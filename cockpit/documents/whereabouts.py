"""At which line a text says something, whatever marks and line ends lie between the words."""

import re
from collections.abc import Iterator, Sequence

from cockpit.documents.json_text import JsonPath
from cockpit.documents.json_text import parse as parse_json
from cockpit.documents.markdown import parse as parse_markdown
from cockpit.documents.text import line_of, split_lines
from cockpit.values import dataclass

_WORD = re.compile(r"\w+")
_MOST = 20
"""Words that are compared."""
_TELLING = 3
"""Words in a row that are enough to know a text again of which a file has only the beginning."""


@dataclass(frozen=True, slots=True)
class Found:
    """A 1-based line; `sure` where what was looked for stands there, not only the part it should stand in."""

    line: int
    sure: bool


def find_words(text: str, said: Sequence[str], under: Sequence[str] = ()) -> Found | None:
    """The line of the first of these sayings that a Markdown text has.

    Those in a section with one of the titles `under` come first, then those anywhere else, then the section's title.
    """
    section = parse_markdown(text).section(*under) if under else None
    lines = split_lines(text)
    if section is not None:
        inside = _first(lines, said, section.line, line_of(text, max(section.end - 1, section.start)))
        if inside is not None:
            return Found(inside, sure=True)
    anywhere = _first(lines, said, 1, len(lines))
    if anywhere is not None:
        return Found(anywhere, sure=not under)
    return Found(section.line, sure=False) if section is not None else None


def find_key(text: str, keys: Sequence[JsonPath]) -> Found | None:
    """The line of the first of these keys that a JSON text has."""
    document = parse_json(text)
    lines = (document.line_of(key) for key in keys if document.at(*key) is not None)
    return next((Found(line, sure=True) for line in lines if line is not None), None)


def _first(lines: Sequence[str], said: Sequence[str], first: int, last: int) -> int | None:
    found = (_line_saying(lines, each, first, last) for each in said)
    return next((line for line in found if line is not None), None)


def _line_saying(lines: Sequence[str], said: str, first: int, last: int) -> int | None:
    """The line at which most of the words stand in a row; of several a heading, then one that begins with them."""
    wanted = _words(said)[:_MOST]
    if not wanted:
        return next((number for number in range(first, last + 1) if said.strip() and said in lines[number - 1]), None)
    words = [(word, number) for number in range(first, last + 1) for word in _words(lines[number - 1])]
    best = max(_runs(words, wanted), key=lambda run: (run[0], _rank(lines, words, run[1]), -run[1]), default=None)
    if best is None or best[0] < min(len(wanted), _TELLING):
        return None
    return words[best[1]][1]


def _runs(words: Sequence[tuple[str, int]], wanted: Sequence[str]) -> Iterator[tuple[int, int]]:
    """How many of the wanted words stand in a row, and where, for each place of the first."""
    for place, (word, _) in enumerate(words):
        if word == wanted[0]:
            row = zip(words[place : place + len(wanted)], wanted, strict=False)
            yield next((length for length, (one, other) in enumerate(row) if one[0] != other),
                       min(len(wanted), len(words) - place)), place  # fmt: skip


def _rank(lines: Sequence[str], words: Sequence[tuple[str, int]], place: int) -> int:
    line = words[place][1]
    begins = place == 0 or words[place - 1][1] != line
    return begins + (begins and lines[line - 1].lstrip().startswith("#"))


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
