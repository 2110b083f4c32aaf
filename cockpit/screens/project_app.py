"""What every screen knows of the application: the project, how it may be changed, the colours, and saying something."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from pathlib import Path
from threading import Lock
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Literal, Protocol

from textual import events
from textual.content import Content
from textual.message import Message
from textual.notifications import SeverityLevel
from textual.reactive import reactive
from textual.screen import Screen
from textual.theme import Theme

from cockpit.actions.demo import Sample
from cockpit.actions.settings import USUAL, Settings
from cockpit.model import CommandLimits, Project
from cockpit.model.state import Surroundings
from cockpit.screens.faults import Faults
from cockpit.screens.typed_ahead import TypedAhead
from cockpit.values import dataclass
from themes import catalog, loader
from widgets.footer import GLANCE, Said

if TYPE_CHECKING:
    from cockpit.actions.resuming import Preflight
    from cockpit.actions.taken_back import TakenBack
    from cockpit.rules.wording import AgentRan


class Source(Protocol):
    """Where projects come from: `cockpit.actions.observe.Observer`, or a fake in tests."""

    surroundings: Surroundings
    """What is known beside the project that was told last."""

    def start(self) -> None:
        """Begin to follow the files; projects may arrive from any thread."""

    def refresh(self) -> None:
        """Read what changed."""

    def reload(self) -> None:
        """Search and read everything again."""

    def stop(self) -> None:
        """Stop following."""


@dataclass(frozen=True, slots=True)
class Ran:
    """An agent that was run from here, and how everything stood right before."""

    ran: "AgentRan"
    before: "Preflight"


@dataclass(frozen=True, slots=True)
class Left:
    """Where a person left the wizard: at which step, and which steps they had seen."""

    step: str | None = None
    seen: frozenset[str] = frozenset()


class ProjectApp(Faults, TypedAhead):
    """An application that shows one project. Every new snapshot replaces `project`.

    `settings` are the person's, with what the command line says otherwise; `limits` are those of the command line.
    `review` shows each diff first; a key turns it on and off. The first of `said` stands in the message line, what
    waits to be said behind it; `taken_back` are the changes that another program took back, by the last look.
    """

    project: reactive[Project | None] = reactive(None)
    surroundings: reactive[Surroundings] = reactive(Surroundings())
    said: reactive[tuple[Said, ...]] = reactive(())
    review: reactive[bool] = reactive(False)
    taken_back: reactive[tuple["TakenBack", ...]] = reactive(())
    source: Source | None = None
    limits: CommandLimits = MappingProxyType({})
    home = ""
    """The person's home folder, which is written `~`."""
    sample: Sample | None = None
    """What is the demo's alone; None elsewhere."""
    wizards_left: dict[str, Left]
    """Where the wizard of each track was left without a change, by its key; a draft knows its step itself."""
    agents_ran: dict[str, Ran]
    """The agent that was run last for each track, by its key."""
    resumed_at: dict[tuple[str, str | None], str]
    """The line of the checklist that was selected last, by the track and the time of its handoff."""
    remember_theme: Callable[[str], str | None] | None = None
    """Keeps the theme a person chose for the next time; answers with a sentence where it does not."""

    class Saying(Message):
        """Something is to be said."""

        def __init__(self, said: Said) -> None:
            super().__init__()
            self.said = said

    def __init__(self, settings: Settings = USUAL, theme_folder: Path | None = None) -> None:
        self.settings = settings
        self._theme_folders = [theme_folder] if theme_folder is not None else []
        self._chosen, self._remembering = "", Lock()
        self._pressed = 0.0
        super().__init__()
        self.review = settings.review

    def on_mount(self) -> None:
        """What was said on one screen is no matter of the next."""
        self.screen_change_signal.subscribe(self, self._turned)

    # Saying something

    def notify(
        self,
        message: str,
        *,
        title: str = "",
        severity: SeverityLevel = "information",
        timeout: float | None = None,
        markup: bool = True,
    ) -> None:
        """Say something in the message line, from any thread.

        A warning or an error without a `timeout` stays until a key is pressed, and so does what shall stay for ever
        (`inf` seconds); anything else is there for as long as reading takes.
        """
        text = Content.from_markup(message).plain if markup else message
        warning = severity != "information"
        stays = timeout == inf or (warning and timeout is None)
        self.post_message(self.Saying(Said(f"{title} {text}" if title else text, monotonic(), stays, warning)))

    def say_done(self, text: str, hint: str, turns: tuple[Literal["undo", "redo"], int] | None, *, stays: bool) -> None:
        """Say that something was done. The `hint`, a part of the text, says which key `turns` which entry of the
        journal; it goes when the key no longer does.
        """
        self.post_message(self.Saying(Said(text, monotonic(), stays, hint=hint, turns=turns)))

    def on_project_app_saying(self, message: Saying) -> None:
        """Put it in the place of what was said before; behind a warning that nobody has read it waits."""
        said = message.said
        self._say((*(each for each in self.said if each.unread and each.text != said.text), said))

    def _say(self, said: Sequence[Said]) -> None:
        """Let these be said, one after the other; the time of one begins when its turn comes."""
        if not said or said[0] in self.said[:1]:
            self.said = tuple(said)
            return
        first = replace(said[0], at=monotonic())
        self.said = (first, *said[1:])
        if not first.stays:
            self._drop_after(first.seconds, first)

    def hold_to(self, so: Callable[[Literal["undo", "redo"], int], bool]) -> None:
        """Take back what was said of a key that turns something else by now: where it is not `so`."""
        held: list[Said] = []
        for each in self.said:
            if each.turns is None or so(*each.turns):
                held.append(each)
            elif each.stays:  # the rest of it was perhaps not read
                held.append(replace(each, text=each.text.replace(each.hint, ""), hint="", turns=None))
        if len(held) < len(self.said):
            self._say(held)
        else:
            self.said = tuple(held)

    async def on_event(self, event: events.Event) -> None:
        """A key or a click says that what stays was read."""
        if isinstance(event, events.Key | events.MouseDown) and not event.is_forwarded:
            self._pressed = monotonic()
            for said in self.said[:1]:
                if said.stays or said.warning:
                    self._drop_after(min(said.seconds, GLANCE), said)
        await super().on_event(event)

    def _drop_after(self, seconds: float, said: Said) -> None:
        left = said.at + seconds - monotonic()
        if left > 0:
            self.set_timer(left, partial(self._drop, said))
        else:
            self._drop(said)

    def hush(self) -> None:
        """What was said before the last key or click is over: its matter is, or the person looks at something else.

        A warning that nobody can have read stays.
        """
        now = monotonic()
        self._say(
            [each for each in self.said if each.at >= self._pressed or (each.stays and now < each.at + each.seconds)]
        )

    def _turned(self, _screen: Screen[object]) -> None:
        self.hush()

    def _drop(self, said: Said) -> None:
        self._say([each for each in self.said if each is not said])

    def toggle_review(self) -> None:
        """Show diffs before they are written, or no longer."""
        self.review = not self.review
        self.notify("Each diff is shown first." if self.review else "Changes are written at once.")

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
            sentence = self.remember_theme(self._chosen) if self.remember_theme is not None else None
        if sentence is not None:
            self.notify(sentence, severity="warning", markup=False)

    def show_theme(self, name: str) -> bool:
        """Change the colours. A theme that cannot be used is said, and nothing changes: then False."""
        try:
            self.take_theme(name)
        except loader.ThemeError as error:
            self.notify(str(error), severity="warning", markup=False)
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
