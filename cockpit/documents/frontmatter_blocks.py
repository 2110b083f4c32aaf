"""Where frontmatter stands in a text: the blocks between `---` lines, found without reading what is in them."""

import re

from cockpit.documents.text import split_lines
from cockpit.values import dataclass

_FENCE = re.compile(r"-{3,}[ \t]*(?:\r\n|\n|\r|$)")
_CLOSING = re.compile(r"(?:^|(?<=[\r\n]))-{3,}[ \t]*(?:\r\n|\n|\r|$)")
_BLANK = re.compile(r"\s*")
_KEY = re.compile(r"[\w.-]+[ \t]*:(?:[ \t]|$)")
_COMMENT_OR_BLANK = re.compile(r"\s*(?:#.*)?$")
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\n|\r|$)")


@dataclass(frozen=True, slots=True)
class Block:
    """One block: `start` and `end` span its content, `after` is where the text goes on below the closing line."""

    start: int
    end: int
    after: int
    closed: bool = True


def find_blocks(text: str) -> tuple[Block, ...]:
    """The frontmatter blocks at the beginning of a text: none, one, or several stacked (real files have up to 33).

    As python-frontmatter has it, blank lines may come first and a fence has three dashes or more. A block counts if
    it is empty or begins like a mapping, so that a thematic break is none. Stacked blocks must be mappings throughout.
    """
    first = _block_at(text, 0, stacked=False)
    if first is None:
        return ()
    blocks = [first]
    while blocks[-1].closed and (more := _block_at(text, blocks[-1].after, stacked=True)):
        blocks.append(more)
    return tuple(blocks)


def body_start(text: str) -> int:
    """The offset at which the body begins, behind all frontmatter blocks; 0 without any."""
    blocks = find_blocks(text)
    return blocks[-1].after if blocks else 0


def _block_at(text: str, offset: int, stacked: bool) -> Block | None:
    begin = _content_from(text, offset)
    opening = _FENCE.match(text, begin)
    if opening is None:
        return None
    start = opening.end()
    closing = _CLOSING.search(text, start)
    if closing is None:
        return None if stacked else _unclosed(text, start)
    content = text[start : closing.start()]
    fits = _is_mapping_throughout(content) if stacked else begins_like_mapping(content)
    return Block(start, closing.start(), closing.end()) if fits else None


def _content_from(text: str, offset: int) -> int:
    """The offset of the first line that is not blank."""
    offset += text.startswith("\ufeff", offset)
    blank = _BLANK.match(text, offset)
    end = blank.end() if blank else offset
    return max(offset, text.rfind("\n", offset, end) + 1, text.rfind("\r", offset, end) + 1)


def _unclosed(text: str, start: int) -> Block | None:
    """A block without a closing line ends at the first blank line; what follows is the body."""
    end = start
    while end < len(text) and (line := _LINE.match(text, end)) and line[0].strip():
        end = line.end()
    return Block(start, end, end, closed=False) if begins_like_mapping(text[start:end]) and end > start else None


def begins_like_mapping(content: str) -> bool:
    """Whether the first line of weight is a key or opens a JSON object; empty content fits."""
    for line in split_lines(content):
        if not _COMMENT_OR_BLANK.match(line):
            return _KEY.match(line) is not None or line.lstrip().startswith(("{", "<<<<<<<", '"', "'"))
    return not content.strip()


def _is_mapping_throughout(content: str) -> bool:
    at_margin = [line for line in split_lines(content) if line.strip() and not line[0].isspace()]
    return bool(at_margin) and all(_KEY.match(line) or line.startswith(("- ", "#")) for line in at_margin)
