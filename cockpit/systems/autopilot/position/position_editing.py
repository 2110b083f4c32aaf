"""Moving one part of the position: status, phase, plan, task, next action."""

from dataclasses import replace

from cockpit.model import Status, Step, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Move
from cockpit.regex import regex
from cockpit.rules.progress import bar, percent_in
from cockpit.systems.autopilot.edit_session import EditSession, transponder_editor
from cockpit.systems.autopilot.position.field_editing import (
    NEXT,
    PHASE,
    PLAN,
    PROGRESS,
    STATUS,
    Labels,
    find_position,
    set_continuity,
    set_position,
    set_updated,
)
from cockpit.systems.autopilot.position.move_editing import (
    enter_phase,
    enter_plan,
    enter_task,
    follow_phase,
    stop_before,
)
from cockpit.systems.autopilot.position.phases import count_progress, digits_of, find_phase
from cockpit.systems.autopilot.position.status_editing import (
    checked_move,
    ensure_next,
    follow_status,
    log_activity,
    word_for,
)
from cockpit.systems.autopilot.position.steps import number_of, same_step
from cockpit.systems.autopilot.thresholds.acknowledgment_editing import others_stay
from cockpit.systems.shared.outcome import Outcome, checked_text
from cockpit.systems.shared.stated_values import plain
from cockpit.text.markdown import Field
from cockpit.wording.messages import Message

TOUCHES = frozenset({
    "position", "next_action", "next_by_rule", "resume_at", "continuity", "sessions", "updated", "findings",
    "thresholds",
})  # fmt: skip
"""What a verb on the position may change of a track; of the thresholds, when they were read."""

_ID = regex(r"(?:[A-Za-z]{1,4}-)?\d+(?:[.-]\d+)*[A-Za-z]?")


def move(edit: EditSession, intent: Move) -> Outcome:
    """Set one part of the position. What names the old place comes along; what then may be wrong is said."""
    value = checked_text(intent.value, "next action" if intent.part == "next" else intent.part)
    transponder_editor(edit)
    outcome = _MOVES[intent.part](edit, value)
    if edit.draft.changes():
        set_updated(transponder_editor(edit), edit.now)
        ensure_next(edit, edit.before.position.status)
    return thresholds_stay(edit, outcome)


def thresholds_stay(edit: EditSession, outcome: Outcome) -> Outcome:
    """The outcome with the condition that no threshold changes. When a table was read may change: the line with the
    time of the update gives it."""
    return replace(outcome, holds=lambda track: outcome.holds(track) and others_stay(edit, track))


def _move_status(edit: EditSession, value: str) -> Outcome:
    before = edit.before.position.status
    target: Status = checked_move(edit, value)
    if target != before:
        set_position(transponder_editor(edit), STATUS, word_for(edit, target))
        follow_status(edit, before, target)
        phase = edit.before.position.phase
        if (before, target) == ("discussing", "planning") and phase is not None and phase.id:
            log_activity(edit, f"Discussed phase {phase.id}")  # seed, "Preflight Command"
        if target == "completed":
            fill_bar(edit)
    return Outcome(
        sentence=Message("autopilot.position-moved", part="status", value=word_for(edit, target)),
        touches=TOUCHES,
        holds=lambda track: track.position.status == target,
    )


def fill_bar(edit: EditSession) -> None:
    """The project is complete, and so is its progress, where the file states one and no task is open."""
    editor, counted = transponder_editor(edit), count_progress(edit.sources.phases)
    field = find_position(editor.markdown, PROGRESS)
    if field is not None and (counted is None or counted.done == counted.total) and percent_in(field.value) != 100:
        set_position(editor, PROGRESS, f"{bar(100)} 100%")


def _move_phase(edit: EditSession, value: str) -> Outcome:
    """Go to the beginning of another phase and reset the plan count (seed: "Update phase, reset plan count")."""
    step = edit.before.position.phase
    identifier = checked_id("phase", value, step)
    if _stays(edit, PHASE, step, identifier):
        return _outcome("phase", identifier)
    place, first = enter_phase(edit, identifier)
    follow_phase(edit, step, identifier)
    count = find_phase(identifier, edit.sources.phases)
    log_activity(edit, f"Moved to phase {identifier}" + (f": {count.phase.name}" if count and count.phase.name else ""))
    plan = find_position(transponder_editor(edit).markdown, PLAN)
    anew = (Message("autopilot.plan-count-begun-anew", plan=plain(plan.value)),) if plan else ()
    return _outcome("phase", identifier, *anew, *stop_before(edit, place, first))


def _move_plan(edit: EditSession, value: str) -> Outcome:
    step = edit.before.position.plan
    identifier = checked_id("plan", value, step)
    if _stays(edit, PLAN, step, identifier):
        return _outcome("plan", identifier)
    place, first = enter_plan(edit, identifier)
    log_activity(edit, f"Moved to plan {_numbers(place.phase, identifier)}")
    return _outcome("plan", identifier, *stop_before(edit, place, first))


def _move_task(edit: EditSession, value: str) -> Outcome:
    position = edit.before.position
    identifier = checked_id("task", value, position.task)
    total = position.task.total if position.task else None
    if position.task is not None and same_step(position.task.id, identifier):
        return _outcome("task", identifier)
    remarks = enter_task(edit, identifier, total)
    plan = position.plan.id if position.plan else None
    of = f" of plan {_numbers(digits_of(position.phase), plan)}" if plan else ""
    log_activity(edit, f"Moved to task {identifier}{of}")
    return _outcome("task", identifier, *remarks)


def _numbers(phase: str, plan: str) -> str:
    """`3.2`; the plan alone where the phase is not known."""
    return f"{phase}.{plan}" if phase else plan


def _move_next(edit: EditSession, value: str) -> Outcome:
    stated = edit.before.continuity.next_action
    if stated is not None and " ".join(str(stated).split()) == value:
        return Outcome(sentence=Message("systems.next-action-already", text=value))
    set_continuity(transponder_editor(edit), NEXT, value)
    return Outcome(
        sentence=Message("systems.next-action-set", text=value),
        touches=TOUCHES,
        holds=lambda track: track.next_action is not None and track.next_action.source == "file",
    )


def checked_id(part: str, value: str, step: Step | None) -> str:
    """The id of a phase, plan or task, padded as the present one is. Raises CommandError beyond the total."""
    value = value.strip()
    if _ID.fullmatch(value) is None:
        raise CommandError(Message("autopilot.no-step-number", part=part, stated=value))
    number = number_of(value)
    if step is not None and step.total is not None and number is not None and number > step.total:
        raise CommandError(Message("autopilot.step-beyond-total", part=part, number=value, total=step.total))
    if number == 0:
        raise CommandError(Message("autopilot.step-zero", part=part, number=value))
    padded = step is not None and step.id is not None and step.id.isdigit() and step.id.startswith("0")
    return value.zfill(len(step.id or "")) if padded and step and value.isdigit() else value


def _stays(edit: EditSession, labels: Labels, step: Step | None, identifier: str) -> bool:
    """Whether the state file says that step already."""
    field: Field | None = find_position(transponder_editor(edit).markdown, labels)
    return field is not None and step is not None and same_step(step.id, identifier)


def _outcome(part: str, identifier: str, *remarks: Message) -> Outcome:
    return Outcome(
        sentence=Message("autopilot.position-moved", part=part, value=identifier),
        remarks=remarks,
        touches=TOUCHES | {"documents", "extra"},
        holds=lambda track: _is_at(track, part, identifier),
    )


def _is_at(track: Track, part: str, identifier: str) -> bool:
    step: Step | None = getattr(track.position, part)
    return step is not None and step.id is not None and same_step(step.id, identifier)


_MOVES = {
    "status": _move_status,
    "phase": _move_phase,
    "plan": _move_plan,
    "task": _move_task,
    "next": _move_next,
}
