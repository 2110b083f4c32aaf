"""What commands print. All text from files passes `printable` here, as it does in the widgets."""

import sys
import unicodedata
from collections.abc import Iterable

from cockpit.rules.printable import printable


def say(text: str = "") -> None:
    """Print one line, with nothing in it that a terminal would act on."""
    print(printable(text))


def complain(sentence: str) -> None:
    """Print one sentence to standard error."""
    print(f"cockpit: {printable(sentence)}", file=sys.stderr)


def say_json(value: object) -> None:
    """Print a value as JSON. Controls are escaped by JSON itself, invisible characters by us."""
    import json  # only where JSON is asked for

    print(escape_json(json.dumps(value, indent=2, ensure_ascii=False)))


def escape_json(text: str) -> str:
    """JSON text in which what `printable` would escape stands as `\\u` escapes, so that it means the same."""
    return "".join(
        line if printable(line) == line else "".join(map(_escape, line)) for line in text.splitlines(keepends=True)
    )


def _escape(character: str) -> str:
    if character == "\n" or printable(character) == character:
        return character
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[i]:02x}{units[i + 1]:02x}" for i in range(0, len(units), 2))


def columns(rows: Iterable[tuple[str, ...]], indent: str = "  ") -> None:
    """Print rows in aligned columns, the last one ragged."""
    shown = [tuple(printable(cell) for cell in row) for row in rows]
    if not shown:
        return
    widths = [max(_cells(row[place]) for row in shown) for place in range(len(shown[0]))]
    for row in shown:
        cells = [cell + " " * (width - _cells(cell)) for cell, width in zip(row[:-1], widths, strict=False)]
        print((indent + "  ".join([*cells, row[-1]])).rstrip())


def _cells(text: str) -> int:
    """How many cells of a terminal a text takes."""
    return sum(
        0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1
        for letter in text
    )
