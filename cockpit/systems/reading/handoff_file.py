"""A file that holds a handoff, by its name, and when it was written, in its own words."""

from pathlib import PurePosixPath

from cockpit.documents.frontmatter import split
from cockpit.documents.text import decode
from cockpit.rules.instants import certainly_before

HANDOFF_NAMES = ("holding-pattern.md", "continue-here.md")
"""What a handoff is called, the first before the second."""
_STEMS = tuple(name.removesuffix(".md") for name in HANDOFF_NAMES)


def is_handoff(path: str) -> bool:
    """Whether a file is a handoff, waiting or archived."""
    name = PurePosixPath(path).name
    return name.endswith(".md") and name.startswith(_STEMS)


def created_in(data: bytes) -> str | None:
    """When a handoff was written, None where it does not say."""
    front = split(decode(data).text)
    created = front.data.get("created") if front is not None else None
    return None if created is None else str(created)


def is_older_handoff(path: str, ours: bytes, present: bytes) -> bool:
    """Whether the handoff that stands there now says that it was created before the one we had written."""
    return is_handoff(path) and certainly_before(created_in(present), created_in(ours))
