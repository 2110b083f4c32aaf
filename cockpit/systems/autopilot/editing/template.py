"""TRANSPONDER.md by the seed's template, with the values that are known; what is not known is left out, not made up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from cockpit.documents.markdown import in_cell
from cockpit.model import LEVELS, Level, Limits
from cockpit.rules.metrics import Metric, level_of, rank
from cockpit.systems.autopilot.amounts import write_amount
from cockpit.systems.autopilot.editing.table_cells import MARKS, STATUS_WORDS
from cockpit.values import dataclass

Rows = Sequence[tuple[str, str]]
Row = tuple[str, str, str, str, str, str]
"""A row of the Thresholds table (seed): `| Cost | $26.50 | $10 ⚠️ | $25 🔶 ACK | $50 | Alert (ack) |`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Content:
    """What a state file is to say. `thresholds` are whole rows; lists without an entry say `None`."""

    title: str | None
    updated: str
    position: Rows
    activity: str
    metrics: Rows = ()
    decisions: Sequence[str] = ()
    todos: Sequence[tuple[str, bool]] = ()
    blockers: Sequence[str] = ()
    thresholds: Sequence[Row] = ()
    acknowledged: Sequence[str] = ()
    continuity: Rows = ()
    reference: Mapping[str, str] = field(default_factory=dict)


def write_transponder(content: Content) -> str:
    """The file's text (seed, "TRANSPONDER.md Template" and "TRANSPONDER.md with Thresholds Section")."""
    head = ["# Project State", ""]
    head += [f"**Project:** {content.title}"] if content.title else []
    sections = [section for section in _sections(content) if section]
    lines = [*head, f"**Updated:** {content.updated}"]
    for section in sections:
        lines += ["", "---", "", *section]
    return "\n".join(lines) + "\n"


def threshold_row(metric: Metric, value: float, limits: Limits, *, acknowledged: bool = False) -> Row:
    """One metric's row with its marks."""
    level = level_of(value, limits)
    acknowledged = acknowledged and rank(level) >= rank("alert")
    warning, alert, stop = (_limit(metric, known, limits, level, acknowledged) for known in LEVELS)
    status = STATUS_WORDS[level] + (" (ack)" if acknowledged and level == "alert" else "")
    return metric.name.capitalize(), write_amount(value, metric.unit), warning, alert, stop, status


def _sections(content: Content) -> Iterator[list[str]]:
    position = _table(("Field", "Value"), content.position)
    yield ["## Current Position", "", *position, "", f"**Last Activity:** {content.activity}"]
    yield ["## Performance Metrics", "", *_table(("Metric", "Value"), content.metrics)] if content.metrics else []
    yield [
        "## Accumulated Context",
        *("", "### Recent Decisions", *_list(content.decisions)),
        *("", "### Pending Todos", *_list([f"[{'x' if done else ' '}] {text}" for text, done in content.todos])),
        *("", "### Blockers", *_list(content.blockers)),
    ]
    yield _thresholds(content)
    yield ["## Session Continuity", "", *_table(("Field", "Value"), content.continuity)]
    references = [f"- {label}: {path}" for label, path in content.reference.items()]
    yield ["## Quick Reference", "", *references] if references else []


def _thresholds(content: Content) -> list[str]:
    if not content.thresholds:
        return []
    header = ("Type", "Current", "Warning", "Alert", "Stop", "Status")
    listed = ["", "**Acknowledged Alerts:**", *_list(content.acknowledged)] if content.acknowledged else []
    return ["## Thresholds", "", *_table(header, content.thresholds), *listed]


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    rule = "|".join("-" * (len(cell) + 2) for cell in header)
    head, *body = ("| " + " | ".join(in_cell(cell) for cell in row) + " |" for row in (header, *rows))
    return [head, f"|{rule}|", *body]


def _list(entries: Sequence[str]) -> list[str]:
    return [f"- {entry}" for entry in entries or ["None"]]


def _limit(metric: Metric, level: Level, limits: Limits, reached: Level | None, acknowledged: bool) -> str:
    limit = limits.at(level)
    text = "—" if limit is None else write_amount(limit, metric.unit)
    if rank(reached) < rank(level):
        return text
    return f"{text} {MARKS[level]}" + (" ACK" if acknowledged and level == "alert" else "")
