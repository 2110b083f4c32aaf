"""Descriptions of files of keys, as dataclasses: each field says how its value is read, and its other names.

Reading by one gives records with the places of their values, what cannot be read as it must (`Problem`), and what
nobody reads (`Unread`): what is left of a text when everything that a field told is taken away.
"""

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import field, fields
from functools import cache
from typing import Any, TypeVar, cast

from cockpit.regex import regex
from cockpit.text.decoding import split_lines
from cockpit.text.edits import Place, shown
from cockpit.text.keyed import WRAPPED, KeyedText, Problem, problems_of
from cockpit.text.tree import Node
from cockpit.values import dataclass
from cockpit.wording.numbers import read_count, whole_number
from cockpit.wording.times import parse_instant, to_utc_text

R = TypeVar("R", bound="Record")
NOTHING: tuple[object, ...] = (None, "", [], {})
_WORD = regex(r"\w")
_BLANK = regex(r"(?i)[\W_]*(?:n/?a|none|nil|tbd|unknown)?[\W_]*|[<{\[][a-z _.-]+[>}\]]")
_MOST_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Unread:
    """A text that nobody reads: the keys above it, its line, and the text with its own key."""

    section: str
    line: int
    text: str


@dataclass(slots=True, kw_only=True)
class Record:
    """A mapping as its description has it. `node` is None where it is missing; `key` is its name in a mapping of
    records. `told` has the places and nodes that told each field, `unreadable` the line and text of what is stated and
    cannot be read.
    """

    node: Node | None
    file: KeyedText
    at: Place = ()
    key: str | None = None
    outer: "tuple[Record, ...]" = ()
    told: dict[str, list[tuple[Place, Node]]] = field(default_factory=dict)
    unreadable: dict[str, tuple[int, str]] = field(default_factory=dict)

    def line(self, name: str | None = None) -> int:
        """The line of a field, or of the mapping where it is missing."""
        nodes = self.told.get(name, ()) if name is not None else ()
        node = nodes[0][1] if nodes else self.node
        return self.file.line_of(node) if node is not None else 1

    def stated(self, name: str) -> str | None:
        """A scalar as it is written."""
        nodes = self.told.get(name, ())
        return nodes[0][1].value if nodes and isinstance(nodes[0][1].value, str) else None


@dataclass(slots=True)
class Reading:
    """What reading a text by a description gave beside its records."""

    file: KeyedText
    problems: list[Problem] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def add(self, code: str, node: Node, sentence: str) -> None:
        """Report something about a value."""
        self.problems.append(Problem(code, self.file.line_of(node), sentence))

    def leave(self, node: Node, at: Place) -> None:
        """Keep a value that nobody reads."""
        value = plain_of(node)
        said = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
        self.keep(self.file.line_of(node), f"{at[-1]}: {said}" if isinstance(at[-1], str) else said, shown(at[:-1]))

    def keep(self, line: int, text: str, section: str = "") -> None:
        """Keep a text that nobody reads."""
        if _WORD.search(text):
            self.unread.append(Unread(section, line, text))


@dataclass(frozen=True, slots=True)
class Spec:
    """How a field is read: the codec, other names of its key, the record of a nested one."""

    read: "Callable[[Spec, Node, Place, Record, Reading], Any]"
    also: tuple[str, ...] = ()
    of: "type[Record]" = None  # type: ignore[assignment]  # of fields that have records below them
    bare: str | None = None
    key: str | None = None
    least: Callable[[str], int] | None = None


def clean(node: Node | None) -> str | None:
    """A scalar as text, without the escaped quotes that some agents put around everything; None for nothing."""
    if node is None or not isinstance(node.value, str):
        return None
    value = node.value
    if value.startswith('\\"') and (wrapped := WRAPPED.fullmatch(value)):
        value = wrapped["inside"].replace('\\"', '"').replace("\\\\", "\\")
    return value.strip() or None


def plain_of(node: Node) -> Any:  # noqa: ANN401 -- whatever a file holds
    """The plain values, each scalar as `clean` has it."""
    if isinstance(node.value, dict):
        return {key: plain_of(each) for key, each in node.value.items()}
    return [plain_of(each) for each in node.value] if isinstance(node.value, list) else clean(node)


def says_nothing(node: Node) -> bool:
    """Whether a value stands for nothing: `N/A`, `—`, `[none]`, `{count}`."""
    if isinstance(node.value, dict | list):
        return all(says_nothing(child) for _, child in node.children())
    stated = clean(node) or ""
    return len(stated) <= _MOST_SHOWN and _BLANK.fullmatch(stated) is not None


# Codecs: what they cannot take stays, and is told


def _text(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> str | None:
    if isinstance(node.value, dict | list) and node.value:
        reading.leave(node, at)
    if spec.least is None:
        return clean(node)
    around = record.node.earlier if record.node is not None else []
    beside = [child for each in around if (child := each.child(at[-1])) is not None]
    return min(filter(None, map(clean, (node, *node.earlier, *beside))), key=spec.least, default=None)


def _flag(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> bool | None:
    found = {"true": True, "false": False}.get((clean(node) or "").casefold())
    if found is None and node.value not in NOTHING:
        reading.leave(node, at)
    return found


def _count(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> int | None:
    counts = [(read_count(clean(each)), each) for each in (*node.earlier, node)]
    for number, each in counts:
        if number is None and each.value not in NOTHING and not says_nothing(each):
            stated = json.dumps(plain_of(each), ensure_ascii=False)[:_MOST_SHOWN]
            name = shown(tuple(step for step in at if isinstance(step, str)))
            reading.add("value-unreadable", each, f"`{name}` is not a valid whole number: {stated}.")
            record.unreadable[str(at[-1])] = reading.file.line_of(each), clean(each) or stated
    if whole_number(clean(node)) is None and node.value not in NOTHING:
        reading.leave(node, at)
    known = [number for number, _ in counts if number is not None]
    return (max(known) if spec.also else known[-1]) if known else None


def _time(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> str | None:
    value = _text(spec, node, at, record, reading)
    instant = parse_instant(value)
    if value is None:
        return None
    if instant is None:
        reading.add("time-unreadable", node, f"`{at[-1]}` is not a time: {value}.")
        return None
    if instant.zoneless:
        reading.add("zoneless-time", node, f"`{at[-1]}` {value} has no time zone and is read as UTC.")
    return to_utc_text(value)


def _texts(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> tuple[str, ...]:
    found = []
    for step, each in node.children() if isinstance(node.value, list) else [(None, node)]:
        value = clean(each)
        if isinstance(each.value, dict | list) and each.value:
            reading.leave(each, at if step is None else (*at, step))
            value = next(filter(None, (clean(each.child(name)) for name in ("path", "file", "id", "name"))), None)
        found += [value] if value is not None else []
    return tuple(found)


def _records(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> "tuple[Record, ...]":
    if isinstance(node.value, str) and (says_nothing(node) or clean(node) == "0"):
        return ()
    if isinstance(node.value, str) and spec.bare is not None:
        return (_alone(spec, node, at, reading),)
    if isinstance(node.value, str):
        stated = json.dumps(clean(node), ensure_ascii=False)[:_MOST_SHOWN]
        reading.add("value-unreadable", node, f"`{at[-1]}` is not a valid list: {stated}.")
        reading.leave(node, at)
    found = []
    for step, each in node.children():
        if isinstance(each.value, dict):
            key = step if isinstance(step, str) else None
            made = _read(spec.of, each, reading, (*at, step), (*record.outer, record))
            made.key = key
            if spec.key is not None and key is not None and getattr(made, spec.key) is None:
                setattr(made, spec.key, key)
            found.append(made)
        elif spec.bare is not None and clean(each) and not says_nothing(each):
            found.append(_alone(spec, each, (*at, step), reading))
        elif each.value not in NOTHING:
            if spec.bare is None:
                stated = json.dumps(plain_of(each), ensure_ascii=False)[:_MOST_SHOWN]
                reading.add("value-unreadable", each, f"An entry of `{at[-1]}` is not a valid mapping: {stated}.")
            reading.leave(each, (*at, step))
    return tuple(found)


def _alone(spec: Spec, node: Node, at: Place, reading: Reading) -> "Record":
    """A record of which only the text stands there that is its most important field."""
    name = spec.bare or ""
    record = spec.of(node=node, file=reading.file, at=at, told={name: [(at, node)]})
    setattr(record, name, clean(node))
    return record


def _group(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> Record | None:
    if not isinstance(node.value, dict):
        if node.value:
            reading.leave(node, at)
        return None
    return _read(spec.of, node, reading, at, (*record.outer, record))


def _whole(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> Any:  # noqa: ANN401
    for key, each in node.children() if isinstance(node.value, dict) else ():
        owner = next((known for known in (record, *reversed(record.outer)) if key in specs_of(known)), None)
        has_none = owner is not None and owner.node is not None and owner.node.child(str(key)) is None
        if owner is not None and has_none and each.value and specs_of(owner)[str(key)].read is _records:
            reading.add("key-misplaced", each, f"The key {key} is not read here, below {at[-1]}.")
    return plain_of(node)


# Fields: what a description is made of


def text(*also: str, least: Callable[[str], int] | None = None) -> Any:  # noqa: ANN401 -- the default of any field
    """A text; where its key comes again, or that of the mapping around it, the one that weighs least."""
    return field(default=None, metadata={"spec": Spec(_text, also, least=least)})


def flag(*also: str) -> Any:  # noqa: ANN401
    """A truth value."""
    return field(default=None, metadata={"spec": Spec(_flag, also)})


def count(*also: str) -> Any:  # noqa: ANN401
    """A whole number, also `two` or `2 of 3`; of several spellings or places, the highest."""
    return field(default=None, metadata={"spec": Spec(_count, also)})


def time(*also: str) -> Any:  # noqa: ANN401
    """An instant, in UTC where its zone is known."""
    return field(default=None, metadata={"spec": Spec(_time, also)})


def texts(*also: str) -> Any:  # noqa: ANN401
    """A list of texts; one alone counts as one, and of a mapping the path or name in it. Several keys add up."""
    return field(default=(), metadata={"spec": Spec(_texts, also)})


def records(of: type[Record], *also: str, bare: str | None = None, key: str | None = None) -> Any:  # noqa: ANN401
    """A list of mappings, or a mapping of them, whose keys are the field `key`; a bare text is the field `bare`."""
    return field(default=(), metadata={"spec": Spec(_records, also, of, bare, key)})


def group(of: type[Record], *also: str) -> Any:  # noqa: ANN401
    """A mapping."""
    return field(default=None, metadata={"spec": Spec(_group, also, of)})


def whole(*also: str) -> Any:  # noqa: ANN401
    """Whatever stands there, kept as it is; misplaced below it are only records that are missing further out."""
    return field(default=None, metadata={"spec": Spec(_whole, also)})


@cache
def _specs(cls: Hashable) -> tuple[dict[str, Spec], dict[str, str]]:
    """The described fields of a record, and the field of each key; one with other names is known by its letters."""
    specs = {each.name: each.metadata["spec"] for each in fields(cast("type[Record]", cls)) if "spec" in each.metadata}
    keys = {_folded(name): field for field, spec in specs.items() if spec.also for name in (field, *spec.also)}
    return specs, {**keys, **{name: name for name in specs}}


def _folded(name: str) -> str:
    """A key without case and marks."""
    return "".join(filter(str.isalnum, name)).casefold()


# Reading


def read(cls: type[R], file: KeyedText) -> tuple[R, Reading]:
    """A text by its description. Never raises."""
    reading = Reading(file)
    root = file.root if isinstance(file.root.value, dict) else None
    record = _read(cls, root, reading, (), ())
    reading.problems[:0] = problems_of(file)
    for line, left in (*_broken_lines(file), *file.comments()):
        reading.keep(line, left)
    reading.unread.sort(key=lambda each: each.line)
    return record, reading


def _read(cls: type[R], node: Node | None, reading: Reading, at: Place, outer: "tuple[Record, ...]") -> R:
    record = cls(node=node, file=reading.file, at=at, outer=outer)
    specs, names = _specs(cast("Hashable", cls))
    left = []
    for step, child in node.children() if node is not None else ():
        spelling = str(step)
        name = names.get(spelling) or names.get(_folded(spelling))
        if name is None or (name != spelling and not specs[name].also):
            left.append((spelling, child))
            continue
        spec, place = specs[name], (*at, spelling)
        record.told.setdefault(name, []).append((place, child))
        value, known = spec.read(spec, child, place, record, reading), getattr(record, name)
        if spec.read is _texts:
            value = (*value, *known) if name == spelling else (*known, *value)
        elif spec.read is _count and known is not None:
            value = max(known, value) if value is not None else known
        elif known not in (None, ()) and name != spelling:
            continue
        setattr(record, name, value)
    for spelling, child in left:
        if child.value not in NOTHING:
            reading.leave(child, (*at, spelling))
            _check_key(spelling, child, record, reading)
    return record


def _check_key(key: str, node: Node, record: Record, reading: Reading) -> None:
    """Report a key that is a known one but for case and marks, or that belongs further out."""
    known = next((each for each in specs_of(record) if _folded(each) == _folded(key)), None)
    if known is not None:
        reading.add("key-misspelled", node, f"The key {key} is not read: the correct spelling is {known}.")
        return
    for each in record.outer if isinstance(node.value, dict | list) and node.value else ():
        there = each.node.child(key) if each.node is not None else None
        if key in specs_of(each) and (there is None or there.value in NOTHING):
            below = record.at[-1] if record.at else ""
            reading.add("key-misplaced", node, f"The key {key} is not read here, below {below}.")
            return


def specs_of(record: Record) -> dict[str, Spec]:
    """How the fields of a record are read."""
    return _specs(cast("Hashable", type(record)))[0]


def left_over(record: Record) -> Iterator[tuple[str, Node]]:
    """The members that no field told."""
    told = {place[-1] for places in record.told.values() for place, _ in places}
    for step, node in record.node.children() if record.node is not None else ():
        if step not in told:
            yield str(step), node


# What is left of the text of the keys


def _broken_lines(file: KeyedText) -> Iterator[tuple[int, str]]:
    """The lines that broke the reading, those of values whose key comes again, and the text above keys."""
    lines: Sequence[str] = split_lines(file.text) if file.damage or file.form == "elsewhere" else ()
    if file.form == "elsewhere" and (above := "".join(lines[: max(0, file.lines.line_of(file.start) - 2)]).strip()):
        yield 1, above
    numbers: set[int] = set()
    for each in file.damage:
        if each.kind in ("as-text", "left-out"):
            numbers.add(each.line)
        elif each.kind == "rest":
            numbers.update(range(each.line, file.lines.line_of(max(file.start, file.end - 1)) + 1))
    waiting = [file.root] if any(each.kind == "twice" for each in file.damage) else []
    while waiting:
        node = waiting.pop()
        waiting += [child for _, child in node.children()]
        for hidden in node.earlier:
            numbers.update(
                range(file.lines.line_of(hidden.key), file.lines.line_of(max(hidden.end - 1, hidden.key)) + 1)
            )
    yield from ((number, lines[number - 1].strip()) for number in sorted(numbers) if number <= len(lines))
