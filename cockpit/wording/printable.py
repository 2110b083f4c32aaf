"""The one gate between text from files and anything a person looks at.

State files are written by language models and may hold terminal control sequences, bidirectional overrides or
invisible characters. `printable` shows them escaped, so that nothing acts and nothing hides. Every widget and every
command passes file text through here; markup needs no treatment because no widget of ours interprets any.
"""

import re
from collections.abc import Callable, Iterator
from unicodedata import category, east_asian_width

from cockpit.regex import regex

# Characters of which none combines, formats or is invisible: a run of anything else is looked at one by one.
_UNSURE = regex(
    "[^ -~\u00a0-\u00ac\u00ae-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u202f-\u205f\u2070-\u20cf\u2100-\u2ced"
    "\u3001-\u3029\u3031-\u3096\u309b-\u3163\u3165-\ua66e\uac00-\ud7a3\U0001f000-\U0001faff]+"
)
_INVISIBLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Categories: controls, formatting, lone surrogates (undecodable bytes), separators of lines and paragraphs."""
_SIGNS = frozenset("\u0600\u0601\u0602\u0603\u0604\u0605\u06dd\u070f\u0890\u0891\u08e2\U000110bd\U000110cd")
"""Those among them that are seen: the number signs of some scripts."""
# Patterns that are strings are compiled where they are first used: a start mostly does without them.
# Of other categories, and invisible: joiners and fillers, vowels that are not written, variation selectors, tags.
_IGNORED = regex(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)
_PICTOGRAPHS = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff"
# Invisible characters that belong to what is seen: the choice between a coloured and a plain sign, and what joins two
# pictographs to one.
_PART_OF_A_SIGN = regex(
    f"(?<=[#*0-9\u00a9\u00ae\u203c\u2049\u2100-\u2bff\u3030\u303d\u3297\u3299{_PICTOGRAPHS}])[\ufe0e\ufe0f]"
    f"|(?:(?<=[{_PICTOGRAPHS}])|(?<=[{_PICTOGRAPHS}]\ufe0f))\u200d(?=[{_PICTOGRAPHS}])"
)
_COMBINING = ("Mn", "Mc", "Me")
# Letters of Korean syllables that take no cell of their own behind another one: vowels and finals.
_CONJOINING = regex("[\u1160-\u11ff\ud7b0-\ud7ff]")
MOST_MARKS = 5
"""Combining marks behind one character: a syllable of Burmese has so many, more would pile up over other lines."""

LONGEST = 20_000
"""Characters of one piece of text that are ever shown; the rest is counted instead."""


def printable(text: str) -> str:
    """`text` on one line, with nothing in it that a terminal would act on.

    Tabs and line ends become spaces; an emoji's joiner between two pictographs stays; every other control,
    bidirectional or invisible character is shown as `\\x1b` or `\\u202e`. Of combining marks in a row the first
    `MOST_MARKS` stay.
    """
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}… ({len(text) - LONGEST:,} more characters)"
    if text.isascii() and text.isprintable():
        return text
    return rewritten(text, _escape, lambda _: "")


def rewritten(text: str, invisible: Callable[[str], str], piled: Callable[[str], str]) -> str:
    """`text` with what stands instead of each character that is not seen, and of each mark that is one too many."""
    return _UNSURE.sub(lambda run: "".join(_rewritten(run, invisible, piled)), text)


def printable_lines(text: str) -> list[str]:
    """The lines of a text, each made printable."""
    return [printable(line) for line in re.split("\r\n|\r|\n", text)]


def _rewritten(run: re.Match[str], invisible: Callable[[str], str], piled: Callable[[str], str]) -> Iterator[str]:
    marks = 0
    for at, character in enumerate(run.group(), run.start()):
        kind = category(character)
        invisible_kind = kind in _INVISIBLE and character not in _SIGNS
        if (invisible_kind or _IGNORED.match(character)) and not _PART_OF_A_SIGN.match(run.string, at):
            marks = 0
            yield invisible(character)
            continue
        marks = marks + 1 if kind in _COMBINING or _CONJOINING.match(character) else 0
        yield piled(character) if marks > MOST_MARKS else character


def _escape(character: str) -> str:
    if character in "\t\n\r\v\f":
        return " "
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


_ON_OTHERS = ("Mn", "Me", "Cf")
"""Kinds of characters that take no cell of their own: accents, enclosing marks, what shapes others."""


def cells_of(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(0 if category(letter) in _ON_OTHERS else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)
