"""Withdrawing what has lapsed, where the setting `auto_withdraw` says so, so that the agent asks again."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from threading import Lock
from typing import TYPE_CHECKING

from cockpit.model import Project
from cockpit.model.intents import Withdraw
from cockpit.model.refused import Refused
from cockpit.rules.explain import REASONS
from cockpit.rules.firing import lapsed
from cockpit.values import dataclass

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer

SETTING = "auto_withdraw"
ATTEMPTS = 3
"""How often a withdrawal that is refused is tried, each time with a newer state of the project."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lapsed:
    """An acknowledgment that has lapsed while the agent goes on: of which track and metric, when given, why not."""

    track: str
    metric: str
    at: str | None
    reason: str | None


class LapsedWithdrawals:
    """Withdraws each acknowledgment once: what an undo or an agent's stale copy brings back is left alone.

    Safe to use from several threads.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._attempts: Counter[Lapsed] = Counter()

    def withdraw(self, writer: "Writer", project: Project) -> tuple["Outcome", ...]:
        """Withdraw what has lapsed by now. What came of each; a refusal, as something that changed nothing, only where
        it is not tried again."""
        with self._lock:
            due = [each for each in _found(project) if self._attempts[each] < ATTEMPTS]
            done = [self._withdraw(writer, each) for each in due]
        return tuple(outcome for outcome in done if outcome is not None)

    def _withdraw(self, writer: "Writer", found: Lapsed) -> "Outcome | None":
        from cockpit.actions.change import Outcome, change

        self._attempts[found] += 1
        try:
            intent = Withdraw(metric=found.metric, seen=found.at)
            outcome = change(replace(writer, setting=SETTING), found.track, intent)
        except Refused as refusal:
            return Outcome(done=str(refusal), changed=False) if self._attempts[found] == ATTEMPTS else None
        self._attempts[found] = ATTEMPTS
        why = REASONS.get(found.reason or "", found.reason or "it has lapsed")
        remarks = (f"It no longer held: {why} ({SETTING}).", *outcome.remarks)
        return replace(outcome, remarks=remarks) if outcome.changed else None


def _found(project: Project) -> Iterator[Lapsed]:
    for track in project.tracks:
        for each in track.thresholds:
            given = each.acknowledgment
            if lapsed(each) and given is not None and not each.stale:
                yield Lapsed(track=track.key, metric=each.metric, at=given.at, reason=given.reason)
