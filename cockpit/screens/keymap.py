"""The keys a person has chosen in the settings: which hold, and what is wrong with the others."""

import difflib
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module

from textual.binding import Binding, BindingType, InvalidBinding
from textual.dom import DOMNode
from textual.keys import Keys, format_key

from cockpit.screens.keys import NO_KEY
from cockpit.values import dataclass

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
    """The keys of actions that are not the usual ones, by the actions' names; and sentences about what is wrong."""

    keys: Mapping[str, str]
    problems: tuple[str, ...] = ()


def chosen_keys(table: Mapping[str, str], own: Iterable[BindingType] = ()) -> Chosen:
    """What holds of a `[keys]` table. `own` are the application's bindings.

    A key that the person gave is taken from every action that has it as a usual one at the same time; of two actions
    they gave it to, the first keeps it.
    """
    usual = usual_keys(own) if table else {}
    problems: list[str] = []
    given: dict[str, _Keys] = {}
    for name, text in table.items():
        keys = _read(name, text, usual, problems)
        taken = {key: other for other, others in given.items() if _meet(name, other) for key in others}
        problems += [
            f"settings.toml gives the key {key} to {taken[key]} and to {name}; {taken[key]} keeps it."
            for key in keys
            if key in taken
        ]
        if left := tuple(key for key in keys if key not in taken):
            given[name] = left
    left_over = dict(_left_over(usual, given))
    problems += [
        f"settings.toml leaves {name} no key; give it another." for name, each in left_over.items() if not each
    ]
    all_keys = {name: ",".join(each) or NO_KEY for name, each in (given | left_over).items()}
    return Chosen(all_keys, tuple(problems))


def _left_over(usual: Mapping[str, _Keys], given: Mapping[str, _Keys]) -> Iterator[tuple[str, _Keys]]:
    """The actions that lose a usual key to one that was given, and the keys they are left with."""
    for name, keys in usual.items():
        lost = {key for other, others in given.items() if _meet(name, other) for key in others}
        if name not in given and lost & {*keys}:
            yield name, tuple(key for key in keys if key not in lost)


def _read(name: str, text: str, usual: Mapping[str, _Keys], problems: list[str]) -> _Keys:
    """The keys a person gave an action; none where something is wrong with them."""
    if name not in usual:
        likely = difflib.get_close_matches(name, usual, n=1)
        way_out = f"did you mean {likely[0]}?" if likely else "docs/keys.md lists the actions."
        problems.append(f"settings.toml gives a key to {name!r}, which is no action; {way_out}")
        return ()
    try:
        keys = _normal(text)
    except InvalidBinding:
        problems.append(f"settings.toml gives no key for {name}.")
        return ()
    problems += [f"settings.toml gives {name} the key {key!r}, which there is not." for key in keys if not _exists(key)]
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
    import widgets

    for package in (cockpit.screens, widgets):
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            for each in vars(import_module(module.name)).values():
                if isinstance(each, type) and issubclass(each, DOMNode):
                    yield from vars(each).get("BINDINGS", ())
