"""Dialogs over the dashboard: a row whole, the keys that work here, the tracks."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.screen import ModalScreen

from cockpit.model import Project, Track
from widgets.choice import Choice, ChoiceList
from widgets.detail import Detail
from widgets.facts import Fact, facts
from widgets.pane import Pane, View

T = TypeVar("T")


class DialogScreen(ModalScreen[T]):
    """A dialog that any of the usual keys closes, and a click beside it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "dismiss", "Close", show=False, id="dialog.close"),
    ]

    def on_click(self, event: events.Click) -> None:
        """A click beside the dialog closes it."""
        if event.widget is self:
            self.dismiss()


class DetailDialog(DialogScreen[None]):
    """One row whole. It follows the row while the files change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "dismiss", "Close", show=False),
        Binding("down,j", "scroll(1)", "Down", show=False),
        Binding("up,k", "scroll(-1)", "Up", show=False),
    ]

    def __init__(self, pane: Pane, key: str, view: View) -> None:
        super().__init__()
        self._pane = pane
        self._key = key
        self._view = view

    def compose(self) -> ComposeResult:
        """The one widget."""
        yield Detail(self._view, focusable=True)

    def on_mount(self) -> None:
        """Show the row, and follow it."""
        self._refresh_facts()
        self.query_one(Detail).border_subtitle = "Esc closes"
        self.watch(self.app, "project", self._refresh_facts, init=False)

    def _refresh_facts(self) -> None:
        row = next((row for row in self._pane.rows.all if row.key == self._key), None)
        shown = facts(row.value, self._view.now()) if row else [Fact("", "This is no longer in the files.", "muted")]
        fit(self.query_one(Detail), self._pane.title_of(row), shown)

    def action_scroll(self, step: int) -> None:
        """Scroll a text that is longer than the dialog."""
        self.query_one(Detail).scroll_relative(y=step, animate=False)


class HelpDialog(DialogScreen[None]):
    """What the focused pane shows, and the keys that work there, taken from the bindings themselves."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,f1,enter", "dismiss", "Close", show=False)]

    def __init__(
        self,
        pane: Pane | None,
        active: Mapping[str, ActiveBinding],
        view: View,
        why_not: Callable[[str], str | None],
    ) -> None:
        super().__init__()
        self._why_not = why_not
        self._pane = pane
        self._active = active
        self._view = view

    def compose(self) -> ComposeResult:
        """The one widget."""
        yield Detail(self._view, focusable=True)

    def on_mount(self) -> None:
        """Show the help."""
        about = [Fact("", self._pane.HELP)] if self._pane is not None else []
        title = f"Help: {self._pane.HEADING}" if self._pane is not None else "Help"
        fit(self.query_one(Detail), title, [*about, *self._keys()])
        self.query_one(Detail).border_subtitle = "Esc closes"

    def _keys(self) -> Iterator[Fact]:
        """The keys by purpose: what acts here, how to move, where the panes are, the program."""
        for purpose, prefix in (
            ("Answering", "answer."),
            ("Here", "dashboard."),
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
                text = binding.tooltip or binding.description
                named.setdefault((text, why), []).append(self.app.get_key_display(binding))
        for (text, why), keys in named.items():
            style, key_style = ("muted", "muted") if why else ("text", "key")
            yield Fact(" ".join(dict.fromkeys(keys)), f"{text}. {why}" if why else text, style, key_style)


class TracksDialog(DialogScreen[str]):
    """The tracks of the project; Enter chooses one."""

    def __init__(self, project: Project, current: Track | None, view: View) -> None:
        super().__init__()
        self._project = project
        self._current = current
        self._view = view

    def compose(self) -> ComposeResult:
        """The list."""
        dot = self._view.glyphs.dot
        choices = [
            Choice(track.key, track.title or "Untitled", f"{track.system} {dot} {track.path}")
            for track in self._project.tracks
        ]
        yield ChoiceList("Tracks", choices, self._current.key if self._current else None, self._view)

    def on_choice_list_chosen(self, message: ChoiceList.Chosen) -> None:
        """Close with the choice."""
        self.dismiss(message.key)


def fit(detail: Detail, title: str, shown: Sequence[Fact]) -> None:
    """Show facts in a dialog just as high as they need."""
    detail.show(title, shown)
    width = min(100, int(detail.app.size.width * 0.9)) - 2
    detail.styles.height = min(detail.wanted_height(width) + 2, int(detail.app.size.height * 0.9))
