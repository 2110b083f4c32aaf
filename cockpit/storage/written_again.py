"""Making a change again that another program took back."""

from datetime import datetime
from functools import partial
from pathlib import Path

from cockpit.model.refused import Refused
from cockpit.storage import contents, journal
from cockpit.storage.commit import Committed, commit
from cockpit.storage.deed import Deed
from cockpit.storage.history import APPLIED_AGAIN, plainly, standing_changes
from cockpit.storage.journal import Entry
from cockpit.storage.onto import Clashing, LinesChanged, is_before, made_on, no_clash, onto, refuse_clash
from cockpit.storage.overwritten import is_from_before, is_withdrawn
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.storage.store import ProjectStore
from cockpit.storage.telling import SILENT, Telling
from cockpit.systems.interface import Change, Edit


def applying_again(
    root: Path, entry_id: int, *, store: ProjectStore, telling: Telling = SILENT, clashing: Clashing = no_clash
) -> Edit:
    """The edit that `apply_again` would write. Raises Refused as it does."""
    entry = _done(store, entry_id)
    changes = standing_changes(store, entry, journal.read(store).entries)
    present = [(change, None if change.rows else contents.present(root, change)) for change in changes]
    if any(is_withdrawn(change, current, telling) for change, current in present):
        raise Refused(f"“{entry.sentence}” was withdrawn meanwhile; {NOTHING_CHANGED}.")
    whole = any(_is_displaced(change, current, telling) for change, current in present)
    made: list[Change] = []
    left: list[str] = []
    for change, current in present:
        try:
            if change.rows:
                made.append(contents.rows_remaining(root, change))
            else:
                made.append(_again(change, current, telling, clashing, words=whole))
        except LinesChanged:
            if not whole:
                raise Refused(
                    f"The {contents.parts(change)} of {change.path} are others by now; {NOTHING_CHANGED}."
                ) from None
            left.append(f"{change.path} stays as it is: its {contents.parts(change)} are others by now.")
    changes = tuple(change for change in made if not change.is_empty)
    return Edit(changes=changes, done=f"{APPLIED_AGAIN}{plainly(entry.sentence)}", remarks=tuple(left))


def apply_again(
    root: Path,
    entry_id: int,
    *,
    store: ProjectStore,
    actor: str,
    now: datetime,
    telling: Telling = SILENT,
    clashing: Clashing = no_clash,
) -> Committed:
    """Makes a change that was taken back once more, on the present content.

    A document that is gone, or an older one in its place, becomes what the journal keeps; the lines of other files
    follow where they fit. Without such a document all files are changed or none. Raises Refused where the lines are
    others, another document stands there, or the files say by now that it was taken back on purpose.

    Nothing is written, and there is no entry, where it is in the files already.
    """
    entry = _done(store, entry_id)
    deed = Deed(verb="again", actor=actor, now=now, subject=entry.subject, repeats=entry.number)
    make = partial(applying_again, root, entry_id, store=store, telling=telling, clashing=clashing)
    return commit(root, make, store=store, deed=deed)


def _done(store: ProjectStore, entry_id: int) -> Entry:
    entry = next((entry for entry in journal.read(store).entries if entry.number == entry_id), None)
    if entry is None or entry.state != "done":
        raise Refused(f"There is no change {entry_id} that could be made again.")
    return entry


def _is_displaced(change: Change, current: bytes | None, telling: Telling) -> bool:
    """Whether a change wrote a document that is gone, or in whose place an older one stands."""
    if change.after is None or not telling.replaces(change):
        return False
    return current is None or telling.is_older(change.path, change.after, current)


def _again(change: Change, current: bytes | None, telling: Telling, clashing: Clashing, *, words: bool) -> Change:
    """A change on the present content. Raises LinesChanged; Refused where another document stands there."""
    if _is_displaced(change, current, telling):
        return made_on(change, current, change.after)
    if change.after is not None and current is not None and telling.replaces(change):
        if not telling.same_document(change.path, change.after, current):
            raise Refused(f"{change.path} is a newer one by now; {NOTHING_CHANGED}.")
        return made_on(change, current, current)  # whatever was edited in it
    older = current is not None and is_from_before(change, current, telling)
    made = made_on(change, current, onto(change, current, words=words, over=older))
    if not is_before(change, current):
        refuse_clash(made, clashing)
    return made
