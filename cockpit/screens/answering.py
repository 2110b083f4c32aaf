"""All keys that change something, together."""

from collections.abc import Mapping
from typing import ClassVar

from textual.binding import BindingType

from cockpit.model import Blocker, PhaseError, Retries, Threshold, Todo, Waiting
from cockpit.rules.attention import OpenQuestion
from cockpit.screens.history_keys import HistoryKeys
from cockpit.screens.keys import bindings
from cockpit.screens.question_keys import QuestionKeys
from cockpit.screens.session_keys import SessionKeys
from cockpit.screens.threshold_keys import ThresholdKeys
from cockpit.screens.work_keys import WorkKeys

_OWN: Mapping[type, tuple[str, ...]] = {
    Threshold: ("acknowledge", "resolve"),
    Blocker: ("resolve",),
    Todo: ("resolve",),
    PhaseError: ("resolve",),
    Waiting: ("resolve",),
    Retries: ("resolve",),
    OpenQuestion: ("resolve",),
}
"""The keys of the footer that belong to what the cursor is on."""


class Answering(ThresholdKeys, WorkKeys, SessionKeys, QuestionKeys, HistoryKeys):
    """What the dashboard can change."""

    ANSWERS: ClassVar[list[BindingType]] = [*bindings()]

    def belongs(self, action: str) -> bool:
        """Whether the key is one of what the cursor is on."""
        return any(action in actions for kind, actions in _OWN.items() if isinstance(self.selected, kind))

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action here: resolving means another thing for each kind of row."""
        if action != "resolve":
            return super().named(action, word)
        if self.retries is not None:
            return "reset retries"
        match self.selected:
            case Todo() as todo:
                return "untick" if todo.done else "tick"
            case Blocker(status="new"):
                return "identify"
        return {Threshold: "raise limit", Waiting: "answer", OpenQuestion: "close"}.get(type(self.selected), word)

    def why_not_resolve(self) -> str | None:
        """Why nothing here can be resolved."""
        if self.retries is not None:
            return self.unresettable()
        if isinstance(self.selected, Waiting):
            return self.unanswerable()
        if isinstance(self.selected, Threshold):
            return self.why_not("limit")
        if isinstance(self.selected, PhaseError):
            return self.unresolvable(self.selected)
        return (
            None
            if isinstance(self.selected, Blocker | Todo | OpenQuestion)
            else "Select a blocker, a todo or a threshold first."
        )

    def action_resolve(self) -> None:
        """Resolve what is selected: a blocker, a todo, an error, a threshold, a question, retries that are used up."""
        track = self.track
        if self.refuses("resolve") or track is None:
            return
        if self.retries is not None:
            self.reset_retries(track, self.retries)
            return
        match self.selected:
            case Waiting() as waiting:
                self.answer(track, waiting)
            case Blocker() as blocker:
                self.resolve_blocker(track, blocker)
            case Todo() as todo:
                self.tick(track, todo)
            case OpenQuestion():
                self.record(track, "close")
            case PhaseError() as error:
                self.resolve_error(track, error)
            case Threshold() as threshold:
                self.ask_limit(track, threshold, threshold.level or "alert")
