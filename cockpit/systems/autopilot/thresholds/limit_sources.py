"""The places that name limits, in their order of precedence."""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from cockpit.model import Level, Statement
from cockpit.regex import regex
from cockpit.rules.thresholds.metrics import (
    COMMAND_LINE,
    LIMITS_FILE,
    METRICS,
    LimitSource,
    Metric,
    StatedLimit,
    in_table,
)
from cockpit.systems.autopilot.recognition import STATE_FILE
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.thresholds.amounts import (
    OTHER,
    metric_named,
    read_amount,
    states_something,
    write_amount,
)
from cockpit.systems.interface import ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.limits_file import LIMITS_PATH, line_stating, table_of, value_in
from cockpit.systems.shared.report import as_json
from cockpit.text.decoding import LineIndex
from cockpit.wording.messages import Message

# The limits that the agent's global config.json states

CONFIG_PATH = ".claude/autopilot/config.json"
"""Below the person's home folder."""
_FLAGS: dict[Level, str] = {"warning": "warn", "alert": "alert", "stop": "max"}
_CONFIG_KEYS: Mapping[str, Mapping[str, Level]] = {
    metric.name: {f"{flag}{metric.name.title()}": level for level, flag in _FLAGS.items()}
    for metric in METRICS
    if metric.has_flag
}


def in_config(defaults: object) -> Iterator[StatedLimit]:
    """What the `defaults` of the global config.json state: `warnCost`, `alertCost`, `maxCost`, `warnTokens` ..."""
    stated = defaults if isinstance(defaults, Mapping) else {}
    for metric, keys in _CONFIG_KEYS.items():
        known = ((key, level, stated.get(key)) for key, level in keys.items())
        yield from (StatedLimit(metric, level, (key,), value) for key, level, value in known if value is not None)


_AT_LINE = regex(r"at line (\d+)")
GLOBAL_CONFIG = "config.json"
_LONGEST = 200


def limit_sources(
    folder: Folder, state: StateFile | None, context: ReadContext, report: Report
) -> tuple[LimitSource, ...]:
    """Every place that may name limits, first the one that wins."""
    return (
        LimitSource(COMMAND_LINE, context.limits),
        _table(state),
        _limits_file(folder, report),
        _global(folder, report),
    )


def place_of_limit(
    folder: Folder, state: StateFile | None, source: str, metric: str, level: Level
) -> tuple[str, int | None] | None:
    """The file and line in which a source states a limit; None where it has none."""
    if source == LIMITS_FILE:
        text = folder.text_at(LIMITS_PATH) or ""
        lines = LineIndex(text).lines
        within = table_of(lines, metric, metric_named) or ()
        line = next((number + 1 for number in within if value_in(lines[number], level)), None)
        return folder.at(LIMITS_PATH), line or line_stating(text, metric, level)
    if source == GLOBAL_CONFIG and (page := folder.global_json(CONFIG_PATH)) is not None:
        entries = in_config(page.json_object.get("defaults"))
        keys = (entry.path for entry in entries if (entry.metric, entry.level) == (metric, level))
        return page.path, page.json.line_of(("defaults", *next(keys, ())))
    if state is not None and source == table_name(state):
        return state.path, next((row.line for row in state.thresholds if row.metric == metric), None)
    return None


def agents_sources(sources: tuple[LimitSource, ...]) -> tuple[LimitSource, ...]:
    """Those of the places that the agent reads too: not our limits file, not our command line."""
    return tuple(source for source in sources if source.name not in (COMMAND_LINE, LIMITS_FILE))


def table_name(state: StateFile | None) -> str:
    """The name of the place that the state file's table is: the file's."""
    return PurePosixPath(state.path).name if state else STATE_FILE


def _table(state: StateFile | None) -> LimitSource:
    """What the table states; of several rows of a metric the lower limits."""
    limits: dict[str, Mapping[Level, float]] = {}
    for row in state.thresholds if state else ():
        known = dict(limits.get(row.metric, {}))
        limits[row.metric] = known | {level: min(limit, known.get(level, limit)) for level, limit in row.limits.items()}
    return LimitSource(table_name(state), limits)


def _limits_file(folder: Folder, report: Report) -> LimitSource:
    path, text = folder.at(LIMITS_PATH), folder.text_at(LIMITS_PATH)
    if text is None:
        return LimitSource(LIMITS_FILE, {})
    import tomllib

    try:
        whole = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        named = _AT_LINE.search(str(error))
        at = int(named[1]) if named else None
        report.add("toml-invalid", path, at, Message("autopilot.limits-not-read", error=error))
        statement = Statement(what="limits", text=str(error), path=path, line=at)
        return LimitSource(LIMITS_FILE, {}, {OTHER: (statement,)}, broken=True)
    unread = _Unread(path, report)
    table = whole.get("limits")
    if not isinstance(table, Mapping | None):
        message = Message("autopilot.no-table", key="limits", stated=as_json(table))
        unread.add(OTHER, "limits", table, line_stating(text, "limits", table), message)
    for name, levels in table.items() if isinstance(table, Mapping) else ():
        metric = metric_named(name)
        if metric is not None and not isinstance(levels, Mapping):
            message = Message("autopilot.no-table", key=f"limits.{name}", stated=as_json(levels))
            unread.add(metric.name, "limits", levels, line_stating(text, name, levels), message)
    limits: dict[str, dict[Level, float]] = {}
    for entry in in_table(table, metric_named):
        line = line_stating(text, entry.level, entry.stated, entry.metric, metric_named)
        what, stated = f"{entry.level} limit", as_json(entry.stated)
        message = Message("autopilot.no-amount", what=what, metric=entry.metric, stated=stated)
        _take(entry, limits, unread, line, message)
    return LimitSource(LIMITS_FILE, limits, unread.by_metric)


def _global(folder: Folder, report: Report) -> LimitSource:
    page = folder.global_json(CONFIG_PATH)
    if page is None:
        return LimitSource(GLOBAL_CONFIG, {})
    unread = _Unread(page.path, report)
    stated = page.json_object.get("defaults")
    if stated is not None and not isinstance(stated, Mapping) and page.json.complete:
        message = Message("autopilot.no-object", key="defaults", stated=as_json(stated))
        unread.add(OTHER, "limits", stated, page.json.line_of(("defaults",)), message)
    limits: dict[str, dict[Level, float]] = {}
    for entry in in_config(stated):
        message = Message("autopilot.member-no-amount", key=entry.path[-1], stated=as_json(entry.stated))
        _take(entry, limits, unread, page.json.line_of(("defaults", *entry.path)), message)
    return LimitSource(GLOBAL_CONFIG, limits, unread.by_metric)


class _Unread:
    """What a file states of limits and nobody can read, by metric; each is reported."""

    def __init__(self, path: str, report: Report) -> None:
        self.by_metric: dict[str, tuple[Statement, ...]] = {}
        self._path, self._report = path, report

    def add(self, metric: str, what: str, stated: object, line: int | None, message: Message) -> None:
        """Keep and report what stands in the place of what is expected."""
        self._report.add("value-unreadable", self._path, line, message)
        text = stated if isinstance(stated, str) else as_json(stated)
        statement = Statement(what=what, text=text[:_LONGEST], path=self._path, line=line)
        self.by_metric[metric] = (*self.by_metric.get(metric, ()), statement)


def _take(
    entry: StatedLimit, limits: dict[str, dict[Level, float]], unread: _Unread, line: int | None, message: Message
) -> None:
    """Read a limit that is stated; what states nothing (`""`, `N/A`, `TBD`) is none. The message says that it is no
    amount."""
    amount = read_amount(entry.stated) if isinstance(entry.stated, str) else entry.amount
    if amount is not None and amount >= 0:
        limits.setdefault(entry.metric, {})[entry.level] = amount
    elif not isinstance(entry.stated, str) or states_something(entry.stated):
        unread.add(entry.metric, f"{entry.level} limit", entry.stated, line, message)


# The commands that tell the agent a limit (docs/systems/autopilot.md): `/autopilot:config --set max-cost=80`


def config_command(metric: Metric, level: Level, value: float) -> str | None:
    """The agent's command that sets a limit; None for metrics without such a command."""
    if not metric.has_flag:
        return None
    amount = write_amount(value, metric.unit).replace(",", "") if metric.name == "tokens" else f"{value:g}"
    return f"/autopilot:config --set {_FLAGS[level]}-{metric.name}={amount}"
