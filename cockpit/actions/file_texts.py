"""A file of the project as a person reads it."""

from pathlib import Path

from cockpit.documents.text import decode, repair_mojibake
from cockpit.model.errors import Refused
from cockpit.storage.disk_files import DiskFiles


def text_of(root: Path, path: str) -> str:
    """The text of a file, its path relative to the project. Raises Refused where it cannot be read.

    It is read as a state file is: within the project, no link out of it, no more than those may have.
    """
    content = DiskFiles(root, None).read(path)
    if content is None:
        raise Refused(f"{path} is no longer there.")
    if content.data is None:
        raise Refused(content.finding.message if content.finding else f"{path} cannot be read.")
    return repair_mojibake(decode(content.data).text)
