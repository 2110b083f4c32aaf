"""Bytes to text and back without losing one: decoding, line numbers, and what is wrong with a text.

A document is decoded once, parsed with positions, changed by splicing and encoded again. `encode(decode(data))` is
`data` for all bytes there are, so that an edit touches only what it means to touch.
"""

import codecs
import io
import re
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from itertools import accumulate
from typing import Literal

from cockpit.regex import regex
from cockpit.values import dataclass
from cockpit.wording.phrases import counted

# Mojibake: UTF-8 bytes that were read as Mac-Roman and saved again as UTF-8 (`█` became `‚ñà`, `—` became `‚Äî`)

_CHARACTERS = bytes(range(0x80, 0x100)).decode("mac_roman")


def _class(first: int, last: int) -> str:
    return "[" + re.escape(_CHARACTERS[first - 0x80 : last - 0x7F]) + "]"


_REST = _class(0x80, 0xBF)
_ANY_REST = regex(_REST)
_TWO = _class(0xC2, 0xDF) + _REST
_LONG = f"(?:{_class(0xE0, 0xEF)}{_REST}{{2}}|{_class(0xF0, 0xF4)}{_REST}{{3}})"
_RUN = regex(f"(?:{_TWO}|{_LONG})+")
_CERTAIN = regex(f"{_LONG}|(?:{_TWO}){{3}}")


def find_mojibake(text: str) -> int | None:
    """The offset of the first character that certainly is mojibake, or None."""
    if text.isascii() or _ANY_REST.search(text) is None:
        return None
    return next((match.start() for match in _CERTAIN.finditer(text) if _decoded(match[0]) is not None), None)


def repair_mojibake(text: str, damaged: bool = False) -> str:
    """The text with each cleanly decodable run of mojibake replaced by what it was; ordinary text as it is.

    `damaged` says that the text certainly is, which a part of it does not tell.
    """
    if not damaged and find_mojibake(text) is None:
        return text
    return _RUN.sub(_repair, text)


def _repair(run: re.Match[str]) -> str:
    repaired = _decoded(run[0])
    return run[0] if repaired is None else repaired


def _decoded(run: str) -> str | None:
    try:
        return run.encode("mac_roman").decode("utf-8")
    except UnicodeDecodeError:  # well-formed at first sight, but overlong or a surrogate: ordinary characters
        return None


Encoding = Literal["utf-8", "utf-16-le", "utf-16-be", "binary"]
Newline = Literal["\n", "\r\n"]

_BINARY_WINDOW = 8 * 1024
_LINE_END = regex(r"\r\n|\n|\r")
_ESCAPED_BYTE = regex("[\udc80-\udcff]+")
_UTF16_MARKS: tuple[tuple[bytes, Encoding], ...] = (
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)


@dataclass(frozen=True, slots=True)
class Problem:
    """Something wrong in a text: a stable `code`, the 1-based `line` (None: the whole file), and what it is, as that
    stands in a sentence."""

    code: str
    line: int | None
    message: str


@dataclass(frozen=True, slots=True)
class Decoded:
    """A file's content as text.

    `text` never holds the byte order mark; `bom` says that the file begins with one. Bytes that are not UTF-8 stand
    in `text` as lone surrogates (PEP 383), so that they survive an edit elsewhere. `newline` is the line end that most
    lines have, for lines to be added. A binary file has no text; `raw` keeps its bytes.
    """

    text: str
    problems: tuple[Problem, ...] = ()
    bom: bool = False
    newline: Newline = "\n"
    encoding: Encoding = "utf-8"
    raw: bytes = b""

    def with_text(self, text: str) -> "Decoded":
        """The same file with another text. Raises ValueError for a binary file, which has none."""
        if self.encoding == "binary":
            raise ValueError("a binary file has no text to change")
        return replace(self, text=text)


class LineIndex:
    """Line numbers for offsets into one text, by bisection. Lines end at LF, CR LF and lone CR, and nowhere else."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.starts: Sequence[int] = array("Q", accumulate(map(len, io.StringIO(text, newline="")), initial=0))
        """The offset of each line, and last the length of the text."""

    @cached_property
    def lines(self) -> list[str]:
        """The lines with their ends; a text without characters has none."""
        return split_lines(self._text)

    def line_of(self, offset: int) -> int:
        """The 1-based line of a character; the end of the text counts to the last line."""
        return max(1, min(bisect_right(self.starts, offset), len(self.starts) - 1))


def split_lines(text: str) -> list[str]:
    """The lines of a text with their ends. Form feeds and Unicode separators do not end a line, as in an editor."""
    return io.StringIO(text, newline="").readlines()


def line_of(text: str, offset: int) -> int:
    """The 1-based line of one offset. For several offsets into one text, keep a `LineIndex`."""
    return LineIndex(text).line_of(offset)


def line_end_at(text: str, offset: int, usual: str) -> str:
    """The end of the line that holds an offset, for lines to be added to it; `usual` where that line has none."""
    found = _LINE_END.search(text, offset)
    return found[0] if found else usual


def line_end_before(text: str, offset: int, usual: str) -> str:
    """The end of the line before the one that begins at an offset; of the first line, its own."""
    if offset == 0:
        return line_end_at(text, 0, usual)
    found = _LINE_END.search(text, max(0, offset - 2), offset)
    return found[0] if found else usual


def decode(data: bytes) -> Decoded:
    """Read bytes as text. Never raises: what is wrong is listed in `problems`.

    Codes: `utf8-invalid`, `nul-byte`, `binary` (also UTF-32, and half a character of UTF-16), `encoding` (UTF-16,
    which the agents cannot read), `mojibake`.
    """
    if data.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return _binary(data, "the file is UTF-32, which cockpit does not read; save it as UTF-8")
    for mark, encoding in _UTF16_MARKS:
        if data.startswith(mark):
            return _decode_utf16(data, encoding)
    if b"\0" in data[:_BINARY_WINDOW] and not zeros_at_end(data):  # nothing but NULs is binary too
        return _binary(data, "the file is binary: it contains NUL bytes")
    bom = data.startswith(codecs.BOM_UTF8)
    try:
        text = data.decode("utf-8")
        damage: tuple[Problem, ...] = ()
    except UnicodeDecodeError:
        text = data.decode("utf-8", "surrogateescape")
        damage = _utf8_problems(text)
    text = text[1:] if bom else text
    return Decoded(text, (*damage, *_nul_problems(text), *_mojibake_problems(text)), bom, newline_of(text))


def encode(source: Decoded | str) -> bytes:
    """The bytes of a text or a decoded file: exactly those it was decoded from, where the text is unchanged."""
    if isinstance(source, str):
        return source.encode("utf-8", "surrogateescape")
    if source.encoding == "binary":
        return source.raw
    if source.encoding != "utf-8":
        mark = next(mark for mark, encoding in _UTF16_MARKS if encoding == source.encoding)
        return mark + source.text.encode(source.encoding, "surrogatepass")
    return (codecs.BOM_UTF8 if source.bom else b"") + source.text.encode("utf-8", "surrogateescape")


def zeros_at_end(data: bytes) -> int | None:
    """Where the NULs begin, if they are only a tail, as a crash leaves them: the length was kept, the content not."""
    start = data.find(b"\0")
    return start if start >= 0 and data[start:] == bytes(len(data) - start) else None


def _binary(data: bytes, message: str) -> Decoded:
    return Decoded("", (Problem("binary", None, message),), encoding="binary", raw=data)


def _decode_utf16(data: bytes, encoding: Encoding) -> Decoded:
    if len(data) % 2:
        return _binary(data, "the file is UTF-16 and ends in the middle of a character; save it as UTF-8")
    text = data[2:].decode(encoding, "surrogatepass")
    problem = Problem("encoding", None, "the file is UTF-16, which agents do not read; save it as UTF-8")
    return Decoded(text, (problem, *_mojibake_problems(text)), True, newline_of(text), encoding)


def newline_of(text: str) -> Newline:
    """The line end that most lines have."""
    pairs = text.count("\r\n")
    return "\r\n" if pairs > text.count("\n") - pairs else "\n"


def _utf8_problems(text: str) -> tuple[Problem, ...]:
    runs = list(_ESCAPED_BYTE.finditer(text))
    count = sum(len(run[0]) for run in runs)
    return (
        Problem(
            "utf8-invalid",
            line_of(text, runs[0].start()),
            (
                f"{counted(count, 'byte')} {'is' if count == 1 else 'are'} not valid UTF-8; shown escaped, unchanged "
                "in the file"
            ),
        ),
    )


NUL = "\0"


def _nul_problems(text: str) -> tuple[Problem, ...]:
    at = text.find(NUL)
    if at < 0:
        return ()
    return (Problem("nul-byte", line_of(text, at), f"{counted(text.count(NUL), 'NUL byte')} in the text"),)


def _mojibake_problems(text: str) -> tuple[Problem, ...]:
    at = find_mojibake(text)
    if at is None:
        return ()
    return (
        Problem(
            "mojibake",
            line_of(text, at),
            "UTF-8 was read as Mac Roman and saved again; repaired for display, unchanged in the file",
        ),
    )
