"""The last activity (seed: "log activity"): what was done, and what the person says about it."""

from cockpit.systems.autopilot.editing.desk import Desk, transponder_sheet
from cockpit.systems.autopilot.editing.state_fields import set_activity, set_updated


def log_activity(desk: Desk, what: str, note: str | None = None) -> None:
    """Write the last activity with today's date, and when the file was updated.

    A note stands behind what it is about, never instead of it.
    """
    sheet = transponder_sheet(desk)
    set_activity(sheet, f"{desk.today} — {what}" + (f" — {note}" if note else ""))
    set_updated(sheet, desk.now)
