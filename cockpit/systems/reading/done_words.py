"""How files say that a task, plan or phase is done."""

import re

from cockpit.systems.reading.words import DONE_SIGNS, fold

FINISHED = frozenset({"complete", "completed", "done", "finished"})
_DONE = FINISHED | {"phase complete", "passed", "verified", "merged"}
_CUT = re.compile(r"(?<!\s)\s+-\s+|[—–(:,;/|.]")


def is_done(text: str) -> bool:
    """Whether the status of a task, plan or phase says that it is finished: a tick, `Done`, `Complete`."""
    return text.strip().startswith(DONE_SIGNS) or fold(told_first(text)) in _DONE


def told_first(text: str) -> str:
    """The words before what explains them, without a sign in front: `Blocked` of `🔴 Blocked — waiting for keys`."""
    start = next((index for index, sign in enumerate(text) if sign.isalnum()), 0)
    return _CUT.split(text[start:], maxsplit=1)[0]
