"""The completed work: what a person wishes of its rows."""

from dataclasses import replace

from textual import on

from cockpit.model.handoff_draft import DraftTask
from cockpit.rules.handoff import wrong_commit, wrong_number
from cockpit.screens.acting import KEPT
from cockpit.screens.forms import Answers, Entry, Filled, Form, FormDialog
from cockpit.screens.handoff.filling import ADDING, Filling, title_of
from cockpit.screens.handoff.pages import RowsPage
from cockpit.screens.handoff.wizard import Wizard
from widgets.task_table import TaskTable


class Rows(Wizard):
    """Changing the rows. What was typed into a form that was left is kept with the draft."""

    @on(TaskTable.Wished)
    def _wished(self, message: TaskTable.Wished) -> None:
        filling, place = self.filling, message.place
        if filling is None:
            return
        self.app.hush()
        match message.wish:
            case "toggle":
                self._toggle(filling, place)
            case "take":
                filling.take(place)
                self._show_rows(None)
            case "remove":
                gone = filling.remove(place)
                self._show_rows(None)
                self.notify(f"Removed: {gone.name or gone.id}  (u brings it back)", markup=False)
            case "undo":
                at = filling.undo_rows()
                if at is not None:
                    self._show_rows(min(at, len(filling.draft.completed) - 1))
                else:
                    self.notify("There is nothing to undo in this table.", severity="warning")
            case "edit":
                self._ask(filling, place, filling.draft.completed[place])
            case "add":
                self._ask(filling, None, DraftTask(state="done"))

    def _toggle(self, filling: Filling, place: int) -> None:
        filling.toggle(place)
        self._show_rows(place)
        row = filling.draft.completed[place]
        if row.state == "open":
            self.notify(f"Not done: {row.name or row.id} stands under Remaining work.", markup=False)

    def _show_rows(self, select: int | None) -> None:
        page = self.page
        if isinstance(page, RowsPage):
            page.take_over(select)
            page.changed()

    def _ask(self, filling: Filling, place: int | None, row: DraftTask) -> None:
        """Ask for number, name and commit."""
        entries = [
            Entry("name", "Name", row.name, "what was done", required=True),
            Entry("id", "Task", row.id or "", "its number in the plan", check=wrong_number),
            Entry("commit", "Commit", row.commit or "", "the id of the commit that finished it", check=wrong_commit),
        ]
        title = ADDING if place is None else title_of(row)
        form = Form(title=title, entries=entries)

        def closed(filled: Filled | None) -> None:
            before = filling.typed.pop(title, None)
            if filled is not None and filled.done:
                self._show_rows(filling.put(place, _row(row, filled.answers)))
                return
            if filled is not None and filled.answers != form.empty:
                filling.typed[title] = filled.answers
                self.notify(KEPT)
            if filling.typed.get(title) != before:
                self._show_rows(place)

        typed = filling.typed.get(title)
        restored = None if typed is None else {**form.empty, **typed}
        self.app.push_screen(FormDialog(form, restored), closed)


def _row(row: DraftTask, answers: Answers) -> DraftTask:
    """The row as it was filled in; a person's own where that changed anything."""
    filled = replace(row, id=answers["id"] or None, name=answers["name"], commit=answers["commit"] or None)
    return row if filled == row else replace(filled, origin="person")
