"""What each pane draws: never wider than asked, never anything that acts."""

import unicodedata
from itertools import product

import pytest
from rich.cells import cell_len

from cockpit.widgets.painting import Line
from cockpit.widgets.pane import Density, Pane
from cockpit.widgets.panes import PANES
from cockpit.widgets.view import ASCII, UNICODE, View
from tests.support.model_builders import HOSTILE, clock, full_track
from tests.support.pane_app import filled, lines_of, texts

VIEWS = (View(clock, UNICODE), View(clock, ASCII, compact=True))
"""Both kinds of signs, and rows close together and apart."""
TRACKS = [full_track(), *(full_track(lambda _, text=text: text) for text in HOSTILE)]
EACH_PANE = pytest.mark.parametrize("pane", PANES, ids=lambda pane: pane.pane_id())
TURNING = set("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
"""Signs that turn the direction of what follows."""


def check(lines: list[Line], width: int) -> None:
    for line in lines:
        assert line.width <= width
        assert cell_len(line.plain) <= width
    letters = {letter for line in lines for letter in line.plain}
    assert not [letter for letter in letters if unicodedata.category(letter) in ("Cc", "Cs")]
    assert not TURNING & letters


@EACH_PANE
def test_no_line_is_wider_than_asked_nor_acts_and_ascii_signs_are_ascii(pane: type[Pane]) -> None:
    for view, shown in product(VIEWS, TRACKS):
        made = filled(pane, shown, view)
        assert len({row.key for row in made.rows.all}) == len(made.rows.all)
        for density, width in product((Density.BRIEF, Density.ALL), (10, 100)):
            lines = lines_of(made, width, density)
            check(lines, width)
            assert {span.action for line in lines for span in line.spans} <= {None}
    shown = full_track(lambda text: text.encode("ascii", "ignore").decode())
    for density, compact in product(Density, (False, True)):
        said = "".join(texts(pane, shown, 400, View(clock, ASCII, compact=compact), density))
        assert said.isascii(), (density, ascii(said))
