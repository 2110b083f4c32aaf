"""What is missing, unknown or contradictory in autodev's state: one function a rule, with its code, its severity and
what to do about it."""

from cockpit.model import Severity
from cockpit.systems.autodev.description import MOST_RETRIES, STATE
from cockpit.systems.autodev.flow import OPTIONAL, SHORTER, TABLES, State, is_number, order_of
from cockpit.systems.autodev.folders import TASK_TABLE
from cockpit.systems.autodev.sources import Sources, is_state
from cockpit.systems.shared.document_findings import check_document, check_unread
from cockpit.systems.shared.report import Findings, Found, Report, Rules
from cockpit.systems.shared.stated_values import Value, check_time
from cockpit.wording.numbers import read_count
from cockpit.wording.phrases import counted, listed

_STATUSES = "Use not_started, in_progress, completed, skipped or failed."


RULES = Rules()
"""Each needs a file that names a step, unless it is `of` a file that can be read, or of the sources alone."""
hint, rule = RULES.hint, RULES.rule


def check(sources: Sources, found: Report) -> None:
    """Report what is missing, unknown or contradictory."""
    state = sources.state or State(sources.path, "")
    due = ["sources"]
    if sources.state is not None:
        due.append("file")
    if sources.usable is not None:
        due.append("")
    RULES.report(found, sources.path, sources, state, due=due)
    if sources.state is not None:
        _check_text(state, found)


def with_folders(sources: Sources, problem: str) -> str:
    """A problem, with the step that the folders show."""
    return f"{problem} The folders show {sources.shown}." if sources.shown is not None else problem


# The file as such


@rule(
    "state-file-missing",
    "error",
    "Restore it from git, or create it at the step that the folders show: `cockpit init autodev`.",
    of="sources",
)
def _missing(sources: Sources, state: State) -> Findings:
    if sources.is_missing:  # the agent then goes by the folders (seed, "State Detection")
        told = with_folders(sources, "The state file is missing.")
        yield Found(None, told, severity="warning" if sources.shown is not None else None)


@rule("tasks-mismatch", "warning", "Correct the total in _dependencies_table.md, or its rows.", of="sources")
def _tasks(sources: Sources, state: State) -> Findings:
    for each in sources.tasks.wrong:
        yield Found(None, each, sources.folder.path(TASK_TABLE))


@rule("two-state-files", "warning", "Keep one of the two files.", of="sources")
def _two_files(sources: Sources, state: State) -> Findings:
    if sources.other is not None and is_state(sources.other):
        name = sources.other.path.rpartition("/")[2]
        yield Found(None, f"Two state files: {sources.path} is read, {name} is not.", sources.other.path)


@rule("layout-unknown", "error", "Add the section `## Current Step` with flow, step, name and status.", of="file")
def _layout(sources: Sources, state: State) -> Findings:
    is_unfilled = any(("current", name) in state.reading.places for name in ("step", "name"))
    if state.is_blank or state.is_usable or is_unfilled:
        return
    sections = [f"“{each.title}”" for each in state.reading.document.sections[1:]]
    told = "The file names no current step."
    if not state.reading.sections["current"] and sections:
        told += f" Sections found: {', '.join(sections[:3])}{' and more' if len(sections) > 3 else ''}."
    yield Found(None, with_folders(sources, told))


@rule("template-left", "note", "Delete the template's hints and examples; they are not read.", of="file")
def _template(sources: Sources, state: State) -> Findings:
    lines = [each.line for each in state.reading.notes if each.code == "template"]
    if lines:
        yield Found(lines[0], f"From line {lines[0]} on there are hints and examples of the template.")


hint("blockers-unread", "warning", "Rename the heading to Blockers, or remove the section.")


def _check_text(state: State, found: Report) -> None:
    """Report what is wrong with the file as a text."""
    if state.is_blank:
        found.add("empty-file", state.path, None, "The state file is empty.")
    check_document(STATE, state.reading, state.path, found, status="status")
    if state.is_usable and (date := state.reading.get("session", "date")) is not None:
        check_time("date", Value(date.text, date.line), state.path, found)
    check_unread(state.reading, state.unread, state.path, found)


# The present step


@rule(
    "flow-missing",
    "note",
    "Add the line `flow: greenfield` or `flow: existing-code`. The oldest formats had no such line.",
)
def _flow_missing(sources: Sources, state: State) -> Findings:
    if state.text("current", "flow") is None:
        yield Found(state.line("current"), "No flow is named, so its steps are unknown.")


@rule("flow-unknown", "warning", "Use greenfield, existing-code or meta-repo.")
def _flow_unknown(sources: Sources, state: State) -> Findings:
    if (flow := state.reading.get("current", "flow")) is not None and state.flow is None:
        yield Found(flow.line, f"Unknown flow: {flow.text}.")


@rule("status-missing", "warning", _STATUSES)
def _status_missing(sources: Sources, state: State) -> Findings:
    if state.stated_status is None and not state.done:
        yield Found(state.line("current"), "Current Step has no status.")


@rule("unknown-status", "warning", _STATUSES)
def _status_unknown(sources: Sources, state: State) -> Findings:
    status = state.stated_status
    if status is not None and status.value == "unknown":
        yield Found(status.line, f"Unknown status: {status.text}.")


@rule("step-unknown", "warning", "Use a step name from the flow's table.")
def _step_unknown(sources: Sources, state: State) -> Findings:
    if state.table is None or state.done:
        return
    if state.number is not None and not is_number(state.number):
        yield Found(_step_line(state), f"Not a step number: {state.number}.")
    if state.name is not None and state.step is None:
        yield Found(_step_line(state), f"The flow {state.table.flow} has no step {state.name}.")


@rule("step-beyond-table", "warning", "Correct the number, or write the step's name.")
def _beyond_table(sources: Sources, state: State) -> Findings:
    nameless = state.name is None and state.step is None and state.number is not None
    if state.table is not None and not state.done and nameless:
        yield Found(_step_line(state), f"The flow {state.table.flow} has no step {state.number}.")


@rule("step-name-mismatch", "warning", "Correct the number or the name. Numbers differ between versions of the table.")
def _name_mismatch(sources: Sources, state: State) -> Findings:
    table, step, number = state.table, state.step, state.number
    if table is None or step is None or state.name is None or number is None or number == step.id:
        return
    other = table.numbered(number)
    which = f"; step {number} is {other.name}" if other else f", which has no step {number}"
    told = f"{step.name} is step {step.id} of the flow {table.flow}{which}. The name is used."
    size = SHORTER.get((state.form, table.flow))
    if size is not None and (not is_number(number) or order_of(number) <= size):
        told += f" There is another version of the table, with {size} steps; cockpit does not know it."
    yield Found(_step_line(state), told)


@rule("step-of-other-version", "note", "No change needed: the table in which number and name agree is used.")
def _other_version(sources: Sources, state: State) -> Findings:
    table, step, own = state.table, state.step, TABLES.get((state.form, state.flow or ""))
    if table is None or own is None or own is table or step is None or state.number not in (None, step.id):
        return
    sizes = f"is from a table of {table.size} steps; the table of this format has {own.size}"
    yield Found(_step_line(state), f"Step {step.label} {sizes}.")


@rule(
    "sub-step-unreadable",
    "warning",
    "The sub-step must be a map of phase, name and detail. `cockpit set task=SUB-STEP` writes one.",
)
def _sub_step(sources: Sources, state: State) -> Findings:
    if state.unreadable_sub_step:
        problem = "The sub-step has no phase number; in this format the agent then scans the folders."
        yield Found(state.line("current", "sub_step"), with_folders(sources, problem))


def _step_line(state: State) -> int | None:
    stated = state.reading.get("current", "step")
    return stated.line if stated is not None else state.line("current")


# Its retries


@rule("retry-count-unreadable", "warning", "Write a number from 0 to 3.")
def _unreadable(sources: Sources, state: State) -> Findings:
    for each in state.counts:
        if each.value is None:
            yield Found(each.line, f"retry_count is not a number: {each.text[:60]}.")


@rule(
    "retry-count-high",
    "warning",
    "At 3 retries the step has failed. Reset the retries: `cockpit phase reset` (only a person may).",
)
def _too_many(sources: Sources, state: State) -> Findings:
    if state.retries is not None and state.retries > MOST_RETRIES:
        yield Found(state.retry_line, f"retry_count is {state.retries}, the limit is {MOST_RETRIES}.")


@rule("retries-not-failed", "warning", "At 3 retries, set the status to failed and add an entry to Blockers.")
def _not_failed(sources: Sources, state: State) -> Findings:
    if state.retries is not None and state.is_held:
        yield Found(state.retry_line, f"retry_count is {state.retries}, but the status is not failed.")


@rule("failed-without-blocker", "warning", "Record the reason: `cockpit blocker add TEXT`.")
def _no_reason(sources: Sources, state: State) -> Findings:
    if state.failed_for_good and state.keeps("blockers") and not any(each.holds for each in state.blockers):
        yield Found(state.line("current"), "The step failed, but no blocker says why.")


@rule("retry-log-mismatch", "note", "Write one row for each failed retry; clear the log on success.")
def _log(sources: Sources, state: State) -> Findings:
    rows, highest = len(state.attempts), state.highest
    last = read_count(state.attempts[-1].get("attempt")) if rows else None
    if rows and highest is not None and highest not in (rows, last):  # the first may have left no row
        line, behind = state.retry_line or state.line("current"), highest < state.logged
        told = f"retry_count is {highest}, but the log has {counted(rows, 'row')}."
        yield Found(line, told, severity="warning" if behind else None)


# The completed steps, and the folders


@rule("completed-present", "warning", "Complete the step, or remove its row.")
def _present_completed(sources: Sources, state: State) -> Findings:
    step, status = state.step, state.stated_status
    if step is None or status is None or status.value not in ("in_progress", "failed") or state.is_in_cycle():
        return
    if (rows := state.rows_by_step.get(step.id)) and not rows[-1].starts_over:
        yield Found(rows[-1].line, f"Step {step.label} is {status.text}, but Completed Steps lists it.")


@rule("completed-missing", "warning", "Add a row for each missing step, with its key outcome.")
def _rows_missing(sources: Sources, state: State) -> Findings:
    if state.table is None or not state.keeps("completed"):
        return
    rows = state.rows_by_step
    missing = [each.label for each in state.before() if each.id not in rows and each.folded not in OPTIONAL]
    if missing:
        told = f"The current step is {state.label}, but Completed Steps has no row for {listed(missing)}."
        yield Found(_step_line(state), told)


@rule("folders-disagree", "warning", "To follow the folders: `cockpit set phase=STEP`.")
def _disagree(sources: Sources, state: State) -> Findings:
    if (conflict := sources.conflict) is not None:
        severity: Severity | None = None if conflict.folders_win else "note"
        yield Found(_step_line(state), str(conflict.explanation), severity=severity)
