"""What only a person can move: the needs of a track, the gravest first."""

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from heapq import merge
from itertools import chain
from typing import Literal, NamedTuple

from cockpit.model import (
    Blocker,
    Finding,
    Level,
    Phase,
    PhaseError,
    Position,
    Project,
    Session,
    Silence,
    Statement,
    Threshold,
    Track,
)
from cockpit.model.agents import AgentSession
from cockpit.model.location import track_name, where_left
from cockpit.rules.agent_overview import is_need
from cockpit.rules.handoff.handoff_status import why_used
from cockpit.rules.thresholds.alert_state import (
    agent_behaviour,
    alerts,
    amount,
    by_hand,
    can_hold,
    firing,
    held_words,
    is_held_at,
    is_lapsed,
    is_retried,
    stated_stop,
    stops,
    value_and_limit,
)
from cockpit.rules.thresholds.metrics import format_amount, rank
from cockpit.rules.unread import damage_at, unread_findings, without_status
from cockpit.rules.work import all_behind, has_failed, is_behind, is_going_on, is_pending
from cockpit.values import dataclass
from cockpit.wording.messages import Words, as_message, clause, command_line, plain
from cockpit.wording.numbers import whole_number
from cockpit.wording.phrases import listed
from cockpit.wording.times import lasting_age, until_when

Remedy = Literal[
    "acknowledge", "raise-limit", "withdraw", "answer", "reset-retries", "resolve", "identify", "hand-off", "resume",
    "archive", "review", "open", "move", "put-away", "snooze", "close", "go-back", "copy-command", "go-there", "edit",
    "limit", "install-hook",
]  # fmt: skip


class NeedKind(NamedTuple):
    """What the needs of a kind have in common: glyph and style of the row, the pane they come from, the word before
    them, what answers them (the usual first), and the word by which the first line counts them, where it does."""

    glyph: str
    style: str
    pane: str
    word: str
    remedies: tuple[Remedy, ...] = ("open",)
    counted: str = ""


KINDS: Mapping[str, NeedKind] = {
    "stop": NeedKind("stop", "stop", "thresholds", "stop", ("raise-limit",), "stop"),
    "alert": NeedKind("alert", "alert", "thresholds", "alert", counted="alert"),
    "lapsed": NeedKind("alert", "alert", "thresholds", "alert", counted="alert"),
    "question": NeedKind("question", "accent", "position", "question", ("answer",), "question"),
    "agent-waits": NeedKind("question", "accent", "sessions", ""),
    "agent-failed": NeedKind("failed", "stop", "sessions", ""),
    "failed": NeedKind("failed", "stop", "position", "failed", counted="failed"),
    "escalated": NeedKind("blocked", "stop", "blockers", "stopped"),
    "blocker": NeedKind("blocked", "warning", "blockers", "blocked", ("resolve",), "blocker"),
    "blocked": NeedKind("blocked", "warning", "position", "blocked", ("resume",)),
    "taken-back": NeedKind("error", "warning", "findings", "lost", ("review",)),
    "damaged": NeedKind("error", "stop", "findings", "damaged", ("edit",), "unreadable"),
    "missing": NeedKind("warning", "warning", "findings", "missing"),
    "error": NeedKind("error", "warning", "phases", "error"),
    "disagree": NeedKind("warning", "warning", "thresholds", "disagree"),
    "handoff": NeedKind("handoff", "accent", "sessions", "resume", ("resume",)),
    "ended": NeedKind("note", "accent", "sessions", "ended", ("resume",)),
    "silent": NeedKind("note", "accent", "position", "silent", ("resume", "snooze")),
    "agent-may": NeedKind("note", "warning", "sessions", ""),
    "agent-idle": NeedKind("note", "accent", "sessions", ""),
    "asked": NeedKind("question", "accent", "attention", "open", ("close",)),
    "finished": NeedKind("note", "accent", "position", "done", ("put-away",)),
    "unhooked": NeedKind("note", "muted", "thresholds", "advisory", ("install-hook", "snooze")),
}
"""The kinds from the gravest on; what waits in another track is `elsewhere`, and shown as that need is there."""
_GRAVITY = {kind: place for place, kind in enumerate(KINDS)}
_WRITES = ("answer", "resolve", "identify", "move", "put-away", "close")
"""The remedies that write to the files of the state."""
LEFT_OPEN = "completed-with-open-phases"
"""The code of the finding about work that is called completed while phases of it are open."""
_PARTLY_READ = ("yaml-invalid", "yaml-duplicate-key", "json-duplicate-key")
"""The codes of findings about what was left out of a file that was read."""
_LIMITS = ("warning limit", "alert limit", "stop limit")
STATE_MISSING = "state-file-missing"
"""The code of the finding that a track has no state file; a warning where its agent goes on by something else."""
TAKEN_BACK = "taken-back"
"""The code of the finding about changes of ours that another program took back."""
ESCALATED = "all-phases-blocked"
"""The rule of the finding that nothing can go on."""


class OpenQuestion(NamedTuple):
    """A question that is written down as open: nobody waits for the answer."""

    text: str


class Unhooked(NamedTuple):
    """The agents at work that no hook holds at the limits, and one could."""

    agents: tuple[str, ...]


class Need(NamedTuple):
    """Something a person should act on. `pane` and `row` name the place on screen it comes from.

    `remedies` are what answers it, the first one the usual; `value` is the model value concerned. A tuple, since a file
    may hold thousands. Of one that waits in another track, `there` is the need itself. `since` is when it began where
    that is what counts.
    """

    kind: str
    pane: str
    row: str
    word: str
    text: Words
    remedies: tuple[Remedy, ...] = ("open",)
    value: object = None
    there: "Need | None" = None
    since: str | None = None

    @property
    def key(self) -> str:
        """What identifies the need from one reload to the next."""
        return f"{self.kind}:{self.row}"


def _need(
    kind: str, row: str, text: Words, value: object, *remedies: Remedy, word: str = "", since: str | None = None
) -> Need:
    """A need of a kind, with the remedies and the word of the kind where it has none of its own."""
    of = KINDS[kind]
    return Need(kind, of.pane, row, word or of.word, text, remedies or of.remedies, value, since=since)


def sentence(need: Need, now: datetime) -> Words:
    """The text of a need, with how long it lasts by now."""
    if need.there is not None:
        in_track = str(need.text).removesuffix(clause(need.there.text))
        return f"{in_track}{clause(sentence(need.there, now))}"
    if isinstance(need.value, AgentSession):
        return _session_sentence(need.value, now)
    if isinstance(need.value, Threshold) and need.since is not None:
        return f"{need.text} since {until_when(need.since, now)}"
    lasts, ago, _ = (lasting_age(need.since, now) or "").partition(" ago")
    if not ago or not isinstance(need.value, Silence):
        return need.text
    dated = f"The state file is dated {lasts} ago" if need.value.stated else f"Nothing written for {lasts}"
    return f"{dated} while {str(need.text).partition(' while ')[2]}"


def needs(track: Track, of_project: tuple[Finding, ...] = ()) -> tuple[Need, ...]:
    """Everything that waits for a person, the gravest first: stops, alerts, questions, failures, blockers, damage, a
    missing state file, errors, values on which the files disagree, handoffs, sessions that ended, work nobody is heard
    of, open questions, finished work.

    `of_project` are the findings that belong to no track.
    """
    return tuple(each_need(track, of_project))


def each_need(track: Track, of_project: tuple[Finding, ...] = ()) -> Iterator[Need]:
    """As `needs`, one by one: whoever shows the first of thousands makes no more."""
    holding = [each for each in track.thresholds if stops(each) or alerts(each)]
    found = chain(
        _thresholds(track),
        _question(track),
        _agents(track, "agent-waits", lambda each: each.state == "waits" and not is_held_at(holding, each)),
        _agents(track, "agent-failed", lambda session: session.needs_you == "failed"),
        _failure(track),
        failed_phases(track),
        _escalation(track),
        _blockers(track),
        _blocked(track),
        _taken_back(of_project),
        _damage(track, of_project),
        _missing(track),
        _errors(track),
        _disagreements(track),
        _handoff(track),
        _ended(track),
        _silent(track),
        _agents(track, "agent-may", lambda session: session.may and session.needs_you is None),
        _agents(track, "agent-idle", lambda session: session.needs_you == "turn"),
        _asked(track),
        _finished(track),
    )
    return map(_by_hand, found) if "state" in track.lacks else found


def _by_hand(need: Need) -> Need:
    """A need of a track whose files are not written to: a person answers it in the editor."""
    return need._replace(remedies=("edit",)) if any(each in _WRITES for each in need.remedies) else need


def need_counts(track: Track, of_project: tuple[Finding, ...] = ()) -> Counter[str]:
    """How many needs a track has, by the word that counts them, the others by an empty one. Blockers are only counted:
    a file may hold thousands."""
    held = track.open_blockers
    found = Counter(
        KINDS[each.kind].counted for each in each_need(replace(track, blockers=tuple(held[:1])), of_project)
    )
    found[KINDS["blocker"].counted] = len(held)
    return found


def unwritable(track: Track) -> Finding | None:
    """The damage in a file which may keep acknowledgments, because of which none is written or withdrawn."""
    return next((each for each in track.findings if each.severity == "error" and each.path.endswith(".json")), None)


def needs_everywhere(
    shown: Track,
    others: tuple[Track, ...],
    of_project: tuple[Finding, ...] = (),
    own_limits: Track | None = None,
    unhooked: tuple[str, ...] = (),
) -> Iterator[Need]:
    """What waits in all tracks of a project, one by one, the gravest first; within a kind the track shown first. That
    of the repository's own limits, which are shown with it, is not elsewhere. At the end, where a track has limits, the
    agents that are `unhooked`: nothing waits there, so no count has them."""
    every = (shown, *others)
    elsewhere = (_each_elsewhere(track, track_name(track, every), is_own=track is own_limits) for track in others)
    found = merge(each_need(shown, of_project), *elsewhere, key=gravity)
    agents = tuple(each for each in unhooked if dismissal_of(each) not in shown.dismissed)
    return chain(found, _unhooked(agents)) if agents and any(map(can_hold, every)) else found


def _unhooked(agents: tuple[str, ...]) -> Iterator[Need]:
    text = f"No hook holds {listed(agents)} at these limits: {command_line('hooks', 'install', agents[0])}"
    yield _need("unhooked", "unhooked", text, Unhooked(agents))


def dismissal_of(agent: str) -> str:
    """The key of a person's word that no hook is to hold an agent, among those of what they dismissed."""
    return f"no-hook:{agent}"


def _each_elsewhere(track: Track, name: str, *, is_own: bool) -> Iterator[Need]:
    for need in each_need(track):
        if is_own and isinstance(need.value, Threshold):
            yield need
            continue
        text = f"track {name}: {clause(need.text)}"
        row = f"track:{track.key}:{need.key}"
        yield Need("elsewhere", "attention", row, need.word, text, ("go-there",), track, need, need.since)


def gravity(need: Need) -> int:
    """How soon it needs a person, 0 for at once."""
    return _GRAVITY[(need.there or need).kind]


def _thresholds(track: Track) -> Iterator[Need]:
    fire = firing(track.thresholds)
    yield from (_threshold(each, track) for each in fire if stops(each))
    yield from (_threshold(each, track) for each in fire if alerts(each))


def answers_to(threshold: Threshold, track: Track) -> tuple[Remedy, ...]:
    """What answers a threshold that fires, the usual one first."""
    return _threshold(threshold, track).remedies


def _threshold(threshold: Threshold, track: Track) -> Need:
    found, halts = agent_behaviour(threshold, track), stops(threshold)
    kind = "stop" if halts else "lapsed" if is_lapsed(threshold) and found.kind != "ended" else "alert"
    if found.kind == "ended":
        remedies: tuple[Remedy, ...] = ("resume",)
    elif is_retried(threshold):
        remedies = ("reset-retries",) if can_be_reset(threshold, track.lacks) else ("open",)
    elif by_hand(threshold) or (threshold.unreadable and not halts):
        remedies = ("edit",)
    elif halts:
        remedies = ("open",) if stated_stop(threshold) is not None else ()
    else:
        remedies = _answers(threshold, track)
    held, since = held_words(threshold, track)
    reached, behaviour = value_and_limit(threshold), held or found.sentence
    limit = threshold.limits.at(threshold.level) if threshold.level is not None else None
    if track.counts_use and limit is not None and threshold.value is not None:
        at = format_amount(limit, threshold.unit)
        reached = f"{threshold.metric} {amount(threshold)} reached your {threshold.level} of {at}"
    text = f"{clause(reached)}: {behaviour}"
    if threshold.stated is not None:
        text += f"; the files say {format_amount(threshold.stated, threshold.unit)}"
    if threshold.disagreeing:
        text += f"; the files say {listed(map(_statement_text, threshold.disagreeing))}"
    word = "unknown" if threshold.unreadable and not halts else ""
    return _need(kind, threshold.metric, text, threshold, *remedies, word=word, since=since)


def _statement_text(stated: Statement) -> str:
    """What one place says of a metric of which another one says otherwise."""
    what = f"{stated.what} " if stated.what in _LIMITS else ""
    return f"{what}{stated.text} ({stated.path.rpartition('/')[2]})"


def can_be_reset(threshold: Threshold, lacks: Container[str] = ()) -> bool:
    """Whether counting the retries anew is a way out: not where all that holds is a limit that nobody can read, nor
    where the track `lacks` that."""
    if "retries" in lacks:
        return False
    unread = [each.what for each in threshold.unreadable]
    return is_retried(threshold) and (stops(threshold) or not unread or any(what not in _LIMITS for what in unread))


def _answers(threshold: Threshold, track: Track) -> tuple[Remedy, ...]:
    """What answers an alert; nothing is written beside what cannot be read."""
    if is_lapsed(threshold):
        return ("open",) if unwritable(track) else ("acknowledge", "withdraw")
    acknowledging: tuple[Remedy, ...] = () if unwritable(track) else ("acknowledge",)
    handing_off: tuple[Remedy, ...] = ("hand-off",) if threshold.metric == "context" else ()
    if track.counts_use:
        handing_off = ("limit", "hand-off")
    return (*acknowledging, *handing_off) or ("open",)


def _question(track: Track) -> Iterator[Need]:
    if track.waiting is not None:
        remedies: tuple[Remedy, ...] = ("open",) if "answer" in track.lacks else ()
        yield _need("question", "waiting", as_message(track.waiting.question), track.waiting, *remedies)


def _agents(track: Track, kind: str, is_so: Callable[[AgentSession], bool]) -> Iterator[Need]:
    """The sessions of agents that need a person so, the longest first, but for those that were dismissed."""
    found = [each for each in track.agents if is_need(each) and is_so(each)]
    if not found:
        return
    from cockpit.rules.agent_words import agent_word, can_go_to, way_back, word_of, work_in_several

    several = work_in_several(track.agents)
    for each in sorted(found, key=lambda session: session.since or session.updated or ""):
        remedies: tuple[Remedy, ...] = ("go-back",) if can_go_to(each) else ("copy-command",) if way_back(each) else ()
        text, word = as_message(f"{each.title or each.id} {word_of(each)}"), agent_word(each, several)
        yield _need(kind, agent_key(each), text, each, *remedies, word=word, since=each.since)


def _session_sentence(session: AgentSession, now: datetime) -> Words:
    """What it needs, since when, and where it runs: `fix tax wants to run: git push (4 min, tmux work:1.0)`."""
    from cockpit.rules.agent_words import age_words, what_words, where_words

    where, _ = where_words(session)
    where = f"pid {session.pid}" if where == "–" and session.pid else where.removeprefix("–")
    what, age = what_words(session, now), age_words(session, now)
    beside = ", ".join(filter(None, ("" if what.endswith(f" {age}") else age, where)))
    return as_message(f"{session.title or session.id} {what}{f' ({beside})' if beside else ''}")


def agent_key(session: AgentSession) -> str:
    """The key of a session's row."""
    return f"agent:{session.agent}:{session.id}"


def _failure(track: Track) -> Iterator[Need]:
    counted = any(is_retried(each) and (stops(each) or alerts(each)) for each in track.thresholds)
    if track.position.status == "failed" and not counted:
        yield _need("failed", "status", _how_it_failed(track), track.position)


def _how_it_failed(track: Track) -> Words:
    """The status as it is stated, or what it means, after how many retries."""
    stated, means = track.position.status_text or "failed", track.position.status_means
    retries = track.retries.used if track.retries is not None and track.retries.count else None
    if stated.casefold() == "failed" and not means:
        if retries is None:
            return "the work failed; decide how to continue"
        return f"the work failed after {retries} retries; decide how to continue"
    whole = means if means is not None and stated.casefold() == "failed" else stated.removesuffix("; ")
    if retries is None:
        return whole
    status, semicolon, reason = clause(whole).partition(";")
    return f"{status} after {retries} retries{semicolon}{reason}"


def failed_phases(track: Track) -> Iterator[Need]:
    """The phases that failed while the work goes on, until they are tried again or skipped. Retries that are used up
    tell of theirs."""
    if track.position.status == "failed" or any(is_retried(each) and stops(each) for each in track.thresholds):
        return
    for number, phase in enumerate(track.phases):
        if has_failed(phase.status):
            errors, name = errors_since(track, phase), f"({phase.name})" if phase.name else None
            why = "its error is resolved" if all(each.resolved for each in errors) else "an error is unresolved"
            label = " ".join(filter(None, ("Phase", phase.id, name)))
            text = f"{label} failed; {why if errors else 'no reason is recorded'}"
            yield _need("failed", f"failed:{number}", text, phase, "move")._replace(pane="phases")


def errors_since(track: Track, phase: Phase) -> Sequence[PhaseError]:
    """The errors of a phase since it was tried again last."""
    errors = [each for each in track.errors if phase.id is not None and each.phase == phase.id]
    again = max((at for at, each in enumerate(errors) if each.tried_again), default=-1)
    return errors[again + 1 :]


def failures(track: Track) -> Iterator[Words]:
    """What failed and waits for a decision: the work itself, or phases with an error that nobody resolved. Where no
    errors are recorded, an agent tries again by itself.
    """
    if "error" not in track.records:
        return
    yield from (each.text for each in _failure(track))
    for each in failed_phases(track):
        phase = each.value
        if isinstance(phase, Phase) and any(not error.resolved for error in errors_since(track, phase)):
            yield each.text


def _escalation(track: Track) -> Iterator[Need]:
    """That nothing can go on, above the blockers, with the one of them that frees most."""
    finding = next((each for each in track.findings if each.code == ESCALATED), None)
    held = track.open_blockers if finding is not None else ()
    best = max(held, key=lambda each: len(each.frees), default=None)
    if finding is None or best is None:
        return
    text = clause(finding.message)
    if best.frees:
        text += f"; resolving “{best.text}” unblocks {listed(map(clause, best.frees))}"
    remedies: tuple[Remedy, ...] = ("resolve",) if best.frees else ()
    yield _need("escalated", blocker_key(best), text, best, *remedies)


def _blockers(track: Track) -> Iterator[Need]:
    for blocker in track.blockers:
        if blocker.holds:
            remedies: tuple[Remedy, ...] = ("identify",) if blocker.status == "new" else ()
            remedies = ("reset-retries",) if blocker.of_failure else remedies
            yield _need("blocker", blocker_key(blocker), plain(blocker.text), blocker, *remedies)


def is_blocked_unsaid(track: Track) -> bool:
    """Whether the status says that the work is blocked, and no blocker of the present work says by what, nor a question
    that it waits with."""
    explained = track.waiting is not None or any(each.holds_now for each in track.blockers)
    return track.position.status == "blocked" and not explained


def _blocked(track: Track) -> Iterator[Need]:
    """That the status says so, where no blocker says why."""
    if is_blocked_unsaid(track):
        text = f"{track.position.status_text or 'blocked'}, but no open blocker gives the reason"
        yield _need("blocked", "status", text, track.position)


def _disagreements(track: Track) -> Iterator[Need]:
    """What the places say of a metric that does not fire, where they do not say the same."""
    for each in track.thresholds:
        if each.disagreeing and not stops(each) and not alerts(each):
            limits = all(stated.what in _LIMITS for stated in each.disagreeing)
            used = "the lowest limit" if limits else "the highest value"
            text = f"{each.metric}: the files say {listed(map(_statement_text, each.disagreeing))}; {used} is used"
            yield _need("disagree", each.metric, text, each)


def _ended(track: Track) -> Iterator[Need]:
    """That the last session ended in the middle of the work, and nothing else says who goes on."""
    explained = track.handoff is not None or track.waiting is not None
    if explained or not track.sessions or any(is_going_on(each.status) for each in track.sessions):
        return
    last = max(track.sessions, key=lambda each: each.ended or each.started or "")
    if track.position.status == "not_started" and _ended_at_a_boundary(last):
        stated = (each.command for each in (track.next_action, track.next_by_rule) if each is not None)
        following = next((f" with {command}" for command in stated if command), "")
        yield _need("ended", "ended", f"Start the next session{following}", last)
    if track.position.status != "in_progress":
        return
    why = last.handoff_reason or ""
    at_a_step = why.casefold().startswith("completed") or _ended_at_a_boundary(last)  # what goes on is another's work
    if (last.status is not None or last.handoff_reason is not None) and not at_a_step:
        named = f"Session {last.id}" if last.id else "The last session"
        yield _need("ended", "ended", f"{named} ended{f' ({why})' if why else ''} while work is in progress", last)


def _ended_at_a_boundary(session: Session) -> bool:
    """Whether it ended between two steps, and a person said how it goes on."""
    return "boundary" in (session.handoff_reason or "").casefold()


def _silent(track: Track) -> Iterator[Need]:
    """That nothing is heard of the work, where nothing else says why nobody is at it."""
    silence = track.silence
    if silence is None or silence.snoozed_until is not None or _is_explained(track):
        return
    text = f"{'No update' if silence.stated else 'Nothing written'} while {_under_way(track)} is in progress"
    yield _need("silent", "silence", text, silence, since=silence.since)


def _under_way(track: Track) -> Words:
    """The step that is in progress: the task, or the present phase, unless its own status says otherwise."""
    at = track.position
    if at.task is not None and at.task.id:
        return f"task {at.task.id}"
    here = at.phase.id if at.phase is not None else None
    stated = next((each.status for each in track.phases if each.id == here), None)
    if here and not (is_behind(stated) or has_failed(stated) or is_pending(stated)):
        return f"phase {here}"
    running = next((each.id for each in track.phases if is_going_on(each.status)), None)
    return f"phase {running}" if running else "work"


def _is_explained(track: Track) -> bool:
    """Whether a need holds the present work, so that nobody is at it; an alert does so also where a person snoozed it.

    A failed phase does not: work under way beside it is another's.
    """
    if any(stops(each) or alerts(each) for each in track.thresholds):
        return True
    if any(each.holds_now and not _is_ahead(each, track.position) for each in track.blockers):
        return True
    waits = track.handoff is not None and why_used(track) is None
    kinds = (_question, _failure, _escalation, _blocked, _ended)
    return waits or any(next(kind(track), None) is not None for kind in kinds)


def _is_ahead(blocker: Blocker, position: Position) -> bool:
    """Whether a blocker names phases after the present one alone; a bare number in front of it may be none."""
    here = whole_number(position.phase.id) if position.phase is not None else None
    affected = [whole_number(each) for each in blocker.affects]
    after = here is not None and all(each is not None and each > here for each in affected)
    return bool(affected) and after and not blocker.text[:1].isdigit()


def _asked(track: Track) -> Iterator[Need]:
    """The questions that are written down as open, as one."""
    if track.open_questions:
        first, *others = track.open_questions
        text = f"{first} and {len(others)} more" if others else plain(first)
        yield _need("asked", "open-questions", text, OpenQuestion(first))


def _finished(track: Track) -> Iterator[Need]:
    """That the work is called completed, or all of it is done while it still counts as under way."""
    ended = track.position.status == "completed"
    done = all_behind(track.position, track.phases)
    if "archive" in track.lacks or not (ended or (track.position.status == "in_progress" and done)):
        return
    remaining: Words | None = next((each.message for each in track.findings if each.code == LEFT_OPEN), None)
    counted = track.position.counted
    left_out = counted is not None and counted.unit == "phases" and done
    if remaining is None and counted is not None and counted.done < counted.total and not left_out:
        remaining = f"Marked completed with only {counted.done} of {counted.total} {counted.unit} done"
    if remaining is None and any(each.severity == "error" for each in track.findings):
        return  # what cannot be read may be open work
    unread = next((each for each in track.findings if each.code in _PARTLY_READ and each.path == track.path), None)
    if remaining is None and unread is not None:
        yield _damaged(unread, text=f"Marked completed, but not all of it can be read: {clause(damage_at(unread))}")
    elif remaining is not None:
        yield _need("finished", "finished", remaining, track.position, "resume", word="open")
    else:
        yield _need("finished", "finished", "All work is done; archive the track", track.position)


def blocker_key(blocker: Blocker) -> str:
    """What identifies a blocker from one reload to the next."""
    return blocker.id or blocker.text


def _handoff(track: Track) -> Iterator[Need]:
    handoff = track.handoff
    if handoff is None:
        return
    past, place = why_used(track), where_left(handoff)
    if past is not None:
        yield _need("handoff", "handoff", clause(past), handoff, "archive", word="past")
    else:
        at, action = f" at {place}" if place else "", f": {handoff.next_action}" if handoff.next_action else ""
        yield _need("handoff", "handoff", f"A handoff waits{at}{action}", handoff)


def _errors(track: Track) -> Iterator[Need]:
    for number, error in enumerate(track.errors):
        if not error.resolved and not error.tried_again:
            remedies: tuple[Remedy, ...] = ("resolve",) if "error" in track.records else ("open",)
            yield _need("error", f"error:{number}", plain(error.message), error, *remedies)


def _taken_back(findings: tuple[Finding, ...]) -> Iterator[Need]:
    """One for all changes that another program took back."""
    for finding in findings:
        if finding.code == TAKEN_BACK:
            yield _need("taken-back", finding_key(finding), finding.message, finding)


def _damage(track: Track, of_project: tuple[Finding, ...]) -> Iterator[Need]:
    """What cannot be parsed; a position of which nobody knows whether it waits; what no rule reads."""
    for finding in (*of_project, *track.findings):
        if finding.severity == "error":
            yield _damaged(finding, "missing" if finding.code.endswith("-missing") else "")
    if (missing := without_status(track)) is not None:
        yield _damaged(missing, "unknown")
    yield from (_damaged(each, "unread") for each in unread_findings(track))


def _damaged(finding: Finding, word: str = "", text: Words | None = None) -> Need:
    remedies: tuple[Remedy, ...] = ("open",) if finding.code == STATE_MISSING else ()
    return _need("damaged", finding_key(finding), text or damage_at(finding), finding, *remedies, word=word)


def _missing(track: Track) -> Iterator[Need]:
    """The state file that is not there, where the agent goes on by something else."""
    for finding in track.findings:
        if finding.code == STATE_MISSING and finding.severity == "warning":
            yield _need("missing", finding_key(finding), damage_at(finding), finding)


def finding_key(finding: Finding) -> str:
    """What identifies a finding from one reload to the next: its rule and place, not its wording."""
    return f"{finding.code}:{finding.path}:{finding.line or ''}"


# How the tracks of a project stand beside each other: the one that needs a person most comes first


@dataclass(frozen=True, slots=True)
class RankedTrack:
    """A track, what needs a person in it (the gravest first), and the gravest level of its thresholds."""

    track: Track
    needs: tuple[Need, ...]
    level: Level | None

    @property
    def gravity(self) -> int:
        """How soon it needs a person, 0 for at once."""
        return gravity(self.needs[0]) if self.needs else len(KINDS)


def rank_tracks(project: Project) -> tuple[RankedTrack, ...]:
    """Every track, the worst first: by what needs a person, then by level, then as the project lists them."""
    levels = (max((each.level for each in track.thresholds), key=rank, default=None) for track in project.tracks)
    every = [RankedTrack(track, needs(track), level) for track, level in zip(project.tracks, levels, strict=True)]
    return tuple(sorted(every, key=lambda each: (each.gravity, -rank(each.level))))
