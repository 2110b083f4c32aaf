"""Moving the position: what changes in the documents when a task, a plan or a phase is finished."""

from collections.abc import Callable
from functools import partial

from cockpit.demo import fields, progress
from cockpit.demo.files import Files
from cockpit.demo.phase_files import ACTIVE, COMPLETE
from cockpit.demo.progress import Box
from cockpit.demo.taskflow import NAME
from cockpit.demo.transponder import progress_cell, stopped_at

Edit = Callable[[str], str]
FLIGHTPLAN = ".autopilot/flightplan.md"


def ends_plan(files: Files, task: str) -> bool:
    """Whether all tasks of this task's plan are ticked."""
    phase, plan, _ = (int(part) for part in task.split("."))
    return all(box.done for box in progress.route(files, phase) if box.plan == plan)


def after_task(files: Files, phase: int, task: str, boxes: list[Box]) -> list[Edit]:
    """The edits of TRANSPONDER.md after a task of the route `boxes` was finished.

    The phase's own documents and the flight plan are changed at once where a plan or the phase ends with it.
    """
    following = progress.after(boxes, task)
    if following is None:
        return _phase_complete(files, phase, task)
    if ends_plan(files, task):
        _mark_plan(files, phase, task, following.plan)
    plan, plans = following.plan, max(box.plan for box in boxes)
    where = stopped_at(phase, plan, following.number, progress.size(boxes, plan))
    return [
        *_counts(files),
        partial(fields.with_value, title="Current Position", label="Plan", value=f"{plan} of {plans}"),
        partial(fields.with_value, title="Session Continuity", label="Stopped at", value=where),
    ]


def _counts(files: Files) -> list[Edit]:
    count = progress.count(files)
    bar = progress_cell(count.percent)
    return [
        partial(fields.with_value, title="Current Position", label="Progress", value=bar),
        partial(fields.with_value, title="Performance Metrics", label="Plans completed", value=str(count.plans)),
    ]


def _phase_complete(files: Files, phase: int, task: str) -> list[Edit]:
    _mark_plan(files, phase, task, None)
    card = f"{progress.folder(phase)}/PHASE.md"
    files.change(card, partial(fields.with_line, label="Status", value=COMPLETE))
    row = partial(fields.with_row, title=f"Flight Plan: {NAME}", label=f"{phase:03}", values={"Status": COMPLETE})
    files.change(FLIGHTPLAN, row)
    place = partial(fields.with_value, title="Current Position")
    continuity = partial(fields.with_value, title="Session Continuity")
    return [
        *_counts(files),
        partial(place, label="Status", value="Phase complete"),
        partial(continuity, label="Stopped at", value=f"Phase {phase} complete"),
        partial(continuity, label="Next action", value=f"/autopilot:preflight {phase + 1}"),
    ]


def _mark_plan(files: Files, phase: int, task: str, following: int | None) -> None:
    def edit(text: str) -> str:
        text = fields.with_row(text, "Plans", task.split(".")[1], {"Status": COMPLETE})
        return fields.with_row(text, "Plans", str(following), {"Status": ACTIVE}) if following else text

    files.change(f"{progress.folder(phase)}/PHASE.md", edit)
