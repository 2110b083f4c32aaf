"""The keys that change something or show what was changed, as plain data."""

import difflib
import pkgutil
import re
from collections.abc import Container, Iterable, Iterator, Mapping
from importlib import import_module

from textual.binding import ActiveBinding, Binding, BindingType, InvalidBinding
from textual.dom import DOMNode
from textual.keys import KEY_DISPLAY_ALIASES, Keys, format_key

from cockpit.values import dataclass
from cockpit.wording.messages import Message

KEYS = (
    ("a", "acknowledge", "acknowledge", "Acknowledge the alert: the agent may continue"),
    ("A", "acknowledge_with_note", "with note", "Acknowledge the alert, with a note"),
    (
        "x",
        "resolve",
        "resolve",
        "Resolve the blocker or error, answer the question, reset retries, tick the todo, raise the limit",
    ),
    ("s", "snooze", "snooze", "Hide the alert on your screen; the agent still waits"),
    ("l", "limit", "limit", "Change the value at which a level begins"),
    ("W", "withdraw", "withdraw", "Withdraw the acknowledgment: the agent asks again"),
    ("X", "reset_alerts", "reset alerts", "Reset the alerts: withdraw every acknowledgment"),
    ("d", "decide", "decision", "Record a decision"),
    ("b", "block", "blocker", "Record a blocker"),
    ("t", "todo", "todo", "Add a todo"),
    ("E", "reword", "reword", "Change the text of the decision, blocker or todo"),
    ("m", "move", "move", "Change status, phase, plan, task, next action; retry or skip a phase"),
    ("c", "complete", "complete", "A task, plan, phase or session is complete"),
    ("h", "hand_off", "hand off", "Write a handoff for a fresh agent, from a proposal"),
    ("r", "resume", "resume", "Check what the handoff claims, and continue with a fresh agent"),
    ("P", "archive", "archive", "Put the finished track away, after showing what goes where"),
    ("u", "undo", "undo", "Undo the last change made with cockpit, after showing it"),
    ("U", "redo", "redo", "Do the undone change again, after showing it"),
    ("D", "review", "review", "Show the diff of each change before it is written, or no longer"),
    ("L", "ledger", "ledger", "What was changed with cockpit, when and by whom"),
)
"""Key, action, word for the footer, and what it does."""

_ELSEWHERE = (("e", "edit", "dashboard.edit"), ("enter", "details", "dashboard.details"), ("x", "run", "prompt.run"))
"""Keys of one screen that are named on another: the usual key, the action, and how the settings name it."""

NO_KEY = "none"
"""What an action is bound to that lost its key to another: no key has this name."""

IN_FOOTER = ("acknowledge", "resolve", "move", "resume", "hand_off", "archive", "undo", "redo")
"""The ones the footer shows."""

HISTORY = frozenset({"undo", "redo", "review", "ledger"})
"""Those that are about what was done; they need no track."""

LOOKING = frozenset({"ledger", "resume"})
"""Those that only show something, so that they act where nothing may be changed."""

PERSONAL = frozenset({"acknowledge", "acknowledge_with_note", "snooze", "limit", "withdraw", "reset_alerts"})
"""Those that only a person may carry out."""

STATE = frozenset({"decide", "block", "todo", "move", "complete", "reword"})
"""Actions that always write to the state file."""

ACTIONS = frozenset(action for _, action, _, _ in KEYS)
"""Every action that changes something, or shows what was changed."""


def bindings(actions: Container[str] = ACTIONS, in_footer: Container[str] = IN_FOOTER) -> list[Binding]:
    """The bindings of some actions; the footer shows those `in_footer`."""
    return [
        Binding(key, action, word, show=action in in_footer, id=binding_id(action), tooltip=does)
        for key, action, word, does in KEYS
        if action in actions
    ]


def binding_id(action: str) -> str:
    """How the settings name a key."""
    return f"answer.{action.replace('_', '-')}"


def keys_by_action(keymap: Mapping[str, str]) -> dict[str, str]:
    """The first key of each action that has one, in words, as the person has mapped it."""
    named = (*((key, action, binding_id(action)) for key, action, _, _ in KEYS), *_ELSEWHERE)
    chosen = {action: keymap.get(name, key) for key, action, name in named}
    return {action: spoken(keys.split(",")[0]) for action, keys in chosen.items() if keys != NO_KEY}


def key_in(active: Mapping[str, ActiveBinding], name: str) -> str:
    """The key, in words, of the action that the settings call so, among the bindings of a screen."""
    bound = (each.binding for each in active.values())
    return spoken(next((each.key for each in bound if each.id == name), NO_KEY))


def spoken(key: str) -> str:
    """A key as a sentence names it: `Enter`, `Esc`, `Ctrl+S`, `F8`, `?`."""
    shown = format_key(key)
    if len(shown) == 1 and key not in KEY_DISPLAY_ALIASES:
        return shown
    return "+".join(part.capitalize() for part in key.replace("escape", "esc").split("+"))


# The keys a person has chosen in the settings: which hold, and what is wrong with the others

_TOGETHER = (
    {"answer", "dashboard", "cursor", "pane", "app"},
    {"answer", "ledger", "cursor", "dialog"},
    {"answer", "resume", "cursor", "app"},
    {"prompt", "cursor", "app"},
    {"diff", "dialog", "cursor"},
    {"about", "dialog", "cursor"},
    {"handoff", "cursor", "app"},
)
"""The groups of actions that wait for keys at the same time, by the first part of their names."""
_MODIFIERS = re.compile(r"(?:(?:ctrl|alt|shift|super|hyper|meta)\+)*")
_Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The keys of actions that are not the usual ones, by the actions' names; and what is wrong with others."""

    keys: Mapping[str, str]
    problems: tuple[Message, ...] = ()


def chosen_keys(table: Mapping[str, str], own: Iterable[BindingType] = ()) -> Chosen:
    """What holds of a `[keys]` table. `own` are the application's bindings.

    A key that the person gave is taken from every action that has it as a usual one at the same time; of two actions
    they gave it to, the first keeps it.
    """
    usual = usual_keys(own) if table else {}
    problems: list[Message] = []
    given: dict[str, _Keys] = {}
    for name, text in table.items():
        keys = _read(name, text, usual, problems)
        taken = {key: other for other, others in given.items() if _meet(name, other) for key in others}
        problems += [
            Message("screens.key-given-twice", key=key, first=taken[key], second=name) for key in keys if key in taken
        ]
        if free := tuple(key for key in keys if key not in taken):
            given[name] = free
    left_over = dict(_left_over(usual, given))
    problems += [Message("screens.action-without-key", action=name) for name, each in left_over.items() if not each]
    all_keys = {name: ",".join(each) or NO_KEY for name, each in (given | left_over).items()}
    return Chosen(all_keys, tuple(problems))


def _left_over(usual: Mapping[str, _Keys], given: Mapping[str, _Keys]) -> Iterator[tuple[str, _Keys]]:
    """The actions that lose a usual key to one that was given, and the keys they are left with."""
    for name, keys in usual.items():
        lost = {key for other, others in given.items() if _meet(name, other) for key in others}
        if name not in given and lost & {*keys}:
            yield name, tuple(key for key in keys if key not in lost)


def _read(name: str, text: str, usual: Mapping[str, _Keys], problems: list[Message]) -> _Keys:
    """The keys a person gave an action; none where something is wrong with them."""
    if name not in usual:
        likely = difflib.get_close_matches(name, usual, n=1)
        if likely:
            problems.append(Message("screens.action-misspelt", action=name, likely=likely[0]))
        else:
            problems.append(Message("screens.no-such-action", action=name))
        return ()
    try:
        keys = _normal(text)
    except InvalidBinding:
        problems.append(Message("project.no-key-given", action=name))
        return ()
    problems += [Message("screens.no-such-key", action=name, key=key) for key in keys if not _exists(key)]
    return tuple(key for key in keys if _exists(key))


def _normal(text: str) -> _Keys:
    """Keys as Textual names them: `?` is `question_mark`, `F11` is `f11`."""
    typed = (part.strip() for part in text.split(","))
    words = ",".join(part if len(part) == 1 else part.lower() for part in typed)
    return tuple(dict.fromkeys(binding.key for binding in Binding.make_bindings([Binding(words, "")])))


def _exists(key: str) -> bool:
    name = _MODIFIERS.sub("", key, count=1)
    return key in {*Keys} or name in {*Keys} or len(format_key(name)) == 1


def _meet(one: str, other: str) -> bool:
    """Whether two actions wait for keys at the same time."""
    groups = {one.partition(".")[0], other.partition(".")[0]}
    return one != other and (len(groups) == 1 or any(groups <= together for together in _TOGETHER))


def usual_keys(own: Iterable[BindingType]) -> dict[str, _Keys]:
    """Every action that has a name, with its usual keys."""
    usual: dict[str, _Keys] = {}
    for binding in (*own, *_of_screens()):
        if isinstance(binding, Binding) and binding.id:
            usual[binding.id] = tuple(dict.fromkeys((*usual.get(binding.id, ()), *_normal(binding.key))))
    return usual


def _of_screens() -> Iterator[BindingType]:
    """The bindings of every screen and widget; most are loaded only for this."""
    import cockpit.screens
    import cockpit.widgets

    for package in (cockpit.screens, cockpit.widgets):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for each in vars(import_module(module.name)).values():
                if isinstance(each, type) and issubclass(each, DOMNode):
                    yield from vars(each).get("BINDINGS", ())
