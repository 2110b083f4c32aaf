"""Where keys and values stand in a text: in its frontmatter, in a code fence that holds some, or all over it."""

import re
from collections.abc import Iterator
from typing import Literal

from cockpit.documents.frontmatter import FrontMatter, read_block, split
from cockpit.documents.frontmatter_blocks import Block, begins_like_mapping, find_blocks

Form = Literal["frontmatter", "fenced", "bare"]

_FENCE = re.compile(
    r"^(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?:ya?ml|json)?[^\r\n`]*(?:\r\n|\n|\r)", re.MULTILINE | re.IGNORECASE
)


def split_keyed(text: str, wanted: re.Pattern[str]) -> FrontMatter | None:
    """The part of a text that holds the keys that are wanted, where they stand first; None where there is none. Never
    raises.

    A frontmatter that is not closed counts as the whole text: YAML may begin with `---`.
    """
    found = wanted.search(text)
    at = found.start() if found is not None else None
    blocks = find_blocks(text)
    if blocks and blocks[0].closed and (at is None or _holds(blocks[0], at)):
        return split(text)
    found_fences = list(fences(text))
    inside = next((fence for fence in found_fences if at is not None and _holds(fence, at)), None)
    if inside is not None or (at is None and found_fences):
        return read_block(text, inside or found_fences[0])
    start = blocks[0].start if blocks and not blocks[0].closed else text.startswith("\ufeff")
    return read_block(text, Block(start, len(text), len(text))) if begins_like_mapping(text[start:]) else None


def form_of(front: FrontMatter) -> Form:
    """In which of the three forms it stands."""
    before = front.text[: front.start].rstrip("\r\n").rpartition("\n")[2]
    if before.startswith(("```", "~~~")):
        return "fenced"
    return "frontmatter" if before.startswith("---") and front.end < len(front.text) else "bare"


def _holds(block: Block, at: int) -> bool:
    return block.start <= at < block.end


def fences(text: str) -> Iterator[Block]:
    """The code fences that hold a mapping."""
    position = 0
    while found := _FENCE.search(text, position):
        closing = re.compile(rf"^{found['fence']}[`~]*[ \t]*(?:\r\n|\n|\r|\Z)", re.MULTILINE).search(text, found.end())
        end, position = (closing.start(), closing.end()) if closing is not None else (len(text), len(text))
        if text[found.end() : end].strip() and begins_like_mapping(text[found.end() : end]):
            yield Block(found.end(), end, position, closed=closing is not None)
