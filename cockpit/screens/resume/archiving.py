"""The end of a handoff: to the archive, once it has served or the person says so."""

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from cockpit.actions.resuming import UNSEEN, Preflight, finish, left_unfinished
from cockpit.model.checklist import Check
from cockpit.screens.answering import Answering
from cockpit.screens.deeds import Deed
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice
from widgets.pane import View
from widgets.sheets import GAP, Fact

if TYPE_CHECKING:
    from cockpit.actions.change import Outcome, Writer

_ANSWERS = (Choice("no", "Leave it", "it still waits"), Choice("yes", "Archive it", "you know that it has served"))
_LEFT = "The handoff was left where it is."


class Archiving(Answering):
    """Archiving the handoff that was checked. `preflight` is what came of the checks, None until then."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.preflight: Preflight | None = None

    def why_not_finish(self) -> str | None:
        """Why there is nothing to archive."""
        waits = self.preflight is not None and self.preflight.track.handoff is not None
        return None if waits else "No handoff waits here."

    def action_finish(self) -> None:
        """Archive the handoff, after a question that says what shows that it has served."""
        preflight = self.preflight
        if not self.refuses("finish") and preflight is not None:
            self._ask_to_archive(preflight)

    def _ask_to_archive(self, preflight: Preflight) -> None:
        handoff = preflight.track.handoff
        if handoff is None:
            return
        back = self.view.keys.get("undo", "u")
        about = [
            Fact("", how_it_served(preflight) or preflight.contradicted or UNSEEN),
            *([Fact("", held, "alert")] if (held := left_unfinished(preflight)) is not None else []),
            GAP,
            Fact("", f"{handoff.path} goes into the archive; the next agent begins with the state file. {back} brings "
                     "it back."),
        ]  # fmt: skip

        def chosen(way: str | None) -> None:
            if way == "yes":
                self._finish(preflight)
            elif way == "no":
                self.notify(_LEFT)

        begin = "yes" if preflight.moved_on else None
        self.app.push_screen(QuestionDialog("Archive the handoff", about, _ANSWERS, self.view, begin), chosen)

    def _finish(self, preflight: Preflight) -> None:
        self.deeds.carry_out(Deed(do=partial(_finishing, preflight), done=self._leave))

    def _leave(self) -> None:
        self.dismiss()


def how_it_served(preflight: Preflight) -> str | None:
    """Why the handoff may go, and that what failed no longer matters; None where nothing shows it."""
    if preflight.served is None:
        return None
    return " ".join(filter(None, ("The handoff has served.", preflight.served, of_past(preflight.past))))


def of_past(failed: Sequence[Check]) -> str:
    """That the lines which failed no longer matter; of those that were waived, how many were."""
    if not failed:
        return ""
    waived = sum(check.waived is not None for check in failed)
    of_them = f", {'all' if waived == len(failed) else waived} of them waived," if waived else ""
    if len(failed) > 1:
        return f"The {len(failed)} lines that failed{of_them} are about work that is past."
    return f"The line that failed{' and was waived' if waived else ''} is about work that is past."


def _finishing(preflight: Preflight, writer: "Writer") -> "Outcome":
    return finish(writer, preflight, unfinished=True)
