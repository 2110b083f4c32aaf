"""Moving along the flow: to a step, sub-step or status, and ending a step (seed, rule 2, "Session Boundaries")."""

import re
from dataclasses import replace
from typing import TypeGuard

from cockpit.model import Status, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Complete, Fail, Intent, Move, ResetRetries, Retry, Skip
from cockpit.regex import regex
from cockpit.rules.next_step import legal_moves, may_move
from cockpit.rules.work import is_behind
from cockpit.systems.autodev.artefacts import RETROSPECTIVES
from cockpit.systems.autodev.cross_check import Disagreement
from cockpit.systems.autodev.current_step_editing import (
    ORDER,
    clear_sub_step,
    put_in_order,
    put_lines,
    write_step,
    write_sub_step,
)
from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.entry_editing import add_to_list, remove_from_list
from cockpit.systems.autodev.flow_position import flow_named, logged_retries
from cockpit.systems.autodev.history_editing import (
    add_attempt,
    add_completed,
    clear_attempts,
    end_session,
    refuse_result,
    write_boundary,
)
from cockpit.systems.autodev.phases import sub_step_count
from cockpit.systems.autodev.state_file import COMPLETED, RETRIES, SESSION, TITLES, SubStep, read_sub_step
from cockpit.systems.autodev.vocabulary import (
    CYCLE_BEGINS,
    DONE,
    EXISTING,
    MOST_RETRIES,
    NOT_INVOKED,
    STATUS_WORDS,
    StepTable,
    TableStep,
    boundary_before,
    is_number,
    names_of,
    normal_number,
    status_of,
    table_of,
)
from cockpit.systems.autodev.waiting import boundary_options
from cockpit.systems.shared.list_editing import add_section
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.systems.shared.stated_values import BLOCKERS, Value, fold, is_nothing, plain
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.numbers import read_count
from cockpit.wording.printable import printable

# The present step


def present_step(edit: EditSession, name: str | None) -> TableStep:
    """The present step. Raises CommandError where another one is named, or none is known."""
    position = edit.position
    if position.done:
        raise CommandError(Message("autodev.all-steps-done"))
    step = position.step
    if step is None:
        raise CommandError(Message("autodev.step-in-no-table", step=position.label))
    if name is not None and normal_number(name) != step.id and fold(name) not in names_of(step.name):
        raise CommandError(Message("autodev.another-step-is-present", step=step.label, named=name))
    return step


def present_label(edit: EditSession, name: str | None) -> str:
    """Number and name of the present step, which need not be in a table. Raises CommandError where another one is
    named.
    """
    position = edit.position
    names = (position.id, fold(position.name or ""))
    if (
        position.done
        or position.step is not None
        or (name is not None and normal_number(name) != names[0] and fold(name) not in names)
    ):
        return present_step(edit, name).label
    if not position.label:
        raise CommandError(Message("autodev.no-present-step"))
    return position.label


TOUCHES = frozenset({
    "position", "next_action", "next_by_rule", "resume_at", "thresholds", "retries", "phases", "waiting", "findings",
    "sessions", "continuity", "updated", "extra", "blockers", "lacks",
})  # fmt: skip
"""The parts of a track that a verb on the present step may change."""

_NUMBERED = regex(r"(?:step\s+)?(?P<id>\d[\w.]{0,12})(?:\s*[—–:-]+\s+|\s+)(?P<name>\S.*)", re.IGNORECASE | re.DOTALL)


def move(edit: EditSession, intent: Move) -> Outcome:
    """Move to another step, sub-step or status."""
    match intent.part:
        case "phase":
            return _move_step(edit, checked_text(intent.value, "step"))
        case "task":
            return _move_sub_step(edit, checked_text(intent.value, "sub-step"))
        case "status":
            return _move_status(edit, checked_text(intent.value, "status"))
        case "next":
            raise CommandError(Message("autodev.states-no-next-action"))
    _refuse_without_sub_steps(edit)
    raise CommandError(Message("autodev.no-plans-to-move-to"))


def _refuse_without_sub_steps(edit: EditSession) -> None:
    """Raise CommandError where all steps are done, or the step failed for good."""
    if edit.position.done:
        raise CommandError(Message("autodev.all-steps-done-go-back"))
    if edit.position.failed_for_good:
        raise failed_refusal(edit)


def complete(edit: EditSession, intent: Complete) -> Outcome:
    """Complete the present step, its sub-step, or the session."""
    if intent.whole == "phase":
        return _complete_step(edit, intent)
    if intent.whole == "task":
        return _complete_sub_step(edit, intent)
    if intent.whole == "session":
        return end_session(edit, intent)
    if edit.position.done:
        raise CommandError(Message("autodev.all-steps-done-go-back"))
    try:
        _next_step(edit, _check_completable(edit))
    except CommandError as refusal:
        raise CommandError(Message("autodev.no-plans-nor-completion", why=refusal.message)) from None
    raise CommandError(Message("autodev.no-plans-to-complete"))


def skip(edit: EditSession, intent: Skip) -> Outcome:
    """Skip the present step, and go on to the next one."""
    step = present_step(edit, intent.phase)
    note = checked_option(intent.note, "note")
    following = _next_step(edit, step)
    sentence = Message("autodev.step-skipped", step=step.label, then=_next_message(following))
    return _go_on(edit, step, following, f"Skipped: {note}" if note else "Skipped", sentence, is_skipped=True)


# To a step


def _move_step(edit: EditSession, value: str) -> Outcome:
    """Move to the beginning of another step."""
    position = edit.position
    number, name = resolve_step(position.table, value)
    is_present = position.id is not None and normal_number(number) == position.id and not position.done
    if is_present:
        return Outcome(sentence=Message("autodev.step-is-present-already", number=number, name=name))
    if position.failed_for_good:
        raise failed_refusal(edit)
    return _move_to(edit, number, name)


def _move_to(edit: EditSession, number: str, name: str) -> Outcome:
    has_retries = edit.position.retries != 0
    _begin(edit, number, name)
    remarks = [
        Message("autodev.step-starts-over", step=number, status=each.status)
        for each in edit.before.phases if each.id == number and is_behind(each.status)
    ]  # fmt: skip
    remarks += [Message("autodev.earlier-retries-dropped")] if has_retries else []
    return Outcome(
        sentence=Message("autodev.flow-is-at-step", number=number, name=name),
        remarks=(*remarks, *_blocker_remark(edit)),
        touches=TOUCHES,
        holds=lambda track: _is_at(track, number) and track.position.status == "not_started",
    )


def follow_folders(edit: EditSession, disagreement: Disagreement) -> Outcome:
    """Move to the step that the folders show, and add rows for the steps before it that left an artefact (seed, rule
    4).
    """
    if edit.state.keeps(COMPLETED):
        completed = {each.number for each in edit.state.completed}
        for step, path in disagreement.missing_rows:
            if step.id not in completed:
                add_completed(edit, printable(f"{path} shows it"), step)
    return _move_to(edit, disagreement.folder_step.id, disagreement.folder_step.name)


def _begin(edit: EditSession, number: str, name: str) -> None:
    """Write the lines of a step that has not begun; those of the step before are cleared."""
    clear_sub_step(edit)
    write_step(edit, {"step": number, "name": name, "status": STATUS_WORDS["not_started"], **_reset_count(edit)})
    clear_attempts(edit)


def _reset_count(edit: EditSession) -> dict[str, str]:
    """The value that resets the retry count, on a new step or success (seed)."""
    counts = edit.state.current.retry_line is not None or edit.state.generation != "early"
    return {"retry_count": "0"} if counts else {}


def resolve_step(table: StepTable | None, value: str) -> tuple[str, str]:
    """Number and name of a step of the table, given by number, name or both. Raises CommandError where none or several
    match.
    """
    parts = _NUMBERED.fullmatch(value)
    number, name = (parts["id"], parts["name"]) if parts else (value, None) if is_number(value) else (None, value)
    if table is None:
        if number is None or name is None:
            raise CommandError(Message("autodev.table-unknown", step=value))
        return number, name
    matches = table.steps_named(name) if name is not None else ()
    if name is not None and number is None and len(matches) > 1:
        numbers = [f'"{each.id}"' for each in matches]
        raise CommandError(Message("autodev.several-steps-of-name", name=name, numbers=numbers))
    step = table.find(number, name)
    if step is None:
        labels = [each.label for each in table.steps]
        raise CommandError(Message("autodev.no-such-step", flow=table.flow, step=value, known=labels))
    if number is not None and name is not None and normal_number(number) != step.id:
        message = Message("autodev.step-has-another-number", name=step.name, id=step.id, flow=table.flow, number=number)
        raise CommandError(message)
    return step.id, step.name


def _is_at(track: Track, number: str) -> bool:
    return track.position.phase is not None and track.position.phase.id == normal_number(number)


# To a sub-step


def _move_sub_step(edit: EditSession, value: str) -> Outcome:
    sub = read_sub_step(Value(value, 0))
    parts = sub_step_count(edit.position)
    nested = edit.state.generation == "nested"
    if is_nothing(value) or (nested and (sub.id is None or (sub.name is None and sub.id != "0"))):
        raise CommandError(Message("autodev.no-sub-step", sub_step=value))
    if nested:
        sub = _kebab(sub)
    if sub.id is not None and sub.id.isdigit() and parts is not None and int(sub.id) > parts:
        raise CommandError(Message("autodev.sub-step-beyond-last", step=edit.position.label, parts=parts))
    _refuse_without_sub_steps(edit)
    begins = edit.position.status == "not_started"
    _write_sub_step(edit, sub, begins=begins)
    return Outcome(
        sentence=Message("autodev.sub-step-is", sub_step=sub.label),
        touches=TOUCHES,
        holds=lambda track: _has_task(track, sub),
    )


def _kebab(sub: SubStep) -> SubStep:
    """A nested sub-step with its name in kebab-case, and the original name as the detail where it differs."""
    if sub.id == "0":
        return SubStep(id="0", name=NOT_INVOKED, line=0)
    name = "-".join(fold(sub.name or "").split())
    return SubStep(id=sub.id, name=name, detail=sub.name if sub.name != name else None, line=0)


def _write_sub_step(edit: EditSession, sub: SubStep, *, begins: bool) -> None:
    present = edit.state.current.sub_step
    if present is None or (present.id, present.name) != (sub.id, sub.name):
        write_sub_step(edit, sub)
    write_step(edit, {"status": STATUS_WORDS["in_progress"]} if begins else {})


def _has_task(track: Track, sub: SubStep) -> bool:
    task = track.position.task
    if sub.id == "0":
        return task is None
    return task is not None and task.id == sub.id and (sub.name is None or (task.name or "").startswith(sub.name))


def _complete_sub_step(edit: EditSession, intent: Complete) -> Outcome:
    """Move to the next sub-step by number; the state does not have its name. Raises CommandError after the last one."""
    refuse_result(intent)
    if edit.position.done:
        raise CommandError(Message("autodev.all-steps-done-go-back"))
    if edit.position.failed_for_good:
        raise failed_refusal(edit)
    sub, parts = edit.state.current.sub_step, sub_step_count(edit.position)
    if sub is None or sub.id is None or not sub.id.isdigit() or sub.nested:
        raise CommandError(Message("autodev.next-sub-step-unknown"))
    number = int(sub.id)
    if parts is not None and number >= parts:
        _next_step(edit, _check_completable(edit))
        raise CommandError(Message("autodev.last-sub-step", number=number, parts=parts))
    following, complete = SubStep(id=str(number + 1), line=0), " ".join(filter(None, (sub.id, sub.name)))
    _write_sub_step(edit, following, begins=edit.position.status == "not_started")
    return Outcome(
        sentence=Message("autodev.sub-step-complete", sub_step=complete, following=number + 1),
        touches=TOUCHES,
        holds=lambda track: _has_task(track, following),
    )


# To a status


def _move_status(edit: EditSession, value: str) -> Outcome:
    target: Status = status_of(value)
    position = edit.position
    if target not in STATUS_WORDS:
        raise CommandError(Message("autodev.no-such-status", status=value, known=STATUS_WORDS.values()))
    if position.done:
        raise CommandError(Message("autodev.all-steps-done-go-back"))
    if target == position.status:
        return Outcome(sentence=Message("autodev.status-is-so-already", status=STATUS_WORDS[target]))
    if position.failed_for_good:
        raise failed_refusal(edit)
    if target == "failed":
        _check_failable(edit, None)
        raise CommandError(Message("autodev.failing-is-recorded"))
    if target == "skipped":
        present_step(edit, None)
        raise CommandError(Message("autodev.skipping-goes-on"))
    if not may_move(position.status, target):
        moves = [STATUS_WORDS[each] for each in legal_moves(position.status) if each in STATUS_WORDS]
        status = edit.state.current.status
        if status is None:
            raise CommandError(Message("autodev.no-such-move-from-none", target=STATUS_WORDS[target], known=moves))
        raise CommandError(
            Message("autodev.no-such-move", status=status.text, target=STATUS_WORDS[target], known=moves)
        )
    begins_again = position.used_up and not position.is_held  # a finished step is taken up again
    write_step(edit, {"status": STATUS_WORDS[target], **(_reset_count(edit) if begins_again else {})})
    if begins_again:
        clear_attempts(edit)
    return Outcome(
        sentence=Message("autodev.status-is", status=STATUS_WORDS[target]),
        touches=TOUCHES,
        holds=lambda track: track.position.status == target,
    )


def failed_refusal(edit: EditSession) -> CommandError:
    """The refusal for a step that failed for good: only a person lets it be tried again (seed, rule 7)."""
    step = edit.position.step
    if step is None:
        return CommandError(Message("autodev.failed-for-good", why=retries_message(edit)))
    return CommandError(Message("autodev.failed-for-good-or-skip", why=retries_message(edit), step=step.id))


def retries_message(edit: EditSession) -> Message:
    """How often the step was tried, or where its unreadable count stands."""
    position, counts = edit.position, edit.state.current.retry_counts
    unread = next((each for each in counts if read_count(each.text) is None), None)
    if position.retries is not None or unread is None:
        return Message("autodev.failed-after-retries", step=position.label, retries=position.retries)
    count = printable(unread.text[:40])
    return Message("autodev.retries-unreadable", step=position.label, stated=count, line=unread.line)


# The end of a step


def _check_completable(edit: EditSession, name: str | None = None) -> TableStep:
    """The present step. Raises CommandError where it has not begun, or failed for good."""
    step = present_step(edit, name)
    if edit.position.status == "not_started":
        raise CommandError(Message("autodev.step-not-begun", step=step.label))
    if edit.position.failed_for_good:
        raise failed_refusal(edit)
    return step


def _complete_step(edit: EditSession, intent: Complete) -> Outcome:
    refuse_result(intent)
    step = _check_completable(edit, intent.step)
    note = checked_option(intent.note, "note")
    following = _next_step(edit, step)
    if not note or edit.state.keeps(COMPLETED):
        sentence = Message("autodev.step-completed", step=step.label, then=_next_message(following))
        return _go_on(edit, step, following, note or "—", sentence)
    sentence = Message("autodev.step-completed-with-note", step=step.label, note=note, then=_next_message(following))
    outcome = _go_on(edit, step, following, note, sentence)
    return replace(outcome, remarks=(*outcome.remarks, Message("autodev.note-has-no-row")))


@dataclass(frozen=True, slots=True)
class _NextStep:
    """The next step; with the number of the cycle where it begins one."""

    step: TableStep
    cycle: str | None = None


def _go_on(
    edit: EditSession,
    step: TableStep,
    following: _NextStep | None,
    outcome: str,
    sentence: Message,
    *,
    is_skipped: bool = False,
) -> Outcome:
    """Add the row of the ended step and begin the next one. At a boundary the agent asks first, unless the step was
    skipped.
    """
    if edit.state.keeps(COMPLETED):
        add_completed(edit, outcome)
    boundary = boundary_before(edit.position.flow, following.step.name) if following is not None else None
    agent_asks = boundary is not None and fold(boundary[0]) in names_of(step.name) and not is_skipped
    if following is None:
        _finish_flow(edit)
    else:
        _begin(edit, following.step.id, following.step.name)
        if following.cycle is not None:
            write_step(edit, {"cycle": following.cycle})
    remarks = _blocker_remark(edit)
    if agent_asks and boundary is not None:
        if edit.state.keeps(SESSION):
            write_boundary(edit, boundary)
        remarks = (Message("autodev.agent-asks-first", options=boundary_options(boundary[1])), *remarks)
    return Outcome(
        sentence=sentence,
        remarks=remarks,
        touches=TOUCHES,
        holds=lambda track: (
            track.position.status == "completed" if following is None else _is_at(track, following.step.id)
        ),
    )


def _next_message(following: _NextStep | None) -> Message:
    if following is None:
        return Message("autodev.all-steps-done")
    return Message("autodev.step-is-next", step=following.step.label)


def _next_step(edit: EditSession, present: TableStep) -> _NextStep | None:
    """The next step; None after the last one. Raises CommandError where the cycle lacks its retrospective."""
    table = edit.position.table
    step = table.step_after(present) if table is not None else None
    if step is not None:
        return _NextStep(step)
    if table is None or table.flow != EXISTING or edit.state.generation != "nested":
        return None
    cycle_start = table.steps_named(CYCLE_BEGINS)[0]
    cycle = edit.state.current.cycle
    number = int(cycle.text) if cycle is not None and cycle.text.isdigit() and len(cycle.text) < 9 else 1
    reports = edit.sources.docs.count(RETROSPECTIVES)
    if reports < number:
        raise CommandError(Message("autodev.retrospective-missing", cycle=number + 1, last=number, found=reports))
    return _NextStep(cycle_start, str(number + 1))


def _finish_flow(edit: EditSession) -> None:
    clear_sub_step(edit)
    write_step(edit, {"step": DONE, "status": STATUS_WORDS["phase_complete"], **_reset_count(edit)})
    clear_attempts(edit)


def _blocker_remark(edit: EditSession) -> tuple[Message, ...]:
    """A remark about the first blocker that holds."""
    open_ones = [each.text for each in edit.before.blockers if each.holds]
    return (Message("systems.blocker-still-open", text=open_ones[0]),) if open_ones else ()


# Naming the step in a state file that names none: the one verb it takes (seed, rule 2)


def is_first_step(intent: Intent, edit: EditSession) -> TypeGuard[Move]:
    """Whether the intent names a step for a readable file that has none."""
    state = edit.sources.state
    return isinstance(intent, Move) and intent.part == "phase" and state is not None and not state.is_usable


def set_first_step(edit: EditSession, intent: Move) -> Outcome:
    """Write Current Step, with the flow of the file, else of the folders. Raises CommandError where neither has one."""
    state, detected = edit.sources.state, edit.sources.detected
    flow_text = state.current.flow.text if state is not None and state.current.flow is not None else None
    flow = flow_named(flow_text) if flow_text is not None else detected.flow if detected is not None else None
    table = table_of(state.generation if state is not None else "seed", flow) or table_of("seed", flow)
    if flow is None or table is None:
        raise CommandError(Message("autodev.state-names-no-flow", path=edit.candidate.path))
    number, name = resolve_step(table, checked_text(intent.value, "step"))
    if edit.editor.markdown.section(*TITLES) is None:
        add_section(edit.editor, TITLES[0])
    values = {"flow": flow, "step": number, "name": name, "status": STATUS_WORDS["not_started"], "retry_count": "0"}
    put_lines(edit.editor, TITLES, ORDER, values)
    put_in_order(edit.editor, TITLES, ORDER)
    return Outcome(
        sentence=Message("autodev.flow-is-at-step", number=number, name=name),
        touches=TOUCHES | {"format", "documents"},
        holds=lambda track: track.position.phase is not None and track.position.phase.id == number,
    )


# Failed retries, and the reset that only a person makes (seed, rules 6 and 7)


def fail(edit: EditSession, intent: Fail) -> Outcome:
    """Record a failed retry of the present step: a row in the log, and the count. At the third the step has failed, and
    a blocker says why.
    """
    if intent.type or intent.agent:
        raise CommandError(Message("autodev.log-has-no-type-nor-agent"))
    label, retries = _check_failable(edit, intent.phase)
    reason = plain(checked_option(intent.note, "reason") or "not told")
    logged = logged_retries(edit.state)
    count = max(min(retries + 1, MOST_RETRIES), logged)
    logs = edit.state.keeps(RETRIES) and logged < MOST_RETRIES  # a row more would be read as a retry more
    has_failed = count >= MOST_RETRIES
    if logs:
        add_attempt(edit, count, reason)
    rows = len(edit.before.retries.log) + logs if edit.before.retries is not None else int(logs)
    write_step(edit, {"status": STATUS_WORDS["failed" if has_failed else "in_progress"], "retry_count": str(count)})
    sentence = Message("autodev.retry-failed", step=label, count=count, most=MOST_RETRIES)
    remarks: tuple[Message, ...] = ()
    if intent.note and not logs and not (has_failed and edit.state.keeps(BLOCKERS)):
        sentence = Message("autodev.retry-failed-because", step=label, count=count, most=MOST_RETRIES, reason=reason)
        remarks = (Message("autodev.reason-has-no-row"),)
    if has_failed and edit.state.keeps(BLOCKERS):
        add_to_list(edit, BLOCKERS, f"{edit.position.failure}: {reason}")
        remarks = (Message("autodev.agent-tries-no-more"),)
    return Outcome(
        sentence=sentence,
        remarks=remarks,
        touches=TOUCHES,
        holds=lambda track: _has_retries(track, count, rows) and (track.position.status == "failed") == has_failed,
    )


def _check_failable(edit: EditSession, name: str | None) -> tuple[str, int]:
    """The label of the present step and its failed retries. Raises CommandError where it cannot fail."""
    label = present_label(edit, name)
    if edit.state.current.retry_line is None and not edit.state.keeps(RETRIES):
        raise CommandError(Message("autodev.form-counts-no-retries"))
    if edit.position.failed_for_good:
        raise failed_refusal(edit)
    if edit.position.retries is None:
        raise CommandError(Message("autodev.failed-for-good", why=retries_message(edit)))
    if edit.position.status in ("phase_complete", "skipped"):
        status_value = edit.state.current.status
        status = status_value.text if status_value is not None else None
        raise CommandError(Message("autodev.step-has-ended", step=label, status=status))
    return label, edit.position.retries


def retry(edit: EditSession, intent: Retry) -> Outcome:
    """Try a failed step again, while it has tries left."""
    label = present_label(edit, intent.phase)
    if edit.position.failed_for_good and not intent.beyond:
        raise failed_refusal(edit)
    if edit.position.failed_for_good:
        return reset_retries(edit, ResetRetries())
    if edit.position.status != "failed":
        raise CommandError(Message("autodev.step-not-failed", step=label))
    if intent.note is not None:
        raise CommandError(Message("autodev.retry-takes-no-note"))
    write_step(edit, {"status": STATUS_WORDS["in_progress"]})
    return Outcome(
        sentence=Message("autodev.step-tried-again", step=label),
        touches=TOUCHES,
        holds=lambda track: track.position.status == "in_progress",
    )


def reset_retries(edit: EditSession, intent: ResetRetries) -> Outcome:
    """Reset the retries, which only a person does: the count, the log, and the blocker of the failure."""
    label = present_label(edit, None)
    failed = edit.position.status == "failed"
    if edit.before.retries is None and not failed:
        raise CommandError(Message("autodev.form-counts-no-retries"))
    if not failed and edit.position.retries == 0 and not edit.state.attempts:
        return Outcome(sentence=Message("autodev.no-retry-counted", step=label))
    mark = edit.position.failure
    removed = [each.text for each in edit.before.blockers if each.text.startswith(mark)]
    remove_from_list(edit, BLOCKERS, removed)
    clear_attempts(edit)
    write_step(edit, {**({"status": STATUS_WORDS["in_progress"]} if failed else {}), "retry_count": "0"})
    remaining = [each.text for each in edit.before.blockers if each.holds and each.text not in removed]
    return Outcome(
        sentence=Message("autodev.retries-counted-anew", step=label),
        remarks=(Message("systems.blocker-still-open", text=remaining[0]),) if remaining else (),
        touches=TOUCHES,
        holds=lambda track: _has_retries(track, 0, 0) and track.position.status != "failed",
    )


def _has_retries(track: Track, count: int, rows: int) -> bool:
    return track.retries is not None and (track.retries.count, len(track.retries.log)) == (count, rows)
