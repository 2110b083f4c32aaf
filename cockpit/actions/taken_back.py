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


def told_taken_back(root: Path, now: datetime, place: Sequence[str] = ()) -> tuple[str, ...]:
    """A sentence for each change of the last hour that another program took back, with the command that writes it again;
    `place` are the options that tell it which project is meant.

    Nothing is noted in the ledger, and a journal that cannot be read says nothing here. Where nothing was written for
    an hour it costs one look at a folder, for hooks ask.
    """
    status = disk.status(ProjectStore.of(root, read_only=True).journal)
    if status is None or status.st_mtime < (now - _RECENT).timestamp():
        return ()
    from cockpit.actions.change import Writer
    from cockpit.actions.history import removed_by_others

    try:
        found = removed_by_others(Writer(root=root, now=now, read_only=True))
    except Refused:
        return ()
    return tuple(_told(each, place) for each in found)


def _told(removed: "Removed", place: Sequence[str]) -> str:
    from cockpit.actions.history import HOW

    where = listed(f"{each.path}: {HOW[each.how]}" for each in removed.missing)
    what = f"“{removed.sentence.removesuffix('.')}” was taken back by another program ({where})"
    again = Way((("cockpit", "redo", str(removed.entry)),)).typed({"cockpit": place})
    return f"{what}; `{again}` writes it again."
