"""The next action: always present after an update (seed, "Include next action"), and following the status."""

from cockpit.model import Status
from cockpit.systems.autopilot.editing.desk import Desk, transponder_sheet
from cockpit.systems.autopilot.editing.state_fields import NEXT, find_continuity, set_continuity
from cockpit.systems.autopilot.vocabulary import RESUME_HANDOFF, rule_action
from cockpit.systems.reading.values import is_nothing, placeholder_in, plain

_COMMANDS_WITH_PHASE = ("/autopilot:preflight",)


def rule_text(status: Status, *, handoff: bool, phase: str | None = None) -> str | None:
    """What the seed's rule gives as the next action: its command, with the phase where it takes one, else its words."""
    action = rule_action(status, handoff=handoff)
    if action is None:
        return None
    command = action.command or action.text
    return f"{command} {phase}" if phase and command in _COMMANDS_WITH_PHASE else command


def ensure_next(desk: Desk, status: Status) -> None:
    """Add the rule's next action where the file states none."""
    sheet = transponder_sheet(desk)
    field = find_continuity(sheet.markdown, NEXT)
    if field is None or is_nothing(plain(field.value)) or placeholder_in(field.value):
        set_next(desk, status)


def resume_next(desk: Desk) -> None:
    """Write that the handoff is what goes on next, in place of none and of another command (seed, the example of
    Session Continuity); words of a person or agent stay.
    """
    field = find_continuity(transponder_sheet(desk).markdown, NEXT)
    stated = plain(field.value) if field else ""
    if field is None or is_nothing(stated) or placeholder_in(field.value) or stated.startswith("/"):
        set_continuity(transponder_sheet(desk), NEXT, RESUME_HANDOFF.command or RESUME_HANDOFF.text)


def leave_resume_next(desk: Desk) -> None:
    """Where the next action is still to resume a handoff that waits no more, write what the status gives instead."""
    field = find_continuity(transponder_sheet(desk).markdown, NEXT)
    text = rule_text(desk.before.position.status, handoff=False)
    if field is not None and plain(field.value) == RESUME_HANDOFF.command and text is not None:
        set_continuity(transponder_sheet(desk), NEXT, text)


def follow_status(desk: Desk, before: Status, status: Status) -> None:
    """Bring the next action along with the status, where it only was what the rule gave for the status before."""
    field = find_continuity(transponder_sheet(desk).markdown, NEXT)
    stated = plain(field.value) if field else ""
    usual = {rule_text(before, handoff=waits) for waits in (True, False)}
    if status != before and any(rule and stated.split(" ")[0] == rule.split(" ")[0] for rule in usual):
        set_next(desk, status)
    else:
        ensure_next(desk, status)


def set_next(desk: Desk, status: Status) -> None:
    """Write the rule's next action."""
    text = rule_text(status, handoff=desk.before.handoff is not None)
    if text is not None:
        set_continuity(transponder_sheet(desk), NEXT, text)
