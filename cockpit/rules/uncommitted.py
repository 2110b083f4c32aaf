"""What was not committed when a handoff was written: the sentence that says so, and what it says read again."""

import re
from collections.abc import Sequence

_NAMED = 8
_SENTENCE = re.compile(r"^Not committed: ((?:`[^`\n]{1,300}`(?:, )?)+)", re.MULTILINE)
_QUOTED = re.compile(r"`([^`\n]+)`")


def told(paths: Sequence[str]) -> str:
    """The sentence about these paths; empty where there are none. Of many, the first are named."""
    if not paths:
        return ""
    named = ", ".join(f"`{path}`" for path in paths[:_NAMED])
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return f"Not committed: {named}{more}."


def named(text: str | None) -> tuple[str, ...]:
    """The paths that such a sentence in a text names."""
    found = (_QUOTED.findall(match[1]) for match in _SENTENCE.finditer(text or ""))
    return tuple(dict.fromkeys(path for paths in found for path in paths))
