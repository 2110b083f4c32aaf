"""The sign and the colour of a need, and the keys that answer it."""

import pytest

from cockpit.actions import BY_ID
from cockpit.model import Blocker
from cockpit.model.agents import AgentSession
from cockpit.rules.attention import KINDS, Need, needs
from cockpit.widgets.needs import REMEDY_KEYS, mark_of, style_of
from cockpit.widgets.pane import Density
from cockpit.widgets.panes.blockers import BlockersPane
from cockpit.widgets.session_table import SessionTable
from cockpit.widgets.view import UNICODE
from tests.support.agent_sessions import ALL, ASKS, observed
from tests.support.model_builders import NOW, track
from tests.support.pane_app import drawn

STYLES = ("stop", "alert", "accent", "warning", "muted")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_its_sign_and_colour_here_and_elsewhere(kind: str) -> None:
    need = Need(kind=kind, pane="position", row="x", word="x", text="x")
    there = Need(kind="elsewhere", pane="position", row="x", word="x", text="x", there=need)
    assert style_of(need) in STYLES
    assert mark_of(need, UNICODE) != ""
    assert (mark_of(there, UNICODE), style_of(there)) == (mark_of(need, UNICODE), style_of(need))


def test_a_session_has_one_sign_in_one_style_in_needs_you_and_in_its_list() -> None:
    (watched,) = observed(*ALL, ASKS).tracks
    found = [(need, need.value) for need in needs(watched) if isinstance(need.value, AgentSession)]
    marks = [SessionTable((each,), NOW).line(each, 120, UNICODE).spans[0] for _, each in found]
    assert {mark.text for mark in marks} == {"!", "?", "✗", "~"}
    assert [(mark_of(need, UNICODE), style_of(need)) for need, _ in found] == [(at.text, at.style) for at in marks]


def test_a_blocker_has_one_sign_in_one_style_in_needs_you_and_in_its_list() -> None:
    shown = track(blockers=(Blocker(text="No key"),))
    (need,) = needs(shown)
    (line,) = drawn(BlockersPane, shown, 40, density=Density.BRIEF)
    assert (mark_of(need, UNICODE), style_of(need)) == (line.spans[0].text, line.spans[0].style)


def test_beside_a_need_stand_keys_that_do_what_they_are_called() -> None:
    """An action without a key of its own would stand beside the key of the menu, which only shows it."""
    assert [action for action, _ in REMEDY_KEYS.values() if not BY_ID[action].key] == []
    assert {word for action, word in REMEDY_KEYS.values() if action == "row.more"} == {BY_ID["row.more"].label}
