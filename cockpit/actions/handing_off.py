"""Handing off: what to propose, the draft that is kept meanwhile, a look at the files to be, and the writing itself."""

from dataclasses import replace
from typing import Literal

from cockpit.actions.change import Outcome, Writer, change, find_track
from cockpit.model import Handoff, Track
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import HandOff
from cockpit.model.preflight import Commit, Questions
from cockpit.model.refused import Refused
from cockpit.rules.handing_off import merge, missing, propose
from cockpit.storage import drafts
from cockpit.storage.drafts import KeptDraft
from cockpit.systems.interface import ReadContext
from cockpit.values import dataclass

__all__ = ["Existing", "KeptDraft", "Proposal", "begin", "discard_draft", "hand_off", "keep_draft", "look"]

Existing = Literal["archive", "merge"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """Where a handoff begins: the draft as proposed, the one that was left unfinished, the handoff that still waits.

    `others` are the commits since the session began that belong to no task; `git` says why there are none where git
    could not be asked.
    """

    track: Track
    draft: HandoffDraft
    kept: KeptDraft | None = None
    existing: Handoff | None = None
    others: tuple[Commit, ...] = ()
    git: str | None = None


def begin(writer: Writer, track_key: str | None) -> Proposal:
    """What a handoff would say now, from the files and from git. Raises Refused. Asks git: not for the event loop."""
    from cockpit.storage.evidence import gather

    loader, track = find_track(writer, track_key)
    system, candidate, files = loader.for_editing(track)
    facts = gather(writer.root, Questions(since=_since(track))).repository
    draft, others = propose(
        system.draft(files, candidate, ReadContext(now=writer.now)), facts, track.path.partition("/")[0] + "/"
    )
    kept = drafts.read(writer.store, track.path)
    return Proposal(track=track, draft=draft, kept=kept, existing=track.handoff, others=others, git=facts.problem)


def _since(track: Track) -> str | None:
    """When the work began that is handed off now: the last handoff, else the session, else nothing to count from."""
    if track.handoff is not None and track.handoff.created:
        return track.handoff.created
    begun = next((each.started for each in reversed(track.sessions) if each.started), None)
    stamps = (trigger.session_start for trigger in track.triggers.values() if trigger.session_start)
    return begun or next(stamps, None) or track.continuity.last_session


def keep_draft(writer: Writer, track: Track, draft: HandoffDraft, step: str | None) -> None:
    """Keep what has been filled in so far. Raises Refused where it cannot be kept."""
    drafts.keep(writer.store, track.path, draft, step=step, now=writer.now)


def discard_draft(writer: Writer, track: Track) -> None:
    """Forget what was filled in. Raises Refused."""
    drafts.discard(writer.store, track.path)


def look(writer: Writer, track: Track, draft: HandoffDraft, existing: Existing | None) -> Outcome:
    """The files as they would be written, without writing them. Raises Refused, in one sentence, where they cannot."""
    return hand_off(replace(writer, dry_run=True), track, draft, existing)


def hand_off(writer: Writer, track: Track, draft: HandoffDraft, existing: Existing | None) -> Outcome:
    """Write the handoff and what belongs to it; the draft is forgotten afterwards.

    Raises Refused where something is missing, where a handoff waits and `existing` is None, and where files cannot be
    written.
    """
    lacking = missing(draft)
    if lacking:
        raise Refused(f"The handoff needs a {lacking[0]}: the first thing to do when the work goes on.")
    waiting = track.handoff
    final = merge(waiting, draft) if existing == "merge" and waiting is not None else draft
    seen = waiting.created if waiting is not None else None
    outcome = change(writer, track.key, HandOff(draft=final, existing=existing, seen=seen))
    if not writer.dry_run:
        discard_draft(writer, track)
    return outcome
