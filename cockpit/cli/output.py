"""What commands print. All text from files passes `printable` here, as it does in the widgets."""

import sys
from collections.abc import Iterable, Sequence
from shlex import join

from cockpit.wording.messages import Message, Words, in_backticks, text
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


def runnable(message: Message, place: Sequence[str] | None = None) -> str:
    """The text of a message; its commands get the options set by `set_place`, or `place` in their stead."""
    options = _place if place is None else place
    return text(message, lambda command: at_place(in_backticks(command), options))


def at_place(words: str, place: Sequence[str]) -> str:
    """A text of the program with these options in each of its commands, which stand in backticks."""
    return words.replace("`cockpit ", f"`cockpit {join(place)} ") if place else words


def say_diff(lines: Iterable[str]) -> None:
    """Print a diff. The carriage return of a Windows line end is left out: as a blank, it would belong to the line."""
    for line in lines:
        say(line.removesuffix("\r"))


def complain(words: Words) -> None:
    """Print one sentence to standard error. Does nothing where that is closed."""
    if sys.stderr is None:
        return
    try:
        print(
            f"cockpit: {printable(runnable(words) if isinstance(words, Message) else words)}",
            file=sys.stderr,
            flush=True,
        )
    except OSError:  # nobody can read it; the exit code still tells
        sys.stderr = None


def say_json(value: object, *, secrets: bool = False) -> None:
    """Print a value as JSON, with control and invisible characters escaped.

    What looks like a secret is masked, with a note on standard error, unless `secrets` is set.
    """
    import json  # only where JSON is asked for

    from cockpit.wording.secrets import masked_value

    whole = _with_texts(value)
    shown = whole if secrets else masked_value(whole)
    put(escape_json(json.dumps(shown, indent=2, ensure_ascii=False)))
    if shown != whole:
        complain(Message("cli.secrets-masked"))


def _with_texts(value: object) -> object:
    """A JSON value in which each message is its text."""
    match value:
        case Message():
            return str(value)
        case dict():
            return {name: _with_texts(each) for name, each in value.items()}
        case list() | tuple():
            return [_with_texts(each) for each in value]
    return value


def escape_json(text: str) -> str:
    """JSON text in which what `printable` would escape or leave out stands as `\\u` escapes: it means the same."""
    return rewritten(text, _escape, _escape)


def _escape(character: str) -> str:
    if character == "\n":
        return character
    units = character.encode("utf-16-be", "surrogatepass")
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
