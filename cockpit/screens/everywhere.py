"""Everywhere: all sessions of agents on this machine, who waits for what, and the key that goes there."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from time import monotonic
from typing import ClassVar

from rich.cells import cell_len
from textual import getters, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content
from textual.screen import Screen

from cockpit.actions import BY_ID
from cockpit.model.agents import AgentSession
from cockpit.model.errors import CommandError
from cockpit.rules.agent_overview import count_words, is_dismissed
from cockpit.rules.agent_state import is_quiet
from cockpit.rules.agent_words import way_back
from cockpit.rules.attention import agent_key
from cockpit.screens.dialogs import QuestionDialog, SessionDialog
from cockpit.screens.going import go_to, go_word, say, why_not_go
from cockpit.screens.help import HelpDialog
from cockpit.screens.keys import bindings
from cockpit.screens.mixin import Faults, OwnScreen
from cockpit.screens.project_app import ProjectApp
from cockpit.widgets.board import SMALLEST, TooSmall
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import Choice
from cockpit.widgets.detail import Detail
from cockpit.widgets.filter_input import FilterInput
from cockpit.widgets.footer import Footer, MessageLine
from cockpit.widgets.header import TitleBar, from_home
from cockpit.widgets.painting import fit
from cockpit.widgets.pane import Pane
from cockpit.widgets.panes.everywhere import FOLD, LISTS, NeedsYouPane, Overview, Repository, SessionList
from cockpit.widgets.sheets import Fact, copied, session_facts
from cockpit.widgets.view import View
from cockpit.widgets.welcome import Welcome
from cockpit.wording.messages import Words, as_message
from cockpit.wording.printable import printable
from cockpit.wording.times import lasting_age

WIDE, FRAMED = 160, 30
"""Columns from which the details stand beside the lists, and rows from which each has a frame all around."""
_AWAY = 60.0
"""Seconds without a key after which new rows are sorted in: nobody is about to press one."""
_DISMISSED_FOR = timedelta(minutes=30)
_MORNING = 8
"""The hour until which something is dismissed until tomorrow."""


def fitted(room: int, steps: Sequence[tuple[str, int]]) -> dict[str, int]:
    """Lines for each part of a column: in the order of the steps, each part grows to the lines that its step names as
    long as there is room."""
    lines: dict[str, int] = {}
    for name, target in steps:
        more = max(0, min(target - lines.get(name, 0), room))
        lines[name] = lines.get(name, 0) + more
        room -= more
    return lines


_OF_A_PROJECT = ("threshold.limit", "row.new", "handoff.write", "resume.check", "log", "app.find")
"""Actions that need a project, whose keys a person may press here, too."""


class Everywhere(OwnScreen, Faults, Screen[None]):
    """Three lists by need, the repositories, and the details of the selected session."""

    app: ProjectApp
    AUTO_FOCUS = "#needsyou"
    needs = getters.query_one(NeedsYouPane)
    detail = getters.query_one(Detail)
    footer = getters.query_one(Footer)
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("g", "go", "go there", id="row.go", tooltip="Go to the terminal of the selected session"),
        Binding("enter", "details", "details", id="row.details", tooltip="Show all that is known of the session"),
        Binding("s", "dismiss_session", "hide", id="everywhere.dismiss",
                tooltip="Hide the session until it speaks again, a wait for 30 minutes; show a hidden one again"),
        Binding("y", "copy", "copy", id="row.copy", tooltip="Copy the command that goes there, or resumes"),
        *bindings("row.more", "row.answer", hidden=("row.answer",)),
        Binding("u", "undo", "undo", show=False, id="change.undo", tooltip="Bring back what was hidden last"),
        Binding("slash", "filter", "filter", key_display="/", id="pane.filter",
                tooltip="Show only the sessions that contain a text, in all lists"),
        Binding("o", "leave", "back", id="everywhere.leave", tooltip="Back to the project"),
        Binding("R,f5", "reload", "again", id="app.refresh", tooltip="Look again, and sort in what is new"),
        Binding("x", "demo", "demo", id="app.demo", tooltip="Try the demo, where there is no session"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="app.help", tooltip="Which keys work here"),
        Binding("escape", "back", "back", show=False, id="pane.back", tooltip="Drop the filter, or go back"),
        Binding("q", "quit_here", "quit", id="app.quit-here", tooltip="Go back; quit where that is all"),
        *(Binding(str(each.NUMBER), f"pane({each.NUMBER})", f"go to {each.HEADING}", show=False,
                  id=f"everywhere.{each.pane_id()}", tooltip=f"Go to {each.HEADING}") for each in LISTS),
        *(Binding(each.key, "in_project", each.label, show=False, id=each.id, tooltip=each.tooltip)
          for each in map(BY_ID.__getitem__, _OF_A_PROJECT)),
        Binding("tab", "app.focus_next", "next pane", show=False, id="cursor.next-pane"),
        Binding("shift+tab", "app.focus_previous", "previous pane", show=False, id="cursor.previous-pane"),
    ]  # fmt: skip

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view
        self.overview = Overview((), (), view.now())
        self.lists = tuple(each(view) for each in LISTS)
        self._here: SessionList = self.lists[0]
        """The list in which the cursor is."""
        self._touched = monotonic()
        self._ways: dict[str, str] = {}
        """By the key of a session where `g` lands, in a sentence."""
        self._title, self._has_begun = "Details", False
        self._keys_before = 0
        """Keys that were pressed before this screen came: until the next one, rows are sorted as they come."""

    def compose(self) -> ComposeResult:
        """Header, lists, details, footer."""
        yield TitleBar(self.view.glyphs.dot)
        yield Container(Container(*self.lists, id="lists"), Detail(self.view), id="everywhere")
        yield Welcome()
        yield Footer()
        yield MessageLine()
        yield TooSmall()

    def on_mount(self) -> None:
        """Show what is known, and follow it and the clock."""
        for each in self.lists:
            each.when_moved, each.when_others, each.says_more = partial(self._moved, each), self._show, True
        self._keys_before = self.app.handed_out
        self.watch(self.app, "snapshot", self._show)
        self._wait_for_minute()

    def on_resize(self) -> None:
        """Take the shape for the new size."""
        self._show_header()
        self._fit()

    # What is shown

    def _show(self) -> None:
        """The sessions as they are now; once a key was pressed, no row moves under the cursor."""
        self._here.frozen |= self.app.handed_out > self._keys_before
        machine, track = self.app.snapshot.everywhere, None
        if machine is not None:
            track = machine.tracks[0] if machine.tracks else None
            sessions = track.agents if track is not None else ()
            self.overview = Overview(sessions, machine.looked_at, self.view.now(), self.app.everywhere_looks)
        any_session = bool(self.overview.sessions)
        self.query_one("#everywhere").set_class(not any_session, "-away")
        welcome = self.query_one(Welcome)
        welcome.set_class(any_session, "-away")
        if not any_session and (machine is None or not (machine.looked_at or machine.findings)):
            welcome.looking()
        elif not any_session and machine is not None:
            welcome.no_session(machine.looked_at)
        self._ways.clear()
        for each in self.lists:
            each.take(self.overview, track)
        self._show_header()
        self._fit()
        self._describe()
        if any_session and not self._has_begun:
            self._has_begun = True
            self._begin()

    def _begin(self) -> None:
        """Put the cursor where it was left, else in the first list that has a row."""
        name, key = self.app.everywhere_at or (next(each.NUMBER for each in self.lists if each.rows.shown), "")
        if name != self._here.NUMBER:
            self.action_pane(name)
        self.lists[name - 1].select(key)

    def _show_header(self) -> None:
        """How many there are of each, and what is not visible; what has no room stands over its list as well."""
        counted, width = self.overview.counts, self.app.size.width
        number, places = len(self.overview.sessions), counted.repositories
        where = f" in {places} repositor{'ies' if places > 1 else 'y'}" if places else ""
        told = f"{number} session{'s' if number > 1 else ''}{where}" if number else "no session"
        words = [(each, _style_of(each)) for each in count_words(counted)]
        newest = max((each.updated for each in self.overview.sessions if each.updated), default=None)
        taken = sum(cell_len(each) + 3 for each, _ in words) + cell_len(told) + 20
        if (heard := lasting_age(newest, self.view.now())) is not None and taken + len(heard) + 9 <= width:
            words.append((f"heard {heard}", "muted"))
        for last in ("over", "just ended", "limited", "work"):
            if sum(cell_len(each) + 3 for each, _ in words) + 14 <= width:
                break
            words = [each for each in words if last not in each[0]]
        dot = (f" {self.view.glyphs.dot} ", "muted")
        right = [part for place, each in enumerate(words) for part in ((dot, each) if place else (each,))]
        self.query_one(TitleBar).show(("Everywhere", told), right)

    def _fit(self) -> None:
        """Give each list the lines it needs, the details what is left: beside the lists where the screen is wide."""
        width, height = self.app.size
        self.set_class(width < SMALLEST[0] or height < SMALLEST[1], "-tiny")
        wide, framed = width >= WIDE and height >= FRAMED, height >= FRAMED
        around = self.query_one("#everywhere")
        around.update_classes({"-beside": wide, "-framed": framed, "-edged": not framed})
        frame, room = (2 if framed else 1), max(0, height - 2)
        shown = [each for each in self.lists if wide or each.NUMBER < 4 or each is self._here]
        whole = {each.pane_id(): frame + max(1, len(each.rows.shown)) if each.rows.shown or each is self.needs else 1
                 for each in shown}  # fmt: skip
        inside = width - 2 * (frame - 1)
        detail = 0 if wide else frame + self.detail.wanted_height(inside)
        lead = 0 if wide else frame + self.detail.height_to("Terminal", inside)
        first, here = self.needs.pane_id(), self._here.pane_id()
        steps = [(first, min(whole[first], frame + max(1, self.needs.urgent))),
                 *((name, min(lines, frame + 1)) for name, lines in whole.items()),
                 ("detail", min(detail, frame + 4)), (here, min(whole[here], frame + 3)),
                 ("detail", min(lead, room * 2 // 3)), *whole.items(), ("detail", detail)]  # fmt: skip
        lines = fitted(room, steps)
        for each in self.lists:
            empty = not each.rows.shown and each is not self.needs
            each.display = each in shown
            each.styles.height = lines.get(each.pane_id(), 0)
            each.set_class(empty, "-empty")
            if each.view.framed != (framed and not empty):
                each.view = replace(each.view, framed=framed and not empty)
                each.redraw()
        self.detail.framed = framed
        listed = sum(lines[each.pane_id()] for each in shown)
        self.query_one("#lists").styles.height = listed if lines["detail"] else "1fr"
        self.call_after_refresh(self._name_rest)

    def _name_rest(self) -> None:
        """Name the key that shows what the details have no room for."""
        hidden = self.detail.hidden
        key = self.view.keys.get("row.details", "Enter")
        rest = f"{key} shows {hidden} more line{'s' if hidden > 1 else ''}" if hidden else ""
        title, width = printable(self._title), self.detail.size.width
        if self.detail.framed:
            self.detail.border_title, self.detail.border_subtitle = Content(title), rest
        else:  # there is only the upper edge
            room = max(0, width - cell_len(rest) - 6)
            self.detail.border_title = Content(
                f" {fit(title, min(room, cell_len(title)))} {f' {rest} ' if rest else ''}"
            )

    def _describe(self) -> None:
        """The details of what is selected."""
        self._title, facts = self._told(self._here.row.value if self._here.row is not None else None)
        before = self.detail.wanted_height(self.detail.size.width) if self.detail.size.width else 0
        self.detail.show(self._title, facts)
        self.detail.scroll_to(y=0, animate=False)
        if self.detail.size.width and self.detail.wanted_height(self.detail.size.width) != before:
            self._fit()
        self._name_rest()

    def _told(self, value: object) -> tuple[str, list[Fact]]:
        """The title and the facts about what a row stands for."""
        now, dot = self.overview.now, f" {self.view.glyphs.dot} "
        if isinstance(value, AgentSession):
            key = agent_key(value)
            session = self.overview.by_key.get(key, value)
            others = sum(each.cwd == session.cwd and not is_quiet(each) for each in self.overview.sessions) - 1
            title = dot.join(filter(None, (session.repository, session.agent, session.title)))
            return title, session_facts(session, now, way=self._way(session), others=0 if is_quiet(session) else others)
        if isinstance(value, Repository):
            told = [Fact("", f"{each.agent}  {each.title or each.id}") for each in value.sessions]
            return value.name, [Fact("Folder", from_home(value.root, self.view.home)), *told]
        if isinstance(value, tuple):
            return "Folded", [Fact(each.repository or "", f"{each.agent}  {each.title or each.id}") for each in value]
        return "Details", []

    def _way(self, session: AgentSession) -> str:
        """Where `g` lands; asked once for each session until it is another."""
        key = agent_key(session)
        if key not in self._ways and session.place is not None and self.app.sessions is not None:
            self._ways[key] = ""
            self._ask_way(session)
        return self._ways.get(key, "")

    @work(group="describing", exit_on_error=False)
    async def _ask_way(self, session: AgentSession) -> None:
        if self.app.sessions is not None:
            self._ways[agent_key(session)] = await asyncio.to_thread(self.app.sessions.describe, session)
            if self.session is not None and agent_key(self.session) == agent_key(session):
                self._describe()

    def _wait_for_minute(self) -> None:
        self.set_timer(60.2 - self.view.now().second, self._next_minute)

    def _next_minute(self) -> None:
        """All ages move on; where nobody pressed a key for a minute, rows are sorted in."""
        if monotonic() - self._touched >= _AWAY:
            self._here.frozen, self._keys_before = False, self.app.handed_out
        self._show()
        self._wait_for_minute()

    # The cursor

    @property
    def session(self) -> AgentSession | None:
        """The selected session, as it is now."""
        value = self._here.row.value if self._here.row is not None else None
        return self.overview.by_key.get(agent_key(value), value) if isinstance(value, AgentSession) else None

    def _moved(self, pane: SessionList) -> None:
        """The cursor is on another row, or in another list: the one it left is sorted anew."""
        self._touched = monotonic()
        if pane is self.focused and pane is not self._here:
            left, self._here = self._here, pane
            left.thaw()
            self._fit()
        if pane is self._here:
            self._describe()
            self.footer.reconsider()

    def action_pane(self, number: int) -> None:
        """Put the cursor in a list."""
        pane = self.lists[number - 1]
        pane.display = True
        self.set_focus(pane)

    # What the keys do

    def action_details(self) -> None:
        """Show the selected session whole, open the project, or list what is folded."""
        if not self.refuses("details"):
            self._here.action_open()

    @on(Pane.Opened)
    def _open(self, message: Pane.Opened) -> None:
        value = message.row.value
        if message.row.key == FOLD and isinstance(message.pane, SessionList):
            message.pane.unfolded = not message.pane.unfolded
            message.pane.fill_again()
            self._fit()
        elif isinstance(value, Repository):
            self._open_project(value.root)
        elif isinstance(value, AgentSession):
            dialog = SessionDialog(partial(self._told, value), self.view, lambda: go_word(self.app, self.session))
            self.app.push_screen(dialog, self._after_dialog)

    async def _after_dialog(self, wish: str | None) -> None:
        if wish is not None:
            await self.run_action(wish)

    def _open_project(self, root: str) -> None:
        """Open a project; the one that is behind this screen is there already."""
        self._remember()
        if self.app.project is not None and self.app.project.root == root and not self._is_first:
            self.dismiss()
        else:
            self.app.leave_for(Path(root))

    def action_answer(self) -> None:
        """Nothing is answered here."""
        self.refuses("answer")

    def action_go(self) -> None:
        """Go to the terminal of the selected session."""
        if not self.refuses("go"):
            go_to(self.app, self.session, self.view)

    def why_not_go(self) -> Words | None:
        """Why `g` goes nowhere."""
        return why_not_go(self.app, self.session)

    def action_copy(self) -> None:
        """Copy the command that goes there, or resumes; of one that runs where nobody can be taken, its terminal."""
        session = self.session
        if not self.refuses("copy") and session is not None:
            self.app.copy(printable(copied(session)))

    def action_dismiss_session(self) -> None:
        """Hide the selected session: a wait for half an hour, an ended turn or a failure until it speaks again; one
        that is hidden is shown again."""
        session = self.session
        if self.refuses("dismiss_session") or session is None:
            return
        if is_dismissed(session):
            self._show_again(session)
        else:
            self._dismiss(session, self.view.now() + _DISMISSED_FOR if session.state == "waits" else None)

    @work(group="writing", exit_on_error=False)
    async def _dismiss(self, session: AgentSession, until: datetime | None) -> None:
        day = "tomorrow " if until is not None and until.date() > self.view.now().date() else ""
        when = f"until {day}{until:%H:%M}" if until is not None else "until it speaks again"
        if self.app.sessions is not None and await self._written(partial(self.app.sessions.dismiss, session, until)):
            undoes = self.view.keys.get("change.undo", "u")
            say(self.app, f"Hidden {when}: {session.title or session.id}. {undoes} brings it back.")

    def action_undo(self) -> None:
        """Bring back what was dismissed last."""
        self._show_again(None)

    @work(group="writing", exit_on_error=False)
    async def _show_again(self, session: AgentSession | None) -> None:
        sessions = self.app.sessions
        if sessions is not None and (found := await self._written(partial(sessions.undo_dismissal, session))):
            [title] = found
            say(self.app, f"Shown again: {title}." if title else "Nothing is hidden.", warning=not title)

    async def _written(self, write: Callable[[], str | None]) -> tuple[str | None] | None:
        """What writing the list of dismissed sessions gives; None, and said, where that is refused."""
        try:
            found = await asyncio.to_thread(write)
        except CommandError as refusal:
            say(self.app, str(refusal), warning=True)
            return None
        self._look_again()
        return (found,)

    def _look_again(self) -> None:
        if self.app.source is not None:
            self.app.source.refresh()

    def action_more(self) -> None:
        """Everything else: how long to hide it, how the lists are shown, the project."""
        looks, session, choices = self.app.everywhere_looks, self.session, []
        if session is not None and self.why_not_dismiss_session() is None and not is_dismissed(session):
            choices += [Choice(key, f"Hide {words}", letter=letter) for key, words, letter in _SPANS]
        if session is not None and session.root is not None:
            choices.append(Choice("project", "Open the project", session.repository or "", letter="p"))
        choices += [Choice(name, undone if getattr(looks, name) else done, letter=letter)
                    for name, done, undone, letter in _LOOKS]  # fmt: skip
        title = (session.title or session.id) if session is not None else "Everywhere"
        self.app.push_screen(QuestionDialog(title, [], choices, self.view), partial(self._chosen, session))

    def _chosen(self, session: AgentSession | None, key: str | None) -> None:
        now = self.view.now()
        tomorrow = (now + timedelta(days=1)).replace(hour=_MORNING, minute=0, second=0)
        spans = {"half": now + _DISMISSED_FOR, "two": now + timedelta(hours=2), "tomorrow": tomorrow}
        if key in spans and session is not None:
            self._dismiss(session, spans[key])
        elif key == "project" and session is not None and session.root is not None:
            self._open_project(session.root)
        elif key is not None:
            looks = self.app.everywhere_looks
            self.app.everywhere_looks = looks._replace(**{key: not getattr(looks, key)})
            for each in self.lists:
                each.start_over()
            self._show()

    def why_not_in_project(self) -> Words:
        """Why what belongs to one project is not done here."""
        back = "" if self._is_last else f", or {self.view.keys.get('everywhere.leave', 'o')} to go back to yours"
        return by_key(f"This key works in a project. Press <row.more>, then p, to open that of the session{back}.",
                      self.view.keys)  # fmt: skip

    def action_in_project(self) -> None:
        """Say where the key works."""
        self.refuses("in_project")

    def action_filter(self) -> None:
        """Ask for a text and show only the sessions that contain it."""
        if not self.query(FilterInput):
            self.mount(FilterInput(self._here))

    def action_reload(self) -> None:
        """Look again, and sort in what is new."""
        self._here.thaw()
        self._here.frozen = True
        self._look_again()
        self._fit()

    def action_demo(self) -> None:
        """Leave for the demo."""
        if not self.refuses("demo"):
            self.app.leave_for("demo")

    def why_not_demo(self) -> Words | None:
        """The demo is offered where there is nothing else."""
        return (
            "The demo opens from a folder without agent state, or with `cockpit demo`."
            if self.overview.sessions
            else None
        )

    def action_help(self) -> None:
        """Which keys work here."""
        self.app.push_screen(HelpDialog(self._here, self.active_bindings, self.view, self.why_not))

    # Leaving

    def _remember(self) -> None:
        """Whoever comes back is at the same row."""
        self.app.everywhere_at = (self._here.NUMBER, self._here.row.key if self._here.row is not None else "")

    @property
    def _is_first(self) -> bool:
        """Whether nothing is behind this screen."""
        return len(self.app.screen_stack) < 2 or self.app.screen_stack[0] is self

    @property
    def _is_last(self) -> bool:
        """Whether the way here did not begin in a project."""
        return self._is_first or self.app.began_everywhere

    def action_leave(self) -> None:
        """Back to the project."""
        if not self.refuses("leave"):
            self._remember()
            self.dismiss()

    async def action_quit_here(self) -> None:
        """Back to the project; quit where there is none behind."""
        await self.app.run_action("quit") if self._is_last else self.action_leave()

    def action_back(self) -> None:
        """Drop the filter, else go back."""
        if self._here.rows.needle:
            self._here.filter("")
        elif not self._is_first:
            self.action_leave()

    # Why a key cannot act now

    def why_not_details(self) -> Words | None:
        """Why there is nothing to show."""
        return None if self._here.row is not None else "No row is selected."

    def why_not_copy(self) -> Words | None:
        """Why there is nothing to copy."""
        session = self.session
        if session is None:
            return "No row is selected."
        known = way_back(session) or session.pid or session.place is not None
        return None if known else as_message("Nothing is known of its terminal.")

    def why_not_answer(self) -> Words | None:
        """Why `a` answers nothing here."""
        return as_message(f"{self.view.keys.get('row.go', 'g')} goes to its terminal; nothing is approved here.")

    def why_not_dismiss_session(self) -> Words | None:
        """Why there is nothing to dismiss."""
        session = self.session
        if (why := self.why_not_undo()) is not None:
            return why
        wants = session is not None and (session.needs_you is not None or session.may)
        return None if wants and session is not None and not is_quiet(session) else as_message("Nothing to hide.")

    def why_not_undo(self) -> Words | None:
        """Why nothing is hidden or brought back."""
        sessions = self.app.sessions
        return None if sessions is not None else "Not available now."

    def why_not_leave(self) -> Words | None:
        """Why there is nothing to go back to."""
        quits = self.view.keys.get("app.quit-here", "q")
        return as_message(f"No project is behind this screen; {quits} quits.") if self._is_first else None

    def named(self, action: str, word: str) -> str:
        """What the footer calls a key on the selected row."""
        row = self._here.row
        if action == "dismiss_session" and self.session is not None and is_dismissed(self.session):
            return "show"
        if action == "details" and row is not None:
            return {Repository: "open", tuple: "list them"}.get(type(row.value), word)
        if action == "go":
            return go_word(self.app, self.session) or word
        return "back" if action == "quit_here" and not self._is_last else word


def _style_of(words: str) -> str:
    """The style of a count in the header."""
    if words.endswith(("need you", "needs you")) and "may" not in words:
        return "alert"
    return "warning" if words.endswith(("may need you", "not visible")) else "muted"


_SPANS = (("half", "for 30 minutes", "h"), ("two", "for 2 hours", "2"), ("tomorrow", "until tomorrow", "t"))
_LOOKS = (
    ("by_repository", "Group by repository", "Group by need alone", "r"),
    ("hides_requests", "Hide what they want", "Show what they want", "w"),
    ("ignores_unfinished", "Do not count unfinished turns", "Count unfinished turns", "n"),
    ("lists_hidden", "List the hidden ones", "Do not list the hidden ones", "i"),
)
"""What can be chosen of the lists: its name, what chooses it, what takes that back, its letter."""
