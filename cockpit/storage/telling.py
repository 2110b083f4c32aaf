"""What the systems can tell about a file that is no longer as cockpit wrote it: see `System`."""

from collections.abc import Callable

from cockpit.systems.interface import Change
from cockpit.values import dataclass


def _no(*_: object) -> bool:
    """What a system says whose files do not tell."""
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class Telling:
    """`took_back`, `is_document` and `is_older` of the systems that there are; without any, No."""

    took_back: Callable[[str, bytes, bytes], bool] = _no
    is_document: Callable[[str], bool] = _no
    is_older: Callable[[str, bytes, bytes], bool] = _no

    def replaces(self, change: Change) -> bool:
        """Whether a change wrote another document than stood there, or one where there was none."""
        if change.after is None or not self.is_document(change.path):
            return False
        return change.before is None or not self.same_document(change.path, change.after, change.before)

    def same_document(self, path: str, one: bytes, other: bytes) -> bool:
        """Whether neither of two contents of a document is older than the other."""
        return not self.is_older(path, one, other) and not self.is_older(path, other, one)


SILENT = Telling()
