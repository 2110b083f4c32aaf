"""What `cockpit check` answers: may the agent go on?"""

from collections.abc import Iterable

from cockpit.model import Finding, Project, Threshold, Track
from cockpit.rules.attention import alerts, of_agent, place_of, reached, stops, unanswered
from cockpit.rules.track_names import called
from cockpit.values import dataclass

FREE, UNREADABLE, ALERT, STOP = 0, 1, 20, 30
"""Nothing to wait for; state that cannot be read; an alert nobody has acknowledged; a stop (DESIGN section 9).

The worse of what the present limits say and of what the agent does by those that it reads.
"""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The exit code, the worst over all tracks, and one sentence for each reason."""

    code: int
    reasons: tuple[str, ...] = ()


def verdict(project: Project) -> Verdict:
    """The worst over the tracks. Warnings and snoozes never change it; damage counts where nothing fires."""
    every = [(_of(track, project.tracks), threshold) for track in project.tracks for threshold in track.thresholds]
    halting = tuple(f"{of}{reached(each)}: {_halting(each)}." for of, each in every if stops(each))
    pausing = tuple(f"{of}{reached(each)}: {_unanswered(each)}." for of, each in every if alerts(each))
    if halting:
        return Verdict(STOP, (*halting, *pausing))
    if pausing:
        return Verdict(ALERT, pausing)
    damage = tuple(_damage((*project.findings, *(each for track in project.tracks for each in track.findings))))
    return Verdict(UNREADABLE, damage) if damage else Verdict(FREE)


def _of(track: Track, tracks: tuple[Track, ...]) -> str:
    return f"{called(track, tracks)}: " if len(tracks) > 1 else ""


def _unanswered(threshold: Threshold) -> str:
    told = unanswered(threshold)
    return f"the agent pauses, because {told}" if threshold.acknowledgment_unread else told


def _halting(threshold: Threshold) -> str:
    return "the agent must halt" if threshold.level == "stop" else f"the agent halts {of_agent(threshold)}"


def _damage(findings: Iterable[Finding]) -> Iterable[str]:
    return (f"{place_of(each)}: {each.message}" for each in findings if each.severity == "error")
