"""The field of a step in the person's own editor."""

import os
import tempfile
from pathlib import Path

from cockpit.screens.editor import editor_command, hand_over
from cockpit.screens.handoff.pages import TextPage
from cockpit.screens.handoff.wizard import Wizard


class FieldEditor(Wizard):
    """Handing a field to the editor, and taking it back."""

    def why_not_editor(self) -> str | None:
        """Why there is no text to edit."""
        return None if isinstance(self.page, TextPage) else "There is no text to edit in this step."

    def action_editor(self) -> None:
        """Edit the field in $EDITOR."""
        page = self.page
        if self.refuses("editor") or not isinstance(page, TextPage):
            return
        text = _edited(self, page)
        if text is not None and page.filling.set_text(page.step.field, text):
            page.take_over()
            page.changed()
        page.field.focus()


def _edited(wizard: Wizard, page: TextPage) -> str | None:
    """What came back from the editor; None where nothing can be taken over."""
    try:
        with tempfile.TemporaryDirectory(prefix="cockpit-") as folder:
            path = Path(folder) / f"{page.step.name}.md"
            text = page.field.text
            path.write_text(f"{text}\n" if text else "", "utf-8")  # what is added by a line stands on a line of its own
            os.chmod(path, 0o600)  # noqa: PTH101 -- as the rest of the house
            if not hand_over(wizard.app, editor_command(path, None)):
                return None
            return path.read_text("utf-8").removesuffix("\n")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no UTF-8 text"
        wizard.notify(f"What you edited cannot be read: {reason}.", severity="warning", markup=False)
        return None
