"""Pane 3: every metric between its three limits, who has acknowledged what, and what the agent will do."""

from collections.abc import Iterable, Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len

from cockpit.model import LEVELS, Acknowledgment, Limits, Threshold, Track
from cockpit.rules.agent_words import Usage, usage_of
from cockpit.rules.attention import answers_to
from cockpit.rules.thresholds.alert_state import (
    AgentBehaviour,
    Kind,
    agent_behaviour,
    alerts,
    by_hand,
    firing,
    is_acknowledged,
    is_retried,
    is_told,
    stops,
    told_by,
)
from cockpit.rules.thresholds.metrics import LIMITS_FILE, format_amount
from cockpit.widgets.gauge import gauge, marks, style_of
from cockpit.widgets.needs import REMEDY_KEYS
from cockpit.widgets.painting import Line, hanging
from cockpit.widgets.pane import Density, Pane, Row
from cockpit.widgets.view import View
from cockpit.wording.times import lasting_age

_NAME, _VALUE, _LONGEST = 9, 7, 12
"""Cells of the columns before the gauge: the least of each, and the most."""
_LEAST, _SHORTEST = 12, 6
"""Cells of a gauge that can still be read, and of any."""
_STATES = ((90, 44), (44, 27), (34, 20), (30, 16), (26, 12), (-99, 7))
"""Cells for gauge and state, and how many of them the state gets: `alert $25  [a acknowledge]`,
`alert $25  [a ack.]`, `acknowledged 2 h`, `acknowledged`, `warning`."""

_HOLDING: tuple[tuple[Kind, str], ...] = (("halts", "stop"), ("pauses", "alert"), ("ended", "muted"))
"""What the agent does that is said beside the heading, the gravest first, with its style."""
NO_LIMITS = Limits(source=LIMITS_FILE)
_SNOOZED, _BOTH = 10, 24
"""Cells of ` · snoozed`, and of a state with it: `alert · lapsed · snoozed`."""
_SHORT = {"acknowledge": "ack.", "change limits": "limits", "reset retries": "reset"}
"""The word of a button where there is no room for the whole one."""


class ThresholdsPane(Pane):
    """A gauge for each metric; the level by shape and word; the acknowledgment with age and note. Where nothing has a
    limit, what the sessions of agents use."""

    NUMBER: ClassVar[int] = 3
    HEADING: ClassVar[str] = "Thresholds"
    ONE: ClassVar[str] = "Threshold"
    EMPTY: ClassVar[str] = "No metrics yet. They appear when the agent first records them."
    HELP: ClassVar[str] = (
        "Each metric between its limits. At a warning the agent continues, at an alert it waits until you acknowledge, "
        "at a stop it ends. Enter shows why a metric has its level. Without a framework: the limits you set, or where "
        "there are none, what all sessions of agents use together."
    )

    def __init__(self, view: View) -> None:
        super().__init__(view)
        self._buttons: dict[str, Sequence[Line]] = {}
        """By metric that fires the key that answers it, as a button, from the wordiest on."""
        self._tracks: dict[str, Track] = {}
        """By metric the track that keeps it: the one shown, or the repository's own limits."""

    def heading(self) -> str:
        """Without a framework all that there is are a person's limits, and without those what sessions use."""
        if self.track is not None and self.track.is_observed:
            return "Usage"
        return "Limits" if self.track is not None and self.track.counts_use else self.HEADING

    def slices(self, track: Track) -> tuple[object, ...]:
        """The thresholds, and what tells whether their session has ended."""
        used, own = track.agents if track.is_observed else (), self.snapshot.own_limits
        limits = own.thresholds if own is not None else ()
        return track.thresholds, track.findings, track.handoff, track.position, track.phases, used, limits, self.view

    def rows_of(self, track: Track) -> Iterable[Row]:
        """A heading and the metrics; or what the agents' sessions use."""
        if track.is_observed:
            known = (each for each in usage_of(track.agents) if each.value)
            yield from (Row(each.metric, each, f"{each.metric} {each.note}") for each in known)
            return
        own = self.snapshot.own_limits
        every = (*track.thresholds, *(own.thresholds if own is not None else ()))
        self._tracks = {each.metric: own if own and each in own.thresholds else track for each in every}
        self._buttons = {each.metric: [*self._button(each, self._tracks[each.metric])] for each in firing(every)}
        if every and not self.view.compact:
            yield Row("heading", selectable=False)
        for threshold in every:
            answered = threshold.acknowledgment or threshold.acknowledgment_unread
            telling = (
                threshold.value,
                threshold.level,
                answered,
                self._course(threshold).kind,
                threshold.unreadable,
            )
            yield Row(
                threshold.metric, threshold, f"{threshold.metric} {threshold.level or ''} limits", telling=telling
            )

    def counted(self, track: Track) -> int:
        """All of them."""
        return len(self.rows.all) if track.is_observed else len(self._tracks)

    def summary(self) -> tuple[str, str]:
        """What the agent will do, and because of what."""
        if self.track is None:
            return "", "muted"
        if self.track.is_observed:
            return "no limits", "muted"
        every = [row.value for row in self.rows.all if row.value is not None]
        courses = {each.metric: self._course(each) for each in every if stops(each) or alerts(each)}
        for kind, style in _HOLDING:
            metrics = [metric for metric, found in courses.items() if found.kind == kind]
            if metrics:
                return f"{courses[metrics[0]].brief}: {', '.join(metrics)}", style
        if any(each.severity == "error" for each in self.track.findings):
            return "what holds the agent is not known", "warning"
        return ("nothing holds the agent" if every else "", "muted")

    def title_of(self, row: Row | None) -> str:
        """The metric."""
        if row is None:
            return self.HEADING
        return f"{'Usage' if isinstance(row.value, Usage) else 'Threshold'}: {row.key}"

    def draw(self, row: Row, width: int, density: Density) -> Sequence[Line]:
        """A gauge, or the heading; of what is used, the value and what it is of."""
        if isinstance(row.value, Usage):
            return self._usage(row.value, width, density)
        columns = self._columns(width)
        if row.key == "heading" and row.value is None:
            return [self._heading(columns).cut(width)]
        lines = [self._metric(row.value, columns).cut(width)]
        if density.aside and row.value.limits != NO_LIMITS:
            lines.append(self._limits(row.value, columns).cut(width))
        counts_use = self._tracks[row.value.metric].counts_use
        if density.aside and (counts_use or is_told(row.value)) and by_hand(row.value) is None:
            told = told_by(row.value, self.view.now())
            lines += hanging(Line().gap(2), told, "muted", width, most=density.aside)
        acknowledgment = row.value.acknowledgment
        if density == Density.ALL and acknowledgment is not None and acknowledgment.note:
            lines += hanging(Line().gap(columns.start), acknowledgment.note, "muted", width, most=density.aside)
        return lines

    def _usage(self, usage: Usage, width: int, density: Density) -> Sequence[Line]:
        lead = Line().add(usage.metric, "text", width=_NAME)
        lead.right(usage.value or self.view.glyphs.dash, "strong" if usage.value else "muted", width=_VALUE).gap(2)
        if not density:
            return [lead.add(str(usage.note), "muted").cut(width)]
        return hanging(lead, str(usage.note), "muted", width, most=density.most)

    def _columns(self, width: int) -> "_Columns":
        thresholds = [row.value for row in self.rows.all if row.value is not None]
        name = max((cell_len(each.metric) + 1 for each in thresholds), default=0)
        value = max((cell_len(self._value(each)) for each in thresholds), default=0)
        name, value = (max(least, min(_LONGEST, it)) for least, it in ((_NAME, name), (_VALUE, value)))
        rest = width - 2 - name - value - 4
        state = next(cells for least, cells in _STATES if rest >= least)
        limits = [(each.unit, level, limit) for each in thresholds for level, limit in each.limits.items()]
        texts = [f"{level} {format_amount(limit, unit)}" for unit, level, limit in limits if level != "warning"]
        level = max(map(cell_len, texts), default=0)
        state = max(state, min(level, rest - _SHORTEST))  # always, so that no gauge changes its length when one fires
        if any(each.snoozed_until is not None and each.acknowledgment is not None for each in thresholds):
            state = max(state, min(_BOTH, rest - _LEAST))
        return _Columns(name, value, max(_SHORTEST, rest - state), state, width)

    def _heading(self, columns: "_Columns") -> Line:
        line = Line().to(2 + columns.name).right("now", "muted", width=columns.value)
        for word, place in zip(("warn", "alert", "stop"), marks(columns.gauge), strict=True):
            heading = word if columns.gauge >= 17 else word[0]
            line.to(columns.start + place + 1 - len(heading)).add(heading, "muted")
        return line

    def _metric(self, threshold: Threshold, columns: "_Columns") -> Line:
        style = style_of(threshold) if threshold.level else "alert" if alerts(threshold) else "text"
        line = Line().add(self._mark(threshold), style).gap(1).add(threshold.metric, style, width=columns.name)
        loud = threshold.level and style != "muted"
        line.right(self._value(threshold), "strong" if loud else "text", width=columns.value).gap(2)
        if threshold.limits == NO_LIMITS:
            return line.add("cannot be read" if threshold.unreadable else "no limit", "muted")
        line.join(gauge(threshold, columns.gauge, self.view.glyphs)).gap(2)
        rooms = ((button, columns.state - button.width - 2) for button in self._buttons.get(threshold.metric, ()))
        for button, beside in rooms:
            if beside >= cell_len(self._level(threshold)):
                return line.join(self._state(threshold, beside).cut(beside)).gap(2).join(button)
        return line.join(self._state(threshold, columns.state).cut(columns.state))

    def _mark(self, threshold: Threshold) -> str:
        glyphs = self.view.glyphs
        if is_acknowledged(threshold):
            return glyphs.acknowledged
        rest = glyphs.quiet if threshold.value is None else glyphs.done
        level = "alert" if threshold.unreadable and not stops(threshold) else threshold.level
        return {"stop": glyphs.stop, "alert": glyphs.alert, "warning": glyphs.warning}.get(level or "", rest)

    def _value(self, threshold: Threshold) -> str:
        if threshold.value is None:
            return self.view.glyphs.dash
        return f"{format_amount(threshold.value, threshold.unit)}{'+' if threshold.at_least else ''}"

    def _level(self, threshold: Threshold) -> str:
        """`warning`, `alert $25`: of a level that fires, the limit too; none where it is acknowledged."""
        level = threshold.level or ""
        if is_acknowledged(threshold):
            return ""
        limit = threshold.limits.at(threshold.level) if threshold.level and threshold.metric in self._buttons else None
        return f"{level} {format_amount(limit, threshold.unit)}" if limit is not None else level

    def _state(self, threshold: Threshold, room: int) -> Line:
        line = Line().add(self._level(threshold), style_of(threshold))
        if threshold.unreadable:
            line.add(f"{' or ' if line.width else ''}unknown", "alert")
        if threshold.stale:
            line.add(f"{' ' if line.width else ''}stale", "warning")
        beside = room - (_SNOOZED if threshold.snoozed_until is not None else 0)
        self._answer(line, threshold, beside)
        if threshold.snoozed_until is not None:
            self._aside(line, room, ("snoozed",), "muted")
        if threshold.seen_at is not None:
            self._aside(line, room, ("acknowledged here", "acknowledged", "ack."), "muted")
        return line

    def _answer(self, line: Line, threshold: Threshold, beside: int) -> None:
        """Add what has answered the level, why nothing can, or the key that does."""
        acknowledgment, asks = threshold.acknowledgment, alerts(threshold) and not is_retried(threshold)
        if acknowledgment is not None and acknowledgment.effective and is_acknowledged(threshold):
            self._aside(line, beside, self._seen(acknowledgment), "muted")
        elif acknowledgment is not None and threshold.level == "alert":
            self._aside(line, beside, (acknowledgment.reason or "lapsed", "lapsed"), "alert")
        elif threshold.unreadable:
            self._aside(line, beside, (f"unread {threshold.unreadable[0].what}", "unread"), "muted")
        elif threshold.acknowledgment_unread and alerts(threshold):
            self._aside(line, beside, ("acknowledgment damaged", "damaged"), "warning")
        elif (stops(threshold) or alerts(threshold)) and self._course(threshold).kind == "ended":
            self._aside(line, beside, ("session handed off", "handed off"), "muted")
        elif asks and by_hand(threshold):
            self._aside(line, beside, ("edit its file", "edit"), "muted")
        elif threshold.disagreeing:
            self._aside(line, beside, ("the files disagree", "disagree"), "warning")

    def _course(self, threshold: Threshold) -> AgentBehaviour:
        return agent_behaviour(threshold, self._tracks[threshold.metric])

    def _aside(self, line: Line, room: int, words: Sequence[str], style: str) -> None:
        """Add the first of these words that fits whole; a cut one says nothing."""
        lead = f" {self.view.glyphs.dot} " if line.width else ""
        fitting = (each for each in words if line.width + cell_len(lead) + cell_len(each) <= room)
        if (word := next(fitting, None)) is not None:
            line.add(f"{lead}{word}", style)

    def _button(self, threshold: Threshold, track: Track) -> Iterator[Line]:
        """The key that answers an alert or a stop, as a button; nothing where there is none."""
        remedies = (each for each in answers_to(threshold, track) if each not in ("resume", "open"))
        action, word = next((REMEDY_KEYS[each] for each in remedies), ("", ""))
        key = self.view.keys.get(action)
        for text in (word, _SHORT.get(word, "")) if key else ():
            line = Line().add("[", "muted", action=action).add(f"{key} ", "key", action=action)
            yield line.add(text, "link", action=action).add("]", "muted", action=action)

    def _seen(self, acknowledgment: Acknowledgment) -> Sequence[str]:
        """That it was acknowledged and when, from the wordiest to the shortest."""
        age = lasting_age(acknowledgment.at, self.view.now()) or ""
        ages = (age, age.removesuffix(" ago").replace("just ", ""), "")
        return *(f"acknowledged {each}".rstrip() for each in ages), "ack."

    def _limits(self, threshold: Threshold, columns: "_Columns") -> Line:
        """The three limits in numbers, under their marks; one that would touch the next is left out."""
        line = Line()
        for level, place in zip(LEVELS, marks(columns.gauge), strict=True):
            limit = threshold.limits.at(level)
            text = format_amount(limit, threshold.unit) if limit is not None else ""
            column = columns.start + place + 1 - len(text)
            if column > line.width:
                line.to(column).add(text, "muted")
        return line


class _Columns(NamedTuple):
    """Cells of each column."""

    name: int
    value: int
    gauge: int
    state: int
    width: int

    @property
    def start(self) -> int:
        """Where the gauge begins."""
        return 2 + self.name + self.value + 2
