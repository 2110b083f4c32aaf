"""What the program says: a code and the values that belong in its text. The texts are in `cockpit.wording.texts`, one
module for each package that says something; the part of a code before the dot names the module.

A text is a format string. Beside Python's own format specifications a field may have one of these:

    {names}             `cost, context and errors`; every tuple is listed so
    {names:or}          `cost, context or errors`
    {names:,}           `cost, context, errors`
    {count:# phase}     `1 phase`, `3 phases`; `{count:# entry|entries}` where the plural is another
    {count:is|are}      the first word where the count is 1, the second otherwise
    {why:sentence}      a message that is a part of a sentence, as one of its own: with a capital and a full stop

A command in a text stands in backticks and begins with `cockpit`; its values are quoted for a shell, a tuple is several
of its words. The key of an action stands as the action's id, `Press <row.more>`; outside of the program it stays so. A
value that is a message stands without its full stop, with the format `{why:.}` with it. None and an empty tuple are
empty.
"""

from collections.abc import Callable, Iterable
from functools import cache
from importlib import import_module
from shlex import quote
from string import Formatter
from typing import Any, NoReturn

from cockpit.regex import regex
from cockpit.wording.phrases import as_sentence, counted, either, listed

_COMMAND = regex(r"(`cockpit (?:[^`]+)`|<[a-z]+\.[a-z-]+>)")


class Message:
    """Something to say: `Message("storage.read-only")`, `Message("storage.exists", path="a.md")`.

    Two messages are equal where their codes and values are. As a string it is its text, with commands for a shell.
    """

    __slots__ = ("_values", "code")
    code: str
    _values: tuple[tuple[str, Any], ...]

    def __init__(self, code: str, /, **values: object) -> None:
        object.__setattr__(self, "code", code)
        object.__setattr__(self, "_values", tuple((name, _plain(value)) for name, value in values.items()))

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"a message cannot be changed: {name}")

    @property
    def values(self) -> dict[str, Any]:
        """The values by their names: texts, numbers, messages, and tuples of them."""
        return dict(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Message) and self.code == other.code and self.values == other.values

    def __hash__(self) -> int:
        return hash((self.code, frozenset(self._values)))

    def __repr__(self) -> str:
        return f"Message({', '.join((repr(self.code), *(f'{name}={value!r}' for name, value in self._values)))})"

    def __str__(self) -> str:
        return text(self)

    def __reduce__(self) -> tuple[Callable[..., "Message"], tuple[str, dict[str, Any]]]:
        return _made, (self.code, self.values)

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
"""A message; a sentence where it has no code yet."""


def plain(words: str) -> Message:
    """A message of words that come from elsewhere: from a file, from an older cockpit, from git."""
    return Message("plain", text=words)


def as_message(words: Words) -> Message:
    """Words as a message."""
    return words if isinstance(words, Message) else plain(words)


def text(message: Message, command: Callable[[str], str] | None = None) -> str:
    """The text of a message. `command` shows a command (`cockpit undo`) as a person can give it where they are: by
    default as it is typed in a shell, in backticks."""
    if message.code == "plain":
        words: str = message.values["text"]
        return words
    show = command or in_backticks
    if message.code == "of-track":
        named = f"cockpit --track {quote(message.values['track'])} "
        return text(message.values["of"], lambda each: show(each.replace("cockpit ", named, 1)))
    return _render(_template(message.code), message, show)


def in_backticks(command: str) -> str:
    """A command as it stands in a text; the key of an action as it is."""
    return command if command.startswith("<") else f"`{command}`"


def to_json(message: Message) -> dict[str, Any]:
    """Code and values as JSON has them."""
    return {"code": message.code, **({"values": {name: _json(each) for name, each in message.values.items()}})}


def from_json(stored: object) -> Message | None:
    """What `to_json` made; None where this program has no such message."""
    match stored:
        case {"code": str(code), "values": dict(values)} if is_known(code):
            try:
                read = {str(name): _from_json(value) for name, value in values.items()}
            except LookupError:  # a message within it that this program does not have
                return None
            return _made(code, read) if _fields(code) == read.keys() else None
    return None


def is_known(code: str) -> bool:
    """Whether there is a text for a code."""
    try:
        return bool(_template(code))
    except LookupError:
        return False


# How a text comes about


@cache
def _texts(name: str) -> dict[str, str]:
    try:
        found: dict[str, str] = import_module(f"cockpit.wording.texts.{name}").TEXTS
    except ModuleNotFoundError:
        raise LookupError(name) from None
    return found


_OWN = {"plain": "{text}", "of-track": "{of}{track}"}
"""Texts that are made here. `of-track` is a message whose commands name the track that they are about."""


def _template(code: str) -> str:
    if code in _OWN:
        return _OWN[code]
    group, _, name = code.partition(".")
    return _texts(group)[name]


@cache
def _fields(code: str) -> frozenset[str]:
    return frozenset(name for _, name, _, _ in Formatter().parse(_template(code)) if name is not None)


def _render(template: str, message: Message, command: Callable[[str], str]) -> str:
    values = message.values
    plain_text, in_command = _Text(command), _Command(command)
    return "".join(
        plain_text.vformat(part, (), values)
        if not at % 2
        else command(part)
        if part.startswith("<")
        else command(in_command.vformat(part[1:-1], (), values))
        for at, part in enumerate(_COMMAND.split(template))
    )


class _Text(Formatter):
    def __init__(self, command: Callable[[str], str]) -> None:
        self._show = command

    def format_field(self, value: Any, spec: str) -> str:  # noqa: ANN401 -- as the standard library declares it
        match value:
            case None:
                return ""
            case Message():
                formatted = text(value, self._show)
                part = formatted if spec == "." else formatted.removesuffix(".")
                return as_sentence(f"{part[:1].upper()}{part[1:]}") if spec == "sentence" else part
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


def _plain(value: object) -> Any:  # noqa: ANN401 -- a Value
    if value is None or isinstance(value, str | int | float | Message):
        return value
    return tuple(map(_plain, value)) if isinstance(value, Iterable) else str(value)


def _made(code: str, values: dict[str, Any]) -> Message:
    return Message(code, **values)


def _json(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    match value:
        case Message():
            return to_json(value)
        case tuple():
            return [_json(each) for each in value]
    return value


def _from_json(value: Any) -> Any:  # noqa: ANN401 -- any JSON value
    match value:
        case dict():
            found = from_json(value)
            if found is None:
                raise LookupError(value.get("code"))
            return found
        case list():
            return tuple(_from_json(each) for each in value)
    return value
