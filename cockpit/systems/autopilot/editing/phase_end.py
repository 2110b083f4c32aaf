"""A phase is complete: the next one begins, or the project is complete (seed, "Update phase, reset plan count")."""

from cockpit.model import Status, Step, Track
from cockpit.model.errors import Refused
from cockpit.rules.wording import counted
from cockpit.systems.autopilot.editing.activity import log_activity
from cockpit.systems.autopilot.editing.desk import Desk, transponder_sheet
from cockpit.systems.autopilot.editing.next_steps import rule_text
from cockpit.systems.autopilot.editing.places import enter_phase, task_words
from cockpit.systems.autopilot.editing.position import TOUCHES, fill_bar
from cockpit.systems.autopilot.editing.state_fields import NEXT, STATUS, STOPPED, set_continuity, set_position
from cockpit.systems.autopilot.editing.statuses import check_phase_may_end, commands_to, word_for
from cockpit.systems.autopilot.phases import PLAN_FILE, TALK_FILE, PhaseCount
from cockpit.systems.autopilot.step_names import digits_of, find_phase
from cockpit.systems.autopilot.steps import number_of, same_step
from cockpit.systems.editing.outcome import Outcome


def complete_phase(desk: Desk, note: str | None) -> Outcome:
    """Go on to the next phase; after the last one the project is complete."""
    phase = desk.before.position.phase
    number = number_of(phase.id) if phase else None
    if phase is None or phase.id is None or number is None:
        raise Refused("The state file does not say which phase is under way; `cockpit move phase N` does.")
    sheet = transponder_sheet(desk)
    name = f": {phase.name}" if phase.name else ""
    following = None if _is_last(desk, phase, number) else _following(desk, phase, number)
    check_phase_may_end(desk)
    status = "completed" if following is None else _status_of(desk, following)
    first = _enter(desk, following) if following is not None else None
    set_position(sheet, STATUS, word_for(desk, status, last_phase=following is None))
    if following is None:
        fill_bar(desk)
    log_activity(desk, f"Completed phase {phase.id}{name}", note)
    set_continuity(sheet, STOPPED, f"Phase {phase.id} complete" + (f", next is {first}" if first else ""))
    set_continuity(sheet, NEXT, rule_text(status, handoff=False, phase=following) or word_for(desk, status))
    return Outcome(
        sentence=f"Completed phase {phase.id}{name}." + (" The project is complete." if following is None else ""),
        remarks=_remarks(desk, phase),
        touches=TOUCHES | {"metrics", "documents", "extra"},
        holds=lambda track: track.position.status == status and _is_at(track, following or phase.id),
    )


def _enter(desk: Desk, following: str) -> str | None:
    """Go to the beginning of the next phase; its first task in words, where the phase files list it."""
    place, first = enter_phase(desk, following)
    return f"{place.phase}.{place.plan}, {task_words(first)}" if first else None


def _is_at(track: Track, identifier: str | None) -> bool:
    phase = track.position.phase
    return phase is not None and same_step(phase.id, identifier)


def _is_last(desk: Desk, phase: Step, number: float) -> bool:
    """Whether it is the last phase: by the total, else by the phases that are listed. Raises Refused without both."""
    if phase.total is not None:
        return number >= phase.total
    listed = [value for count in desk.sources.phases if (value := number_of(count.phase.id)) is not None]
    if not listed:
        commands = ", then ".join(commands_to(desk.before.position.status, "completed"))
        raise Refused(
            f"The state file does not say how many phases there are: {commands} if this was the last one, "
            f"else `cockpit move phase {int(number) + 1}`."
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


def _remarks(desk: Desk, phase: Step) -> tuple[str, ...]:
    count = find_phase(phase.id, desk.sources.phases)
    left = sum(task.done is False for task in count.tasks) if count else 0
    standing = [blocker for blocker in desk.before.blockers if blocker.status == "active"]
    plan = desk.before.position.plan
    open_plans = plan is not None and plan.total is not None and (number_of(digits_of(plan)) or 0) < plan.total
    told = (
        (left, f"{still(left, 'task')} not ticked in the phase files."),
        (open_plans, f"The position was at plan {plan.id if plan else ''} of {plan.total if plan else ''}."),
        (standing, f"{still(len(standing), 'blocker')} still listed."),
    )
    return tuple(text for holds, text in told if holds)


def still(number: int, what: str) -> str:
    """`1 task is`, `3 tasks are`."""
    return f"{counted(number, what)} {'is' if number == 1 else 'are'}"
