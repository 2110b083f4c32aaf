"""Changing keys and values by splices: every other byte stays, what is added looks like its neighbours, and what the
new text says is held against what was meant.
"""

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from cockpit.regex import regex
from cockpit.text.decoding import line_end_at
from cockpit.text.edits import Add, Edit, Place, Remove, Set, Unsafe, confirm, meant, shown
from cockpit.text.keyed import BODY, WRAPPED, KeyedText, read_keyed
from cockpit.text.splice import Splice, remove_lines
from cockpit.text.splice import apply as spliced
from cockpit.text.tree import NULLS, Node
from cockpit.values import dataclass

_UNSAFE = regex(
    r"[\[\]{}#&*!|>'\"%@`,]|[-?:](?:\s|$)|(?:---|\.\.\.)(?:\s|$)"
    "|.*(?::(?:\\s|$)|\\s#|[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff])"
)
_ESCAPED = regex("[\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]")
_FLOW_MARKS = regex(r"[\[\]{},]|^[-?:]")
_TYPED = regex(r"(?i)[-+]?(?:[\d.][\d_.,]*(?:e[-+]?\d+)?|0[xob][\da-f_]+|\.inf|\.nan)|true|false|yes|no|on|off|y|n")
_DATE = regex(r"\d{4}-\d\d?-\d\d?(?:[Tt \t].*)?|\d+(?::[0-5]?\d)+")
_DECIMALS = regex(r"-?\d+\.(\d+)")
_WORD = regex(r"[\w.-]+")
"""An id or a status: many files write those without the quotes that stand around their texts."""
_LINE_END, _NEWLINE = regex(r"[\r\n]|\Z"), regex(r"\r\n|\n|\r")
_NO_BLOCK = regex(r"(?m)[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff]|\A[ \t\n]|[ \t]$|\n\Z")
"""What a block would lose, or what would need a number in its head."""
_BLOCK = regex(r"[|>](?P<chomp>[-+]?)(?P<rest>[ \t]*(?:#[^\r\n]*)?)(?P<newline>\r\n|\n|\r)(?P<blanks>[ \t]*)(?=\S)")
_KEY_ABOVE = regex(r":[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r)(?:[ \t]*(?:#[^\r\n]*)?(?:\r\n|\n|\r))*\Z")


# Writing values


@dataclass(frozen=True, slots=True)
class Style:
    """How a YAML text is written: the quotes around texts, words and dates, the blanks before dashes, lists of texts in
    brackets."""

    text: str = '"'
    word: str = '"'
    date: str = '"'
    dash: int = 2
    brackets: bool = True

    def scalar(self, value: object, *, flow: bool = False, quote: str | None = None) -> str:
        """A scalar; `quote` is the one that stood there, empty for none."""
        if value is None:
            return "null"
        if not isinstance(value, str):
            return str(value).lower()
        if quote is None:
            is_date = _DATE.fullmatch(value) is not None
            if _TYPED.fullmatch(value) and not is_date:
                quote = self.text or self.date or "'"
            else:
                quote = self.date if is_date else self.word if _WORD.fullmatch(value) else self.text
        if quote == "'" and value.isprintable():
            return "'" + value.replace("'", "''") + "'"
        unsafe = value in NULLS or value != value.strip() or _UNSAFE.match(value) is not None or "\n" in value
        if quote or unsafe or (flow and _FLOW_MARKS.search(value)):
            escaped = json.dumps(value, ensure_ascii=False)
            return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", escaped)
        return value

    def key(self, key: str) -> str:
        """The key of a mapping."""
        return self.scalar(key, flow=True, quote="'" if _TYPED.fullmatch(key) or _DATE.fullmatch(key) else "")

    def inline(self, value: object) -> str:
        """A value on one line."""
        if isinstance(value, dict):
            return f"{{{', '.join(f'{self.key(key)}: {self.inline(each)}' for key, each in value.items())}}}"
        return f"[{', '.join(map(self.inline, value))}]" if isinstance(value, list) else self.scalar(value, flow=True)

    def member(self, key: str, value: object, column: int) -> list[str]:
        """A key with its value, as lines."""
        lead = f"{' ' * column}{self.key(key)}:"
        if isinstance(value, str) and _can_be_block(value):
            sign, *lines = _block_lines(value, column + 2)
            return [f"{lead} {sign}", *lines]
        if isinstance(value, dict) and value:
            return [lead, *(line for name, each in value.items() for line in self.member(name, each, column + 2))]
        if isinstance(value, list) and value:
            nested = any(isinstance(each, dict | list) for each in value)
            if nested or not self.brackets:
                return [lead, *(line for each in value for line in self.item(each, column + self.dash))]
        return [f"{lead} {self.inline(value) if isinstance(value, dict | list) else self.scalar(value)}"]

    def item(self, value: object, column: int) -> list[str]:
        """An element of a list, as lines."""
        if not isinstance(value, dict) or not value:
            return [f"{' ' * column}- {self.inline(value) if isinstance(value, dict | list) else self.scalar(value)}"]
        lines = [line for name, each in value.items() for line in self.member(name, each, column + 2)]
        return [f"{' ' * column}- {lines[0].lstrip()}", *lines[1:]]


def _can_be_block(value: str) -> bool:
    """Whether a text of several lines can stand as a block as it is."""
    return "\n" in value.strip("\n") and not _NO_BLOCK.search(value.removesuffix("\n"))


def _block_lines(value: str, column: int) -> list[str]:
    """A text of several lines as a block: its sign, then its lines, each with the blanks before it."""
    *lines, last = value.split("\n")
    all_lines = lines if not last else [*lines, last]
    return ["|" if not last else "|-", *(f"{' ' * column}{line}" if line else "" for line in all_lines)]


def _rewrite_block(value: str, before: str) -> str | None:
    """A text in the place of a block, as one too; None where it is none, or cannot hold it."""
    head = _BLOCK.match(before)
    text = value.removesuffix("\n")
    if head is None or not text or _NO_BLOCK.search(text):
        return None
    ends = value.endswith("\n")
    chomp = "" if ends and head["chomp"] != "+" else "-" if not ends else "+"
    lines = (f"{head['blanks']}{line}" if line else "" for line in text.split("\n"))
    return f"|{chomp}{head['rest']}{head['newline']}{head['newline'].join(lines)}"


def _style(file: KeyedText) -> Style:
    return _style_of(file.text, file.wanted, file.may_be_bare)


@lru_cache(maxsize=4)
def _style_of(text: str, wanted: tuple[str, ...], may_be_bare: bool) -> Style:
    """How most of a text is written."""
    root = read_keyed(text, *wanted, may_be_bare=may_be_bare).root
    quotes: dict[str, list[str]] = {"text": [], "word": [], "date": []}
    dash, brackets, waiting = 2, False, [root]
    while waiting:
        node = waiting.pop()
        waiting += [each for _, each in node.children()]
        if isinstance(node.value, str) and node.style in ("plain", "'", '"') and not _TYPED.fullmatch(node.value):
            kind = "date" if _DATE.fullmatch(node.value) else "word" if _WORD.fullmatch(node.value) else "text"
            quotes[kind].append("" if node.style == "plain" else node.style)
        brackets = brackets or (isinstance(node.value, list) and bool(node.value) and node.flow)
    for _, each in root.children():
        if isinstance(each.value, list) and each.value and not each.flow and not each.value[0].flow:
            dash = _column(text, each.value[0].key)
    texts, words = ((quotes[kind] or [*quotes["text"], *quotes["word"]]) for kind in ("text", "word"))
    return Style(_usual(texts), _usual(words), _usual(quotes["date"]), dash, brackets)


def _usual(quotes: Sequence[str]) -> str:
    return max(dict.fromkeys(quotes), key=quotes.count, default="")


def write_json(value: object, indent: int | str | None = 2) -> str:
    """JSON with its whole numbers as such: `36`, not `36.0`."""
    written = json.dumps(_whole(value), ensure_ascii=False, allow_nan=False, indent=indent)
    return _ESCAPED.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def _whole(value: object) -> object:
    if isinstance(value, dict):
        return {key: _whole(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_whole(each) for each in value]
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value


# Applying edits


def apply(file: KeyedText, edits: Sequence[Edit]) -> str:
    """The text after edits, which says what was meant and nothing else. Raises Unsafe.

    The splices of edits that do not meet are made in one step; what one edit adds another one can go on from.
    """
    if not file.is_whole:
        raise Unsafe("the keys cannot be read")
    edits = [_wrapped(file, each) for each in edits]
    wanted = meant(file.said(), edits if file.is_json else [_as_said(each) for each in edits])
    after = file
    waiting: list[tuple[Place, list[Splice]]] = []
    for edit in edits:
        if any(_meet(_changed(after, edit), place) for place, _ in waiting):
            after, waiting = _step(after, waiting), []
        waiting.append((_changed(after, edit), _splices(after, edit)))
    after = _step(after, waiting)
    confirm(wanted, after.said())
    return after.text


def _step(file: KeyedText, waiting: Sequence[tuple[Place, Sequence[Splice]]]) -> KeyedText:
    try:
        text = spliced(file.text, (each for _, splices in waiting for each in splices))
    except ValueError as error:
        raise Unsafe(shown(waiting[-1][0])) from error
    after = file.again(text)
    if not after.is_whole:
        raise Unsafe(", ".join(shown(place) for place, _ in waiting[:3]))
    return after


def _stands(file: KeyedText, at: Place) -> int:
    """How much of the way to a place there is, to a value that others can be added to."""
    have = len(at)
    while have and ((node := file.root.at(at[:have])) is None or (have < len(at) and node.value is None)):
        have -= 1
    return have


def _changed(file: KeyedText, edit: Edit) -> Place:
    """The outermost place at which something is changed; of a key that is added, its mapping; of an element that is
    removed, its list, whose others have other places then."""
    if isinstance(edit, Remove):
        return edit.at[:-1]
    return edit.at if edit.at == BODY else edit.at[: _stands(file, edit.at)]


def _meet(one: Place, other: Place) -> bool:
    if BODY in (one, other):
        return one == other
    shared = min(len(one), len(other))
    return one[:shared] == other[:shared]


def _wrapped(file: KeyedText, edit: Edit) -> Edit:
    """An edit of a text in escaped quotes leaves it in them."""
    there = file.root.at(edit.at) if isinstance(edit, Set) else None
    if there is None or not isinstance(there.value, str) or not WRAPPED.fullmatch(there.value):
        return edit
    return Set(edit.at, f'\\"{edit.value}\\"') if isinstance(edit, Set) and isinstance(edit.value, str) else edit


def _as_said(edit: Edit) -> Edit:
    """An edit with its value as it is read back from YAML: every scalar is a text."""
    return edit if isinstance(edit, Remove) else type(edit)(edit.at, _as_text(edit.value))


def _as_text(value: object) -> Any:  # noqa: ANN401 -- whatever an edit writes
    if isinstance(value, dict):
        return {key: _as_text(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_as_text(each) for each in value]
    return value if value is None or isinstance(value, str) else str(value).lower()


def _splices(file: KeyedText, edit: Edit) -> list[Splice]:
    """The changes of one edit. Raises Unsafe where something else stands in its way."""
    if isinstance(edit, Remove):
        return _removed(file, edit.at)
    if edit.at == BODY:
        return [Splice(file.after, len(file.text), edit.value)]
    there, at, value = file.root.at(edit.at), edit.at, edit.value
    if isinstance(edit, Add):
        if there is not None and there.value:
            return _appended(file, there, at, value)
        value = [value]
    have, nested = _stands(file, at), value
    for key in reversed(at[have + 1 :]):
        nested = {key: nested}
    above = file.root.at(at[:have]) or file.root
    if have == len(at):
        return [] if _says(file, above, value) else _replaced(file, above, at, value)
    if (empty := file.root.at(at[: have + 1])) is not None:
        return _replaced(file, empty, at[: have + 1], nested)
    if not isinstance(above.value, dict) or above.style == "marked":
        raise Unsafe(shown(at))
    return _added(file, above, at[:have], str(at[have]), nested)


def is_said(file: KeyedText, edit: Edit) -> bool:
    """Whether a text says already what an edit sets."""
    if not isinstance(edit, Set):
        return False
    if edit.at == BODY:
        return bool(file.text[file.after :] == edit.value)
    node = file.root.at(edit.at)
    return node is not None and _says(file, node, edit.value)


def _says(file: KeyedText, node: Node, value: object) -> bool:
    if not file.is_json:
        return bool(node.data() == _as_text(value))
    there = json.loads(file.text[node.start : node.end])
    return bool(there == value) and type(there) is type(value)


def _replaced(file: KeyedText, node: Node, at: Place, value: object) -> list[Splice]:
    """Another value in the place of one."""
    is_group = isinstance(value, dict | list)
    if (is_group and node.value and not file.is_json) or node.style == "marked":
        raise Unsafe(shown(at))
    gap, style = " " if node.start == node.end else "", _style(file)
    if file.is_json:
        kept = _with_decimals(value, file.text[node.start : node.end])
        return [Splice(node.start, node.end, gap + (kept or _inline(file, value, node)))]
    if not is_group:
        was_group = isinstance(node.value, dict | list)
        start = len(file.text[: node.start].rstrip()) if was_group else node.start
        gap = " " if start != node.start else gap
        return [Splice(start, node.end, gap + _scalar_for(file, node, value, style))]
    above = file.root.at(at[:-1])
    if above is None or above.flow or isinstance(at[-1], int):
        return [Splice(node.start, node.end, gap + style.inline(value))]
    first, *more = style.member("", value, _column(file.text, above.start))
    start = len(file.text[: node.start].rstrip(" "))
    if not more:
        return [Splice(start, node.end, f" {first.partition(':')[2].strip()}")]
    return [Splice(start, node.end, ""), _below(file, node.end, more)]


def _with_decimals(value: object, before: str) -> str | None:
    """A number with as many decimals as the one before it where that loses nothing: `30.00` after `26.50`."""
    decimals = _DECIMALS.fullmatch(before)
    if decimals is None or isinstance(value, bool) or not isinstance(value, int | float):
        return None
    written = f"{value:.{len(decimals[1])}f}"
    return written if float(written) == value else None


def _scalar_for(file: KeyedText, node: Node, value: object, style: Style) -> str:
    """A scalar as it stands in the place of a value, in the quotes or the block of that."""
    if node.value is None or isinstance(node.value, dict | list) or value is None:
        return style.scalar(value, flow=node.flow)
    written = file.text[node.start : node.end]
    block = _rewrite_block(value, written) if node.style == "|" and isinstance(value, str) else None
    if block is not None:
        return block
    if node.style not in ("'", '"'):
        return style.scalar(value, flow=node.flow, quote="")
    return style.scalar(value if isinstance(value, str) else str(value).lower(), flow=node.flow, quote=node.style)


def _removed(file: KeyedText, at: Place) -> list[Splice]:
    """An element taken out of its list; a list of which nothing is left is `[]`. Of a mapping in braces, a key."""
    above, number, node = file.root.at(at[:-1]), at[-1], file.root.at(at)
    if above is not None and node is not None and isinstance(above.value, dict) and above.flow:
        return [_taken_out(file.text, above, node)]
    if above is None or node is None or not isinstance(above.value, list) or not isinstance(number, int):
        raise Unsafe(shown(at))
    if above.flow:
        return [_taken_out(file.text, above, node)]
    begins, found = node.key - _column(file.text, node.key), _LINE_END.search(file.text, node.end)
    if file.text[begins : node.key].strip(" ") or found is None:
        raise Unsafe(shown(at))
    ends = found.start() + len(line_end_at(file.text, found.start(), "")) if found.start() < len(file.text) else -1
    removed = remove_lines(file.text, begins, ends if ends >= 0 else len(file.text))
    if len(above.value) > 1:
        return [removed]
    key = _KEY_ABOVE.search(file.text, 0, begins)
    if key is None:
        raise Unsafe(shown(at))
    return [Splice(key.start() + 1, key.start() + 1, " []"), removed]


def _taken_out(text: str, above: Node, node: Node) -> Splice:
    """A key and its value taken out of braces, or an element out of brackets. Where that goes on from the end of a line
    to the end of another, the line that stays keeps its own end."""
    is_list = isinstance(above.value, list)
    members = sorted((each for _, each in above.children()), key=lambda each: each.start)
    at = next(number for number, each in enumerate(members) if each is node)
    if len(members) == 1:
        return Splice(above.start + 1, above.end - 1, "")
    if at + 1 < len(members):
        begin, following = (each.start if is_list else each.key for each in (node, members[at + 1]))
        return Splice(begin, following, "")
    start, end = members[at - 1].end, node.end
    own, behind = _NEWLINE.search(text, start, end), _NEWLINE.match(text, end)
    return Splice(start, behind.end(), own[0]) if own and behind else Splice(start, end, "")


def _appended(file: KeyedText, node: Node, at: Place, value: object) -> list[Splice]:
    """One more element behind the last one of a list."""
    if not isinstance(node.value, list) or node.style == "marked":
        raise Unsafe(shown(at))
    last = node.value[-1]
    if node.flow:
        return [_in_brackets(file, node, last, _inline(file, value, last))]
    lines = _style(file).item(value, _column(file.text, last.key))
    return [_below(file, last.end, lines)]


def _added(file: KeyedText, mapping: Node, at: Place, key: str, value: object) -> list[Splice]:
    """One more key behind the last one of a mapping."""
    last = max((each for _, each in mapping.children()), key=lambda each: each.end, default=None)
    if last is None:
        return _replaced(file, mapping, at, {key: value})
    style = _style(file)
    if mapping.flow:
        name = json.dumps(key, ensure_ascii=False) if file.is_json else style.key(key)
        return [_in_brackets(file, mapping, last, f"{name}: {_inline(file, value, last)}")]
    return [_below(file, last.end, style.member(key, value, _column(file.text, mapping.start)))]


def _inline(file: KeyedText, value: object, beside: Node) -> str:
    if not file.is_json:
        return _style(file).inline(value)
    near = beside if isinstance(beside.value, dict | list) and beside.value else file.root
    on_one_line = near.value and _NEWLINE.search(file.text, near.start, near.end) is None
    newline = f"{line_end_at(file.text, beside.start, file.newline)}{_indent(file.text, beside.start)}"
    return write_json(value, None if on_one_line else _unit(file)).replace("\n", newline)


def _unit(file: KeyedText) -> str:
    """One step of indentation: how deep the outermost keys stand."""
    first = next((each for _, each in file.root.children()), None)
    return (_indent(file.text, first.key) if first is not None else "") or "  "


def _in_brackets(file: KeyedText, node: Node, last: Node, written: str) -> Splice:
    """Behind the last element in brackets, on a line of its own where that one has one."""
    own_line = _NEWLINE.search(file.text, node.start, last.start) is not None
    gap = f"{line_end_at(file.text, last.end, file.newline)}{_indent(file.text, last.start)}" if own_line else " "
    return Splice(last.end, last.end, f",{gap}{written}")


def _below(file: KeyedText, offset: int, lines: Sequence[str]) -> Splice:
    """Lines below the one on which an offset stands."""
    found = _LINE_END.search(file.text, offset)
    at = found.start() if found else len(file.text)
    newline = line_end_at(file.text, at, file.newline)
    return Splice(at, at, "".join(f"{newline}{line}" for line in lines))


def _column(text: str, offset: int) -> int:
    return offset - max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) - 1


def _indent(text: str, offset: int) -> str:
    """The blanks at the beginning of the line on which an offset stands."""
    line = text[offset - _column(text, offset) : offset]
    return line[: len(line) - len(line.lstrip(" \t"))]
