"""Pane 8: sessions, and what bridges them."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import ClassVar

from rich.cells import cell_len

from cockpit.model import ArchivedHandoff, Continuity, Handoff, Retries, Session, Tokens, Track
from cockpit.model.agents import AgentSession
from cockpit.rules.agent_state import is_quiet
from cockpit.rules.agent_words import (
    by_urgency,
    is_old,
    list_words,
    state_words,
    sum_words,
    word_of,
    work_in_several,
)
from cockpit.rules.attention import agent_key
from cockpit.rules.handoff.handoff_status import waits
from cockpit.rules.thresholds.alert_state import is_retried
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row, View
from cockpit.widgets.session_table import SessionTable
from cockpit.wording.times import day, lasting_age

LABEL = 10
_AT_WORK = ("active", "in_progress")
"""The statuses of a session that goes on."""


class SessionsPane(Pane):
    """The handoff that waits first, then sessions of agents, continuity, recorded sessions, retries, tokens, the
    archive."""

    NUMBER: ClassVar[int] = 8
    HEADING: ClassVar[str] = "Sessions"
    ONE: ClassVar[str] = "Session"
    EMPTY: ClassVar[str] = "No sessions recorded yet."
    HELP: ClassVar[str] = (
        "Sessions of agents: what each does or waits for, since when, where it works. Where the "
        "last session stopped, the handoff it left, those in the archive, retries and tokens."
    )

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._table = SessionTable((), view.now())

    def slices(self, track: Track) -> tuple[object, ...]:
        """Everything about sessions."""
        return (track.handoff, waits(track), track.archived_handoffs, track.continuity, track.sessions, track.retries,
                any(map(is_retried, track.thresholds)), track.tokens, track.files, track.agents, self.view)  # fmt: skip

    def heading(self) -> str:
        """Where nothing else is known, the agents."""
        return "Agents" if self.track is not None and self.track.is_plain else self.HEADING

    def rows_of(self, track: Track) -> Iterable[Row]:
        """Handoff, agents, those of more than a day ago as one, continuity, retries, tokens, the newest archived
        handoff, sessions, the other ones.
        """
        if track.handoff is not None:
            yield Row("handoff", track.handoff, f"handoff {track.handoff.next_action or ''}")
        self._line_up(track)
        now = self.view.now()
        older = tuple(_older(each, now) for each in track.agents if is_old(each, now))
        for agent in by_urgency(each for each in track.agents if not is_old(each, now)):
            told = (agent.repository, agent.agent, agent.title, agent.state, agent.branch, agent.id)
            search = " ".join(filter(None, (*told, word_of(agent))))
            yield Row(agent_key(agent), agent, search, telling=(agent.title, agent.state, agent.waits_for))
        if older:
            yield Row("older", older, " ".join(text for _, text in older))
        bridged = _has_continuity_row(track)
        if bridged:
            yield Row("continuity", track.continuity, f"stopped {track.continuity.stopped_at or ''}")
        if track.retries is not None and not any(map(is_retried, track.thresholds)):
            yield Row("retries", track.retries, "retries")
        if track.tokens is not None and _are_counted(track.tokens):
            yield Row("tokens", track.tokens, "tokens")
        archived = [Row(f"archived:{each.path}", each, f"archived {each.path}") for each in track.archived_handoffs]
        yield from archived[:1]
        single = len(track.sessions) == 1 and bridged
        for number, session in () if single else enumerate(track.sessions):
            yield Row(f"session:{session.id or number}", session, f"{session.id or ''} {session.working_on or ''}")
        yield from archived[1:]

    def redraw(self) -> None:
        """Draw every row again, the columns as wide as they are now."""
        if self.track is not None:
            self._line_up(self.track)
        super().redraw()

    def _line_up(self, track: Track) -> None:
        now = self.view.now()
        recent = [each for each in track.agents if not is_old(each, now)]
        self._table = SessionTable(recent, now, repositories=work_in_several(track.agents), context=True)

    def counted(self, track: Track) -> int:
        """How many sessions there are, of agents and recorded."""
        return len(track.agents) + len(track.sessions)

    def summary(self) -> tuple[str, str]:
        """How many there are, how many ended their turn, and what the agents' sessions state together, unless that
        stands in Thresholds.
        """
        count, style = super().summary()
        agents = self.track.agents if self.track is not None else ()
        sums = sum_words(agents) if self.track is not None and not self.track.is_observed else ""
        ended = sum(each.state == "your-turn" for each in agents)
        turns = f"{ended} your turn" if ended else ""
        return f"  {self.view.glyphs.dot}  ".join(filter(None, (count, turns, sums))), style

    def title_of(self, row: Row | None) -> str:
        """What the row is."""
        return _TITLES.get(type(row.value), self.ONE) if row is not None else self.HEADING

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """A line each; what is long, and notes, below where there is room."""
        if isinstance(row.value, AgentSession):
            line, progress = self._table.line(row.value, width, self.view.glyphs), list_words(row.value)
            if not density or progress is None or is_quiet(row.value):
                return [line]
            return [line, *hanging(Line().gap(2), str(progress), "muted", width, most=density.aside)]
        lead, text, style, more = self._parts(row.value)
        if not density:
            return [lead.add(text, style).cut(width)]
        below = hanging(Line().gap(LABEL), more, "muted", width, most=density.aside) if more else []
        return [*hanging(lead, text, style, width, most=density.most), *below]

    def _parts(self, value: object) -> tuple[Line, str, str, str]:
        """What stands before the text, the text and its style, and what may stand below."""
        match value:
            case Handoff():
                return self._handoff(value)
            case Continuity():
                return self._continuity(value)
            case Session():
                return self._session(value)
            case tuple():
                return Line(), f"{len(value)} older session{'s' if len(value) > 1 else ''}", "muted", ""
        label, text = "", ""
        if isinstance(value, Retries):
            label, text = "Retries", value.used
        elif isinstance(value, ArchivedHandoff):
            label, text = "Archived", value.path
        elif isinstance(value, Tokens):
            label, text = "Tokens", self._tokens(value)
        return Line().add(label, "muted", width=LABEL), text, "text", ""

    def _handoff(self, handoff: Handoff) -> tuple[Line, str, str, str]:
        lead = Line().add(self.view.glyphs.handoff, "accent").gap(1).add("Handoff", "accent", width=LABEL - 2)
        created = lasting_age(handoff.created, self.view.now())
        of = f" of {handoff.total_tasks}" if handoff.total_tasks else ""
        left = f"left {created}" if created else "waiting"
        left = left if self.track is None or waits(self.track) else "the work is past it"
        parts = [left, f"task {handoff.task}{of}" if handoff.task else ""]
        return lead, f" {self.view.glyphs.dot} ".join(filter(None, parts)), "text", handoff.next_action or ""

    def _continuity(self, continuity: Continuity) -> tuple[Line, str, str, str]:
        on = day(continuity.last_session, self.view.now())
        text = f" {self.view.glyphs.dot} ".join(filter(None, (continuity.stopped_at or "place not recorded", on)))
        resumes = f"{self.view.glyphs.handoff} {continuity.resume_file}" if continuity.resume_file else ""
        style = "text" if continuity.stopped_at else "muted"
        return Line().add("Stopped", "muted", width=LABEL), text, style, resumes

    def _tokens(self, tokens: Tokens) -> str:
        counts = ((name, getattr(tokens, name)) for name in ("input", "output", "cached"))
        parts = [f"{format_amount(count, 'tokens')} {name}" for name, count in counts if count is not None]
        return f" {self.view.glyphs.dot} ".join(parts)

    def _session(self, session: Session) -> tuple[Line, str, str, str]:
        dot = f" {self.view.glyphs.dot} "
        on = day(session.started or session.ended, self.view.now()) or ""
        lead = Line().add(on, "muted", width=max(LABEL, cell_len(on) + 1))  # another year makes the column wider
        used = f"context {session.context_used:g} %" if session.context_used is not None else None
        text = dot.join(
            filter(None, (session.id, session.status_label, session.working_on, session.handoff_reason, used))
        )
        return lead, text or self.view.glyphs.dash, "text", session.notes or ""


def _older(session: AgentSession, now: datetime) -> tuple[str, str]:
    """The agent, and what is said of a session that ended long ago: `review tests, ended 3 d ago`, with the command
    that goes back to it.
    """
    text = f"{session.title or session.id}, {state_words(session, now)}"
    return session.agent, f"{text}: {session.resume}" if session.resume else text


def _has_continuity_row(track: Track) -> bool:
    """Whether the continuity has a row: without a stopping point it says less than a session that has a name."""
    stopped_at = track.continuity.stopped_at
    if stopped_at is not None and any(
        each.status in _AT_WORK and each.working_on == stopped_at for each in track.sessions
    ):
        return False
    named = any(each.id or each.working_on or each.handoff_reason for each in track.sessions)
    return track.continuity != Continuity() and (stopped_at is not None or not named)


def _are_counted(tokens: Tokens) -> bool:
    """Whether anything was counted: a file whose counts are all 0 says nothing."""
    return any((tokens.input, tokens.output, tokens.cached, tokens.by_agent))


_TITLES: dict[type, str] = {
    AgentSession: "Agent",
    tuple: "Older sessions",
    Handoff: "Handoff",
    ArchivedHandoff: "Archived handoff",
    Continuity: "Last session",
    Retries: "Retries",
    Tokens: "Tokens",
}
"""What is called otherwise than a session."""
