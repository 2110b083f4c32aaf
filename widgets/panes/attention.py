"""Pane 1: what needs you. Empty is the good state, and says so."""

from collections.abc import Iterable, Sequence
from itertools import islice
from typing import ClassVar

from cockpit.model import Track
from cockpit.rules.attention import KINDS, Need, need_counts, needs_everywhere, sentence
from cockpit.rules.thresholds.alert_state import idle_status
from cockpit.widgets.needs import REMEDY_KEYS, mark_of, style_of
from cockpit.widgets.painting import Line, hanging, wrap
from cockpit.widgets.pane import MOST, Density, Pane, Row

_READABLE = 20
"""Cells that a sentence keeps, whatever keys could stand beside it."""
_MOST = 3
"""Lines of a sentence beside its keys, at most."""
_WORD = max(len(kind.word) for kind in KINDS.values())
"""Cells that the word of a need has at least: what comes and goes moves no other row."""
_AT_WORK = ("active", "in_progress")
"""The statuses of a session that goes on."""


class AttentionPane(Pane):
    """What only a person can move, the gravest first."""

    NUMBER: ClassVar[int] = 1
    HEADING: ClassVar[str] = "Needs you"
    ONE: ClassVar[str] = "Needs you"
    GRAVEST_FIRST: ClassVar[bool] = True
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
                track.open_questions, track.agents, track.extra, track.dismissed, self.view,
                self.snapshot.surroundings.unhooked, *self.snapshot.project_findings,
                *self.snapshot.other_tracks)  # fmt: skip

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a need."""
        shown = self.snapshot
        unhooked = shown.surroundings.unhooked
        every = needs_everywhere(track, shown.other_tracks, shown.project_findings, shown.own_limits, unhooked)
        found = tuple(islice(every, MOST + 1))
        self._words = max(_WORD, *(len(need.word) for need in found), 0)
        return [Row(need.key, need, f"{need.word} {need.text}", telling=(need.word, need.text)) for need in found]

    def counted(self, track: Track) -> int:
        """All of them."""
        every = [need_counts(track, self.snapshot.project_findings), *map(need_counts, self.snapshot.other_tracks)]
        return sum(each.total() for each in every)

    @property
    def is_empty(self) -> bool:
        """That nothing needs a person is a sentence."""
        return False

    def empty_lines(self, width: int) -> Sequence[Line]:
        """That nothing is to be done, and whether a session is under way by the files: who wrote is not known."""
        if self.track is None:
            return [Line().add("No project state here yet.", "muted").cut(width)]
        idle = idle_status(self.track, self.view.now())
        mark, style = (self.view.glyphs.done, "ok") if idle.calm else (self.view.glyphs.alert, "muted")
        lines = hanging(Line().add(mark, style).gap(1), idle.sentence, "text", width, most=max(1, self.size.height))
        active = idle.calm and any(each.status in _AT_WORK for each in self.track.sessions)
        beside = Line().add("  A session is active." if active else "", "muted")
        return [*lines[:-1], lines[-1].join(beside) if lines[-1].width + beside.width <= width else lines[-1]]

    def wanted_height(self, width: int, density: Density) -> int:
        """Where nothing needs a person, as many lines as it takes to say so."""
        if self.rows.all or self.track is None:
            return super().wanted_height(width, density)
        sentence = idle_status(self.track, self.view.now()).sentence
        return len(wrap(sentence, max(8, width - 4))) if density else 1

    def fitted_height(self, width: int, height: int, density: Density) -> int:
        """The same in the height there is."""
        if self.rows.all:
            return super().fitted_height(width, height, density)
        return min(height, max(1, self.wanted_height(width, density)))

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
            first, *rest = hanging(line, text, look, room, most=density.most)
        else:
            first, rest = line.join(sentence_line).cut(room), []
        return [first.to(width - hints.width).join(hints) if hints.width else first, *rest]

    def _hints_beside(self, need: Need, lead: int, cells: int, width: int, density: Density) -> Line:
        """The keys, or only the first where the sentence needs the room; none where nothing of it would be left."""
        every, first = self._hints(need, len(need.remedies)), self._hints(need, 1)
        below = density > Density.BRIEF and cells > width and _fits_below(need, width - every.width - 2 - lead)
        if width - every.width - 2 >= cells or below:
            return every
        return first if width - first.width - 2 >= lead + _READABLE else Line()

    def _hints(self, need: Need, most: int) -> Line:
        line = Line()
        for action, word in map(REMEDY_KEYS.__getitem__, need.remedies[:most]):
            key = self.view.keys.get(action)
            if key:
                line.gap(2 if line.width else 0).add(key, "key", action=action).add(f" {word}", "muted", action=action)
        return line


def _fits_below(need: Need, cells: int) -> bool:
    """Whether a sentence that goes on below itself anyway is whole there though the keys stand beside it."""
    return cells >= _READABLE and len(wrap(str(need.text), cells, most=_MOST + 1)) <= _MOST
