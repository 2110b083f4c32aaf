"""Whether anything was done with cockpit since somebody looked, by any process; a `stat` tells."""

from cockpit.storage.signatures import signature_of
from cockpit.storage.store import ProjectStore


class DeedsDone:
    """Remembers the journal's folder as it was when it was last asked."""

    def __init__(self, store: ProjectStore) -> None:
        self._folder = str(store.journal)
        self._seen = signature_of(self._folder)
        self._racy = self._seen.racy

    def are_more(self) -> bool:
        """Whether an entry came, went or was completed since this was last asked; once more where it just happened."""
        before, was_racy = self._seen, self._racy
        self._seen = signature_of(self._folder)
        self._racy = self._seen.racy
        return was_racy or self._seen != before
