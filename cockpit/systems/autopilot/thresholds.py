"""The thresholds of a track: of each metric its value, limits, level and acknowledgment, by what all places state.

What is stated and cannot be read holds the agent, and where places disagree the worse one counts.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from functools import cached_property

from cockpit.model import LEVELS, Level, Limits, Statement, Threshold
from cockpit.model.readings import SOURCE_WORDS, Amount
from cockpit.regex import regex
from cockpit.rules.thresholds.acknowledgments import (
    Given,
    Present,
    agent_honours,
    agent_will,
    judged,
    limits_when_given,
)
from cockpit.rules.thresholds.metrics import (
    METRICS,
    LimitSource,
    Metric,
    format_amount,
    level_of,
    rank,
    resolve,
)
from cockpit.systems.autopilot.description import (
    STATE_FILE,
    is_marked,
    read_amount,
    read_level,
    states_nothing,
    step_of,
)
from cockpit.systems.autopilot.limits import agents_sources, config_command, level_of_limit
from cockpit.systems.autopilot.state import State
from cockpit.systems.autopilot.stores import (
    JSON,
    OTHER,
    USAGE,
    Acknowledgments,
    Checked,
    Recorded,
    Said,
    TokenUsage,
    Triggers,
    known_metric,
    spent,
)
from cockpit.systems.interface import ReadContext
from cockpit.systems.shared.stated_values import instant_text
from cockpit.text.described import Stated
from cockpit.text.lines import Line, cells_of
from cockpit.text.words import plain
from cockpit.values import Remembering, dataclass
from cockpit.wording.times import parse_instant, write_instant

# What the state file states

_ENTRY = regex(r"(?P<type>\w[\w ]{1,30}) @ (?P<amount>\S.{0,20}?) [—–-] acknowledged "
               r"(?P<at>\d{4}-\d\d-\d\d(?:[T ]\d[\d:.]*(?:Z|[+-][\d:]+)?)?)")  # fmt: skip
"""An acknowledged alert: `Cost @ $26.50 — acknowledged 2026-01-29T14:30` (seed)."""
_STRAY = regex(r"\W*(?:context used|(?P<cost>total cost))\W.*\d", re.IGNORECASE)
"""A value of a waypoint, where it stands in a section that is not read."""
_NAMED = regex(r"(?:[^\W\d]|[ `]){1,40}:(.*)", re.DOTALL)
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Listed:
    """An entry of the list of acknowledged alerts; one that is `denied` is in no form of an acknowledgment."""

    metric: str
    line: int
    value: float | None
    at: str
    denied: bool = False


def in_state(state: State) -> tuple[Said, ...]:
    """What a state file states of metrics, in file order."""
    return tuple(_in_state(state))


def _in_state(state: State) -> Iterator[Said]:
    yield from _in_table(state) if state.layout == "state" else _in_waypoint(state)
    parts = ("thresholds", "acknowledged") if state.layout == "state" else ("limits", "alerts")
    watched = {each for part in parts for each in state.reading.sections[part]}
    for run in state.reading.unread:
        if any(each in watched for each in (run.section, *run.section.path)):
            yield from _unread_lines(state, [each for each in run.lines if each.kind != "head"])
            continue
        for line in run.lines if state.layout == "waypoint" else ():
            if (stray := _STRAY.match(line.text)) is not None:
                metric = "cost" if stray["cost"] else "context"
                yield _said(state, metric, "value", line.text.strip()[:_LONGEST], line.number)


def limits_elsewhere(state: State) -> tuple[tuple[int, str, str], ...]:
    """The rows with several amounts, or of a level with one, in tables that no rule knows: they may state limits,
    whatever the heading and the columns are called. The line, the title above, and what the row says."""
    return tuple(_elsewhere(state))


def _elsewhere(state: State) -> Iterator[tuple[int, str, str]]:
    parts = ("thresholds", "acknowledged") if state.layout == "state" else ("limits", "alerts")
    watched = {each for part in parts for each in state.reading.sections[part]}
    for run in state.reading.unread:
        if any(each in watched for each in (run.section, *run.section.path)):
            continue
        named = False
        for line in run.lines:
            texts = [plain(each.text) for each in cells_of(line)] if line.kind in ("head", "row") else []
            if line.kind == "head":
                named = any(each.casefold() in _LIMIT_COLUMNS for each in texts)
            amounts = Counter(kind for each in texts[1:] if (kind := _kind_of_amount(each)))
            is_level = bool(amounts) and texts[0].casefold() in _LEVEL_ROWS
            if line.kind == "row" and (is_level or any(n > _FEW[kind] - named for kind, n in amounts.items())):
                yield line.number, run.section.title, ", ".join(texts)[:_LONGEST]


_LIMIT_COLUMNS = frozenset(
    ("warning", "warn", "warn at", "warning at", "warning limit", "yellow", "alert", "alert at", "alert limit", "pause",
     "pause at", "orange", "stop", "stop at", "stop limit", "halt", "halt at", "hard stop", "red", "limit", "max",
     "maximum", "budget", "cap")
)  # fmt: skip
_LEVEL_ROWS = frozenset(("alert", "alert at", "alert limit", "stop", "stop at", "stop limit", "hard stop"))
_FEW = {"money": 2, "percent": 2, "tokens": 2, "count": 3}
"""How many amounts of a kind a row may have that states no limits; one less where a column is called like a limit."""
_BARE_AMOUNT = regex(
    r"[~≈<>≥≤]?\s?(?P<before>(?:US)?[$€£¥])?\s?\d[\d.,_]*\s?(?:(?P<percent>%)|(?P<tokens>[kKmM])|(?P<money>[$€£¥]|USD|EUR))?"
)


def _kind_of_amount(text: str) -> str | None:
    found = _BARE_AMOUNT.fullmatch(text)
    if found is None:
        return None
    named = "money" if found["before"] or found["money"] else "percent" if found["percent"] else None
    return named or ("tokens" if found["tokens"] else "count")


def _unread_lines(state: State, lines: Sequence[Line]) -> Iterator[Said]:
    """Lines that nobody can read where limits are stated; of a row, the metric by its first cell. A heading states
    something where it has a number."""
    for line in lines:
        if line.kind == "heading" and not any(each.isdigit() for each in line.text):
            continue
        if line.kind != "row" and _is_harmless(line.text):
            continue
        cells = cells_of(line) if line.kind == "row" else []
        metric = known_metric(cells[0].text) if cells else None
        yield Said(
            metric=metric.name if metric is not None else OTHER,
            what="limits",
            text=line.text.strip()[:_LONGEST],
            source=state.name,
            path=state.path,
            line=line.number,
        )


def _is_harmless(text: str) -> bool:
    """Whether a line says that there is nothing, or of what it names that there is nothing: `Triggered: none`."""
    words = text.replace("*", "").strip("-+> \t_.")
    named = _NAMED.fullmatch(words)
    return any(states_nothing(each) or read_level(each) == "ok" for each in (words, *(named.groups() if named else ())))


def _in_table(state: State) -> Iterator[Said]:
    """The rows of the Thresholds table."""
    for at, row in enumerate(state.reading.said["thresholds"]):
        line, metric = state.reading.places["thresholds", at][0].line, known_metric(row.get("type", ""))
        if metric is None:
            if _may_limit(row):
                text = state.reading.document.lines[line - 1].text.strip()[:_LONGEST]
                yield _said(state, OTHER, "limits", text, line)
            continue
        for column in ("value", *LEVELS, "status"):
            stated = state.reading.get("thresholds", at, column)
            if stated is None or states_nothing(stated.text):
                continue
            place = ("thresholds", at, column)
            if column == "status":
                yield replace(_said(state, metric.name, "status", stated.text, line),
                              level=read_level(stated.text), at=place)  # fmt: skip
                continue
            what = column if column == "value" else f"{column} limit"
            amount = read_amount(stated.text)
            amount = None if amount is not None and amount < 0 and column != "value" else amount
            yield replace(_said(state, metric.name, what, stated.text, line), amount=amount,
                          step=step_of(stated.text), at=place)  # fmt: skip


def _may_limit(row: Mapping[str, str]) -> bool:
    """Whether a row of no metric may state a limit: it has no name, or a level that is not the lowest."""
    label = row.get("type", "")
    is_named = any(map(str.isalpha, label)) and not any(map(str.isdigit, label))
    limits = [row[each] for each in (*LEVELS, "status") if not states_nothing(row.get(each))]
    return not is_named or any(read_level(each) != "ok" for each in limits)


def of_no_metric(state: State) -> list[Stated]:
    """The rows of the Thresholds table that are about no metric and state no limit."""
    rows = enumerate(state.reading.said["thresholds"]) if state.layout == "state" else ()
    return [state.reading.places["thresholds", at][0] for at, row in rows
            if known_metric(row.get("type", "")) is None and not _may_limit(row)]  # fmt: skip


def _in_waypoint(state: State) -> Iterator[Said]:
    """The cost and its limits by level, and the context, of the layout of the cockpit command."""
    cost, used = state.reading.get("fuel", "Total Cost"), state.reading.get("position", "Context Used")
    rows = state.reading.said["limits"]
    for at, row in enumerate(rows):
        line = state.reading.places["limits", at][0].line
        level = next((level for level in LEVELS if level == row.get("level", "").casefold()), None)
        if level is None:
            yield _said(state, OTHER, "limits", state.reading.document.lines[line - 1].text.strip()[:_LONGEST], line)
            continue
        amount = read_amount(row.get("limit", ""))
        if not states_nothing(row.get("limit")):
            yield replace(_said(state, "cost", f"{level} limit", row["limit"], line), amount=amount,
                          at=("limits", at, "limit"))  # fmt: skip
        if cost is None and not states_nothing(row.get("used")):
            yield replace(_said(state, "cost", "value", row["used"], line), amount=read_amount(row["used"]), step=0.01)
    for metric, stated, place in (("cost", cost, ("fuel", "Total Cost")),
                                  ("context", used, ("position", "Context Used"))):  # fmt: skip
        if stated is not None:
            yield replace(_said(state, metric, "value", stated.text, stated.line), amount=read_amount(stated.text),
                          step=step_of(stated.text), at=place)  # fmt: skip


def _said(state: State, metric: str, what: str, text: str, line: int) -> Said:
    return Said(metric=metric, what=what, text=text, source=state.name, path=state.path, line=line)


def listed_in(state: State) -> tuple[Listed, ...]:
    """The acknowledged alerts that are listed, the last of each metric; one of another form takes back what stands
    above it. A waypoint knows one acknowledgment, that of the cost."""
    if state.layout == "waypoint":
        field = state.reading.get("alerts", "Alert acknowledged")
        is_given = field is not None and field.text.casefold() == "yes"
        return (Listed("cost", field.line, None, ""),) if field is not None and is_given else ()
    found: dict[str, Listed] = {}
    for at, text in enumerate(state.reading.said["acknowledged"]):
        place = state.reading.places["acknowledged", at][0]
        entry = _entry(text, place.line) if place.value in (None, "x", "X") else None  # an open box is no answer
        found = {name: each for name, each in found.items() if entry is not None or name not in text.casefold()}
        denied = known_metric(text.partition(" @ ")[0]) if entry is None and " @ " in text else None
        if entry is None and denied is not None:
            entry = Listed(denied.name, place.line, None, "", denied=True)
        if entry is not None:
            found[entry.metric] = entry
    return tuple(found.values())


def _entry(text: str, line: int) -> Listed | None:
    entry = _ENTRY.fullmatch(text)
    metric = known_metric(entry["type"]) if entry is not None else None
    if entry is None or metric is None or parse_instant(entry["at"]) is None:
        return None
    return Listed(metric.name, line, read_amount(entry["amount"]), entry["at"].strip())


def not_listed(state: State) -> list[Stated]:
    """The entries among the acknowledged alerts that are none."""
    texts = state.reading.said["acknowledged"] if state.layout == "state" else ()
    return [state.reading.places["acknowledged", at][0] for at, text in enumerate(texts) if _entry(text, 0) is None]


# What all places state together


@dataclass(frozen=True, slots=True, kw_only=True)
class Gauges(Remembering):
    """Everything the files say about metrics: the statements of the table and the JSON, and what stands beside; by
    metric what the live sessions of agents `used`. What is asked of a metric is worked out once."""

    state: State | None
    said: tuple[Said, ...]
    listed: tuple[Listed, ...]
    checked: Checked
    acknowledgments: Acknowledgments
    triggers: Triggers
    usage: TokenUsage | None
    sources: tuple[LimitSource, ...]
    used: Mapping[str, Amount] = field(default_factory=dict)

    def of(self, metric: str, what: str = "", source: str = "") -> list[Said]:
        """What is stated of a metric: of its value, of a level; in one source."""
        found = self._by_metric.get(metric, [])
        return [
            each for each in found if (not what or each.what == what) and (not source or each.source == source)
        ]  # fmt: skip

    @cached_property
    def _by_metric(self) -> dict[str, list[Said]]:
        found: dict[str, list[Said]] = {}
        for each in self.said:
            found.setdefault(each.metric, []).append(each)
        return found

    @property
    def table(self) -> str:
        """The name of the file with the table."""
        return self.state.name if self.state is not None else STATE_FILE

    @property
    def has_store(self) -> bool:
        """Whether the agent keeps its metrics in JSON files, which then are the truth."""
        return self.checked.store is not None or self.acknowledgments.store is not None

    @cached_property
    def is_json_newer(self) -> bool:
        """Whether the JSON was surely written after the table. When a table was written nobody knows, only that it was
        not after the state file."""
        checked = parse_instant(self.checked.last_check)
        updated = parse_instant(self.state.updated.text) if self.state and self.state.updated else None
        return checked is not None and updated is not None and updated.before(checked)

    def amounts(self, metric: str, source: str) -> list[Said]:
        """The values that one source states, the highest first."""
        found = [each for each in self.of(metric, "value", source) if each.amount is not None]
        return sorted(found, key=lambda each: -(each.amount or 0))

    def value(self, metric: Metric) -> tuple[float | None, str | None]:
        """The value of a metric that counts, and where it was found; what sessions used, where less is stated."""
        stated, used = self.stated(metric), self.used.get(metric.name)
        is_more = used is not None and (stated[0] is None or used.value > stated[0])
        return (used.value, SOURCE_WORDS[used.source]) if used is not None and is_more else stated

    def stated(self, metric: Metric) -> tuple[float | None, str | None]:
        """A metric's value and where it was found: the JSON or the table, else the token log, else the waypoint.

        Where JSON and table disagree the higher value counts, unless the metric can fall and the JSON is newer.
        """
        if metric.name not in self._values:
            self._values[metric.name] = self._value(metric)
        return self._values[metric.name]

    @cached_property
    def _values(self) -> dict[str, tuple[float | None, str | None]]:
        return {}

    def _value(self, metric: Metric) -> tuple[float | None, str | None]:
        in_json, in_table = self.amounts(metric.name, JSON)[:1], self.amounts(metric.name, self.table)[:1]
        if in_json and (not in_table or (self.is_json_newer and not metric.grows)):
            return in_json[0].amount, JSON
        if in_json and (in_table[0].amount or 0) - (in_json[0].amount or 0) < in_table[0].step:
            return in_json[0].amount, JSON
        if in_table:
            return in_table[0].amount, self.table
        tokens = self.usage.tokens if self.usage is not None else None
        logged = {"tokens": spent(tokens), "cost": self.usage.cost if self.usage else None}.get(metric.name)
        if logged is not None:
            return float(logged), USAGE
        used = spent(self.state.tokens) if self.state is not None and metric.name == "tokens" else None
        return (float(used), self.table) if used is not None else (None, None)

    def disagreeing(self, metric: Metric) -> tuple[Statement, ...]:
        """What the places state of a metric, where they do not say the same."""
        worse = [each for each in self.worse(metric) if each.level == "stop"]
        values, value = self._values_disagreeing(metric), self.stated(metric)[0]
        if worse and not values and value is not None:
            values = [replace(worse[0], what="value", text=format_amount(value, metric.unit))]
        by_level = (self._read(metric, f"{level} limit") for level in LEVELS)
        limits = [each for found in by_level if len({each.amount for each in found}) > 1 for each in found]
        shown = [replace(each, text=format_amount(each.amount or 0, metric.unit)) for each in limits]
        return tuple(map(as_statement, (*values, *shown, *worse)))

    def _read(self, metric: Metric, what: str) -> list[Said]:
        return [each for each in self.of(metric.name, what) if each.amount is not None]

    def _values_disagreeing(self, metric: Metric) -> list[Said]:
        """The values, where they are not the same and the one that counts is not surely the newest."""
        in_table = [each for each in self._read(metric, "value") if each.source != JSON]
        values = [*self.amounts(metric.name, JSON), *in_table]
        amounts = [each.amount or 0 for each in values]
        step = max((each.step for each in values), default=0.0)
        by_source = [{each.amount for each in values if each.source == source} for source in (JSON, self.table)]
        if len(amounts) < 2 or max(amounts) - min(amounts) < step or min(amounts) == max(amounts):
            return []
        is_settled = all(len(each) < 2 for each in by_source) and self.stated(metric)[1] == JSON
        if is_settled and (self.is_json_newer or metric.grows):
            return []  # the table is only behind
        return [replace(each, text=format_amount(each.amount or 0, metric.unit)) for each in values]

    def unreadable(self, metric: Metric) -> tuple[Statement, ...]:
        """What is stated about a metric and nobody can read; not a value where a place that is surely newer has one."""
        found = [each for each in self.of(metric.name) if each.is_unread]
        if self.is_json_newer and self.amounts(metric.name, JSON) and not metric.grows:
            found = [each for each in found if each.source == JSON or each.what != "value"]
        worse = [each for each in self.worse(metric) if each.level != "stop"]
        in_limits = [each for source in self.sources for each in source.unread.get(metric.name, ())]
        return (*map(as_statement, (*found, *worse)), *in_limits)

    def worse(self, metric: Metric) -> list[Said]:
        """Where a graver level is stated than the value has reached by any limit: recorded ones, and statuses of the
        table by the amounts of its row."""
        if metric.name not in self._worse:
            self._worse[metric.name] = [*self._stated_worse(metric)]
        return self._worse[metric.name]

    @cached_property
    def _worse(self) -> dict[str, list[Said]]:
        return {}

    def _stated_worse(self, metric: Metric) -> Iterator[Said]:
        value, built_in = self.value(metric)[0], dict(zip(LEVELS, metric.limits, strict=False))
        for each in self.checked.recorded.get(metric.name, ()):
            level = next((level for level in LEVELS if level == each.level), None)
            limits = [source.limits.get(metric.name, {}) for source in self.sources] + [built_in]
            known = [limit for source in limits if level and (limit := source.get(level)) is not None]
            if rank(level) > 1 and value is not None and all(value < limit for limit in known):
                yield each
        for each in self.of(metric.name, "status"):
            level = next((level for level in LEVELS if level == each.level), None)
            row = [other for other in self.of(metric.name) if other.line == each.line and other.amount is not None]
            amount = next((other.amount for other in row if other.what == "value"), None)
            own = {named: other.amount for other in row if (named := level_of_limit(other)) is not None}
            reached = [rank(name) for name, limit in {**built_in, **own}.items()
                       if amount is not None and limit is not None and amount >= limit]  # fmt: skip
            if rank(level) > 1 and amount is not None and rank(level) > max(reached, default=0):
                yield each

    def level(self, metric: Metric, limits: Limits) -> Level | None:
        """The level that a metric's value has reached; without a value, the worst one that is recorded. A stop that is
        stated holds, whatever the value."""
        value, _ = self.value(metric)
        if value is not None and any(each.level == "stop" for each in self.worse(metric)):
            return "stop"
        if value is not None:
            return level_of(value, limits)
        shown = [level for each in self.of(metric.name, "status") for level in LEVELS if each.level == level]
        return max((*shown, self.checked.level(metric.name)), key=rank)

    def is_marked(self, metric: str) -> bool:
        """Whether the table marks the metric's alert as acknowledged."""
        marks = [each for each in self.of(metric, source=self.table) if each.what != "value" and is_marked(each.text)]
        return bool(marks) or (self.state is not None and self.state.layout == "waypoint" and metric == "cost"
                               and bool(self.listed))  # fmt: skip

    def entry(self, metric: str) -> Listed | None:
        """What the list of acknowledged alerts says of a metric."""
        return next((each for each in self.listed if each.metric == metric), None)

    def recorded(self, metric: str) -> Recorded | None:
        """The acknowledgment that counts: the JSON's; the table's only where there is no JSON store at all."""
        if self.has_store or self.state is None:
            return self.acknowledgments.recorded.get(metric)
        line = self.entry(metric)
        if line is None:
            return Recorded() if self.is_marked(metric) else None
        if line.denied:
            return None
        return Recorded(at=line.at or None, value=line.value, line=line.line)

    @cached_property
    def agents_limits(self) -> dict[str, Limits]:
        """The limits that the agent sees, by metric, as far as they were asked for."""
        return {}

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """The metrics to show, in their order; behind them what holds and is of none."""
        shown = [each for each in METRICS if self._is_shown(each)]
        others = dict.fromkeys(each.metric for each in self.said if each.metric == OTHER)
        others |= dict.fromkeys(name for source in self.sources for name in source.unread if name == OTHER)
        return (*shown, *(Metric(name, name, "count", ()) for name in others))

    def _is_shown(self, metric: Metric) -> bool:
        has_thresholds = self.checked.store is not None or any(each.source == self.table for each in self.said)
        return (
            (metric.always and has_thresholds)
            or self.value(metric)[0] is not None
            or self.checked.level(metric.name) is not None
            or any(source.limits.get(metric.name) for source in self.sources[:3])
            or self.recorded(metric.name) is not None
            or bool(self.unreadable(metric))
        )


def as_statement(said: Said) -> Statement:
    """What a place states, as the model has it."""
    return Statement(what=said.what, text=said.text, path=said.path, line=said.line)


# The thresholds


def agents_limits(metric: Metric, gauges: Gauges) -> Limits:
    """The limits as the agent sees them, without ours."""
    if metric.name not in gauges.agents_limits:
        gauges.agents_limits[metric.name] = resolve(metric, agents_sources(gauges.sources))
    return gauges.agents_limits[metric.name]


def read_thresholds(gauges: Gauges, context: ReadContext) -> tuple[Threshold, ...]:
    """The thresholds to show."""
    return tuple(_threshold(metric, gauges, context) for metric in gauges.metrics)


def _threshold(metric: Metric, gauges: Gauges, context: ReadContext) -> Threshold:
    value, source = gauges.value(metric)
    used = gauges.used[metric.name] if source in SOURCE_WORDS.values() else None
    agents, limits = agents_limits(metric, gauges), resolve(metric, gauges.sources)
    recorded, reset = gauges.recorded(metric.name), gauges.acknowledgments.last_reset
    level, agents_level = gauges.level(metric, limits), gauges.level(metric, agents)
    present = Present(
        metric=metric.name,
        value=value,
        level=level,
        limits=limits,
        now=context.now,
        last_reset=reset,
        session_start=gauges.triggers.session_start,
        half_way=context.lapse_half_way,
    )
    acknowledgment = None
    if recorded is not None:
        given = Given(
            at=recorded.at,
            value=recorded.value,
            level=recorded.level,
            session_id=recorded.session_id,
            expires=recorded.expires,
            limits=limits_when_given(recorded.at, context.limits_at_acknowledgment.get(metric.name)),
        )
        acknowledgment = judged(given, present, at=instant_text(recorded.at), note=recorded.note)
    is_effective = acknowledgment is not None and acknowledgment.effective
    told = {name: config_command(metric, name, limit) for name, limit in limits.items() if agents.at(name) != limit}
    is_damaged = recorded is None and not gauges.acknowledgments.complete
    return Threshold(
        metric=metric.name,
        unit=metric.unit,
        value=value,
        stated=gauges.stated(metric)[0] if used is not None else None,
        at_least=used is not None and used.at_least,
        level=level,
        limits=limits,
        agent_will=agent_will(agents_level, recorded is not None and agent_honours(recorded.at, reset)),
        agent_level=agents_level,
        tell_agent=_command(metric, agents_level, level, limits),
        untold=tuple(command for command in told.values() if command is not None),
        read_at=write_instant(datetime.fromtimestamp(used.at, UTC)) if used is not None else _read_at(gauges, source),
        source=source if metric in METRICS else next(
            (f"{each.source}:{each.line}" for each in gauges.of(metric.name)), None),
        stale=(gauges.checked.store is not None and gauges.checked.store.stale) if source == JSON
        else bool(gauges.state and gauges.state.stale),
        refire_at=instant_text(recorded.expires) if recorded is not None and is_effective else None,
        acknowledgment=acknowledgment,
        acknowledgment_unread=gauges.acknowledgments.path if is_damaged else None,
        unreadable=gauges.unreadable(metric),
        disagreeing=gauges.disagreeing(metric),
    )  # fmt: skip


def _command(metric: Metric, agents_level: Level | None, level: Level | None, limits: Limits) -> str | None:
    """The agent's command for a limit above the value, where the limits that the agent knows put it at a higher
    level."""
    limit = limits.at(agents_level) if agents_level is not None else None
    if agents_level is None or limit is None or rank(level) >= rank(agents_level):
        return None
    return config_command(metric, agents_level, limit)


def _read_at(gauges: Gauges, source: str | None) -> str | None:
    if source == JSON:
        return instant_text(gauges.checked.last_check)
    if source == gauges.table and gauges.state and gauges.state.updated:
        return instant_text(gauges.state.updated.text)
    return None
