"""What is said of a change before it is made: never that it was."""

import re

_FIRST = re.compile(r"[A-Za-z]+")
_VERBS = {
    "Acknowledged": "acknowledge",
    "Added": "add",
    "Answered": "answer",
    "Applied": "apply",
    "Archived": "archive",
    "Began": "begin",
    "Brought": "bring",
    "Bypassed": "bypass",
    "Closed": "close",
    "Completed": "complete",
    "Created": "create",
    "Deleted": "delete",
    "Dismissed": "dismiss",
    "Done": "do",
    "Ended": "end",
    "Fired": "fire",
    "Handed": "hand",
    "Identified": "identify",
    "Left": "leave",
    "Marked": "mark",
    "Migrated": "migrate",
    "Moved": "move",
    "Noted": "note",
    "Recorded": "record",
    "Removed": "remove",
    "Reset": "reset",
    "Resolved": "resolve",
    "Reworded": "reword",
    "Saved": "save",
    "Set": "set",
    "Skipped": "skip",
    "Started": "start",
    "Ticked": "tick",
    "Took": "take",
    "Trying": "try",
    "Undone": "undo",
    "Waived": "waive",
    "Withdrew": "withdraw",
    "Wrote": "write",
}
"""By the word with which what was done begins, the verb."""


def intended(done: str) -> str:
    """`Added the todo: x` as `Would add the todo: x`; a sentence about a state as `Would lead to: …`."""
    return conditional(done) or f"Would lead to: {done}"


def conditional(sentence: str) -> str | None:
    """A sentence that says what was done, as one that says what would be; None for any other."""
    first = _FIRST.match(sentence)
    verb = _VERBS.get(first.group()) if first is not None else None
    return None if first is None or verb is None else f"Would {verb}{sentence[first.end() :]}"
