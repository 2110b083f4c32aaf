"""What is wrong with a Markdown file as a text: a conflict, an end in the middle, twin sections, placeholders, and
words that no part took."""

from collections.abc import Sequence

from cockpit.rules.unread import names_blockers
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import report_placeholder
from cockpit.text.described import Fields, File, Reading, Unread
from cockpit.text.lines import Document
from cockpit.text.partial_writes import ends_in_a_row
from cockpit.wording.phrases import counted

_MOST = 20
"""Passages that have a note each."""


def check_text(document: Document, path: str, found: Report) -> None:
    """Report a conflict that git left in the text, and an end in the middle."""
    if document.conflict:
        found.add("conflict-marker", path, document.conflict, "Unresolved git conflict markers; both sides are read.")
    if ends_in_a_row(document.text):
        line = document.text.count("\n") + 1
        found.add("ends-in-the-middle", path, line, "The file ends in the middle of a table row.")


def check_document(
    file: File, reading: Reading, path: str, found: Report, *, status: str, apart: Sequence[str] = ()
) -> None:
    """Report what is wrong with the text of a described file; of the parts `apart`, several sections are none of it.
    `status` is the label of which two values in twin sections hold."""
    check_text(reading.document, path, found)
    for note in reading.notes:
        if note.code == "placeholder":
            report_placeholder(found, path, note.line, note.text)
    fields = {each.name for each in file.parts if isinstance(each, Fields)}
    for at in reading.places:
        stated = reading.all(*at) if at[0] in fields else []
        for other in stated[1:]:
            if other.text != stated[0].text:
                told = f'{at[-1]} is on line {stated[0].line} ("{stated[0].text}") and again on line {other.line}'
                found.add("duplicate-label", path, other.line, f'{told} ("{other.text}").')
    for part, sections in reading.sections.items():
        for twin in sections[1:] if part not in apart else ():
            holds = len({each.text for each in reading.all(part, status)}) > 1
            told = f'The section "{twin.title}" is on lines {sections[0].line} and {twin.line}.'
            found.add("duplicate-section", path, twin.line, told, severity="error" if holds else None,
                      hint="Merge the two sections; both are read.")  # fmt: skip


def check_unread(reading: Reading, unread: Sequence[Unread], path: str, found: Report, *, apart: str = "") -> None:
    """Report text that no part took, in a section of another part than that `apart`, or below a heading that names
    blockers."""
    known = {each for part, sections in reading.sections.items() if part != apart for each in sections}
    notes: list[tuple[str, Unread, str]] = []
    for each in unread:
        section = each.section
        above = next((one for one in reversed(section.path) if one in known or names_blockers(one.title)), section)
        if names_blockers(above.title) and above not in known:
            told = f'The section "{above.title}" is not read as a list of blockers.'
            found.add("blockers-unread", path, above.line, told)
        elif above in known or section in known:
            told = f"Unread text in {above.title}: “{' '.join(each.text.split()):.60}”."
            notes.append(("blockers-unread" if names_blockers(above.title) else "text-unread", each, told))
    notes.sort(key=lambda each: each[0])
    for code, each, told in notes[:_MOST]:
        found.add(code, path, each.line, told)
    if rest := notes[_MOST:]:
        told = f"Unread text in {rest[0][1].section.title}, and {counted(len(rest) - 1, 'more passage')} after it."
        found.add("text-unread", path, rest[0][1].line, told)
