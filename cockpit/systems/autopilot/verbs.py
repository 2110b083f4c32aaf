"""What can be done to the work: the position, what is completed, sessions, decisions, todos and blockers.

Each verb gives edits as data, what it did, and remarks; `edit` makes them."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any, get_args

from cockpit.model import Blocker, Decision, Status, StatusLeft, Step, Todo, Track
from cockpit.model import intents as verbs
from cockpit.model.errors import Changed, NeedsConfirmation
from cockpit.model.intents import Intent
from cockpit.regex import regex
from cockpit.rules.next_step import legal_moves, may_move, moves_to
from cockpit.rules.preconditions import part_of
from cockpit.rules.progress import bar, percent_in
from cockpit.systems.autopilot.decision_log import NAME as LOG
from cockpit.systems.autopilot.decision_log import fold_decision
from cockpit.systems.autopilot.decision_log_editing import NEW_LOG, add_to_log, reword_in_log
from cockpit.systems.autopilot.description import (
    LONGEST,
    STATE_FOLDER,
    WRITTEN,
    next_by_rule,
    status_of,
)
from cockpit.systems.autopilot.editing import (
    Outcome,
    Present,
    checked_entry,
    checked_field,
    handoff_remarks,
    missing,
    others_stay,
    refusal,
    said,
)
from cockpit.systems.autopilot.gauge_verbs import (
    Stores,
    acknowledge,
    fire_trigger,
    put_trigger,
    reset_alerts,
    set_limit,
    set_value,
    withdraw,
)
from cockpit.systems.autopilot.phases import (
    PLAN_FILE,
    TALK_FILE,
    PhaseCount,
    Place,
    PlanTask,
    count_progress,
    counts_every_phase,
    digits_of,
    find_phase,
    place_at,
    plan_count,
    plan_tasks,
    read_phases,
)
from cockpit.systems.autopilot.places import difference, place_in, place_words, says_where
from cockpit.systems.autopilot.steps import number_of, same_step
from cockpit.systems.autopilot.stores import TIME
from cockpit.systems.autopilot.ticking import first_task, task_words, tick_task, with_step, with_task
from cockpit.systems.autopilot.track import is_last
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.entry_lists import as_one, decision_entry, read_blocker, read_decision
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.lacks import lacking
from cockpit.systems.shared.outcome import (
    carried_out,
    checked_option,
    checked_text,
    refuse_unsupported_fields,
    verb_of,
)
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import phase_prefix
from cockpit.systems.shared.working_copy import unsafe
from cockpit.text.decoding import split_lines
from cockpit.text.described_edits import apply
from cockpit.text.edits import Add, Remove, Set, Unsafe
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.splice import insert_lines
from cockpit.text.words import fold, plain, says_nothing
from cockpit.wording.messages import Message, as_message, clause, command_line
from cockpit.wording.messages import plain as words_of
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import counted
from cockpit.wording.times import parse_instant

# The edits that several verbs share


def _at(present: Present, label: str) -> tuple[str, str]:
    """Where a value of the position stands: in its section, else in the head, else where it is added."""
    places = present.transponder.reading.places
    return ("head", label) if ("head", label) in places and ("position", label) not in places else ("position", label)


def _position(present: Present, label: str, value: str) -> list[TextEdit]:
    """A value of the position; a status wherever one stands."""
    at = _at(present, label)
    beside = ("head", label) if at[0] == "position" and label == "Status" else at
    return [Set(each, value) for each in dict.fromkeys((at, beside)) if each == at or _has(present, *each)]


def _has(present: Present, part: str, label: str) -> bool:
    """Whether a field has a place, also where it says nothing."""
    return (part, label) in present.transponder.reading.places


def _continuity(label: str, value: str) -> list[TextEdit]:
    return [Set(("continuity", label), value)]


def updated(present: Present) -> list[TextEdit]:
    """When the file was updated; a day where the file gives a day."""
    stated = present.transponder.reading.get("head", "Updated")
    instant = parse_instant(stated.text) if stated is not None else None
    is_day = instant is not None and instant.date_only
    return [Set(("head", "Updated"), present.today if is_day else present.now)]


def activity(present: Present, what: str, note: str | None = None) -> list[TextEdit]:
    """The last activity with today's date (seed: "log activity"). A note stands behind what it is about."""
    text = f"{present.today} — {what}" + (f" — {note}" if note else "")
    return [*_position(present, "Last Activity", text), *updated(present)]


def name_day(present: Present) -> list[TextEdit]:
    """The last session's day; its time where the file gives one."""
    stated = present.transponder.reading.get("continuity", "Last session")
    instant = parse_instant(stated.text) if stated is not None else None
    is_timed = instant is not None and not instant.date_only
    return _continuity("Last session", present.now if is_timed else present.today)


# The next action: always present after an update (seed, "Include next action"), and following the status


def rule_text(status: Status, *, handoff: bool, phase: str | None = None, in_words: bool = False) -> str | None:
    """What the seed's rule gives as the next action: its command, with the phase where it takes one; its words where it
    has none, and `in_words`."""
    action = next_by_rule(status, handoff=handoff)
    if action is None:
        return None
    if action.command is None or in_words:
        return str(action.text)
    return f"{action.command} {phase}" if phase and action.command == "/autopilot:preflight" else action.command


def _stated_next(present: Present) -> str | None:
    stated = present.transponder.reading.get("continuity", "Next action")
    return stated.text if stated is not None else None


def _is_in_words(present: Present) -> bool:
    """Whether the next action stands as the rule's words although there is a command for it: a project without the
    framework's commands."""
    rules = (next_by_rule(status, handoff=waits) for status in WRITTEN for waits in (True, False))
    return _stated_next(present) in {str(each.text) for each in rules if each is not None and each.command is not None}


def ensure_next(present: Present, status: Status) -> list[TextEdit]:
    """The rule's next action where the file states none."""
    return _next(present, status) if _stated_next(present) is None else []


def _next(present: Present, status: Status) -> list[TextEdit]:
    text = rule_text(status, handoff=present.before.handoff is not None, in_words=_is_in_words(present))
    return _continuity("Next action", text) if text is not None else []


def resume_next(present: Present) -> list[TextEdit]:
    """The handoff is what goes on next, in place of none and of another of the rule; words of a person or agent
    stay."""
    stated, in_words = _stated_next(present), _is_in_words(present)
    text = rule_text("in_progress", handoff=True, in_words=in_words)
    return _continuity("Next action", text or "") if stated is None or in_words or stated.startswith("/") else []


def leave_resume_next(present: Present) -> list[TextEdit]:
    """Where the next action is still to resume a handoff that waits no more, what the status gives instead."""
    in_words = _is_in_words(present)
    text = rule_text(present.before.position.status, handoff=False, in_words=in_words)
    is_resume = _stated_next(present) == rule_text("in_progress", handoff=True, in_words=in_words)
    return _continuity("Next action", text) if is_resume and text is not None else []


def _follow_status(present: Present, before: Status, status: Status) -> list[TextEdit]:
    """Bring the next action along with the status, where it only was what the rule gave for the status before."""
    stated = _stated_next(present) or ""
    usual = {rule_text(before, handoff=waits, in_words=words) for waits in (True, False) for words in (True, False)}
    bare = stated.partition(" ")[0] if stated.startswith("/autopilot:preflight ") else stated
    if status != before and bare in usual:
        return _next(present, status)
    return ensure_next(present, status)


# Statuses: the seed's seven, or those the commands write where the file uses them (docs/systems/autopilot.md)

_COMMAND_WORDS: Mapping[Status, str] = {
    "ready": "planned",
    "in_progress": "executing",
    "phase_complete": "complete",
    "completed": "complete",
}


def _present_status(present: Present) -> str:
    return clause(as_message(present.before.position.status_text or "an unknown status"))


def previous_status(present: Present) -> StatusLeft | None:
    """The status the track was moved out of with cockpit, as long as the file says what it became then."""
    previous = present.context.previous_status
    return previous if previous is not None and previous.became == present.before.position.status_text else None


def word_for(present: Present, status: Status, *, last_phase: bool | None = None) -> str:
    """The file's own word for a status it was moved out of; else one of the vocabulary that it uses, which the reader
    takes for just that status."""
    last = is_last(present.before.position.phase) if last_phase is None else last_phase
    previous = previous_status(present)
    if previous is not None and previous.status == status == status_of(previous.text, last_phase=last):
        return previous.text
    word = _COMMAND_WORDS.get(status)
    uses_commands = fold(present.before.position.status_text or "") in _COMMAND_WORDS.values()
    if word is not None and uses_commands and status_of(word, last_phase=last) == status:
        return word
    return WRITTEN[status]


def _move_status(present: Present, value: str, intent: verbs.Move) -> Outcome:
    before, phase = present.before.position.status, present.before.position.phase
    target = _checked_move(present, value, intent)
    edits: list[TextEdit] = []
    if target != before:
        edits += _position(present, "Status", word_for(present, target))
        edits += _follow_status(present, before, target)
        if (before, target) == ("discussing", "planning") and phase is not None and phase.id:
            edits += activity(present, f"Discussed phase {phase.id}")  # seed, "Preflight Command"
        edits += _full_bar(present) if target == "completed" else []
    return Outcome(
        done=said("position-moved", f"Set the status to {word_for(present, target)}."),
        edits=edits,
        holds=lambda track: track.position.status == target,
    )


def _checked_move(present: Present, value: str, intent: verbs.Move) -> Status:
    """The status a person asks for, by a word of the system or of the model. Raises CommandError for a status that
    there is not, NeedsConfirmation for one that does not follow from the present one."""
    key = value.strip().casefold().replace(" ", "_").replace("-", "_")
    named: Status | None = next((each for each in get_args(Status) if each == key), None)
    target = named or status_of(value)
    now = present.before.position.status
    legal = ", ".join(WRITTEN[each] for each in legal_moves(now) if each in WRITTEN)
    if target not in WRITTEN:
        told = f'Project Autopilot has no status "{value[:40]}". Allowed after {_present_status(present)}: {legal}.'
        raise refusal("no-such-status", told)
    if not may_move(now, target) and not intent.early:
        raise NeedsConfirmation(
            said(
                "status-not-next", f"{WRITTEN[target]} does not usually follow {_present_status(present)}; {legal} do."
            ),
            said(
                "set-all-the-same", f"{command_line('set', f'status={value}', '--force')} sets it (only a person may)."
            ),
            agreed=said("agree-to-status", f"Set the status to {WRITTEN[target]}"),
            instead=replace(intent, early=True),
        )
    return target


def _full_bar(present: Present) -> list[TextEdit]:
    """The project is complete, and so is its progress, where the file states one and no task is open."""
    progress, counts = present.transponder.progress, count_progress(present.sources.phases)
    is_open = counts is not None and counts.done < counts.total
    return _position(present, "Progress", f"{bar(100)} 100%") if (
        progress is not None and not is_open and percent_in(progress.text) != 100
    ) else []  # fmt: skip


# Moving: to another phase, plan or task. What names the old place comes along

_ID = regex(r"(?:[A-Za-z]{1,4}-)?\d+(?:[.-]\d+)*[A-Za-z]?")
_COMMAND_PHASE = r"(/autopilot:preflight\s+|/autopilot:\S.*?--phase[= ])0*{phase}(?![\w.])"


def move(present: Present, intent: verbs.Move) -> Outcome:
    """Set one part of the position. What names the old place comes along; what then may be wrong is said."""
    value = checked_text(intent.value, "next action" if intent.part == "next" else intent.part)
    present.transponder  # noqa: B018 -- what cannot be edited is refused before anything else is said
    is_status = intent.part == "status"
    outcome = _move_status(present, value, intent) if is_status else _MOVES[intent.part](present, value)
    return _dated(present, outcome) if any(not present.is_said(each) for each in outcome.edits) else outcome


def _dated(present: Present, outcome: Outcome) -> Outcome:
    """The outcome with the time of the update, and a next action. No threshold may change by it."""
    edits = [*outcome.edits, *updated(present)]
    if all(each.at != ("continuity", "Next action") for each in edits):
        edits += ensure_next(present, present.before.position.status)
    return replace(outcome, edits=edits, holds=lambda track: outcome.holds(track) and others_stay(present, track))


def _move_next(present: Present, value: str) -> Outcome:
    stated = present.before.continuity.next_action
    if stated is not None and " ".join(str(stated).split()) == value:
        return Outcome(done=Message("systems.next-action-already", f"The next action is already: {value}"))
    return Outcome(
        done=Message("systems.next-action-set", f"Set the next action: {value}"),
        edits=_continuity("Next action", value),
        holds=lambda track: track.next_action is not None and track.next_action.source == "file",
    )


def _move_phase(present: Present, value: str) -> Outcome:
    """Go to the beginning of another phase and reset the plan count (seed: "Update phase, reset plan count")."""
    step = present.before.position.phase
    identifier, total = _checked_id("phase", value, step)
    if _stays(present, "Phase", step, identifier):
        return _moved("phase", identifier, total, _counted(present, "Phase", step, total))
    edits, place, first = _enter_phase(present, identifier, total)
    count = find_phase(identifier, present.sources.phases)
    name = f": {count.phase.name}" if count and count.phase.name else ""
    stop, kept = _stop_before(present, place, first)
    plan = next((each.value for each in edits if each.at[-1] == "Plan" and isinstance(each, Set)), None)
    anew = [said("plan-count-begun-anew", f"Reset the plan count: {plan}")] if plan is not None else []
    edits = [
        *edits,
        *_follow_phase(present, step, identifier),
        *activity(present, f"Moved to phase {identifier}{name}"),
    ]
    return _moved("phase", identifier, total, [*edits, *stop], *anew, *kept)


def _move_plan(present: Present, value: str) -> Outcome:
    step = present.before.position.plan
    identifier, total = _checked_id("plan", value, step)
    if _stays(present, "Plan", step, identifier):
        return _moved("plan", identifier, total, _counted(present, "Plan", step, total))
    edits, place, first = _enter_plan(present, identifier, total)
    stop, kept = _stop_before(present, place, first)
    edits = [*edits, *activity(present, f"Moved to plan {_numbers(place.phase, identifier)}"), *stop]
    return _moved("plan", identifier, total, edits, *kept)


def _move_task(present: Present, value: str) -> Outcome:
    position = present.before.position
    identifier, stated = _checked_id("task", value, position.task)
    total = stated if stated is not None or position.task is None else position.task.total
    if position.task is not None and same_step(position.task.id, identifier) and total == position.task.total:
        return _moved("task", identifier, stated, [])
    edits, kept = _enter_task(present, identifier, total)
    plan = position.plan.id if position.plan else None
    of = f" of plan {_numbers(digits_of(position.phase), plan)}" if plan else ""
    return _moved("task", identifier, stated, [*edits, *activity(present, f"Moved to task {identifier}{of}")], *kept)


def _moved(part: str, identifier: str, total: int | None, edits: Sequence[TextEdit], *remarks: Message) -> Outcome:
    def is_there(track: Track) -> bool:
        step: Step | None = getattr(track.position, part)
        return step is not None and step.id is not None and same_step(step.id, identifier)

    done = said("position-moved", f"Set the {part} to {identifier}{f' of {total}' if total is not None else ''}.")
    return Outcome(done=done, edits=edits, remarks=remarks, holds=is_there)


def _numbers(phase: str, plan: str) -> str:
    """`3.2`; the plan alone where the phase is not known."""
    return f"{phase}.{plan}" if phase else plan


def _counted(present: Present, label: str, step: Step | None, total: int | None) -> list[TextEdit]:
    """How many phases or plans there are, where the present one stays."""
    stated = present.transponder.stated(label)
    if step is None or stated is None or total in (None, step.total):
        return []
    return _position(present, label, with_step(stated.text, step.id or "", step.name, total))


def _checked_id(part: str, value: str, step: Step | None) -> tuple[str, int | None]:
    """The id of a phase, plan or task, padded as the present one is, and of how many it is if that is said too: `1 of
    6`. Raises CommandError beyond the total."""
    value, _, of = value.strip().partition(" of ")
    total = whole_number(of)
    if of and total is None:
        raise refusal("no-step-number", f'Not a number of {part}s: "{of[:40]}". Example: 1 of 6.')
    if total is not None:
        step = replace(step or Step(), total=total)
    if _ID.fullmatch(value) is None:
        raise refusal("no-step-number", f'Not a {part} number: "{value[:40]}". Examples: 3, 03, 2.1.')
    number = number_of(value)
    if step is not None and step.total is not None and number is not None and number > step.total:
        raise refusal("step-beyond-total", f"No {part} {value}: the total is {step.total}.")
    if number == 0:
        raise refusal("step-zero", f"No {part} {value}: numbering starts at 1.")
    padded = step is not None and step.id is not None and step.id.isdigit() and step.id.startswith("0")
    return (value.zfill(len(step.id or "")) if padded and step and value.isdigit() else value), total


def _stays(present: Present, label: str, step: Step | None, identifier: str) -> bool:
    """Whether the state file says that step already."""
    return present.transponder.stated(label) is not None and step is not None and same_step(step.id, identifier)


def _enter_phase(
    present: Present, identifier: str, total: int | None = None
) -> tuple[list[TextEdit], Place, Step | None]:
    """The position at the beginning of a phase, its plan count reset; the place and its first open task, if known."""
    state, count = present.transponder, find_phase(identifier, present.sources.phases)
    stated, plans = state.stated("Phase"), plan_count(count) if count else 0
    name = count.phase.name if count else None
    edits = _position(present, "Phase", with_step(stated.text if stated else "", identifier, name, total))
    if _has(present, *_at(present, "Plan")):
        edits += _position(present, "Plan", f"1 of {plans}" if plans else "0 of ?")
    edits += _refer_to(present, count)
    place = Place(digits_of(Step(id=identifier)), "1" if plans else "", "")
    more, first = _at_first_task(present, place)
    return [*edits, *more], place, first


def _enter_plan(
    present: Present, identifier: str, total: int | None = None
) -> tuple[list[TextEdit], Place, Step | None]:
    """The position at the beginning of a plan of the present phase."""
    stated = present.transponder.stated("Plan")
    edits = _position(present, "Plan", with_step(stated.text if stated else "", identifier, None, total))
    place = Place(digits_of(present.before.position.phase), digits_of(Step(id=identifier)), "")
    more, first = _at_first_task(present, place)
    return [*edits, *more], place, first


def _at_first_task(present: Present, place: Place) -> tuple[list[TextEdit], Step | None]:
    first = first_task(present.sources.phases, place) if place.plan else None
    if not _has(present, *_at(present, "Task")):
        return [], first
    unknown = "1" if place.plan else "—"
    return _position(present, "Task", f"{first.id} of {first.total}" if first else unknown), first


def _enter_task(present: Present, identifier: str, total: int | None) -> tuple[list[TextEdit], tuple[Message, ...]]:
    """The position at another task of the present plan, in its row and where the session stopped."""
    position, state = present.before.position, present.transponder
    place = Place(digits_of(position.phase), digits_of(position.plan), digits_of(Step(id=identifier)) or identifier)
    row, stopped = state.stated("Task"), state.reading.get("continuity", "Stopped at")
    edits: list[TextEdit] = []
    if row is not None:
        edits += _position(
            present, "Task", with_task(row.text, identifier, total) or with_step(row.text, identifier, None)
        )
    text = _at_task(stopped.text, place, identifier, total) if stopped is not None else None
    if text is not None:
        return [*edits, *_continuity("Stopped at", text)], ()
    if row is None:
        edits += _position(present, "Task", f"{identifier} of {total}" if total else identifier)
    return edits, (_still_says(stopped.text),) if stopped is not None else ()


def _at_task(stopped: str, place: Place, identifier: str, total: int | None) -> str | None:
    """The stopping place at another task: its own words with another number while it is in the middle of the plan."""
    named = place_in(stopped)
    here = named is not None and bool(named.task) and difference(named, Place(place.phase, place.plan, "")) is None
    begun = not stopped.casefold().startswith("before") and "next is" not in stopped
    if not says_where(stopped) or (here and begun):
        return with_task(stopped, identifier, total)
    return place_words(place, total)


def _stop_before(present: Present, place: Place, first: Step | None) -> tuple[list[TextEdit], tuple[Message, ...]]:
    """Let the session stop at a place just entered; a remark where the file has words of its own, which stay."""
    stopped = present.transponder.reading.get("continuity", "Stopped at")
    if stopped is not None and not says_where(stopped.text):
        return [], (_still_says(stopped.text),)
    if stopped is None and not _has(present, "continuity", "Stopped at"):
        return [], ()
    task, total = (digits_of(first), first.total) if first else ("", None)
    words = place_words(Place(place.phase, place.plan, task), total, begun=task not in ("", "1"))
    return _continuity("Stopped at", words), ()


def _still_says(words: str) -> Message:
    return said("stopping-place-kept", f'"Stopped at" still says: {words}')


def _follow_phase(present: Present, old: Step | None, new: str) -> list[TextEdit]:
    """Bring the phase in the next action's command along."""
    stated = _stated_next(present)
    if stated is None or not digits_of(old):
        return []
    pattern = _COMMAND_PHASE.format(phase=re.escape(digits_of(old)))
    return _continuity("Next action", re.sub(pattern, rf"\g<1>{new}", stated, count=1))


def _refer_to(present: Present, count: PhaseCount | None) -> list[TextEdit]:
    """Bring the reference to the current phase's folder along, where there is one."""
    old, base = present.before.position.phase, present.sources.folder.at("")
    before = find_phase(old.id if old else None, present.sources.phases)
    here, there = before.phase.path if before else None, count.phase.path if count else None
    if here is None or there is None:
        return []
    here, there = here.removeprefix(base), there.removeprefix(base)
    found = present.transponder.references
    return [Set(("reference", label), value.text.replace(here, there)) for label, value in found.items()
            if here in value.text and "current phase" in label.casefold()]  # fmt: skip


_MOVES: Mapping[str, Callable[[Present, str], Outcome]] = {
    "phase": _move_phase,
    "plan": _move_plan,
    "task": _move_task,
    "next": _move_next,
}

# The update protocol (seed, "When to Update TRANSPONDER.md"): a task, plan, phase or session is complete

_ALL_TASKS = "All tasks of the plan"
_LAST_PLAN = "the last of its phase"


def complete(present: Present, intent: verbs.Complete) -> Outcome:
    """Bring the state file up to date after something was completed; the last activity names it, and the note."""
    note = checked_option(intent.note, "note")
    now = part_of(present.before, intent.whole)
    if intent.step is not None and not (now is not None and same_step(now, intent.step)):
        known = f"Only the current {intent.whole} can be completed"
        told = f"{known}: {now}." if now else f"{known}, but it is unknown. Omit the ID."
        raise refusal("only-present-step", told)
    if intent.result is not None:
        told = "Project Autopilot has no field for the result of a check. Put the result in the note."
        raise refusal("keeps-no-result", told)
    present.transponder  # noqa: B018 -- what cannot be edited is refused before anything else is said
    status = present.before.position.status
    if status == "completed" and intent.whole != "session":
        raise refusal(
            "project-already-complete", "The project is already complete. Archive it: `cockpit track archive`."
        )
    if intent.whole in ("task", "plan") and status == "phase_complete":
        told = "The phase is already complete. To move to the next phase: `cockpit done phase`. To reopen this one: "
        raise refusal("phase-already-complete", f"{told}`cockpit set status=in_progress`.")
    return _dated(present, _COMPLETIONS[intent.whole](present, note))


def _complete_task(present: Present, note: str | None) -> Outcome:
    position, phases = present.before.position, present.sources.phases
    task, place = position.task, place_at(position)
    whole = plan_tasks(phases, Place(digits_of(position.phase), digits_of(position.plan), ""))
    stopped_at = present.before.continuity.stopped_at or ""
    if stopped_at.startswith(_ALL_TASKS) or (whole and all(each.done for each in whole)):
        raise refusal("all-tasks-done", "All tasks of the plan are done. Use `cockpit done plan`.")
    if task is None or task.id is None:
        raise refusal("no-task-stated", "The state file does not name the current task. Set it: `cockpit set task=N`.")
    tasks = plan_tasks(phases, place)
    if any(each.number == place.task and each.done for each in tasks):
        told = f"Task {place.task} is already ticked in the phase files. Go to the next task: `cockpit set task=N`."
        raise refusal("task-ticked-already", told)
    ticked = tick_task(present.draft, phases, place)
    following = _next_task(tasks, task)
    name = next((each.name for each in tasks if each.number == place.task), None) or task.name
    kept: tuple[Message, ...] = ()
    if following is not None:
        edits, kept = _enter_task(present, following, len(tasks) or task.total)
    else:
        edits = _position(present, "Task", "—") if _has(present, *_at(present, "Task")) else []
        edits += _continuity("Stopped at", f"{_ALL_TASKS} done")
    shown = f"{task.id}: {name}" if name else task.id
    remarks = [*kept]
    if not ticked and phases:
        told = "No task was ticked: the phase files have no task of that name, or several. Tick it by hand."
        remarks.append(said("no-task-ticked", told))
    if following is None:
        stated = position.plan is not None and position.plan.id is not None
        more = " Complete the plan: `cockpit done plan`." if stated else ""
        remarks.append(said("last-task", f"That was the last task of the plan.{more}"))
    progress, stays = _redraw(present)
    return Outcome(
        done=said("task-completed", f"Completed task {shown}."),
        edits=[*edits, *_begin_work(present), *activity(present, f"Completed task {shown}", note), *progress],
        remarks=[*remarks, *stays],
        holds=lambda track: (
            following is None or (track.position.task is not None and same_step(track.position.task.id, following))
        ),
    )


def _next_task(tasks: tuple[PlanTask, ...], task: Step) -> str | None:
    """The next task of the plan that is not finished; by the count alone where no phase file lists the tasks."""
    number, numbers = digits_of(task), [each.number for each in tasks]
    if number in numbers:
        return next((each.number for each in tasks[numbers.index(number) + 1 :] if not each.done), None)
    value = number_of(task.id)
    if value is None or (task.total is not None and value >= task.total):
        return None
    return f"{value + 1:g}".zfill(len(task.id or "")) if task.id and task.id.isdigit() else None


def _complete_plan(present: Present, note: str | None) -> Outcome:
    position = present.before.position
    plan, number = position.plan, number_of(position.plan.id) if position.plan else None
    if plan is None or plan.id is None or number is None or number < 1:
        raise refusal("no-plan-stated", "The state file does not name the current plan. Set it: `cockpit set plan=N`.")
    if (present.before.continuity.stopped_at or "").endswith(_LAST_PLAN):
        raise refusal("all-plans-complete", "All plans of the phase are complete. Use `cockpit done phase`.")
    place = Place(digits_of(position.phase), digits_of(plan), "")
    unticked = sum(not each.done for each in plan_tasks(present.sources.phases, place))
    label = f"{place.phase}.{place.plan}" if place.phase else plan.id
    last = plan.total is not None and number >= plan.total
    following = f"{number + 1:g}".zfill(len(plan.id)) if plan.id.isdigit() else f"{number + 1:g}"
    edits = _count_plan(present)
    if last:
        edits += _continuity("Stopped at", f"Plan {label} complete, {_LAST_PLAN}")
    else:
        entering, place, first = _enter_plan(present, following)
        next_is = f", next is {place.phase}.{place.plan}" if place.phase else ""
        task = f", {task_words(first)}" if first else ""
        edits += [*entering, *_continuity("Stopped at", f"Plan {label} complete{next_is}{task}")]
    told = "That was the last plan of the phase. Complete the phase: `cockpit done phase`."
    remarks = [said("last-plan-of-phase", told)] if last else []
    remarks += [_not_ticked(unticked)] if unticked else []
    progress, stays = _redraw(present)
    return Outcome(
        done=said("plan-completed", f"Completed plan {label}."),
        edits=[*edits, *_begin_work(present), *activity(present, f"Completed plan {label}", note), *progress],
        remarks=[*remarks, *stays],
        holds=lambda track: last or (track.position.plan is not None and same_step(track.position.plan.id, following)),
    )


def _not_ticked(count: int) -> Message:
    verb = "is" if count == 1 else "are"
    return said("tasks-not-ticked", f"{counted(count, 'task')} {verb} not ticked in the phase files.")


def _count_plan(present: Present) -> list[TextEdit]:
    """One more plan is completed, where the file counts them."""
    stated = present.transponder.reading.get("metrics", "Plans completed")
    digits = stated.text.split()[0] if stated is not None else ""
    completed = whole_number(digits)
    if stated is None or completed is None:
        return []
    return [Set(("metrics", "Plans completed"), f"{completed + 1}{stated.text[len(digits) :]}")]


def _begin_work(present: Present) -> list[TextEdit]:
    """Completed work means that the work has begun."""
    before = present.before.position.status
    if before not in ("ready", "planning", "discussing", "not_started"):
        return []
    word = word_for(present, "in_progress")
    return [*_position(present, "Status", word), *_follow_status(present, before, "in_progress")]


def _redraw(present: Present) -> tuple[list[TextEdit], list[Message]]:
    """The percentage and the bar, counted over all phases (seed, "Progress Bar Generation"); else a remark."""
    progress, phase = present.transponder.progress, present.before.position.phase
    phases = read_phases(Folder(present.draft, present.candidate.base, Report(), STATE_FOLDER))
    counts = count_progress(phases)
    if counts is None or not counts_every_phase(phases, phase.total if phase else None):
        told = "The progress is unchanged: the phase files do not list every task."
        return [], [said("progress-stays", told)] if progress is not None else []
    percent = counts.done * 100 // counts.total
    is_same = progress is not None and percent_in(progress.text) == percent
    return [] if is_same else _position(present, "Progress", f"{bar(percent)} {percent}%"), []


def _complete_phase(present: Present, note: str | None) -> Outcome:
    """Go on to the next phase; after the last one the project is complete (seed, "Update phase, reset plan count")."""
    phase = present.before.position.phase
    number = number_of(phase.id) if phase else None
    if phase is None or phase.id is None or number is None:
        raise refusal(
            "no-phase-stated", "The state file does not name the current phase. Set it: `cockpit set phase=N`."
        )
    following = None if _is_last_phase(present, phase, number) else _following_phase(present, phase, number)
    _check_phase_may_end(present)
    status: Status = "completed" if following is None else _status_of_phase(present, following)
    edits, place, first = _enter_phase(present, following) if following is not None else ([], Place("", "", ""), None)
    edits += _position(present, "Status", word_for(present, status, last_phase=following is None))
    edits += _full_bar(present) if following is None else []
    name = f": {phase.name}" if phase.name else ""
    edits += activity(present, f"Completed phase {phase.id}{name}", note)
    next_is = f", next is {place.phase}.{place.plan}, {task_words(first)}" if first else ""
    edits += _continuity("Stopped at", f"Phase {phase.id} complete{next_is}")
    text = rule_text(status, handoff=False, phase=following, in_words=_is_in_words(present))
    edits += _continuity("Next action", text or word_for(present, status))
    over = "" if following is not None else " The project is complete."
    return Outcome(
        done=said("phase-completed", f"Completed phase {phase.id}{name}.{over}"),
        edits=edits,
        remarks=[*_after_phase(present, phase)],
        holds=lambda track: (
            track.position.status == status
            and track.position.phase is not None
            and same_step(track.position.phase.id, following or phase.id)
        ),
    )


def _is_last_phase(present: Present, phase: Step, number: float) -> bool:
    """Whether it is the last phase: by the total, else by the phases that are listed. Raises CommandError without
    both."""
    if phase.total is not None:
        return number >= phase.total
    numbers = [number_of(each.phase.id) for each in present.sources.phases]
    known = [each for each in numbers if each is not None]
    if not known:
        moves = moves_to_completion(present.before.position.status)
        told = f"The number of phases is unknown. If this was the last phase: {moves}. Otherwise: "
        raise refusal("phases-not-counted", f"{told}`cockpit set phase={int(number) + 1}`.")
    return number >= max(known)


def moves_to_completion(status: Status, after: str = "") -> str:
    """The commands that lead to a complete project by legal moves, each behind the one before it; `after` is the first
    one, where another must be given before them."""
    commands = [f"`cockpit set status={to}`" for to in moves_to(status, "completed", WRITTEN)]
    first = [after] if after else commands[:1]
    return ", ".join([*first, *(f"then {each}" for each in (commands if after else commands[1:]))])


def _following_phase(present: Present, phase: Step, number: float) -> str:
    """The id after this one: the next phase that is listed, else one more, padded as this one is."""
    later = [
        (value, count.phase.id)
        for count in present.sources.phases
        if count.phase.id and (value := number_of(count.phase.id)) is not None and value > number
    ]
    whole = f"{int(number) + 1}"
    value, identifier = min(later, default=(0.0, whole))
    text = identifier if value != int(value) else f"{int(value) or whole}"
    return text.zfill(len(phase.id or "")) if phase.id and phase.id.isdigit() and text.isdigit() else text


def _check_phase_may_end(present: Present) -> None:
    """Raise CommandError where no phase can be completed out of the present status, with the way there."""
    now = present.before.position.status
    if may_move(now, "phase_complete"):
        return
    steps = [f"`cockpit set status={each}`" for each in moves_to(now, "phase_complete", WRITTEN)[:-1]]
    way = ", then ".join([*steps, "`cockpit done phase`"])
    told = f"A phase cannot be completed while the status is {_present_status(present)}. Use {way}."
    raise refusal("no-phase-may-end", told)


def _status_of_phase(present: Present, following: str) -> Status:
    """The status that follows from what the next phase has (seed, "Status Values")."""
    count = find_phase(following, present.sources.phases)
    names = present.draft.names(count.phase.path) if count and count.phase.path else ()
    if any(PLAN_FILE.fullmatch(name) for name in names) or (count and count.tasks):
        return "ready"
    return "planning" if any(TALK_FILE.fullmatch(name) for name in names) else "discussing"


def _after_phase(present: Present, phase: Step) -> Iterator[Message]:
    found, plan = find_phase(phase.id, present.sources.phases), present.before.position.plan
    if found is not None and (unticked := sum(task.done is False for task in found.tasks)):
        yield _not_ticked(unticked)
    if plan is not None and plan.total is not None and (number_of(digits_of(plan)) or 0) < plan.total:
        told = f"The position is plan {plan.id} of {plan.total}: the later plans of the phase are not completed."
        yield said("plans-remain", told)
    if blockers := sum(blocker.status == "active" for blocker in present.before.blockers):
        verb = "is" if blockers == 1 else "are"
        yield said("blockers-listed", f"{counted(blockers, 'blocker')} {verb} still open.")


# Sessions (seed, "Session Continuity" and the time trigger)


def _end_session(present: Present, note: str | None) -> Outcome:
    """A session ends: when it was, where it stopped, which handoff waits."""
    handoff, base = present.before.handoff, present.sources.folder.at("")
    edits = [*name_day(present), *_continuity("Stopped at", _stopped_at(present))]
    edits += _continuity("Resume file", handoff.path.removeprefix(base) if handoff else "None")
    edits += activity(present, "Ended the session", note) if note else []
    return Outcome(
        done=said("session-ended", "Ended the session."),
        edits=edits,
        holds=lambda track: track.continuity.last_session is not None and track.continuity.stopped_at is not None,
    )


def _stopped_at(present: Present) -> str:
    """What the file says already, where that is no other place; else the position in the seed's words."""
    stated, position = present.before.continuity.stopped_at, present.before.position
    if position.phase is None:
        return stated or position.status_text or "Not started"
    place, named = present.transponder.at, place_in(stated) if stated else None
    if stated is not None and (named is None or difference(named, place) is None):
        return stated
    task = position.task
    here = Place(place.phase or position.phase.id or "", place.plan, digits_of(task))
    return place_words(here, task.total if task else None)


def start_session(present: Present, intent: verbs.StartSession) -> Outcome:
    """Start a session: restart the time trigger and write the day into the state file."""
    session, stores = checked_option(intent.session_id, "session id"), Stores()
    put_trigger(present, TIME, {"session_start": present.now, "suggested_checkpoint": False}, stores)
    told = f"Project Autopilot does not record session ids ({session})."
    return Outcome(
        done=said("session-begun", "Started a session."),
        edits=name_day(present) if present.editable is not None and not present.is_waypoint else (),
        stores=stores,
        remarks=[said("no-place-for-session-id", told)] if session else [],
        holds=lambda track: TIME in track.triggers and track.triggers[TIME].session_start == present.now,
    )


_COMPLETIONS: Mapping[str, Callable[[Present, str | None], Outcome]] = {
    "task": _complete_task,
    "plan": _complete_plan,
    "phase": _complete_phase,
    "session": _end_session,
}

# Todos and blockers


def add_todo(present: Present, intent: verbs.AddTodo) -> Outcome:
    """Add an open todo at the end of the list; one that stands there open already is not added twice."""
    text = checked_entry(intent.text, "todo")
    text, listed = plain(text), present.transponder.reading.said["todos"]
    added = Todo(text=text)
    if added in present.before.todos:
        return Outcome(done=said("todo-stands-already", f"The todo is already in the list: {text}"))
    has_boxes = not listed or "mark" in listed[-1]
    entry = {"mark": False, "text": text} if has_boxes else {"text": text}
    return _with_room(present, Outcome(
        done=said("todo-added", f"Added the todo: {text}"),
        edits=[Add(("todos",), entry)],
        holds=lambda track: added in track.todos,
    ))  # fmt: skip


def tick_todo(present: Present, intent: verbs.TickTodo) -> Outcome:
    """Tick the todo of exactly that text, or clear its box."""
    texts, key = [each.text for each in present.before.todos], " ".join(intent.text.split())
    places = [at for at, text in enumerate(texts) if text == key]
    present.transponder  # noqa: B018 -- what cannot be edited is refused before anything else is said
    if not places:
        raise Changed(missing("todo", intent.text, texts))
    at = next((each for each in places if present.before.todos[each].done != intent.done), places[0])
    ticked = Todo(text=key, done=intent.done)
    expected = present.before.todos.count(ticked) + (present.before.todos[at].done != intent.done)
    told = f"Ticked the todo: {key}" if intent.done else f"Unticked the todo: {key}"
    is_new = present.before.todos[at].done != intent.done
    return Outcome(
        done=said("todo-ticked", told),
        edits=[Set(("todos", at, "mark"), intent.done)] if is_new else [],
        holds=lambda track: track.todos.count(ticked) == expected,
    )


def block(present: Present, intent: verbs.Block) -> Outcome:
    """Record a blocker, prefixed with its phase (seed template). The status stays; moving it is a verb of its own."""
    text = plain(_prefixed(present, checked_entry(intent.text, "blocker"), intent.affects))
    present.state  # noqa: B018 -- what cannot be edited is refused before anything else is said

    def is_there(track: Track) -> bool:
        return any(each.text == text and each.status == "active" for each in track.blockers)

    if is_there(present.before):
        return Outcome(done=Message("systems.blocker-there-already", f"The blocker is already recorded: {text}"))
    done, edits = (
        Message("systems.blocker-recorded", f"Recorded the blocker: {text}"),
        [Add(("blockers",), {"text": text})],
    )
    return _with_room(present, Outcome(done=done, edits=edits, holds=is_there))


def _prefixed(present: Present, text: str, affects: tuple[str, ...]) -> str:
    """The text behind its phase: the first one it affects, else the present one. What else it affects comes behind."""
    named = [checked_text(name, "affected phase") for name in affects]
    phases = [name for name in named if number_of(name) is not None]
    others = [name for name in named if name not in phases[:1]]
    tail = f" (affects {', '.join(others)})" if others else ""
    now = present.before.position.phase
    phase = phases[0] if phases else now.id if now else None
    if phase is None or phase_prefix(text)[0] is not None:
        return text + tail
    return f"Phase {phase.removeprefix('phase').removeprefix('Phase').strip()}: {text}{tail}"


def _blocker(present: Present, text: str) -> int:
    """The place of a blocker. Raises Changed where it is not there."""
    texts, key = [each.text for each in present.before.blockers], " ".join(text.split())
    written = [each["text"] for each in present.state.reading.said["blockers"]]
    at = next((at for at, each in enumerate(texts) if key in (each, written[at])), None)
    if at is None:
        raise Changed(missing("blocker", text, texts))
    return at


def unblock(present: Present, intent: verbs.Unblock) -> Outcome:
    """Remove a blocker whose cause is gone (seed: "Remove from Blockers"). With a note, both are the last activity.

    With the last one goes the status Blocked, where cockpit knows what it was before."""
    note, before = checked_option(intent.note, "note"), present.before
    at = _blocker(present, intent.blocker)
    text, texts = before.blockers[at].text, [each.text for each in before.blockers]
    edits: list[TextEdit] = [Remove(("blockers", at))]
    earlier = previous_status(present)
    others = any(each.text != text and each.status == "active" for each in before.blockers)
    is_blocked, remarks = before.position.status == "blocked", list[Message]()
    status = None
    if is_blocked and earlier is not None and not others and not present.is_waypoint:
        status = earlier.text
        edits += _position(present, "Status", status)
        edits += [*_follow_status(present, "blocked", earlier.status), *updated(present)]
        remarks.append(said("status-again", f"The status is {status} again."))
    if note and not present.is_waypoint:
        edits += activity(present, f"Resolved the blocker: {text}", note)
    elif note:
        told = "The waypoint layout has no field for the note. The note is only in cockpit's log."
        remarks.append(said("note-in-ledger-alone", told))
    if is_blocked and status is None and not others:
        told = f"The status is still {before.position.status_text}. Change it: `cockpit set status=in_progress`."
        remarks.append(said("status-still-blocked", told))
    return Outcome(
        done=Message("systems.blocker-resolved", f"Resolved the blocker: {text}"),
        edits=edits,
        remarks=remarks,
        holds=lambda track: (
            [each.text for each in track.blockers] == texts[:at] + texts[at + 1 :]
            and track.position.status_text == (status or before.position.status_text)
            and others_stay(present, track)
        ),
    )


def bypass(present: Present, intent: verbs.Bypass) -> Outcome:
    """Mark that the work goes on around a blocker. The seed has no word for it: the entry stays and says how."""
    note = checked_text(intent.note, "note")
    at = _blocker(present, intent.blocker)
    text, written = present.before.blockers[at].text, present.state.reading.said["blockers"][at]["text"]
    lead = written if read_blocker(written).text == written else text
    return Outcome(
        done=Message("systems.blocker-bypassed", f"Bypassed the blocker: {text}"),
        edits=[Set(("blockers", at, "text"), f"{lead} — bypassed: {note}")],
        holds=lambda track: any(_is_bypassed(each, text, note) for each in track.blockers),
    )


def _is_bypassed(blocker: Blocker, text: str, note: str) -> bool:
    return blocker.text == text and blocker.status == "bypassed" and blocker.workaround == note


# Rewording; what belongs to an entry (outcome, tick, marks) stays


def reword(present: Present, intent: verbs.Reword) -> Outcome:
    """Give an entry other words. `old` is the text as it was seen, without the outcome."""
    old, new, kind = " ".join(intent.old.split()), checked_entry(intent.new, intent.kind), intent.kind
    part, state, before = f"{kind}s", present.state, _texts(present.before, kind)
    entries = state.reading.said[part] if not (present.is_waypoint and part == "todos") else []
    written = [each if isinstance(each, str) else each["text"] for each in entries]
    read = {"decision": lambda text: read_decision(text).text, "blocker": lambda text: read_blocker(text).text}
    shown = [read[kind](each) if kind in read else plain(each) for each in written]
    at = next((at for at, each in enumerate(shown) if old in (each, plain(written[at]))), None)
    logged = kind == "decision" and reword_in_log(present.draft, present.path(LOG), old, new)
    if at is None and not logged:
        raise Changed(missing(kind, old, before))
    edits: list[TextEdit] = []
    if at is not None:
        words = as_one(new) if kind == "decision" else new
        text = written[at].replace(_as_written(written[at], shown[at]), words, 1)
        edits = [Set((part, at) if kind == "decision" else (part, at, "text"), text)]

    def is_reworded(track: Track) -> bool:
        after = _texts(track, kind)
        differing = [one for one, other in zip(before, after, strict=False) if one != other]
        return len(before) == len(after) and len(differing) <= 1 and any(plain(new).startswith(each) for each in after)

    return Outcome(
        done=Message("systems.entry-reworded", f"Reworded the {kind}: {new}"), edits=edits, holds=is_reworded
    )


def _as_written(written: str, shown: str) -> str:
    """Just these words as they stand in an entry, whichever of their blanks are no-break ones."""
    found = re.search("[ \u00a0]".join(map(re.escape, shown.split(" "))), written)
    return found[0] if found is not None else written


def _texts(track: Track, kind: str) -> tuple[str, ...]:
    if kind == "decision":
        return tuple(decision.text for decision in track.decisions)
    return tuple(entry.text for entry in (track.blockers if kind == "blocker" else track.todos))


# Decisions: in the state file's Recent Decisions, and in DECISIONS.md where there is one

_DATE = regex(r"\d{4}-\d{2}-\d{2}")


def decide(present: Present, intent: verbs.Decide) -> Outcome:
    """Record a decision; what its entry has no place for goes to the log. Beyond five, older ones go to the archive."""
    decision, state = _checked_decision(present, intent), present.state
    entry = decision_entry(decision.text, decision.outcome)
    written = read_decision(entry)
    if written.text != decision.text or says_nothing(plain(entry)):
        told = "the decision would be read differently, or not at all"
        raise unsafe(present.candidate.path, said("decision-read-otherwise", told))
    newest = _newest(present, decision)
    if newest is not None and _is_same(written, newest):
        _check_details(decision, newest, present.path(LOG))
        return Outcome(
            done=Message("systems.decision-there-already", f"The decision is already recorded: {decision.text}")
        )
    has_log = present.draft.read(present.path(LOG)) is not None
    has_details = bool(decision.reason or decision.context or decision.alternatives) or decision.reversible is not None
    begins_log = not has_log and has_details
    if begins_log:
        present.draft.create(present.path(LOG), NEW_LOG)
    if has_log or begins_log:
        add_to_log(present.draft, present.path(LOG), decision, present.context.actor)
    told = f"Created {present.path(LOG)} for the details of the decision: the state file has room only for the "
    edits: list[TextEdit] = [Add(("decisions",), entry)]
    if _is_newest_first(present):
        old = state.reading.said["decisions"]
        edits += [Set(("decisions", at), text) for at, text in enumerate([entry, *old])]
    outcome = Outcome(
        done=Message("systems.decision-recorded", f"Recorded the decision: {decision.text}"),
        edits=edits,
        remarks=[said("decision-log-begun", f"{told}decision and its outcome.")] if begins_log else [],
        holds=lambda track: _is_recorded(present, track, written),
    )
    return _with_room(present, outcome, decision)


def _newest(present: Present, decision: Decision) -> Decision | None:
    """The newest decision of the same context, else of the same text. What stands in the log alone is older."""
    recent, every = len(present.state.decisions), present.before.decisions
    stated, logged = every[:recent], every[recent:]
    known = (*logged, *(stated[::-1] if _is_newest_first(present) else stated))
    of_context = [each for each in known if decision.context and decision.context in (each.context or "")]
    of_text = [each for each in known if fold_decision(each.text) == fold_decision(decision.text)]
    return next(reversed(of_context or of_text), None)


def _is_recorded(present: Present, track: Track, written: Decision) -> bool:
    """Whether it is read back as it was meant, and once: state file and log are seen to speak of the same."""
    before, after = (
        sum((each.text, each.outcome) == (written.text, written.outcome) for each in known)
        for known in (present.before.decisions, track.decisions)
    )
    return 0 < after <= before + 1 and len(track.decisions) <= len(present.before.decisions) + 1


def _checked_decision(present: Present, intent: verbs.Decide) -> Decision:
    phase = present.before.position.phase
    outcome = plain(checked_field(intent.outcome, "outcome") or "")
    return Decision(
        text=plain(checked_entry(intent.text, "decision")),
        outcome=None if says_nothing(outcome) else outcome,
        reason=checked_field(intent.reason, "reason"),
        context=checked_field(intent.context, "context"),
        alternatives=tuple(checked_text(text, "alternative") for text in intent.alternatives),
        reversible=intent.reversible,
        date=present.today,
        phase=phase.id if phase else None,
    )


def _is_same(one: Decision, other: Decision) -> bool:
    return fold_decision(one.text) == fold_decision(other.text) and one.outcome in (None, other.outcome)


def _check_details(decision: Decision, standing: Decision, path: str) -> None:
    """Raise CommandError for a detail of the decision that the decision log does not have."""
    reversible = decision.reversible not in (None, standing.reversible)
    details = {
        "without this reason. Add the reason": (decision.reason or "") not in (standing.reason or ""),
        "without this context. Add the context": (decision.context or "") not in (standing.context or ""),
        "without this alternative. Add the alternative": bool({*decision.alternatives} - {*standing.alternatives}),
        'with another value of "reversible". Change it': reversible,
    }
    if lacking := next((told for told, is_lacking in details.items() if is_lacking), None):
        raise refusal("decision-without-detail", f"The decision is already recorded, {lacking} in {path}.")


# Keeping the state file small (seed, "Keep it small"): what it lets go is moved to `.autopilot/archive/`

FEWEST_DECISIONS, MOST_DECISIONS = 3, 5
"""How many decisions the state file keeps (seed: "keep 3-5")."""


def _is_newest_first(present: Present) -> bool:
    """Whether the entries' dates, or their places in the decision log, only go back, and do so at all."""
    texts = present.state.reading.said["decisions"]
    dates = [found[0] for text in texts if (found := _DATE.search(text))]
    if len(dates) >= 2:
        return _is_falling(dates)
    known = [fold_decision(each.text) for each in present.sources.logged]
    folded = (fold_decision(read_decision(text).text) for text in texts)
    return _is_falling([f"{known.index(each):06}" for each in folded if each in known])


def _is_falling(values: Sequence[str]) -> bool:
    return len(set(values)) > 1 and all(one >= other for one, other in pairwise(values))


def _with_room(present: Present, outcome: Outcome, decided: Decision | None = None) -> Outcome:
    """The outcome of a verb that added an entry, once there is room for it; with what is moved to the archive.

    Of a file of 100 lines or more the oldest decisions go, all but three, then ticked todos. Raises CommandError where
    it would still be too long. With `decided`, the decision that was added, at most five stay in any case."""
    if present.is_waypoint:
        return outcome
    texts = [*present.state.reading.said["decisions"]]
    added = [each.value for each in outcome.edits if isinstance(each, Add) and each.at == ("decisions",)]
    newest_first = _is_newest_first(present)
    texts = [*added, *texts] if newest_first else [*texts, *added]
    order = [*range(len(texts))][::-1] if newest_first else [*range(len(texts))]
    surplus = _surplus(present, outcome.edits)
    most = max(0, len(order) - MOST_DECISIONS) if decided else 0
    goes = order[: max(most, min(surplus, len(order) - FEWEST_DECISIONS) if surplus > 0 else 0)]
    surplus -= len(goes)
    todos = present.state.reading.said["todos"]
    ticked = [at for at, each in enumerate(todos) if each.get("mark") is True][: max(0, surplus)] if surplus > 0 else []
    if surplus - len(ticked) > 0:
        told = (
            f"{present.candidate.path} would have {surplus - len(ticked) + LONGEST - 1} lines; it must have fewer than "
        )
        told += f"{LONGEST}. Tick finished todos, resolve blockers, or shorten the file, then try again."
        raise refusal("state-file-full", told)
    edits, remarks = [*outcome.edits], [*outcome.remarks]
    if goes:
        remarks.append(_archive_decisions(present, [texts[at] for at in sorted(goes)]))
        edits += [Remove(("decisions", at)) for at in sorted(goes, reverse=True)]
    if ticked:
        path = present.path("archive/todos.md")
        _archive(present, path, "# Archived Todos", [todos[at]["text"] for at in ticked])
        told = f"Moved {counted(len(ticked), 'ticked todo')} from {present.candidate.path} to {path}."
        remarks.append(said("todos-moved", told))
        edits += [Remove(("todos", at)) for at in reversed(ticked)]
    return replace(outcome, edits=edits, remarks=remarks)


def _surplus(present: Present, edits: Sequence[TextEdit]) -> int:
    """How many lines the file has from the hundredth on, once the edits are made."""
    path = present.candidate.path
    try:
        text = apply(present.state.file, present.draft.text(path) or "", edits)
    except Unsafe as why:
        raise unsafe(path, words_of(str(why))) from None
    return len(split_lines(text)) - LONGEST + 1


def _archive_decisions(present: Present, texts: list[str]) -> Message:
    """Move decisions to their archive, those that the decision log does not hold; the others go."""
    kept = [text for text in texts if not _is_logged(present, read_decision(text))]
    path, state_path, count = present.path("archive/decisions.md"), present.candidate.path, len(texts)
    if kept:
        _archive(present, path, "# Archived Decisions", kept)
        return said("decisions-moved", f"Moved {counted(count, 'old decision')} from {state_path} to {path}.")
    has = f"the decision log has {'it' if count == 1 else 'them'}"
    return said("logged-decisions-removed", f"Removed {counted(count, 'old decision')} from {state_path}; {has}.")


def _is_logged(present: Present, decision: Decision) -> bool:
    """Whether the decision log has a decision with its outcome."""
    text, outcome = fold_decision(decision.text), fold_decision(decision.outcome or "")
    found = (fold_decision(each.outcome or "") for each in present.sources.logged if fold_decision(each.text) == text)
    return any(outcome in each for each in found)


def _archive(present: Present, path: str, title: str, texts: list[str]) -> None:
    """Add lines at the end of an archive that are not there yet. It is written before the state file, so that a crash
    loses none."""
    lines, decoded = [f"- {text}" for text in texts], present.draft.decoded(path)
    if decoded is None:
        present.draft.create(path, "\n".join((title, "", *lines, "")))
    else:
        there = {line.rstrip("\r\n") for line in split_lines(decoded.text)}
        new = [line for line in lines if line not in there]  # one that came back with an older copy of the state
        splices = [insert_lines(decoded.text, len(decoded.text), new, decoded.newline)] if new else []
        present.draft.splice(path, splices)
    present.draft.put_first(path)


# Carrying out

VERBS: dict[type[Any], Callable[[Present, Any], Outcome]] = {
    verbs.Acknowledge: acknowledge,
    verbs.Withdraw: withdraw,
    verbs.ResetAlerts: reset_alerts,
    verbs.SetValue: set_value,
    verbs.SetLimit: set_limit,
    verbs.FireTrigger: fire_trigger,
    verbs.Decide: decide,
    verbs.Block: block,
    verbs.Unblock: unblock,
    verbs.Bypass: bypass,
    verbs.AddTodo: add_todo,
    verbs.TickTodo: tick_todo,
    verbs.Reword: reword,
    verbs.Move: move,
    verbs.Complete: complete,
    verbs.StartSession: start_session,
}
_NO_OUTCOMES = (
    "Project Autopilot does not record failed, retried or skipped phases. Use `cockpit blocker add TEXT` or "
    "`cockpit set phase=N`."
)
_LACKS = lacking(
    "autopilot",
    outcomes=_NO_OUTCOMES,
    skipping=_NO_OUTCOMES,
    retries="Project Autopilot does not count retries.",
    errors="Project Autopilot only counts errors. Set the count: `cockpit set errors=VALUE`. Record the cause: "
    "`cockpit blocker add TEXT`.",
    tokens="Project Autopilot records tokens as a value. Use `cockpit set tokens=VALUE`.",
    files="Project Autopilot has no list of changed files. See git and the handoff.",
)


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes of an intent. Raises CommandError, with the reason and the way out, before anything is changed."""
    from cockpit.systems.autopilot.putting_away import MOVING

    if isinstance(intent, verbs.Answer):
        told = f'Project Autopilot does not read answers from its files. Type "{intent.option}" in the agent.'
        raise refusal("reads-no-answer", told)
    present = Present(system, files, candidate, context)
    editors: Mapping[type[Any], Callable[[Present, Any], Outcome]] = {**VERBS, **MOVING}
    if present.is_older and type(intent) not in editors:
        present.state  # noqa: B018 -- an older file is converted first, whatever the way there is
    verb = verb_of(system, intent, editors, _LACKS)
    refuse_unsupported_fields(system.name, intent)
    edit = carried_out(system, present, intent, verb)
    remarks = handoff_remarks(present.before, edit.then) if edit.then is not None else ()
    return replace(edit, remarks=(*edit.remarks, *remarks))
