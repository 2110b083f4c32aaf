"""The section `Current Step`: where the flow stands (seed, "Format"; docs/systems/autodev.md)."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from cockpit.documents.markdown import Field, Markdown, Region, Section, read_field
from cockpit.documents.splice import Splice
from cockpit.rules.numbers import read_count
from cockpit.systems.autodev.stated import Lines, key_of, stated
from cockpit.systems.autodev.vocabulary import MOST_RETRIES, is_example, is_hint, is_template_key
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.values import Value, pair_tables
from cockpit.systems.reading.words import fold
from cockpit.values import dataclass

TITLES = ("Current Step", "Current State", "Current Position")
_LONGEST = 200
_NO_COUNT = re.compile(r"\[(?!\d\s*[-–]\s*\d\])[^\[\]A-Za-z]*\d[^\[\]A-Za-z]*\]|\{[^{}]*\d[^{}]*\}")
_OF_RETRIES = re.compile(
    r"\bretr\w*\b.*\b(?:exhaust|limit|max|used|reached|\d)|\bfail\w*\W+\d+\s*(?:/|of)\s*\d", re.IGNORECASE
)
SUB_STEP, RETRY_COUNT = "sub step", "retry count"
_KEYS = ("flow", "step", "name", "status", SUB_STEP, RETRY_COUNT, "cycle", "tracker")
_NESTED = ("phase", "name", "detail")
_PARTS = re.compile(
    r"(?:(?:sub-?\s?step|phase|step)\s+)?(?P<id>\d{1,6}(?:\.\d{1,6})?[a-z]{0,3})"
    r"(?:\s*[—–:-]+\s+(?P<name>\S.*)|\s*\((?P<inside>[^()]+)\)|[.)]\s+(?P<behind>\S.*))?",
    re.IGNORECASE | re.DOTALL,
)
_STEP = re.compile(
    r"(?:step\s+)?(?P<id>\d{1,6}(?:\.\d{1,6})?[a-z]{0,3})(?:\s*[—–:-]+\s+(?P<name>\S.*))?", re.IGNORECASE | re.DOTALL
)
_APART = re.compile(r"\s*[|;,]\s*")
"""What stands between the fields of one line."""
_LEFT = ("retries left", "retries remaining", "remaining retries", "attempts left", "attempts remaining", "tries left")
"""Labels that tell how many retries are left, folded."""
_FLOW_MAP = re.compile(r"\{(?P<inside>[^{}\n]*)\}")
_PAIR = re.compile(r"\s*(?P<key>\w+)\s*:\s*(?P<value>\"[^\"]*\"|'[^']*'|[^,]*)\s*(?:,|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubStep:
    """The sub-step in which the step was interrupted: the skill's own number and name, and a detail where one is told.

    `nested` says that it stands as a map below its key (the form `nested`); `line` is that of the key.
    """

    id: str | None = None
    name: str | None = None
    detail: str | None = None
    nested: bool = False
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CurrentStep:
    """What the section states, each with its line. `retry_counts` are all that are stated, where they differ;
    `retry_line` is there where the key is, whatever it states; `unfilled` says that the template has the place of the
    step, and nobody filled it in.
    """

    flow: Value | None = None
    step: Value | None = None
    name: Value | None = None
    status: Value | None = None
    sub_step: SubStep | None = None
    retry_counts: tuple[Value, ...] = ()
    cycle: Value | None = None
    tracker: Value | None = None
    line: int | None = None
    retry_line: int | None = None
    unfilled: bool = False

    @property
    def says_something(self) -> bool:
        """Whether it says where the flow stands."""
        return self.step is not None or self.name is not None


def read_current_step(outline: Outline, section: Section | None) -> CurrentStep:
    """The section's lines. What stands below a hint of the template is its example, and no data."""
    if section is None:
        return CurrentStep()
    live = live_fields(section)
    below = _take_template(outline, live)
    nested = nested_fields(live)
    kept = [each for each in live if each not in nested]
    sub_line = next((each for each in kept if key_of(each.label) == SUB_STEP), None)
    again = [each for each in count_fields(outline.page.markdown) if each not in live]
    lines = Lines(outline, [*(each for each in kept if each is not sub_line), *again])
    number, named = _numbered(lines.get("step"))
    if below:
        told = f"Lines {below[0]} to {below[-1]} are the template's hints and examples."
        outline.report.add("template-left", outline.path, below[0], told)
    return CurrentStep(
        flow=lines.get("flow"),
        step=number,
        name=lines.get("name") or named,
        status=lines.get("status"),
        sub_step=_sub_step(outline, sub_line, nested),
        retry_counts=(*_counts(lines, RETRY_COUNT), *_counted_elsewhere(lines)),
        cycle=lines.get("cycle"),
        tracker=lines.get("tracker"),
        line=section.line,
        unfilled=number is None and lines.get("name") is None and any(map(lines.line, ("step", "name"))),
        retry_line=lines.line(RETRY_COUNT) or next(filter(None, map(lines.line, _LEFT)), None),
    )


def _counts(lines: Lines, *keys: str) -> list[Value]:
    """What is counted; `unknown` states nothing."""
    return [each for key in keys for each in lines.all(key) if fold(each.text) != "unknown"]


def _counted_elsewhere(lines: Lines) -> Iterator[Value]:
    """What is said of the retries in other places: lists and maps in the place of the count, how many are left, and a
    status that tells of them, `failed 3/3`."""
    for field in lines.fields(RETRY_COUNT):
        if _NO_COUNT.fullmatch(value := field.value.strip()[:_LONGEST]):
            yield Value(value, field.line)
    for told in _counts(lines, *_LEFT):
        left = read_count(told.text)
        if left is None or left > MOST_RETRIES:
            yield Value(f"{told.text} left", told.line)
        elif MOST_RETRIES - left not in (read_count(each.text) for each in _counts(lines, RETRY_COUNT)):
            yield Value(str(MOST_RETRIES - left), told.line)
    status = lines.get("status")
    if status is not None and _OF_RETRIES.search(status.text[:_LONGEST]):
        yield status


class LiveFields(list[Field]):
    """The fields of a section that are data, in file order; by line how far each is indented, and what stands below a
    hint of the template, which is its example.
    """

    def __init__(self) -> None:
        super().__init__()
        self.indents: dict[int, int] = {}
        self.examples: dict[int, Field | None] = {}


@lru_cache(maxsize=8)
def live_fields(section: Section) -> LiveFields:
    """The rows of the section's tables, and its lines: in its body, else in the first of its code fences. The last few
    are kept, as parsed texts are: an edit asks for the same section many times."""
    rows = [row for table in pair_tables(section) for row in table.as_fields()]
    fences = [fence.inside for fence in section.fences()]
    own = bool(rows) or not fences or next(_indented(section), None) is not None
    region = section if own else fences[0]
    found: dict[int, list[tuple[Field, int]]] = {}
    for field, indent in _indented(region):
        found.setdefault(field.line, []).append((field, indent))
    live = LiveFields()
    live.extend(rows if region is section else ())
    for number, line in region.lines.numbered(region.first, region.last, region.kind):
        read = found.get(number + 1, [])
        if is_hint(line) or (live.examples and read and is_template_key(read[0][0].label)):
            live.examples[number + 1] = read[0][0] if read and not is_hint(line) else None
        for field, indent in read if number + 1 not in live.examples else ():
            live.append(field)
            live.indents[field.line] = indent
    live.sort(key=lambda field: field.line)
    return live


def nested_fields(live: LiveFields) -> list[Field]:
    """The fields that stand below `sub_step:`, deeper than it."""
    at = next((place for place, each in enumerate(live) if key_of(each.label) == SUB_STEP), None)
    if at is None or live[at].value:
        return []
    own = live.indents.get(live[at].line, 0)
    below: list[Field] = []
    for each in live[at + 1 :]:
        if live.indents.get(each.line, 0) <= own:
            break
        if fold(each.label) in _NESTED:
            below.append(each)
    return below


def count_fields(markdown: Markdown) -> list[Field]:
    """Every line that counts the retries, of each section of that name: where they differ, the higher one counts."""
    every = (each for section in markdown.all_sections(*TITLES) for each in live_fields(section))
    return [each for each in every if key_of(each.label) == RETRY_COUNT]


def left_fields(markdown: Markdown) -> list[Field]:
    """Every line that tells how many retries are left."""
    every = (each for section in markdown.all_sections(*TITLES) for each in live_fields(section))
    return [each for each in every if fold(each.label) in _LEFT]


def _indented(region: Region) -> Iterator[tuple[Field, int]]:
    """The field lines of a region, however deep they stand, each with how far it is indented."""
    for number, line in region.lines.numbered(region.first, region.last, region.kind):
        bare = line.lstrip()
        if not bare:
            continue
        indent = len(line) - len(bare)
        start = region.lines.starts[number] + indent
        for field in _on_line(bare, number + 1, start):
            yield field, indent


def _on_line(text: str, number: int, start: int) -> Iterator[Field]:
    """The field on a line; or all of them where several keys of the section stand on it, with bars, commas or
    semicolons between: `step: 4 | name: Implement | status: failed`."""
    places = [0, *(found.end() for found in _APART.finditer(text))]
    ends = [*(found.start() for found in _APART.finditer(text)), len(text)]
    parts = [read_field(text[a:b], number, start + a) for a, b in zip(places, ends, strict=True)]
    known = [each for each in parts if each is not None and _is_key(each.label)]
    if len(known) > 1 and parts[0] is known[0] and "{" not in text:
        yield from filter(None, parts)
    elif (field := read_field(text, number, start)) is not None:
        yield field


def _is_key(label: str) -> bool:
    """Whether a label is one of the section's own, none in which a sentence may stand."""
    return key_of(label) in _KEYS or fold(label) in _LEFT


def parted(section: Section, newline: str) -> list[Splice]:
    """What gives each field of the section a line of its own."""
    live, text = live_fields(section), section.lines.text
    found = []
    for first, second in pairwise(live):
        if first.line == second.line and first.style != "table":
            *_, between = _APART.finditer(text, first.value_end, second.value_start)
            indent = " " * live.indents.get(first.line, 0)
            found.append(Splice(between.start(), between.end(), newline + indent))
    return found


def _take_template(outline: Outline, live: LiveFields) -> list[int]:
    """Take the lines of the template that say no more than it does; all of its lines."""
    for number, example in live.examples.items():
        outline.taken.take_if(example is None or is_example(example.label, example.value), number)
    return [*live.examples]


def _sub_step(outline: Outline, field: Field | None, nested: list[Field]) -> SubStep | None:
    if field is None:
        return None
    if nested:
        outline.taken.take(field.line)
        lines = Lines(outline, nested)
        values = {key: value.text for key in _NESTED if (value := lines.get(key)) is not None}
        return SubStep(id=values.get("phase"), name=values.get("name"), detail=values.get("detail"), nested=True,
                       line=field.line)  # fmt: skip
    inline = _FLOW_MAP.fullmatch(field.value)
    if inline is not None and _PAIR.match(inline["inside"]):
        pairs = [pair for pair in _PAIR.finditer(inline["inside"]) if pair["value"]]
        found = {pair["key"]: pair["value"].strip(" \"'") for pair in pairs}
        told = "".join(pair[0] for pair in pairs) == inline["inside"]
        outline.taken.take_if(told and len(found) == len(pairs) and found.keys() <= {*_NESTED}, field.line)
        return SubStep(id=found.get("phase"), name=found.get("name"), detail=found.get("detail"), nested=True,
                       line=field.line)  # fmt: skip
    value = stated(outline, field.value, field.line)
    return None if value is None else read_sub_step(value)


def read_sub_step(value: Value) -> SubStep:
    """`4 — Architecture Review`, `1b — Test Case Generation`, a number alone, or words alone."""
    parts = _PARTS.fullmatch(value.text)
    if parts is None:
        return SubStep(name=value.text, line=value.line)
    name = parts["name"] or parts["inside"] or parts["behind"]
    return SubStep(id=parts["id"], name=name.strip() if name else None, line=value.line)


def _numbered(step: Value | None) -> tuple[Value | None, Value | None]:
    """The number of a step, and its name where it stands behind it: `3 — Plan`."""
    parts = _STEP.fullmatch(step.text) if step is not None else None
    if step is None or parts is None:
        return step, None
    return Value(parts["id"], step.line), Value(parts["name"].strip(), step.line) if parts["name"] else None
