"""Keeping the state file small (seed, "Keep it small"): what it lets go is moved to `.autopilot/archive/`."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from cockpit.model import Decision, Track
from cockpit.model.errors import CommandError
from cockpit.regex import regex
from cockpit.systems.autopilot.contradictions import LONGEST
from cockpit.systems.autopilot.decisions.decisions_log import fold_decision
from cockpit.systems.autopilot.edit_session import EditSession
from cockpit.systems.shared.entry_lists import decision_entry, read_decision
from cockpit.systems.shared.list_editing import Entry, entries_in, in_brackets, other_cells, remove_entries, whole
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.outcome import Outcome
from cockpit.systems.shared.stated_values import DECISIONS, TODOS
from cockpit.text.decoding import split_lines
from cockpit.text.markdown import Section, insert_lines, parse
from cockpit.wording.messages import Message

FEWEST_DECISIONS, MOST_DECISIONS = 3, 5
"""How many decisions the state file keeps (seed: "keep 3-5")."""

_OUTCOME = ("outcome", "result", "status")
"""The columns that state what came of a decision."""
_DATE = regex(r"\d{4}-\d{2}-\d{2}")


def make_room(edit: EditSession, outcome: Outcome, decided: Decision | None = None) -> Outcome:
    """The outcome of a verb that added an entry, once there is room for it; with what was moved to the archive.

    Of a file of 100 lines or more the oldest decisions go, all but three, then ticked todos. Raises CommandError where
    it would still be too long. With `decided`, the decision that was added, at most five stay in any case."""
    editor = edit.editor
    if editor is None:
        return outcome
    decisions = oldest_first(
        editor.markdown.section(*DECISIONS), (*edit.sources.logged, *([decided] if decided else ()))
    )
    to_move = list(decisions[:-MOST_DECISIONS]) if decided else []
    if _surplus(edit, editor, to_move) > 0:
        to_move = _entries_to_move(edit, editor, decisions[:-FEWEST_DECISIONS])
    remarks = [_move_decisions(edit, editor, to_move)] if to_move else []
    ticked = [entry for entry in entries_in(editor.markdown.section(*TODOS)) if entry.finished]
    if ticked and _surplus(edit, editor) > 0:
        remarks.append(_move_todos(edit, editor, _entries_to_move(edit, editor, ticked)))
    if _surplus(edit, editor) > 0:
        lines = editor.markdown.lines.count
        raise CommandError(Message("autopilot.state-file-full", path=editor.path, lines=lines, limit=LONGEST))
    if not remarks:
        return outcome
    return replace(
        outcome,
        remarks=(*outcome.remarks, *remarks),
        touches=outcome.touches | {"decisions", "todos"},
        holds=lambda track: outcome.holds(track) and _none_lost(edit, track),
    )


def oldest_first(section: Section | None, logged: tuple[Decision, ...]) -> tuple[Entry, ...]:
    """The decisions of the section from the oldest to the newest."""
    entries = entries_in(section)
    return entries[::-1] if is_newest_first(section, logged) else entries


def is_newest_first(section: Section | None, logged: tuple[Decision, ...]) -> bool:
    """Whether the entries' dates, or their places in the decision log, only go back, and do so at all."""
    entries = entries_in(section)
    dates = [found[0] for entry in entries if (found := _DATE.search(entry.text))]
    if len(dates) >= 2:
        return _is_falling(dates)
    known: dict[str, int] = {}
    for place, decision in enumerate(logged):
        known.setdefault(fold_decision(decision.text), place)
    places = [known.get(fold_decision(read_decision(entry.raw).text)) for entry in entries]
    return _is_falling([f"{place:06}" for place in places if place is not None])


def _none_lost(edit: EditSession, track: Track) -> bool:
    """Whether every decision, with its outcome, is still in the state file, the decision log or the archive; and every
    open todo in the state file.
    """
    text = edit.draft.text(edit.path("archive/decisions.md")) or ""
    archived = [read_decision(item.text) for section in parse(text).sections for item in section.items()]
    outcomes = _outcomes((*track.decisions, *archived))
    open_todos = {todo.text for todo in edit.before.todos if not todo.done}
    return all(_is_in(outcomes, decision) for decision in edit.before.decisions) and open_todos <= {
        todo.text for todo in track.todos
    }


def _is_falling(values: list[str]) -> bool:
    return len(set(values)) > 1 and all(one >= other for one, other in pairwise(values))


def _lines_of(editor: MarkdownEditor, entry: Entry) -> int:
    line_of = editor.markdown.lines.index.line_of
    return line_of(entry.end - 1) - line_of(entry.start) + 1


def _surplus(edit: EditSession, editor: MarkdownEditor, without: Sequence[Entry] = ()) -> int:
    """How many lines a file in layout 1 has from the hundredth on, also without the entries that go."""
    if edit.is_waypoint:
        return 0
    return editor.markdown.lines.count - sum(_lines_of(editor, entry) for entry in without) - LONGEST + 1


def _entries_to_move(edit: EditSession, editor: MarkdownEditor, entries: Sequence[Entry]) -> list[Entry]:
    """The first of the entries, as many as make the file short enough; none that stands inside another."""
    to_move: list[Entry] = []
    surplus = _surplus(edit, editor)
    for entry in entries:
        if surplus <= 0:
            break
        if not to_move or not to_move[-1].start < entry.start < to_move[-1].end:
            to_move.append(entry)
            surplus -= _lines_of(editor, entry)
    return to_move


def _move_decisions(edit: EditSession, editor: MarkdownEditor, entries: list[Entry]) -> Message:
    """Move decisions to their archive, those that the decision log does not hold; the others go."""
    logged = _outcomes(edit.sources.logged)
    texts = [text for entry in entries if not _is_in(logged, read_decision(text := _entry_line(entry)))]
    path, count = edit.path("archive/decisions.md"), len(entries)
    if texts:
        _archive(edit, path, "# Archived Decisions", [f"- {text}" for text in texts])
    _remove(editor, DECISIONS, entries)
    logged_all = Message("autopilot.logged-decisions-removed", count=count, path=editor.path)
    return Message("autopilot.decisions-moved", count=count, path=editor.path, archive=path) if texts else logged_all


def _move_todos(edit: EditSession, editor: MarkdownEditor, entries: list[Entry]) -> Message:
    """Move todos to their archive."""
    path = edit.path("archive/todos.md")
    _archive(edit, path, "# Archived Todos", [f"- {whole(entry)}" for entry in entries])
    _remove(editor, TODOS, entries)
    return Message("autopilot.todos-moved", count=len(entries), path=editor.path, archive=path)


def _remove(editor: MarkdownEditor, names: tuple[str, ...], entries: list[Entry]) -> None:
    section = editor.markdown.section(*names)
    if section is not None:
        remove_entries(editor, section, *entries)


def _archive(edit: EditSession, path: str, title: str, lines: list[str]) -> None:
    """Add lines at the end of an archive that are not there yet. It is written before the state file, so that a crash
    loses none."""
    decoded = edit.draft.decoded(path)
    if decoded is None:
        edit.draft.create(path, "\n".join((title, "", *lines, "")))
    else:
        there = {line.rstrip("\r\n") for line in split_lines(decoded.text)}
        new = [line for line in lines if line not in there]  # one that came back with an older copy of the state
        edit.draft.splice(path, [insert_lines(decoded.text, len(decoded.text), new, decoded.newline)] if new else [])
    edit.draft.put_first(path)


def _outcomes(decisions: tuple[Decision, ...]) -> dict[str, list[str]]:
    """The recorded outcomes of each decision, folded for comparison."""
    outcomes: dict[str, list[str]] = {}
    for decision in decisions:
        outcomes.setdefault(fold_decision(decision.text), []).append(fold_decision(decision.outcome or ""))
    return outcomes


def _is_in(outcomes: dict[str, list[str]], decision: Decision) -> bool:
    """Whether a decision is among those, with its outcome."""
    outcome = fold_decision(decision.outcome or "")
    return any(outcome in known for known in outcomes.get(fold_decision(decision.text), ()))


def _entry_line(entry: Entry) -> str:
    """A decision as one line, the outcome behind a dash also where it stood in a column of its own."""
    cells = other_cells(entry)
    outcome = next((cells.pop(name) for name in _OUTCOME if name in cells), None)
    stated = f"{outcome}{in_brackets(cells)}" if outcome else "; ".join(f"{name}: {cells[name]}" for name in cells)
    return decision_entry(entry.raw, stated) if stated else entry.raw
