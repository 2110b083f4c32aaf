"""What the program says, by its code: tests compare codes and values, and the wording is free to change."""

from cockpit.wording.messages import Message


def wording(code: str, /, **values: object) -> str:
    """The text of a message, as the command line prints it."""
    return str(Message(code, **values))


def wording_line(code: str, /, **values: object) -> str:
    """The same as a line of its own."""
    return f"{wording(code, **values)}\n"


def refusal(code: str, /, **values: object) -> str:
    """The line on standard error for a refusal."""
    return f"cockpit: {wording(code, **values)}\n"


class words(Message):  # noqa: N801 -- used like a function
    """What a message says, whatever its code."""

    __slots__ = ()

    def __init__(self, text: str) -> None:
        super().__init__("words", text)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and str(self) == str(other)

    __hash__ = Message.__hash__
