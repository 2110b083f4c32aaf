"""The panes of all sessions on this machine: who needs a person, who works, what is over, in which repositories."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import Any, ClassVar, NamedTuple

from textual.content import Content

from cockpit.model import Track
from cockpit.model.agents import AgentSession, LookedAt
from cockpit.rules.agent_overview import Groups, SessionCounts, count_words, counts, grouped, is_dismissed, quiet_words
from cockpit.rules.agent_words import (
    is_old,
    mark_of,
    place_words,
    state_words,
    what_words,
    word_of,
)
from cockpit.rules.attention import agent_key
from cockpit.widgets.header import from_home
from cockpit.widgets.painting import Line, colour_variable
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.session_table import SessionTable
from cockpit.widgets.view import AS_THEY_ARE, Looks, View
from cockpit.wording.printable import printable

_RECENT = 5
"""Sessions that are over and count for the columns."""


class Overview:
    """The sessions as they are shown at `now`."""

    def __init__(
        self, sessions: Sequence[AgentSession], looked_at: Sequence[LookedAt], now: datetime, looks: Looks = AS_THEY_ARE
    ) -> None:
        self.now, self.looked_at = now, looked_at
        self.sessions = tuple(_as_wanted(each, looks) for each in sessions)
        self.groups, self.counts = grouped(self.sessions), counts(self.sessions, looked_at)
        self.by_key = {agent_key(each): each for each in self.sessions}
        self.by_repository = looks.by_repository
        if looks.by_repository:
            needs, work, over = (tuple(sorted(group, key=lambda each: each.repository or "")) for group in self.groups)
            self.groups = Groups(needs, work, over)
        if looks.lists_hidden:
            hidden = sorted(filter(is_dismissed, self.sessions), key=lambda each: each.dismissed_until or "")
            self.groups = self.groups._replace(needs=(*self.groups.needs, *hidden))
        self.table = SessionTable((*self.groups.needs, *self.groups.work, *self.groups.over[:_RECENT]), now)

    def repositories(self) -> Iterator[tuple[str, tuple[AgentSession, ...]]]:
        """The root of each repository, and its sessions; those with most needs first."""
        by_root: dict[str, list[AgentSession]] = {}
        for each in self.sessions:
            if each.root is not None:
                by_root.setdefault(each.root, []).append(each)
        needs = {root: counts(found).needs_you for root, found in by_root.items()}
        yield from ((root, tuple(by_root[root])) for root in sorted(by_root, key=lambda root: (-needs[root], root)))


def _as_wanted(session: AgentSession, looks: Looks) -> AgentSession:
    if looks.hides_requests and (session.request or session.question or session.said):
        session = replace(session, request=None, question=None, said=None)
    if looks.ignores_unfinished and session.may and session.needs_you is None:
        session = replace(session, may=False)
    return session


# The lists

WENT_ON = 2.0
"""Seconds for which a row stays that no longer belongs to its list."""
FOLD = "fold"
"""The key of the row that stands for those that are folded."""


class SessionList(Pane):
    """Sessions, a line each, in columns that all lists share.

    While it is `frozen`, no row moves: a new one comes last and says so; one that no longer belongs here stays a
    moment.
    """

    HELP: ClassVar[str] = "Sessions of agents on this machine. A session is answered in its own terminal, never here."
    ONE: ClassVar[str] = "Session"
    TIME: ClassVar[str] = ""
    """What the column of times is headed."""
    ORDER: ClassVar[str] = ""
    """The order of the rows, in words."""
    FILTERED: ClassVar[str] = "all lists"
    LINGERS: ClassVar[bool] = False
    """Whether a row stays a moment also while the list is not frozen."""

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self.overview = Overview((), (), view.now())
        self.frozen = False
        self.unfolded = False
        self.when_others: Callable[[], None] = lambda: None
        """Called when other rows are to be shown: one that stayed a moment goes, or the filter is another."""
        self._order: list[str] = []
        """The sessions as they stood last, folded ones, too."""
        self._new: set[str] = set()
        self._leaves: dict[str, float] = {}

    def members(self) -> Sequence[AgentSession]:
        """The sessions of the list, in its order."""
        return self.overview.groups[self.NUMBER - 1]

    def folded(self, sessions: Sequence[AgentSession]) -> Sequence[AgentSession]:
        """Those of them that are folded into one row, unless a person opens it."""
        return ()

    def folded_words(self, sessions: Sequence[AgentSession]) -> str:
        """What the row says that stands for them."""
        return ""

    def slices(self, track: Track) -> tuple[object, ...]:
        """The moment."""
        return (self.overview,)

    def rows_of(self, track: Track) -> Iterable[Row]:
        """The sessions in the order they had where it is frozen, and one row for those that are folded."""
        fresh = [agent_key(each) for each in self.members()]
        self._note_leaving({*fresh})
        before, order = self._order, fresh
        if self.frozen:
            order = [key for key in before if key in fresh or key in self._leaves]
            self._new |= {*fresh} - {*before} if before else set()
            order += [key for key in fresh if key not in order]
        else:
            self._new.clear()
            for place, key in enumerate(before):
                if key in self._leaves:
                    order.insert(place, key)
        self._order = [key for key in order if key in self.overview.by_key]
        shown = [self.overview.by_key[key] for key in self._order]
        hidden = self.folded(shown) if not self.rows.needle else ()
        kept = {agent_key(each) for each in hidden} if not self.unfolded else set()
        for session in shown:
            if (key := agent_key(session)) not in kept:
                yield Row(key, session, self._searched(session), telling=(session.title, word_of(session)))
        if hidden:
            yield Row(FOLD, tuple(hidden), self.folded_words(hidden))

    def _note_leaving(self, here: set[str]) -> None:
        """A row that leaves stays a moment, unless a person dismissed it."""
        now = monotonic()
        for key in self._order if self.frozen or self.LINGERS else ():
            session = self.overview.by_key.get(key)
            gone = key not in here and session is not None and session.dismissed_until is None
            if gone and key not in self._leaves:
                self._leaves[key] = now + WENT_ON
                self.set_timer(WENT_ON + 0.05, self.when_others)
        self._leaves = {key: until for key, until in self._leaves.items() if until > now and key not in here}

    def _searched(self, session: AgentSession) -> str:
        told = (session.repository, session.agent, session.title, place_words(session), session.state.replace("-", " "),
                what_words(session, self.overview.now), session.id)  # fmt: skip
        return " ".join(filter(None, told))

    def take(self, overview: Overview, track: Track | None) -> bool:
        """Show the sessions of a moment. True where the rows are others."""
        self.overview = overview
        return self.show(self.snapshot.about(track))

    def fill_again(self) -> None:
        """The same sessions, in the order that the list has now."""
        self._slices = None
        self.show(self.snapshot, mark=False)

    def thaw(self) -> None:
        """Sort in what is new."""
        self.frozen = False
        self.fill_again()

    def start_over(self) -> None:
        """Show what comes next as if nothing had been there: it is looked at in another way."""
        self.frozen, self._order = False, []

    def filter(self, needle: str) -> None:
        """Filter all lists; nothing is folded then."""
        for each in self.screen.query(SessionList):
            super(SessionList, each).filter(needle)
            each.fill_again()
        self.when_others()

    def on_filtered(self) -> None:
        """Where nothing of it contains the text, the cursor is in the first list that has it."""
        found = next((each for each in self.screen.query(SessionList) if each.rows.shown), None)
        if not self.rows.shown and found is not None:
            self.screen.set_focus(found)

    # Drawing

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Mark, repository, agent, title, what it does, since when, branch, place."""
        if row.key == FOLD:
            words = "Enter folds them" if self.unfolded else "Enter lists them"
            line = Line().gap(2).add(row.search, "muted").gap(2).add(words, "muted")
            return [line.cut(width)]
        key = row.key
        is_new, leaves = key in self._new and key not in self._leaves, key in self._leaves
        return [self.overview.table.line(row.value, width, self.view.glyphs, is_new=is_new, leaves=leaves)]

    def summary(self) -> tuple[str, str]:
        """How many there are."""
        return (str(len(self.members())) if self.members() else "none", "muted")

    def _title(self) -> None:
        """`[1] Needs you  5 ── longest wait first ── waits ──`, the last over the column of times."""
        super()._title()
        words, style = self.summary()
        if self.rows.needle:
            words, style = f"/{self.rows.needle} {self.rows.found}", "accent"
        blank = "" if self.view.framed else " "
        left = Content.assemble(f"{blank}[", (str(self.NUMBER), "$cockpit-key"), f"] {self.HEADING}  ",
                                (printable(words), f"not bold {colour_variable(style)}"), blank)  # fmt: skip
        self.border_title = self._headed(left) if self.rows.shown and self.size.width else left

    def _headed(self, left: Content) -> Content:
        """The title with the order and the head of the times in the same line of the frame."""
        width, columns = self.size.width - 2, self.overview.table.columns(self.size.width - 2)
        tail = sum(each + columns.gap for each in (columns.branch, columns.where) if each)
        end = width - tail - (0 if self.view.framed else 1)
        room = end - left.cell_length - len(self.TIME) - (2 if self.TIME else 0)
        told = "by repository" if self.overview.by_repository else self.ORDER
        order = told if len(told) + 6 <= room else ""
        line = "-" if self.app.has_class("-ascii") else "─"
        edge = "$cockpit-line-focus" if self.has_focus else "$cockpit-line"
        before = max(1, room - len(order) - (4 if order else 0))
        parts: list[Any] = [left, " ", (line * before, f"not bold {edge}")]
        if order:
            parts += [(f" {order} ", "not bold $cockpit-muted"), (line * 2, f"not bold {edge}")]
        parts += [(f" {self.TIME}", "not bold $cockpit-muted")] if self.TIME else []
        return Content.assemble(*parts) if room > 0 else left

    def on_resize(self) -> None:
        """The head of the times moves with its column."""
        super().on_resize()
        self._title()

    def on_focus(self) -> None:
        """The title has the colour of the frame."""
        super().on_focus()
        self._title()

    def on_blur(self) -> None:
        """So it has without the focus."""
        super().on_blur()
        self._title()


class NeedsYouPane(SessionList):
    """What stands still because of a person first, then what failed, what may wait, and ended turns; last, where a
    person wants them listed, those that were hidden."""

    NUMBER: ClassVar[int] = 1
    HEADING: ClassVar[str] = "Needs you"
    TIME: ClassVar[str] = "waits"
    ORDER: ClassVar[str] = "blocked, failed, then your turn; longest first"
    LINGERS: ClassVar[bool] = True
    FOLDED_FROM: ClassVar[int] = 5
    """Ended turns that have a row each."""

    def folded(self, sessions: Sequence[AgentSession]) -> Sequence[AgentSession]:
        """Ended turns beyond the first ones."""
        return [each for each in sessions if mark_of(each) == "turn" and not is_dismissed(each)][self.FOLDED_FROM :]

    def folded_words(self, sessions: Sequence[AgentSession]) -> str:
        """How many."""
        return f"{len(sessions)} more ended their turn" if len(sessions) > 1 else "1 more ended its turn"

    @property
    def urgent(self) -> int:
        """Rows that are no ended turn: these are never out of view."""
        return sum(row.key != FOLD and mark_of(row.value) != "turn" and not is_dismissed(row.value)
                   for row in self.rows.shown)  # fmt: skip

    def summary(self) -> tuple[str, str]:
        """How many need a person, or may."""
        needs = sum(not is_dismissed(each) for each in self.members())
        return (str(needs) if needs else "none", "muted")

    def empty(self) -> str:
        """Why nobody needs a person, no more than is known."""
        return quiet_words(self.overview.counts, self.overview.looked_at)


class AtWorkPane(SessionList):
    """What works, by repository, and turns that have just ended."""

    NUMBER: ClassVar[int] = 2
    HEADING: ClassVar[str] = "At work"
    TIME: ClassVar[str] = "heard"
    EMPTY: ClassVar[str] = "No agent works."

    def summary(self) -> tuple[str, str]:
        """How many of each."""
        counted = self.overview.counts
        at_work = SessionCounts(works=counted.works, limited=counted.limited, just_ended=counted.just_ended)
        return (" · ".join(count_words(at_work)) or "none", "muted")


class OverPane(SessionList):
    """What is over, the newest first; what ended more than a day ago is folded."""

    NUMBER: ClassVar[int] = 3
    HEADING: ClassVar[str] = "Over"
    TIME: ClassVar[str] = "ended"
    EMPTY: ClassVar[str] = "No session ended lately."

    def folded(self, sessions: Sequence[AgentSession]) -> Sequence[AgentSession]:
        """Those of more than a day ago."""
        return [each for each in sessions if is_old(each, self.overview.now)]

    def folded_words(self, sessions: Sequence[AgentSession]) -> str:
        """How many, and since when."""
        return f"{len(sessions)} older, {state_words(sessions[0], self.overview.now)}"


class Repository(NamedTuple):
    """A repository in which sessions work: what `Enter` opens."""

    root: str
    name: str
    sessions: tuple[AgentSession, ...]


class RepositoriesPane(SessionList):
    """The repositories in which they work."""

    NUMBER: ClassVar[int] = 4
    HEADING: ClassVar[str] = "Repositories"
    ONE: ClassVar[str] = "Repository"
    EMPTY: ClassVar[str] = "No session works in a repository."
    TIME: ClassVar[str] = ""
    ORDER: ClassVar[str] = "Enter opens the project"

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row each."""
        for root, sessions in self.overview.repositories():
            name = sessions[0].repository or root
            yield Row(f"repository:{root}", Repository(root, name, sessions), f"{name} {root}")

    def summary(self) -> tuple[str, str]:
        """How many."""
        return (str(len(self.rows.all)) if self.rows.all else "none", "muted")

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Name, folder, branches, and how many of its sessions need a person."""
        columns, repository = self.overview.table.columns(width), row.value
        needs = counts(repository.sessions).needs_you
        number = len(repository.sessions)
        told = f"{number} session{'s' if number > 1 else ''}"
        line = Line().gap(2).add(repository.name, "strong", width=columns.repository).gap(columns.gap)
        branches = ", ".join(dict.fromkeys(filter(None, map(place_words, repository.sessions))))
        right = Line().gap(columns.gap).add(told, "muted", width=11).gap(1)
        right.add(f"{needs} need{'s' if needs == 1 else ''} you" if needs else "", "alert", width=12)
        room = max(0, width - line.width - right.width)
        folder = from_home(repository.root, self.view.home)
        if columns.branch:
            line.add(folder, width=room // 2).gap(columns.gap)
            line.add(branches, "muted", width=room - room // 2 - columns.gap)
        else:
            line.add(folder, width=room)
        return [line.join(right).cut(width)]


LISTS: tuple[type[SessionList], ...] = (NeedsYouPane, AtWorkPane, OverPane, RepositoriesPane)
"""Every list; its number is its place here."""
