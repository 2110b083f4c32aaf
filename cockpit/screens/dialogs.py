"""Dialogs over the dashboard: what they share, a row whole, the keys that work here, the tracks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget

from cockpit.model import Project, Track
from cockpit.rules.attention import standings
from cockpit.rules.printable import printable
from cockpit.screens.keys import key_in
from widgets.choice import ChoiceList
from widgets.detail import Detail
from widgets.footer import MessageLine
from widgets.painting import moving
from widgets.pane import Pane, View
from widgets.sheets import Fact, facts
from widgets.track_list import TrackList

T = TypeVar("T")

LOW = 20
"""Rows below which a dialog takes the whole height."""
NARROW = 60
"""Columns below which it takes the whole width."""


class DialogScreen(ModalScreen[T]):
    """A dialog that any of the usual keys closes, and a click beside it. It fits itself to the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", "Close", show=False, id="dialog.close"),
    ]
    WIDEST: ClassVar[int] = 100

    def on_mount(self) -> None:
        """Take the shape for the terminal, and give what is said a place."""
        self.mount(MessageLine())
        self.fit()

    def on_resize(self) -> None:
        """Take the shape for another size."""
        self.fit()

    def fit(self) -> None:
        """Take the shape for the size of the terminal."""

    @property
    def room(self) -> Size:
        """What is inside the frame of a dialog as large as the terminal allows; the last line is for messages."""
        width, height = self.app.size
        wide = width if width < NARROW else min(self.WIDEST, width * 9 // 10)
        return Size(wide - 2, (height - 1 if height < LOW else height * 9 // 10) - 2)

    def frame(self, widget: Widget, lines: int, columns: int | None = None) -> None:
        """Give a framed widget as much of the room as so many lines and columns need; the whole width where None."""
        widget.styles.width = min(columns or self.room.width, self.room.width) + 2
        widget.styles.height = min(lines, self.room.height) + 2

    def key_of(self, name: str) -> str:
        """The key of the action that the settings call so, in words."""
        return key_in(self.active_bindings, name)

    def action_close(self) -> None:
        """Close without a result."""
        self.dismiss()

    def on_click(self, event: events.Click) -> None:
        """A click beside the dialog closes it."""
        if event.widget is self:
            self.action_close()


class ReadingDialog(DialogScreen[T]):
    """A dialog that shows a text longer than itself: the same keys as in a pane move it."""

    BINDINGS: ClassVar[list[BindingType]] = [*moving("scroll")]

    def __init__(self, view: View) -> None:
        super().__init__()
        self.view = view

    def compose(self) -> ComposeResult:
        """The one widget."""
        yield Detail(self.view)

    def show(self) -> tuple[str, list[Fact]]:
        """The title and what stands below it."""
        return "", []

    @property
    def hint(self) -> str:
        """What the keys that end it do."""
        return f"{self.key_of('dialog.close')} closes"

    def fit(self) -> None:
        """As high as the text, where that fits."""
        detail = self.query_one(Detail)
        detail.show(*self.show())
        detail.border_subtitle = self.hint
        self.frame(detail, detail.wanted_height(self.room.width))

    def action_scroll(self, step: int) -> None:
        """Move the text by a line."""
        self.query_one(Detail).action_scroll(step)

    def action_page(self, direction: int) -> None:
        """Move it by what is in view."""
        self.query_one(Detail).action_page(direction)

    def action_edge(self, direction: int) -> None:
        """Move to its beginning or end."""
        self.query_one(Detail).action_edge(direction)


class DetailDialog(ReadingDialog[None]):
    """One row whole. It follows the row while the files change."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "close", "Close", show=False)]

    def __init__(self, pane: Pane, key: str, view: View) -> None:
        super().__init__(view)
        self._pane = pane
        self._key = key

    def on_mount(self) -> None:
        """Follow the row, and the ages in it."""
        self.watch(self.app, "project", self.fit, init=False)
        self.set_interval(60, self.fit)

    def show(self) -> tuple[str, list[Fact]]:
        """Everything known about the row."""
        row = next((row for row in self._pane.rows.all if row.key == self._key), None)
        gone = [Fact("", "This is no longer in the files.", "muted")]
        pane, view = self._pane, self.view
        return pane.title_of(row), facts(row.value, view.now(), track=pane.track, keys=view.keys) if row else gone


class AboutDialog(ReadingDialog[None]):
    """Where the project lies, and what the files say beyond the panes. It follows the track while they change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("i,enter", "close", "Close", show=False),
        Binding("y", "copy", "Copy", show=False, id="about.copy"),
    ]

    def __init__(
        self, track: Callable[[], Track | None], view: View, folder: str | None, beside: Callable[[], list[Fact]]
    ) -> None:
        """`folder` is the project's, `beside` what is known of it beside its files' text."""
        super().__init__(view)
        self._track = track
        self._folder = folder
        self._beside = beside

    def on_mount(self) -> None:
        """Follow the track."""
        self.watch(self.app, "project", self.fit, init=False)
        self.watch(self.app, "surroundings", self.fit, init=False)

    def show(self) -> tuple[str, list[Fact]]:
        """Everything known about the track that is no pane's."""
        track = self._track()
        gone = [Fact("", "This is no longer in the files.", "muted")]
        about = facts(track, self.view.now()) if track is not None else gone
        return "Everything else", [*self._beside(), Fact("", ""), *about]

    @property
    def hint(self) -> str:
        """What the keys do."""
        return f"{self.key_of('about.copy')} copies the folder, {super().hint}"

    def action_copy(self) -> None:
        """Copy the project's folder."""
        if self._folder is not None:
            folder = printable(self._folder)
            self.app.copy_to_clipboard(folder)
            self.notify(f"Copied: {folder}", markup=False)


_NOTHING_ELSE: Mapping[str, str] = {}


class HelpDialog(ReadingDialog[None]):
    """What the focused pane shows, and the keys that work there, taken from the bindings themselves."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,f1,enter", "close", "Close", show=False)]

    def __init__(
        self,
        pane: Pane | None,
        active: Mapping[str, ActiveBinding],
        view: View,
        why_not: Callable[[str], str | None],
        about: Sequence[Fact] = (),
        *,
        does: Mapping[str, str] = _NOTHING_ELSE,
    ) -> None:
        """`about` stands before the keys; `does` says what an action does here, where it is something else."""
        super().__init__(view)
        self._does = does
        self._about = about
        self._why_not = why_not
        self._pane = pane
        self._active = active

    def show(self) -> tuple[str, list[Fact]]:
        """The help."""
        about = [Fact("", self._pane.HELP)] if self._pane is not None else [*self._about]
        title = f"Help: {self._pane.HEADING}" if self._pane is not None else "Help"
        keys = list(self._keys())
        return title, [*about, *keys] if about else keys[1:]  # without its blank line

    def _keys(self) -> Iterator[Fact]:
        """The keys by purpose: what acts here, how to move, where the panes are, the program."""
        for purpose, prefix in (
            ("Answering", "answer."),
            ("Here", "dashboard."),
            ("Here", "ledger."),
            ("Here", "handoff."),
            ("Here", "resume."),
            ("Here", "prompt."),
            ("Moving", "cursor."),
            ("Panes", "pane."),
            ("Program", "app."),
        ):
            keys = list(self._keys_of(prefix))
            if keys:
                yield Fact("", "")
                yield Fact("", purpose, "strong")
                yield from keys

    def _keys_of(self, prefix: str) -> Iterator[Fact]:
        named: dict[tuple[str, str], list[str]] = {}
        for _node, binding, enabled, _tooltip in self._active.values():
            if binding.id and binding.id.startswith(prefix):
                why = self._why_not(binding.action) or ("" if enabled else "Not now.")
                text = self._does.get(binding.action) or binding.tooltip or binding.description
                named.setdefault((text, why), []).append(self.app.get_key_display(binding))
        for (text, why), keys in named.items():
            style, key_style = ("muted", "muted") if why else ("text", "key")
            yield Fact(" ".join(dict.fromkeys(keys)), f"{text}. {why}" if why else text, style, key_style)


class TracksDialog(DialogScreen[str]):
    """The tracks of the project, the worst first, as they stand now; Enter chooses one."""

    def __init__(self, project: Project, current: Track | None, view: View) -> None:
        super().__init__()
        self._project = project
        self._current = current
        self._view = view

    def compose(self) -> ComposeResult:
        """The list."""
        yield TrackList(standings(self._project), self._current.key if self._current else None, self._view)

    def on_mount(self) -> None:
        """Follow the files."""
        self.query_one(TrackList).border_subtitle = f"Enter goes there, {self.key_of('dialog.close')} closes"
        self.watch(self.app, "project", self._follow, init=False)

    def fit(self) -> None:
        """As high as the tracks, where they fit."""
        tracks = self.query_one(TrackList)
        self.frame(tracks, tracks.wanted_height)

    def _follow(self, project: Project | None) -> None:
        if project is not None:
            self.query_one(TrackList).follow(standings(project))
            self.fit()

    def on_choice_list_chosen(self, message: ChoiceList.Chosen) -> None:
        """Close with the choice."""
        self.dismiss(message.key)
