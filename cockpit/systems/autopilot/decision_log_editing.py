"""DECISIONS.md: a decision added to it, in its index and as an entry, or reworded."""

import re
from collections.abc import Iterator

from cockpit.model import Decision
from cockpit.regex import regex
from cockpit.systems.autopilot.decision_log import ENTRY, Log, LoggedEntry, fold_decision
from cockpit.systems.shared.entry_lists import in_heading
from cockpit.systems.shared.working_copy import Draft
from cockpit.text.lines import Document
from cockpit.text.splice import Splice
from cockpit.text.words import in_cell

NEW_LOG = """# Decisions

| ID | Title | Date | Status | Phase |
|----|-------|------|--------|-------|
"""
_STATUS = "Final"
_ID = regex(r"(?P<lead>D-?)(?P<digits>\d{1,15})", re.IGNORECASE)


def add_to_log(draft: Draft, path: str, decision: Decision, owner: str | None) -> None:
    """Add a decision to the log at a path, behind its last one, or before its first where the newest stands first.

    `owner` is who decided, None where that is not known. Raises CommandError for a file that cannot be edited.
    """
    log = Log(draft.document(path))
    titles = [each.id for each in log.entries]
    listed = [each.cells.get("id", "").strip("[]") for each in log.rows]
    ids = [found for text in (*titles, *listed) if (found := _ID.fullmatch(text))]
    highest = max(ids, key=lambda found: int(found["digits"]), default=None)
    number = "D001"
    if highest is not None:
        number = f"{highest['lead']}{int(highest['digits']) + 1:0{len(highest['digits'])}}"
    order = [int(found["digits"]) for text in (titles or listed) if (found := _ID.fullmatch(text))]
    newest_first = len(order) > 1 and order[0] > order[-1]
    lines = [*_entry_lines(log.entries[-1] if log.entries else None, number, decision, owner)]
    told = [each for each in log.document.lines if each.kind not in ("blank", "rule")]
    at, lines = (told[-1].after if told else 0), ["", *lines]
    if log.entries and newest_first:
        at, lines = log.entries[0].heading.start, [*lines[1:], ""]
    draft.splice(path, [*_row_splices(log, number, decision, newest_first), _put(log.document, at, lines)])


def _put(document: Document, at: int, lines: list[str]) -> Splice:
    """Whole lines where a line begins, or at the end of the text."""
    newline, text = document.line_end_before(at), document.text
    added = "".join(f"{line}{newline}" for line in lines)
    unended = at == len(text) and text and not text.endswith(("\n", "\r"))
    return Splice(at, at, newline + added.removesuffix(newline) if unended else added)


def _row_splices(log: Log, number: str, decision: Decision, newest_first: bool) -> Iterator[Splice]:
    head, names = next(((line, names) for line, names in log.heads if {"id", ""} & {*names}), (None, []))
    if head is None:
        return
    cells = {"id": number, "": number, "title": decision.text, "decision": decision.text, "date": decision.date,
             "status": _STATUS, "phase": decision.phase}  # fmt: skip
    row = f"| {' | '.join(in_cell(cells.get(name) or '—') for name in names)} |"
    below = [line for line in log.document.lines[head.number :] if line.kind in ("bar", "row")]
    bar = log.document.lines[head.number]
    last = bar
    for line in below:
        if line.number == last.number + 1:
            last = line
    yield _put(log.document, bar.after if newest_first else last.after, [row])


def _entry_lines(like: LoggedEntry | None, number: str, decision: Decision, owner: str | None) -> Iterator[str]:
    """The lines of an entry, below a heading as the last one has it. The owner is written where that one has one."""
    heading = ENTRY.search(like.heading.text) if like is not None else None
    sign = heading["sign"] if heading is not None else ": "
    level = like.heading.level if like is not None else 2
    yield f"{'#' * level} {number}{sign}{in_heading(decision.text)}"
    yield ""
    reversible = None if decision.reversible is None else "Yes" if decision.reversible else "No"
    values = {"Date": decision.date, "Status": _STATUS,
              "Owner": owner if like is not None and "owner" in like.said else None, "Phase": decision.phase,
              "Reversible": reversible}  # fmt: skip
    yield from (f"**{label}:** {value}" for label, value in values.items() if value)
    yield from ("", f"**Context:** {decision.context}") if decision.context else ()
    yield ""
    if decision.alternatives:
        yield from ("| Option | Verdict |", "|--------|---------|", f"| {in_cell(decision.text)} | Selected |")
        yield from (f"| {in_cell(text)} | Rejected |" for text in decision.alternatives)
        yield ""
    yield f"**Selected:** {decision.text}"
    yield from ("", f"**Rationale:** {decision.reason}") if decision.reason else ()
    yield from ("", f"**Outcome:** {decision.outcome}") if decision.outcome else ()


def reword_in_log(draft: Draft, path: str, old: str, new: str) -> bool:
    """Reword a decision's title in the log at a path, in its index and its entry; whether it stands there."""
    if draft.read(path) is None:
        return False
    log, wanted = Log(draft.document(path)), fold_decision(old)
    splices = []
    for entry in log.entries:
        found = ENTRY.search(entry.heading.text)
        if found is not None and fold_decision(entry.title) == wanted:
            start = entry.heading.start + found.start("title")
            splices.append(Splice(start, start + len(found["title"].rstrip()), in_heading(new)))
    splices += [Splice(*row.title, in_cell(new)) for row in log.rows if fold_decision(row.cells["text"]) == wanted]
    draft.splice(path, sorted(splices, key=lambda each: each.start))
    return bool(splices)
