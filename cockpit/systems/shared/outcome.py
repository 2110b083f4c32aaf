"""What a verb came to, and the check that only what was meant changed."""

import re
from collections.abc import Callable, Mapping
from dataclasses import field, fields, replace
from types import EllipsisType
from typing import Any

from cockpit.model import Threshold, Track
from cockpit.model import intents as verbs
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.systems.interface import Candidate
from cockpit.systems.shared.working_copy import unsafe
from cockpit.values import dataclass
from cockpit.wording.messages import Words
from cockpit.wording.phrases import listed


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """What a verb did: one sentence, remarks, which parts of the track may differ, and what must hold afterwards."""

    sentence: Words
    remarks: tuple[Words, ...] = ()
    touches: frozenset[str] = frozenset()
    holds: Callable[[Track], bool] = field(default=lambda track: True)
    candidate: Candidate | EllipsisType | None = ...
    """Where the track is afterwards: `...` is where it was, None is nowhere."""


def check(before: Track, after: Track, outcome: Outcome, path: str) -> None:
    """Compare what the files would say with what was meant. Raises CommandError where something else would change."""
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


# What only some systems have a place for: whole verbs, and what others can be told beside. The rest refuse it, so that

_MORE: Mapping[type[Any], Mapping[str, str]] = {
    verbs.Complete: {"completed": "what a session did", "issues": "what it met", "context": "how much context it used"},
    verbs.StartSession: {"agent": "whose session it is", "working_on": "what it works at"},
    verbs.Block: {"tasks": "the tasks that a blocker blocks"},
    verbs.Bypass: {"tasks": "the tasks that this leaves"},
}
"""By verb the fields, and what they tell."""

HAVE_NOT: Mapping[type[Any], str] = {
    verbs.SetPosition: "sets its position part by part; `cockpit move PART VALUE` does",
    verbs.Identify: "knows no blockers that are only reported",
    verbs.RecordCrash: "does not record that an agent crashed; `cockpit resume` goes on where it stopped",
    verbs.NoteImplementation: "keeps no list of what was implemented; its handoff tells it",
    **dict.fromkeys((verbs.AddQuestion, verbs.CloseQuestion), "keeps no open questions; its handoff tells them"),
    verbs.RecordVerification: "has no place for what a verification flags",
}
"""Verbs that few systems have, and what the others say of them behind their name."""


def refuse_more(name: str, intent: Intent) -> None:
    """Raise CommandError where an intent tells what the system of that name has no place for."""
    given = [told for field, told in _MORE.get(type(intent), {}).items() if getattr(intent, field) not in (None, ())]
    if given:
        raise CommandError(f"{name} has no place for {listed(given)}; leave it out.")


# Texts that a person or a script hands in, checked before they come near a file

LONGEST = 2_000
"""Characters of one text: an agent reads its state whole, before anything else."""

_SPACE = re.compile(r"\s+")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def checked_text(text: str, what: str) -> str:
    """A text on one line, white space folded. Raises CommandError for an empty or long one, and for control
    characters."""
    if len(text) > LONGEST:
        raise CommandError(f"The {what} has {len(text):,} characters; at most {LONGEST:,} are written.")
    if found := _CONTROL.search(text):
        raise CommandError(f"The {what} holds the control character U+{ord(found[0]):04X}.")
    folded = _SPACE.sub(" ", text).strip()
    if not folded:
        raise CommandError(f"The {what} is empty.")
    return folded


def checked_option(text: str | None, what: str) -> str | None:
    """A text that may be missing; an empty one counts as missing."""
    return checked_text(text, what) if text is not None and text.strip() else None
