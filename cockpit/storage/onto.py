"""One file's change made on what stands there now, where a file may also be new or gone."""

from cockpit.documents.patch import reapply
from cockpit.systems.interface import Change


class LinesChanged(Exception):  # noqa: N818 - reads as what happened
    """The lines that a change is about are no longer as they were. Carries the path."""


def onto(change: Change, current: bytes | None) -> bytes | None:
    """What the file becomes: `current` where it contains the change already. Raises LinesChanged."""
    if current == change.before:
        return change.after
    if current == change.after:
        return current
    if change.before is None or change.after is None or current is None:
        raise LinesChanged(change.path)
    result = reapply(change.before, change.after, current)
    if result is None:
        raise LinesChanged(change.path)
    return result


def inverse(change: Change) -> Change:
    """The change back."""
    return Change(path=change.path, before=change.after, after=change.before)
