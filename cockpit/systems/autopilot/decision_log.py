"""DECISIONS.md: an index table and entries `D001: Title` (docs/systems/autopilot.md), read, and written to."""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import field, replace
from functools import partial

from cockpit.model import Decision
from cockpit.regex import regex
from cockpit.systems.shared.entry_lists import parted
from cockpit.systems.shared.folder import Folder, Page
from cockpit.systems.shared.passages import Passage, passages
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.stated_values import report_placeholder
from cockpit.text.lines import Document, Line, Section, cells_of
from cockpit.text.words import fold, fold_title, is_placeholder, is_stated, plain
from cockpit.values import dataclass

NAME = "DECISIONS.md"
ENTRY = regex(r"(?P<id>D-?\d{1,5})(?P<sign>\s*[:—–-]\s*)(?P<title>.+)", re.IGNORECASE)
"""The title of an entry: `D001: Title`."""
_TITLES = ("decisions", "decision log", "decisions log", "index", "decision index", "decisions index")
_COLUMNS = {"": "id", "title": "text", "decision": "text",
            **{name: name for name in ("id", "date", "status", "phase", "outcome")}}  # fmt: skip
_PARTS = {
    "date": "date", "status": "status", "phase": "phase", "owner": "owner", "reversible": "reversible",
    "selected": "selected", "decision": "selected", "context": "context", "rationale": "reason", "reason": "reason",
    "consequences": "consequences", "outcome": "outcome", "options": "options", "alternatives": "options",
}  # fmt: skip
"""By the folded labels and titles of an entry what they tell."""
_LABELLED = regex(
    r"[ \t]*(?:[-*+][ \t]+)?(?P<mark>\*\*|__|)(?P<label>[^\W\d_]{3,20})(?::(?P=mark)|(?P=mark):)[ \t]*(?P<value>.*)"
)
_OPTION = ("option", "options", "alternative")


@dataclass(frozen=True, slots=True)
class DecisionLog:
    """The decisions of the log, and what no rule read of it."""

    decisions: tuple[Decision, ...] = ()
    unread: tuple[Passage, ...] = ()


@dataclass(frozen=True, slots=True)
class _Row:
    """A row of the index: the words of its cells by what they mean, and where its title stands."""

    line: Line
    cells: dict[str, str]
    title: tuple[int, int]

    @property
    def id(self) -> str | None:
        """The number, if it is one."""
        number = self.cells.get("id", "").strip("[]").upper()
        return number if ENTRY.fullmatch(f"{number}: x") else None


@dataclass(frozen=True, slots=True)
class LoggedEntry:
    """An entry: its heading, the first value of each label and the text of each section in it, with the line of it."""

    heading: Line
    lines: list[Line]
    id: str
    title: str
    said: dict[str, tuple[str, Line]] = field(default_factory=dict)
    options: list[str] = field(default_factory=list)

    def stated(self, part: str) -> str | None:
        """What it says of a part."""
        text = plain(self.said[part][0]) if part in self.said else ""
        return text if is_stated(text) else None


class Log:
    """The file in rows of the index and entries; `told` are the numbers of the lines of which all is told."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.told: set[int] = set()
        self.heads: list[tuple[Line, list[str]]] = []
        self.rows: list[_Row] = []
        self.entries: list[LoggedEntry] = []
        for section in self.document.sections:
            found = ENTRY.fullmatch(plain(section.title))
            if section.heading is not None and fold_title(section.title) in _TITLES:
                self.told.add(section.heading.number)
            if section.heading is not None and found is not None:
                self._enter(
                    LoggedEntry(
                        section.heading, self.document.below(section), found["id"].upper(), parted(found["title"])
                    )
                )
            self._index(section)

    def _index(self, section: Section) -> None:
        columns: dict[int, str] = {}
        for line in section.lines:
            cells = cells_of(line) if line.kind in ("head", "row") else []
            if line.kind == "head":
                heads = [fold(each.text) for each in cells]
                columns = {at: _COLUMNS[head] for at, head in enumerate(heads) if head in _COLUMNS}
                columns = columns if "text" in columns.values() else {}
                if columns:
                    self.heads.append((line, heads))
                    self.told.add(line.number)
            elif columns and line.kind == "row":
                by_name = {name: cells[at] for at, name in columns.items() if at < len(cells)}
                cleaned = {name: plain(each.text) for name, each in by_name.items()}
                stated = {name: text for name, text in cleaned.items() if is_stated(text.strip("[]"))}  # `[D001]`
                others = [each.text for at, each in enumerate(cells) if at not in columns]
                number, title = stated.get("id", ""), by_name.get("text")
                if title is not None and "text" in stated:
                    row = _Row(line, stated, (title.start, title.end))
                    self.rows.append(row)
                    is_told = not any(map(is_stated, others)) and (row.id is not None or not number or number.isdigit())
                    self.told |= {line.number} if is_told else set()
                elif not number:
                    self.told.add(line.number)

    def _enter(self, entry: LoggedEntry) -> None:
        """Read what an entry says."""
        self.entries.append(entry)
        self.told.add(entry.heading.number)
        part, option = "", None
        for line in entry.lines:
            labelled = _LABELLED.match(line.text) if line.kind in ("text", "item", "more") else None
            label = _PARTS.get(fold(labelled["label"])) if labelled is not None else None
            if line.kind == "heading":
                part = _PARTS.get(fold_title(line.text.strip("#* \t_:")), "")
                self.told |= {line.number} if part else set()
            elif line.kind in ("head", "row"):
                cells = [plain(each.text) for each in cells_of(line)]
                if line.kind == "head":
                    option = next((at for at, each in enumerate(cells) if fold(each) in _OPTION), None)
                elif option is not None and option < len(cells) and is_stated(cells[option]):
                    entry.options.append(cells[option])
                if option is not None and not any(is_stated(each) for at, each in enumerate(cells) if at != option):
                    self.told.add(line.number)
            elif labelled is not None and label is not None and label not in entry.said:
                entry.said[label] = labelled["value"].strip(), line
                part = ""
                self.told.add(line.number)
            elif part == "status" and part in entry.said:
                continue  # one line says it, the others stay unread
            elif part and part != "options" and line.kind not in ("bar", "fence", "rule"):
                before, first = entry.said.get(part, ("", line))
                entry.said[part] = f"{before}\n{line.text.strip()}".strip(), first
                self.told.add(line.number)


def read_decisions(folder: Folder, report: Report) -> DecisionLog:
    """The decisions of the log: by their numbers the entries and the index rows without one, then those without."""
    page = folder.markdown(NAME)
    return page.once_reporting(report, _read) if page is not None and not page.bad else DecisionLog()


def _read(page: Page, report: Report) -> DecisionLog:
    log = Log(page.document)
    entries = [_decision(log, each, page, report) for each in log.entries]
    rows = [(row, Decision(id=row.id, text=row.cells["text"], outcome=row.cells.get("outcome") or _standing(
            row.cells.get("status")), date=row.cells.get("date"), phase=row.cells.get("phase")))
            for row in log.rows]  # fmt: skip
    _report_twice(page, [(each.id, each.heading.number) for each in log.entries], report)
    _report_twice(page, [(each.id, each.line.number) for each in log.rows], report)
    known: dict[str | None, Decision] = {each.id: each for each in reversed(entries)}
    first: dict[str | None, tuple[_Row, Decision]] = {each.id: (row, each) for row, each in reversed(rows) if each.id}
    others = [each for each in entries if known[each.id] is not each]
    others += [each for row, each in rows if first.get(each.id) != (row, each)]
    for number, (row, listed) in first.items():
        disagrees = partial(_conflict, log, row, page, report)
        known[number] = _with_row(known[number], listed, disagrees) if number in known else listed
    decisions = [*(known[key] for key in sorted(known, key=lambda key: (len(key or ""), key or ""))), *others]
    return DecisionLog(tuple(decisions), passages(page.path, log.document, log.told))


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


def _report_twice(page: Page, numbers: list[tuple[str | None, int]], report: Report) -> None:
    """Report each number that more than one decision has."""
    first: dict[str, int] = {}
    for number, line in numbers:
        if number and first.setdefault(number, line) != line:
            told = f"The decision number {number} is on lines {first[number]} and {line}."
            report.add("decision-twice", page.path, line, told)


def _with_row(entry: Decision, listed: Decision, disagrees: Callable[[str], None]) -> Decision:
    """An entry with what only the index knows of it; where both speak of the same, the entry counts."""
    one, other = fold_decision(entry.text), fold_decision(listed.text)
    pairs = {"title": (entry.text, listed.text)} if not (one.startswith(other) or other.startswith(one)) else {}
    for part in ("date", "phase"):
        mine, theirs = getattr(entry, part), getattr(listed, part)
        if mine and theirs and _bare(mine) != _bare(theirs):
            pairs[part] = mine, theirs
    for part, (mine, theirs) in pairs.items():
        disagrees(f'{entry.id} has the {part} "{mine}", but the index says "{theirs}".')
    return replace(entry, date=entry.date or listed.date, phase=entry.phase or listed.phase)


def _conflict(log: Log, row: _Row, page: Page, report: Report, told: str) -> None:
    report.add("decision-conflict", page.path, row.line.number, told)
    log.told.discard(row.line.number)


def _bare(text: str) -> str:
    return text.casefold().removeprefix("phase").strip().lstrip("0")


def _decision(log: Log, entry: LoggedEntry, page: Page, report: Report) -> Decision:
    """An entry as a decision. What is told by a label, and has no place in it, is unread: its owner, a status or what
    was selected beside an outcome."""
    for text, line in entry.said.values():
        if is_placeholder(text):
            report_placeholder(report, page.path, line.number, text)
    selected, status, outcome = entry.stated("selected"), _standing(entry.stated("status")), entry.stated("outcome")
    more = selected if selected and fold_decision(selected) != fold_decision(entry.title) else None
    stated = entry.stated("reversible")
    reversible = {"yes": True, "no": False}.get((stated or "").casefold())
    untold = {"owner": entry.stated("owner"), "selected": more if outcome else None,
              "status": status if outcome or more else None,
              "reversible": stated if reversible is None else None}  # fmt: skip
    log.told -= {entry.said[part][1].number for part, text in untold.items() if text}
    return Decision(
        id=entry.id,
        text=entry.title,
        outcome=outcome or more or status,
        reason=entry.stated("reason"),
        context=entry.stated("context"),
        consequences=entry.stated("consequences"),
        date=entry.stated("date"),
        phase=entry.stated("phase"),
        alternatives=tuple(option for option in entry.options if option != selected),
        reversible=reversible,
    )


def _standing(status: str | None) -> str | None:
    """A status that adds information; None for `final`, which every decision is."""
    return None if status is None or status.casefold() == "final" else status


def fold_decision(text: str) -> str:
    """A decision's text as it is compared between the state file and the log."""
    return " ".join(text.casefold().split()).rstrip(".")
