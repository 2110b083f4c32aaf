"""A phase is complete: the next one begins, or the project is complete (seed, "Update phase, reset plan count")."""

from cockpit.model import Status, Step, Track
from cockpit.systems.autopilot.editing.desk import Desk, Outcome
from cockpit.systems.autopilot.editing.layout import transponder_sheet
from cockpit.systems.autopilot.editing.next_steps import rule_text
from cockpit.systems.autopilot.editing.phase_tasks import Place, first_task, plan_count
from cockpit.systems.autopilot.editing.position import TOUCHES
from cockpit.systems.autopilot.editing.state_fields import (
    NEXT,
    PHASE,
    PLAN,
    STATUS,
    STOPPED,
    TASK,
    find_position,
    set_activity,
    set_continuity,
    set_position,
)
from cockpit.systems.autopilot.editing.statuses import word_for
from cockpit.systems.autopilot.editing.step_texts import with_step
from cockpit.systems.autopilot.phases import PLAN_FILE, TALK_FILE, PhaseCount
from cockpit.systems.autopilot.step_names import digits_of, find_phase
from cockpit.systems.autopilot.steps import number_of, same_step
from cockpit.systems.autopilot.transponder import REFERENCE
from cockpit.systems.interface import Refused


def complete_phase(desk: Desk, note: str | None) -> Outcome:
    """Go on to the next phase; after the last one the project is complete."""
    phase = desk.before.position.phase
    number = number_of(phase.id) if phase else None
    if phase is None or phase.id is None or number is None:
        raise Refused("The state file does not say which phase is under way; `cockpit move phase N` does.")
    sheet = transponder_sheet(desk)
    name = f": {phase.name}" if phase.name else ""
    following = None if _is_last(desk, phase, number) else _following(desk, phase, number)
    status = "completed" if following is None else _status_of(desk, following)
    first = _go_to_phase(desk, phase, following) if following is not None else None
    set_position(sheet, STATUS, word_for(desk, status, last_phase=following is None))
    set_activity(sheet, f"{desk.today} — {note or f'Completed phase {phase.id}{name}'}")
    set_continuity(sheet, STOPPED, f"Phase {phase.id} complete" + (f", next is {first}" if first else ""))
    set_continuity(sheet, NEXT, rule_text(status, handoff=False, phase=following) or word_for(desk, status))
    return Outcome(
        sentence=f"Completed phase {phase.id}{name}." + (" The project is complete." if following is None else ""),
        remarks=_remarks(desk, phase),
        touches=TOUCHES | {"metrics", "documents", "extra"},
        holds=lambda track: track.position.status == status and _is_at(track, following or phase.id),
    )


def _is_at(track: Track, identifier: str | None) -> bool:
    phase = track.position.phase
    return phase is not None and same_step(phase.id, identifier)


def _is_last(desk: Desk, phase: Step, number: float) -> bool:
    """Whether it is the last phase: by the total, else by the phases that are listed. Raises Refused without both."""
    if phase.total is not None:
        return number >= phase.total
    listed = [value for count in desk.sources.phases if (value := number_of(count.phase.id)) is not None]
    if not listed:
        raise Refused(
            "The state file does not say how many phases there are: `cockpit move status completed` "
            f"if this was the last one, else `cockpit move phase {int(number) + 1}`."
        )
    return number >= max(listed)


def _following(desk: Desk, phase: Step, number: float) -> str:
    """The id after this one: the next phase that is listed, else one more, padded as this one is."""
    later = [
        (value, count.phase.id)
        for count in desk.sources.phases
        if count.phase.id and (value := number_of(count.phase.id)) is not None and value > number
    ]
    whole = f"{int(number) + 1}"
    value, identifier = min(later, default=(0.0, whole))
    text = identifier if value != int(value) else f"{int(value) or whole}"
    return text.zfill(len(phase.id or "")) if phase.id and phase.id.isdigit() and text.isdigit() else text


def _status_of(desk: Desk, following: str) -> Status:
    """The status that follows from what the next phase has (seed, "Status Values")."""
    count = find_phase(following, desk.sources.phases)
    names = _names(desk, count)
    if any(PLAN_FILE.fullmatch(name) for name in names) or (count and count.tasks):
        return "ready"
    return "planning" if any(TALK_FILE.fullmatch(name) for name in names) else "discussing"


def _names(desk: Desk, count: PhaseCount | None) -> tuple[str, ...]:
    return desk.draft.names(count.phase.path) if count and count.phase.path else ()


def _go_to_phase(desk: Desk, phase: Step, following: str) -> str | None:
    """The position at the next phase, its plan count reset; its first task, where the phase files list it."""
    sheet = transponder_sheet(desk)
    count = find_phase(following, desk.sources.phases)
    field = find_position(sheet.markdown, PHASE)
    name = count.phase.name if count else None
    set_position(sheet, PHASE, with_step(field.value, following, name) if field else following)
    plans = plan_count(count) if count else 0
    if find_position(sheet.markdown, PLAN) is not None:
        set_position(sheet, PLAN, f"1 of {plans}" if plans else "0 of ?")
    where = Place(digits_of(Step(id=following)), "1", "")
    first = first_task(desk, where) if plans else None
    if find_position(sheet.markdown, TASK) is not None:
        set_position(sheet, TASK, first.removeprefix("task ") if first else "None")
    _refer_to(desk, phase, count)
    return f"{where.phase}.1, {first}" if first else None


def _refer_to(desk: Desk, phase: Step, count: PhaseCount | None) -> None:
    """Bring the reference to the current phase's folder along, where there is one."""
    sheet, before = transponder_sheet(desk), find_phase(phase.id, desk.sources.phases)
    section = sheet.markdown.section(*REFERENCE)
    old, new = before.phase.path if before else None, count.phase.path if count else None
    if section is None or old is None or new is None:
        return
    base = desk.folder.at("")
    old, new = old.removeprefix(base), new.removeprefix(base)
    items = [item for item in section.items() if old in item.text and "current phase" in item.text.casefold()]
    sheet.change(item.rewrite(item.text.replace(old, new)) for item in items)


def _remarks(desk: Desk, phase: Step) -> tuple[str, ...]:
    count = find_phase(phase.id, desk.sources.phases)
    left = sum(task.done is False for task in count.tasks) if count else 0
    standing = [blocker for blocker in desk.before.blockers if blocker.status == "active"]
    plan = desk.before.position.plan
    open_plans = plan is not None and plan.total is not None and (number_of(digits_of(plan)) or 0) < plan.total
    told = (
        (left, f"{counted(left, 'task')} not ticked in the phase files."),
        (open_plans, f"The position was at plan {plan.id if plan else ''} of {plan.total if plan else ''}."),
        (standing, f"{counted(len(standing), 'blocker')} still listed."),
    )
    return tuple(text for holds, text in told if holds)


def counted(number: int, what: str) -> str:
    """`1 task is`, `3 tasks are`."""
    return f"1 {what} is" if number == 1 else f"{number} {what}s are"
