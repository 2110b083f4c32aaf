"""DECISIONS.md: an index table and entries `D001: Title` (formats/autopilot.md A.11)."""

import re

from cockpit.documents.markdown import Row, Section
from cockpit.model import Decision
from cockpit.systems.autopilot.folder import Folder, Page
from cockpit.systems.autopilot.values import is_nothing, placeholder_in, plain

NAME = "DECISIONS.md"
ENTRY = re.compile(r"(?P<id>D-?\d{1,5})\s*[:—–-]\s*(?P<title>.+)", re.IGNORECASE)
"""The title of an entry: `D001: Title`."""

_MOST = 1_000


def read_decisions(folder: Folder) -> tuple[Decision, ...]:
    """The decisions of the log in its order: the entries, and index rows without an entry."""
    page = folder.markdown(NAME)
    if page is None:
        return ()
    rows = {key: row for row in _rows(page) if (key := _id(row))}
    entries = {found["id"].upper(): _entry(section, found["title"], rows) for section, found in _entries(page)}
    listed = {key: _indexed(row) for key, row in rows.items()}
    ids = sorted({**listed, **entries}, key=lambda key: (len(key), key))
    decisions = (entries.get(key) or listed[key] for key in ids)
    return tuple(decision for decision in decisions if decision is not None)[:_MOST]


def merge(recent: tuple[Decision, ...], logged: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """The state file's decisions first, completed by what the log knows of them, then the log's others."""
    by_text = {fold_decision(decision.text): decision for decision in logged}
    first = tuple(_complete(decision, by_text.pop(fold_decision(decision.text), None)) for decision in recent)
    return (*first, *by_text.values())


def _complete(decision: Decision, logged: Decision | None) -> Decision:
    if logged is None:
        return decision
    return Decision(
        text=decision.text,
        outcome=decision.outcome or logged.outcome,
        reason=logged.reason,
        context=logged.context,
        date=logged.date,
        phase=decision.phase or logged.phase,
        alternatives=logged.alternatives,
        reversible=logged.reversible,
    )


def _rows(page: Page) -> list[Row]:
    return [row for section in page.markdown.sections for table in section.tables() for row in table.rows]


def _id(row: Row) -> str | None:
    key = plain(row.get("ID", "#") or "").strip("[]").upper()
    return key if ENTRY.fullmatch(f"{key}: x") else None


def _entries(page: Page) -> list[tuple[Section, re.Match[str]]]:
    pairs = ((section, ENTRY.fullmatch(plain(section.title))) for section in page.markdown.sections)
    return [(section, found) for section, found in pairs if found]


def _indexed(row: Row) -> Decision | None:
    text = _given(row.get("Title", "Decision"))
    if text is None:
        return None
    return Decision(
        text=text, outcome=_given(row.get("Status")), date=_given(row.get("Date")), phase=_given(row.get("Phase"))
    )


def _entry(section: Section, title: str, rows: dict[str, Row]) -> Decision:
    selected = _told(section, "Selected", "Decision")
    return Decision(
        text=plain(title),
        outcome=_outcome(section, plain(title), selected),
        reason=_told(section, "Rationale", "Reason"),
        context=_told(section, "Context"),
        date=_told(section, "Date"),
        phase=_told(section, "Phase"),
        alternatives=tuple(option for option in _options(section) if option != selected),
        reversible={"yes": True, "no": False}.get((_told(section, "Reversible") or "").casefold()),
    )


def _outcome(section: Section, title: str, selected: str | None) -> str | None:
    """What was selected, where that is more than the title; else what came of it."""
    if selected and fold_decision(selected) != fold_decision(title):
        return selected
    return _told(section, "Consequences", "Outcome") or selected or _told(section, "Status")


def _told(section: Section, *labels: str) -> str | None:
    """A label line's value, or the text of the sub-section of that name."""
    field = section.find(*labels)
    if field is not None and field.value:
        return _given(field.value)
    lines = section.lines
    return next((_given(text) for text in _sub_sections(section, labels) if text), None) if lines else None


def _sub_sections(section: Section, labels: tuple[str, ...]) -> list[str]:
    from cockpit.documents.markdown import parse

    return [part.text for part in parse(section.whole.raw).sections if part.is_named(*labels)]


def _options(section: Section) -> list[str]:
    rows = [row for table in section.whole.tables() for row in table.rows if not row.filler]
    return [option for row in rows if (option := _given(row.get("Option", "Options", "Alternative")))]


def _given(text: str | None) -> str | None:
    shown = plain(text or "")
    return None if is_nothing(shown) or placeholder_in(shown) else shown


def fold_decision(text: str) -> str:
    """A decision's text as it is compared between the state file and the log."""
    return " ".join(text.casefold().split()).rstrip(".")
