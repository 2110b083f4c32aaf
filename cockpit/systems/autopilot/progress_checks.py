"""What a state file claims to be done, against what the phase files count."""

from cockpit.model import Step
from cockpit.rules.numbers import whole_number
from cockpit.rules.wording import listed
from cockpit.rules.work import bar_agrees, filled_cells, is_done
from cockpit.systems.autopilot.composition import read_percent
from cockpit.systems.autopilot.phases import PhaseCount, count_progress, counts_every_phase
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.step_names import digits_of, find_phase, parts_of, present_route
from cockpit.systems.autopilot.steps import number_of, parse_step, plan_in
from cockpit.systems.autopilot.vocabulary import status_of
from cockpit.systems.reading.values import Value


def check_progress(state: StateFile, sources: Sources, report: Report) -> None:
    """Report a percentage, a status or a total that the counted work contradicts."""
    phase = parse_step(state.phase.text)[0] if state.phase else None
    if state.progress is not None:
        _check_percent(state.progress, phase, state, sources, report)
    if state.status is not None:
        _check_status(state.status, phase, state, sources, report)
    _check_total(phase, state, sources, report)
    _check_plan(phase, state, sources, report)


def check_phases(phases: tuple[PhaseCount, ...], report: Report) -> None:
    """Report phases that stand twice, and those that say that they are complete while tasks of theirs are open."""
    for count in phases:
        phase = count.phase
        open_tasks = (phase.counted_total or 0) - (phase.counted_done or 0)
        if open_tasks and count.stated and is_done(phase.status or ""):
            told = f"{phase.counted_done} of {phase.counted_total} tasks are done"
            message = f'Phase {phase.id} is "{phase.status}", {told}.'
            report.add("status-mismatch", count.stated.path, count.stated.status_line, message)
        for path in count.others:
            report.add("phase-twice", path, None, f"Phase {phase.id} stands in {phase.path} too, which is read.")


def _check_percent(progress: Value, phase: Step | None, state: StateFile, sources: Sources, report: Report) -> None:
    """The bar against the number beside it, the number against the tasks that were counted."""
    percent = read_percent(progress)
    if percent is None:
        message = f'The progress "{progress.text}" states no percentage from 0 to 100.'
        report.add("progress-unreadable", state.path, progress.line, message)
        return
    cells = filled_cells(progress.text)
    if cells is not None and not bar_agrees(*cells, percent):
        message = f"The bar shows {cells[0]} of {cells[1]} cells, the number says {percent:g} %."
        report.add("bar-mismatch", state.path, progress.line, message)
    counted = count_progress(sources.phases)
    if counted is None:
        return
    share = counted.done / counted.total * 100
    surely = counts_every_phase(sources.phases, phase.total if phase else None)
    if (surely and abs(share - percent) > 1) or (percent == 100 and counted.done < counted.total):
        message = (
            f"{percent:g} % are claimed, {counted.done} of {counted.total} {counted.unit} are done ({share:.0f} %)."
        )
        report.add("percent-mismatch", state.path, progress.line, message)


def _check_status(status: Value, phase: Step | None, state: StateFile, sources: Sources, report: Report) -> None:
    """What is complete has no open tasks and is at its last phase; what is to be discussed or planned has no plan yet,
    and what is to be executed has one (seed, "Status Values").
    """
    number = number_of(phase.id) if phase else None
    at_last = number is None or phase is None or phase.total is None or number >= phase.total
    meant = status_of(status.text, last_phase=at_last)
    here = find_phase(phase.id if phase else None, sources.phases)
    against = None
    if meant == "completed":
        counted = count_progress(sources.phases)
        if not at_last and phase is not None:
            against = f"the position is phase {phase.id} of {phase.total}"
        elif counted is not None and counted.done < counted.total:
            against = f"{counted.done} of {counted.total} {counted.unit} are done"
    elif meant == "phase_complete" and here is not None:
        done, total = here.phase.counted_done or 0, here.phase.counted_total or 0
        against = f"{done} of {total} tasks of phase {here.phase.id} are done" if done < total else None
    elif meant == "discussing" and here is not None and (here.routes or here.discussed):
        against = f"phase {here.phase.id} has {'a plan' if here.routes else 'a briefing'} already"
    elif meant == "planning" and here is not None and here.routes:
        against = f"phase {here.phase.id} has a plan already"
    elif meant == "ready" and phase is not None and not (here is not None and (here.routes or here.tasks)):
        against = f"phase {phase.id} has no plan"
    if against:
        report.add("status-mismatch", state.path, status.line, f'The status is "{status.text}", {against}.')


def _check_total(phase: Step | None, state: StateFile, sources: Sources, report: Report) -> None:
    """The total of the position against the number of phases in the flight plan; inserted ones (2.1) may count."""
    planned = [number for count in sources.phases if count.listed and (number := number_of(count.phase.id)) is not None]
    if state.phase is None or phase is None or phase.total is None or not planned:
        return
    whole = sum(number == int(number) for number in planned)
    if phase.total not in (whole, len(planned)):
        message = f"The position counts {phase.total} phases, the flight plan lists {len(planned)}."
        report.add("total-mismatch", state.path, state.phase.line, message)


def _check_plan(phase: Step | None, state: StateFile, sources: Sources, report: Report) -> None:
    """A plan before the present one with open tasks: the work went on past them. Plans of one wave run side by side;
    where no task was ever ticked, nobody keeps count.
    """
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
        told = listed([*tasks[:3], *([f"{len(tasks) - 3} more"] if len(tasks) > 3 else [])])
        message = f"The plan is {present}, but {told} of plan {number} {'are' if len(tasks) > 1 else 'is'} open."
        report.add("plan-passed-over", state.path, state.plan.line, message)


def _is_before(plan: str, present: str) -> bool:
    one, other = whole_number(plan), whole_number(present)
    return one is not None and other is not None and one < other
