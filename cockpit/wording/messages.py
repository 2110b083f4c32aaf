"""What the program says: a sentence, and a code that stays the same when its words change.

`Message("storage.exists", f"{path} exists.")`; parts of a sentence are fitted into it by `clause` and `sentence`. A
command stands in backticks and begins with `cockpit`; one with a value is made by `command_line`. The key of an action
stands as the action's id, `Press <row.more>`; outside of the program it stays so.

What the other systems say stands in `cockpit.wording.texts`, and is said by its code and values:
`Message("autodev.no-step", id="3")`. Those texts are format strings; beside Python's own format specifications a field
may have one of these:

    {names}             `cost, context and errors`; every tuple is listed so
    {names:or}          `cost, context or errors`
    {names:,}           `cost, context, errors`
    {count:# phase}     `1 phase`, `3 phases`; `{count:# entry|entries}` where the plural is another
    {count:is|are}      the first word where the count is 1, the second otherwise
    {why:sentence}      a message that is a part of a sentence, as one of its own: with a capital and a full stop

There the values of a command are quoted for a shell, a tuple is several of its words. A value that is a message stands
without its full stop, with the format `{why:.}` with it. None and an empty tuple are empty.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from importlib import import_module
from shlex import join, quote
from string import Formatter
from typing import Any, NoReturn

from cockpit.regex import regex
from cockpit.wording.phrases import as_sentence, counted, either, listed

_COMMAND = regex(r"(`cockpit (?:[^`]+)`)")


class Message:
    """Something to say: a code, and its text as a string. Two messages are equal where both are."""

    __slots__ = ("_text", "_values", "code")
    code: str
    _text: str | None
    _values: dict[str, Any]

    def __init__(self, code: str, text: str | None = None, /, **values: object) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "_text", text)
        object.__setattr__(self, "_values", {name: _plain(value) for name, value in values.items()})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a message cannot be changed: {name}")

    @property
    def values(self) -> dict[str, Any]:
        """The values of a text that stands in `cockpit.wording.texts`, by their names."""
        return self._values

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.code == other.code and str(self) == str(other)

    def __hash__(self) -> int:
        return hash(self.code)

    def __repr__(self) -> str:
        return f"Message({self.code!r}, {str(self)!r})"

    def __str__(self) -> str:
        if self._text is None:
            group, _, name = self.code.partition(".")
            parts = enumerate(_COMMAND.split(_texts(group)[name]))
            text = "".join((_IN_COMMAND if at % 2 else _TEXT).vformat(part, (), self._values) for at, part in parts)
            object.__setattr__(self, "_text", text)
        return self._text or ""

    def __reduce__(self) -> tuple[Callable[..., "Message"], tuple[str, str | None, dict[str, Any]]]:
        return _made, (self.code, self._text, self._values)

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


# How a text of the systems comes about


@cache
def _texts(name: str) -> dict[str, str]:
    try:
        found: dict[str, str] = import_module(f"cockpit.wording.texts.{name}").TEXTS
    except ModuleNotFoundError:
        raise LookupError(name) from None
    return found


class _Text(Formatter):
    def format_field(self, value: Any, spec: str) -> str:  # noqa: ANN401 -- as the standard library declares it
        match value:
            case str() | Message() | None if spec == "sentence":
                return sentence(value)
            case Message() | None:
                return str(value or "") if spec == "." else clause(value)
            case str() if spec == ".":
                return value
            case tuple():
                all_shown = [self.format_field(each, "") for each in value]
                return ", ".join(all_shown) if spec == "," else (either if spec == "or" else listed)(all_shown)
            case int() if "|" in spec or spec.startswith("# "):
                noun = spec.startswith("# ")
                return counted(value, *spec[2:].split("|")) if noun else spec.split("|")[0 if value == 1 else 1]
        return str(super().format_field(value, spec))


class _Command(_Text):
    def format_field(self, value: Any, spec: str) -> str:  # noqa: ANN401 -- as the standard library declares it
        if isinstance(value, tuple):
            return " ".join(quote(str(each)) for each in value)
        formatted = super().format_field(value, spec)
        return quote(formatted) if isinstance(value, str) and formatted else formatted


_TEXT, _IN_COMMAND = _Text(), _Command()


def _plain(value: object) -> Any:  # noqa: ANN401 -- a Value
    if value is None or isinstance(value, str | int | float | Message):
        return value
    return tuple(map(_plain, value)) if isinstance(value, Iterable) else str(value)


def _made(code: str, text: str | None, values: dict[str, Any]) -> Message:
    return Message(code, text, **values)
