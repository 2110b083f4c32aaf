"""Adding a decision, a blocker or a session: to the list in the state file, or as a file of its own, as others are."""

import re
import unicodedata
from collections.abc import Iterable, Mapping

from cockpit.documents.keyed_file import write_keyed
from cockpit.systems.codewalk.editing.desk import Desk

_WORDS = re.compile(r"[a-z0-9]+")
_NUMBERED = re.compile(r"(?P<stem>.*?)(?P<number>\d+)")
_LONGEST = 40


def add(desk: Desk, kind: str, fields: Mapping[str, object], title: str) -> None:
    """Add an entry of that kind: `decisions`, `blockers` or `sessions`."""
    told = {key: value for key, value in fields.items() if value is not ...}
    if desk.sources.in_folders:
        desk.draft.create(_new_path(desk, kind, told, title), write_keyed(told, desk.sheet.newline))
    else:
        desk.sheet.append((kind,), told)


def next_id(known: Iterable[str | None], stem: str) -> str:
    """The id after the highest one of that kind, as many digits wide; the first is `stem-001`."""
    found = [match for each in known if (match := _NUMBERED.fullmatch(each or "")) is not None]
    own = [match for match in found if match["stem"] == f"{stem}-"] or found
    if not own:
        return f"{stem}-001"
    last = max(own, key=lambda match: int(match["number"][-9:]))
    number = str(int(last["number"][-9:]) + 1)
    return f"{last['stem']}{number.zfill(len(last['number']))}"


def _new_path(desk: Desk, kind: str, fields: Mapping[str, object], title: str) -> str:
    """The name of the new file (seed, "File-Based"): the day and the words, or the id and the words, or the id."""
    words = slug(title)
    if kind == "decisions":
        name = "-".join(filter(None, (desk.today, words)))
    elif kind == "blockers":
        name = "-".join(filter(None, (slug(str(fields["id"])), words)))
    else:
        name = slug(str(fields["id"]))
    for number in range(1, 1000):
        path = desk.path(f"{kind}/{name}{f'-{number}' if number > 1 else ''}.md")
        if desk.draft.read(path) is None:
            return path
    return desk.path(f"{kind}/{name}.md")


def slug(text: str) -> str:
    """A text as a part of a file's name: its Latin letters and digits, with hyphens between the words."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    words = _WORDS.findall("".join(each for each in plain if not unicodedata.combining(each)))
    return "-".join(words)[:_LONGEST].strip("-")
