"""What the files say against their own rules, against each other, and against what is there."""

import re
from pathlib import PurePosixPath

from cockpit.model import Step
from cockpit.rules.instants import parse_instant
from cockpit.rules.progress import bar_agrees, filled_cells, percent_in
from cockpit.systems.autopilot.folder import Folder, is_inside
from cockpit.systems.autopilot.handoff_checks import check_handoff
from cockpit.systems.autopilot.outline import Outline
from cockpit.systems.autopilot.phases import count_progress, counts_every_phase
from cockpit.systems.autopilot.recognition import STATE_NAMES, state_file
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.steps import number_of, parse_step
from cockpit.systems.autopilot.threshold_checks import check_thresholds
from cockpit.systems.autopilot.times import check_zone
from cockpit.systems.autopilot.values import Value
from cockpit.systems.autopilot.vocabulary import command_in, is_vague, status_of

LONGEST = 100
"""Seed: "Size Limit: < 100 lines (enforced)", for TRANSPONDER.md and its predecessor STATE.md."""

_LIMITED = ("transponder", "flight-waypoint", "state-v1")
_PATH = re.compile(r"[^\s|<>\"]*[./\\][^\s|<>\"]*")


def report_contradictions(folder: Folder, sources: Sources, report: Report) -> None:
    """Report every contradiction; nothing is corrected, that is a person's to do."""
    state = sources.state
    if state is not None and state.length == 0 and not state.unreadable:
        report.add("empty-file", state.path, None, f"{PurePosixPath(state.path).name} is empty.")
    if state is not None:
        _check_rules(state, report)
        _check_position(state, report)
        _check_progress(state, sources, report)
        _check_paths(folder, state, report)
        check_zone("Updated", state.updated, state.path, report)
    _check_neighbours(folder, sources, report)
    check_handoff(sources, report)
    check_thresholds(sources.gauges, report)


def _check_rules(state: StateFile, report: Report) -> None:
    """The update rules of the seed: keep it small, be specific, include the next action."""
    name = PurePosixPath(state.path).name
    if state.format in _LIMITED and state.length >= LONGEST:
        message = f"{name} has {state.length} lines, its limit is fewer than {LONGEST}."
        report.add("over-100-lines", state.path, LONGEST, message)
    if state.decisions_line is not None and _is_odd_number(len(state.decisions), state):
        count = len(state.decisions)
        message = f"Recent Decisions holds {count} decision{'s' * (count != 1)}, it should hold 3 to 5."
        report.add("decision-count", state.path, state.decisions_line, message)
    if state.next_action is None and state.length and _status(state) != "completed":
        message = f"{name} does not say what to do next."
        report.add("next-action-missing", state.path, state.next_action_line, message)
    activity = state.last_activity
    if activity is not None and is_vague(_undated(activity.text)):
        message = f'The last activity says nothing specific: "{_undated(activity.text)}".'
        report.add("vague-activity", state.path, activity.line, message)


def _is_odd_number(decisions: int, state: StateFile) -> bool:
    """Whether that many decisions are too few or too many; none is fine until a plan has been completed."""
    if decisions == 0:
        completed = re.match(r"\d+", state.metrics.get("Plans completed", ""))
        return completed is not None and int(completed[0]) > 0
    return not 3 <= decisions <= 5


def _check_position(state: StateFile, report: Report) -> None:
    if state.status is not None and _status(state) == "unknown":
        message = f'The status "{state.status.text}" is in none of the vocabularies.'
        report.add("unknown-status", state.path, state.status.line, message)
    if state.phase is not None and state.format != "checkpoint" and not parse_step(state.phase.text)[1]:
        message = f'The phase "{state.phase.text}" is not of the form "N of T".'
        report.add("position-unreadable", state.path, state.phase.line, message)
    for word, value in (("phase", state.phase), ("plan", state.plan)):
        step = _step(value)
        number = number_of(step.id) if step else None
        if value and step and number is not None and step.total is not None and number > step.total:
            message = f"The {word} is {step.id}, of {step.total} in all."
            report.add("phase-beyond-total", state.path, value.line, message)


def _check_progress(state: StateFile, sources: Sources, report: Report) -> None:
    """The bar against the number beside it, the number against the tasks that were counted."""
    percent = percent_in(state.progress.text) if state.progress else None
    if state.progress is None or percent is None:
        return
    cells = filled_cells(state.progress.text)
    if cells is not None and not bar_agrees(*cells, percent):
        message = f"The bar shows {cells[0]} of {cells[1]} cells, the number says {percent:g} %."
        report.add("bar-mismatch", state.path, state.progress.line, message)
    phase = _step(state.phase)
    counted = count_progress(sources.phases)
    if counted is None or not counts_every_phase(sources.phases, phase.total if phase else None):
        return
    share = counted.done / counted.total * 100
    if abs(share - percent) > 1:
        message = (
            f"{percent:g} % are claimed, {counted.done} of {counted.total} {counted.unit} are done ({share:.0f} %)."
        )
        report.add("percent-mismatch", state.path, state.progress.line, message)


def _check_paths(folder: Folder, state: StateFile, report: Report) -> None:
    """Paths are text of a language model: one that leaves the project is never looked up."""
    if (resume := state.resume_file) is not None:
        _check_resume_file(folder, resume, state.path, report)
    for label, path in state.quick_reference.items():
        if _PATH.fullmatch(path) and not command_in(path) and not is_inside(path):
            report.add("path-outside", state.path, None, f"{label} leads out of the project: {path}.")


def _check_resume_file(folder: Folder, resume: Value, path: str, report: Report) -> None:
    named = next((part for part in (resume.text, resume.text.split()[0]) if folder.may_find(part)), resume.text)
    if not is_inside(resume.text):
        report.add("path-outside", path, resume.line, f"The resume file leads out of the project: {resume.text}.")
    elif folder.find(named) is None:
        used = PurePosixPath(named).name in ("holding-pattern.md", "continue-here.md")
        message = f"The resume file {named} does not exist" + ("; it may have been used already." if used else ".")
        report.add("resume-file-missing", path, resume.line, message, severity="note" if used else None)


def _check_neighbours(folder: Folder, sources: Sources, report: Report) -> None:
    """Older state files beside the main one: the main one wins by rule, also where it is older."""
    names = list(STATE_NAMES)
    if sources.main.name not in names:
        return
    for name in names[names.index(sources.main.name) + 1 :]:
        if state_file(folder, name) is not None:
            _report_neighbour(folder, sources, name, report)


def _report_neighbour(folder: Folder, sources: Sources, name: str, report: Report) -> None:
    page = folder.page(name)
    if page is None:
        return
    head = Outline(page, Report())
    theirs = head.labels(*head.head()).get("Updated", "Saved", "Last Updated")
    ours = sources.state.updated if sources.state else None
    their_time = parse_instant(theirs.text) if theirs else None
    our_time = parse_instant(ours.text) if ours else None
    newer = their_time is not None and our_time is not None and our_time.before(their_time)
    message = (
        f"{sources.main.name} ({ours.text if ours else 'without a time'}) is read, and {name} "
        f"({theirs.text if theirs else 'without a time'}), {'which is newer' if newer else 'an older one'}, is not."
    )
    line = theirs.line if theirs else None
    report.add("older-state-file", page.path, line, message, severity="warning" if newer else None)


def _status(state: StateFile) -> str:
    return status_of(state.status.text) if state.status else "unknown"


def _undated(activity: str) -> str:
    return re.sub(r"^\d{4}-\d{2}-\d{2}\S*\s*[—–:-]*\s*", "", activity)


def _step(value: Value | None) -> Step | None:
    return parse_step(value.text)[0] if value else None
