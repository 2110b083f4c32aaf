"""The lists of a state file: decisions, todos, blockers. Entries are found by their exact text, never by a part."""

from bisect import bisect_right
from collections.abc import Callable, Iterable
from operator import itemgetter
from weakref import WeakKeyDictionary

from cockpit.model.errors import CommandError
from cockpit.systems.shared.entry_lists import TEXT, read_blocker
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.stated_values import CONTEXT, TODOS, is_nothing, placeholder_in, plain
from cockpit.systems.shared.working_copy import unsafe
from cockpit.text.decoding import repair_mojibake
from cockpit.text.markdown import Item, Kind, Section, insert_item, insert_lines, is_rule, remove_lines
from cockpit.text.markdown import ListEntry as Listed
from cockpit.text.splice import Splice
from cockpit.values import dataclass
from cockpit.wording.messages import Message

Names = tuple[str, ...]
Reading = Callable[["Entry"], str]


@dataclass(frozen=True, slots=True)
class Entry(Listed):
    """One entry, in whichever form the section lists them.

    `text` is as the reader shows it, `raw` on one line as it is written.
    """

    raw: str = ""

    @property
    def checked(self) -> bool:
        """Whether the entry is ticked."""
        return self.item is not None and bool(self.item.checked)

    @property
    def finished(self) -> bool:
        """Whether the entry is ticked, and no box below it is open."""
        return self.checked and not _holds_open(self.item)

    @property
    def blocker(self) -> str:
        """The text of the blocker that the entry is."""
        return read_blocker(self.text, ticked=self.checked).text


def other_cells(entry: Entry) -> dict[str, str]:
    """What the other cells of an entry's row say, by the names of their columns."""
    row = entry.row
    if row is None:
        return {}
    cells = {name: row.cells[at] for name, at in row.columns.items() if at < len(row.cells)}
    others = {name: plain(cell.text) for name, cell in cells.items() if cell.start != entry.text_start}
    return {name: text for name, text in others.items() if not is_nothing(text)}


def whole(entry: Entry) -> str:
    """An entry on one line as it is written, with what the other cells of its row say."""
    return entry.raw + in_brackets(other_cells(entry))


def in_brackets(cells: dict[str, str]) -> str:
    """Cells as they stand behind a text: ` (status: done; date: 2026-01-29)`."""
    return f" ({'; '.join(f'{name}: {text}' for name, text in cells.items())})" if cells else ""


_FOUND: WeakKeyDictionary[Section, tuple[Entry, ...]] = WeakKeyDictionary()
"""What a section lists, as long as it is in use: one verb asks for it many times."""


def entries_in(section: Section | None) -> tuple[Entry, ...]:
    """The entries of a section that say something."""
    if section is None:
        return ()
    if section not in _FOUND:
        found = (_read(entry) for entry in section.entries(*TEXT, boxes=section.is_named(*TODOS)))
        entries = tuple(entry for entry in found if not is_nothing(entry.text) and not placeholder_in(entry.text))
        _FOUND[section] = entries
    return _FOUND[section]


def find_entry(section: Section | None, text: str, reading: Reading, *, checked: bool | None = None) -> Entry | None:
    """The first entry that reads exactly so, white space apart; of several, one that is `checked` so."""
    key = " ".join(text.split())
    found = [entry for entry in entries_in(section) if key in (reading(entry), entry.text)]
    return next((entry for entry in found if entry.checked == checked), found[0] if found else None)


def add_entry(
    editor: MarkdownEditor, names: Names, text: str, *, checked: bool | None = None, first: bool = False
) -> None:
    """Add an entry at the end of its section, or at its beginning. A `None` gives way; a missing section is added."""
    section = editor.markdown.section(*names) or add_section(editor, names[0], editor.markdown.section(*CONTEXT))
    splice = _in_place_of_none(section, text, checked)
    if splice is None and (bullets := _as_list(section)):
        editor.change(bullets)
        section = editor.markdown.section(*names) or section
    editor.change([splice or insert_item(editor.text, section, text, editor.newline, checked=checked, first=first)])


def remove_entries(editor: MarkdownEditor, section: Section, *entries: Entry) -> None:
    """Remove entries, none inside another, with what stands below them. Where none is left, the last leaves `None`."""
    spans = sorted((entry.start, entry.end) for entry in entries)
    listed = [item.start for item in section.items()] + [each.start for each in entries_in(section)]
    stays = any(not _covers(spans, start) for start in listed)
    last = None if stays else max(entries, key=lambda entry: entry.start)
    gone = spans if last is None else spans[:-1]
    removed = [remove_lines(editor.text, start, end) for start, end in _runs(gone)]
    editor.change(removed if last is None else [*removed, _none(editor.text, last)])


def _covers(spans: list[tuple[int, int]], offset: int) -> bool:
    place = bisect_right(spans, offset, key=itemgetter(0)) - 1
    return place >= 0 and offset < spans[place][1]


def _runs(spans: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans that follow each other as one."""
    runs: list[tuple[int, int]] = []
    for start, end in spans:
        if runs and runs[-1][1] == start:
            start, _ = runs.pop()  # noqa: PLW2901 -- it goes on
        runs.append((start, end))
    return runs


def _none(text: str, entry: Entry) -> Splice:
    """An entry in whose place `None` stands."""
    lead = f"{entry.item.marker} " if entry.item else ""
    tail = text[entry.start : entry.end]
    end = tail[len(tail.rstrip("\r\n")) :]
    return Splice(entry.start, entry.end, f"{lead}None{end}")


def add_section(editor: MarkdownEditor, title: str, parent: Section | None = None) -> Section:
    """Add a section: as the last one of its parent, else at the end."""
    lines = editor.markdown.lines
    first, last = (parent.line, lines.index.line_of(parent.end - 1)) if parent else (0, lines.count)
    texts = [
        number
        for number in range(first, last)
        if (raw := lines.raw[number]).strip() and not is_rule(raw.rstrip("\r\n"))
    ]
    at = lines.starts[texts[-1] + 1] if texts else lines.starts[first]
    heading = f"{'#' * (parent.level + 1 if parent else 2)} {title}"
    editor.change([insert_lines(editor.text, at, ["", heading] if at else [heading], editor.newline)])
    section = editor.markdown.section(title)
    if section is None:
        raise unsafe(editor.path, Message("systems.section-not-addable", title=title))
    return section


def _in_place_of_none(section: Section, text: str, checked: bool | None) -> Splice | None:
    if entries_in(section):
        return None
    box = "" if checked is None else "[x] " if checked else "[ ] "
    for item in section.items():
        if is_nothing(item.text):
            return Splice(item.begins, item.text_end, box + text)
    for paragraph in section.paragraphs():
        if is_nothing(paragraph.text):
            return Splice(paragraph.start, paragraph.end, f"- {box}{text}")
    return None


def _read(entry: Listed) -> Entry:
    raw = repair_mojibake(entry.text)
    return Entry(
        plain(raw), entry.lines, entry.start, entry.end, entry.text_start, entry.text_end, entry.item, entry.row, raw
    )


def _as_list(section: Section) -> list[Splice]:
    """A bullet before each entry that is a line of text: beside a list it would be none any more."""
    entries = [entry for entry in section.entries(*TEXT) if entry.item is None and entry.row is None]
    if any(section.lines.kinds[entry.line - 1] != Kind.PLAIN for entry in entries):
        raise CommandError(Message("systems.list-in-fence", title=section.title))
    return [Splice(entry.text_start, entry.text_start, "- ") for entry in entries]


def _holds_open(item: Item | None) -> bool:
    return item is not None and any(child.checked is False or _holds_open(child) for child in item.children)
