"""Whether a handoff was used, and what of it is still open."""

from collections.abc import Collection, Iterator, Sequence

from cockpit.model import Blocker, Decision, Handoff, Phase, Position, Threshold, Track
from cockpit.regex import regex
from cockpit.rules.work import all_behind, done_by_table, first_few, is_done, stops_behind
from cockpit.values import dataclass
from cockpit.wording.messages import Words
from cockpit.wording.numbers import Numbers, last_number, numbers_of
from cockpit.wording.phrases import listed
from cockpit.wording.times import certainly_before

UNREADABLE = "handoff-unreadable"
"""The rule by which a system's reader reports a file that is to hold a handoff and does not."""
_RESTING = ("pending", "failed", "completed", "skipped")
"""The statuses of a phase that nobody works at."""

# What was decided, as a handoff tells it: what it is about, what was decided, and why

_NUMBER = regex(r"[(\[]?d(?:ec(?:ision)?)?[ -]?#?\d+[)\]]?\s*[:.)—–-]?\s+|#?\d+[:.)]\s+")
"""The number of a decision, however it is written."""
_NEWEST = 5
"""Decisions that a handoff proposes to tell."""
_TOPIC = 60
"""Characters of a context that is a topic."""


def all_decisions(stated: Sequence[str], decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The entries of a handoff, then the decisions of the files that it does not tell in the same words."""
    entries = list(dict.fromkeys(stated))
    known = set(map(comparable_text, entries))
    for decision in decisions:
        keys = _tellings(decision)
        if known.isdisjoint(keys):
            entries.append(with_why(decision))
        known |= keys
    return tuple(entries)


def only_stated(stated: Sequence[str], decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The entries of a handoff that no decision of the files tells in the same words."""
    known = {key for decision in decisions for key in _tellings(decision)}
    return tuple(entry for entry in dict.fromkeys(stated) if comparable_text(entry) not in known)


def _tellings(decision: Decision) -> set[str]:
    """How a decision is told: with or without what it is about, and why."""
    return set(map(comparable_text, (decision.text, f"{topic_of(decision)}: {decision.text}", with_why(decision))))


def newest(decisions: Sequence[Decision]) -> tuple[str, ...]:
    """The last few, each on one line with its why, so that nobody debates it again; the others a prompt takes from the
    files.
    """
    return tuple(" ".join(with_why(each).split()) for each in decisions[-_NEWEST:])


def with_why(decision: Decision) -> str:
    """What it is about, what was decided, what came out, and why."""
    topic = topic_of(decision)
    text = f"{topic}: {decision.text}" if topic else decision.text
    if decision.outcome and decision.reason:
        return f"{text} — {decision.outcome} (why: {decision.reason})"
    more = decision.outcome or decision.reason
    return f"{text} — {more}" if more else text


def topic_of(decision: Decision) -> str:
    """What a decision is about, without which "7 days" says nothing: a context of a few words. A whole sentence is
    background, and a decision with an outcome has its topic for a text.
    """
    context = (decision.context or "").strip()
    few = len(context) <= _TOPIC and "\n" not in context and not context.endswith((".", "!", "?", ":"))
    other = decision.outcome is None and comparable_text(context) != comparable_text(decision.text)
    return context if few and other else ""


def comparable_text(text: str) -> str:
    """What is equal for two texts that differ in case, blanks, emphasis, a number before them or a full stop."""
    plain = " ".join(text.casefold().replace("`", "").replace("*", "").split())
    return _NUMBER.sub("", plain, count=1).rstrip(".") if _NUMBER.match(plain) else plain.rstrip(".")


# What has become of a handoff: it is used once the state stands past it, or a person says so; commits alone show


@dataclass(frozen=True, slots=True)
class _Moved:
    """The first of phase, plan and task in which the state stands past a handoff, as both write it."""

    name: str
    then: str
    now: str


def why_used(track: Track) -> Words | None:
    """That the work is past the handoff of a track, whoever went on with it, and how, in one sentence; None where it is
    not, or the state is older.
    """
    handoff = track.handoff
    if handoff is None or certainly_before(track.updated, handoff.created):
        return None
    return moved_past(handoff, track.position, track.phases)


def waits(track: Track) -> bool:
    """Whether a handoff waits that, as far as the files tell, nobody has gone on from."""
    return track.handoff is not None and why_used(track) is None


def resting_phase(track: Track, phase_id: str | None) -> Phase | None:
    """The phase of that id, where the work is called in progress and the phase, by a status of its own, is not."""
    found = next((each for each in track.phases if phase_id is not None and each.id == phase_id), None)
    rests = found is not None and found.status in _RESTING and track.position.status == "in_progress"
    return found if rests else None


def of_ended_session(track: Track) -> tuple[Threshold, ...]:
    """What fires though it says nothing of a fresh agent: how full the context of the session was that handed off.

    Empty where no handoff waits, where it has served, and of a metric read after it: that is a fresh agent's.
    """
    handoff = track.handoff
    if handoff is None or not waits(track):
        return ()
    return tuple(
        each
        for each in track.thresholds
        if each.metric == "context"
        and (each.level in ("alert", "stop") or each.agent_will != "continue")
        and not certainly_before(handoff.created, each.read_at)
    )


def unlisted_blockers(entries: Sequence[str], known: Sequence[Blocker], resolved: Collection[str]) -> tuple[str, ...]:
    """The blockers of a handoff of which nobody can tell whether they hold: the state file names no such blocker, open
    or not, and nobody `resolved` it. One is named also by a part of its words.
    """
    named = [key for text in (*(each.text for each in known), *resolved) if (key := comparable_text(text))]
    keys = ((entry, comparable_text(entry)) for entry in entries)
    return tuple(entry for entry, key in keys if key and not any(key in each or each in key for each in named))


def moved_past(handoff: Handoff, position: Position, phases: Sequence[Phase]) -> Words | None:
    """How the state stands past a handoff, in one sentence; None where it does not, or open tasks contradict it.

    The first of phase, plan and task that differs decides; what is no number is not compared. A phase that runs beside
    others is past once it is no longer open itself. The task of a handoff that contradicts itself tells nothing.
    """
    moved = _moved(handoff, position)
    if moved is None:
        return work_done_past(handoff, position, phases)
    if passed_over(handoff, position, phases) or _stopped_later(handoff, moved) is not None:
        return None
    if moved.name == "phase" and any(each.parallel and _is_open(each) for each in phases if each.id == handoff.phase):
        return None
    return f"The work has moved past this handoff: from {moved.name} {moved.then} to {moved.now}."


def work_done_past(handoff: Handoff, position: Position, phases: Sequence[Phase]) -> Words | None:
    """That all work is done, which is past every place of a handoff; None where something is open, whatever the state
    calls itself, or the handoff names no place, or says itself that its work is complete.
    """
    place = next((f"{name} {theirs}" for name, theirs, _ in parts_of(handoff, position) if theirs), None)
    is_called_done = position.status == "completed" and not any(map(_is_open, phases))
    is_open = any(each.counted_done and each.open_tasks for each in phases)
    if place is None or is_open or is_done(handoff.status) or not (is_called_done or all_behind(position, phases)):
        return None
    return f"The work has moved past this handoff, which stops at {place}: all work is done."


def _is_open(phase: Phase) -> bool:
    return phase.status in ("pending", "in_progress", "failed")


def gone_on(then: Position, now: Position, phases: Sequence[Phase]) -> bool:
    """Whether the work went on from where it stood then: as it would be past a handoff written there."""
    ids = [step.id if step is not None else None for step in (then.phase, then.plan, then.task)]
    return moved_past(Handoff(path="", phase=ids[0], plan=ids[1], task=ids[2]), now, phases) is not None


def stands_past(handoff: Handoff, position: Position) -> bool:
    """Whether a position lies past a handoff's, by their numbers alone."""
    return _moved(handoff, position) is not None


def contradicted(track: Track) -> Words | None:
    """That the state stands past the handoff, but tasks on the way are open in the plan file, or that the handoff tells
    two places; None where that is not so. Without a plan file the word of the state is all there is.
    """
    handoff, position = track.handoff, track.position
    moved = _moved(handoff, position) if handoff is not None else None
    skipped = passed_over(handoff, position, track.phases) if handoff is not None else ()
    if handoff is None or moved is None:
        return None
    if not skipped:
        return _stopped_later(handoff, moved)
    whole, number = (moved.name, moved.then) if moved.name != "task" else ("plan", handoff.plan)
    what, are = ("task", "is") if len(skipped) == 1 else ("tasks", "are")
    tasks = f"{what} {listed(first_few(skipped))}{f' of {whole} {number}' if number else ''}"
    return f"The state is at {moved.name} {moved.now}, but {tasks} {are} open in the plan file."


def _stopped_later(handoff: Handoff, moved: _Moved) -> Words | None:
    """That the handoff itself calls tasks done up to where the state stands, behind the one it says it stopped in."""
    reached, done = last_number(moved.now), done_by_table(handoff)
    within = moved.name == "task" and reached is not None and reached <= max(done, default=0) + 1
    return stops_behind("task", handoff.task, done) if within else None


def passed_over(handoff: Handoff, position: Position, phases: Sequence[Phase]) -> tuple[str, ...]:
    """The tasks from the handoff to where the state stands that are open by the plan files.

    A phase in which no task was ever ticked says nothing: nobody keeps count there.
    """
    moved = _moved(handoff, position)
    begin, end = numbers_of(moved.then if moved else None)[-1:], numbers_of(moved.now if moved else None)[-1:]
    if moved is None:
        return ()
    open_tasks = [(place, each) for phase in phases if phase.counted_done for place, each in open_of(phase)]
    if moved.name == "phase":
        return tuple(each for (phase, _, _), each in open_tasks if begin <= phase < end)
    here = [(place, each) for place, each in open_tasks if place[0] == numbers_of(handoff.phase)[-1:]]
    if moved.name == "plan":
        return tuple(each for (_, plan, _), each in here if plan and begin <= plan < end)
    plan = numbers_of(handoff.plan)[-1:]
    return tuple(each for (_, own, task), each in here if own in ((), plan) and begin <= task < end)


def open_of(phase: Phase) -> Iterator[tuple[tuple[Numbers, Numbers, Numbers], str]]:
    """The open tasks of a phase, each with its phase, plan and task; the plan is empty where its id has none."""
    own = numbers_of(phase.id)[-1:]
    for each in phase.open_tasks:
        numbers = numbers_of(each)
        if own and numbers:
            yield (own, numbers[-2:-1] if len(numbers) > 2 else (), numbers[-1:]), each


def parts_of(handoff: Handoff, position: Position) -> Iterator[tuple[str, str | None, str | None]]:
    """Phase, plan and task by name, each with its id in the handoff and in the state."""
    for name in ("phase", "plan", "task"):
        theirs, ours = getattr(handoff, name), getattr(position, name)
        yield name, theirs, ours.id if ours is not None else None


def _moved(handoff: Handoff, position: Position) -> _Moved | None:
    for name, theirs, ours in parts_of(handoff, position):
        then, now = numbers_of(theirs), numbers_of(ours)
        if not then or not now:
            return None
        length = min(len(then), len(now))
        then, now = then[-length:], now[-length:]  # `3.2` and `2` both as `2`: a plan may be written with its phase
        if then != now:
            return _Moved(name, theirs or "", ours or "") if now > then else None
    return None
