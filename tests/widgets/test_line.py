"""Lines are as wide as they say, whatever letters they hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from cockpit.widgets import painting as line_module
from cockpit.widgets.painting import Line, fit, hanging, wrap
from cockpit.wording.printable import printable
from tests.support.model_builders import HOSTILE

WORDS = st.text(st.sampled_from("ab cé日本한🚀✅…\t\x1b\u202e\u200b"), max_size=30)
ANYTHING = st.one_of(WORDS, st.text(max_size=30), st.sampled_from(HOSTILE))
WIDTHS = st.integers(1, 60)


@pytest.mark.parametrize(
    ("text", "width", "fitted"),
    [
        ("abc", 5, "abc  "),
        ("abcd", 3, "ab…"),
        ("abcd", 1, "…"),
        ("abcd", -2, ""),
        ("ab cdef", 4, "ab… "),  # no blank before the ellipsis, and still four cells
        ("日本語", 5, "日本…"),
        ("日本語", 4, "日… "),
        ("a🚀b", 3, "a… "),
    ],
)
def test_fit(text: str, width: int, fitted: str) -> None:
    assert fit(text, width) == fitted
    assert cell_len(fitted) == max(0, width)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("one two three", 8, ["one two", "three"]),
        ("one  two\n\tthree", 40, ["one two three"]),
        ("abcdefgh", 3, ["abc", "def", "gh"]),
        ("ab abcdefgh cd", 3, ["ab", "abc", "def", "gh", "cd"]),
        ("日本語日本語", 4, ["日本", "語日", "本語"]),
        ("", 5, [""]),
        ("x\x1by", 20, ["x\\x1by"]),
    ],
)
def test_wrap(text: str, width: int, lines: list[str]) -> None:
    assert wrap(text, width) == lines


@settings(deadline=None)
@given(ANYTHING, st.integers(2, 60))
def test_wrapped_lines_fit_and_lose_nothing(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert max(cell_len(line) for line in lines) <= width
    assert "".join("".join(lines).split()) == "".join(printable(text).split())


@settings(deadline=None)
@given(ANYTHING, WIDTHS)
def test_what_is_added_is_harmless_and_as_wide_as_it_says(text: str, width: int) -> None:
    whole, column = Line().add(text), Line().add(text, width=width)
    shown = printable(text).replace("\ufe0f", "")
    assert whole.plain == (shown if cell_len(shown) else "")
    assert whole.width == cell_len(whole.plain)
    assert column.width == cell_len(column.plain) == cell_len(fit(shown, width)) == width


@settings(deadline=None)
@given(st.lists(WORDS, max_size=6), WIDTHS)
def test_a_cut_line_fits_and_is_as_wide_as_it_says(texts: list[str], width: int) -> None:
    line = Line()
    for number, text in enumerate(texts):
        line.add(text, "muted" if number % 2 else "text", action=str(number))
    whole = line.plain
    short = line.cut(width)
    assert short.width <= width
    assert short.width == cell_len(short.plain)
    assert sum(span.width for span in short.spans) == short.width
    if line.width <= width:
        assert short.plain == whole
    else:
        assert "…" in short.plain
        assert short.width == width


@pytest.mark.parametrize(
    ("width", "plain", "styles"),
    [(6, "abcdef", ["text", "muted"]), (5, "abcd…", ["text", "muted"]), (3, "ab…", ["text"]), (0, "", [])],
)
def test_cut_shortens_the_last_visible_span(width: int, plain: str, styles: list[str]) -> None:
    short = Line().add("abc").add("def", "muted").cut(width)
    assert (short.plain, [span.style for span in short.spans]) == (plain, styles)


def test_columns_are_padded_and_cut() -> None:
    line = Line().add("name", width=6).right("12", width=4).gap(2).add("a long value", "strong", width=6)
    assert line.plain == "name    12  a lon…"
    assert Line().right("12345", width=3).right("日本", width=5).plain == "12… 日本"
    assert line.width == 18


@pytest.mark.parametrize(
    ("text", "width", "most", "lines"),
    [
        ("one two three", 10, 4, ["x one two", "  three"]),
        ("one two three four five", 10, 2, ["x one two", "  three f…"]),
        ("", 10, 4, ["x "]),
        ("it is 35 %.", 10, 4, ["x it is", "  35 %."]),
        ("日本語日本語", 10, 4, ["x 日本語日", "  本語"]),
    ],
)
def test_a_long_text_hangs_below_itself(text: str, width: int, most: int, lines: list[str]) -> None:
    assert [line.plain for line in hanging(Line().add("x").gap(1), text, "ok", width, most=most)] == lines


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("/app:orchestrate", ["the next one is", "  /app:orchestrate"]),
        ("see /app:orchestrate", ["the next one is", "  see", "  /app:orchestrate"]),
        ("go", ["the next one is go"]),
        ("docs/state/session.md", ["the next one is d…"]),  # a path is broken at its slashes
    ],
)
def test_a_word_that_would_be_broken_behind_the_lead_stands_below_it(text: str, lines: list[str]) -> None:
    found = hanging(Line().add("the next one is").gap(1), text, "ok", 18, most=4)
    assert [line.plain.rstrip() for line in found][: len(lines)] == lines


@pytest.mark.parametrize("word", ["wörd—x界", "wörd x界 ", "a/"])
def test_a_very_long_text_is_measured_piece_by_piece(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, measured = word * 12_000, [0]

    def noted(piece: str) -> int:
        measured.append(len(piece))
        return cell_len(piece)

    monkeypatch.setattr(line_module, "cell_len", noted)
    lines = wrap(text, 80)
    assert all(cell_len(each) <= 80 for each in lines)
    shown = printable(text)
    assert "".join("".join(lines).split()) == "".join(shown.split())
    assert Line().add(text).cut(80).width == 80
    assert len(hanging(Line(), text, "text", 80, most=3)) == 3
    assert max(measured) <= 2000
    assert sum(measured) < 30 * len(shown)


@pytest.mark.parametrize(
    ("text", "most", "lines"),
    [
        ("one two three", 2, ["one two", "three"]),
        ("one two three", 1, ["one two three"]),
        ("b aaaaaaaaaaaaaaaaaaaa c", 2, ["b", "aaaaaaaaaaaaaaaaaaaa c"]),
    ],
)
def test_of_more_lines_than_wanted_the_last_holds_the_rest(text: str, most: int, lines: list[str]) -> None:
    assert wrap(text, 8, most=most) == lines
