"""The keys about a session's end and beginning: handing off, resuming, putting away."""

from typing import TYPE_CHECKING

from cockpit.model import Track
from cockpit.model.intents import Archive, Intent
from cockpit.screens.acting import Acting
from cockpit.screens.deeds import Deed
from cockpit.screens.diffs import Wording
from widgets.by_key import by_key

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer
    from cockpit.model.errors import Refused

_ARCHIVE = Wording(title="Archive this?", does="archives it")


class SessionKeys(Acting):
    """Leaving a handoff, and going on from one."""

    def why_not_hand_off(self) -> str | None:
        """Why no handoff can be left."""
        return self.lacks("handoff")

    def action_hand_off(self) -> None:
        """Open the wizard on this track."""
        track = self.track
        if self.refuses("hand_off") or track is None:
            return
        from cockpit.screens.handoff.screen import HandoffScreen

        self.app.push_screen(HandoffScreen(self.deeds, track, self.view))

    def action_resume(self) -> None:
        """Check what the handoff claims before work goes on."""
        track = self.track
        if not self.refuses("resume") and track is not None:
            from cockpit.screens.resume.resume_screen import ResumeScreen

            self.app.push_screen(ResumeScreen(self.view, track.key))

    def why_not_archive(self) -> str | None:
        """Why the track is never put away."""
        return self.lacks("archive")

    def action_archive(self) -> None:
        """Put the track away, after what goes where was shown."""
        track = self.track
        if not self.refuses("archive") and track is not None:
            self._archive(track, Archive())

    def _archive(self, track: Track, intent: Intent) -> None:
        """Show what archiving comes to; where a person must say that it is done all the same, ask first."""

        def do(writer: "Writer") -> "Outcome":
            from cockpit.actions.change import change

            return change(writer, track.key, intent)

        def refused(refusal: "Refused") -> None:
            from cockpit.model.errors import Asks

            if isinstance(refusal, Asks):
                self.ask_first("Archive", refusal, lambda instead: self._archive(track, instead))
            else:
                self.notify(by_key(str(refusal), self.view.keys), severity="warning", markup=False)

        self.deeds.carry_out(Deed(do=do, wording=_ARCHIVE, shown=True, refused=refused))
