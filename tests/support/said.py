"""What a test expects to be said: the code, and the values that stand in the sentence, whatever its words are."""

from collections.abc import Iterator

from cockpit.wording.messages import Message


class Said(Message):
    """Equal to each message of this code whose text has all these values: texts, numbers, other `Said`, several of
    them; with an empty code to each sentence without one. Where a message is needed, it is one whose text are its
    values.
    """

    __slots__ = ("_parts",)
    _parts: tuple[str, ...]

    def __init__(self, code: str, *values: object) -> None:
        parts = tuple(_parts(values))
        super().__init__(code, " ".join(parts))
        object.__setattr__(self, "_parts", parts)

    def __eq__(self, other: object) -> bool:
        code = other.code if isinstance(other, Message) else "plain"
        is_one = isinstance(other, Message | str) and code == (self.code or "plain")
        return is_one and all(part in str(other) for part in self._parts)

    __hash__ = Message.__hash__

    def __repr__(self) -> str:
        return f"Said({', '.join(map(repr, (self.code, *self._parts)))})"


def _parts(value: object) -> Iterator[str]:
    match value:
        case Said():
            yield from value._parts
        case tuple() | list():
            for each in value:
                yield from _parts(each)
        case _:
            yield str(value).removesuffix(".")
