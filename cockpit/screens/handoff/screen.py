"""The wizard that leaves a handoff."""

from typing import ClassVar

from textual.binding import Binding, BindingType

from cockpit.screens.dialogs import HelpDialog
from cockpit.screens.handoff.field_editor import FieldEditor
from cockpit.screens.handoff.pages import TextPage
from cockpit.screens.handoff.rows import Rows
from cockpit.screens.handoff.steps import STEPS
from cockpit.screens.handoff.writing import Writing
from cockpit.screens.questions import QuestionDialog
from widgets.choice import Choice
from widgets.sheets import Fact
from widgets.step_map import signs_of


class HandoffScreen(Rows, Writing, FieldEditor):
    """Map, step and file; the keys that work in every step."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+n,alt+right", "next", "next", key_display="^N", priority=True, id="handoff.next",
                tooltip="Go to the next step"),
        Binding("ctrl+b,alt+left", "previous", "back", key_display="^B", priority=True, id="handoff.previous",
                tooltip="Go to the previous step"),
        Binding("ctrl+s", "write", "write", key_display="^S", priority=True, id="handoff.write",
                tooltip="Show what would be written; there, write it"),
        Binding("ctrl+e", "editor", "editor", key_display="^E", priority=True, id="handoff.editor",
                tooltip="Edit this field in your $EDITOR; e alone where nothing is typed"),
        Binding("e", "editor", "editor", show=False, id="handoff.editor-here",
                tooltip="Edit this field in your $EDITOR"),
        Binding("escape", "close", "keep for later", key_display="Esc", id="handoff.close",
                tooltip="Keep the draft and leave"),
        Binding("ctrl+g", "all_decisions", "all decisions", show=False, key_display="^G", priority=True,
                id="handoff.all-decisions", tooltip="Add the decisions that are not proposed, the older ones"),
        Binding("ctrl+r", "anew", "begin anew", show=False, key_display="^R", priority=True, id="handoff.anew",
                tooltip="Drop what was typed and begin with the proposal"),
        Binding("f1", "help", "help", key_display="F1", id="handoff.help", tooltip="Which keys work here"),
        Binding("question_mark", "help", "help", show=False, key_display="?", id="handoff.help-here",
                tooltip="Which keys work here"),
        *(Binding(f"{number}", f"go({number})", step.title, show=False,
                  id=f"handoff.step-{step.name.replace('_', '-')}", tooltip=f"Go to {step.title}")
          for number, step in enumerate(STEPS, start=1)),
    ]  # fmt: skip

    def why_not_all_decisions(self) -> str | None:
        """Why there are no decisions to add."""
        if self.filling is None or STEPS[self.place].name != "decisions":
            return "This adds decisions, in the step Decisions."
        return None if self.filling.other_decisions else "All decisions that the files name are here."

    def action_all_decisions(self) -> None:
        """Add those that are not proposed."""
        if not self.refuses("all_decisions") and isinstance(self.page, TextPage):
            self.page.add_decisions()
            self.call_after_refresh(self.name_keys)

    def why_not_anew(self) -> str | None:
        """Why there is nothing to drop."""
        changed = self.filling is not None and self.filling.changed
        return None if changed else "Nothing was changed yet."

    def action_anew(self) -> None:
        """Drop the draft, after a question."""
        if self.refuses("anew"):
            return
        about = [Fact("", "What you filled in is dropped; files and git are asked again.")]
        choices = [Choice("no", "Go on with the draft"), Choice("yes", "Begin anew")]

        def chosen(way: str | None) -> None:
            if way == "yes" and self.filling is not None:
                self.filling.begin_anew()
                self.take_over()

        self.app.push_screen(QuestionDialog("Begin anew", about, choices, self.view), chosen)

    def action_help(self) -> None:
        """Which keys work here."""
        signs = (Fact(each.sign, each.means, label_style=each.style) for each in signs_of(self.view.glyphs))
        about = [Fact("", "The map", "strong"), *signs]
        self.app.push_screen(HelpDialog(None, self.active_bindings, self.view, self.why_not, about))
