"""Failed retries, and the reset that only a person makes (seed, rules 6 and 7)."""

from cockpit.model import Track
from cockpit.model.errors import Refused
from cockpit.model.intents import Fail, ResetRetries, Retry
from cockpit.systems.autodev.editing.current_step import write_step
from cockpit.systems.autodev.editing.desk import Desk
from cockpit.systems.autodev.editing.entries import add, remove
from cockpit.systems.autodev.editing.history import add_attempt, clear_attempts
from cockpit.systems.autodev.editing.present_step import present_name
from cockpit.systems.autodev.editing.steps import TOUCHES, stuck, tried
from cockpit.systems.autodev.state_file import RETRIES
from cockpit.systems.autodev.vocabulary import MOST_RETRIES, WORDS
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.editing.texts import checked_option
from cockpit.systems.reading.titles import BLOCKERS
from cockpit.systems.reading.values import plain


def fail(desk: Desk, intent: Fail) -> Outcome:
    """A retry of the present step failed: a row in the log, one more counted; at the third it has failed, and a blocker
    says why.
    """
    if intent.type or intent.agent:
        raise Refused("autodev's retry log has no type and no agent; tell the reason with --note.")
    here = present_name(desk, intent.phase)
    if desk.state.current.retry_line is None and not desk.state.keeps(RETRIES):
        raise Refused("This form of the state file counts no retries.")
    if desk.standing.failed:
        raise stuck(desk)
    if desk.standing.retries is None:
        raise Refused(f"{tried(desk)}: `cockpit retry reset` counts anew, a person's decision.")
    if desk.standing.status in ("phase_complete", "skipped"):
        ended = desk.state.current.status
        raise Refused(
            f"{here} is {ended.text if ended is not None else 'finished'}; `cockpit move phase STEP` goes back."
        )
    reason = plain(checked_option(intent.note, "reason") or "not told")
    count, logs = min(desk.standing.retries + 1, MOST_RETRIES), desk.state.keeps(RETRIES)
    over = count >= MOST_RETRIES
    if logs:
        add_attempt(desk, count, reason)
    rows = len(desk.before.retries.log) + logs if desk.before.retries is not None else int(logs)
    write_step(desk, {"status": WORDS["failed" if over else "in_progress"], "retry_count": str(count)})
    remarks: tuple[str, ...] = ()
    kept = not intent.note or logs or (over and desk.state.keeps(BLOCKERS))
    if not kept:
        remarks = ("This form of the state file keeps no log of retries; the reason stands in cockpit's ledger.",)
    if over and desk.state.keeps(BLOCKERS):
        add(desk, BLOCKERS, f"{desk.standing.failure}: {reason}")
        remarks = ("The agent tries no more; `cockpit retry reset` lets it.",)
    return Outcome(
        sentence=f"{here} failed: retry {count} of {MOST_RETRIES}{'' if kept else f' ({reason})'}.",
        remarks=remarks,
        touches=TOUCHES,
        holds=lambda track: _counts(track, count, rows) and (track.position.status == "failed") == over,
    )


def retry(desk: Desk, intent: Retry) -> Outcome:
    """A failed step whose retries are left is tried again."""
    here = present_name(desk, intent.phase)
    if desk.standing.failed and not intent.beyond:
        raise stuck(desk)
    if desk.standing.failed:
        return reset_retries(desk, ResetRetries())
    if desk.standing.status != "failed":
        raise Refused(f"{here} has not failed.")
    if intent.note is not None:
        raise Refused("autodev has no place for how a step is tried again; leave --note out.")
    write_step(desk, {"status": WORDS["in_progress"]})
    return Outcome(
        sentence=f"{here} is tried again.",
        touches=TOUCHES,
        holds=lambda track: track.position.status == "in_progress",
    )


def reset_retries(desk: Desk, intent: ResetRetries) -> Outcome:
    """Count anew: a person decided that the step may be tried again. The log is cleared, and the failure's blocker."""
    here = present_name(desk, None)
    failed = desk.standing.status == "failed"
    if desk.before.retries is None and not failed:
        raise Refused("This form of the state file counts no retries.")
    if not failed and desk.standing.retries == 0 and not desk.state.attempts:
        return Outcome(sentence=f"No retry of s{here[1:]} is counted.")
    mark = desk.standing.failure
    gone = [each.text for each in desk.before.blockers if each.text.startswith(mark)]
    remove(desk, BLOCKERS, gone)
    clear_attempts(desk)
    write_step(desk, {**({"status": WORDS["in_progress"]} if failed else {}), "retry_count": "0"})
    left = [each.text for each in desk.before.blockers if each.holds and each.text not in gone]
    return Outcome(
        sentence=f"The retries of s{here[1:]} are counted anew.",
        remarks=(f"A blocker still stands: {left[0]}",) if left else (),
        touches=TOUCHES,
        holds=lambda track: _counts(track, 0, 0) and track.position.status != "failed",
    )


def _counts(track: Track, count: int, rows: int) -> bool:
    return track.retries is not None and (track.retries.count, len(track.retries.log)) == (count, rows)
