"""What the program says, compared by its words."""

from cockpit.wording.messages import Message


class words(Message):  # noqa: N801 -- used like a function
    """What a message says, whatever its code."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        super().__init__("words", text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message | str) and str(self) == str(other)

    __hash__ = Message.__hash__
