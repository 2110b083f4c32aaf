"""_autopilot_state.md, later _autodev_state.md: what is in it (seed, "Format"), and the words it is written in."""

import re
from collections.abc import Mapping
from typing import Literal

from cockpit.model import Status
from cockpit.regex import regex
from cockpit.systems.shared.stated_values import BLOCKERS, DECISIONS
from cockpit.text.described import Entries, Field, Fields, File, Reading, Table
from cockpit.text.words import fold, plain
from cockpit.wording.messages import Message
from cockpit.wording.numbers import read_count

NAMES = ("_autodev_state.md", "_autopilot_state.md")
"""The names of the state file, the later one first."""
MOST_RETRIES = 3
"""The number of retries at which the step has failed (seed, rule 6)."""
DONE, NOT_INVOKED = "done", "awaiting-invocation"
"""The `step` once all are completed, and the sub-step of a step that has not begun."""
BOUNDARY = "session boundary"
REASONS = ("user paused", "context limit", "completed step", BOUNDARY)
"""Why a session ends (seed, "Last Session"); a person who says nothing paused it."""
NO_VALUE = "—"
STARTED_OVER = "started over"
"""Behind the outcome of a completed step that is to be done again, with the date."""

# Statuses

WRITTEN: Mapping[Status, str] = {
    "not_started": "not_started",
    "in_progress": "in_progress",
    "phase_complete": "completed",
    "skipped": "skipped",
    "failed": "failed",
}
"""What is written for each status. A completed step is `phase_complete`, not the end of the flow."""
_READ: Mapping[Status, str] = {
    "not_started": "not started, pending, todo",
    "in_progress": "in progress, active, started",
    "phase_complete": "completed, complete, done, finished",
    "skipped": "skipped",
    "failed": "failed, failure",
    "blocked": "blocked",
    "paused": "paused",
}
_STATUSES: Mapping[str, Status] = {word: status for status, words in _READ.items() for word in words.split(", ")}
_REMARK = regex(r"\s*(?:[(\[—–:;,.]|\s-\s|\s(?:after|because|due|since|with|at|in\s+sub)\b).*", re.DOTALL)
_DOUBT = regex(
    r"fail|error|\bnot\b|n't\b|except|partial|block|pending|wait|\bbut\b|retr|incomplete|open", re.IGNORECASE
)
_AGAIN = "the agent may retry it by itself"
_FOR_GOOD = "the agent does not retry it before a person decides"
MEANINGS: Mapping[Status, str] = {
    "not_started": "the step waits for its skill to start",
    "in_progress": "the step has been started; its skill knows where it was interrupted",
    "phase_complete": "the step is completed; the next one starts by itself, except at a session boundary",
    "skipped": "the step is skipped; the next one follows",
    "failed": f"the step failed; {_AGAIN}",
    "completed": "all steps of the flow are done",
}


def status_of(text: str | None) -> Status:
    """The status in a text, without the remark behind it: `failed (3 of 3)`. `unknown` for another word, and for a
    finished one with a remark that makes it doubtful: `completed, but one test failed`."""
    remark = _REMARK.search(text or "")
    status = _STATUSES.get(fold((text or "")[: remark.start()] if remark else text or ""), "unknown")
    doubtful = remark and status in ("phase_complete", "skipped") and _DOUBT.search(remark[0])
    return "unknown" if doubtful else status


def meaning_of(status: Status, *, for_good: bool = False) -> Message | None:
    """The meaning of a status by the documents; `for_good` is a failure without a try left."""
    text = f"the step failed; {_FOR_GOOD}" if for_good else MEANINGS.get(status)
    return Message(f"autodev.means-{status}", text) if text else None


# The file

_EXAMPLES = """When updating `Current Step`, always write it as:
  flow: existing-code   ← active flow
  step: N               ← autopilot step (sequential integer)
  sub_step: M           ← sub-skill's own internal step/phase number + name
  retry_count: 0        ← reset on new step or success; increment on each failed retry
Example:
  flow: greenfield
  step: 3
  name: Plan
  status: in_progress
  sub_step: 4 — Architecture Review & Risk Assessment
  retry_count: 0
Example (failed after 3 retries):
  flow: existing-code
  step: 2
  name: Test Spec
  status: failed
  sub_step: 1b — Test Case Generation
  retry_count: 3
"""
"""The hints and examples that stand inside the seed's template; a file copied from it has them."""
_ASIDES = (
    "(Clear this table when the step succeeds or user resets. Append a row on each failed auto-retry.)",
    "(Clear this table when the step succeeds or user resets.)",
    "Clear this table when the step succeeds or user resets. Append a row on each failed auto-retry.",
)
_MORE = regex(r"\b(?:more|another|again|plus|then|third|3rd)\b", re.IGNORECASE)
SUB_STEP_KEYS = ("phase", "name", "detail")


def _count(text: str) -> int | None:
    """A number of retries; None also for one with a remark that makes it more: `2 (one more failed)`."""
    return None if _MORE.search(text) else read_count(text)


def _used_of_left(text: str) -> int | None:
    """The retries used, where the tries left are stated."""
    left = read_count(text)
    return MOST_RETRIES - left if left is not None and left <= MOST_RETRIES else None


STATE = File(
    titles=("Autopilot State", "Autodev State"),
    parts=(
        Fields("current", ("Current Step", "Current State", "Current Position"), (
            Field("flow"),
            Field("step", also=("current step",)),
            Field("name", also=("step name",)),
            Field("status", status_of),
            Field("sub_step", also=("substep",), keys=SUB_STEP_KEYS, quoted=("detail",)),
            Field("retry_count", _count, also=(
                "retries", "retry", "retries used", "retry attempts", "retry counter", "failed retries", "attempts",
                "failed attempts", "retrycount")),
            Field("retries_left", _used_of_left, also=(
                "retries remaining", "remaining retries", "attempts left", "attempts remaining", "tries left")),
            Field("cycle"),
            Field("tracker"),
        ), examples=_EXAMPLES),
        Table("completed", ("Completed Steps",), {
            "step": ("Step", "#", "No"),
            "name": ("Name",),
            "completed": ("Completed", "Date"),
            "outcome": ("Key Outcome", "Outcome", "Result"),
        }),
        Entries("decisions", ("Key Decisions", *(each for each in DECISIONS if each != "Key Decisions"))),
        Fields("session", ("Last Session",), (
            Field("date"), Field("ended_at", also=("ended",)), Field("reason"), Field("notes", also=("note",)),
        )),
        Table("log", ("Retry Log",), {
            "attempt": ("Attempt", "#", "No"),
            "step": ("Step",),
            "name": ("Name",),
            "sub_step": ("SubStep", "Sub Step"),
            "reason": ("Failure Reason", "Reason"),
            "at": ("Timestamp", "Time", "Date"),
        }, asides=_ASIDES),
        Entries("blockers", BLOCKERS),
    ),
)  # fmt: skip
HISTORY = ("completed", "decisions", "session", "log", "blockers")
"""The parts that a file which only points to the present step does not have."""

# The form of a file: which generation of the agent wrote it

Form = Literal["early", "seed", "pointer", "nested"]
"""Without flows; the seed's; with nothing but the present step; with a nested sub-step, since the renaming."""
_FRACTION = regex(r"\d+\.\d+")
_LATER_TITLE = "autodev state"


def form_of(reading: Reading, path: str) -> Form:
    """Which form a file has, by what it states (docs/systems/autodev.md)."""
    flow, step = reading.get("current", "flow"), reading.get("current", "step")
    named_later = any(fold(each.title) == _LATER_TITLE for each in reading.document.sections if each.level == 1)
    nested = any(("current", "sub_step", key) in reading.places for key in SUB_STEP_KEYS)
    fraction = step is not None and _FRACTION.fullmatch(step.text)
    meta = flow is not None and fold(flow.text) == "meta repo"
    by_cycle = reading.get("current", "cycle") or reading.get("current", "tracker")
    if path.endswith(NAMES[0]) or named_later or nested or fraction or meta or by_cycle:
        return "nested"
    if flow is None and (step or reading.get("current", "name")):
        return "early"
    return "seed" if any(reading.sections[part] for part in HISTORY) else "pointer"


# The sub-step, of whichever form

_SUB_STEP = regex(
    r"(?:(?:sub-?\s?step|phase|step)\s+)?(?P<id>\d{1,6}(?:\.\d{1,6})?[a-z]{0,3})"
    r"(?:\s*[—–:-]+\s+(?P<name>\S.*)|\s*\((?P<inside>[^()]+)\)|[.)]\s+(?P<behind>\S.*))?",
    re.IGNORECASE | re.DOTALL,
)


def split_sub_step(text: str) -> tuple[str | None, str | None]:
    """Number and name of a sub-step: `4 — Architecture Review`, `1b`, or words alone."""
    found = _SUB_STEP.fullmatch(text)
    if found is None:
        return None, text or None
    name = found["name"] or found["inside"] or found["behind"]
    return found["id"], plain(name) if name else None
