"""The keys about a session's end and beginning: handing off."""

from cockpit.screens.acting import Acting


class SessionKeys(Acting):
    """Leaving a handoff."""

    def action_hand_off(self) -> None:
        """Open the wizard on this track."""
        track = self.track
        if self.refuses("hand_off") or track is None:
            return
        from cockpit.screens.handoff.screen import HandoffScreen

        self.app.push_screen(HandoffScreen(self.deeds, track, self.view))
