"""What `cockpit check` answers: may the agent go on?"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cockpit.model import Finding, Project, Statement, Threshold, Track
from cockpit.model.location import track_name
from cockpit.rules.attention import answers_to, failures, is_blocked_unsaid
from cockpit.rules.thresholds.alert_state import alerts, reason, stops, value_and_limit
from cockpit.rules.unread import LIMITS_UNREAD, damage_at, place_of, unread_findings, without_status
from cockpit.values import dataclass
from cockpit.wording.messages import Words, at_place, clause, command_line, sentence
from cockpit.wording.printable import printable

FREE, UNREADABLE, ALERT, STOP = 0, 1, 20, 30
"""Nothing to wait for; state that cannot be read; an alert nobody has acknowledged; a stop.

The worse of what the present limits say and of what the agent does by those that it reads.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The exit code, the worst over all tracks, and one sentence for each reason."""

    code: int
    reasons: tuple[Words, ...] = ()


def verdict(project: Project, *, blockers: bool = False, questions: bool = False) -> Verdict:
    """The worst over the tracks. Warnings and snoozes never change it; damage counts where nothing fires. What no rule
    reads holds as an alert does; open `blockers` and `questions` do where they are asked for.
    """
    tracks = project.tracks
    every = [(track, threshold) for track in tracks for threshold in track.thresholds]
    halting = tuple(_of(track, reason(each, track), tracks) for track, each in every if stops(each))
    pausing = [_of(track, reason(each, track), tracks) for track, each in every if alerts(each)]
    hidden = {each.acknowledgment_unread for _, each in every if alerts(each)}
    pausing += _damage(each for track in tracks for each in track.findings if each.path in hidden)
    for track in tracks:
        pausing += [_of(track, sentence(each), tracks) for each in failures(track)]
        pausing += [_of(track, each, tracks) for each in _blockers(track)] if blockers else []
        pausing += [_of(track, each, tracks) for each in _questions(track)] if questions else []
    told = tuple(_of(track, damage_at(each), tracks) for track in tracks for each in unread_findings(track))
    if halting:
        return Verdict(STOP, (*halting, *pausing, *told))
    if pausing:
        return Verdict(ALERT, (*pausing, *told))
    damage = tuple(_damage((*project.findings, *(each for track in tracks for each in track.findings))))
    if damage:
        return Verdict(UNREADABLE, damage)
    return Verdict(ALERT, told) if told else Verdict(FREE)


class Holding(NamedTuple):
    """What holds an agent, `cost $26.50, alert at $25`, and where a person answers it: `` `a` in cockpit``."""

    what: str
    answer: str


def holding(project: Project, *, blockers: bool = False) -> tuple[Holding, ...]:
    """What the hook of an agent holds it at, the gravest first: a stop, an alert, a question that the work waits with,
    open `blockers` where they are asked for and what no rule reads with them; what may state limits always."""
    tracks = project.tracks
    every = [(track, each) for track in tracks for each in track.thresholds]
    fires = [(track, each) for track, each in every if stops(each)]
    fires += [(track, each) for track, each in every if alerts(each)]
    found = [(track, str(value_and_limit(each)), _answer(each, track)) for track, each in fires]
    for track in tracks:
        if track.waiting is not None:
            found.append((track, f"the question “{printable(str(track.waiting.question))}”", _ON_SCREEN))
        found += [(track, str(each), _ON_SCREEN) for each in _blockers(track)] if blockers else []
        told = [each for each in unread_findings(track) if blockers or each.code == LIMITS_UNREAD]
        found += [(track, clause(damage_at(each)), _dismissing(each)) for each in told]
    several = len(tracks) > 1
    return tuple(
        Holding(str(_of(track, what, tracks)), at_place(answer, ("--track", track.key)) if several else answer)
        for track, what, answer in found
    )


_ON_SCREEN = "`a` on its row in cockpit"


def _answer(threshold: Threshold, track: Track) -> str:
    remedy = next(iter(answers_to(threshold, track)), "raise-limit")
    if remedy == "acknowledge":
        return f"`a` in cockpit, or {command_line('ack', threshold.metric)}"
    if remedy == "raise-limit":
        return f"`l` in cockpit, or {command_line('limit', f'{threshold.metric}.stop=VALUE')}"
    if remedy == "reset-retries":
        return f"`a` in cockpit, or {command_line('phase', 'reset')}"
    if remedy == "edit":
        return _dismissing(threshold.unreadable[0]) if threshold.unreadable else "`e` on its row in cockpit"
    return _ON_SCREEN


def _dismissing(told: Finding | Statement) -> str:
    """How a person answers what no rule reads: by another text, or by a dismissal."""
    return f"`e`, or `m` and `d`, on its row in cockpit, or {command_line('dismiss', place_of(told))}"


def _of(track: Track, reason: Words, tracks: tuple[Track, ...]) -> Words:
    """A reason with the track it is of, where there are several."""
    return f"{track_name(track, tracks)}: {reason}" if len(tracks) > 1 else reason


def _blockers(track: Track) -> Iterator[Words]:
    yield from (f"a blocker is open: {printable(each.text)}" for each in track.open_blockers)
    if is_blocked_unsaid(track):
        yield "the status is blocked, but no open blocker gives the reason"
    if (missing := without_status(track)) is not None:
        yield damage_at(missing)


def _questions(track: Track) -> Iterator[Words]:
    asked = (str(track.waiting.question),) if track.waiting is not None else ()
    for question in (*asked, *track.open_questions):
        yield f"a question is open: {printable(question)}"


def _damage(findings: Iterable[Finding]) -> Iterator[Words]:
    return (damage_at(each) for each in findings if each.severity == "error")
