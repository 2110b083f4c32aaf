"""DECISIONS.md: an index table and entries `D001: Title` (docs/systems/autopilot.md)."""

import re
from collections import defaultdict
from dataclasses import replace

from cockpit.model import Decision
from cockpit.regex import regex
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.outline import Outline
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import fold, is_bare, is_nothing, placeholder_in, plain
from cockpit.systems.shared.taken_lines import Passage
from cockpit.text.markdown import Row, Section
from cockpit.values import dataclass
from cockpit.wording.messages import Message

NAME = "DECISIONS.md"
ENTRY = regex(r"(?P<id>D-?\d{1,5})\s*[:—–-]\s*(?P<title>.+)", re.IGNORECASE)
"""The title of an entry: `D001: Title`."""

_TITLES = ("decisions", "decision log", "decisions log", "index", "decision index", "decisions index")
_TITLE = ("Title", "Decision")
_OF_AN_ENTRY = ("Date", "Status", "Selected", "Decision", "Context", "Rationale", "Consequences", "Outcome")
"""What a heading without a number must have below it to be an entry."""


@dataclass(frozen=True, slots=True)
class DecisionLog:
    """The decisions of the log, and what no rule read of it."""

    decisions: tuple[Decision, ...] = ()
    unread: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Listed:
    """A row of the index."""

    decision: Decision
    status: str | None
    line: int


def read_decisions(folder: Folder, report: Report) -> DecisionLog:
    """The decisions of the log: by their numbers the entries and the index rows without one, then those without."""
    page = folder.markdown(NAME)
    return page.once_reporting(report, _read) if page is not None and not page.bad else DecisionLog()


def _read(page: Page, report: Report) -> DecisionLog:
    outline = Outline(page, report)
    rows = _index(outline)
    sections = _entries(outline)
    entries = [_entry(outline, section, found) for section, found in sections]
    _report_twice(outline, [(found["id"].upper(), section.line) for section, found in sections if found])
    _report_twice(outline, [(row.decision.id, row.line) for row in rows if row.decision.id])
    numbered = {entry.id: entry for entry in reversed(entries) if entry.id}
    listed = {row.decision.id: row for row in reversed(rows) if row.decision.id}
    known = {**numbered, **{key: _with_row(outline, numbered.get(key), row) for key, row in listed.items()}}
    decisions = [known[key] for key in sorted(known, key=lambda key: (len(key), key))]
    decisions += [entry for entry in entries if numbered.get(entry.id or "") is not entry]
    decisions += [row.decision for row in rows if listed.get(row.decision.id or "") is not row]
    _take_titles(outline)
    return DecisionLog(tuple(decisions), outline.unread())


def merge(recent: tuple[Decision, ...], logged: tuple[Decision, ...]) -> tuple[Decision, ...]:
    """The state file's decisions first, completed by what the log knows of them, then the log's others."""
    found: dict[int, int] = {}
    for key in (_whole, _line, _text):
        taken = {*found.values()}
        known: dict[object, list[int]] = defaultdict(list)
        for place in reversed(range(len(logged))):
            if place not in taken and (identity := key(logged[place])) is not None:
                known[identity].append(place)
        for number, decision in enumerate(recent):
            if number not in found and (places := known.get(key(decision))):
                found[number] = places.pop()
    taken = {*found.values()}
    known_of = {number: logged[place] for number, place in found.items()}
    others = (decision for place, decision in enumerate(logged) if place not in taken)
    return (*(_complete(decision, known_of.get(number)) for number, decision in enumerate(recent)), *others)


def _whole(decision: Decision) -> object:
    """By what two decisions are the same in all they say."""
    return _text(decision), decision.outcome


def _line(decision: Decision) -> object:
    """By what two say the same line, wherever its text ends and its outcome begins; None without an outcome."""
    if decision.outcome is None:
        return None
    return fold_decision(f"{decision.text} — {decision.outcome}").replace(" - ", " — ")


def _text(decision: Decision) -> object:
    """By what two have the same text."""
    return fold_decision(decision.text)


def _complete(decision: Decision, logged: Decision | None) -> Decision:
    if logged is None:
        return decision
    known = logged if _text(decision) != _text(logged) else decision
    return Decision(
        id=logged.id,
        text=known.text,
        outcome=known.outcome or logged.outcome,
        reason=logged.reason,
        context=logged.context,
        consequences=logged.consequences,
        date=logged.date,
        phase=decision.phase or logged.phase,
        alternatives=logged.alternatives,
        reversible=logged.reversible,
    )


def _index(outline: Outline) -> list[_Listed]:
    """The rows of the tables that list decisions."""
    markdown = outline.page.markdown
    tables = [table for part in (markdown.preamble, *markdown.sections) for table in part.tables()]
    rows = [row for table in tables if table.column(*_TITLE) is not None for row in table.rows if not row.filler]
    found = (_indexed(outline, row) for row in rows)
    return [listed for listed in found if listed is not None]


def _indexed(outline: Outline, row: Row) -> _Listed | None:
    cells = outline.cells(
        row, id=("ID", "#"), text=_TITLE, date=("Date",), status=("Status",), phase=("Phase",), outcome=("Outcome",)
    )
    if cells["text"] is None:
        outline.taken.take_if(is_bare(cells["id"] or ""), row.line)
        return None
    number = (cells["id"] or "").strip("[]").upper()
    decision = Decision(
        id=number if ENTRY.fullmatch(f"{number}: x") else None,
        text=cells["text"],
        outcome=cells["outcome"] or _standing(cells["status"]),
        date=cells["date"],
        phase=cells["phase"],
    )
    if number and decision.id is None and not number.isdigit():
        outline.taken.keep(row.line)
    return _Listed(decision, cells["status"], row.line)


def _report_twice(outline: Outline, numbers: list[tuple[str, int]]) -> None:
    """Report each number that more than one decision has."""
    first: dict[str, int] = {}
    for number, line in numbers:
        if first.setdefault(number, line) != line:
            told = f"The decision number {number} is on lines {first[number]} and {line}."
            message = Message("autopilot.decision-twice", told)
            outline.report.add("decision-twice", outline.path, line, message)


def _with_row(outline: Outline, entry: Decision | None, row: _Listed) -> Decision:
    """An entry with what only the index knows of it; where both speak of the same, the entry counts."""
    listed = row.decision
    if entry is None:
        return listed
    one, other = fold_decision(entry.text), fold_decision(listed.text)
    pairs = {"title": (entry.text, listed.text)} if not (one.startswith(other) or other.startswith(one)) else {}
    for part in ("date", "phase"):
        mine, theirs = getattr(entry, part), getattr(listed, part)
        if mine and theirs and _bare(mine) != _bare(theirs):
            pairs[part] = mine, theirs
    for part, (mine, theirs) in pairs.items():
        told = f'{entry.id} has the {part} "{mine}", but the index says "{theirs}".'
        message = Message("autopilot.decision-conflict", told)
        outline.report.add("decision-conflict", outline.path, row.line, message)
        outline.taken.keep(row.line)
    return replace(entry, date=entry.date or listed.date, phase=entry.phase or listed.phase)


def _bare(text: str) -> str:
    return text.casefold().removeprefix("phase").strip().lstrip("0")


def _entries(outline: Outline) -> list[tuple[Section, re.Match[str] | None]]:
    """The sections that are entries, each with its number where it has one; none stands inside another."""
    entries: list[tuple[Section, re.Match[str] | None]] = []
    for section in outline.page.markdown.sections:
        found = ENTRY.fullmatch(plain(section.title))
        inside = entries and section.start < entries[-1][0].end
        if found or (not inside and section.level > 1 and _is_entry(outline, section)):
            entries.append((section, found))
    return entries


def _is_entry(outline: Outline, section: Section) -> bool:
    """Whether a section without a number has the parts of an entry."""
    if fold(section.title) in _TITLES:
        return False
    below = outline.page.markdown.children(section)
    return section.field(*_OF_AN_ENTRY) is not None or any(part.is_named(*_OF_AN_ENTRY) for part in below)


def _entry(outline: Outline, section: Section, found: re.Match[str] | None) -> Decision:
    title = plain(found["title"] if found else section.title)
    outline.take_heading(section)
    selected = _stated_part(outline, section, "Selected", "Decision")
    return Decision(
        id=found["id"].upper() if found else None,
        text=title,
        outcome=_outcome(outline, section, title, selected),
        reason=_stated_part(outline, section, "Rationale", "Reason"),
        context=_stated_part(outline, section, "Context"),
        consequences=_stated_part(outline, section, "Consequences"),
        date=_stated_part(outline, section, "Date"),
        phase=_stated_part(outline, section, "Phase"),
        alternatives=tuple(option for option in _options(outline, section) if option != selected),
        reversible=_reversible(outline, section),
    )


def _reversible(outline: Outline, section: Section) -> bool | None:
    stated = _stated_part(outline, section, "Reversible")
    reversible = {"yes": True, "no": False}.get((stated or "").casefold())
    _keep(outline, section, "Reversible", stated if reversible is None else None)
    return reversible


def _outcome(outline: Outline, section: Section, title: str, selected: str | None) -> str | None:
    """The outcome it states; else what was selected, where that is more than the title; else a telling status."""
    status = _standing(_stated_part(outline, section, "Status"))
    stated = _stated_part(outline, section, "Outcome")
    more = selected if selected and fold_decision(selected) != fold_decision(title) else None
    if stated is not None:
        _keep(outline, section, "Selected", more)
        outcome: str | None = stated
    else:
        outcome = more
    _keep(outline, section, "Status", status if outcome else None)
    return outcome or status


def _keep(outline: Outline, section: Section, label: str, text: str | None) -> None:
    """Keep back a line that says something for which a decision has no place."""
    if text and (field := section.find(label)):
        outline.taken.keep(field.line)


def _standing(status: str | None) -> str | None:
    """A status that adds information; None for `final`, which every decision is."""
    stated = _stated_text(status)
    return None if stated is None or stated.casefold() == "final" else stated


def _stated_part(outline: Outline, section: Section, *labels: str) -> str | None:
    """A label line's value, or the text of the sub-section of that name, or a label line's in another sub-section."""
    own = section.field(*labels)
    if own is not None and own.value:
        value = outline.accept(own.value, own.line)
        return value.text if value else None
    for part in outline.page.markdown.children(section):
        if part.is_named(*labels) and (text := _stated_text(part.text)):
            outline.take_heading(part)
            outline.taken.take(part.first + 1, part.last)
            return text
    field = section.find(*labels)
    value = outline.accept(field.value, field.line) if field is not None else None
    return value.text if value else None


def _options(outline: Outline, section: Section) -> list[str]:
    rows = [row for table in section.whole.tables() for row in table.rows if not row.filler]
    for part in outline.page.markdown.children(section):
        if part.is_named("Options", "Alternatives"):
            outline.take_heading(part)
    cells = (outline.cells(row, option=("Option", "Options", "Alternative")) for row in rows)
    return [option for each in cells if (option := each["option"])]


def _stated_text(text: str | None) -> str | None:
    shown = plain(text or "")
    return None if is_nothing(shown) or placeholder_in(shown) else shown


def _take_titles(outline: Outline) -> None:
    for section in outline.page.markdown.sections:
        if fold(section.title) in _TITLES:
            outline.take_heading(section)


def fold_decision(text: str) -> str:
    """A decision's text as it is compared between the state file and the log."""
    return " ".join(text.casefold().split()).rstrip(".")
