"""What the resolve key does about what the agent waits for: its question, and retries that are used up."""

import re

from cockpit.model import Blocker, Position, Retries, Threshold, Track, Waiting
from cockpit.model.intents import Answer, Intent, ResetRetries
from cockpit.rules.alert_state import is_retried
from cockpit.screens.acting import Acting
from cockpit.screens.forms import Entry, Form
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice
from widgets.sheets import Fact

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

    def unanswerable(self) -> str | None:
        """Why the question cannot be answered here."""
        return self.lacks("answer")

    def unresettable(self) -> str | None:
        """Why nothing is to be reset."""
        retries = self.retries
        if retries is None:
            return "No retries are counted here."
        if (why := self.lacks("retries")) is not None:
            return why
        failed = self.track is not None and self.track.position.status == "failed"
        counted = retries.count != 0 or retries.log or failed
        return None if counted else "No retry is counted; there is nothing to reset."

    def answer(self, track: Track, waiting: Waiting) -> None:
        """Ask which of the options it is, or for a text where the question has none; then write it."""
        if not waiting.options:
            entry = Entry("option", "Answer", required=True)
            form = Form(title="Answer", entries=[entry], about=waiting.question, item=waiting.question)
            self.ask(track, form, lambda answers: _answering(waiting, answers["option"]))
            return
        about = [Fact("", waiting.question, "strong")]
        about += [Fact("Recommended", waiting.recommendation)] if waiting.recommendation else []
        choices = [Choice(str(number), *_parted(option)) for number, option in enumerate(waiting.options)]

        def chosen(number: str | None) -> None:
            if number is not None:
                self.change(track, _answering(waiting, waiting.options[int(number)]))

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
    return Answer(option=option, seen=waiting.question)
