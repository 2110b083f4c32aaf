"""A new file for the person, at a place they named."""

import os
from pathlib import Path

from cockpit.model.refused import Refused
from cockpit.storage.refusals import NOTHING_CHANGED, refusing


def write_new(target: Path, content: bytes) -> None:
    """Write a file that only this person may read. Raises Refused where there is one already, or it cannot be."""
    with refusing(str(target)):
        try:
            descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        except FileExistsError:
            raise Refused(f"{target} exists already; {NOTHING_CHANGED}.") from None
        with open(descriptor, "wb") as file:  # noqa: PTH123 - to pass the descriptor
            file.write(content)
