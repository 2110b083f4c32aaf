"""Which line to mend first: what hangs on another one comes right with it, or can only be judged after it."""

from collections.abc import Sequence

from cockpit.model.preflight import Check

_ORDER = {
    "handoff": "the handoff that cannot be read",
    "readable": "the state that cannot be read whole",
    "project": "whose handoff it is",
    "operation": "what git is in the middle of",
    "words": "what was changed in the handoff",
    "branch": "the branch",
    "stop": "the stop",
    "alert": "the alert",
    "commit": "the commit",
    "file": "the file",
    "uncommitted": "the work that was not committed",
    "touched": "the files of the ended work",
    "half-done": "the half-done files",
    "tree": "the uncommitted files",
    "plan": "the plan",
    "task": "the number of the task",
    "itself": "the contradiction in the handoff",
    "position": "the place of the state",
    "done": "the tasks that are done",
    "status": "the status",
    "tier": "the tier",
    "reconciliation": "what must be compared",
    "age": "the age of the handoff",
    "next-action": "the next action",
    "blocker": "the blocker",
    "error": "the error",
    "question": "the question",
}
"""The lines in the order in which they are mended, and what each is about. A branch brings its commits, state and plan;
a stop may end it all; a commit brings its files, and what else is uncommitted is clear once those are there.
"""
_BRINGING = ("branch", "commit", "file", "task", "itself")
"""Those that, put right, may put right what stands behind them."""
_LOST = ("commit", "file")
_BROUGHT = ("commit", "file", "tree", "plan", "itself", "position", "done")
_PLACES = {code: place for place, code in enumerate(_ORDER)}


def place(check: Check) -> int:
    """Where a line that failed stands among the others; one that nothing is known of comes last."""
    return _PLACES.get(check.code, len(_PLACES))


def begin_with(holding: Sequence[Check]) -> str | None:
    """What to begin with, in a few words, of several lines that hold the resume in their order; else None."""
    return _ORDER.get(_first(holding).code) if len(holding) > 1 else None


def _first(holding: Sequence[Check]) -> Check:
    """The first line that can be put right: of a commit or a file that nothing brings back, there is only a waiver."""
    return next((each for each in holding if each.code not in _LOST or each.brings_back), holding[0])


def comes_with(check: Check, holding: Sequence[Check]) -> str | None:
    """What may put a line right along with itself: the first that holds the resume, where that one brings it."""
    first = _first(holding) if holding else None
    if first is None or first.code not in _BRINGING or check.code not in _BROUGHT or place(first) >= place(check):
        return None
    if first.files and check.files and set(first.files).isdisjoint(check.files):
        return None
    if check.code in _BRINGING and not check.brings_back:  # a commit that there is not, a file that none holds
        return None
    return _ORDER[first.code]
