"""Keeping the state file under 100 lines (seed, "Keep it small"): what is over goes to the archive, never away."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

from cockpit.model import Track
from cockpit.rules.listing import counted
from cockpit.systems.autopilot.contradictions import LONGEST
from cockpit.systems.autopilot.editing.archived import keep
from cockpit.systems.autopilot.editing.decision_order import is_newest_first
from cockpit.systems.autopilot.editing.desk import Desk
from cockpit.systems.autopilot.editing.old_decisions import Kept, none_lost, put_away
from cockpit.systems.editing.list_sections import Entry, entries_in, remove_entries, whole
from cockpit.systems.editing.markdown_sheet import MarkdownSheet
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.reading.blocker_entries import read_blocker
from cockpit.systems.reading.titles import BLOCKERS, DECISIONS, TODOS

FEWEST_DECISIONS = 3
"""How many decisions stay in any case (seed: "keep only 3-5")."""

_KINDS = {"todos": "ticked todo", "blockers": "resolved blocker", "decisions": "old decision"}
_Candidates = tuple[tuple[str, ...], str, list[Entry]]


def with_pruning(desk: Desk, outcome: Outcome) -> Outcome:
    """Move old decisions and finished work away while the file is too long; the outcome with its remarks."""
    remarks = _prune(desk)
    if not remarks:
        return outcome
    return replace(
        outcome,
        remarks=(*outcome.remarks, *remarks),
        touches=outcome.touches | {"decisions", "todos", "blockers", "findings"},
        holds=lambda track: outcome.holds(track) and _keeps_open_work(desk.before, track) and none_lost(desk, track),
    )


def _prune(desk: Desk) -> tuple[str, ...]:
    sheet = desk.sheet
    if sheet is None or desk.is_waypoint or _length(sheet) < LONGEST:
        return ()
    moved: Counter[tuple[str, Kept]] = Counter()
    newest_first = is_newest_first(sheet.markdown.section(*DECISIONS), desk.sources.logged)
    found = None
    while _length(sheet) >= LONGEST:
        found = next((each for each in _candidates(sheet, newest_first=newest_first) if each[2]), None)
        if found is None:
            break
        going = _enough(sheet, found[2])
        kept = _move(desk, sheet, found, going)
        moved.update((found[1], each) for each in kept)
        if len(kept) < len(going):
            break
    return tuple(_remarks(desk, moved, _length(sheet), more=found is not None))


def _candidates(sheet: MarkdownSheet, *, newest_first: bool) -> Iterator[_Candidates]:
    """What may go, by kind: first what the seed names, old decisions; then ticked todos and resolved blockers."""
    markdown = sheet.markdown
    decisions = entries_in(markdown.section(*DECISIONS))
    oldest_first = decisions[::-1] if newest_first else decisions
    yield DECISIONS, "decisions", list(oldest_first[: max(0, len(decisions) - FEWEST_DECISIONS)])
    yield TODOS, "todos", [entry for entry in entries_in(markdown.section(*TODOS)) if entry.finished]
    blockers = entries_in(markdown.section(*BLOCKERS))
    resolved = [each for each in blockers if read_blocker(each.text, ticked=each.checked).status == "resolved"]
    yield BLOCKERS, "blockers", resolved


def _enough(sheet: MarkdownSheet, entries: list[Entry]) -> list[Entry]:
    """The first of the entries, as many as make the file short enough; none that stands inside another."""
    too_many = _length(sheet) - LONGEST + 1
    line_of = sheet.markdown.lines.index.line_of
    going: list[Entry] = []
    for entry in entries:
        if too_many <= 0:
            break
        if not going or not going[-1].start < entry.start < going[-1].end:
            going.append(entry)
            too_many -= line_of(entry.end - 1) - line_of(entry.start) + 1
    return going


def _move(desk: Desk, sheet: MarkdownSheet, found: _Candidates, going: list[Entry]) -> tuple[Kept, ...]:
    names, kind, _ = found
    rest = () if kind == "decisions" else (Kept(keep(desk, kind, *map(whole, going))),) * len(going)
    kept = rest or put_away(desk, *going)
    section = sheet.markdown.section(*names)
    if section is not None:
        remove_entries(sheet, section, *going[: len(kept)])
    return kept


def _remarks(desk: Desk, moved: Counter[tuple[str, Kept]], length: int, *, more: bool) -> Iterator[str]:
    path = desk.candidate.path
    for (kind, kept), count in moved.items():
        told = counted(count, _KINDS[kind])
        if kept.before:
            yield f"{path} was too long: took out {told}; {kept.path} holds {'them' if count > 1 else 'it'}."
        else:
            yield f"{path} was too long: moved {told} to {kept.path}."
    if length >= LONGEST:
        rest = "the next change moves more of them" if more else "nothing more can be moved out of it"
        yield f"{path} has {length} lines, its limit is fewer than {LONGEST}; {rest}."


def _length(sheet: MarkdownSheet) -> int:
    return sheet.markdown.lines.count


def _keeps_open_work(before: Track, after: Track) -> bool:
    """Whether every open todo and every blocker that stands is still there."""
    todos = {todo.text for todo in before.todos if not todo.done}
    blockers = {blocker.text for blocker in before.blockers if blocker.status != "resolved"}
    return todos <= {todo.text for todo in after.todos} and blockers <= {blocker.text for blocker in after.blockers}
