"""Keys and values with their places: YAML and JSON as one tree of nodes.

Scalars keep their text: `03`, `2.10` and dates mean what they say, and where YAML sees a comment without a blank behind
its `#`, as in `PR #642`, the text goes on. Only the null forms become None. Where reading breaks, the value of that
line is read as text, or the line is left out, in a copy of equal length, and the text is read again: a broken line
costs that line, not the file.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import field
from itertools import islice
from math import isfinite
from typing import Any, cast

from cockpit.regex import regex
from cockpit.text.decoding import LineIndex, split_lines
from cockpit.text.edits import Place
from cockpit.values import dataclass

MOST_LEVELS, MOST_EVENTS, MOST_MENDED, MOST_TWICE = 100, 50_000, 8, 200
NULLS = frozenset({"", "~", "null", "Null", "NULL"})
_FILLER = "\U000fffff"
"""What stands for the value of a broken line."""
_REFUSED = regex("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_STAND_IN, _STAND_INS = 0x100000, regex("[\U00100000-\U0010ffff]")
"""What stands in the copy for a character that YAML refuses."""
_HALF_PAIR = regex(r"(?i)\\u(d[89a-f][0-9a-f]{2})")
_ELLIPSIS = regex(r"[ \t]*(?:\.{3}|…)[ \t]*$")
_SCAR = regex(r"(?P<cut>\.{3}|…)[ \t]*$|(?:<{7}|>{7}|\|{7})(?: .*)?$|={7}$")
_ENTRY = regex(
    r"(?P<lead>[ ]*(?:-[ ]+)*(?:(?:\"[^\"]*\"[ \t]*|'[^']*'[ \t]*|[^\s:#\-\[\]{},&*!|>'\"%@`<=][^:]*):[ \t]+)?)"
    r"(?P<value>\S.*)$"
)
_MEMBER = regex(r"[ ]*(?:-(?:[ ]|$)|[^\s:#\-\[\]{},&*!|>'\"%@`<=][^:]*:(?:[ \t]|$))")
_TOKEN = regex(r'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\],:]|[^\s{}\[\],:"]+')
_JSON_SCALAR = regex(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false")
_GOES_ON, _COMMENT = regex(r"[ \t]+#(?=\w)[^\r\n]*"), regex(r"[ \t]#[ \t]")
"""What follows a plain scalar in `PR #642`. YAML calls it a comment, but those who write such lines mean it."""


@dataclass(slots=True)
class Node:
    """A value: a text, None, a mapping or a list. `start` to `end` is its text with quotes; `style` is `plain`, a
    quote, `|`, `map`, `list`, or `marked` behind an anchor or tag; `flow` says that it stands in brackets. `key` is
    where its key or dash stands, `earlier` has what stands under the same key before it.
    """

    value: "str | dict[str, Node] | list[Node] | None"
    start: int
    end: int
    style: str
    flow: bool = False
    key: int = 0
    earlier: "list[Node]" = field(default_factory=list)

    def child(self, step: str | int) -> "Node | None":
        """What stands under a key or at an index."""
        if isinstance(self.value, dict):
            return self.value.get(step) if isinstance(step, str) else None
        inside = isinstance(self.value, list) and isinstance(step, int) and step < len(self.value)
        return cast("list[Node]", self.value)[cast("int", step)] if inside else None

    def at(self, place: Place) -> "Node | None":
        """What stands at a place below."""
        node: Node | None = self
        for step in place:
            node = node.child(step) if node is not None else None
        return node

    def children(self) -> "list[tuple[str | int, Node]]":
        """Each member with its key or index."""
        if isinstance(self.value, dict):
            return [*self.value.items()]
        return [*enumerate(self.value)] if isinstance(self.value, list) else []

    def data(self) -> Any:  # noqa: ANN401 -- whatever a file holds
        """The plain values."""
        if isinstance(self.value, dict):
            return {key: each.data() for key, each in self.value.items()}
        return [each.data() for each in self.value] if isinstance(self.value, list) else self.value

    def typed(self) -> Any:  # noqa: ANN401 -- whatever a file holds
        """The values as they stand in JSON: numbers as such, as far as they are finite."""
        if isinstance(self.value, dict):
            return {key: each.typed() for key, each in self.value.items()}
        if isinstance(self.value, list):
            return [each.typed() for each in self.value]
        if not self.value or self.style != "plain" or _JSON_SCALAR.fullmatch(self.value) is None:
            return self.value
        try:
            value = json.loads(self.value)
        except ValueError:  # a number of thousands of digits
            return self.value
        return value if not isinstance(value, float) or isfinite(value) else self.value


@dataclass(frozen=True, slots=True)
class Damage:
    """A line that cannot be read as it stands. `kind` is `as-text` (its value is read as text), `left-out`, `cut` (the
    file says there that something was left out), `conflict`, `rest` (nothing below it is read), or `twice`, where the
    key `text` comes again; it is `grave` where nobody knows what is hidden by it.
    """

    kind: str
    line: int
    text: str
    reason: str = ""
    grave: bool = False


def parse(text: str, start: int, end: int, lines: LineIndex) -> tuple[Node, tuple[Damage, ...]]:
    """The tree of a part of a text, with offsets into the whole. Never raises."""
    if (simple := _simple(text, start, end)) is not None:
        return simple, ()
    is_json = text[start:end].lstrip().startswith("{")
    wrong = _no_json(text[start:end]) if is_json else None
    if is_json and wrong is None and (whole := _of_json(text, start, end)) is not None:
        return whole, tuple(islice(_repeated(whole, lines), MOST_TWICE))
    copy, taken = _Copy(text, start, end, lines, is_json), 0
    while True:
        builder = _Builder(text, start, copy.restores)
        stopped = copy.read(builder)
        taken += builder.taken
        if stopped is None or not copy.mend(*stopped, is_long=taken > MOST_EVENTS):
            break
    if wrong is not None and not copy.damage:  # a comment, a comma too many: YAML takes what JSON does not
        line = lines.line_of(start) + getattr(wrong, "lineno", 1) - 1
        copy.damage.append(Damage("as-text", line, "", str(wrong).partition(":")[0]))
    root = builder.root or Node(None, start, start, "plain")
    return root, (*copy.damage, *islice(_repeated(root, lines), MOST_TWICE))


_SIMPLE = regex(
    r"(?P<key>[A-Za-z_][\w-]{0,99}):"
    r"(?:[ ]+(?P<value>[\w./(+$<=;^](?:[\w .,/()+$<>=;^~@!%&*'\"\[\]{}?|`-]|:(?=\S))*?))?[ ]*\r?", re.ASCII
)  # fmt: skip
_SIMPLE_LENGTH = 10_000


def _simple(text: str, start: int, end: int) -> Node | None:
    """The tree where each line is a key and a plain value on that line, as in nearly all handoffs; else None. YAML's
    own reader says the same, but takes longer to import than a hook has for all it does."""
    root, at = Node({}, start, start, "map"), start
    members: dict[str, Node] = {}
    for line in text[start : min(end, start + _SIMPLE_LENGTH)].split("\n"):
        found = _SIMPLE.fullmatch(line)
        if found is not None and found["key"] not in members:
            begin, stop = found.span("value") if found["value"] else (found.end("key") + 1,) * 2
            value = None if (found["value"] or "") in NULLS else found["value"]
            members[found["key"]] = Node(value, at + begin, at + stop, "plain", key=at)
            root.start, root.end = root.start if len(members) > 1 else at, at + stop
        elif line not in ("", "\r"):
            return None
        at += len(line) + 1
    root.value = members
    return root if members and end - start <= _SIMPLE_LENGTH else None


def _no_json(text: str) -> ValueError | RecursionError | None:
    """Why a text is no valid JSON, if it is none."""
    try:
        json.loads(text)
    except (ValueError, RecursionError) as error:
        return error
    return None


def _of_json(text: str, start: int, end: int) -> Node | None:
    """The tree of valid JSON, as YAML would read it and without loading that; None where it is too much."""
    builder, levels = _Builder(text, start, restores=False), 0
    for taken, found in enumerate(_TOKEN.finditer(text, start, end)):
        written, at = found[0], found.start()
        if written in ("{", "["):
            levels += 1
            builder.open(Node({} if written == "{" else [], at, at, "map" if written == "{" else "list", True))
        elif written in ("}", "]"):
            levels -= 1
            builder.close(found.end())
        elif written not in (",", ":"):
            builder.add(Node(_scalar_of_json(written), at, found.end(), '"' if written[0] == '"' else "plain", True))
        if levels > MOST_LEVELS or taken > MOST_EVENTS:
            return None
    return builder.root


def _scalar_of_json(written: str) -> str | None:
    if written[0] != '"':
        return None if written in NULLS else written
    return _with_whole_pairs(written, written[1:-1]) if "\\" in written else written[1:-1]


def _repeated(root: Node, lines: LineIndex) -> Iterator[Damage]:
    """The keys that come again. What they hide is known, unless it is a list or a mapping."""
    waiting = [("", root)]
    while waiting:
        key, node = waiting.pop()
        for at, hidden in enumerate(node.earlier):
            again = node.earlier[at + 1] if at + 1 < len(node.earlier) else node
            is_grave = isinstance(hidden.value, dict | list) and bool(hidden.value)
            yield Damage("twice", lines.line_of(again.key), key, grave=is_grave)
        waiting += [(str(step), each) for step, each in node.children()]


class _Copy:
    """The lines of a text, in which what breaks the reading is filled."""

    def __init__(self, text: str, start: int, end: int, lines: LineIndex, is_json: bool) -> None:
        first = lines.line_of(start)
        source = text[start:end]
        self.restores = _REFUSED.search(source) is not None and _STAND_INS.search(source) is None
        refused = {ord(each) for each in _REFUSED.findall(source)}
        source = source.translate({code: _STAND_IN + code if self.restores else 0xFFFD for code in refused})
        source = _HALF_PAIR.sub(r"\\u0020", source) if is_json else source
        self.damage: list[Damage] = []
        self._lines, self._first, self._is_json = split_lines(source), first, is_json
        self._line_numbers, self._start = lines, start
        self._written, self._mended = split_lines(text[start:end]), 0
        for at, line in enumerate(self._lines):
            if line.isspace():
                if "\t" in line:
                    self._lines[at] = line.replace("\t", " ")
            elif scar := _SCAR.match(line.rstrip("\r\n")):
                if scar["cut"] or line[0] == "<":
                    self.damage.append(Damage("cut" if scar["cut"] else "conflict", first + at, line.strip()))
                self._lines[at] = re.sub(r"[^\r\n]", " ", line)

    def read(self, builder: "_Builder") -> tuple[int, str, bool] | None:
        """Build the tree: None, or the index of the line that stops that, why, and whether no more can be read."""
        import yaml

        source = "".join(self._lines)
        loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
        try:
            builder.take(yaml.parse(source, Loader=loader))
        except _TooMuchError as error:
            return self._line_of(error.args[0]), error.args[1], True
        except yaml.MarkedYAMLError as error:
            at = builder.open_quote_before(self._culprit(error))
            is_cut_short = self._is_json and not source[at:].strip()  # what was read before it stands
            return self._line_of(at), error.problem or "syntax error", is_cut_short
        except yaml.YAMLError as error:
            return 0, str(error).splitlines()[0], False
        return None

    def _line_of(self, offset: int) -> int:
        """The index of the line on which an offset into the copy stands."""
        return self._line_numbers.line_of(self._start + offset) - self._first

    def _culprit(self, error: Any) -> int:  # noqa: ANN401 -- as PyYAML raises it
        """Where the mistake is: where an unfinished token begins, else where reading stopped."""
        unfinished = (
            "while scanning a quoted",
            "while scanning a simple",
            *(() if self._is_json else ("while parsing a flow",)),
        )
        begins = (error.context or "").startswith(unfinished)
        marks = [each for each in (error.context_mark, error.problem_mark) if each is not None]
        return int((marks if begins else marks[::-1])[0].index) if marks else 0

    def mend(self, at: int, reason: str, ends: bool, *, is_long: bool) -> bool:
        """Fill the value of a broken line, so that the tree has its place; blank a line that has none. Of what is not
        mended, as of a text that takes long, the rest is left out; False where nothing else can be read.
        """
        at = min(at, len(self._lines) - 1)
        while at > 0 and (not self._lines[at].strip() or self._lines[at].lstrip().startswith("#")):
            at -= 1
        if at < 0 or (self.damage and self.damage[-1].kind == "rest"):
            return False
        content = self._lines[at].rstrip()
        self._mended += 1
        if ends or is_long or self._mended > MOST_MENDED or not content:
            self.damage.append(Damage("rest", self._first + at, "", reason, grave=True))
            del self._lines[at:]
            return not ends
        found = None if self._is_json else _ENTRY.match(content)
        known = found is not None and bool(found["lead"].strip()) and set(found["value"]) != {_FILLER}
        lead = found.end("lead") if found is not None and known else 0
        filler = _FILLER if known and not self._has_members(at) else " "
        filled = content[:lead] + filler * (len(content) - lead)
        self._lines[at] = filled + self._lines[at][len(content) :]
        is_cut = _ELLIPSIS.match(content) is not None
        kind = "cut" if is_cut else "as-text" if known else "left-out"
        line, written = self._first + at, self._written[at].strip()
        self.damage = [each for each in self.damage if each.line != line]
        self.damage.append(Damage(kind, line, written, reason, grave=not (known or is_cut)))
        return True

    def _has_members(self, at: int) -> bool:
        """Whether keys or entries stand below the key of a line, which a text there would break."""
        below = next((each for each in self._lines[at + 1 :] if each.strip()), "")
        deeper = len(below) - len(below.lstrip(" ")) > len(self._lines[at]) - len(self._lines[at].lstrip(" -"))
        return deeper and _MEMBER.match(below) is not None


def _restored(text: str) -> str:
    return text.translate({ord(each): ord(each) - _STAND_IN for each in _STAND_INS.findall(text)})


class _TooMuchError(Exception):
    """The offset from which nothing is read, and why."""


class _Builder:
    """Builds the tree of events without recursion; what was built before an error is kept."""

    def __init__(self, text: str, offset: int, restores: bool) -> None:
        self.root: Node | None = None
        self.taken = 0
        self._text, self._offset, self._restores = text, offset, restores
        self._is_json = text[offset : offset + 1_000].lstrip().startswith("{")
        self._stack: list[tuple[Node, list[tuple[str, int]]]] = []
        self._last: Node | None = None

    def take(self, events: Iterator[Any]) -> None:
        """Raises what the parser raises, and _TooMuchError for what would take too long."""
        import yaml

        anchors: set[str] = set()
        for self.taken, event in enumerate(events):
            kind = type(event).__name__
            if kind != "AliasEvent" and getattr(event, "anchor", None):
                anchors.add(event.anchor)
            start, end = event.start_mark.index + self._offset, event.end_mark.index + self._offset
            if kind == "ScalarEvent":
                node = self._scalar(event, start, end)
                self._last = node if node.style in ("'", '"') else self._last
                self.add(node)
            elif kind in ("MappingStartEvent", "SequenceStartEvent"):
                if len(self._stack) >= MOST_LEVELS:
                    raise _TooMuchError(start - self._offset, f"nested more than {MOST_LEVELS} levels deep")
                is_map = kind == "MappingStartEvent"
                style = "marked" if self._text[start : start + 1] in ("&", "!") else "map" if is_map else "list"
                self.open(Node({} if is_map else [], start, start, style, bool(event.flow_style)))
            elif kind in ("MappingEndEvent", "SequenceEndEvent"):
                node, _ = self._stack.pop()
                node.end = end if node.flow else max((each.end for _, each in node.children()), default=node.start)
                node.flow = node.flow or self._in_flow()
            elif kind == "AliasEvent":
                if event.anchor not in anchors:
                    raise yaml.MarkedYAMLError(problem="found undefined alias", problem_mark=event.start_mark)
                self.add(Node(self._text[start:end], start, end, "marked", self._in_flow()))
            if self.taken > MOST_EVENTS:
                raise _TooMuchError(start - self._offset, f"more than {MOST_EVENTS:,} keys and values")

    def _scalar(self, event: Any, start: int, end: int) -> Node:  # noqa: ANN401 -- an event of PyYAML
        style, flow = event.style or "plain", self._in_flow()
        value = _restored(event.value) if self._restores else event.value
        if self._text[start : start + 1] in ("&", "!"):
            return Node(value, start, end, "marked", flow)
        if style in "|>":
            return Node(value, start, start + len(self._text[start:end].rstrip()), "|", flow)
        if style != "plain":
            if self._is_json and "\\u" in self._text[start:end]:
                value = _with_whole_pairs(self._text[start:end], value)
            return Node(value, start, end, style, flow)
        if _FILLER in event.value:
            is_filled = event.value.startswith(_FILLER)
            written = self._text[start:end] if is_filled else event.value.partition(_FILLER)[0].rstrip(" -")
            return Node(_unquoted(" ".join(written.split())) or None, start, end, "plain", flow)
        if not flow and (more := _GOES_ON.match(self._text, end)):
            further = _COMMENT.split(more[0], maxsplit=1)[0].rstrip()
            start = start if end > start else end + len(further) - len(further.lstrip())
            return Node(f"{value}{further}".strip(), start, end + len(further), "plain", flow)
        return Node(None if event.value in NULLS else value, start, end, "plain", flow)

    def open_quote_before(self, offset: int) -> int:
        """Where a quoted text begins that goes on over lines up to a mistake: its quote was never closed, as a rule.
        Else the offset of the mistake itself.
        """
        end, last = offset + self._offset, self._last
        if last is None or self._is_json or not last.start < end or "\n" in self._text[last.end : end]:
            return offset
        return last.start - self._offset if "\n" in self._text[last.start : last.end] else offset

    def _in_flow(self) -> bool:
        return bool(self._stack) and self._stack[-1][0].flow

    def open(self, node: Node) -> None:
        """Add a mapping or list; what comes then stands in it."""
        self.add(node)
        self._stack.append((node, []))

    def close(self, end: int) -> None:
        """End the innermost one, in brackets."""
        self._stack.pop()[0].end = end

    def add(self, node: Node) -> None:
        if not self._stack:
            if self.root is not None:
                raise _TooMuchError(node.start - self._offset, "a second YAML document begins here")
            self.root = node
            return
        above, keys = self._stack[-1]
        if isinstance(above.value, list):
            node.key = 0 if above.flow else self._text.rfind("-", 0, node.start)
            above.value.append(node)
        elif isinstance(above.value, dict) and keys:
            key, node.key = keys.pop()
            if (before := above.value.get(key)) is not None:
                node.earlier, before.earlier = before.earlier, []
                node.earlier.append(before)
            above.value[key] = node
        elif isinstance(node.value, dict | list):
            raise _TooMuchError(node.start - self._offset, "a key is a collection")
        else:
            keys.append((node.value if node.value is not None else self._text[node.start : node.end], node.start))


def _with_whole_pairs(written: str, value: str) -> str:
    """A text of JSON, each pair of escapes as one character; the value as YAML has it where it is no JSON."""
    try:
        return str(json.loads(written, strict=False)).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    except ValueError:
        return value


def _unquoted(value: str) -> str:
    """A value that is no YAML, without the quotes around it or the one that was never closed."""
    quote = value[:1]
    if quote not in ("'", '"'):
        return value
    inner = value[1:-1] if value.endswith(quote) and len(value) > 1 else value[1:]
    return value if quote in inner else inner
