"""The sign and the colour of a need, and the keys that answer it."""

import pytest

from cockpit.actions import BY_ID
from cockpit.rules.attention import KINDS, Need
from cockpit.widgets.needs import REMEDY_KEYS, mark_of, style_of
from cockpit.widgets.view import UNICODE

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
