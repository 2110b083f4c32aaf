"""Values of the model, made from the state file and the folders."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from cockpit.model import (
    Blocker,
    Continuity,
    Limits,
    Position,
    ResumeAt,
    Retries,
    RuleAction,
    Session,
    Statement,
    Status,
    Step,
    Threshold,
)
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import RETRIES, level_of
from cockpit.systems.autodev.artefacts import (
    ARCHITECTURE,
    DEPENDENCIES_TABLE,
    DRAFTS,
    FINAL_REPORT,
    MATRIX,
    PROBLEM,
    SOLUTION,
    TASKS,
    Artefacts,
    DetectedStep,
)
from cockpit.systems.autodev.flow_position import FlowPosition, logged_retries, retry_count, stated_count
from cockpit.systems.autodev.phases import Steps, count_steps, phase_step, read_steps, sub_step_count
from cockpit.systems.autodev.sources import Sources
from cockpit.systems.autodev.state_file import StateFile
from cockpit.systems.autodev.vocabulary import MOST_RETRIES, NOT_INVOKED, command_of, meaning_of
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.stated_values import instant_text, plain
from cockpit.wording.messages import Message
from cockpit.wording.numbers import read_count

_DOCUMENTS = {
    "problem": (f"{PROBLEM}/problem.md",),
    "restrictions": (f"{PROBLEM}/restrictions.md",),
    "acceptance criteria": (f"{PROBLEM}/acceptance_criteria.md",),
    "solution": (SOLUTION, DRAFTS),
    "architecture": (ARCHITECTURE,),
    "report": (FINAL_REPORT,),
    "traceability": (MATRIX,),
    "dependencies": (f"{TASKS}/{DEPENDENCIES_TABLE}",),
    "implementation": (
        "03_implementation/FINAL_implementation_report.md",
        "03_implementation/implementation_report_*.md",
    ),
    "security report": ("05_security/security_report.md",),
}
"""Globs below `_docs/` by label; the first that matches counts."""
_LOOP_DOCUMENTS = ("plan", "record", "assessment", "review", "handoff")
"""The documents of a loop."""
_PROBLEM_TITLE = regex(r"^(?:the\s+)?problem(?:\s+(?:statement|description))?\s*[:—–-]*\s*", re.IGNORECASE)
_LIMIT_SOURCE = "state.md, rule 6"
_BY_STATUS: Mapping[Status, str] = {
    "not_started": "autodev.begin-step",
    "ready": "autodev.begin-step",
    "failed": "autodev.try-step-again",
    "phase_complete": "autodev.go-on-after-step",
    "skipped": "autodev.go-on-after-step",
}
"""By the status what is to be done with the present step; with any other it is continued."""
_ALWAYS_LACKING = {
    "archive": Message("autodev.state-stays"),
    "todos": Message("autodev.no-todos-but-tasks"),
    "questions": Message("systems.has-no-questions", system="autodev"),
    "plan": Message("autodev.steps-have-no-plans"),
    "next": Message("autodev.states-no-next-action"),
}


def read_position(state: StateFile, position: FlowPosition, steps: Steps) -> Position:
    """The position: the step is its phase, the sub-step its task."""
    status = position.status
    text = state.current.status.text if state.current.status is not None else "done" if position.done else None
    return Position(
        phase=phase_step(position),
        task=_sub_step_task(state, position),
        wave=f"cycle {state.current.cycle.text}" if state.current.cycle is not None else None,
        flow=state.current.flow.text if state.current.flow is not None else None,
        status=status,
        status_text=text,
        status_means=meaning_of(status, for_good=position.failed_for_good),
        counted=count_steps(steps.phases, position),
    )


def _sub_step_task(state: StateFile, position: FlowPosition) -> Step | None:
    sub = state.current.sub_step
    if sub is None or sub.id == "0" or sub.name == NOT_INVOKED:
        return None
    name = ": ".join(filter(None, (sub.name, sub.detail))) or None
    return Step(id=sub.id, name=name, total=sub_step_count(position))


def detected_position(detected: DetectedStep) -> Position:
    """The position by the folders, where no state file states one."""
    step = Step(id=detected.step.id, name=detected.step.name, total=detected.table.size)
    return Position(phase=step, flow=detected.flow, status="unknown", status_means=Message("autodev.means-unknown"))


def read_rule(state: StateFile, position: FlowPosition) -> RuleAction | None:
    """The next action by the step and its status (seed, "Re-Entry Protocol" and rule 7)."""
    step, command = position.label, command_of(state.generation)
    if position.failed_for_good:
        return RuleAction(text=Message("autodev.settle-failure", step=step))
    if position.status == "completed":
        return RuleAction(text=Message("autodev.no-step-left"))
    if position.status in _BY_STATUS:
        return RuleAction(text=Message(_BY_STATUS[position.status], step=step), command=command)
    if not step:
        return None
    text = Message("autodev.go-on-with-step", step=step)
    if (task := _sub_step_task(state, position)) is not None:
        sub_step = " ".join(filter(None, (task.id, task.name)))
        text = Message("autodev.go-on-with-sub-step", step=step, sub_step=sub_step)
    return RuleAction(text=text, command=command)


def read_resume(state: StateFile, position: FlowPosition) -> ResumeAt | None:
    """The step and sub-step at which the flow resumes."""
    if position.done or position.id is None:
        return None
    task = _sub_step_task(state, position)
    return ResumeAt(phase=position.id, task=task.id if task is not None else None)


def read_thresholds(state: StateFile, position: FlowPosition) -> tuple[Threshold, ...]:
    """The retries as a threshold. Only a failed step is at a stop at three, the only level the agent knows; a finished
    one has no level. A count that contradicts the status, or cannot be read, holds the agent.
    """
    if state.current.retry_line is None and position.retries == 0:
        return ()
    warning, alert, stop = RETRIES.limits
    limits = Limits(warning=warning, alert=alert, stop=stop, source=_LIMIT_SOURCE)
    halts = position.failed_for_good and position.retries is not None
    unknown = position.status == "unknown"
    threshold = Threshold(
        metric=RETRIES.name,
        unit=RETRIES.unit,
        value=position.retries,
        limits=limits,
        agent_will="halt" if halts else "continue",
        agent_level="stop" if halts else None,
        source=state.path.rpartition("/")[2],
        disagreeing=_disagreeing_statements(state, position),
    )
    if position.retries is None:
        return (
            replace(
                threshold,
                unreadable=_unreadable_counts(state) if position.failed_for_good or position.is_held or unknown else (),
            ),
        )
    if position.is_held:
        return (replace(threshold, level="alert", agent_will="pause"),)
    unfinished = halts or position.status not in ("phase_complete", "skipped", "completed")
    return (replace(threshold, level=level_of(position.retries, limits) if unfinished else None),)


def _disagreeing_statements(state: StateFile, position: FlowPosition) -> tuple[Statement, ...]:
    """The counts that differ from each other, and the status that contradicts the count."""
    counts, status = state.current.retry_counts, state.current.status
    contradicted = (status,) if position.is_held and position.retries is not None and status is not None else ()
    highest, in_log = stated_count(state), logged_retries(state)
    log_has_more = highest is not None and in_log > highest
    if len(counts) < 2 and not contradicted and not log_has_more:
        return ()
    statements = [Statement(what="value", text=each.text, path=state.path, line=each.line) for each in counts]
    if log_has_more:
        statements.append(Statement(what="value", text=f"{in_log} in the log", path=state.path, line=state.log_line))
    return (
        *statements,
        *(Statement(what="status", text=each.text, path=state.path, line=each.line) for each in contradicted),
    )


def _unreadable_counts(state: StateFile) -> tuple[Statement, ...]:
    counts = (each for each in state.current.retry_counts if read_count(each.text) is None)
    return tuple(Statement(what="value", text=each.text, path=state.path, line=each.line) for each in counts)


def read_blockers(state: StateFile, position: FlowPosition) -> tuple[Blocker, ...]:
    """The blockers. Of a step that failed for good, the blocker that says so, or the only one that holds, is marked as
    its own.
    """
    open_ones = [each for each in state.blockers if each.holds]
    is_only = len(open_ones) == 1
    return tuple(
        replace(each, of_failure=True)
        if position.failed_for_good and each.holds and (is_only or each.text.startswith(position.failure))
        else each
        for each in state.blockers
    )


def read_retries(state: StateFile, position: FlowPosition) -> Retries | None:
    """The retries of the present step with their log; None for a file without a count."""
    if state.current.retry_line is None and not state.attempts:
        return None
    return Retries(count=position.retries, max=MOST_RETRIES, log=state.attempts)


def read_sessions(state: StateFile) -> tuple[Session, ...]:
    """The last session."""
    session = state.session
    if not session.is_filled:
        return ()
    return (
        Session(
            ended=instant_text(session.date.text) or session.date.text if session.date else None,
            status="ended",
            working_on=session.ended_at.text if session.ended_at else None,
            notes=session.notes.text if session.notes else None,
            handoff_reason=session.reason.text if session.reason else None,
        ),
    )


def read_continuity(state: StateFile) -> Continuity:
    """When and where the last session stopped."""
    session = state.session
    return Continuity(
        last_session=instant_text(session.date.text) or session.date.text if session.date else None,
        stopped_at=session.ended_at.text if session.ended_at else None,
    )


def read_title(folder: Folder) -> str | None:
    """The title of the problem; None where it says only `Problem statement`."""
    page = folder.page(f"{PROBLEM}/problem.md")
    heading = page.markdown.title if page is not None and not page.bad else None
    title = _PROBLEM_TITLE.sub("", plain(heading.text)).strip() if heading is not None else ""
    return title or None


def read_documents(docs: Artefacts) -> dict[str, str]:
    """The documents below `_docs/`, by label."""
    documents = {name: docs.find(*globs) for name, globs in _DOCUMENTS.items()}
    loop = docs.latest_loop()
    documents |= (
        {f"loop {name}": docs.find(f"{loop}/{name}*.md") for name in _LOOP_DOCUMENTS} if loop is not None else {}
    )
    return {name: path for name, path in documents.items() if path is not None}


def read_extra(sources: Sources, state: StateFile, unread: Sequence[Any]) -> dict[str, Any]:
    """What the model has no field for; `unread` is the unread text of other files."""
    sub, current, tasks = state.current.sub_step, state.current, sources.tasks
    extra: dict[str, Any] = {
        "generation": state.generation,
        "cycle": current.cycle.text if current.cycle is not None else None,
        "tracker": current.tracker.text if current.tracker is not None else None,
        "sub_step": {"phase": sub.id, "name": sub.name, "detail": sub.detail}
        if sub is not None and sub.nested
        else None,
        "retry_count": next((each.text for each in state.current.retry_counts if not each.text.isdigit()), None),
        "batch_reports": tasks.reports,
        "tasks": {"count": tasks.count, "batches": tasks.batches, "complexity_points": tasks.complexity,
                  "files": dict(tasks.files)} if tasks.count else None,
        "phases": dict(read_steps(state, sources.position).more),
        "unread": [*state.unread, *unread],
    }  # fmt: skip
    return {key: value for key, value in extra.items() if value}


def read_lacks(state: StateFile | None) -> dict[str, Message]:
    """The parts of a track that this form of the file cannot have, each with the reason."""
    reasons: dict[str, Message] = {**_ALWAYS_LACKING}
    if state is None:
        return reasons
    for name, titles in (("decisions", ("Key Decisions",)), ("blockers", ("Blockers",))):
        if not state.keeps(titles):
            reasons[name] = Message("autodev.form-keeps-none", part=name)
    if state.current.retry_line is None and not retry_count(state):
        reasons["thresholds"] = Message("autodev.counts-nothing")
    return reasons


def read_updated(state: StateFile) -> str | None:
    """When the state was last changed: the day of its last session."""
    return instant_text(state.session.date.text) if state.session.date is not None else None
