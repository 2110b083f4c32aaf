"""Events: every kind of change gives one, and listening follows the folders there are."""

import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from cockpit.storage.reading import watching
from cockpit.storage.reading.watching import Listening
from tests.support.fake_system import wait_for
from tests.support.fake_watch import Broken, Silent, Stuck


class Count:
    """Counts events."""

    def __init__(self) -> None:
        self.events = 0
        self.quiet_since = time.monotonic()

    def __call__(self) -> None:
        self.events += 1
        self.quiet_since = time.monotonic()

    def rest(self, seconds: float = 0.15) -> int:
        """The count, once no event has come for a while from now."""
        self.quiet_since = time.monotonic()
        wait_for(lambda: time.monotonic() - self.quiet_since > seconds)
        return self.events


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "state"
    (made / "inner").mkdir(parents=True)
    (made / "a.md").write_text("a")
    return made


@pytest.fixture
def listening(folder: Path) -> Iterator[tuple[Listening, Count]]:
    """Armed for the folder; events of arming itself are past."""
    count = Count()
    made = Listening(count)
    made.arm([folder])
    probe = folder / "probe"
    wait_for(lambda: bool(probe.write_text("x")) and count.events > 0)
    probe.unlink()
    yield made, count
    made.stop()


CHANGES: dict[str, Callable[[Path], object]] = {
    "write": lambda folder: (folder / "a.md").write_text("b"),
    "append": lambda folder: (folder / "a.md").open("a").write("b"),
    "create": lambda folder: (folder / "new.md").write_text(""),
    "delete": lambda folder: (folder / "a.md").unlink(),
    "rename over": lambda folder: (folder.parent / "b").rename(folder / "a.md"),
    "rename away": lambda folder: (folder / "a.md").rename(folder.parent / "c"),
    "in a folder below": lambda folder: (folder / "inner" / "x.md").write_text("x"),
    "a new folder": lambda folder: (folder / "later" / "deep").mkdir(parents=True),
}


def test_each_kind_of_change_gives_an_event(
    folder: Path, listening: tuple[Listening, Count], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, count = listening
    monkeypatch.setattr(watching, "BURST_SECONDS", 0.02)
    for change in CHANGES.values():
        (folder / "a.md").write_text("a")
        (folder.parent / "b").write_text("b")
        before = count.rest(0.05)
        change(folder)
        wait_for(lambda before=before: count.events > before)
    before = count.rest(0.05)
    wait_for(lambda: bool((folder / "later" / "deep" / "x.md").write_text("x")) and count.events > before)


def test_reading_and_what_happens_elsewhere_give_none(folder: Path, listening: tuple[Listening, Count]) -> None:
    _, count = listening
    before = count.rest()
    (folder / "a.md").read_text()
    list(folder.iterdir())
    (folder.parent / "elsewhere").write_text("x")
    assert count.rest() == before


def test_a_folder_replaced_by_another_is_armed_anew(folder: Path, listening: tuple[Listening, Count]) -> None:
    made, _ = listening
    assert made.covers(str(folder / "a.md"))
    folder.rename(folder.parent / "old")
    (folder.parent / "new").mkdir()
    (folder.parent / "new").rename(folder)
    assert not made.covers(str(folder / "a.md")), "its watch is on the old one"
    assert made.arm([folder])
    assert made.covers(str(folder / "a.md"))
    assert not made.covers(str(folder.parent / "a.md"))


def test_a_burst_gives_events_before_it_ends(folder: Path, listening: tuple[Listening, Count]) -> None:
    _, count = listening
    before = count.rest()
    for number in range(5000):
        (folder / f"{number}.md").write_text("x")
        time.sleep(0.005)
        if count.events > before:
            return
    pytest.fail("more came at every look, and so nothing was handed on")


@pytest.mark.parametrize("observer", [Broken, Stuck])
def test_a_library_that_cannot_end_does_not_keep_us(
    folder: Path, monkeypatch: pytest.MonkeyPatch, observer: type[Silent]
) -> None:
    monkeypatch.setattr("watchdog.observers.Observer", observer)
    monkeypatch.setattr(watching, "STOP_SECONDS", 0.05)
    made = Listening(Count())
    made.arm([folder])
    made.disarm()
    assert made.arm([folder])
    made.stop()
    assert "cockpit-events" not in {thread.name for thread in threading.enumerate()}


def test_a_folder_that_vanishes_before_it_is_listened_to_is_known(tmp_path: Path) -> None:
    made = Listening(Count())
    assert made.arm([tmp_path / "gone"])
    wait_for(lambda: made.failed)
    made.stop()
