"""The reading that a second process does while the program starts: the project, or nothing."""

import errno
import os
import pickle
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

from cockpit.model import Project
from cockpit.project import first_reading
from cockpit.project.first_reading import FirstReading
from cockpit.project.observe import Observer
from cockpit.storage.user_files.places import settings_file
from tests.cli.conftest import write_project
from tests.support.patience import PATIENCE


@pytest.fixture(autouse=True)
def nothing_left_behind(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Neither a process nor an open pipe outlives a reading."""
    pipes: list[int] = []
    children: list[int] = []
    pipe, fork = os.pipe, os.fork

    def noted_pipe() -> tuple[int, int]:
        pipes.extend(pipe())
        return pipes[-2], pipes[-1]

    def noted_fork() -> int:
        children.append(fork())
        return children[-1]

    monkeypatch.setattr(os, "pipe", noted_pipe)
    monkeypatch.setattr(os, "fork", noted_fork)
    yield
    for descriptor in pipes:
        with pytest.raises(OSError, match="Bad file descriptor"):
            os.fstat(descriptor)
    for process in children:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def child(monkeypatch: pytest.MonkeyPatch, act: Callable[[int], object]) -> None:
    """Lets the second process do something else than read; `act` gets the pipe."""

    def end(_path: Path, _limits: object, write: int) -> NoReturn:
        try:
            act(write)
        finally:
            os._exit(0)

    monkeypatch.setattr(first_reading, "_read_and_end", end)


def test_the_project_is_read(tmp_path: Path) -> None:
    root = write_project(tmp_path / "project")
    project = FirstReading(root).result(PATIENCE)
    assert project is not None
    assert (project.root, [track.title for track in project.tracks]) == (str(root), ["TaskFlow App"])
    assert {each.metric: each.level for each in project.tracks[0].thresholds}["cost"] == "alert"


def test_by_the_persons_settings(tmp_path: Path) -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("lapse_half_way = true\n")
    root = write_project(tmp_path / "project")
    (root / ".autopilot" / "state" / "acknowledgments.json").write_text(
        '{"acknowledgments": {"cost": {"acknowledged_at": "2026-01-29T14:30:00Z", "value_at_acknowledgment": 25,'
        ' "threshold_level": "alert"}}, "acknowledgment_history": [], "last_reset": null}'
    )
    project = FirstReading(root).result(PATIENCE)
    assert project is not None
    given = next(each.acknowledgment for each in project.tracks[0].thresholds if each.metric == "cost")
    assert given is not None
    assert given.lapses_above == 37.5


WHOLE = pickle.dumps(Project(root="/srv/work"), pickle.HIGHEST_PROTOCOL)


@pytest.mark.parametrize(
    "data",
    [b"", WHOLE[:-1], b"no pickle", pickle.dumps("text"), b"cno_such_module\nname\n."],
    ids=["nothing", "one byte short", "no pickle", "something else", "an unknown class"],
)
def test_what_is_no_project_means_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, data: bytes) -> None:
    child(monkeypatch, lambda write: os.write(write, data) if data else None)
    assert FirstReading(tmp_path).result(PATIENCE) is None


@pytest.mark.parametrize(
    ("first", "then", "asking"),
    [(WHOLE[:20], WHOLE[20:], {"patience": 0.05}), (first_reading._LONG, WHOLE, {"also_long": False})],
    ids=["half an answer", "it says that it takes long"],
)
def test_what_is_not_waited_for_may_be_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, first: bytes, then: bytes, asking: dict[str, Any]
) -> None:
    asked, ask = os.pipe()

    def late(write: int) -> None:
        os.write(write, first)
        os.read(asked, 1)
        os.write(write, then)

    child(monkeypatch, late)
    with FirstReading(tmp_path) as reading:
        assert reading.result(**{"patience": PATIENCE, **asking}) is None
        os.write(ask, b"!")
        assert reading.result(PATIENCE) == Project(root="/srv/work")
        assert reading.result(PATIENCE) is None
    os.close(asked)
    os.close(ask)


@pytest.mark.parametrize("call", ["fork", "pipe"])
def test_without_a_process_or_a_pipe_there_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, call: str) -> None:
    def refuse() -> NoReturn:
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))

    monkeypatch.setattr(os, call, refuse)
    assert FirstReading(tmp_path).result(PATIENCE) is None


def test_a_huge_project_says_that_it_takes_long(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    read = Observer.first

    def long(observer: Observer) -> Project:
        signal.raise_signal(signal.SIGVTALRM)  # as the timer does where reading takes longer than usual
        return read(observer)

    monkeypatch.setattr(Observer, "first", long)
    root = write_project(tmp_path / "project")
    with FirstReading(root) as reading:
        assert reading.result(PATIENCE) is not None
        assert reading._data.startswith(first_reading._LONG)
