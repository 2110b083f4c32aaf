"""What a handoff is called, and when it was written, in its own words."""

from cockpit.documents.frontmatter import split
from cockpit.documents.text import decode

HANDOFF_NAMES = ("holding-pattern.md", "continue-here.md")
"""What a handoff is called, the first before the second."""


def created_in(data: bytes) -> str | None:
    """When a handoff was written, None where it does not say."""
    front = split(decode(data).text)
    created = front.data.get("created") if front is not None else None
    return None if created is None else str(created)
