"""The thresholds of a track: value, limits, level, acknowledgment and what the agent will do, for each metric."""

from dataclasses import dataclass

from cockpit.model import Acknowledgment, Limits, Threshold
from cockpit.rules.acknowledgments import Given, Present, agent_honours, agent_will, lapse_reason
from cockpit.rules.instants import parse_instant, to_utc_text
from cockpit.rules.levels import METRICS, Metric, level_of
from cockpit.rules.limits import LimitSource, resolve
from cockpit.systems.autopilot.acknowledgments_state import AcknowledgmentState, Recorded
from cockpit.systems.autopilot.limit_sources import agents_sources, table_name
from cockpit.systems.autopilot.state_file import StateFile, ThresholdRow
from cockpit.systems.autopilot.thresholds_state import ThresholdState
from cockpit.systems.autopilot.token_usage import TokenUsage
from cockpit.systems.autopilot.triggers_state import TriggerState
from cockpit.systems.interface import ReadContext

_ALWAYS = ("cost", "context", "variance", "errors")
_JSON = "thresholds.json"
_USAGE = "token-usage.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauges:
    """Everything the files say about metrics."""

    state: StateFile | None
    thresholds: ThresholdState
    acknowledgments: AcknowledgmentState
    triggers: TriggerState
    usage: TokenUsage | None
    sources: tuple[LimitSource, ...]

    def row(self, metric: str) -> ThresholdRow | None:
        """The metric's row in the Thresholds table."""
        return next((row for row in self.state.thresholds if row.metric == metric), None) if self.state else None

    @property
    def has_store(self) -> bool:
        """Whether the agent keeps its metrics in JSON files, which then are the truth."""
        return self.thresholds.path is not None or self.acknowledgments.path is not None

    def value(self, metric: str) -> tuple[float | None, str | None]:
        """A metric's value and where it was found: the JSON, else the table, else the token log."""
        measured, row = self.thresholds.values.get(metric), self.row(metric)
        if measured is not None:
            return measured.value, _JSON
        if row is not None and row.value is not None:
            return row.value, table_name(self.state)
        spent = {"tokens": self.usage.spent, "cost": self.usage.cost}.get(metric) if self.usage else None
        return (float(spent), _USAGE) if spent is not None else (None, None)

    def recorded(self, metric: str) -> Recorded | None:
        """The acknowledgment that counts: the JSON's; the table's only where there is no JSON store at all."""
        if self.has_store or self.state is None:
            return self.acknowledgments.given.get(metric)
        row = self.row(metric)
        line = next((line for line in self.state.acknowledged if line.metric == metric), None)
        if line is None and not (row and row.acknowledged):
            return None
        return Recorded(at=line.at, value=line.value, line=line.line) if line else Recorded()


def read_metrics(gauges: Gauges, context: ReadContext) -> tuple[Threshold, ...]:
    """The thresholds to show, in the order of the metrics."""
    return tuple(_threshold(metric, gauges, context) for metric in METRICS if _is_shown(metric.name, gauges))


def agents_limits(metric: Metric, gauges: Gauges) -> Limits:
    """The limits as the agent sees them, without ours."""
    return resolve(metric, agents_sources(gauges.sources))


def _is_shown(metric: str, gauges: Gauges) -> bool:
    kept = gauges.thresholds.path is not None or bool(gauges.state and gauges.state.thresholds)
    return (
        (metric in _ALWAYS and kept)
        or gauges.value(metric)[0] is not None
        or any(source.limits.get(metric) for source in gauges.sources[:2])
        or gauges.recorded(metric) is not None
    )


def _threshold(metric: Metric, gauges: Gauges, context: ReadContext) -> Threshold:
    value, source = gauges.value(metric.name)
    agents = agents_limits(metric, gauges)
    recorded = gauges.recorded(metric.name)
    honoured = recorded is not None and agent_honours(recorded.at, gauges.acknowledgments.last_reset)
    present = _present(metric, gauges, context)
    acknowledgment = _acknowledgment(recorded, present) if recorded else None
    until = _snoozed(metric.name, context)
    expires = recorded.expires if recorded and acknowledgment and acknowledgment.effective else None
    return Threshold(
        metric=metric.name,
        unit=metric.unit,
        value=value,
        level=present.level,
        limits=present.limits,
        agent_will=agent_will(level_of(value, agents.warning, agents.alert, agents.stop), honoured),
        read_at=_read_at(gauges, source),
        source=source,
        stale=gauges.thresholds.stale if source == _JSON else bool(gauges.state and gauges.state.stale),
        snoozed_until=until,
        refire_at=until or expires,
        acknowledgment=acknowledgment,
    )


def _present(metric: Metric, gauges: Gauges, context: ReadContext) -> Present:
    value, _ = gauges.value(metric.name)
    limits = resolve(metric, gauges.sources)
    return Present(
        metric=metric.name,
        value=value,
        level=level_of(value, limits.warning, limits.alert, limits.stop),
        limits=limits,
        now=context.now,
        last_reset=gauges.acknowledgments.last_reset,
        session_start=gauges.triggers.session_start,
    )


def _acknowledgment(recorded: Recorded, present: Present) -> Acknowledgment:
    given = Given(
        at=recorded.at,
        value=recorded.value,
        level=recorded.level,
        session_id=recorded.session_id,
        expires=recorded.expires,
    )
    reason = lapse_reason(given, present)
    return Acknowledgment(
        at=to_utc_text(recorded.at) if recorded.at else None,
        value=recorded.value,
        level=recorded.level,
        session_id=recorded.session_id,
        note=recorded.note,
        effective=reason is None,
        reason=reason,
    )


def _read_at(gauges: Gauges, source: str | None) -> str | None:
    if source == _JSON:
        return to_utc_text(gauges.thresholds.last_check) if gauges.thresholds.last_check else None
    if source == table_name(gauges.state) and gauges.state and gauges.state.updated:
        return to_utc_text(gauges.state.updated.text)
    return None


def _snoozed(metric: str, context: ReadContext) -> str | None:
    """Until when the metric is quiet; a snooze that is over counts no more."""
    until = context.snoozes.get(metric)
    instant = parse_instant(until)
    return until if instant is not None and instant.at > context.now else None
