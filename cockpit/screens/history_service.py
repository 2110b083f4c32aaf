"""What the program does about its own history without being asked: it completes what a crash left half done, looks for
changes that another program took back, and finds out what undo and redo would do next."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cockpit.model import Finding, Project
from cockpit.model.state import Snapshot
from cockpit.screens.project_app import ProjectApp
from cockpit.widgets.view import View
from cockpit.wording.messages import clause

if TYPE_CHECKING:
    from textual.worker import WorkType

    from cockpit.project.workspace import Workspace


class HistoryService:
    """Follows the snapshots of an application, and publishes `Snapshot.taken_back` and `ProjectApp.undo_status`.

    All of it is read in threads, after what is on its way to the screen.
    """

    def __init__(self, app: ProjectApp, view: View) -> None:
        self._app = app
        self._view = view
        self._project: Project | None = None
        self._recovered = False
        self._taken: frozenset[int] = frozenset()

    def start(self) -> None:
        """Begin to follow the snapshots."""
        self._app.watch(self._app, "snapshot", self._follow)

    def _follow(self, snapshot: Snapshot) -> None:
        before, self._project = self._project, snapshot.project
        if snapshot.project is None or _of_files(snapshot.project) == _of_files(before):
            return
        if not self._recovered and snapshot.write_mode != "read-only":
            self._recovered = True
            self._app.call_after_refresh(self._start, self._recover, "recovering")
        self.look()

    def look(self) -> None:
        """Look again: something was done here, or by another program."""
        if self._app.project is not None:
            self._app.call_after_refresh(self._start, self._look, "looking back")

    async def refresh(self) -> None:
        """Find out what undo and redo would do next. Raises CommandError where it cannot be read."""
        from cockpit.project.history import undo_status

        app, status = self._app, partial(undo_status, taken=self._taken)
        app.undo_status = await asyncio.to_thread(status, self._writer, app.undo_status)

    @property
    def _writer(self) -> "Workspace":
        return self._app.workspace(self._view.now())

    def _start(self, work: "WorkType[None]", group: str) -> None:
        self._app.run_worker(work, group=group, exclusive=True, exit_on_error=False)

    async def _recover(self) -> None:
        from cockpit.model.errors import CommandError
        from cockpit.project.turning import recover

        try:
            outcomes = await asyncio.to_thread(recover, self._writer)
        except CommandError as refusal:
            outcomes = (refusal.whole,)
        for each in outcomes:
            self._app.notify(str(each), severity="warning", markup=False)

    async def _look(self) -> None:
        from cockpit.model.errors import CommandError

        try:
            self._taken, found = await asyncio.to_thread(_taken_back, self._writer)
            self._publish(found)
            await self.refresh()
        except CommandError:  # whoever presses a key about it is told
            return

    def _publish(self, taken_back: Finding | None) -> None:
        if taken_back != self._app.snapshot.taken_back:
            self._app.snapshot = replace(self._app.snapshot, taken_back=taken_back)


def _taken_back(workspace: "Workspace") -> tuple[frozenset[int], Finding | None]:
    """Which changes another program took back, and what is said of them: the review offers what can be done."""
    from cockpit.project.taken_back import finding, removed_by_others
    from cockpit.project.turning import why_none_again

    taken = removed_by_others(workspace)
    if not taken:
        return frozenset(), None
    what, it = ("change", "it") if len(taken) == 1 else ("changes", "them")
    hint = f"Press <row.answer> on its row to review {it}, then write {it} again or dismiss {it}."
    if why := why_none_again(taken, workspace):
        again = f"The {what} cannot be written again: {clause(why)}."
        hint = f"{again} Press <row.answer> on the row to review and dismiss {it}."
    return frozenset(each.entry.number for each in taken), finding(taken, workspace.now, hint)


def _of_files(project: Project | None) -> tuple[object, ...]:
    """What the files of a project say: sessions of agents come and go beside them."""
    if project is None:
        return ()
    kept = (replace(each, agents=(), findings=()) for each in project.tracks if not each.is_observed)
    return (project.root, project.findings, *kept)
