"""_autopilot_state.md, later _autodev_state.md, as it is read (seed, "Format")."""

import re
from collections.abc import Mapping

from cockpit.documents.markdown import Section
from cockpit.model import Blocker, Decision, RetryAttempt
from cockpit.rules.times import to_utc_text
from cockpit.systems.autodev.current_step import TITLES, CurrentStep, read_current_step
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.stated import Lines, lines_of, listed, rows_of
from cockpit.systems.autodev.step_tables import META, Generation, is_number
from cockpit.systems.autodev.vocabulary import is_hint
from cockpit.systems.reading.blocker_entries import read_blocker
from cockpit.systems.reading.folder import Page
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.taken import Passage
from cockpit.systems.reading.titles import BLOCKERS, DECISIONS
from cockpit.systems.reading.values import Value
from cockpit.systems.reading.words import fold
from cockpit.values import dataclass

NAMES = ("_autodev_state.md", "_autopilot_state.md")
"""What the state file is called, the later name first."""
KEY_DECISIONS = ("Key Decisions", *DECISIONS)
COMPLETED = ("Completed Steps",)
SESSION = ("Last Session",)
RETRIES = ("Retry Log",)
REFERENCE = ("Step ↔ SubStep Reference", "Step Reference", "Step SubStep Reference")
TITLE_WORDS = ("autopilot state", "autodev state")
_HISTORY = (*COMPLETED, *KEY_DECISIONS, *SESSION, *RETRIES, *BLOCKERS)
_FRACTION = re.compile(r"\d+\.\d+")


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
    """What the section says of the session that ended last."""

    date: Value | None = None
    ended_at: Value | None = None
    reason: Value | None = None
    notes: Value | None = None
    line: int | None = None

    @property
    def says_something(self) -> bool:
        """Whether any of its lines states something."""
        return any((self.date, self.ended_at, self.reason, self.notes))


@dataclass(frozen=True, slots=True, kw_only=True)
class StateFile:
    """What the file says. `sections` are the titles of the seed that it has, `blank` that it holds nothing."""

    path: str
    generation: Generation
    current: CurrentStep = CurrentStep()
    completed: tuple[CompletedStep, ...] = ()
    decisions: tuple[Decision, ...] = ()
    session: LastSession = LastSession()
    attempts: tuple[RetryAttempt, ...] = ()
    blockers: tuple[Blocker, ...] = ()
    sections: frozenset[str] = frozenset()
    unread: tuple[Passage, ...] = ()
    blank: bool = False

    @property
    def usable(self) -> bool:
        """Whether it says where the flow stands."""
        return self.current.says_something

    @property
    def folders_win(self) -> bool:
        """Whether the folders count where they and the file disagree: in every form but `nested` (state.md, rule 4)."""
        return self.generation != "nested"

    @property
    def sub_step_lost(self) -> bool:
        """Whether the sub-step cannot be read in a form whose agent scans the folders then."""
        sub = self.current.sub_step
        return self.generation == "nested" and sub is not None and (sub.id is None or not is_number(sub.id))

    def keeps(self, names: tuple[str, ...]) -> bool:
        """Whether a list is kept in this file: the section is there, or its generation has it."""
        return self.generation in ("seed", "early") or not self.sections.isdisjoint(names)


def tells_a_step(page: Page) -> bool:
    """Whether the content of a file of that name is the state: by its title, or by what Current Step states.

    Any other is ours by its name alone: no other tool writes one below `_docs/`.
    """
    heading = page.markdown.title
    if heading is not None and fold(heading.text) in TITLE_WORDS:
        return True
    current = read_current_step(Outline(page, Report()), page.markdown.section(*TITLES))
    return current.says_something or current.flow is not None


def read_state(page: Page, report: Report) -> StateFile:
    """Everything the file says. What is wrong with it goes to the report."""
    outline = Outline(page, report)
    heading = page.markdown.title
    if heading is not None and fold(heading.text) in TITLE_WORDS:
        outline.taken.take(heading.line, heading.line + heading.height - 1)
    current = read_current_step(outline, outline.section(*TITLES))
    return StateFile(
        path=page.path,
        current=current,
        completed=_completed(outline, outline.section(*COMPLETED)),
        decisions=_decisions(outline, outline.section(*KEY_DECISIONS)),
        session=_session(outline, outline.section(*SESSION)),
        attempts=_attempts(outline, outline.section(*RETRIES)),
        blockers=_blockers(outline, outline.section(*BLOCKERS)),
        generation=generation_of(page, current),
        sections=frozenset(section.title for section in page.markdown.sections if section.is_named(*_HISTORY)),
        unread=outline.unread(),
        blank=not page.text.strip(),
    )


def generation_of(page: Page, current: CurrentStep) -> Generation:
    """Which generation wrote the file, by what it holds (docs/systems/autodev.md).

    A nested sub-step, a cycle, a tracker, a fractional step, the flow of a meta-repository and the later name are
    `nested`; a file without flow is `early`; one with nothing but Current Step is the `pointer`.
    """
    heading = page.markdown.title
    later = page.path.endswith(NAMES[0]) or (heading is not None and fold(heading.text) == TITLE_WORDS[1])
    number = current.step.text if current.step is not None else ""
    flow = fold(current.flow.text) if current.flow is not None else None
    if later or current.cycle or current.tracker or flow == fold(META) or _FRACTION.fullmatch(number):
        return "nested"
    if current.sub_step is not None and current.sub_step.nested:
        return "nested"
    if current.flow is None and current.says_something:
        return "early"
    return "seed" if any(section.is_named(*_HISTORY) for section in page.markdown.sections) else "pointer"


def _completed(outline: Outline, section: Section | None) -> tuple[CompletedStep, ...]:
    rows = []
    for row in rows_of(outline, section, "Step", "Name"):
        cells = outline.cells(
            row,
            number=("Step", "#", "No"),
            name=("Name",),
            completed=("Completed", "Date"),
            outcome=("Key Outcome", "Outcome", "Result"),
        )
        rows.append(CompletedStep(**cells, line=row.line))
    return tuple(rows)


def _decisions(outline: Outline, section: Section | None) -> tuple[Decision, ...]:
    found = []
    for entry, value in listed(outline, section):
        if entry.row is not None:
            outline.taken.keep(entry.line)
        found.append(Decision(text=value.text))
    return tuple(found)


def _session(outline: Outline, section: Section | None) -> LastSession:
    lines: Lines = lines_of(outline, section)
    return LastSession(
        date=lines.get("date"),
        ended_at=lines.get("ended at"),
        reason=lines.get("reason"),
        notes=lines.get("notes"),
        line=section.line if section is not None else None,
    )


def _attempts(outline: Outline, section: Section | None) -> tuple[RetryAttempt, ...]:
    found = []
    for row in rows_of(outline, section, "Attempt", "Failure Reason"):
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
        found.append(RetryAttempt(**{**cells, "at": to_utc_text(at) if at else None}))
    for paragraph in section.paragraphs() if section is not None else ():
        if is_hint(paragraph.text):
            last = paragraph.line + paragraph.text.count("\n")
            outline.taken.take(paragraph.line, max(last, _last_line(section, paragraph.end)))
    return tuple(found)


def _last_line(section: Section | None, end: int) -> int:
    return section.lines.index.line_of(max(end - 1, 0)) if section is not None else 0


def _blockers(outline: Outline, section: Section | None) -> tuple[Blocker, ...]:
    found = []
    for entry, value in listed(outline, section):
        if entry.row is not None:
            outline.taken.keep(entry.line)
        found.append(read_blocker(value.text, ticked=bool(entry.item and entry.item.checked)))
    return tuple(found)


def is_step_number(step: Value | None) -> bool:
    """Whether the step is a number, in any form there is."""
    return step is not None and is_number(step.text)
