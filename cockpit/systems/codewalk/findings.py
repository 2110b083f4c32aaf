"""What is missing, unknown or contradictory in a state: one function a rule, with its code, its severity and what to do
about it.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from cockpit.rules.attention import ESCALATED
from cockpit.rules.progress import bar_agrees, filled_cells, percent_in
from cockpit.rules.unread import names_blockers
from cockpit.systems.codewalk.description import Blocker, Entry
from cockpit.systems.codewalk.phases import Phases, task_of
from cockpit.systems.codewalk.places import Sources, is_database
from cockpit.systems.codewalk.protocol import ACTIVE, BLOCKER_STATES, HALF, blocker_state, status_of
from cockpit.systems.codewalk.staleness import question
from cockpit.systems.shared.report import Findings, Found, Report, Rules, as_json
from cockpit.text.records import Record
from cockpit.values import dataclass
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import counted, either
from cockpit.wording.printable import printable


@dataclass(frozen=True, slots=True)
class Scene:
    """What was read, the phases that follow from it, and the present instant."""

    sources: Sources
    phases: Phases
    now: datetime


RULES = Rules()
hint, rule = RULES.hint, RULES.rule


def check(scene: Scene, found: Report) -> None:
    """Report what is missing, unknown or contradictory."""
    sources = scene.sources
    due = ("keys", "") if sources.has_state else ("",)
    RULES.report(found, sources.path, scene, due=due, on_lines=not is_database(sources.path))


def _at(record: Record, name: str | None, sentence: str) -> Found:
    """A finding about a field of a record, or about the whole record."""
    return Found(record.line(name), sentence, record.path if isinstance(record, Entry) else None)


# What the files are

hint("state-file-missing", "error", "Restore the state from git.")
hint("database-outside", "error", "Name a file inside the project, without `..` or links.")
hint("tables-unknown", "error", "Use a separate database for the tables of another program.")
hint("progress-unreadable", "warning", "Write a JSON object into `progress_json`.")
hint(
    "keys-unreadable",
    "error",
    "Begin the file with a key, such as `initiative:`, or put the keys in frontmatter.",
)
hint("key-misspelled", "error", "Rename the key, or remove it.")
hint("key-misplaced", "error", "Correct the indentation, or rename the key.")
hint("frontmatter-cut", "error", "Restore the omitted part, or let the agent rewrite the file.")
hint("backslash-quotes", "warning", 'Write values as "in_progress", without backslashes.')
hint("value-unreadable", "warning", "Let the agent rewrite the value; cockpit does not change it.")
hint("context-usage-unreadable", "warning", 'Write it as a percentage, for example "45%".')


@rule("initiative-missing", "note", "Write the id of the initiative into the field `initiative`.", of="keys")
def _initiative(scene: Scene) -> Findings:
    if scene.sources.state.initiative is None:
        yield _at(scene.sources.state, None, "The file does not name its initiative.")


# Where the work stands


@rule("status-missing", "warning", "Set the status: `cockpit set status=in_progress`.", of="keys")
def _status_missing(scene: Scene) -> Findings:
    if scene.sources.position.status is None:
        yield _at(scene.sources.position, "status", "The position has no status.")


@rule("unknown-status", "warning", "Use in_progress, pending, verifying, blocked or completed.", of="keys")
def _status_unknown(scene: Scene) -> Findings:
    stated = scene.sources.position.status
    if stated is not None and status_of(stated) == "unknown":
        yield _at(scene.sources.position, "status", f"The status {stated} is not a Codewalkers status.")


@rule("position-missing", "warning", "Set the phase: `cockpit set phase=N`.", of="keys")
def _position(scene: Scene) -> Findings:
    if scene.sources.position.phase is None:
        yield _at(scene.sources.position, None, "The file does not name the current phase.")


@rule("phase-beyond-total", "warning", "Correct the phase, or set the total: `cockpit set phases=N`.", of="keys")
def _phase_beyond(scene: Scene) -> Findings:
    number, total = whole_number(scene.sources.position.phase), scene.sources.progress.phases_total
    if _is_beyond(scene):
        yield _at(scene.sources.position, "phase", f"The position is phase {number}, but the total is {total}.")


@rule("phase-completed-already", "warning", "Correct the position or the counter.", of="keys")
def _phase_completed(scene: Scene) -> Findings:
    position, done = scene.sources.position, scene.sources.progress.phases_completed or 0
    number = whole_number(position.phase)
    if number is not None and not _is_beyond(scene) and number <= done and status_of(position.status) != "completed":
        are = f"{counted(done, 'phase')} {'is' if done == 1 else 'are'}"
        yield _at(position, "phase", f"{are} completed, but the position is phase {number}.")


def _is_beyond(scene: Scene) -> bool:
    number, total = whole_number(scene.sources.position.phase), scene.sources.progress.phases_total
    return number is not None and total is not None and number > total


@rule("count-beyond-total", "warning", "Correct the counter or the total.", of="keys")
def _counts(scene: Scene) -> Findings:
    progress = scene.sources.progress
    for what, done, total, name in (
        ("phase", progress.phases_completed, progress.phases_total, "phases_completed"),
        ("task", progress.current_phase_completed, progress.current_phase_tasks, "current_phase_completed"),
    ):
        if done is not None and total is not None and done > total > 0:  # none is counted yet where the total is 0
            are = f"{counted(done, what)} {'is' if done == 1 else 'are'}"
            yield _at(progress, name, f"{are} done, but the total is {total}.")


_BY_HAND = "Correct the bar, or complete a task, which rewrites it."


@rule("bar-mismatch", "note", _BY_HAND, of="keys")
def _bar(scene: Scene) -> Findings:
    progress = scene.sources.progress
    cells = filled_cells(progress.bar) if progress.bar is not None else None
    if cells is not None and progress.claimed is not None and not bar_agrees(*cells, progress.claimed):
        told = f"The progress bar shows {cells[0]} of {cells[1]} cells, but the number is {progress.claimed:g} %."
        yield _at(progress, "bar", told)


@rule("value-unreadable", "warning", "Let the agent rewrite the value; cockpit does not change it.", of="keys")
def _bar_unreadable(scene: Scene) -> Findings:
    progress = scene.sources.progress
    if progress.bar is not None and progress.claimed is None and percent_in(progress.bar) is not None:
        yield _at(progress, "bar", f"`bar` is not a valid percentage from 0 to 100: {as_json(progress.bar)}.")


@rule("progress-mismatch", "note", _BY_HAND, of="keys")
def _bar_and_counters(scene: Scene) -> Findings:
    it = scene.sources.progress
    known = [share for share in (it.by_phases, it.by_tasks, it.together) if share is not None]
    if it.claimed is None or not known or it.agrees(*known):
        return
    shares = (
        (it.by_phases, f"phases {it.phases_completed} of {it.phases_total}"),
        (it.by_tasks, f"tasks {it.current_phase_completed} of {it.current_phase_tasks}"),
    )
    told = "; ".join(f"{what} ({share:g} %)" for share, what in shares if share is not None)
    yield _at(it, "bar", f"Bar {it.claimed:g} %; {told}.")


@rule("plan-missing", "warning", "Write the plan, or correct the position.")
def _plan(scene: Scene) -> Findings:
    at, plans = scene.sources.position, scene.sources.plans
    if plans.plans and at.plan is not None and (at.phase or at.phase_name) and plans.plan(at.phase, at.plan) is None:
        yield _at(at, "plan", f"{at.phase}-{at.plan}-PLAN.md does not exist.")


@rule("task-unknown", "note", "Use the task name from the plan.")
def _task(scene: Scene) -> Findings:
    at = scene.sources.position
    plan = scene.sources.plans.plan(at.phase, at.plan) if at.plan is not None and (at.phase or at.phase_name) else None
    if plan is not None and at.task is not None and plan.tasks and task_of(plan, at.task) is None:
        yield _at(at, "task", f"{plan.path} has no task “{at.task}”.")


@rule("tasks-mismatch", "warning", "Correct the counters, or tick the tasks in the plan.")
def _tasks(scene: Scene) -> Findings:
    """The counters of the phase's tasks against the boxes of its plans."""
    at, progress, plans = scene.sources.position, scene.sources.progress, scene.sources.plans
    plan = plans.plan(at.phase, at.plan) if at.plan is not None else None
    if plan is None or (at.task is not None and plan.tasks and task_of(plan, at.task) is None):
        return
    tasks = plans.tasks_of(plan.phase)
    done, stated = sum(task.done is True for task in tasks), progress.current_phase_completed
    total = progress.current_phase_tasks
    is_counted = tasks and None not in (stated, total, *(task.done for task in tasks))
    if is_counted and (stated, total) != (done, len(tasks)):
        told = f"The counters say {stated} of {total} tasks done, the plans say {done} of {len(tasks)}."
        yield _at(progress, "current_phase_completed", told)


# What is decided and blocked


@rule("decision-missing", "warning", "Write the decision into the field `decision`.")
def _decisions(scene: Scene) -> Findings:
    for each in scene.sources.decisions:
        if each.decision is None and each.shown is not None:
            yield _at(each, None, "The decision does not say what was decided.")


@rule("blocker-unreadable", "error", "Let the agent rewrite the value; cockpit does not change it.")
def _blocker_unreadable(scene: Scene) -> Findings:
    state = scene.sources.state
    lists = [
        node for _, of in state.told.get("blockers", ()) for _, node in of.children() if isinstance(node.value, list)
    ]
    saying_nothing = [each for each in scene.sources.blockers if each.shown is None]
    for each in (*saying_nothing, *(Blocker(node=node, file=state.file) for node in lists)):
        if each.node is None or each.node.value:
            stated = as_json(each.node.data() if each.node is not None else {})
            yield _at(each, None, f"A blocker is not a valid text or mapping: {stated[:60]}.")


@rule("blocker-status-unknown", "warning", "Write new, active, bypassed or resolved; until then it is read as active.")
def _blocker_status(scene: Scene) -> Findings:
    for each in scene.sources.blockers:
        if blocker_state(each.status) is None:
            told = f"The status of {each.id or 'a blocker'} is {each.status}. It must be {either(BLOCKER_STATES)}."
            yield _at(each, "status", told)


@rule("blocker-contradicts", "warning", "Resolve it (`cockpit blocker resolve ID`), or remove the resolution.")
def _blocker_resolution(scene: Scene) -> Findings:
    for each in scene.sources.blockers:
        state = blocker_state(each.status) or "active"
        if each.resolution is not None and state != "resolved":
            yield _at(each, "resolution", f"{each.id or 'A blocker'} has a resolution, but is {state}.")


@rule("workaround-missing", "note", "Write the workaround.")
def _workaround(scene: Scene) -> Findings:
    for each in scene.sources.blockers:
        if blocker_state(each.status) == "bypassed" and each.workaround is None:
            yield _at(each, None, f"{each.id or 'A blocker'} is bypassed, but has no workaround.")


@rule("blocked-by-nothing", "warning", "Record the blocker, or `cockpit set status=in_progress`.", of="keys")
def _blocked_by_nothing(scene: Scene) -> Findings:
    position = scene.sources.position
    if status_of(position.status) == "blocked" and not any(each.holds for each in scene.phases.blockers):
        yield _at(position, "status", "The status is blocked, but no blocker is open.")


@rule("blockers-unread", "warning", "Write it into the list `blockers`, or remove it.", of="keys")
def _blockers_unread(scene: Scene) -> Findings:
    """Keys and comments outside the list that by their name are about what blocks: `active_blockers`, `blocked_on`."""
    for each in scene.sources.unread:
        name = each["text"].partition(":")[0].replace("_", " ").casefold()
        is_outside = each["path"] == scene.sources.path and not each["section"] and name.strip("\"' ") != "blockers"
        is_outside = is_outside and not name.startswith("##")
        if is_outside and names_blockers(name):
            yield Found(each["line"], f"“{printable(each['text'][:80])}” is not read as a blocker.")


_ANOTHER_ID = "Give each entry its own id."


@rule("blocker-twice", "warning", _ANOTHER_ID)
def _blocker_twice(scene: Scene) -> Findings:
    yield from _twice(scene.sources.blockers)


@rule("session-twice", "warning", _ANOTHER_ID)
def _session_twice(scene: Scene) -> Findings:
    yield from _twice(scene.sources.sessions)


def _twice(entries: Sequence[Entry]) -> Findings:
    counts = Counter(each.id for each in entries)
    first = {each.id: each for each in reversed(entries)}
    for identity, entry in first.items():
        if identity is not None and counts[identity] > 1:
            yield _at(entry, "id", f"The id {identity} is used {counts[identity]} times.")


@rule(ESCALATED, "warning", "Resolve one of the blockers.")
def _escalated(scene: Scene) -> Findings:
    if scene.phases.held.escalated:
        yield _at(scene.sources.state, "blockers", "Every open phase is blocked. Work cannot continue.")


# Who works


@rule("session-contradicts", "warning", "End the session, or remove its end time.")
def _session_ended(scene: Scene) -> Findings:
    for each in scene.sources.sessions:
        if each.state == ACTIVE and each.ended is not None:
            yield _at(each, "status", f"{each.id or 'A session'} is active, but ended at {each.ended}.")


@rule("several-active-sessions", "warning", "End one of them: `cockpit done session`.")
def _several_sessions(scene: Scene) -> Findings:
    active = [each for each in scene.sources.sessions if each.is_active]
    if len(active) > 1:
        names = ", ".join(each.id or "a session without an id" for each in active[:5])
        yield _at(active[-1], None, f"{len(active)} sessions are active: {names}.")


@rule("context-over-half", "note", "Review the work done late in this session.")
def _context(scene: Scene) -> Findings:
    for each in scene.sources.sessions:
        if each.context_usage is not None and each.context_usage > HALF:
            used = f"{each.id or 'A session'} used {each.context_usage:g} % of its context"
            yield _at(each, "context_usage", f"{used}; above 50 %, quality may suffer.")


@rule("session-stale", "warning", "If its agent is gone, record the crash: `cockpit answer 2`.")
def _stale(scene: Scene) -> Findings:
    if question(scene.sources, scene.now) is not None:
        yield Found(None, "The state of the active session has not changed for 30 minutes.")
