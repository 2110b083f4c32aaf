"""What a verb came to, and the check that only what was meant changed."""

from collections.abc import Callable
from dataclasses import field, fields, replace
from types import EllipsisType

from cockpit.model import Threshold, Track
from cockpit.systems.editing.draft import unsafe
from cockpit.systems.interface import Candidate
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a verb did: one sentence, remarks, which parts of the track may differ, and what must hold afterwards."""

    sentence: str
    remarks: tuple[str, ...] = ()
    touches: frozenset[str] = frozenset()
    holds: Callable[[Track], bool] = field(default=lambda track: True)
    candidate: Candidate | EllipsisType | None = ...
    """Where the track is afterwards: `...` is where it was, None is nowhere."""


def check(before: Track, after: Track, outcome: Outcome, path: str) -> None:
    """Compare what the files would say with what was meant. Raises Refused where something else would change."""
    for part in fields(Track):
        if part.name not in outcome.touches and _told(before, part.name) != _told(after, part.name):
            raise unsafe(path, f"the track's {part.name.replace('_', ' ')} would change too")
    if not outcome.holds(after):
        raise unsafe(path, "the result would not say what is meant")
    known = {(finding.code, finding.path) for finding in before.findings}
    for finding in after.findings:
        if finding.severity == "error" and (finding.code, finding.path) not in known:
            raise unsafe(finding.path, finding.message)


def _told(track: Track, part: str) -> object:
    """A part of a track as it is compared. Text that is not understood stands on other lines after any edit."""
    if part == "extra":
        return {key: told for key, told in track.extra.items() if key != "unread"}
    return tuple(map(_without_lines, track.thresholds)) if part == "thresholds" else getattr(track, part)


def _without_lines(threshold: Threshold) -> Threshold:
    unreadable, disagreeing = (
        tuple(replace(each, line=None) for each in told) for told in (threshold.unreadable, threshold.disagreeing)
    )
    return replace(threshold, unreadable=unreadable, disagreeing=disagreeing)
