"""The section `Current Step`: where the flow stands (seed, "Format"; docs/systems/autodev.md)."""

import re
from collections.abc import Iterator

from cockpit.documents.fields import Field, read_field
from cockpit.documents.markdown import Region, Section
from cockpit.systems.autodev.stated import Lines, stated
from cockpit.systems.autodev.vocabulary import is_example, is_hint, is_template_key
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.values import Value, fields_of
from cockpit.systems.reading.words import fold
from cockpit.values import dataclass

TITLES = ("Current Step", "Current State", "Current Position")
SUB_STEP = ("sub step", "substep", "sub-step")
_NESTED = ("phase", "name", "detail")
_PARTS = re.compile(
    r"(?:(?:sub-?\s?step|phase|step)\s+)?(?P<id>\d{1,6}(?:\.\d{1,6})?[a-z]{0,3})"
    r"(?:\s*[—–:-]+\s+(?P<name>\S.*)|\s*\((?P<inside>[^()]+)\)|[.)]\s+(?P<behind>\S.*))?",
    re.IGNORECASE | re.DOTALL,
)
_STEP = re.compile(
    r"(?:step\s+)?(?P<id>\d{1,6}(?:\.\d{1,6})?[a-z]{0,3})(?:\s*[—–:-]+\s+(?P<name>\S.*))?", re.IGNORECASE | re.DOTALL
)
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
    """What the section states, each with its line. `sub_step_line` is there where the key is, whatever it states."""

    flow: Value | None = None
    step: Value | None = None
    name: Value | None = None
    status: Value | None = None
    sub_step: SubStep | None = None
    retry_count: Value | None = None
    cycle: Value | None = None
    tracker: Value | None = None
    line: int | None = None
    retry_line: int | None = None

    @property
    def says_something(self) -> bool:
        """Whether it says where the flow stands."""
        return self.step is not None or self.name is not None


def read_current_step(outline: Outline, section: Section | None) -> CurrentStep:
    """The section's lines. What stands below a hint of the template is its example, and no data."""
    if section is None:
        return CurrentStep()
    live, below = _parted(outline, section)
    nested = _nested(live)
    kept = [each for each in live if each not in nested]
    sub_line = next((each for each in kept if fold(each.label) in SUB_STEP), None)
    lines = Lines(outline, [each for each in kept if each is not sub_line])
    step = lines.get("step", "current step")
    number, named = _numbered(step)
    if below:
        told = f"Lines {below[0]} to {below[-1]} are the template's hints and examples."
        outline.report.add("template-left", outline.path, below[0], told)
    return CurrentStep(
        flow=lines.get("flow"),
        step=number,
        name=lines.get("name", "step name") or named,
        status=lines.get("status"),
        sub_step=_sub_step(outline, sub_line, nested),
        retry_count=lines.get("retry count", "retries"),
        cycle=lines.get("cycle"),
        tracker=lines.get("tracker"),
        line=section.line,
        retry_line=lines.line("retry count", "retries"),
    )


def indented_fields(region: Region) -> Iterator[tuple[Field, int]]:
    """The field lines of a region, however deep they stand, each with how far it is indented."""
    for number, line in region.lines.numbered(region.first, region.last, region.kind):
        bare = line.lstrip()
        if not bare:
            continue
        indent = len(line) - len(bare)
        field = read_field(bare, number + 1, region.lines.starts[number] + indent)
        if field is not None:
            yield field, indent


def live_region(section: Section) -> Region:
    """Where the section's lines stand: in its body, else in the first of its code fences."""
    fences = [fence.inside for fence in section.fences()]
    own = next(indented_fields(section), None)
    return section if own is not None or not fences else fences[0]


def sub_step_fields(section: Section) -> tuple[Field | None, list[Field]]:
    """The line of the sub-step, and the lines below it that belong to it."""
    live = _Live()
    for field, indent in indented_fields(live_region(section)):
        live.append(field)
        live.indents[field.line] = indent
    head = next((each for each in live if fold(each.label) in SUB_STEP), None)
    return head, _nested(live)


class _Live(list[Field]):
    """Fields, and by line how far each is indented."""

    def __init__(self) -> None:
        super().__init__()
        self.indents: dict[int, int] = {}


def _parted(outline: Outline, section: Section) -> tuple[_Live, list[int]]:
    """The fields that are data, and the lines of the template below them."""
    live = _Live()
    below: list[int] = []
    region = live_region(section)
    found = {field.line: (field, indent) for field, indent in indented_fields(region)}
    for field in fields_of(section) if region is section else ():
        if field.style == "table":
            live.append(field)
    for number, line in region.lines.numbered(region.first, region.last, region.kind):
        read = found.get(number + 1)
        if is_hint(line) or (below and read is not None and is_template_key(read[0].label)):
            below.append(number + 1)
        elif read is not None:
            live.append(read[0])
            live.indents[read[0].line] = read[1]
    for number in below:
        example = found.get(number)
        known = is_hint(region.lines.visible(number - 1)) or example is None
        outline.taken.take_if(known or (example is not None and is_example(example[0].label, example[0].value)), number)
    return live, below


def _nested(live: _Live) -> list[Field]:
    """The fields that stand below `sub_step:`, deeper than it."""
    at = next((place for place, each in enumerate(live) if fold(each.label) in SUB_STEP), None)
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
