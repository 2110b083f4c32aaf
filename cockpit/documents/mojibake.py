"""Mojibake: UTF-8 bytes that were read as Mac-Roman and saved again as UTF-8 (`█` became `‚ñà`, `—` became `‚Äî`).

Repair is for display only. Each damaged character is a sequence of Mac-Roman characters that stand for the bytes of
one UTF-8 sequence. Sequences of three and four bytes do not occur in ordinary text; those of two do (`√π`, or a
no-break space before `é`), so a short one is repaired only in a text that is certainly damaged.
"""

import re

_CHARACTERS = bytes(range(0x80, 0x100)).decode("mac_roman")


def _class(first: int, last: int) -> str:
    return "[" + re.escape(_CHARACTERS[first - 0x80 : last - 0x7F]) + "]"


_REST = _class(0x80, 0xBF)
_ANY_REST = re.compile(_REST)
_TWO = _class(0xC2, 0xDF) + _REST
_LONG = f"(?:{_class(0xE0, 0xEF)}{_REST}{{2}}|{_class(0xF0, 0xF4)}{_REST}{{3}})"
_RUN = re.compile(f"(?:{_TWO}|{_LONG})+")
_CERTAIN = re.compile(f"{_LONG}|(?:{_TWO}){{3}}")


def find_mojibake(text: str) -> int | None:
    """The offset of the first character that certainly is mojibake, or None."""
    if text.isascii() or _ANY_REST.search(text) is None:
        return None
    return next((match.start() for match in _CERTAIN.finditer(text) if _decoded(match[0]) is not None), None)


def has_mojibake(text: str) -> bool:
    """Whether a text certainly holds Mac-Roman mojibake."""
    return find_mojibake(text) is not None


def repair_mojibake(text: str, damaged: bool = False) -> str:
    """The text with each cleanly decodable run of mojibake replaced by what it was; ordinary text as it is.

    `damaged` says that the text certainly is, which a part of it does not tell.
    """
    if not damaged and not has_mojibake(text):
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
