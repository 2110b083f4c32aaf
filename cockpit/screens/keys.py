"""Keys: the bindings of actions, keys in words, and the keys that a person has chosen in the settings."""

import difflib
import pkgutil
from collections.abc import Container, Iterable, Iterator, Mapping
from importlib import import_module

from textual.binding import ActiveBinding, Binding, BindingType, InvalidBinding
from textual.dom import DOMNode
from textual.keys import KEY_DISPLAY_ALIASES, Keys, format_key

from cockpit.actions import BY_ID
from cockpit.regex import regex
from cockpit.screens.row_actions import ANSWERING, TABLE
from cockpit.values import dataclass
from cockpit.wording.messages import Words

NO_KEY = "none"
"""What an action is bound to that lost its key to another: no key has this name."""


def bindings(*ids: str, hidden: Container[str] = ()) -> list[Binding]:
    """The bindings of some actions; the footer shows them, but for those that are `hidden` from it."""
    return [
        Binding(action.key, run_by(action.id), action.label, show=action.id not in hidden,
                id=action.id, tooltip=action.tooltip)
        for action in map(BY_ID.__getitem__, ids)
    ]  # fmt: skip


def run_by(name: str) -> str:
    """What Textual runs for an action, by key or click: for one of whatever row is selected, a method of the screen."""
    return name.removeprefix("row.") if name.startswith("row.") else f"act('{name}')"


def action_of(binding_action: str) -> str | None:
    """The id of the action that a binding does; None where it is only the screen's."""
    found = _ACT.fullmatch(binding_action)
    return found["id"] if found is not None else None


_ACT = regex(r"act\('(?P<id>[a-z.-]+)'\)")


def keys_by_action(keymap: Mapping[str, str]) -> dict[str, str]:
    """By action the first key that does it, in words, as the person has mapped it: its own, else the one that answers
    a row, records something new, or shows the menu.
    """
    usual = {action.id: action.key for action in BY_ID.values() if action.key} | {"prompt.run": "x"}
    chosen = {name: spoken(keymap.get(name, key).split(",")[0]) for name, key in usual.items()
              if keymap.get(name, key) != NO_KEY}  # fmt: skip
    for action in BY_ID.values():
        records = action.id in TABLE and TABLE[action.id].records
        instead = "row.answer" if action.id in ANSWERING else "row.new" if records else "row.more"
        if action.id not in usual and action.label and instead in chosen:
            chosen[action.id] = chosen[instead]
    return chosen


def key_in(active: Mapping[str, ActiveBinding], name: str) -> str:
    """The key, in words, of the action that the settings call so, among the bindings of a screen."""
    bound = (each.binding for each in active.values())
    return spoken(next((each.key for each in bound if each.id == name), NO_KEY))


def spoken(key: str) -> str:
    """A key as a sentence names it: `Enter`, `Esc`, `Ctrl+S`, `F8`, `?`."""
    shown = format_key(key)
    if len(shown) == 1 and key not in KEY_DISPLAY_ALIASES:
        return shown
    short = key.replace("escape", "esc").replace("delete", "del").replace("underscore", "_")
    return "+".join(part.capitalize() for part in short.split("+"))


# The keys a person has chosen in the settings: which hold, and what is wrong with the others

_ROWS = ("row.answer", "row.more", "threshold.limit", "change.undo", "change.redo")
"""Actions of dashboard, log and checklist."""
_CHECKLIST = ("resume.waive", "resume.prompt")
_PROGRAM = ("app.quit", "app.suspend")
_DASHBOARD = ("row", "handoff", "resume", "pane", "app")
_TOGETHER = (
    {"rows", "dashboard", "cursor", "app"},
    {"rows", "log", "dialog", "cursor", "app"},
    {"rows", "check", "cursor", "app"},
    {"prompt", "cursor", "app"},
    {"diff", "dialog", "cursor"},
    {"about", "dialog", "cursor"},
    {"file", "dialog", "cursor"},
    {"wizard", "cursor", "app"},
    {"rows", "everywhere", "cursor", "app"},
)
"""The groups of actions that wait for keys at the same time."""
_MODIFIERS = regex(r"(?:(?:ctrl|alt|shift|super|hyper|meta)\+)*")
_Keys = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Chosen:
    """The keys of actions that are not the usual ones, by the actions' names; and what is wrong with others."""

    keys: Mapping[str, str]
    problems: tuple[Words, ...] = ()


def chosen_keys(table: Mapping[str, str], own: Iterable[BindingType] = ()) -> Chosen:
    """What holds of a `[keys]` table. `own` are the application's bindings.

    A key that the person gave is taken from every action that has it as a usual one at the same time; of two actions
    they gave it to, the first keeps it.
    """
    usual = usual_keys(own) if table else {}
    problems: list[Words] = []
    given: dict[str, _Keys] = {}
    for name, text in table.items():
        keys = _read(name, text, usual, problems)
        taken = {key: other for other, others in given.items() if meet(name, other) for key in others}
        problems += [
            f"settings.toml sets the key {key} for {taken[key]} and {name}; {taken[key]} keeps it."
            for key in keys
            if key in taken
        ]
        if free := tuple(key for key in keys if key not in taken):
            given[name] = free
    left_over = dict(_left_over(usual, given))
    problems += [
        f"settings.toml leaves {name} without a key. Set another key." for name, each in left_over.items() if not each
    ]
    all_keys = {name: ",".join(each) or NO_KEY for name, each in (given | left_over).items()}
    return Chosen(all_keys, tuple(problems))


def _left_over(usual: Mapping[str, _Keys], given: Mapping[str, _Keys]) -> Iterator[tuple[str, _Keys]]:
    """The actions that lose a usual key to one that was given, and the keys they are left with."""
    for name, keys in usual.items():
        lost = {key for other, others in given.items() if meet(name, other) for key in others}
        if name not in given and lost & {*keys}:
            yield name, tuple(key for key in keys if key not in lost)


def _read(name: str, text: str, usual: Mapping[str, _Keys], problems: list[Words]) -> _Keys:
    """The keys a person gave an action; none where something is wrong with them."""
    if name not in usual:
        likely = difflib.get_close_matches(name, usual, n=1)
        if likely:
            problems.append(f"settings.toml sets a key for {name!r}, which is not an action. Did you mean {likely[0]}?")
        else:
            problems.append(f"settings.toml sets a key for {name!r}, which is not an action. See docs/keys.md.")
        return ()
    try:
        keys = _normal(text)
    except InvalidBinding:
        problems.append(f"settings.toml sets no valid key for {name}.")
        return ()
    problems += [f"settings.toml sets an unknown key for {name}: {key!r}." for key in keys if not _exists(key)]
    return tuple(key for key in keys if _exists(key))


def _normal(text: str) -> _Keys:
    """Keys as Textual names them: `?` is `question_mark`, `F11` is `f11`."""
    typed = (part.strip() for part in text.split(","))
    words = ",".join(part if len(part) == 1 else part.lower() for part in typed)
    return tuple(dict.fromkeys(binding.key for binding in Binding.make_bindings([Binding(words, "")])))


def _exists(key: str) -> bool:
    name = _MODIFIERS.sub("", key, count=1)
    return key in {*Keys} or name in {*Keys} or len(format_key(name)) == 1


def meet(one: str, other: str) -> bool:
    """Whether two actions wait for keys at the same time."""
    groups = {_group(one), _group(other)}
    return one != other and (len(groups) == 1 or any(groups <= together for together in _TOGETHER))


def _group(name: str) -> str:
    for group, names in (("rows", _ROWS), ("check", _CHECKLIST), ("app", _PROGRAM)):
        if name in names:
            return group
    first, dot, _ = name.partition(".")
    return "dashboard" if first in _DASHBOARD or not dot else first


def usual_keys(own: Iterable[BindingType]) -> dict[str, _Keys]:
    """Every action that has a name, with its usual keys."""
    usual: dict[str, _Keys] = {}
    for binding in named_bindings(own):
        usual[binding.id or ""] = tuple(dict.fromkeys((*usual.get(binding.id or "", ()), *_normal(binding.key))))
    return usual


def named_bindings(own: Iterable[BindingType]) -> Iterator[Binding]:
    """The bindings that have a name: those of the application, of every screen and widget."""
    for binding in (*own, *_of_screens()):
        if isinstance(binding, Binding) and binding.id:
            yield binding


def _of_screens() -> Iterator[BindingType]:
    """The bindings of every screen and widget; most are loaded only for this."""
    import cockpit.screens
    import cockpit.widgets

    for package in (cockpit.screens, cockpit.widgets):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for each in vars(import_module(module.name)).values():
                if isinstance(each, type) and issubclass(each, DOMNode):
                    yield from vars(each).get("BINDINGS", ())
