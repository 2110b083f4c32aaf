"""The sessions of a project, from the folders of a made-up agent."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from cockpit.model.agents import AgentSession, LookedAt
from cockpit.model.readings import Reading
from cockpit.storage.agents import observing
from cockpit.storage.agents.observing import AgentObserver, AgentsSeen
from cockpit.storage.user_files import holds, readings
from cockpit.storage.user_files.holds import Hold
from cockpit.storage.user_files.places import repository_state_dir
from tests.storage.agents.test_processes import start_of
from tests.support.fake_agent import FakeAgent, line, long_log, write_list, write_log, write_running
from tests.support.fake_system import wait_for
from tests.support.patience import PATIENCE
from tests.support.permissions import biting
from tests.support.repositories import run

NOW = datetime.now(UTC)
MIB = 1024 * 1024
Calm = Callable[[float], None]


class World:
    """A person's home, a project, and a clock that tests set."""

    def __init__(self, folder: Path) -> None:
        self.home, self.root = folder / "home", folder / "project"
        self.home.mkdir()
        self.root.mkdir()
        self.now = NOW
        self.observer = self.observing()

    def observing(self, *agents: FakeAgent, **limits: int) -> AgentObserver:
        agents = agents or (FakeAgent(),)
        return AgentObserver(self.root, self.home, {}, agents, clock=lambda: self.now, **limits)

    def log(self, session: str, *more: bytes, **facts: object) -> Path:
        return write_log(self.home, session, line(cwd=str(self.root), **facts), *more)

    def read(self) -> AgentsSeen:
        return self.observer.read()

    def sessions(self) -> dict[str, AgentSession]:
        return {each.id: each for each in self.read().sessions}

    def one(self) -> AgentSession:
        (session,) = self.read().sessions
        return session


@pytest.fixture
def world(tmp_path: Path) -> World:
    return World(tmp_path)


def at(seconds: float) -> str:
    return (NOW + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%SZ")


def written(path: Path, seconds: float) -> None:
    os.utime(path, (NOW.timestamp() + seconds,) * 2)


def listing(folder: Path) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for path in sorted(folder.rglob("*")):
        status = path.lstat()
        found[str(path)] = (status.st_mode, status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
    return found


def test_what_cockpits_hook_holds_is_seen_at_once(world: World, calm: Calm) -> None:
    world.log("one", at=at(-5))
    world.log("two", at=at(-5))
    calm(9)
    world.read()
    assert not world.observer.stirred()
    hook = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    hold = Hold(agent="fake", session="one", tool="Bash", what="cost $26.50, alert at $25", since=at(-3), pid=hook.pid,
                started=start_of(hook.pid))  # fmt: skip
    holds.write(hold)
    assert world.observer.stirred()
    found = world.sessions()
    assert [(each.held, [said.said for said in each.evidence if said.kind == "hook"]) for each in found.values()] == [
        ("cost $26.50, alert at $25", ["held"]) if each == "one" else (None, []) for each in found
    ]
    calm(9)
    world.read()
    assert not world.observer.stirred()
    hook.kill()
    hook.wait(PATIENCE)
    assert world.observer.stirred(), "its file is still there"
    assert world.sessions()["one"].held is None
    holds.remove(hold.pid)
    assert world.observer.stirred()


def test_what_a_status_line_tells_is_seen_at_once(world: World, calm: Calm) -> None:
    world.log("one", at=at(-5))
    world.log("two", at=at(-5))
    calm(9)
    assert world.read().told == {}
    assert not world.observer.stirred()
    folder = str(repository_state_dir(world.root))
    for cost in (1, 2):
        readings.append(folder, NOW.timestamp(), {"session": "one", "cost": cost})
        readings.append(folder, NOW.timestamp(), {"session": "of nobody here", "cost": cost})
        assert world.observer.stirred()
        assert world.read().told == {("fake", "one"): Reading(at=round(NOW.timestamp(), 3), session="one", cost=cost)}
        assert not world.observer.stirred()
    assert {each.cost for each in world.read().sessions} == {None}, "limits count readings by themselves"


def test_an_agent_that_comes_later_is_seen(world: World, calm: Calm) -> None:
    world.read()
    calm(9)
    assert not world.observer.stirred()
    world.log("one")
    assert world.observer.stirred()
    assert world.one().id == "one"


def test_at_most_so_many_and_none_too_old(world: World) -> None:
    for number in range(60):
        written(world.log(f"{number:02}", at=at(-number * 60)), -number * 60)
    written(world.log("long-ago", at=at(0)), -15 * 24 * 3600)
    assert [each.id for each in world.read().sessions] == [f"{number:02}" for number in range(40)]
    world.observer = world.observing(most_sessions=3)
    assert len(world.read().sessions) == 3
    world.observer = world.observing(most_days=30)
    assert world.read().looked_at[0].logs == 61


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc")
class TestRunning:
    def test_without_a_log_those_in_this_project_count(self, world: World) -> None:
        started = start_of(os.getpid())
        write_running(world.home, os.getpid(), "here", cwd=f"{world.root}/src", started=started)
        write_running(world.home, 1, "elsewhere", cwd=f"{world.root}-2", started=start_of(1))
        write_running(world.home, 2, "nowhere", started="1")
        session = world.one()
        assert (session.id, session.alive, session.pid) == ("here", True, os.getpid())

    def test_one_that_died_long_ago_does_not_count(self, world: World) -> None:
        path = write_running(world.home, os.getpid(), "one", cwd=str(world.root), started="1")
        assert world.one().alive is False
        written(path, -20 * 24 * 3600)
        assert world.read().sessions == ()

    @pytest.mark.parametrize("names", [("1-a", "2-b"), ("2-b", "1-a")])
    def test_of_several_the_freshest_that_lives_counts(self, world: World, names: tuple[str, str]) -> None:
        started = start_of(os.getpid())
        for name, begun, seconds in (
            (f"{os.getpid()}-{names[0]}", started, -60),
            (f"{os.getpid()}-{names[1]}", started, -30),
            ("4194000-dead", "1", -1),
        ):
            path = write_running(world.home, 0, "one", cwd=str(world.root), started=begun, at=at(seconds))
            path.rename(path.with_name(f"{name}.json"))
        session = world.one()
        assert (session.updated, session.alive) == (at(-30), True)

    def test_a_process_that_ends_stirs(self, world: World, calm: Calm) -> None:
        release = threading.Event()
        pid = os.fork()
        if pid == 0:
            release.wait(60)
            os._exit(0)
        write_running(world.home, pid, "one", cwd=str(world.root), started=start_of(pid))
        calm(9)
        assert world.one().alive is True
        assert not world.observer.stirred()
        os.kill(pid, 9)
        os.waitpid(pid, 0)
        assert world.observer.stirred()
        assert world.one().alive is False

    def test_a_session_that_ends_leaves_its_log(self, world: World, calm: Calm) -> None:
        world.log("one")
        path = write_running(world.home, os.getpid(), "one", started=start_of(os.getpid()))
        assert world.one().alive is True
        calm(9)
        path.unlink()
        assert world.observer.stirred()
        session = world.one()
        assert (session.alive, session.pid) == (None, None)

    def test_a_running_session_is_kept_before_newer_ones(self, world: World) -> None:
        written(world.log("idle", at=at(-9000), context=3), -9000)
        write_running(world.home, os.getpid(), "idle", started=start_of(os.getpid()), at=at(-9000))
        for number in range(5):
            written(world.log(f"{number}", at=at(-number)), -number)
        world.observer = world.observing(most_sessions=3)
        assert [each.id for each in world.read().sessions] == ["0", "1", "idle"]
        assert world.sessions()["idle"].context is not None


def test_what_other_files_say_is_added_and_followed(world: World, calm: Calm) -> None:
    world.log("one")
    assert world.one().todos is None
    calm(9)
    world.read()
    assert not world.observer.stirred()
    write_list(world.home, "one", "write", "test")
    assert world.observer.stirred()
    assert [each.text for each in world.one().todos or ()] == ["write", "test"]


def test_a_home_that_two_paths_lead_to_is_one(world: World) -> None:
    world.log("one")
    (world.home / "linked").symlink_to(".fake")
    environ = {"FAKE_HOMES": f"{world.home}/linked:{world.home}/.fake/:relative"}
    world.observer = AgentObserver(world.root, world.home, environ, [FakeAgent()], clock=lambda: NOW)
    assert [(each.folder, each.logs) for each in world.read().looked_at] == [("~/linked", 1)]
    assert world.one().id == "one"


def test_lines_of_an_unknown_shape_and_those_too_long_are_counted(world: World) -> None:
    path = world.log("one", b"no json\n", b"[1]\n")
    world.log("two", b"no json\n")
    assert world.read().unread == {"fake": 3}
    with path.open("ab") as file:
        file.write(b"x" * 3 * MIB + b"\n")
    assert world.read().unread == {"fake": 4}


def test_a_folder_that_may_not_be_read_is_named(world: World) -> None:
    world.log("one")
    folder = world.home / ".fake" / "logs"
    folder.chmod(0)
    with biting():
        seen = world.read()
    folder.chmod(0o700)
    assert seen.looked_at == (LookedAt(agent="fake", name="Fake Agent", folder="~/.fake/logs", state="denied", logs=0),)
    (world.home / ".fake").chmod(0)
    world.observer = world.observing()
    with biting():
        seen = world.read()
    (world.home / ".fake").chmod(0o700)
    assert seen.looked_at[0].state == "denied"
    assert world.one().id == "one", "it can be read again"


class TestTokens:
    def test_counting_beside_reading(self, world: World) -> None:
        truths = {}
        for name in ("a", "b", "c"):
            truths[name] = long_log(world.log(name), str(world.root), 4 * MIB)
        world.read()

        def count() -> None:
            while world.observer.count_on():
                pass

        counting = threading.Thread(target=count)
        counting.start()
        while counting.is_alive():
            world.read()
        counting.join()
        assert {each.id: each.tokens for each in world.read().sessions} == truths

    def test_an_agent_whose_logs_state_them(self, world: World) -> None:
        world.log("one", line(tokens=5))
        world.observer = world.observing(FakeAgent(counts=False))
        assert world.one().tokens is None
        assert world.observer.count_on() == 0


@pytest.mark.parametrize("days", [-400, -1, 1, 400, 365_000])
def test_a_clock_that_jumps(world: World, days: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observing, "LIST_SECONDS", 0.0)
    world.log("one", at=at(-5))
    before = world.read()
    world.now = NOW + timedelta(days=days)
    assert len(world.read().sessions) == (days <= 1)
    world.now = NOW
    assert world.read() == before


def test_nothing_is_created_or_written_anywhere(world: World, tmp_path: Path) -> None:
    run(world.root, "init", "-q")
    long_log(world.log("one"), str(world.root), 6 * MIB)
    write_running(world.home, os.getpid(), "one", started="1")
    write_list(world.home, "one", "a step")
    before = listing(tmp_path)
    for _ in range(3):
        world.read()
        world.observer.stirred()
        world.observer.count_on()
    assert listing(tmp_path) == before


def lists(folder: Path, monkeypatch: pytest.MonkeyPatch, *sessions: dict[str, object]) -> None:
    """What the agent's own command says."""
    program = folder / "bin" / "fake-list"
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!/bin/sh\necho '{json.dumps(sessions)}'\n")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(program.parent), prepend=os.pathsep)


@pytest.fixture
def asking(world: World) -> World:
    agent = FakeAgent(list_command=("fake-list",))
    world.observer = AgentObserver(world.root, world.home, {}, [agent], clock=lambda: world.now, asks=True)
    return world


def evidence(session: AgentSession) -> list[tuple[str, str, str | None]]:
    return [(each.kind, each.said, each.at) for each in session.evidence]


def test_what_it_says_again_holds_since_it_said_so_first(
    asking: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asking.log("a")
    for seconds, said, since in ((0, "busy", 0), (60, "busy", 0), (120, "idle", 120)):
        asking.now = NOW + timedelta(seconds=seconds)
        lists(tmp_path, monkeypatch, {"id": "a", "said": said, "cwd": str(asking.root)})
        asking.observer.ask()
        assert evidence(asking.one())[1:] == [("list", said, at(since))]
    lists(tmp_path, monkeypatch)
    asking.observer.ask()
    assert (asking.one().alive, evidence(asking.one())[1:]) == (None, [])


def test_the_list_stands_beside_the_file_of_a_running_session(
    asking: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_running(asking.home, os.getpid(), "a", cwd=str(asking.root), started=start_of(os.getpid()))
    lists(tmp_path, monkeypatch, {"id": "a", "said": "waiting", "cwd": str(asking.root)})
    asking.observer.ask()
    session = asking.one()
    assert (session.alive, session.pid) == (True, os.getpid())
    assert [each.kind for each in session.evidence] == ["registry", "list"]


def test_an_agent_is_asked_only_where_that_is_allowed(
    world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists(tmp_path, monkeypatch, {"id": "a", "said": "busy", "cwd": str(world.root)})
    world.observer = world.observing(FakeAgent(list_command=("fake-list",)))
    world.observer.ask()
    assert world.read().sessions == ()


def test_an_answer_is_taken_while_it_is_looked_again_and_again(
    asking: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lists(tmp_path, monkeypatch, {"id": "a", "said": "busy", "cwd": str(asking.root)})
    asking.read()
    wait_for(lambda: asking.observer.stirred() and bool(asking.read().sessions))
    assert asking.one().id == "a"
    asking.observer.close()
