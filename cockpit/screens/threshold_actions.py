"""What can be done with a threshold: acknowledge, withdraw, change limits, snooze, reset retries; and with what no rule
reads: dismiss."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, timedelta
from functools import partial
from typing import TYPE_CHECKING

from cockpit.model import LEVELS, Blocker, Finding, Level, Limits, Position, Retries, Silence, Threshold, Track
from cockpit.model.intents import Acknowledge, Intent, ResetAlerts, ResetRetries, SetLimit, Withdraw, together
from cockpit.model.state import NO_LIMITS, Unit
from cockpit.rules.agent_words import Usage, usage_of
from cockpit.rules.attention import Remedy, can_be_reset, unwritable
from cockpit.rules.silence import SILENCE
from cockpit.rules.thresholds.alert_state import (
    NO_HOOK,
    agent_behaviour,
    amount,
    effect_of_limits,
    held_words,
    is_acknowledged,
    is_private,
    is_retried,
    refused_by_hand,
    stated_stop,
    stops,
    value_and_limit,
)
from cockpit.rules.thresholds.explain import limits_in_words
from cockpit.rules.thresholds.metrics import (
    COUNTED,
    LIMITS_FILE,
    METRICS,
    format_amount,
    resolve,
    typed_amount,
    unordered,
)
from cockpit.rules.unread import Unread, place_of, unread
from cockpit.screens.acting import (
    ActionRunner,
    ActionTable,
    ActionTarget,
    Answers,
    Form,
    FormLine,
    PendingChange,
    ScreenAction,
    Written,
)
from cockpit.widgets.choice import Choice
from cockpit.widgets.sheets import Fact
from cockpit.wording.messages import Words, clause
from cockpit.wording.phrases import counted
from cockpit.wording.times import until_when

if TYPE_CHECKING:
    from cockpit.project.outcome import ChangeOutcome
    from cockpit.project.workspace import Workspace

SNOOZES = ((30, "30 minutes"), (120, "2 hours"), (480, "8 hours"), (1440, "a day"))
"""For how many minutes a row can be hidden."""


def _threshold(target: ActionTarget) -> Threshold | None:
    return target.row if isinstance(target.row, Threshold) else None


def asked_of(target: ActionTarget) -> Remedy | None:
    """What a need of the track or a threshold asks for, whether it can be done or not; None of other rows."""
    usual = target.need.remedies[0] if target.need is not None else None
    if usual in ("resume", "archive", "put-away", "review"):
        return usual
    threshold, track = _threshold(target), target.track
    if threshold is None or track is None:
        return None
    if is_retried(threshold):
        return "reset-retries" if can_be_reset(threshold, track.lacks) else None
    if agent_behaviour(threshold, track).kind == "ended":
        return "resume"
    if stated_stop(threshold) if stops(threshold) else threshold.unreadable:
        return None  # only a file says so
    return "raise-limit" if stops(threshold) else "acknowledge"


# Acknowledging


def _no_alert(target: ActionTarget) -> Words | None:
    """Why there is no alert that could be acknowledged."""
    threshold = _threshold(target)
    if threshold is None:
        return "Select an alert first."
    if (why := refused_by_hand(threshold) or _no_alert_of(threshold)) is not None:
        return why
    return None if is_private(threshold) else _damage(target)


def _no_alert_of(threshold: Threshold) -> Words | None:
    metric, at_no_level = threshold.metric, threshold.level is None and threshold.agent_will == "continue"
    is_seen = is_private(threshold) and threshold.seen_at is not None
    reasons = (
        (is_retried(threshold), "Retries cannot be acknowledged. Let the agent retry, or reset the retries."),
        (stops(threshold), f"{metric} is at stop. A stop cannot be acknowledged. Raise the limit, or fix the cause."),
        (bool(threshold.unreadable), f"{clause(value_and_limit(threshold))} cannot be read. Fix the file first."),
        (at_no_level, f"{metric} has no alert. Nothing to acknowledge."),
        (threshold.level == "warning", f"{metric} is at warning. A warning needs no answer."),
        (is_seen, f"The {metric} {threshold.level or ''} is already marked as seen. It does not stop the agent."),
        (is_acknowledged(threshold), f"The {metric} alert is already acknowledged."),
    )
    return next((why for holds, why in reasons if holds), None)


def _no_alert_for_note(target: ActionTarget) -> Words | None:
    threshold = _threshold(target)
    if threshold is not None and is_private(threshold):
        return (
            f"The {threshold.metric} {threshold.level} does not stop the agent. It can be marked as seen, but "
            "without a note."
        )
    return _no_alert(target)


def _damage(target: ActionTarget) -> Words | None:
    """That a file which keeps acknowledgments may be damaged: nothing is written beside what cannot be read."""
    damage = unwritable(target.track) if target.track is not None else None
    return f"{place_of(damage)} is damaged. Fix the file first." if damage is not None else None


def _acknowledge(runner: ActionRunner, target: ActionTarget) -> None:
    threshold = _threshold(target)
    if target.track is not None and threshold is not None:
        runner.change(target.track, _acknowledging(threshold, None))


def _acknowledge_with_note(runner: ActionRunner, target: ActionTarget) -> None:
    threshold = _threshold(target)
    if target.track is not None and threshold is not None:
        entry = FormLine("note", "Note", hint="why the agent may continue")
        form = Form(title=f"Acknowledge {threshold.metric}", entries=[entry])
        runner.ask(target.track, form, lambda answers: _acknowledging(threshold, answers["note"]))


def _acknowledging(threshold: Threshold, note: str | None) -> Intent:
    return Acknowledge(metric=threshold.metric, note=note or None, seen=threshold.level, value=threshold.value)


# Withdrawing


def _given(track: Track) -> list[str]:
    """The metrics that have an acknowledgment."""
    return [each.metric for each in track.thresholds if _is_given(each)]


def _is_given(threshold: Threshold) -> bool:
    """Whether there is something to withdraw: an acknowledgment, or an alert that is only marked as seen."""
    return threshold.acknowledgment is not None or (threshold.seen_at is not None and threshold.level == "alert")


def _nothing_given(target: ActionTarget) -> Words | None:
    threshold = _threshold(target)
    given = threshold is not None and _is_given(threshold)
    return _damage(target) or (None if given else "No acknowledgment to withdraw here.")


def _nothing_given_at_all(target: ActionTarget) -> Words | None:
    given = target.track is not None and _given(target.track)
    return _damage(target) or (None if given else "No alert is acknowledged.")


def _withdraw(runner: ActionRunner, target: ActionTarget) -> None:
    threshold = _threshold(target)
    if target.track is not None and threshold is not None:
        given = threshold.acknowledgment
        seen = given.at if given is not None else None
        runner.change(target.track, Withdraw(metric=threshold.metric, seen=seen))


def _withdraw_all(runner: ActionRunner, target: ActionTarget) -> None:
    track = target.track
    if track is not None:
        metrics = _given(track)
        about = [
            Fact(
                "",
                (
                    f"Withdraw {counted(len(metrics), 'acknowledgment')} ({', '.join(metrics)})? The agent waits "
                    "again at each alert."
                ),
            )
        ]
        runner.confirm("Withdraw", about, "Withdraw all", lambda: runner.change(track, ResetAlerts()))


# Limits


def _no_limit(target: ActionTarget) -> Words | None:
    """Why no limit can be changed. Where the framework keeps none, the repository does; the agent sets that of the
    retries."""
    threshold = _threshold(target)
    if threshold is not None and not is_retried(threshold):
        return refused_by_hand(threshold)
    if _keeper_of_limits(target) is target.track or target.app.snapshot.surroundings.branch is not None:
        return None
    return target.lacks("thresholds") or "The agent sets the retry limit. Reset the retries instead."


def _keeper_of_limits(target: ActionTarget) -> Track:
    """The track whose limits are changed: the repository's own where there is no framework, or it keeps none."""
    track = target.track
    keeps_none = track is None or "thresholds" in track.lacks or any(map(is_retried, track.thresholds))
    if track is not None and (track.counts_use or not keeps_none):
        return track
    own = (each for each in target.app.snapshot.tracks if each.system == NO_LIMITS.system)
    lacks = NO_HOOK if target.app.snapshot.surroundings.enforcement == "advisory" else {}
    return next(own, replace(NO_LIMITS, agents=track.agents if track is not None else (), lacks=lacks))


def _limited(track: Track) -> list[Threshold]:
    """The thresholds whose limits can be changed, also those that have no value yet; without a framework, what
    sessions of agents count."""
    known = COUNTED if track.counts_use else METRICS
    limits = {each.name: Limits() if track.counts_use else resolve(each, ()) for each in known}
    every = {each.name: Threshold(metric=each.name, unit=each.unit, limits=limits[each.name]) for each in known}
    every |= {each.metric: each for each in track.thresholds}
    return [each for each in every.values() if refused_by_hand(each) is None]


def _limits(runner: ActionRunner, target: ActionTarget) -> None:
    """The limits of the selected threshold; where none is selected, ask of which."""
    track, threshold = _keeper_of_limits(target), _threshold(target)
    if isinstance(target.row, Usage):
        threshold = next((each for each in _limited(track) if each.metric == target.row.metric), None)
    if threshold is not None and not is_retried(threshold):
        _limits_of(runner, track, threshold)
    else:
        known = {each.metric: each for each in _limited(track)}
        choices = [Choice(each.metric, each.metric, limits_in_words(each)) for each in known.values()]
        runner.choose("Change limits", [], choices, lambda metric: _limits_of(runner, track, known[metric]))


_EXAMPLES: Mapping[Unit, str] = {
    "usd": "$50", "percent": "40 %", "count": "3", "tokens": "500k", "seconds": "7200, in seconds",
    "bytes": "900000000, in bytes",
}  # fmt: skip
"""What is typed for a limit."""


def _limits_of(runner: ActionRunner, track: Track, threshold: Threshold) -> None:
    """A form with the three limits; at a stop, that one is where it begins."""
    value = amount(threshold)
    if value is None and threshold.limits == Limits():  # then no row counts it from a limit on
        used = (each for each in usage_of(track.agents) if each.metric == threshold.metric and each.value)
        value = next((f"{each.value} ({each.note})" for each in used), None)
    is_ours = track.counts_use or track.path.rpartition("/")[2] not in threshold.limits.source
    about = [f"{threshold.metric} is {value or 'not known yet'}."]
    if _begins_to_count(threshold, track):
        whole = " Of a session at work all tokens count." if threshold.metric == "tokens" else ""
        about.append(f"What was used before the first limit does not count.{whole}")
    if is_ours:
        about.append(f"Kept in {LIMITS_FILE}: cockpit and its hook read it, the agent does not.")
        if runner.app.snapshot.surroundings.enforcement == "advisory":
            about.append("No hook holds an agent at it yet: `cockpit hooks` says how.")
    entries = [
        FormLine(level, level.capitalize(), _limit_text(threshold, level), f"such as {_EXAMPLES[threshold.unit]}",
                 check=_no_number, comes_to=partial(_comes_to, threshold, track, level))
        for level in LEVELS
    ]  # fmt: skip
    form = Form(
        title=f"Limits of {threshold.metric}",
        entries=entries,
        about=" ".join(about),
        item=threshold.metric,
        begin="stop" if threshold.level == "stop" else "",
    )

    def write(answers: Answers, written: Written) -> None:
        changes = _limiting(threshold, track, answers)
        after = replace(threshold.limits, **{each.level: each.value for each in changes})  # type: ignore[arg-type]
        wrong = unordered(after)
        if wrong is not None and len(changes) > 1 and any(each.level in wrong for each in changes):
            from cockpit.model.errors import CommandError

            (mild, low), (grave, high) = ((each, format_amount(after.at(each) or 0, threshold.unit)) for each in wrong)
            why = f"Limits rise from warning to alert to stop: {mild}, {low}, is above {grave}, {high}."
            written.refused(CommandError("project.limits-in-form-unordered", why))
        elif changes:
            runner.change(track, together(*changes), done=written.done, refused=written.refused)
        else:
            written.done()
            runner.app.notify("No limit was changed.")

    runner.fill_in(track, form, write)


def _begins_to_count(threshold: Threshold, track: Track) -> bool:
    """Whether it is a sum that counts from its first limit on: nobody knows yet what that comes to."""
    return track.counts_use and threshold.metric in ("cost", "tokens") and not [*threshold.limits.items()]


def _comes_to(threshold: Threshold, track: Track, level: Level, answers: Answers) -> str:
    """What a typed limit changes, while it is typed; behind the last of them, what that means for the agent."""
    new = {each.level: each.value for each in _limiting(threshold, track, answers)}
    if level not in new:
        return ""
    limits = replace(threshold.limits, **new)  # type: ignore[arg-type]  # a level is a field of the limits
    before, after = (_limit_text(each, level) or "none" for each in (threshold, replace(threshold, limits=limits)))
    change = f"{level} {before} → {after}"
    if level != max(new, key=LEVELS.index):
        return change
    effect = effect_of_limits(threshold, track, limits) if not _begins_to_count(threshold, track) else None
    return f"{change}. {effect}" if effect is not None else change


def _limit_text(threshold: Threshold, level: Level) -> str:
    limit = threshold.limits.at(level)
    return format_amount(limit, threshold.unit) if limit is not None else ""


def _no_number(typed: str) -> Words | None:
    return None if not typed or typed_amount(typed) is not None else f"Not a number: {typed}. Example: 75"


def _limiting(threshold: Threshold, track: Track, answers: Answers) -> tuple[SetLimit, ...]:
    """The limits that were changed: those that are gone, those that rise from the highest level down, then those that
    fall upward: so no limit is above the next one meanwhile. A framework has every limit, so none of its goes.
    """
    emptied = [each for each in threshold.limits.items() if track.counts_use and not answers[each[0]].strip()]
    gone = [SetLimit(metric=threshold.metric, level=level, value=None, seen=limit) for level, limit in emptied]
    rising: list[SetLimit] = []
    falling: list[SetLimit] = []
    for level in LEVELS:
        value = typed_amount(answers[level])
        old = threshold.limits.at(level)
        same = format_amount(value, threshold.unit) == _limit_text(threshold, level) if value is not None else True
        if value is not None and not same:
            (rising if value > (old or 0) else falling).append(
                SetLimit(metric=threshold.metric, level=level, value=value, seen=old)
            )
    return (*gone, *reversed(rising), *falling)


# Hiding an alert, and counting retries again


def _nothing_to_hide(target: ActionTarget) -> Words | None:
    track, row = target.track, target.row
    if isinstance(row, Silence):
        return None
    if track is None or not isinstance(row, Threshold):
        return "Select a threshold first."
    held, _ = held_words(row, track)
    return f"{held} at {row.metric}: no snooze hides that." if held else None


def _snooze(runner: ActionRunner, target: ActionTarget) -> None:
    track, row = target.track, target.row
    if track is None or not isinstance(row, Threshold | Silence):
        return
    threshold = row if isinstance(row, Threshold) else None
    metric = threshold.metric if threshold is not None else SILENCE
    rises = ", or until it rises" if threshold is not None else ""
    waits = " The agent still waits." if threshold is not None and threshold.agent_will == "pause" else ""
    about = [Fact("", f"Hides it on this screen only, until then{rises}.{waits}")]
    choices = [Choice(str(minutes), words) for minutes, words in SNOOZES]
    if row.snoozed_until:
        end = until_when(row.snoozed_until, runner.view.now()) or row.snoozed_until
        choices.insert(0, Choice("off", "No longer", f"now until {end}"))

    def chosen(minutes: str) -> None:
        until = None if minutes == "off" else runner.view.now().astimezone(UTC) + timedelta(minutes=int(minutes))

        def do(workspace: "Workspace") -> "ChangeOutcome":
            from cockpit.project.notes import snooze

            return snooze(workspace, track.key, metric, until, seen=threshold)

        runner.changes.run(PendingChange(do=do, plain=True))

    runner.choose(f"Snooze {metric}", about, choices, chosen)


def _unread(target: ActionTarget) -> Unread | None:
    """What no rule reads, where the row is about that."""
    track, row = target.track, target.row
    if track is None or not isinstance(row, Finding | Threshold):
        return None
    return next((each for each in unread(track) if each.value == row), None)


def _nothing_unread(target: ActionTarget) -> Words | None:
    return None if _unread(target) is not None else "Nothing here is unread. There is nothing to dismiss."


def _dismiss(runner: ActionRunner, target: ActionTarget) -> None:
    track, told = target.track, _unread(target)
    if track is None or told is None:
        return

    def do(workspace: "Workspace") -> "ChangeOutcome":
        from cockpit.project.notes import dismiss

        return dismiss(workspace, track.key, told.place, seen=told.keys)

    runner.changes.run(PendingChange(do=do, plain=True))


def retries_of(target: ActionTarget) -> Retries | None:
    """The retries that the row is about; None on other rows."""
    track, row = target.track, target.row
    if track is None or track.retries is None:
        return None
    about = isinstance(row, Retries) or (isinstance(row, Position) and track.position.status == "failed")
    counts = isinstance(row, Threshold) and is_retried(row)
    return track.retries if about or counts or (isinstance(row, Blocker) and row.of_failure) else None


def _nothing_counted(target: ActionTarget) -> Words | None:
    """Why no retries can be reset."""
    retries = retries_of(target)
    if retries is None:
        return "This track does not count retries."
    if (why := target.lacks("retries")) is not None:
        return why
    failed = target.track is not None and target.track.position.status == "failed"
    counted = retries.count != 0 or retries.log or failed
    return None if counted else "No retries counted. Nothing to reset."


def _reset_retries(runner: ActionRunner, target: ActionTarget) -> None:
    """Once the person has said so: it is no acknowledgment."""
    track, retries = target.track, retries_of(target)
    if track is None or retries is None:
        return
    about = [Fact("", "The agent may try again from the first attempt; the log of its retries is cleared.")]
    about += [Fact(f"Attempt {each.attempt or '?'}", each.reason) for each in retries.log if each.reason]
    title = f"Retries: {retries.used}"
    runner.confirm(title, about, "Reset the retries", lambda: runner.change(track, ResetRetries()))


def _asks_for_reset(target: ActionTarget) -> bool:
    return asked_of(target) == "reset-retries" or (_threshold(target) is None and retries_of(target) is not None)


THRESHOLD_ACTIONS: ActionTable = {
    "alert.acknowledge": ScreenAction(
        _acknowledge, _no_alert, on=(Threshold,), stays=True,
        answers=lambda target: asked_of(target) == "acknowledge", row="alert",
    ),
    "alert.acknowledge-with-note": ScreenAction(_acknowledge_with_note, _no_alert_for_note, on=(Threshold,)),
    "threshold.limit": ScreenAction(
        _limits, _no_limit, needs="project", on=(Threshold, Usage), row="stop",
        answers=lambda target: asked_of(target) == "raise-limit",
        in_footer=lambda target: (
            isinstance(target.row, Threshold) and not is_retried(target.row)
            and (target.need is None or target.need.there is None)
        ),
    ),
    "alert.withdraw": ScreenAction(_withdraw, _nothing_given, on=(Threshold,), stays=True, pane="attention"),
    "alert.withdraw-all": ScreenAction(_withdraw_all, _nothing_given_at_all, on=(Track,)),
    "threshold.snooze": ScreenAction(_snooze, _nothing_to_hide, on=(Threshold, Silence)),
    "unread.dismiss": ScreenAction(_dismiss, _nothing_unread, on=(Finding, Threshold)),
    "phase.reset": ScreenAction(
        _reset_retries, _nothing_counted, on=(Threshold, Blocker, Position, Retries), answers=_asks_for_reset
    ),
}  # fmt: skip
