"""The keys about thresholds: acknowledge, snooze, withdraw, reset, limit."""

from datetime import UTC, timedelta
from functools import partial
from typing import TYPE_CHECKING

from cockpit.model import Threshold
from cockpit.model.intents import Acknowledge, Intent, ResetAlerts, SetLimit, Withdraw
from cockpit.rules.attention import acknowledged, firing
from cockpit.rules.levels import LEVELS, format_amount, parse_amount
from cockpit.screens.forms import Answers, Entry, FormDialog, QuestionDialog
from cockpit.screens.writing import Writing
from widgets.choice import Choice
from widgets.facts import Fact, facts

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer

SNOOZES = ((30, "30 minutes"), (120, "2 hours"), (480, "8 hours"), (1440, "a day"))
"""For how many minutes a metric can be kept quiet by key."""


class ThresholdKeys(Writing):
    """Acting on the threshold under the cursor."""

    @property
    def threshold(self) -> Threshold | None:
        """The threshold under the cursor; elsewhere the only one that fires."""
        if isinstance(self.selected, Threshold):
            return self.selected
        fire = firing(self.track.thresholds) if self.track is not None else ()
        return fire[0] if len(fire) == 1 else None

    def why_not_acknowledge(self) -> str | None:
        """Why the alert cannot be acknowledged."""
        threshold = self.threshold
        if threshold is None:
            return "Nothing fires here: select a threshold."
        if threshold.level is None:
            return f"{threshold.metric} is at no level; there is nothing to acknowledge."
        if acknowledged(threshold):
            return f"The {threshold.metric} alert is acknowledged already."
        return None

    def why_not_threshold(self) -> str | None:
        """Why there is no threshold to act on."""
        return None if self.threshold is not None else "Select a threshold first."

    def why_not_withdraw(self) -> str | None:
        """Why there is no acknowledgment to withdraw."""
        threshold = self.threshold
        given = threshold.acknowledgment if threshold is not None else None
        return None if given is not None else "There is no acknowledgment here to withdraw."

    def action_acknowledge(self) -> None:
        """Acknowledge the alert that is on screen."""
        self._acknowledge(note=False)

    def action_acknowledge_with_note(self) -> None:
        """Ask for a note, then acknowledge."""
        self._acknowledge(note=True)

    def _acknowledge(self, *, note: bool) -> None:
        threshold = self.threshold
        if self.refuses("acknowledge") or threshold is None:
            return
        if threshold.level == "stop":
            self._explain_stop(threshold)
        elif note:
            entry = Entry("note", "Note", hint="why the agent may go on")
            self.ask(f"Acknowledge {threshold.metric}", [entry], lambda a: _acknowledging(threshold, a["note"]))
        else:
            self.change(_acknowledging(threshold, None))

    def _explain_stop(self, threshold: Threshold) -> None:
        now = self.view.now()
        about = [Fact("", "At a stop the agent halts, and no acknowledgment lifts it.", "strong"), Fact("", "")]
        ways = [Choice("limit", "Raise the limit", "the agent goes on below it")]
        dialog = QuestionDialog(f"Stop: {threshold.metric}", [*about, *facts(threshold, now)], ways, self.view)
        self.app.push_screen(dialog, lambda way: self.ask_limit(threshold, "stop") if way == "limit" else None)

    def action_limit(self) -> None:
        """Change a limit of the threshold: which, then to what."""
        threshold = self.threshold
        if self.refuses("limit") or threshold is None:
            return
        shown = {level: _limit_text(threshold, level) for level in LEVELS}
        choices = [Choice(level, f"{level.capitalize()} begins at …", shown[level]) for level in LEVELS]
        dialog = QuestionDialog(f"Limits of {threshold.metric}", [], choices, self.view)
        self.app.push_screen(dialog, lambda level: self.ask_limit(threshold, level) if level else None)

    def ask_limit(self, threshold: Threshold, level: str) -> None:
        """Ask for the value at which a level begins."""
        value = format_amount(threshold.value, threshold.unit) if threshold.value is not None else "unknown"
        entry = Entry(
            "value", f"{level.capitalize()} begins at", _limit_text(threshold, level), "a number", required=True
        )
        dialog = FormDialog(f"Limits of {threshold.metric}", [entry], about=f"Now {value}.", check=_check_limit)
        self.app.push_screen(dialog, lambda a: self.change(_limiting(threshold.metric, level, a)) if a else None)

    def action_withdraw(self) -> None:
        """Withdraw the acknowledgment."""
        if not self.refuses("withdraw") and self.threshold is not None:
            self.change(Withdraw(metric=self.threshold.metric))

    def action_reset_alerts(self) -> None:
        """Withdraw all acknowledgments, after a question."""
        if self.refuses("reset_alerts"):
            return
        about = [Fact("", "Every alert fires again, and the agent pauses at each until you acknowledge it.")]
        choices = [Choice("yes", "Reset all alerts"), Choice("no", "Leave them as they are")]
        dialog = QuestionDialog("Reset alerts", about, choices, self.view)
        self.app.push_screen(dialog, lambda way: self.change(ResetAlerts()) if way == "yes" else None)

    def action_snooze(self) -> None:
        """Keep the metric quiet for a while."""
        threshold = self.threshold
        if self.refuses("snooze") or threshold is None:
            return
        choices = [Choice(str(minutes), words) for minutes, words in SNOOZES]
        if threshold.snoozed_until:
            choices.insert(0, Choice("off", "No longer", f"until {threshold.snoozed_until}"))
        title = f"Snooze {threshold.metric}: quiet on your screen, the agent is not told"
        self.app.push_screen(QuestionDialog(title, [], choices, self.view), partial(self._snooze, threshold.metric))

    def _snooze(self, metric: str, chosen: str | None) -> None:
        if chosen is None:
            return
        until = None if chosen == "off" else self.view.now().astimezone(UTC) + timedelta(minutes=int(chosen))
        key = self.track.key if self.track else None

        def deed(writer: "Writer") -> "Outcome":
            from cockpit.actions.notes import snooze

            return snooze(writer, key, metric, until)

        self.do(deed, reviewable=False)


def _acknowledging(threshold: Threshold, note: str | None) -> Intent:
    return Acknowledge(metric=threshold.metric, note=note or None, seen=threshold.level)


def _limit_text(threshold: Threshold, level: str) -> str:
    limit = getattr(threshold.limits, level)
    return format_amount(limit, threshold.unit) if limit is not None else ""


def _check_limit(answers: Answers) -> str | None:
    return None if parse_amount(answers["value"]) is not None else f"{answers['value']!r} is no number."


def _limiting(metric: str, level: str, answers: Answers) -> Intent:
    value = parse_amount(answers["value"])
    assert value is not None  # noqa: S101 -- the form has checked it
    return SetLimit(metric=metric, level=level, value=value)  # type: ignore[arg-type]  # one of LEVELS
