"""A first word that is neither a verb nor a folder: what was probably meant."""

import difflib
import os

from cockpit.cli.verbs import VERBS


def complaint(word: str) -> str | None:
    """The sentence about such a word; None where it is or can only be a path."""
    if os.sep in word or (word and os.path.lexists(os.path.expanduser(word))):  # noqa: PTH111 - nobody's `~name` too
        return None
    likely = difflib.get_close_matches(word.casefold(), [verb.name for verb in VERBS], n=1)
    way_out = f"did you mean {likely[0]}?" if likely else "`cockpit --help` lists the commands."
    return f"There is no folder or command {word!r}; {way_out}"
