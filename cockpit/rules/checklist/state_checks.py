"""The lines of the checklist that the state files alone decide: the handoff's own sense, limits, blockers, answers."""

import re
from collections.abc import Collection, Iterator
from dataclasses import replace
from datetime import timedelta

from cockpit.model import Blocker, Handoff, HandoffTask, Phase, Threshold, Track, Waiting
from cockpit.model.checklist import NOTHING_MORE, Check, Evidence, Option, Resumption, Way
from cockpit.model.intents import Answer, Move
from cockpit.regex import regex
from cockpit.rules.attention import blocker_key, can_be_reset, errors_since, failed_phases, is_blocked_unsaid
from cockpit.rules.checklist.checks import failed, kind_of, passed, refused, unknown
from cockpit.rules.checklist.remedies import both_name, moving, same_place
from cockpit.rules.consistency import TO_COME
from cockpit.rules.handoff.claims import is_own, plan_files
from cockpit.rules.handoff.handoff_status import (
    contradicted,
    of_ended_session,
    open_of,
    unlisted_blockers,
    waits,
    work_done_past,
)
from cockpit.rules.thresholds.alert_state import (
    agent_behaviour,
    alerts,
    by_hand,
    is_acknowledged,
    is_retried,
    stated_stop,
    stops,
    unanswered,
    value_and_limit,
)
from cockpit.rules.work import finished, number_in_plan, stops_behind
from cockpit.wording.messages import Message, Words, as_message, plain
from cockpit.wording.numbers import Numbers, last_number, numbers_of
from cockpit.wording.phrases import as_sentence
from cockpit.wording.times import parse_instant

UNREADABLE = "handoff-unreadable"
"""The rule by which a system's reader reports a file that is to hold a handoff and does not."""
_RESET = Way((("cockpit", "phase", "reset"),), "Reset")
_UNDER_WAY = Way((("cockpit", "set", "status=in_progress"),), "Go on")
_GOES_ON = (Move(part="status", value="in_progress"),)
_NAMED = regex(r"(?P<name>\w{1,12})[):]\s+(?P<does>\S.*)", re.DOTALL)
"""An option of a file that begins with its name."""
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
    yield from _errors(track, more)
    yield from _question(track)


def _handoff(track: Track, handoff: Handoff) -> Iterator[Check]:
    claim = Message("checklist.next-action-named")
    if handoff.next_action:
        yield passed("next-action", claim, plain(handoff.next_action))
    else:
        fact, why = Message("checklist.next-action-missing"), Message("checklist.state-names-next-action")
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
    claim = Message("checklist.handoff-readable")
    pointed = (track.continuity.resume_file or "").strip("`/ ")
    for finding in track.findings:
        lost = finding.severity == "error" and bool(pointed) and f"/{finding.path}".endswith(f"/{pointed}")
        if lost or finding.code == UNREADABLE:
            fact = Message("checklist.handoff-unreadable")
            yield failed("handoff", claim, fact, finding.message, subject=finding.path)


def _task_number(handoff: Handoff) -> Iterator[Check]:
    claim = Message("checklist.task-in-plan")
    task, total = last_number(handoff.task), last_number(handoff.total_tasks)
    stated = Message("checklist.task-of-total", task=handoff.task, total=handoff.total_tasks)
    if task is None or total is None:
        yield unknown("task", claim, Message("checklist.task-number-missing"))
    elif 0 < task <= total:
        yield passed("task", claim, stated)
    else:
        yield failed("task", claim, Message("checklist.task-not-in-plan", task=handoff.task), stated)


def _itself(track: Track, handoff: Handoff) -> Iterator[Check]:
    """A line where the step it stopped in is done by its own table, and so is a later one: a task, or a phase where
    there are no tasks. Of phases that run side by side that is no contradiction.
    """
    unit = "phase" if not handoff.task and "task" in track.lacks else "task"
    beside = unit == "phase" and any(each.parallel for each in track.phases if each.id == handoff.phase)
    behind = None if beside else stops_behind(handoff, unit)
    if behind is not None:
        claim, fact = Message("checklist.handoff-consistent"), Message("checklist.handoff-contradicts-itself")
        yield failed("itself", claim, fact, behind, subject=unit)


def _reopened(track: Track) -> Iterator[Check]:
    """One line, where the plan file of the handoff's phase keeps count of its tasks."""
    handoff, phase = track.handoff, _kept_count(track)
    if handoff is None or phase is None:
        return
    claim, again, done = Message("checklist.done-tasks-done"), reopened(track), len(_done_by_number(handoff))
    if not again:
        if _is_ticked(handoff, phase) and waits(track):
            ticked = Message("checklist.task-no-longer-open", task=handoff.task)
            yield unknown("done", Message("checklist.tasks-as-handed-off"), ticked)
        elif done:
            yield passed("done", claim, Message("checklist.none-of-done-open", count=done))
        return
    inside = (path for path in plan_files(track) if phase.path and path.startswith(f"{phase.path.rstrip('/')}/"))
    path = next(inside, phase.path)
    line = failed("done", claim, Message("checklist.done-task-open"), *(_reopened_task(each, path) for each in again))
    yield replace(line, files=(path,) if path else ())


def _reopened_task(task: HandoffTask, path: str | None) -> Message:
    match task.name, path:
        case str(name), str(path) if name and path:
            return Message("checklist.named-task-reopened", task=task.id, name=name, path=path)
        case _, str(path) if path:
            return Message("checklist.task-reopened", task=task.id, path=path)
        case str(name), _ if name:
            return Message("checklist.named-task-reopened-in-plan-file", task=task.id, name=name)
    return Message("checklist.task-reopened-in-plan-file", task=task.id)


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


def _place(track: Track, handoff: Handoff, contradiction: Message | None, *, sure: bool) -> Iterator[Check]:
    """Where the handoff and the state file put the work; a part that one of them does not name is not compared."""
    claim, position = Message("checklist.same-place"), track.position
    pairs = both_name(handoff, position)
    differing = [Message("checklist.place-differs", part=name, handoff=theirs, state=ours)
                 for name, theirs, ours in pairs if not same_place(theirs, ours)]  # fmt: skip
    if differing:
        beside = (contradiction,) if contradiction is not None else ()
        line = failed("position", claim, Message("checklist.another-place"), differing[0], *beside)
        yield replace(line, brings_back=moving(handoff, position) if sure else ())
    elif done := work_done_past(handoff, position, track.phases):
        yield failed("position", claim, Message("checklist.another-place"), done)
    elif pairs:
        parts = (Message("checklist.part-of-place", part=name, id=theirs) for name, theirs, _ in pairs)
        yield passed("position", claim, Message("checklist.place", parts=parts))
    else:
        named = handoff.phase or handoff.plan or handoff.task
        unnamed = "checklist.state-names-no-place" if named else "checklist.handoff-names-no-place"
        yield unknown("position", claim, Message(unnamed))


def _project(track: Track, handoff: Handoff) -> Iterator[Check]:
    if handoff.project is None or track.title is None:
        return
    claim = Message("checklist.same-project")
    if handoff.project.casefold() == track.title.casefold():
        yield passed("project", claim, plain(track.title))
    else:
        differs = Message("checklist.project-differs", handoff=handoff.project, project=track.title)
        yield failed("project", claim, Message("checklist.another-project"), differs)


def _age(track: Track, handoff: Handoff, own: Collection[str]) -> Check:
    claim = Message("checklist.handoff-up-to-date")
    created, updated = parse_instant(handoff.created), parse_instant(track.updated)
    if created is None and updated is None:
        return unknown("age", claim, Message("checklist.handoff-and-state-undated"))
    if created is None or updated is None:
        undated = "checklist.handoff-undated" if created is None else "checklist.state-undated"
        return unknown("age", claim, Message(undated))
    to_come = next((each for each in track.findings if (each.code, each.path) == (TO_COME, handoff.path)), None)
    if to_come is not None:
        return unknown("age", claim, to_come.message)
    dates = Message("checklist.dates", handoff=handoff.created, state=track.updated)
    older = updated.at - created.latest > _FOLLOWS
    if older and is_own(track.updated or "", own):
        return passed("age", claim, Message("checklist.state-changed-by-person", at=track.updated))
    return failed("age", claim, Message("checklist.handoff-older"), dates) if older else passed("age", claim, dates)


def _thresholds(track: Track) -> Iterator[Check]:
    """A stop refuses; an alert nobody acknowledged asks (seed, takeoff and cockpit commands)."""
    of_ended = of_ended_session(track)
    metrics = [each for each in track.thresholds if each not in of_ended]
    halting = [each for each in metrics if stops(each)]
    waiting = [each for each in metrics if alerts(each)]
    for each in halting:
        yield _stop(each, track)
    for each in waiting:
        line = _waiting(each, track)
        yield replace(line, brings_back=(_RESET,)) if can_be_reset(each, track.lacks) else line
    if not halting and not waiting:
        yield passed("thresholds", Message("checklist.no-limit-holds"), *map(_lets_go_on, metrics))
    for each in of_ended:
        why = Message("checklist.context-of-ended-session", reached=value_and_limit(each))
        yield passed("fresh", Message("checklist.fresh-context"), why, subject=each.metric)


def _stop(threshold: Threshold, track: Track) -> Check:
    claim, metric, stands = Message("checklist.no-limit-at-stop"), threshold.metric, value_and_limit(threshold)
    if stated_stop(threshold) is not None:
        way = Message("checklist.stated-stop-rewritten", reached=stands, metric=metric)
        return refused("stated", claim, Message("checklist.stop-stated", metric=metric), way, subject=metric)
    if threshold.level != "stop" and not is_retried(threshold):
        behaviour = agent_behaviour(threshold, track).beside_value
        way = Message("checklist.metric-and-agent", reached=stands, behaviour=behaviour)
        return refused("own-stop", claim, Message("checklist.at-own-stop", metric=metric), way, subject=metric)
    fact, why = Message("checklist.at-stop", metric=metric), by_hand(threshold)
    if is_retried(threshold):
        way = Message("checklist.retries-to-reset", reached=stands)
        return replace(refused("stop", claim, fact, way, subject=metric), brings_back=(_RESET,))
    way = Message("checklist.limit-to-raise", reached=stands)
    if why is not None:
        way = Message("checklist.limit-to-raise-by-hand", reached=stands, why=why)
    return refused("stop", claim, fact, way, subject=metric)


def _waiting(metric: Threshold, track: Track) -> Check:
    """An alert nobody acknowledged, or a metric of which it is unknown whether it is at one."""
    claim, subject, stands = Message("checklist.no-alert-waits"), metric.metric, value_and_limit(metric)
    behaviour = Message(
        "checklist.metric-and-agent", reached=stands, behaviour=agent_behaviour(metric, track).beside_value
    )
    if metric.unreadable:
        return failed("unread", claim, Message("checklist.metric-unreadable", metric=subject), behaviour,
                      subject=subject)  # fmt: skip
    if is_retried(metric):
        return failed("alert", claim, Message("checklist.retries-at-limit"), behaviour, subject=subject)
    why = by_hand(metric)
    if metric.acknowledgment_unread is None:
        fact, state = Message("checklist.alert-not-acknowledged"), Message("checklist.metric-reached", reached=stands)
        if why is not None:
            state = Message("checklist.metric-by-hand", reached=stands, why=why)
    else:
        fact, unread = Message("checklist.acknowledgment-unreadable"), unanswered(metric)
        state = Message("checklist.metric-acknowledgment-unread", reached=stands, unread=unread)
        if why is not None:
            code = "checklist.metric-acknowledgment-unread-by-hand"
            state = Message(code, reached=stands, unread=unread, why=why)
    return failed("alert", claim, fact, state, subject=subject)


def _lets_go_on(metric: Threshold) -> Message:
    """Its value and the limit it has reached; of an alert, why it holds nothing."""
    stands = value_and_limit(metric)
    if not is_acknowledged(metric):
        return stands
    only_seen = metric.acknowledgment is None
    return Message("checklist.alert-seen" if only_seen else "checklist.alert-acknowledged", reached=stands)


def _blockers(track: Track, resolved: Collection[str]) -> Iterator[Check]:
    """A line for each blocker, so that each is waived alone; one for all that hold up only later phases, and one for
    all that only the handoff tells, and no error of the state file.
    """
    known = (*resolved, *(error.message for error in track.errors))
    unexplained = unlisted_blockers(track.handoff.blockers, track.blockers, known) if track.handoff is not None else ()
    claim = Message("checklist.no-blocker-open-in-state" if unexplained else "checklist.no-blocker-open")
    open_ones = track.open_blockers
    standing = [blocker for blocker in open_ones if not blocker.later]
    later = [blocker for blocker in open_ones if blocker.later]
    for blocker in standing:
        fact, text = Message("checklist.blocker-open"), plain(blocker.text)
        line = failed("blocker", claim, fact, text, subject=blocker_key(blocker))
        yield replace(line, brings_back=_first_way(blocker))
    if not standing and not later:
        yield passed("blockers", claim)
    if later:
        affecting = (Message("checklist.later-blocker", blocker=each.text, affects=each.affects) for each in later)
        yield passed("later-blockers", Message("checklist.later-blockers-hold-nothing"), *affecting)
    if unexplained:
        entries = (Message("checklist.handoff-says", text=each) for each in unexplained)
        yield unknown("told-blockers", Message("checklist.told-blockers-gone"), *entries)


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
            claim, fact = Message("checklist.no-phase-failed"), Message("checklist.phase-failed")
            line = failed("failed-phase", claim, fact, need.text, subject=number)
            yield replace(line, brings_back=(Way((("cockpit", "phase", "retry", number),), "Try again"),))


def _status(track: Track, more: Resumption) -> Iterator[Check]:
    """That the status itself says that the work does not go on, where no other line holds the resume for it."""
    status, stated = track.position.status, track.position.status_text
    if status == "blocked":
        is_explained = not is_blocked_unsaid(track)
        why = Message("checklist.blocked-unexplained")
    elif status == "failed":
        is_explained = any(is_retried(each) and (stops(each) or alerts(each)) for each in track.thresholds)
        why = Message("checklist.person-decides")
    else:
        return
    if is_explained or any(kind_of(check).of_status and check.result == "failed" for check in more.checks):
        return
    claim, fact = Message("checklist.status-goes-on"), Message("checklist.status-holds", status=stated or status)
    goes_on = Option("resume", Message("checklist.status-in-progress-again"), _UNDER_WAY, _GOES_ON)
    yield replace(failed("status", claim, fact, why), options=(goes_on,))


def _errors(track: Track, more: Resumption) -> Iterator[Check]:
    if any(check.code == "error" for check in more.checks):
        return
    claim, fact = Message("checklist.no-error-unresolved"), Message("checklist.error-unresolved")
    for message in dict.fromkeys(error.message for error in track.errors if not error.resolved):
        yield failed("error", claim, fact, plain(message), subject=message)


def _question(track: Track) -> Iterator[Check]:
    if track.waiting is not None:
        question, lacking = track.waiting.question, track.lacks.get("answer")
        claim, fact = Message("checklist.no-question-waits"), Message("checklist.question-waits")
        remark = (lacking,) if lacking is not None else ()
        line = failed("question", claim, fact, as_message(question), *remark, subject=str(question))
        yield replace(line, options=() if remark else tuple(_answers(track.waiting)))


def _answers(waiting: Waiting) -> Iterator[Option]:
    """The answers that a question leaves; one without a name has its number for that."""
    for number, option in enumerate(waiting.options, 1):
        name, does = _name_and_effect(option) or (str(number), str(option))
        way = Way((("cockpit", "answer", str(number)),), "Answer")
        sentence = plain(as_sentence(does[:1].upper() + does[1:]))
        yield Option(name, sentence, way, (Answer(option=str(option), seen=str(waiting.question)),))


def _name_and_effect(option: Words) -> tuple[str, str] | None:
    """The word or letter that names an option, and what the option does: one of a file has them as `A) …`, `No: …`."""
    if isinstance(option, Message):
        return option.values["name"], str(option.values["does"])
    parts = _NAMED.fullmatch(option)
    return (parts["name"], parts["does"]) if parts is not None else None


# Whether the handoff that waits still says what was written into it with cockpit

_AS_WRITTEN = Message("checklist.handoff-as-written")


def words_checks(track: Track, evidence: Evidence) -> Iterator[Check]:
    """The one line; none of a handoff that cockpit did not write, or that another one took the place of."""
    altered = evidence.altered
    if track.handoff is None or altered is None:
        return
    if not altered.lines:
        yield passed("words", _AS_WRITTEN, Message("checklist.handoff-is-as-written"))
        return
    why = Message("checklist.handoff-altered-outside", entry=altered.entry)
    line = failed("words", _AS_WRITTEN, Message("checklist.handoff-altered"), why, *map(plain, altered.lines))
    put_back = Way((("cockpit", "redo", str(altered.entry)),), "Put back")
    yield replace(line, brings_back=(put_back,))
