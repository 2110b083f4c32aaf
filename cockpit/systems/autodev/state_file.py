"""_autopilot_state.md, later _autodev_state.md, as it is read (seed, "Format")."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise

from cockpit.model import Blocker, Decision, RetryAttempt
from cockpit.regex import regex
from cockpit.rules.work import gravity
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.vocabulary import (
    META,
    MOST_RETRIES,
    Generation,
    is_example,
    is_hint,
    is_number,
    is_template,
    is_template_key,
    status_of,
    without_arrow,
)
from cockpit.systems.shared.entry_lists import read_blocker
from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.stated_values import (
    BLOCKERS,
    DECISIONS,
    Value,
    fields_of,
    fold,
    is_bare,
    is_nothing,
    pair_tables,
    plain,
    report_placeholder,
)
from cockpit.systems.shared.taken_lines import Passage
from cockpit.text.markdown import Field, ListEntry, Markdown, Region, Row, Section, read_field
from cockpit.text.splice import Splice
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import read_count
from cockpit.wording.times import to_utc_text

# The values of labelled lines, lists and tables, without the template's placeholders

_QUOTES = ('"', "'")
_SYNONYMS = {
    "current step": "step",
    "step name": "name",
    "substep": "sub step",
    **dict.fromkeys(
        (
            "retries",
            "retry",
            "retries used",
            "retry attempts",
            "retry counter",
            "failed retries",
            "attempts",
            "retrycount",
        ),
        "retry count",
    ),
    "ended": "ended at",
    "note": "notes",
}
"""Folded labels that stand for another one."""


@lru_cache(maxsize=1024)
def key_of(label: str) -> str:
    """The folded key that a label stands for: `retry count` of `Retries`."""
    folded = fold(label)
    return _SYNONYMS.get(folded, folded)


def unquoted(value: str) -> str:
    """A value without emphasis and surrounding quotes."""
    text = plain(value)
    if len(text) > 1 and text[0] in _QUOTES and text[-1] == text[0] and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


def read_value(outline: Outline, value: str, line: int) -> Value | None:
    """The value of a line, which counts as read. None for an empty one, and for a placeholder, which is reported."""
    text, is_whole = without_arrow(unquoted(value))
    if is_template(text) and not is_nothing(text):
        outline.taken.take(line)
        report_placeholder(outline.report, outline.path, line, text)
        return None
    is_empty = is_nothing(text)
    outline.taken.take_if(is_whole and (not is_empty or is_bare(text)), line)
    return None if is_empty else Value(unquoted(text), line)


class Lines:
    """The labelled lines of a section by key; the first of a key counts."""

    def __init__(self, outline: Outline, fields: Iterable[Field]) -> None:
        self._outline = outline
        self._fields: dict[str, list[Field]] = {}
        for field in fields:
            self._fields.setdefault(key_of(field.label), []).append(field)

    def get(self, key: str) -> Value | None:
        """The value of the first line of a key."""
        return self._stated(key)[0] if key in self._fields else None

    def all(self, key: str) -> tuple[Value, ...]:
        """The values of a key's lines, without duplicates."""
        return tuple(value for value in self._stated(key) if value is not None) if key in self._fields else ()

    def fields(self, key: str) -> Sequence[Field]:
        """The fields of a key."""
        return self._fields.get(key, ())

    def line(self, key: str) -> int | None:
        """The first line of a key."""
        return self._fields[key][0].line if key in self._fields else None

    def _stated(self, key: str) -> list[Value | None]:
        first, *others = self._fields[key]
        value = read_value(self._outline, first.value, first.line)
        values = [value]
        for other in others:
            repeated = read_value(self._outline, other.value, other.line)
            if repeated is not None and (value is None or repeated.text != value.text):
                message = Message(
                    "autodev.two-values", label=first.label, line=first.line, value=repeated.text, other=other.line
                )
                self._outline.report.add("duplicate-label", self._outline.path, other.line, message)
                self._outline.taken.keep(other.line)
                values.append(repeated)
        return values


def read_lines(outline: Outline, section: Section | None) -> Lines:
    """The labelled lines of a section's body and its code fences."""
    return Lines(outline, (*fields_of(section), *outline.fenced(section)))


def read_entries(outline: Outline, section: Section | None) -> Iterator[tuple[ListEntry, Value]]:
    """The list entries and values of a section, without hints and placeholders of the template."""
    for entry in section.entries() if section is not None else ():
        text = plain(entry.text)
        if is_hint(text):
            outline.taken.take(entry.line)
        elif is_nothing(text):
            outline.taken.take_if(is_bare(text), *entry.lines)
        elif is_template(text):
            outline.taken.take_if(True, *entry.lines)
            report_placeholder(outline.report, outline.path, entry.line, text)
        else:
            if entry.row is None:
                outline.taken.take_if(True, *entry.lines)
            yield entry, Value(text, entry.line)


def read_rows(outline: Outline, section: Section | None, *column: str) -> Iterator[Row]:
    """The rows of a section's tables with such a column, without the template's."""
    for table in section.tables() if section is not None else ():
        if table.column(*column) is None:
            continue
        if not table.rows:  # a table that was cleared says nothing
            outline.taken.take(table.line, table.line + 1)
        for row in table.rows:
            cells = [plain(cell.text) for cell in row.cells]
            filled = [cell for cell in cells if not is_nothing(cell)]
            if any(is_template(cell) for cell in filled) and all(
                is_template(cell) or cell.isdigit() for cell in filled
            ):
                outline.taken.take(row.line)
                placeholder = next(cell for cell in filled if is_template(cell))
                report_placeholder(outline.report, outline.path, row.line, placeholder)
            elif not row.filler and filled:
                yield row
            else:
                outline.taken.take(row.line)


# The section `Current Step`: where the flow stands (seed, "Format"; docs/systems/autodev.md)

TITLES = ("Current Step", "Current State", "Current Position")
_LONGEST = 200
_NO_COUNT = regex(r"\[(?!\d\s*[-–]\s*\d\])[^\[\]A-Za-z]*\d[^\[\]A-Za-z]*\]|\{[^{}]*\d[^{}]*\}")
_OF_RETRIES = regex(
    r"\bretr\w*\b.*\b(?:exhaust|limit|max|used|reached|\d)|\bfail\w*\W+\d+\s*(?:/|of)\s*\d", re.IGNORECASE
)
SUB_STEP, RETRY_COUNT = "sub step", "retry count"
_KEYS = ("flow", "step", "name", "status", SUB_STEP, RETRY_COUNT, "cycle", "tracker")
NESTED_KEYS = ("phase", "name", "detail")
"""The keys of a nested sub-step, in their order."""
_PARTS = regex(
    r"(?:(?:sub-?\s?step|phase|step)\s+)?(?P<id>\d{1,6}(?:\.\d{1,6})?[a-z]{0,3})"
    r"(?:\s*[—–:-]+\s+(?P<name>\S.*)|\s*\((?P<inside>[^()]+)\)|[.)]\s+(?P<behind>\S.*))?",
    re.IGNORECASE | re.DOTALL,
)
_STEP = regex(
    r"(?:step\s+)?(?P<id>\d{1,6}(?:\.\d{1,6})?[a-z]{0,3})(?:\s*[—–:-]+\s+(?P<name>\S.*))?", re.IGNORECASE | re.DOTALL
)
_APART = regex(r"(?:(?<!\s)\s+)?[|;,]\s*")
"""The separator between fields on one line."""
_REMAINING_LABELS = (
    "retries left",
    "retries remaining",
    "remaining retries",
    "attempts left",
    "attempts remaining",
    "tries left",
)
"""Folded labels of the number of tries left."""
_TIGHT = regex(
    r"(?P<key>flow|step|name|status|sub[ _-]?step|retry[ _-]?count|cycle|tracker)[ \t]*[:=][ \t]*(?P<value>\S.*)",
    re.IGNORECASE,
)
"""A key with its value as no other Markdown has it: `status:failed`, `retry_count = 3`."""
_FLOW_MAP = regex(r"\{(?P<inside>[^{}\n]*)\}")
_PAIR = regex(r"\s*(?P<key>\w+)\s*:\s*(?P<value>\"[^\"]*\"|'[^']*'|[^,]*)\s*(?:,|$)")


@dataclass(frozen=True, slots=True, kw_only=True)
class SubStep:
    """The sub-step at which the step was interrupted: the skill's own number and name, and a detail, if any.

    `nested` means a map below the key (the form `nested`); `line` is that of the key.
    """

    id: str | None = None
    name: str | None = None
    detail: str | None = None
    nested: bool = False
    line: int

    @property
    def label(self) -> str:
        """Number and name, as far as known: `4 — Architecture Review`."""
        return " — ".join(filter(None, (self.id, self.name)))


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
    def names_step(self) -> bool:
        """Whether it names the present step."""
        return self.step is not None or self.name is not None


def read_current_step(outline: Outline, section: Section | None) -> CurrentStep:
    """The values of the section. Lines below a hint of the template are its example, and no data."""
    if section is None:
        return CurrentStep()
    live = live_fields(section)
    template_lines = _take_template(outline, live)
    nested = nested_fields(live)
    own = [each for each in live if each not in nested]
    sub_line = next((each for each in own if key_of(each.label) == SUB_STEP), None)
    elsewhere = [each for each in count_fields(outline.page.markdown) if each not in live]
    lines = Lines(outline, [*(each for each in own if each is not sub_line), *elsewhere])
    number, name_behind = _split_step(lines.get("step"))
    if template_lines:
        message = Message("autodev.template-left", first=template_lines[0], last=template_lines[-1])
        outline.report.add("template-left", outline.path, template_lines[0], message)
    return CurrentStep(
        flow=lines.get("flow"),
        step=number,
        name=lines.get("name") or name_behind,
        status=min(lines.all("status"), key=lambda each: gravity(status_of(each.text)), default=None),
        sub_step=_read_current_sub_step(outline, sub_line, nested),
        retry_counts=(*_known_counts(lines, RETRY_COUNT), *_other_counts(lines)),
        cycle=lines.get("cycle"),
        tracker=lines.get("tracker"),
        line=section.line,
        unfilled=number is None and lines.get("name") is None and any(map(lines.line, ("step", "name"))),
        retry_line=lines.line(RETRY_COUNT) or next(filter(None, map(lines.line, _REMAINING_LABELS)), None),
    )


def _known_counts(lines: Lines, *keys: str) -> list[Value]:
    """The values of keys that count retries, without `unknown`."""
    return [each for key in keys for each in lines.all(key) if fold(each.text) != "unknown"]


def _other_counts(lines: Lines) -> Iterator[Value]:
    """Retries stated elsewhere: a list or map in place of the count, the tries left, a status such as `failed 3/3`."""
    for field in lines.fields(RETRY_COUNT):
        if _NO_COUNT.fullmatch(text := field.value.strip()[:_LONGEST]):
            yield Value(text, field.line)
    for value in _known_counts(lines, *_REMAINING_LABELS):
        remaining = read_count(value.text)
        if remaining is None or remaining > MOST_RETRIES:
            yield Value(f"{value.text} left", value.line)
        elif MOST_RETRIES - remaining not in (read_count(each.text) for each in _known_counts(lines, RETRY_COUNT)):
            yield Value(str(MOST_RETRIES - remaining), value.line)
    status = lines.get("status")
    if status is not None and _OF_RETRIES.search(status.text[:_LONGEST]):
        yield status


class LiveFields(list[Field]):
    """The data fields of a section, in file order; with their indentation and the template's example lines, by line."""

    def __init__(self) -> None:
        super().__init__()
        self.indents: dict[int, int] = {}
        self.examples: dict[int, Field | None] = {}


@lru_cache(maxsize=8)
def live_fields(section: Section) -> LiveFields:
    """The data fields of a section: rows of its tables, and lines of its body, else of its first code fence. Cached,
    since an edit asks for the same section many times.
    """
    rows = [row for table in pair_tables(section) for row in table.as_fields()]
    fences = [fence.inside for fence in section.fences()]
    in_body = bool(rows) or not fences or next(_fields_with_indent(section), None) is not None
    region = section if in_body else fences[0]
    by_line: dict[int, list[tuple[Field, int]]] = {}
    for field, indent in _fields_with_indent(region):
        by_line.setdefault(field.line, []).append((field, indent))
    live = LiveFields()
    live.extend(rows if region is section else ())
    for number, line in region.lines.numbered(region.first, region.last, region.kind):
        on_line = by_line.get(number + 1, [])
        if is_hint(line) or (live.examples and on_line and is_template_key(on_line[0][0].label)):
            live.examples[number + 1] = on_line[0][0] if on_line and not is_hint(line) else None
        for field, indent in on_line if number + 1 not in live.examples else ():
            live.append(field)
            live.indents[field.line] = indent
    live.sort(key=lambda field: field.line)
    return live


def nested_fields(live: LiveFields) -> list[Field]:
    """The fields below `sub_step:`, indented deeper than it."""
    at = next((place for place, each in enumerate(live) if key_of(each.label) == SUB_STEP), None)
    if at is None or live[at].value:
        return []
    indent = live.indents.get(live[at].line, 0)
    below: list[Field] = []
    for each in live[at + 1 :]:
        if live.indents.get(each.line, 0) <= indent:
            break
        if fold(each.label) in NESTED_KEYS:
            below.append(each)
    return below


def count_fields(markdown: Markdown) -> list[Field]:
    """Every line that counts the retries, in all sections of that name."""
    fields = (each for section in markdown.all_sections(*TITLES) for each in live_fields(section))
    return [each for each in fields if key_of(each.label) == RETRY_COUNT]


def remaining_fields(markdown: Markdown) -> list[Field]:
    """Every line that states the tries left."""
    fields = (each for section in markdown.all_sections(*TITLES) for each in live_fields(section))
    return [each for each in fields if fold(each.label) in _REMAINING_LABELS]


def _fields_with_indent(region: Region) -> Iterator[tuple[Field, int]]:
    """The fields of a region, each with its indentation."""
    for number, line in region.lines.numbered(region.first, region.last, region.kind):
        bare = line.lstrip()
        if not bare:
            continue
        indent = len(line) - len(bare)
        start = region.lines.starts[number] + indent
        for field in _fields_on_line(bare, number + 1, start):
            yield field, indent


def _tight_field(text: str, number: int, start: int) -> Field | None:
    found = _TIGHT.match(text)
    if found is None:
        return None
    value = found["value"].rstrip()
    at = start + found.start("value")
    return Field(found["key"], value, number, at, at + len(value), "plain")


def _fields_on_line(text: str, number: int, start: int) -> Iterator[Field]:
    """The field on a line; several, where keys of the section are separated by bars, commas or semicolons: `step: 4 |
    name: Implement | status: failed`.
    """
    places = [0, *(found.end() for found in _APART.finditer(text))]
    ends = [*(found.start() for found in _APART.finditer(text)), len(text)]
    parts = [read_field(text[a:b], number, start + a) for a, b in zip(places, ends, strict=True)]
    keyed = [each for each in parts if each is not None and _is_key(each.label)]
    if len(keyed) > 1 and parts[0] is keyed[0] and "{" not in text:
        yield from filter(None, parts)
    elif (field := read_field(text, number, start) or _tight_field(text, number, start)) is not None:
        yield field


@lru_cache(maxsize=1024)
def _is_key(label: str) -> bool:
    """Whether a label is a key of the section whose value is no sentence."""
    return key_of(label) in _KEYS or fold(label) in _REMAINING_LABELS


def split_fields(section: Section, newline: str) -> list[Splice]:
    """The splices that give each field of the section its own line."""
    live, text = live_fields(section), section.lines.text
    splices = []
    for first, second in pairwise(live):
        if first.line == second.line and first.style != "table":
            *_, between = _APART.finditer(text, first.value_end, second.value_start)
            indent = " " * live.indents.get(first.line, 0)
            splices.append(Splice(between.start(), between.end(), newline + indent))
    return splices


def _take_template(outline: Outline, live: LiveFields) -> list[int]:
    """Mark the template's example lines as read, and return the lines of all of them."""
    for number, example in live.examples.items():
        outline.taken.take_if(example is None or is_example(example.label, example.value), number)
    return [*live.examples]


def _read_current_sub_step(outline: Outline, field: Field | None, nested: list[Field]) -> SubStep | None:
    if field is None:
        return None
    if nested:
        outline.taken.take(field.line)
        lines = Lines(outline, nested)
        values = {key: value.text for key in NESTED_KEYS if (value := lines.get(key)) is not None}
        return SubStep(id=values.get("phase"), name=values.get("name"), detail=values.get("detail"), nested=True,
                       line=field.line)  # fmt: skip
    inline = _FLOW_MAP.fullmatch(field.value)
    if inline is not None and _PAIR.match(inline["inside"]):
        pairs = [pair for pair in _PAIR.finditer(inline["inside"]) if pair["value"]]
        found = {pair["key"]: pair["value"].strip(" \"'") for pair in pairs}
        whole = "".join(pair[0] for pair in pairs) == inline["inside"]
        outline.taken.take_if(whole and len(found) == len(pairs) and found.keys() <= {*NESTED_KEYS}, field.line)
        return SubStep(id=found.get("phase"), name=found.get("name"), detail=found.get("detail"), nested=True,
                       line=field.line)  # fmt: skip
    value = read_value(outline, field.value, field.line)
    return None if value is None else read_sub_step(value)


def read_sub_step(value: Value) -> SubStep:
    """`4 — Architecture Review`, `1b — Test Case Generation`, a number alone, or words alone."""
    parts = _PARTS.fullmatch(value.text)
    if parts is None:
        return SubStep(name=value.text, line=value.line)
    name = parts["name"] or parts["inside"] or parts["behind"]
    return SubStep(id=parts["id"], name=name.strip() if name else None, line=value.line)


def _split_step(step: Value | None) -> tuple[Value | None, Value | None]:
    """The number and the name in a step: `3 — Plan`."""
    parts = _STEP.fullmatch(step.text) if step is not None else None
    if step is None or parts is None:
        return step, None
    return Value(parts["id"], step.line), Value(parts["name"].strip(), step.line) if parts["name"] else None


NAMES = ("_autodev_state.md", "_autopilot_state.md")
"""The names of the state file, the later one first."""
KEY_DECISIONS = ("Key Decisions", *DECISIONS)
COMPLETED = ("Completed Steps",)
SESSION = ("Last Session",)
RETRIES = ("Retry Log",)
TITLE_WORDS = ("autopilot state", "autodev state")
_HISTORY = (*COMPLETED, *KEY_DECISIONS, *SESSION, *RETRIES, *BLOCKERS)
_FRACTION = regex(r"\d+\.\d+")


@dataclass(frozen=True, slots=True, kw_only=True)
class CompletedStep:
    """A row of Completed Steps, as written."""

    number: str | None
    name: str | None
    completed: str | None
    outcome: str | None
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LastSession:
    """The values of Last Session."""

    date: Value | None = None
    ended_at: Value | None = None
    reason: Value | None = None
    notes: Value | None = None

    @property
    def is_filled(self) -> bool:
        """Whether any line has a value."""
        return any((self.date, self.ended_at, self.reason, self.notes))


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFile:
    """A state file. `sections` are the titles of the seed that it has; `is_blank` means an empty file."""

    path: str
    generation: Generation
    current: CurrentStep = CurrentStep()
    completed: tuple[CompletedStep, ...] = ()
    decisions: tuple[Decision, ...] = ()
    session: LastSession = LastSession()
    attempts: tuple[RetryAttempt, ...] = ()
    log_line: int | None = None
    blockers: tuple[Blocker, ...] = ()
    sections: frozenset[str] = frozenset()
    unread: tuple[Passage, ...] = ()
    is_blank: bool = False

    @property
    def is_usable(self) -> bool:
        """Whether it names the present step."""
        return self.current.names_step

    @property
    def folders_win(self) -> bool:
        """Whether the folders count where they and the file disagree: in all forms but `nested` (state.md, rule 4)."""
        return self.generation != "nested"

    @property
    def has_unreadable_sub_step(self) -> bool:
        """Whether the sub-step cannot be read, in the form whose agent then scans the folders."""
        sub = self.current.sub_step
        return self.generation == "nested" and sub is not None and (sub.id is None or not is_number(sub.id))

    def keeps(self, names: tuple[str, ...]) -> bool:
        """Whether the file keeps a list: it has the section, or its generation does."""
        return self.generation in ("seed", "early") or not self.sections.isdisjoint(names)


def is_state(page: Page) -> bool:
    """Whether a page is a state file: by its title, or by the values of Current Step.

    Any other file of that name is one too: no other tool writes it below `_docs/`.
    """
    heading = page.markdown.title
    if heading is not None and fold(heading.text) in TITLE_WORDS:
        return True
    current = read_current_step(Outline(page, Report()), page.markdown.section(*TITLES))
    return current.names_step or current.flow is not None


def read_state(page: Page, report: Report) -> StateFile:
    """Read the file; problems are reported."""
    outline = Outline(page, report)
    heading = page.markdown.title
    if heading is not None and fold(heading.text) in TITLE_WORDS:
        outline.taken.take(heading.line, heading.line + heading.height - 1)
    log = outline.section(*RETRIES)
    current = read_current_step(outline, outline.section(*TITLES))
    state = StateFile(
        path=page.path,
        current=current,
        completed=_read_completed(outline, outline.section(*COMPLETED)),
        decisions=_read_decisions(outline, outline.section(*KEY_DECISIONS)),
        session=_read_session(outline, outline.section(*SESSION)),
        attempts=_read_attempts(outline, log),
        log_line=log.line if log is not None else None,
        blockers=_read_blockers(outline, outline.section(*BLOCKERS)),
        generation=generation_of(page, current),
        sections=frozenset(section.title for section in page.markdown.sections if section.is_named(*_HISTORY)),
        unread=(),
        is_blank=not page.text.strip(),
    )
    outline.note_unread()
    return replace(state, unread=outline.unread())


def generation_of(page: Page, current: CurrentStep) -> Generation:
    """Which generation wrote the file, by what it holds (docs/systems/autodev.md).

    A nested sub-step, a cycle, a tracker, a fractional step, the flow of a meta-repository and the later name are
    `nested`; a file without flow is `early`; one with nothing but Current Step is the `pointer`.
    """
    heading = page.markdown.title
    has_later_name = page.path.endswith(NAMES[0]) or (heading is not None and fold(heading.text) == TITLE_WORDS[1])
    number = current.step.text if current.step is not None else ""
    flow = fold(current.flow.text) if current.flow is not None else None
    if has_later_name or current.cycle or current.tracker or flow == fold(META) or _FRACTION.fullmatch(number):
        return "nested"
    if current.sub_step is not None and current.sub_step.nested:
        return "nested"
    if current.flow is None and current.names_step:
        return "early"
    return "seed" if any(section.is_named(*_HISTORY) for section in page.markdown.sections) else "pointer"


def _read_completed(outline: Outline, section: Section | None) -> tuple[CompletedStep, ...]:
    rows = []
    for row in read_rows(outline, section, "Step", "Name"):
        cells = outline.cells(
            row,
            number=("Step", "#", "No"),
            name=("Name",),
            completed=("Completed", "Date"),
            outcome=("Key Outcome", "Outcome", "Result"),
        )
        rows.append(CompletedStep(**cells, line=row.line))
    return tuple(rows)


def _read_decisions(outline: Outline, section: Section | None) -> tuple[Decision, ...]:
    decisions = []
    for entry, value in read_entries(outline, section):
        if entry.row is not None:
            outline.taken.keep(entry.line)
        decisions.append(Decision(text=value.text))
    return tuple(decisions)


def _read_session(outline: Outline, section: Section | None) -> LastSession:
    lines: Lines = read_lines(outline, section)
    return LastSession(
        date=lines.get("date"),
        ended_at=lines.get("ended at"),
        reason=lines.get("reason"),
        notes=lines.get("notes"),
    )


def _read_attempts(outline: Outline, section: Section | None) -> tuple[RetryAttempt, ...]:
    attempts = []
    for row in read_rows(outline, section, "Attempt", "Failure Reason"):
        cells: Mapping[str, str | None] = outline.cells(
            row,
            attempt=("Attempt", "#", "No"),
            step=("Step",),
            name=("Name",),
            task=("SubStep", "Sub Step", "Sub-Step", "sub_step"),
            reason=("Failure Reason", "Reason"),
            at=("Timestamp", "Time", "Date"),
        )
        at = cells["at"]
        attempts.append(RetryAttempt(**{**cells, "at": to_utc_text(at) if at else None}))
    for paragraph in section.paragraphs() if section is not None else ():
        if is_hint(paragraph.text):
            last = paragraph.line + paragraph.text.count("\n")
            outline.taken.take(paragraph.line, max(last, _last_line(section, paragraph.end)))
    return tuple(attempts)


def _last_line(section: Section | None, end: int) -> int:
    return section.lines.index.line_of(max(end - 1, 0)) if section is not None else 0


def _read_blockers(outline: Outline, section: Section | None) -> tuple[Blocker, ...]:
    blockers = []
    for entry, value in read_entries(outline, section):
        if entry.row is not None:
            outline.taken.keep(entry.line)
        blockers.append(read_blocker(value.text, ticked=bool(entry.item and entry.item.checked)))
    return tuple(blockers)
