"""Edits of a state file as data, and the check that its new text says what was meant and nothing else.

What a text says is plain data: mappings, lists, texts and None, by the description of its file. An edit names a place
in them by the keys and indexes that lead there, as in `("phases", 2, "status")`. Whoever applies edits makes the same
ones on what was said before, and compares.
"""

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from cockpit.values import dataclass

Place = tuple[str | int, ...]
Said = Any
"""What a text says, or a part of that."""


@dataclass(frozen=True, slots=True)
class Set:
    """A place is to say this; what is missing on the way there comes with it. None is said as the file says nothing."""

    at: Place
    value: Any


@dataclass(frozen=True, slots=True)
class Add:
    """A list is to have one element more, at its end; one that is missing comes with it."""

    at: Place
    value: Any


@dataclass(frozen=True, slots=True)
class Remove:
    """A key or an element is to be gone."""

    at: Place


Edit = Set | Add | Remove


class Unsafe(Exception):
    """The edits cannot be made so that the text says what was meant, and nothing else. Nothing was changed."""


def meant(said: Said, edits: Sequence[Edit]) -> Said:
    """What is to be said after the edits. Raises Unsafe where a place is of another kind than the edit takes it for."""
    said = copy.deepcopy(said)
    for edit in edits:
        try:
            said = _made(said, edit.at, edit)
        except (KeyError, IndexError, TypeError) as error:
            raise Unsafe(shown(edit.at)) from error
    return said


def _made(said: Said, at: Place, edit: Edit) -> Said:
    """What a value becomes by an edit at a place within it."""
    if not at:
        if isinstance(edit, Add):
            if said and not isinstance(said, list):
                raise TypeError(edit.at)
            return [*(said or []), copy.deepcopy(edit.value)]
        if isinstance(edit, Remove):
            raise KeyError(edit.at)
        return copy.deepcopy(edit.value)
    step, *rest = at
    if said is None and isinstance(step, str):
        said = {}
    if not rest and isinstance(edit, Remove):
        del said[step]
    else:
        there = said.get(step) if isinstance(said, dict) else said[step]
        said[step] = _made(there, tuple(rest), edit)
    return said


def confirm(wanted: Said, said: Said) -> None:
    """Raise Unsafe, naming the places, where a text says something else than was meant."""
    differing = [*_differing(wanted, said, ())]
    if differing:
        raise Unsafe(", ".join(map(shown, differing[:3])))


def _differing(one: Said, other: Said, at: Place) -> Iterator[Place]:
    """The innermost places at which two values are not the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in {**one, **other}:
            if key not in one or key not in other:
                yield (*at, key)
            else:
                yield from _differing(one[key], other[key], (*at, key))
    elif isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for number, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            yield from _differing(mine, theirs, (*at, number))
    elif one != other:
        yield at


def shown(at: Place) -> str:
    """A place as it stands in a sentence: `phases.2.status`."""
    return ".".join(map(str, at))
