"""What can be the id of a commit."""

import re

_ID = re.compile(r"[0-9a-f]{4,64}", re.IGNORECASE)


def is_commit_id(text: str) -> bool:
    """Whether a text is an id or the beginning of one: four hexadecimal digits or more, and nothing else."""
    return _ID.fullmatch(text) is not None
