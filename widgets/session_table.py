"""Sessions of agents as lines whose columns line up: in a project, and in all lists of the whole machine."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from rich.cells import cell_len

from cockpit.model.agents import AgentSession
from cockpit.rules.agent_overview import is_dismissed
from cockpit.rules.agent_words import age_words, context_words, cut_words, mark_of, place_words, what_words, where_words
from cockpit.widgets.painting import Line
from cockpit.widgets.view import Glyphs
from cockpit.wording.printable import printable

STYLES_OF_MARKS = {"leave": "alert", "asks": "accent", "failed": "stop", "may": "warning", "turn": "text",
                   "works": "ok", "limited": "warning", "over": "muted"}  # fmt: skip


class Columns(NamedTuple):
    """Cells of the columns; one of 0 is left out. `gap` parts them."""

    repository: int
    agent: int
    title: int
    age: int
    context: int
    branch: int
    where: int
    gap: int


_WIDE = 96
"""Cells of a row from which there is room for branch and place."""
_MOST = Columns(repository=14, agent=8, title=16, age=6, context=6, branch=0, where=0, gap=1)
_MOST_WIDE = Columns(repository=18, agent=8, title=22, age=6, context=6, branch=12, where=14, gap=2)
"""Cells of the columns at most, in a narrow row and in a wide one."""
_LEAST_TITLE = 8
_ENOUGH = 46
"""Cells for what a session wants, of which a title takes none."""


class SessionTable:
    """The lines of sessions at `now`; the columns are as wide as the widest of these. Those of a
    project say their `context`, and without `repositories` all are in one."""

    def __init__(
        self, sessions: Sequence[AgentSession], now: datetime, *, repositories: bool = True, context: bool = False
    ) -> None:
        self._sessions, self._now, self._repositories, self._context = sessions, now, repositories, context
        self._columns: dict[int, Columns] = {}

    def columns(self, width: int) -> Columns:
        """The columns of a row of so many cells; the title takes only what no request needs."""
        if width not in self._columns:
            self._columns[width] = self._fitted(width)
        return self._columns[width]

    def _fitted(self, width: int) -> Columns:
        most = _MOST_WIDE if width >= _WIDE else _MOST
        cells = [self._cells(each) for each in self._sessions] or [("",) * 7]
        widest = [min(limit, max(map(cell_len, map(printable, column))))
                  for limit, column in zip(most, zip(*cells, strict=True), strict=False)]  # fmt: skip
        repository, agent, title, age, context, branch, where = widest
        repository = repository if self._repositories else 0
        used = 2 + sum(column + most.gap for column in (repository, agent, age, context, branch, where) if column)
        what = max((cell_len(printable(what_words(each, self._now))) for each in self._sessions), default=0)
        left = width - used - most.gap - min(what, _ENOUGH)
        title = min(title, left) if left >= _LEAST_TITLE else 0
        return Columns(repository, agent, title, age, context, branch, where, most.gap)

    def _cells(self, session: AgentSession) -> tuple[str, ...]:
        context = context_words(session) if self._context else ""
        return (session.repository or "", session.agent, session.title or "", age_words(session, self._now), context,
                place_words(session), where_words(session)[0])  # fmt: skip

    def line(
        self, session: AgentSession, width: int, glyphs: Glyphs, *, is_new: bool = False, leaves: bool = False
    ) -> Line:
        """Mark, repository, agent, title, what it does, since when, context, branch, place; one that `leaves` its list
        went on, or says what it did."""
        columns, mark = self.columns(width), mark_of(session)
        is_hidden = is_dismissed(session)
        quiet = mark == "over" or is_hidden
        line = Line().add(glyphs.of_session(mark), "muted" if is_hidden else STYLES_OF_MARKS[mark]).gap(1)
        told = (session.repository or "", session.agent, session.title or session.id)
        for text, cells, style in zip(told, columns[:3], ("muted" if quiet else "strong", "muted",
                                                          "muted" if quiet else "text"), strict=True):  # fmt: skip
            if cells:
                line.add(text, style, width=cells).gap(columns.gap)
        right = Line().gap(columns.gap)
        right.right("new" if is_new else age_words(session, self._now), "accent" if is_new else "text",
                    width=columns.age)  # fmt: skip
        if columns.context:
            right.gap(columns.gap).right(context_words(session), "text", width=columns.context)
        if columns.branch:
            right.gap(columns.gap).add(place_words(session), "muted", width=columns.branch)
        where, reachable = where_words(session)
        if columns.where:
            right.gap(columns.gap).add("" if where == "–" else where, "link" if reachable else "muted",
                                       width=columns.where)  # fmt: skip
        room = max(0, width - line.width - right.width)
        line.join(self._what(session, mark, room, leaves)).to(width - right.width).join(right)
        return line.cut(width)

    def _what(self, session: AgentSession, mark: str, room: int, leaves: bool) -> Line:
        """What it wants: the words for it in the colour of its mark, what it is about in the usual one."""
        text = " ".join(printable(what_words(session, self._now)).split())
        if is_dismissed(session):
            return Line().add(cut_words(f"hidden: {text}", room), "muted")
        if leaves:
            return Line().add(cut_words("went on" if mark == "works" else text, room), "muted")
        words, colon, rest = cut_words(text, room).partition(": ")
        plain = mark in ("over", "turn", "works", "limited") or not colon
        return Line().add(f"{words}{colon}", STYLES_OF_MARKS[mark]).add(rest, "text" if plain else "strong")
