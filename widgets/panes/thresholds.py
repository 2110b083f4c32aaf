"""Pane 3: every metric between its three limits, who has acknowledged what, and what the agent will do."""

from collections.abc import Iterable, Sequence
from typing import ClassVar

from cockpit.model import Acknowledgment, Threshold, Track
from cockpit.rules.ages import age
from cockpit.rules.attention import acknowledged, firing
from cockpit.rules.levels import LEVELS, format_amount
from widgets.gauge import gauge, marks, style_of
from widgets.line import Line
from widgets.pane import Pane, Row

NAME, VALUE = 9, 7
"""Cells of the columns before the gauge."""
_BUTTON = 19
"""Cells that `alert a acknowledge` needs."""


class ThresholdsPane(Pane):
    """A gauge for each metric; the level by shape and word; the acknowledgment with age and note."""

    NUMBER: ClassVar[int] = 3
    HEADING: ClassVar[str] = "Thresholds"
    EMPTY: ClassVar[str] = "No thresholds recorded. They appear when the agent writes .autopilot/state/thresholds.json."
    HELP: ClassVar[str] = (
        "Each metric between its limits. At a warning the agent goes on, at an alert it pauses until you acknowledge, "
        "at a stop it halts. Enter shows why a metric stands where it stands."
    )

    def slices(self, track: Track) -> tuple[object, ...]:
        """The thresholds."""
        return track.thresholds, track.findings, self.view

    def rows_of(self, track: Track) -> Iterable[Row]:
        """A heading, the metrics, and what the agent will do."""
        if not track.thresholds:
            return
        if not self.view.compact:
            yield Row("heading", selectable=False)
        for threshold in track.thresholds:
            telling = (threshold.value, threshold.level, threshold.acknowledgment, threshold.agent_will)
            yield Row(threshold.metric, threshold, f"{threshold.metric} {threshold.level or ''}", telling=telling)
        if not self.view.compact:
            yield Row("agent", track.thresholds, selectable=False)

    def summary(self) -> str:
        """How many fire."""
        count = len(firing(self.track.thresholds)) if self.track else 0
        return f"{count} firing" if count else ""

    def title_of(self, row: Row | None) -> str:
        """The metric."""
        return f"Threshold: {row.key}" if row is not None else self.HEADING

    def draw(self, row: Row, width: int) -> Sequence[Line]:
        """A gauge, or one of the lines around them."""
        if row.key == "heading":
            return [self._heading(width).cut(width)]
        if row.key == "agent":
            return [Line(), self._agent(row.value).cut(width)]
        return [line.cut(width) for line in self._metric(row.value, width)]

    def _columns(self, width: int) -> tuple[int, int]:
        """Cells for gauge and state."""
        rest = width - 2 - NAME - VALUE - 4
        state = min(max(16, rest * 2 // 5), rest // 2)
        return max(8, rest - state), state

    def _heading(self, width: int) -> Line:
        cells, _ = self._columns(width)
        line = Line().to(2 + NAME).right("now", "muted", width=VALUE).gap(2)
        start = line.width
        for word, place in zip(("warn", "alert", "stop"), marks(cells), strict=True):
            shown = word if cells >= 17 else word[0]
            line.to(start + place + 1 - len(shown)).add(shown, "muted")
        return line

    def _metric(self, threshold: Threshold, width: int) -> list[Line]:
        cells, state = self._columns(width)
        style = style_of(threshold) if threshold.level else "text"
        line = Line().add(self._mark(threshold), style).gap(1).add(threshold.metric, style, width=NAME)
        line.right(
            self._value(threshold), "strong" if threshold.level and style != "muted" else "text", width=VALUE
        ).gap(2)
        start = line.width
        line.join(gauge(threshold, cells, self.view.glyphs)).gap(2)
        line.join(self._state(threshold, state).cut(state))
        return [line, *self._limits(threshold, start, cells)]

    def _mark(self, threshold: Threshold) -> str:
        glyphs = self.view.glyphs
        if acknowledged(threshold):
            return glyphs.acknowledged
        return {"stop": glyphs.stop, "alert": glyphs.alert, "warning": glyphs.warning}.get(
            threshold.level or "", glyphs.quiet
        )

    def _value(self, threshold: Threshold) -> str:
        return self.view.glyphs.dash if threshold.value is None else format_amount(threshold.value, threshold.unit)

    def _state(self, threshold: Threshold, room: int) -> Line:
        line = Line()
        given = threshold.acknowledgment
        if threshold.level:
            line.add(threshold.level, style_of(threshold))
        if threshold.stale:
            line.add(f"{' ' if line.width else ''}stale", "warning")
        if given is not None and acknowledged(threshold):
            line.add(f" {self.view.glyphs.dot} {self._seen(given)}", "muted")
        elif given is not None and threshold.level == "alert":
            line.add(f" {self.view.glyphs.dot} {given.reason or 'lapsed'}", "alert")
        elif threshold.level == "alert" and threshold.snoozed_until is None and self.view.keys.get("acknowledge"):
            line.gap(1).add(f"{self.view.keys['acknowledge']} ", "key", action="acknowledge")
            line.add("acknowledge" if room >= _BUTTON else "ack", "link", action="acknowledge")
        if threshold.snoozed_until is not None:
            line.add(f" {self.view.glyphs.dot} snoozed", "muted")
        if threshold.seen_at is not None and threshold.level == "warning":
            line.add(f" {self.view.glyphs.dot} seen", "muted")
        if given is not None and given.note and self.view.roomy:
            line.add(f" {self.view.glyphs.dot} {given.note}", "muted")
        return line

    def _seen(self, given: Acknowledgment) -> str:
        when = age(given.at, self.view.now()) or ""
        return f"seen {when if self.view.roomy else when.removesuffix(' ago').removeprefix('just ')}".rstrip()

    def _limits(self, threshold: Threshold, start: int, cells: int) -> list[Line]:
        """The three limits in numbers, under their marks, where there is room."""
        if not self.view.roomy:
            return []
        line = Line()
        for level, place in zip(LEVELS, marks(cells), strict=True):
            limit = getattr(threshold.limits, level)
            if limit is not None:
                text = format_amount(limit, threshold.unit)
                line.to(start + place + 1 - len(text)).add(text, "muted")
        return [line]

    def _agent(self, thresholds: tuple[Threshold, ...]) -> Line:
        for will, words, style in (("halt", "halts", "stop"), ("pause", "pauses at its next check", "alert")):
            metrics = [threshold.metric for threshold in thresholds if threshold.agent_will == will]
            if metrics:
                return Line().add("The agent ", "muted").add(f"{words}", style).add(f" ({', '.join(metrics)})", "muted")
        damaged = self.track is not None and any(each.severity == "error" for each in self.track.findings)
        aside = ", as far as the damaged files can be read" if damaged else ""
        return Line().add("The agent goes on", "muted").add(aside, "warning")
