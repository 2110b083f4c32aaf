"""How files say that a task, plan, phase or handoff is done: the one rule for every system."""

import re

FINISHED = frozenset({"complete", "completed", "done", "finished"})
DONE_SIGNS = ("✅", "✓", "✔", "☑", "🟢")
"""How a line says that what it names is done."""
_OPEN_SIGNS = ("❌", "🔄", "⏳", "🚧")
_CUT = re.compile(r"(?<!\s)\s+-\s+|[—–(:,;/|.]")
_AROUND = " \t*_`!" + "".join(DONE_SIGNS)
_GAP = r"[\W_]*"
_WORD = r"(?:completed?|done|finished|passed|verified|merged)"
_SHOWN_BY = r"(?:(?=[a-f]*\d)[0-9a-f]{7,40}|\d{4}-\d\d-\d\d|#\d+)"
_DONE = re.compile(
    rf"(?:(?:all|fully|100\s?%|phase){_GAP})?{_WORD}(?:{_GAP}(?:in|on|at|by|as|via|commit|pr)?{_GAP}{_SHOWN_BY})*",
    re.IGNORECASE,
)
"""A word for it, alone or with the commit, day or number that shows it: `Done`, `Completed 2026-01-29`."""
_SHARE = re.compile(r"(\d{1,9})\s?(?:%|(?:of|/)\s?(\d{1,9}))", re.IGNORECASE)
_OPEN = re.compile(
    rf"(?:(?:not|to{_GAP}be|partially|partly|mostly|nearly|almost|half){_GAP}(?:yet{_GAP})?(?:{_WORD}|started|begun)"
    rf"|in{_GAP}progress|incomplete|undone|unfinished|open|pending|to{_GAP}do|blocked|failed|started)",
    re.IGNORECASE,
)
"""A word that speaks against a tick beside it."""


def is_done(text: str | None) -> bool:
    """Whether the status of a task, plan or phase says that it is finished: `Done`, `✅`, `Complete — abc1234`.

    What only contains such a word says something else: `Incomplete`, `to be done`, `80% complete`, `Done?`.
    """
    told = (text or "").replace("\ufe0f", "").strip(" \t*_`")
    words = leading_words(told).strip(_AROUND)
    if any(sign in told for sign in _OPEN_SIGNS):
        return False
    if told.startswith((*DONE_SIGNS, "[x]", "[X]")) or told.endswith(DONE_SIGNS):
        return _OPEN.fullmatch(words) is None
    return _DONE.fullmatch(words) is not None and not any(map(_is_part, _SHARE.finditer(told)))


def leading_words(text: str) -> str:
    """The words before what explains them, without a sign in front: `Blocked` of `🔴 Blocked — waiting for keys`."""
    start = next((index for index, sign in enumerate(text) if sign.isalnum()), 0)
    return _CUT.split(text[start:], maxsplit=1)[0]


def _is_part(share: re.Match[str]) -> bool:
    """Whether `80%` or `3 of 5` leaves something to do."""
    return int(share[1]) < int(share[2] or 100)
