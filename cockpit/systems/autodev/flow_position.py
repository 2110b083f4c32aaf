"""The flow's position: the step of a table that the file names. The name wins over the number (must-get-right 38)."""

from cockpit.model import Status
from cockpit.rules.work import is_done
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.vocabulary import (
    FLOWS,
    MOST_RETRIES,
    SHORTER_TABLES,
    Generation,
    StepTable,
    TableStep,
    is_number,
    names_of,
    normal_number,
    order_of,
    other_tables,
    status_of,
    table_of,
)
from cockpit.systems.shared.stated_values import fold
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import read_count


@dataclass(frozen=True, slots=True, kw_only=True)
class FlowPosition:
    """The flow, its table and the present step; `step` is None where the table has no such step.

    `number` and `name` are those of the file, `done` means that all steps are completed. `retries` is None where the
    stated number cannot be read.
    """

    flow: str | None = None
    table: StepTable | None = None
    step: TableStep | None = None
    number: str | None = None
    name: str | None = None
    done: bool = False
    status: Status = "unknown"
    retries: int | None = 0

    @property
    def id(self) -> str | None:
        """The step's id: that of the table, else as written."""
        return self.step.id if self.step is not None else self.number

    @property
    def label(self) -> str:
        """The step's number and name, as far as known: `3 Plan`; empty without a step."""
        name = self.name or (self.step.name if self.step is not None else None)
        return " ".join(filter(None, (self.id, name)))

    @property
    def used_up(self) -> bool:
        """Whether no try is left, or the count cannot be read."""
        return self.retries is None or self.retries >= MOST_RETRIES

    @property
    def failed_for_good(self) -> bool:
        """Whether the step failed and has no try left: only a person can let it be tried again (seed, rule 7)."""
        return self.status == "failed" and self.used_up

    @property
    def failure(self) -> str:
        """The beginning of the blocker that records the failure."""
        label = self.step.label if self.step is not None else self.label
        return f"Step {label} failed after {MOST_RETRIES} retries"

    @property
    def is_held(self) -> bool:
        """Whether no try is left of a step that is neither finished nor failed by its status: a person decides which is
        true.
        """
        return self.used_up and self.status not in ("failed", "phase_complete", "skipped", "completed")


def read_flow_position(state: StateFile) -> FlowPosition:
    """The position that the state file names."""
    current = state.current
    flow = flow_named(current.flow.text) if current.flow is not None else None
    done = current.step is not None and is_done(current.step.text)
    number = normal_number(current.step.text) if current.step is not None and not done else None
    name = current.name.text if current.name is not None else None
    status = status_of(current.status.text if current.status is not None else None)
    table = _choose_table(state, flow, number, name)
    return FlowPosition(
        flow=flow,
        table=table,
        step=table.find(number, name) if table is not None and not done else None,
        number=number,
        name=name,
        done=done,
        status="completed" if done else status,
        retries=retry_count(state),
    )


def flow_named(text: str) -> str | None:
    """The flow of a name: `Existing code (since May)` is `existing-code`. None for an unknown one."""
    stated = f"{fold(text)} "
    return next((flow for flow in FLOWS if stated.startswith(f"{fold(flow)} ")), None)


def retry_count(state: StateFile) -> int | None:
    """The highest number of retries, stated or logged for the present step. None where one cannot be read and the
    others leave a try.
    """
    counts = [read_count(each.text) for each in state.current.retry_counts]
    highest = max((logged_retries(state), *(count for count in counts if count is not None)))
    return None if None in counts and highest < MOST_RETRIES else highest


def stated_count(state: StateFile) -> int | None:
    """The highest stated number of retries, without the log; None where none can be read."""
    counts = (read_count(each.text) for each in state.current.retry_counts)
    return max((count for count in counts if count is not None), default=None)


def logged_retries(state: StateFile) -> int:
    """The retries of the present step in the log: the number of rows, or of the last attempt."""
    step = state.current.step
    of_step = [
        each
        for each in state.attempts
        if step is None or normal_number(each.step or step.text) == normal_number(step.text)
    ]
    numbers = (read_count(each.attempt) for each in of_step)
    return max((len(of_step), *(number for number in numbers if number is not None)))


def _choose_table(state: StateFile, flow: str | None, number: str | None, name: str | None) -> StepTable | None:
    """The table of the file's generation, or that of another one in which number and name agree."""
    default = table_of(state.generation, flow)
    tables = ((default,) if default is not None else ()) + other_tables(state.generation, flow)
    if state.generation == "nested" and default is not None and name is not None and default.steps_named(name):
        return default  # an early one had eleven steps, of which no table is known: no older table is meant
    if number is not None and name is not None:
        matches = (table for table in tables if _agrees(table, number, name))
        if (table := next(matches, None)) is not None:
            return table
    with_name = (table for table in tables if table.steps_named(name))
    return next(with_name, default) if name is not None else default


def _agrees(table: StepTable, number: str, name: str) -> bool:
    step = table.step_numbered(number)
    return step is not None and step.folded in names_of(name)


def check_flow_position(state: StateFile, position: FlowPosition, report: Report) -> None:
    """Report what Current Step lacks, and where it contradicts the table or itself."""
    current, path = state.current, state.path
    if current.flow is None:
        report.add("flow-missing", path, current.line, Message("autodev.flow-missing"))
    elif position.flow is None:
        report.add("flow-unknown", path, current.flow.line, Message("autodev.flow-unknown", flow=current.flow.text))
    if current.step is None and current.name is None:
        report.add("step-missing", path, current.line, Message("autodev.step-missing"))
    if current.status is None and not position.done:
        report.add("status-missing", path, current.line, Message("autodev.status-missing"))
    elif current.status is not None and status_of(current.status.text) == "unknown":
        message = Message("autodev.status-unknown", status=current.status.text)
        report.add("unknown-status", path, current.status.line, message)
    _check_number(state, position, report)
    _check_retries(state, position, report)


def _check_number(state: StateFile, position: FlowPosition, report: Report) -> None:
    table, step, number = position.table, position.step, position.number
    line = state.current.step.line if state.current.step is not None else state.current.line
    if table is None or position.done:
        return
    if number is not None and not is_number(number):
        report.add("step-unknown", state.path, line, Message("autodev.step-is-no-number", step=number))
    if position.name is not None and step is None:
        message = Message("autodev.flow-has-no-step", flow=table.flow, step=position.name)
        report.add("step-unknown", state.path, line, message)
    elif position.name is None and step is None and number is not None:
        message = Message("autodev.flow-has-no-step", flow=table.flow, step=number)
        report.add("step-beyond-table", state.path, line, message)
    elif step is not None and position.name is not None and number is not None and number != step.id:
        report.add("step-name-mismatch", state.path, line, _number_mismatch(state.generation, table, step, number))
    default = table_of(state.generation, position.flow)
    if default is not None and default is not table and step is not None and number in (None, step.id):
        message = Message("autodev.step-of-other-table", step=step.label, size=table.size, own=default.size)
        report.add("step-of-other-version", state.path, line, message)


def _number_mismatch(generation: Generation, table: StepTable, step: TableStep, number: str) -> Message:
    """The message that the named step has another number, and which step has the stated one."""
    other, flow = table.step_numbered(number), table.flow
    if other is not None:
        message = Message(
            "autodev.number-of-another-step", name=step.name, id=step.id, flow=flow, number=number, other=other.name
        )
    else:
        message = Message("autodev.number-of-no-step", name=step.name, id=step.id, flow=flow, number=number)
    size = SHORTER_TABLES.get((generation, flow))
    if size is not None and (order_of(number) or size + 1) <= size:
        return Message("autodev.mismatch-with-shorter-table", mismatch=message, size=size)
    return message


def _check_retries(state: StateFile, position: FlowPosition, report: Report) -> None:
    path, count = state.path, position.retries
    for value in state.current.retry_counts:
        if read_count(value.text) is None:
            message = Message("autodev.retry-count-unreadable", stated=value.text)
            report.add("retry-count-unreadable", path, value.line, message)
    line = state.current.retry_line
    if count is not None and count > MOST_RETRIES:
        message = Message("autodev.retry-count-high", count=count, most=MOST_RETRIES)
        report.add("retry-count-high", path, line, message)
    if count is not None and position.is_held:
        report.add("retries-not-failed", path, line, Message("autodev.retries-not-failed", count=count))
    if position.failed_for_good and state.keeps(("Blockers",)) and not any(each.holds for each in state.blockers):
        report.add("failed-without-blocker", path, state.current.line, Message("autodev.failed-without-blocker"))
    rows, highest = len(state.attempts), stated_count(state)
    last = read_count(state.attempts[-1].attempt) if state.attempts else None
    if state.attempts and highest is not None and highest not in (rows, last):  # the first may have left no row
        is_behind = highest < logged_retries(state)
        message = Message("autodev.retry-log-mismatch", count=highest, rows=rows)
        report.add("retry-log-mismatch", path, state.current.retry_line or state.current.line, message,
                   severity="warning" if is_behind else None)  # fmt: skip
