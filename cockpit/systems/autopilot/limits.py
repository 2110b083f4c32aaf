"""The places that name limits: the state file's table, `.cockpit/limits.toml`, the agent's global config.json; and the
command by which an agent is told one."""

from collections.abc import Iterator, Mapping, Sequence

from cockpit.model import Level
from cockpit.rules.thresholds.metrics import (
    COMMAND_LINE,
    LIMITS_FILE,
    METRICS,
    LimitSource,
    Metric,
)
from cockpit.systems.autopilot.description import read_amount, states_nothing, write_amount
from cockpit.systems.autopilot.stores import OTHER, Said
from cockpit.systems.interface import ReadContext
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.limits_file import (
    ALL,
    LIMITS_PATH,
    FoundLimits,
    Wrong,
    read_limits,
)
from cockpit.systems.shared.stated_values import number_of

CONFIG_PATH = ".claude/autopilot/config.json"
"""Below the person's home folder."""
GLOBAL_CONFIG = "config.json"
_FLAGS: Mapping[Level, str] = {"warning": "warn", "alert": "alert", "stop": "max"}


def config_command(metric: Metric, level: Level, value: float) -> str | None:
    """The agent's command that sets a limit, `/autopilot:config --set max-cost=80`; None for metrics without one."""
    if not metric.has_flag:
        return None
    amount = write_amount(value, metric.unit).replace(",", "") if metric.unit == "tokens" else f"{value:g}"
    return f"/autopilot:config --set {_FLAGS[level]}-{metric.name}={amount}"


def limit_sources(
    folder: Folder, table: Sequence[Said], name: str, context: ReadContext, wrong: list[Wrong]
) -> tuple[LimitSource, ...]:
    """Every place that may name limits, first the one that wins. What is wrong with them is added to `wrong`."""
    return (
        LimitSource(COMMAND_LINE, context.limits),
        _of_table(table, name),
        _limits_file(folder, wrong),
        _global(folder, wrong),
    )


def agents_sources(sources: Sequence[LimitSource]) -> tuple[LimitSource, ...]:
    """Those of the places that the agent reads too: not our limits file, not our command line."""
    return tuple(source for source in sources if source.name not in (COMMAND_LINE, LIMITS_FILE))


def _of_table(table: Sequence[Said], name: str) -> LimitSource:
    """What the table states; of several rows of a metric the lower limits."""
    limits: dict[str, dict[Level, float]] = {}
    for each in table:
        level = level_of_limit(each)
        if level is not None and each.amount is not None:
            known = limits.setdefault(each.metric, {})
            known[level] = min(each.amount, known.get(level, each.amount))
    return LimitSource(name, limits)


def level_of_limit(said: Said) -> Level | None:
    """The level whose limit is stated: `stop` of a `stop limit`."""
    return next((level for level in _FLAGS if said.what == f"{level} limit"), None)


def _limits_file(folder: Folder, wrong: list[Wrong]) -> LimitSource:
    text = folder.text_at(LIMITS_PATH)
    if text is None:
        return LimitSource(LIMITS_FILE, {})
    found = read_limits(text, folder.at(LIMITS_PATH))
    wrong += found.wrong
    unread = {OTHER if name == ALL else name: each for name, each in found.unread.items()}
    return LimitSource(LIMITS_FILE, found.limits, unread, broken=OTHER in unread)


def _global(folder: Folder, wrong: list[Wrong]) -> LimitSource:
    page = folder.global_json(CONFIG_PATH)
    if page is None:
        return LimitSource(GLOBAL_CONFIG, {})
    found, stated = FoundLimits(page.path), page.json_object.get("defaults")
    if stated is not None and not isinstance(stated, Mapping) and not page.json_problems:
        found.leave(OTHER, "limits", stated, _line(page), "defaults is not an object")
    for metric, level, key, value in _in_config(stated):
        amount = read_amount(value) if isinstance(value, str) else number_of(value)
        if amount is not None and amount >= 0:
            found.limits.setdefault(metric, {})[level] = amount
        elif not isinstance(value, str) or not states_nothing(value):
            found.leave(metric, f"{level} limit", value, _line(page, key), f"{key} is not an amount")
    wrong += found.wrong
    return LimitSource(GLOBAL_CONFIG, found.limits, found.unread)


def _line(page: Page, *keys: str) -> int | None:
    """The line of what stands below `defaults`."""
    node = page.json.root.at(("defaults", *keys))
    return page.json.line_of(node) if node is not None else None


def _in_config(defaults: object) -> Iterator[tuple[str, Level, str, object]]:
    """What the `defaults` of the global config.json state, by metric, level and key: `warnCost`, `maxCost` ..."""
    stated = defaults if isinstance(defaults, Mapping) else {}
    for metric in METRICS:
        for level, flag in _FLAGS.items() if metric.has_flag else ():
            key = f"{flag}{metric.name.title()}"
            if stated.get(key) is not None:
                yield metric.name, level, key, stated[key]
