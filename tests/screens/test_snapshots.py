"""Pictures of every screen at the three sizes. Look at a new picture before you accept it."""

import json
import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from cockpit.demo.sample import create
from cockpit.model import Finding, Project
from cockpit.screens.diffs import DiffDialog
from tests.screens.hands import press, settle, slowly
from tests.screens.still import NOW, app_on, still_app

SMALL, USUAL, WIDE = (80, 24), (120, 40), (200, 60)
SIZES = pytest.mark.parametrize("size", [SMALL, USUAL, WIDE], ids=["80x24", "120x40", "200x60"])
FIXTURES = Path(__file__).resolve().parents[1] / "fixtures" / "autopilot"


@pytest.fixture(autouse=True)
def no_cursor_blinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slow machine takes the picture later."""
    monkeypatch.setattr(Input, "_toggle_cursor", lambda _: None)


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    """The demo's project as it stands when the demo begins."""
    return create(tmp_path / "taskflow-app", now=NOW)


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
        shutil.copytree(FIXTURES / fixture, folder / "packages" / name)
    shutil.copytree(folder / ".autopilot", folder / "packages" / "billing" / ".autopilot")
    raise_values(folder / "packages" / "billing", cost=52.25)


@SIZES
def test_at_work(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size)


@SIZES
def test_alert(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=31.4, context_percent=44)
    assert snap_compare(app_on(sample), terminal_size=size, press=["3"])


@SIZES
def test_stop(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=52.25, error_count=3)
    assert snap_compare(app_on(sample), terminal_size=size)


@SIZES
def test_acknowledged_and_handed_off(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(FIXTURES / "seed-thresholds"), terminal_size=size)


@SIZES
def test_nothing_there(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(still_app(Project(root="/home/ada/projects/taskflow")), terminal_size=size)


@SIZES
def test_unreadable(snap_compare, size: tuple[int, int]) -> None:
    message = "You have no permission to read this folder."
    finding = Finding(code="no-permission", severity="error", path=".autopilot", message=message)
    project = Project(root="/home/ada/projects/taskflow", findings=(finding,))
    assert snap_compare(still_app(project), terminal_size=size)


@SIZES
def test_damaged(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(FIXTURES / "damaged"), terminal_size=size, press=["9"])


@SIZES
def test_still_reading(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(still_app(None), terminal_size=size)


@SIZES
def test_light(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=31.4)
    assert snap_compare(app_on(sample, theme="cockpit-light"), terminal_size=size)


@SIZES
def test_sixteen_colours(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=31.4, context_percent=52)
    assert snap_compare(app_on(sample, theme="terminal"), terminal_size=size, press=["3"])


@pytest.mark.parametrize("theme", ["high-contrast", "colour-blind"])
def test_other_themes(snap_compare, sample: Path, theme: str) -> None:
    raise_values(sample, cost=31.4, context_percent=52, variance_percent=22)
    assert snap_compare(app_on(sample, theme=theme), terminal_size=USUAL, press=["3"])


@SIZES
def test_without_unicode_signs(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=31.4)
    assert snap_compare(app_on(sample, ascii_only=True), terminal_size=size)


@SIZES
def test_help(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, press=["3", "question_mark"])


@SIZES
def test_details(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=31.4)
    assert snap_compare(app_on(sample), terminal_size=size, press=["3", "enter"])


@SIZES
def test_palette(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    async def open_palette(pilot: Pilot[None]) -> None:
        await slowly(pilot, "ctrl+p")

    assert snap_compare(app_on(sample), terminal_size=size, run_before=open_palette)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("pane", range(1, 10))
def test_zoomed(snap_compare, sample: Path, size: tuple[int, int], pane: int) -> None:
    raise_values(sample, cost=31.4)
    assert snap_compare(app_on(sample), terminal_size=size, press=[str(pane), "z"])


@SIZES
def test_a_form(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, press=["d"])


@SIZES
def test_why_a_stop_cannot_be_acknowledged(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=52.25)
    assert snap_compare(app_on(sample), terminal_size=size, press=["3", "g", "a"])


@SIZES
def test_a_diff_before_it_is_written(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    async def review_a_todo(pilot: Pilot[None]) -> None:
        await press(pilot, "t", *"Write the changelog", "enter")
        while not isinstance(pilot.app.screen, DiffDialog):
            await settle(pilot)
        await settle(pilot)

    assert snap_compare(app_on(sample, review=True), terminal_size=size, run_before=review_a_todo)


def test_snooze(snap_compare, sample: Path) -> None:
    assert snap_compare(app_on(sample), terminal_size=USUAL, press=["3", "s"])


@SIZES
def test_read_only(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=31.4)
    assert snap_compare(app_on(sample, read_only=True), terminal_size=size)


@SIZES
def test_filtered(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, press=["5", "slash", *"web", "enter"])


@SIZES
def test_filtering(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size, press=["8", "slash", *"re"])


@SIZES
def test_just_acknowledged(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    acknowledge(sample, "cost")
    raise_values(sample, cost=26.5)
    assert snap_compare(app_on(sample), terminal_size=size)


@SIZES
def test_the_last_handoff_whole(snap_compare, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(FIXTURES / "seed-thresholds"), terminal_size=size, press=["7", "enter"])


@pytest.mark.parametrize("pane", [4, 5, 6, 7, 8, 9])
def test_brought_up_in_a_small_terminal(snap_compare, sample: Path, pane: int) -> None:
    assert snap_compare(app_on(sample), terminal_size=SMALL, press=[str(pane)])


@SIZES
def test_several_tracks(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    several(sample)
    assert snap_compare(app_on(sample), terminal_size=size, press=["T"])


@SIZES
def test_another_track_needs_a_person(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    several(sample)
    assert snap_compare(app_on(sample), terminal_size=size)


BETWEEN = [(40, 10), (50, 14), (60, 15), (80, 60), (100, 24), (100, 30), (159, 50)]


@pytest.mark.parametrize("size", BETWEEN, ids=lambda s: f"{s[0]}x{s[1]}")
def test_sizes_between(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    raise_values(sample, cost=31.4)
    assert snap_compare(app_on(sample), terminal_size=size)


@pytest.mark.parametrize("size", [(36, 8), (39, 40), (120, 9)], ids=lambda s: f"{s[0]}x{s[1]}")
def test_too_small(snap_compare, sample: Path, size: tuple[int, int]) -> None:
    assert snap_compare(app_on(sample), terminal_size=size)
