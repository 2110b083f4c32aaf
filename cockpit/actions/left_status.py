"""The status a person moved a track out of, in the file's own words, so that a move back brings just those back."""

from contextlib import suppress

from cockpit.model import StatusLeft, Track
from cockpit.model.intents import Intent, Move
from cockpit.model.refused import Refused
from cockpit.storage.loader import Loader
from cockpit.storage.store import ProjectStore


def note_left_status(store: ProjectStore, loader: Loader, before: Track, intent: Intent) -> None:
    """Note the status before an intent that has been carried out, if it moved it. What cannot be noted is forgone."""
    if not (isinstance(intent, Move) and intent.part == "status"):
        return
    from cockpit.storage.noting import note_status

    now, was = loader.load().track(before.key), before.position
    if now is None or was.status_text is None or now.position.status_text in (None, was.status_text):
        return
    left = StatusLeft(status=was.status, text=was.status_text, became=now.position.status_text)
    with suppress(Refused):
        note_status(store, before.path, left)
