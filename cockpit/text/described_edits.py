"""Edits of a described Markdown file: the fewest characters that say what is meant, read back before they count."""

from collections.abc import Iterator, Sequence
from itertools import chain

from cockpit.regex import regex
from cockpit.text.described import Boxes, Entries, Field, Fields, File, Part, Prose, Reading, Stated, Table, read
from cockpit.text.edits import Add, Edit, Place, Remove, Set, Unsafe, confirm, meant, shown
from cockpit.text.lines import BOLD_LEVEL, Line, Section, cells_of, document_of
from cockpit.text.splice import Splice
from cockpit.text.splice import apply as spliced
from cockpit.text.words import fold, is_placeholder
from cockpit.values import dataclass

NO_VALUE = "—"
"""What is written where a value may not be missing, and says nothing."""
MOST_LINES = 10_000
"""Lines of a file that is edited: each edit reads it anew."""
_MARK = regex(r"[ \t]*(?:[-+*][ \t]+)?")
"""How a line is indented, with the mark of a list."""
_NUMBER = regex(r"(\s*)(\d{1,4})([.)]\s+)")
_BOX = regex(r"\[[^\[\]]?\]")


def apply(file: File, text: str, edits: Sequence[Edit]) -> str:
    """The text after the edits, made one after the other. Raises Unsafe where it would not say exactly what is meant,
    where git left a conflict in it, and for more than `MOST_LINES`."""
    if len(document_of(text).lines) > MOST_LINES:
        raise Unsafe(f"it has more than {MOST_LINES:,} lines; move its older part to another file first")
    reading = read(file, text)
    if conflict := reading.document.conflict:
        raise Unsafe(f"an unresolved conflict, line {conflict}")
    telling = [each for each in edits if not (isinstance(each, Remove) and _is_silent(file, reading, each.at))]
    wanted = _without_nothing(meant(reading.said, telling))
    waiting = [each for whole in edits for each in _single(whole, reading.said)]
    while waiting:
        writer = _Writer(file, reading)
        count, splices = writer.together(waiting)
        reading = writer.after(splices) if count else writer.make(waiting[0])
        waiting = waiting[count or 1 :]
    confirm(wanted, reading.said)
    return reading.document.text


def _is_silent(file: File, reading: Reading, at: Place) -> bool:
    """Whether a field is there, and says nothing: its line can go, and nothing else is said then."""
    part = file.part(at[0]) if len(at) == 2 else None
    return isinstance(part, Fields) and at in reading.places and at[1] not in reading.said[part.name]


def _without_nothing(said: object) -> object:
    """Nothing is said of what is None, or a dash, or `None`, as documents write it."""
    if isinstance(said, dict):
        return {key: _without_nothing(value) for key, value in said.items() if value not in (None, NO_VALUE, "None")}
    return [*map(_without_nothing, said)] if isinstance(said, list) else said


def _single(edit: Edit, said: object) -> Iterator[Edit]:
    """The edits of single values that the edit of a mapping comes to."""
    if not isinstance(edit, Set) or not isinstance(edit.value, dict):
        yield edit
        return
    for step in edit.at:
        said = said.get(step) if isinstance(said, dict) else said[int(step)] if isinstance(said, list) else None
    for key in {**(said if isinstance(said, dict) else {}), **edit.value}:
        yield from _single(Set((*edit.at, key), edit.value.get(key)), {})


@dataclass(frozen=True, slots=True)
class _Writer:
    """Makes edits of a file as it was read."""

    file: File
    reading: Reading

    @property
    def text(self) -> str:
        return self.reading.document.text

    def make(self, edit: Edit) -> Reading:
        """The file as it reads after one edit that is not made `together` with others."""
        part, places = self.file.part(edit.at[0] if edit.at else None), self.reading.places.get(edit.at, [])
        if part is None or (isinstance(edit, Remove) and not places):
            raise Unsafe(shown(edit.at))
        if isinstance(edit, Remove):
            return self.after([*self._removed(part, places)])
        if isinstance(edit, Set) and self._is_written(edit):
            return self.reading
        return self._added(part, edit)

    def together(self, edits: Sequence[Edit]) -> tuple[int, list[Splice]]:
        """How many of the first edits are made at once, and how; 0 where the first one is made by itself. Each by
        itself would take a reading of the file."""
        removed = self._removed_together(edits)
        if removed:
            cut: list[tuple[int, int]] = []
            for place in (self.reading.places[each.at][0] for each in removed):
                stop = cut.pop()[1] if cut and cut[-1][0] == place.stop else place.stop
                cut.append((place.begin, stop))
            return len(removed), [self._cut(begin, stop) for begin, stop in cut]
        done: dict[Place, list[Splice]] = {}
        for edit in edits:
            places = self.reading.places.get(edit.at, [])
            if not isinstance(edit, Set) or not places or edit.at in done:
                break
            new = [] if self._is_written(edit) else [*chain(*(self._rewritten(each, edit.value) for each in places))]
            if any(one.start <= other.end and other.start <= one.end for one in new for other in chain(*done.values())):
                break
            done[edit.at] = new
        return len(done), [*chain(*done.values())]

    def _removed_together(self, edits: Sequence[Edit]) -> list[Edit]:
        """The first edits, where they take out several rows or entries, the last one first. One is left of a list."""
        part = self.file.part(edits[0].at[0]) if len(edits[0].at) == 2 else None
        found: list[Edit] = []
        for edit in edits if isinstance(part, Entries | Table) else ():
            places = self.reading.places.get(edit.at, [])
            if not isinstance(edit, Remove) or len(places) != 1 or edit.at[0] != edits[0].at[0]:
                break
            if found and int(edit.at[-1]) >= int(found[-1].at[-1]):
                break
            found.append(edit)
        rest = len(self.reading.said[part.name]) - 1 if isinstance(part, Entries) else len(found)
        return found[:rest] if len(found[:rest]) > 1 else []

    def _added(self, part: Part, edit: Set | Add) -> Reading:
        """The file with a field, a row, an entry or a text that was not there, in a section of its part."""
        is_new_element = isinstance(edit, Add) and len(edit.at) == 1
        if isinstance(part, Boxes) or is_new_element != isinstance(part, Table | Entries):
            raise Unsafe(shown(edit.at))
        if not self.reading.sections[part.name]:
            return _Writer(self.file, self._with_section(part))._added(part, edit)
        match part:
            case Fields():
                return self._with_field(part, edit.at, _line(edit.value))
            case Prose():
                return self.after([self._inserted(self.reading.sections[part.name][0].body_end, ["", edit.value])])
            case Table():
                return self._with_row(part, edit.value)
            case Entries():
                return self._with_entry(part, edit.value)

    def _is_written(self, edit: Set) -> bool:
        """Whether all places say so already."""
        places = self.reading.places.get(edit.at, [])
        said = [each.value if each.style == "mark" else each.text or None for each in places]
        return said == [edit.value] * len(said) and (bool(said) or edit.value is None)

    def after(self, splices: Sequence[Splice]) -> Reading:
        """The file as it reads after these changes."""
        return read(self.file, spliced(self.text, splices))

    def _inserted(self, at: int, lines: Sequence[str]) -> Splice:
        """Lines put at the start of a line, or behind a last one that does not end."""
        end = self.reading.document.line_end_before(at)
        joined = end.join(line.replace("\n", end) for line in lines)
        return Splice(at, at, joined + end if at == 0 or self.text[at - 1] in "\r\n" else end + joined)

    def _cut(self, begin: int, stop: int) -> Splice:
        """Characters cut out; where they end the file in a line that does not end, the one before does not either."""
        if begin and stop == len(self.text) and self.text[stop - 1] not in "\r\n" and self.text[begin - 1] in "\r\n":
            begin = len(self.text[:begin].removesuffix("\n").removesuffix("\r"))
        return Splice(begin, stop, "")

    # What is there

    def _rewritten(self, place: Stated, value: object) -> Iterator[Splice]:
        """A place with another value, in the form it has."""
        old = self.text[place.start : place.end]
        if place.style == "mark":
            mark = self._tick() if value is True else " " if not value else _line(value)
            yield Splice(place.start, place.end, mark if place.text else f"[{mark}] ")
            return
        if place.style == "prose":
            end = self.reading.document.line_end_before(place.stop)
            yield Splice(place.start, place.end, str(value or "").replace("\n", end))
            return
        new = _line(value)
        if place.style == "cell":
            new = new.replace("|", r"\|") or NO_VALUE
        if new and place.text and old != place.text and old.count(place.text) == 1 and not _is_quoted(old):
            new = old.replace(place.text, new)
        elif place.quoted or (new and (_is_quoted(old) or (place.style == "pair" and set(new) & set(",:{}")))):
            new = _in_quotes(new, old[0] if _is_quoted(old) else '"')
        before = self.text[place.start - 1 : place.start]
        blank = " " if new and place.style in ("line", "pair") and before not in (" ", "\t") else ""
        start = place.start if new else len(self.text[: place.start].rstrip(" \t"))
        yield Splice(start, place.end, blank + new)

    def _tick(self) -> str:
        """How this file ticks a box."""
        marks = [place.text for places in self.reading.places.values() for place in places if place.style == "mark"]
        return "X" if "X" in marks and "x" not in marks else "x"

    def _removed(self, part: Part, places: Sequence[Stated]) -> Iterator[Splice]:
        if isinstance(part, Entries) and len(self.reading.said[part.name]) == 1:
            yield Splice(places[0].start, places[0].end, "None")
            return
        for place in places:
            yield self._cut(place.begin, place.stop)

    # What is new

    def _with_section(self, part: Fields | Table | Entries | Prose) -> Reading:
        """A part gets its section: behind that of the one before it in the description, at the same level."""
        order = [each for each in self.file.parts if not isinstance(each, Boxes)]
        number = order.index(part)
        there = [(at, self.reading.sections[each.name][0]) for at, each in enumerate(order)
                 if self.reading.sections[each.name] and self.reading.sections[each.name][0].heading]  # fmt: skip
        earlier = [section for at, section in there if at < number]
        later = [section for at, section in there if at > number]
        beside = earlier[-1] if earlier else later[0] if later else None
        level = beside.level if beside is not None and beside.level < BOLD_LEVEL else 2
        above = self.reading.sections.get(part.within, ()) if isinstance(part, Entries) else ()
        level = above[0].level + 1 if above else level
        heading = part.titles[0] if part.titles[0].startswith("**") else f"{'#' * level} {part.titles[0]}"
        if beside is not None and beside.heading is not None and not earlier:
            return self.after([self._inserted(beside.heading.start, [heading, ""])])
        at = self._end_of(beside)
        return self.after([self._inserted(at, ["", heading] if at else [heading])])

    def _end_of(self, section: Section | None) -> int:
        """Where a section ends with all that is below it; the end of the file for None."""
        sections = self.reading.document.sections
        first = sections.index(section) if section is not None else len(sections) - 1
        below = sections[first + 1 :]
        beyond = (at for at, each in enumerate(below) if section is None or each.level <= section.level)
        return max(each.body_end for each in sections[first : first + 1 + next(beyond, len(below))])

    def _with_field(self, part: Fields, at: Place, value: str) -> Reading:
        """A field that no place states, on a line in the form of its neighbour's."""
        known = next((each for each in part.fields if each.name == at[1]), None)
        if known is None or len(at) > 3 or (len(at) == 3 and at[2] not in known.keys):
            raise Unsafe(shown(at))
        if len(at) == 3:
            return self._with_key(part, known, str(at[2]), value)
        order = [each.name for each in part.fields]
        places = {name: found[0] for name in order if (found := self.reading.places.get((part.name, name)))}
        earlier = [name for name in order[: order.index(known.name)] if name in places]
        beside = places[earlier[-1]] if earlier else next(iter(places.values()), None)
        if beside is None:
            section = self.reading.sections[part.name][0]
            behind = section.heading.after if section.heading else section.body_end
            return self.after([self._inserted(behind, [f"{known.name}: {value}".rstrip()])])
        line = self.reading.document.line_at(beside.start)
        if beside.style == "cell" and known.apart:
            rows = [each.after for each in beside.section.lines if each.kind in ("head", "bar", "row")]
            return self.after([self._inserted(rows[-1], ["", f"**{known.name}:** {value}".rstrip()])])
        if beside.style == "cell":
            new = f"| {known.name} | {value.replace('|', chr(92) + '|') or NO_VALUE} |"
        else:
            new = f"{self._labelled(beside, line, known)}{_in_quotes(value, chr(34)) if beside.quoted else value}"
        place = max(beside.stop, line.after) if earlier else line.start
        return self.after([self._inserted(place, [new.rstrip()])])

    def _labelled(self, beside: Stated, line: Line, known: Field) -> str:
        """The label of a field as its neighbour writes its own, up to the value."""
        before = line.text[: beside.start - line.start]
        begin = max(before.rfind(sign) + 1 for sign in "|;,·") if beside.begin != line.start else 0
        lead = len(before[begin:]) - len(before[begin:].lstrip(" \t-+*_`")) + begin
        label = before[lead:].rstrip(" \t*_`:=")
        words = known.name if "_" in label or label.islower() else known.name.replace("_", " ")
        if label[:1].isupper():
            words = words.title() if label.istitle() and " " in label else words[:1].upper() + words[1:]
        mark = _MARK.match(line.text)
        signs = f"{mark[0] if mark else ''}{before[begin:lead].lstrip()}" if begin else before[:lead]
        form = f"{signs}{words}{before[lead + len(label) :]}"
        return form if form.endswith((" ", "\t")) else f"{form} "

    def _with_key(self, part: Fields, known: Field, key: str, value: str) -> Reading:
        """A key that a field's mapping lacks; the field comes with it."""
        parents = self.reading.places.get((part.name, known.name))
        if not parents:
            return _Writer(self.file, self._with_field(part, (part.name, known.name), "")).make(
                Set((part.name, known.name, key), value))  # fmt: skip
        value = _in_quotes(value, '"') if key in known.quoted else value
        if parents[0].style == "cell" and known.name not in self.reading.said[part.name]:
            return self.after([Splice(parents[0].start, parents[0].end, f"{{{key}: {value}}}")])
        places = ((name, self.reading.places.get((part.name, known.name, name))) for name in known.keys)
        there = {name: found[0] for name, found in places if found}
        earlier = [name for name in known.keys[: known.keys.index(key)] if name in there]
        beside = there[earlier[-1]] if earlier else next(iter(there.values()), None)
        if beside is not None and beside.style == "pair":
            end = max(each.end for each in there.values())
            return self.after([Splice(end, end, f", {key}: {value}")])
        parent = self.reading.document.line_at(parents[0].start)
        lead = beside.lead if beside is not None else " " * (parent.indent + 2)
        at = parent.after if not earlier or beside is None else beside.stop
        return self.after([self._inserted(at, [f"{lead}{key}: {value}".rstrip()])])

    def _with_row(self, part: Table, row: object) -> Reading:
        if not isinstance(row, dict):
            raise Unsafe(part.name)
        head = self.reading.heads.get(part.name)
        if head is None:
            section = self.reading.sections[part.name][0]
            if any(each.kind in ("head", "row", "bar") for each in section.lines):
                raise Unsafe(f"the table in “{section.title}”")
            titles = [names[0] for names in part.columns.values()]
            lines = ["", f"| {' | '.join(titles)} |", f"|{'|'.join('-' * (len(each) + 2) for each in titles)}|"]
            return _Writer(self.file, self.after([self._inserted(section.body_end, lines)]))._with_row(part, row)
        cells = []
        for cell in cells_of(head):
            name = next((name for name, titles in part.columns.items() if fold(cell.text) in map(fold, titles)), "")
            cells.append(_line(row.get(name)).replace("|", r"\|") or NO_VALUE)
        line = f"| {' | '.join(cells)} |" if head.text.lstrip().startswith("|") else " | ".join(cells)
        fillers, there = self.reading.fillers[part.name], len(self.reading.said[part.name])
        if fillers and not there:
            cuts = [self._cut(each.begin, each.stop) for each in fillers[1:]]
            return self.after([Splice(fillers[0].start, fillers[0].end, line), *cuts])
        last = self.reading.places[part.name, there - 1][0].stop if there else self._below(head)
        return self.after([self._inserted(last, [line])])

    def _below(self, head: Line) -> int:
        """Where the first row of a table stands."""
        lines = self.reading.document.lines
        bar = lines[head.number] if head.number < len(lines) else head
        return bar.after if bar.kind == "bar" else head.after

    def _with_entry(self, part: Entries, value: object) -> Reading:
        has_box = isinstance(value, dict) and "mark" in value
        entry, box = _line(value.get("text") if isinstance(value, dict) else value), "[ ] " if has_box else ""
        there, fillers = len(self.reading.said[part.name]), self.reading.fillers[part.name]
        if there:
            last = self.reading.places[part.name, there - 1][0]
            number = _NUMBER.match(last.lead)
            lead = _BOX.sub("[ ]", last.lead)
            lead = f"{number[1]}{int(number[2]) + 1}{number[3]}{lead[number.end() :]}" if number else lead
            box = box if not _BOX.search(lead) else ""
            return self.after([self._inserted(last.stop, [f"{lead if lead.strip() else '- '}{box}{entry}"])])
        if fillers:
            first, *others = fillers
            cuts = [self._cut(each.begin, each.stop) for each in others if is_placeholder(each.text)]
            lead = "" if first.lead.strip() else "- "
            box = box if not _BOX.search(first.lead) else ""
            return self.after([Splice(first.start, first.end, f"{lead}{box}{entry}"), *cuts])
        section = self.reading.sections[part.name][0]
        behind = section.heading.after if section.heading else section.body_end
        return self.after([self._inserted(behind, [f"- {box}{entry}"])])


def _line(value: object) -> str:
    """A value as it stands on one line; none is empty. Raises Unsafe for one that is no text, or longer than a line."""
    if value is None:
        return ""
    if not isinstance(value, str) or not {"\r", "\n"}.isdisjoint(value):
        raise Unsafe("no text of one line")
    return value


def _is_quoted(raw: str) -> bool:
    return len(raw) > 1 and raw[0] == raw[-1] and raw[0] in "\"'"


def _in_quotes(value: str, quote: str) -> str:
    """A value in quotes, in the other ones where these are in it, bare where both are."""
    for each in (quote, "'" if quote == '"' else '"'):
        if each not in value:
            return f"{each}{value}{each}"
    return value
