"""The ledger on screen: what was done with cockpit, what each change wrote, and taking it back from there."""

import asyncio
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import count
from typing import TYPE_CHECKING, ClassVar

from rich.cells import cell_len
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container
from textual.content import Content

from cockpit.model import Track
from cockpit.project.history import COMMIT
from cockpit.project.seen_changes import FILES, SEEN, SESSION
from cockpit.screens.acting import REDO, UNDO, ChangeRunner, PendingChange
from cockpit.screens.dialogs import LOW, DialogScreen, QuestionDialog, diff_facts
from cockpit.screens.help import HelpDialog
from cockpit.screens.mixin import Faults, OwnScreen
from cockpit.screens.project_app import ProjectApp
from cockpit.widgets.by_key import by_key
from cockpit.widgets.choice import Choice
from cockpit.widgets.detail import Detail
from cockpit.widgets.filter_input import FilterInput
from cockpit.widgets.footer import Footer
from cockpit.widgets.painting import Line, hanging, wrap
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.sheets import Fact
from cockpit.widgets.view import View
from cockpit.wording.messages import Words
from cockpit.wording.printable import printable
from cockpit.wording.times import clock, day, lasting_age, until_when

if TYPE_CHECKING:
    from cockpit.project.history import HistoryItem


# The list of changes: when, what, whether it is undone, in which track, by whom

SHOWN = 500
"""Changes in the list; `cockpit log` prints all."""
_AGE, _WHERE, _WHO = 10, 18, 20
"""Cells of the columns, at most."""
_BESIDE = (COMMIT, SEEN, SESSION)
"""The verbs of lines that nobody did with cockpit."""
_GONE = {"undone": "undone", "taken": "taken back", "dismissed": "dismissed"}
"""What is said of a change that no longer stands, by its state."""
_ROOMY, _WIDE = 60, 90
"""Cells from which there is room for who did it, and for columns."""


class LedgerList(Pane):
    """One line a change, the newest first. An undone one is dimmed and says so; one of another track names it."""

    NUMBER: ClassVar[int] = 0
    HEADING: ClassVar[str] = "Log"
    ONE: ClassVar[str] = "What it wrote"
    HELP: ClassVar[str] = (
        "Everything that was changed with cockpit, by key or by command, in every track of this project. It is never "
        "rewritten: an undo is an entry of its own. Between them stand the commits since the oldest, whoever made "
        "them, what the sessions of agents do, and, as long as this program runs, what changed in the files: nobody "
        "says by whom; `person?` is right after a change of yours."
    )

    EMPTY: ClassVar[str] = "No changes have been made with cockpit yet."
    ABOUT: ClassVar[Sequence[str]] = (
        "What you answer, by key or by command, is written down here: when, by whom, and what it changed.",
        "Each change can be looked at again from here, and undone, an old one too.",
        "Between them stand the commits, what sessions of agents did, and what changed in the files meanwhile.",
    )

    def __init__(self, view: View, here: Track | None) -> None:
        super().__init__(view)
        self._here = here.path if here is not None else None
        self._names: Mapping[str, str] = {}
        self._empty, self._is_read = "Reading …", False
        self._time = self._who = self._where = 0

    @property
    def past(self) -> "HistoryItem | None":
        """The selected change."""
        return self.row.value if self.row is not None else None

    def take(self, runner: Sequence["HistoryItem"], names: Mapping[str, str], refusal: str = "") -> None:
        """Show these changes. `names` are those of the tracks by path; `refusal` says why they could not be read."""
        selected = self.row
        self._names, self._is_read = names, not refusal
        self._empty = refusal or self.EMPTY
        self._time = max((cell_len(self._time_of(each)) for each in runner[:SHOWN]), default=0)
        self._who = min(_WHO, max((cell_len(each.record.actor) for each in runner), default=0))
        self._where = min(_WHERE, max((cell_len(self.track_of(each) or "") for each in runner), default=0))
        numbers = count(sum(each.record.verb not in _BESIDE for each in runner), -1)
        rows = [self._row(numbers, each) for each in runner[:SHOWN]]
        if len(runner) > SHOWN:
            older = f"{len(runner) - SHOWN} older ones: `cockpit log` prints all."
            rows.append(Row("older", search=older, selectable=False))
        self.rows.replace(rows, mark=False)
        self._rows_changed(selected)

    def _row(self, numbers: Iterator[int], past: "HistoryItem") -> Row:
        record = past.record
        key = record.subject.item or "" if record.verb in _BESIDE else str(next(numbers))
        where, note = self.track_of(past) or "", record.subject.note or ""
        state = _GONE.get(past.state, past.state)
        return Row(key, past, " ".join((record.sentence, record.actor, where, note, record.at, state)))

    def track_of(self, past: "HistoryItem") -> str | None:
        """The name of the track a change was about, where it is not the one on screen."""
        path = past.record.track
        return None if path is None or path == self._here else self._names.get(path, path)

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """The sentence gets what the age and the words at the right end leave, on several lines where there is room."""
        past: HistoryItem | None = row.value
        if past is None:
            return [Line().add(row.search, "muted").cut(width)]
        right, style = self._right(past, width), "muted" if _gone(past) or past.reverses else "text"
        left, most = width - right.width, 4 if density >= Density.FULL else 1
        first, *more = hanging(self._when(past, width), past.record.sentence, style, left, most=most)
        return [first.to(left).join(right), *more]

    def _time_of(self, past: "HistoryItem") -> str:
        """The time of day of what happened today, else the day."""
        at, now = past.record.at, self.view.now()
        date = day(at, now) or at
        return (clock(at, now.tzinfo) or date) if date == day(now.isoformat(), now) else date

    def _when(self, past: "HistoryItem", width: int) -> Line:
        line = Line().add(self._time_of(past), "muted", width=self._time).gap(2)
        if width < _WIDE:
            return line
        return line.add(lasting_age(past.record.at, self.view.now()) or "", "muted", width=_AGE).gap(2)

    def _right(self, past: "HistoryItem", width: int) -> Line:
        """Whether it is undone, where, who: in columns where they leave the sentence enough."""
        columns, right = width >= _WIDE, Line()
        if _gone(past):
            right.gap(2).add(self._gone_how(past), "warning")
        where, who = self.track_of(past), past.record.actor
        if where or (columns and self._where):
            right.gap(2).add(
                where or "", "accent", width=self._where if columns else min(_WHERE, cell_len(where or ""))
            )
        if width >= _ROOMY:
            right.gap(2).add(who, "muted", width=self._who if columns else min(_WHO, cell_len(who)))
        return right

    def _gone_how(self, past: "HistoryItem") -> str:
        """What became of it; when, where it was taken back."""
        taken = past.taken_back
        when = taken.when(clock(taken.at, self.view.now().tzinfo)) if taken is not None else None
        return f"{_GONE[past.state]}{when or ''}"

    def filter(self, needle: str) -> None:
        """Another row may be selected then, though the focus is where the person types."""
        super().filter(needle)
        self.when_moved()

    def empty_lines(self, width: int) -> Sequence[Line]:
        """Why there is nothing."""
        lines = [Line().gap(1).add(text, "muted") for text in wrap(self._empty, max(8, width - 2))]
        about = [wrap(sentence, max(8, width - 2)) for sentence in self.ABOUT] if self._is_read else []
        for sentence in about:
            lines += [Line(), *(Line().gap(1).add(text) for text in sentence)]
        return lines

    def _title(self) -> None:
        found = f"/{printable(self.rows.needle)} {len(self.rows.shown)}" if self.rows.needle else ""
        self.border_title = Content.assemble(self.HEADING, (f"  {found}" if found else "", "not bold $accent"))


def _gone(past: "HistoryItem") -> bool:
    """Whether what was done then no longer stands."""
    return past.state in _GONE and not past.reverses


class TakenBackList(LedgerList):
    """What another program took back."""

    HEADING: ClassVar[str] = "Taken back"
    HELP: ClassVar[str] = (
        "Changes made with cockpit that another program took back: it wrote an older copy of the file over them, or "
        "git did. Write them again or dismiss them; until then they are listed under Needs you."
    )
    EMPTY: ClassVar[str] = "No other program took a change back."
    ABOUT: ClassVar[Sequence[str]] = ()


_WRITING = ("undo", "redo", "answer", "more")
BESIDE = 150
"""Columns from which the list and what a change wrote stand side by side."""
_STATES = {
    "undone": "This change is already undone.",
    "dismissed": "Another program took this change back, and it was dismissed. Undo the dismissal to list it again.",
    "repeated": "This change was written again later. Undo the later entry.",
    "unknown": "The journal no longer contains this change.",
}
"""Why a change cannot be undone, by its state."""
_NOW = {
    "undone": "undone",
    "dismissed": "taken back by another program, dismissed",
    "repeated": "taken back by another program, made again later",
    "unknown": "the journal no longer holds what it wrote",
}
_NO_FILE_NOW = "it wrote no file of the project"
"""The same of what stands in cockpit's own notes alone, such as a waiver."""


_IN_LEDGER = {
    "undo": "Undo the selected change, whose diff is on the screen",
    "redo": "Do the selected change again, or write it again where another program took it back",
}
_IN_REVIEW = {
    "undo": "Undo the newest change, after showing it",
    "redo": "Write the selected change again, after showing it",
}
"""What the keys do here that do something else on the dashboard."""


def _why(past: "HistoryItem") -> Words | None:
    """Why a change cannot be undone, by what it is; None where its files decide."""
    if not past.record.number and past.record.verb == "waive":
        return "Withdraw a waiver in the checklist: press <resume.waive> on its check."
    if past.record.verb == COMMIT:
        return "Cockpit undoes no commit: `git revert` does."
    if not past.record.number:
        return "This entry changed no file of the project."
    return _STATES.get(past.state)


class LedgerScreen(OwnScreen, Faults, DialogScreen[None]):
    """The list, and what the selected change wrote: beside it, below it, or in its place, by the room there is."""

    app: ProjectApp
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "look", "what it wrote", id="log.evidence", tooltip="Go to what the selected change wrote"),
        Binding("a", "answer", "write again", id="row.answer", tooltip="Write the selected change again"),
        Binding("m", "more", "more", id="row.more", tooltip="Write all again, or dismiss what was taken back"),
        Binding("u", "undo", "undo", id="change.undo", tooltip="Undo the selected change, after showing it"),
        Binding("U", "redo", "redo", id="change.redo", tooltip="Apply the selected change again, after showing it"),
        Binding("slash", "filter", "filter", key_display="/", id="log.filter",
                tooltip="Show only the changes that contain a text"),
        Binding("question_mark,f1", "help", "help", key_display="?", id="log.help", tooltip="Which keys work here"),
    ]  # fmt: skip

    def __init__(self, runner: ChangeRunner, track: Track | None, view: View, *, taken_back: bool = False) -> None:
        """With `taken_back`, only what another program took back is shown."""
        super().__init__()
        self._taken_back = taken_back
        self._runner = runner
        self._view = view
        self._list = (TakenBackList if taken_back else LedgerList)(view, track)
        self._detail = Detail(view, focusable=True)
        self._written: dict[int, Sequence[str]] = {}
        self._refused: dict[int, Words | None] = {}
        self._can: tuple[bool, ...] = ()
        self._lost = 0

    def compose(self) -> ComposeResult:
        """List, detail, keys."""
        yield Container(self._list, self._detail, id="ledger")
        yield Footer()

    def on_mount(self) -> None:
        """Read, and read again whenever the project changes; the ages move on, those of the list as of the details."""
        self.set_interval(10, self._age_on)
        self._list.when_moved = self._show_selected
        self._list.border_subtitle = f"{self.key_of('dialog.close')} close"
        self._list.focus()
        self.watch(self.app, "snapshot", self.read)

    def fit(self) -> None:
        """Side by side, one below the other, or one in place of the other."""
        size, frame = self.app.size, self.query_one("#ledger")
        beside = size.width >= BESIDE
        frame.update_classes({"-beside": beside, "-alone": not beside and size.height < LOW})
        self.call_after_refresh(self._show_selected)

    # What is shown

    def _age_on(self) -> None:
        self._list.redraw()
        self._show_selected()

    def read(self) -> None:
        """Read the ledger and the journal, away from the event loop."""
        self._read()

    @work(group="reading", exclusive=True, exit_on_error=False)
    async def _read(self) -> None:
        from cockpit.model.errors import CommandError
        from cockpit.project.history import history_items, log_items

        self._refused = {}
        project = self.app.project
        names = {track.path: track.title or track.path for track in project.tracks} if project is not None else {}
        try:
            seen = self.app.seen_changes
            if project is not None:
                seen.look(project, self._view.now())
            workspace, also = self._runner.workspace(), seen.newest_first()
            read = partial(history_items, workspace) if self._taken_back else partial(log_items, workspace, also)
            runner = await asyncio.to_thread(read)
            self._lost = len({each.about for each in runner if each.state == "taken"})
            shown = [each for each in runner if each.state == "taken" and each.record.number == each.about]
            self._list.take(shown if self._taken_back else runner, names)
        except CommandError as refusal:
            self._list.take((), names, str(refusal))
        self._show_selected()

    @on(Detail.Resized)
    def _show_selected(self) -> None:
        """What is known of the selected change; what it wrote as soon as that is read."""
        can = tuple(self.why_not(action) is None for action in ("look", "undo", "redo", "answer", "more"))
        if can != self._can:  # drawing the footer anew costs more than moving the cursor
            self._can = can
            self.query_one(Footer).reconsider()
        self.query_one("#ledger").set_class(not self._list.rows.all, "-empty")
        past = self._list.past
        if past is None:
            self._detail.show("", ())
            return
        if past.about is not None and past.about not in self._refused:
            self._refused[past.about] = None
            self._ask_whether_it_turns(past.about, past)
        entry = past.record.number
        if entry and entry not in self._written:
            self._written[entry] = ()
            self._read_written(entry)
        wrote = diff_facts(self._written.get(entry, ()), self._detail.size.width)
        self._detail.show("What it wrote", [*_about(past, self._list.track_of(past), self._view), *wrote])

    @work(group="written", exit_on_error=False)
    async def _read_written(self, entry: int) -> None:
        from cockpit.model.errors import CommandError
        from cockpit.project.history import entry_diff

        try:
            self._written[entry] = await asyncio.to_thread(entry_diff, self._runner.workspace(), entry)
        except CommandError:  # the state of the change says so
            return
        self._show_selected()

    @work(group="asking", exit_on_error=False)
    async def _ask_whether_it_turns(self, about: int, past: "HistoryItem") -> None:
        from cockpit.project.history import reversal_refusal

        answers = self._refused  # those of the files as they stand now
        answers[about] = await asyncio.to_thread(reversal_refusal, self._runner.workspace(), past)
        if answers[about] is not None:
            self._show_selected()

    # Keys

    def why_not(self, action: str) -> Words | None:
        """Why a key cannot act now; None where it can."""
        if action in _WRITING and self.app.settings.read_only:
            return "Cockpit was opened read-only."
        if action in ("undo", "redo", "look") and self._list.past is None and not self._undoes_newest(action):
            return "Select a change first."
        return super().why_not(action)

    def _undoes_newest(self, action: str) -> bool:
        """Whether a key undoes the newest change: what was taken back, and is listed, cannot be undone."""
        return self._taken_back and action == "undo"

    def offers(self, action: str) -> bool:
        """Whether the footer names a key now; undoing only where more is shown than what was taken back."""
        return super().offers(action) and not self._undoes_newest(action)

    def named(self, action: str, word: str) -> str:
        """What the footer calls an action here."""
        past = self._list.past
        return "write again" if action == "redo" and past is not None and past.state == "taken" else word

    def belongs(self, action: str) -> bool:
        """Whether the key is one of the selected change."""
        past = self._list.past
        is_turnable = past is not None and past.record.number > 0
        return action in ("undo", "redo") and is_turnable and not self._taken_back

    def why_not_undo(self) -> Words | None:
        """Why the selected change cannot be undone."""
        past = self._list.past
        if self._undoes_newest("undo"):
            return None
        if past is not None and past.state == "taken":
            return "Another program took this change back. Press <change.redo> to write it again."
        if past is None or past.state in _STATES:
            return _why(past) if past is not None else None
        return self._why_it_does_not_turn(past)

    def why_not_redo(self) -> Words | None:
        """Why the selected change cannot be done again."""
        past = self._list.past
        if past is None or past.state in ("undone", "taken"):
            return self._why_it_does_not_turn(past) if past is not None else None
        return _why(past) or "This change is not undone."

    def _why_it_does_not_turn(self, past: "HistoryItem") -> Words | None:
        """Why the files do not let it be undone, or done again, as far as is known."""
        return self._refused.get(past.about) if past.about is not None else None

    def action_undo(self) -> None:
        """Undo the selected change; the newest one where only what was taken back is shown."""
        from cockpit.project.turning import undo_change

        past = self._list.past
        if self.refuses("undo"):
            return
        if self._undoes_newest("undo"):
            self._runner.run(PendingChange(do=undo_change, labels=UNDO, shown=True, back="redo", done=self.read))
        elif past is not None:
            do = partial(undo_change, entry=past.about)
            self._runner.run(
                PendingChange(
                    do=do, labels=UNDO, about=[Fact("", past.sentence, "strong")], back="redo", done=self.read
                )
            )

    def action_redo(self) -> None:
        """Do the selected change again, or write again what another program took back."""
        from cockpit.project.turning import apply_again, redo_change

        past = self._list.past
        if not self.refuses("redo") and past is not None and past.about is not None:
            taken = past.state == "taken"
            do = partial(apply_again, entry=past.about) if taken else partial(redo_change, entry=past.about)
            self._runner.run(
                # what it wrote is on the screen; over what it would write that now is not
                PendingChange(
                    do=do, labels=REDO, about=[Fact("", past.sentence, "strong")], shown=taken, done=self.read
                )
            )

    def why_not_dismiss_lost(self) -> Words | None:
        """Why the selected change cannot be dismissed."""
        past = self._list.past
        return None if past is not None and past.state == "taken" else "No other program took this change back."

    def why_not_answer(self) -> Words | None:
        """Why the selected change cannot be written again."""
        return self.why_not_dismiss_lost() or self.why_not("redo")

    def action_answer(self) -> None:
        """Write the selected change again that another program took back."""
        if not self.refuses("answer"):
            self.action_redo()

    def why_not_more(self) -> Words | None:
        """Why nothing can be written again or dismissed."""
        return None if self._lost else TakenBackList.EMPTY

    def action_more(self) -> None:
        """Write everything again that another program took back, or dismiss it."""
        if self.refuses("more"):
            return
        past = self._list.past
        choices: list[Choice] = []
        if past is not None and self.why_not_dismiss_lost() is None:
            why = self.why_not_redo()
            aside = by_key(why, self._view.keys) if why is not None else ""
            choices.append(Choice("answer", "Write this again", aside, letter="a", able=why is None))
            choices.append(Choice("dismiss", "Dismiss this", letter="d"))
        if self._lost > 1 or not choices:  # where the selected one is the only one, it is all of them
            them = f"all {self._lost}" if self._lost > 1 else "it"
            choices.append(Choice("all", f"Write {them} again", letter="w"))
            choices.append(Choice("dismiss-all", f"Dismiss {them}", letter="x"))

        def chosen(way: str | None) -> None:
            match way:
                case "answer":
                    self.action_redo()
                case "all":
                    from cockpit.project.turning import write_again

                    self._runner.run(PendingChange(do=write_again, labels=REDO, shown=True, done=self.read))
                case "dismiss" if past is not None and past.about is not None:
                    self._dismiss((past.about,))
                case "dismiss-all":
                    self._dismiss(())

        self.app.push_screen(QuestionDialog("Taken back", [], choices, self._view), chosen)

    def _dismiss(self, entries: Sequence[int]) -> None:
        from cockpit.project.taken_back import dismiss

        self._runner.run(PendingChange(do=partial(dismiss, entries=entries), plain=True, done=self.read))

    def action_look(self) -> None:
        """Go to what the selected change wrote."""
        if not self.refuses("look"):
            self.query_one("#ledger").add_class("-wrote")
            self._detail.border_subtitle = f"{self.key_of('dialog.close')} back"
            self._detail.focus()
            self.call_after_refresh(self._show_selected)

    @on(Pane.Opened)
    def _look(self) -> None:
        self.action_look()

    def action_filter(self) -> None:
        """Ask for a text and show only the changes that contain it."""
        if not self.query(FilterInput):
            self.mount(FilterInput(self._list))

    def action_close(self) -> None:
        """Back to the list; drop the filter; close."""
        if self._detail.has_focus:
            self.query_one("#ledger").remove_class("-wrote")
            self._detail.border_subtitle = ""
            self._list.focus()
        elif self._list.rows.needle:
            self._list.filter("")
        else:
            self.dismiss()

    def action_help(self) -> None:
        """Which keys work here."""
        does = _IN_REVIEW if self._taken_back else _IN_LEDGER
        self.app.push_screen(HelpDialog(self._list, self.active_bindings, self._view, self.why_not, does=does))


def _about(past: "HistoryItem", elsewhere: str | None, view: View) -> list[Fact]:
    """The sentence whole, when, who, where, and whether it stands."""
    record, now = past.record, view.now()
    at, ago = clock(record.at, now.tzinfo, seconds=True), lasting_age(record.at, now)
    facts = [Fact("", record.sentence, "strong")]
    facts.append(Fact("When", f"{day(record.at, now)} {at}  ({ago})" if at and ago else record.at))
    if record.verb == SEEN:
        after = "" if record.actor == FILES else f"; right after a change by {record.actor.removesuffix('?')}"
        facts.append(Fact("Who", f"not stated in the files{after}"))
        facts.append(Fact("At work", record.subject.note or "no session that is known"))
    elif record.actor:
        facts.append(Fact("Who", record.actor))
    if elsewhere:
        facts.append(Fact("Track", elsewhere, "accent"))
    if record.verb != SEEN and record.subject.note and record.subject.note not in record.sentence:
        facts.append(Fact("Note", record.subject.note))
    if record.verb in (COMMIT, SEEN):
        facts.append(Fact("Files", "\n".join(record.paths[:SHOWN])))
    elif record.verb not in _BESIDE and past.state != "stands":
        facts.append(Fact("Now", _now(past, view)))
    return facts


def _now(past: "HistoryItem", view: View) -> str:
    """What became of it."""
    if past.reverses:
        return "undid a change"
    if past.state == "taken":
        taken = past.taken_back
        when = taken.when(until_when(taken.at, view.now())) if taken is not None else ""
        return f"taken back{when} by another program"
    return _NO_FILE_NOW if not past.record.number else _NOW[past.state]
