"""The Textual application: holds the project, and hands every new snapshot to the screens."""

import asyncio
import gc
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime
from functools import partial
from math import inf
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Literal

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message as Event
from textual.screen import Screen
from textual.timer import Timer

from cockpit.model import CommandLimits, Project
from cockpit.model.errors import CommandError
from cockpit.model.sharing import share
from cockpit.model.state import Snapshot, Surroundings
from cockpit.project.demo import Sample
from cockpit.project.settings import USUAL, Settings
from cockpit.rules.thresholds.alert_state import alarms, heard_next
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.history_service import HistoryService
from cockpit.screens.keys import NO_KEY, chosen_keys, keys_by_action
from cockpit.screens.project_app import ProjectApp, SnapshotSource
from cockpit.themes import catalog
from cockpit.widgets.choice import Choice
from cockpit.widgets.header import from_home
from cockpit.widgets.painting import FALLBACKS
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import ASCII, UNICODE, View
from cockpit.wording.messages import Words
from cockpit.wording.printable import printable

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.driver import Driver

    from cockpit.rules.notices import Notices, WorkStatus
    from cockpit.screens.terminal_notices import TerminalNotices


# Quitting the program where a sample project would be deleted with that


def ask_to_leave(app: ProjectApp, view: View, sample: Sample, stay: Callable[[], None]) -> None:
    """Ask what becomes of the sample project, then quit; `stay` follows where the person stays."""
    from cockpit.screens.dialogs import QuitDialog

    where = f"The sample project is in {from_home(app.project.root, app.home)}." if app.project is not None else ""
    if sample.is_everywhere:
        where = f"The sample repositories are in {from_home(str(sample.root.parent), app.home)}."
    log = f"What happens in it is logged in {sample.log}."
    keeping = Fact("", "`cockpit demo --keep` keeps it without a question.", "muted")
    about = [*(Fact("", told) for told in (where, log) if told), Fact("", ""), keeping]
    choices = [Choice("keep", "Quit, and keep the sample project"), Choice("delete", "Quit, and delete it")]

    def chosen(way: str | None) -> None:
        if way is None:
            stay()
            return
        if way == "keep":
            sample.keep()
        app.exit()

    app.push_screen(QuitDialog("Quit the demo", about, choices, view), chosen)


# The title of the terminal's window: which project this is, and the title from before once the program ends

_KEEP, _GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
"""What makes a terminal remember its title, and take it again."""
_WITHOUT_TITLE = ("linux", "dumb")
"""Terminals that have none."""


class TerminalTitle:
    """Sets the title; `write` takes what goes to the terminal as it is."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._shown: str | None = None
        self._has_none = os.environ.get("TERM") in _WITHOUT_TITLE

    def show(self, text: str) -> None:
        """Show this; the text comes from files and folders, so what would act on the terminal is taken out."""
        text = printable(text)
        if self._has_none or text == self._shown:
            return
        kept = _KEEP if self._shown is None else ""
        self._shown = text
        self._write(f"{kept}\x1b]2;{text}\x07")

    def give_back(self) -> None:
        """Show again what was there before."""
        if self._shown is not None:
            self._write(_GIVE_BACK)
            self._shown = None


# What the program does, for a terminal that shows it: OSC 7501

_IGNORES_UNKNOWN = 5400
"""The version of VTE from which a terminal made with it does not print what it does not know: 0.54."""


class TerminalStatus:
    """Tells the terminal; `write` takes what goes there as it is. A multiplexer is asked itself: what the terminal
    around it answered would be typed in whichever pane has the focus.
    """

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._is_asked = self._is_shown = False
        self._told: str | None = None

    def ask(self) -> None:
        """Ask whether it shows what programs do."""
        version = os.environ.get("VTE_VERSION", "")
        prints_it = version.isdecimal() and int(version) < _IGNORES_UNKNOWN
        if not prints_it and os.environ.get("TERM") not in _WITHOUT_TITLE:
            self._is_asked = True
            self._write("\x1b]7501;?\x1b\\")

    def answered(self) -> None:
        """It does; what it answers to another program counts for nothing."""
        self._is_shown = self._is_asked

    def tell(self, state: "WorkStatus") -> None:
        """Tell this, where it is something else."""
        if self._is_shown and state != self._told:
            self._told = state
            self._report(state)

    def clear(self) -> None:
        """Take back what was told."""
        if self._told is not None:
            self._told = None
            self._report("clear")

    def _report(self, state: str) -> None:
        self._write(f"\x1b]7501;state={state}:app=cockpit\x1b\\")


_LOOKING = 1.0
"""Seconds between two looks whether the demo's agent has finished."""
OnSnapshot = Callable[[Snapshot], None]


def _everything() -> "type[Provider]":
    from cockpit.screens.palette import Everything

    return Everything


class CockpitApp(ProjectApp):
    """Cockpit in the terminal."""

    CSS_PATH = "app.tcss"
    TITLE = "Cockpit"
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+backslash"  # Ctrl+P stands on the dashboard, where the footer shows it
    COMMANDS: ClassVar[set["type[Provider] | Callable[[], type[Provider]]"]] = {_everything}
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit", "quit", show=False, priority=True, id="app.quit", tooltip="Quit, from anywhere"),
        Binding(
            "ctrl+z",
            "suspend_process",
            "suspend",
            show=False,
            priority=True,
            id="app.suspend",
            tooltip="Suspend cockpit, as the shell does",
        ),
        Binding("ctrl+c", "help_quit", show=False, system=True),
    ]

    class Loaded(Event):
        """A new snapshot of the project."""

        def __init__(
            self, project: Project | None, surroundings: Surroundings, everywhere: Project | None = None
        ) -> None:
            super().__init__()
            self.project, self.surroundings, self.everywhere = project, surroundings, everywhere

        def can_replace(self, message: Event) -> bool:
            """A newer snapshot makes an older one that still waits superfluous."""
            return isinstance(message, CockpitApp.Loaded)

    def __init__(
        self,
        observe: Callable[[OnSnapshot], SnapshotSource],
        *,
        now: Callable[[], datetime],
        settings: Settings = USUAL,
        limits: CommandLimits | None = None,
        track_key: str | None = None,
        start_at: str | None = None,
        theme_folder: Path | None = None,
        remember_theme: Callable[[str], Words | None] | None = None,
        home: str = "",
        sample: Sample | None = None,
        everywhere: bool = False,
    ) -> None:
        super().__init__(settings, theme_folder)
        self._observe = observe
        self.limits = limits or {}
        self.remember_theme = remember_theme
        self.home, self.sample = home, sample
        self.wizard_positions, self.resumed_at = {}, {}
        self._leaving, self._begins_everywhere, self._is_suspended = False, everywhere, False
        self._looking: Timer | None = None
        """Looks for the end of the demo; None where it was seen."""
        self._is_remembered = False
        self._newest: Project | None = None
        self._everywhere: Project | None = None
        chosen = chosen_keys(settings.keys, self.BINDINGS)
        self._track_key, self._start_at, self._problems = track_key, start_at, (*settings.problems, *chosen.problems)
        self._heard = alarms(None)
        self._notices: TerminalNotices | None = None
        self._noticed: Notices
        self._next_notice: Timer | None = None
        self._reports_focus = False
        """Whether the terminal has told of its focus: before, nobody knows whether the person looks at it."""
        self._title, self._status = TerminalTitle(self._write), TerminalStatus(self._write)
        self.set_keymap(chosen.keys)
        shown = {} if settings.read_only else keys_by_action(chosen.keys)
        self.view = View(now, ASCII if settings.ascii else UNICODE, keys=shown, home=home)
        self.history = HistoryService(self, self.view)
        self.set_class(settings.ascii, "-ascii")
        self.begin_with_theme(settings.theme or catalog.DEFAULT)

    @property
    def shown_keys(self) -> Mapping[str, str]:
        """The keys by their actions, as messages name them."""
        return self.view.keys

    def get_key_display(self, binding: Binding) -> str:
        """A key as a keyboard has it: `⏎`, `Esc`, `^Q`; by its name where no signs are to be; nothing for none."""
        if binding.key == NO_KEY:
            return ""
        sign = super().get_key_display(binding)
        if self.has_class("-ascii") and binding.key_display is None and not sign.isascii():
            sign = binding.key
        if len(sign) == 1:
            return sign
        parts = sign.upper() if sign.startswith("^") else sign
        return "+".join(f"{part[:1].upper()}{part[1:]}" for part in parts.split("+"))

    async def action_quit(self) -> None:
        """Close."""
        self._leave()

    def leave_for(self, project: Path | Literal["demo"]) -> None:
        """Close, and open another project then. From one of a sample to another nothing is left."""
        self.next_project = project
        if self.sample is not None and project != "demo" and self.sample.holds(project):
            self.exit()
        else:
            self._leave()

    def _leave(self) -> None:
        """Close; where a sample project would be deleted with that, ask first. A second time is an answer."""
        if self._leaving or self.sample is None or self.sample.stays():
            self.exit()
            return

        def stay() -> None:
            self._leaving, self.next_project = False, None

        self._leaving = True
        ask_to_leave(self, self.view, self.sample, stay)

    def action_command_palette(self) -> None:
        """Find actions, rows, documents and tracks."""
        from textual.command import CommandPalette

        if not CommandPalette.is_open(self):  # type: ignore[arg-type]  # any app
            self.push_screen(CommandPalette(placeholder="Find actions, rows, documents and tracks"))

    def begin_with(self, project: Project | None, surroundings: Surroundings | None = None) -> None:
        """Show this project in the first frame. None shows that it is still being read."""
        self._newest = project
        begun = replace(self.snapshot, project=project, surroundings=surroundings or Surroundings())
        self.set_reactive(CockpitApp.snapshot, begun)
        self._heard = alarms(project)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Cockpit's colours for themes that do not name them."""
        theme = self.current_theme
        plain = theme.foreground or theme.primary
        return {f"cockpit-{name}": getattr(theme, source, None) or plain for name, source in FALLBACKS.items()}

    def get_driver_class(self) -> "type[Driver]":
        """The one that gives the terminal back whatever signal comes."""
        from cockpit.screens.terminal_driver import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[None]:
        """The one dashboard, or the sessions of the whole machine."""
        if self._begins_everywhere:
            from cockpit.screens.everywhere import Everywhere

            return Everywhere(self.view)
        return Dashboard(self.view, self._track_key, self._start_at)

    def on_mount(self) -> None:
        """Say what was found wrong in the settings; begin to follow the files once the first frame is out."""
        for problem in self._problems:
            self.notify(problem, severity="warning", markup=False)
        if self._begins_everywhere and self.settings.notify != "off":
            self._status.ask()
        self._show_title()
        self._tell_needs()
        self.history.start()
        self.app_suspend_signal.subscribe(self, lambda _: self._suspend(), immediate=True)
        self.app_resume_signal.subscribe(self, lambda _: self._resume(), immediate=True)
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        if self.sample is not None:
            self._looking = self.set_interval(_LOOKING, partial(self._look_for_end, self.sample))
        self._remember_project()
        self.run_worker(self._start_source, thread=True, name="follow", exit_on_error=False)

    def _remember_project(self) -> None:
        """Remember once that a project was opened, as soon as it is read; the demo is none."""
        if self._is_remembered or self.sample is not None or self.project is None or not self.project.tracks:
            return
        from cockpit.project.settings import remember_project

        self._is_remembered = True
        self.run_worker(partial(remember_project, Path(self.project.root)), thread=True, exit_on_error=False)

    @work(group="end-of-demo", exclusive=True, exit_on_error=False)
    async def _look_for_end(self, sample: Sample) -> None:
        """Say once that the agent of the demo has finished: nothing more happens by itself."""
        if await asyncio.to_thread(sample.is_over) and self._looking is not None:
            self._looking.stop()
            self._looking = None
            quits = self.shown_keys.get("app.quit-here", "q")
            self.notify(
                f"The demo's story is over. Press {quits} to quit, then run `cockpit` in a project of your own.",
                timeout=inf,
            )

    def action_help_quit(self) -> None:
        """Say which key quits: Ctrl+C may have been meant to copy."""
        self.notify(f"Press {self.shown_keys.get('app.quit', '^Q')} to quit.")

    def _start_source(self) -> None:
        try:
            self.source = self._observe(self._from_any_thread)
            self.source.start()
        except CommandError as refusal:  # the folder went away meanwhile
            self.call_from_thread(self._give_up, str(refusal))
        finally:  # what the first frame and the first reading made lives as long as the program
            gc.freeze()
            gc.enable()

    def _give_up(self, sentence: str) -> None:
        from rich.text import Text  # a plain string would be read as markup

        self.exit(return_code=1, message=Text(f"cockpit: {printable(sentence)}"))

    def _from_any_thread(self, snapshot: Snapshot) -> None:
        """Hand it to the loop. What did not change stays the same object, so that nobody draws it again."""
        if snapshot.project is not None:
            self._newest = share(self._newest or snapshot.project, snapshot.project)
        if snapshot.everywhere is not None:
            self._everywhere = share(self._everywhere or snapshot.everywhere, snapshot.everywhere)
        if self._newest is not None or self._everywhere is not None:
            self.post_message(self.Loaded(self._newest, snapshot.surroundings, self._everywhere))

    def on_cockpit_app_loaded(self, message: Loaded) -> None:
        """Take over a new snapshot."""
        before, now = self.project, message.project
        others = message.everywhere is not self.snapshot.everywhere
        self.snapshot = replace(
            self.snapshot, project=now, surroundings=message.surroundings, everywhere=message.everywhere
        )
        self._remember_project()
        if now is not None:
            self._heard, rings = heard_next(self._heard, before, now)
            if self.settings.bell and rings:
                self.bell()
            if before is not None and now is not before:
                self.seen_changes.compare(before, now, self.view.now(), message.surroundings.written)
        if now is before and not others:  # something was done, and taken back before it was read
            self.history.look()

    def watch_snapshot(self) -> None:
        """Name the project in the terminal's title, and tell which sessions begin to need a person."""
        self._show_title()
        self._tell_needs()

    def on_app_focus(self) -> None:
        """The terminal reports whether it has the focus."""
        self._reports_focus = True

    def on_app_blur(self) -> None:
        """The same."""
        self._reports_focus = True

    def _tell_needs(self) -> None:
        """Tell it where the settings want that; again once time alone makes another notice due."""
        machine = self.snapshot.everywhere
        if self.settings.notify == "off" or machine is None or not self._has_terminal():
            return
        from cockpit.rules.notices import Notices, due, next_notices
        from cockpit.screens.terminal_notices import TerminalNotices

        if self._notices is None:
            self._notices = TerminalNotices(self._write, os.environ, self.settings.notify)
            self._noticed = Notices()
        sessions, now = [each for track in machine.tracks for each in track.agents], self.view.now()
        looks = self.app_focus and self._reports_focus
        self._noticed, notices = next_notices(self._noticed, sessions, now, looks)
        self._notices.show(notices)
        if self._next_notice is not None:
            self._next_notice.stop()
        at = due(self._noticed)
        waits = (at - now).total_seconds() if at is not None else 0
        self._next_notice = self.set_timer(waits + 0.05, self._tell_needs) if waits > 0 else None

    def _show_title(self) -> None:
        if self._begins_everywhere and self._has_terminal():
            from cockpit.rules.notices import status_of, title_of

            machine = self.snapshot.everywhere if self.settings.notify != "off" else None
            sessions = [each for track in machine.tracks for each in track.agents] if machine is not None else []
            self._title.show(title_of(sessions) or "cockpit everywhere")
            if machine is not None:
                self._status.tell(status_of(sessions))
            return
        if self.project is not None and self._has_terminal():
            around = self.snapshot.surroundings
            branch = f" ({around.branch})" if around.branch else ""
            self._title.show(f"cockpit {from_home(self.project.root, self.home)}{branch}")

    def on_reports_status(self) -> None:
        """The terminal shows what programs do: tell it."""
        self._status.answered()
        self._show_title()

    def _has_terminal(self) -> bool:
        """Whether what is written is shown: another program may have it, or the shell."""
        return self.is_running and not self._is_suspended

    def _suspend(self) -> None:
        self._is_suspended = True
        self._give_back_title()

    def _resume(self) -> None:
        self._is_suspended = False
        self._show_title()
        self._tell_needs()

    def _give_back_title(self) -> None:
        self._title.give_back()
        self._status.clear()
        if self._notices is not None:
            self._notices.clear()

    def _write(self, text: str) -> None:
        if self._driver is not None:
            self._driver.write(text)

    def on_unmount(self) -> None:
        """Stop following the files."""
        self._give_back_title()
        if self.source is not None:
            self.source.stop()
