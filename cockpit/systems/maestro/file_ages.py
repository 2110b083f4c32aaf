"""When a session was written, in its own words: an older one in its place came back from somewhere."""

from cockpit.documents.frontmatter import split
from cockpit.documents.text import decode
from cockpit.rules.instants import certainly_before


def is_older(ours: bytes, present: bytes) -> bool:
    """Whether what stands there now says that it was updated before what we had written; False where one is silent."""
    return certainly_before(_updated(present), _updated(ours))


def _updated(data: bytes) -> str | None:
    front = split(decode(data).text)
    stated = front.data.get("updated") if front is not None else None
    return stated.strip("\\\"' ") if isinstance(stated, str) else None
