"""Hostile text in every field of every file, whatever system it belongs to, and a harmless twin of the same shape."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

from cockpit.text.decoding import decode, encode
from cockpit.wording.printable import printable
from tests.conformance.memory_system import Bytes
from tests.proofs.text_runs import SUFFIXES, Run, runs

SIGNS: Mapping[str, str] = {
    "colour": "\x1b[31m",
    "cursor": "\x1b[2J\x1b[1;1H",
    "title": "\x1b]0;owned\x07",
    "link": "\x1b]8;;https://example.org\x1b\\",
    "clipboard": "\x1b]52;c;b3duZWQ=\x07",
    "mode": "\x1b[?1049l\x1bc",
    "device": "\x1bP$q\x1b\\\x1b_x\x1b\\",
    "C1": "\x9b31m\x9d0;owned\x9c\x90",
    "bell and backspace": "\x07\x08\x08\x7f\x0e",
    "direction": "\u202e\u2066\u2069\u200f\u061c",
    "zero width": "\u200b\u2060\ufeff\u00ad",
    "markup": "[@click=app.quit]press[/] [bold",
    "tags": "[/red][link=https://example.org]x[/link] [$error]",
}
"""What a terminal, a reader or the program's own widgets might act on."""
HOSTILE = f"h{'-'.join(SIGNS.values())}t"
TWIN = printable(HOSTILE)
"""What must stand on the screen in its place: the same text, written out."""
BLANKS = "\x85\u2028\u2029\x1c\x1f\v\f"
"""What may stand as a blank where a text is put on one line."""


MEGABYTE, DEEP, MANY = 1_000_000, 10_000, 2_500
ACTS = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200c\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]"
)
"""What a terminal acts on or a reader does not see, on one line; told apart from the program's own list."""


def harmless(text: str, what: object) -> None:
    """Fails where a line holds what a terminal would act on, or what a reader would not see."""
    for line in text.split("\n"):
        assert not ACTS.search(line), (what, line)


def poisoned(files: Mapping[str, bytes], text: str, *, everywhere: bool = False) -> Bytes:
    """The files with a text behind each run of prose; with `everywhere`, in headings, keys, numbers and dates too."""
    return {path: _poisoned(path, data, text, everywhere) for path, data in files.items()}


def outsized(path: str, data: bytes) -> dict[str, bytes]:
    """A file with a line of a megabyte, with nesting 10,000 deep, and with a table or list of 2,500 rows."""
    if path.endswith(".json"):
        member = data.rstrip().removesuffix(b"}").rstrip()
        return {
            "long": member + b',\n"long": "' + b"x" * MEGABYTE + b'"}',
            "deep": member + b',\n"deep": ' + b'{"a":[' * DEEP + b"]}" * DEEP + b"}",
            "many": member + b',\n"many": [' + b'{"a": 1},' * MANY + b"0]}",
        }
    steps = b"".join(b" " * min(depth, 200) + b"- > " * min(depth, 20) + b"x\n" for depth in range(DEEP))
    return {
        "long": data + b"\n- " + b"word " * (MEGABYTE // 5) + b"\n| " + b"a|" * (MEGABYTE // 2) + b"\n",
        "deep": data + b"\n" + steps[:MEGABYTE] + b"<a>" * DEEP + b"[" * DEEP + b"\n",
        "many": data + b"\n## Many\n\n| A | B |\n|---|---|\n" + b"| 1 | x |\n" * MANY,
    }


def count(files: Mapping[str, bytes], *, everywhere: bool = False) -> int:
    """How many fields are poisoned."""
    return sum(len(_chosen(path, decode(data).text, everywhere)) for path, data in files.items())


def write(folder: Path, files: Mapping[str, bytes]) -> Path:
    """The project on disk."""
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    return folder


def _poisoned(path: str, data: bytes, text: str, everywhere: bool) -> bytes:
    source = decode(data)
    whole = source.text
    for run in sorted(_chosen(path, whole, everywhere), key=lambda run: run.end, reverse=True):
        written = whole[run.start : run.end]
        if run.kind == "scalar":
            new = json.dumps(f"{run.value} {text}")
        elif run.kind in ("key", "string"):
            new = f"{written} {json.dumps(text)[1:-1]}"
        else:
            new = f"{written} {text}"
        whole = whole[: run.start] + new + whole[run.end :]
    return encode(source.with_text(whole))


def _chosen(path: str, text: str, everywhere: bool) -> list[Run]:
    """The runs to be poisoned, none inside another: the innermost."""
    found = [run for run in runs(path, text) if everywhere or _is_prose(run)] if path.endswith(SUFFIXES) else []
    chosen: list[Run] = []
    for run in sorted(found, key=lambda run: run.end - run.start):
        if all(run.end <= other.start or other.end <= run.start for other in chosen):
            chosen.append(run)
    return chosen


def _is_prose(run: Run) -> bool:
    words = [word for word in run.value.split() if len(word) > 1 and word.isalpha()]
    return run.kind not in ("heading", "key") and len(words) > 1
