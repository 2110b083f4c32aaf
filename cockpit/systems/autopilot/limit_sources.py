"""The places that name limits, in their order of precedence."""

import re
from collections.abc import Mapping
from pathlib import PurePosixPath

from cockpit.documents.text import LineIndex
from cockpit.model import Level
from cockpit.rules.metrics import COMMAND_LINE, LIMITS_FILE, Entry, LimitSource, amounts, in_table
from cockpit.systems.autopilot.global_config import CONFIG_PATH, in_config
from cockpit.systems.autopilot.limits_lines import line_stating, table_of, value_in
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.autopilot.recognition import STATE_FILE
from cockpit.systems.autopilot.report import Report
from cockpit.systems.autopilot.state_file import StateFile
from cockpit.systems.autopilot.thresholds_state import members
from cockpit.systems.interface import ReadContext
from cockpit.systems.reading.folder import Folder

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
