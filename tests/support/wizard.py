"""The wizard in a test: opening it, filling it in, and waiting until it has looked and kept."""

import asyncio

from textual.pilot import Pilot
from textual.widgets import Input

from cockpit.app import CockpitApp
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.screens.handoff_screen import HandoffScreen
from cockpit.widgets.text_field import TextField
from tests.support.keyboard import ROUNDS, settle


def wizard(app: CockpitApp) -> HandoffScreen:
    """The wizard, on top or below a dialog."""
    return next(screen for screen in app.screen_stack if isinstance(screen, HandoffScreen))


def draft(app: CockpitApp) -> HandoffDraft:
    """What is filled in."""
    filling = wizard(app).filling
    assert filling is not None
    return filling.draft


async def rest(pilot: Pilot[None]) -> None:
    """Wait until what was typed is looked at and kept."""
    for _ in range(ROUNDS):
        await settle(pilot)
        open_ones = [screen for screen in pilot.app.screen_stack if isinstance(screen, HandoffScreen)]
        if not any(each.keeper.waits for each in open_ones):
            return
        await asyncio.sleep(0.01)
    raise AssertionError("the wizard never rests")


async def fill(pilot: Pilot[None], *keys: str) -> None:
    """Press keys, and wait until everything that follows has come to rest."""
    for key in keys:
        await pilot.press(key)
        await settle(pilot)
    await rest(pilot)


async def step(pilot: Pilot[None], number: int) -> None:
    """Go to a step from anywhere, by the map."""
    wizard(pilot.app).map.focus()  # type: ignore[arg-type]  # it is cockpit's
    await fill(pilot, str(number))


async def write(pilot: Pilot[None], text: str) -> None:
    """Put a text in the focused field, its last letter by key."""
    field, last = pilot.app.focused, text[-1]
    if isinstance(field, TextField):
        field.insert(text[:-1])
    elif isinstance(field, Input):
        field.insert_text_at_cursor(text[:-1])
    await fill(pilot, {"\n": "enter", " ": "space"}.get(last, last))
