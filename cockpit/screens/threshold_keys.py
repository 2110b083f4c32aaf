"""The keys about thresholds: acknowledge, snooze, withdraw, reset, limit."""

from datetime import UTC, timedelta
from typing import TYPE_CHECKING

from cockpit.model import LEVELS, Silence, Threshold, Track
from cockpit.model.intents import Acknowledge, Intent, ResetAlerts, SetLimit, Withdraw
from cockpit.rules.attention import place_of, unwritable
from cockpit.rules.silence import SILENCE
from cockpit.rules.thresholds.alert_state import (
    agent_behaviour,
    firing,
    is_acknowledged,
    is_private,
    is_retried,
    refused_by_hand,
    stated_stop,
    stops,
    value_and_limit,
)
from cockpit.rules.thresholds.metrics import format_amount, typed_amount
from cockpit.screens.acting import Acting, PendingChange, Written
from cockpit.screens.dialogs import Answers, Entry, Form, QuestionDialog
from cockpit.widgets.choice import Choice
from cockpit.widgets.sheets import Fact, facts
from cockpit.wording.messages import Message
from cockpit.wording.times import until_when

if TYPE_CHECKING:
    from cockpit.project.change import Outcome, Writer

SNOOZES = ((30, "30 minutes"), (120, "2 hours"), (480, "8 hours"), (1440, "a day"))
"""For how many minutes a metric can be kept quiet by key."""
MUCH = 10
"""Times the limit before, from which a new one is asked about once more."""


class ThresholdKeys(Acting):
    """Acting on the threshold under the cursor."""

    @property
    def threshold(self) -> Threshold | None:
        """The threshold under the cursor; elsewhere the only one that fires."""
        if isinstance(self.selected, Threshold):
            return self.selected
        fire = firing(self.track.thresholds) if self.track is not None else ()
        return fire[0] if len(fire) == 1 else None

    @property
    def quieted(self) -> Threshold | Silence | None:
        """What a snooze would keep quiet: the silence under the cursor, else a threshold."""
        return self.selected if isinstance(self.selected, Silence) else self.threshold

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action here: what never holds the agent is only marked as seen, and no
        acknowledgment lifts a stop.
        """
        if action == "acknowledge" and self.threshold is not None:
            if stops(self.threshold):
                return "options"
            if is_private(self.threshold):
                return "mark as seen"
        return super().named(action, word)

    def why_not_acknowledge(self) -> Message | None:
        """Why the alert cannot be acknowledged."""
        threshold = self.threshold
        if threshold is None:
            return Message("screens.nothing-fires")
        if (why := self._by_hand()) is not None:
            return why
        if stops(threshold):
            return None
        if (why := _no_alert(threshold)) is not None:
            return why
        if not is_private(threshold):
            return self._damage()
        seen = Message("screens.alert-is-seen", metric=threshold.metric, level=threshold.level)
        return seen if threshold.seen_at is not None else None

    def _by_hand(self) -> Message | None:
        """That no verb changes the metric, and where it stands."""
        return refused_by_hand(self.threshold) if self.threshold is not None else None

    def _damage(self) -> Message | None:
        """That a file which keeps acknowledgments may be damaged: nothing is written beside what cannot be read."""
        damage = unwritable(self.track) if self.track is not None else None
        return Message("screens.file-is-damaged", place=place_of(damage)) if damage is not None else None

    def why_not_acknowledge_with_note(self) -> Message | None:
        """Why it cannot be with a note: a warning is only marked as seen."""
        threshold = self.threshold
        if threshold is not None and is_private(threshold):
            return Message("screens.alert-without-note", metric=threshold.metric, level=threshold.level)
        return self.why_not_acknowledge()

    def why_not_snooze(self) -> Message | None:
        """Why there is nothing that could be kept quiet."""
        return None if self.quieted is not None else Message("screens.no-threshold-selected")

    def why_not_limit(self) -> Message | None:
        """Why no limit can be changed: that of the retries is the agent's own."""
        threshold = self.threshold
        if threshold is not None and is_retried(threshold):
            return Message("screens.retries-have-no-limit")
        if (why := self._by_hand()) is not None:
            return why
        return None if threshold is not None else Message("screens.no-threshold-selected")

    def why_not_withdraw(self) -> Message | None:
        """Why there is no acknowledgment to withdraw."""
        threshold = self.threshold
        given = _is_given(threshold) if threshold is not None else None
        return self._damage() or (None if given else Message("screens.no-acknowledgment"))

    def why_not_reset_alerts(self) -> Message | None:
        """Why there is nothing to reset."""
        given = self.track is not None and _given(self.track)
        return self._damage() or (None if given else Message("screens.nothing-acknowledged"))

    def action_acknowledge(self) -> None:
        """Acknowledge the alert that is on screen."""
        self._acknowledge("acknowledge", note=False)

    def action_acknowledge_with_note(self) -> None:
        """Ask for a note, then acknowledge."""
        self._acknowledge("acknowledge_with_note", note=True)

    def _acknowledge(self, action: str, *, note: bool) -> None:
        track, threshold = self.track, self.threshold
        if self.refuses(action) or track is None or threshold is None:
            return
        if stops(threshold):
            self._explain_stop(track, threshold)
        elif note:
            entry = Entry("note", "Note", hint="why the agent may continue")
            form = Form(title=f"Acknowledge {threshold.metric}", entries=[entry])
            self.ask(track, form, lambda answers: _acknowledging(threshold, answers["note"]))
        else:
            self.change(track, _acknowledging(threshold, None))

    def _explain_stop(self, track: Track, threshold: Threshold) -> None:
        about = [Fact("", "A stop cannot be acknowledged.", "strong"), Fact("", "")]
        about += facts(threshold, self.view.now(), track=track)
        found = agent_behaviour(threshold, track)
        ways = [Choice("limit", "Raise the limit", "the agent may continue below it" if found.kind == "halts" else "")]
        if stated_stop(threshold) is not None:
            ways = [Choice("edit", "Open the file", "the file says stop, but the value is below the limit")]
        if is_retried(threshold):
            ways = [Choice("resolve", "Reset the retries", "the agent may try again")]
        if found.kind == "ended":
            ways.insert(0, Choice("resume", "Check the handoff", "and continue with a fresh agent"))

        def chosen(way: str | None) -> None:
            if way == "limit":
                self.ask_limit(track, threshold, "stop")
            elif way is not None:
                self.call_after_refresh(self.run_action, way)

        self.app.push_screen(QuestionDialog(f"Stop: {threshold.metric}", about, ways, self.view), chosen)

    def action_limit(self) -> None:
        """Change a limit of the threshold: which, then to what."""
        track, threshold = self.track, self.threshold
        if self.refuses("limit") or track is None or threshold is None:
            return
        choices = [
            Choice(level, f"{level.capitalize()} begins at …", _limit_text(threshold, level)) for level in LEVELS
        ]

        def chosen(level: str | None) -> None:
            if level is not None:
                self.ask_limit(track, threshold, level)

        self.app.push_screen(
            QuestionDialog(f"Limits of {threshold.metric}", [], choices, self.view, threshold.level), chosen
        )

    def ask_limit(self, track: Track, threshold: Threshold, level: str) -> None:
        """Ask for the value at which a level begins."""
        value = format_amount(threshold.value, threshold.unit) if threshold.value is not None else "unknown"
        label = f"{level.capitalize()} begins at"
        old = _limit_text(threshold, level)

        def comes_to(typed: str) -> str:
            amount = typed_amount(typed)
            new = format_amount(amount, threshold.unit) if amount is not None else ""
            return f"{level} {old or 'none'} → {new}" if new not in ("", old) else ""

        entry = Entry("value", label, old, "a number", required=True, check=_no_number, comes_to=comes_to)
        form = Form(
            title=f"Limits of {threshold.metric}",
            entries=[entry],
            about=f"Now {value}.",
            item=level,
        )

        def write(answers: Answers, written: Written) -> None:
            intent = _limiting(threshold, level, answers)
            if is_much(threshold, intent):
                ask_again(comes_to(answers["value"]), intent, written)
            else:
                self.change(track, intent, done=written.done, refused=written.refused)

        def ask_again(told: str, intent: SetLimit, written: Written) -> None:
            about = [Fact("", told, "strong"), Fact("", f"More than {MUCH} times the limit before.")]
            choices = [
                Choice("no", "Change the number"),
                Choice("yes", f"Set {format_amount(intent.value, threshold.unit)}"),
            ]

            def chosen(way: str | None) -> None:
                if way == "yes":
                    self.change(track, intent, done=written.done, refused=written.refused)
                elif way == "no":
                    self.ask_limit(track, threshold, level)

            self.app.push_screen(QuestionDialog(f"Limits of {threshold.metric}", about, choices, self.view), chosen)

        self.fill_in(track, form, write)

    def action_withdraw(self) -> None:
        """Withdraw the acknowledgment."""
        track, threshold = self.track, self.threshold
        if self.refuses("withdraw") or track is None or threshold is None:
            return
        given = threshold.acknowledgment
        self.change(track, Withdraw(metric=threshold.metric, seen=given.at if given is not None else None))

    def action_reset_alerts(self) -> None:
        """Withdraw all acknowledgments, after a question."""
        track = self.track
        if self.refuses("reset_alerts") or track is None:
            return
        about = [
            Fact("Acknowledged", ", ".join(_given(track))),
            Fact("", ""),
            Fact("", "Every alert fires again, and the agent pauses at each until you acknowledge it."),
        ]
        choices = [Choice("no", "Leave them as they are"), Choice("yes", "Reset all alerts")]

        def chosen(way: str | None) -> None:
            if way == "yes":
                self.change(track, ResetAlerts())

        self.app.push_screen(QuestionDialog("Reset alerts", about, choices, self.view), chosen)

    def action_snooze(self) -> None:
        """Keep a metric, or that nothing was heard of the work, quiet for a while."""
        track, quieted = self.track, self.quieted
        if self.refuses("snooze") or track is None or quieted is None:
            return
        metric = quieted.metric if isinstance(quieted, Threshold) else SILENCE
        unless = ", or until it rises" if isinstance(quieted, Threshold) else ""
        about = [Fact("", f"Hidden on your screen until then{unless}. The agent still waits.")]
        choices = [Choice(str(minutes), words) for minutes, words in SNOOZES]
        if quieted.snoozed_until:
            end = until_when(quieted.snoozed_until, self.view.now()) or quieted.snoozed_until
            choices.insert(0, Choice("off", "No longer", f"now until {end}"))

        def chosen(minutes: str | None) -> None:
            if minutes is not None:
                self._snooze(track, metric, minutes, quieted if isinstance(quieted, Threshold) else None)

        self.app.push_screen(QuestionDialog(f"Snooze {metric}", about, choices, self.view), chosen)

    def _snooze(self, track: Track, metric: str, minutes: str, seen: Threshold | None) -> None:
        until = None if minutes == "off" else self.view.now().astimezone(UTC) + timedelta(minutes=int(minutes))

        def do(writer: "Writer") -> "Outcome":
            from cockpit.project.notes import snooze

            return snooze(writer, track.key, metric, until, seen=seen)

        self.runner.run(PendingChange(do=do, plain=True))


def _no_alert(threshold: Threshold) -> Message | None:
    """Why a metric below its stop has no alert that could be acknowledged."""
    if is_retried(threshold):
        return Message("screens.retries-not-acknowledged")
    if threshold.unreadable:
        return Message("screens.metric-unreadable", value=value_and_limit(threshold))
    if threshold.level is None and threshold.agent_will == "continue":
        return Message("screens.metric-at-no-level", metric=threshold.metric)
    return Message("screens.acknowledged-already", metric=threshold.metric) if is_acknowledged(threshold) else None


def _given(track: Track) -> list[str]:
    """The metrics that have an acknowledgment."""
    return [each.metric for each in track.thresholds if _is_given(each)]


def _is_given(threshold: Threshold) -> bool:
    """Whether there is something to withdraw: an acknowledgment, or an alert that is only marked as seen."""
    return threshold.acknowledgment is not None or (threshold.seen_at is not None and threshold.level == "alert")


def _acknowledging(threshold: Threshold, note: str | None) -> Intent:
    return Acknowledge(metric=threshold.metric, note=note or None, seen=threshold.level)


def _limit_text(threshold: Threshold, level: str) -> str:
    limit = getattr(threshold.limits, level)
    return format_amount(limit, threshold.unit) if limit is not None else ""


def _no_number(typed: str) -> Message | None:
    return None if typed_amount(typed) is not None else Message("screens.no-number", typed=typed)


def is_much(threshold: Threshold, intent: SetLimit) -> bool:
    """Whether a limit would be so far above the one before that a slip of the hand is likelier."""
    old = getattr(threshold.limits, intent.level)
    return old is not None and old > 0 and intent.value > MUCH * old


def _limiting(threshold: Threshold, level: str, answers: Answers) -> SetLimit:
    value = typed_amount(answers["value"])
    assert value is not None  # noqa: S101 -- the form has checked it
    seen = getattr(threshold.limits, level)
    return SetLimit(metric=threshold.metric, level=level, value=value, seen=seen)  # type: ignore[arg-type]  # one of LEVELS
