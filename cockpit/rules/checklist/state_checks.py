"""The lines of the checklist that the state files alone decide: the handoff's own sense, limits, blockers, answers."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import timedelta

from cockpit.model import Blocker, Finding, Handoff, HandoffTask, Phase, Threshold, Track, Waiting
from cockpit.model.checklist import NOTHING_MORE, Check, Facts, Option, Resumption, Way
from cockpit.model.intents import Answer, Move
from cockpit.regex import regex
from cockpit.rules.attention import blocker_key, can_be_reset, errors_since, failed_phases, is_blocked_unsaid
from cockpit.rules.checklist.check_kinds import failed, kind_of, passed, refused, unknown
from cockpit.rules.checklist.remedies import both_name, moving, same_place
from cockpit.rules.consistency import TO_COME
from cockpit.rules.handoff.claims import is_own, plan_files
from cockpit.rules.handoff.handoff_status import (
    UNREADABLE,
    comparable_text,
    contradicted,
    of_ended_session,
    open_of,
    unlisted_blockers,
    waits,
    work_done_past,
)
from cockpit.rules.thresholds.alert_state import (
    alerts,
    amount,
    is_acknowledged,
    is_retried,
    reason,
    stated_stop,
    stops,
    value_and_limit,
)
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.rules.unread import damage_at, is_list_unread, unread_findings
from cockpit.rules.work import done_by_table, finished, number_in_plan, stops_behind
from cockpit.wording.messages import Words, as_message, clause, command_line, plain
from cockpit.wording.numbers import Numbers, last_number, numbers_of
from cockpit.wording.phrases import as_sentence, counted
from cockpit.wording.times import parse_instant

_RESET = Way((("cockpit", "phase", "reset"),), "Reset")
_UNDER_WAY = Way((("cockpit", "set", "status=in_progress"),), "Go on")
_GOES_ON = (Move(part="status", value="in_progress"),)
_NAMED = regex(r"(?P<name>\w{1,12})[):]\s+(?P<does>\S.*)", re.DOTALL)
"""An option of a file that begins with the word or letter that names it: `A) …`, `No: …`."""
_SHOWN = 20
"""What cannot be read is told of so many at most."""
_FOLLOWS = timedelta(hours=1)
"""The state file is written right after the handoff; a much newer one tells of work the handoff knows nothing of."""


def checks(
    track: Track, own: Collection[str], resolved: Collection[str], more: Resumption = NOTHING_MORE
) -> Iterator[Check]:
    """The checks that need neither git nor disk; `own` are the instants of changes a person made with cockpit, and
    `resolved` the blockers that were resolved with it. The system's own lines stand for the errors it knows.
    """
    if track.handoff is not None:
        yield from _handoff(track, track.handoff)
        yield from _reopened(track)
        yield _age(track, track.handoff, own)
    yield from _unread(track)
    yield from _damage(track)
    yield from _not_read(track)
    yield from _thresholds(track)
    yield from _blockers(track, resolved)
    yield from _status(track, more)
    yield from _failed_phases(track)
    yield from more.checks
    yield from _errors(track, more)
    yield from _question(track)


def _handoff(track: Track, handoff: Handoff) -> Iterator[Check]:
    claim = "The handoff names the next action"
    if handoff.next_action:
        yield passed("next-action", claim, plain(handoff.next_action))
    else:
        fact, why = ("The handoff names no next action", "The prompt takes the next action from the state file.")
        yield failed("next-action", claim, fact, why)
    between = track.position.task is None and handoff.total_tasks is None  # a phase was completed, no task was begun
    named = handoff.task or not ("task" in track.lacks or between)
    number = tuple(_task_number(handoff)) if named else ()
    itself = tuple(_itself(track, handoff))
    yield from (*number, *itself)
    sure = not any(each.result == "failed" for each in (*number, *itself))  # else the handoff is to be corrected first
    yield from _place(track, handoff, None if itself else contradicted(track), sure=sure)
    yield from _project(track, handoff)


def _unread(track: Track) -> Iterator[Check]:
    """A line for each file that is to hold a handoff and cannot be read, by its own rule or because the state file
    points to it: what it said is not in the prompt.
    """
    for finding in filter(lambda each: _is_lost_handoff(track, each), track.findings):
        claim, fact = "The handoff is readable", "A handoff cannot be read"
        yield failed("handoff", claim, fact, finding.message, subject=finding.path)


def _is_lost_handoff(track: Track, finding: Finding) -> bool:
    pointed = (track.continuity.resume_file or "").strip("`/ ")
    lost = finding.severity == "error" and bool(pointed) and f"/{finding.path}".endswith(f"/{pointed}")
    return track.handoff is None and (lost or finding.code == UNREADABLE)


def _damage(track: Track) -> Iterator[Check]:
    """A line where a file of the state is damaged or missing: what it says of the work is not all known."""
    errors = (each for each in track.findings if each.severity == "error" and not _is_lost_handoff(track, each))
    if told := [damage_at(each) for each in errors]:
        claim, fact = "The state is fully readable", "The state is not fully readable"
        yield failed("readable", claim, fact, *told[:_SHOWN])


def _not_read(track: Track) -> Iterator[Check]:
    """A line where something in the state files holds the agent because no rule reads it."""
    told = [damage_at(each) for each in unread_findings(track)]
    if told:
        fact = "Nobody knows whether this holds the work"
        yield failed("not-read", "What may hold the work is readable", fact, *told[:_SHOWN])


def _task_number(handoff: Handoff) -> Iterator[Check]:
    claim = "The task exists in the plan"
    task, total = last_number(handoff.task), last_number(handoff.total_tasks)
    stated = f"Task {handoff.task or ''} of {handoff.total_tasks or ''}."
    if task is None or total is None:
        yield unknown("task", claim, "The handoff names no task number or no total.")
    elif 0 < task <= total:
        yield passed("task", claim, stated)
    else:
        yield failed("task", claim, f"The plan has no task {handoff.task}", stated)


def _itself(track: Track, handoff: Handoff) -> Iterator[Check]:
    """A line where the step it stopped in is done by its own table, and so is a later one: a task, or a phase where
    there are no tasks. Of phases that run side by side that is no contradiction.
    """
    unit = "phase" if not handoff.task and "task" in track.lacks else "task"
    beside = unit == "phase" and any(each.parallel for each in track.phases if each.id == handoff.phase)
    step = handoff.task if unit == "task" else handoff.phase
    behind = None if beside else stops_behind(unit, step, done_by_table(handoff))
    if behind is not None:
        claim, fact = ("The handoff is consistent", "The handoff contradicts itself")
        yield failed("itself", claim, fact, behind, subject=unit)


def _reopened(track: Track) -> Iterator[Check]:
    """One line, where the plan file of the handoff's phase keeps count of its tasks."""
    handoff, phase = track.handoff, _kept_count(track)
    if handoff is None or phase is None:
        return
    claim, again = "Tasks done in the handoff are done in the plan file", reopened(track)
    done = len(_done_by_number(handoff))
    if not again:
        if _is_ticked(handoff, phase) and waits(track):
            ticked = f"Task {handoff.task}, where the handoff stopped, is no longer open in the plan file."
            yield unknown("done", "The tasks match the handoff", ticked)
        elif done:
            them = "it" if done == 1 else "them"
            held = f"{counted(done, 'task')} done in the handoff; the plan file does not list {them} as open."
            yield passed("done", claim, held)
        return
    inside = (path for path in plan_files(track) if phase.path and path.startswith(f"{phase.path.rstrip('/')}/"))
    path = next(inside, phase.path)
    named = (f"Task {each.id}{f', {each.name},' if each.name else ''}" for each in again)
    told = [f"{task} is done in the handoff, open in {path or 'the plan file'}." for task in named]
    line = failed("done", claim, "A task done in the handoff is open in the plan file", *told)
    yield replace(line, files=(path,) if path else ())


def reopened(track: Track) -> tuple[HandoffTask, ...]:
    """The tasks that the handoff calls done and the plan file calls open."""
    handoff, phase = track.handoff, _kept_count(track)
    if handoff is None or phase is None:
        return ()
    opened = _open_tasks(handoff, phase)
    return tuple(each for number, each in _done_by_number(handoff).items() if (number,) in opened)


def _is_ticked(handoff: Handoff, phase: Phase) -> bool:
    """Whether the task in which the handoff stopped is done by the plan file: others are open there, or all is done."""
    opened, stopped = _open_tasks(handoff, phase), numbers_of(handoff.task)[-1:]
    counts = bool(opened) or phase.counted_done == phase.counted_total
    within = bool(stopped) and stopped <= numbers_of(handoff.total_tasks)[:1]
    return counts and within and stopped not in opened and stopped[0] not in _done_by_number(handoff)


def _open_tasks(handoff: Handoff, phase: Phase) -> set[Numbers]:
    """The numbers of the open tasks of the handoff's plan."""
    plan = numbers_of(handoff.plan)[-1:]
    return {task for (_, own, task), _ in open_of(phase) if own in ((), plan)}


def _kept_count(track: Track) -> Phase | None:
    """The handoff's phase, where its plan file keeps count of tasks."""
    own = numbers_of(track.handoff.phase)[-1:] if track.handoff is not None else ()
    phase = next((each for each in track.phases if own and numbers_of(each.id)[-1:] == own), None)
    return phase if phase is not None and phase.counted_done else None


def _done_by_number(handoff: Handoff) -> dict[int, HandoffTask]:
    numbered = ((number_in_plan(handoff, each), each) for each in finished(handoff))
    return {number: each for number, each in numbered if number is not None}


def _place(track: Track, handoff: Handoff, contradiction: Words | None, *, sure: bool) -> Iterator[Check]:
    """Where the handoff and the state file put the work; a part that one of them does not name is not compared."""
    claim, position = "The state matches the handoff", track.position
    pairs = both_name(handoff, position)
    differing = [f"The handoff is for {name} {theirs}, but the state is at {name} {ours}."
                 for name, theirs, ours in pairs if not same_place(theirs, ours)]  # fmt: skip
    if differing:
        beside = (contradiction,) if contradiction is not None else ()
        line = failed("position", claim, "The state does not match the handoff", differing[0], *beside)
        yield replace(line, brings_back=moving(handoff, position) if sure else ())
    elif done := work_done_past(handoff, position, track.phases):
        yield failed("position", claim, "The state does not match the handoff", done)
    elif pairs:
        parts = (f"{name} {theirs}" for name, theirs, _ in pairs)
        yield passed("position", claim, ", ".join(map(clause, parts)))
    else:
        named = handoff.phase or handoff.plan or handoff.task
        of_state = "The state file does not name the phase, plan or task of the handoff."
        yield unknown("position", claim, of_state if named else "The handoff names no phase, plan or task.")


def _project(track: Track, handoff: Handoff) -> Iterator[Check]:
    if handoff.project is None or track.title is None:
        return
    claim = "The handoff is for this project"
    if comparable_text(handoff.project) == comparable_text(track.title):
        yield passed("project", claim, plain(track.title))
    else:
        differs = f"The handoff is for {handoff.project}, but this project is {track.title}."
        yield failed("project", claim, "The handoff is for another project", differs)


def _age(track: Track, handoff: Handoff, own: Collection[str]) -> Check:
    claim = "The handoff is not older than the state"
    created, updated = parse_instant(handoff.created), parse_instant(track.updated)
    if created is None or updated is None:
        undated = "handoff has" if updated is not None else "state file has"
        undated = "handoff and the state file have" if created is None and updated is None else undated
        return unknown("age", claim, f"The {undated} no readable date.")
    to_come = next((each for each in track.findings if (each.code, each.path) == (TO_COME, handoff.path)), None)
    if to_come is not None:
        return unknown("age", claim, to_come.message)
    dates = f"Handoff dated {handoff.created}, state dated {track.updated}."
    older = updated.at - created.latest > _FOLLOWS
    if older and is_own(track.updated or "", own):
        return passed("age", claim, f"The last change to the state was made by a person with cockpit, {track.updated}.")
    return failed("age", claim, "The handoff is older than the state", dates) if older else passed("age", claim, dates)


def _thresholds(track: Track) -> Iterator[Check]:
    """A stop refuses; an alert nobody acknowledged asks (seed, takeoff and cockpit commands)."""
    of_ended = of_ended_session(track)
    metrics = [each for each in track.thresholds if each not in of_ended]
    held = [_stop(each, track) for each in metrics if stops(each)]
    held += [_waiting(each, track) for each in metrics if alerts(each)]
    yield from held
    if not held:
        yield passed("thresholds", "No limit stops the agent", *map(_lets_go_on, metrics))
    for each in of_ended:
        why = f"{clause(value_and_limit(each))} in the session that ended."
        yield passed("fresh", "A fresh agent starts with an empty context", why, subject=each.metric)


def _stop(threshold: Threshold, track: Track) -> Check:
    metric, code, fact = threshold.metric, "stop", f"{threshold.metric} is at stop"
    if stated_stop(threshold) is not None:
        code, fact = "stated", f"A file says that {metric} is at stop"
    elif threshold.level != "stop" and not is_retried(threshold):
        code, fact = "own-stop", f"{metric} is at the agent's own stop"
    line = refused(code, "No metric is at stop", fact, reason(threshold, track), subject=metric)
    return replace(line, brings_back=(_RESET,)) if is_retried(threshold) else line


def _waiting(threshold: Threshold, track: Track) -> Check:
    """An alert nobody acknowledged, or a metric of which it is unknown whether it is at one."""
    metric, code, fact = threshold.metric, "alert", "An alert is not acknowledged"
    if threshold.unreadable:
        code, fact = "unread", f"{metric} cannot be read"
    elif is_retried(threshold):
        fact = "The retry limit is reached"
    elif threshold.acknowledgment_unread is not None:
        fact = "The acknowledgment of an alert cannot be read"
    line = failed(code, "No alert waits for a person", fact, reason(threshold, track), subject=metric)
    return replace(line, brings_back=(_RESET,)) if can_be_reset(threshold, track.lacks) else line


def _lets_go_on(metric: Threshold) -> Words:
    """Its value and the limit it has reached; of an alert that holds nothing, why, and the limit that will."""
    if metric.level != "alert":
        return value_and_limit(metric)
    seen = "marked as seen" if metric.acknowledgment is None else "acknowledged"
    stop = f"stops at {format_amount(metric.limits.stop, metric.unit)}" if metric.limits.stop is not None else ""
    return ", ".join(filter(None, (f"{metric.metric} {amount(metric)}", seen if is_acknowledged(metric) else "", stop)))


def _blockers(track: Track, resolved: Collection[str]) -> Iterator[Check]:
    """A line for each blocker, so that each is waived alone; one for all that hold up only later phases, and one for
    all that only the handoff tells, and no error of the state file.
    """
    known = (*resolved, *(error.message for error in track.errors))
    unexplained = unlisted_blockers(track.handoff.blockers, track.blockers, known) if track.handoff is not None else ()
    read = " that was read" if is_list_unread(track) else ""
    claim = f"No blocker{read} is open{' in the state file' if unexplained else ''}"
    open_ones = track.open_blockers
    standing = [blocker for blocker in open_ones if not blocker.later]
    later = [blocker for blocker in open_ones if blocker.later]
    for blocker in standing:
        fact, text = "A blocker is open", plain(blocker.text)
        line = failed("blocker", claim, fact, text, subject=blocker_key(blocker))
        yield replace(line, brings_back=_first_way(blocker))
    if not standing and not later:
        yield passed("blockers", claim)
    if later:
        affecting = (f"{each.text} ({', '.join(each.affects)})" for each in later)
        yield passed("later-blockers", "Blockers of later phases do not affect the current phase", *affecting)
    if unexplained:
        entries = (f"The handoff says: {each}" for each in unexplained)
        yield unknown("told-blockers", "The blockers named in the handoff are resolved", *entries)


def _first_way(blocker: Blocker) -> tuple[Way, ...]:
    """What comes before a blocker can be resolved; nothing where nothing does."""
    if blocker.of_failure:
        return (_RESET,)
    key = blocker_key(blocker)
    dashes = ("--",) if key.startswith("-") else ()
    return (Way((("cockpit", "blocker", "confirm", *dashes, key),), "Identify"),) if blocker.status == "new" else ()


def _failed_phases(track: Track) -> Iterator[Check]:
    """A line for each phase that failed, and nothing says why."""
    for need in failed_phases(track):
        if isinstance(need.value, Phase) and not errors_since(track, need.value):
            number = need.value.id or ""
            claim, fact = ("No phase failed", "A phase failed")
            line = failed("failed-phase", claim, fact, need.text, subject=number)
            yield replace(line, brings_back=(Way((("cockpit", "phase", "retry", number),), "Try again"),))


def _status(track: Track, more: Resumption) -> Iterator[Check]:
    """That the status itself says that the work does not go on, where no other line holds the resume for it."""
    status, stated = track.position.status, track.position.status_text
    if status == "blocked":
        is_explained = not is_blocked_unsaid(track)
        why = "No open blocker of the current work gives the reason."
    elif status == "failed":
        is_explained = any(is_retried(each) and (stops(each) or alerts(each)) for each in track.thresholds)
        why = "Decide how to continue."
    else:
        return
    if is_explained or any(kind_of(check).of_status and check.result == "failed" for check in more.checks):
        return
    claim, fact = ("The status allows work to continue", f"The status is {stated or status}")
    goes_on = Option("resume", "Sets the status to in progress.", _UNDER_WAY, _GOES_ON)
    yield replace(failed("status", claim, fact, why), options=(goes_on,))


def _errors(track: Track, more: Resumption) -> Iterator[Check]:
    if any(check.code == "error" for check in more.checks):
        return
    claim, fact = ("All errors are resolved", "An error is unresolved")
    for message in dict.fromkeys(error.message for error in track.errors if not error.resolved):
        yield failed("error", claim, fact, plain(message), subject=message)


def _question(track: Track) -> Iterator[Check]:
    if track.waiting is not None:
        question, lacking = track.waiting.question, track.lacks.get("answer")
        claim, fact = ("No question is waiting for an answer", "A question is waiting for an answer")
        remark = (lacking,) if lacking is not None else ()
        line = failed("question", claim, fact, as_message(question), *remark, subject=str(question))
        yield replace(line, options=() if remark else tuple(_answers(track.waiting)))


def _answers(waiting: Waiting) -> Iterator[Option]:
    """The answers that a question leaves; one without a name has its number for that."""
    for number, option in enumerate(waiting.options, 1):
        named = _NAMED.fullmatch(str(option))
        name, does = (named["name"], named["does"]) if named is not None else (str(number), str(option))
        way = Way((("cockpit", "answer", str(number)),), "Answer")
        sentence = plain(as_sentence(does[:1].upper() + does[1:]))
        yield Option(name, sentence, way, (Answer(option=str(option), seen=str(waiting.question)),))


# Whether the handoff that waits still says what was written into it with cockpit

_AS_WRITTEN = "The handoff is as cockpit wrote it"


def words_checks(track: Track, evidence: Facts) -> Iterator[Check]:
    """The one line; none of a handoff that cockpit did not write, or that another one took the place of."""
    altered = evidence.altered
    if track.handoff is None or altered is None:
        return
    if not altered.lines:
        yield passed("words", _AS_WRITTEN, "The handoff is unchanged.")
        return
    redo = ("redo", str(altered.entry))
    why = (
        "The change was not made with cockpit. If it is yours, waive the check. To restore the handoff: "
        f"{command_line(*redo)}. What changed:"
    )
    line = failed("words", _AS_WRITTEN, "The handoff was changed after it was written", why, *map(plain, altered.lines))
    yield replace(line, brings_back=(Way((("cockpit", *redo),), "Put back"),))
