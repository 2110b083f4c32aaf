"""STATE.md: YAML, bare, in a code fence or as frontmatter; recognised by what stands in it: others call theirs so."""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Mapping

from cockpit.regex import regex
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.vocabulary import HEADS, SECTIONS
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.keyed_text import KeyedText, Path, Values, read_text
from cockpit.systems.shared.stated_values import Value, check_time, fold, instant_text, is_nothing, plain, text_of
from cockpit.systems.shared.taken_lines import Passage, Taken, passage
from cockpit.text.frontmatter import FrontMatter, form_of, split, split_keyed
from cockpit.values import dataclass
from cockpit.wording.messages import Message

# An entry of the state, in whichever file it stands: its values, their lines, and the text below them

BODY = "text"
"""The key of an entry's free text, where it has no file of its own to stand in."""
_TITLE = regex(r"\A\s*#[ \t]+(?P<title>[^\r\n]*)\s*")


def split_title(body: str) -> tuple[str | None, str]:
    """The title above a text, where it has one, and the rest."""
    title = _TITLE.match(body)
    return (title["title"], body[title.end() :]) if title is not None else (None, body)


@dataclass(frozen=True, slots=True)
class Entry:
    """One mapping at a place of a file. `body` is the free text that belongs to it."""

    path: str
    values: Values
    at: Path = ()
    body: str = ""

    def text(self, *keys: str) -> str | None:
        """The value of the first of these keys that says something."""
        return next((text for key in keys if (text := self.values.text(*self.at, key)) is not None), None)

    def status(self, gravity: Callable[[str], int]) -> str | None:
        """Its status; of several the one with the least `gravity`."""
        return self.values.status(*self.at, "status", gravity=gravity)

    def texts(self, *keys: str) -> tuple[str, ...]:
        """The values of a list, under any of these keys."""
        return tuple(text for key in keys for text in self.values.texts(*self.at, key))

    def line(self, *keys: str) -> int | None:
        """The line of a key's value, or of the entry."""
        return self.values.line_of((*self.at, *keys))

    def time(self, report: Report, *keys: str) -> str | None:
        """An instant in UTC, a day as a day; what is no time is reported, and None."""
        key = next((key for key in keys if self.text(key) is not None), None)
        stated = self.text(key) if key is not None else None
        if key is None or stated is None:
            return None
        check_time(f"`{key}`", Value(stated, self.line(key) or 0), self.path, report)
        return instant_text(stated)

    def under(self, key: str) -> "Entry":
        """The mapping below a key."""
        return Entry(self.path, self.values, (*self.at, key))

    def entries(self, key: str) -> tuple["Entry", ...]:
        """The members of a list below a key that say something: mappings, and texts alone. One text in its place is a
        list of it.
        """
        stated = text_of(self.values.raw(*self.at, key)) or ""
        is_text = any(map(str.isalpha, stated)) and not is_nothing(stated)
        if not is_text:
            self.text(key)
        places = [(*self.at, key)] if is_text else self.values.entries(*self.at, key)
        return tuple(
            Entry(self.path, self.values, at, self._text_of(at))
            for at in places
            if self.values.raw(*at) not in (None, "", {}, [])
        )

    def _text_of(self, at: Path) -> str:
        """The free text of an entry that has no file of its own: where another store kept it, it is under a key."""
        if not isinstance(self.values.raw(*at), dict):
            return ""
        _, text = split_title(self.values.text(*at, BODY) or "")
        return " ".join(text.split())

    @property
    def alone(self) -> str | None:
        """The text that stands there instead of keys and values; None for anything else."""
        return None if isinstance(self.values.raw(*self.at), dict) else self.values.text(*self.at)

    @property
    def is_mapping(self) -> bool:
        """Whether keys and values stand there."""
        return isinstance(self.values.raw(*self.at), dict)


NAME = "STATE.md"

_KEYS = "|".join((*HEADS, *SECTIONS))
_LOOKS = regex(rf"^[\"']?(?:{_KEYS})[\"']?[ \t]*:|^\{{", re.MULTILINE)
_PLACED = frozenset(("phase", "plan", "task", "wave", "phase_name", "plan_name", "status"))
_ENOUGH = 2
_STATED = regex(r"^[ \t]*[\"']?(?P<key>initiative|position|decisions|blockers|sessions|resume_context)[\"']?[ \t]*:",
                re.MULTILINE)  # fmt: skip
_ENOUGH_LINES = 3
_TITLES = frozenset(
    (
        *("state md", "current position", "progress tracking", "decisions made", "active blockers"),
        *("session history", "next action", "context for resume"),
    )
)
"""The comments that head the parts of the seed's file."""


@dataclass(frozen=True, slots=True)
class StateFile:
    """The file. `form` is where in it the YAML stands."""

    path: str
    form: str
    text: KeyedText
    root: Entry
    unread: tuple[Passage, ...]


def find_keys(text: str) -> FrontMatter | None:
    """Where the keys of a state file stand in a text."""
    return split_keyed(text, _LOOKS)


def is_state(page: Page) -> bool:
    """Whether a page holds an initiative's state: a position by its parts, or two of the file's other keys; where not
    all of it can be read, three lines that begin with such keys.

    The state file of get-shit-done has the same path; its frontmatter has another version and no position.
    """
    if page.bad or not _LOOKS.search(page.text):
        return False
    return page.once(_is_state)


def _is_state(page: Page) -> bool:
    front = find_keys(page.text)
    data = front.data if front is not None else {}
    position = data.get("position")
    if "gsd_state_version" in data:
        return False
    if isinstance(position, dict) and _PLACED & position.keys():
        return True
    known = [key for key in ("initiative", *SECTIONS) if key in data]
    if len(known) >= _ENOUGH and known != ["progress", "sessions"]:
        return True
    is_whole = front is not None and not front.problems
    return not is_whole and len({line["key"] for line in _STATED.finditer(page.text)}) >= _ENOUGH_LINES


def read_state_file(page: Page, report: Report) -> StateFile:
    """Everything the file says, worked out once for the same bytes."""
    return page.once_reporting(report, _read)


def _read(page: Page, report: Report) -> StateFile:
    text = read_text(page, report, find_keys)
    front = find_keys(page.text)
    form = form_of(front) if front is not None else "bare"
    if front is None and page.text.strip():
        report.add("keys-unreadable", page.path, 1, Message("codewalk.keys-unreadable"))
    return StateFile(
        path=page.path,
        form=form,
        text=text,
        root=Entry(page.path, text.values),
        unread=(*(each for each in text.unread if fold(each["text"]) not in _TITLES), *_around(page, text, form)),
    )


def _around(page: Page, text: KeyedText, form: str) -> Iterator[Passage]:
    """What stands before and behind the YAML."""
    if text.notation == "none":
        yield from Taken(page).passages()
    elif form != "bare":
        lines = page.text.split("\n")
        before, behind = lines[: max(0, text.first_line - 2)], lines[text.body_line - 1 :]
        for first, part in ((1, before), (text.body_line, behind)):
            text_there = "\n".join(part).strip()
            if text_there:
                yield passage(page.path, first, text_there)


# The folders beside the state file, with one file for each decision, blocker and session: its fields in the frontmatter

FOLDERS = ("decisions", "blockers", "sessions")
"""The folders, by what lies in them."""
MARKED = "sessions"
"""The folder that says by its being there that entries are to have files, where none has one yet."""

_ENTRY_KEYS = {
    "decisions": frozenset(("decision", "reason", "alternatives_considered")),
    "blockers": frozenset(("blocked_since", "identified_at", "affects", "blocked_tasks", "workaround", "description")),
    "sessions": frozenset(("started", "ended", "working_on", "context_usage", "handoff_reason")),
}
"""What a file of each folder has at least one of: a folder of decisions may be anybody's."""
_NAMES = {
    "decisions": regex(r"\d{4}-\d{2}-\d{2}-"),
    "blockers": regex(r"block-\d"),
    "sessions": regex(r"session-\d"),
}
"""How the seed's names begin."""
_PARTS = regex(r"([^0-9]*)([0-9]*)")


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
            yield page.once_reporting(report, _read_entry)


def _is_entry(page: Page, kind: str) -> bool:
    """Whether a file is an entry: by the name that the seed gives one, else by its keys."""
    front = split(page.text) if not page.bad else None
    return looks_like(kind, page.path.rpartition("/")[2], front.data if front is not None else ())


def looks_like(kind: str, name: str, keys: Collection[str]) -> bool:
    """Whether a file of that name and with these keys is taken for an entry of that kind."""
    return _NAMES[kind].match(name) is not None or not _ENTRY_KEYS[kind].isdisjoint(keys)


def _read_entry(page: Page, report: Report) -> EntryFile:
    text = read_text(page, report)
    front = split(page.text)
    body = page.text[front.body_start :] if front is not None else page.text
    title, rest = split_title(body)
    entry = Entry(page.path, text.values, body=" ".join(rest.split()))
    return EntryFile(entry, text, plain(title) if title is not None else None)


def unread_of(file: EntryFile, taken: Collection[str | None]) -> Iterator[Passage]:
    """What no field of the track holds; `taken` are the texts of those that do."""
    known = {fold(text) for text in taken if text is not None}
    path, line = file.entry.path, file.text.body_line
    yield from (*file.text.unread, *file.text.values.unread_passages(path))
    yield from (passage(path, line, each) for each in (file.title, file.entry.body) if each and fold(each) not in known)


# What the files of entries are called: the names of the seed, `2024-01-15-jwt-library`, `block-001-oauth`

_WORDS = regex(r"[a-z0-9]+")
_LONGEST = 40
_DAY = regex(r"\d{4}-\d{2}-\d{2}")
_FIRST = {"decisions": "0000-00-00-decision", "blockers": "block-0", "sessions": "session-0"}


def entry_name(kind: str, entry: Mapping[str, object]) -> str:
    """The name without its ending: the day and the words of a decision, the id and the words of a blocker, the id of
    a session. Where neither the name nor the keys would show the kind, it begins with a number of its kind."""
    identity, day = slug(_text(entry, "id")), _text(entry, "date")[:10]
    match kind:
        case "decisions":
            words = slug(_text(entry, "decision") or _text(entry, "context")) or identity
            name = _joined(day if _DAY.fullmatch(day) else "", words)
        case "blockers":
            name = _joined(identity, slug(_text(entry, "description")))
        case _:
            name = identity
    return name if name and looks_like(kind, name, entry.keys()) else _joined(_FIRST[kind], name)


def day_of(name: str) -> str:
    """The day with which a name begins; empty where it begins with none."""
    found = _DAY.match(name)
    return found[0] if found is not None else ""


def slug(text: str) -> str:
    """A text as a part of a file's name: its Latin letters and digits, with hyphens between the words."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    words = _WORDS.findall("".join(each for each in plain if not unicodedata.combining(each)))
    return "-".join(words)[:_LONGEST].strip("-")


def _text(entry: Mapping[str, object], key: str) -> str:
    return str(entry.get(key) or "")


def _joined(*parts: str) -> str:
    return "-".join(filter(None, parts))
