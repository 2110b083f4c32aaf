"""The last activity (seed: "log activity"): what was done, and what the person says about it."""

from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.layout import transponder_sheet
from cockpit.systems.autopilot.editing.state_fields import set_activity


def log_activity(desk: Desk, what: str, note: str | None = None) -> None:
    """Write the last activity with today's date. A note stands behind what it is about, never instead of it."""
    set_activity(transponder_sheet(desk), f"{desk.today} — {what}" + (f" — {note}" if note else ""))
