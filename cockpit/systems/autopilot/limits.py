"""The places that name limits: the state file's table, `.cockpit/limits.toml`, the agent's global config.json; and the
command by which an agent is told one."""

from collections.abc import Callable, Iterator, Mapping, Sequence

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
    metric_named,
)
from cockpit.systems.autopilot.description import read_amount, states_nothing, write_amount
from cockpit.systems.autopilot.stores import OTHER, Said
from cockpit.systems.interface import ReadContext
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.limits_file import LIMITS_PATH, line_stating, table_of, value_in
from cockpit.systems.shared.report import as_json
from cockpit.text.decoding import LineIndex
from cockpit.values import dataclass

CONFIG_PATH = ".claude/autopilot/config.json"
"""Below the person's home folder."""
GLOBAL_CONFIG = "config.json"
_FLAGS: Mapping[Level, str] = {"warning": "warn", "alert": "alert", "stop": "max"}
_AT_LINE = regex(r"at line (\d+)")
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class Wrong:
    """What is wrong with a place of limits: the code of the finding, where, and a sentence."""

    code: str
    path: str
    line: int | None
    sentence: str


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


def line_of_limit(folder: Folder, source: str, metric: str, level: Level) -> tuple[str, int | None] | None:
    """The file and line in which limits.toml or config.json states a limit; None for other sources."""
    if source == LIMITS_FILE:
        text = folder.text_at(LIMITS_PATH) or ""
        lines = LineIndex(text).lines
        within = table_of(lines, metric) or ()
        line = next((number + 1 for number in within if value_in(lines[number], level)), None)
        return folder.at(LIMITS_PATH), line or line_stating(text, metric, level)
    if source == GLOBAL_CONFIG and (page := folder.global_json(CONFIG_PATH)) is not None:
        keys = (each.path for each in _in_config(page.json_object.get("defaults"))
                if (each.metric, each.level) == (metric, level))  # fmt: skip
        return page.path, _line(page, *next(keys, ()))
    return None


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
    path, text = folder.at(LIMITS_PATH), folder.text_at(LIMITS_PATH)
    if text is None:
        return LimitSource(LIMITS_FILE, {})
    import tomllib

    try:
        whole = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        named = _AT_LINE.search(str(error))
        at = int(named[1]) if named else None
        wrong.append(Wrong("toml-invalid", path, at, f"The limits were not read: {error}."))
        return LimitSource(LIMITS_FILE, {}, {OTHER: (_unread(path, at, "limits", str(error)),)}, broken=True)
    unread: dict[str, tuple[Statement, ...]] = {}
    table = whole.get("limits")
    tables = {"limits": table} if not isinstance(table, Mapping | None) else {}
    tables |= {f"limits.{name}": each for name, each in (table if isinstance(table, Mapping) else {}).items()
               if metric_named(name) is not None and not isinstance(each, Mapping)}  # fmt: skip
    for key, stated in tables.items():
        line = line_stating(text, key.rpartition(".")[2], stated)
        wrong.append(Wrong("value-unreadable", path, line, f"{key} is not a table: {as_json(stated)[:60]}."))
        metric = metric_named(key.partition(".")[2])
        unread[metric.name if metric else OTHER] = (_unread(path, line, "limits", as_json(stated)),)

    def told(each: StatedLimit) -> tuple[int | None, str]:
        line = line_stating(text, each.level, each.stated, each.metric)
        return line, f"The {each.level} limit of {each.metric} is not an amount: {as_json(each.stated)[:60]}."

    return LimitSource(LIMITS_FILE, _limits(in_table(table), path, told, unread, wrong), unread)


def _global(folder: Folder, wrong: list[Wrong]) -> LimitSource:
    page = folder.global_json(CONFIG_PATH)
    if page is None:
        return LimitSource(GLOBAL_CONFIG, {})
    unread: dict[str, tuple[Statement, ...]] = {}
    stated = page.json_object.get("defaults")
    if stated is not None and not isinstance(stated, Mapping) and not page.json_problems:
        line = _line(page)
        wrong.append(Wrong("value-unreadable", page.path, line, f"defaults is not an object: {as_json(stated)[:60]}."))
        unread[OTHER] = (_unread(page.path, line, "limits", as_json(stated)),)

    def told(each: StatedLimit) -> tuple[int | None, str]:
        line = _line(page, *each.path)
        return line, f"{each.path[-1]} is not an amount: {as_json(each.stated)[:60]}."

    return LimitSource(GLOBAL_CONFIG, _limits(_in_config(stated), page.path, told, unread, wrong), unread)


def _line(page: Page, *keys: str) -> int | None:
    """The line of what stands below `defaults`."""
    node = page.json.root.at(("defaults", *keys))
    return page.json.line_of(node) if node is not None else None


def _in_config(defaults: object) -> Iterator[StatedLimit]:
    """What the `defaults` of the global config.json state: `warnCost`, `alertCost`, `maxCost`, `warnTokens` ..."""
    stated = defaults if isinstance(defaults, Mapping) else {}
    for metric in METRICS:
        for level, flag in _FLAGS.items() if metric.has_flag else ():
            key = f"{flag}{metric.name.title()}"
            if stated.get(key) is not None:
                yield StatedLimit(metric.name, level, (key,), stated[key])


def _limits(
    stated: Iterator[StatedLimit], path: str, told: "Callable[[StatedLimit], tuple[int | None, str]]",
    unread: dict[str, tuple[Statement, ...]], wrong: list[Wrong],
) -> dict[str, dict[Level, float]]:  # fmt: skip
    """The limits that are stated; what states nothing (`""`, `N/A`, `TBD`) is none, anything else is unread."""
    limits: dict[str, dict[Level, float]] = {}
    for each in stated:
        amount = read_amount(each.stated) if isinstance(each.stated, str) else each.amount
        if amount is not None and amount >= 0:
            limits.setdefault(each.metric, {})[each.level] = amount
        elif not isinstance(each.stated, str) or not states_nothing(each.stated):
            line, sentence = told(each)
            wrong.append(Wrong("value-unreadable", path, line, sentence))
            text = each.stated if isinstance(each.stated, str) else as_json(each.stated)
            statement = _unread(path, line, f"{each.level} limit", text)
            unread[each.metric] = (*unread.get(each.metric, ()), statement)
    return limits


def _unread(path: str, line: int | None, what: str, text: str) -> Statement:
    return Statement(what=what, text=text[:_LONGEST], path=path, line=line)
