"""A Markdown file by its description: what it says as plain data, where each of that stands, and what nothing read.

A description names the parts of a file by the titles of their sections. What is said has a key for each part: a mapping
for fields, lists for rows, entries and boxes, a text for prose. What says nothing is not said. Under `unread` stands
what no part took.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import Any, Literal

from cockpit.regex import regex
from cockpit.text.edits import Place
from cockpit.text.lines import Document, Entry, Line, Section, Span, cells_of, document_of, entries_of, label_in
from cockpit.text.words import fold, is_placeholder, plain, says_nothing, unquoted
from cockpit.values import dataclass

_APART = regex(r"[|;,·]")
_BARS = regex(r"\|")
"""Between bars a part may be no field, as in `leg: 3 | North | status: late`."""
_LONGEST_OF_SEVERAL = 300
"""Characters of a line on which several fields may stand."""
_MAP = regex(r"\{([^{}]*)\}")
_PAIR = regex(r"\s*(\w+)\s*:[ \t]*(\"[^\"]*\"|'[^']*'|[^,]*)")
_HEADS = "field key value item property setting name metric"
"""What stands above a table of fields."""


# What a file is described by


@dataclass(frozen=True, slots=True)
class Field:
    """A `label: value` line. `read` gives the value, None for what cannot be read; `also` are other labels. `keys` are
    those of a mapping below it or in braces behind it, of which `quoted` are written in quotes. One that stands `apart`
    is written on a line of its own below the table of the others."""

    name: str
    read: Callable[[str], Any] = str
    also: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    quoted: tuple[str, ...] = ()
    apart: bool = False


@dataclass(frozen=True, slots=True)
class Fields:
    """A section of fields, in the order in which they are written: lines, rows of a table, or several on a line.

    Lines equal to one of the `examples` are the template's, and remarks behind an arrow in them; below a hint among
    them, which has no value, nothing is said. A field that several places state differently says a list of all.
    Where they are `open`, a label that none of them has is a field of its own.
    """

    name: str
    titles: tuple[str, ...]
    fields: tuple[Field, ...] = ()
    examples: str = ""
    open: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A section with a table: by the name of a column the heads it may have, of which the first is written. `asides`
    are known sentences around it."""

    name: str
    titles: tuple[str, ...]
    columns: Mapping[str, tuple[str, ...]]
    asides: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Entries:
    """A section with a list; of one of `items`, text beside these is no entry. Of one with `boxes` each element has its
    `text`, and the `mark` in its box if it has one, True and False for ticked and not. A title in asterisks is written
    as a line in bold; a section `within` that of another part is a level deeper where that is there."""

    name: str
    titles: tuple[str, ...]
    items: bool = False
    boxes: bool = False
    within: str = ""


@dataclass(frozen=True, slots=True)
class Boxes:
    """All items of the file with a box, by groups: of each group the `title` and the `items`, of each item the `mark`
    in its box, True and False for ticked and not, and its `text`.

    The heading of a group is the outermost one above its items whose title matches `called`, else the outermost of the
    same level; where none matches, of the first level at which the items part. Where some begin as `named`, the others
    decide nothing about groups.
    """

    name: str
    called: re.Pattern[str]
    named: re.Pattern[str]


@dataclass(frozen=True, slots=True)
class Prose:
    """A section of free text."""

    name: str
    titles: tuple[str, ...]


Part = Fields | Table | Entries | Boxes | Prose


@dataclass(frozen=True, slots=True)
class File:
    """A file: the titles it may have, and its parts in the order in which they are written. A part without titles is
    what stands below the title, and above the first heading."""

    titles: tuple[str, ...]
    parts: tuple[Part, ...]

    def part(self, name: object) -> Part | None:
        """A part by its name."""
        return next((each for each in self.parts if each.name == name), None)


# What is read by it

Style = Literal["line", "cell", "pair", "item", "mark", "prose"]


@dataclass(frozen=True, slots=True)
class Stated:
    """What one place states: the text without marks and quotes, empty where it says nothing, and what its field reads
    in it. `start` and `end` span the words, `begin` and `stop` what goes where it is removed."""

    text: str
    line: int
    start: int
    end: int
    begin: int
    stop: int
    style: Style
    section: Section
    value: Any = None
    lead: str = ""
    quoted: bool = False


@dataclass(frozen=True, slots=True)
class Note:
    """What is to be told of a line, by a code: a `placeholder` that was left, a `template` that stands there, a `twin`
    of a section; for a `twin` the `text` is the title."""

    code: Literal["placeholder", "template", "twin"]
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class Unread:
    """Lines that say something which no part took: their section, the number of the first, of each the words left."""

    section: Section
    line: int
    text: str
    words: tuple[str, ...]
    lines: tuple[Line, ...] = ()


@dataclass(slots=True)
class Reading:
    """A file as it was read. `places` has for each place in what is `said` all that state it, also those that say
    nothing; `fillers` are what stands in an empty list or table instead of an entry, `sections` those of a part, and
    `heads` and `columns` those of its first table."""

    document: Document
    said: dict[str, Any] = field(default_factory=dict)
    places: dict[Place, list[Stated]] = field(default_factory=dict)
    sections: dict[str, list[Section]] = field(default_factory=dict)
    heads: dict[str, Line] = field(default_factory=dict)
    columns: dict[str, tuple[str, ...]] = field(default_factory=dict)
    fillers: dict[str, list[Stated]] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)
    unread: list[Unread] = field(default_factory=list)

    def all(self, *at: str | int) -> list[Stated]:
        """What all places of something state, without those that say nothing."""
        return [each for each in self.places.get(at, ()) if each.text]

    def get(self, *at: str | int) -> Stated | None:
        """What the first of them states."""
        return next(iter(self.all(*at)), None)


class _Told(dict[int, set[str]]):
    """By line the words of it that are told: what is left of a line stays unread."""

    def add(self, line: Line, *texts: str) -> None:
        self.setdefault(line.number, set()).update(*(fold(each).split() for each in texts))

    def left_of(self, line: Line) -> list[str]:
        """The words of a line that are not told."""
        told = self.get(line.number)
        words = fold(line.text).split() if line.says_something or line.kind == "heading" else []
        return words if told is None else [word for word in words if word not in told and not says_nothing(word)]


def read(file: File, text: str) -> Reading:
    """Read a text by a description. Nothing raises."""
    reading, told = Reading(document_of(text)), _Told()
    titles = {fold(each) for each in file.titles}
    for section in reading.document.sections:
        if section.heading is not None and section.level == 1 and fold(section.title) in titles:
            told.add(section.heading, section.title)
    for part in file.parts:
        if not isinstance(part, Boxes):
            reading.sections[part.name] = _sections_of(reading, part, told)
        _READERS[type(part)](reading, part, told)
    reading.unread = [*_unread(reading.document, told)]
    reading.said["unread"] = [words for each in reading.unread for words in each.words]
    return reading


def _sections_of(reading: Reading, part: Fields | Table | Entries | Prose, told: _Told) -> list[Section]:
    """The sections of a part: all that have one of its titles say something of it."""
    sections = reading.document.sections
    found = reading.document.named(part.titles)
    if not part.titles:
        below_title = [each for each in sections[1:2] if each.level == 1]
        found = [*below_title, *(each for each in sections[:1] if each.lines or not below_title)]
    for section in found:
        if section.heading is not None:
            told.add(section.heading, section.heading.text)
    reading.notes += [Note("twin", each.line, each.title) for each in found[1:] if each.heading is not None]
    return found


# Fields


def _read_fields(reading: Reading, part: Fields, told: _Told) -> None:
    labels = {fold(label): each for each in reversed(part.fields) for label in (each.name, *each.also)}
    for section in reading.sections[part.name]:
        _SectionOfFields(reading, part, labels, told, section).read()
    said = reading.said[part.name] = {}
    own = {str(at[1]): None for at in reading.places if at[0] == part.name} if part.open else {}
    for each in (*part.fields, *(Field(name) for name in own if all(name != each.name for each in part.fields))):
        values: list[Any] = _texts(reading, part.name, each.name)
        nested = {key: texts for key in each.keys if (texts := _texts(reading, part.name, each.name, key))}
        if nested:
            values.append({key: texts[0] if len(texts) == 1 else texts for key, texts in nested.items()})
        if values:
            said[each.name] = values[0] if len(values) == 1 else values


def _texts(reading: Reading, *at: str) -> list[str]:
    """The different texts that the places of a field state."""
    return [*dict.fromkeys(each.text for each in reading.all(*at))]


@dataclass(frozen=True, slots=True)
class _SectionOfFields:
    reading: Reading
    part: Fields
    labels: Mapping[str, Field]
    told: _Told
    section: Section

    def read(self) -> None:
        """Keep the places of all fields in the section."""
        lines = [each for each in self.section.lines if each.kind in ("text", "item", "more", "row", "head")]
        if any(each.kind == "code" for each in self.section.lines) and not any(map(self._on, lines)):
            lines = [each for each in self.section.lines if each.kind in ("text", "item", "code")]
        for line in self.section.lines:
            if line.kind == "head":
                self.told.add(line, _HEADS)
        examples = {fold(each): each.rstrip().endswith(":") for each in self.part.examples.splitlines() if fold(each)}
        above: tuple[Field, Line] | None = None
        is_template = False
        for line in lines:
            is_hint = examples.get(fold(line.text))
            if is_hint and not is_template:
                self.reading.notes.append(Note("template", line.number, line.text.strip()))
            is_template = is_template or bool(is_hint)
            if is_template:
                self.told.add(line, *([line.text] if is_hint is not None else ()))
            elif above is None or line.indent <= above[1].indent or not self._nested(above[0], line):
                found = self._on(line)
                self._keep(line, found)
                if found and (above is None or line.indent <= above[1].indent):
                    above = (found[-1][0], line) if found[-1][0].keys and not found[-1][1].text else None

    def _keep(self, line: Line, found: list[tuple[Field, Stated]]) -> None:
        remark = line.text.partition("←")[2]
        if remark and fold(remark) in (fold(each.partition("←")[2]) for each in self.part.examples.splitlines()):
            self.told.add(line, remark)
        for each, stated in found:
            pairs = [*self._pairs(each, stated, line)]
            told = replace(stated, text="", value=None) if pairs else stated
            self.told.add(
                line, each.name, *each.also, told.text, *(text for key, pair in pairs for text in (key, pair.text))
            )
            _state(self.reading, (self.part.name, each.name), told)
            for key, pair in pairs:
                _state(self.reading, (self.part.name, each.name, key), pair)

    def _nested(self, above: Field, line: Line) -> bool:
        """Whether a line states a key of the field above it; its place is kept then."""
        label = label_in(line.text)
        key = fold(label[1]) if label is not None else ""
        if label is None or key not in above.keys:
            return False
        stated = replace(self._stated(str, line, label[2], len(line.text)), lead=label[0], quoted=key in above.quoted)
        self.told.add(line, key, stated.text)
        _state(self.reading, (self.part.name, above.name, key), stated)
        parents = self.reading.places[self.part.name, above.name]
        parents[-1] = replace(parents[-1], stop=line.after)
        return True

    def _on(self, line: Line) -> list[tuple[Field, Stated]]:
        """The fields on a line: a row of a table, one, or several that signs part."""
        if line.kind in ("row", "head"):
            may_be_two = line.text.count("|") - line.text.count(r"\|") <= 3
            cells = cells_of(line) if may_be_two else []
            first = cells[0].text if cells else ""  # a bar alone has none
            is_head = line.kind == "head" and self.part.open and fold(first) in _HEADS.split()
            known = self._field(first) if len(cells) == 2 and not is_head else None
            begin = cells[1].start - line.start if known else 0
            stated = self._stated(known.read, line, begin, begin + len(line.text[begin:])) if known else None
            if known is None or stated is None:
                return []
            text = unquoted(cells[1].text)
            return [(known, replace(stated, text=text, value=known.read(text), end=cells[1].end, style="cell"))]
        one = self._at(line, 0, len(line.text))
        if one is None or "{" in line.text:
            return [one] if one else []
        for signs, all_are_fields in ((_APART, True), (_BARS, False)):
            cuts = [each.start() for each in signs.finditer(line.text, 0, _LONGEST_OF_SEVERAL)]
            if not cuts:
                continue
            spans = [*zip([0, *(each + 1 for each in cuts)], [*cuts, len(line.text)], strict=True)]
            found = [(each, begin, end) for begin, end in spans if (each := self._at(line, begin, end)) is not None]
            if len(found) > 1 and found[0][1] == 0 and (len(found) == len(spans) or not all_are_fields):
                return [(known, _alone(stated, line, begin, end)) for (known, stated), begin, end in found]
        return [one]

    def _at(self, line: Line, begin: int, end: int) -> tuple[Field, Stated] | None:
        label = label_in(line.text[begin:end])
        known = self._field(label[1]) if label else None
        if label is None or known is None:
            return None
        return known, replace(self._stated(known.read, line, begin + label[2], end), lead=label[0])

    def _field(self, label: str) -> Field | None:
        """The field that a label stands for."""
        folded = fold(label)
        return self.labels.get(folded) or (Field(plain(label)) if self.part.open and folded else None)

    def _stated(self, reads: Callable[[str], Any], line: Line, begin: int, end: int) -> Stated:
        """What stands between two characters of a line."""
        words = line.text[begin:end].rstrip()
        text, start = unquoted(words), line.start + begin
        return Stated(
            text, line.number, start, start + len(words), line.start, line.after, "line", self.section, reads(text)
        )

    def _pairs(self, known: Field, stated: Stated, line: Line) -> Iterator[tuple[str, Stated]]:
        """The pairs of a mapping in braces: `{phase: 1, name: x}`."""
        inside = _MAP.fullmatch(stated.text) if known.keys else None
        if inside is None:
            return
        offset = line.text.index("{", stated.start - line.start) + 1
        for pair in _PAIR.finditer(inside[1]):
            if pair[1] in known.keys:
                pair_stated = self._stated(str, line, offset + pair.start(2), offset + pair.end(2))
                yield pair[1], replace(pair_stated, style="pair", quoted=pair[1] in known.quoted)


def _alone(stated: Stated, line: Line, begin: int, end: int) -> Stated:
    """A field with others on its line: it goes with the sign that parts it from the one before, else from the next."""
    if begin:
        return replace(stated, begin=line.start + begin - 1, stop=line.start + end)
    return replace(stated, stop=line.start + end + 1)


def _state(reading: Reading, at: Place, stated: Stated) -> None:
    """Keep a place; where it says that there is nothing, or was never filled in, as one that says nothing."""
    left = is_placeholder(stated.text)
    if left:
        reading.notes.append(Note("placeholder", stated.line, stated.text))
    silent = left or says_nothing(stated.text)
    reading.places.setdefault(at, []).append(replace(stated, text="", value=None) if silent else stated)


# Tables, lists, boxes and prose


def _read_tables(reading: Reading, part: Table, told: _Told) -> None:
    reading.said[part.name], reading.fillers[part.name] = [], []
    asides = {fold(each) for each in part.asides}
    for section in reading.sections[part.name]:
        columns: dict[int, str] = {}
        for line in section.lines:
            if line.kind == "head":
                cells = tuple(cells_of(line))
                columns = _columns(part, cells)
                if columns:
                    told.add(line, *(cells[at].text for at in columns))
                    reading.heads.setdefault(part.name, line)
                    reading.columns.setdefault(part.name, tuple(columns.values()))
            elif line.kind == "row" and columns:
                whole = Stated("", line.number, line.start, line.end, line.start, line.after, "cell", section)
                _read_row(reading, part.name, whole, columns, told)
            elif fold(line.text) in asides:
                told.add(line, line.text)


def _columns(part: Table, cells: tuple[Span, ...]) -> dict[int, str]:
    """By the number of a cell in the head the name of its column."""
    heads, columns = [fold(cell.text) for cell in cells], {}
    for name, titles in part.columns.items():
        at = next((heads.index(fold(each)) for each in titles if fold(each) in heads), None)
        if at is not None and at not in columns:
            columns[at] = name
    return columns


def _read_row(reading: Reading, part: str, whole: Stated, columns: Mapping[int, str], told: _Told) -> None:
    line = reading.document.lines[whole.line - 1]
    cells = cells_of(line)
    texts = [plain(cell.text) for cell in cells]
    left = next((text for text in texts if is_placeholder(text)), None)
    if all(says_nothing(text) or is_placeholder(text) or (left and text.isdigit()) for text in texts):
        told.add(line, line.text)
        reading.fillers[part].append(whole)
        reading.notes += [Note("placeholder", line.number, left)] if left else []
        return
    rows = reading.said[part]
    row: dict[str, str] = {}
    for at, name in columns.items():
        if at < len(cells):
            place = (part, len(rows), name)
            _state(reading, place, replace(whole, text=texts[at], start=cells[at].start, end=cells[at].end))
            told.add(line, texts[at])
            if stated := reading.get(*place):
                row[name] = stated.text
    reading.places[part, len(rows)] = [whole]
    rows.append(row)


def _read_entries(reading: Reading, part: Entries, told: _Told) -> None:
    said: list[Any] = reading.said.setdefault(part.name, [])
    reading.fillers[part.name] = []
    for section in reading.sections[part.name]:
        is_list = part.items and any(line.kind in ("item", "row") for line in section.lines)
        for each in entries_of(section.lines):
            text, first = plain(each.text), each.lines[0]
            is_empty = is_placeholder(text) or says_nothing(text)
            if is_list and first.kind == "text" and not is_empty:
                continue
            lead = reading.document.text[first.start : each.start]
            stated = Stated(text, first.number, each.start, each.end, first.start, each.lines[-1].after, "item",
                            section, first.mark, lead)  # fmt: skip
            for line in each.lines:
                told.add(line, line.text)
            if is_placeholder(text):
                reading.notes.append(Note("placeholder", first.number, text))
            if is_empty:
                reading.fillers[part.name].append(stated)
            elif not part.boxes:
                reading.places[part.name, len(said)] = [stated]
                said.append(text)
            else:
                said.append(_boxed(reading, (part.name, len(said)), stated, first))


def _boxed(reading: Reading, place: Place, words: Stated, first: Line) -> dict[str, Any]:
    """An element with a box, whose places are kept: what is in the box, or where one can be put, and the words."""
    reading.places[place] = reading.places[*place, "text"] = [words]
    if first.mark is None:
        reading.places[*place, "mark"] = [replace(words, text="", end=words.start, style="mark")]
        return {"text": words.text}
    raw, at = first.mark, first.start + first.text.index("[") + 1
    mark = {"x": True, "X": True, " ": False}.get(raw, raw)
    reading.places[*place, "mark"] = [replace(words, text=raw, start=at, end=at + len(raw), style="mark", value=mark)]
    return {"mark": mark, "text": words.text}


def _read_boxes(reading: Reading, part: Boxes, told: _Told) -> None:
    boxes = [(each, section) for section in reading.document.sections for each in entries_of(section.lines)
             if each.lines[0].mark is not None]  # fmt: skip
    heads = _heads(boxes, part)
    groups = {head: at for at, head in enumerate(dict.fromkeys(heads.values()))}
    reading.sections[part.name] = [*groups]
    said = reading.said[part.name] = [{"title": head.title, "items": []} for head in groups]
    for head in groups:
        if head.heading is not None:
            told.add(head.heading, head.title)
    for each, section in boxes:
        group, first = groups[heads[section]], each.lines[0]
        items = said[group]["items"]
        words = Stated(each.text, first.number, each.start, each.end, first.start, each.lines[-1].after, "item",
                       section, None, first.text[: first.lead])  # fmt: skip
        items.append(_boxed(reading, (part.name, group, "items", len(items)), words, first))
        for line in each.lines:
            told.add(line, line.text)


def _heads(boxes: list[tuple[Entry, Section]], part: Boxes) -> dict[Section, Section]:
    """By the section of items the one whose heading is that of their group."""
    paths = {section: section.path or (section,) for _, section in boxes}
    deciding = {section for each, section in boxes if part.named.match(each.text)} or paths
    known = [path for each, path in paths.items() if each in deciding]
    named = {each for path in known for each in path if part.called.match(each.title)}
    levels = sorted({each.level for path in known for each in path})
    parting = (each for each in levels if len({_from(path, each) for path in known}) > 1)
    level = min(each.level for each in named) if named else next(parting, levels[-1] if levels else 0)
    return {each: next((above for above in path if above in named), _from(path, level)) for each, path in paths.items()}


def _from(path: Sequence[Section], level: int) -> Section:
    return next((each for each in path if each.level >= level), path[-1])


def _read_prose(reading: Reading, part: Prose, told: _Told) -> None:
    for section in reading.sections[part.name]:
        lines = [each for each in section.lines if each.text.strip()]
        for line in lines:
            told.add(line, line.text)
        if not lines:
            continue
        first, last = lines[0], lines[-1]
        between = [each.text.rstrip() for each in section.lines if first.number <= each.number <= last.number]
        text = "\n".join(between).strip()
        stated = Stated(text, first.number, first.start, last.end, first.start, last.after, "prose", section)
        _state(reading, (part.name,), stated)
    if texts := [each.text for each in reading.all(part.name)]:
        reading.said[part.name] = texts[0] if len(texts) == 1 else texts


# What nothing read


def _unread(document: Document, told: _Told) -> Iterator[Unread]:
    """The runs of lines that say something and were not told."""
    for section in document.sections:
        run: list[tuple[Line, list[str]]] = []
        for line in [*([section.heading] if section.heading else []), *section.lines]:
            if not line.says_something and line is not section.heading:
                continue
            if left := told.left_of(line):
                run.append((line, left))
            elif run:
                yield _run(section, run)
                run = []
        if run:
            yield _run(section, run)


def _run(section: Section, run: list[tuple[Line, list[str]]]) -> Unread:
    text = "\n".join(line.text.rstrip() for line, _ in run)
    words, lines = tuple(" ".join(left) for _, left in run), tuple(line for line, _ in run)
    return Unread(section, run[0][0].number, text, words, lines)


_READERS: Mapping[type[Any], Callable[[Reading, Any, _Told], None]] = {
    Fields: _read_fields,
    Table: _read_tables,
    Entries: _read_entries,
    Boxes: _read_boxes,
    Prose: _read_prose,
}
