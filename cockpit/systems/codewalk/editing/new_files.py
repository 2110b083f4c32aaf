"""A whole state as files: STATE.md as the seed writes it, and the entries in files of their own."""

from collections.abc import Container, Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from cockpit.documents.new_frontmatter import write_keyed, yaml_lines
from cockpit.systems.codewalk.entry import BODY
from cockpit.systems.codewalk.entry_files import FOLDERS, in_order
from cockpit.systems.codewalk.file_names import day_of, entry_name

_HEADS = (
    ("# STATE.md", ("initiative", "title")),
    ("# Current Position", ("position",)),
    ("# Progress Tracking", ("progress",)),
    ("# Decisions Made", ("decisions",)),
    ("# Active Blockers", ("blockers",)),
    ("# Session History", ("sessions",)),
    ("# Next Action", ("next_action",)),
    ("# Context for Resume", ("resume_context",)),
)
"""The parts of the seed's file, each with the comment above it."""
_NUMBERS = ("position", "progress")
_NO_NUMBERS = ("task", "bar")
Tree = Mapping[str, Any]


def state_text(state: Tree) -> str:
    """STATE.md. Keys that the seed does not have stand behind the others."""
    parts = []
    for comment, keys in _HEADS:
        told = {key: _shown(key, state[key]) for key in keys if key in state}
        if told:
            parts.append("\n".join((comment, *yaml_lines(told), "")))
    known = {key for _, keys in _HEADS for key in keys}
    if more := {key: _shown(key, value) for key, value in state.items() if key not in known}:
        parts.append("\n".join((*yaml_lines(more), "")))
    return "\n".join(parts)


def entry_files(state: Tree) -> Iterator[tuple[str, str]]:
    """The files of the entries: their paths beside STATE.md, so named that they keep their order, and their texts."""
    for kind in FOLDERS:
        entries = state.get(kind) or ()
        for name, entry in zip(_names(kind, entries), entries, strict=True):
            fields = {key: _shown(key, value) for key, value in entry.items() if key != BODY}
            yield f"{kind}/{name}.md", write_keyed(fields, body=str(entry.get(BODY) or ""))


def _names(kind: str, entries: Sequence[Tree]) -> list[str]:
    """A name for each; decisions of one day that would not be in their order by their words are numbered."""
    names: dict[str, None] = {}
    for entry in entries:
        names[_free(entry_name(kind, entry), names)] = None
    if kind != "decisions":
        return list(names)
    days: dict[str, list[str]] = {}
    for name in names:
        days.setdefault(day_of(name), []).append(name)
    anew = {
        name: "-".join(filter(None, (day, str(number), name.removeprefix(day).lstrip("-"))))
        for day, of_day in days.items()
        if of_day != sorted(of_day, key=in_order)
        for number, name in enumerate(of_day, 1)
    }
    return [anew.get(name, name) for name in names]


def _free(name: str, taken: Container[str]) -> str:
    return next(each for number in count(1) if (each := _numbered(name, number)) not in taken)


def _numbered(name: str, number: int) -> str:
    return f"{name}-{number}" if number > 1 else name


def _shown(key: str, value: Any) -> Any:  # noqa: ANN401 -- whatever the state holds
    """A value as YAML is to have it: counters and ids that are whole numbers as such, other numbers as text."""
    if isinstance(value, dict):
        return {inner: _counted(key, inner, _shown(inner, told)) for inner, told in value.items()}
    if isinstance(value, list):
        return [_shown(key, each) for each in value]
    if isinstance(value, float):
        return str(value)
    return {"true": True, "false": False}.get(value, value) if key == "reversible" else value


def _counted(above: str, key: str, value: Any) -> Any:  # noqa: ANN401
    if above not in _NUMBERS or key in _NO_NUMBERS or not isinstance(value, str):
        return value
    return int(value) if value.isascii() and value.isdecimal() and str(int(value)) == value else value
