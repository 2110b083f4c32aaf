"""What commands print. All text from files passes `printable` here, as it does in the widgets."""

import re
import sys
import unicodedata
from collections.abc import Iterable, Sequence
from shlex import join

from cockpit.wording.messages import Message, Words, text
from cockpit.wording.printable import printable, rewritten

_COMMAND = re.compile(r"`cockpit (?=[a-z])")
"""Where a sentence names a command of ours that does not say yet of which project and track."""
_place: list[str] = []
"""What tells a command which project and track are meant: the options that were given."""
MASKED = "What looks like a secret is masked; `--secrets` prints it."


def put(text: str) -> None:
    """Print a text of ours as it is. Where nobody reads on (`| head -1`) the rest is dropped; the exit code holds."""
    try:
        print(text)
    except BrokenPipeError:
        sys.stdout = None


def say(text: str = "") -> None:
    """Print one line, with nothing in it that a terminal would act on."""
    put(printable(text))


def stand(words: Sequence[str]) -> None:
    """From now on, commands that our sentences name are told with these options, as `-C` and `--track`."""
    _place[:] = words


def runnable(words: Words, place: Sequence[str] | None = None) -> str:
    """A sentence of ours whose commands can be typed from where the person is; with `place` of another track."""
    where = _place if place is None else place
    if isinstance(words, Message):
        return text(words, lambda command: f"`{_with_place(command, where)}`")
    return _COMMAND.sub(lambda _: f"`cockpit {join(where)} ", words) if where else words


def _with_place(command: str, place: Sequence[str]) -> str:
    return command.replace("cockpit ", f"cockpit {join(place)} ", 1) if place else command


def say_diff(lines: Iterable[str]) -> None:
    """Print a diff. The carriage return of a Windows line end is left out: as a blank, it would belong to the line."""
    for line in lines:
        say(line.removesuffix("\r"))


def complain(words: Words) -> None:
    """Print one sentence to standard error, if there is one: `print` would take the output in its place."""
    if sys.stderr is None:
        return
    try:
        print(f"cockpit: {printable(runnable(words))}", file=sys.stderr, flush=True)
    except OSError:  # nobody can read it; the exit code still tells
        sys.stderr = None


def say_json(value: object, *, secrets: bool = False) -> None:
    """Print a value as JSON. Controls are escaped by JSON itself, invisible characters by us.

    What looks like a secret is masked, which standard error tells; `secrets` is the option that prints it.
    """
    import json  # only where JSON is asked for

    from cockpit.wording.secrets import masked_value

    whole = json.dumps(value, indent=2, ensure_ascii=False, default=str)
    told = whole if secrets else json.dumps(masked_value(value), indent=2, ensure_ascii=False, default=str)
    put(escape_json(told))
    if told != whole:
        complain(MASKED)


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


_ON_OTHERS = ("Mn", "Me", "Cf")
"""Kinds of characters that take no cell of their own: accents, enclosing marks, what shapes others."""


def cells_of(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(
        0 if unicodedata.category(letter) in _ON_OTHERS else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
