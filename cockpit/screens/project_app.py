"""What every screen knows of the application: the project, how it may be changed, the colours, and saying something."""

import asyncio
import os
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cached_property, partial
from math import inf
from pathlib import Path
from threading import Lock
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Protocol

from rich.console import RenderableType
from textual import events
from textual.app import App
from textual.content import Content
from textual.message import Message as Event
from textual.notifications import SeverityLevel
from textual.reactive import reactive
from textual.screen import Screen
from textual.theme import Theme
from textual.widget import Widget

from cockpit.model import CommandLimits, Project
from cockpit.model.state import Snapshot, WriteMode
from cockpit.project.demo import Sample
from cockpit.project.settings import USUAL, Settings
from cockpit.screens.form_drafts import FormDrafts
from cockpit.screens.mixin import Faults
from cockpit.themes import catalog, loader
from cockpit.values import dataclass
from cockpit.widgets.by_key import by_key
from cockpit.widgets.footer import GLANCE, StatusMessage
from cockpit.widgets.painting import Painted, selected_text
from cockpit.widgets.view import AS_THEY_ARE
from cockpit.wording.messages import Message, Words

if TYPE_CHECKING:
    from cockpit.project.history import UndoStatus
    from cockpit.project.load import ProjectReading
    from cockpit.project.seen_changes import SeenChanges
    from cockpit.project.sessions import Sessions
    from cockpit.project.workspace import Workspace
    from cockpit.screens.history_service import HistoryService


# A key counts only for the screen and the row that it was pressed on

LONGEST = 1.0
"""Seconds. No key waits longer for what is read or written: nothing that lasts may keep a person from leaving it."""
OPENING = frozenset({"turning", "writing", "beginning", "entering"})
"""The groups of workers that may end in a dialog, or in something to type into."""


_WHATEVER_ROW = ("app.", "pane.")
"""How the ids of bindings begin that do the same whatever row is selected."""


@dataclass(slots=True)
class _Key:
    """A key under way: the screen that was there, the widget it was given to, whether what it sent has arrived, too,
    and whether it waits for a worker."""

    screen: Screen[object]
    way: Widget
    has_effect: bool = False
    waits: bool = False


class TypedAhead(App[None]):
    """An app whose keys wait for each other."""

    class Handled(Event):
        """Sent after a key on the same way, twice: when it arrives, the key has been everywhere, then what the key
        made its widget send."""

        def __init__(self, key: _Key) -> None:
            super().__init__()
            self.key = key

    _typed: deque[events.Key | events.Paste]
    handed_out = 0
    """How many keys, pastes and clicks were handed out: what is still to come of an earlier one comes unasked."""
    _under_way: _Key | None = None
    _opening: asyncio.Future[list[object]] | None = None
    _up_since: float = 0.0
    """When the screen that is there came up (monotonic); no time at all while it is still opening."""

    def __init__(self) -> None:
        super().__init__()
        self._typed = deque()

    def on_mount(self) -> None:
        """Notice when another screen comes up."""
        self.screen_change_signal.subscribe(self, self._opens, immediate=True)

    def _opens(self, screen: Screen[object]) -> None:
        self._up_since = inf
        screen.call_after_refresh(self._is_up, screen)  # where nothing of it had to be painted
        if self._under_way is not None:  # it may be waiting for a refresh of the screen that was there before
            self.call_later(self._look, self._under_way)

    def _is_up(self, screen: Screen[object]) -> None:
        if self._up_since == inf and self.screen_stack and screen is self.screen:
            self._up_since = monotonic()

    def _display(self, screen: Screen[object], renderable: RenderableType | None) -> None:
        if renderable is not None:
            self._is_up(screen)
        super()._display(screen, renderable)

    async def on_event(self, event: events.Event) -> None:
        """A key that comes while another is under way waits."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            self.handed_out += isinstance(event, events.MouseDown)
            await super().on_event(event)
            return
        self._typed.append(event)
        if self._under_way is None:
            await self._hand_out()

    async def _hand_out(self) -> None:
        if self._under_way is not None or not self._typed or not self.screen_stack:
            return
        if not self._counts(self._typed[0]):
            self._forget_typed()
            return
        way = self.focused or self.screen
        key = self._under_way = _Key(self.screen, way)
        self._go_on_later(key)
        self.handed_out += 1
        await super().on_event(self._typed.popleft())
        if not way.post_message(self.Handled(key)):
            self._go_on(key)

    @property
    def has_typed_ahead(self) -> bool:
        """Whether keys wait for what an earlier one does."""
        return bool(self._typed)

    def _counts(self, event: events.Key | events.Paste) -> bool:
        """Whether what is there was there when a key was pressed; text counts for the field that is there now, a letter
        for the menu that an earlier key opened, and a key that goes to another pane or screen whatever row came."""
        key, character = (event.key, event.character) if isinstance(event, events.Key) else ("a", "a")
        if self.focused is not None and self.focused.check_consume_key(key, character):
            return True
        if key in getattr(self.screen, "menu_letters", ()):
            return True
        if event.time < self._up_since:
            return False
        bound = self.screen.active_bindings.get(key)
        if bound is not None and (bound.binding.id or "").startswith(_WHATEVER_ROW):
            return True
        lists = (each for each in self.screen.query(Painted) if each.marks_cursor)
        return event.time >= max((each.turned_at for each in lists), default=0.0)

    def _forget_typed(self) -> None:
        """Forget what was typed and is not handed out yet."""
        if self._typed:
            self._typed.clear()
            self.notify(
                "Keys pressed before this screen appeared were ignored. Press the key again.",
                severity="warning",
                timeout=GLANCE,
            )

    def on_typed_ahead_handled(self, message: Handled) -> None:
        """The key has been everywhere; what its widget sent for it, such as the end of a line, comes behind."""
        key = message.key
        if not key.has_effect:
            key.has_effect = True
            if key.way.post_message(self.Handled(key)):
                return
        self._look(key)

    def _look(self, key: _Key) -> None:
        """Go on once nothing is opening any more and the screen that is there has come up."""
        if key is not self._under_way or not self.screen_stack:
            return
        opening = [each.wait() for each in self.workers if each.group in OPENING and not each.is_finished]
        key.waits = bool(opening)
        if opening:
            self._opening = asyncio.gather(*opening, return_exceptions=True)
            self._opening.add_done_callback(lambda _: self._look(key))
            return
        if self.screen is not key.screen:
            key.screen = key.way = self.screen
            if self.screen.post_message(self.Handled(key)):  # it comes back when that screen has come up
                return
        if not self.screen.call_after_refresh(self._go_on, key):
            self._go_on(key)

    def _go_on_later(self, key: _Key) -> None:
        asyncio.get_running_loop().call_later(LONGEST, self._leave_behind, key)

    def _leave_behind(self, key: _Key) -> None:
        """Let a person go on beside what lasts; what they typed for what it opens is for nothing else."""
        if key is not self._under_way:
            return
        if key.way.is_running and not key.waits:  # a busy machine: the key is still on its way
            self._go_on_later(key)
            return
        self._forget_typed()
        self._go_on(key)

    def _go_on(self, key: _Key) -> None:
        if key is self._under_way:
            self._under_way = None
            if self._typed:
                self.call_later(self._hand_out)


class SnapshotSource(Protocol):
    """Where snapshots come from: `cockpit.project.observe.Observer`, or a fake in tests."""

    @property
    def reading(self) -> "ProjectReading | None":
        """The project as it is kept in view, for who changes it; None where there is none."""

    def start(self) -> None:
        """Begin to follow the files; snapshots may arrive from any thread."""

    def refresh(self) -> None:
        """Read what changed."""

    def reload(self) -> None:
        """Search and read everything again."""

    def stop(self) -> None:
        """Stop following."""


@dataclass(frozen=True, slots=True)
class WizardPosition:
    """Where a person left the wizard: at which step, and which steps they had seen."""

    step: str | None = None
    seen: frozenset[str] = frozenset()


class ProjectApp(Faults, TypedAhead):
    """An application that shows one project, as its newest `snapshot` says. `history` keeps up with what was done.

    `settings` are the person's, with what the command line says otherwise; `limits` are those of the command line.
    The first of `said` is in the message line, what waits to be said behind it.
    """

    snapshot: reactive[Snapshot] = reactive(Snapshot, repaint=False)
    said: reactive[tuple[StatusMessage, ...]] = reactive((), repaint=False)
    undo_status: reactive["UndoStatus | None"] = reactive(None, repaint=False)
    """What undo and redo would do; None until it is known."""
    source: SnapshotSource | None = None
    history: "HistoryService"
    limits: CommandLimits = MappingProxyType({})
    home = ""
    """The person's home folder, which is written `~`."""
    sample: Sample | None = None
    """What is the demo's alone; None elsewhere."""
    wizard_positions: dict[str, WizardPosition]
    """Where the wizard of each track was left without a change, by its key; a draft knows its step itself."""
    resumed_at: dict[tuple[str, str | None], str]
    """The line of the checklist that was selected last, by the track and the time of its handoff."""
    looks_at_agents = False
    """Whether sessions of agents are looked for."""
    sessions: "Sessions | None" = None
    """What can be done about sessions of agents; None where nothing can."""
    ends_after_going: bool = False
    """Whether the program ends once it has brought a person to a session."""
    everywhere_at: tuple[int, str] | None = None
    """The list and the row that were selected last among the sessions of the machine."""
    began_everywhere = False
    """Whether the project was opened from all sessions."""
    everywhere_looks = AS_THEY_ARE
    """How a person wants their lists."""
    recent: Sequence[str] = ()
    """The folders of the projects that were opened before, the newest first."""
    next_project: Path | Literal["demo"] | None = None
    """What is opened once this program has ended; None where that was all."""
    remember_theme: Callable[[str], Words | None] | None = None
    """Keeps the theme a person chose for the next time; says why where it does not."""

    class Saying(Event):
        """Something is to be said."""

        def __init__(self, said: StatusMessage) -> None:
            super().__init__()
            self.said = said

    def __init__(self, settings: Settings = USUAL, theme_folder: Path | None = None) -> None:
        self.settings = settings
        self._theme_folders = [theme_folder] if theme_folder is not None else []
        self._chosen, self._remembering = "", Lock()
        self._at_key: StatusMessage | None = None
        """What was said when a key or the mouse was pressed last."""
        self._glanced: StatusMessage | None = None
        """What was there for a glance at least."""
        super().__init__()
        self.form_drafts = FormDrafts(self)
        mode: WriteMode = "read-only" if settings.read_only else "review" if settings.review else "at-once"
        self.set_reactive(ProjectApp.snapshot, Snapshot(write_mode=mode))

    def on_mount(self) -> None:
        """What was said on one screen is no matter of the next."""
        self.screen_change_signal.subscribe(self, self._turned)

    @cached_property
    def seen_changes(self) -> "SeenChanges":
        """What was seen to happen since the program began."""
        from cockpit.project.seen_changes import SeenChanges  # the first frame does not wait for it

        return SeenChanges()

    def on_unmount(self) -> None:
        """Whatever ends the program, what was typed into forms is kept."""
        self.form_drafts.at_the_end()

    @property
    def project(self) -> Project | None:
        """The project as it was read last; None while it is still being read."""
        return self.snapshot.project

    @property
    def review(self) -> bool:
        """Whether each diff is shown before it is written; a key turns it on and off."""
        return self.snapshot.write_mode == "review"

    def workspace(self, now: datetime) -> "Workspace":
        """On whose behalf files are changed from here."""
        from cockpit.project.workspace import Workspace

        return Workspace(
            root=Path(self.project.root) if self.project is not None else Path(),
            now=now.astimezone(UTC),
            read_only=self.settings.read_only,
            allow_agents=self.settings.allow_agents,
            options=self.settings.reading(self.limits),
            reading=self.source.reading if self.source is not None else None,
        )

    @property
    def shown_keys(self) -> Mapping[str, str]:
        """The keys by their actions, as messages name them."""
        return {}

    def leave_for(self, project: Path | Literal["demo"]) -> None:
        """End, and open another project then."""
        self.next_project = project
        self.exit()

    # Saying something

    def notify(
        self,
        message: Words,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = False,
    ) -> None:
        """Say something in the message line, from any thread, with keys in place of commands.

        A warning or an error without a `timeout` stays until a key is pressed, and so does what shall stay for ever
        (`inf` seconds); anything else is there for as long as reading takes.
        """
        text = by_key(Content.from_markup(str(message)).plain if markup else message, self.shown_keys)
        warning = severity != "information"
        stays = timeout == inf or (warning and timeout is None)
        self.post_message(self.Saying(StatusMessage(f"{title} {text}" if title else text, stays, warning)))

    # Copying

    def copy_to_clipboard(self, text: str) -> None:
        """Ask the terminal, then the programs that copy here: no terminal tells whether it does, and tmux by itself
        lets no program ask. Where tmux is asked, the terminal is only if it refuses, or tmux keeps it twice."""
        if os.environ.get("TMUX"):
            self._clipboard = text
        else:
            super().copy_to_clipboard(text)
        self.run_worker(partial(self._give_to_programs, text), thread=True, group="clipboard", exit_on_error=False)

    def _give_to_programs(self, text: str) -> None:
        from cockpit.screens.terminal_notices import put_on_clipboards  # the first frame does not wait for it

        if not put_on_clipboards(text, os.environ) and os.environ.get("TMUX"):
            self.call_from_thread(super().copy_to_clipboard, text)

    def copy(self, text: str, purpose: str = "", then: str = "") -> None:
        """Copy a harmless text, and say so."""
        self.copy_to_clipboard(text)
        first, *more = text.strip().splitlines()
        shown = f"{first[:60]}…" if more or len(first) > 60 else first
        self.notify(f"Copied{purpose}: {shown}{then}")

    def on_text_selected(self) -> None:
        """Copy what was selected with the mouse; it stays marked until the next click."""
        if text := selected_text(self.screen):
            lines = text.count("\n") + 1
            self.copy(text, f" {lines} lines" if lines > 1 else "")
        else:
            self.screen.clear_selection()

    def unsay(self, text: str) -> None:
        """Say it no longer: it is over."""
        self._say([each for each in self.said if each.text != text])

    def on_project_app_saying(self, message: Saying) -> None:
        """Put it in the place of what was said before; behind a warning that nobody has read it waits."""
        said = message.said
        self._say((*(each for each in self.said if each.unread and each.text != said.text), said))

    def _say(self, said: Sequence[StatusMessage]) -> None:
        """Let these be said, one after the other; the time of one begins when its turn comes."""
        turn = bool(said) and said[0] not in self.said[:1]
        self.said = tuple(said)
        if turn:
            first = said[0]
            self.set_timer(GLANCE, partial(self._was_glanced_at, first))
            if not first.stays:
                self.set_timer(first.seconds, partial(self._drop, first))

    async def on_event(self, event: events.Event) -> None:
        """A key or a click says that what stays was read."""
        if isinstance(event, events.Key | events.MouseDown) and not event.is_forwarded:
            self._at_key = next(iter(self.said), None)
            self._drop_read()
        await super().on_event(event)

    def _was_glanced_at(self, said: StatusMessage) -> None:
        self._glanced = said
        self._drop_read()

    def _drop_read(self) -> None:
        """Drop what stays until a key once one was pressed, but not before somebody could glance at it."""
        said = self._at_key
        if said is not None and said is self._glanced and (said.stays or said.warning):
            self._drop(said)

    def dismiss_read(self) -> None:
        """What was there at the last key or click is over: its matter is, or the person looks at something else.

        A warning that nobody can have read stays.
        """
        said = self._at_key
        if said is not None and (said is self._glanced or not said.stays):
            self._drop(said)

    def _turned(self, _screen: Screen[object]) -> None:
        self.dismiss_read()

    def _drop(self, said: StatusMessage) -> None:
        self._say([each for each in self.said if each is not said])

    def toggle_review(self) -> None:
        """Show diffs before they are written: on or off."""
        self.snapshot = replace(self.snapshot, write_mode="at-once" if self.review else "review")
        self.notify(
            "Confirm diffs: on. Each change is shown before it is written."
            if self.review
            else "Confirm diffs: off. Changes are written at once."
        )

    # Colours

    def theme_names(self) -> list[str]:
        """Cockpit's themes and the person's own."""
        return catalog.names(*self._theme_folders)

    def choose_theme(self, name: str) -> None:
        """Change the colours as the person chose just now, and remember it for the next time."""
        if self.show_theme(name) and self.remember_theme is not None:
            self._chosen = name
            self.run_worker(self._remember, thread=True, group="remembering", exit_on_error=False)

    def _remember(self) -> None:
        with self._remembering:  # of several choices the last one is written last
            refusal = self.remember_theme(self._chosen) if self.remember_theme is not None else None
        if refusal is not None:
            self.notify(refusal, severity="warning", markup=False)

    def show_theme(self, name: str) -> bool:
        """Change the colours. A theme that cannot be used is said, and nothing changes: then False."""
        try:
            self.take_theme(name)
        except loader.ThemeError as error:
            self.notify(Message(error.code, error.text), severity="warning", markup=False)
            return False
        return True

    def begin_with_theme(self, name: str) -> None:
        """Take the colours to begin with; cockpit's own, and a sentence, where they cannot be used."""
        if not self.show_theme(name):
            self._use(loader.load(catalog.DEFAULT))

    def take_theme(self, name: str) -> None:
        """Change the colours to those that the theme's file names now. Raises ThemeError."""
        self._use(loader.load(name, *self._theme_folders))

    def _use(self, theme: Theme) -> None:
        self.register_theme(theme)
        if theme.name == self.theme:
            self.mutate_reactive(ProjectApp.theme)  # other colours under the same name
        self.theme = theme.name

    def refresh_css(self, animate: bool = True) -> None:
        """Style everything anew. Before the first screen there is nothing to style, only the colours to be known."""
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())
