"""Changing a text by replacing spans of it, so that everything outside the spans stays byte for byte."""

from collections.abc import Iterable, Sequence

from cockpit.text.decoding import line_end_before
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Splice:
    """Replace the characters from `start` up to `end` (offsets into the text before) by `text`."""

    start: int
    end: int
    text: str


def apply(text: str, splices: Iterable[Splice]) -> str:
    """The text with all splices applied; insertions at one offset stay in the given order.

    Raises ValueError where a splice lies outside the text or overlaps another one.
    """
    pieces: list[str] = []
    position = 0
    for splice in sorted(splices, key=lambda splice: (splice.start, splice.end)):
        if not 0 <= splice.start <= splice.end <= len(text):
            raise ValueError(f"splice {splice.start}:{splice.end} lies outside a text of {len(text)} characters")
        if splice.start < position:
            raise ValueError(f"splice {splice.start}:{splice.end} overlaps the one that ends at {position}")
        pieces += (text[position : splice.start], splice.text)
        position = splice.end
    return "".join((*pieces, text[position:]))


def insert_lines(text: str, offset: int, lines: Sequence[str], newline: str) -> Splice:
    """Put whole lines where a line begins, or at the end of the text. They end as the line above them does; as
    `newline` says where none tells.
    """
    newline = line_end_before(text, offset, newline)
    added = "".join(f"{line}{newline}" for line in lines)
    if offset == len(text) and text and not text.endswith(("\n", "\r")):
        return Splice(offset, offset, newline + added.removesuffix(newline))
    return Splice(offset, offset, added)


def remove_lines(text: str, start: int, end: int) -> Splice:
    """Take whole lines away; the last one of a text that ends without a line end takes the end before it along."""
    if end == len(text) and start > 0 and not text.endswith(("\n", "\r")):
        start -= 2 if text[:start].endswith("\r\n") else 1
    return Splice(start, end, "")
