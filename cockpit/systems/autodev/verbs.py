"""What can be done to autodev's state. Each verb gives edits as data, what it did, and remarks; `edit` makes them."""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import Any

from cockpit.model import Track
from cockpit.model import intents as verbs
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import Intent
from cockpit.rules.next_step import legal_moves, may_move
from cockpit.rules.work import is_behind
from cockpit.systems.autodev.description import (
    BOUNDARY,
    DONE,
    MOST_RETRIES,
    NO_VALUE,
    NOT_INVOKED,
    REASONS,
    STARTED_OVER,
    STATE,
    SUB_STEP_KEYS,
    WRITTEN,
    split_sub_step,
    status_of,
)
from cockpit.systems.autodev.flow import (
    CYCLE_BEGINS,
    EXISTING,
    TABLES,
    State,
    Step,
    StepTable,
    boundary_before,
    names_of,
    normal_number,
    split_step,
)
from cockpit.systems.autodev.folders import RETROSPECTIVES
from cockpit.systems.autodev.sources import Sources, read_sources
from cockpit.systems.autodev.track import LACKS, command_of, state_missing
from cockpit.systems.autodev.waiting import (
    ANSWERED,
    HERE,
    NEW,
    is_about_disagreement,
    options_at,
    question,
    sub_step_mark,
)
from cockpit.systems.interface import Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared import edit_session
from cockpit.systems.shared.lacks import lacking
from cockpit.systems.shared.outcome import (
    Meant,
    Voice,
    carried_out,
    checked_option,
    checked_text,
    refuse_unsupported_fields,
    verb_of,
)
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import refuse_conflict
from cockpit.text.edits import Add, Place, Remove, Set
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.words import fold, is_placeholder, plain, says_nothing
from cockpit.wording.messages import Message, command_line
from cockpit.wording.phrases import counted, either
from cockpit.wording.printable import printable

Outcome = Meant[TextEdit]
_AUTODEV = Voice("autodev")
said, refusal = _AUTODEV.said, _AUTODEV.refusal


class Present(edit_session.EditSession):
    """A state as it is now, what was read beside it, and the draft of all files."""

    @cached_property
    def sources(self) -> Sources:
        """What was read."""
        return read_sources(self.files, self.candidate, Report())

    @property
    def state(self) -> State:
        """The state. Raises CommandError where it names no step."""
        if self.sources.usable is None:
            told = f"{self.candidate.path} names no current step. Set it: `cockpit set phase=STEP`."
            raise refusal("state-names-no-step", told)
        return self.sources.usable

    def refuse_uneditable(self) -> None:
        """Raise CommandError where there is no file, or it cannot be edited."""
        path = self.candidate.path
        if self.draft.decoded(path) is None:
            raise CommandError(state_missing(path))
        if self.sources.state is not None:
            refuse_conflict(path, self.sources.state.reading.document)

    def make(self, outcome: Outcome) -> None:
        """Make the edits of the state file in the draft."""
        if outcome.edits:
            self.draft.describe(self.candidate.path, STATE, outcome.edits)

    @property
    def step(self) -> Step:
        """The present step. Raises CommandError where none of the table is."""
        if self.state.done:
            raise refusal("all-steps-done", "All steps are done.")
        if self.state.step is None:
            told = f"Step {self.state.label} is not in a known table of its flow."
            raise refusal("step-in-no-table", f"{told} Move to a known step: `cockpit set phase=STEP`.")
        return self.state.step

    def named(self, name: str | None) -> str:
        """The label of the present step, which need not be in a table. Raises CommandError where another is named."""
        state = self.state
        if state.done:
            raise refusal("all-steps-done", "All steps are done.")
        if not state.label:
            raise refusal("no-present-step", "The state file names no current step. Set it: `cockpit set phase=STEP`.")
        label = state.step.label if state.step else state.label
        known = {state.id, *names_of(state.step.name if state.step else None), fold(state.name or "")}
        if name is not None and not {normal_number(name), fold(name)} & known:
            raise refusal("another-step-is-present", f"The current step is {label}, not {name[:40]}.")
        return label

    def refuse_done(self) -> None:
        """Raise CommandError where all steps are done."""
        if self.state.done:
            raise refusal("all-steps-done-go-back", "All steps are done. Go back to a step: `cockpit set phase=STEP`.")

    def refuse_stuck(self) -> None:
        """Raise CommandError where all steps are done, or the present one failed for good: only a person lets it be
        tried again (seed, rule 7)."""
        self.refuse_done()
        self.refuse_failed()

    def refuse_failed(self) -> None:
        """Raise CommandError where the present step failed for good."""
        if not self.state.failed_for_good:
            return
        if (step := self.state.step) is None:
            raise self.used_up()
        skipping = command_line("phase", "skip", step.id)
        told = f"Reset the retries (`cockpit phase reset`, only a person may) or skip the step ({skipping})."
        raise refusal("failed-for-good-or-skip", f"{self.tried}. {told}")

    def used_up(self) -> CommandError:
        """The refusal where no try is left, or the count cannot be read."""
        return refusal(
            "failed-for-good", f"{self.tried}. Reset the retries: `cockpit phase reset` (only a person may)."
        )

    @property
    def tried(self) -> str:
        """How often the step was tried, or where its unreadable count stands."""
        unread = next((each for each in self.state.counts if each.value is None), None)
        if self.state.retries is not None or unread is None:
            return f"Step {self.state.label} failed after {self.state.retries} retries"
        stated = printable(unread.text[:40])
        return f"The retry count of step {self.state.label} is unreadable: “{stated}” (line {unread.line})"

    def open_blocker(self, *without: str) -> tuple[Message, ...]:
        """A remark about the first blocker that holds."""
        held = [each.text for each in self.before.blockers if each.holds and each.text not in without]
        return (Message("systems.blocker-still-open", f"A blocker is still open: {held[0]}"),) if held else ()

    @property
    def asks_at_boundary(self) -> bool:
        """Whether the choice at a session boundary waits. The session then ends there, so that it goes on waiting."""
        return self.before.waiting is not None and self.before.waiting.anew is not None

    @property
    def step_name(self) -> str:
        """The name of the present step, with control characters escaped."""
        return printable(self.state.step_name or "")


# The edits that several verbs share


def _set(part: str, values: Mapping[str, str | None]) -> list[TextEdit]:
    return [Set((part, name), value) for name, value in values.items()]


def _written(state: State, values: Mapping[str, str | None]) -> list[TextEdit]:
    """Values of the present step; a retry count that is missing comes with them, as many as the log has, and one that
    is given also where the tries left stand."""
    values = dict(values)
    if "retry_count" not in values and not state.states_retries and state.form != "early":
        values["retry_count"] = str(state.retries or 0)
    count = values.get("retry_count")
    if count is not None and ("current", "retries_left") in state.reading.places:
        values["retries_left"] = str(MOST_RETRIES - int(count))
    return _set("current", values)


def _reset(state: State) -> dict[str, str | None]:
    """The count is reset on a new step or success, where the form has one (seed)."""
    return {"retry_count": "0"} if state.states_retries or state.form != "early" else {}


def _no_attempts(state: State) -> list[TextEdit]:
    """The log of retries is emptied, after success or a reset (seed)."""
    return [Remove(("log", at)) for at in reversed(range(len(state.attempts)))]


def _sub_step(state: State, number: str | None, name: str | None, detail: str | None = None) -> list[TextEdit]:
    """The sub-step in the form of the file; without number and name none is in progress."""
    at: Place = ("current", "sub_step")
    if state.form != "nested":
        label = " — ".join(filter(None, (number, name))) or ("0" if state.form == "pointer" else None)
        return [Set(at, label)] if label is not None else [Remove(at)] if at in state.reading.places else []
    values = (number or "0", name or (None if number else NOT_INVOKED), detail)
    gone: list[TextEdit] = [Remove(at)] if at in state.reading.places and not state.nested else []
    return [*gone, *(Set((*at, key), value) for key, value in zip(SUB_STEP_KEYS, values, strict=True))]


def _begin(state: State, number: str, name: str, **more: str | None) -> list[TextEdit]:
    """The lines of a step that has not begun; those of the step before are cleared."""
    values = {"step": number, "name": name, "status": WRITTEN["not_started"], **_reset(state), **more}
    return [*_sub_step(state, None, None), *_written(state, values), *_no_attempts(state)]


def _started(present: Present) -> list[TextEdit]:
    return _underway(present) if present.state.status == "not_started" else _written(present.state, {})


def _underway(present: Present) -> list[TextEdit]:
    return [*_starts_over(present, present.state.id), *_written(present.state, {"status": WRITTEN["in_progress"]})]


def _row(present: Present, outcome: str | None, step: Step | None = None) -> list[TextEdit]:
    """A row for the present step, or for another completed one, whose date is unknown."""
    state = present.state
    row = {"step": state.id, "name": present.step_name, "completed": present.today, "outcome": outcome}
    if step is not None:
        row = {"step": step.id, "name": step.name, "completed": None, "outcome": outcome}
    return [_new_row(state, "completed", row)]


def _new_row(state: State, part: str, row: Mapping[str, str | None]) -> Add:
    """A row of a table, without what the table has no column for."""
    columns = state.reading.columns.get(part, tuple(row))
    return Add((part,), {key: value for key, value in row.items() if value and key in columns})


def _starts_over(present: Present, number: str | None) -> list[TextEdit]:
    """The last row of a finished step says that it starts over: the agent would take it for done."""
    state = present.state
    row = next(reversed(state.rows_by_step.get(number or "-", [])), None)
    if row is None or row.starts_over or "outcome" not in state.reading.columns["completed"]:
        return []
    outcome = " — ".join(filter(None, (row.get("outcome"), f"{STARTED_OVER} {present.today}")))
    return [Set(("completed", state.completed.index(row), "outcome"), outcome)]


def _note(present: Present, text: str) -> list[TextEdit]:
    """A note where the agent reads it: in the detail of a nested sub-step, in Last Session, or behind the sub-step."""
    state = present.state
    number, name, detail = state.sub_step or (None, None, None)
    if state.nested:
        return [Set(("current", "sub_step", "detail"), " — ".join(filter(None, (detail, text))).replace('"', "'"))]
    if state.keeps("session"):
        notes = " — ".join(filter(None, (state.text("session", "notes"), text)))
        return _set("session", {"date": present.today, "notes": notes})
    label = " — ".join(filter(None, (number, name)))
    return [Set(("current", "sub_step"), f"{label or '0'} — {text}")]


def session_ends(present: Present, reason: str, notes: str | None) -> list[TextEdit]:
    """When, where and why the session ends, in the seed's words: `Step 3 Plan — SubStep 4 Architecture Review`."""
    state = present.state
    number, name, _ = state.sub_step or (None, None, None)
    last = state.table.find(None, state.step_name) if state.table is not None and state.done else None
    ended = " ".join(filter(None, ("Step", last.id if last is not None else state.id, present.step_name)))
    place = printable(" ".join(filter(None, (number, name))))
    if place and place != "0":
        ended = f"{ended} — SubStep {place}"
    return _set("session", {"date": present.today, "ended_at": ended, "reason": reason, "notes": notes or NO_VALUE})


def notes_with(present: Present, note: str | None) -> str | None:
    """The notes with a new one. The old ones stay where they hold a question, or an answer that still counts."""
    old = present.state.text("session", "notes")
    asked = question(present.state, present.sources.tasks, present.sources.conflict, note)
    return note if old is None or asked == present.before.waiting else " — ".join(filter(None, (old, note)))


# Moving: to a step, a sub-step, a status


def move(present: Present, intent: verbs.Move) -> Outcome:
    """Move to another step, sub-step or status."""
    match intent.part:
        case "phase":
            return _move_step(present, checked_text(intent.value, "step"))
        case "task":
            return _move_sub_step(present, checked_text(intent.value, "sub-step"))
        case "status":
            return _move_status(present, checked_text(intent.value, "status"))
        case "next":
            raise CommandError(LACKS["next"])
    present.refuse_stuck()
    raise refusal("no-plans-to-move-to", "autodev has no plans. Set the sub-step: `cockpit set task=SUB-STEP`.")


def resolve(table: StepTable | None, value: str) -> tuple[str, str]:
    """Number and name of a step, given by number, name or both. Raises CommandError where none or several match."""
    number, name = split_step(value)
    if table is None:
        if number is None or name is None:
            told = f'The steps of this flow are unknown. Give number and name, "4 — Name", not "{value[:40]}".'
            raise refusal("table-unknown", told)
        return number, name
    if number is None and len(same := table.named(name)) > 1:
        numbers = either([f'"{each.id}"' for each in same])
        raise refusal("several-steps-of-name", f"The flow has several steps named {name}. Use the number: {numbers}.")
    step = table.find(number, name)
    if step is None:
        known = ", ".join(each.label for each in table.steps)
        raise refusal("no-such-step", f'The flow {table.flow} has no step "{value[:40]}". Steps: {known}.')
    if number is not None and name is not None and normal_number(number) != step.id:
        told = f"{step.name} is step {step.id} of the flow {table.flow}, not {number}."
        raise refusal("step-has-another-number", told)
    return step.id, step.name


def _move_step(present: Present, value: str) -> Outcome:
    state = present.state
    number, name = resolve(state.table, value)
    if state.id is not None and normal_number(number) == state.id and not state.done:
        return Outcome((), said("step-is-present-already", f"The flow is already at step {number} {name}."))
    present.refuse_failed()
    return _moved(present, number, name)


def _moved(present: Present, number: str, name: str, before: Sequence[TextEdit] = ()) -> Outcome:
    remarks = [
        said(
            "step-starts-over",
            f"Step {number} was {each.status} and starts over. To stay where you were: {command_line('undo')}.",
        )
        for each in present.before.phases
        if each.id == number and is_behind(each.status)
    ]
    if present.state.retries != 0:
        remarks.append(said("earlier-retries-dropped", "Reset the retry count of the previous step."))
    return Outcome(
        [*_starts_over(present, normal_number(number)), *before, *_begin(present.state, number, name)],
        said("flow-is-at-step", f"Moved to step {number} {name}."),
        (*remarks, *present.open_blocker()),
        lambda track: _is_at(track, number) and track.position.status == "not_started",
    )


def _is_at(track: Track, number: str) -> bool:
    return track.position.phase is not None and track.position.phase.id == normal_number(number)


def first_step(present: Present, intent: verbs.Move) -> Outcome:
    """Name the step in a readable file that names none: the one verb it takes (seed, rule 2). The flow is that of the
    file, else of the folders."""
    state, shown = present.sources.state, present.sources.shown
    stated = state.text("current", "flow") if state else None
    flow = state.flow if state and stated is not None else shown.flow if shown else None
    table = TABLES.get((state.form if state else "seed", flow or "")) or TABLES.get(("seed", flow or ""))
    if flow is None or table is None:
        told = "names no known flow. Add or correct the line first, for example `flow: greenfield`."
        raise refusal("state-names-no-flow", f"{present.candidate.path} {told}")
    number, name = resolve(table, checked_text(intent.value, "step"))
    values = {"flow": flow, "step": number, "name": name, "status": WRITTEN["not_started"], "retry_count": "0"}
    done = said("flow-is-at-step", f"Moved to step {number} {name}.")
    return Outcome(_set("current", values), done, (), partial(_is_at, number=number))


def _move_sub_step(present: Present, value: str) -> Outcome:
    state, nested, detail = present.state, present.state.form == "nested", None
    number, name = split_sub_step(value)
    parts = state.step.parts if state.step else None
    if says_nothing(value) or (nested and (number is None or (name is None and number != "0"))):
        told = f'Not a sub-step: "{value[:40]}". Use number and name, for example "4 — Architecture Review".'
        raise refusal("no-sub-step", told)
    if nested:  # its name is in kebab-case there, and the original one its detail where it differs
        kebab = NOT_INVOKED if number == "0" else "-".join(fold(name or "").split())
        name, detail = kebab, name if number != "0" and name != kebab else None
    if number is not None and number.isdigit() and parts is not None and int(number) > parts:
        raise refusal("sub-step-beyond-last", f"Step {state.label} has only {counted(parts, 'sub-step')}.")
    present.refuse_stuck()
    done = said("sub-step-is", f"Moved to sub-step {' — '.join(filter(None, (number, name)))}.")
    same = state.sub_step is not None and state.sub_step[:2] == (number, name)
    edits = [] if same else _sub_step(state, number, name, detail)
    return Outcome([*edits, *_started(present)], done, (), partial(_has_task, number=number, name=name))


def _has_task(track: Track, number: str | None, name: str | None = None) -> bool:
    task = track.position.task
    if number == "0":
        return task is None
    return task is not None and task.id == number and (name is None or (task.name or "").startswith(name))


def _move_status(present: Present, value: str) -> Outcome:
    state, target = present.state, status_of(value)
    if target not in WRITTEN:
        raise refusal("no-such-status", f'autodev has no status "{value[:40]}". Use {either([*WRITTEN.values()])}.')
    present.refuse_done()
    if target == state.status:
        return Outcome((), said("status-is-so-already", f"The status is already {WRITTEN[target]}."))
    present.refuse_failed()
    if target == "failed":
        _failable(present, None)
        told = "Record a failed retry instead: `cockpit phase fail`. The third one sets the status to failed."
        raise refusal("failing-is-recorded", told)
    if target == "skipped":
        present.named(None)
        present.step  # noqa: B018 -- a step that no table has is refused first
        told = "Skip the step with `cockpit phase skip STEP`; it also moves to the next step."
        raise refusal("skipping-goes-on", told)
    if not may_move(state.status, target):
        known = either([WRITTEN[each] for each in legal_moves(state.status) if each in WRITTEN])
        if state.stated_status is None:
            told = f"The status is missing. It can be set to {known}, not to {WRITTEN[target]}."
            raise refusal("no-such-move-from-none", told)
        told = f"The status {state.stated_status.text} can change to {known}, not to {WRITTEN[target]}."
        raise refusal("no-such-move", told)
    again = state.used_up and not state.is_held  # a finished step is taken up again
    edits = _written(state, {"status": WRITTEN[target], **(_reset(state) if again else {})})
    if target == "in_progress" and state.status in ("phase_complete", "skipped"):
        edits += _starts_over(present, state.id)
    done = said("status-is", f"Set the status to {WRITTEN[target]}.")
    holds: Callable[[Track], bool] = lambda track: track.position.status == target  # noqa: E731
    return Outcome([*edits, *(_no_attempts(state) if again else ())], done, (), holds)


# Completing: the step, the sub-step, the session

_AT_BOUNDARY = "Decompose complete, implementation ready"
"""The notes at every boundary (seed, "Session Boundaries")."""


def complete(present: Present, intent: verbs.Complete) -> Outcome:
    """Complete the present step, its sub-step, or the session."""
    if intent.whole == "session" and not present.state.keeps("session"):
        told = "This state file format has no last session. Use the handoff: `cockpit handoff`."
        raise refusal("form-keeps-no-session", told)
    if intent.whole in ("phase", "task", "session"):
        if intent.result is not None:
            raise refusal("keeps-no-result", "autodev does not record results of checks. Use --note.")
        if intent.reason is not None and intent.whole != "session":
            raise refusal("only-sessions-have-reasons", "--reason is only for ending a session. Use --note.")
    match intent.whole:
        case "phase":
            return _complete_step(present, intent)
        case "task":
            return _complete_sub_step(present)
        case "session":
            return _end_session(present, intent)
    present.refuse_done()
    try:
        _following(present, _completable(present, None))
    except CommandError as why:
        raise refusal("no-plans-nor-completion", f"autodev has no plans. {why.message}") from None
    raise refusal("no-plans-to-complete", "autodev has no plans. Complete the step: `cockpit done phase`.")


def _completable(present: Present, name: str | None) -> Step:
    """The present step. Raises CommandError where it has not begun, or failed for good."""
    step = present.step
    present.named(name)
    if present.state.status == "not_started":
        told = f"Step {step.label} has not been started. Start it: `cockpit set status=in_progress`."
        raise refusal("step-not-begun", told)
    present.refuse_failed()
    return step


def _complete_step(present: Present, intent: verbs.Complete) -> Outcome:
    step, note = _completable(present, intent.step), checked_option(intent.note, "note")
    if not note or present.state.keeps("completed"):
        return _go_on(present, step, note, f"Completed step {step.label}.")
    remark = said(
        "note-has-no-row", "This state file format does not list completed steps; the note is in cockpit's log."
    )
    return _go_on(present, step, note, f"Completed step {step.label} ({note}).", (remark,))


def skip(present: Present, intent: verbs.Skip) -> Outcome:
    """Skip the present step, and go on to the next one."""
    step = present.step
    present.named(intent.phase)
    note = checked_option(intent.note, "note")
    return _go_on(present, step, f"Skipped: {note}" if note else "Skipped", f"Skipped step {step.label}.", skipped=True)


def _following(present: Present, step: Step) -> tuple[Step | None, str | None]:
    """The next step, None after the last one, and the number of the cycle that it begins. Raises CommandError where the
    cycle lacks its retrospective."""
    state, table = present.state, present.state.table
    after = table.after(step) if table is not None else None
    if after is not None or table is None or table.flow != EXISTING or state.form != "nested":
        return after, None
    stated = state.text("current", "cycle") or ""
    cycle = int(stated) if stated.isdigit() and len(stated) < 9 else 1
    if (found := len(present.sources.docs.all(RETROSPECTIVES))) < cycle:
        told = f"Cycle {cycle + 1} cannot start before the retrospective of cycle {cycle} is written"
        only = f"_docs/06_metrics has only {counted(found, 'retrospective')} (retro_*.md)."
        raise refusal("retrospective-missing", f"{told}: {only}")
    return table.named(CYCLE_BEGINS)[0], str(cycle + 1)


def _go_on(present: Present, step: Step, outcome: str | None, told: str, remarks: tuple[Message, ...] = (), *,
           skipped: bool = False) -> Outcome:  # fmt: skip
    """The row of the ended step, and the next one begins. At a boundary the agent asks first, unless it was skipped."""
    state, (after, cycle) = present.state, _following(present, step)
    edits = _row(present, outcome) if state.keeps("completed") else []
    boundary = boundary_before(state.flow, after.name) if after else None
    if after is None:
        values = {"step": DONE, "status": WRITTEN["phase_complete"], **_reset(state)}
        edits += [*_sub_step(state, None, None), *_written(state, values), *_no_attempts(state)]
    else:
        edits += _begin(state, after.id, after.name, **({"cycle": cycle} if cycle else {}))
    asked: tuple[Message, ...] = ()
    if boundary is not None and fold(boundary[0]) in names_of(step.name) and not skipped:
        if state.keeps("session"):
            edits += session_ends(present, BOUNDARY, _AT_BOUNDARY)
        choice = f"Before that, the agent asks you to choose: {either(options_at(boundary[1]))}."
        asked = (said("agent-asks-first", choice),)
    then = f"Step {after.label} is next." if after is not None else "All steps are done."
    return Outcome(
        edits,
        said("step-skipped" if skipped else "step-completed", f"{told} {then}"),
        (*asked, *present.open_blocker(), *remarks),
        lambda track: track.position.status == "completed" if after is None else _is_at(track, after.id),
    )


def _complete_sub_step(present: Present) -> Outcome:
    """Move to the next sub-step by number; the state does not have its name. Refused after the last one."""
    state = present.state
    present.refuse_stuck()
    number, name, _ = state.sub_step or (None, None, None)
    parts = state.step.parts if state.step else None
    if number is None or not number.isdigit() or state.nested:
        raise refusal("next-sub-step-unknown", "The next sub-step is unknown. Name it: `cockpit set task=SUB-STEP`.")
    if parts is not None and int(number) >= parts:
        _following(present, _completable(present, None))
        told = f"Sub-step {int(number)} is the last of {parts}. Complete the step: `cockpit done phase`."
        raise refusal("last-sub-step", told)
    after, label = str(int(number) + 1), " ".join(filter(None, (number, name)))
    done = said("sub-step-complete", f"Completed sub-step {label}. Sub-step {after} is next.")
    edits = [*_sub_step(state, after, None), *_started(present)]
    return Outcome(edits, done, (), partial(_has_task, number=after))


def _end_session(present: Present, intent: verbs.Complete) -> Outcome:
    """Last Session: when, where and why it ended, and the note for the next one."""
    note = checked_option(intent.note, "note")
    default = BOUNDARY if present.asks_at_boundary else REASONS[0]
    stated = default if intent.reason is None else intent.reason
    reason = next((each for each in REASONS if fold(each) == fold(stated)), None)
    if reason is None:
        told = f"Not a reason to end a session: {stated[:40]!r}. Use {either(REASONS)}."
        raise refusal("no-such-reason", told)
    edits = session_ends(present, reason, notes_with(present, note))
    return Outcome(edits, said("session-ended", f"Ended the session: {reason}."))


# Retries


def _failable(present: Present, name: str | None) -> tuple[str, int]:
    """The label of the present step and its failed retries. Raises CommandError where it cannot fail."""
    state, label = present.state, present.named(name)
    if not state.states_retries and not state.keeps("log"):
        raise refusal("form-counts-no-retries", "This state file format has no retry count.")
    present.refuse_failed()
    if state.retries is None:
        raise present.used_up()
    if state.status in ("phase_complete", "skipped"):
        status = state.stated_status.text if state.stated_status else None
        raise refusal("step-has-ended", f"Step {label} is {status}. Reopen it: `cockpit set status=in_progress`.")
    return label, state.retries


def fail(present: Present, intent: verbs.Fail) -> Outcome:
    """A failed retry: a row in the log, and the count. At the third the step has failed, and a blocker says why (seed,
    rule 6)."""
    if intent.type or intent.agent:
        told = "autodev's retry log has no error type and no agent. Give the reason with --note."
        raise refusal("log-has-no-type-nor-agent", told)
    state, (label, retries) = present.state, _failable(present, intent.phase)
    reason = plain(checked_option(intent.note, "reason") or "not told")
    count = max(min(retries + 1, MOST_RETRIES), state.logged)
    failed, logs = count >= MOST_RETRIES, state.keeps("log") and state.logged < MOST_RETRIES
    edits: list[TextEdit] = []
    if logs:  # a row more would be read as a retry more
        number, name, _ = state.sub_step or (None, None, None)
        row = {
            "attempt": str(count),
            "step": state.id,
            "name": present.step_name,
            "sub_step": printable(" — ".join(filter(None, (number, name)))),
            "reason": reason,
            "at": present.now,
        }
        edits.append(_new_row(state, "log", row))
    status = WRITTEN["failed" if failed else "in_progress"]
    edits += _written(state, {"status": status, "retry_count": str(count)})
    told = f"Recorded a failed retry of step {label} ({count} of {MOST_RETRIES})."
    remarks: tuple[Message, ...] = ()
    if failed and state.keeps("blockers"):
        edits.append(Add(("blockers",), f"{printable(state.failure)}: {reason}"))
        reset = "Reset the retries: `cockpit phase reset` (only a person may)."
        remarks = (said("agent-tries-no-more", f"The agent no longer retries the step. {reset}"),)
    elif intent.note and not logs:
        told = f"{told.removesuffix('.')}: {reason}"
        remarks = (said("reason-has-no-row", "The state file does not record the reason; it is in cockpit's log."),)
    rows = len(state.attempts) + logs
    return Outcome(
        edits,
        said("retry-failed", told),
        remarks,
        lambda track: _has_retries(track, count, rows) and (track.position.status == "failed") == failed,
    )


def _has_retries(track: Track, count: int, rows: int) -> bool:
    return track.retries is not None and (track.retries.count, len(track.retries.log)) == (count, rows)


def retry(present: Present, intent: verbs.Retry) -> Outcome:
    """Try a failed step again, while it has tries left."""
    state, label = present.state, present.named(intent.phase)
    if state.failed_for_good and intent.beyond:
        return reset_retries(present, verbs.ResetRetries())
    present.refuse_failed()
    if state.status != "failed":
        raise refusal("step-not-failed", f"Step {label} has not failed.")
    if intent.note is not None:
        raise refusal("retry-takes-no-note", "autodev does not record a note for a retry. Omit --note.")
    edits = _written(state, {"status": WRITTEN["in_progress"]})
    done = said("step-tried-again", f"Restarted step {label}.")
    return Outcome(edits, done, (), lambda track: track.position.status == "in_progress")


def reset_retries(present: Present, intent: verbs.ResetRetries) -> Outcome:
    """Reset the count, the log, and the blocker of the failure, which only a person does."""
    state, label = present.state, present.named(None)
    failed = state.status == "failed"
    if not (present.before.retries is not None or failed):
        raise refusal("form-counts-no-retries", "This state file format has no retry count.")
    if not failed and state.retries == 0 and not state.attempts:
        told = f"No retries of step {label} are counted. Nothing to reset."
        return Outcome((), said("no-retry-counted", told))
    gone = [each.text for each in state.blockers if each.text.startswith(state.failure)]
    status: dict[str, str | None] = {"status": WRITTEN["in_progress"]} if failed else {}
    edits = [*_removed(state, gone), *_no_attempts(state), *_written(state, {**status, "retry_count": "0"})]
    done = said("retries-counted-anew", f"Reset the retries of step {label}.")
    return Outcome(
        edits,
        done,
        present.open_blocker(*gone),
        lambda track: _has_retries(track, 0, 0) and track.position.status != "failed",
    )


# Decisions and blockers


def decide(present: Present, intent: verbs.Decide) -> Outcome:
    """Record a key decision, with its details in brackets: the seed has one line for each."""
    _refuse_unkept(present, "decision")
    text = checked_text(intent.text, "decision")
    outcome, reason = checked_option(intent.outcome, "outcome"), checked_option(intent.reason, "reason")
    context = checked_option(intent.context, "context")
    others = [checked_text(each, "alternative") for each in intent.alternatives]
    details = [
        reason,
        f"context: {context}" if context else None,
        f"instead of: {', '.join(others)}" if others else None,
        None if intent.reversible is None else "reversible" if intent.reversible else "irreversible",
    ]
    remark = "; ".join(filter(None, details))
    text = f"{text} — {outcome}" if outcome else text
    return _added(present, "decision", plain(f"{text} ({remark})" if remark else text))


def block(present: Present, intent: verbs.Block) -> Outcome:
    """Record a blocker."""
    _refuse_unkept(present, "blocker")
    affects = ", ".join(checked_text(each, "affected step") for each in intent.affects)
    text = plain(checked_text(intent.text, "blocker"))
    return _added(present, "blocker", f"{text} (affects {affects})" if affects else text)


def _refuse_unkept(present: Present, kind: str) -> None:
    if not present.state.keeps(f"{kind}s"):
        told = f"This state file format has no {kind}s. Use the handoff: `cockpit handoff`."
        raise refusal(f"form-keeps-no-{kind}s", told)


def _refuse_unreadable(kind: str, text: str) -> None:
    if says_nothing(text) or is_placeholder(text):
        raise refusal("entry-read-as-none", f'The {kind} "{text}" would not be read as a {kind}. Use other words.')


def _added(present: Present, kind: str, text: str) -> Outcome:
    _refuse_unreadable(kind, text)
    holding, newest = [each.text for each in present.state.blockers if each.holds], _texts(present, "decision")[-1:]
    if text in (holding if kind == "blocker" else newest):
        return Outcome((), Message(f"systems.{kind}-there-already", f"The {kind} is already recorded: {text}"))
    after = [*_texts(present, kind), text]
    done = Message(f"systems.{kind}-recorded", f"Recorded the {kind}: {text}")
    return Outcome([Add((f"{kind}s",), text)], done, (), lambda track: _texts_of(track, kind) == after)


def _texts_of(track: Track, kind: str) -> list[str]:
    return [each.text for each in (track.decisions if kind == "decision" else track.blockers)]


def _texts(present: Present, kind: str) -> list[str]:
    return _texts_of(present.before, kind)


def _entries(state: State, *texts: str) -> list[int]:
    """The places of the entries that are, or are read as, blockers with one of these texts."""
    from cockpit.systems.shared.entry_lists import read_blocker

    entries = state.reading.said["blockers"]
    return [at for at, each in enumerate(entries) if each in texts or read_blocker(each).text in texts]


def _removed(state: State, texts: Sequence[str]) -> list[TextEdit]:
    return [Remove(("blockers", at)) for at in reversed(_entries(state, *texts))]


def _blocker(present: Present, text: str) -> tuple[str, list[int]]:
    """A blocker, and where it stands. Raises Changed where there is none, CommandError for that of a step that failed
    for good."""
    key = " ".join(text.split())
    found = _entries(present.state, key)
    if not found:
        texts = _texts(present, "blocker")
        known = f"Blockers: {'; '.join(texts[:5])}." if texts else "The state file has no blockers."
        raise Changed(said("no-such-blocker", f'No blocker "{key[:60]}". {known}'))
    blockers = [each for each in present.state.blockers if each.text == key] or [
        each for each in present.state.blockers if found[0] in _entries(present.state, each.text)
    ]
    if any(each.of_failure for each in blockers):
        told = f"This blocker says why step {present.state.label} failed."
        raise refusal("blocker-says-why-failed", f"{told} Reset the retries first: `cockpit phase reset`.")
    return blockers[0].text if blockers else key, found


def unblock(present: Present, intent: verbs.Unblock) -> Outcome:
    """Remove a blocker whose cause is gone."""
    text, _ = _blocker(present, intent.blocker)
    remark = said("note-is-in-the-ledger", "The note is in cockpit's log; the state file has no place for it.")
    remaining = [each for each in _texts(present, "blocker") if each != text]
    return Outcome(
        _removed(present.state, [text]),
        Message("systems.blocker-resolved", f"Resolved the blocker: {text}"),
        (remark,) if checked_option(intent.note, "note") else (),
        lambda track: _texts_of(track, "blocker") == remaining,
    )


def bypass(present: Present, intent: verbs.Bypass) -> Outcome:
    """Mark a blocker as bypassed: the entry stays, with the workaround."""
    note = checked_text(intent.note, "note")
    text, found = _blocker(present, intent.blocker)
    return Outcome(
        [Set(("blockers", at), f"{text} — bypassed: {note}") for at in found],
        Message("systems.blocker-bypassed", f"Bypassed the blocker: {text}"),
        (),
        lambda track: any(each.text == text and each.workaround == note for each in track.blockers),
    )


def reword(present: Present, intent: verbs.Reword) -> Outcome:
    """Change the text of an entry."""
    if intent.kind == "todo":
        raise CommandError(LACKS["todos"])
    old, new = " ".join(intent.old.split()), plain(checked_text(intent.new, intent.kind))
    _refuse_unreadable(intent.kind, new)
    part = f"{intent.kind}s"
    entries = present.state.reading.said[part]
    places = (
        [at for at, each in enumerate(entries) if each == old] if part == "decisions" else _entries(present.state, old)
    )
    if not places:
        raise Changed(said("entry-gone", f'The {intent.kind} "{old[:60]}" no longer exists.'))
    after = [new if each == old else each for each in _texts(present, intent.kind)]
    texts = [entries[at].replace(old, new, 1) if old in entries[at] else new for at in places[:1]]
    return Outcome(
        [Set((part, places[0]), text) for text in texts],
        Message("systems.entry-reworded", f"Reworded the {intent.kind}: {new}"),
        (),
        lambda track: _texts_of(track, intent.kind) == after,
    )


# Answers: at a session boundary, at a blocking gate, and whether file or folders count


def answer(present: Present, intent: verbs.Answer) -> Outcome:
    """Write the answer where the agent reads it. Raises CommandError where no question waits."""
    asked, state = present.before.waiting, present.state
    if asked is None:
        raise CommandError("systems.nothing-asked", "No question is waiting for an answer.")
    if is_about_disagreement(asked):
        return _settle(present, intent.option)

    def is_answered(track: Track) -> bool:
        return track.waiting is None or track.waiting.question != asked.question

    if asked.anew is None:
        text = checked_text(intent.option, "answer")
        _, name, detail = state.sub_step or (None, None, None)
        of_sub_step = not state.nested and str(asked.question) in (detail, name) and state.keeps("session")
        edits = _note(present, f"{ANSWERED} {text}{f' {sub_step_mark(state)}' if of_sub_step else ''}")
        return Outcome(edits, said("question-answered", f"Answered: {text}"), (), is_answered)
    if intent.option == str(asked.options[1]):
        told = f"Answered {HERE}: step {state.label} continues in this conversation."
        return Outcome(_underway(present), said("answered-same-conversation", told), (), is_answered)
    told = f"Answered {NEW}: step {state.label} starts in a new conversation."
    begin = f"Start the conversation with {command_of(state)}. `cockpit resume` shows what it needs to know."
    remarks = (said("begin-conversation", begin),)
    return Outcome(_note(present, f"{ANSWERED} {NEW}"), said("answered-new-conversation", told), remarks, is_answered)


def _settle(present: Present, option: str) -> Outcome:
    """Bring the file to the step of the folders, with rows for the steps before it that left an artefact (seed, rule
    4), or note that the file's own step is kept."""
    conflict, asked, state = present.sources.conflict, present.before.waiting, present.state
    if conflict is None or asked is None:
        raise refusal("no-disagreement", "The state file and the folders agree now. Nothing to answer.")
    if option == str(asked.options[0]):
        known = {each.get("step") for each in state.completed}
        missing = [each for each in conflict.missing if state.keeps("completed") and each[0].id not in known]
        rows = [row for step, path in missing for row in _row(present, printable(f"{path} shows it"), step)]
        return _moved(present, conflict.shown.step.id, conflict.shown.step.name, rows)
    if option != str(asked.options[1]):
        raise refusal("answer-which-counts", f"Answer {either((NEW, HERE))} (the folders or the file).")
    kept = f"step {state.label} of the file is kept; the folders show step {conflict.shown.step.label}"
    done = said("answered-file-counts", f"Answered {HERE}: {kept}.")
    return Outcome(_note(present, conflict.note), done, (), lambda track: track.waiting is None)


# Carrying out

Editors = Mapping[type[Any], Callable[[Present, Any], Outcome]]
VERBS: Editors = {
    verbs.Move: move,
    verbs.Complete: complete,
    verbs.Fail: fail,
    verbs.Retry: retry,
    verbs.ResetRetries: reset_retries,
    verbs.Skip: skip,
    verbs.Decide: decide,
    verbs.Block: block,
    verbs.Unblock: unblock,
    verbs.Bypass: bypass,
    verbs.Reword: reword,
    verbs.Answer: answer,
}
_LACKS = LACKS | lacking(
    "autodev",
    thresholds="autodev's only metric is retries. The agent counts them; they cannot be set, limited or acknowledged.",
    errors="autodev does not record errors, only failed retries.",
    tokens="autodev does not count tokens.",
    files="autodev has no list of files. See git and the handoff.",
    sessions="autodev sessions start in the agent: type autodev's command there. It reads the state first.",
    forms="autodev's own skill sets the format of the state file. Nothing to convert.",
)


def edit(system: System, files: Files, candidate: Candidate, intent: Intent, context: ReadContext) -> Edit:
    """The changes of an intent. Raises CommandError, with the reason and the way out, before anything is changed."""
    from cockpit.systems.autodev.putting_away import finish_handoff, hand_off

    editors: Editors = {**VERBS, verbs.HandOff: hand_off, verbs.FinishHandoff: finish_handoff}
    verb = verb_of(system, intent, editors, _LACKS)
    refuse_unsupported_fields(system.name, intent)
    present = Present(system, files, candidate, context)
    if isinstance(intent, verbs.Move) and intent.part == "phase" and present.sources.state is not None:
        verb = verb if present.sources.usable is not None else first_step
    if not isinstance(intent, verbs.HandOff | verbs.FinishHandoff):
        present.refuse_uneditable()
        if verb is not first_step:
            present.state  # noqa: B018 -- what cannot be edited is refused before anything else is said
    return carried_out(system, present, intent, verb)
