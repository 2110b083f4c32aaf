"""`.cockpit/limits.toml`, changed line by line, so that comments and order stay: `[limits.cost]`, `alert = 30`."""

import tomllib
from typing import Any

from cockpit.documents.markdown import insert_lines
from cockpit.documents.splice import Splice
from cockpit.documents.text import LineIndex
from cockpit.model import Level
from cockpit.rules.metrics import Metric
from cockpit.systems.autopilot.limits_lines import table_of, value_in
from cockpit.systems.autopilot.metric_names import metric_named
from cockpit.systems.editing.draft import Draft, unsafe


def write_limit(draft: Draft, path: str, metric: Metric, level: Level, value: float) -> None:
    """Write one limit. Raises Refused where the file's form is another than lines below `[limits.<metric>]`."""
    decoded = draft.decoded(path)
    line = f"{level} = {value:.15g}"
    if decoded is None:
        draft.create(path, f"[limits.{metric.name}]\n{line}\n")
        return
    meant = _parsed(path, decoded.text)
    limits = meant.setdefault("limits", {})
    name = next((key for key in limits if metric_named(key) == metric), metric.name)
    limits.setdefault(name, {})[level] = float(f"{value:.15g}")
    draft.splice(path, [_change(decoded.text, metric, level, value, decoded.newline)])
    if not _says(draft.text(path) or "", meant):
        raise unsafe(path, f"write `{line}` below [limits.{name}] yourself")


def _parsed(path: str, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise unsafe(path, f"it is damaged ({error})") from None


def _says(text: str, meant: dict[str, Any]) -> bool:
    try:
        return tomllib.loads(text.replace("\r\n", "\n")) == meant
    except tomllib.TOMLDecodeError:  # the limits stand there in another form, and now twice
        return False


def _change(text: str, metric: Metric, level: Level, value: float, newline: str) -> Splice:
    index = LineIndex(text)
    table = table_of(index.lines, metric.name)
    line = f"{level} = {value:.15g}"
    if table is None:
        gap = [""] if text.strip() else []
        return insert_lines(text, len(text), [*gap, f"[limits.{metric.name}]", line], newline)
    last = table.start
    for number in table:
        found = value_in(index.lines[number], level)
        if found is not None:
            start = index.starts[number]
            return Splice(start + found.start("value"), start + found.end("value"), f"{value:.15g}")
        last = number if index.lines[number].strip() else last
    return insert_lines(text, index.starts[last + 1], [line], newline)
