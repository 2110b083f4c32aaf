"""DECISIONS.md: a decision added to it, in its index and as an entry, or reworded."""

import re
from collections.abc import Iterator

from cockpit.model import Decision
from cockpit.regex import regex
from cockpit.systems.autopilot.decision_log import ENTRY, fold_decision
from cockpit.systems.shared.entry_lists import in_heading
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.stated_values import plain
from cockpit.systems.shared.working_copy import Draft
from cockpit.text.markdown import Markdown, Section, Table, in_cell, insert_lines, insert_row, parse
from cockpit.text.splice import Splice

NEW_LOG = """# Decisions

| ID | Title | Date | Status | Phase |
|----|-------|------|--------|-------|
"""
_STATUS = "Final"
_STATED = "Outcome"
"""The label of the outcome. Consequences are none: they may be what a decision costs."""

_PARTS = {"context": ("Context",), "reason": ("Rationale", "Reason"), "outcome": (_STATED,)}
_ID = regex(r"(?P<lead>D-?)(?P<digits>\d{1,15})", re.IGNORECASE)


def add_to_log(draft: Draft, path: str, decision: Decision, owner: str | None) -> None:
    """Add a decision to the log at a path, behind its last one, or before its first where the newest stands first.

    `owner` is who decided, None where that is not known.
    """
    editor = MarkdownEditor(draft, path)
    number, newest_first = _next_id(editor.markdown)
    _add_row(editor, number, decision, newest_first)
    entries = _entries(editor.markdown)
    lines = _entry_lines(editor.markdown, entries[-1] if entries else None, number, decision, owner)
    if entries and newest_first:
        editor.change([insert_lines(editor.text, entries[0].start, [*lines, ""], editor.newline)])
        return
    at, gap = _end_of(editor.text, entries[-1].end if entries else len(editor.text))
    editor.change([insert_lines(editor.text, at, [*gap, *lines], editor.newline)])


def _end_of(text: str, end: int) -> tuple[int, list[str]]:
    """Where the text up to `end` stops saying something, as the beginning of a line; and the blank line to put."""
    last = len(text[:end].rstrip())
    newline = re.compile(r"[ \t]*(?:\r\n|\n|\r|$)").match(text, last)
    return (newline.end() if newline else end), [""]


def _numbers(markdown: Markdown) -> tuple[list[str], list[str]]:
    """The numbers of the entries, and those of the index."""
    titles = [found["id"] for section in _entries(markdown) if (found := ENTRY.fullmatch(plain(section.title)))]
    listed = [plain(row.get("ID", "#") or "").strip("[]") for table in _indexes(markdown) for row in table.rows]
    return titles, listed


def _next_id(markdown: Markdown) -> tuple[str, bool]:
    """The number after the highest one, in the same form; and whether the log has its newest entry first."""
    titles, listed = _numbers(markdown)
    ids = [match for text in (*titles, *listed) if (match := _ID.fullmatch(text))]
    if not ids:
        return "D001", False
    highest = max(ids, key=lambda match: int(match["digits"]))
    order = [int(match["digits"]) for text in (titles or listed) if (match := _ID.fullmatch(text))]
    number = f"{highest['lead']}{int(highest['digits']) + 1:0{len(highest['digits'])}}"
    return number, len(order) > 1 and order[0] > order[-1]


def _add_row(editor: MarkdownEditor, number: str, decision: Decision, newest_first: bool) -> None:
    index = next(iter(_indexes(editor.markdown)), None)
    if index is None:
        return
    cells = {
        "id": number, "#": number, "title": decision.text, "decision": decision.text, "date": decision.date,
        "status": _STATUS, "phase": decision.phase,
    }  # fmt: skip
    row = [cells.get(cell.text.casefold()) or "—" for cell in index.header]
    if newest_first and index.rows:
        line = f"| {' | '.join(map(in_cell, row))} |"
        editor.change([insert_lines(editor.text, index.rows[0].start, [line], editor.newline)])
    else:
        editor.change([insert_row(editor.text, index, row, editor.newline)])


def _entry_lines(
    markdown: Markdown, like: Section | None, number: str, decision: Decision, owner: str | None
) -> list[str]:
    level = like.level if like else 2
    options = _options(markdown, like, decision)
    parts = [_part(markdown, like, names, getattr(decision, part)) for part, names in _PARTS.items()]
    parts.insert(1, options)
    title = f"{'#' * level} {number}{_separator(like)}{in_heading(decision.text)}"
    return [title, "", *_fields(like, decision, owner), *(line for part in parts for line in part)]


def _fields(like: Section | None, decision: Decision, owner: str | None) -> Iterator[str]:
    """The label lines. The owner is written only where the log writes one."""
    reversible = None if decision.reversible is None else "Yes" if decision.reversible else "No"
    owner = owner if like is not None and like.field("Owner") else None
    values = {
        "Date": decision.date, "Status": _STATUS, "Owner": owner, "Phase": decision.phase, "Reversible": reversible,
    }  # fmt: skip
    return (f"**{label}:** {value}" for label, value in values.items() if value)


def _options(markdown: Markdown, like: Section | None, decision: Decision) -> list[str]:
    """What was selected, and from what; below a heading of its own where the log's entries have sub-sections."""
    lines = []
    if decision.alternatives:
        lines = ["| Option | Verdict |", "|--------|---------|", f"| {in_cell(decision.text)} | Selected |"]
        lines += [*(f"| {in_cell(text)} | Rejected |" for text in decision.alternatives), ""]
    subs = markdown.children(like) if like else ()
    heading = [f"{'#' * subs[0].level} Options"] if subs else []
    return ["", *heading, *lines, f"**Selected:** {decision.text}"]


def _part(markdown: Markdown, like: Section | None, names: tuple[str, ...], text: str | None) -> list[str]:
    """A part of an entry, as a sub-section where the log has it so, else as a label line."""
    if not text:
        return []
    subs = markdown.children(like) if like else ()
    if subs and _is_prose(text):
        title = next((sub.title for sub in subs if sub.is_named(*names)), names[0])
        return ["", f"{'#' * subs[0].level} {title}", text]
    field = like.field(*names) if like else None
    return ["", f"**{field.label if field else names[0]}:** {text}"]


def _is_prose(text: str) -> bool:
    """Whether a line is nothing but words: no list, table, label, heading, fence or rule."""
    paragraphs = parse(text).preamble.paragraphs()
    return [part.text for part in paragraphs] == [text]


def _separator(like: Section | None) -> str:
    found = ENTRY.fullmatch(like.title) if like else None
    return like.title[found.end("id") : found.start("title")] if like and found else ": "


def _entries(markdown: Markdown) -> list[Section]:
    return [section for section in markdown.sections if ENTRY.fullmatch(plain(section.title))]


def _indexes(markdown: Markdown) -> Iterator[Table]:
    for section in markdown.sections:
        for table in section.tables():
            if table.column("ID", "#") is not None and table.column("Title", "Decision") is not None:
                yield table


def reword_in_log(draft: Draft, path: str, old: str, new: str) -> bool:
    """Reword a decision's title in the log at a path, in its index and its entry; whether it stands there."""
    if draft.read(path) is None:
        return False
    editor = MarkdownEditor(draft, path)
    splices = []
    for section in editor.markdown.sections:
        found = ENTRY.fullmatch(section.title)
        if section.heading and found and fold_decision(plain(found["title"])) == fold_decision(old):
            at = editor.text.index(found["title"], section.heading.start)
            splices.append(Splice(at, at + len(found["title"]), in_heading(new)))
        for row in (row for table in section.tables() for row in table.rows):
            cell = row.cell("Title", "Decision")
            if cell is not None and fold_decision(plain(cell.text)) == fold_decision(old):
                splices.append(cell.rewrite(new))
    editor.change(splices)
    return bool(splices)
