"""Moving along the flow: to a step or sub-step, a status, the end of a step (seed, rule 2 and "Session Boundaries")."""

import re
from dataclasses import replace
from typing import TypeGuard

from cockpit.model import Status, Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import Complete, Fail, Intent, Move, ResetRetries, Retry, Skip
from cockpit.rules.next_step import legal_moves, may_move
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
from cockpit.systems.autodev.entry_editing import add, remove
from cockpit.systems.autodev.flow_position import flow_named
from cockpit.systems.autodev.history_editing import (
    add_attempt,
    add_completed,
    clear_attempts,
    end_session,
    refuse_result,
    tell_boundary,
)
from cockpit.systems.autodev.phases import parts_of
from cockpit.systems.autodev.state_file import COMPLETED, RETRIES, SESSION, TITLES, SubStep, read_sub_step
from cockpit.systems.autodev.vocabulary import (
    BEFORE,
    CYCLE_BEGINS,
    DONE,
    EXISTING,
    MOST_RETRIES,
    WORDS,
    StepTable,
    TableStep,
    bare,
    boundary,
    is_number,
    names_of,
    status_of,
    table_of,
)
from cockpit.systems.autodev.waiting import options
from cockpit.systems.shared.list_editing import add_section
from cockpit.systems.shared.outcome import Outcome, checked_option, checked_text
from cockpit.systems.shared.values import BLOCKERS, Value, fold, is_nothing, plain
from cockpit.wording.numbers import read_count
from cockpit.wording.phrases import counted, listed
from cockpit.wording.printable import printable

# The step at which the flow stands, as verbs go by it: of a table, or as the file calls it


def present(edit: EditSession, named: str | None) -> TableStep:
    """The present step. Raises CommandError where another one is named, or none is known."""
    position = edit.position
    if position.done:
        raise CommandError("All steps are done.")
    step = position.step
    if step is None:
        raise CommandError(
            f"{position.sentence} is in no known table of its flow; `cockpit move phase STEP` names one."
        )
    if named is not None and bare(named) != step.id and fold(named) not in names_of(step.name):
        raise CommandError(f"The flow is at step {step.id} {step.name}, not at {named[:40]}.")
    return step


def present_name(edit: EditSession, named: str | None) -> str:
    """What the present step is called, `Step 2 Research`, also where it is in no table: counting needs none. Raises
    CommandError where another one is named.
    """
    position = edit.position
    own = (position.id, fold(position.name or ""))
    if (
        position.done
        or position.step is not None
        or (named is not None and bare(named) != own[0] and fold(named) not in own)
    ):
        here = present(edit, named)
        return f"Step {here.id} {here.name}"
    if position.id is None and not position.name:
        raise CommandError("The state file names no step; `cockpit move phase STEP` does.")
    return position.sentence


TOUCHES = frozenset({
    "position", "next_action", "next_by_rule", "resume_at", "thresholds", "retries", "phases", "waiting", "findings",
    "sessions", "continuity", "updated", "extra", "blockers", "lacks",
})  # fmt: skip
"""What a verb on the present step may change of a track."""

_NUMBERED = re.compile(
    r"(?:step\s+)?(?P<id>\d[\w.]{0,12})(?:\s*[—–:-]+\s+|\s+)(?P<name>\S.*)", re.IGNORECASE | re.DOTALL
)


def move(edit: EditSession, intent: Move) -> Outcome:
    """To another step, sub-step or status."""
    match intent.part:
        case "phase":
            return _move_step(edit, checked_text(intent.value, "step"))
        case "task":
            return _move_sub_step(edit, checked_text(intent.value, "sub-step"))
        case "status":
            return _move_status(edit, checked_text(intent.value, "status"))
        case "next":
            raise CommandError("autodev states no next action; what comes next follows from the step and its status.")
    _refuse_without_sub_steps(edit)
    raise CommandError("autodev's steps have no plans; `cockpit move task SUB-STEP` sets the sub-step.")


def _refuse_without_sub_steps(edit: EditSession) -> None:
    """Raise CommandError where no sub-step can be set: the flow is done, or its step failed for good."""
    if edit.position.done:
        raise CommandError("All steps are done; `cockpit move phase STEP` goes back to one.")
    if edit.position.failed:
        raise stuck(edit)


def complete(edit: EditSession, intent: Complete) -> Outcome:
    """The present step is completed, or its sub-step, or the session."""
    if intent.whole == "phase":
        return _complete_step(edit, intent)
    if intent.whole == "task":
        return _complete_sub_step(edit, intent)
    if intent.whole == "session":
        return end_session(edit, intent)
    if edit.position.done:
        raise CommandError("All steps are done; `cockpit move phase STEP` goes back to one.")
    try:
        _to_complete(edit)
    except CommandError as refused:
        raise CommandError(f"autodev's steps have no plans. {refused}") from None
    raise CommandError("autodev's steps have no plans; `cockpit done phase` completes the step.")


def skip(edit: EditSession, intent: Skip) -> Outcome:
    """The present step is left out: a person's decision. What comes next is set."""
    here = present(edit, intent.phase)
    note = checked_option(intent.note, "note")
    return _go_on(
        edit, here, f"Skipped: {note}" if note else "Skipped", f"Skipped step {here.id} {here.name}", left_out=True
    )


# To a step


def _move_step(edit: EditSession, value: str) -> Outcome:
    """To the beginning of another step."""
    position = edit.position
    number, name = named_step(position.table, value)
    here = position.id is not None and bare(number) == position.id and not position.done
    if here:
        return Outcome(sentence=f"The flow is at step {number} {name} already.")
    if position.failed:
        raise stuck(edit)
    return _moved(edit, number, name)


def _moved(edit: EditSession, number: str, name: str) -> Outcome:
    was = edit.position.retries != 0
    _begin(edit, number, name)
    remarks = ("The retries of the step before are no longer counted.",) if was else ()
    return Outcome(
        sentence=f"The flow is at step {number} {name}.",
        remarks=(*remarks, *_blocked(edit)),
        touches=TOUCHES,
        holds=lambda track: _is_at(track, number) and track.position.status == "not_started",
    )


def follow(edit: EditSession, found: Disagreement) -> Outcome:
    """To the step that the folders show; the steps before it that left something get their rows (seed, rule 4)."""
    if edit.state.keeps(COMPLETED):
        behind = {each.number for each in edit.state.completed}
        for step, path in found.left:
            if step.id not in behind:
                add_completed(edit, printable(f"{path} shows it"), step)
    return _moved(edit, found.shown.id, found.shown.name)


def _begin(edit: EditSession, number: str, name: str) -> None:
    """The lines of a step that was not begun: nothing of the step before is left in them."""
    clear_sub_step(edit)
    write_step(edit, {"step": number, "name": name, "status": WORDS["not_started"], **_no_retries(edit)})
    clear_attempts(edit)


def _no_retries(edit: EditSession) -> dict[str, str]:
    """The count is reset on a new step or success (seed)."""
    kept = edit.state.current.retry_line is not None or edit.state.generation != "early"
    return {"retry_count": "0"} if kept else {}


def named_step(table: StepTable | None, value: str) -> tuple[str, str]:
    """The number and name of the step that is meant: by number, by name, or both, of the flow's table."""
    parts = _NUMBERED.fullmatch(value)
    number, name = (parts["id"], parts["name"]) if parts else (value, None) if is_number(value) else (None, value)
    if table is None:
        if number is None or name is None:
            raise CommandError(
                f'The table of this flow is not known: name number and step, "4 — Name", not "{value[:40]}".'
            )
        return number, name
    found = table.named(name) if name is not None else ()
    if name is not None and number is None and len(found) > 1:
        told = listed(f'"{each.id}"' for each in found)
        raise CommandError(f"The flow has several steps {name}: say which by its number, {told}.")
    step = table.find(number, name)
    if step is None:
        raise CommandError(f'The flow {table.flow} has no step "{value[:40]}"; it has {_all(table)}.')
    if number is not None and name is not None and bare(number) != step.id:
        raise CommandError(f"{step.name} is step {step.id} of the flow {table.flow}, not {number}.")
    return step.id, step.name


def _all(table: StepTable) -> str:
    return ", ".join(f"{step.id} {step.name}" for step in table.steps)


def _is_at(track: Track, number: str) -> bool:
    return track.position.phase is not None and track.position.phase.id == bare(number)


# To a sub-step


def _move_sub_step(edit: EditSession, value: str) -> Outcome:
    sub = read_sub_step(Value(value, 0))
    parts = parts_of(edit.position)
    nested = edit.state.generation == "nested"
    if is_nothing(value) or (nested and (sub.id is None or (sub.name is None and sub.id != "0"))):
        raise CommandError(f'A sub-step is a number and a name, "4 — Architecture Review", not "{value[:40]}".')
    if nested:
        sub = _kebab(sub)
    if sub.id is not None and sub.id.isdigit() and parts is not None and int(sub.id) > parts:
        raise CommandError(f"{edit.position.sentence} has {parts} sub-steps.")
    _refuse_without_sub_steps(edit)
    begins = edit.position.status == "not_started"
    told = " — ".join(filter(None, (sub.id, sub.name)))
    _write_sub_step(edit, sub, begins=begins)
    return Outcome(
        sentence=f"The sub-step is {told}.",
        touches=TOUCHES,
        holds=lambda track: _has_task(track, sub),
    )


def _kebab(sub: SubStep) -> SubStep:
    """A nested sub-step: its name in kebab-case, and in its own words as the detail where that says more."""
    if sub.id == "0":
        return SubStep(id="0", name=BEFORE, line=0)
    name = "-".join(fold(sub.name or "").split())
    return SubStep(id=sub.id, name=name, detail=sub.name if sub.name != name else None, line=0)


def _write_sub_step(edit: EditSession, sub: SubStep, *, begins: bool) -> None:
    stands = edit.state.current.sub_step
    if stands is None or (stands.id, stands.name) != (sub.id, sub.name):
        write_sub_step(edit, sub)
    write_step(edit, {"status": WORDS["in_progress"]} if begins else {})


def _has_task(track: Track, sub: SubStep) -> bool:
    task = track.position.task
    if sub.id == "0":
        return task is None
    return task is not None and task.id == sub.id and (sub.name is None or (task.name or "").startswith(sub.name))


def _complete_sub_step(edit: EditSession, intent: Complete) -> Outcome:
    """The next sub-step by its number; its name is not in the state. After the last one, the step is complete."""
    refuse_result(intent)
    sub, parts = edit.state.current.sub_step, parts_of(edit.position)
    if sub is None or sub.id is None or not sub.id.isdigit() or sub.nested:
        raise CommandError("Which sub-step comes next is not known: `cockpit move task '5 — Name'` names it.")
    number = int(sub.id)
    if edit.position.failed:
        raise stuck(edit)
    if parts is not None and number >= parts:
        _to_complete(edit)
        raise CommandError(f"Sub-step {number} is the last one of {parts}; `cockpit done phase` completes the step.")
    following = SubStep(id=str(number + 1), line=0)
    _write_sub_step(edit, following, begins=edit.position.status == "not_started")
    return Outcome(
        sentence=f"Sub-step {sub.id}{f' {sub.name}' if sub.name else ''} is complete; {number + 1} is next.",
        touches=TOUCHES,
        holds=lambda track: _has_task(track, following),
    )


# To a status


def _move_status(edit: EditSession, value: str) -> Outcome:
    target: Status = status_of(value)
    position = edit.position
    if target not in WORDS:
        raise CommandError(f'autodev has no status "{value[:40]}"; it has {listed(WORDS.values())}.')
    if position.done:
        raise CommandError("All steps are done; `cockpit move phase STEP` goes back to one.")
    if target == position.status:
        return Outcome(sentence=f"The status is {WORDS[target]} already.")
    if position.failed:
        raise stuck(edit)
    if target == "failed":
        _to_fail(edit, None)
        raise CommandError("`cockpit phase fail` records a failed retry; at the third the step has failed.")
    if target == "skipped":
        present(edit, None)
        raise CommandError("`cockpit phase skip STEP` leaves it out and goes on to the next one.")
    if not may_move(position.status, target):
        known = [WORDS[each] for each in legal_moves(position.status) if each in WORDS]
        stated = edit.state.current.status
        raise CommandError(
            f"From {stated.text if stated else 'no status'}, the status cannot become {WORDS[target]}; "
            f"it can become {listed(known) or 'none here'}."
        )
    again = position.used_up and not position.held  # a finished step is taken up again
    write_step(edit, {"status": WORDS[target], **(_no_retries(edit) if again else {})})
    if again:
        clear_attempts(edit)
    return Outcome(
        sentence=f"The status is {WORDS[target]}.",
        touches=TOUCHES,
        holds=lambda track: track.position.status == target,
    )


def stuck(edit: EditSession) -> CommandError:
    """Of a step that failed for good: nothing is tried again without a decision (seed, rule 7)."""
    here = edit.position
    skips = f", `cockpit phase skip {here.id}` leaves the step out" if here.step is not None else ""
    return CommandError(f"{tried(edit)}: `cockpit retry reset` counts them anew{skips}.")


def tried(edit: EditSession) -> str:
    """How often the step was tried, or that nobody can read it, with the words and the line."""
    here, counts = edit.position, edit.state.current.retry_counts
    unread = next((each for each in counts if read_count(each.text) is None), None)
    if here.retries is not None or unread is None:
        return f"{here.sentence} failed after {here.retries} retries"
    return f"The retries of {here.called} cannot be read, “{printable(unread.text[:40])}” (line {unread.line})"


# The end of a step


def _to_complete(edit: EditSession, named: str | None = None) -> TableStep:
    """The present step, which was begun and did not fail. Raises CommandError."""
    here = present(edit, named)
    if edit.position.status == "not_started":
        raise CommandError(f"Step {here.id} {here.name} was not begun; `cockpit move status in_progress` begins it.")
    if edit.position.failed:
        raise stuck(edit)
    return here


def _complete_step(edit: EditSession, intent: Complete) -> Outcome:
    refuse_result(intent)
    here = _to_complete(edit, intent.step)
    note = checked_option(intent.note, "note")
    done = f"Step {here.id} {here.name} is completed"
    if not note or edit.state.keeps(COMPLETED):
        return _go_on(edit, here, note or "—", done)
    outcome = _go_on(edit, here, note, f"{done} ({note})")
    told = "This form of the state file keeps no completed steps; the note stands in cockpit's ledger."
    return replace(outcome, remarks=(*outcome.remarks, told))


def _go_on(edit: EditSession, here: TableStep, outcome: str, told: str, *, left_out: bool = False) -> Outcome:
    """The row of the step that ended, then the next one, not begun; at a boundary, the agent asks first: nothing was
    decomposed where the step is left out.
    """
    following = _following(edit, here)
    if edit.state.keeps(COMPLETED):
        add_completed(edit, outcome)
    found = boundary(edit.position.flow, following[1]) if following is not None else None
    asks = found is not None and fold(found[0]) in names_of(here.name) and not left_out
    if following is None:
        _finish(edit)
        next_told = "All steps are done."
    else:
        _begin(edit, *following[:2])
        if following[2] is not None:
            write_step(edit, {"cycle": following[2]})
        next_told = f"Step {following[0]} {following[1]} is next."
    remarks: tuple[str, ...] = _blocked(edit)
    if asks and found is not None:
        if edit.state.keeps(SESSION):
            tell_boundary(edit, found)
        remarks = (f"The agent asks before it begins: {' or '.join(options(*found))}.", *remarks)
    done = following is None
    return Outcome(
        sentence=f"{told}. {next_told}",
        remarks=remarks,
        touches=TOUCHES,
        holds=lambda track: (
            track.position.status == "completed" if done or following is None else _is_at(track, following[0])
        ),
    )


def _following(edit: EditSession, here: TableStep) -> tuple[str, str, str | None] | None:
    """The number and name of the next step, and the cycle where another one begins; None after the last step."""
    table = edit.position.table
    step = table.after(here) if table is not None else None
    if step is not None:
        return step.id, step.name, None
    if table is None or table.flow != EXISTING or edit.state.generation != "nested":
        return None
    again = table.named(CYCLE_BEGINS)[0]
    cycle = edit.state.current.cycle
    number = int(cycle.text) if cycle is not None and cycle.text.isdigit() and len(cycle.text) < 9 else 1
    held = edit.sources.docs.count(RETROSPECTIVES)
    if held < number:
        there = counted(held, "retrospective")
        raise CommandError(
            f"Cycle {number + 1} begins only after the retrospective of cycle {number}: there "
            f"{'is' if held == 1 else 'are'} {there} in _docs/06_metrics (retro_*.md)."
        )
    return again.id, again.name, str(number + 1)


def _finish(edit: EditSession) -> None:
    clear_sub_step(edit)
    write_step(edit, {"step": DONE, "status": WORDS["phase_complete"], **_no_retries(edit)})
    clear_attempts(edit)


def _blocked(edit: EditSession) -> tuple[str, ...]:
    """That a blocker still stands."""
    open_ones = [each.text for each in edit.before.blockers if each.holds]
    return (f"A blocker still stands: {open_ones[0]}",) if open_ones else ()


# A state file that does not say at which step the flow stands is told it: the one verb it takes (seed, rule 2)


def is_first_step(intent: Intent, edit: EditSession) -> TypeGuard[Move]:
    """Whether a step is named in a file that can be read and names none."""
    state = edit.sources.state
    return isinstance(intent, Move) and intent.part == "phase" and state is not None and not state.usable


def set_first_step(edit: EditSession, intent: Move) -> Outcome:
    """Write Current Step, of the flow that the file states, else of the one that the folders show. Raises CommandError
    where neither tells a flow."""
    state, shown = edit.sources.state, edit.sources.found
    stated = state.current.flow.text if state is not None and state.current.flow is not None else None
    flow = flow_named(stated) if stated is not None else shown.flow if shown is not None else None
    table = table_of(state.generation if state is not None else "seed", flow) or table_of("seed", flow)
    if flow is None or table is None:
        raise CommandError(
            f"{edit.candidate.path} does not say in which flow the step is; write its line `flow:` first."
        )
    number, name = named_step(table, checked_text(intent.value, "step"))
    if edit.editor.markdown.section(*TITLES) is None:
        add_section(edit.editor, TITLES[0])
    values = {"flow": flow, "step": number, "name": name, "status": WORDS["not_started"], "retry_count": "0"}
    put_lines(edit.editor, TITLES, ORDER, values)
    put_in_order(edit.editor, TITLES, ORDER)
    return Outcome(
        sentence=f"The flow is at step {number} {name}.",
        touches=TOUCHES | {"format", "documents"},
        holds=lambda track: track.position.phase is not None and track.position.phase.id == number,
    )


# Failed retries, and the reset that only a person makes (seed, rules 6 and 7)


def fail(edit: EditSession, intent: Fail) -> Outcome:
    """A retry of the present step failed: a row in the log, one more counted; at the third it has failed, and a blocker
    says why.
    """
    if intent.type or intent.agent:
        raise CommandError("autodev's retry log has no type and no agent; tell the reason with --note.")
    here, before = _to_fail(edit, intent.phase)
    reason = plain(checked_option(intent.note, "reason") or "not told")
    count, logs = min(before + 1, MOST_RETRIES), edit.state.keeps(RETRIES)
    over = count >= MOST_RETRIES
    if logs:
        add_attempt(edit, count, reason)
    rows = len(edit.before.retries.log) + logs if edit.before.retries is not None else int(logs)
    write_step(edit, {"status": WORDS["failed" if over else "in_progress"], "retry_count": str(count)})
    remarks: tuple[str, ...] = ()
    kept = not intent.note or logs or (over and edit.state.keeps(BLOCKERS))
    if not kept:
        remarks = ("This form of the state file keeps no log of retries; the reason stands in cockpit's ledger.",)
    if over and edit.state.keeps(BLOCKERS):
        add(edit, BLOCKERS, f"{edit.position.failure}: {reason}")
        remarks = ("The agent tries no more; `cockpit retry reset` lets it.",)
    return Outcome(
        sentence=f"{here} failed: retry {count} of {MOST_RETRIES}{'' if kept else f' ({reason})'}.",
        remarks=remarks,
        touches=TOUCHES,
        holds=lambda track: _counts(track, count, rows) and (track.position.status == "failed") == over,
    )


def _to_fail(edit: EditSession, named: str | None) -> tuple[str, int]:
    """What the present step is called, which can fail, and how many retries of it did. Raises CommandError."""
    here = present_name(edit, named)
    if edit.state.current.retry_line is None and not edit.state.keeps(RETRIES):
        raise CommandError("This form of the state file counts no retries.")
    if edit.position.failed:
        raise stuck(edit)
    if edit.position.retries is None:
        raise CommandError(f"{tried(edit)}: `cockpit retry reset` counts anew, a person's decision.")
    if edit.position.status in ("phase_complete", "skipped"):
        ended = edit.state.current.status
        raise CommandError(
            f"{here} is {ended.text if ended is not None else 'finished'}; `cockpit move phase STEP` goes back."
        )
    return here, edit.position.retries


def retry(edit: EditSession, intent: Retry) -> Outcome:
    """A failed step whose retries are left is tried again."""
    here = present_name(edit, intent.phase)
    if edit.position.failed and not intent.beyond:
        raise stuck(edit)
    if edit.position.failed:
        return reset_retries(edit, ResetRetries())
    if edit.position.status != "failed":
        raise CommandError(f"{here} has not failed.")
    if intent.note is not None:
        raise CommandError("autodev has no place for how a step is tried again; leave --note out.")
    write_step(edit, {"status": WORDS["in_progress"]})
    return Outcome(
        sentence=f"{here} is tried again.",
        touches=TOUCHES,
        holds=lambda track: track.position.status == "in_progress",
    )


def reset_retries(edit: EditSession, intent: ResetRetries) -> Outcome:
    """Count anew: a person decided that the step may be tried again. The log is cleared, and the failure's blocker."""
    here = present_name(edit, None)
    failed = edit.position.status == "failed"
    if edit.before.retries is None and not failed:
        raise CommandError("This form of the state file counts no retries.")
    if not failed and edit.position.retries == 0 and not edit.state.attempts:
        return Outcome(sentence=f"No retry of s{here[1:]} is counted.")
    mark = edit.position.failure
    gone = [each.text for each in edit.before.blockers if each.text.startswith(mark)]
    remove(edit, BLOCKERS, gone)
    clear_attempts(edit)
    write_step(edit, {**({"status": WORDS["in_progress"]} if failed else {}), "retry_count": "0"})
    left = [each.text for each in edit.before.blockers if each.holds and each.text not in gone]
    return Outcome(
        sentence=f"The retries of s{here[1:]} are counted anew.",
        remarks=(f"A blocker still stands: {left[0]}",) if left else (),
        touches=TOUCHES,
        holds=lambda track: _counts(track, 0, 0) and track.position.status != "failed",
    )


def _counts(track: Track, count: int, rows: int) -> bool:
    return track.retries is not None and (track.retries.count, len(track.retries.log)) == (count, rows)
