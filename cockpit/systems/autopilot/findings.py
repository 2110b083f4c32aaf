"""What is missing, unknown or contradictory in the files of Project Autopilot: one function a rule, with its code, its
severity and what to do about it."""

import re
from collections.abc import Iterator
from datetime import timedelta
from pathlib import PurePosixPath

from cockpit.model import LEVELS, Step
from cockpit.regex import regex
from cockpit.rules.progress import bar_agrees, filled_cells, stated_percent
from cockpit.rules.thresholds.acknowledgments import agent_honours
from cockpit.rules.thresholds.metrics import METRICS, Metric, format_amount, level_of, rank, resolve, unordered
from cockpit.rules.work import is_done
from cockpit.systems.autopilot.description import (
    LONGEST,
    STATE_FILE,
    STATE_NAMES,
    command_in,
    is_vague,
    status_of,
)
from cockpit.systems.autopilot.phases import (
    count_progress,
    counts_every_phase,
    digits_of,
    find_phase,
    lags_behind,
    parts_of,
    plan_tasks,
    present_route,
)
from cockpit.systems.autopilot.places import difference, place_in
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state import State, is_blank, read_state, remaining_files, state_file
from cockpit.systems.autopilot.steps import find_task, number_of, parse_step, plan_in, same_step, task_in
from cockpit.systems.autopilot.stores import JSON, Recorded, Said, Store, as_written
from cockpit.systems.autopilot.thresholds import Listed, agents_limits, limits_elsewhere
from cockpit.systems.shared.document_findings import check_document, check_unread
from cockpit.systems.shared.folder import is_inside
from cockpit.systems.shared.handoff_file import check_pattern
from cockpit.systems.shared.report import Findings, Found, Report, Rules, as_json
from cockpit.systems.shared.stated_values import Value, check_time
from cockpit.wording.numbers import last_number, whole_number
from cockpit.wording.phrases import counted, either, listed
from cockpit.wording.times import parse_instant

_MOST_TASKS = 3
"""Open tasks that are named."""


RULES = Rules()
"""What is found in a state file with a known layout, or of "sources": in all that was read."""
hint, rule = RULES.hint, RULES.rule


def check(sources: Sources, found: Report) -> None:
    """Report what is missing, unknown or contradictory."""
    state = sources.state
    has_layout = state is not None and not state.is_bad and not state.is_blank
    is_known = has_layout and (sources.main.recognised or (state is not None and _has_position(state)))
    shown = state or State(sources.folder.path(sources.main.name), "state", "")
    RULES.report(found, shown.path, sources, shown, due=("sources", "") if is_known else ("sources",))
    if state is not None and not state.is_bad:
        _check_text(state, found)
    if state is not None and has_layout and not is_known:
        told = f"{state.name} has no known section. Its text is listed as unread."
        found.add("layout-unknown", state.path, None, told)
    _check_stores(sources, found)
    if sources.handoff is not None:
        check_pattern(sources.handoff, found)


hint("layout-unknown", "error", "Use the layout and headings of the state-management skill.")


def _has_position(state: State) -> bool:
    """Whether a file without a known layout still says where the work stands, or what comes next."""
    stated = (state.phase, state.plan, state.task, state.status, state.progress, state.next_action)
    return any(stated) or bool(state.reading.said["thresholds"])


# The state file as a text


hint("blockers-unread", "warning", "Move the entries under a heading `Blockers`.")


def _check_text(state: State, found: Report) -> None:
    """Report what is wrong with the file as a text."""
    reading, path = state.reading, state.path
    if state.is_blank:
        found.add("empty-file", path, None, f"{state.name} is empty.")
    check_document(state.file, reading, path, found, status="Status", apart=("head", "next", "context"))
    if state.updated is not None:
        check_time("Updated", Value(state.updated.text, state.updated.line), path, found)
    check_unread(reading, state.unread, path, found, apart="head")
    for line, title, text in state.once(limits_elsewhere):
        told = f"Limits may be stated under “{title}”, which is not read: {text}."
        found.add("limits-unread", path, line, told)


# The rules of the document: keep it small, be specific, include the next action


@rule("over-100-lines", "warning", "Remove old decisions and finished work; keep 3 to 5 decisions.")
def _too_long(sources: Sources, state: State) -> Findings:
    if state.is_limited and state.length >= LONGEST:
        yield Found(LONGEST, f"{state.name} has {state.length} lines. It must have fewer than {LONGEST}.")


@rule("decision-count", "note", "Keep the last 3 to 5 decisions; the others belong in DECISIONS.md.")
def _decisions(sources: Sources, state: State) -> Findings:
    count, line = len(state.decisions), state.line_of("decisions")
    plans = re.match(r"\d{1,15}", state.metrics.get("Plans completed", ""))
    too_few = count == 0 and plans is not None and int(plans[0]) > 0
    if line is not None and (count > 5 or too_few):
        yield Found(line, f"Recent Decisions has {counted(count, 'decision')}; it should have 3 to 5.")


@rule("next-action-missing", "warning", "Write what the next session does first.")
def _no_next(sources: Sources, state: State) -> Findings:
    if state.next_action is None and _status(state) != "completed":
        lines = (state.line_of("continuity", "Next action"), state.line_of("next"), state.line_of("continuity"))
        yield Found(next(filter(None, lines), None), f"{state.name} has no next action.")


@rule("vague-activity", "warning", 'Be specific: "Completed auth API", not "Made progress".')
def _vague(sources: Sources, state: State) -> Findings:
    activity, stated = state.activity, state.last_activity
    if stated is not None and activity is not None and activity.text and is_vague(str(activity.text)):
        yield Found(stated.line, f'The last activity is not specific: "{activity.text}".')


def _status(state: State) -> str:
    return status_of(state.status.text) if state.status else "unknown"


# The position


@rule("position-missing", "warning", "Write the position under the heading Current Position.")
def _no_position(sources: Sources, state: State) -> Findings:
    if state.layout == "waypoint" or _is_placed(state):
        return
    stray = _stray(state)
    if stray is not None and state.phase is None and state.status is None:
        yield Found(stray, "The position is under an unknown heading and was not read. Phase and status are unknown.")
    else:
        yield Found(None, "The file has no phase and no status.")


def _is_placed(state: State) -> bool:
    """Whether the file has a place for a phase or a status, also where it says nothing."""
    return any((part, label) in state.reading.places for part in ("position", "head") for label in ("Phase", "Status"))


_STRAY = regex(r"[\s|*_`-]*(?:current\s+)?(?:phase|status)[*_`\s]*[:|]", re.IGNORECASE)


def _stray(state: State) -> int | None:
    """The line of the first phase or status that stands in a section that is not read."""
    lines = (line for each in state.reading.unread for line in each.lines)
    return next((each.number for each in lines if _STRAY.match(each.text)), None)


@rule("status-missing", "warning", "Write the status of the phase, such as `In progress`.")
def _no_status(sources: Sources, state: State) -> Findings:
    if state.layout == "state" and state.status is None and _is_placed(state):
        empty = state.line_of("position", "Status") or state.line_of("head", "Status")
        line = empty or state.line_of("position", "Phase") or state.line_of("head", "Phase")
        if all(each.line != line for each in state.reading.notes):  # a placeholder is reported already
            yield Found(line, "The position has no status.")


@rule(
    "unknown-status",
    "warning",
    "Use one of: Ready to discuss, Ready to plan, Ready to execute, In progress, Blocked, Phase complete, Project "
    "complete.",
)
def _unknown_status(sources: Sources, state: State) -> Findings:
    if state.status is not None and _status(state) == "unknown":
        yield Found(state.status.line, f'The status "{state.status.text}" is unknown.')


@rule("position-unreadable", "warning", "Write the phase as `3 of 6`.")
def _phase_form(sources: Sources, state: State) -> Findings:
    if state.phase is not None and state.format != "checkpoint" and not parse_step(state.phase.text)[1]:
        yield Found(state.phase.line, f'The phase "{state.phase.text}" is not of the form "N of T".')


def _steps(state: State) -> Iterator[tuple[str, int, Step]]:
    for part, value in (("phase", state.phase), ("plan", state.plan), ("task", state.task)):
        if value is not None:
            yield part, value.line, parse_step(value.text)[0]


@rule("value-negative", "warning", "Write the number of the step.")
def _below_zero(sources: Sources, state: State) -> Findings:
    for part, line, step in _steps(state):
        if (step.id or "").startswith(("-", "−")):
            yield Found(line, f"The {part} is negative: {step.id}.")


@rule("phase-beyond-total", "warning", "Correct the number or the total.")
def _beyond_total(sources: Sources, state: State) -> Findings:
    for part, line, step in _steps(state):
        number = number_of(step.id)
        if number is not None and step.total is not None and number > step.total:
            yield Found(line, f"The {part} is {step.id}, but the total is {step.total}.")


# Paths are text of a language model: one that leaves the project is never looked up

_REMARK = regex(r"(?<!\s)\s+(?:[(\[].*|[—–-]+\s.*)", re.DOTALL)
_LINK = regex(r"\[[^\[\]]*\]\((?P<target>[^()\s]+)\)")
_PATH = regex(r"(?=[^./\\]*[./\\])[^\s|<>\"]*")


def _resume_file(state: State) -> tuple[int, str] | None:
    """The line and the path of the resume file."""
    stated = state.continuity("Resume file")
    link = _LINK.fullmatch(stated.text) if stated is not None else None
    return (stated.line, link["target"] if link else stated.text) if stated is not None else None


@rule("path-outside", "warning", "Use a relative path inside the project.")
def _outside(sources: Sources, state: State) -> Findings:
    if (resume := _resume_file(state)) is not None and not is_inside(resume[1]):
        yield Found(resume[0], f"The resume file is outside the project: {resume[1]}.")
    for label, value in state.references.items():
        if _PATH.fullmatch(value.text) and not command_in(value.text) and not is_inside(value.text):
            yield Found(value.line, f"{label} is outside the project: {value.text}.")


@rule("resume-file-missing", "warning", "Name an existing file, or None.")
def _missing(sources: Sources, state: State) -> Findings:
    resume, folder = _resume_file(state), sources.folder
    if resume is None or not is_inside(resume[1]):
        return
    line, stated = resume
    bare = _REMARK.sub("", stated)
    named = next((part for part in (stated, bare, stated.split()[0]) if folder.may_find(part)), bare)
    if folder.find(named) is None:
        used = PurePosixPath(named).name in ("holding-pattern.md", "continue-here.md")
        told = f"The resume file {named} does not exist{'; it may have been used and removed' if used else ''}."
        yield Found(line, told, severity="note" if used else None)


# What a state file claims to be done, against what the phase files count


def _phase(state: State) -> Step | None:
    return parse_step(state.phase.text)[0] if state.phase is not None else None


@rule("progress-unreadable", "warning", "Write the progress as `████░░░░░░ 42%`.")
def _progress(sources: Sources, state: State) -> Findings:
    if state.progress is not None and stated_percent(state.progress.text) is None:
        told = f'The progress "{state.progress.text}" has no percentage from 0 to 100.'
        yield Found(state.progress.line, told)


@rule("bar-mismatch", "warning", "Fill one of the ten cells for every full 10 %.")
def _bar(sources: Sources, state: State) -> Findings:
    percent = stated_percent(state.progress.text) if state.progress is not None else None
    cells = filled_cells(state.progress.text) if state.progress is not None else None
    if state.progress is not None and percent is not None and cells is not None and not bar_agrees(*cells, percent):
        told = f"The progress bar shows {cells[0]} of {cells[1]} cells, but the number is {percent:g} %."
        yield Found(state.progress.line, told)


@rule("percent-mismatch", "warning", "Set the percentage to done tasks divided by all tasks.")
def _percent(sources: Sources, state: State) -> Findings:
    percent = stated_percent(state.progress.text) if state.progress is not None else None
    counts, phase = count_progress(sources.phases), _phase(state)
    if state.progress is None or percent is None or counts is None:
        return
    share = counts.done / counts.total * 100
    surely = counts_every_phase(sources.phases, phase.total if phase else None)
    if (surely and abs(share - percent) > 1) or (percent == 100 and counts.done < counts.total):
        told = f"{counts.done} of {counts.total} {counts.unit} done"
        yield Found(state.progress.line, f"The progress is {percent:g} %, but should be {share:.0f} %: {told}.")


@rule("status-mismatch", "warning", "Correct the status, or the phase and its files.")
def _status_against_files(sources: Sources, state: State) -> Findings:
    """What is complete has no open tasks and is at its last phase; what is to be discussed or planned has no plan yet,
    and what is to be executed has one (seed, "Status Values")."""
    told = _against_status(sources, state) if state.status is not None else None
    if state.status is not None and told is not None:
        yield Found(state.status.line, f'The status is "{state.status.text}"{told}.')


def _against_status(sources: Sources, state: State) -> str | None:
    phase, counts = _phase(state), count_progress(sources.phases)
    name, total = (phase.id, phase.total) if phase is not None else (None, None)
    number, here = number_of(name), find_phase(name, sources.phases)
    at_last = number is None or total is None or number >= total
    meaning = status_of(state.status.text if state.status else None, last_phase=at_last)
    done, tasks = (here.phase.counted_done or 0, here.phase.counted_total or 0) if here is not None else (0, 0)
    is_open = counts is not None and counts.done < counts.total
    work = f"{counts.done} of {counts.total} {counts.unit}" if counts is not None else ""
    path = here.phase.path or "" if here is not None else ""
    is_ready = here is not None and bool(here.routes or here.tasks)
    contradictions = {
        f", but the position is phase {name} of {total}": meaning == "completed" and not at_last,
        f" with only {work} done": meaning == "completed" and at_last and is_open,
        f", but phase {name} has no plan": phase is not None and not is_ready
        and (meaning == "ready" or (meaning == "in_progress" and bool(path))),
        f", but phase {name} has only {done} of {tasks} tasks done": meaning == "phase_complete" and done < tasks,
        f", but phase {name} already has a plan": meaning in ("discussing", "planning") and bool(here and here.routes),
        f", but phase {name} already has a briefing": meaning == "discussing" and bool(here and here.discussed),
        f", but phase {name} has no briefing": meaning == "planning" and bool(here and not here.discussed)
        and bool(path) and not path.endswith(".md"),
    }  # fmt: skip
    return next((told for told, is_so in contradictions.items() if is_so), None)


@rule("status-mismatch", "warning", "Correct the status, or the phase and its files.", "sources")
def _phase_status(sources: Sources, state: State) -> Findings:
    for each in sources.phases:
        done, total = each.phase.counted_done or 0, each.phase.counted_total or 0
        if total > done and each.stated and is_done(each.phase.status or ""):
            told = f'Phase {each.phase.id} is "{each.phase.status}", but has only {done} of {total} tasks done.'
            yield Found(each.stated.status_line, told, each.stated.path)


@rule("phase-twice", "warning", "Keep one of the two files.", "sources")
def _phase_twice(sources: Sources, state: State) -> Findings:
    for each in sources.phases:
        for path in each.others:
            yield Found(None, f"Phase {each.phase.id} is also in {each.phase.path}, which is read instead.", path)


@rule("total-mismatch", "warning", "Correct the total or the flight plan.")
def _total(sources: Sources, state: State) -> Findings:
    """The total of the position against the number of phases in the flight plan; inserted ones (2.1) may count."""
    numbers = [number_of(each.phase.id) for each in sources.phases if each.listed]
    planned, phase = [each for each in numbers if each is not None], _phase(state)
    if state.phase is None or phase is None or phase.total is None or not planned:
        return
    if phase.total not in (sum(number == int(number) for number in planned), len(planned)):
        told = f"The position states {counted(phase.total, 'phase')}, but the flight plan has {len(planned)}."
        yield Found(state.phase.line, told)


@rule("plan-passed-over", "warning", "Finish the open tasks, tick those that are done, or go back to that plan.")
def _passed_over(sources: Sources, state: State) -> Findings:
    """A plan before the present one with open tasks: the work went on past them. Plans of one wave run side by side;
    where no task was ever ticked, nobody keeps count."""
    phase = _phase(state)
    here = find_phase(phase.id if phase else None, sources.phases)
    if state.plan is None or phase is None or here is None or not here.phase.counted_done:
        return
    plan = Step(id=plan_in(parse_step(state.plan.text)[0].id, phase.id))
    present, route = digits_of(plan), present_route(phase, plan, (here,))
    beside = {parts_of(each.plan)[-1] for each in here.routes if route and each.plan and each.wave == route.wave}
    ids = [(parts_of(each), each) for each in here.phase.open_tasks]
    passed = [(parts[1], each) for parts, each in ids if len(parts) == 3 and _is_before(parts[1], present)]
    for number in dict.fromkeys(number for number, _ in passed if number not in beside):
        tasks = [each for own, each in passed if own == number]
        named, verb = listed(tasks), "is" if len(tasks) == 1 else "are"
        if len(tasks) > _MOST_TASKS:
            told = f"{', '.join(tasks[:_MOST_TASKS])} and {len(tasks) - _MOST_TASKS} more of plan {number} are open"
        else:
            told = f"{named} of plan {number} {verb} open"
        yield Found(state.plan.line, f"The plan is {present}, but {told}.")


def _is_before(plan: str, present: str) -> bool:
    one, other = whole_number(plan), whole_number(present)
    return one is not None and other is not None and one < other


@rule("task-behind", "warning", "Set the current task: `cockpit set task=N`.")
def _task_behind(sources: Sources, state: State) -> Findings:
    """A task that is done in the plan, and so is a later one: nobody wrote where the work went."""
    stated = state.task or state.continuity("Stopped at")
    own = (find_task(state.task.text) or parse_step(state.task.text)[0]) if state.task is not None else None
    task = own or state.stopped_task
    if stated is None or task is None:
        return
    at = state.at
    place = type(at)(at.phase, at.plan, digits_of(task))
    tasks = plan_tasks(sources.phases, place)
    if done := lags_behind(tasks, place.task):
        names = [each.number for each in done[:3]] + ([f"{len(done) - 3} more"] if len(done) > 3 else [])
        count, of = len(tasks), f" of {task.total}" if task.total else ""
        told = f"{counted(count, 'task')} of the plan {'is' if count == 1 else 'are'} done: {listed(names)}"
        yield Found(stated.line, f"The position is task {place.task}{of}, but {told}.")


@rule("continuity-position", "warning", "End the session, which records the current position: `cockpit done session`.")
def _stopped_elsewhere(sources: Sources, state: State) -> Findings:
    """A stopping place that clearly is another than the position. One behind it is only noted: between two sessions the
    position moves on, and nobody writes the continuity."""
    stated = state.continuity("Stopped at")
    stopped = place_in(stated.text) if stated is not None else None
    part = difference(stopped, state.at) if stopped is not None else None
    if stated is None or part is None:
        return
    there, here = getattr(stopped, part), getattr(state.at, part)
    if part == "task" and here.endswith(f".{there}"):
        return  # its own number, before which the position has that of the phase
    told = f"The session stopped at {part} {there}, but the position is {part} {here}."
    yield Found(stated.line, told, severity="note" if float(there) < float(here) else None)


# A handoff against itself and against the state file: an old one lies about where the work stands

_STATE_FOLLOWS = timedelta(hours=1)
"""The state file is written right after the handoff (seed: "update LAST"); a much newer one is of another time."""


@rule("task-beyond-total", "warning", "Correct the task or the total.", "sources")
def _handoff_beyond(sources: Sources, state: State) -> Findings:
    if sources.handoff is None:
        return
    handoff = sources.handoff.handoff
    task, total = last_number(handoff.task), whole_number(handoff.total_tasks)
    if task is not None and total is not None and task > total:
        told = f"The handoff is at task {handoff.task}, but the total is {handoff.total_tasks}."
        yield Found(sources.handoff.lines.get("task"), told, handoff.path)


@rule("handoff-position", "warning", "Archive the handoff if the work has moved past it.", "sources")
def _handoff_elsewhere(sources: Sources, state: State) -> Findings:
    if sources.handoff is None or sources.state is None:
        return
    handoff, stopped = sources.handoff.handoff, state.stopped_task
    phase, plan = (_id(each.text if each else None) for each in (state.phase, state.plan))
    ours = _bare(phase, plan, stopped.id if stopped else None)
    theirs = _bare(_id(handoff.phase) or ours["phase"], _id(handoff.plan), _id(handoff.task))
    for part in ("phase", "plan", "task"):
        if not same_step(theirs[part], ours[part]):
            told = f"The handoff is for {part} {theirs[part]}, but {state.name} is at {part} {ours[part]}."
            yield Found(sources.handoff.lines.get(part), told, handoff.path)
            return


def _bare(phase: str | None, plan: str | None, task: str | None) -> dict[str, str | None]:
    return {"phase": phase, "plan": plan_in(plan, phase), "task": task_in(task, plan, phase)}


def _id(text: str | None) -> str | None:
    """The id a text has; None for words without a number, with which nothing can be compared."""
    identifier = parse_step(text)[0].id if text else None
    return identifier if identifier and any(sign.isdigit() for sign in identifier) else None


@rule("handoff-older", "note", "Archive the handoff if the work has moved past it.", "sources")
def _handoff_older(sources: Sources, state: State) -> Findings:
    created = parse_instant(sources.handoff.handoff.created) if sources.handoff is not None else None
    updated = parse_instant(state.updated.text) if sources.state is not None and state.updated else None
    if sources.handoff is None or created is None or updated is None or state.updated is None:
        return
    if updated.at - created.latest > _STATE_FOLLOWS:
        told = f"The handoff ({sources.handoff.created}) is older than {state.name} ({state.updated.text})."
        yield Found(sources.handoff.lines.get("created"), told, sources.handoff.handoff.path)


# The files beside the main one: older state files, a lost one, and the token log, which states the cost too


@rule(
    "state-file-missing",
    "error",
    "Restore the file from git or with `cockpit undo`, or start a new one: `cockpit init autopilot`.",
    "sources",
)
def _lost(sources: Sources, state: State) -> Findings:
    remaining = remaining_files(sources.folder) if sources.state is None else ()
    if remaining:
        path, names = sources.folder.path(STATE_FILE), listed(remaining)
        told = f"The state file is missing; found only {names}. Position, decisions, todos and blockers were in the "
        told += "state file."
        if sources.folder.page(STATE_FILE):
            told = f"The state file contains no project state, and the folder contains only {names} besides. Position, "
            told += "decisions, todos and blockers are missing."
        yield Found(None, told, path)


@rule("older-state-file", "note", "Move the older file to .autopilot/archive/.", "sources")
def _beside(sources: Sources, state: State) -> Findings:
    """The main file wins by rule, also where it is older; only one that says nothing gives way."""
    for name in STATE_NAMES if sources.main.name in STATE_NAMES else ():
        page = sources.folder.page(name)
        other = state_file(sources.folder, name) if name != sources.main.name else None
        if page is None or other is None or is_blank(page):
            continue
        ours, theirs = state.updated, read_state(page, other.layout or "state").updated
        mine, its = (parse_instant(each.text) if each else None for each in (ours, theirs))
        order = ""
        if mine is not None and its is not None:
            order = "newer " if mine.before(its) else "older " if its.before(mine) else ""
        one, two = (f"{title} ({time.text})" if time else title
                    for title, time in ((sources.main.name, ours), (name, theirs)))  # fmt: skip
        told = f"{one} is read; the {order}{two} is not." if order else f"{one} is read; {two} is not."
        yield Found(theirs.line if theirs else None, told, page.path, "warning" if order == "newer " else None)


@rule("cost-mismatch", "note", "Correct one of the two; thresholds.json is used.", "sources")
def _cost(sources: Sources, state: State) -> Findings:
    """The token log's cost against that of the last check; they are written at different times, so it is only noted."""
    usage, measured = sources.gauges.usage, sources.gauges.amounts("cost", JSON)[:1]
    if usage is None or usage.cost is None or not measured or measured[0].amount is None:
        return
    if abs(usage.cost - measured[0].amount) >= 0.01:
        stored, logged = (format_amount(value, "usd") for value in (measured[0].amount, usage.cost))
        yield Found(usage.line, f"The cost is {stored} in thresholds.json, {logged} in token-usage.md.", usage.path)


# Thresholds: what cannot be read, and the places against each other

hint("value-unreadable", "warning", "Write an amount, such as 26.50, 35 or 500000.")
hint(
    "limits-row-unreadable",
    "warning",
    "Write rows that begin with the metric, such as Cost; in a Flight Waypoint with Warning, Alert or Stop.",
)
hint("level-unreadable", "warning", "Write warning, alert or stop, or null for no level.")
hint("status-unreadable", "warning", "Write OK, Warning, Alert or Stop.")
hint("statement-misplaced", "warning", "Move it into current_values or levels_triggered, or remove it.")
hint("limits-unread", "warning", "Name the section Thresholds and its columns Type, Current, Warning, Alert, Stop.")
hint("acknowledgments-empty", "note", "Write {} if the file has no acknowledgments.")
hint("acknowledgments-misplaced", "warning", "Move them under the key `acknowledgments`, or acknowledge again.")
hint("acknowledgments-unreadable", "error", "Fix the JSON, or write {} if the file has no acknowledgments.")
hint("acknowledgment-void", "note", "Acknowledge again, or remove the entry.")
hint("toml-invalid", "warning", "Fix the TOML. Until then, the limits in this file are not used.")


def _check_stores(sources: Sources, found: Report) -> None:
    """Report what is wrong with the files of metrics and limits, and what they state that nobody can read."""
    gauges = sources.gauges
    stores = {each.path: each for each in (gauges.checked.store, gauges.acknowledgments.store, gauges.triggers.store)
              if each is not None}  # fmt: skip
    for store in stores.values():
        if not store.is_blank or store is not gauges.acknowledgments.store:
            _check_json(store, found)
    for holder in (gauges.acknowledgments, gauges.triggers):
        for code, line, sentence in holder.wrong:
            found.add(code, holder.path or "", line, sentence)
    for each in sources.wrong:
        found.add(each.code, each.path, each.line, each.sentence)
    for said in gauges.said:
        if said.is_unread:
            code, sentence = _unread_statement(said, gauges.checked.store)
            found.add(code, said.path, said.line, sentence)
    for label, time, line in gauges.triggers.times:
        check_time(label, Value(time, line or 0), gauges.triggers.path or "", found)
    _check_times(sources, found)


def _check_json(store: Store, found: Report) -> None:
    for problem in store.problems:
        told = problem.sentence
        found.add(problem.code, store.path, problem.line, told)
    if not isinstance(store.root.value, dict) and not store.is_bad and not store.problems:
        found.add("json-invalid", store.path, 1, "The file is not a JSON object.")


def _unread_statement(said: Said, store: Store | None) -> tuple[str, str]:
    """The code of what nobody can read, and a sentence."""
    node = store.root.at(said.at) if store is not None and said.source == JSON else None
    name, written = said.metric, as_json(said.text)[:60]
    if node is not None and said.what != "limits":
        name, written = str(said.at[-1]), as_written(node)[:60]
    if said.what == "status":
        return "status-unreadable", f"The status of {name} is not a known status: {said.text[:60]}."
    if said.what == "level":
        return "level-unreadable", f"The level of {name} is not a known level: {written}."
    if said.what == "limits" and said.source == JSON:
        return "statement-misplaced", f"The agent does not read this threshold entry: {said.text[:60]}."
    if said.what == "limits":
        return "limits-row-unreadable", f"This states limits that cannot be read: {said.text[:60]}."
    return "value-unreadable", f"The {said.what} of {name} is not an amount: {written}."


def _check_times(sources: Sources, found: Report) -> None:
    checked, acknowledgments = sources.gauges.checked, sources.gauges.acknowledgments
    store = checked.store
    if store is not None and checked.last_check:
        line = store.line(store.root.child("last_check")) or 0
        check_time("last_check", Value(checked.last_check, line), store.path, found)
    if acknowledgments.path is None:
        return
    times: list[tuple[str, str | None, int | None]] = []
    times.append(("last_reset", acknowledgments.last_reset, acknowledgments.last_reset_line))
    for recorded in acknowledgments.recorded.values():
        times += [("acknowledged_at", recorded.at, recorded.line), ("expires_at", recorded.expires, recorded.line)]
    for label, time, at in times:
        if time:
            check_time(label, Value(time, at or 0), acknowledgments.path, found)


@rule("trigger-conflict", "warning", "Keep the trigger in one file.", "sources")
def _triggers(sources: Sources, state: State) -> Findings:
    for path, name, line in sources.gauges.triggers.differing:
        told = f"The trigger {name} differs in thresholds.json and triggers.json; triggers.json is used."
        yield Found(line, told, path)


@rule("value-missing", "warning", "Record the value: `cockpit set METRIC=VALUE`.", "sources")
def _no_value(sources: Sources, state: State) -> Findings:
    checked = sources.gauges.checked
    for metric in METRICS:
        level = checked.level(metric.name)
        if level is not None and sources.gauges.stated(metric)[0] is None:
            line = checked.recorded[metric.name][0].line
            yield Found(line, f"{metric.name} has the level {level}, but no value.", checked.path)


@rule("limits-unordered", "warning", "Order the limits: warning, then alert, then stop.", "sources")
def _unordered(sources: Sources, state: State) -> Findings:
    gauges = sources.gauges
    for metric in METRICS:
        limits = resolve(metric, gauges.sources)
        if (wrong := unordered(limits)) is not None:
            mild, grave = wrong
            shown = {name: format_amount(limit, metric.unit) for name, limit in limits.items()}
            told = f"The {mild} limit of {metric.name} ({shown[mild]}) is above its {grave} limit ({shown[grave]})"
            row = next(iter(gauges.of(metric.name, source=gauges.table)), None)
            path = sources.state.path if sources.state else gauges.checked.path or ""
            yield Found(row.line if row is not None else None, f"{told}; source: {limits.source}.", path)


@rule("table-behind", "note", None, "sources")
def _behind(sources: Sources, state: State) -> Findings:
    """The table is a projection of the JSON; one that was written before the last check says an earlier value."""
    gauges = sources.gauges
    for metric in METRICS:
        in_json, in_table = (gauges.amounts(metric.name, source)[:1] for source in (JSON, gauges.table))
        if in_json and in_table and not gauges.disagreeing(metric):
            value, earlier = in_json[0].amount or 0, in_table[0].amount or 0
            if abs(value - earlier) >= in_table[0].step:
                shown, newer = (format_amount(each, metric.unit) for each in (earlier, value))
                told = f"{metric.name} is {newer} in thresholds.json, and still {shown} in the Thresholds table."
                advice = f"Write the same value in both: `cockpit set {metric.name}=VALUE`."
                yield Found(in_table[0].line, told, in_table[0].path, advice=advice)


@rule("level-mismatch", "warning", "Write the level that results from the value and its limits.", "sources")
def _levels(sources: Sources, state: State) -> Findings:
    """The recorded level, and the table's, against the level that the value has reached by the agent's limits."""
    gauges = sources.gauges
    for metric in METRICS:
        limits, measured = agents_limits(metric, gauges), gauges.amounts(metric.name, JSON)[:1]
        value = measured[0].amount if measured else gauges.stated(metric)[0]
        advice = f"Write value and level in every place: `cockpit set {metric.name}=VALUE`."
        recorded = gauges.checked.recorded.get(metric.name, [])
        if value is not None and recorded and not any(each.level is None for each in recorded):
            level, reached = gauges.checked.level(metric.name), level_of(value, limits)
            wrong = [each for each in recorded if each.level != (reached or "ok")]
            if wrong and (measured or rank(level) > rank(reached)):
                says = dict.fromkeys("none" if each.level == "ok" else str(each.level) for each in recorded)
                told = f"{metric.name} ({format_amount(value, metric.unit)}) is at level {reached or 'none'}, but "
                told += f"levels_triggered says {listed(says)}."
                yield Found(wrong[0].line, told, gauges.checked.path, advice=advice)
        for row in gauges.of(metric.name, "status"):
            amount = next((each.amount for each in gauges.amounts(metric.name, row.source) if each.line == row.line),
                          None)  # fmt: skip
            shown = next((level for level in LEVELS if level == row.level), None)
            if amount is not None and row.level is not None and shown != (reached := level_of(amount, limits)):
                told = f"{metric.name} ({format_amount(amount, metric.unit)}) is at level {reached or 'none'}, but the "
                told += f"Thresholds table says {shown or 'none'}."
                yield Found(row.line, told, row.path, advice=advice)


@rule("acknowledgment-above-value", "note", None, "sources")
def _above_value(sources: Sources, state: State) -> Findings:
    gauges = sources.gauges
    for metric in METRICS:
        recorded, value = gauges.acknowledgments.recorded.get(metric.name), gauges.value(metric)[0]
        if recorded is None or recorded.value is None or value is None or not _is_honoured(sources, recorded):
            continue
        if recorded.value > value:
            given, present = (format_amount(amount, metric.unit) for amount in (recorded.value, value))
            told = f"{metric.name} was acknowledged at {given}, but its value is {present}."
            yield Found(recorded.line, told, gauges.acknowledgments.path)


def _is_honoured(sources: Sources, recorded: Recorded | None) -> bool:
    return recorded is not None and agent_honours(recorded.at, sources.gauges.acknowledgments.last_reset)


@rule("acknowledgment-drift", "warning", "Acknowledge in every place, or withdraw in every place.", "sources")
def _acknowledged_elsewhere(sources: Sources, state: State) -> Findings:
    """The places of an acknowledgment against each other. Where there is no JSON, the list has to deny what the table
    says: alone, either of them counts."""
    gauges = sources.gauges
    stored, used = gauges.acknowledgments, "acknowledgments.json" if gauges.has_store else "the list"
    for metric in METRICS if not gauges.has_store or stored.complete else ():
        recorded, entry = stored.recorded.get(metric.name), gauges.entry(metric.name)
        if not gauges.has_store and not (entry is not None and entry.denied):
            continue
        is_given = _is_honoured(sources, recorded)
        says = {used: (is_given, stored.path or "", None), **_claims(sources, metric)}
        given, others = ([place for place, claim in says.items() if claim[0] is wanted] for wanted in (True, False))
        if given and others:
            told = f"{metric.name} is acknowledged in {listed(given)}, and not in {either(others)}; {used} is used."
            _, path, line = next(claim for claim in says.values() if claim[0] != is_given)
            yield Found(line, told, path)
        elif is_given and recorded is not None and entry is not None and _differ(recorded, entry):
            one, two = (_given_at(each, metric) for each in (recorded, entry))
            told = f"{metric.name} is acknowledged at {one} in {used}, at {two} in the list; {used} is used."
            yield Found(entry.line, told)


def _given_at(given: Recorded | Listed, metric: Metric) -> str:
    amount = format_amount(given.value, metric.unit) if given.value is not None else "no amount"
    return f"{amount} ({given.at or 'no time'})"


def _differ(recorded: Recorded, entry: Listed) -> bool:
    """Whether both state an amount or a minute, and not the same."""
    first, second = parse_instant(recorded.at), parse_instant(entry.at)
    if recorded.value is not None and entry.value is not None and abs(recorded.value - entry.value) >= 0.01:
        return True
    if first is None or second is None or first.date_only or second.date_only:
        return first is not None and second is not None and first.at.date() != second.at.date()
    return abs((first.at - second.at).total_seconds()) >= 60


def _claims(sources: Sources, metric: Metric) -> dict[str, tuple[bool, str, int | None]]:
    """What the trigger, the table and the list say of an acknowledgment, and where. A table row without the mark counts
    at an alert only, and only where the table has statuses."""
    gauges, name, says = sources.gauges, f"{metric.name}_alert", dict[str, tuple[bool, str, int | None]]()
    marked = gauges.triggers.acknowledged(metric.name)
    if marked is not None and gauges.triggers.path and gauges.has_store:
        says[f"the trigger {name}"] = marked, gauges.triggers.path, gauges.triggers.lines.get(name)
    rows = gauges.of(metric.name, source=gauges.table)
    value = next((each.amount for each in rows if each.what == "value"), None)
    has_status = any(each.what == "status" and each.level is not None for each in rows)
    is_expected = has_status and rank(level_of(value, agents_limits(metric, gauges))) > 1
    is_marked = gauges.is_marked(metric.name)
    if rows and (is_marked or is_expected):
        says["the Thresholds table"] = is_marked, rows[0].path, rows[0].line
    entry = gauges.entry(metric.name)
    if entry is not None and sources.state is not None:
        says["the list"] = not entry.denied, sources.state.path, entry.line
    return says


# Rules of the decision log, which reports by itself

hint("decision-conflict", "warning", "Correct the index or the entry; the entry is used.")
hint("decision-twice", "warning", "Give one decision the next free number.")
