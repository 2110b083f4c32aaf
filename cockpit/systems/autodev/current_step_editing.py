"""Writing the section Current Step: flow, step, name, status, sub_step and retry_count, in this order (seed)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import takewhile

from cockpit.systems.autodev.edit_session import EditSession
from cockpit.systems.autodev.state_file import (
    NESTED_KEYS,
    SUB_STEP,
    TITLES,
    LiveFields,
    SubStep,
    count_fields,
    key_of,
    live_fields,
    nested_fields,
    remaining_fields,
    split_fields,
)
from cockpit.systems.autodev.vocabulary import MOST_RETRIES, NOT_INVOKED
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.stated_values import fold
from cockpit.text.markdown import Field, Section, in_cell, insert_lines, remove_lines
from cockpit.text.splice import Splice
from cockpit.values import dataclass

# The `key: value` lines of a section, or the rows of its table


@dataclass(frozen=True, slots=True)
class StepLine:
    """A `key: value` line, with the span of the line and the nested lines below it."""

    key: str
    field: Field
    start: int
    end: int


def keyed_lines(section: Section, keys: Iterable[str]) -> list[StepLine]:
    """The first line of each key. Nested lines below `sub_step:`, up to another key, belong to that line."""
    live = live_fields(section)
    nested = nested_fields(live)
    folded_keys, starts = {fold(key) for key in keys}, section.lines.starts
    by_key: dict[str, StepLine] = {}
    for place, field in enumerate(live):
        key = key_of(field.label)
        if field in nested:
            continue
        if key in folded_keys and key not in by_key:
            below = takewhile(nested.__contains__, live[place + 1 :] if key == SUB_STEP else ())
            last_line = max(each.line for each in (field, *below))
            by_key[key] = StepLine(key, field, starts[field.line - 1], starts[last_line])
    return list(by_key.values())


def put_lines(editor: MarkdownEditor, titles: Sequence[str], order: Sequence[str], values: Mapping[str, str]) -> None:
    """Set the values of keys; a missing line is inserted after the one before it in the order."""
    for key, value in values.items():
        section = editor.markdown.section(*titles)
        if section is None:
            return
        lines = keyed_lines(section, order)
        existing = next((line for line in lines if line.key == fold(key)), None)
        if existing is None:
            section = _one_field_per_line(editor, titles) or section
            editor.change([_added_line(editor, section, order, key, value)])
        elif existing.field.value != value:
            editor.change([existing.field.rewrite(value)])


def drop_line(editor: MarkdownEditor, titles: Sequence[str], order: Sequence[str], key: str) -> None:
    """Remove the line of a key, if there is one."""
    section = _one_field_per_line(editor, titles)
    existing = [line for line in keyed_lines(section, order) if line.key == fold(key)] if section is not None else []
    if existing:
        editor.change([remove_lines(editor.text, existing[0].start, existing[0].end)])


def put_in_order(editor: MarkdownEditor, titles: Sequence[str], order: Sequence[str]) -> None:
    """Sort the lines of a section, each with its nested lines; other lines stay. Nothing is sorted where some are rows
    of a table and others are not.
    """
    section = editor.markdown.section(*titles)
    lines = keyed_lines(section, order) if section is not None else []
    if len({line.field.style == "table" for line in lines}) > 1 or lines == _in_order(lines, order):
        return
    section = _one_field_per_line(editor, titles)
    lines = keyed_lines(section, order) if section is not None else []
    ordered = _in_order(lines, order)
    text = editor.text
    splices = []
    for slot, line in zip(lines, ordered, strict=True):
        old, new = text[slot.start : slot.end], text[line.start : line.end]
        end = old[len(old.rstrip("\r\n")) :]
        splices.append(Splice(slot.start, slot.end, new.rstrip("\r\n") + end))
    editor.change(splices)


def _in_order(lines: Sequence[StepLine], order: Sequence[str]) -> list[StepLine]:
    places = {fold(key): place for place, key in enumerate(order)}
    return sorted(lines, key=lambda line: places[line.key])


def _one_field_per_line(editor: MarkdownEditor, titles: Sequence[str]) -> Section | None:
    """The section, rewritten so that each field has its own line."""
    section = editor.markdown.section(*titles)
    if section is None or not (splices := split_fields(section, editor.newline)):
        return section
    editor.change(splices)
    return editor.markdown.section(*titles)


def _added_line(editor: MarkdownEditor, section: Section, order: Sequence[str], key: str, value: str) -> Splice:
    """A new line in the form of its neighbour: after the one before it in the order, else before the first."""
    lines = keyed_lines(section, order)
    places = {fold(name): place for place, name in enumerate(order)}
    earlier = [line for line in lines if places[line.key] < places[fold(key)]]
    neighbour = earlier[-1] if earlier else lines[0] if lines else None
    if neighbour is None:
        at = section.lines.starts[min(section.line, section.lines.count)]
        return insert_lines(editor.text, at, [f"{key}: {value}"], editor.newline)
    field = neighbour.field
    prefix = editor.text[neighbour.start : field.value_start]
    in_table = field.style == "table"
    label = prefix.replace(field.label, key, 1) if field.label in prefix else f"| {key} | " if in_table else f"{key}: "
    label = label if label.endswith((" ", "\t")) else f"{label} "
    at = neighbour.end if earlier else neighbour.start
    line = f"{label}{in_cell(value)} |" if in_table else f"{label}{value}".rstrip()
    return insert_lines(editor.text, at, [line], editor.newline)


_NO_BRACES = str.maketrans("{}", "()")
"""Replaces braces, which would end an inline map."""
ORDER = ("flow", "step", "name", "status", "sub_step", "retry_count", "cycle", "tracker")


def write_step(edit: EditSession, values: Mapping[str, str]) -> None:
    """Set values of the present step, and sort its lines in the seed's order. A retry count is written to every place
    that states it.
    """
    edit.state  # noqa: B018 -- what cannot be used is refused
    lines = dict(values)
    if "retry_count" not in lines and edit.state.current.retry_line is None and edit.state.generation != "early":
        lines["retry_count"] = str(edit.position.retries)  # as many as the log has
    put_lines(edit.editor, TITLES, ORDER, lines)
    if (count := lines.get("retry_count")) is not None:
        fields = (field for field in count_fields(edit.editor.markdown) if field.value != count)
        edit.editor.change([field.rewrite(count) for field in fields])
        tries_left = str(MOST_RETRIES - int(count))
        fields = (field for field in remaining_fields(edit.editor.markdown) if field.value != tries_left)
        edit.editor.change([field.rewrite(tries_left) for field in fields])
    section = edit.editor.markdown.section(*TITLES)
    live = live_fields(section) if section is not None and "status" in lines else LiveFields()
    repeated = [each for each in live if key_of(each.label) == "status" and each not in nested_fields(live)]
    edit.editor.change([each.rewrite(lines["status"]) for each in repeated if each.value != lines["status"]])
    put_in_order(edit.editor, TITLES, ORDER)


def clear_sub_step(edit: EditSession) -> None:
    """Write that no sub-step is in progress, in the form of the file (docs/systems/autodev.md)."""
    match edit.state.generation:
        case "nested":
            _write_nested(edit, SubStep(id="0", name=NOT_INVOKED, detail=None, line=0))
        case "pointer":
            put_lines(edit.editor, TITLES, ORDER, {"sub_step": "0"})
        case _:
            drop_line(edit.editor, TITLES, ORDER, "sub_step")


def write_sub_step(edit: EditSession, sub: SubStep) -> None:
    """Write the present sub-step, in the form of the file."""
    if edit.state.generation == "nested":
        _write_nested(edit, sub)
        return
    put_lines(edit.editor, TITLES, ORDER, {"sub_step": sub.label})


def write_detail(edit: EditSession, detail: str) -> None:
    """Write the detail of a nested sub-step."""
    sub = edit.state.current.sub_step
    if sub is not None and _is_inline(edit):
        _write_nested(edit, replace(sub, detail=detail))
    else:
        _put_nested(edit, "detail", _quoted(detail))


def write_remark(edit: EditSession, remark: str) -> None:
    """Write a remark behind the sub-step, in a form that has no other place for one."""
    sub = edit.state.current.sub_step
    label = sub.label if sub is not None else ""
    put_lines(edit.editor, TITLES, ORDER, {"sub_step": f"{label or '0'} — {remark}"})


def _quoted(text: str) -> str:
    """A detail in double quotes; double quotes inside it become single ones."""
    return f'"{text.replace(chr(34), chr(39))}"'


def _write_nested(edit: EditSession, sub: SubStep) -> None:
    present = edit.state.current.sub_step
    section = edit.editor.markdown.section(*TITLES)
    if section is not None and any(field.style == "table" for field in live_fields(section)):
        pairs = f"phase: {sub.id or '0'}, name: {sub.name or ''}, detail: {_quoted(sub.detail or '')}"
        put_lines(edit.editor, TITLES, ORDER, {"sub_step": f"{{{pairs.translate(_NO_BRACES)}}}"})
        return
    if present is None or not present.nested or _is_inline(edit):
        drop_line(edit.editor, TITLES, ORDER, "sub_step")
        put_lines(edit.editor, TITLES, ORDER, {"sub_step": ""})
    for key, value in (("phase", sub.id or "0"), ("name", sub.name or ""), ("detail", _quoted(sub.detail or ""))):
        _put_nested(edit, key, value)


def _is_inline(edit: EditSession) -> bool:
    """Whether the nested map is on the line of its key."""
    section = edit.editor.markdown.section(*TITLES)
    lines = keyed_lines(section, ORDER) if section is not None else []
    return any(line.key == SUB_STEP and line.field.value for line in lines)


def _put_nested(edit: EditSession, key: str, value: str) -> None:
    """Set a nested line below `sub_step:`, at its place in the order."""
    editor = edit.editor
    section = editor.markdown.section(*TITLES)
    live = live_fields(section) if section is not None else LiveFields()
    head, nested = next((each for each in live if key_of(each.label) == SUB_STEP), None), nested_fields(live)
    if head is None:
        return
    existing = next((each for each in nested if fold(each.label) == key), None)
    if existing is not None:
        if existing.value.strip("\"'") != value.strip("\"'"):
            editor.change([existing.rewrite(value)])
        return
    earlier = [each for each in nested if NESTED_KEYS.index(fold(each.label)) < NESTED_KEYS.index(key)]
    lines = editor.markdown.lines
    neighbour = earlier[-1] if earlier else head
    raw = lines.raw[neighbour.line - 1]
    indent = raw[: len(raw) - len(raw.lstrip())] + ("" if earlier else "  ")
    editor.change(
        [insert_lines(editor.text, lines.starts[neighbour.line], [f"{indent}{key}: {value}"], editor.newline)]
    )
