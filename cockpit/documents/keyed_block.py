"""Where keys and values stand in a text: in its frontmatter, in a code fence that holds some, or all over it."""

import re
from typing import Literal

from cockpit.documents.frontmatter import FrontMatter, read_block, split
from cockpit.documents.frontmatter_blocks import Block, begins_like_mapping, find_blocks

Form = Literal["frontmatter", "fenced", "bare"]

_FENCE = re.compile(
    r"^(?P<fence>`{3,}|~{3,})[ \t]*(?:ya?ml|json)?[^\r\n`]*(?:\r\n|\n|\r)", re.MULTILINE | re.IGNORECASE
)


def split_keyed(text: str) -> FrontMatter | None:
    """The part of a text that holds keys and values; None where there is none. Never raises.

    A frontmatter that is not closed counts as the whole text: YAML may begin with `---`.
    """
    blocks = find_blocks(text)
    if blocks and blocks[0].closed:
        return split(text)
    fenced = _fenced(text)
    if fenced is not None:
        return read_block(text, fenced)
    start = blocks[0].start if blocks else text.startswith("\ufeff")
    return read_block(text, Block(start, len(text), len(text))) if begins_like_mapping(text[start:]) else None


def form_of(front: FrontMatter) -> Form:
    """In which of the three forms it stands."""
    before = front.text[: front.start].rstrip("\r\n").rpartition("\n")[2]
    if before.startswith(("```", "~~~")):
        return "fenced"
    return "frontmatter" if before.startswith("---") and front.end < len(front.text) else "bare"


def _fenced(text: str) -> Block | None:
    for found in _FENCE.finditer(text):
        closing = re.compile(rf"^{found['fence']}[`~]*[ \t]*(?:\r\n|\n|\r|\Z)", re.MULTILINE).search(text, found.end())
        end = closing.start() if closing is not None else len(text)
        if text[found.end() : end].strip() and begins_like_mapping(text[found.end() : end]):
            after = closing.end() if closing is not None else len(text)
            return Block(found.end(), end, after, closed=closing is not None)
    return None
