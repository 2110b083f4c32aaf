"""The sign and the colour of a need, the keys that answer it, and the signs of the checklist."""

from dataclasses import replace

import pytest

from cockpit.actions import BY_ID
from cockpit.model.checklist import Check
from cockpit.rules.attention import KINDS, Need
from cockpit.widgets.checklist import result_style
from cockpit.widgets.needs import REMEDY_KEYS, mark_of, style_of
from cockpit.widgets.view import ASCII, UNICODE, Glyphs
from cockpit.wording.messages import plain

STYLES = ("stop", "alert", "accent", "warning", "muted")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_sign_and_colour_here_and_elsewhere(kind: str) -> None:
    need = Need(kind=kind, pane="position", row="x", word="x", text="x")
    there = Need(kind="elsewhere", pane="position", row="x", word="x", text="x", there=need)
    assert style_of(need) in STYLES
    assert mark_of(need, UNICODE) != ""
    assert (mark_of(there, UNICODE), style_of(there)) == (mark_of(need, UNICODE), style_of(need))


def test_beside_a_need_stand_keys_that_do_what_they_are_called() -> None:
    """An action without a key of its own would stand beside the key of the menu, which only shows it."""
    assert [action for action, _ in REMEDY_KEYS.values() if not BY_ID[action].key] == []
    assert {word for action, word in REMEDY_KEYS.values() if action == "row.more"} == {BY_ID["row.more"].label}


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
def test_how_lines_of_the_checklist_came_out_differs_by_more_than_the_case_of_a_letter(glyphs: Glyphs) -> None:
    failed = Check(code="x", subject="", claim=plain("x"), result="failed", gate="ask", fact=plain("x"))
    others = ({"gate": "refuse"}, {"result": "passed"}, {"result": "unknown"}, {"waived": "so"}, {"past": True})
    signs = {result_style(each, glyphs).sign.casefold() for each in (failed, *(replace(failed, **o) for o in others))}
    assert len(signs) == 1 + len(others)
