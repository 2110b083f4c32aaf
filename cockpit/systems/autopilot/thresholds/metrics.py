"""The thresholds of a track: value, limits, level, acknowledgment and what the agent will do, for each metric."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from datetime import UTC, datetime

from cockpit.model import LEVELS, Acknowledgment, Level, Limits, LimitsThen, Statement, Threshold, Unit
from cockpit.model.readings import SOURCE_WORDS, Amount
from cockpit.rules.thresholds.acknowledgments import (
    Given,
    Present,
    agent_honours,
    agent_will,
    judged,
    limits_when_given,
)
from cockpit.rules.thresholds.metrics import METRICS, LimitSource, Metric, format_amount, level_of, rank, resolve
from cockpit.systems.autopilot.state_file import StateFile, ThresholdRow
from cockpit.systems.autopilot.thresholds.acknowledgments_state import AcknowledgmentState, Recorded
from cockpit.systems.autopilot.thresholds.limit_sources import agents_sources, config_command, table_name
from cockpit.systems.autopilot.thresholds.thresholds_state import Measured, ThresholdState
from cockpit.systems.autopilot.thresholds.token_usage import TokenUsage, spent
from cockpit.systems.autopilot.thresholds.triggers_state import TriggerState
from cockpit.systems.interface import ReadContext
from cockpit.systems.shared.stated_values import instant_text
from cockpit.values import dataclass
from cockpit.wording.times import parse_instant, write_instant

_GROWING = tuple(metric.name for metric in METRICS if metric.grows)
_JSON = "thresholds.json"
_USAGE = "token-usage.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauges:
    """Everything the files say about metrics, and by metric what the live sessions of agents `used`."""

    state: StateFile | None
    thresholds: ThresholdState
    acknowledgments: AcknowledgmentState
    triggers: TriggerState
    usage: TokenUsage | None
    sources: tuple[LimitSource, ...]
    used: Mapping[str, Amount] = field(default_factory=dict)

    def rows(self, metric: str) -> tuple[ThresholdRow, ...]:
        """What the Thresholds section says about the metric, in file order."""
        return tuple(row for row in self.state.thresholds if row.metric == metric) if self.state else ()

    def row(self, metric: str) -> ThresholdRow | None:
        """The first of them."""
        return next(iter(self.rows(metric)), None)

    def measured(self, metric: str) -> Measured | None:
        """The metric's value in thresholds.json; of several spellings the highest, since nothing shows which is
        newer."""
        return max(self.thresholds.values.get(metric, ()), key=lambda each: each.value, default=None)

    @property
    def has_store(self) -> bool:
        """Whether the agent keeps its metrics in JSON files, which then are the truth."""
        return self.thresholds.path is not None or self.acknowledgments.path is not None

    @property
    def acknowledgments_damaged(self) -> bool:
        """Whether the file of the acknowledgments is damaged, so that what is not found in it may yet be given."""
        return not self.acknowledgments.complete

    def value(self, metric: str) -> tuple[float | None, str | None]:
        """The value of a metric that counts, and where it was found; what sessions used, where less is stated."""
        stated, used = self.stated(metric), self.used.get(metric)
        is_more = used is not None and (stated[0] is None or used.value > stated[0])
        return (used.value, SOURCE_WORDS[used.source]) if used is not None and is_more else stated

    def stated(self, metric: str) -> tuple[float | None, str | None]:
        """A metric's value and where it was found: the JSON or the table, else the token log, else the waypoint.

        Where JSON and table disagree the higher value counts, unless the metric can fall and the JSON is newer.
        """
        measured = self.measured(metric)
        shown = max((row for row in self.rows(metric) if row.value is not None), key=_value_of, default=None)
        if measured is not None and shown is not None and not (self.is_json_newer and metric not in _GROWING):
            in_table = _value_of(shown) - measured.value >= shown.step
            return (shown.value, table_name(self.state)) if in_table else (measured.value, _JSON)
        if measured is not None:
            return measured.value, _JSON
        if shown is not None:
            return shown.value, table_name(self.state)
        logged = {"tokens": self.usage.spent, "cost": self.usage.cost}.get(metric) if self.usage else None
        if logged is not None:
            return float(logged), _USAGE
        used = spent(self.state.tokens) if self.state is not None and metric == "tokens" else None
        return (float(used), table_name(self.state)) if used is not None else (None, None)

    @property
    def is_json_newer(self) -> bool:
        """Whether the JSON was surely written after the table. When a table was written nobody knows, only that it was
        not after the state file."""
        checked = parse_instant(self.thresholds.last_check)
        updated = parse_instant(self.state.updated.text) if self.state and self.state.updated else None
        return checked is not None and updated is not None and updated.before(checked)

    def disagreeing(self, metric: Metric) -> tuple[Statement, ...]:
        """What the places state of a metric, where they do not say the same."""
        worse = [statement for level, statement in self._stated_worse(metric.name) if level == "stop"]
        values, value = self._values_disagreeing(metric), self.stated(metric.name)[0]
        if worse and not values and value is not None:
            values = (replace(worse[0], what="value", text=format_amount(value, metric.unit)),)
        return (*values, *self._limits_disagreeing(metric), *worse)

    def _limits_disagreeing(self, metric: Metric) -> Iterator[Statement]:
        """The limits of the rows, of each level of which they state several."""
        for level in LEVELS:
            rows = [(row.line, row.limits[level]) for row in self.rows(metric.name) if level in row.limits]
            if len({limit for _, limit in rows}) > 1 and self.state is not None:
                for line, limit in rows:
                    text = format_amount(limit, metric.unit)
                    yield Statement(what=f"{level} limit", text=text, path=self.state.path, line=line)

    def _values_disagreeing(self, metric: Metric) -> tuple[Statement, ...]:
        """The values, where they are not the same and the one that counts is not surely the newest."""
        rows = [row for row in self.rows(metric.name) if row.value is not None]
        in_json = [(each.value, each.line) for each in self.thresholds.values.get(metric.name, ())]
        in_table = [(_value_of(row), row.line) for row in rows]
        values = [value for value, _ in (*in_json, *in_table)]
        step = max((row.step for row in rows), default=0.0)
        _, source = self.stated(metric.name)
        settled = len({value for value, _ in in_json}) < 2 and len({value for value, _ in in_table}) < 2
        if len(values) < 2 or max(values) - min(values) < step or min(values) == max(values):
            return ()
        if settled and source == _JSON and (self.is_json_newer or metric.grows):
            return ()  # the table is only behind
        places = ((self.thresholds.path or "", in_json), (self.state.path if self.state else "", in_table))
        return tuple(
            Statement(what="value", text=format_amount(value, metric.unit), path=path, line=line)
            for path, found in places
            for value, line in found
        )

    def unreadable(self, metric: str) -> tuple[Statement, ...]:
        """What is stated about a metric and nobody can read; not a value where a place that is surely newer has one."""
        in_json = self.thresholds.unreadable.get(metric, ())
        in_table = [each for row in self.rows(metric) for each in row.unreadable]
        if self.is_json_newer and self.measured(metric) is not None and metric not in _GROWING:
            in_table = [each for each in in_table if each.what != "value"]
        in_limits = [each for source in self.sources for each in source.unread.get(metric, ())]
        worse = [statement for level, statement in self._stated_worse(metric) if level != "stop"]
        return (*in_json, *in_table, *worse, *in_limits)

    def _stated_worse(self, metric: str) -> Iterator[tuple[Level, Statement]]:
        """The levels that are stated and that the value does not reach."""
        yield from self._recorded_worse(metric)
        for row in self.rows(metric):
            level = next((level for level in LEVELS if level == row.status), None)
            if row.worse is not None and level is not None:
                yield level, row.worse

    def _recorded_worse(self, metric: str) -> Iterator[tuple[Level, Statement]]:
        """The level that thresholds.json records, where the value that counts reaches no limit of it, also none that a
        raised one took the place of."""
        level, known = self.thresholds.levels.get(metric), next((each for each in METRICS if each.name == metric), None)
        value, _ = self.value(metric)
        if level is None or value is None or known is None or rank(level) < rank("alert"):
            return
        sources = (
            *(source.limits.get(metric, {}) for source in self.sources),
            dict(zip(LEVELS, known.limits, strict=True)),
        )
        if any(value >= limit for source in sources if (limit := source.get(level)) is not None):
            return
        line = self.thresholds.level_lines.get(metric)
        yield level, Statement(what="level", text=level, path=self.thresholds.path or "", line=line)

    def level(self, metric: str, limits: Limits) -> Level | None:
        """The level that a metric's value has reached; without a value, the worst one that is recorded. A stop that is
        stated holds, whatever the value."""
        value, _ = self.value(metric)
        if value is not None and any(stated == "stop" for stated, _ in self._stated_worse(metric)):
            return "stop"
        if value is not None:
            return level_of(value, limits)
        shown = [level for row in self.rows(metric) for level in LEVELS if row.status == level]
        return max((*shown, self.thresholds.levels.get(metric)), key=rank)

    def recorded(self, metric: str) -> Recorded | None:
        """The acknowledgment that counts: the JSON's; the table's only where there is no JSON store at all."""
        if self.has_store or self.state is None:
            return self.acknowledgments.recorded.get(metric)
        row = self.row(metric)
        line = next((line for line in self.state.acknowledged if line.metric == metric), None)
        if line.denied if line is not None else not (row and row.acknowledged):
            return None
        return Recorded(at=line.at, value=line.value, line=line.line) if line else Recorded()


def read_metrics(gauges: Gauges, context: ReadContext) -> tuple[Threshold, ...]:
    """The thresholds to show, in the order of the metrics; behind them others that the table states limits for."""
    shown = [metric for metric in METRICS if _is_shown(metric, gauges)]
    return tuple(_threshold(metric, gauges, context) for metric in (*shown, *other_metrics(gauges)))


def other_metrics(gauges: Gauges) -> tuple[Metric, ...]:
    """The metrics that no rule knows, of which something is stated."""
    others: dict[str, Unit] = dict.fromkeys(gauges.thresholds.unreadable, "count")
    others |= dict.fromkeys((name for source in gauges.sources for name in source.unread), "count")
    others |= {row.metric: row.unit for row in (gauges.state.thresholds if gauges.state else ())}
    known = {metric.name for metric in METRICS}
    return tuple(Metric(name, name, unit, ()) for name, unit in others.items() if name not in known)


def _value_of(row: ThresholdRow) -> float:
    return row.value if row.value is not None else 0.0


def agents_limits(metric: Metric, gauges: Gauges) -> Limits:
    """The limits as the agent sees them, without ours."""
    return resolve(metric, agents_sources(gauges.sources))


def _is_shown(metric: Metric, gauges: Gauges) -> bool:
    has_thresholds = gauges.thresholds.path is not None or bool(gauges.state and gauges.state.thresholds)
    return (
        (metric.always and has_thresholds)
        or gauges.value(metric.name)[0] is not None
        or gauges.thresholds.levels.get(metric.name) is not None
        or any(source.limits.get(metric.name) for source in gauges.sources[:3])
        or gauges.recorded(metric.name) is not None
        or bool(gauges.unreadable(metric.name))
    )


def _threshold(metric: Metric, gauges: Gauges, context: ReadContext) -> Threshold:
    value, source = gauges.value(metric.name)
    used = gauges.used[metric.name] if source in SOURCE_WORDS.values() else None
    agents = agents_limits(metric, gauges)
    recorded = gauges.recorded(metric.name)
    honoured = recorded is not None and agent_honours(recorded.at, gauges.acknowledgments.last_reset)
    present = _present(metric, gauges, context)
    acknowledgment = (
        _acknowledgment(recorded, present, context.limits_at_acknowledgment.get(metric.name)) if recorded else None
    )
    agents_level = gauges.level(metric.name, agents)
    expires = recorded.expires if recorded and acknowledgment and acknowledgment.effective else None
    return Threshold(
        metric=metric.name,
        unit=metric.unit,
        value=value,
        stated=gauges.stated(metric.name)[0] if used is not None else None,
        at_least=used is not None and used.at_least,
        level=present.level,
        limits=present.limits,
        agent_will=agent_will(agents_level, honoured),
        agent_level=agents_level,
        tell_agent=_agent_command(metric, agents_level, present),
        untold=tuple(_agent_commands(metric, agents, present.limits)),
        read_at=_read_at(gauges, source) if used is None else write_instant(datetime.fromtimestamp(used.at, UTC)),
        source=source if metric in METRICS else _place(metric.name, gauges),
        stale=gauges.thresholds.stale if source == _JSON else bool(gauges.state and gauges.state.stale),
        refire_at=instant_text(expires),
        acknowledgment=acknowledgment,
        acknowledgment_unread=gauges.acknowledgments.path
        if recorded is None and gauges.acknowledgments_damaged
        else None,
        unreadable=gauges.unreadable(metric.name),
        disagreeing=gauges.disagreeing(metric),
    )


def _place(metric: str, gauges: Gauges) -> str | None:
    """The file and line of a metric that no rule knows, for a person who edits it."""
    row = gauges.row(metric)
    return f"{table_name(gauges.state)}:{row.line}" if row is not None else None


def _agent_command(metric: Metric, agents_level: Level | None, present: Present) -> str | None:
    """The agent's command for a limit above the value, where the limits that the agent knows put it at a higher
    level."""
    limit = present.limits.at(agents_level) if agents_level is not None else None
    if agents_level is None or limit is None or rank(present.level) >= rank(agents_level):
        return None
    return config_command(metric, agents_level, limit)


def _agent_commands(metric: Metric, agents: Limits, limits: Limits) -> Iterator[str]:
    """The agent's commands for the limits that it does not know."""
    for level, limit in limits.items():
        command = config_command(metric, level, limit) if agents.at(level) != limit else None
        if command is not None:
            yield command


def _present(metric: Metric, gauges: Gauges, context: ReadContext) -> Present:
    value, _ = gauges.value(metric.name)
    limits = resolve(metric, gauges.sources)
    return Present(
        metric=metric.name,
        value=value,
        level=gauges.level(metric.name, limits),
        limits=limits,
        now=context.now,
        last_reset=gauges.acknowledgments.last_reset,
        session_start=gauges.triggers.session_start,
        half_way=context.lapse_half_way,
    )


def _acknowledgment(recorded: Recorded, present: Present, known_limits: LimitsThen | None) -> Acknowledgment:
    terms = Given(
        at=recorded.at,
        value=recorded.value,
        level=recorded.level,
        session_id=recorded.session_id,
        expires=recorded.expires,
        limits=limits_when_given(recorded.at, known_limits),
    )
    return judged(terms, present, at=instant_text(recorded.at), note=recorded.note)


def _read_at(gauges: Gauges, source: str | None) -> str | None:
    if source == _JSON:
        return instant_text(gauges.thresholds.last_check)
    if source == table_name(gauges.state) and gauges.state and gauges.state.updated:
        return instant_text(gauges.state.updated.text)
    return None
