"""Where a handoff says that the work stands: in its frontmatter, in label lines, or in the objective's sentence."""

import re

from cockpit.documents.frontmatter import FrontMatter, split
from cockpit.systems.reading.folder import Page, whole
from cockpit.systems.reading.outline import Outline
from cockpit.systems.reading.taken import Passage
from cockpit.systems.reading.values import is_nothing, plain, report_placeholder, unfilled
from cockpit.values import dataclass

KEYS = ("phase", "plan", "task", "total_tasks", "status", "created")
OURS = ("reason", "project", "branch", "head")
"""Keys that only cockpit writes, so that a resume can check the handoff."""

_OBJECTIVE = {
    "phase": re.compile(r"\bphase\s+([\w.-]*\w)", re.IGNORECASE),
    "plan": re.compile(r"\bplan\s+([\w.-]*\w)", re.IGNORECASE),
    "task": re.compile(r"\btask\s+([\w.-]*\w)(?:\s+of\s+\d+)?", re.IGNORECASE),
    "total_tasks": re.compile(r"\btask\s+\S+\s+of\s+(\d+)", re.IGNORECASE),
}
_FILLING = re.compile(r"\b(?:continue|resume|go|on|from|at|in|with|and|the|of|phase|plan|task)\b", re.IGNORECASE)
_WORD = re.compile(r"\w")


@dataclass(frozen=True, slots=True)
class HandoffKeys:
    """The values by key, the line of each, and what of the frontmatter no key holds."""

    values: dict[str, str]
    lines: dict[str, int]
    unread: tuple[Passage, ...] = ()


def read_keys(outline: Outline) -> HandoffKeys:
    """The position of a handoff; placeholders that were never filled in are reported."""
    page = outline.page
    matter = split(page.text)
    if matter is not None:
        outline.report.problems(page.path, matter.problems)
        return _from_matter(matter, outline)
    keys = _objective(outline)
    lines: dict[str, int] = {}
    for key in KEYS:
        field = page.markdown.field(key, key.replace("_", " "))
        if field is not None:
            value = outline.accept(field.value, field.line)
            if value is not None:
                keys[key], lines[key] = value.text, field.line
    return HandoffKeys(keys, lines)


def _from_matter(matter: FrontMatter, outline: Outline) -> HandoffKeys:
    values: dict[str, str] = {}
    lines: dict[str, int] = {}
    unread: list[Passage] = [] if matter.positions else [_passage(outline.page, 2, matter.raw)]
    for key, place in matter.positions.items():
        stated = whole(matter.text[place.value_start : place.value_end]).strip()
        value = matter.data.get(key)
        placeholder = unfilled(stated)
        if placeholder and key in (*KEYS, *OURS):
            report_placeholder(outline.report, outline.path, place.line, placeholder)
        elif isinstance(value, str) and key in (*KEYS, *OURS):
            if not is_nothing(value):
                values[key], lines[key] = whole(value.strip()), place.line
        elif stated:
            if key in (*KEYS, *OURS):
                message = f"{key} is no single value: {stated[:60]}."
                outline.report.add("handoff-key-unreadable", outline.path, place.line, message)
            unread.append(_passage(outline.page, place.line, f"{key}: {stated}"))
    return HandoffKeys(values, lines, tuple(passage for passage in unread if passage["text"]))


def _passage(page: Page, line: int, text: str) -> Passage:
    return {"path": page.path, "section": "frontmatter", "line": line, "text": text.strip()}


def _objective(outline: Outline) -> dict[str, str]:
    """What the sentence of the tag form says; more than that is left unread."""
    tag = next((tag for tag in outline.page.markdown.tags if tag.name == "objective"), None)
    if tag is None:
        return {}
    found = {key: pattern.search(tag.text) for key, pattern in _OBJECTIVE.items()}
    rest = tag.text
    for pattern in _OBJECTIVE.values():
        rest = pattern.sub(" ", rest, count=1)
    if not _WORD.search(_FILLING.sub(" ", rest)):
        outline.take_tag(tag)
    return {key: plain(match[1]) for key, match in found.items() if match}
