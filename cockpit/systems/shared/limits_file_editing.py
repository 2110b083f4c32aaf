"""Changing `.cockpit/limits.toml` line by line, so that comments and order stay: `[limits.cost]`, `alert = 30`."""

import math
from dataclasses import replace
from typing import Any

from cockpit.model import LEVELS, Level, Limits
from cockpit.model.errors import CommandError
from cockpit.rules.thresholds.metrics import Metric, conflicting, format_amount, metric_named
from cockpit.systems.shared.limits_file import table_of, value_in
from cockpit.systems.shared.working_copy import Draft, unsafe
from cockpit.text.decoding import LineIndex
from cockpit.text.splice import Splice, insert_lines, remove_lines
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable


def checked_limit(metric: Metric, level: Level, value: float, limits: Limits) -> Limits:
    """The limits with a new one. Raises CommandError where the level cannot begin at the value, or it stands in the
    wrong order with another."""
    name = f"The {level} limit of {metric.name}"
    if not math.isfinite(value) or not 0 < value < 1e15 or (metric.whole and value % 1):
        amount = "a whole number" if metric.whole else "an amount"
        told = f"{name} cannot be {value:.15g}: it must be {amount} above 0 and below 10^15."
        raise CommandError("limits.no-amount", told)
    shown = format_amount(value, metric.unit)
    if metric.most is not None and value > metric.most:
        most = format_amount(metric.most, metric.unit)
        raise CommandError("limits.beyond-most", f"{name} cannot be {shown}: the maximum is {most}.")
    after = replace(limits, **{level: value})  # type: ignore[arg-type]  # a level is a field of the limits
    if (found := conflicting(after, level)) is not None:
        other, where = found[0], "below" if LEVELS.index(level) > LEVELS.index(found[0]) else "above"
        its = f"its {other} limit ({format_amount(found[1], metric.unit)}). Change the {other} limit first."
        raise CommandError("limits.out-of-order", f"{name} ({shown}) would be {where} {its}")
    return after


def hide_from_git(draft: Draft, folder: str) -> None:
    """Keep git from showing what is written into `.cockpit/`: what a person sets is no work of the agent."""
    ignore = f"{folder}/.gitignore"
    if draft.read(ignore) is None:
        draft.create(ignore, "*\n")


def write_limit(draft: Draft, path: str, metric: Metric, level: Level, value: float | None) -> None:
    """Write one limit, or remove it. Raises CommandError where the file's form is another than lines below
    `[limits.<metric>]`."""
    decoded = draft.decoded(path)
    line = level if value is None else f"{level} = {value:.15g}"
    if decoded is None:
        draft.create(path, f"[limits.{metric.name}]\n{line}\n")
        hide_from_git(draft, path.rpartition("/")[0])
        return
    intended = _parsed(path, decoded.text)
    limits = intended.setdefault("limits", {})
    name = next((key for key in limits if metric_named(key) == metric), metric.name) if isinstance(limits, dict) else ""
    table = limits.setdefault(name, {}) if isinstance(limits, dict) else None
    if not isinstance(table, dict):
        raise unsafe(path, Message("limits.file-has-no-table", f"`limits.{metric.name}` is not a table in it"))
    table.pop(level, None)
    if value is not None:
        table[level] = float(f"{value:.15g}")
    draft.splice(path, [_change(decoded.text, metric, level, value, decoded.newline)])
    if draft.text(path) != decoded.text:
        hide_from_git(draft, path.rpartition("/")[0])
    if not _is_written(draft.text(path) or "", intended):
        by_hand = f"remove `{line}` from" if value is None else f"add `{line}` below"
        raise unsafe(path, Message("limits.file-has-other-form", f"{by_hand} [limits.{name}] by hand"))


def _parsed(path: str, text: str) -> dict[str, Any]:
    import tomllib

    try:
        return tomllib.loads(text.replace("\r\n", "\n"))
    except (ValueError, RecursionError) as error:
        raise CommandError(
            "limits.file-damaged",
            f"{path} cannot be edited safely: it cannot be parsed ({printable(str(error))}). Correct the file, or "
            "delete it; then set the limit again.",
        ) from None


def _is_written(text: str, intended: dict[str, Any]) -> bool:
    import tomllib

    try:
        return _without_empty(tomllib.loads(text.replace("\r\n", "\n"))) == _without_empty(intended)
    except ValueError:  # the limits stand there in another form, and now twice
        return False


def _without_empty(stated: dict[str, Any]) -> dict[str, Any]:
    limits = {name: table for name, table in stated.get("limits", {}).items() if table != {}}
    return {**stated, "limits": limits}


def _with_heading(index: LineIndex, table: range, number: int) -> tuple[int, int]:
    """The lines that go with a limit: also the heading above the last one, unless a comment or a key is left there, or
    nothing else in the file, which would look half-written."""
    lines, first = index.lines, table.start
    is_last = not any(lines[each].strip() for each in table if each not in (first, number))
    elsewhere = any(line.strip() for each, line in enumerate(lines) if each not in table)
    if "#" in lines[first] or not (is_last and elsewhere):
        return number, number + 1
    while table.stop == len(lines) and first > 0 and not lines[first - 1].strip():
        first -= 1
    return first, table.stop


def _change(text: str, metric: Metric, level: Level, value: float | None, newline: str) -> Splice:
    index = LineIndex(text)
    table = table_of(index.lines, metric.name)
    last = table.start if table is not None else 0
    for number in table or ():
        found, start = value_in(index.lines[number], level), index.starts[number]
        if found is not None and value is None:
            first, end = _with_heading(index, table or range(0), number)
            return remove_lines(text, index.starts[first], index.starts[end])
        if found is not None:
            return Splice(start + found.start("value"), start + found.end("value"), f"{value:.15g}")
        last = number if index.lines[number].strip() else last
    if value is None:  # it is stated in another form
        return Splice(0, 0, "")
    line = f"{level} = {value:.15g}"
    if table is not None:
        return insert_lines(text, index.starts[last + 1], [line], newline)
    gap = [""] if text.strip() else []
    return insert_lines(text, len(text), [*gap, f"[limits.{metric.name}]", line], newline)
