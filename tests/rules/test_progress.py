import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.rules.progress import filled_cells


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


@given(st.text(alphabet="█▓▒░#=-. []>●○_▌x", max_size=40))
def test_any_text_can_be_asked(text: str) -> None:
    cells = filled_cells(text)
    assert cells is None or 0 <= cells[0] <= cells[1] <= len(text)
