"""Locks: one writer at a time, no waiting for the dead, and what is not ours is not taken."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cockpit.model.refused import Refused
from cockpit.storage import disk
from cockpit.storage.locks import file_lock, process_id, project_lock
from cockpit.storage.store import ProjectStore
from tests.storage.writing import Workspace

LOCK = ".planning/STATE.md.lock"


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    return Workspace.made(tmp_path, {".planning/STATE.md": b"# State\n"})


@pytest.fixture
def dead() -> int:
    """The id of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def test_a_second_one_waits_and_then_names_the_first(tmp_path: Path) -> None:
    store = ProjectStore(tmp_path / "it")
    began = time.monotonic()
    with project_lock(store), pytest.raises(Refused) as refusal, project_lock(store, wait=0.1):
        pytest.fail("two at once")
    assert str(refusal.value) == (
        f"Another cockpit (process {os.getpid()}) is writing to this project; nothing was changed."
    )
    assert time.monotonic() - began >= 0.1
    with project_lock(store, wait=0):
        pass


def test_it_is_free_when_its_holder_is_killed(tmp_path: Path) -> None:
    store = ProjectStore(tmp_path / "it")
    code = (
        "import sys, time; from pathlib import Path; from cockpit.storage.locks import project_lock;"
        "from cockpit.storage.store import ProjectStore\n"
        "with project_lock(ProjectStore(Path(sys.argv[1]))): print('held', flush=True); time.sleep(60)"
    )
    top = Path(__file__).resolve().parents[2]
    with subprocess.Popen(
        [sys.executable, "-c", code, str(store.folder)], cwd=top, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        with pytest.raises(Refused, match=rf"process {process.pid}\)"), project_lock(store, wait=0):
            pytest.fail("two at once")
        process.kill()
    with project_lock(store, wait=1):
        pass


def test_it_is_free_after_an_error(tmp_path: Path) -> None:
    store = ProjectStore(tmp_path / "it")
    with pytest.raises(ZeroDivisionError), project_lock(store):
        raise ZeroDivisionError
    with project_lock(store, wait=0):
        pass


def test_a_lock_that_was_purged_meanwhile_is_no_lock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who opened the file before it was removed must not believe to hold the lock with it."""
    store = ProjectStore(tmp_path / "it")
    real, removed = disk.try_lock, []

    def try_lock(descriptor: int) -> bool:
        if not removed:
            removed.append(store.lock.unlink())
        return real(descriptor)

    monkeypatch.setattr(disk, "try_lock", try_lock)
    with project_lock(store):
        assert removed
        with pytest.raises(Refused), project_lock(store, wait=0):
            pytest.fail("two at once")


def test_the_lock_file_of_a_system_is_made_and_removed(workspace: Workspace) -> None:
    with file_lock(workspace.root, LOCK):
        assert workspace.read(LOCK) == str(os.getpid()).encode()
    assert workspace.read(LOCK) is None


@pytest.mark.parametrize(
    ("body", "who"),
    [(str(os.getpid()).encode(), f"process {os.getpid()}"), (b"someone", "another program"), (b"", "another program")],
    ids=["a living process", "no process", "nothing"],
)
def test_a_lock_that_is_held_is_respected(workspace: Workspace, body: bytes, who: str) -> None:
    workspace.write(LOCK, body)
    with pytest.raises(Refused) as refusal, file_lock(workspace.root, LOCK, wait=0.05):
        pytest.fail("it is held")
    assert str(refusal.value) == f"{LOCK} is held by {who}; nothing was changed."
    assert workspace.read(LOCK) == body


def test_the_lock_of_a_dead_process_is_taken_over(workspace: Workspace, dead: int) -> None:
    workspace.write(LOCK, b"%d\n" % dead)
    with file_lock(workspace.root, LOCK, wait=0):
        assert workspace.read(LOCK) == str(os.getpid()).encode()
    assert sorted(path.name for path in (workspace.root / ".planning").iterdir()) == ["STATE.md"]


def test_an_empty_lock_is_protected_for_a_second(workspace: Workspace) -> None:
    workspace.write(LOCK, b"")
    old = time.time() - 5
    os.utime(workspace.root / LOCK, (old, old))
    with file_lock(workspace.root, LOCK, wait=0):
        assert workspace.read(LOCK) == str(os.getpid()).encode()


def test_a_lock_taken_by_another_meanwhile_is_given_back(
    workspace: Workspace, dead: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two see the same dead holder; the slower one must not take the quicker one's lock away."""
    workspace.write(LOCK, b"%d" % dead)
    alive = str(os.getppid()).encode()
    real = disk.rename

    def rename(source: Path, place: Path) -> None:
        workspace.write(LOCK, alive)
        real(source, place)

    monkeypatch.setattr(disk, "rename", rename)
    with (
        pytest.raises(Refused, match=rf"is held by process {os.getppid()}"),
        file_lock(workspace.root, LOCK, wait=0.05),
    ):
        pytest.fail("it is held")
    assert workspace.read(LOCK) == alive
    assert workspace.litter() == []


def test_a_lock_that_is_no_longer_ours_is_not_removed(workspace: Workspace) -> None:
    with file_lock(workspace.root, LOCK):
        workspace.write(LOCK, b"1")
    assert workspace.read(LOCK) == b"1"


def test_a_lock_with_another_body(workspace: Workspace, dead: int) -> None:
    """`.planning/.lock` of GSD is JSON."""

    def body() -> bytes:
        return json.dumps({"pid": os.getpid(), "cwd": "."}).encode()

    def holder(data: bytes) -> int | None:
        return int(json.loads(data)["pid"])

    path = ".planning/.lock"
    workspace.write(path, json.dumps({"pid": dead}).encode())
    with file_lock(workspace.root, path, wait=0, body=body, holder=holder):
        assert json.loads(workspace.read(path) or b"") == {"pid": os.getpid(), "cwd": "."}
    assert workspace.read(path) is None


def test_a_lock_outside_the_project_is_refused(workspace: Workspace) -> None:
    with pytest.raises(Refused, match="leads out of the project"), file_lock(workspace.root, "../lock"):
        pytest.fail("outside")


@pytest.mark.parametrize(
    ("text", "expected"),
    [(b"123", 123), (b" 123\n", 123), (b"0", None), (b"-5", None), (b"12a", None), (b"", None), (b"9" * 30, None)],
)
def test_the_process_in_a_lock(text: bytes, expected: int | None) -> None:
    assert process_id(text) == expected


def test_alive_and_dead(dead: int) -> None:
    assert disk.is_alive(os.getpid())
    assert disk.is_alive(1)
    assert not disk.is_alive(dead)
