"""Dataclasses that cost little to define.

The standard decorator writes and compiles up to six methods for each class, for more than two hundred, at every start
and in every hook. Here a class gets its slots, and methods that all share; what its fields are is found out by the
standard decorator once they are asked for, or an object is made. So `fields`, `replace`, `match` and pydantic meet
ordinary dataclasses.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError
from functools import cache
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Literal, NoReturn, TypeVar

__all__ = ["Remembering", "dataclass"]
MANY = 500
"""Of so many objects of a class its `__init__` is worth compiling."""
T = TypeVar("T")
Puts = Mapping[str, Callable[[object, object], None]]
"""What sets each field of an object, whether its class is frozen or not."""

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, slots: Literal[True], frozen: bool = False, kw_only: bool = False) -> Callable[[type[T]], type[T]]:
        """As the standard decorator, for classes with slots and without `InitVar` and `__post_init__`."""
        return lambda plain: _made(plain, frozen, kw_only)


class Remembering:
    """Base of a class that keeps what it works out of its fields, as `cached_property` does."""


class _Standard:
    """What the standard decorator says of a class, found out when it is first asked for."""

    def __init__(self, name: str, plain: type, body: dict[str, Any], kw_only: bool) -> None:
        self._name, self._plain, self._body, self._kw_only = name, plain, body, kw_only

    def __set_name__(self, made: type, _: str) -> None:
        self._made = made

    def __get__(self, _: object, __: type | None) -> Any:  # noqa: ANN401 -- whatever that is
        copied = type(self._plain)(self._plain.__name__, self._plain.__bases__, self._body)
        standard: type = dataclasses.dataclass(init=False, repr=False, eq=False, kw_only=self._kw_only)(copied)
        for name in _FOUND_OUT:
            setattr(self._made, name, vars(standard)[name])
        return getattr(self._made, self._name)


_FOUND_OUT = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")


def _made(plain: type, frozen: bool, kw_only: bool) -> type:
    """The class with slots, and with the methods that the standard decorator would have written, where it has none of
    its own."""
    body = {name: each for name, each in vars(plain).items() if name not in ("__dict__", "__weakref__")}
    fields = [name for name, kind in body.get("__annotations__", {}).items() if not _is_of_class(kind)]
    own = {name: each for name, each in body.items() if name not in fields}

    def init(self: object, /, *args: object, **named: object) -> None:
        made.__init__ = _init(made)  # the next object is made by it too
        made.__init__(self, *args, **named)

    found_out = {name: _Standard(name, plain, body, kw_only) for name in _FOUND_OUT}
    methods = {"__init__": init, "__qualname__": plain.__qualname__, **(_FROZEN if frozen else _CHANGING), **found_out}
    made: type[Any] = type(plain)(plain.__name__, plain.__bases__, {**methods, **own, "__slots__": fields})
    return made


def _is_of_class(kind: object) -> bool:
    if isinstance(kind, str):
        return kind.startswith("ClassVar")
    return ClassVar in (kind, getattr(kind, "__origin__", None))


def _init(made: Any) -> Callable[..., None]:  # noqa: ANN401 -- any of our dataclasses
    fields: tuple[Field[Any], ...] = dataclasses.fields(made)
    puts = {field.name: getattr(made, field.name).__set__ for field in fields}
    defaults = {field.name: field.default for field in fields if field.default is not MISSING}
    in_order = tuple(puts.values())
    rest = tuple(defaults.get(name) for name in puts)
    least, given, counted = _least(fields, defaults), _given(made, fields, defaults), count(1)

    def init(self: object, /, *args: object, **named: object) -> None:
        if next(counted) == MANY:
            made.__init__ = _written(fields, puts)  # the same, faster
        if not named and least <= len(args) <= len(in_order):  # the usual case
            for put, value in zip(in_order, args + rest[len(args) :], strict=True):
                put(self, value)
            return
        for name, value in given(args, named).items():
            puts[name](self, value)

    return init


def _given(
    made: type, fields: tuple[Field[Any], ...], defaults: Mapping[str, object]
) -> Callable[[tuple[object, ...], dict[str, object]], dict[str, object]]:
    """What tells the value of each field from the arguments, and raises TypeError where they are wrong."""
    order = [field.name for field in fields if not field.kw_only]
    factories = [(field.name, field.default_factory) for field in fields if field.default_factory is not MISSING]
    known = {field.name for field in fields}

    def given(args: tuple[object, ...], named: dict[str, object]) -> dict[str, object]:
        if args:
            if len(args) > len(order) or not named.keys().isdisjoint(order[: len(args)]):
                raise TypeError(f"{made.__qualname__} takes in order, and each once: {', '.join(order) or 'nothing'}")
            named.update(zip(order, args, strict=False))
        for name, factory in factories:
            if name not in named:
                named[name] = factory()
        values = {**defaults, **named}
        if values.keys() != known:
            wrong = ", ".join(sorted(values.keys() ^ known))
            raise TypeError(f"{made.__qualname__} misses or does not know: {wrong}")
        return values

    return given


def _written(fields: tuple[Field[Any], ...], puts: Puts) -> Callable[..., None]:
    """The same method as the standard decorator would have compiled it."""
    names: dict[str, object] = {f"put_{name}": put for name, put in puts.items()}
    given: list[str] = []
    by_name: list[str] = []
    body: list[str] = []
    for field in fields:
        default, value = "", field.name
        if field.default is not MISSING:
            names[f"default_{field.name}"], default = field.default, f"=default_{field.name}"
        elif field.default_factory is not MISSING:
            names |= {f"make_{field.name}": field.default_factory, "MISSING": MISSING}
            default, value = "=MISSING", f"make_{field.name}() if {field.name} is MISSING else {field.name}"
        (by_name if field.kw_only else given).append(f"{field.name}{default}")
        body.append(f" put_{field.name}(self, {value})")
    parameters = ", ".join(["self", *given, *(["*", *by_name] if by_name else [])])
    exec(f"def init({parameters}):\n" + "\n".join(body or [" pass"]), names)  # noqa: S102 -- the names of our fields
    return names["init"]  # type: ignore[return-value]


def _least(fields: tuple[Field[Any], ...], defaults: Mapping[str, object]) -> int:
    """How many values must be given in order, where the defaults are the rest; one too many where no order holds."""
    if any(field.kw_only for field in fields):
        return len(fields) + 1
    return max((number for number, field in enumerate(fields, start=1) if field.name not in defaults), default=0)


@cache
def _compared(made: Any) -> Callable[[object], object]:  # noqa: ANN401 -- any of our dataclasses
    """What reads the values by which objects of a class are compared."""
    names = [field.name for field in dataclasses.fields(made) if field.compare]
    return attrgetter(*names) if names else lambda _: ()


def _equals(self: Any, other: Any) -> Any:  # noqa: ANN401
    if other.__class__ is not self.__class__:
        return NotImplemented
    read = _compared(self.__class__)
    return read(self) == read(other)


def _digest(self: Any) -> int:  # noqa: ANN401
    return hash(_compared(self.__class__)(self))


def _state(self: Any) -> list[object]:  # noqa: ANN401 -- any of our dataclasses
    return [getattr(self, field.name) for field in dataclasses.fields(self)]


def _restore(self: Any, kept: list[object]) -> None:  # noqa: ANN401 -- a frozen one
    """A frozen object takes its state by its slots, since its `__setattr__` refuses."""
    for field, value in zip(dataclasses.fields(self), kept, strict=True):
        object.__setattr__(self, field.name, value)


def _repr(self: Any) -> str:  # noqa: ANN401 -- any of our dataclasses
    values = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(values)})"


def _refuse(_self: object, name: str, *_value: object) -> NoReturn:
    raise FrozenInstanceError(f"{name} cannot be changed")


_CHANGING: dict[str, object] = {"__repr__": _repr, "__eq__": _equals, "__hash__": None}
_FROZEN: dict[str, object] = {**_CHANGING, "__hash__": _digest, "__getstate__": _state, "__setstate__": _restore,
                              "__setattr__": _refuse, "__delattr__": _refuse}  # fmt: skip
