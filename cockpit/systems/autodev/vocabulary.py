"""The words of the state file: flows and their step tables, statuses, reasons, commands, and the template's
placeholders.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Literal

from cockpit.model import PhaseMove, Status
from cockpit.regex import regex
from cockpit.systems.shared.stated_values import fold
from cockpit.values import dataclass
from cockpit.wording.messages import Message, clause, plain

# The step tables of each flow and generation (docs/systems/autodev.md)

Generation = Literal["early", "seed", "pointer", "nested"]
"""Without flows; the seed's; the light pointer; with a nested sub-step, after the renaming to autodev."""
GREENFIELD, EXISTING, META = "greenfield", "existing-code", "meta-repo"
FLOWS = (GREENFIELD, EXISTING, META)

_NUMBER = regex(r"(?P<number>\d{1,6}(?:\.\d{1,6})?)(?P<letters>[a-z]{0,4})", re.IGNORECASE)
_TAIL = regex(r"\s*(?:[(\[].*|\s[—–-]\s.*|:\s.*)$", re.DOTALL)
_SYNONYMS = {
    "security": "security audit",
    "performance": "performance test",
    "performance tests": "performance test",
    "test specification": "test spec",
    "test specs": "test spec",
    "refactoring": "refactor",
    "planning": "plan",
    "deployment": "deploy",
    "documentation": "document",
    "implementation": "implement",
    "decomposition": "decompose",
    "run test": "run tests",
}
"""Folded names that stand for another step name."""


@dataclass(frozen=True, slots=True)
class TableStep:
    """A step of a table. `parts` is the number of its sub-steps; None where the table does not have it."""

    id: str
    name: str
    parts: int | None = None

    @property
    def label(self) -> str:
        """Its number and name: `3 Plan`."""
        return f"{self.id} {self.name}"

    @property
    def folded(self) -> str:
        """The name for comparison."""
        return folded_name(self.name)


@dataclass(frozen=True, slots=True)
class StepTable:
    """The steps of a flow in one generation, in their order."""

    flow: str
    steps: tuple[TableStep, ...]

    @property
    def size(self) -> int:
        """The number of steps, without fractional ones."""
        return sum("." not in step.id for step in self.steps)

    def steps_named(self, name: str | None) -> tuple[TableStep, ...]:
        """The steps with a name; an existing-code flow runs tests twice."""
        names = names_of(name)
        called = (tuple(step for step in self.steps if step.folded == each) for each in names)
        return next(filter(None, called), ())

    def step_numbered(self, number: str | None) -> TableStep | None:
        """The step with a number."""
        return next((step for step in self.steps if number is not None and step.id == normal_number(number)), None)

    def index_of(self, step: TableStep) -> int:
        """The index of a step."""
        return self.steps.index(step)

    def step_after(self, step: TableStep) -> TableStep | None:
        """The next step; None after the last one."""
        place = self.index_of(step) + 1
        return self.steps[place] if place < len(self.steps) else None

    def find(self, number: str | None, name: str | None) -> TableStep | None:
        """The step with a name, and of several the one nearest to the number; by number only where no name is given."""
        if name is None:
            return self.step_numbered(number)
        steps = self.steps_named(name)
        place = order_of(number)
        return min(steps, key=lambda step: abs((order_of(step.id) or 0) - (place or 0)), default=None)


@lru_cache(maxsize=1024)
def folded_name(name: str) -> str:
    """A step's name for comparison. Cached: the tables' names are asked for many times."""
    folded = fold(name)
    return _SYNONYMS.get(folded, folded)


def names_of(name: str | None) -> tuple[str, ...]:
    """A name folded, with and without the remark behind it: `Implement (batch 3)`."""
    if not name:
        return ()
    return tuple(dict.fromkeys((folded_name(name), folded_name(_TAIL.sub("", name)))))


def normal_number(number: str) -> str:
    """A step's number without leading zeros and blanks: `3` of ` 03`."""
    match = _NUMBER.fullmatch(number.strip())
    if match is None:
        return number.strip()
    whole, point, fraction = match["number"].partition(".")
    return f"{whole.lstrip('0') or '0'}{point}{fraction}{match['letters'].casefold()}"


def order_of(number: str | None) -> float | None:
    """The sort value of a number; letters come after it: 2, 2a, 2b, 2.5, 3. None for a text that is no number."""
    match = _NUMBER.fullmatch((number or "").strip())
    if match is None:
        return None
    letters = sum((ord(letter) - 96) / 100 ** (at + 1) for at, letter in enumerate(match["letters"].casefold()[:2]))
    after: float = letters / 10
    return float(match["number"]) + after


def is_number(text: str) -> bool:
    """Whether a text is a step's number: 4, 2b, 16.5."""
    return _NUMBER.fullmatch(text.strip()) is not None


def _table(flow: str, names: Iterable[str], **between: str) -> StepTable:
    """A table of steps numbered from 1; `Name/4` has four sub-steps. `between` are fractional steps: `_16_5`."""
    steps = []
    for number, each in enumerate(names, 1):
        name, _, parts = each.partition("/")
        steps.append(TableStep(str(number), name, int(parts) if parts else None))
    steps += [TableStep(number.strip("_").replace("_", "."), name) for number, name in between.items()]
    return StepTable(flow, tuple(sorted(steps, key=lambda step: order_of(step.id) or 0)))


_GREENFIELD_10 = (
    "Problem/4", "Research", "Plan/6", "UI Design/8", "Decompose/4", "Implement", "Run Tests/4", "Security Audit",
    "Performance Test", "Deploy/7",
)  # fmt: skip
_GREENFIELD_17 = (
    "Problem", "Research", "Plan", "UI Design", "Test Spec", "Decompose", "Implement", "Code Testability Revision",
    "Decompose Tests", "Implement Tests", "Run Tests", "Test-Spec Sync", "Update Docs", "Security Audit",
    "Performance Test", "Deploy", "Retrospective",
)  # fmt: skip
_EXISTING_12 = (
    "Document/8", "Test Spec", "Decompose Tests", "Implement Tests", "Run Tests", "Refactor/5", "New Task/8",
    "Implement", "Run Tests", "Security Audit", "Performance Test", "Deploy",
)  # fmt: skip
_EXISTING_14 = (
    "Document", "Test Spec", "Code Testability Revision", "Decompose Tests", "Implement Tests", "Run Tests", "Refactor",
    "New Task", "Implement", "Run Tests", "Update Docs", "Security", "Performance", "Deploy",
)  # fmt: skip
_EXISTING_17 = (
    "Document", "Architecture Baseline Scan", "Test Spec", "Code Testability Revision", "Decompose Tests",
    "Implement Tests", "Run Tests", "Refactor", "New Task", "Implement", "Run Tests", "Test-Spec Sync", "Update Docs",
    "Security", "Performance", "Deploy", "Retrospective",
)  # fmt: skip

TABLES: Mapping[tuple[Generation, str], StepTable] = {
    ("seed", GREENFIELD): _table(GREENFIELD, _GREENFIELD_10),
    ("seed", EXISTING): _table(EXISTING, _EXISTING_12),
    ("pointer", GREENFIELD): _table(GREENFIELD, (name.partition("/")[0] for name in _GREENFIELD_10)),
    ("pointer", EXISTING): _table(EXISTING, _EXISTING_14),
    ("nested", GREENFIELD): _table(GREENFIELD, _GREENFIELD_17),
    ("nested", EXISTING): _table(EXISTING, _EXISTING_17, _16_5="Release"),
}
"""By generation and flow. No table is known of the early generations, of `meta-repo`, and of the greenfield flow with
eleven steps; the pointer's greenfield table is the seed's, without the number of sub-steps."""

SHORTER_TABLES: Mapping[tuple[Generation, str], int] = {("nested", GREENFIELD): 11}
"""The size of a shorter table that a generation also had; its steps are not known."""
OPTIONAL = frozenset(
    map(folded_name, ("UI Design", "Security Audit", "Performance Test", "Refactor", "Code Testability Revision",
                      "Test-Spec Sync", "Update Docs", "Release", "Architecture Baseline Scan"))
)  # fmt: skip
"""Steps that may be left out, or that a generation did not have."""
BOUNDARIES = (
    (GREENFIELD, "Decompose", "Implement"),
    (GREENFIELD, "Decompose Tests", "Implement Tests"),
    (EXISTING, "Decompose Tests", "Implement Tests"),
    (EXISTING, "New Task", "Implement"),
)
"""The session boundaries: after the first step the agent asks before it begins the second. The seed names greenfield
5 to 6, existing-code 3 to 4 and 7 to 8; later tables number them otherwise, and the greenfield one has a second
decomposition, for which the same is inferred."""
CYCLE_BEGINS = "New Task"
"""The step to which an existing-code flow returns after its last one."""


def table_of(generation: Generation, flow: str | None) -> StepTable | None:
    """The table of a flow in a generation; None where none is known."""
    return TABLES.get((generation, flow or ""))


def other_tables(generation: Generation, flow: str | None) -> tuple[StepTable, ...]:
    """The tables that the flow has in other generations."""
    return tuple(table for (other, name), table in TABLES.items() if name == flow and other != generation)


def boundary_before(flow: str | None, name: str | None) -> tuple[str, str] | None:
    """The session boundary before a step: the step that ends, and the one that waits."""
    names = names_of(name)
    boundaries = (each for each in BOUNDARIES if each[0] == flow and folded_name(each[2]) in names)
    return next(((before, after) for _, before, after in boundaries), None)


STATUS_WORDS: Mapping[Status, str] = {
    "not_started": "not_started",
    "in_progress": "in_progress",
    "phase_complete": "completed",
    "skipped": "skipped",
    "failed": "failed",
}
"""autodev's word for each status of a step. A completed step is `phase_complete`, not the end of the flow."""
REASONS = ("user paused", "context limit", "completed step", "session boundary")
"""Why a session ends (seed, "Last Session"); a person who says nothing paused it."""
BOUNDARY = "session boundary"
MOST_RETRIES = 3
"""The number of retries at which the step has failed (seed, rule 6)."""
DONE = "done"
"""The value of `step` once all steps are completed."""
NOT_INVOKED = "awaiting-invocation"
"""The sub-step of a step that has not begun (docs/systems/autodev.md)."""

_STATUSES: Mapping[str, Status] = {
    "not started": "not_started",
    "pending": "not_started",
    "todo": "not_started",
    "in progress": "in_progress",
    "active": "in_progress",
    "started": "in_progress",
    "completed": "phase_complete",
    "complete": "phase_complete",
    "done": "phase_complete",
    "finished": "phase_complete",
    "skipped": "skipped",
    "failed": "failed",
    "failure": "failed",
    "blocked": "blocked",
    "paused": "paused",
}
_REMARK = regex(r"\s*(?:[(\[—–:;,.]|\s-\s|\s(?:after|because|due|since|with|at|in\s+sub)\b).*", re.DOTALL)
_DOUBT = regex(
    r"fail|error|\bnot\b|n't\b|except|partial|block|pending|wait|\bbut\b|retr|incomplete|open", re.IGNORECASE
)
"""Words of a remark that make a finished status doubtful."""
_MEANINGS: Mapping[Status, Message] = {
    "not_started": Message("autodev.means-not-started"),
    "in_progress": Message("autodev.means-in-progress"),
    "phase_complete": Message("autodev.means-phase-complete"),
    "skipped": Message("autodev.means-skipped"),
    "failed": plain(f"{clause(Message('autodev.means-failed'))}; {clause(Message('autodev.agent-may-try-again'))}"),
    "completed": Message("autodev.means-completed"),
}
_FOR_GOOD = plain(f"{clause(Message('autodev.means-failed'))}; {clause(Message('autodev.not-tried-again'))}")
_MOVES: Mapping[Status, tuple[PhaseMove, ...]] = {
    "not_started": ("skip",),
    "in_progress": ("complete", "fail", "skip"),
    "failed": ("retry", "skip"),
}
_EXAMPLES: Mapping[str, frozenset[str]] = {
    "flow": frozenset(("greenfield", "existing-code")),
    "step": frozenset(("N", "2", "3")),
    "name": frozenset(("Plan", "Test Spec")),
    "status": frozenset(("in_progress", "failed")),
    "sub step": frozenset(("M", "4 — Architecture Review & Risk Assessment", "1b — Test Case Generation")),
    "retry count": frozenset(("0", "3")),
}
"""The values in the hints and examples of the seed's template, by key."""
_HINTS = (
    regex(r"when updating\b.{0,80}\balways write it as:?", re.IGNORECASE),
    regex(r"(?:\*\*)?example(?:\s*\(failed after \d retries\))?\s*:?(?:\*\*)?:?", re.IGNORECASE),
    regex(
        r"\(?clear this table when the step succeeds or user resets\."
        r"(?:\s+append a row on each failed auto-retry\.)?\)?",
        re.IGNORECASE,
    ),
)
"""The hints in the seed's template."""
_ARROW = regex(r"(?P<value>.*?)(?:^|\s+)←\s*(?P<hint>.*)")
_ARROW_HINTS = regex(r"active flow|autopilot step.*|sub-skill's own internal step.*|reset on new step.*", re.IGNORECASE)
_PLACEHOLDER = regex(r"\[[^\[\]\n]{1,200}\]|<[^<>\n]{1,200}>|\{\{?[^{}\n]{1,200}\}?\}")
_BRACKETS = regex(r"(?:\[[^\[\]\n]{1,120}\]|Step|SubStep|[\W_])+", re.IGNORECASE)
_LINK_OR_BOX = regex(r"\[[ xX]?\](?:\s|$)|\]\(")
_DOTS = frozenset(("...", "…", "[...]", "[…]"))


def status_of(word: str | None) -> Status:
    """The model's status for a word of a file, without the remark behind it: `failed (3 of 3)`. A remark that raises
    doubt makes it unknown: `completed, but one test failed`.
    """
    text = word or ""
    remark = _REMARK.search(text)
    status = _STATUSES.get(fold(text[: remark.start()] if remark is not None else text), "unknown")
    is_doubtful = (
        remark is not None and status in ("phase_complete", "skipped") and _DOUBT.search(remark[0]) is not None
    )
    return "unknown" if is_doubtful else status


def moves_of(word: str | None, retries: int | None) -> tuple[PhaseMove, ...]:
    """The moves a step can make, the usual one first; none for a completed one.

    `retries` is the number of the present step, None where it cannot be read, and None for every other step, which can
    only be moved to. At three the step has failed: it is not tried again before a reset (seed, rule 7).
    """
    status = status_of(word)
    if retries is None and status == "not_started":
        return ("start",)
    if status in ("in_progress", "failed") and (retries is None or retries >= MOST_RETRIES):
        return ("reset", "skip") if status == "failed" else ("reset", "complete", "skip")
    return _MOVES.get(status, ()) if retries is not None else ()


def meaning_of(status: Status, *, for_good: bool = False) -> Message | None:
    """The meaning of a status by the documents; `for_good` is a failure without a try left."""
    return _FOR_GOOD if for_good else _MEANINGS.get(status)


def command_of(generation: Generation) -> str:
    """The agent's slash command (docs/systems/autodev.md)."""
    return "/autodev" if generation == "nested" else "/autopilot"


def is_hint(line: str) -> bool:
    """Whether a line is a hint of the template."""
    text = line.strip()
    return bool(text) and len(text) < 200 and any(hint.fullmatch(text) for hint in _HINTS)


def is_template(value: str) -> bool:
    """Whether a value is a placeholder of the template: `[none]`, `<step name>`, `...`.

    `[decision 1: e.g. "Tech stack"]` is one; `[docs](docs/a.md)` and a check box are not.
    """
    text = value.strip().strip("\"'`*_").strip()
    if text in _DOTS:
        return True
    if _LINK_OR_BOX.search(text) or not text.startswith(("[", "<", "{", "Step [", "step [")):
        return False
    return _PLACEHOLDER.fullmatch(text) is not None or ("[" in text and _BRACKETS.fullmatch(text) is not None)


def without_arrow(value: str) -> tuple[str, bool]:
    """A value without the template's remark behind it (`3 ← autopilot step`), and whether the remark is exactly the
    template's.
    """
    match = _ARROW.fullmatch(value) if "←" in value else None
    if match is None:
        return value, True
    return match["value"].strip(), _ARROW_HINTS.fullmatch(match["hint"].strip()) is not None


def is_template_key(label: str) -> bool:
    """Whether a label is a key of the seed's template, and may occur in its examples."""
    return fold(label) in _EXAMPLES


def is_example(label: str, value: str) -> bool:
    """Whether a line is one of the examples in the seed's template."""
    text, is_whole = without_arrow(value)
    return is_whole and text in _EXAMPLES.get(fold(label), ())
