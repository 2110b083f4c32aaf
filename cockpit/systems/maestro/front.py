"""Where the keys and values of a session stand: at the beginning of the file, or where an agent put them instead."""

import re
from collections.abc import Iterator
from dataclasses import replace

from cockpit.documents.frontmatter import FrontMatter, fences, read_block, split
from cockpit.documents.markdown import Block, find_blocks
from cockpit.documents.text import Problem

_OWN = re.compile(r"""^[ \t]*["']?(?:session_id|phases|current_phase)["']?[ \t]*:""", re.MULTILINE)
_RULE = re.compile(r"^-{3,}[ \t]*$", re.MULTILINE)
_MARGIN = re.compile(r"[\w.-]+[ \t]*:(?:\s|$)|- |[\]{}\"']")
"""How a line at the margin begins that belongs to keys and values."""
_MOST = 20
"""Rules of a text that are looked at."""


def find_front(text: str) -> FrontMatter | None:
    """The keys and values of a session; None where there are none. Never raises.

    Problem codes beside those of `split`: `frontmatter-elsewhere`. An unclosed one goes on over blank lines.
    """
    blocks = find_blocks(text)
    if blocks and blocks[0].closed:
        return split(text)
    if blocks:
        end = _end_of_keys(text, blocks[0].start)
        front = read_block(text, Block(blocks[0].start, end, end, closed=False))
        return _with(front, "frontmatter-unclosed", "the frontmatter is opened with --- and not closed")
    block = next((each for each in _elsewhere(text) if _OWN.search(text, each.start, each.end)), None)
    if block is None:
        return None
    told = "the frontmatter is not at the beginning of the file between --- lines, where Maestro looks for it"
    return _with(read_block(text, block), "frontmatter-elsewhere", told)


def _with(front: FrontMatter, code: str, message: str) -> FrontMatter:
    line = front.text.count("\n", 0, front.start) or 1
    return replace(front, problems=(*front.problems, Problem(code, line, message)))


def _elsewhere(text: str) -> Iterator[Block]:
    """Code fences with a mapping, and blocks between rules that something else stands above."""
    yield from fences(text)
    for _, rule in zip(range(_MOST), _RULE.finditer(text), strict=False):
        for each in find_blocks(text[rule.start() :])[:1]:
            if each.closed:
                above = rule.start()
                yield Block(each.start + above, each.end + above, each.after + above)


def _end_of_keys(text: str, start: int) -> int:
    """Where keys and values end that nothing closes: before the first line at the margin that is none of them. A line
    with a number sign is a comment where such a line follows, else a heading."""
    end, offset, comment = start, start, False
    for line in text[start:].splitlines(keepends=True):
        offset += len(line)
        if line.strip() and not line[0].isspace():
            if line.startswith("#") and not comment:
                comment = True
                continue
            if not _MARGIN.match(line):
                break
            comment = False
        elif line.strip() and comment:
            break
        if line.strip():
            end = offset
    return end
