"""What the plan files said when cockpit wrote a handoff: git knows it only of what was committed."""

from dataclasses import replace

from cockpit.actions.change import Writer, find_track
from cockpit.model import Track
from cockpit.model.preflight import Evidence, PlanFact
from cockpit.model.refused import Refused
from cockpit.rules.preflight.claims import plan_files
from cockpit.storage import notes
from cockpit.systems.interface import Files

_MOST = 256 * 1024
"""Characters that are kept of all plans together; a longer one is left to git."""


def keep_plans(writer: Writer, track_key: str | None) -> None:
    """Keep what the plan files say now, for the handoff that waits. Raises Refused where it cannot be kept."""
    loader, track = find_track(writer, track_key)
    handoff = track.handoff
    if handoff is None or not handoff.created:
        return
    files, room, texts = loader.for_editing(track)[2], _MOST, {}
    for path in plan_files(track):
        text = _text(files, path)
        if text is not None and len(text) <= room:
            texts[path] = text
            room -= len(text)
    notes.note(writer.store, track.path, plans=texts, plans_for=handoff.created if texts else None)


def with_plans_then(writer: Writer, track: Track, files: Files, evidence: Evidence) -> Evidence:
    """The evidence; a plan that git had otherwise at the handoff, or not at all, is held against what was kept."""
    kept = _kept(writer, track)
    held = {path: _held(path, kept[path], files, fact) for path, fact in evidence.plans.items() if path in kept}
    return replace(evidence, plans={**evidence.plans, **held}) if held else evidence


def _kept(writer: Writer, track: Track) -> dict[str, str]:
    try:
        noted = notes.read(writer.store, track.path)
    except Refused:
        return {}
    handoff = track.handoff
    return noted.plans if handoff is not None and handoff.created and noted.plans_for == handoff.created else {}


def _held(path: str, then: str, files: Files, fact: PlanFact) -> PlanFact:
    now = _text(files, path)
    return fact if fact.before == then or now is None else PlanFact(path=path, before=then, now=now)


def _text(files: Files, path: str) -> str | None:
    content = files.read(path)
    if content is None or content.data is None or content.finding is not None:
        return None
    return content.data.decode("utf-8", "replace")
