"""Editing the log of a session: the section of each phase, its mark, and the sub-sections below it (seed)."""

import re
from collections.abc import Sequence

from cockpit.model import Phase
from cockpit.regex import regex
from cockpit.systems.maestro.session import phase_sections, says_completed
from cockpit.systems.shared.keyed_file_editor import KeyedFileEditor
from cockpit.text.markdown import Section, insert_lines, is_rule, on_one_line, parse
from cockpit.text.splice import Splice

MARKS = {"completed": "✅", "in_progress": "⭕", "failed": "❌", "pending": "⬜", "skipped": "➖"}
"""Check mark, circle, cross, square and dash."""

_MARKED = regex(
    r"(?<![ \t])[ \t]*(?:[✅✔✓☑⭕🔄⏳○◯🔵❌✗✘✖⬜☐□⏭➖]\ufe0f?|[—–-](?=\s*$)"
    r"|\((?:completed?|done|in[ _-]progress|failed|pending|skipped)\))[ \t]*$",
    re.IGNORECASE,
)
_MARKUP = regex(r"#{1,6}(?:\s|$)|(?:[-*_=]\s*){3,}$|[`~]{3}|>")
_FAILED_RUN = regex(r"^#{3,}[ \t]+Validation Result[ \t]*\r?\n(?:[ \t]*\r?\n)*Fail\b.*$", re.MULTILINE | re.IGNORECASE)


def mark_phase(editor: KeyedFileEditor, phase: Phase, status: str) -> None:
    """Set the mark of a status in the heading of the phase's section; a missing section is added at the end."""
    section = _section(editor, phase)
    if section is None or section.heading is None:
        name = f": {on_one_line(phase.name)}" if phase.name else ""
        _add_at_end(editor, [f"## Phase {phase.id}{name} {MARKS[status]}"])
        return
    start = section.start
    line = editor.text[start : section.body_start].rstrip("\r\n")
    bare = line
    while _MARKED.search(bare):
        bare = _MARKED.sub("", bare)
    bare = bare.rstrip()
    editor.splice(Splice(start, start + len(line), f"{bare} {MARKS[status]}"))


def add_subsection(editor: KeyedFileEditor, phase: Phase, heading: str, lines: Sequence[str]) -> None:
    """Add a sub-section at the end of the phase's section."""
    section = _section(editor, phase)
    if section is None:
        return
    end = section.end
    section_lines = editor.text[section.start : end].splitlines(keepends=True)
    while len(section_lines) > 1 and (not section_lines[-1].strip() or is_rule(section_lines[-1].strip())):
        section_lines.pop()
    offset = section.start + sum(map(len, section_lines))
    subsection = ["", f"### {heading}", *map(_escaped, lines)]
    editor.splice(insert_lines(editor.text, offset, subsection, editor.newline))


def add_note(editor: KeyedFileEditor, phase: Phase | None, heading: str, lines: Sequence[str]) -> None:
    """Add a sub-section to the phase's section, or a section at the end of the log where there is none."""
    if phase is not None and _section(editor, phase) is not None:
        add_subsection(editor, phase, heading, lines)
    else:
        _add_at_end(editor, [f"## {heading}", *map(_escaped, lines)])


def has_subsection(editor: KeyedFileEditor, phase: Phase, heading: str, lines: Sequence[str] = ()) -> bool:
    """Whether the phase's section has a sub-section whose title ends with `heading`, and all of `lines`. Only the text
    after the last failed run counts.
    """
    section = _section(editor, phase)
    text = editor.text[section.start : section.end] if section is not None else ""
    failed_runs = [*_FAILED_RUN.finditer(text)]
    text = text[failed_runs[-1].end() :] if failed_runs else text
    title = re.compile(rf"^#{{3,}}[ \t]+(?:.*[ \t])?{re.escape(heading)}[ \t]*\r?$", re.MULTILINE | re.IGNORECASE)
    return title.search(text) is not None and {*lines} <= {line.strip() for line in text.splitlines()}


def _escaped(line: str) -> str:
    """A line, escaped so that it is neither heading nor rule."""
    return f"\\{line}" if _MARKUP.match(line) else line


def _add_at_end(editor: KeyedFileEditor, lines: Sequence[str]) -> None:
    text = editor.text
    last = text.splitlines()[-1] if text else ""
    blank = [""] if last.strip() else []
    editor.splice(insert_lines(text, len(text), [*blank, *lines], editor.newline))


def is_marked_completed(editor: KeyedFileEditor, phase: Phase) -> bool:
    """Whether the log marks a phase as completed."""
    return says_completed(_section(editor, phase))


def _section(editor: KeyedFileEditor, phase: Phase) -> Section | None:
    """The last section of the log whose heading names the phase."""
    first = editor.text.count("\n", 0, editor.front.body_start) + 1
    return phase_sections(parse(editor.text).sections, first).get((phase.id or "").casefold())
