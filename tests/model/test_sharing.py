"""What did not change between two readings stays the same object."""

from copy import deepcopy
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.model import Decision, Project, Todo, Track
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


def test_an_unchanged_track_beside_a_changed_one_is_the_old_object() -> None:
    old = project(track(path="a"), track(path="b"))
    new = project(track(path="a", title="renamed"), track(path="b"))
    shared = share(old, new)
    assert shared == new
    assert shared.tracks[1] is old.tracks[1]
    assert shared.findings is old.findings


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


def test_a_changed_row_is_new_and_its_neighbours_are_not() -> None:
    old = (Todo(text="a"), Todo(text="b"), Todo(text="c"))
    shared = share(old, (Todo(text="a"), Todo(text="b", done=True), Todo(text="c")))
    assert [one is other for one, other in zip(shared, old, strict=True)] == [True, False, True]


def test_items_that_cannot_be_hashed_are_compared_in_their_places() -> None:
    old = ({"a": 1}, {"b": 2})
    shared = share(old, ({"a": 1}, {"b": 3}, {"c": 4}))
    assert shared == ({"a": 1}, {"b": 3}, {"c": 4})
    assert shared[0] is old[0]


@pytest.mark.parametrize("new", [(), ({"a": 1},), ({"z": 0}, {"a": 1})])
def test_unhashable_items_may_become_fewer_or_others(new: tuple[dict[str, int], ...]) -> None:
    assert share(({"a": 1}, {"b": 2}), new) == new


def test_unchanged_values_of_a_mapping_are_shared() -> None:
    old = {"kept": Todo(text="a"), "dropped": Todo(text="b")}
    shared = share(old, {"kept": Todo(text="a"), "added": Todo(text="c")})
    assert shared == {"kept": Todo(text="a"), "added": Todo(text="c")}
    assert shared["kept"] is old["kept"]


@pytest.mark.parametrize(
    ("old", "new"), [(None, Todo(text="a")), (Todo(text="a"), None), ((), Todo(text="a")), (1, 2), (1, True)]
)
def test_values_of_different_kinds_are_simply_replaced(old: object, new: object) -> None:
    assert share(old, new) is new


TODOS = st.lists(st.builds(Todo, text=st.sampled_from("abcd"), done=st.booleans())).map(tuple)


@settings(deadline=None)
@given(TODOS, TODOS)
def test_sharing_never_changes_the_state(old: tuple[Todo, ...], new: tuple[Todo, ...]) -> None:
    shared = share(project(track(todos=old)), project(track(todos=new)))
    assert shared == project(track(todos=new))
    assert all(any(todo is known for known in old) for todo in shared.tracks[0].todos if todo in old)


def test_a_project_finds_its_tracks_by_key() -> None:
    first, second = track(), track(path="pkg/.autopilot/TRANSPONDER.md", id="session-7")
    found = project(first, second)
    assert (first.key, second.key) == ("autopilot:.autopilot/TRANSPONDER.md", "session-7")
    assert found.track(None) is first
    assert found.track("session-7") is second
    assert found.track("autopilot:.autopilot/TRANSPONDER.md") is first
    assert found.track("nothing") is None
    assert Project(root="/").track(None) is None
