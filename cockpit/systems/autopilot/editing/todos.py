"""Todos: adding one, ticking it, taking the tick back."""

from cockpit.documents.splice import Splice
from cockpit.model import Todo
from cockpit.model.errors import Changed, Refused
from cockpit.model.intents import AddTodo, TickTodo
from cockpit.systems.autopilot.editing.arguments import checked_entry
from cockpit.systems.autopilot.editing.desk import Desk, transponder_sheet
from cockpit.systems.autopilot.editing.pruning import make_room
from cockpit.systems.editing.list_sections import Entry, add_entry, find_entry
from cockpit.systems.editing.outcome import Outcome
from cockpit.systems.reading.titles import TODOS
from cockpit.systems.reading.values import plain

TOUCHES = frozenset({"todos", "findings"})


def add_todo(desk: Desk, intent: AddTodo) -> Outcome:
    """Add an open todo at the end of the list; one that stands there open already is not added twice."""
    text = checked_entry(intent.text, "todo")
    sheet, added = transponder_sheet(desk), Todo(text=plain(text))
    if added in desk.before.todos:
        return Outcome(sentence=f"The todo stands there already: {text}")
    add_entry(sheet, TODOS, text, checked=False)
    outcome = Outcome(sentence=f"Added the todo: {text}", touches=TOUCHES, holds=lambda track: added in track.todos)
    return make_room(desk, outcome)


def tick_todo(desk: Desk, intent: TickTodo) -> Outcome:
    """Tick the todo of exactly that text, or clear its box."""
    sheet = transponder_sheet(desk)
    entry = find_entry(sheet.markdown.section(*TODOS), intent.text, _read, checked=not intent.done)
    if entry is not None and entry.item is None:
        raise Refused(f"The todo on line {entry.line} of {sheet.path} is no list entry; edit it there.")
    if entry is None:
        raise Changed(missing("todo", intent.text, tuple(todo.text for todo in desk.before.todos)))
    ticked = Todo(text=entry.text, done=intent.done)
    wanted = desk.before.todos.count(ticked) + (entry.checked != intent.done)
    if entry.checked != intent.done:
        sheet.change([_tick(entry, intent.done)])
    return Outcome(
        sentence=f"{'Ticked' if intent.done else 'Took the tick back'}: {entry.text}",
        touches=TOUCHES,
        holds=lambda track: track.todos.count(ticked) == wanted,
    )


def missing(kind: str, text: str, there: tuple[str, ...]) -> str:
    """The sentence that an entry is not there, with those that are."""
    shown = "; ".join(f'"{_short(other)}"' for other in there[:5]) + ("; …" if len(there) > 5 else "")
    return f'There is no {kind} "{_short(text)}". ' + (f"There is {shown}." if there else "There is none at all.")


def _short(text: str) -> str:
    return text if len(text) <= 100 else f"{text[:99]}…"


def _read(entry: Entry) -> str:
    return entry.text


def _tick(entry: Entry, done: bool) -> Splice:
    if entry.item is not None and entry.item.box_at is not None:
        return entry.item.check(done)
    return Splice(entry.text_start, entry.text_start, "[x] " if done else "[ ] ")
