"""Pane 7: sessions, what bridges them, and the errors met on the way."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Continuity, Handoff, PhaseError, Retries, Session, Tokens, Track
from cockpit.rules.ages import age, day
from cockpit.rules.levels import format_amount
from widgets.line import Line
from widgets.pane import Pane, Row

LABEL = 10


class SessionsPane(Pane):
    """Unresolved errors first, then the handoff that waits, continuity, sessions, retries, tokens."""

    NUMBER: ClassVar[int] = 7
    HEADING: ClassVar[str] = "Sessions"
    EMPTY: ClassVar[str] = "No sessions recorded yet."
    HELP: ClassVar[str] = "Where the last session stopped, the handoff it left, errors, retries and tokens."

    def slices(self, track: Track) -> tuple[object, ...]:
        """Everything about sessions."""
        return (track.errors, track.handoff, track.continuity, track.sessions, track.retries, track.tokens, track.files,
                self.view)  # fmt: skip

    def rows_of(self, track: Track) -> Iterable[Row]:
        """Errors, handoff, continuity, sessions, retries, tokens."""
        errors = sorted(enumerate(track.errors), key=lambda pair: pair[1].resolved)
        yield from (Row(f"error:{number}", error, error.message) for number, error in errors if not error.resolved)
        if track.handoff is not None:
            yield Row("handoff", track.handoff, f"handoff {track.handoff.next_action or ''}")
        if track.continuity != Continuity():
            yield Row("continuity", track.continuity, f"stopped {track.continuity.stopped_at or ''}")
        if track.retries is not None:
            yield Row("retries", track.retries, "retries")
        if track.tokens is not None:
            yield Row("tokens", track.tokens, "tokens")
        seen = len(track.sessions) == 1 and track.continuity != Continuity()
        for number, session in () if seen else enumerate(track.sessions):
            yield Row(f"session:{session.id or number}", session, f"{session.id or ''} {session.working_on or ''}")
        yield from (Row(f"error:{number}", error, error.message) for number, error in errors if error.resolved)

    def summary(self) -> str:
        """How many sessions, and open errors."""
        if self.track is None:
            return ""
        open_errors = sum(not error.resolved for error in self.track.errors)
        count = str(len(self.track.sessions)) if self.track.sessions else ""
        return " ".join(filter(None, (count, f"{open_errors} errors" if open_errors else "")))

    def draw(self, row: Row, width: int) -> Sequence[Line]:
        """One line each; notes below in a roomy pane."""
        match row.value:
            case PhaseError() as error:
                lines = [self._error(error)]
            case Handoff() as handoff:
                lines = self._handoff(handoff)
            case Continuity() as continuity:
                lines = [self._continuity(continuity)]
            case Retries(count=count, max=most):
                lines = [Line().add("Retries", "muted", width=LABEL).add(f"{count} of {most}", "strong")]
            case Tokens() as tokens:
                lines = [self._tokens(tokens)]
            case Session() as session:
                lines = self._session(session)
            case _:
                lines = []
        return [line.cut(width) for line in lines]

    def _error(self, error: PhaseError) -> Line:
        glyphs = self.view.glyphs
        mark, style = (glyphs.done, "muted") if error.resolved else (glyphs.error, "alert")
        line = Line().add(mark, style).gap(1).add(error.type or "error", style, width=LABEL - 2)
        return line.add(error.message, "muted" if error.resolved else "text")

    def _handoff(self, handoff: Handoff) -> list[Line]:
        line = Line().add(self.view.glyphs.handoff, "accent").gap(1).add("Handoff", "accent", width=LABEL - 2)
        line.add("waiting", "strong")
        created = age(handoff.created, self.view.now())
        if created:
            line.add(f", left {created}", "muted")
        if handoff.task:
            line.add(f" {self.view.glyphs.dot} task {handoff.task}", "text")
            line.add(f" of {handoff.total_tasks}" if handoff.total_tasks else "", "text")
        if self.view.roomy and handoff.next_action:
            return [line, Line().gap(LABEL).add(handoff.next_action, "muted")]
        return [line]

    def _continuity(self, continuity: Continuity) -> Line:
        line = Line().add(day(continuity.last_session, self.view.now()) or "Last", "muted", width=LABEL)
        line.add(continuity.stopped_at or "no stopping point recorded", "text" if continuity.stopped_at else "muted")
        if continuity.resume_file:
            line.add(f"  {self.view.glyphs.handoff} {continuity.resume_file}", "muted")
        return line

    def _tokens(self, tokens: Tokens) -> Line:
        parts = [
            f"{format_amount(count, 'tokens')} {name}"
            for name in ("input", "output", "cached")
            if (count := getattr(tokens, name)) is not None
        ]
        return Line().add("Tokens", "muted", width=LABEL).add(f" {self.view.glyphs.dot} ".join(parts))

    def _session(self, session: Session) -> list[Line]:
        dot = f" {self.view.glyphs.dot} "
        line = Line().add(day(session.started or session.ended, self.view.now()) or "", "muted", width=LABEL)
        line.add(dot.join(filter(None, (session.id, session.status, session.working_on, session.handoff_reason))))
        if self.view.roomy and session.notes:
            return [line, Line().gap(LABEL).add(session.notes, "muted")]
        return [line]
