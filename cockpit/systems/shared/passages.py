"""What no rule read of a text: the passages of `extra.unread`."""

from collections.abc import Collection, Iterator
from itertools import groupby, islice
from typing import Any

from cockpit.text.lines import Document

Passage = dict[str, Any]
"""What no rule read: `path`, `section` (its title), `line`, `text`. A long text is cut and says so by ` …`."""

_TEXT_KEPT = 2_000
_PASSAGES_KEPT = 200


def passage(path: str, line: int | None, text: str, section: str = "") -> Passage:
    """A text that no rule read; a long one is cut."""
    shown = text if len(text) <= _TEXT_KEPT else f"{text[:_TEXT_KEPT]} …"
    return {"path": path, "section": section, "line": line or 1, "text": shown}


def passages(path: str, document: Document, told: Collection[int] = ()) -> tuple[Passage, ...]:
    """What a text says on lines that are not among the `told`, in file order; adjacent lines of a section are one
    passage, and the last one counts those that are too many."""
    found = _passages(path, document, told)
    shown = [*islice(found, _PASSAGES_KEPT)]
    if more := sum(1 for _ in found):
        shown.append({**shown[-1], "text": f"… {more} more passages"})
    return tuple(shown)


def _passages(path: str, document: Document, told: Collection[int]) -> Iterator[Passage]:
    for section in document.sections:
        lines = [*([section.heading] if section.heading else []), *section.lines]
        saying = [each for each in lines if each.says_something or each.kind in ("code", "heading")]
        for is_told, run in groupby(saying, key=lambda line: line.number in told):
            whole = [*run]
            if not is_told:
                first, last = whole[0].number, whole[-1].number
                text = "\n".join(line.text.rstrip() for line in lines if first <= line.number <= last)
                yield passage(path, first, text, section.title)
