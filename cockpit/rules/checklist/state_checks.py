"""The lines of the checklist that the state files alone decide: the handoff's own sense, limits, blockers, answers."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import timedelta

from cockpit.model import Blocker, Handoff, HandoffTask, Phase, Position, Threshold, Track, Waiting
from cockpit.model.checklist import NOTHING_MORE, Check, Option, Resumption, Way
from cockpit.model.intents import Answer, Move
from cockpit.rules.attention import blocker_key, can_be_reset, each_need, errors_since, is_blocked_unsaid
from cockpit.rules.checklist.check_results import failed, passed, refused, unknown
from cockpit.rules.checklist.remedies import both_name, moving, same_place
from cockpit.rules.consistency import TO_COME
from cockpit.rules.handoff.claims import is_own, plan_files
from cockpit.rules.handoff.handoff_status import contradicted, of_ended_session, open_of, untold, waits
from cockpit.rules.thresholds.alert_state import (
    acknowledged,
    agent_behaviour,
    alerts,
    by_hand,
    is_retried,
    reached,
    stated_stop,
    stops,
    unanswered,
)
from cockpit.rules.work import finished, number_in_plan, stops_behind
from cockpit.wording.numbers import Numbers, numbers_of, whole_number
from cockpit.wording.phrases import ended, listed
from cockpit.wording.times import parse_instant

UNREADABLE = "handoff-unreadable"
"""The rule by which a system's reader reports a file that is to hold a handoff and does not."""
ERROR = "error"
"""The lines about errors."""
STATED = "stated"
"""The code of a stop that the files state and the value does not reach."""
_RESET = Way((("cockpit", "retry", "reset"),), "Reset")
_OF_STATUS = ("status", "failed", "tier")
"""The lines by which a system's own protocol tells that the work was given up."""
_UNDER_WAY = Way((("cockpit", "move", "status", "in_progress"),), "Go on")
_GOES_ON = (Move(part="status", value="in_progress"),)
_NAMED = re.compile(r"(?P<name>\w{1,12})[):]\s+(?P<does>\S.*)", re.DOTALL)
"""An option that begins with its name."""
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
    else:
        yield from _unread(track)
    yield from _thresholds(track)
    yield from _blockers(track, resolved)
    yield from _status(track, more)
    yield from _failed_phases(track)
    yield from more.checks
    if not any(check.code == ERROR for check in more.checks):
        yield from _errors(track)
    yield from _question(track)


def _handoff(track: Track, handoff: Handoff) -> Iterator[Check]:
    claim = "The handoff says what to do first"
    if handoff.next_action:
        yield passed("next-action", claim, handoff.next_action)
    else:
        yield failed("next-action", claim, "The handoff does not say what to do first",
                     "It has no next action; the prompt will name what the state file says.")  # fmt: skip
    between = track.position.task is None and handoff.total_tasks is None  # a phase was completed, no task was begun
    named = handoff.task or not ("task" in track.lacks or between)
    number = tuple(_task_number(handoff)) if named else ()
    itself = tuple(_itself(track, handoff))
    yield from (*number, *itself)
    sure = not any(each.result == "failed" for each in (*number, *itself))  # else the handoff is to be corrected first
    yield from _place(handoff, track.position, None if itself else contradicted(track), sure=sure)
    yield from _project(track, handoff)


def _unread(track: Track) -> Iterator[Check]:
    """A line for each file that is to hold a handoff and cannot be read, by its own rule or because the state file
    points to it: what it said is not in the prompt.
    """
    claim = "What was handed off can be read"
    pointed = (track.continuity.resume_file or "").strip("`/ ")
    for finding in track.findings:
        lost = finding.severity == "error" and bool(pointed) and f"/{finding.path}".endswith(f"/{pointed}")
        if lost or finding.code == UNREADABLE:
            fact = "A handoff was left that cannot be read"
            yield failed("handoff", claim, fact, finding.message, subject=finding.path)


def _task_number(handoff: Handoff) -> Iterator[Check]:
    claim = "The task is one of the plan"
    task, total = _number(handoff.task), _number(handoff.total_tasks)
    told = f"Task {handoff.task} of {handoff.total_tasks}."
    if task is None or total is None:
        yield unknown("task", claim, "The handoff names no task number or no total.")
    elif 0 < task <= total:
        yield passed("task", claim, told)
    else:
        yield failed("task", claim, f"The plan has no task {handoff.task}", told)


def _itself(track: Track, handoff: Handoff) -> Iterator[Check]:
    """A line where the step it stopped in is done by its own table, and so is a later one: a task, or a phase where
    there are no tasks. Of phases that run side by side that is no contradiction.
    """
    unit = "phase" if not handoff.task and "task" in track.lacks else "task"
    beside = unit == "phase" and any(each.parallel for each in track.phases if each.id == handoff.phase)
    told = None if beside else stops_behind(handoff, unit)
    if told is not None:
        yield failed("itself", "The handoff agrees with itself", "The handoff contradicts itself", told, subject=unit)


def _reopened(track: Track) -> Iterator[Check]:
    """One line, where the plan file of the handoff's phase keeps count of its tasks."""
    handoff, phase = track.handoff, _kept_count(track)
    if handoff is None or phase is None:
        return
    claim, again, done = "What the handoff calls done is done in the plan file", reopened(track), len(_done(handoff))
    if not again:
        if _is_ticked(handoff, phase) and waits(track):
            told = f"Task {handoff.task}, at which it stopped, is no longer open in the plan file."
            yield unknown("done", "The tasks are as the handoff says", told)
        elif done:
            yield passed("done", claim, f"{done} done by the handoff, none of them open in the plan file.")
        return
    inside = (path for path in plan_files(track) if phase.path and path.startswith(f"{phase.path.rstrip('/')}/"))
    path = next(inside, phase.path)
    where = f"is done by the handoff, open in {path or 'the plan file'}."
    tasks = (f"Task {each.id}{f', {each.name},' if each.name else ''} {where}" for each in again)
    line = failed("done", claim, "A task that the handoff calls done is open", *tasks)
    yield replace(line, files=(path,) if path else ())


def reopened(track: Track) -> tuple[HandoffTask, ...]:
    """The tasks that the handoff calls done and the plan file calls open."""
    handoff, phase = track.handoff, _kept_count(track)
    if handoff is None or phase is None:
        return ()
    opened = _open_tasks(handoff, phase)
    return tuple(each for number, each in _done(handoff).items() if (number,) in opened)


def _is_ticked(handoff: Handoff, phase: Phase) -> bool:
    """Whether the task in which the handoff stopped is done by the plan file: others are open there, or all is done."""
    opened, stopped = _open_tasks(handoff, phase), numbers_of(handoff.task)[-1:]
    counts = bool(opened) or phase.counted_done == phase.counted_total
    within = bool(stopped) and stopped <= numbers_of(handoff.total_tasks)[:1]
    return counts and within and stopped not in opened and stopped[0] not in _done(handoff)


def _open_tasks(handoff: Handoff, phase: Phase) -> set[Numbers]:
    """The numbers of the open tasks of the handoff's plan."""
    plan = numbers_of(handoff.plan)[-1:]
    return {task for (_, own, task), _ in open_of(phase) if own in ((), plan)}


def _kept_count(track: Track) -> Phase | None:
    """The handoff's phase, where its plan file keeps count of tasks."""
    own = numbers_of(track.handoff.phase)[-1:] if track.handoff is not None else ()
    phase = next((each for each in track.phases if own and numbers_of(each.id)[-1:] == own), None)
    return phase if phase is not None and phase.counted_done else None


def _done(handoff: Handoff) -> dict[int, HandoffTask]:
    numbered = ((number_in_plan(handoff, each), each) for each in finished(handoff))
    return {number: each for number, each in numbered if number is not None}


def _place(handoff: Handoff, position: Position, contradiction: str | None, *, sure: bool) -> Iterator[Check]:
    """Where the handoff and the state file put the work; a part that one of them does not name is not compared."""
    claim = "The state file stands where the handoff does"
    pairs = both_name(handoff, position)
    differing = [f"The handoff is for {name} {theirs}, the state stands at {name} {ours}."
                 for name, theirs, ours in pairs if not same_place(theirs, ours)]  # fmt: skip
    if differing:
        told = (differing[0], *([contradiction] if contradiction is not None else []))
        line = failed("position", claim, "The state file stands elsewhere than the handoff", *told)
        yield replace(line, brings_back=moving(handoff, position) if sure else ())
    elif pairs:
        yield passed("position", claim, ", ".join(f"{name} {theirs}" for name, theirs, _ in pairs))
    else:
        silent = "state file" if handoff.phase or handoff.plan or handoff.task else "handoff"
        yield unknown("position", claim, f"The {silent} names no such phase, plan or task.")


def _project(track: Track, handoff: Handoff) -> Iterator[Check]:
    if handoff.project is None or track.title is None:
        return
    claim = "The handoff is of this project"
    if handoff.project.casefold() == track.title.casefold():
        yield passed("project", claim, track.title)
    else:
        yield failed("project", claim, "The handoff is of another project",
                     f"It was written for {handoff.project}, this is {track.title}.")  # fmt: skip


def _age(track: Track, handoff: Handoff, own: Collection[str]) -> Check:
    claim = "The handoff is as new as the state"
    created, updated = parse_instant(handoff.created), parse_instant(track.updated)
    if created is None or updated is None:
        undated = listed(name for name, at in (("the handoff", created), ("the state file", updated)) if at is None)
        return unknown("age", claim, f"{undated[0].upper()}{undated[1:]} tells no date.")
    to_come = next((each for each in track.findings if (each.code, each.path) == (TO_COME, handoff.path)), None)
    if to_come is not None:
        return unknown("age", claim, to_come.message)
    told = f"Handoff of {handoff.created}, state of {track.updated}."
    older = updated.at - created.latest > _FOLLOWS
    if older and is_own(track.updated or "", own):
        return passed("age", claim, f"A person changed the state last, with cockpit, {track.updated}.")
    return failed("age", claim, "The handoff is older than the state", told) if older else passed("age", claim, told)


def _thresholds(track: Track) -> Iterator[Check]:
    """A stop refuses; an alert nobody acknowledged asks (seed, takeoff and cockpit commands)."""
    ended = of_ended_session(track)
    metrics = [each for each in track.thresholds if each not in ended]
    halting = [each for each in metrics if each.level == "stop"]
    waiting = [each for each in metrics if alerts(each)]
    for each in halting:
        if stated_stop(each) is not None:
            told = f"{reached(each)}; `cockpit set {each.metric} VALUE` writes value and level into every place."
            fact = f"A stop of {each.metric} is stated"
            yield refused(STATED, "No limit is at stop", fact, told, subject=each.metric)
            continue
        way = "Reset the retries" if is_retried(each) else "Raise the limit or remove the cause"
        why = by_hand(each)
        told = f"{reached(each)}. {way}; {why or 'no acknowledgment lifts a stop'}."
        line = refused("stop", "No limit is at stop", f"{each.metric} is at its stop", told, subject=each.metric)
        yield replace(line, brings_back=(_RESET,)) if is_retried(each) else line
    for each in waiting:
        line = _waiting(each, track)
        yield replace(line, brings_back=(_RESET,)) if can_be_reset(each, track.lacks) else line
    if not halting and not waiting:
        yield passed("thresholds", "No limit holds the agent", *map(_lets_go_on, metrics))
    for each in ended:
        told = f"{reached(each)}: that was the session that ended."
        yield passed("fresh", "A fresh agent begins with an empty context", told, subject=each.metric)


def _waiting(metric: Threshold, track: Track) -> Check:
    """An alert nobody acknowledged, or a metric of which it is unknown whether it is at one."""
    claim, subject = "No alert waits for a person", metric.metric
    if metric.unreadable:
        told = f"{reached(metric)}: {agent_behaviour(metric, track).told}."
        return failed("unread", claim, f"What is stated about {subject} cannot be read", told, subject=subject)
    unread = metric.acknowledgment_unread is not None
    fact = "Whether an alert is acknowledged cannot be read" if unread else "An alert is not acknowledged"
    told = f"{reached(metric)}{f', {unanswered(metric)}' if unread else ''}."
    if (why := by_hand(metric)) is not None:
        told = f"{told.rstrip('.')}; {why}."
    if is_retried(metric):
        fact, told = "The retries are at their limit", f"{reached(metric)}: {agent_behaviour(metric, track).told}."
    return failed("alert", claim, fact, told, subject=subject)


def _lets_go_on(metric: Threshold) -> str:
    """Its value and the limit it has reached; of an alert, why it holds nothing."""
    told = reached(metric)
    if not acknowledged(metric):
        return told
    return f"{told}, {'seen' if metric.acknowledgment is None else 'acknowledged'}"


def _blockers(track: Track, resolved: Collection[str]) -> Iterator[Check]:
    """A line for each blocker, so that each is waived alone; one for all that hold up only later phases, and one for
    all that only the handoff tells, and no error of the state file.
    """
    known = (*resolved, *(error.message for error in track.errors))
    told = untold(track.handoff.blockers, track.blockers, known) if track.handoff is not None else ()
    claim = "No blocker is open in the state file" if told else "No blocker is open"
    open_ones = [blocker for blocker in track.blockers if blocker.holds]
    standing = [blocker for blocker in open_ones if not blocker.later]
    later = [blocker for blocker in open_ones if blocker.later]
    for blocker in standing:
        line = failed("blocker", claim, "A blocker is open", blocker.text, subject=blocker_key(blocker))
        yield replace(line, brings_back=_first_way(blocker))
    if not standing and not later:
        yield passed("blockers", claim)
    if later:
        told_later = (f"{blocker.text} ({', '.join(blocker.affects)})" for blocker in later)
        yield passed("later-blockers", "What blocks a later phase does not hold the present one", *told_later)
    if told:
        yield unknown(
            "told-blockers", "What the handoff names blocks no longer", *(f"The handoff says: {each}" for each in told)
        )


def _first_way(blocker: Blocker) -> tuple[Way, ...]:
    """What comes before a blocker can be resolved; nothing where nothing does."""
    if blocker.of_failure:
        return (_RESET,)
    key = blocker_key(blocker)
    dashes = ("--",) if key.startswith("-") else ()
    return (Way((("cockpit", "identify", *dashes, key),), "Identify"),) if blocker.status == "new" else ()


def _failed_phases(track: Track) -> Iterator[Check]:
    """A line for each phase that failed, and nothing says why."""
    for need in each_need(track):
        if need.kind == "failed" and isinstance(need.value, Phase) and not errors_since(track, need.value):
            number = need.value.id or ""
            line = failed("failed-phase", "No phase failed", "A phase failed", need.text, subject=number)
            yield replace(line, brings_back=(Way((("cockpit", "phase", "retry", number),), "Try again"),))


def _status(track: Track, more: Resumption) -> Iterator[Check]:
    """That the status itself says that the work does not go on, where no other line holds the resume for it."""
    status, stated = track.position.status, track.position.status_text
    if status == "blocked":
        told = not is_blocked_unsaid(track)
        why = "No blocker of the present work says why."
    elif status == "failed":
        told = any(is_retried(each) and (stops(each) or alerts(each)) for each in track.thresholds)
        why = "A person decides how it goes on."
    else:
        return
    if told or any(check.code in _OF_STATUS and check.result == "failed" for check in more.checks):
        return
    line = failed("status", "The status lets the work go on", f"The status is {stated or status}", why)
    goes_on = Option("resume", "The status is in progress again.", _UNDER_WAY, _GOES_ON)
    yield replace(line, options=(goes_on,))


def _errors(track: Track) -> Iterator[Check]:
    for message in dict.fromkeys(error.message for error in track.errors if not error.resolved):
        yield failed(ERROR, "No error is unresolved", "An error is unresolved", message, subject=message)


def _question(track: Track) -> Iterator[Check]:
    if track.waiting is not None:
        question = track.waiting.question
        told = (question, track.lacks["answer"]) if "answer" in track.lacks else (question,)
        line = failed("question", "No question waits for an answer", "A question waits for an answer", *told,
                      subject=question)  # fmt: skip
        yield replace(line, options=() if "answer" in track.lacks else tuple(_answers(track.waiting)))


def _answers(waiting: Waiting) -> Iterator[Option]:
    """The answers that a question leaves, by the word or letter they begin with: `A) …`, `No: …`."""
    for number, text in enumerate(waiting.options, 1):
        parts = _NAMED.fullmatch(text)
        name, does = (parts["name"], parts["does"]) if parts is not None else (str(number), text)
        way = Way((("cockpit", "answer", str(number)),), "Answer")
        yield Option(name, ended(does[:1].upper() + does[1:]), way, (Answer(option=text, seen=waiting.question),))


def _number(text: str | None) -> int | None:
    return whole_number((text or "").rpartition(".")[2])
