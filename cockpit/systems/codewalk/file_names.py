"""What the files of entries are called: the names of the seed, `2024-01-15-jwt-library`, `block-001-oauth`."""

import re
import unicodedata
from collections.abc import Mapping

from cockpit.systems.codewalk.entry_files import looks_like

_WORDS = re.compile(r"[a-z0-9]+")
_LONGEST = 40
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_FIRST = {"decisions": "0000-00-00-decision", "blockers": "block-0", "sessions": "session-0"}


def entry_name(kind: str, entry: Mapping[str, object]) -> str:
    """The name without its ending: the day and the words of a decision, the id and the words of a blocker, the id of a
    session. Where neither that nor its keys would tell what it is, it begins with a number of its kind.
    """
    identity, day = slug(_said(entry, "id")), _said(entry, "date")[:10]
    match kind:
        case "decisions":
            words = slug(_said(entry, "decision") or _said(entry, "context")) or identity
            name = _joined(day if _DAY.fullmatch(day) else "", words)
        case "blockers":
            name = _joined(identity, slug(_said(entry, "description")))
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


def _said(entry: Mapping[str, object], key: str) -> str:
    return str(entry.get(key) or "")


def _joined(*parts: str) -> str:
    return "-".join(filter(None, parts))
