"""Todos: adding one, ticking it, taking the tick back."""

import re

from cockpit.model import Todo, Track
from cockpit.model.errors import Changed, CommandError
from cockpit.model.intents import AddTodo, Reword, TickTodo
from cockpit.systems.autopilot.decisions.decisions_log import ENTRY, NAME, fold_decision
from cockpit.systems.autopilot.edit_session import EditSession, checked_entry, state_editor, transponder_editor
from cockpit.systems.autopilot.work.pruning import make_room
from cockpit.systems.shared.entry_lists import NO_BREAK_SPACE, as_one, in_heading, read_decision
from cockpit.systems.shared.list_editing import Entry, add_entry, find_entry
from cockpit.systems.shared.markdown_editor import MarkdownEditor
from cockpit.systems.shared.outcome import Outcome
from cockpit.systems.shared.stated_values import BLOCKERS, DECISIONS, TODOS, plain
from cockpit.text.markdown import on_one_line
from cockpit.text.splice import Splice
from cockpit.wording.messages import Message

TOUCHES = frozenset({"todos", "findings"})


def add_todo(edit: EditSession, intent: AddTodo) -> Outcome:
    """Add an open todo at the end of the list; one that stands there open already is not added twice."""
    text = checked_entry(intent.text, "todo")
    editor, added = transponder_editor(edit), Todo(text=plain(text))
    if added in edit.before.todos:
        return Outcome(sentence=Message("autopilot.todo-stands-already", todo=text))
    add_entry(editor, TODOS, text, checked=False)
    done = Message("autopilot.todo-added", todo=text)
    return make_room(edit, Outcome(sentence=done, touches=TOUCHES, holds=lambda track: added in track.todos))


def tick_todo(edit: EditSession, intent: TickTodo) -> Outcome:
    """Tick the todo of exactly that text, or clear its box."""
    editor = transponder_editor(edit)
    entry = find_entry(editor.markdown.section(*TODOS), intent.text, lambda each: each.text, checked=not intent.done)
    if entry is not None and entry.item is None:
        raise CommandError(Message("autopilot.todo-no-list-entry", line=entry.line, path=editor.path))
    if entry is None:
        raise Changed(missing("todo", intent.text, tuple(todo.text for todo in edit.before.todos)))
    ticked = Todo(text=entry.text, done=intent.done)
    expected = edit.before.todos.count(ticked) + (entry.checked != intent.done)
    if entry.checked != intent.done:
        editor.change([_tick(entry, intent.done)])
    box_cleared = Message("autopilot.tick-taken-back", todo=entry.text)
    return Outcome(
        sentence=Message("autopilot.todo-ticked", todo=entry.text) if intent.done else box_cleared,
        touches=TOUCHES,
        holds=lambda track: track.todos.count(ticked) == expected,
    )


def missing(kind: str, text: str, there: tuple[str, ...]) -> Message:
    """That an entry is not there, with those that are."""
    shown = "; ".join(f'"{_short(other)}"' for other in there[:5]) + ("; …" if len(there) > 5 else "")
    other = Message("autopilot.no-such-entry", kind=kind, text=_short(text), there=shown)
    return other if there else Message("autopilot.no-entries", kind=kind, text=_short(text))


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"


def _tick(entry: Entry, done: bool) -> Splice:
    if entry.item is not None and entry.item.box_at is not None:
        return entry.item.check(done)
    return Splice(entry.text_start, entry.text_start, "[x] " if done else "[ ] ")


# Changing the words of a decision, blocker or todo; what belongs to it (outcome, tick, marks) stays

_SECTIONS = {"decision": DECISIONS, "blocker": BLOCKERS, "todo": TODOS}


def reword(edit: EditSession, intent: Reword) -> Outcome:
    """Give an entry other words. `old` is the text as it was seen, without the outcome."""
    old, new = " ".join(intent.old.split()), checked_entry(intent.new, intent.kind)
    editor = state_editor(edit)
    entry = find_entry(
        editor.markdown.section(*_SECTIONS[intent.kind]), old, lambda entry: _reworded(intent.kind, entry)
    )
    logged = intent.kind == "decision" and _reword_log(edit, old, new)
    if entry is None and not logged:
        raise Changed(missing(intent.kind, old, _texts(edit.before, intent.kind)))
    if entry is not None:
        words = as_one(new) if intent.kind == "decision" else new
        editor.change([_rewrite(editor, entry, _reworded(intent.kind, entry), old, words)])
    return Outcome(
        sentence=Message("systems.entry-reworded", kind=intent.kind, text=new),
        touches=frozenset({f"{intent.kind}s", "findings"}),
        holds=lambda track: _replaced(_texts(edit.before, intent.kind), _texts(track, intent.kind), new),
    )


def _reworded(kind: str, entry: Entry) -> str:
    if kind == "decision":
        return read_decision(entry.raw).text
    return entry.blocker if kind == "blocker" else entry.text


def _rewrite(editor: MarkdownEditor, entry: Entry, read: str, old: str, new: str) -> Splice:
    """Replace the words where they stand as such; where markup or line ends stand between, the whole entry."""
    written = editor.text[entry.text_start : entry.text_end]
    found = _words(read if old != entry.text else written).search(written)
    if found:
        return Splice(entry.text_start + found.start(), entry.text_start + found.end(), on_one_line(new))
    return Splice(entry.text_start, entry.text_end, on_one_line(_words(read).sub(lambda _: new, entry.raw, count=1)))


def _words(text: str) -> re.Pattern[str]:
    """Just this text, whichever of its spaces are no-break ones."""
    return re.compile(rf"[ {NO_BREAK_SPACE}]".join(map(re.escape, text.split(" "))))


def _reword_log(edit: EditSession, old: str, new: str) -> bool:
    """Reword the decision's title in the log, in its index and its entry; whether it stands there."""
    if edit.draft.read(edit.path(NAME)) is None:
        return False
    editor = MarkdownEditor(edit.draft, edit.path(NAME))
    splices = []
    for section in editor.markdown.sections:
        found = ENTRY.fullmatch(section.title)
        if section.heading and found and fold_decision(plain(found["title"])) == fold_decision(old):
            at = editor.text.index(found["title"], section.heading.start)
            splices.append(Splice(at, at + len(found["title"]), in_heading(new)))
        for row in (row for table in section.tables() for row in table.rows):
            cell = row.cell("Title", "Decision")
            if cell is not None and fold_decision(plain(cell.text)) == fold_decision(old):
                splices.append(cell.rewrite(new))
    editor.change(splices)
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
