"""The one gate between text from files and anything a person looks at.

State files are written by language models and may hold terminal control sequences, bidirectional overrides or
invisible characters. `printable` shows them escaped, so that nothing acts and nothing hides. Every widget and every
command passes file text through here; markup needs no treatment because no widget of ours interprets any.
"""

import re

# C0 and C1 controls, DEL, zero-width and bidirectional formatting, line and paragraph separators, the byte order mark,
# invisible operators, interlinear annotation, shorthand and musical formatting, tag characters, and lone surrogates
# (undecodable bytes).
_UNSAFE = re.compile(
    "[\x00-\x1f\x7f-\x9f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0"
    "\ufff9-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff\ud800-\udfff]"
)
# Characters that combine with the one before without end can pile up over neighbouring lines.
_MARKS = (
    "[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u0610-\u061a\u064b-\u065f\u0670\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
    "\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f\ufe20-\ufe2f]"
)
_PILED_MARKS = re.compile(f"({_MARKS}{{3}}){_MARKS}+")

LONGEST = 20_000
"""Characters of one piece of text that are ever shown; the rest is counted instead."""


def printable(text: str) -> str:
    """`text` on one line, with nothing in it that a terminal would act on.

    Tabs and line ends become spaces; an emoji's joiner between two pictographs stays; every other control,
    bidirectional or invisible character is shown as `\\x1b` or `\\u202e`.
    """
    if len(text) > LONGEST:
        text = f"{text[:LONGEST]}… ({len(text) - LONGEST:,} more characters)"
    if text.isascii() and text.isprintable():
        return text
    return _PILED_MARKS.sub(r"\1", _UNSAFE.sub(_escape, text))


def printable_lines(text: str) -> list[str]:
    """The lines of a text, each made printable."""
    return [printable(line) for line in re.split("\r\n|\r|\n", text)]


def _escape(match: re.Match[str]) -> str:
    character = match.group()
    if character in "\t\n\r\v\f":
        return " "
    if character == "\u200d" and _joins_emoji(match):
        return character
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:
        return f"\\x{code - 0xDC00:02x}"
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _joins_emoji(match: re.Match[str]) -> bool:
    text, at = match.string, match.start()
    return 0 < at < len(text) - 1 and _is_emoji(text[at - 1]) and _is_emoji(text[at + 1])


def _is_emoji(character: str) -> bool:
    """Whether a character may stand beside the joiner: a pictograph, or the sign that asks for its coloured form."""
    code = ord(character)
    return code == 0xFE0F or 0x2600 <= code <= 0x27BF or 0x2B00 <= code <= 0x2BFF or 0x1F000 <= code <= 0x1FAFF
