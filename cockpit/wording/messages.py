"""What the program says: a sentence, and a code that stays the same when its words change.

`Message("storage.exists", f"{path} exists.")`; parts of a sentence are fitted into it by `clause` and `sentence`. A
command stands in backticks and begins with `cockpit`; one with a value is made by `command_line`. The key of an action
stands as the action's id, `Press <row.more>`; outside of the program it stays so.
"""

from collections.abc import Sequence
from shlex import join
from typing import Any, NoReturn

from cockpit.wording.phrases import as_sentence


class Message:
    """Something to say: a code, and its text as a string. Two messages are equal where both are."""

    __slots__ = ("_text", "code")
    code: str
    _text: str

    def __init__(self, code: str, text: str, /) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "_text", text)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a message cannot be changed: {name}")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.code == other.code and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Message({self.code!r}, {str(self)!r})"

    def __str__(self) -> str:
        return self._text

    def __reduce__(self) -> tuple[type["Message"], tuple[str, str]]:
        return Message, (self.code, self._text)

    @classmethod
    def __get_pydantic_core_schema__(cls, *_: object) -> Any:  # noqa: ANN401 -- pydantic's own types are not imported
        """In the JSON contract a message is its text."""
        from pydantic_core import core_schema

        text_schema = core_schema.str_schema()
        message_or_text = core_schema.union_schema([core_schema.is_instance_schema(Message), text_schema])
        return core_schema.no_info_after_validator_function(
            lambda read: read if isinstance(read, Message) else plain(read),
            core_schema.json_or_python_schema(text_schema, message_or_text),
            serialization=core_schema.to_string_ser_schema(when_used="always"),
        )


Words = str | Message
"""A message; a sentence where it has no code."""


def plain(words: str) -> Message:
    """A message of words that come from elsewhere: from a file, from an older cockpit, from git."""
    return Message("plain", words)


def as_message(words: Words) -> Message:
    """Words as a message."""
    return words if isinstance(words, Message) else plain(words)


def clause(words: Words | None) -> str:
    """What is said as a part of a sentence, without its full stop; None is empty."""
    return str(words or "").removesuffix(".")


def sentence(words: Words | None) -> str:
    """A part of a sentence as one of its own: with a capital and a full stop; None is empty."""
    text = clause(words)
    return as_sentence(f"{text[:1].upper()}{text[1:]}") if text else ""


def command_line(*words: str) -> str:
    """A command of cockpit as it stands in a sentence, each word quoted for a shell: `cockpit unack 'my cost'`."""
    return f"`cockpit {join(words)}`"


def is_plain(words: Words) -> bool:
    """Whether the words come from elsewhere, so that what looks like a command in them is none of the program."""
    return isinstance(words, Message) and words.code == "plain"


def at_place(words: Words, options: Sequence[str]) -> str:
    """A text with these options, such as `-C` and `--track`, in each of its commands."""
    text = str(words)
    return text if is_plain(words) or not options else text.replace("`cockpit ", f"`cockpit {join(options)} ")


def of_track(message: Message, track: str) -> Message:
    """A message whose commands name the track that they are about."""
    return Message(message.code, at_place(message, ("--track", track)))
