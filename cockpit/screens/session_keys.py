"""The keys about a session's end and beginning: handing off and resuming."""

from cockpit.screens.acting import Acting


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
