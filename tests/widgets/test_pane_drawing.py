"""What each pane draws: never wider than asked, never anything that acts, and the words a person reads."""

import unicodedata
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from cockpit.model import (
    Blocker,
    Decision,
    Phase,
    Position,
    Session,
    Todo,
    Track,
)
from cockpit.widgets.painting import Line
from cockpit.widgets.pane import Density, Pane
from cockpit.widgets.panes import PANES
from cockpit.widgets.panes.blockers import BlockersPane
from cockpit.widgets.panes.decisions import DecisionsPane
from cockpit.widgets.panes.phases import PhasesPane
from cockpit.widgets.panes.position import PositionPane
from cockpit.widgets.panes.sessions import SessionsPane
from cockpit.widgets.panes.thresholds import ThresholdsPane
from cockpit.widgets.panes.todos import TodosPane
from cockpit.widgets.view import ASCII, UNICODE, View
from tests.support.model_builders import HOSTILE, clock, full_track, threshold, track
from tests.support.pane_app import drawn, filled, lines_of, texts

VIEWS = {
    f"{signs}{'-compact' * compact}": View(clock, glyphs, compact=compact)
    for signs, glyphs in (("unicode", UNICODE), ("ascii", ASCII))
    for compact in (False, True)
}
TRACKS = [full_track(), *(full_track(lambda _, text=text: text) for text in HOSTILE)]
EACH_PANE = pytest.mark.parametrize("pane", PANES, ids=lambda pane: pane.pane_id())
DIFFERENT = ("unicode", "ascii-compact")
"""Between them both kinds of signs, and rows close together and apart; nothing depends on the two at once."""


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
@pytest.mark.parametrize("view", DIFFERENT)
def test_no_line_is_wider_than_asked(pane: type[Pane], view: str) -> None:
    for shown in TRACKS:
        made = filled(pane, shown, VIEWS[view])
        for density in Density:
            for width in (1, 10, 24, 120):
                check(lines_of(made, width, density), width)


@EACH_PANE
@settings(deadline=None, max_examples=40)
@given(
    text=st.one_of(st.text(max_size=60), st.sampled_from(HOSTILE)),
    width=st.integers(10, 120),
    view=st.sampled_from(list(VIEWS.values())),
    density=st.sampled_from(Density),
)
def test_no_text_makes_a_line_wider_or_acts(
    pane: type[Pane], text: str, width: int, view: View, density: Density
) -> None:
    check(drawn(pane, full_track(lambda _: text), width, view, density), width)


@EACH_PANE
def test_markup_in_a_text_is_text_and_no_span_has_an_action(pane: type[Pane]) -> None:
    lines = drawn(pane, full_track(lambda _: "[@click=app.quit]x[/]"), 120)
    assert any("[@click" in line.plain for line in lines)
    assert {span.action for line in lines for span in line.spans} == {None}


@EACH_PANE
def test_with_ascii_signs_the_panes_themselves_add_no_others(pane: type[Pane]) -> None:
    shown = full_track(lambda text: text.encode("ascii", "ignore").decode())
    for view in (view for view in VIEWS.values() if view.glyphs is ASCII):
        for density in Density:
            said = "".join(texts(pane, shown, 400, view, density))
            assert said.isascii(), (view.compact, density, ascii(said))


@EACH_PANE
def test_every_pane_has_a_number_a_heading_help_and_words_for_nothing(pane: type[Pane]) -> None:
    made = pane(View(clock))
    assert PANES[made.NUMBER - 1] is pane
    assert made.HEADING
    assert made.HELP.endswith(".")
    assert made.ONE
    assert made.empty_lines(200)[0].plain.endswith(".")
    assert drawn(pane, track(position=Position()), 80) == [] or pane is PositionPane


@EACH_PANE
def test_keys_of_rows_are_unique_and_do_not_depend_on_the_width(pane: type[Pane]) -> None:
    made = pane(View(clock))
    keys = [row.key for row in made.rows_of(full_track())]
    assert len(set(keys)) == len(keys)


@pytest.mark.parametrize(
    ("make", "pane", "key"),
    [
        (lambda: track(blockers=(Blocker(id="B1", text="x"),)), BlockersPane, "B1"),
        (lambda: track(todos=(Todo(text="x"),)), TodosPane, "x"),
        (lambda: track(decisions=(Decision(text="x"),)), DecisionsPane, "x"),
        (lambda: track(thresholds=(threshold(),)), ThresholdsPane, "cost"),
        (lambda: track(phases=(Phase(id="3"),)), PhasesPane, "0:3"),
        (lambda: track(sessions=(Session(id="s1"),)), SessionsPane, "session:s1"),
    ],
)
def test_a_row_is_known_by_what_it_is(make: Callable[[], Track], pane: type[Pane], key: str) -> None:
    made = pane(View(clock))
    assert [row.key for row in made.rows_of(make()) if row.selectable] == [key]
