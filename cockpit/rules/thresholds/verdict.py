"""What `cockpit check` answers: may the agent go on?"""

import re
from collections.abc import Collection, Iterable, Iterator

from cockpit.model import Finding, Project, Threshold, Track
from cockpit.model.location import called
from cockpit.rules.attention import is_blocked_unsaid, place_of
from cockpit.rules.thresholds.alert_state import agent_behaviour, alerts, reached, stops
from cockpit.values import dataclass
from cockpit.wording.printable import printable

FREE, UNREADABLE, ALERT, STOP = 0, 1, 20, 30
"""Nothing to wait for; state that cannot be read; an alert nobody has acknowledged; a stop.

The worse of what the present limits say and of what the agent does by those that it reads.
"""


_SIGNS = re.compile(r"[\W_]+")
_OF_BLOCKERS = ("blockers", "blockers concerns", "known blockers", "active blockers")
_OF_QUESTIONS = ("open questions", "questions")
"""The sections and keys in which each stands, without signs."""
_SHOWN = 60
"""Characters of a text that cannot be read."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The exit code, the worst over all tracks, and one sentence for each reason."""

    code: int
    reasons: tuple[str, ...] = ()


def verdict(project: Project, *, blockers: bool = False, questions: bool = False) -> Verdict:
    """The worst over the tracks. Warnings and snoozes never change it; damage counts where nothing fires. Open
    `blockers` and `questions` hold as an alert does where they are asked for, and what cannot be read among them.
    """
    every = [(track, threshold) for track in project.tracks for threshold in track.thresholds]
    halting = tuple(_reason(each, track, project.tracks) for track, each in every if stops(each))
    pausing = [_reason(each, track, project.tracks) for track, each in every if alerts(each)]
    hidden = {each.acknowledgment_unread for _, each in every if alerts(each)}
    pausing += _damage(each for track in project.tracks for each in track.findings if each.path in hidden)
    for track in project.tracks:
        of = f"{called(track, project.tracks)}: " if len(project.tracks) > 1 else ""
        pausing += [f"{of}{each}" for each in _blockers(track)] if blockers else []
        pausing += [f"{of}{each}" for each in _questions(track)] if questions else []
    if halting:
        return Verdict(STOP, (*halting, *pausing))
    if pausing:
        return Verdict(ALERT, tuple(pausing))
    damage = tuple(_damage((*project.findings, *(each for track in project.tracks for each in track.findings))))
    return Verdict(UNREADABLE, damage) if damage else Verdict(FREE)


def _reason(threshold: Threshold, track: Track, tracks: tuple[Track, ...]) -> str:
    of = f"{called(track, tracks)}: " if len(tracks) > 1 else ""
    return f"{of}{reached(threshold)}: {agent_behaviour(threshold, track).asked}."


def _blockers(track: Track) -> Iterator[str]:
    yield from (f"a blocker is open: {printable(each.text)}." for each in track.blockers if each.holds)
    if is_blocked_unsaid(track):
        yield "the status is blocked, and no blocker says why."
    yield from _unread(track, _OF_BLOCKERS)


def _questions(track: Track) -> Iterator[str]:
    asked = (track.waiting.question,) if track.waiting is not None else ()
    yield from (f"a question waits: {printable(each)}" for each in (*asked, *track.open_questions))
    yield from _unread(track, _OF_QUESTIONS)


def _unread(track: Track, sections: Collection[str]) -> Iterator[str]:
    """What stands where blockers or questions do, and no rule read."""
    for passage in track.extra.get("unread", ()):
        section = " ".join(_SIGNS.sub(" ", passage["section"].rpartition(".")[2]).casefold().split())
        if section in sections:
            name = passage["path"].rpartition("/")[2]
            yield f"{section} “{printable(passage['text'][:_SHOWN])}” ({name}:{passage['line']}) cannot be read."


def _damage(findings: Iterable[Finding]) -> Iterable[str]:
    return (f"{place_of(each)}: {each.message}" for each in findings if each.severity == "error")
