"""Keys that say why they cannot act now, instead of doing nothing."""

from collections.abc import Callable

from cockpit.screens.mixin import Mixin
from widgets.footer import GLANCE


class Reasons(Mixin):
    """A screen whose method `why_not_<action>` gives the reason, as one sentence, for an action of that name."""

    def why_not(self, action: str) -> str | None:
        """Why a key cannot act now; None where it can."""
        ask: Callable[[], str | None] | None = getattr(self, f"why_not_{action}", None)
        return ask() if ask is not None else None

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now: that of an action that can be carried out."""
        return self.why_not(action) is None

    def belongs(self, action: str) -> bool:
        """Whether the key is one of what the cursor is on, so that the footer keeps it, dimmed, where it cannot act."""
        return False

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action here; `word` is what it is called elsewhere."""
        return word

    def refuses(self, action: str) -> bool:
        """Whether a key cannot act now; says why."""
        why = self.why_not(action)
        if why is not None:
            # whoever pressed the key reads it now, and what it is about may change meanwhile
            self.app.notify(why, severity="warning", timeout=GLANCE, markup=False)
        return why is not None
