"""Text that is selected with the mouse: it stands out, is copied when the button is released, and does nothing else."""

import os
from pathlib import Path

import pytest
from textual import events
from textual.pilot import Pilot
from textual.widget import Widget

from cockpit.screens.terminal_notices import CLIPBOARDS, put_on_clipboards
from cockpit.widgets.footer import Footer
from cockpit.widgets.pane import Pane
from tests.support.keyboard import EXAMPLE, press, said, settle
from tests.support.pane_app import lines
from tests.support.static_app import running


async def drag(pilot: Pilot[None], widget: Widget, start: tuple[int, int], end: tuple[int, int]) -> None:
    """From one cell of the widget's content to another, with the button down, as a terminal tells it."""
    at = widget.content_region.offset
    for kind, place in ((events.MouseDown, start), (events.MouseMove, end), (events.MouseUp, end)):
        x, y = at + place
        pilot.app.post_message(kind(None, x, y, 0, 1, 1, False, False, False))
        await settle(pilot)


async def click(pilot: Pilot[None], widget: Widget, place: tuple[int, int]) -> None:
    await drag(pilot, widget, place, place)


def marked(widget: Widget, y: int) -> str:
    """What stands out as selected in a line."""
    behind = widget.screen.get_component_rich_style("screen--selection").bgcolor
    return "".join(part.text for part in widget.render_line(y) if part.style and part.style.bgcolor == behind)


async def test_what_is_dragged_over_is_marked_until_the_next_click_and_copied_and_no_row_is_selected() -> None:
    async with running(EXAMPLE, (120, 40)) as (app, pilot):
        await press(pilot, "1")
        pane = app.screen.query_one("#thresholds", Pane)
        before, text = pane.cursor, lines(pane)[3]
        begin = text.index(text.split()[0])
        await drag(pilot, pane, (begin, 3), (begin + 7, 3))
        wanted = text[begin : begin + 8]
        assert (marked(pane, 3), app.clipboard) == (wanted, wanted.rstrip())
        assert said(app) == f"Copied: {app.clipboard}"
        assert (pane.cursor, len(app.screen_stack)) == (before, 1)
        app.copy_to_clipboard("")
        await press(pilot, "ctrl+c")
        assert app.clipboard == wanted.rstrip()
        await click(pilot, pane, (begin, 5))
        assert (marked(pane, 3), pane.cursor == before) == ("", False)
        await press(pilot, "home")
        shown = lines(pane)
        await drag(pilot, pane, (0, 0), (30, 2))  # without the marks at the left
        assert app.clipboard.splitlines() == [shown[0][1:], shown[1][1:], shown[2][1:31].rstrip()]
        assert said(app) == f"Copied 3 lines: {shown[0].strip()[:60]}…"
        await press(pilot, "2", "home")
        pane = app.focused
        shown = lines(pane)
        await drag(pilot, pane, (4, 0), (100, 1))  # of the pane beside it nothing
        assert pane.region.right < 100
        assert app.clipboard.splitlines() == [shown[0][4:].rstrip(), shown[1][1:].rstrip()]
        assert app.screen.selections.keys() == {pane}


async def test_a_click_and_one_that_slips_by_a_cell_select_the_row_and_copy_nothing() -> None:
    async with running(EXAMPLE, (120, 40)) as (app, pilot):
        await press(pilot, "3", "home")
        pane = app.focused
        for line, place, slipped in ((5, 2, 1), (7, 3, 0)):
            await drag(pilot, pane, (8, line), (8 + slipped, line))
            assert (pane.cursor, app.clipboard, app.screen.selections) == (place, "", {})
        footer = app.screen.query_one(Footer)
        at = footer.render_line(0).text.index("help")
        await drag(pilot, footer, (at - 6, 0), (at + 2, 0))
        assert len(app.screen_stack) == 1  # a key is no button where a selection ends
        await click(pilot, footer, (at + 1, 0))
        assert type(app.screen).__name__ == "HelpDialog"


def test_programs_that_copy_here_get_the_text_too(tmp_path: Path) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for _, command in CLIPBOARDS:
        program = programs / command.split()[0]
        program.write_text(f'#!/bin/sh\n{{ echo "$*"; cat; }} > {tmp_path}/{program.name}\n')
        program.chmod(0o755)
    path = f"{programs}{os.pathsep}{os.environ['PATH']}"
    put_on_clipboards("žluť", {"PATH": path, "TMUX": "/tmp/s,1,0", "DISPLAY": ""})
    assert (tmp_path / "tmux").read_text("utf-8") == "load-buffer -w -\nžluť"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["bin", "tmux"]
    put_on_clipboards("x", {"PATH": str(tmp_path), "DISPLAY": ":0"})  # not installed


@pytest.mark.parametrize(("ends", "asked"), [("0", 0), ("1", 1)], ids=["tmux takes it", "tmux refuses"])
async def test_tmux_gets_a_text_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: str, asked: int) -> None:
    program, written = tmp_path / "tmux", []
    program.write_text(f"#!/bin/sh\nexit {ends}\n")
    program.chmod(0o755)
    async with running(EXAMPLE, (120, 40)) as (app, pilot):
        monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
        monkeypatch.setenv("TMUX", "/tmp/s,1,0")
        monkeypatch.setattr(app._driver, "write", written.append)
        app.copy("a line")
        await settle(pilot)
        assert app.clipboard == "a line"
        assert sum("\x1b]52;" in each for each in written) == asked
