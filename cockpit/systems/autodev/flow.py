"""The flows: their step tables by form, session boundaries, and the step at which a state file stands."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from cockpit.model import Blocker, Status
from cockpit.regex import regex
from cockpit.rules.unread import names_blockers
from cockpit.rules.work import gravity, is_done
from cockpit.systems.autodev.description import (
    MOST_RETRIES,
    NOT_INVOKED,
    STARTED_OVER,
    STATE,
    SUB_STEP_KEYS,
    Form,
    form_of,
    split_sub_step,
)
from cockpit.systems.shared.entry_lists import read_blocker
from cockpit.text.described import Reading, Stated, Unread, read
from cockpit.text.words import fold, says_nothing, unquoted
from cockpit.values import dataclass
from cockpit.wording.numbers import read_count

GREENFIELD, EXISTING, META = "greenfield", "existing-code", "meta-repo"
CYCLE_BEGINS = "New Task"
"""The step to which an existing-code flow returns after its last one."""
_NUMBER = regex(r"(?:step\s+)?(?P<number>\d{1,6}(?:\.\d{1,6})?)(?P<letters>[a-z]{0,4})", re.IGNORECASE)
_STEP = regex(
    r"(?:step\s+)?(?P<id>\d{1,6}(?:\.\d{1,6})?[a-z]{0,3})(?:(?:\s*[—–:-]+\s+|\s+(?!of\b)(?=[^\W\d]))(?P<name>\S.*))?",
    re.IGNORECASE,
)
_TAIL = regex(r"\s*(?:[(\[].*|\s[—–-]\s.*|:\s.*)$", re.DOTALL)
_SYNONYMS = {
    "security": "security audit", "performance": "performance test", "performance tests": "performance test",
    "test specification": "test spec", "test specs": "test spec", "refactoring": "refactor", "planning": "plan",
    "deployment": "deploy", "documentation": "document", "implementation": "implement", "run test": "run tests",
    "decomposition": "decompose",
}  # fmt: skip


def folded_name(name: str) -> str:
    """A step's name for comparison."""
    return _SYNONYMS.get(fold(name), fold(name))


def names_of(name: str | None) -> tuple[str, ...]:
    """A name with and without the remark behind it: `Implement (batch 3)`."""
    return tuple(dict.fromkeys((folded_name(name), folded_name(_TAIL.sub("", name))))) if name else ()


def normal_number(number: str) -> str:
    """A step's number without leading zeros: `3` of ` 03`."""
    found = _NUMBER.fullmatch(number.strip())
    if found is None:
        return number.strip()
    whole, point, fraction = found["number"].partition(".")
    return f"{whole.lstrip('0') or '0'}{point}{fraction}{found['letters'].casefold()}"


def order_of(number: str | None) -> float:
    """The place of a number; letters come after it: 2, 2a, 2b, 2.5, 3. What is no number comes last."""
    found = _NUMBER.fullmatch((number or "").strip())
    if found is None:
        return float("inf")
    place = float(found["number"])
    for at, letter in enumerate(found["letters"].casefold()[:2], 1):
        place += (ord(letter) - 96) / 1000.0**at
    return place


def split_step(text: str) -> tuple[str | None, str | None]:
    """Number and name of a step: `4`, `4 — Name`, `Step 4 Name`, or a name alone."""
    found = _STEP.fullmatch(text)
    return (found["id"], found["name"]) if found else (None, text or None)


def is_number(number: str | None) -> bool:
    """Whether a text is a step's number: 4, 2b, 16.5."""
    return order_of(number) != float("inf")


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a table; `parts` is the number of its sub-steps, where the table has it."""

    id: str
    name: str
    parts: int | None = None

    @property
    def label(self) -> str:
        """`3 Plan`."""
        return f"{self.id} {self.name}"

    @property
    def folded(self) -> str:
        """The name for comparison."""
        return folded_name(self.name)


@dataclass(frozen=True, slots=True)
class StepTable:
    """The steps of a flow in one form."""

    flow: str
    steps: tuple[Step, ...]

    @property
    def size(self) -> int:
        """The number of steps, without fractional ones."""
        return sum("." not in each.id for each in self.steps)

    def named(self, name: str | None) -> tuple[Step, ...]:
        """The steps with a name; an existing-code flow runs tests twice."""
        found = (tuple(each for each in self.steps if each.folded == one) for one in names_of(name))
        return next(filter(None, found), ())

    def numbered(self, number: str | None) -> Step | None:
        """The step with a number."""
        return next((each for each in self.steps if number and each.id == normal_number(number)), None)

    def find(self, number: str | None, name: str | None) -> Step | None:
        """The step with a name, of several the one nearest to the number; by number only where no name is given."""
        if name is None:
            return self.numbered(number)
        place = order_of(number) if is_number(number) else 0
        return min(self.named(name), key=lambda each: abs(order_of(each.id) - place), default=None)

    def after(self, step: Step) -> Step | None:
        """The next step; None after the last one."""
        return next(iter(self.steps[self.steps.index(step) + 1 :]), None)


def _table(flow: str, names: str, **between: str) -> StepTable:
    """Steps numbered from 1; `Name/4` has four sub-steps. `between` are fractional ones: `_16_5`."""
    parts = [each.partition("/") for each in names.split(", ")]
    steps = [Step(str(at), name, int(count) if count else None) for at, (name, _, count) in enumerate(parts, 1)]
    steps += [Step(number.strip("_").replace("_", "."), name) for number, name in between.items()]
    return StepTable(flow, tuple(sorted(steps, key=lambda each: order_of(each.id))))


_GREENFIELD_10 = (
    "Problem/4, Research, Plan/6, UI Design/8, Decompose/4, Implement, Run Tests/4, Security Audit, "
    "Performance Test, Deploy/7"
)
TABLES: Mapping[tuple[Form, str], StepTable] = {
    ("seed", GREENFIELD): _table(GREENFIELD, _GREENFIELD_10),
    ("seed", EXISTING): _table(
        EXISTING, "Document/8, Test Spec, Decompose Tests, Implement Tests, Run Tests, Refactor/5, New Task/8, "
        "Implement, Run Tests, Security Audit, Performance Test, Deploy"
    ),
    ("pointer", GREENFIELD): _table(GREENFIELD, re.sub(r"/\d", "", _GREENFIELD_10)),
    ("pointer", EXISTING): _table(
        EXISTING, "Document, Test Spec, Code Testability Revision, Decompose Tests, Implement Tests, Run Tests, "
        "Refactor, New Task, Implement, Run Tests, Update Docs, Security, Performance, Deploy"
    ),
    ("nested", GREENFIELD): _table(
        GREENFIELD, "Problem, Research, Plan, UI Design, Test Spec, Decompose, Implement, Code Testability Revision, "
        "Decompose Tests, Implement Tests, Run Tests, Test-Spec Sync, Update Docs, Security Audit, Performance Test, "
        "Deploy, Retrospective"
    ),
    ("nested", EXISTING): _table(
        EXISTING, "Document, Architecture Baseline Scan, Test Spec, Code Testability Revision, Decompose Tests, "
        "Implement Tests, Run Tests, Refactor, New Task, Implement, Run Tests, Test-Spec Sync, Update Docs, Security, "
        "Performance, Deploy, Retrospective", _16_5="Release"
    ),
}  # fmt: skip
"""None is known of the early form, of `meta-repo`, and of the greenfield flow with eleven steps."""
SHORTER: Mapping[tuple[Form, str], int] = {("nested", GREENFIELD): 11}
"""The size of a shorter table that a form also had; its steps are not known."""
OPTIONAL = frozenset(map(folded_name, (
    "UI Design", "Security Audit", "Performance Test", "Refactor", "Code Testability Revision", "Test-Spec Sync",
    "Update Docs", "Release", "Architecture Baseline Scan",
)))  # fmt: skip
"""Steps that may be left out, or that a form did not have."""
BOUNDARIES = (
    (GREENFIELD, "Decompose", "Implement"),
    (GREENFIELD, "Decompose Tests", "Implement Tests"),
    (EXISTING, "Decompose Tests", "Implement Tests"),
    (EXISTING, "New Task", "Implement"),
)
"""After the first step the agent asks before it begins the second (seed, "Session Boundaries"; by name, since later
tables number them otherwise; of the second greenfield one the same is inferred)."""


def boundary_before(flow: str | None, name: str | None) -> tuple[str, str] | None:
    """The session boundary before a step: the step that ends, and the one that waits."""
    names = names_of(name)
    return next(((one, two) for of, one, two in BOUNDARIES if of == flow and folded_name(two) in names), None)


def flow_named(text: str | None) -> str | None:
    """The flow of a text: `Existing code (since May)`. None for an unknown one."""
    stated = f"{fold(text or '')} "
    return next((each for each in (GREENFIELD, EXISTING, META) if stated.startswith(f"{fold(each)} ")), None)


# Where a file stands


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table of the state file: its cells by column, and its line."""

    cells: Mapping[str, str]
    line: int

    def get(self, column: str) -> str | None:
        """A cell; None where it says nothing."""
        return self.cells.get(column)

    @property
    def is_skipped(self) -> bool:
        """Whether a row of the completed steps has a skipped one."""
        return fold(self.cells.get("outcome", "")).startswith("skipped") or (
            fold(self.cells.get("completed", "")) == "skipped"
        )

    @property
    def starts_over(self) -> bool:
        """Whether a completed step is to be done again."""
        return STARTED_OVER in self.cells.get("outcome", "")


_NO_COUNT = regex(r"\[(?!\d\s*[-–]\s*\d\])[^\[\]A-Za-z]*\d[^\[\]A-Za-z]*\]|\{[^{}]*\d[^{}]*\}")
"""A list or a map in place of a count; `[0-3]` is the template's."""
_OF_RETRIES = regex(
    r"\bretr\w*\b.*\b(?:exhaust|limit|max|used|reached|\d)|\bfail\w*\W+\d+\s*(?:/|of)\s*\d", re.IGNORECASE
)
"""A status that counts retries: `failed 3/3`."""
_LONGEST = 200


class State:
    """A state file as it was read, and what follows from it."""

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.reading: Reading = read(STATE, text)
        self.form: Form = form_of(self.reading, path)

    def text(self, *at: str) -> str | None:
        """The text of a field, such as `current`, `flow`."""
        found = self.reading.get(*at)
        return found.text if found else None

    def line(self, part: str, *name: str) -> int | None:
        """The line of a field, whatever it states, else of its section."""
        places, sections = self.reading.places.get((part, *name)), self.reading.sections[part]
        return places[0].line if places else sections[0].line if sections else None

    def keeps(self, part: str) -> bool:
        """Whether the file keeps a part: it has the section, or its form has."""
        return self.form in ("seed", "early") or bool(self.reading.sections[part])

    @property
    def is_usable(self) -> bool:
        """Whether it names the present step."""
        return bool(self.text("current", "step") or self.text("current", "name"))

    @property
    def is_blank(self) -> bool:
        """Whether it is empty."""
        return not self.reading.document.text.strip()

    @property
    def folders_win(self) -> bool:
        """Whether the folders count where they and the file disagree: in all forms but `nested` (seed, rule 4)."""
        return self.form != "nested"

    def rows(self, part: str) -> list[Row]:
        """The rows of a table."""
        return [Row(cells, self.reading.places[part, at][0].line) for at, cells in enumerate(self.reading.said[part])]

    @cached_property
    def completed(self) -> list[Row]:
        """The rows of completed steps."""
        return self.rows("completed")

    @cached_property
    def rows_by_step(self) -> dict[str, list[Row]]:
        """The rows of each step of the table, by its id; under an empty one those of other steps."""
        found: dict[str, list[Row]] = {}
        for row in self.completed:
            step = self.table.find(row.get("step"), row.get("name")) if self.table else None
            found.setdefault(step.id if step else "", []).append(row)
        return found

    @cached_property
    def attempts(self) -> list[Row]:
        """The rows of the retry log."""
        return self.rows("log")

    @cached_property
    def unread(self) -> list[Unread]:
        """What no part took; a section of blockers under another name that lists none is not among it."""
        return [
            each
            for each in self.reading.unread
            if not names_blockers(each.section.title) or not all(says_nothing(line.text) for line in each.section.lines)
        ]

    @property
    def notes(self) -> str | None:
        """The notes of the last session, with what else stands there: agents write on in the next line."""
        more = (each.text.strip() for each in self.reading.unread if each.section in self.reading.sections["session"])
        return " ".join(filter(None, (self.text("session", "notes"), *more))) or None

    # The step

    @cached_property
    def flow(self) -> str | None:
        """The flow, by its name."""
        return flow_named(self.text("current", "flow"))

    @cached_property
    def done(self) -> bool:
        """Whether all steps are done."""
        return is_done(self.text("current", "step") or "")

    @cached_property
    def number(self) -> str | None:
        """The step's number as stated."""
        text = self.text("current", "step")
        return None if self.done or not text else normal_number(split_step(text)[0] or text)

    @cached_property
    def name(self) -> str | None:
        """The step's name as stated: on its own line, or behind the number."""
        number, name = split_step(self.text("current", "step") or "")
        return self.text("current", "name") or (name if number else None)

    @cached_property
    def table(self) -> StepTable | None:
        """The table of the file's form, or that of another one in which number and name agree."""
        default = TABLES.get((self.form, self.flow or ""))
        others = [table for (form, flow), table in TABLES.items() if flow == self.flow and form != self.form]
        tables = [*([default] if default else []), *others]
        if self.name is None or (self.form == "nested" and default and default.named(self.name)):
            return default
        for table in tables:
            step = table.numbered(self.number)
            if step is not None and step.folded in names_of(self.name):
                return table
        return next((table for table in tables if table.named(self.name)), default)

    @cached_property
    def step(self) -> Step | None:
        """The present step; None where the table has no such step. The name wins over the number."""
        return self.table.find(self.number, self.name) if self.table and not self.done else None

    @property
    def id(self) -> str | None:
        """The step's id: that of the table, else as written."""
        return self.step.id if self.step else self.number

    @property
    def step_name(self) -> str | None:
        """The step's name: as written, else that of the table."""
        return self.name or (self.step.name if self.step else None)

    @property
    def label(self) -> str:
        """Number and name, as far as known."""
        return " ".join(filter(None, (self.id, self.step_name)))

    def before(self) -> tuple[Step, ...]:
        """The steps before the present one; for a number that the table does not have (10.5), those with a lower
        number."""
        if self.table is None or (self.step is None and not is_number(self.id)):
            return ()
        if self.step is not None:
            return self.table.steps[: self.table.steps.index(self.step)]
        return tuple(each for each in self.table.steps if order_of(each.id) < order_of(self.id))

    def is_in_cycle(self) -> bool:
        """Whether the step is part of the cycle to which an existing-code flow returns."""
        start = self.table.named(CYCLE_BEGINS) if self.table else ()
        return bool(self.table and self.step and start and order_of(self.step.id) >= order_of(start[0].id))

    # Its status and retries

    @cached_property
    def stated_status(self) -> Stated | None:
        """The status that counts: of several the worst."""
        return min(self.reading.all("current", "status"), key=lambda each: gravity(each.value), default=None)

    @cached_property
    def status(self) -> Status:
        """What it means."""
        return "completed" if self.done else self.stated_status.value if self.stated_status else "unknown"

    @property
    def states_retries(self) -> bool:
        """Whether it has a place for the retries, whatever stands there."""
        return any(("current", name) in self.reading.places for name in ("retry_count", "retries_left"))

    @property
    def retry_line(self) -> int | None:
        """The line of that place."""
        places = self.reading.places
        found = places.get(("current", "retry_count")) or places.get(("current", "retries_left")) or ()
        return found[0].line if found else None

    @cached_property
    def counts(self) -> list[Stated]:
        """Every different count of the retries: stated, by the tries left, in a status. None as its value is one that
        cannot be read."""
        places = self.reading.places.get(("current", "retry_count"), [])
        raw = [unquoted(self.reading.document.text[each.start : each.end][:_LONGEST]) for each in places]
        no_counts = [replace(each, text=text) for each, text in zip(places, raw, strict=True)
                     if not each.text and _NO_COUNT.fullmatch(text)]  # fmt: skip
        stated = [each for each in places if each.text and fold(each.text) != "unknown"]
        known = {each.value for each in stated}
        of_left = [
            replace(each, text=str(each.value) if each.value is not None else f"{each.text} left")
            for each in self.reading.all("current", "retries_left")
            if fold(each.text) != "unknown" and (each.value is None or each.value not in known)
        ]
        first = self.reading.get("current", "status")
        in_status = first is not None and _OF_RETRIES.search(first.text[:_LONGEST])
        found = [*stated, *no_counts, *of_left]
        if in_status and first is not None:
            found.append(replace(first, value=read_count(first.text)))
        return [*{each.text: each for each in reversed(found)}.values()][::-1]

    @cached_property
    def logged(self) -> int:
        """The retries of the present step in the log: the number of rows, or of the last attempt."""
        stated = self.text("current", "step")
        own = normal_number(split_step(stated)[0] or stated) if stated else None
        rows = [each for each in self.attempts if own is None or normal_number(each.get("step") or own) == own]
        return max([len(rows), *(read_count(each.get("attempt")) or 0 for each in rows)])

    @cached_property
    def highest(self) -> int | None:
        """The highest number of retries that is stated, without the log."""
        return max((each.value for each in self.counts if each.value is not None), default=None)

    @cached_property
    def retries(self) -> int | None:
        """The retries, stated or logged. None where a count cannot be read and the others leave a try."""
        most = max(self.logged, self.highest or 0)
        return None if most < MOST_RETRIES and any(each.value is None for each in self.counts) else most

    @property
    def used_up(self) -> bool:
        """Whether no try is left, or the count cannot be read."""
        return self.retries is None or self.retries >= MOST_RETRIES

    @property
    def failed_for_good(self) -> bool:
        """Whether only a person can let the step be tried again (seed, rule 7)."""
        return self.status == "failed" and self.used_up

    @property
    def is_held(self) -> bool:
        """Whether no try is left of a step that is neither finished nor failed by its status."""
        return self.used_up and self.status not in ("failed", "phase_complete", "skipped", "completed")

    @property
    def failure(self) -> str:
        """The beginning of the blocker that records the failure."""
        return f"Step {self.step.label if self.step else self.label} failed after {MOST_RETRIES} retries"

    @cached_property
    def blockers(self) -> tuple[Blocker, ...]:
        """The blockers. Of a step that failed for good, the one that says so is marked: it goes with the retries."""
        entries = (self.reading.places["blockers", at][0] for at in range(len(self.reading.said["blockers"])))
        found = [*dict.fromkeys(read_blocker(each.text, ticked=each.value in ("x", "X")) for each in entries)]
        return tuple(
            replace(each, of_failure=True)
            if self.failed_for_good and each.holds and each.text.startswith(self.failure)
            else each
            for each in found
        )

    # The sub-step

    @cached_property
    def nested(self) -> bool:
        """Whether the sub-step is a map."""
        return any(("current", "sub_step", key) in self.reading.places for key in SUB_STEP_KEYS)

    @cached_property
    def sub_step(self) -> tuple[str | None, str | None, str | None] | None:
        """Number, name and detail of the sub-step; None without one."""
        if self.nested:
            number, name, detail = (self.text("current", "sub_step", key) for key in SUB_STEP_KEYS)
            return number, name, detail
        text = self.text("current", "sub_step")
        return (*split_sub_step(text), None) if text else None

    @property
    def unreadable_sub_step(self) -> bool:
        """Whether the sub-step has no number, in the form whose agent then scans the folders."""
        return self.form == "nested" and self.sub_step is not None and not is_number(self.sub_step[0])

    @property
    def task(self) -> tuple[str | None, str | None] | None:
        """Number and name of the sub-step that was begun."""
        if self.sub_step is None or self.sub_step[0] == "0" or self.sub_step[1] == NOT_INVOKED:
            return None
        number, name, detail = self.sub_step
        return number, ": ".join(filter(None, (name, detail))) or None
