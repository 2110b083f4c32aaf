"""Our dataclasses against the standard ones: the same class body, made by both."""

import copy
import dataclasses
import pickle
from collections.abc import Mapping
from dataclasses import FrozenInstanceError, field, fields, is_dataclass, replace
from typing import Any

import pytest
from pydantic import TypeAdapter

from cockpit.values import MANY, dataclass


@dataclass(frozen=True, slots=True)
class Limit:
    """Given in order or by name."""

    metric: str
    at: float = 10
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """Given by name only."""

    text: str | None = None
    count: int


@dataclass(slots=True)
class Open:
    """Can be changed."""

    seen: list[str] = field(default_factory=list)
    at: int = 0


@dataclass(frozen=True, slots=True)
class Blank:
    """Has no fields."""


def body_of(ours: type[Any]) -> dict[str, Any]:
    """What stands in the class's body."""
    body: dict[str, Any] = {"__annotations__": ours.__annotations__, "__qualname__": ours.__qualname__}
    for each in fields(ours):
        if each.default is not dataclasses.MISSING:
            body[each.name] = each.default
        elif each.default_factory is not dataclasses.MISSING:
            body[each.name] = field(default_factory=each.default_factory)
    return body


def standard(ours: type[Any]) -> Any:
    """The same class, made by the standard decorator."""
    return dataclasses.dataclass(frozen=ours is not Open, slots=True, kw_only=ours is Named)(
        type(ours.__name__, (), body_of(ours))
    )


def copied(ours: type[Any]) -> Any:
    """The same class, made by our decorator once more: no object of it was made yet."""
    made = dataclass(frozen=ours is not Open, slots=True, kw_only=ours is Named)
    return made(type(ours.__name__, (), body_of(ours)))


@pytest.mark.parametrize(
    ("made", "args", "named"),
    [
        (Limit, ("cost",), {}),
        (Limit, ("cost", 25), {}),
        (Limit, ("cost", 25, {"a": "b"}), {}),
        (Limit, ("cost",), {"words": {"a": "b"}}),
        (Limit, (), {"at": 3, "metric": "cost"}),
        (Named, (), {"count": 1}),
        (Named, (), {"count": 1, "text": "x"}),
        (Open, (), {}),
        (Open, (["x"],), {"at": 2}),
        (Blank, (), {}),
    ],
)
@pytest.mark.parametrize("before", [0, MANY])
def test_the_same_values_as_the_standard_decorator_gives(
    made: Any, args: tuple[Any, ...], named: Any, before: int
) -> None:
    fresh = copied(made)
    for _ in range(before):
        fresh(*args, **named)
    ours, theirs = fresh(*args, **named), standard(made)(*args, **named)
    assert dataclasses.asdict(ours) == dataclasses.asdict(theirs)
    assert repr(ours) == repr(theirs)
    assert is_dataclass(ours)
    assert fresh.__match_args__ == type(theirs).__match_args__
    assert not hasattr(ours, "__dict__")
    assert ours == fresh(*args, **named)
    assert ours != theirs
    assert (fresh.__init__.__code__.co_filename == "<string>") is (before == MANY)  # compiled once it is worth it


@pytest.mark.parametrize(
    ("made", "args", "named", "says"),
    [
        (Limit, (), {}, "Limit misses or does not know: metric"),
        (Limit, ("cost",), {"limit": 1}, "Limit misses or does not know: limit"),
        (Limit, (), {"limit": 1}, "Limit misses or does not know: limit, metric"),
        (Limit, ("cost",), {"metric": "x"}, "Limit takes in order, and each once: metric, at, words"),
        (Limit, ("cost", 1, {}, 2), {}, "Limit takes in order, and each once: metric, at, words"),
        (Named, (1,), {}, "Named takes in order, and each once: nothing"),
        (Named, (), {}, "Named misses or does not know: count"),
        (Blank, (1,), {}, "Blank takes in order, and each once: nothing"),
    ],
)
def test_wrong_arguments_are_refused_as_by_the_standard_decorator(
    made: Any, args: tuple[Any, ...], named: Any, says: str
) -> None:
    with pytest.raises(TypeError) as ours:
        made(*args, **named)
    with pytest.raises(TypeError):
        standard(made)(*args, **named)
    assert str(ours.value) == says


@pytest.mark.parametrize(("args", "named"), [((), {}), (("cost",), {"limit": 1}), (("cost", 1, {}, 2), {})])
def test_wrong_arguments_are_refused_also_after_many(args: tuple[Any, ...], named: Any) -> None:
    made = copied(Limit)
    for _ in range(MANY + 1):
        made("cost")
    with pytest.raises(TypeError):
        made(*args, **named)


def test_a_factory_is_called_for_each_object() -> None:
    made = [Open() for _ in range(MANY + 2)]
    for each in made:
        each.seen.append("x")
    assert all(each.seen == ["x"] for each in made)


def test_equal_objects_have_one_hash_and_differ_from_others() -> None:
    assert {Named(count=1), Named(count=1), Named(count=2)} == {Named(count=2), Named(count=1)}
    assert hash(Named(count=1)) == hash(standard(Named)(count=1))
    assert Limit("cost") != Named(count=1)
    with pytest.raises(TypeError):
        hash(Limit("cost"))  # it holds a dict
    with pytest.raises(TypeError):
        hash(Open())


def test_a_frozen_object_cannot_be_changed_and_an_open_one_can() -> None:
    limit, open_one = Limit("cost"), Open()
    with pytest.raises(FrozenInstanceError):
        limit.at = 3  # type: ignore[misc]
    with pytest.raises(FrozenInstanceError):
        del limit.at
    with pytest.raises(FrozenInstanceError):
        limit.other = 3  # type: ignore[attr-defined]
    open_one.at = 3
    assert (limit.at, open_one.at) == (10, 3)
    with pytest.raises(AttributeError):
        open_one.other = 3  # type: ignore[attr-defined]


@pytest.mark.parametrize("value", [Limit("cost", 3, {"a": "b"}), Named(count=1), Open(["x"], 2), Blank()])
def test_objects_survive_pickle_copy_and_replace(value: Any) -> None:
    for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value), replace(value)):
        assert again == value
        assert again is not value


def test_replace_and_match_work() -> None:
    match replace(Limit("cost", 3), at=4):
        case Limit(metric, at):
            assert (metric, at) == ("cost", 4)
        case _:
            pytest.fail("it did not match")


def test_pydantic_reads_and_writes_them() -> None:
    adapter = TypeAdapter(Limit)
    assert adapter.validate_json('{"metric": "cost", "words": {"a": "b"}}') == Limit("cost", 10, {"a": "b"})
    assert adapter.dump_python(Limit("cost")) == {"metric": "cost", "at": 10, "words": {}}


def test_a_method_of_the_class_is_kept() -> None:
    @dataclass(frozen=True, slots=True)
    class Loud:
        text: str

        def __repr__(self) -> str:
            return f"{self.text}!"

    assert repr(Loud("x")) == "x!"


def test_a_field_that_is_only_a_memory_is_neither_compared_nor_shown() -> None:
    @dataclass(frozen=True, slots=True)
    class Read:
        text: str
        derived: dict[str, int] = field(default_factory=dict, compare=False, repr=False)

    one, other = Read("x", {"a": 1}), Read("x")
    assert (one == other, hash(one) == hash(other), Read("y") == other) == (True, True, False)
    assert repr(one).endswith("Read(text='x')")
