"""What may reach a terminal, and what is shown escaped instead."""

import re
import unicodedata
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cockpit.wording.printable import LONGEST, MOST_MARKS, printable, printable_lines

BIDI = [*range(0x202A, 0x202F), *range(0x2066, 0x206A), 0x200E, 0x200F, 0x061C]
ZERO_WIDTH = [0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF, 0x00AD, 0x180E]
SEPARATORS = [0x2028, 0x2029]
BLANK_LETTERS = [0x115F, 0x1160, 0x3164, 0xFFA0]
ANNOTATION = [0xFFF9, 0xFFFA, 0xFFFB]
HIDDEN_FORMATS = [0x1BCA0, 0x1BCA3, 0x1D173, 0x1D17A]
TAGS = [0xE0001, *range(0xE0020, 0xE0080)]
VARIATIONS = [0xE0100, 0xE01EF]
BLANKS = "\t\n\r\v\f"


def escaped(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"


def test_what_controls_hides_or_turns_text_is_escaped_and_blanks_are_one_blank() -> None:
    controls = [code for code in [*range(0x20), 0x7F, *range(0x80, 0xA0)] if chr(code) not in BLANKS]
    for code in (*controls, *BIDI, *ZERO_WIDTH, *SEPARATORS, *BLANK_LETTERS, *ANNOTATION, *HIDDEN_FORMATS, *TAGS,
                 *VARIATIONS):  # fmt: skip
        assert printable(f"a{chr(code)}b") == f"a{escaped(code)}b"
    assert [printable(f"a{blank}b") for blank in BLANKS] == ["a b"] * len(BLANKS)


def test_lone_surrogates_are_escaped() -> None:
    """Of a byte that was no UTF-8, as surrogateescape keeps it, the byte is shown."""
    shown = {text: printable(text) for text in ("\udcff", "\udc80", "\ud800", "\udfff", "\udc00")}
    assert [*shown.values()] == ["\\xff", "\\x80", "\\ud800", "\\udfff", "\\udc00"]


ORDINARY = (
    "", "日本語", "한국어", "naïve café", "e\u0301", "Ω ≈ ç", "✅ 🔄 ⏳ ❌", "████░░░░", "🇩🇪", "1️⃣", "שלום", "مرحبا",
    "ภาษาไทย", "नमस्ते", "Tiếng Việt", "[@click=app.quit]x[/]", "လျှို့ဝှက် མི་རྣམས",
    "👨\u200d👩\u200d👧\u200d👦", "🏳️\u200d🌈", "👁️\u200d🗨️", "🧑🏽\u200d🚀", "🏃\u200d♀️", "🐈\u200d⬛", "❤️\u200d🔥",
    "‼️", "ℹ️", "Ⓜ️", "㊗️", "⌨️", "❤︎",
)  # fmt: skip
"""Words, sequences of emoji, and what chooses the colour of a sign."""


def test_ordinary_text_is_untouched() -> None:
    assert [text for text in ORDINARY if printable(text) != text] == []


@pytest.mark.parametrize("text", ["a\u200db", "a\u200d", "👩\u200d", "\u200d👩", "👩\u200da", "👩\u200d\u200d👩",
                                  "\u4e2d\u200d\u6587", "한\u200d국", "क्\u200dष"])  # fmt: skip
def test_a_joiner_that_joins_no_emoji_is_escaped(text: str) -> None:
    assert "\u200d" not in printable(text)
    assert "\\u200d" in printable(text)


@cache
def marks() -> list[str]:
    """Every combining mark."""
    return [each for each in map(chr, range(0x110000)) if unicodedata.category(each) in ("Mn", "Mc", "Me")]


@cache
def piled() -> re.Pattern[str]:
    """More marks in a row than may be shown."""
    return re.compile(f"[{''.join(map(re.escape, marks()))}]{{6}}")


def test_of_marks_in_a_row_a_few_stay() -> None:
    assert MOST_MARKS <= 5
    shown = {mark: printable(f"Z{mark * 38}x") for mark in marks()}
    assert {mark for mark, text in shown.items() if text.count(mark) > MOST_MARKS} == set()
    assert shown["\u0301"] == "Z" + "\u0301" * MOST_MARKS + "x"
    assert printable("Z" + "\u0301" * 3_800 + "x") == shown["\u0301"]
    mixed = "".join(marks())
    assert not piled().search(printable(f"Z{mixed}x"))


def test_letters_of_korean_syllables_do_not_pile_up() -> None:
    shown = {printable(f"x{letter * 300}") for letter in "\u1161\u11a8\ud7b0\ud7cb"}
    assert {len(text) for text in shown} == {1 + MOST_MARKS}
    assert printable("\u1112\u1161\u11ab\u1100\u1173\u11af") == "\u1112\u1161\u11ab\u1100\u1173\u11af"


def test_an_invisible_mark_is_escaped() -> None:
    for code in (0x034F, 0x17B4, 0x180B, 0xFE00, 0xFE0D, 0xFE0F):
        assert printable(f"a{chr(code)}b") == f"a\\u{code:04x}b"
    assert printable("⚠\ufe0f\ufe0f") == "⚠\ufe0f\\ufe0f"
    assert printable("Z\ufe0f\u200d👩") == "Z\\ufe0f\\u200d👩"


def test_long_text_is_cut_and_the_rest_counted() -> None:
    shown = printable("x" * (LONGEST + 1_234))
    assert shown == "x" * LONGEST + "… (1,234 more characters)"
    assert printable("x" * LONGEST) == "x" * LONGEST


def test_lines_are_kept_apart() -> None:
    assert printable_lines("a\r\nb\rc\n\x1bd") == ["a", "b", "c", "\\x1bd"]


ANYTHING = st.text(
    st.one_of(
        st.characters(),
        st.sampled_from([chr(code) for code in (*BIDI, *ZERO_WIDTH, *TAGS)]),
        st.sampled_from("\u0301\u093f\u20dd\ufe0f\u200d👩⚠1"),
    )
)


@settings(deadline=None)
@given(ANYTHING)
def test_nothing_that_acts_comes_through_and_twice_is_once(text: str) -> None:
    shown = printable(text)
    assert not [character for character in shown if unicodedata.category(character) in ("Cc", "Cs", "Zl", "Zp")]
    assert not piled().search(shown)
    assert not {chr(code) for code in BIDI} & set(shown)
    assert printable(shown) == shown


def test_no_format_character_comes_through_alone_unless_it_shows() -> None:
    for character in (each for each in map(chr, range(0x110000)) if unicodedata.category(each) == "Cf"):
        visible = unicodedata.name(character, "").startswith(("ARABIC", "SYRIAC", "KAITHI")) and character != "\u061c"
        assert (printable(f"a{character}b") == f"a{character}b") is visible, character
