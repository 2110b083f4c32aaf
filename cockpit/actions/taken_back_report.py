"""What commands say of changes that another program took back. Hooks ask, so that little is imported."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.model import Project
from cockpit.model.preflight import Way
from cockpit.model.refused import Refused
from cockpit.rules.listing import listed
from cockpit.storage import disk
from cockpit.storage.store import ProjectStore

if TYPE_CHECKING:
    from cockpit.actions.taken_back import TakenBack

_RECENT = timedelta(hours=1)
"""For how long after the last change the commands of hooks look."""
_NAMED = 3
"""Changes that are named one by one."""


def with_taken_back(project: Project, now: datetime) -> Project:
    """The project with a finding about changes that were taken back; without one where the journal cannot be read."""
    from cockpit.actions.taken_back import finding

    told = finding(_found(Path(project.root), now), now)
    return replace(project, findings=(*project.findings, told)) if told is not None else project


def told_taken_back(root: Path, now: datetime, place: Sequence[str] = ()) -> tuple[str, ...]:
    """Sentences about what another program took back, with the commands that answer it.

    `place` are the options that name the project. Where nothing was written with cockpit for an hour it costs one look
    at a folder, and says nothing. A journal that cannot be read says nothing either.
    """
    try:
        status = disk.status(ProjectStore.of(root, read_only=True).journal)
    except OSError:  # closed to us: nothing can be said
        return ()
    if status is None or status.st_mtime < (now - _RECENT).timestamp():
        return ()
    from cockpit.actions.taken_back import finding

    found = _found(root, now)
    if len(found) <= _NAMED:
        return tuple(_told(each, place) for each in found)
    told = finding(found, now)
    return (f"{told.message}; {_way(place, '--taken-back')} writes them again.",) if told is not None else ()


def _found(root: Path, now: datetime) -> "Sequence[TakenBack]":
    from cockpit.actions.change import Writer
    from cockpit.actions.taken_back import removed_by_others

    try:
        return removed_by_others(Writer(root=root, now=now, read_only=True))
    except Refused:
        return ()


def _told(found: "TakenBack", place: Sequence[str]) -> str:
    what = f"“{found.sentence.removesuffix('.')}” was taken back {found.cause} ({listed(found.paths)})"
    return f"{what}; {_way(place, str(found.entry))} writes it again."


def _way(place: Sequence[str], option: str) -> str:
    return f"`{Way((('cockpit', 'redo', option),)).typed({'cockpit': place})}`"
