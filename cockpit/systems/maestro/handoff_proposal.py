"""What a handoff would say now, by the session: the phases that are done, what remains, what failed."""

from dataclasses import replace

from cockpit.model import Phase, PhaseError, Track
from cockpit.model.handoff_draft import DraftTask, HandoffDraft, Origin
from cockpit.rules.handoff.proposal import where_it_stands, why_it_stops
from cockpit.rules.next_step import combine
from cockpit.systems.maestro.vocabulary import status_of

_WORDS = {"in_progress": "in progress", "failed": "failed", "not_started": "not started"}


def propose_handoff(track: Track) -> HandoffDraft:
    """The draft of a handoff. Nothing of it is invented: all of it stands in the session."""
    done = [each for each in track.phases if status_of(each.status) == "completed"]
    left = [each for each in track.phases if status_of(each.status) not in ("completed", "skipped")]
    here = track.position.phase.id if track.position.phase else None
    following = combine(track.next_action, track.next_by_rule)
    unresolved = tuple(error for error in track.errors if not (error.resolved or error.tried_again))
    draft = HandoffDraft(
        reason=why_it_stops(track)[0],
        phase=here,
        completed=tuple(DraftTask(id=each.id, name=each.name or "", state="done", origin="state") for each in done),
        remaining=tuple(map(_left, left)),
        blockers=tuple(map(_failed, unresolved)),
        next_action=following.sentence if following is not None else "",
    )
    draft = replace(draft, state=where_it_stands(draft, track.position))
    fields = ("completed", "remaining", "blockers", "next_action", "state")
    origin: Origin = "state"
    return replace(draft, origins={name: origin for name in fields if getattr(draft, name)})


def _left(phase: Phase) -> str:
    label = f"Phase {phase.id}" if phase.id else "A phase"
    how = _WORDS.get(status_of(phase.status), phase.status or "no status")
    return f"{label}: {phase.name} ({how})" if phase.name else f"{label}: {how}"


def _failed(error: PhaseError) -> str:
    return f"Phase {error.phase}: {error.message}" if error.phase else error.message
