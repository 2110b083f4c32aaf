"""What did not change between two readings stays the same object."""

from copy import deepcopy
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model import Decision, Todo, Track
from cockpit.model.sharing import share
from tests.support.model_builders import full_track, project, track


def test_an_equal_project_is_the_old_one() -> None:
    old = project(full_track())
    assert share(old, deepcopy(old)) is old


@pytest.mark.parametrize("slice_name", [each.name for each in fields(Track) if each.name not in ("system", "path")])
def test_a_change_in_one_slice_leaves_the_others_alone(slice_name: str) -> None:
    old = project(full_track())
    blank = {"format": "other"}.get(slice_name, getattr(track(), slice_name))
    new = project(replace(deepcopy(old.tracks[0]), **{slice_name: blank}))
    shared = share(old, new)
    assert shared == new
    changed = [
        each.name
        for each in fields(Track)
        if getattr(shared.tracks[0], each.name) is not getattr(old.tracks[0], each.name)
    ]
    assert changed == [slice_name]


def test_tracks_are_told_apart_by_system_and_path_not_by_their_place() -> None:
    old = project(track(path="a", title="A"), track(path="b", title="B"))
    new = project(track(path="new"), track(path="b", title="B"), track(path="a", title="A"))
    shared = share(old, new)
    assert shared == new
    assert (shared.tracks[1], shared.tracks[2]) == (old.tracks[1], old.tracks[0])
    assert shared.tracks[1] is old.tracks[1]
    assert shared.tracks[2] is old.tracks[0]


def test_an_insertion_at_the_front_keeps_every_row() -> None:
    old = tuple(Decision(text=text) for text in "abc")
    shared = share(old, (Decision(text="new"), *deepcopy(old)))
    assert [decision.text for decision in shared] == ["new", "a", "b", "c"]
    assert all(one is other for one, other in zip(shared[1:], old, strict=True))


@pytest.mark.parametrize("new", [(), ({"a": 1},), ({"z": 0}, {"a": 1})])
def test_unhashable_items_may_become_fewer_or_others(new: tuple[dict[str, int], ...]) -> None:
    assert share(({"a": 1}, {"b": 2}), new) == new


TODOS = st.lists(st.builds(Todo, text=st.sampled_from("abcd"), done=st.booleans())).map(tuple)


@settings(deadline=None, max_examples=40)
@given(TODOS, TODOS)
def test_sharing_never_changes_the_state(old: tuple[Todo, ...], new: tuple[Todo, ...]) -> None:
    shared = share(project(track(todos=old)), project(track(todos=new)))
    assert shared == project(track(todos=new))
    assert all(any(todo is known for known in old) for todo in shared.tracks[0].todos if todo in old)
