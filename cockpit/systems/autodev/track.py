"""What autodev's files say, as a track."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cockpit.model import (
    Continuity,
    Counted,
    Decision,
    Limits,
    Phase,
    PhaseMove,
    Position,
    ResumeAt,
    Retries,
    RetryAttempt,
    RuleAction,
    Session,
    Statement,
    Status,
    Threshold,
    Track,
)
from cockpit.model import Step as ModelStep
from cockpit.rules.next_step import by_rule
from cockpit.rules.thresholds.metrics import RETRIES, level_of
from cockpit.systems.autodev.description import MOST_RETRIES, WRITTEN, meaning_of, status_of
from cockpit.systems.autodev.findings import RULES, check
from cockpit.systems.autodev.flow import OPTIONAL, Row, State, names_of, normal_number, order_of
from cockpit.systems.autodev.sources import Sources, read_sources
from cockpit.systems.autodev.waiting import question
from cockpit.systems.interface import Candidate, Files
from cockpit.systems.shared.handoff_file import read_handoffs
from cockpit.systems.shared.lacks import lacking
from cockpit.systems.shared.passages import Passage, passage
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import instant_text
from cockpit.text.described import Stated
from cockpit.wording.messages import Message
from cockpit.wording.times import to_utc_text

COMPLETED, SKIPPED, NOT_STARTED = WRITTEN["phase_complete"], WRITTEN["skipped"], WRITTEN["not_started"]
LACKS = lacking(
    "autodev",
    archive="autodev never archives its state file: it is the history of the project.",
    todos="autodev has no todos. Its tasks are in _docs/02_tasks.",
    questions="autodev does not record open questions. See its handoff.",
    plan="autodev has no plans.",
    next="autodev has no next action; the step and its status show what is next.",
)
_MOVES: dict[Status, tuple[PhaseMove, ...]] = {
    "not_started": ("skip",),
    "in_progress": ("complete", "fail", "skip"),
    "failed": ("retry", "skip"),
}


def read_track(files: Files, candidate: Candidate) -> Track:
    """Everything the files say. What is wrong with them stands among the findings; nothing raises."""
    report = Report(RULES.hints)
    return track_of(read_sources(files, candidate, report), report)


def track_of(sources: Sources, report: Report) -> Track:
    """What was read, in the model's words."""
    check(sources, report)
    state, shown, usable = sources.state, sources.shown, sources.usable
    handoffs = read_handoffs(sources.folder, report, has_phases=usable is None or not usable.done)
    unread = [*(_passages(state) if state else ()), *handoffs.unread, *_other(sources)]
    track = Track(
        system="autodev",
        path=sources.path,
        format="unusable" if state is not None else "folders" if shown is not None else "unreadable",
        title=sources.docs.title(),
        documents={**sources.docs.documents(), **handoffs.documents()},
        handoff=handoffs.waiting,
        archived_handoffs=handoffs.archived,
        findings=report.findings(),
        lacks=_lacks(state) if state is not None else {**LACKS, "state": state_missing(sources.path)},
    )
    if usable is None and shown is not None:
        step = ModelStep(id=shown.step.id, name=shown.step.name, total=shown.table.size)
        means = Message("autodev.means-unknown", "no state file shows the progress")
        track = replace(track, position=Position(phase=step, flow=shown.flow, status="unknown", status_means=means))
    extra = {**_extra(sources), **({"unread": unread} if unread else {})}
    if state is None:
        return replace(track, extra=extra)
    if left := [each.text for each in state.reading.notes if each.code == "placeholder"][1:]:  # the first is a finding
        extra["placeholders"] = left
    date = state.text("session", "date")
    track = replace(
        track,
        decisions=tuple(Decision(text=each) for each in state.reading.said["decisions"]),
        blockers=state.blockers,
        sessions=_sessions(state),
        continuity=Continuity(last_session=instant_text(date) or date, stopped_at=state.text("session", "ended_at")),
        retries=_retries(state),
        extra=extra,
    )
    if usable is None:
        return track
    phases, rule = _phases(state), _rule(state, is_installed=_is_installed(sources, state))
    return replace(
        track,
        format=state.form,
        updated=instant_text(date),
        position=_position(state, phases),
        next_action=by_rule(rule),
        next_by_rule=rule,
        waiting=question(state, sources.tasks, sources.conflict, state.text("session", "notes")),
        resume_at=ResumeAt(phase=state.id, task=state.task[0] if state.task else None) if state.id else None,
        thresholds=_thresholds(state),
        phases=phases,
    )


# The position


def _position(state: State, phases: tuple[Phase, ...]) -> Position:
    table, stated, cycle, task = state.table, state.stated_status, state.text("current", "cycle"), state.task
    step = ModelStep(id=state.id, name=state.step_name, total=table.size if table else None)
    parts = state.step.parts if state.step else None
    return Position(
        phase=step if state.label and not state.done else None,
        task=ModelStep(id=task[0], name=task[1], total=parts) if task else None,
        wave=f"cycle {cycle}" if cycle else None,
        flow=state.text("current", "flow"),
        status=state.status,
        status_text=stated.text if stated else "done" if state.done else None,
        status_means=meaning_of(state.status, for_good=state.failed_for_good),
        counted=_counted(state, phases),
    )


def _counted(state: State, phases: tuple[Phase, ...]) -> Counted | None:
    """How many of the table's steps are completed; all but the skipped ones where the file calls them done. Fractional
    steps do not count.
    """
    if state.table is None:
        return None
    names = {each.id: {*names_of(each.name)} for each in state.table.steps if "." not in each.id}
    known = [each for each in phases if each.id in names and names[each.id] & {*names_of(each.name)}]
    completed, skipped = (sum(each.status == status for each in known) for status in (COMPLETED, SKIPPED))
    return Counted(done=len(names) - skipped if state.done else completed, total=len(names), unit="steps")


def _is_installed(sources: Sources, state: State) -> bool:
    """Whether the framework is here: cockpit begins a file with no more than the date of a session."""
    is_ours = state.reading.said["session"].keys() == {"date"} and not state.nested
    return not is_ours or sources.folder.find(".cursor/skills/autopilot") is not None


def _rule(state: State, *, is_installed: bool) -> RuleAction | None:
    """The next action by the step and its status (seed, "Re-Entry Protocol" and rule 7)."""
    label = state.label
    if state.failed_for_good:
        told = f"See why step {label} failed, then reset its retries: `cockpit phase reset`"
        return RuleAction(text=Message("autodev.settle-failure", told))
    if state.done:
        told = "All steps are done; the file stays as the project's history"
        return RuleAction(text=Message("autodev.no-step-left", told))
    match state.status:
        case "not_started" | "ready":
            told = f"Begin step {label}"
        case "failed":
            told = f"Try step {label} again"
        case "phase_complete" | "skipped":
            told = f"Continue with the step after step {label}"
        case _ if label:
            sub_step = f", sub-step {' '.join(filter(None, state.task))}" if state.task else ""
            told = f"Continue with step {label}{sub_step}"
        case _:
            return None
    return RuleAction(text=Message("autodev.go-on", told), command=command_of(state) if is_installed else None)


def command_of(state: State) -> str:
    """The agent's slash command (docs/systems/autodev.md)."""
    return "/autodev" if state.form == "nested" else "/autopilot"


# The retries


def _thresholds(state: State) -> tuple[Threshold, ...]:
    """The retries. Only a failed step is at a stop at three, the only level the agent knows; a finished one has no
    level. A count that contradicts the status, or cannot be read, holds the agent."""
    if not state.states_retries and state.retries == 0:
        return ()
    warning, alert, stop = RETRIES.limits
    limits = Limits(warning=warning, alert=alert, stop=stop, source="state.md, rule 6")
    halts, unread = state.failed_for_good and state.retries is not None, state.retries is None
    holds = state.failed_for_good or state.is_held or state.status == "unknown"
    threshold = Threshold(
        metric=RETRIES.name,
        unit=RETRIES.unit,
        value=state.retries,
        limits=limits,
        agent_will="halt" if halts else "continue",
        agent_level="stop" if halts else None,
        source=state.path.rpartition("/")[2],
        unreadable=tuple(_stated(state, each) for each in state.counts if each.value is None and unread and holds),
        disagreeing=_disagreeing(state),
    )
    if state.retries is None:
        return (threshold,)
    if state.is_held:
        return (replace(threshold, level="alert", agent_will="pause"),)
    unfinished = halts or state.status not in ("phase_complete", "skipped", "completed")
    return (replace(threshold, level=level_of(state.retries, limits) if unfinished else None),)


def _stated(state: State, each: Stated) -> Statement:
    return Statement(what="value", text=each.text, path=state.path, line=each.line)


def _disagreeing(state: State) -> tuple[Statement, ...]:
    """The counts that differ from each other, and the status that contradicts the count."""
    status, log = state.stated_status, None
    told = [_stated(state, each) for each in state.counts]
    if state.highest is not None and state.logged > state.highest:
        log = Statement(what="value", text=f"{state.logged} in the log", path=state.path, line=state.line("log"))
    contradicted = state.is_held and state.retries is not None and status is not None
    if len(told) < 2 and log is None and not contradicted:
        return ()
    word = Statement(what="status", text=status.text, path=state.path, line=status.line) if status else None
    return (*told, *([log] if log else []), *([word] if word and contradicted else []))


def _retries(state: State) -> Retries | None:
    if not state.states_retries and not state.attempts:
        return None
    log = tuple(
        RetryAttempt(
            attempt=each.get("attempt"),
            step=each.get("step"),
            name=each.get("name"),
            task=each.get("sub_step"),
            reason=each.get("reason"),
            at=to_utc_text(each.cells["at"]) if each.get("at") else None,
        )
        for each in state.attempts
    )
    return Retries(count=state.retries if state.is_usable else 0, max=MOST_RETRIES, log=log)


def moves_of(phase: Phase) -> tuple[PhaseMove, ...]:
    """The moves a step can make, the usual one first; none for a completed one. Of the present step the retries are
    known, unless they cannot be read; at three it is not tried again before a reset (seed, rule 7)."""
    status, retries = status_of(phase.status), phase.retry_count
    if retries is None and status == "not_started":
        return ("start",)
    if status in ("in_progress", "failed") and (retries is None or retries >= MOST_RETRIES):
        return ("reset", "skip") if status == "failed" else ("reset", "complete", "skip")
    return _MOVES.get(status, ()) if retries is not None else ()


# The steps and the last session


def _phases(state: State) -> tuple[Phase, ...]:
    """Every step of the table with its last row, and rows of steps that the table does not have."""
    stated, before = state.stated_status, state.before()
    found = []
    for step in state.table.steps if state.table else ():
        row = next(iter(state.rows_by_step.get(step.id, [])[-1:]), Row({}, 0))
        is_present = step == state.step
        status: str | None = NOT_STARTED
        if is_present:
            status = stated.text if stated else None
        elif row.cells:
            status = SKIPPED if row.is_skipped else COMPLETED
        elif state.done or step in before:  # without history, a step behind is completed, unless it is optional
            status = None if state.keeps("completed") or step.folded in OPTIONAL else COMPLETED
        found.append(
            Phase(
                id=step.id,
                name=row.get("name") or step.name,
                status=status,
                outcome=row.get("outcome"),
                completed=row.get("completed"),
                retry_count=state.retries if is_present else None,
            )
        )
    for row in state.rows_by_step.get("", []):
        number = row.get("step")
        found.append(
            Phase(
                id=normal_number(number) if number else None,
                name=row.get("name"),
                status=SKIPPED if row.is_skipped else COMPLETED,
                outcome=row.get("outcome"),
                completed=row.get("completed"),
            )
        )
    if state.step is None and not state.done and state.label:
        text = stated.text if stated else None
        found.append(Phase(id=state.number, name=state.name, status=text, retry_count=state.retries))
    return tuple(sorted(found, key=lambda each: order_of(each.id)))


def _sessions(state: State) -> tuple[Session, ...]:
    date, ended, reason = (state.text("session", key) for key in ("date", "ended_at", "reason"))
    notes = state.notes
    if not any((date, ended, reason, notes)):
        return ()
    when = instant_text(date) or date
    return (Session(ended=when, status="ended", working_on=ended, notes=notes, handoff_reason=reason),)


# What the model has no field for


def state_missing(path: str) -> Message:
    """Why nothing is written where only the folders show the work."""
    return Message("autodev.state-not-there", f"{path} does not exist. Create it: `cockpit init autodev`.")


def _lacks(state: State) -> dict[str, Message]:
    """The parts of a track that this form of the file cannot have, each with the reason."""
    reasons = {**LACKS}
    for name in ("decisions", "blockers"):
        if not state.keeps(name):
            reasons[name] = Message(
                "autodev.form-keeps-none", f"This state file format has no {name}; other formats do."
            )
    if not state.states_retries and not state.retries:
        told = "This state file has no retry count, the only metric of autodev."
        reasons["thresholds"] = Message("autodev.counts-nothing", told)
    return reasons


def _extra(sources: Sources) -> dict[str, Any]:
    state, tasks = sources.state, sources.tasks
    if state is None:
        return {}
    sub = dict(zip(("phase", "name", "detail"), state.sub_step, strict=True)) if state.sub_step else None
    if not state.is_usable:
        names = ("flow", "status", "retry_count", "retries_left", "cycle", "tracker")
        extra: dict[str, Any] = {
            "by_folders": f"{sources.shown}." if sources.shown is not None else None,
            "completed_steps": [" ".join(row.cells.values()) for row in state.completed],
            "current_step": [each.text for name in names for each in state.reading.all("current", name)],
            "sub_step": sub,
        }
        return {key: value for key, value in extra.items() if value}
    again = {
        number: {"completed before": [_row_text(row) for row in rows[:-1]]}
        for number, rows in state.rows_by_step.items()
        if number and len(rows) > 1
    }
    extra = {
        "generation": state.form,
        "cycle": state.text("current", "cycle"),
        "tracker": state.text("current", "tracker"),
        "sub_step": sub if state.nested else None,
        "retry_count": next((each.text for each in state.counts if not each.text.isdigit()), None),
        "batch_reports": tasks.reports,
        "tasks": {
            "count": tasks.count,
            "batches": tasks.batches,
            "complexity_points": tasks.points,
            "files": dict(tasks.files),
        }
        if tasks.count
        else None,
        "phases": again,
    }
    return {key: value for key, value in extra.items() if value}


def _row_text(row: Row) -> str:
    return ": ".join(filter(None, (row.get("completed"), row.get("outcome")))) or row.get("name") or ""


def _passages(state: State) -> Iterator[Passage]:
    for each in state.unread:
        yield passage(state.path, each.line, each.text.strip(), each.section.title)
    for stated in state.reading.all("current", "sub_step") if state.nested else ():
        if stated.text and not stated.text.startswith("{"):  # beside the map, which is what is read
            yield passage(state.path, stated.line, f"sub_step: {stated.text}", stated.section.title)


def _other(sources: Sources) -> Iterator[Passage]:
    """All of the file with the other name, which is not read where both exist."""
    if sources.other is not None:
        yield passage(sources.other.path, 1, sources.other.text.strip())
