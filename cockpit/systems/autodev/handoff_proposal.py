"""What a handoff would say now, by the state file: the completed steps, the blockers, what is next."""

from dataclasses import replace

from cockpit.model import Phase, Position, Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Origin
from cockpit.rules.handoff.handoff_status import newest
from cockpit.rules.handoff.proposal import where_it_stands, why_it_stops
from cockpit.rules.next_step import combine
from cockpit.systems.autodev.phases import COMPLETED, NOT_STARTED, SKIPPED
from cockpit.wording.printable import printable


def propose_handoff(track: Track) -> HandoffDraft:
    """The draft of a handoff. Nothing of it is invented: all of it stands in the file, or follows from its table.

    Its rows are the steps of the flow; the sub-step stands in words, for it would be taken for one of them.
    """
    position = track.position
    done = [each for each in track.phases if each.status == COMPLETED]
    remaining = [each for each in track.phases if each.status not in (COMPLETED, SKIPPED)]
    here = position.phase.id if position.phase is not None else None
    if here is not None:
        remaining = [each for each in remaining if each.id == here or each.status == NOT_STARTED]
    following = combine(track.next_action, track.next_by_rule)
    draft = HandoffDraft(
        reason=why_it_stops(track)[0],
        phase=here,
        completed=tuple(DraftTask(id=each.id, name=each.name or "", state="done", origin="state") for each in done),
        remaining=tuple(map(_label, remaining)),
        decisions=newest(track.decisions),
        blockers=tuple(each.text for each in track.blockers if each.holds),
        next_action=following.sentence if following is not None else "",
    )
    draft = replace(draft, state=_state(draft, position), context=_notes(track))
    fields = ("completed", "remaining", "decisions", "blockers", "next_action", "state", "context")
    origin: Origin = "state"
    return replace(draft, origins={name: origin for name in fields if getattr(draft, name)})


def _state(draft: HandoffDraft, position: Position) -> str:
    task = position.task
    sub = f"Sub-step {' — '.join(filter(None, (task.id, task.name)))}." if task is not None else ""
    return " ".join(filter(None, (where_it_stands(draft, position), printable(sub))))


def _notes(track: Track) -> str:
    """What the last session left for the next one: its line in the state file makes room for the handoff's."""
    notes = track.sessions[0].notes if track.sessions else None
    return printable(notes) if notes else ""


def _label(phase: Phase) -> str:
    label = f"Step {phase.id}: {phase.name}" if phase.id else phase.name or "A step"
    under_way = phase.status not in (None, NOT_STARTED)
    return f"{label} ({(phase.status or '').replace('_', ' ')})" if under_way else label
