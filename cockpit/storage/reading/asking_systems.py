"""Asking a system's reader, so that a fault of its own becomes a finding."""

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from cockpit.model import Finding, Track
from cockpit.rules.consistency import implausible
from cockpit.systems.interface import Candidate, Files, ReadContext, System

Told = TypeVar("Told")

FAILED = "reader-failed"


def ask_tracks(system: System, files: Files, base: str) -> tuple[Candidate, ...] | Finding:
    """The tracks of a system in a folder; a finding where its reader failed."""
    return _answer(lambda: system.detect(files, base), system, base or ".")


def ask_track(
    system: System, files: Files, candidate: Candidate, context: ReadContext
) -> tuple[Track, Track] | Finding:
    """What the files say about a track, and that with what of it cannot be so; a finding where the reader failed."""

    def ask() -> tuple[Track, Track]:
        said = system.read(files, candidate, context)
        return said, _weighed(_offering(said, system), files, context)

    return _answer(ask, system, candidate.path)


def _offering(track: Track, system: System) -> Track:
    """A track with what its system lets be done: what can be recorded, and the moves of each phase."""
    is_stuck = system.held(track) >= {"in_progress", "not_started"}
    phases = tuple(
        replace(phase, moves=tuple(move for move in system.phase_moves(phase) if move != "start" or not is_stuck))
        for phase in track.phases
    )
    return replace(track, phases=phases, records=system.records)


def _weighed(track: Track, files: Files, context: ReadContext) -> Track:
    """A track with the findings about what cannot be so. A clock that is behind the file's own time is wrong itself."""
    written = None
    if track.path.endswith(".md"):  # a database is never opened as a file
        content = files.read(track.path)
        if content is None:  # what stands there is of the past
            return track
        written = content.changed
    track = _unanswerable(track)
    found = tuple(implausible(track, context.now if written is None else max(context.now, written)))
    if not found:
        return track
    findings = sorted((*track.findings, *found), key=lambda each: (each.order, each.path, each.line or 0, each.code))
    return replace(track, findings=tuple(findings))


def _unanswerable(track: Track) -> Track:
    """The track, with why its question cannot be answered where its file cannot be edited."""
    conflict = any(each.code == "conflict-marker" and each.path == track.path for each in track.findings)
    if track.waiting is None or "answer" in track.lacks or not conflict:
        return track
    why = f"Resolve the merge conflict in {track.path.rpartition('/')[2]} first."
    return replace(track, lacks={**track.lacks, "answer": why})


def _answer(ask: Callable[[], Told], system: System, path: str) -> Told | Finding:
    try:
        return ask()
    except Exception as error:  # noqa: BLE001 -- whatever a file makes of a reader, the others are still read, and again
        return Finding(
            code=FAILED,
            severity="error",
            path=path,
            message=f"Cockpit could not read {system.name} in {path}: internal error ({type(error).__name__}).",
            hint="The last state that was read is shown. Report this error.",
        )
