"""Pane 1: what needs you. Empty is the good state, and says so."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Finding, Track
from cockpit.rules.attention import Need, needs, needs_elsewhere
from widgets.line import Line
from widgets.pane import Pane, Row

_STYLES = {
    "stop": "stop",
    "alert": "alert",
    "lapsed": "alert",
    "question": "accent",
    "blocker": "warning",
    "failed": "stop",
    "error": "warning",
    "handoff": "accent",
    "damaged": "stop",
    "elsewhere": "alert",
}
_MARKS = {
    "stop": "stop",
    "alert": "alert",
    "lapsed": "alert",
    "question": "question",
    "blocker": "blocked",
    "failed": "failed",
    "error": "error",
    "handoff": "handoff",
    "damaged": "error",
    "elsewhere": "alert",
}
_ANSWERS = {
    "acknowledge": ("acknowledge", "acknowledge"),
    "raise-limit": ("limit", "raise the limit"),
    "withdraw": ("withdraw", "withdraw"),
    "resolve": ("resolve", "resolve"),
}
"""The action and the word for each remedy a key can bring."""
_READABLE = 40
"""Cells that a sentence keeps, whatever keys could stand beside it."""


class AttentionPane(Pane):
    """What only a person can move, the gravest first."""

    NUMBER: ClassVar[int] = 1
    HEADING: ClassVar[str] = "Needs you"
    HELP: ClassVar[str] = (
        "What only you can move: stops, alerts the agent waits on, questions, blockers, failures, handoffs. "
        "The gravest stands first. Enter shows one whole."
    )

    of_project: tuple[Finding, ...] = ()
    elsewhere: tuple[Track, ...] = ()
    """The tracks that are not on screen."""

    def slices(self, track: Track) -> tuple[object, ...]:
        """Everything a need can come from."""
        return (track.thresholds, track.waiting, track.position, track.blockers, track.handoff, track.errors,
                track.retries, track.findings, self.of_project, *self.elsewhere)  # fmt: skip

    def rows_of(self, track: Track) -> Iterable[Row]:
        """One row a need."""
        return [
            Row(need.key, need, f"{need.word} {need.text}", telling=(need.word, need.text))
            for need in (*needs(track, self.of_project), *needs_elsewhere(self.elsewhere))
        ]

    def empty_line(self) -> str:
        """Why there is nothing to do, and what the agent is doing."""
        if self.track is None:
            return "No project state here yet."
        activity = self.track.position.last_activity
        doing = f" Last: {activity.text}" if activity and activity.text else ""
        return f"Nothing needs you.{doing}"

    def draw(self, row: Row, width: int) -> Sequence[Line]:
        """Mark, word, sentence; at the right end the keys that answer it, where there is room for both."""
        need: Need = row.value
        style = _STYLES[need.kind]
        words = max(len(each.value.word) for each in self.rows.all)
        line = Line().add(getattr(self.view.glyphs, _MARKS[need.kind]), style).gap(1)
        line.add(need.word, style, width=words + 2)
        line.add(need.text, "strong" if style in ("stop", "alert") else "text")
        hints = self._hints(need)
        if hints.width and width - hints.width - 2 >= max(_READABLE, min(line.width, width)):
            return [line.cut(width - hints.width - 2).to(width - hints.width).join(hints)]
        return [line.cut(width)]

    def _hints(self, need: Need) -> Line:
        line = Line()
        for remedy in need.remedies:
            action, word = _ANSWERS.get(remedy, ("", ""))
            key = self.view.keys.get(action)
            if key:
                line.gap(2 if line.width else 0).add(key, "key", action=action).add(f" {word}", "muted", action=action)
        return line
