"""Dataclasses that cost little to define.

The standard decorator writes and compiles up to six methods for each class: half a millisecond a class, for more than a
hundred, at every start and in every hook. Here nothing is compiled; the methods are closures over the fields. Fields
and slots come from the standard library, so `fields`, `replace`, `match` and pydantic meet ordinary dataclasses.
"""

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Literal, NoReturn, TypeVar

__all__ = ["dataclass"]
MANY = 500
"""Of so many objects of a class its `__init__` is worth compiling."""
T = TypeVar("T")
Methods = dict[str, Callable[..., Any] | None]
Puts = Mapping[str, Callable[[object, object], None]]
"""What sets each field of an object, whether its class is frozen or not."""

if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(*, slots: Literal[True], frozen: bool = False, kw_only: bool = False) -> Callable[[type[T]], type[T]]:
        """As the standard decorator, for classes with slots and without `InitVar` and `__post_init__`."""
        prepare = dataclasses.dataclass(init=False, repr=False, eq=False, slots=slots, kw_only=kw_only)
        return lambda plain: _complete(prepare(plain), frozen)


def _complete(made: type[T], frozen: bool) -> type[T]:
    """Add the methods the standard decorator would have written, where the class has none of its own."""
    fields = dataclasses.fields(made)  # type: ignore[arg-type]  # the standard decorator made it
    puts = {field.name: getattr(made, field.name).__set__ for field in fields}
    methods = {"__init__": _init(made, fields, puts), "__repr__": _repr, **_comparing(fields)}
    if frozen:
        methods |= {**_pickling(puts), "__setattr__": _refuse, "__delattr__": _refuse}
    else:
        methods["__hash__"] = None
    for name, method in methods.items():
        if name not in made.__dict__:
            setattr(made, name, method)
    return made


def _init(made: type, fields: tuple[Field[Any], ...], puts: Puts) -> Callable[..., None]:
    defaults = {field.name: field.default for field in fields if field.default is not MISSING}
    in_order = tuple(puts.values())
    rest = tuple(defaults.get(name) for name in puts)
    least, given, counted = _least(fields, defaults), _given(made, fields, defaults), count(1)

    def init(self: object, /, *args: object, **named: object) -> None:
        if next(counted) == MANY:
            made.__init__ = _written(fields, puts)  # type: ignore[misc]  # the same, faster
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


def _comparing(fields: tuple[Field[Any], ...]) -> Methods:
    names = [field.name for field in fields if field.compare]
    read = attrgetter(*names) if names else lambda _: ()

    def equals(self: object, other: object) -> bool:
        return read(self) == read(other) if other.__class__ is self.__class__ else NotImplemented

    def digest(self: object) -> int:
        return hash(read(self))

    return {"__eq__": equals, "__hash__": digest}


def _pickling(puts: Puts) -> Methods:
    """A frozen object takes its state by its slots, since its `__setattr__` refuses."""

    def state(self: object) -> list[object]:
        return [getattr(self, name) for name in puts]

    def restore(self: object, kept: list[object]) -> None:
        for put, value in zip(puts.values(), kept, strict=True):
            put(self, value)

    return {"__getstate__": state, "__setstate__": restore}


def _repr(self: Any) -> str:  # noqa: ANN401 -- any of our dataclasses
    values = (f"{field.name}={getattr(self, field.name)!r}" for field in dataclasses.fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(values)})"


def _refuse(_self: object, name: str, *_value: object) -> NoReturn:
    raise FrozenInstanceError(f"{name} cannot be changed")
