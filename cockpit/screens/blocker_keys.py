"""The keys about blockers: resolving one, going on around it, and saying that a reported one is real."""

from cockpit.model import Blocker, Track
from cockpit.model.intents import Bypass, Identify, Unblock
from cockpit.rules.attention import blocker_key
from cockpit.screens.acting import Acting
from cockpit.screens.forms import Entry, Form
from widgets.choice import Choice


class BlockerKeys(Acting):
    """Acting on the blocker under the cursor."""

    def resolve_blocker(self, track: Track, blocker: Blocker) -> None:
        """Ask how a blocker was resolved, then resolve it; one that was only reported is identified first."""
        key = blocker_key(blocker)
        if blocker.status == "new":
            self.change(track, Identify(blocker=key))
            return
        entry = Entry("note", "Note", hint="how it was resolved")
        form = Form(title="Resolve the blocker", entries=[entry], about=blocker.text, item=key)
        self.ask(track, form, lambda answers: Unblock(blocker=key, note=answers["note"] or None))

    def blocker_choices(self) -> list[Choice]:
        """What can be done with the selected blocker."""
        match self.selected:
            case Blocker(of_failure=True):
                return []
            case Blocker(status="new"):
                return [Choice("blocker:resolve", "It is real: it holds the work up")]
            case Blocker(status="active"):
                return [
                    Choice("blocker:resolve", "Resolve the blocker …"),
                    Choice("blocker:bypass", "Go on around it …"),
                ]
            case Blocker(status="bypassed"):
                return [Choice("blocker:resolve", "Resolve the blocker …")]
        return []

    def move_blocker(self, track: Track, move: str) -> None:
        """Do with the selected blocker what was chosen."""
        blocker = self.selected
        if not isinstance(blocker, Blocker):
            return
        if move == "resolve":
            self.resolve_blocker(track, blocker)
            return
        key = blocker_key(blocker)
        entry = Entry("note", "How", hint="how the work goes on", required=True)
        form = Form(title="Go on around the blocker", entries=[entry], about=blocker.text, item=key)
        self.ask(track, form, lambda answers: Bypass(blocker=key, note=answers["note"]))
