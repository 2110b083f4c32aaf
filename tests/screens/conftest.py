"""Pictures at several sizes from one run of the app: the terminal is resized, and the same must stand on it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from pytest_textual_snapshot import SVGImageExtension
from syrupy.assertion import SnapshotAssertion
from textual.pilot import Pilot
from textual.widgets import Input

from cockpit.app import CockpitApp
from cockpit.demo.sample import create
from tests.support.keyboard import press, settle
from tests.support.static_app import NOW

Size = tuple[int, int]
Step = Callable[[Pilot[None]], Awaitable[None]]
ALL: tuple[Size, ...] = ((80, 24), (120, 40), (200, 60))


class Pictures:
    """Compares what stands on the screen with the pictures of a test, each of which has the size for its name."""

    def __init__(self, snapshot: SnapshotAssertion, folder: Path) -> None:
        self._kept = snapshot.use_extension(SVGImageExtension)
        self._folder = folder

    async def take(self, app: CockpitApp, *steps: str | Step, sizes: tuple[Size, ...] = ALL) -> None:
        """Run the app, press keys or do something else, and look at it at one size after the other."""
        async with app.run_test(size=sizes[0]) as pilot:
            await settle(pilot)
            for step in steps:
                await (press(pilot, step) if isinstance(step, str) else step(pilot))
            await self.look(pilot, *sizes)

    async def look(self, pilot: Pilot[None], *sizes: Size, of: str = "") -> None:
        """Look at a running app at each size; `of` tells several pictures of one test apart."""
        other = [name async for name in self._others(pilot, sizes, of)]
        assert not other, f"drawn otherwise, see {', '.join(other)}"

    async def _others(self, pilot: Pilot[None], sizes: tuple[Size, ...], of: str) -> AsyncIterator[str]:
        for width, height in sizes:
            if pilot.app.size != (width, height):
                await pilot.resize_terminal(width, height)
            await settle(pilot)
            name = f"{of}-{width}x{height}" if of else f"{width}x{height}"
            drawn = pilot.app.export_screenshot(title=pilot.app.title, simplify=True)
            same = self._kept(name=name) == drawn
            if not same:
                seen = self._folder / f"{name}.svg"
                seen.write_text(drawn, "utf-8")
                yield str(seen)


@pytest.fixture(autouse=True)
def no_cursor_blinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine takes the picture later."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _: None)


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The demo's project as it stands when the demo begins, to be copied."""
    return create(tmp_path_factory.mktemp("made") / "taskflow-app", now=NOW)


@pytest.fixture
def pictures(snapshot: SnapshotAssertion, tmp_path: Path) -> Pictures:
    return Pictures(snapshot, tmp_path)
