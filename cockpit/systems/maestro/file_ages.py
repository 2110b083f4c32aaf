"""When a session or a handoff was written, in its own words: an older one in its place came back from somewhere."""

from cockpit.documents.frontmatter import split
from cockpit.documents.text import decode
from cockpit.rules.instants import certainly_before
from cockpit.systems.reading.handoff_file import created_in, is_handoff


def is_older(path: str, ours: bytes, present: bytes) -> bool:
    """Whether what stands there now says that it is from before what we had written; False where one is silent."""
    written = created_in if is_handoff(path) else _updated
    return certainly_before(written(present), written(ours))


def _updated(data: bytes) -> str | None:
    front = split(decode(data).text)
    stated = front.data.get("updated") if front is not None else None
    return stated.strip("\\\"' ") if isinstance(stated, str) else None
