"""Structural sharing between two snapshots: what did not change stays the same object.

A widget redraws only when its slice is another object, so a reload must hand out the old objects for the old values.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass, replace
from typing import TypeVar

from cockpit.model.state import Project

T = TypeVar("T")


def share(old: T, new: T) -> T:
    """`new`, with every part that equals its counterpart in `old` replaced by the old object."""
    if old is new or (old == new and type(old) is type(new)):
        return old
    if isinstance(old, Project) and isinstance(new, Project):
        shared: object = _share_project(old, new)
    elif is_dataclass(new) and not isinstance(new, type) and type(old) is type(new):
        shared = replace(new, **{each.name: share(getattr(old, each.name), getattr(new, each.name))
                                 for each in fields(new)})  # fmt: skip
    elif isinstance(old, tuple) and isinstance(new, tuple):
        shared = tuple(_share_items(old, new))
    elif isinstance(old, Mapping) and isinstance(new, Mapping):
        shared = {key: share(old.get(key), value) for key, value in new.items()}
    else:
        shared = new
    return shared  # type: ignore[return-value]  # every branch builds the type it was given


def _share_project(old: Project, new: Project) -> Project:
    known = {(track.system, track.path): track for track in old.tracks}
    tracks = tuple(share(known.get((track.system, track.path), track), track) for track in new.tracks)
    return replace(new, tracks=tracks, findings=share(old.findings, new.findings),
                   looked_at=share(old.looked_at, new.looked_at))  # fmt: skip


def _share_items(old: tuple[object, ...], new: tuple[object, ...]) -> list[object]:
    """Items keep their identity by value, so that an insertion at the front does not make every row new."""
    try:
        known = {item: item for item in old}
        return [known.get(item, item) for item in new]
    except TypeError:  # an item holds a mapping and cannot be hashed
        return [share(before, after) for before, after in zip(old, new, strict=False)] + list(new[len(old) :])
