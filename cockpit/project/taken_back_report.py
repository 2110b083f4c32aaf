"""What commands say of changes that another program took back. Hooks ask, so that little is imported."""

from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

from cockpit.model import Finding, Project
from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.user_files.store import ProjectStore

_RECENT = timedelta(hours=1)
"""For how long after the last change a hook looks."""


def with_taken_back(project: Project, now: datetime) -> Project:
    """The project with a finding about changes that were taken back; without one where the journal cannot be read."""
    found = _finding(Path(project.root), now)
    return replace(project, findings=(*project.findings, found)) if found is not None else project


def taken_back_finding(root: Path, now: datetime, *, recently: bool = False) -> Finding | None:
    """What another program took back, with the commands that answer it; None where nothing was, or the journal cannot
    be read. `now` is the person's time.

    With `recently` it costs one look at a folder, and says nothing, where nothing was written with cockpit for an hour.
    """
    try:
        status = disk.status(ProjectStore.of(root, read_only=True).journal)
    except OSError:  # closed to us: nothing can be said
        return None
    if status is None or (recently and status.st_mtime < (now - _RECENT).timestamp()):
        return None
    return _finding(root, now)


def _finding(root: Path, now: datetime) -> Finding | None:
    from cockpit.project.change import Writer
    from cockpit.project.taken_back import finding, removed_by_others

    try:
        writer = Writer(root=root, now=now, read_only=True)
        return finding(removed_by_others(writer), now, writer=writer)
    except CommandError:
        return None
