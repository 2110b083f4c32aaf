"""The handoff beside a state file: holding-pattern.md in the state folder, and those that were put away."""

from cockpit.model import ArchivedHandoff, Handoff
from cockpit.systems.reading.folder import Folder
from cockpit.systems.reading.holding_pattern import check_pattern, read_archived, read_handoff
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.taken import Passage
from cockpit.values import dataclass

PUT_AWAY = "handoffs"
"""The folder of those that have served."""


@dataclass(frozen=True, slots=True)
class Handoffs:
    """The handoff that waits, if any, those that were put away, and what no rule read."""

    waiting: Handoff | None = None
    put_away: tuple[ArchivedHandoff, ...] = ()
    unread: tuple[Passage, ...] = ()

    def documents(self) -> dict[str, str]:
        """The newest of those that were put away, as a document."""
        return {"last handoff": self.put_away[0].path} if self.put_away else {}


def read_handoffs(folder: Folder, report: Report, *, has_phases: bool = True) -> Handoffs:
    """The handoffs of a state folder; what the one that waits lacks is reported."""
    read = read_handoff(folder, report)
    if read.pattern is not None:
        check_pattern(read.pattern, report, has_steps=has_phases)
    waiting = read.pattern.handoff if read.pattern is not None else None
    return Handoffs(waiting, read_archived(folder, PUT_AWAY), read.unread)
