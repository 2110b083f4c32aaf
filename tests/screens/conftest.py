"""Frames of a running app: in the smallest usual terminal as a picture, for colours and styles; at other sizes as text,
for what stands where."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.pilot import Pilot
from textual.widgets import Input

from cockpit.app import CockpitApp
from cockpit.demo.sample import create
from cockpit.screens import project_app
from tests.cli.conftest import run  # noqa: F401 -- the fixture
from tests.support.keyboard import press, seen, settle
from tests.support.patience import PATIENCE
from tests.support.static_app import NOW

Size = tuple[int, int]
Step = Callable[[Pilot[None]], Awaitable[None]]
SMALL: Size = (80, 24)


class FrameExtension(SingleFileSnapshotExtension):
    """A frame as plain text, in a file of its own."""

    _file_extension = "txt"
    _write_mode = WriteMode.TEXT


class Pictures:
    """Compares what stands on the screen with the frames of a test, each of which has the size for its name."""

    def __init__(self, snapshot: SnapshotAssertion, folder: Path) -> None:
        self._pictures = snapshot.use_extension(SVGImageExtension)
        self._frames = snapshot.use_extension(FrameExtension)
        self._folder = folder

    async def take(self, app: CockpitApp, *steps: str | Step) -> None:
        """Run the app, press keys or do something else, and look at it."""
        async with app.run_test(size=SMALL) as pilot:
            await settle(pilot)
            for step in steps:
                await (press(pilot, step) if isinstance(step, str) else step(pilot))
            await self.look(pilot)

    async def look(self, pilot: Pilot[None], *sizes: Size, of: str = "") -> None:
        """Look at a running app at each size; `of` tells several frames of one test apart."""
        other = [name async for name in self._others(pilot, sizes or (SMALL,), of)]
        assert not other, f"drawn otherwise, see {', '.join(other)}"

    async def _others(self, pilot: Pilot[None], sizes: tuple[Size, ...], of: str) -> AsyncIterator[str]:
        for width, height in sizes:
            if pilot.app.size != (width, height):
                await pilot.resize_terminal(width, height)
            await settle(pilot)
            name = f"{of}-{width}x{height}" if of else f"{width}x{height}"
            if (width, height) == SMALL:
                shown = pilot.app.export_screenshot(title=pilot.app.title, simplify=True)
                same, ending = self._pictures(name=name) == shown, "svg"
            else:
                assert isinstance(pilot.app, CockpitApp)
                shown = f"{seen(pilot.app)}\n"
                same, ending = self._frames(name=name) == shown, "txt"
            if not same:
                path = self._folder / f"{name}.{ending}"
                path.write_text(shown, "utf-8")
                yield str(path)


@pytest.fixture(autouse=True)
def slow_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture may be taken later, and what a key begins may last: no cursor blinks, no key is given up."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _: None)
    monkeypatch.setattr(project_app, "LONGEST", PATIENCE)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's project as it stands when the demo begins, to be copied."""
    return create(tmp_path_factory.mktemp("made") / "taskflow-app", now=NOW)


@pytest.fixture
def pictures(snapshot: SnapshotAssertion, tmp_path: Path) -> Pictures:
    return Pictures(snapshot, tmp_path)
