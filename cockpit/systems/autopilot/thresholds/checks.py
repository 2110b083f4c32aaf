"""The places of a threshold against each other: JSON, table, trigger state, and the list of acknowledged alerts."""

from collections.abc import Iterator

from cockpit.model import LEVELS, Level, Severity
from cockpit.rules.thresholds.acknowledgments import agent_honours
from cockpit.rules.thresholds.metrics import METRICS, Metric, format_amount, level_of, rank, resolve, unordered
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import AcknowledgedLine, StateFile
from cockpit.systems.autopilot.thresholds.acknowledgments_state import NAME as ACKNOWLEDGMENTS
from cockpit.systems.autopilot.thresholds.acknowledgments_state import Recorded
from cockpit.systems.autopilot.thresholds.limit_sources import place_of_limit
from cockpit.systems.autopilot.thresholds.metrics import Gauges, agents_limits, other_metrics
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.stated_values import Value, check_time
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant


@dataclass(frozen=True, slots=True)
class _Claim:
    """What one place says about an acknowledgment, and where it says so."""

    place: Message
    acknowledged: bool
    path: str
    line: int | None


def check_thresholds(folder: Folder, gauges: Gauges, report: Report) -> None:
    """Report every contradiction between the places, metric by metric."""
    for metric in METRICS:
        _check_limits(folder, metric, gauges, report)
        _check_value(metric, gauges, report)
        _check_drift(metric, gauges, report)
        _check_acknowledgment(metric, gauges, report)
    for metric in (*METRICS, *other_metrics(gauges)):
        _check_levels(metric, gauges, report)
    _check_times(gauges, report)


def _check_value(metric: Metric, gauges: Gauges, report: Report) -> None:
    """A level that was recorded without the value that reached it."""
    level, path = gauges.thresholds.levels.get(metric.name), gauges.thresholds.path
    if level is not None and path and gauges.stated(metric.name)[0] is None:
        message = Message("autopilot.level-without-value", metric=metric.name, level=level)
        report.add("value-missing", path, gauges.thresholds.level_lines.get(metric.name), message)


def _check_limits(folder: Folder, metric: Metric, gauges: Gauges, report: Report) -> None:
    limits = resolve(metric, gauges.sources)
    wrong = unordered(limits)
    if wrong is None:
        return
    mild, grave = wrong
    shown = {level: format_amount(limit, metric.unit) for level, limit in limits.items()}
    named = [source.name for source in gauges.sources]
    stated = [(_source(metric, level, gauges), level) for level in wrong]
    source, level = max(stated, key=lambda pair: named.index(pair[0]) if pair[0] in named else -1)
    place = place_of_limit(folder, gauges.state, source, metric.name, level)
    main_path = gauges.state.path if gauges.state else gauges.thresholds.path or ""
    path, line = place or (main_path, None)
    message = Message(
        "autopilot.limits-unordered",
        mild=mild,
        metric=metric.name,
        low=shown[mild],
        grave=grave,
        high=shown[grave],
        source=limits.source,
    )
    report.add("limits-unordered", path, line, message)


def _check_drift(metric: Metric, gauges: Gauges, report: Report) -> None:
    """The table is a projection of the JSON; one that was written before the last check is only behind."""
    measured, row = gauges.measured(metric.name), gauges.row(metric.name)
    if gauges.state is None or measured is None or row is None or row.value is None:
        return
    stated = gauges.thresholds.values[metric.name]
    if any(abs(each.value - shown.value) < shown.step for each in stated for shown in gauges.rows(metric.name)
           if shown.value is not None):  # fmt: skip
        return
    in_json, in_table = format_amount(measured.value, metric.unit), format_amount(row.value, metric.unit)
    message = Message("autopilot.table-value-differs", metric=metric.name, measured=in_json, shown=in_table)
    hint = Message("autopilot.set-value-in-both", metric=metric.name)
    severity: Severity | None = "note" if gauges.is_json_newer else None
    report.add("threshold-drift", gauges.state.path, row.line, message, severity=severity, hint=hint)


def _check_levels(metric: Metric, gauges: Gauges, report: Report) -> None:
    """The recorded level, and the table's, against the level that the value has reached by the agent's limits."""
    limits = agents_limits(metric, gauges)
    measured, thresholds = gauges.measured(metric.name), gauges.thresholds
    hint = Message("autopilot.set-value-and-level", metric=metric.name) if metric in METRICS else None
    value = measured.value if measured is not None else gauges.stated(metric.name)[0]
    if value is not None and metric.name in thresholds.levels and thresholds.path:
        recorded, reached = thresholds.levels[metric.name], level_of(value, limits)
        if recorded != reached and (measured is not None or rank(recorded) > rank(reached)):
            message = Message(
                "autopilot.recorded-level-differs",
                metric=metric.name,
                amount=format_amount(value, metric.unit),
                reached=reached or "none",
                recorded=recorded or "none",
            )
            report.add("level-mismatch", thresholds.path, thresholds.level_lines.get(metric.name), message, hint=hint)
    for row in gauges.rows(metric.name):
        if gauges.state is None or row.value is None or row.status is None:
            continue
        shown = next((level for level in LEVELS if level == row.status), None)
        if shown != (reached := level_of(row.value, limits)):
            message = Message(
                "autopilot.table-level-differs",
                metric=metric.name,
                amount=format_amount(row.value, metric.unit),
                reached=reached or "none",
                shown=shown or "none",
            )
            report.add("level-mismatch", gauges.state.path, row.line, message, hint=hint)


def _check_acknowledgment(metric: Metric, gauges: Gauges, report: Report) -> None:
    recorded = gauges.acknowledgments.recorded.get(metric.name)
    value, _ = gauges.value(metric.name)
    path = gauges.acknowledgments.path
    truth = recorded is not None and agent_honours(recorded.at, gauges.acknowledgments.last_reset)
    acknowledged_value = recorded.value if recorded is not None and truth else None
    if (
        recorded is not None
        and path
        and acknowledged_value is not None
        and value is not None
        and acknowledged_value > value
    ):
        acknowledged, present = (format_amount(amount, metric.unit) for amount in (acknowledged_value, value))
        message = Message(
            "autopilot.acknowledged-above-value", metric=metric.name, acknowledged=acknowledged, value=present
        )
        report.add("acknowledgment-above-value", path, recorded.line, message)
    row, line = gauges.row(metric.name), _listed(metric, gauges.state)
    if not gauges.has_store and gauges.state and row and row.acknowledged and line and line.denied:
        message = Message("autopilot.acknowledged-and-denied", metric=metric.name)
        hint = Message("autopilot.remove-one")
        report.add("acknowledgment-drift", gauges.state.path, line.line, message, hint=hint)
    if not gauges.has_store or not gauges.acknowledgments.complete:
        return
    for claim in _claims(metric, gauges):
        if claim.acknowledged != truth:
            report.add("acknowledgment-drift", claim.path, claim.line, _drift(metric, gauges, recorded, claim))
    if recorded is not None and truth:
        _check_listed(metric, gauges, recorded, report)


def _claims(metric: Metric, gauges: Gauges) -> Iterator[_Claim]:
    """What the trigger state, the table and the list say.

    A table row without the mark counts at an alert only, and only where the table has statuses.
    """
    marked = gauges.triggers.acknowledged(metric.name)
    if marked is not None and gauges.triggers.path:
        name = f"{metric.name}_alert"
        place = Message("autopilot.place-trigger", trigger=name)
        yield _Claim(place, marked, gauges.triggers.path, gauges.triggers.lines.get(name))
    row, line = gauges.row(metric.name), _listed(metric, gauges.state)
    if gauges.state is None:
        return
    expected = (
        row is not None and row.status is not None and rank(level_of(row.value, agents_limits(metric, gauges))) > 1
    )
    if row is not None and (row.acknowledged or expected):
        yield _Claim(Message("autopilot.place-table"), row.acknowledged, gauges.state.path, row.line)
    if line is not None:
        yield _Claim(Message("autopilot.place-list"), not line.denied, gauges.state.path, line.line)


def _drift(metric: Metric, gauges: Gauges, recorded: Recorded | None, claim: _Claim) -> Message:
    place, name = claim.place, metric.name
    if gauges.acknowledgments.path is None:
        return Message("autopilot.acknowledged-without-file", place=place, metric=name, file=ACKNOWLEDGMENTS)
    if recorded is None:
        return Message("autopilot.acknowledged-only-there", place=place, metric=name)
    if claim.acknowledged:
        reset = gauges.acknowledgments.last_reset
        return Message("autopilot.acknowledged-but-reset", place=place, metric=name, reset=reset)
    if recorded.value is None:
        return Message("autopilot.acknowledged-not-there", place=place, metric=name)
    amount = format_amount(recorded.value, metric.unit)
    return Message("autopilot.acknowledged-not-there-at", place=place, metric=name, amount=amount)


def _check_listed(metric: Metric, gauges: Gauges, recorded: Recorded, report: Report) -> None:
    """The list's value and time against the JSON's; the list has times to the minute and without a zone."""
    line = _listed(metric, gauges.state)
    if gauges.state is None or line is None:
        return
    if line.value is not None and recorded.value is not None and abs(line.value - recorded.value) >= 0.01:
        listed, in_json = (format_amount(value, metric.unit) for value in (line.value, recorded.value))
        message = Message("autopilot.listed-value-differs", metric=metric.name, listed=listed, recorded=in_json)
        report.add("acknowledgment-drift", gauges.state.path, line.line, message)
    elif not _same_minute(line.at, recorded.at):
        message = Message("autopilot.listed-time-differs", metric=metric.name, listed=line.at, recorded=recorded.at)
        report.add("acknowledgment-drift", gauges.state.path, line.line, message)


def _same_minute(one: str | None, other: str | None) -> bool:
    first, second = parse_instant(one), parse_instant(other)
    if first is None or second is None:
        return True
    if first.date_only or second.date_only:
        return first.at.date() == second.at.date()
    return abs((first.at - second.at).total_seconds()) < 60


def _check_times(gauges: Gauges, report: Report) -> None:
    thresholds, acknowledgments = gauges.thresholds, gauges.acknowledgments
    if thresholds.path and thresholds.last_check:
        check = Value(thresholds.last_check, thresholds.last_check_line or 0)
        check_time("last_check", check, thresholds.path, report)
    if acknowledgments.path is None:
        return
    if acknowledgments.last_reset:
        reset = Value(acknowledgments.last_reset, acknowledgments.last_reset_line or 0)
        check_time("last_reset", reset, acknowledgments.path, report)
    for recorded in acknowledgments.recorded.values():
        for label, time in (("acknowledged_at", recorded.at), ("expires_at", recorded.expires)):
            if time:
                check_time(label, Value(time, recorded.line or 0), acknowledgments.path, report)


def _listed(metric: Metric, state: StateFile | None) -> AcknowledgedLine | None:
    return next((line for line in state.acknowledged if line.metric == metric.name), None) if state else None


def _source(metric: Metric, level: Level, gauges: Gauges) -> str:
    """The name of the source that states a limit; empty for a built-in one."""
    return next((source.name for source in gauges.sources if level in source.limits.get(metric.name, {})), "")
