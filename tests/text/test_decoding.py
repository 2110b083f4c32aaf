"""Bytes to text and back: nothing is lost, and what is wrong is said."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.decoding import LineIndex, decode, encode, find_mojibake, line_of, repair_mojibake

MARKS = [b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE]


@given(st.sampled_from(MARKS), st.binary(max_size=400))
def test_any_bytes_survive(mark: bytes, data: bytes):
    assert encode(decode(mark + data)) == mark + data


@pytest.mark.parametrize(
    ("data", "code", "line", "text"),
    [
        (b"a\nb\xff\xfec\n", "utf8-invalid", 2, "a\nb\udcff\udcfec\n"),
        (b"\x89PNG\0\0\n", "binary", None, ""),
        (b"x" * 9000 + b"\nA\0", "nul-byte", 2, "x" * 9000 + "\nA\0"),
        (b"a: 1\nb" + bytes(4), "nul-byte", 2, "a: 1\nb" + "\0" * 4),
        ("\ufeffPhase".encode("utf-16-le"), "encoding", None, "Phase"),
        ("\ufeffPhase".encode("utf-16-be"), "encoding", None, "Phase"),
        (codecs.BOM_UTF16_LE + b"a\0b", "binary", None, ""),
        ("\ufeffPhase".encode("utf-32-le"), "binary", None, ""),
        ("ok\n█".encode().decode("mac_roman").encode(), "mojibake", 2, "ok\n‚ñà"),
    ],
)
def test_what_is_wrong_is_reported(data: bytes, code: str, line: int | None, text: str):
    decoded = decode(data)
    assert [(problem.code, problem.line) for problem in decoded.problems] == [(code, line)]
    assert decoded.text == text


@pytest.mark.parametrize(
    ("data", "newline", "bom"),
    [
        (b"", "\n", False),
        (b"a\nb\n", "\n", False),
        (b"a\r\nb\r\n", "\r\n", False),
        (b"a\r\nb\r\nc\n", "\r\n", False),
        (b"a\r\nb\n", "\n", False),
        (b"a\rb\r", "\n", False),
        (codecs.BOM_UTF8 + b"a\n", "\n", True),
    ],
)
def test_newline_and_mark(data: bytes, newline: str, bom: bool):
    decoded = decode(data)
    assert (decoded.newline, decoded.bom, decoded.problems) == (newline, bom, ())
    assert not decoded.text.startswith("\ufeff")


def test_a_binary_file_cannot_be_edited():
    with pytest.raises(ValueError, match="binary"):
        decode(b"\0\1").with_text("x")


@pytest.mark.parametrize(
    ("offset", "line"), [(0, 1), (1, 1), (2, 2), (3, 2), (4, 2), (5, 3), (6, 3), (7, 4), (8, 4), (9, 4)]
)
def test_lines_end_at_lf_crlf_and_cr_only(offset: int, line: int):
    text = "a\nb\r\nc\rd\f"
    assert line_of(text, offset) == line
    assert LineIndex(text).line_of(offset) == line


def damaged(text: str) -> str:
    """Text in UTF-8 that somebody read as Mac Roman."""
    return text.encode("utf-8").decode("mac_roman")


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("[‚ñà‚ñà‚ñë] 66%", "[██░] 66%"),
        ("Phase 3 ‚Äî done ‚úÖ", "Phase 3 — done ✅"),
        *((damaged(text), text) for text in ("café — naïve", "进行中 🚧", "привет")),
        ("real █ beside ‚ñë", "real █ beside ░"),
        *((text, text) for text in (
            "", "plain", "Sie sagte ‚ja‘ und „nein“", "À la carte, mot\u00a0été, Âge", "√π and √∞ ≥ 2",
            "— Über “Ähnlich” …", "█░ — ✅ 进行中", "Ô, Ó, ‰",
        )),
    ],
)  # fmt: skip
def test_mac_roman_is_repaired_for_display_and_ordinary_text_left_alone(seen: str, meant: str):
    assert (find_mojibake(seen) is not None) is (seen != meant)
    assert repair_mojibake(seen) == meant
