"""Pictures of every screen at the three sizes. Look at a new picture before you accept it."""

import asyncio
import json
import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from cockpit.model import Finding, Project
from cockpit.screens.dialogs import DiffDialog
from tests.screens.conftest import ALL, Pictures
from tests.support.keyboard import copy, press, settle, slowly
from tests.support.patience import PATIENCE
from tests.support.static_app import app_on, still_app

SMALL, USUAL, WIDE = (80, 24), (120, 40), (200, 60)
SIZES = pytest.mark.parametrize("size", [SMALL, USUAL, WIDE], ids=["80x24", "120x40", "200x60"])
SMALL_AND_USUAL = pytest.mark.parametrize("size", [SMALL, USUAL], ids=["80x24", "120x40"])


@pytest.fixture
def sample(made: Path, tmp_path: Path) -> Path:
    """The demo's project as it stands when the demo begins; no picture shows its history in git."""
    return Path(
        shutil.copytree(made, tmp_path / made.name, ignore=shutil.ignore_patterns(".git", "node_modules", "src"))
    )


def raise_values(folder: Path, **values: float) -> None:
    """Let the agent measure other values."""
    path = folder / ".autopilot" / "state" / "thresholds.json"
    state = json.loads(path.read_text("utf-8"))
    state["current_values"] |= values
    path.write_text(json.dumps(state, indent=2), "utf-8")


def acknowledge(folder: Path, metric: str) -> None:
    """A person has acknowledged it a moment ago, and the agent has written nothing since."""
    given = {"acknowledged_at": "2026-01-29T16:29:55Z", "value_at_acknowledgment": 26.5, "threshold_level": "alert"}
    path = folder / ".autopilot" / "state" / "acknowledgments.json"
    path.write_text(json.dumps({"acknowledgments": {metric: given}, "last_reset": None}, indent=2), "utf-8")


def several(folder: Path) -> None:
    """Three more tracks in the project: one at a stop, one blocked, one handed off."""
    for name, fixture in (("mobile", "seed-thresholds"), ("site", "healthy")):
        copy(folder / "packages" / name, fixture)
    shutil.copytree(folder / ".autopilot", folder / "packages" / "billing" / ".autopilot")
    raise_values(folder / "packages" / "billing", cost=52.25)


@SIZES
def test_at_work(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size)


async def test_alert(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4, context_percent=44)
    await pictures.take(app_on(sample), "3")


async def test_stop(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=52.25, error_count=3)
    await pictures.take(app_on(sample))


async def test_acknowledged_and_handed_off(pictures: Pictures, tmp_path: Path) -> None:
    await pictures.take(app_on(copy(tmp_path / "seed-thresholds")))


async def test_nothing_there(pictures: Pictures) -> None:
    await pictures.take(still_app(Project(root="/home/ada/projects/taskflow")))


async def test_unreadable(pictures: Pictures) -> None:
    message = "You have no permission to read this folder."
    finding = Finding(code="no-permission", severity="error", path=".autopilot", message=message)
    project = Project(root="/home/ada/projects/taskflow", findings=(finding,))
    await pictures.take(still_app(project))


async def test_damaged(pictures: Pictures, tmp_path: Path) -> None:
    await pictures.take(app_on(copy(tmp_path / "damaged", "damaged")), "9")


async def test_still_reading(pictures: Pictures) -> None:
    await pictures.take(still_app(None))


async def test_light(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    await pictures.take(app_on(sample, theme="cockpit-light"))


async def test_sixteen_colours(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4, context_percent=52)
    await pictures.take(app_on(sample, theme="terminal"), "3")


@pytest.mark.parametrize("theme", ["high-contrast", "colour-blind"])
def test_other_themes(snap_compare, sample: Path, theme: str) -> None:
    raise_values(sample, cost=31.4, context_percent=52, variance_percent=22)
    assert snap_compare(app_on(sample, theme=theme), terminal_size=USUAL, press=["3"])


async def test_without_unicode_signs(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    await pictures.take(app_on(sample, ascii=True))


async def test_help(pictures: Pictures, sample: Path) -> None:
    await pictures.take(app_on(sample), "3", "question_mark")


async def test_details(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    await pictures.take(app_on(sample), "3", "enter")


@SMALL_AND_USUAL
def test_palette(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    async def open_palette(pilot: Pilot[None]) -> None:
        await slowly(pilot, "ctrl+p")

    assert snap_compare(app_on(sample), terminal_size=size, run_before=open_palette)


async def test_zoomed(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    async with app_on(sample).run_test(size=SMALL) as pilot:
        for pane in "123456789":
            await press(pilot, pane, "z")
            await pictures.look(pilot, *ALL, of=pane, picture=pane in "17")
            await press(pilot, "z")


async def test_a_form(pictures: Pictures, sample: Path) -> None:
    await pictures.take(app_on(sample), "6", "n")


async def test_the_limits_of_a_stop(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=52.25)
    await pictures.take(app_on(sample), "3", "home", "a")


async def test_a_diff_before_it_is_written(pictures: Pictures, sample: Path) -> None:
    async def review_a_todo(pilot: Pilot[None]) -> None:
        await slowly(pilot, "7", "n", *"Write the changelog", "enter")
        async with asyncio.timeout(PATIENCE):
            while not isinstance(pilot.app.screen, DiffDialog):
                await settle(pilot)
        await settle(pilot)

    await pictures.take(app_on(sample, review=True), review_a_todo)


async def test_the_menu_of_an_alert(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    await pictures.take(app_on(sample), "3", "home", "m")


def test_snooze(snap_compare, sample: Path) -> None:
    async def open_snooze(pilot: Pilot[None]) -> None:
        await slowly(pilot, "3", "home", "m", "s")

    assert snap_compare(app_on(sample), terminal_size=USUAL, run_before=open_snooze)


async def test_read_only(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    await pictures.take(app_on(sample, read_only=True))


async def test_filtered(pictures: Pictures, sample: Path) -> None:
    await pictures.take(app_on(sample), "6", "slash", *"web", "enter")


@SMALL_AND_USUAL
def test_filtering(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, press=["4", "slash", *"re"])


async def test_just_acknowledged(pictures: Pictures, sample: Path) -> None:
    acknowledge(sample, "cost")
    raise_values(sample, cost=26.5)
    await pictures.take(app_on(sample))


async def test_the_last_handoff_whole(pictures: Pictures, tmp_path: Path) -> None:
    await pictures.take(app_on(copy(tmp_path / "seed-thresholds")), "8", "enter")


async def test_brought_up_in_a_small_terminal(pictures: Pictures, sample: Path) -> None:
    async with app_on(sample).run_test(size=SMALL) as pilot:
        for pane in "456789":
            await press(pilot, pane)
            await pictures.look(pilot, SMALL, of=pane, picture=False)


async def test_several_tracks(pictures: Pictures, sample: Path) -> None:
    several(sample)
    await pictures.take(app_on(sample), "t")


async def test_another_track_needs_a_person(pictures: Pictures, sample: Path) -> None:
    several(sample)
    await pictures.take(app_on(sample))


BETWEEN = ((40, 10), (50, 14), (60, 15), (80, 60), (100, 24), (100, 30), (159, 50))


async def test_sizes_between(pictures: Pictures, sample: Path) -> None:
    raise_values(sample, cost=31.4)
    await pictures.take(app_on(sample), sizes=BETWEEN, picture=False)


async def test_too_small(pictures: Pictures, sample: Path) -> None:
    await pictures.take(app_on(sample), sizes=((36, 8), (39, 40), (120, 9)), picture=False)
