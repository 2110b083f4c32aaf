"""What `cockpit check` answers: may the agent go on?"""

from collections.abc import Iterable
from dataclasses import dataclass

from cockpit.model import Finding, Project
from cockpit.rules.attention import acknowledged, place_of, reached

FREE, UNREADABLE, ALERT, STOP = 0, 1, 20, 30
"""Nothing to wait for; state that cannot be read; an alert nobody has acknowledged; a stop (DESIGN section 9)."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The exit code, the worst over all tracks, and one sentence for each reason."""

    code: int
    reasons: tuple[str, ...] = ()


def verdict(project: Project) -> Verdict:
    """The worst over the tracks. Warnings and snoozes never change it; damage counts where nothing fires."""
    every = [threshold for track in project.tracks for threshold in track.thresholds]
    stops = tuple(f"{reached(each)}: the agent must halt." for each in every if each.level == "stop")
    alerts = tuple(
        f"{reached(each)}: not acknowledged." for each in every if each.level == "alert" and not acknowledged(each)
    )
    if stops:
        return Verdict(STOP, (*stops, *alerts))
    if alerts:
        return Verdict(ALERT, alerts)
    damage = tuple(_damage((*project.findings, *(each for track in project.tracks for each in track.findings))))
    return Verdict(UNREADABLE, damage) if damage else Verdict(FREE)


def _damage(findings: Iterable[Finding]) -> Iterable[str]:
    return (f"{place_of(each)}: {each.message}" for each in findings if each.severity == "error")
