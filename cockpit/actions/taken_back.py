"""What commands that only look say of changes that another program took back."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from cockpit.model.preflight import Way
from cockpit.model.refused import Refused
from cockpit.rules.listing import listed
from cockpit.storage import disk
from cockpit.storage.store import ProjectStore

if TYPE_CHECKING:
    from cockpit.actions.history import Removed

_RECENT = timedelta(hours=1)
"""As long as a change is looked after (`storage.overwritten`)."""


def told_taken_back(
    root: Path, now: datetime, place: Sequence[str] = (), *, written_over: bool = True
) -> tuple[str, ...]:
    """A sentence for each change of the last hour that another program took back, with the command that makes it again.

    `place` are the options that tell it which project is meant. With `written_over` also for a handoff in whose place
    another one stands, which is no fault where the work went on.

    Nothing is noted in the ledger, and a journal that cannot be read says nothing here. Where nothing was written for
    an hour it costs one look at a folder, for hooks ask.
    """
    try:
        status = disk.status(ProjectStore.of(root, read_only=True).journal)
    except OSError:  # closed to us: nothing can be said
        return ()
    if status is None or status.st_mtime < (now - _RECENT).timestamp():
        return ()
    from cockpit.actions.change import Writer
    from cockpit.actions.history import removed_by_others

    try:
        found = removed_by_others(Writer(root=root, now=now, read_only=True))
    except Refused:
        return ()
    return tuple(_told(each, place) for each in found if written_over or not each.replaced)


def _told(removed: "Removed", place: Sequence[str]) -> str:
    again = Way((("cockpit", "redo", str(removed.entry)),)).typed({"cockpit": place})
    how = listed(removed.how())
    if removed.replaced:
        way = f"`{again}` brings it back, and that one goes to the archive"
        return f"“{removed.sentence.removesuffix('.')}” was written over by another program ({how}); {way}."
    what = f"“{removed.sentence.removesuffix('.')}” was taken back by another program ({how})"
    return f"{what}; `{again}` writes it again."
