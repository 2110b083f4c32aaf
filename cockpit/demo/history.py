"""What happened in the sample project before the story begins, as data: nineteen commits over six days."""

from dataclasses import dataclass
from datetime import timedelta


@dataclass(frozen=True, slots=True)
class Event:
    """One commit: how long before the present, its message, the source layer it adds, the tasks done after it.

    An event without a layer brings the documents below `.autopilot` up to date; `tag` names what it completes.
    """

    ago: timedelta
    message: str
    layer: str | None
    done: int
    tag: str | None = None


def _ago(days: int = 0, hours: int = 0, minutes: int = 0) -> timedelta:
    return timedelta(days=days, hours=hours, minutes=minutes)


HISTORY = (
    Event(_ago(6, 5), "chore: start TaskFlow", "start", 0),
    Event(_ago(6, 4, 52), "docs(autopilot): clearance and flight plan for six phases", None, 0),
    Event(_ago(6, 4, 10), "build: Vite, lint and test scripts", "1.1", 2),
    Event(_ago(5, 7, 30), "feat(model): task and project types, SQLite store", "1.2", 4),
    Event(_ago(5, 5, 12), "feat(auth): sign in by email link", "1.3", 6),
    Event(_ago(5, 5, 5), "docs(autopilot): complete phase 1", None, 6, "autopilot/phase-001-complete"),
    Event(_ago(4, 6, 41), "feat(api): create, read, update and delete tasks", "2.1", 8),
    Event(_ago(4, 3, 18), "feat(api): validate input, answer with problem details", "2.2", 11),
    Event(_ago(3, 6, 2), "feat(api): page task lists by cursor", "2.3", 13),
    Event(_ago(3, 2, 25), "feat(live): broadcast task changes over a WebSocket", "2.4", 15),
    Event(_ago(3, 2, 17), "docs(autopilot): complete phase 2", None, 15, "autopilot/phase-002-complete"),
    Event(_ago(2, 5, 20), "feat(dashboard): twelve-column grid", "3.1.1", 16),
    Event(_ago(2, 4, 48), "feat(dashboard): hybrid sidebar that folds to icons", "3.1.2", 17),
    Event(_ago(1, 6, 33), "feat(dashboard): bottom nav on phones", "3.1.3", 18),
    Event(_ago(1, 5, 56), "test(dashboard): layout at three widths", "3.1.4", 19),
    Event(_ago(1, 5, 50), "docs(autopilot): complete plan 3.1", None, 19),
    Event(_ago(0, 0, 21), "feat(dashboard): task card with title and owner", "3.2.1", 20),
    Event(_ago(0, 0, 2), "feat(dashboard): due dates and overdue state", "3.2.2", 21),
    Event(_ago(0, 0, 1), "docs(autopilot): log tasks 3.2.1 and 3.2.2", None, 21),
)
"""The commits, oldest first."""
