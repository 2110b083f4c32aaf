"""What a verb works with, what it gives, and how that is carried out: edits of the state file and of the JSON files as
data, made by splices and read back."""

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any

from cockpit.model import Threshold, Track
from cockpit.model.errors import CommandError
from cockpit.rules.handoff.handoff_status import stands_past
from cockpit.rules.thresholds.alert_state import refused_by_hand
from cockpit.rules.thresholds.metrics import METRICS, Metric, folded_name, metric_named
from cockpit.systems.autopilot.description import (
    ACKNOWLEDGMENTS_NAME,
    FILES,
    STATE_FILE,
    THRESHOLDS_NAME,
    TRIGGERS_NAME,
)
from cockpit.systems.autopilot.phases import digits_of
from cockpit.systems.autopilot.sources import Sources, read_sources
from cockpit.systems.autopilot.state import State
from cockpit.systems.autopilot.stores import Store
from cockpit.systems.autopilot.thresholds import Gauges
from cockpit.systems.autopilot.track import read_only
from cockpit.systems.shared import edit_session
from cockpit.systems.shared.folder import Page
from cockpit.systems.shared.outcome import Meant, Voice, checked_option, checked_text
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.working_copy import refuse_conflict, unsafe
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.edits import Set, Unsafe, meant
from cockpit.text.keyed_edits import apply, is_said
from cockpit.text.splice import Splice
from cockpit.text.words import is_placeholder, is_stated, plain
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.messages import plain as words_of

NEW: Mapping[str, Mapping[str, Any]] = {
    THRESHOLDS_NAME: {"current_values": {}, "levels_triggered": {}, "last_check": None},
    ACKNOWLEDGMENTS_NAME: {"acknowledgments": {}, "acknowledgment_history": [], "last_reset": None},
    TRIGGERS_NAME: {"triggers": {}},
}
"""What a new file of each name holds."""


_VOICE = Voice("autopilot")
said, refusal = _VOICE.said, _VOICE.refusal


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome(Meant[TextEdit]):
    """What a verb comes to: edits of the state file, and those of JSON files by their names."""

    edits: Sequence[TextEdit] = ()
    stores: Mapping[str, Sequence[TextEdit]] = field(default_factory=dict)


class Present(edit_session.EditSession):
    """A track as it is now, what was read of it, and the draft of all files."""

    @cached_property
    def sources(self) -> Sources:
        """What was read."""
        return read_sources(self.files, self.candidate, self.context, Report())

    @property
    def gauges(self) -> Gauges:
        """What the files say about metrics."""
        return self.sources.gauges

    def path(self, name: str) -> str:
        """The path of a file in the state folder, relative to the project."""
        return self.sources.folder.path(name)

    @property
    def is_older(self) -> bool:
        """Whether the state file is a waypoint.md, checkpoint.md or STATE.md, none of which is ever written."""
        return self.sources.state is not None and self.sources.main.name != STATE_FILE

    @property
    def editable(self) -> State | None:
        """The state file where it may be written."""
        return None if self.is_older else self.sources.state

    @property
    def is_waypoint(self) -> bool:
        """Whether the state file has the layout of the cockpit command."""
        return self.sources.main.layout == "waypoint"

    @property
    def state(self) -> State:
        """The state file. Raises CommandError where the track has none that may be written."""
        if self.is_older:
            raise refusal("older-file-read-only", read_only(self.candidate.path))
        if self.sources.state is None:
            path = self.path(STATE_FILE)
            raise refusal("no-state-file", f"{path} does not exist. Create it: `cockpit init autopilot`.")
        self.draft.decoded(self.candidate.path)  # what cannot be read whole is refused before anything else is said
        refuse_conflict(self.candidate.path, self.sources.state.reading.document)
        return self.sources.state

    @property
    def transponder(self) -> State:
        """The state file in the layout of the state skill. Raises CommandError for the other one."""
        state = self.state
        if self.is_waypoint:
            told = f"{self.candidate.path} has the older waypoint layout. Convert it first: `cockpit track convert`."
            raise refusal("waypoint-layout", told)
        return state

    def threshold(self, metric: str) -> Threshold | None:
        """A metric as it was read."""
        return self.before.threshold(metric)

    def store(self, name: str) -> Store | None:
        """A JSON file that is there and holds something. Raises CommandError where it is damaged."""
        path = self.path(name)
        text = self.draft.text(path)
        if text is None or "".join(text.split()) in ("", "null", "[]"):
            return None
        self.draft.json(path)
        return Store(Page(path, text))

    def is_said(self, edit: TextEdit) -> bool:
        """Whether the state file says already what an edit sets."""
        stated = self.state.reading.all(*edit.at) if isinstance(edit, Set) else []
        return isinstance(edit, Set) and bool(stated) and all(each.text == edit.value for each in stated)

    def make(self, outcome: Outcome) -> None:
        """Make the edits of an outcome in the draft, those of JSON files first: they are the truth."""
        for name, edits in outcome.stores.items():
            self._write(name, edits)
        edits = [each for each in outcome.edits if not self.is_said(each)] if outcome.edits else []
        if edits:
            self.draft.describe(self.candidate.path, FILES[self.state.layout], edits)

    def _write(self, name: str, edits: Sequence[TextEdit]) -> None:
        path, store = self.path(name), self.store(name)
        try:
            if store is None:
                text = json.dumps(meant(dict(NEW[name]), edits), ensure_ascii=False, indent=2) + "\n"
                if self.draft.read(path) is None:
                    self.draft.create(path, text)
                else:
                    self.draft.overwrite(path, text)
                return
            text = apply(store.file, [each for each in edits if not is_said(store.file, each)])
        except Unsafe as why:
            raise unsafe(path, words_of(str(why))) from None
        if text != store.file.text:
            self.draft.splice(path, [Splice(0, len(store.file.text), text)])


def handoff_remarks(before: Track, after: Track) -> Iterator[Message]:
    """A remark that the handoff that waits was written for a position before the one just gone to."""
    one, other = ([digits_of(step) for step in (each.position.phase, each.position.plan, each.position.task)]
                  for each in (before, after))  # fmt: skip
    if after.handoff is not None and one != other and stands_past(after.handoff, after.position):
        told = f"{after.handoff.path} was written for the previous position. Archive it if the work has moved on."
        yield said("handoff-of-earlier-position", told)


def others_stay(present: Present, track: Track, *metrics: str) -> bool:
    """Whether all other metrics keep their value, level and effect, and stay acknowledged or not.

    Where places disagree, a verb that dates the state file may remove what shows which is newer; an unreadable value
    may be overwritten.
    """
    others = [(before, track.threshold(before.metric)) for before in present.before.thresholds]
    return all(
        _compared(after) == _compared(before) or (after.disagreeing if after is not None else before.value is None)
        for before, after in others
        if before.metric not in metrics
    )


def _compared(threshold: Threshold | None) -> tuple[object, ...]:
    if threshold is None:
        return ()
    return threshold.value, threshold.level, threshold.acknowledgment is None, threshold.agent_will


# What a person or a script hands in, checked before it comes near a file


def checked_entry(text: str, what: str) -> str:
    """The text of an entry of a list. Raises CommandError also where a reader would take the entry for none."""
    entry = checked_text(text, what)
    if not is_stated(plain(entry)):
        raise refusal("entry-read-as-none", f'The {what} "{entry}" would be read as empty. Use other words.')
    return entry


def checked_field(text: str | None, what: str) -> str | None:
    """As `checked_option`. Raises CommandError also where a reader would take it for a placeholder."""
    value = checked_option(text, what)
    if value is not None and is_placeholder(value):
        raise CommandError(
            "systems.text-reads-as-placeholder",
            f'The {what} "{value}" would be read as a placeholder. Use other words.',
        )
    return value


def checked_metric(present: Present, name: str) -> Metric:
    """The metric of that name. Raises CommandError, naming those there are, or where one stands that no rule knows."""
    metric = metric_named(name)
    if metric is None or metric not in METRICS:
        there = present.threshold(folded_name(name))
        if there is not None and (why := refused_by_hand(there)) is not None:
            raise CommandError(why)
        shown, known = checked_text(name[:40] or "?", "metric"), ", ".join(each.name for each in METRICS)
        raise refusal("no-such-metric", f'No metric "{shown}". Metrics: {known}.')
    return metric


def checked_value(metric: Metric, value: float, what: str) -> float:
    """An amount. Raises CommandError for a negative one, one of 10^15 or more, part of what comes whole, and no
    number."""
    if not math.isfinite(value):
        raise refusal("amount-no-number", f"{what} must be a number.")
    if value < 0:
        raise refusal("amount-negative", f"{what} must not be negative.")
    if value >= 1e15:
        raise refusal("amount-too-large", f"{what} is too large.")
    if metric.whole and value != int(value):
        raise refusal("amount-not-whole", f"{what} must be a whole number.")
    return float(value)


def missing(kind: str, text: str, there: Sequence[str]) -> Message:
    """That an entry is not there, with those that are."""
    named = "; ".join(f'"{_short(other)}"' for other in there[:5]) + ("; …" if len(there) > 5 else "")
    found = f"Found: {named}." if there else "The list is empty."
    return said("no-such-entry", f'No {kind} "{_short(text)}". {found}')


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"
