"""The places that name limits, in their order of precedence."""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import PurePosixPath

from cockpit.model import Level
from cockpit.rules.thresholds.metrics import COMMAND_LINE, LIMITS_FILE, Entry, LimitSource, Metric, amounts, in_table
from cockpit.systems.autopilot.recognition import STATE_FILE
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.thresholds.amounts import metric_named, write_amount
from cockpit.systems.autopilot.thresholds.thresholds_state import members
from cockpit.systems.interface import ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.text.decoding import LineIndex

# The limits that the agent's global config.json states

CONFIG_PATH = ".claude/autopilot/config.json"
"""Below the person's home folder."""
_CONFIG_KEYS: Mapping[str, Mapping[str, Level]] = {
    "cost": {"warnCost": "warning", "alertCost": "alert", "maxCost": "stop"},
    "tokens": {"warnTokens": "warning", "alertTokens": "alert", "maxTokens": "stop"},
}


def in_config(defaults: object) -> Iterator[Entry]:
    """What the `defaults` of the global config.json state: `warnCost`, `alertCost`, `maxCost`, `warnTokens` ..."""
    stated = defaults if isinstance(defaults, Mapping) else {}
    for metric, keys in _CONFIG_KEYS.items():
        known = ((key, level, stated.get(key)) for key, level in keys.items())
        yield from (Entry(metric, level, (key,), value) for key, level, value in known if value is not None)


# Where `.cockpit/limits.toml` states a limit: TOML's own reader gives no lines

_HEADER = re.compile(r"[ \t]*\[[ \t]*limits[ \t]*\.[ \t]*[\"']?(?P<name>[\w-]+)[\"']?[ \t]*\][ \t]*(?:#.*)?")
_ANY_HEADER = re.compile(r"[ \t]*\[")
_KEY = re.compile(r"[ \t]*(?P<key>warning|alert|stop)[ \t]*=[ \t]*(?P<value>\"[^\"]*\"|'[^']*'|[^\s#]+)")


def table_of(lines: Sequence[str], metric: str) -> range | None:
    """The lines of a metric's table `[limits.cost]`, from 0, its header first; None where it has another form."""
    for start, line in enumerate(lines):
        found = _HEADER.fullmatch(line.rstrip("\r\n"))
        named = metric_named(found["name"]) if found else None
        if named is not None and named.name == metric:
            rest = range(start + 1, len(lines))
            end = next((number for number in rest if _ANY_HEADER.match(lines[number])), len(lines))
            return range(start, end)
    return None


def value_in(line: str, level: str) -> re.Match[str] | None:
    """A line that states the limit of that level, with its `value`; None for any other."""
    found = _KEY.match(line)
    return found if found and found["key"] == level else None


def line_stating(text: str, key: str, stated: object, table: str | None = None) -> int | None:
    """The 1-based line on which a key has a value; in the metric's own table, where there is one of that form."""
    lines = LineIndex(text).lines
    within = table_of(lines, table) if table else None
    words = (key, str(stated).lower() if isinstance(stated, bool) else str(stated))
    numbers = within or range(len(lines))
    return next((number + 1 for number in numbers if all(word in lines[number] for word in words)), None)


_AT_LINE = re.compile(r"at line (\d+)")
LIMITS_PATH = ".cockpit/limits.toml"
GLOBAL_CONFIG = "config.json"


def limit_sources(
    folder: Folder, state: StateFile | None, context: ReadContext, report: Report
) -> tuple[LimitSource, ...]:
    """Every place that may name limits, first the one that wins."""
    return (
        LimitSource(COMMAND_LINE, context.limits),
        LimitSource(table_name(state), _table(state, report)),
        LimitSource(LIMITS_FILE, _limits_file(folder, report)),
        LimitSource(GLOBAL_CONFIG, _global(folder, report)),
    )


def place_of_limit(
    folder: Folder, state: StateFile | None, source: str, metric: str, level: Level
) -> tuple[str, int | None] | None:
    """The file and line in which a source states a limit; None where it has none."""
    if source == LIMITS_FILE:
        text = folder.text_at(LIMITS_PATH) or ""
        lines = LineIndex(text).lines
        within = table_of(lines, metric) or ()
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


def _table(state: StateFile | None, report: Report) -> Mapping[str, Mapping[Level, float]]:
    limits: dict[str, Mapping[Level, float]] = {}
    for row in state.thresholds if state else ():
        for level, limit in row.limits.items():
            if limit < 0:
                report.unreadable(state.path if state else "", row.line, f"The {level} limit of {row.metric}", limit)
        known = dict(limits.get(row.metric, {}))
        limits[row.metric] = known | {
            level: min(limit, known.get(level, limit)) for level, limit in row.limits.items() if limit >= 0
        }
    return limits


def _limits_file(folder: Folder, report: Report) -> Mapping[str, Mapping[Level, float]]:
    text = folder.text_at(LIMITS_PATH)
    if text is None:
        return {}
    import tomllib

    try:
        table = tomllib.loads(text).get("limits")
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        line = _AT_LINE.search(str(error))
        at = int(line[1]) if line else None
        report.add("toml-invalid", folder.at(LIMITS_PATH), at, f"The limits were not read: {error}.")
        return {}
    _check_limits_file(folder.at(LIMITS_PATH), text, table, report)
    return amounts(entry for entry in in_table(table, metric_named) if _counts(entry))


def _check_limits_file(path: str, text: str, table: object, report: Report) -> None:
    """Report what stands where a table or an amount must be."""
    if not isinstance(table, Mapping | None):
        report.unreadable(path, line_stating(text, "limits", table), "limits", table, "table")
    for name, levels in table.items() if isinstance(table, Mapping) else ():
        if metric_named(name) is not None and not isinstance(levels, Mapping):
            report.unreadable(path, line_stating(text, name, levels), f"limits.{name}", levels, "table")
    for entry in in_table(table, metric_named):
        if not _counts(entry):
            line = line_stating(text, entry.level, entry.stated, entry.metric)
            report.unreadable(path, line, f"The {entry.level} limit of {entry.metric}", entry.stated)


def _global(folder: Folder, report: Report) -> Mapping[str, Mapping[Level, float]]:
    page = folder.global_json(CONFIG_PATH)
    if page is None:
        return {}
    defaults = members(page, ("defaults",), report)
    for entry in in_config(defaults):
        if not _counts(entry):
            report.unreadable(page.path, page.json.line_of(("defaults", *entry.path)), entry.path[-1], entry.stated)
    return amounts(entry for entry in in_config(defaults) if _counts(entry))


def _counts(entry: Entry) -> bool:
    """Whether a stated limit is an amount that can be one."""
    return entry.amount is not None and entry.amount >= 0


# The commands that tell the agent a limit (docs/systems/autopilot.md): `/autopilot:config --set max-cost=80`

_FLAGS: dict[Level, str] = {"warning": "warn", "alert": "alert", "stop": "max"}


def config_command(metric: Metric, level: Level, value: float) -> str | None:
    """The command that tells the agent a limit; None for the metrics it cannot be told."""
    if metric.name not in ("cost", "tokens"):
        return None
    amount = write_amount(value, metric.unit).replace(",", "") if metric.name == "tokens" else f"{value:g}"
    return f"/autopilot:config --set {_FLAGS[level]}-{metric.name}={amount}"
