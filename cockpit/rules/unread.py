"""What stands in a watched place and no rule reads: nobody knows whether it holds the work, so it does, until a person
mends or dismisses it."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from cockpit.model import Finding, Statement, Threshold, Track
from cockpit.regex import regex
from cockpit.wording.messages import Words, as_message
from cockpit.wording.printable import printable

LIMITS_UNREAD = "limits-unread"
"""The code of the findings about what looks like limits where no rule looks for them."""
_WATCHED = ("flow-unknown", "status-unread", "mark-unread", LIMITS_UNREAD)
"""The codes of the findings about that, and about a flow, a status of a part of the work and the box of a task that its
system has not: the work may wait for a person there."""
_UNKNOWN_STATUS = "unknown-status"
"""The same of the status of all the work, where no meaning of it is known."""
_UNREAD_BLOCKERS = "blockers-unread"
_TEXT_UNREAD = "text-unread"
_NO_STATUS = ("status-missing", "position-missing")
_TITLE_WORD = regex(r"[^\W\d_]+")
_BLOCKS = frozenset(("blocker", "blockers", "blocked", "blocking", "impediment", "impediments"))
_PAST = frozenset(("resolved", "closed", "cleared", "fixed", "former", "formerly", "previous", "previously", "past",
                   "old", "no", "non", "not", "nothing"))  # fmt: skip
"""Words of a title that names what holds nothing up any more."""
_SIGNS = regex(r"[\W_]+")
_NOTHING = regex(r"[^\w\n]*(?:(?:none|null|nothing|n/a|tbd)\b|$)", re.IGNORECASE)
_KEY = regex(
    r"^[^\w\n]*([a-z][a-z_ ]{2,40}?)[^\w\n:=|]*[:=|](?![^\w\n]*(?:(?:none|null|nothing|n/a|tbd)\b|$))"
    r"(?!.*\n *\|[ |:-]+$)", re.IGNORECASE | re.MULTILINE,
)  # fmt: skip
"""The key of a line, also of a row in a table, where something stands behind it."""
_HEADING = regex(r"#+ ([^\n]*)(.*)", re.DOTALL)
_POSITION = regex(r"\bcurrent (?:step|state|status|position)\b(?! (?:of|for|in|on)\b)")
_OF_POSITION = frozenset(("status", "current status", "state", "retry count", "retries"))
"""What titles and keys say of the present position."""
_GRAVE = regex(r"[^\w\n]*(?:fail|block|stop|held|hold|wait|stuck|paus|error)", re.IGNORECASE)
"""What a status says, below a title that names something else, of work that may not go on."""
_OTHERS_WATCH = regex(r"[a-z_]+(?:\.\w+)+|current (?:step|position)|[a-z_]+: [^\n]*")
"""A record among keys, `phases.0`, the section of the position, and in no section a key that stands alone: other rules
watch the values there."""
_OF_QUESTIONS = ("open questions", "questions")
"""The sections and keys in which they stand, without signs."""


class Unread(NamedTuple):
    """Something that no rule reads: the finding or the metric that tells it, what stands there, and what keeps it
    apart: the file, what it stands for, and the very words. Other words there are something else."""

    value: Finding | Threshold
    told: Finding | Statement
    keys: frozenset[str]

    @property
    def place(self) -> str:
        """Where it stands."""
        return place_of(self.told)


def unread(track: Track) -> Iterator[Unread]:
    """All that nobody dismissed, the metrics first."""
    for threshold in track.thresholds:
        if threshold.unreadable:
            keys = frozenset(key_of(each, threshold.metric) for each in threshold.unreadable)
            yield Unread(threshold, threshold.unreadable[0], keys)
    for finding in unread_findings(track):
        yield Unread(finding, finding, frozenset((key_of(finding),)))


def unread_findings(track: Track) -> Iterator[Finding]:
    """The same of all but the metrics."""
    return (each for each in _findings(track) if not track.dismissed or key_of(each) not in track.dismissed)


def is_list_unread(track: Track) -> bool:
    """Whether where blockers or questions stand something is not read, dismissed or not."""
    return any(each.code in (_TEXT_UNREAD, _UNREAD_BLOCKERS) for each in _findings(track))


def _findings(track: Track) -> Iterator[Finding]:
    watched = (*_WATCHED, _UNKNOWN_STATUS) if track.position.status == "unknown" else _WATCHED
    yield from (each for each in track.findings if each.code in watched and each.severity != "error")
    told = [*_passages(track)]
    lines = {(each.path, each.line) for each in told}
    yield from (each for each in track.findings
                if each.code == _UNREAD_BLOCKERS and (each.path, each.line) not in lines)  # fmt: skip
    yield from told


def _passages(track: Track) -> Iterator[Finding]:
    """What stands where blockers or questions do, or says how the work stands. A handoff is no such place."""
    handoff = track.handoff.path if track.handoff is not None else None
    for passage in track.extra.get("unread", ()):
        section = _name_of(passage, in_state=passage["path"] == track.path) if passage["path"] != handoff else None
        if section is not None:
            text = printable(" ".join(passage["text"].split()))
            yield Finding(code=_TEXT_UNREAD, severity="warning", path=passage["path"], line=passage["line"],
                          message=as_message(f"{section} “{text}” cannot be read."))  # fmt: skip


def _name_of(passage: Mapping[str, Any], *, in_state: bool) -> str | None:
    """The title or key by which a passage may say what the work waits for, without signs; None where it does not. How
    the work stands is said in the state file alone."""
    section, text, heading = passage["section"], passage["text"], _HEADING.match(passage["text"])
    if heading and all(map(_NOTHING.match, heading[2].splitlines())):
        return None
    titles = [_plain(each) for each in (section.rpartition(".")[2], heading[1] if heading else "")]
    keys = [_plain(each[1]) for each in _KEY.finditer(text)]
    found = [each for each in (*titles, *keys) if names_blockers(each) or each in _OF_QUESTIONS]
    if in_state and (heading or not _OTHERS_WATCH.fullmatch(section.casefold() or text)):
        named = [each for each in titles if (name := _POSITION.search(each)) and (heading or name[0] != each)
                 and _PAST.isdisjoint(each.split())]  # fmt: skip
        found += [
            key
            for key, each in zip(keys, _KEY.finditer(text), strict=True)
            if key in _OF_POSITION
            and (named or not any(titles) or key.startswith("retr") or _GRAVE.match(text, each.end()))
        ] + named
    return next(iter(found), None)


def _plain(name: str) -> str:
    return " ".join(_SIGNS.sub(" ", name).casefold().split())


def key_of(told: Finding | Statement, metric: str = "") -> str:
    """What keeps something unread apart from all else, whatever line it stands on."""
    from hashlib import sha256  # a hook seldom meets one

    what = (told.code, str(told.message)) if isinstance(told, Finding) else (metric, told.what, told.text)
    return sha256("\0".join((told.path, *what)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def without_status(track: Track) -> Finding | None:
    """What says that the position, or its status, is not there: nothing is stated, so nothing is unread."""
    found = (each for each in track.findings if each.code in _NO_STATUS and each.severity != "error")
    return next(found, None) if track.position.status == "unknown" else None


def names_blockers(title: str) -> bool:
    """Whether a title says that open blockers stand below it."""
    words = {*_TITLE_WORD.findall(title.casefold())}
    is_named = not words.isdisjoint(_BLOCKS) or words >= {"what", "blocks"}
    return is_named and words.isdisjoint(_PAST)


def damage_at(finding: Finding) -> Words:
    """What is damaged, and where."""
    return f"{place_of(finding)}: {finding.message}"


def place_of(told: Finding | Statement) -> str:
    """The file's name and line, `TRANSPONDER.md:12`."""
    name = told.path.rpartition("/")[2] or told.path
    return f"{name}:{told.line}" if told.line else name
