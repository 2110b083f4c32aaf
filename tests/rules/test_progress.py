import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.rules.progress import bar, bar_agrees, filled_cells, percent_in


@pytest.mark.parametrize(
    ("percent", "drawn"),
    [
        (100, "██████████"),
        (60, "██████░░░░"),
        (42, "████░░░░░░"),
        (20, "██░░░░░░░░"),
        (9.99, "░░░░░░░░░░"),
        (0, "░░░░░░░░░░"),
        (130, "██████████"),
        (-4, "░░░░░░░░░░"),
    ],
)
def test_the_seeds_bar(percent: float, drawn: str) -> None:
    assert bar(percent) == drawn


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("████░░░░░░ 42%", (4, 10)),
        ("░░░░░░░░░░ 0%", (0, 10)),
        ("██████████", (10, 10)),
        ("[####......] 40%", (4, 10)),
        ("[#####-----]", (5, 10)),
        ("[=====>    ]", (5, 10)),
        ("[=====     ] 50%", (5, 10)),
        ("▓▓▓░░░", (3, 6)),
        ("▒▒▒▒░░░░", (4, 8)),
        ("████▒▒▒▒▒▒", (4, 10)),
        ("■■■□□□□□□□", (3, 10)),
        ("●●●●○○○○○○", (4, 10)),
        ("▰▰▱▱▱", (2, 5)),
        ("🟩🟩⬜⬜⬜", (2, 5)),
        ("██▌░░░░░░░", (2, 10)),
        ("[█████░░░░░░░░░░░░░░░] 25%", (5, 20)),
        ("Phase ██░░░ then █████", (2, 5)),
        ("[          ]", None),
        ("██░", None),
        ("[x] done", None),
        ("---", None),
        ("##### Heading", None),
        ("no bar, 42%", None),
        ("", None),
    ],
)
def test_bars_of_many_glyphs(text: str, cells: tuple[int, int] | None) -> None:
    assert filled_cells(text) == cells


@pytest.mark.parametrize(
    ("text", "percent"),
    [("████ 42%", 42), ("42 %", 42), ("42.5%", 42.5), ("42,5 %", 42.5), ("~7% of 90%", 7), ("42", None), ("%", None)],
)
def test_percentages(text: str, percent: float | None) -> None:
    assert percent_in(text) == percent


@pytest.mark.parametrize(
    ("filled", "width", "percent", "agrees"),
    [
        (4, 10, 42, True),
        (5, 10, 49.9, False),
        (4, 10, 49.9, True),
        (10, 10, 100, True),
        (9, 10, 100, False),
        (10, 10, 120, True),
        (8, 20, 42, True),
        (9, 20, 42, True),
        (10, 20, 42, False),
        (2, 5, 42, True),
        (4, 5, 42, False),
    ],
)
def test_a_bar_against_its_number(filled: int, width: int, percent: float, agrees: bool) -> None:
    assert bar_agrees(filled, width, percent) is agrees


@given(st.floats(0, 100))
def test_the_seeds_bar_agrees_with_its_number(percent: float) -> None:
    cells = filled_cells(bar(percent))
    assert cells is not None
    assert bar_agrees(*cells, percent)


@given(st.text(alphabet="█▓▒░#=-. []>●○_▌x", max_size=40))
def test_any_text_can_be_asked(text: str) -> None:
    cells = filled_cells(text)
    assert cells is None or 0 <= cells[0] <= cells[1] <= len(text)
