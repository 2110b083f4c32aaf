"""What `cockpit check` answers: may the agent go on?"""

from collections.abc import Iterable

from cockpit.model import Finding, Project, Threshold, Track
from cockpit.rules.attention import place_of
from cockpit.rules.course import course
from cockpit.rules.firing import alerts, reached, stops
from cockpit.rules.track_names import called
from cockpit.values import dataclass

FREE, UNREADABLE, ALERT, STOP = 0, 1, 20, 30
"""Nothing to wait for; state that cannot be read; an alert nobody has acknowledged; a stop.

The worse of what the present limits say and of what the agent does by those that it reads.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The exit code, the worst over all tracks, and one sentence for each reason."""

    code: int
    reasons: tuple[str, ...] = ()


def verdict(project: Project) -> Verdict:
    """The worst over the tracks. Warnings and snoozes never change it; damage counts where nothing fires."""
    every = [(track, threshold) for track in project.tracks for threshold in track.thresholds]
    halting = tuple(_reason(each, track, project.tracks) for track, each in every if stops(each))
    pausing = tuple(_reason(each, track, project.tracks) for track, each in every if alerts(each))
    if halting:
        return Verdict(STOP, (*halting, *pausing))
    if pausing:
        return Verdict(ALERT, pausing)
    damage = tuple(_damage((*project.findings, *(each for track in project.tracks for each in track.findings))))
    return Verdict(UNREADABLE, damage) if damage else Verdict(FREE)


def _reason(threshold: Threshold, track: Track, tracks: tuple[Track, ...]) -> str:
    of = f"{called(track, tracks)}: " if len(tracks) > 1 else ""
    return f"{of}{reached(threshold)}: {course(threshold, track).asked}."


def _damage(findings: Iterable[Finding]) -> Iterable[str]:
    return (f"{place_of(each)}: {each.message}" for each in findings if each.severity == "error")
