"""The folders beside the state file, with one file for each decision, blocker and session: the fields in the
frontmatter, free text below (seed, "File-Based").
"""

import re
from collections.abc import Iterator

from cockpit.documents.frontmatter import split
from cockpit.systems.codewalk.entry import Entry
from cockpit.systems.codewalk.report import Report
from cockpit.systems.reading.folder import Folder, Page
from cockpit.systems.reading.keyed_text import KeyedText, read_text
from cockpit.systems.reading.taken import Passage
from cockpit.values import dataclass

FOLDERS = ("decisions", "blockers", "sessions")
"""The folders, by what lies in them."""

_KEYS = {
    "decisions": frozenset(("decision", "reason", "alternatives_considered")),
    "blockers": frozenset(("blocked_since", "identified_at", "affects", "blocked_tasks", "workaround", "description")),
    "sessions": frozenset(("started", "ended", "working_on", "context_usage", "handoff_reason")),
}
"""What a file of each folder has at least one of: a folder of decisions may be anybody's."""
_TITLE = re.compile(r"\A\s*#\s[^\r\n]*\s*")


@dataclass(frozen=True, slots=True)
class EntryFile:
    """One file of a folder: its entry, and what nobody can read of it."""

    entry: Entry
    text: KeyedText


def entry_names(folder: Folder, kind: str) -> tuple[str, ...]:
    """The files of a folder that are entries of that kind, in the order of their names."""
    names = (f"{kind}/{name}" for name in folder.names(kind) if name.endswith(".md"))
    return tuple(name for name in names if (page := folder.page(name)) is not None and _is_entry(page, kind))


def read_entries(folder: Folder, kind: str, report: Report) -> Iterator[EntryFile]:
    """The entries that have a file of their own, in the order of their names."""
    for name in entry_names(folder, kind):
        page = folder.page(name)
        if page is not None:
            yield page.told(report, _read)


def _is_entry(page: Page, kind: str) -> bool:
    if page.bad:
        return False
    front = split(page.text)
    return front is not None and not _KEYS[kind].isdisjoint(front.data)


def _read(page: Page, report: Report) -> EntryFile:
    text = read_text(page, report)
    front = split(page.text)
    body = page.text[front.body_start :] if front is not None else ""
    return EntryFile(Entry(page.path, text.values, body=" ".join(_TITLE.sub("", body, count=1).split())), text)


def unread_of(file: EntryFile, body_taken: bool, page: Page) -> tuple[Passage, ...]:
    """What no field of the track holds."""
    left = (*file.text.unread, *file.text.values.left(page.path))
    if body_taken:
        return left
    front = split(page.text)
    rest = page.text[front.body_start :].strip() if front is not None else ""
    return (
        (*left, {"path": page.path, "section": "", "line": file.text.body_line, "text": rest[:2000]}) if rest else left
    )
