"""Words of files: in the form in which two are equal, and apart from the id in front of them."""

import re
import unicodedata

_SIGNS = re.compile(r"[\W_]+")
_TASK_ITEM = re.compile(
    r"(?:\*\*|__)?(?:task\s+|plan\s+|(?-i:T)(?=\d))?(?P<id>\d+(?:\.\d+)*)(?:\*\*|__)?(?:[.:)\s—–-]+(?P<name>.*))?",
    re.IGNORECASE | re.DOTALL,
)


def fold(text: str) -> str:
    """Words without case, emoji, emphasis and differences between spaces, hyphens and underscores."""
    letters = _SIGNS.sub(" ", unicodedata.normalize("NFKC", text))
    return " ".join(letters.casefold().split())


def split_id(text: str) -> tuple[str | None, str]:
    """The id a task begins with, and its name: `Task 3.2.1: Render titles`, `3.2.1 Render titles`, `T2: Titles`."""
    found = _TASK_ITEM.fullmatch(text)
    return (found["id"], found["name"] or text) if found else (None, text)
