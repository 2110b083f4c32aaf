"""Which state file a verb may write to."""

from cockpit.model.refused import Refused
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.editing.markdown_sheet import MarkdownSheet


def state_sheet(desk: Desk) -> MarkdownSheet:
    """The state file, whatever its layout. Raises Refused where the track has none."""
    if desk.sheet is None:
        raise Refused(f"There is no {desk.path('TRANSPONDER.md')} to write to; `cockpit init autopilot` makes one.")
    return desk.sheet


def transponder_sheet(desk: Desk) -> MarkdownSheet:
    """The state file in layout 1. Raises Refused for layout 2, the waypoint's, which has no place for the verb."""
    sheet = state_sheet(desk)
    if desk.is_waypoint:
        raise Refused(f"{sheet.path} has the older waypoint layout; `cockpit migrate` brings it up to date first.")
    return sheet
