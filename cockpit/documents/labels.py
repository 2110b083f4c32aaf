"""Titles and labels as they are compared: without case, decoration, emphasis and differences of spacing."""

import re
import unicodedata
from functools import lru_cache

_EMPHASIS = "*_`~"
_SPACED_SLASH = re.compile(r"\s*/\s*")
_VARIATION_AND_JOINERS = frozenset("\ufe0e\ufe0f\u200d\u20e3")


@lru_cache(maxsize=4096)
def fold_label(label: str) -> str:
    """A title or label in the form in which two are equal: `## 🚧 Blockers / Concerns ##` is `blockers/concerns`.

    Emoji and other symbols, emphasis marks and a final colon are dropped at both ends only; a label of nothing but
    symbols stays as it is.
    """
    start, end = 0, len(label)
    while start < end and _is_decoration(label[start]):
        start += 1
    while end > start and (_is_decoration(label[end - 1]) or label[end - 1] in ":#"):
        end -= 1
    core = label[start:end] or label
    return _SPACED_SLASH.sub("/", " ".join(core.split())).casefold()


def _is_decoration(character: str) -> bool:
    if character.isalnum():
        return False
    if character.isspace() or character in _EMPHASIS or character in _VARIATION_AND_JOINERS:
        return True
    return character not in "$+<>=|^" and unicodedata.category(character).startswith("S")
