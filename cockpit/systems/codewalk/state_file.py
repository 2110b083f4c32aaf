"""STATE.md: YAML, bare, in a code fence or as frontmatter; recognised by what stands in it: others call theirs so."""

import re
from collections.abc import Iterable, Iterator

from cockpit.documents.frontmatter import FrontMatter, form_of, split_keyed
from cockpit.systems.codewalk.entry import Entry
from cockpit.systems.codewalk.report import Report
from cockpit.systems.codewalk.vocabulary import HEADS, SECTIONS
from cockpit.systems.reading.folder import Page
from cockpit.systems.reading.keyed_text import KeyedText, read_text
from cockpit.systems.reading.taken import Passage, Taken
from cockpit.systems.reading.value_tree import passage
from cockpit.systems.reading.words import fold
from cockpit.values import dataclass

NAME = "STATE.md"

_KEYS = "|".join((*HEADS, *SECTIONS))
_LOOKS = re.compile(rf"^[\"']?(?:{_KEYS})[\"']?[ \t]*:|^\{{", re.MULTILINE)
_PLACED = frozenset(("phase", "plan", "task", "wave", "phase_name", "plan_name", "status"))
_ENOUGH = 2
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
    """Whether a page holds an initiative's state: a position by its parts, or two of the file's other keys.

    The state file of get-shit-done lies at the same path; its frontmatter has another version and no position.
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
    return len(known) >= _ENOUGH and known != ["progress", "sessions"]


def read_state_file(page: Page, report: Report) -> StateFile:
    """Everything the file says, worked out once for the same bytes."""
    return page.told(report, _read)


def _read(page: Page, report: Report) -> StateFile:
    text = read_text(page, report, find_keys)
    front = find_keys(page.text)
    form = form_of(front) if front is not None else "bare"
    return StateFile(
        path=page.path,
        form=form,
        text=text,
        root=Entry(page.path, text.values),
        unread=(*_untitled(text.unread), *_around(page, text, form)),
    )


def _untitled(comments: Iterable[Passage]) -> Iterator[Passage]:
    """The comments without those that only head a part of the file, as the seed's do."""
    return (each for each in comments if fold(each["text"]) not in _TITLES)


def _around(page: Page, text: KeyedText, form: str) -> Iterator[Passage]:
    """What stands before and behind the YAML."""
    if text.notation == "none":
        yield from Taken(page).passages()
    elif form != "bare":
        lines = page.text.split("\n")
        before, behind = lines[: max(0, text.first_line - 2)], lines[text.body_line - 1 :]
        for first, part in ((1, before), (text.body_line, behind)):
            said = "\n".join(part).strip()
            if said:
                yield passage(page.path, first, said)
