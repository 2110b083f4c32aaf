"""Changing a text by replacing spans of it, so that everything outside the spans stays byte for byte."""

from collections.abc import Iterable

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
