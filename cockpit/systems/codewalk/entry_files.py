"""The folders beside the state file, with one file for each decision, blocker and session: the fields in the
frontmatter, free text below (seed, "File-Based").
"""

import re
from collections.abc import Collection, Iterator

from cockpit.documents.frontmatter import split
from cockpit.systems.codewalk.entry import Entry, split_title
from cockpit.systems.codewalk.report import Report
from cockpit.systems.reading.folder import Folder, Page
from cockpit.systems.reading.keyed_text import KeyedText, read_text
from cockpit.systems.reading.taken import Passage
from cockpit.systems.reading.value_tree import passage
from cockpit.systems.reading.values import plain
from cockpit.systems.reading.words import fold
from cockpit.values import dataclass

FOLDERS = ("decisions", "blockers", "sessions")
"""The folders, by what lies in them."""
MARKED = "sessions"
"""The folder that says by its being there that entries are to have files, where none has one yet."""

_KEYS = {
    "decisions": frozenset(("decision", "reason", "alternatives_considered")),
    "blockers": frozenset(("blocked_since", "identified_at", "affects", "blocked_tasks", "workaround", "description")),
    "sessions": frozenset(("started", "ended", "working_on", "context_usage", "handoff_reason")),
}
"""What a file of each folder has at least one of: a folder of decisions may be anybody's."""
_NAMES = {
    "decisions": re.compile(r"\d{4}-\d{2}-\d{2}-"),
    "blockers": re.compile(r"block-\d"),
    "sessions": re.compile(r"session-\d"),
}
"""How the seed's names begin."""
_PARTS = re.compile(r"([^0-9]*)([0-9]*)")


@dataclass(frozen=True, slots=True)
class EntryFile:
    """One file of a folder: its entry, its text, and the title above the free text below."""

    entry: Entry
    text: KeyedText
    title: str | None = None


def entry_names(folder: Folder, kind: str) -> tuple[str, ...]:
    """The files of a folder that are entries of that kind, in the order of their names: `session-9` before `-10`."""
    found = (name.removesuffix(".md") for name in folder.names(kind) if name.endswith(".md"))
    names = (f"{kind}/{name}.md" for name in sorted(found, key=in_order))
    return tuple(name for name in names if (page := folder.page(name)) is not None and _is_entry(page, kind))


def in_order(name: str) -> tuple[tuple[str, int], ...]:
    """What names of entries are ordered by: their numbers as such."""
    return tuple((words, int(number or -1)) for words, number in _PARTS.findall(name))


def read_entries(folder: Folder, kind: str, report: Report) -> Iterator[EntryFile]:
    """The entries that have a file of their own, in the order of their names."""
    for name in entry_names(folder, kind):
        page = folder.page(name)
        if page is not None and not page.bad:
            yield page.told(report, _read)


def _is_entry(page: Page, kind: str) -> bool:
    """Whether a file is an entry: by the name that the seed gives one, else by its keys."""
    front = split(page.text) if not page.bad else None
    return looks_like(kind, page.path.rpartition("/")[2], front.data if front is not None else ())


def looks_like(kind: str, name: str, keys: Collection[str]) -> bool:
    """Whether a file of that name and with these keys is taken for an entry of that kind."""
    return _NAMES[kind].match(name) is not None or not _KEYS[kind].isdisjoint(keys)


def _read(page: Page, report: Report) -> EntryFile:
    text = read_text(page, report)
    front = split(page.text)
    body = page.text[front.body_start :] if front is not None else page.text
    title, told = split_title(body)
    entry = Entry(page.path, text.values, body=" ".join(told.split()))
    return EntryFile(entry, text, plain(title) if title is not None else None)


def unread_of(file: EntryFile, taken: Collection[str | None]) -> Iterator[Passage]:
    """What no field of the track holds; `taken` are the texts of those that do."""
    known = {fold(text) for text in taken if text is not None}
    path, line = file.entry.path, file.text.body_line
    yield from (*file.text.unread, *file.text.values.left(path))
    yield from (passage(path, line, said) for said in (file.title, file.entry.body) if said and fold(said) not in known)
