"""What an agent may not bring about, whatever verb, option or undo leads there: a person's decision."""

from typing import NamedTuple

from cockpit.model import Phase, Threshold, Track
from cockpit.rules.thresholds.alert_state import alerts, is_retried, stops
from cockpit.rules.unread import unread
from cockpit.rules.work import has_failed, is_behind, is_going_on
from cockpit.wording.phrases import listed
from cockpit.wording.printable import printable

_OVER = ("completed", "skipped")


class Reason(NamedTuple):
    """Why a change is a person's to make: a stable code, and a sentence."""

    code: str
    sentence: str


def permits_more(before: Track, after: Track | None) -> Reason | None:
    """Why a change gives the agent more than it had; None where it does not. `after` is None where the track is put
    away."""
    if after is None:
        return _put_away(before) or _no_longer_unread(before, frozenset())
    return (
        _lifted(before, after)
        or _no_longer_unread(before, frozenset().union(*(each.keys for each in unread(after))))
        or _raised(before, after)
        or _answered(before, after)
        or _taken_up(before, after)
        or _tried_again(before, after)
        or _left_behind(before, after)
        or _begun(before, after)
    )


def _put_away(before: Track) -> Reason | None:
    held = [each.metric for each in before.thresholds if _hold(each)]
    if held:
        return Reason("put-away-held", f"{listed(held)} holds the agent, and archiving the work would lift that.")
    unfinished = before.position.status not in _OVER or any(not is_behind(each.status) for each in before.phases)
    return Reason("put-away-open", "The work is not finished.") if unfinished else None


def _hold(threshold: Threshold) -> int:
    """How much a metric holds the agent: 2 at a stop, 1 at an alert that nobody answered or a value nobody can read."""
    return 2 if stops(threshold) else 1 if alerts(threshold) else 0


def _lifted(before: Track, after: Track) -> Reason | None:
    """Until values are measured, none from an agent's hand lifts an alert or a stop."""
    for threshold in before.thresholds:
        now = after.threshold(threshold.metric)
        if _hold(threshold) > (_hold(now) if now is not None else 0):
            held = "stops the agent" if stops(threshold) else "waits for an acknowledgment"
            return Reason("hold-lifted", f"{threshold.metric} {held}, and this would lift it.")
    return None


def _no_longer_unread(before: Track, keys: frozenset[str]) -> Reason | None:
    """What no rule reads is mended or dismissed by a person. `keys` are those of what is unread afterwards."""
    lifted = next((each for each in unread(before) if not each.keys <= keys), None)
    if lifted is None:
        return None
    return Reason("unread-lifted", f"{printable(lifted.place)} cannot be read, and this would lift it.")


def _raised(before: Track, after: Track) -> Reason | None:
    for threshold in before.thresholds:
        now = after.threshold(threshold.metric)
        for level, limit in threshold.limits.items():
            raised = now.limits.at(level) if now is not None else None
            if not is_retried(threshold) and (raised is None or raised > limit):
                return Reason("limit-raised", f"This would raise the {level} limit of {threshold.metric}.")
    return None


def _answered(before: Track, after: Track) -> Reason | None:
    """A question of the agent is there until a person has answered it; details of it may be told anew."""
    asked, now = before.waiting, after.waiting
    if asked is None or asked.asked_by != "agent" or (now is not None and str(asked.question) in str(now.question)):
        return None
    return Reason("question-answered", "A question is waiting. Answer it: `cockpit answer OPTION`.")


def _taken_up(before: Track, after: Track) -> Reason | None:
    """Failed work goes on by an agent's hand only where a phase that failed is tried again."""
    if before.position.status != "failed" or after.position.status == "failed":
        return None
    begun = {each.id for each in _under_way(after)}
    tried_again = any(has_failed(each.status) and each.id in begun for each in before.phases)
    return None if tried_again else Reason("failure-taken-up", "The work has failed; a person decides how to continue.")


def _tried_again(before: Track, after: Track) -> Reason | None:
    """A count of retries goes down by a reset alone."""
    counts = {each.id: each.retry_count or 0 for each in after.phases}
    same_step = before.position.phase is not None and before.position.phase == after.position.phase
    is_over = after.position.status in ("phase_complete", *_OVER)
    old, new = (each.retries.count if each.retries is not None else None for each in (before, after))
    fewer = same_step and old is not None and new is not None and new < old and not is_over
    if fewer or any((each.retry_count or 0) > counts.get(each.id, 0) for each in before.phases):
        return Reason("retries-reset", "This would allow another try: only a person resets the retries.")
    return None


def _left_behind(before: Track, after: Track) -> Reason | None:
    """An error of a phase that stays failed is resolved by trying again, or by a person."""
    failed = {each.id for each in before.phases if has_failed(each.status)} & {
        each.id for each in after.phases if has_failed(each.status)
    }
    for phase in failed:
        if _open_errors(before, phase) > _open_errors(after, phase):
            return Reason("failure-resolved", f"Phase {printable(str(phase))} has failed and is not tried again.")
    return None


def _open_errors(track: Track, phase: str | None) -> int:
    return sum(not each.resolved and each.phase == phase for each in track.errors)


def _begun(before: Track, after: Track) -> Reason | None:
    """No phase begins while the retries of one are used up, nor before those that it waits for."""
    running = {each.id for each in _under_way(before)}
    states = {each.id: each.status for each in after.phases}
    begun = [each for each in _under_way(after) if each.id not in running]
    at, now = before.position, after.position
    moves = bool(begun) or (at.plan, at.task) != (now.plan, now.task)
    if moves and any(is_retried(each) and _hold(each) for each in before.thresholds):
        return Reason("retries-used-up", "The retries of a phase are used up, or cannot be read.")
    for phase in begun:
        waits_for = [each for each in phase.blocked_by if not is_behind(states.get(each))]
        if waits_for:
            sentence = f"Phase {printable(str(phase.id))} waits for {listed([*map(printable, waits_for)])}."
            return Reason("phase-early", sentence)
    return None


def _under_way(track: Track) -> list[Phase]:
    return [each for each in track.phases if is_going_on(each.status)]
