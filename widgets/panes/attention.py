"""Pane 1: what needs you. Empty is the good state, and says so."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, islice
from typing import ClassVar

from cockpit.model import Track
from cockpit.rules.attention import Need, Remedy, each_need, how_many, needs_elsewhere, sentence
from cockpit.rules.thresholds.alert_state import idle_status
from cockpit.widgets.needs import mark_of, style_of
from cockpit.widgets.painting import Line, hanging, wrap
from cockpit.widgets.pane import MOST, Density, Pane, Row

_ANSWERS = {
    "acknowledge": ("acknowledge", "acknowledge"),
    "raise-limit": ("limit", "raise the limit"),
    "withdraw": ("withdraw", "withdraw"),
    "answer": ("resolve", "answer"),
    "reset-retries": ("resolve", "reset retries"),
    "resolve": ("resolve", "resolve"),
    "identify": ("resolve", "identify"),
    "hand-off": ("hand_off", "hand off"),
    "resume": ("resume", "resume"),
    "archive": ("resume", "check"),
    "review": ("details", "review"),
    "move": ("move", "move on"),
    "put-away": ("archive", "archive"),
    "snooze": ("snooze", "snooze"),
    "close": ("resolve", "close"),
}
"""The action and the word for each remedy a key can bring."""
_OF_A_HANDOFF: Mapping[Remedy, str] = {"resume": "checks it"}
"""The words that differ on the row of a handoff, which has not been checked yet."""
_READABLE = 40
"""Cells that a sentence keeps, whatever keys could stand beside it."""
_MOST = 3
"""Lines of a sentence, at most."""


class AttentionPane(Pane):
    """What only a person can move, the gravest first."""

    NUMBER: ClassVar[int] = 1
    HEADING: ClassVar[str] = "Needs you"
    ONE: ClassVar[str] = "Needs you"
    HELP: ClassVar[str] = (
        "What only you can move: stops, alerts the agent waits on, questions, blockers, failures, handoffs. "
        "Most urgent first. Enter for details."
    )

    _words = 0
    """Cells of the longest word of a need."""

    def slices(self, track: Track) -> tuple[object, ...]:
        """Everything a need can come from."""
        return (track.thresholds, track.waiting, track.position, track.phases, track.blockers, track.handoff,
                track.errors, track.retries, track.silence, track.findings, track.updated, track.sessions,
                track.open_questions, self.view, *self.snapshot.project_findings,
                *self.snapshot.other_tracks)  # fmt: skip

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a need."""
        every = chain(
            each_need(track, self.snapshot.project_findings), needs_elsewhere(self.snapshot.other_tracks, track)
        )
        found = tuple(islice(every, MOST + 1))
        self._words = max((len(need.word) for need in found), default=0)
        return [Row(need.key, need, f"{need.word} {need.text}", telling=(need.word, need.text)) for need in found]

    def counted(self, track: Track) -> int:
        """All of them."""
        return how_many(track, self.snapshot.project_findings) + len(needs_elsewhere(self.snapshot.other_tracks, track))

    def empty_lines(self, width: int) -> Sequence[Line]:
        """That nothing is to be done, and what the agent is doing."""
        if self.track is None:
            return [Line().add("No project state here yet.", "muted").cut(width)]
        idle = idle_status(self.track, self.view.now())
        mark, style = (self.view.glyphs.done, "ok") if idle.calm else (self.view.glyphs.alert, "muted")
        lines = hanging(Line().add(mark, style).gap(1), idle.sentence, "text", width, most=max(1, self.size.height))
        return [*lines[:-1], lines[-1].add(f"  {idle.more}" if idle.more else "", "muted").cut(width)]

    def wanted_height(self, width: int, density: Density) -> int:
        """Where nothing needs a person, as many lines as it takes to say so."""
        if self.rows.all or self.track is None:
            return super().wanted_height(width, density)
        sentence = idle_status(self.track, self.view.now()).sentence
        return len(wrap(sentence, max(8, width - 4))) if density else 1

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """Mark, word, sentence; at the right end the keys that answer it, where there is room for both."""
        need: Need = row.value
        style = style_of(need)
        line = Line().add(mark_of(need, self.view.glyphs), style).gap(1)
        line.add(need.word, style, width=self._words + 2)
        text = str(sentence(need, self.view.now()))
        sentence_line = Line().add(text, "strong" if style in ("stop", "alert") else "text")
        hints = self._hints_beside(need, line.width, line.width + sentence_line.width, width, density)
        room = width - (hints.width + 2 if hints.width else 0)
        if density:
            look = sentence_line.spans[0].style if sentence_line.spans else "text"
            first, *rest = hanging(line, text, look, room, most=_MOST)
        else:
            first, rest = line.join(sentence_line).cut(room), []
        return [first.to(width - hints.width).join(hints) if hints.width else first, *rest]

    def _hints_beside(self, need: Need, lead: int, cells: int, width: int, density: Density) -> Line:
        """The keys, or only the first, or none: what leaves the sentence enough room."""
        for most in (len(need.remedies), 1):
            hints = self._hints(need, most)
            room = width - hints.width - 2
            below = density > Density.BRIEF and cells > width and _fits_below(need, room - lead)
            if hints.width and (room >= max(_READABLE, min(cells, width)) or below):
                return hints
        return Line()

    def _hints(self, need: Need, most: int) -> Line:
        line = Line()
        if need.kind == "elsewhere":
            return line.add("Enter", "key", action="details").add(" goes there", "muted", action="details")
        for remedy in need.remedies[:most]:
            action, word = _ANSWERS.get(remedy, ("", ""))
            word = _OF_A_HANDOFF.get(remedy, word) if need.kind == "handoff" else word
            key = self.view.keys.get(action)
            if key:
                line.gap(2 if line.width else 0).add(key, "key", action=action).add(f" {word}", "muted", action=action)
        return line


def _fits_below(need: Need, cells: int) -> bool:
    """Whether a sentence that goes on below itself anyway is whole there though the keys stand beside it."""
    return cells >= _READABLE and len(wrap(str(need.text), cells, most=_MOST + 1)) <= _MOST
