"""A text of keys and a body: where its keys stand, what they say, and what cannot be read of them."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import field
from functools import lru_cache
from typing import Any

from cockpit.regex import regex
from cockpit.text.decoding import LineIndex, newline_of, split_lines
from cockpit.text.edits import Place
from cockpit.text.tree import Damage, Node, parse
from cockpit.values import dataclass
from cockpit.wording.phrases import as_sentence, listed

BODY: Place = ("",)
"""The place of the body, which stands under no key."""
COMMENTS = "#"
_RULE = regex(r"-{3,}[ \t]*$")
_FENCED = regex(r"(?im)^(?P<fence>`{3,}+|~{3,}+)[ \t]*+(?:ya?ml|json)?[^\r\n`]*(?:\r\n|\n|\r)")
_FENCE = regex(r"[ ]{0,3}(?:`{3,}|~{3,})")
_MARGIN = regex(r"[\w.-]+[ \t]*:(?:\s|$)|- |[\]{}\"']")
"""The beginning of an unindented line of keys and values."""
_COMMENT = regex(r"[ \t]*#+[ \t]*(?P<text>.*)$")
WRAPPED = regex(r'(?s)\\"(?P<inside>.*)\\"')
"""A value in escaped quotes."""
_MOST_BLOCKS = 20


# Where frontmatter stands in a text: the blocks between `---` lines, found without reading what is in them

_OPENING = regex(r"-{3,}[ \t]*(?:\r\n|\n|\r|$)")
_CLOSING = regex(r"---(?<=[\r\n]---)-*[ \t]*(?:\r\n|\n|\r|$)")
"""Dashes come first, so that a search goes from dash to dash, not from letter to letter."""
_BLANK = regex(r"\s*")
_A_KEY = regex(r"[\w.-]+[ \t]*:(?:[ \t\r]|$)")
_COMMENT_OR_BLANK = regex(r"\s*(?:#.*)?$")
_ANY_LINE = regex(r"[^\r\n]*(?:\r\n|\n|\r|$)")


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


def _block_at(text: str, offset: int, stacked: bool) -> Block | None:
    begin = _content_from(text, offset)
    opening = _OPENING.match(text, begin)
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
    while end < len(text) and (line := _ANY_LINE.match(text, end)) and line[0].strip():
        end = line.end()
    return Block(start, end, end, closed=False) if begins_like_mapping(text[start:end]) and end > start else None


def begins_like_mapping(content: str) -> bool:
    """Whether the first line of weight is a key or opens a JSON object; empty content fits."""
    for line in split_lines(content):
        if not _COMMENT_OR_BLANK.match(line):
            return _A_KEY.match(line) is not None or line.lstrip().startswith(("{", "<<<<<<<", '"', "'"))
    return not content.strip()


def _is_mapping_throughout(content: str) -> bool:
    at_margin = [line for line in split_lines(content) if line.strip() and not line[0].isspace()]
    return bool(at_margin) and all(_A_KEY.match(line) or line.startswith(("- ", "#")) for line in at_margin)


@dataclass(slots=True, frozen=True)
class KeyedText:
    """A text that was read. `form` is `frontmatter`, `unclosed`, `elsewhere` or `none`; of a text that `may_be_bare`
    also `bare` or `fenced`, which are as good. The keys stand from `start` to `end`, the body begins at `after`;
    `stacked` is the line of a second block of keys, `wanted` are the keys by which they were found.
    """

    text: str
    form: str
    start: int
    end: int
    after: int
    stacked: int | None
    root: Node
    damage: tuple[Damage, ...]
    lines: LineIndex = field(compare=False)
    wanted: tuple[str, ...] = ()
    may_be_bare: bool = False

    def again(self, text: str) -> "KeyedText":
        """Another text, read as this one was."""
        return read_keyed(text, *self.wanted, may_be_bare=self.may_be_bare)

    @property
    def has_keys(self) -> bool:
        """Whether there is any key."""
        return isinstance(self.root.value, dict) and bool(self.root.value)

    @property
    def is_json(self) -> bool:
        """Whether the keys are JSON."""
        return self.text[self.start : self.start + 1_000].lstrip().startswith("{")

    @property
    def is_cut(self) -> bool:
        """Whether it says itself that something was left out of it."""
        return any(each.kind == "cut" for each in self.damage)

    @property
    def is_whole(self) -> bool:
        """Whether everything in the keys is read, so that they may be edited."""
        in_place = self.form in ("frontmatter", "bare", "fenced") and self.stacked is None
        is_empty = self.may_be_bare and self.root.value == {}
        return (self.has_keys or is_empty) and in_place and not self.damage

    @property
    def newline(self) -> str:
        """The line end of most lines."""
        return newline_of(self.text)

    def line_of(self, node: Node) -> int:
        """The line of a value; of one below its key or dash, the line of that."""
        return self.lines.line_of(max(node.key, 0) or node.start)

    def comments(self) -> Iterator[tuple[int, str]]:
        """The comments among the keys, each with its line."""
        if self.is_json or "#" not in self.text[self.start : self.end]:
            return
        inside: set[int] = set()
        ends: dict[int, int] = {}
        waiting = [self.root]
        while waiting:
            node = waiting.pop()
            waiting += [*(child for _, child in node.children()), *node.earlier]
            if not isinstance(node.value, dict | list):
                first, last = self.lines.line_of(node.start), self.lines.line_of(max(node.end - 1, node.start))
                inside.update(range(first + 1, last + 1))
                ends[last] = node.end
        offset = self.start
        for number, line in enumerate(split_lines(self.text[self.start : self.end]), self.lines.line_of(self.start)):
            offset += len(line)
            if number in inside and number not in ends:
                continue
            rest = self.text[ends[number] : offset] if number in ends else line
            found = _COMMENT.match(rest.rstrip(" \t\r\n"))
            if found and found["text"]:
                yield number, found["text"]

    def said(self) -> dict[str, Any]:
        """What it says, as plain data: its keys, its comments, and its body. Of JSON, numbers are numbers."""
        keys = json.loads(self.text[self.start : self.end]) if self.is_json else self.root.data()
        return {**keys, BODY[0]: self.text[self.after :], COMMENTS: [text for _, text in self.comments()]}


@lru_cache(maxsize=8)
def read_keyed(text: str, *wanted: str, may_be_bare: bool = False) -> KeyedText:
    """The keys and the body of a text: at its beginning, or else where a block has one of the `wanted` keys. Where
    they `may_be_bare`, the whole text may be keys, or a code fence in it. Never raises. The last few are kept, since an
    edit asks for the same text several times.
    """
    lines = LineIndex(text)
    if may_be_bare:
        form, block = _free_place(text, wanted)
        root, damage = parse(text, block.start, block.end, lines)
        after = block.after if form != "none" else 0
        return KeyedText(text, form, block.start, block.end, after, None, root, damage, lines, wanted, may_be_bare)
    blocks = find_blocks(text)
    if blocks and blocks[0].closed:
        root, damage = parse(text, blocks[0].start, blocks[0].end, lines)
        stacked = lines.line_of(blocks[1].start) - 1 if len(blocks) > 1 else None
        return KeyedText(
            text, "frontmatter", blocks[0].start, blocks[0].end, blocks[0].after, stacked, root, damage, lines, wanted
        )
    if blocks:
        start, end = blocks[0].start, _end_of_keys(text, blocks[0].start)
        root, damage = parse(text, start, end, lines)
        return KeyedText(text, "unclosed", start, end, end, None, root, damage, lines, wanted)
    for start, end, after in _other_blocks(text) if any(key in text for key in wanted) else ():
        if not any(key in text[start:end] for key in wanted):
            continue
        root, damage = parse(text, start, end, lines)
        if isinstance(root.value, dict) and not root.value.keys().isdisjoint(wanted):
            return KeyedText(text, "elsewhere", start, end, after, None, root, damage, lines, wanted)
    return KeyedText(text, "none", 0, 0, 0, None, Node(None, 0, 0, "plain"), (), lines, wanted)


def _free_place(text: str, wanted: Sequence[str]) -> tuple[str, Block]:
    """Where keys stand in a text that needs nothing around them: where the first of the wanted ones is, with that form.
    A `---` line above them that nothing closes begins a YAML document.
    """
    found = re.search(rf"(?m)^[\"']?(?:{'|'.join(map(re.escape, wanted))})[\"']?[ \t]*:|^\{{", text)
    at = found.start() if found is not None else None
    blocks, all_fences = find_blocks(text), [*fences(text)]
    if blocks and blocks[0].closed and (at is None or blocks[0].start <= at < blocks[0].end):
        return "frontmatter", blocks[0]
    inside = next((each for each in all_fences if at is None or each.start <= at < each.end), None)
    if inside is not None:
        return "fenced", inside
    start = blocks[0].start if blocks and not blocks[0].closed else int(text.startswith("\ufeff"))
    if not text[start:].strip() or not begins_like_mapping(text[start:]):
        return "none", Block(0, 0, 0)
    return "bare", Block(start, len(text), len(text))


def fences(text: str) -> Iterator[Block]:
    """The code fences that hold a mapping."""
    position = 0
    while found := _FENCED.search(text, position):
        closing = re.compile(rf"^{found['fence']}[`~]*[ \t]*(?:\r\n|\n|\r|\Z)", re.MULTILINE).search(text, found.end())
        end, position = (closing.start(), closing.end()) if closing is not None else (len(text), len(text))
        if text[found.end() : end].strip() and begins_like_mapping(text[found.end() : end]):
            yield Block(found.end(), end, position, closed=closing is not None)


def _end_of_keys(text: str, start: int) -> int:
    """The end of an unclosed block of keys: before the first unindented line that is none. A line with `#` is a comment
    where a key follows, else a heading.
    """
    end, offset, comment = start, start, False
    for line in split_lines(text[start:]):
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


def _other_blocks(text: str) -> list[tuple[int, int, int]]:
    """What stands in code fences or between rules, as the offsets of its beginning, its end, and what comes after."""
    found: list[tuple[int, int, int]] = []
    opened, offset = None, 0
    for line in split_lines(text):
        at, offset = offset, offset + len(line)
        if _RULE.match(line.rstrip("\r\n")) or _FENCE.match(line):
            if opened is not None:
                found.append((opened, at, offset))
            opened = offset
        if len(found) >= _MOST_BLOCKS:
            return found
    return [*found, (opened, offset, offset)] if opened is not None else found


# What is wrong with the keys as a text


_CONSEQUENCES = {
    "as-text": "the value is read as plain text",
    "left-out": "the line is skipped: ",
    "rest": "the rest is not read",
}


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that is wrong: a code, the line, a sentence. What is `grave` hides something."""

    code: str
    line: int
    sentence: str
    grave: bool = False


def problems_of(file: KeyedText) -> list[Problem]:
    """What of the keys cannot be read, or does not stand where it should."""
    return [*_damage(file), *_misplaced(file)]


def json_problems(file: KeyedText) -> list[Problem]:
    """What is wrong with a file as JSON: what is read of it here, and by nobody else, is wrong too."""
    found = [*problems_of(file)]
    try:
        json.loads(file.text, parse_constant=_refuse)
    except (ValueError, RecursionError) as error:
        line, why = getattr(error, "lineno", 1), getattr(error, "msg", str(error)).removesuffix(" starting at")
        found = [each for each in found if each.code != "json-invalid"]
        found.append(Problem("json-invalid", line, f"Not valid JSON ({why[:1].lower()}{why[1:]})."))
    return found


def _refuse(constant: str) -> None:
    raise ValueError(f"found {constant}")


def _damage(file: KeyedText) -> Iterator[Problem]:
    first = next((each for each in file.damage if each.grave and each.kind != "twice"), None)
    what = "json" if file.is_json else "yaml"
    for each in file.damage:
        if each.kind == "conflict":
            yield Problem("conflict-marker", each.line, "Unresolved git conflict markers; both sides are read.")
        elif each.kind == "twice":
            used = "the worst of its values" if each.text == "status" else "the last value"
            told = f"Duplicate key {each.text[:40]}; {used} is used."
            yield Problem(f"{what}-duplicate-key", each.line, told, each.grave)
        elif each.kind != "cut":
            line = each.text[:60] if each.kind == "left-out" else ""
            told = f"Not valid {what.upper()} ({each.reason}); {_CONSEQUENCES[each.kind]}{line}"
            yield Problem(f"{what}-invalid", each.line, as_sentence(told), each is first)
    if lines := [each.line for each in file.damage if each.kind == "cut"]:
        others = listed(map(str, lines[1:]))
        more = f" and on {'lines' if len(lines) > 2 else 'line'} {others}" if others else ""
        told = f"Part of the frontmatter is missing from the file here{more}. The rest was read."
        yield Problem("frontmatter-cut", lines[0], told)


def _misplaced(file: KeyedText) -> Iterator[Problem]:
    """Keys that do not stand between two lines at the beginning, and values in escaped quotes."""
    above = file.lines.line_of(file.start) - 1
    if file.form == "unclosed":
        yield Problem("frontmatter-unclosed", above, "The frontmatter opens with `---` and is not closed.")
    if file.form == "elsewhere":
        told = "The frontmatter is not at the beginning of the file, where it must be, between two `---` lines."
        yield Problem("frontmatter-elsewhere", above, told)
    if file.stacked is not None:
        told = "Several frontmatter blocks in a row; only the first is read."
        yield Problem("frontmatter-doubled", file.stacked, told)
    if (line := escaped_line(file)) is not None:
        told = "Values are in quotes with backslashes, which become part of the value."
        yield Problem("backslash-quotes", line, told)


def escaped_line(file: KeyedText) -> int | None:
    """The first line with a value in escaped quotes, `\\"in_progress\\"`, of which the quotes become a part."""
    waiting, found = [file.root], []
    while waiting:
        node = waiting.pop()
        waiting += [child for _, child in node.children()]
        if isinstance(node.value, str) and node.value.startswith('\\"') and WRAPPED.fullmatch(node.value):
            found.append(file.lines.line_of(node.start))
    return min(found, default=None)
