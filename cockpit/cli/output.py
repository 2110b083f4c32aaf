"""What commands print. All text from files passes `printable` here, as it does in the widgets."""

import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields
from json.encoder import encode_basestring
from math import isfinite

from cockpit.wording.messages import Message, Words, at_place
from cockpit.wording.printable import cells_of, printable, rewritten

_place: list[str] = []
"""The options of this command line that select the project and the track."""


def put(text: str) -> None:
    """Print a text as it is. Once the reader has closed the pipe (`| head -1`) the rest is dropped."""
    try:
        print(text)
    except BrokenPipeError:
        sys.stdout = None


def say(text: str = "") -> None:
    """Print one line, with nothing in it that a terminal would act on."""
    put(printable(text))


def set_place(options: Sequence[str]) -> None:
    """Set the options, such as `-C` and `--track`, with which commands in messages are printed from now on."""
    _place[:] = options


def runnable(words: Words, place: Sequence[str] | None = None) -> str:
    """A text; its commands get the options set by `set_place`, or `place` in their stead."""
    return at_place(words, _place if place is None else place)


def agrees(question: str, tell: Callable[[], None]) -> bool:
    """Whether a person at the terminal says yes, once they were told what it is about."""
    if sys.stdin is None or not sys.stdin.isatty():
        return False
    tell()
    try:
        return input(f"{question} [y/N] ").strip().casefold() in ("y", "yes")
    except EOFError:  # Ctrl-D
        say()
        return False


def say_diff(lines: Iterable[str]) -> None:
    """Print a diff. The carriage return of a Windows line end is left out: as a blank, it would belong to the line."""
    for line in lines:
        say(line.removesuffix("\r"))


def complain(words: Words) -> None:
    """Print one sentence to standard error. Does nothing where that is closed."""
    if sys.stderr is None:
        return
    try:
        text = runnable(words) if isinstance(words, Message) else words
        print(f"cockpit: {printable(text)}", file=sys.stderr, flush=True)
    except OSError:  # nobody can read it; the exit code still tells
        sys.stderr = None


def say_json(value: object, *, secrets: bool = False) -> None:
    """Print a value as JSON, as `json_text` has it.

    What looks like a secret is masked, with a note on standard error, unless `secrets` is set.
    """
    from cockpit.wording.secrets import masked_value, may_hold_secrets

    text, masked = json_text(value), False
    if not secrets and may_hold_secrets(text):
        whole = json.loads(text)
        shown = masked_value(whole)
        masked = shown != whole
        text = json_text(shown) if masked else text
    put(text)
    if masked:
        complain("Possible secrets are masked; --secrets prints them.")


def json_text(value: object, line: str = "\n") -> str:
    """A value as JSON, `line` before each line but the first; a dataclass as its fields, a message as its text.

    Control and invisible characters are escaped. A lone surrogate (a byte of a path that is no UTF-8) stands as the
    text `\\udcff`, a number that is not finite as null: JSON has no other word for them.
    """
    match value:
        case str() | Message():
            return _json_string(str(value))
        case None | bool():
            return "null" if value is None else str(value).lower()
        case int() | float():
            return "null" if isinstance(value, float) and not isfinite(value) else repr(value)
        case list() | tuple():
            return _enclosed("[]", [json_text(each, f"{line}  ") for each in value], line)
        case Mapping():
            named: Iterable[tuple[str, object]] = value.items()
        case _:
            named = ((each.name, getattr(value, each.name)) for each in fields(value))  # type: ignore[arg-type]
    return _enclosed("{}", [f"{_json_string(name)}: {json_text(each, f'{line}  ')}" for name, each in named], line)


def _enclosed(brackets: str, entries: Sequence[str], line: str) -> str:
    return f"{brackets[0]}{line}  {f',{line}  '.join(entries)}{line}{brackets[1]}" if entries else brackets


def _json_string(text: str) -> str:
    quoted = encode_basestring(text.encode("utf-8", "backslashreplace").decode())
    return quoted if quoted.isascii() and quoted.isprintable() else rewritten(quoted, _escape, _escape)


def _escape(character: str) -> str:
    units = character.encode("utf-16-be")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def columns(rows: Iterable[tuple[str, ...]], indent: str = "  ", below: Sequence[Sequence[str]] | None = None) -> None:
    """Print rows in aligned columns, the last one ragged; `below` are lines for each row, under its second column."""
    shown = [tuple(printable(cell) for cell in row) for row in rows]
    if not shown:
        return
    widths = [max(cells_of(row[place]) for row in shown) for place in range(len(shown[0]))]
    for row, lines in zip(shown, below or [()] * len(shown), strict=True):
        cells = [cell + " " * (width - cells_of(cell)) for cell, width in zip(row[:-1], widths, strict=False)]
        put((indent + "  ".join([*cells, row[-1]])).rstrip())
        for line in lines:
            put(f"{indent}{' ' * (widths[0] + 4)}{printable(line)}")
