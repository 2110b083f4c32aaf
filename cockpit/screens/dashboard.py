"""The dashboard: the one screen a person lives in."""

import asyncio
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import getters, on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Resize
from textual.geometry import Size

from cockpit.model import ArchivedHandoff, NextAction, Position, Track
from cockpit.model.agents import AgentSession
from cockpit.model.state import Snapshot
from cockpit.project.systems import systems_to_begin
from cockpit.regex import regex
from cockpit.rules.attention import Need
from cockpit.rules.handoff.handoff_status import waits
from cockpit.screens.action_screen import ActionScreen
from cockpit.screens.editor import edit_row
from cockpit.screens.going import go_to, go_word, why_not_go
from cockpit.screens.keys import action_of, bindings, run_by
from cockpit.screens.opening import begin_track, open_another
from cockpit.widgets.board import SMALLEST, Board, Counts, TooSmall
from cockpit.widgets.by_key import by_key
from cockpit.widgets.filter_input import FilterInput
from cockpit.widgets.footer import Footer, MessageLine
from cockpit.widgets.header import Header, from_home
from cockpit.widgets.pane import Pane, Row
from cockpit.widgets.panes import PANES
from cockpit.widgets.sheets import Fact, Sheet, copied, facts
from cockpit.widgets.view import View
from cockpit.widgets.welcome import Welcome
from cockpit.wording.messages import Words, as_message

_BY_ROW = ("answer", "act('threshold.limit')", "more", "details", "new")
"""What the footer says of these hangs on the row."""


_NUMBER = regex(r"number\((\d)\)")


class Dashboard(ActionScreen):
    """Header, board of panes, footer."""

    AUTO_FOCUS = "#attention"
    board = getters.query_one(Board)
    welcome = getters.query_one(Welcome)
    header = getters.query_one(Header)
    footer = getters.query_one(Footer)
    BINDINGS: ClassVar[list[BindingType]] = [
        *bindings(
            "row.answer", "row.more", "threshold.limit", "handoff.write", "resume.check", "row.new", "change.undo",
            "change.redo",
        ),
        Binding("enter", "details", "details", id="row.details", tooltip="Show the selected row whole"),
        Binding("o", "everywhere", "all sessions", id="app.everywhere",
                tooltip="All sessions of agents on this machine, and who waits for you"),
        Binding("z", "zoom", "zoom", id="pane.zoom", tooltip="Give the focused pane the whole screen, and back"),
        *bindings("log"),
        Binding("slash", "filter", "filter", key_display="/", id="pane.filter",
                tooltip="Show only the rows of this pane that contain a text"),
        Binding("g", "go", "go there", id="row.go", tooltip="Go to the terminal of the selected session"),
        Binding("y", "copy", "copy", id="row.copy", tooltip="Copy the selected row, or its command"),
        Binding("e", "edit", "editor", id="row.edit", tooltip="Open the file at its line in your editor"),
        Binding("t", "tracks", "tracks", id="app.tracks", tooltip="Choose another track, or open another project"),
        Binding("x", "demo", "demo", id="app.demo", tooltip="Try the demo, where there is no agent state"),
        Binding("R,f5", "reload", "refresh", show=False, id="app.refresh", tooltip="Read every file again, now"),
        Binding("f,ctrl+p", "app.command_palette", "find", key_display="f", id="app.find",
                tooltip="Find actions, rows, files and tracks"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="app.help",
                tooltip="What this pane shows and which keys work here"),
        Binding("escape", "back", "back", show=False, id="pane.back",
                tooltip="Drop the filter, leave the zoom, go back to all sessions"),
        *(
            Binding(str(pane.NUMBER), f"number({pane.NUMBER})", f"go to {pane.HEADING}", show=False, id=f"pane.{name}")
            for name, pane in ((pane.pane_id(), pane) for pane in PANES)
        ),
        Binding("tab", "app.focus_next", "next pane", show=False, id="cursor.next-pane"),
        Binding("shift+tab", "app.focus_previous", "previous pane", show=False, id="cursor.previous-pane"),
        Binding("q", "app.quit", "quit", id="app.quit-here", tooltip="Quit; the agent works on"),
    ]  # fmt: skip

    def __init__(self, view: View, track_key: str | None = None, start_at: str | None = None) -> None:
        """`start_at` is an action to be carried out once the project is on screen."""
        super().__init__(view)
        self.track_key = track_key
        self._start_at = start_at
        self._can: tuple[object, ...] = ()
        self._shown = Snapshot()

    def compose(self) -> ComposeResult:
        """Header, board, footer, and the sentence for a terminal that is too small."""
        yield Header(self.view)
        board = Board([pane(self.view) for pane in PANES], self.view)
        board.fit(self._room)  # before it is mounted, so that it is styled only once
        yield board
        yield Welcome()
        yield Footer()
        yield MessageLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show what is known already, then follow the app's snapshots and the clock."""
        for pane in self.board.panes.values():
            pane.when_moved = partial(self._show_beside, pane)
        self._fit()
        self.watch(self.app, "snapshot", self._show)
        self.watch(self.app, "undo_status", self.undo_status_changed, init=False)
        self._wait_for_minute()

    async def on_resize(self, _event: Resize) -> None:
        """Take the shape for the new size."""
        self._fit()
        await asyncio.sleep(0)  # keys come first: the layout and the drawing that follow hold them up long enough

    def _fit(self) -> None:
        width, height = self.app.size
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "-tiny")
        self.board.fit(self._room)
        self._describe(self.board.panes[self.board.focused_pane])

    @property
    def _room(self) -> Size:
        """The room for the board, between the first line and the last."""
        return self.app.size.with_height(self.app.size.height - 2)

    def _show(self) -> None:
        """Show the newest snapshot, about the track that was chosen."""
        before, shown = self._shown, self.app.snapshot.about(self.track)
        self._shown = shown
        self._welcome(shown)
        self.board.show(shown)
        if (focused := self.board.panes[self.board.focused_pane]).row is None:
            self._describe(focused)
        self.header.show(shown)
        if (before.project, before.track, before.write_mode) != (shown.project, shown.track, shown.write_mode):
            self.refresh_bindings()
        if shown.project is not None and self._start_at is not None:
            self.call_after_refresh(self.act, self._start_at)
            self._start_at = None

    def _welcome(self, shown: Snapshot) -> None:
        """Explain an empty screen instead of showing empty panes."""
        self.board.set_class(shown.track is None, "-away")
        self.welcome.set_class(shown.track is not None, "-away")
        if shown.project is None:
            self.welcome.reading()
        elif (
            shown.track is None and self.app.looks_at_agents and not (shown.project.looked_at or shown.project.findings)
        ):
            self.welcome.looking()
        elif shown.track is None:
            root, systems = from_home(shown.project.root, self.app.home), [system for system, _ in systems_to_begin()]
            self.welcome.nothing(root, systems, shown.project.findings, len(self.app.recent), shown.project.looked_at,
                                 limits=shown.surroundings.branch is not None)  # fmt: skip

    def _wait_for_minute(self) -> None:
        """Move the clock and all ages on when the minute changes; nothing runs in between."""
        self.set_timer(60.2 - self.view.now().second, self._next_minute)

    def _next_minute(self) -> None:
        self.header.tick(self.view.now())
        for pane in self.board.panes.values():
            pane.redraw()
        self._describe(self.board.panes[self.board.focused_pane])
        self._wait_for_minute()

    # Focus and panes

    def _show_beside(self, pane: Pane) -> None:
        can = tuple((self.offers(each), self.named(each, "")) for each in _BY_ROW)
        if can != self._can:  # drawing the footer anew costs more than moving the cursor
            self._can = can
            self.footer.reconsider()
        if pane.has_focus:
            self.board.bring_up(pane.pane_id())
        if pane.pane_id() == self.board.focused_pane:
            self._describe(pane)

    def _describe(self, pane: Pane) -> None:
        """Show the selected row of a pane beside the lists; where there is none, the agent at the top of a track of
        agents, or what there is to say about the whole track.
        """
        pane, row = self._described_of(pane)
        if self.board.shows_detail:
            about, track = row.value if row is not None else self.track, pane.row_track(row) or self.track
            title = pane.title_of(row) if row is not None else "Track"
            told = facts(about, self.view.now(), track=track, keys=self.view.keys) if about is not None else ()
            self.board.describe(title, told)

    def _described_of(self, pane: Pane) -> tuple[Pane, Row | None]:
        """What `_describe` shows of a pane: None for the whole track."""
        if pane.row is None and self.track is not None and self.track.is_plain:
            pane = self.board.panes["sessions"]
            return pane, next(iter(pane.rows.all), None)
        return pane, pane.row

    @on(Counts.Picked)
    def _bring_up_picked(self, message: Counts.Picked) -> None:
        self.action_pane(message.name)

    @on(Pane.Clicked)
    async def _act_on_click(self, message: Pane.Clicked) -> None:
        message.pane.focus()
        await self.run_action(run_by(message.action))

    def action_pane(self, name: str) -> None:
        """Focus a pane, wherever it is; say so where the track has none."""
        pane = self.board.panes[name]
        if pane.absent and pane.track is not None and pane.track.is_plain:
            self.app.notify(
                by_key(
                    (
                        "No framework keeps state in this repository: there are sessions of agents and your limits. "
                        "Press <row.new> to start tracking."
                    ),
                    self.view.keys,
                ),
                severity="warning",
            )
            return
        if pane.absent and pane.track is not None:
            none = f"{pane.track.system} has no {pane.HEADING.casefold()}."
            self.app.notify(by_key(pane.track.lacks.get(name, none), self.view.keys), severity="warning")
            return
        self.board.bring_up(name)
        self._describe(pane)  # before the focus moves, so that all of it is one frame
        self.set_focus(pane)

    def pane_of(self, action: str) -> Pane | None:
        """The pane that what a digit does goes to; None of anything else."""
        digit = _NUMBER.fullmatch(action)
        return self.board.panes[self.board.numbered(int(digit[1]))] if digit is not None else None

    def action_number(self, number: int) -> None:
        """Focus the pane with that number."""
        self.action_pane(self.board.numbered(number))

    def go_to(self, name: str, key: str) -> None:
        """Focus a pane, and select a row of it; from the checklist, back here first."""
        if self.app.screen is not self:
            self.app.screen.dismiss()
        self.action_pane(name)
        pane = self.board.panes[name]
        if not pane.select(key) and pane.rows.needle:
            pane.filter("")
            pane.select(key)

    def read_file(self, title: str, path: str) -> None:
        """Show a file of the project."""
        from cockpit.screens.dialogs import FileDialog

        if self.app.project is not None:
            self.app.push_screen(FileDialog(title, Path(self.app.project.root), path, self.view))

    def action_zoom(self) -> None:
        """Give the focused pane the whole board, or all panes their places again."""
        if not self.refuses("zoom") and self.pane is not None:
            self.board.zoom(None if self.board.zoomed else self.pane.pane_id())
            self._describe(self.pane)

    def action_back(self) -> None:
        """Undo the last way of looking: the filter, then the zoom."""
        if self.pane is not None and self.pane.rows.needle:
            self.pane.filter("")
        elif self.board.zoomed:
            self.board.zoom(None)
        elif self.app.began_everywhere:
            self.action_everywhere()

    def action_filter(self) -> None:
        """Ask for a text and show only the rows of the focused pane that contain it."""
        if not self.refuses("filter") and self.pane is not None and not self.query(FilterInput):
            self.mount(FilterInput(self.pane))

    # Rows

    def action_details(self) -> None:
        """Show the selected row whole; where none is, what stands beside the lists instead of it."""
        if self.refuses("details") or self.pane is None:
            return
        pane, row = self._described_of(self.pane)
        if row is None:
            self.action_about()
        else:
            self._open_row(Pane.Opened(pane, row))

    @on(Pane.Opened)
    def _open_row(self, message: Pane.Opened) -> None:
        from cockpit.screens.dialogs import DetailDialog, SessionDialog, row_facts

        need = message.row.value
        message.pane.choose_row()
        if isinstance(need, Need) and isinstance(need.value, Track):
            self.choose_track(need.value.key)
            return
        if isinstance(need, Need) and need.kind in ("taken-back", "handoff"):
            self.act("taken-back.review" if need.kind == "taken-back" else "resume.check")
            return
        if isinstance(need, Position):
            self.action_about()
            return
        if isinstance(need, ArchivedHandoff):
            self.read_file("Archived handoff", need.path)
            return
        if isinstance(need, Need):  # select where it comes from as well, for when the dialog closes
            self.board.panes[need.pane].select(need.row)
        tell = partial(row_facts, message.pane, message.row.key)
        dialog = DetailDialog(tell, self.view)
        if self.session is not None:
            dialog = SessionDialog(tell, self.view, lambda: go_word(self.app, self.session))
        self.app.push_screen(dialog, self._after_details)

    async def _after_details(self, wish: str | None) -> None:
        if wish is not None:
            await self.run_action(wish)

    @property
    def session(self) -> AgentSession | None:
        """The session of an agent that is selected, in its list or among what needs a person."""
        value = self.pane.row.value if self.pane is not None and self.pane.row is not None else None
        value = value.value if isinstance(value, Need) else value
        return value if isinstance(value, AgentSession) else None

    def action_go(self) -> None:
        """Go to the terminal of the selected session."""
        if not self.refuses("go"):
            go_to(self.app, self.session, self.view)

    def why_not_go(self) -> Words | None:
        """Why `g` goes nowhere."""
        return why_not_go(self.app, self.session)

    def action_copy(self) -> None:
        """Copy the selected row; of the next action the command that goes on with the work."""
        if self.refuses("copy") or self.pane is None or self.pane.row is None:
            return
        value = self.pane.row.value
        following = self.track.next_action if self.track is not None else None
        if following is not None and (value is following or isinstance(value, NextAction)):
            key = self.view.keys.get("resume.check") if self.track is not None and waits(self.track) else None
            self._copy(copied(following), " for the agent" if following.command else "", key=key)
        else:
            self._copy(copied(value))

    def action_edit(self) -> None:
        """Open the file of the selected row in the person's editor."""
        if not self.refuses("edit") and self.pane is not None and self.track is not None:
            edit_row(self.app, self.pane, self.track)

    def action_about(self) -> None:
        """Show what the files say beyond the panes."""
        from cockpit.screens.dialogs import AboutDialog

        if not self.refuses("zoom"):
            folder = self.app.project.root if self.app.project is not None else None
            self.app.push_screen(AboutDialog(lambda: self.track, self.view, folder, self._beside))

    def _beside(self) -> list[Fact]:
        """Where the project lies, what is checked out there, when its files were written, what the agent logs."""
        shown, sheet = self._shown, Sheet(self.view.now())
        sheet.say("Folder", shown.project.root if shown.project is not None else None)
        sheet.say("Branch", shown.surroundings.branch)
        sheet.when("Written", shown.written.isoformat() if shown.written is not None else None)
        sheet.say("Agent's log", self.app.sample.log if self.app.sample is not None else "")
        return sheet.facts()

    def action_tracks(self) -> None:
        """Choose another track; where there is none, another project."""
        from cockpit.screens.dialogs import TracksDialog

        project = self.app.project
        if self.refuses("tracks") or project is None:
            return
        if len(self._shown.tracks) > 1:
            self.app.push_screen(TracksDialog(project, self.track, self.view), self._choose)
        else:
            self._open_another()

    def _choose(self, key: str | None) -> None:
        from cockpit.screens.dialogs import ANOTHER_PROJECT

        if key == ANOTHER_PROJECT:
            self._open_another()
        else:
            self.choose_track(key)

    def _open_another(self) -> None:
        self.run_worker(open_another(self.runner), group="entering", exit_on_error=False)

    def action_new(self) -> None:
        """Record something new; where there is no track, begin one."""
        if (self.track is None or self.track.is_plain) and not self.refuses("new"):
            begin_track(self.runner)
        else:
            super().action_new()

    def why_not_new(self) -> Words | None:
        """Why nothing can be recorded or begun."""
        if self.app.project is not None and (self.track is None or self.track.is_plain):
            return "Cockpit was opened read-only." if self.app.settings.read_only else None
        return super().why_not_new()

    def action_everywhere(self) -> None:
        """Show the sessions of agents on this machine."""
        from cockpit.screens.everywhere import Everywhere

        if not self.refuses("everywhere"):
            self.app.push_screen(Everywhere(self.view))

    def why_not_everywhere(self) -> Words | None:
        """Why there are no sessions to show."""
        return None if self.app.looks_at_agents else as_message("Sessions of agents are not looked at (`agents`).")

    def action_demo(self) -> None:
        """Leave for the demo."""
        if not self.refuses("demo"):
            self.app.leave_for("demo")

    def why_not_demo(self) -> Words | None:
        """The demo is offered where there is nothing else."""
        shown = self.app.project is not None and self.track is None
        return None if shown else "The demo opens from a folder without agent state, or with `cockpit demo`."

    def choose_track(self, key: str | None) -> None:
        """Show another track; None changes nothing."""
        if key is not None:
            self.track_key = key
            self._show()

    def action_reload(self) -> None:
        """Read every file again."""
        if self.app.source is not None:
            self.app.source.reload()
            self.app.notify("Reading all files again.")

    def action_help(self) -> None:
        """What this pane shows and which keys work here."""
        self.show_help(self.pane or self.board.panes[self.board.focused_pane])

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now."""
        if action == "new" and self.track is not None and self.track.is_plain:  # agents work without a framework
            return False
        if action_of(action) == "log" and self.track is None:
            return False
        return (action != "go" or self.session is not None) and super().offers(action)

    def named(self, action: str, word: str) -> str:
        """What the footer calls what a binding does here."""
        if (pane := self.pane_of(action)) is not None:
            return f"go to {pane.heading()}"
        tracks = self._shown.tracks
        if action == "new" and all(track.is_plain for track in tracks):
            return "start tracking"
        if action == "tracks" and len(tracks) < 2:
            return "projects"
        return super().named(action, word)

    def local_tooltips(self) -> Mapping[str, str]:
        """Where nothing is kept, keys lead to what is."""
        if self.app.project is None or not (self.track is None or self.track.is_plain):
            return {}
        return {"new": "Start tracking work here", "tracks": "Open another project", "demo": "Try the demo"}

    # Why a key cannot act now

    def why_not_details(self) -> Words | None:
        """Why there is nothing to show whole."""
        return self.why_not_copy() if self.track is None or not self.board.shows_detail else None

    def why_not_copy(self) -> Words | None:
        """Why there is no row to copy."""
        return None if self.pane is not None and self.pane.row is not None else "No row is selected."

    def why_not_zoom(self) -> Words | None:
        """Why there is nothing to look at."""
        return None if self.track is not None else "No agent state in this folder."

    why_not_filter = why_not_zoom

    def why_not_edit(self) -> Words | None:
        """Why there is no file to edit."""
        if isinstance(self.selected, AgentSession) or (self.track is not None and self.track.is_observed):
            return "Cockpit only reads the files of agents, and does not edit them."
        return self.why_not_zoom()

    def why_not_tracks(self) -> Words | None:
        """Why there is no other track or project to choose."""
        return None if self.app.project is not None else "The project is still being read."
