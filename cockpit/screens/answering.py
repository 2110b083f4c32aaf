"""All keys that change something, together."""

from typing import ClassVar

from textual.binding import BindingType

from cockpit.model import Blocker, Threshold, Todo
from cockpit.screens.history_keys import HistoryKeys
from cockpit.screens.keys import bindings
from cockpit.screens.session_keys import SessionKeys
from cockpit.screens.threshold_keys import ThresholdKeys
from cockpit.screens.work_keys import WorkKeys


class Answering(ThresholdKeys, WorkKeys, SessionKeys, HistoryKeys):
    """What the dashboard can change."""

    ANSWERS: ClassVar[list[BindingType]] = [*bindings()]

    def why_not_resolve(self) -> str | None:
        """Why nothing here can be resolved."""
        known = isinstance(self.selected, Blocker | Todo | Threshold)
        return None if known else "Select a blocker, a todo or a threshold first."

    def action_resolve(self) -> None:
        """Resolve what is selected: a blocker, a todo, a threshold."""
        track = self.track
        if self.refuses("resolve") or track is None:
            return
        match self.selected:
            case Blocker() as blocker:
                self.resolve_blocker(track, blocker)
            case Todo() as todo:
                self.tick(track, todo)
            case Threshold() as threshold:
                self.ask_limit(track, threshold, threshold.level or "alert")
