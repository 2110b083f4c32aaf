"""All keys that change something, together."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from textual.binding import BindingType

from cockpit.model import Blocker, PhaseError, Position, Retries, Threshold, Todo, Track, Waiting
from cockpit.model.intents import Answer, Archive, Intent, ResetRetries
from cockpit.rules.attention import OpenQuestion
from cockpit.rules.thresholds.alert_state import is_retried
from cockpit.screens.acting import Acting
from cockpit.screens.dialogs import Entry, Form, QuestionDialog, Wording
from cockpit.screens.history_keys import HistoryKeys
from cockpit.screens.keys import bindings
from cockpit.screens.threshold_keys import ThresholdKeys
from cockpit.screens.work_keys import WorkKeys
from cockpit.widgets.choice import Choice
from cockpit.widgets.sheets import Fact
from cockpit.wording.messages import Message

if TYPE_CHECKING:
    pass


# What the resolve key does about what the agent waits for: its question, and retries that are used up

_REMARK = re.compile(r"(?P<option>.+?)\s+\((?P<remark>[^()]+)\)")


class QuestionKeys(Acting):
    """Answering the agent's question, and counting retries anew."""

    @property
    def retries(self) -> Retries | None:
        """The retries that the row under the cursor is about; None on other rows."""
        track, selected = self.track, self.selected
        if track is None or track.retries is None:
            return None
        about = isinstance(selected, Retries) or (isinstance(selected, Position) and track.position.status == "failed")
        counts = isinstance(selected, Threshold) and is_retried(selected)
        counts = counts or (isinstance(selected, Blocker) and selected.of_failure)
        return track.retries if about or counts else None

    def unanswerable(self) -> Message | None:
        """Why the question cannot be answered here."""
        return self.lacks("answer")

    def unresettable(self) -> Message | None:
        """Why nothing is to be reset."""
        retries = self.retries
        if retries is None:
            return Message("screens.no-retries")
        if (why := self.lacks("retries")) is not None:
            return why
        failed = self.track is not None and self.track.position.status == "failed"
        counted = retries.count != 0 or retries.log or failed
        return None if counted else Message("screens.no-retry-counted")

    def answer(self, track: Track, waiting: Waiting) -> None:
        """Ask which of the options it is, or for a text where the question has none; then write it."""
        question, options = str(waiting.question), [str(option) for option in waiting.options]
        if not options:
            entry = Entry("option", "Answer", required=True)
            form = Form(title="Answer", entries=[entry], about=question, item=question)
            self.ask(track, form, lambda answers: _answering(waiting, answers["option"]))
            return
        about = [Fact("", question, "strong")]
        about += [Fact("Recommended", str(waiting.recommendation))] if waiting.recommendation else []
        choices = [Choice(str(number), *_parted(option)) for number, option in enumerate(options)]

        def chosen(number: str | None) -> None:
            if number is not None:
                self.change(track, _answering(waiting, options[int(number)]))

        title = "The agent asks" if waiting.asked_by == "agent" else "To be decided"
        self.app.push_screen(QuestionDialog(title, about, choices, self.view), chosen)

    def reset_retries(self, track: Track, retries: Retries) -> None:
        """Count the retries anew, once the person has said so: it is no acknowledgment."""
        about = [Fact("", "The agent may try again from the first attempt; the log of its retries is cleared.")]
        about += [Fact(f"Attempt {each.attempt or '?'}", each.reason) for each in retries.log if each.reason]
        choices = [Choice("no", "Leave them as they are"), Choice("yes", "Reset the retries")]

        def chosen(way: str | None) -> None:
            if way == "yes":
                self.change(track, ResetRetries())

        title = f"Retries: {retries.used}"
        self.app.push_screen(QuestionDialog(title, about, choices, self.view), chosen)


def _parted(option: str) -> tuple[str, str]:
    """An option, and the remark in brackets behind it."""
    found = _REMARK.fullmatch(option)
    return (found["option"], found["remark"]) if found is not None else (option, "")


def _answering(waiting: Waiting, option: str) -> Intent:
    return Answer(option=option, seen=str(waiting.question))


# The keys about a session's end and beginning: handing off, resuming, putting away

_ARCHIVE = Wording(title="Archive this?", does="archives it")


class SessionKeys(Acting):
    """Leaving a handoff, and going on from one."""

    def why_not_hand_off(self) -> Message | None:
        """Why no handoff can be left."""
        return self.lacks("handoff")

    def action_hand_off(self) -> None:
        """Open the wizard on this track."""
        track = self.track
        if self.refuses("hand_off") or track is None:
            return
        from cockpit.screens.handoff_screen import HandoffScreen

        self.app.push_screen(HandoffScreen(self.runner, track, self.view))

    def action_resume(self) -> None:
        """Check what the handoff claims before work goes on."""
        track = self.track
        if not self.refuses("resume") and track is not None:
            from cockpit.screens.resume_screen import ResumeScreen

            self.app.push_screen(ResumeScreen(self.view, track.key))

    def why_not_archive(self) -> Message | None:
        """Why the track is never put away."""
        return self.lacks("archive")

    def action_archive(self) -> None:
        """Put the track away, after what goes where was shown."""
        track = self.track
        if not self.refuses("archive") and track is not None:
            self.change(track, Archive(), title="Archive", wording=_ARCHIVE, shown=True)


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
        selected = self.selected
        return any(action in actions for kind, actions in _OWN.items() if isinstance(selected, kind))

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

    def why_not_resolve(self) -> Message | None:
        """Why nothing here can be resolved."""
        if self.retries is not None:
            return self.unresettable()
        if isinstance(self.selected, Waiting):
            return self.unanswerable()
        if isinstance(self.selected, Threshold):
            return self.why_not("limit")
        if isinstance(self.selected, PhaseError):
            return self.unresolvable(self.selected)
        if isinstance(self.selected, Blocker | Todo | OpenQuestion):
            return self.lacks("state")
        return Message("screens.nothing-to-resolve-selected")

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
