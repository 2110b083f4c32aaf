"""The steps of the flow as phases of the model."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cockpit.model import Counted, Phase, Step
from cockpit.regex import regex
from cockpit.systems.autodev.flow_position import FlowPosition
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.state_file import CompletedStep, StateFile
from cockpit.systems.autodev.vocabulary import (
    CYCLE_BEGINS,
    OPTIONAL,
    STATUS_WORDS,
    StepTable,
    TableStep,
    names_of,
    normal_number,
    order_of,
)
from cockpit.systems.shared.stated_values import fold
from cockpit.values import dataclass
from cockpit.wording.messages import Message

_NUMBER = regex(r"[0-9]{1,4}(?:\.[0-9]{1,4})?")
COMPLETED, SKIPPED, NOT_STARTED = STATUS_WORDS["phase_complete"], STATUS_WORDS["skipped"], STATUS_WORDS["not_started"]


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps, and by id what the model has no field for."""

    phases: tuple[Phase, ...]
    more: Mapping[str, Mapping[str, Any]]


def read_steps(state: StateFile, position: FlowPosition) -> Steps:
    """Every step of the table with its last row in Completed Steps, and rows of steps that the table does not have."""
    by_step, other_rows = _by_step(state.completed, position.table)
    steps = position.table.steps if position.table is not None else ()
    phases = [_phase_of(step, by_step.get(step.id, []), state, position) for step in steps]
    phases += [_phase_of_row(row) for row in other_rows]
    if position.step is None and not position.done and (position.number or position.name):
        status = state.current.status.text if state.current.status is not None else None
        phases.append(Phase(id=position.number, name=position.name, status=status, retry_count=position.retries))
    more = {
        step: {"completed before": [_row_text(row) for row in rows[:-1]]}
        for step, rows in by_step.items()
        if len(rows) > 1
    }
    return Steps(tuple(sorted(phases, key=_sort_key)), more)


def count_steps(phases: Sequence[Phase], position: FlowPosition) -> Counted | None:
    """How many of the table's steps are completed or skipped. Fractional steps do not count."""
    if position.table is None:
        return None
    names = {step.id: step.name for step in position.table.steps if "." not in step.id}
    finished = [phase for phase in phases if phase.status in (COMPLETED, SKIPPED) and phase.id is not None]
    done = sum(phase.id in names and names_match(phase.name, names[phase.id or ""]) for phase in finished)
    return Counted(done=done, total=len(names), unit="steps")


def phase_step(position: FlowPosition) -> Step | None:
    """The present step as the position's phase."""
    if position.done or (position.id is None and position.name is None):
        return None
    name = position.name or (position.step.name if position.step is not None else None)
    return Step(id=position.id, name=name, total=position.table.size if position.table is not None else None)


def sub_step_count(position: FlowPosition) -> int | None:
    """The number of sub-steps of the present step, where the table has it."""
    return position.step.parts if position.step is not None else None


def check_steps(state: StateFile, position: FlowPosition, report: Report) -> None:
    """Report rows of steps that are not completed, and completed steps without a row."""
    if position.table is None or not state.keeps(("Completed Steps",)):
        return
    by_step, _ = _by_step(state.completed, position.table)
    step, status = position.step, state.current.status
    under_way = position.status in ("in_progress", "failed")
    if step is not None and status is not None and step.id in by_step and under_way and not is_in_cycle(position):
        message = Message("autodev.step-already-completed", step=step.label, status=status.text)
        report.add("completed-present", state.path, by_step[step.id][-1].line, message)
    missing = [step for step in _steps_before(position) if step.id not in by_step and step.folded not in OPTIONAL]
    if missing:
        line = state.current.step.line if state.current.step is not None else state.current.line
        message = Message("autodev.rows-missing", step=position.label, missing=[step.label for step in missing])
        report.add("completed-missing", state.path, line, message)


def _by_step(
    rows: Iterable[CompletedStep], table: StepTable | None
) -> tuple[dict[str, list[CompletedStep]], list[CompletedStep]]:
    """The rows of each step of the table by its id, and the rows of other steps."""
    by_step: dict[str, list[CompletedStep]] = {}
    other_rows = []
    for row in rows:
        step = table.find(row.number, row.name) if table is not None else None
        if step is None:
            other_rows.append(row)
        else:
            by_step.setdefault(step.id, []).append(row)
    return by_step, other_rows


def _phase_of(step: TableStep, rows: list[CompletedStep], state: StateFile, position: FlowPosition) -> Phase:
    row = rows[-1] if rows else None
    is_present = position.step is not None and position.step.id == step.id and not position.done
    return Phase(
        id=step.id,
        name=row.name if row is not None and row.name else step.name,
        status=_status(step, row, state, position, is_present=is_present),
        outcome=row.outcome if row is not None else None,
        completed=row.completed if row is not None else None,
        retry_count=position.retries if is_present else None,
    )


def _status(
    step: TableStep, row: CompletedStep | None, state: StateFile, position: FlowPosition, *, is_present: bool
) -> str | None:
    """The status as written. In a file without history, an earlier step is completed, unless it is optional."""
    if is_present:
        return state.current.status.text if state.current.status is not None else None
    if row is not None:
        return SKIPPED if is_skipped(row) else COMPLETED
    if not position.done and step not in _steps_before(position):
        return NOT_STARTED
    history = state.keeps(("Completed Steps",))
    return None if history or step.folded in OPTIONAL else COMPLETED


def is_skipped(row: CompletedStep) -> bool:
    """Whether a row has a skipped step."""
    return fold(row.outcome or "").startswith("skipped") or fold(row.completed or "") == "skipped"


def _phase_of_row(row: CompletedStep) -> Phase:
    status = SKIPPED if is_skipped(row) else COMPLETED
    identifier = normal_number(row.number) if row.number else None
    return Phase(id=identifier, name=row.name, status=status, outcome=row.outcome, completed=row.completed)


def _steps_before(position: FlowPosition) -> tuple[TableStep, ...]:
    """The steps before the present one; for a number that the table does not have (10.5), those with a lower number."""
    table, step = position.table, position.step
    if table is None or step is not None:
        return table.steps[: table.index_of(step)] if table is not None and step is not None else ()
    if position.id is None or _NUMBER.fullmatch(position.id) is None:
        return ()
    numbered = (each for each in table.steps if _NUMBER.fullmatch(each.id))
    return tuple(each for each in numbered if float(each.id) < float(position.id))


def is_in_cycle(position: FlowPosition) -> bool:
    """Whether the step is part of the cycle: an existing-code flow returns to New Task after its last step."""
    table, step = position.table, position.step
    cycle_start = table.steps_named(CYCLE_BEGINS) if table is not None else ()
    return (
        table is not None
        and step is not None
        and bool(cycle_start)
        and table.index_of(step) >= table.index_of(cycle_start[0])
    )


def _sort_key(phase: Phase) -> float:
    place = order_of(phase.id)
    return place if place is not None else float("inf")


def _row_text(row: CompletedStep) -> str:
    return ": ".join(filter(None, (row.completed, row.outcome))) or (row.name or "")


def names_match(one: str | None, other: str | None) -> bool:
    """Whether two names mean the same step."""
    return bool({*names_of(one)} & {*names_of(other)})
