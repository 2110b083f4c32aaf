"""Changing the words of a decision, blocker or todo; what belongs to it (outcome, tick, marks) stays."""

import re

from cockpit.documents.markdown import on_one_line
from cockpit.documents.splice import Splice
from cockpit.model import Track
from cockpit.model.errors import Changed
from cockpit.model.intents import Reword
from cockpit.systems.autopilot.decisions_log import ENTRY, NAME, fold_decision
from cockpit.systems.autopilot.editing.arguments import checked_entry
from cockpit.systems.autopilot.editing.desk import Desk, state_sheet
from cockpit.systems.autopilot.editing.todos import missing
from cockpit.systems.editing.list_sections import Entry, find_entry
from cockpit.systems.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.reading.blocker_entries import read_blocker
from cockpit.systems.reading.decision_entries import KEPT, as_one, in_heading, read_decision
from cockpit.systems.reading.titles import BLOCKERS, DECISIONS, TODOS
from cockpit.systems.reading.values import plain

_SECTIONS = {"decision": DECISIONS, "blocker": BLOCKERS, "todo": TODOS}


def reword(desk: Desk, intent: Reword) -> Outcome:
    """Give an entry other words. `old` is the text as it was seen, without the outcome."""
    old, new = " ".join(intent.old.split()), checked_entry(intent.new, intent.kind)
    sheet = state_sheet(desk)
    entry = find_entry(sheet.markdown.section(*_SECTIONS[intent.kind]), old, lambda entry: _read(intent.kind, entry))
    logged = intent.kind == "decision" and _reword_log(desk, old, new)
    if entry is None and not logged:
        raise Changed(missing(intent.kind, old, _texts(desk.before, intent.kind)))
    if entry is not None:
        words = as_one(new) if intent.kind == "decision" else new
        sheet.change([_rewrite(sheet, entry, _read(intent.kind, entry), old, words)])
    return Outcome(
        sentence=f"Reworded the {intent.kind}: {new}",
        touches=frozenset({f"{intent.kind}s", "findings"}),
        holds=lambda track: _replaced(_texts(desk.before, intent.kind), _texts(track, intent.kind), new),
    )


def _read(kind: str, entry: Entry) -> str:
    if kind == "decision":
        return read_decision(entry.raw).text
    return read_blocker(entry.text, ticked=entry.checked).text if kind == "blocker" else entry.text


def _rewrite(sheet: MarkdownSheet, entry: Entry, read: str, old: str, new: str) -> Splice:
    """Replace the words where they stand as such; where markup or line ends stand between, the whole entry."""
    written = sheet.text[entry.text_start : entry.text_end]
    found = _words(read if old != entry.text else written).search(written)
    if found:
        return Splice(entry.text_start + found.start(), entry.text_start + found.end(), on_one_line(new))
    return Splice(entry.text_start, entry.text_end, on_one_line(_words(read).sub(lambda _: new, entry.raw, count=1)))


def _words(text: str) -> re.Pattern[str]:
    """Just this text, whichever of its spaces are no-break ones."""
    return re.compile(rf"[ {KEPT}]".join(map(re.escape, text.split(" "))))


def _reword_log(desk: Desk, old: str, new: str) -> bool:
    """Reword the decision's title in the log, in its index and its entry; whether it stands there."""
    if desk.draft.read(desk.path(NAME)) is None:
        return False
    sheet = MarkdownSheet(desk.draft, desk.path(NAME))
    splices = []
    for section in sheet.markdown.sections:
        found = ENTRY.fullmatch(section.title)
        if section.heading and found and fold_decision(plain(found["title"])) == fold_decision(old):
            at = sheet.text.index(found["title"], section.heading.start)
            splices.append(Splice(at, at + len(found["title"]), in_heading(new)))
        for row in (row for table in section.tables() for row in table.rows):
            cell = row.cell("Title", "Decision")
            if cell is not None and fold_decision(plain(cell.text)) == fold_decision(old):
                splices.append(cell.rewrite(new))
    sheet.change(splices)
    return bool(splices)


def _texts(track: Track, kind: str) -> tuple[str, ...]:
    if kind == "decision":
        return tuple(decision.text for decision in track.decisions)
    return tuple(entry.text for entry in (track.blockers if kind == "blocker" else track.todos))


def _replaced(before: tuple[str, ...], after: tuple[str, ...], new: str) -> bool:
    """Whether at most one text differs, and the new one is there."""
    shown = plain(new)
    differing = [one for one, other in zip(before, after, strict=False) if one != other]
    return len(before) == len(after) and len(differing) <= 1 and any(shown.startswith(text) for text in after)
