"""Texts that a person or a script hands in, checked before they come near a file."""

import re

from cockpit.model.errors import Refused

LONGEST = 2_000
"""Characters of one text: an agent reads its state whole, before anything else."""

_SPACE = re.compile(r"\s+")
_CONTROL = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def checked_text(text: str, what: str) -> str:
    """A text on one line, white space folded. Raises Refused for an empty or long one, and for control characters."""
    if len(text) > LONGEST:
        raise Refused(f"The {what} has {len(text):,} characters; at most {LONGEST:,} are written.")
    if found := _CONTROL.search(text):
        raise Refused(f"The {what} holds the control character U+{ord(found[0]):04X}.")
    folded = _SPACE.sub(" ", text).strip()
    if not folded:
        raise Refused(f"The {what} is empty.")
    return folded


def checked_option(text: str | None, what: str) -> str | None:
    """A text that may be missing; an empty one counts as missing."""
    return checked_text(text, what) if text is not None and text.strip() else None
