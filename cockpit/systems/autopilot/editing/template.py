"""TRANSPONDER.md by the seed's template, with the values that are known; what is not known is left out, not made up."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from cockpit.documents.inline import in_cell
from cockpit.values import dataclass

Rows = Sequence[tuple[str, str]]


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
    thresholds: Sequence[tuple[str, str, str, str, str, str]] = ()
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
