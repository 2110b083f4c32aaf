"""Writing the present step: always flow, step, name, status, sub_step and retry_count, in this order (seed)."""

from collections.abc import Mapping
from dataclasses import replace

from cockpit.documents.markdown import insert_lines
from cockpit.systems.autodev.current_step import (
    SUB_STEP,
    TITLES,
    LiveFields,
    SubStep,
    count_fields,
    left_fields,
    live_fields,
    nested_fields,
)
from cockpit.systems.autodev.editing.desk import Desk
from cockpit.systems.autodev.editing.field_lines import BELOW, drop_line, lines_in, put_in_order, put_lines
from cockpit.systems.autodev.stated import key_of
from cockpit.systems.autodev.vocabulary import BEFORE, MOST_RETRIES
from cockpit.systems.reading.words import fold

_ROUND = str.maketrans("{}", "()")
"""A brace would end a map in one line."""
ORDER = ("flow", "step", "name", "status", "sub_step", "retry_count", "cycle", "tracker")


def write_step(desk: Desk, values: Mapping[str, str]) -> None:
    """Give keys of the present step their values, and bring its lines into the seed's order. The retries are written in
    each place that counts them.
    """
    desk.state  # noqa: B018 -- what cannot be used is refused
    told = dict(values)
    if "retry_count" not in told and desk.state.current.retry_line is None and desk.state.generation != "early":
        told["retry_count"] = str(desk.standing.retries)  # as many as the log has
    put_lines(desk.sheet, TITLES, ORDER, told)
    if (count := told.get("retry_count")) is not None:
        again = (field for field in count_fields(desk.sheet.markdown) if field.value != count)
        desk.sheet.change([field.rewrite(count) for field in again])
        left = str(MOST_RETRIES - int(count))
        desk.sheet.change([field.rewrite(left) for field in left_fields(desk.sheet.markdown) if field.value != left])
    put_in_order(desk.sheet, TITLES, ORDER)


def clear_sub_step(desk: Desk) -> None:
    """No sub-step is under way: said as the file's form says it (docs/systems/autodev.md)."""
    match desk.state.generation:
        case "nested":
            _write_nested(desk, SubStep(id="0", name=BEFORE, detail=None, line=0))
        case "pointer":
            put_lines(desk.sheet, TITLES, ORDER, {"sub_step": "0"})
        case _:
            drop_line(desk.sheet, TITLES, ORDER, "sub_step")


def write_sub_step(desk: Desk, sub: SubStep) -> None:
    """The sub-step in which the step is, in the file's form."""
    if desk.state.generation == "nested":
        _write_nested(desk, sub)
        return
    told = " — ".join(filter(None, (sub.id, sub.name)))
    put_lines(desk.sheet, TITLES, ORDER, {"sub_step": told})


def write_detail(desk: Desk, detail: str) -> None:
    """The detail of a nested sub-step."""
    sub = desk.state.current.sub_step
    if sub is not None and _inline(desk):
        _write_nested(desk, replace(sub, detail=detail))
    else:
        _put_below(desk, "detail", _quoted(detail))


def write_remark(desk: Desk, remark: str) -> None:
    """A remark behind the sub-step, of a form that has no other place for one."""
    sub = desk.state.current.sub_step
    told = " — ".join(filter(None, (sub.id, sub.name))) if sub is not None else ""
    put_lines(desk.sheet, TITLES, ORDER, {"sub_step": f"{told or '0'} — {remark}"})


def _quoted(text: str) -> str:
    """A detail as the files have it; a quote inside it would end it."""
    return f'"{text.replace(chr(34), chr(39))}"'


def _write_nested(desk: Desk, sub: SubStep) -> None:
    stands = desk.state.current.sub_step
    section = desk.sheet.markdown.section(*TITLES)
    if section is not None and any(field.style == "table" for field in live_fields(section)):
        inside = f"phase: {sub.id or '0'}, name: {sub.name or ''}, detail: {_quoted(sub.detail or '')}"
        put_lines(desk.sheet, TITLES, ORDER, {"sub_step": f"{{{inside.translate(_ROUND)}}}"})
        return
    if stands is None or not stands.nested or _inline(desk):
        drop_line(desk.sheet, TITLES, ORDER, "sub_step")
        put_lines(desk.sheet, TITLES, ORDER, {"sub_step": ""})
    for key, value in (("phase", sub.id or "0"), ("name", sub.name or ""), ("detail", _quoted(sub.detail or ""))):
        _put_below(desk, key, value)


def _inline(desk: Desk) -> bool:
    """Whether the map stands on the key's own line."""
    section = desk.sheet.markdown.section(*TITLES)
    lines = lines_in(section, ORDER) if section is not None else []
    return any(line.key == SUB_STEP and line.field.value for line in lines)


def _put_below(desk: Desk, key: str, value: str) -> None:
    """A line below `sub_step:`, in its place among the others there."""
    sheet = desk.sheet
    section = sheet.markdown.section(*TITLES)
    live = live_fields(section) if section is not None else LiveFields()
    head, below = next((each for each in live if key_of(each.label) == SUB_STEP), None), nested_fields(live)
    if head is None:
        return
    known = next((each for each in below if fold(each.label) == key), None)
    if known is not None:
        if known.value.strip("\"'") != value.strip("\"'"):
            sheet.change([known.rewrite(value)])
        return
    before = [each for each in below if BELOW.index(fold(each.label)) < BELOW.index(key)]
    lines = sheet.markdown.lines
    neighbour = before[-1] if before else head
    raw = lines.raw[neighbour.line - 1]
    indent = raw[: len(raw) - len(raw.lstrip())] + ("" if before else "  ")
    sheet.change([insert_lines(sheet.text, lines.starts[neighbour.line], [f"{indent}{key}: {value}"], sheet.newline)])
