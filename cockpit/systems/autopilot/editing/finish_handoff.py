"""The end of a handoff: it goes to the archive once the work has gone on (seed, "Deletion"; nothing is lost here)."""

from cockpit.model.intents import FinishHandoff
from cockpit.model.refused import Refused
from cockpit.systems.autopilot.editing.archived import free_place
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.position import TOUCHES
from cockpit.systems.autopilot.editing.state_fields import RESUME_FILE, find_continuity, set_continuity
from cockpit.systems.editing.outcome import Outcome


def finish_handoff(desk: Desk, intent: FinishHandoff) -> Outcome:
    """Move the handoff to the archive; the state file no longer points to it. Raises Refused where none waits."""
    handoff = desk.before.handoff
    if handoff is None:
        raise Refused("No handoff waits here.")
    if intent.seen != handoff.created:
        raise Refused(f"{handoff.path} is another handoff than the one you saw; look at it again.")
    target = free_place(desk, "holding-pattern", handoff.created)
    desk.draft.move(handoff.path, target)
    sheet = desk.sheet
    if sheet is not None and not desk.is_waypoint:
        field = find_continuity(sheet.markdown, RESUME_FILE)
        if field is not None and handoff.path.endswith(field.value.strip("`").rpartition("/")[2]):
            set_continuity(sheet, RESUME_FILE, "None")
    return Outcome(
        sentence=f"Archived the handoff: {target}.",
        touches=TOUCHES | {"handoff", "archived_handoffs", "documents", "resume_at", "extra"},
        holds=lambda track: track.handoff is None,
        candidate=... if desk.sources.state is not None or desk.candidate.path != handoff.path else None,
    )
