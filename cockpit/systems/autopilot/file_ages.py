"""When a handoff or a state file was written, in its own words: an older one in its place came back from somewhere."""

from pathlib import PurePosixPath

from cockpit.documents.markdown import parse
from cockpit.documents.text import decode
from cockpit.rules.instants import certainly_before
from cockpit.systems.autopilot.editing.state_fields import find_updated
from cockpit.systems.autopilot.recognition import STATE_NAMES
from cockpit.systems.reading.handoff_file import created_in, is_handoff


def is_older(path: str, ours: bytes, present: bytes) -> bool:
    """Whether what stands there now was certainly written before what we had written; False where one does not say."""
    return certainly_before(_written(path, present), _written(path, ours))


def _written(path: str, data: bytes) -> str | None:
    """When a file was written, as it says."""
    if is_handoff(path):
        return created_in(data)
    if PurePosixPath(path).name in STATE_NAMES:
        field = find_updated(parse(decode(data).text))
        return field.value if field is not None else None
    return None
