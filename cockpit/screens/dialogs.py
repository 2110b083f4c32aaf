"""Dialogs over the dashboard: what they share, a row whole, the keys that work here, the tracks."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import ClassVar, TypeVar

from rich.style import Style
from textual import events, on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widget import Widget
from textual.widgets import Input, Static

from cockpit.model import Project, Track
from cockpit.model.errors import CommandError
from cockpit.model.location import track_name
from cockpit.model.state import Snapshot
from cockpit.regex import regex
from cockpit.rules.attention import RankedTrack, rank_tracks
from cockpit.screens.acting import Answers, DiffLabels, Filled, Form, FormLine
from cockpit.screens.keys import key_in
from cockpit.screens.mixin import Faults
from cockpit.widgets.choice import Choice, ChoiceList
from cockpit.widgets.detail import Detail
from cockpit.widgets.footer import MessageLine
from cockpit.widgets.needs import style_of
from cockpit.widgets.painting import Line, broken, by_page, moving
from cockpit.widgets.pane import MOST, Pane
from cockpit.widgets.sheets import Fact, facts
from cockpit.widgets.view import View
from cockpit.wording.printable import printable, printable_lines

T = TypeVar("T")

LOW = 20
"""Rows below which a dialog takes the whole height."""
NARROW = 60
"""Columns below which it takes the whole width."""


class DialogScreen(ModalScreen[T]):
    """A dialog that any of the usual keys closes, and a click beside it. It fits itself to the terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q", "close", "Close", show=False, id="dialog.close", tooltip="Close the dialog")
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

    def fitting(self, *said: str) -> str:
        """The first of these that fits the frame; the last one where none does."""
        return next((each for each in said if len(each) <= self.room.width - 4), said[-1])

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
    drawn: Sequence[Line] = ()
    """What stands below the facts, drawn for the room there is."""

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
        return f"{self.key_of('dialog.close')} close"

    def fit(self) -> None:
        """As high as the text, where that fits."""
        detail = self.query_one(Detail)
        detail.show(*self.show(), self.drawn)
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


class DetailDialog(ReadingDialog[str]):
    """One row whole, as `tell` says it. It follows the row while the files change. Its result is what shall be done
    with the row."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close", "Close", show=False),
        Binding("y", "dismiss('copy')", "Copy", show=False, id="row.copy", tooltip="Copy the row, or its command"),
    ]

    def __init__(self, tell: Callable[[], tuple[str, list[Fact]]], view: View) -> None:
        super().__init__(view)
        self.show = tell  # type: ignore[method-assign]

    def on_mount(self) -> None:
        """Follow the row, and the ages in it."""
        self.watch(self.app, "snapshot", self.fit, init=False)
        self.set_interval(60, self.fit)

    @property
    def hint(self) -> str:
        """What the keys do."""
        return self.fitting(f"{self.key_of('row.copy')} copy   {super().hint}")


class SessionDialog(DetailDialog):
    """All that is known of one session of an agent."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("g", "dismiss('go')", "Go there", show=False, id="row.go")]

    def __init__(self, tell: Callable[[], tuple[str, list[Fact]]], view: View, goes: Callable[[], str]) -> None:
        """`goes` is what the key that goes there does, empty while it cannot."""
        super().__init__(tell, view)
        self._goes = goes

    @property
    def hint(self) -> str:
        """What the keys do."""
        goes = self._goes()
        return self.fitting(f"{self.key_of('row.go')} {goes}   {super().hint}") if goes else super().hint


def row_facts(pane: Pane, key: str) -> tuple[str, list[Fact]]:
    """The title and everything known about a row."""
    row = next((row for row in pane.rows.all if row.key == key), None)
    gone = [Fact("", "This is no longer in the files.", "muted")]
    view = pane.view
    return pane.title_of(row), facts(row.value, view.now(), track=pane.row_track(row), keys=view.keys) if row else gone


class AboutDialog(ReadingDialog[None]):
    """Where the project lies, and what the files say beyond the panes. It follows the track while they change."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close", "Close", show=False),
        Binding("y", "copy", "Copy", show=False, id="about.copy", tooltip="In details of the track: copy its folder"),
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
        self.watch(self.app, "snapshot", self.fit, init=False)
        self.watch(self.app, "surroundings", self.fit, init=False)

    def show(self) -> tuple[str, list[Fact]]:
        """Everything known about the track that is no pane's."""
        track = self._track()
        gone = [Fact("", "This is no longer in the files.", "muted")]
        about = facts(track, self.view.now()) if track is not None else gone
        return "Track", [*self._beside(), Fact("", ""), *about]

    @property
    def hint(self) -> str:
        """What the keys do."""
        return f"{self.key_of('about.copy')} copy the folder   {super().hint}"

    def action_copy(self) -> None:
        """Copy the project's folder."""
        if self._folder is not None:
            folder = printable(self._folder)
            self.app.copy_to_clipboard(folder)
            self.notify(f"Copied: {folder}", markup=False)


ANOTHER_PROJECT = ""
"""What is chosen where no track of this project is: no track has this key."""


class TracksDialog(DialogScreen[str]):
    """The tracks of the project, the worst first, as they stand now; Enter chooses one."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("o", f"dismiss('{ANOTHER_PROJECT}')", "Open", show=False, id="tracks.open")
    ]

    def __init__(self, project: Project, current: Track | None, view: View) -> None:
        super().__init__()
        self._project = project
        self._current = current
        self._view = view

    def compose(self) -> ComposeResult:
        """The list."""
        yield ChoiceList("Tracks, the one that needs you most first", self._choices(self._project), None, self._view)

    def on_mount(self) -> None:
        """Follow the files."""
        self.watch(self.app, "snapshot", self._follow, init=False)

    def fit(self) -> None:
        """As high as the tracks, where they fit; the keys in fewer words where there is little room."""
        tracks, close = self.query_one(ChoiceList), f"{self.key_of('dialog.close')} close"
        another = f"{self.key_of('tracks.open')} open another project"
        tracks.border_subtitle = self.fitting(f"Enter go there   {another}   {close}", f"Enter go there   {close}")
        self.frame(tracks, tracks.wanted_height)

    def _follow(self, snapshot: Snapshot) -> None:
        if snapshot.project is not None:
            tracks = self.query_one(ChoiceList)
            tracks.show(self._choices(snapshot.project), tracks.chosen)
            self.fit()

    def _choices(self, project: Project) -> list[Choice]:
        """Each track with the gravest of what needs a person there, else with where it stands."""
        here = self._current.key if self._current else None
        standings = rank_tracks(project)
        tracks = tuple(each.track for each in standings)
        return [
            Choice(
                each.track.key, track_name(each.track, tracks),
                ("here: " if each.track.key == here else "") + _standing_words(each),
                style=style_of(each.needs[0]) if each.needs else "muted",
            )
            for each in standings
        ]  # fmt: skip

    def on_choice_list_chosen(self, message: ChoiceList.Chosen) -> None:
        """Close with the choice."""
        if self.is_current:  # a second click may be on its way
            self.dismiss(message.key)


def _standing_words(standing: RankedTrack) -> str:
    if standing.needs:
        first, *others = standing.needs
        more = f", {len(others)} more" if others else ""
        return f"{first.word}{more}: {first.text}"
    at = standing.track.position
    phase = f"phase {' '.join(filter(None, (at.phase.id, at.phase.name)))}" if at.phase is not None else ""
    return ", ".join(filter(None, (at.status_label, phase, at.claimed)))


# Questions: what it is about, and a few answers to pick from

USUAL = 72
"""Columns of a question whose answers need no more."""


class QuestionDialog(DialogScreen[str]):
    """The answers stay in view; what it is about scrolls above them where there is little room.

    The cursor stands on the answer whose key is `begin`, else on the first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [*by_page()]

    def __init__(
        self, title: str, about: Sequence[Fact], choices: Sequence[Choice], view: View, begin: str | None = None
    ) -> None:
        super().__init__()
        self._title = title
        self._about = about
        self._choices = choices
        self._view = view
        self._begin = begin

    def compose(self) -> ComposeResult:
        """What it is about, and the answers below it."""
        with Vertical(id="question") as frame:
            frame.border_title = Content(printable(self._title))
            frame.border_subtitle = self.hint
            if self._about:
                yield Detail(self._view)
            yield ChoiceList("", self._choices, self._begin, self._view)

    @property
    def hint(self) -> str:
        """What the keys do."""
        return f"Enter choose   {self.key_of('dialog.close')} cancel"

    @property
    def menu_letters(self) -> frozenset[str]:
        """The letters of a menu: whoever opens it knows them. A question has none, for what it is about comes first."""
        return frozenset() if self._about else frozenset(each.letter for each in self._choices if each.letter)

    def on_mount(self) -> None:
        """Show what it is about, and start at the answers."""
        for detail in self.query(Detail):
            detail.show("", self._about)
        self.query_one(ChoiceList).focus()

    def fit(self) -> None:
        """The answers get what they need, but what it is about keeps half of a low terminal."""
        room, about = self.room, 0
        choices = self.query_one(ChoiceList)
        columns = min(room.width, max(USUAL, choices.wanted_width))
        for detail in self.query(Detail):
            about = detail.wanted_height(columns) + 1
        answers = min(len(self._choices), max(room.height // 2, room.height - about))
        about = min(about, room.height - answers)
        for detail in self.query(Detail):
            detail.styles.height = about - 1
        choices.styles.height = answers
        self.frame(self.query_one("#question"), about + answers, columns)

    def on_choice_list_chosen(self, message: ChoiceList.Chosen) -> None:
        """Close with the answer."""
        if self.is_current:  # a second click may be on its way
            self.dismiss(message.key)

    def action_page(self, direction: int) -> None:
        """Move what it is about."""
        for detail in self.query(Detail):
            detail.scroll_relative(y=direction * max(1, detail.size.height - 1), animate=False)


class QuitDialog(QuestionDialog):
    """The key that asked to quit quits: by the answer under the cursor, at first the one that deletes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("q", "quit_so", "Quit", show=False)]

    @property
    def hint(self) -> str:
        """What the keys do."""
        return f"1-{len(self._choices)}, Enter or q quits, {self.key_of('dialog.close')} stays"

    def action_quit_so(self) -> None:
        """Quit as the selected answer says."""
        self.query_one(ChoiceList).action_choose()


# Forms: a few labelled lines a person fills in. What was typed outlives the form until it is written

RESTORED = "This is what you typed before"


class FormDialog(DialogScreen[Filled]):
    """Labelled lines; Enter goes on and at the last one finishes, Ctrl+S finishes at once, Escape leaves it for later.

    `typed` is what was typed when it was left; `wrong` says why it could not be written. `changed` is told what stands
    in the lines.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "finish", "Done", show=False, id="form.finish", tooltip="Finish the form"),
        Binding("ctrl+l", "clear", "Clear", show=False, id="form.clear", tooltip="Empty the form of what was typed"),
        Binding(
            "escape", "close", "Leave", show=False, id="form.close", tooltip="Leave the form; what was typed is kept"
        ),
        Binding("down", "app.focus_next", "Next line", show=False),
        Binding("up", "app.focus_previous", "Previous line", show=False),
    ]

    def __init__(
        self,
        form: Form,
        typed: Answers | None = None,
        wrong: str = "",
        *,
        changed: Callable[[Answers], None] = lambda _: None,
    ) -> None:
        super().__init__()
        self._form = form
        self._changed = changed
        self._typed = typed
        self._wrong = wrong
        self._concerned: FormLine | None = None

    def compose(self) -> ComposeResult:
        """A label and an input for each entry, and a line for what is wrong."""
        form, typed = self._form, self._typed or self._form.empty
        with VerticalScroll(id="form", can_focus=False) as frame:
            frame.border_title = Content(printable(form.title))
            if self._typed is not None and not self._wrong:
                yield Static(Content(f"{RESTORED}; {self.key_of('form.clear')} clears it."), id="restored")
            if form.about:
                yield Static(Content(printable(form.about)), classes="about")
            for entry in form.entries:
                text = printable(typed[entry.name])
                line = Input(text, placeholder=entry.hint, id=entry.name, select_on_focus=_is_proposed(entry, text))
                line.border_title = Content(entry.label + (" *" if entry.required else ""))
                line.set_class(entry.comes_to is not None, "-has-effect")
                yield line
                if entry.comes_to is not None:
                    yield Static(id=f"{entry.name}-comes-to", classes="comes-to")
            yield Static(Content(printable(self._wrong)), id="wrong")

    def on_mount(self) -> None:
        """Start in the first line, or where the form begins; there is none where the program is being left."""
        for line in self.query(f"#{self._form.begin}" if self._form.begin else Input)[:1]:
            line.focus()

    def fit(self) -> None:
        """As high as its lines; close together where the terminal is low."""
        if not self.query(Input):
            return  # it was closed before it was shown
        self._say_keys()
        self.set_class(self.app.size.height < LOW, "-low")
        frame = self.query_one("#form")
        frame.styles.width, frame.styles.max_height = self.room.width + 2, self.room.height + 2

    @on(events.DescendantFocus)
    def _say_keys(self) -> None:
        """What Enter does in this field, and the other keys; in fewer words where there is little room."""
        cancel = f"{self.key_of('form.close')} cancel"
        said = [f"Enter {self._form.does}   {cancel}"]
        if not self.query(Input).last().has_focus:
            finish = f"{self.key_of('form.finish')} {self._form.does}   {cancel}"
            said = [f"Enter next field   {finish}", finish]
        self.query_one("#form").border_subtitle = self.fitting(*said)

    @on(Input.Submitted)
    def _next(self, event: Input.Submitted) -> None:
        event.stop()
        if event.input is self.query(Input).last():
            self.action_finish()
        else:
            self.focus_next()

    @property
    def answers(self) -> Answers:
        """What stands in the lines."""
        return {entry.name: self._line(entry.name).value.strip() for entry in self._form.entries}

    def _line(self, name: str) -> Input:
        return self.query_one(f"#{name}", Input)

    def action_finish(self) -> None:
        """Close with the answers, or say what is wrong and go to that line."""
        answers = self.answers
        found = ((entry, entry.wrong(answers[entry.name])) for entry in self._form.entries)
        wrong = next(((entry, why) for entry, why in found if why is not None), None)
        if wrong is None:
            self.dismiss(self._filled(done=True))
            return
        entry, why = wrong
        self._concerned = entry
        said = self.query_one("#wrong", Static)
        said.update(Content(printable(str(why))))
        self._line(entry.name).focus()
        self.call_after_refresh(said.scroll_visible, animate=False)

    @on(Input.Changed)
    def _typed_on(self, event: Input.Changed) -> None:
        """Show what it comes to. What a person typed is not replaced when they come back to the line."""
        entry = next(each for each in self._form.entries if each.name == event.input.id)
        event.input.select_on_focus = _is_proposed(entry, event.value)
        self._changed(self.answers)
        for each in self._form.entries:
            if each.comes_to is not None:
                told = printable(each.comes_to(self.answers))
                self.query_one(f"#{each.name}-comes-to", Static).update(Content(told))

    @on(Input.Changed)
    def _mended(self, event: Input.Changed) -> None:
        """Take back what is said of a line as soon as it is right, and a refusal of what no longer stands there."""
        entry = self._concerned
        if self._wrong and self.answers != self._typed:
            self._wrong = ""
            self.query_one("#wrong", Static).update("")
        if entry is not None and event.input.id == entry.name and entry.wrong(event.value.strip()) is None:
            self._concerned = None
            self.query_one("#wrong", Static).update("")

    def action_close(self) -> None:
        """Leave it; what was typed goes along, to be kept."""
        self.dismiss(self._filled(done=False))

    def _filled(self, *, done: bool) -> Filled:
        here = self.focused.id if isinstance(self.focused, Input) else None
        return Filled(self.answers, done=done, entry=here or self._form.begin)

    def action_clear(self) -> None:
        """As it was before anything was typed."""
        for name, value in self._form.empty.items():
            self._line(name).value = printable(value)
        self.query("#restored").remove()
        first = self.query(Input).first()
        first.focus()
        first.action_select_all()


def _is_proposed(entry: FormLine, text: str) -> bool:
    return text == printable(entry.value) and not entry.extends


# What a change writes, shown before it is written

_STYLES = {"+": "ok", "-": "stop"}
_HUNK = regex(r"@@ -\d+(?:,(?P<old>\d+))? \+(?P<line>\d+)(?:,(?P<new>\d+))? @@")
_NO_FILE = "/dev/null"


class DiffDialog(ReadingDialog[bool]):
    """What a change would write. Enter writes it, Escape does not. `about` says in words what it is."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "write", "Write", show=False, id="diff.write", tooltip="Write what the diff shows")
    ]
    WIDEST: ClassVar[int] = 140

    def __init__(self, labels: DiffLabels, about: Sequence[Fact], diff: Sequence[str], view: View) -> None:
        super().__init__(view)
        self._labels = labels
        self._about = about
        self._diff = diff

    @property
    def hint(self) -> str:
        """Which key writes, and which does not."""
        return f"{self.key_of('diff.write')} {self._labels.does}   {self.key_of('dialog.close')} cancel"

    def show(self) -> tuple[str, list[Fact]]:
        """What it is about and the diff."""
        diff = diff_facts(self._diff, self.room.width)
        return self._labels.title, [*self._about, *diff]

    def action_write(self) -> None:
        """Go ahead."""
        self.dismiss(True)


def diff_facts(diff: Sequence[str], width: int) -> list[Fact]:
    """The lines of a diff for a detail of that width: a heading for each file, long lines broken instead of cut."""
    return [
        Fact("", piece, style, as_is=True)
        for text, style in _styled(diff)
        for piece in broken(printable(text), max(8, width - 2), " ")  # the column of the marks stays free
    ]


def changed_lines(diff: Sequence[str]) -> list[str]:
    """What a diff takes away and puts in, in which files; an agent that writes beside it changes only the rest."""
    return [line for line in diff if line[:1] in ("-", "+")]


def _styled(diff: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each line with its style. The two lines that name a file become one, and a hunk's says its first line, or which
    row of a database changes."""
    before, left = "", 0
    for line in diff:
        text, hunk = line.rstrip("\n"), _HUNK.match(line)
        if text.startswith("\\"):
            yield text, "muted"
        elif left > 0:
            left -= 2 if text.startswith(" ") else 1  # a line of both sides counts twice
            yield text, _STYLES.get(text[:1], "text")
        elif hunk is not None:
            left = int(hunk["old"] or 1) + int(hunk["new"] or 1)
            yield f"line {hunk['line']}", "muted"
        elif text.startswith("--- "):
            before = text.removeprefix("--- ")
        elif text.startswith("+++ "):
            yield "", "text"
            yield _named(before, text.removeprefix("+++ ")), "accent"
        else:
            yield text.removeprefix("@@ ").removesuffix(" @@"), _STYLES.get(text[:1], "muted")


def _named(before: str, after: str) -> str:
    if before == _NO_FILE:
        return f"{after.removeprefix('b/')} (new)"
    old, new = before.removeprefix("a/"), after.removeprefix("b/")
    if after == _NO_FILE:
        return f"{old} (removed)"
    return new if old == new else f"{new} (moved from {old})"


# A file of the project, to read it where its content is in no row: an archived handoff

READING = "Reading…"
LONGEST = 2_000
"""Characters of a line that are shown: whoever needs more opens the file."""
RENDERED = 200_000
"""Characters of Markdown that are rendered: what is made to be slow takes some seconds of a thread then."""
_EDGE = "---"


class FileDialog(Faults, ReadingDialog[None]):
    """One file, read when it opens, as its text or rendered; both happen away from the event loop."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "close", "Close", show=False),
        Binding("v", "turn", "Render", show=False, id="file.view", tooltip="Render Markdown, or show its text again"),
    ]

    def __init__(self, title: str, root: Path, path: str, view: View) -> None:
        super().__init__(view)
        self._title, self._root, self._path = title, root, path
        self._lines = [Fact("", READING, "muted")]
        self._text, self._width = "", 0
        """What was read, and the width for which it is rendered; 0 where its text is shown."""

    def on_mount(self) -> None:
        """Read it."""
        self._read()

    def show(self) -> tuple[str, list[Fact]]:
        """Where it lies, and its text."""
        return self._title, [Fact("", self._path, "muted"), Fact("", ""), *self._lines]

    @property
    def hint(self) -> str:
        """What the keys do."""
        does = f"{self.key_of('file.view')} {'text' if self._width else 'rendered'}   "
        return f"{does if self._is_markdown else ''}{super().hint}"

    @property
    def _is_markdown(self) -> bool:
        return self._path.casefold().endswith((".md", ".markdown"))

    def fit(self) -> None:
        """Render it for another width."""
        if self._width not in (0, self.room.width):
            self._draw(self.room.width)
        super().fit()

    def action_turn(self) -> None:
        """Render it, or show its text again."""
        if not self._is_markdown:
            self.notify("Only Markdown is rendered.", severity="warning", markup=False)
        else:
            self._draw(0 if self._width else self.room.width)
            self.action_edge(-1)

    @work(exit_on_error=False)
    async def _read(self) -> None:
        from cockpit.project.source_positions import (
            text_of,  # the reading of files: the first frame does not wait for it
        )

        try:
            self._text = await asyncio.to_thread(text_of, self._root, self._path)
        except CommandError as refusal:
            self._lines = [Fact("", str(refusal), "alert")]
            self.fit()
        else:
            self._draw(0)

    @work(group="drawing", exclusive=True, exit_on_error=False)
    async def _draw(self, width: int) -> None:
        """Render it for a width; with 0, its text."""
        self._width = width
        lines, drawn = await asyncio.to_thread(_drawn, self._text, width)
        self._lines, self.drawn = lines, drawn
        if self.is_mounted:
            self.fit()


def _drawn(text: str, width: int) -> tuple[list[Fact], list[Line]]:
    """The lines of a text, or what stands before its Markdown and this rendered."""
    facts = [*_shown(text)]
    if not width:
        return facts, []
    edge = Fact("", _EDGE, "muted")
    begins = facts.index(edge, 1) + 1 if facts[:1] == [edge] and edge in facts[1:] else 0
    markdown = "\n".join(fact.text for fact in facts[begins:])
    rest = [Line().gap(1).add("The rest is in its text only.", "muted")] if len(markdown) > RENDERED else []
    return facts[:begins], [*rendered(markdown[:RENDERED], width - 4), *rest]


def rendered(text: str, width: int) -> list[Line]:
    """Markdown in lines of at most so many cells behind a blank one. Of a link, the address is text beside its name."""
    from rich.console import Console
    from rich.markdown import CodeBlock, Markdown
    from rich.text import Text
    from rich.theme import Theme

    class Plain(CodeBlock):
        def __rich_console__(self, *_: object) -> Iterator[Text]:
            yield Text(str(self.text).rstrip(), "markdown.code_block")

    class Ours(Markdown):
        elements = {**Markdown.elements, "fence": Plain, "code_block": Plain}

    headings = Theme({f"markdown.h{level}": "bold" for level in range(1, 7)})
    console = Console(width=width, color_system=None, legacy_windows=False, theme=headings)
    lines = []
    for segments in console.render_lines(Ours(text, hyperlinks=False), pad=False):
        lines.append(Line().gap(1))
        for part in segments:
            lines[-1].add(part.text, _style_of(part.style))
    return lines


def _style_of(style: Style | None) -> str:
    """Our style for what Rich tells by attributes: code stands on black, headings and emphasis are bold or italic."""
    if style is None:
        return "text"
    if style.bgcolor is not None:
        return "accent"
    return "strong" if style.bold or style.italic else "muted" if style.dim or style.color is not None else "text"


def _shown(text: str) -> Iterator[Fact]:
    """Its lines. Of a very long one, the first."""
    lines = [*styled_lines(text)]
    for line, style in lines[:MOST]:
        yield Fact("", line if len(line) <= LONGEST else f"{line[:LONGEST]}…", style)
    if len(lines) > MOST:
        yield from (Fact("", ""), Fact("", f"{len(lines) - MOST:,} more lines", "muted"))


def styled_lines(text: str) -> Iterator[tuple[str, str]]:
    """The lines of a Markdown file, each with its style: headings stand out, frontmatter stands back."""
    frontmatter = False
    for place, line in enumerate(printable_lines(text.rstrip("\n"))):
        edge = line == _EDGE and (place == 0 or frontmatter)
        yield line, "muted" if edge or frontmatter else "strong" if line.startswith("#") else "text"
        frontmatter = edge and place == 0 if edge else frontmatter
