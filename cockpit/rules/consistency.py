"""What a track says that cannot be so, whatever its system: times that are yet to come, amounts below zero, two values
of one metric, an end before all is done, phases that were left open.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from cockpit.model import Finding, Statement, Threshold, Track
from cockpit.rules.thresholds.alert_state import by_hand, is_retried
from cockpit.rules.unread import place_of
from cockpit.rules.work import is_left_out
from cockpit.wording.messages import command_line
from cockpit.wording.phrases import listed
from cockpit.wording.times import parse_instant

_SKEW = timedelta(minutes=10)
"""By how much the clock of another machine may be ahead."""
_ZONES = timedelta(hours=14)
"""By how much a day, or a time without a zone, may be ahead of UTC."""
TO_COME = "time-in-future"
_LEVEL = "level-mismatch"
_MAY_BE_NEGATIVE = ("variance",)


def implausible(track: Track, now: datetime) -> Iterator[Finding]:
    """The findings about a track as it was read at `now`."""
    for label, stated, path in _times(track):
        if stated is not None and _is_to_come(stated, now):
            message = f"{label} is in the future: {stated}."
            hint = "Correct the time. If the clock of the machine that wrote it is wrong, set the clock first."
            yield Finding(code=TO_COME, severity="warning", path=path, message=message, hint=hint)
    for each in track.thresholds:
        if each.value is not None and each.value < 0 and each.metric not in _MAY_BE_NEGATIVE:
            message = f"The value of {each.metric} is negative: {each.value:g}."
            hint = _written(each, f"Set the value with {command_line('set', f'{each.metric}=VALUE')}.")
            yield Finding(code="value-negative", severity="warning", path=track.path, message=message, hint=hint)
    yield from _disagreements(track)
    yield from _left_open(track)
    position = track.position
    if position.status == "completed" and position.percent is not None and position.percent < 100:
        status, percent = position.status_text, position.percent
        message = f'The status is "{status}", but the progress is {percent:g} %.'
        hint = "Correct the status or the progress."
        yield Finding(code="completed-below-100", severity="warning", path=track.path, message=message, hint=hint)


def _left_open(track: Track) -> Iterator[Finding]:
    """The phases before the present one of which tasks are open."""
    here = track.position.phase.id if track.position.phase is not None else None
    place = next((at for at, each in enumerate(track.phases) if here is not None and each.id == here), 0)
    for each in track.phases[:place]:
        done, total = each.counted_done or 0, each.counted_total or 0
        if done < total and not is_left_out(each.status):
            message = f"Phase {each.id} has {done} of {total} tasks done, but the work is at phase {here}."
            back = f", or go back with {command_line('set', f'phase={each.id}')}" if "phase" not in track.lacks else ""
            hint = f"Finish its tasks{back}."
            yield Finding(code="phase-left-open", severity="warning", path=each.path or track.path, message=message,
                          hint=hint)  # fmt: skip


LIMIT = " limit"


def _disagreements(track: Track) -> Iterator[Finding]:
    """The values that the places state of a metric, where they differ and no finding of the system tells it. That a
    level does not fit the value is one of those."""
    known = {(each.path, each.line) for each in track.findings if each.code != _LEVEL}
    for each in track.thresholds:
        metric = each.metric
        for what in dict.fromkeys(stated.what for stated in each.disagreeing if stated.what.endswith(LIMIT)):
            limits = [stated for stated in each.disagreeing if stated.what == what]
            way = command_line("limit", f"{metric}.{what.removesuffix(LIMIT)}=VALUE")
            hint = _written(each, f"The lowest limit is used. Set one limit with {way}.")
            message = f"The files state different values of the {what} of {metric}: {listed(map(_stated, limits))}."
            yield _disagreement(message, limits, hint)
        values = [stated for stated in each.disagreeing if not stated.what.endswith(LIMIT)]
        if len({stated.text for stated in values if is_retried(each) or stated.what == "value"}) < 2:
            continue
        if not any((stated.path, stated.line) in known for stated in values):
            way = command_line("set", f"{metric}=VALUE")
            hint = _written(each, f"Set the same value in every place with {way}.")
            if is_retried(each):
                hint = "Reset the retries with `cockpit phase reset`."
            message = f"The files state different values of {metric}: {listed(map(_stated, values))}."
            yield _disagreement(message, values, hint)


def _stated(statement: Statement) -> str:
    return f"{statement.text} ({place_of(statement)})"


def _disagreement(message: str, stated: Sequence[Statement], hint: str) -> Finding:
    return Finding(code="values-disagree", severity="warning", path=stated[-1].path, line=stated[-1].line,
                   message=message, hint=hint)  # fmt: skip


def _written(threshold: Threshold, hint: str) -> str:
    """How the value of a metric is corrected: by a verb, or by hand where none knows the metric."""
    if by_hand(threshold) is None:
        return hint
    file = threshold.source
    return f"Edit {file}." if file else "Edit the file."


def _times(track: Track) -> Iterator[tuple[str, str | None, str]]:
    """What has been, with its time and the file that says so."""
    activity, handoff = track.position.last_activity, track.handoff
    yield "The time of the last update", track.updated, track.path
    yield "The day of the last activity", activity.date if activity is not None else None, track.path
    if handoff is not None:
        yield "The time of the handoff", handoff.created, handoff.path
    for session in track.sessions:
        of = f"session {session.id}" if session.id else "a session"
        yield f"The start of {of}", session.started, session.path or track.path
        yield f"The end of {of}", session.ended, session.path or track.path
    for decision in track.decisions:
        yield f"The day of the decision “{decision.text:.40}”", decision.date, decision.path or track.path
    for blocker in track.blockers:
        yield f"The time of the blocker “{blocker.text:.40}”", blocker.since, blocker.path or track.path


def _is_to_come(stated: str, now: datetime) -> bool:
    instant = parse_instant(stated)
    if instant is None:
        return False
    return instant.at - now > (_ZONES if instant.date_only or instant.zoneless else _SKEW)
