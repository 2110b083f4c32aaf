"""What the files say against their own rules, against each other, and against what is there."""

import re
from pathlib import PurePosixPath

from cockpit.model import Step
from cockpit.systems.autopilot.continuity_checks import check_continuity, check_task
from cockpit.systems.autopilot.handoff_checks import check_handoff
from cockpit.systems.autopilot.last_activity import read_activity
from cockpit.systems.autopilot.neighbour_checks import check_neighbours, report_empty
from cockpit.systems.autopilot.progress_checks import check_phases, check_progress
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.sources import Sources
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.steps import number_of, parse_step
from cockpit.systems.autopilot.threshold_checks import check_thresholds
from cockpit.systems.autopilot.vocabulary import command_in, is_vague, status_of
from cockpit.systems.reading.folder import Folder, is_inside
from cockpit.systems.reading.times import check_time
from cockpit.systems.reading.values import Value

LONGEST = 100
"""Seed: "Size Limit: < 100 lines (enforced)", for TRANSPONDER.md and its predecessor STATE.md."""

_LIMITED = ("transponder", "flight-waypoint", "state-v1")
_REMARK = re.compile(r"(?<!\s)\s+(?:[(\[].*|[—–-]+\s.*)", re.DOTALL)
_LINK = re.compile(r"\[[^\[\]]*\]\((?P<target>[^()\s]+)\)")
_PATH = re.compile(r"(?=[^./\\]*[./\\])[^\s|<>\"]*")


def report_contradictions(folder: Folder, sources: Sources, report: Report) -> None:
    """Report every contradiction; nothing is corrected, that is a person's to do."""
    state = sources.state
    if state is not None and not state.unreadable:
        _check_state(folder, state, sources, report)
    check_phases(sources.phases, report)
    check_neighbours(folder, sources, report)
    check_handoff(sources, report)
    check_thresholds(folder, sources.gauges, report)


def _check_state(folder: Folder, state: StateFile, sources: Sources, report: Report) -> None:
    if state.blank:
        report_empty(state.path, report)
        return
    check_time("Updated", state.updated, state.path, report)
    if not sources.main.recognised and not _says_where(state):
        name = PurePosixPath(state.path).name
        message = f"{name} has none of the parts that are read; what it says stands under unread."
        report.add("layout-unknown", state.path, None, message)
        return
    _check_rules(state, report)
    _check_position(state, report)
    _check_paths(folder, state, report)
    check_progress(state, sources, report)
    check_continuity(state, report)
    check_task(state, sources, report)


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
    if state.next_action is None and _status(state) != "completed":
        message = f"{name} does not say what to do next."
        report.add("next-action-missing", state.path, state.next_action_line, message)
    activity = read_activity(state.last_activity)
    if state.last_activity is not None and activity is not None and activity.text and is_vague(activity.text):
        message = f'The last activity says nothing specific: "{activity.text}".'
        report.add("vague-activity", state.path, state.last_activity.line, message)


def _is_odd_number(decisions: int, state: StateFile) -> bool:
    """Whether that many decisions are too many, or none where a plan has been completed: one is a beginning."""
    if decisions == 0:
        completed = re.match(r"\d{1,15}", state.metrics.get("Plans completed", ""))
        return completed is not None and int(completed[0]) > 0
    return decisions > 5


def _says_where(state: StateFile) -> bool:
    """Whether a file without a known layout still says where the work stands, or what comes next."""
    return any((state.phase, state.plan, state.task, state.status, state.progress, state.next_action, state.thresholds))


def _check_position(state: StateFile, report: Report) -> None:
    if state.stray is not None and state.phase is None and state.status is None:
        message = "A position stands here below a heading that is not read as one: phase and status are unknown."
        report.add("position-missing", state.path, state.stray, message)
    elif state.status is None and state.status_line is not None:
        report.add("status-missing", state.path, state.status_line, "The status is left empty.")
    if state.status is not None and _status(state) == "unknown":
        message = f'The status "{state.status.text}" is in none of the vocabularies.'
        report.add("unknown-status", state.path, state.status.line, message)
    if state.phase is not None and state.format != "checkpoint" and not parse_step(state.phase.text)[1]:
        message = f'The phase "{state.phase.text}" is not of the form "N of T".'
        report.add("position-unreadable", state.path, state.phase.line, message)
    for word, value in (("phase", state.phase), ("plan", state.plan), ("task", state.task)):
        step = _step(value)
        if value is not None and step is not None and (step.id or "").startswith(("-", "−")):
            report.add("value-negative", state.path, value.line, f"The {word} is {step.id}, below zero.")
        number = number_of(step.id) if step else None
        if value and step and number is not None and step.total is not None and number > step.total:
            message = f"The {word} is {step.id}, of {step.total} in all."
            report.add("phase-beyond-total", state.path, value.line, message)


def _check_paths(folder: Folder, state: StateFile, report: Report) -> None:
    """Paths are text of a language model: one that leaves the project is never looked up."""
    if (resume := state.resume_file) is not None:
        _check_resume_file(folder, resume, state.path, report)
    for label, value in state.quick_reference.items():
        path = value.text
        if _PATH.fullmatch(path) and not command_in(path) and not is_inside(path):
            report.add("path-outside", state.path, value.line, f"{label} leads out of the project: {path}.")


def _check_resume_file(folder: Folder, resume: Value, path: str, report: Report) -> None:
    link = _LINK.fullmatch(resume.text)
    stated = link["target"] if link else resume.text
    bare = _REMARK.sub("", stated)
    named = next((part for part in (stated, bare, stated.split()[0]) if folder.may_find(part)), bare)
    if not is_inside(stated):
        report.add("path-outside", path, resume.line, f"The resume file leads out of the project: {stated}.")
    elif folder.find(named) is None:
        used = PurePosixPath(named).name in ("holding-pattern.md", "continue-here.md")
        message = f"The resume file {named} does not exist" + ("; it may have been used already." if used else ".")
        report.add("resume-file-missing", path, resume.line, message, severity="note" if used else None)


def _status(state: StateFile) -> str:
    return status_of(state.status.text) if state.status else "unknown"


def _step(value: Value | None) -> Step | None:
    return parse_step(value.text)[0] if value else None
