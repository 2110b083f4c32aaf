"""Answers that are kept: each is what reading the project anew would say, or is not used."""

import io
import json
import os
import random
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from types import SimpleNamespace

import pytest
import time_machine

from cockpit.cli import hook, waiting
from cockpit.cli.main import main
from cockpit.project import kept_answers, recording
from cockpit.project.kept_answers import find, place_of
from cockpit.project.readings import read_readings
from cockpit.rules.readings import last_reading
from tests.cli.conftest import TRANSPONDER, Done, reading, write_project
from tests.support.limited_repository import make, tell
from tests.support.permissions import biting
from tests.support.repositories import begin

TICK = 0.012
"""Seconds in which the clock of any file system that tests run on has ticked."""
SESSION = "5e1f7c1a-0000-4000-8000-000000000001"
CHECK, STATUS = ("check",), ("status",)
LINES = (CHECK, STATUS, ("status", "cost"), ("agents", "--line"), ("agents", "--all", "--line"))
DAY = 24 * 60 * 60


def answered(line: tuple[str, ...], *, kept: bool) -> Done | None:
    """What a command line comes to: the answer that is kept, if there is one, or the one that reading gives."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        answer = find(line) if kept else None
        code = None if kept and answer is None else main(line, answer)
    return Done(code, out.getvalue(), err.getvalue()) if code is not None else None


@pytest.fixture
def later() -> Iterator[time_machine.Traveller]:
    """What is written in a test was written long ago: its clock is ten days ahead."""
    with time_machine.travel(time.time() + 10 * DAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    root = write_project(tmp_path / "project")
    (root / "src" / "deep").mkdir(parents=True)
    (begin(root) / ".git" / "info").mkdir()
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def world(project: Path, later: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> "World":
    monkeypatch.setattr("cockpit.project.kept_answers._SLOTS", 2**32)  # none takes the place of another by chance
    return World(project, later, monkeypatch, 0)


def test_an_answer_is_given_again(
    project: Path, later: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cockpit.project.kept_answers._SLOTS", 2**32)  # none takes the place of another by chance
    fresh = {line: answered(line, kept=False) for line in LINES}
    monkeypatch.setattr("cockpit.cli.main._carry_out", lambda _: pytest.fail("it was read"))
    assert {line: answered(line, kept=True) for line in LINES} == fresh


def test_what_was_written_just_now_is_read_again(project: Path) -> None:
    """Another write may follow that no signature tells."""
    assert answered(CHECK, kept=False) is not None
    assert answered(CHECK, kept=True) is None
    with time_machine.travel(time.time() + recording.RACY_SECONDS + 1, tick=False):
        first = answered(CHECK, kept=False)
        assert answered(CHECK, kept=True) == first


@pytest.mark.parametrize("data", [b"", kept_answers.FORM, kept_answers.packed((1, 0.0, [], 0, "", ""))])
def test_what_else_lies_there_is_not_used(data: bytes, project: Path, later: time_machine.Traveller) -> None:
    fresh = answered(CHECK, kept=False)
    place = Path(place_of(CHECK) or "")
    whole = place.read_bytes()
    for broken in (data, whole[:-1], whole[:40] + b"\0" + whole[41:]):
        place.write_bytes(broken)
        assert answered(CHECK, kept=True) is None
    place.write_bytes(whole)
    assert answered(CHECK, kept=True) == fresh


def test_what_others_may_write_is_not_used(project: Path, later: time_machine.Traveller) -> None:
    answered(CHECK, kept=False)
    place = Path(place_of(CHECK) or "")
    place.chmod(0o622)
    assert answered(CHECK, kept=True) is None
    place.chmod(0o600)
    place.rename(place.with_name("elsewhere"))
    place.symlink_to("elsewhere")
    assert answered(CHECK, kept=True) is None
    place.unlink()
    os.mkfifo(place)
    assert answered(CHECK, kept=True) is None


def test_nowhere_to_keep_it_is_no_harm(
    project: Path, later: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    (project / "file").touch()
    (project / "closed").mkdir(0)
    for place in ("file", "closed"):
        monkeypatch.setenv("COCKPIT_CACHE_DIR", str(project / place))
        with biting():
            fresh = answered(CHECK, kept=False)
            assert fresh is not None
            assert (fresh.code, fresh.err) == (20, "")
            assert answered(CHECK, kept=True) is None
    for name in ("COCKPIT_CACHE_DIR", "XDG_CACHE_HOME", "HOME"):
        monkeypatch.delenv(name, raising=False)
    assert place_of(CHECK) is None


def test_what_agents_say_is_not_kept(
    project: Path, later: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a status line, only how many sessions do what."""
    world = World(project, later, monkeypatch, 0)
    log = world.session(os.getpid())
    call = {"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "git push"}}
    at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())
    record = {"type": "assistant", "sessionId": SESSION, "cwd": str(project), "uuid": "v", "timestamp": at,
              "version": "2.1.300", "message": {"role": "assistant", "model": "m", "stop_reason": "tool_use",
                                                "content": [call]}}  # fmt: skip
    with log.open("a") as lines:
        lines.write(json.dumps(record) + "\n")
    time.sleep(TICK)
    for line in (STATUS, ("agents", "--line"), ("status", "--json", "--secrets")):
        answered(line, kept=False)
    assert "git push" in (answered(STATUS, kept=False) or Done(1, "", "")).out
    kept = {line: answered(line, kept=True) is not None for line in LINES}
    assert kept == {line: line == ("agents", "--line") for line in LINES}


def test_the_end_of_a_process_counts(world: "World") -> None:
    line = ("agents", "--line")
    with subprocess.Popen(["sleep", "60"]) as process:
        world.session(process.pid)
        time.sleep(TICK)
        fresh = answered(line, kept=False)
        assert answered(line, kept=True) == fresh
        process.kill()
    assert answered(line, kept=True) is None
    assert answered(line, kept=False) != fresh


# Whatever changes, an answer that is kept is the one that reading gives


class World:
    """A project, and what may change in it and around it."""

    def __init__(
        self, root: Path, traveller: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch, seed: int
    ) -> None:
        self.root = root
        self.pick = random.Random(seed)
        self._traveller = traveller
        self._now = time.time()
        self._patch = monkeypatch
        self._state = root / ".autopilot"
        self._home = Path(os.environ["HOME"])

    def thresholds(self) -> None:
        """Also of the same size, and with the same inode."""
        cost, context = self.pick.choice([(26.5, 42), (31.5, 42), (12.5, 10), (55.5, 42)])
        (self._state / "state" / "thresholds.json").write_text(reading(cost=cost, context=context))

    def rename_over(self) -> None:
        beside = self._state / "beside"
        beside.write_text(TRANSPONDER.replace("TaskFlow", self.pick.choice(["TaskFlow", "TaskWork"])))
        file = self._state / "TRANSPONDER.md"
        self._set_back(beside)
        beside.replace(file)

    def no_transponder(self) -> None:
        (self._state / "TRANSPONDER.md").unlink(missing_ok=True)

    def link(self) -> None:
        for name in ("one", "other"):
            (self.root / name).write_text(TRANSPONDER.replace("42%", {"one": "43%", "other": "44%"}[name]))
        file = self._state / "TRANSPONDER.md"
        file.unlink(missing_ok=True)
        file.symlink_to(self.root / self.pick.choice(["one", "other", "none"]))

    def set_back(self) -> None:
        self._set_back(self._state / "state" / "thresholds.json")

    def _set_back(self, path: Path) -> None:
        os.utime(path, (1_700_000_000, 1_700_000_000))

    def permissions(self) -> None:
        mode = self.pick.choice([0o600, 0o644, 0o000])
        (self._state / "state" / "thresholds.json").chmod(mode)

    def new_file(self) -> None:
        folder = self.pick.choice([self.root, self.root / "src", self._state, self._state / "state"])
        (folder / f"new{self.pick.randrange(3)}.md").write_text("- [ ] something\n")

    def sub_package(self) -> None:
        folder = self.root / "src" / self.pick.choice(["deep", "deeper"])
        if not (folder / ".autopilot").exists():
            write_project(folder)

    def ignored(self) -> None:
        (self.root / self.pick.choice([".gitignore", "src/.gitignore", ".git/info/exclude"])).write_text(
            self.pick.choice(["deeper/\n", "deep/\n", "\n"])
        )

    def ignored_everywhere(self) -> None:
        (self._home / "ignored").write_text(self.pick.choice(["deep\n", "nothing\n"]))
        (self._home / ".gitconfig").write_text(self.pick.choice(["[core]\nexcludesFile = ~/ignored\n", ""]))

    def environment(self) -> None:
        name = self.pick.choice(
            ["CLAUDECODE", "COCKPIT_DATABASE", "MAX_ATTEMPTS", "CLAUDE_CONFIG_DIR", "GIT_CONFIG_GLOBAL"]
        )
        if self.pick.random() < 0.5:
            self._patch.setenv(name, self.pick.choice(["1", str(self._home / ".claude"), "/nowhere"]))
        else:
            self._patch.delenv(name, raising=False)

    def settings(self) -> None:
        file = Path(os.environ["COCKPIT_CONFIG_DIR"], "settings.toml")
        file.parent.mkdir(exist_ok=True)
        file.write_text(
            self.pick.choice(["", "silent_after = 1\n", "lapse_half_way = true\n", "agents = false\n", "wrong = 1\n"])
        )

    def limits(self) -> None:
        (self.root / ".cockpit").mkdir(exist_ok=True)
        (self.root / ".cockpit" / "limits.toml").write_text(f"[limits.cost]\nalert = {self.pick.randrange(5, 60)}\n")

    def clock(self) -> None:
        self.move(self.pick.choice([0.5, 20, 61, 30 * 60, 5 * 60 * 60, DAY, 40 * DAY, -61]))

    def move(self, seconds: float) -> None:
        self._now += seconds
        self._traveller.move_to(self._now)

    def verb(self) -> None:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            main(self.pick.choice([["ack", "cost"], ["unack", "cost"], ["set", "cost=26.5"], ["undo", "--yes"]]))

    def own_limits(self) -> None:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            main(["limit", self.pick.choice(["cost.alert=30", "cost.alert=5", "context.alert=50", "context.alert="])])

    def calm(self) -> None:
        """Nothing holds, as far as the limits of the framework go and those that are the person's own."""
        (self.root / ".cockpit" / "limits.toml").unlink(missing_ok=True)
        if self._state.is_dir():
            (self._state / "TRANSPONDER.md").unlink(missing_ok=True)
            (self._state / "TRANSPONDER.md").write_text(TRANSPONDER)
            (self._state / "state" / "thresholds.json").write_text(reading(cost=5, context=10))

    def told(self) -> None:
        """By the status line of a session."""
        cost, context = self.pick.choice([(1, 20), (12, 20), (1, 60)])
        tell(self.root, cost=cost, context=context, session=self.pick.choice(["s1", "s2"]))

    def session(self, *pids: int) -> Path:
        """An agent's own records: a log that grows, and a process that is this one or gone."""
        claude = self._home / ".claude"
        logs = claude / "projects" / str(self.root).replace("/", "-").replace("_", "-")
        for folder in (logs, claude / "sessions"):
            folder.mkdir(parents=True, exist_ok=True)
        at = time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._now - self.pick.choice([5, 100, 4000, -100])))
        line = {"type": "user", "sessionId": SESSION, "cwd": str(self.root), "timestamp": at, "version": "2.1.300",
                "uuid": "u", "message": {"role": "user", "content": "mend it"}}  # fmt: skip
        with (logs / f"{SESSION}.jsonl").open("a") as log:
            log.write(json.dumps(line) + "\n")
        pid = self.pick.choice(pids or (os.getpid(), 2**22 - 1))
        alive = Path(f"/proc/{pid}/stat")
        started = (alive if alive.exists() else Path("/proc/self/stat")).read_text().rpartition(")")[2].split()[19]
        entry = {"pid": pid, "sessionId": SESSION, "cwd": str(self.root), "procStart": started, "kind": "interactive",
                 "status": self.pick.choice(["busy", "idle", "waiting"]), "statusUpdatedAt": int(self._now * 1000),
                 "waitingFor": "permission prompt", "version": "2.1.300"}  # fmt: skip
        (claude / "sessions" / f"{pid}.json").write_text(json.dumps(entry))
        return logs / f"{SESSION}.jsonl"

    @property
    def changes(self) -> list[Callable[[], object]]:
        return [self.thresholds, self.rename_over, self.no_transponder, self.link, self.set_back, self.permissions,
                self.new_file, self.sub_package, self.ignored, self.ignored_everywhere, self.environment, self.settings,
                self.limits, self.clock, self.clock, self.verb, self.session]  # fmt: skip


@pytest.mark.parametrize("seed", range(int(os.environ.get("SEEDS", "1"))))
def test_it_is_what_reading_gives(
    seed: int, project: Path, later: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch
) -> None:
    world, given = World(project, later, monkeypatch, seed), 0
    for change in world.pick.sample(world.changes, k=12):
        change()
        time.sleep(TICK)
        for line in (CHECK, ("agents", "--all", "--line")):
            kept, fresh, again = (answered(line, kept=each) for each in (True, False, True))
            assert {kept, again} <= {None, fresh}, (change.__name__, line)
            given += again is not None
    assert given


# The hook of an agent: only that nothing holds a call is kept

CALLS = (("claude", "s1"), ("codex", "s1"))
COMMAND = {"command": "make"}


class Hook:
    """What the hooks of agents answer in a folder."""

    def __init__(self, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._root = root
        self._patch = monkeypatch
        monkeypatch.setattr(hook, "ENDING", ())
        monkeypatch.setattr(waiting, "await_reading", lambda root, session, _: last_reading(
            read_readings(root), session) is not None)  # fmt: skip

    def passes(
        self, agent: str, session: str = "s1", *, kept: bool, tool: str = "Bash", given: dict[str, str] = COMMAND
    ) -> bool | None:
        """Whether a call may run: by what is `kept`, None where that does not tell, or by reading."""
        call = {"session_id": session, "cwd": str(self._root), "tool_name": tool, "tool_input": given}
        stdin = SimpleNamespace(isatty=lambda: False, buffer=io.BytesIO(json.dumps(call).encode()))
        is_read: list[object] = []
        with self._patch.context() as patch, redirect_stderr(io.StringIO()):
            patch.setattr("sys.stdin", stdin)
            if kept:
                patch.setattr(waiting, "is_held", lambda *_: is_read.append(True))
            else:
                patch.setattr(hook, "find", lambda _: None)
            code = main(["check", "--hook", agent])
        return None if is_read else code == 0


@pytest.fixture
def repository(tmp_path: Path, later: time_machine.Traveller, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("cockpit.project.kept_answers._SLOTS", 2**32)
    root = make(tmp_path / "shop-api")
    monkeypatch.chdir(root)
    return root


def test_that_nothing_holds_a_call_is_kept(repository: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the same session and folder; what no agent writes is refused all the same."""
    asks = Hook(repository, monkeypatch)
    assert asks.passes("claude", kept=True) is None
    assert asks.passes("claude", kept=False)
    assert asks.passes("claude", kept=True)
    forbidden = {"file_path": str(repository / ".cockpit" / "limits.toml")}
    assert asks.passes("claude", kept=True, tool="Write", given=forbidden) is False
    assert asks.passes("claude", "s2", kept=True) is None
    assert asks.passes("codex", kept=True) is None
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(repository.parent))
    assert asks.passes("claude", kept=True) is None
    monkeypatch.delenv("CLAUDE_PROJECT_DIR")
    assert asks.passes("claude", kept=True)
    assert Hook(repository / ".git", monkeypatch).passes("claude", kept=True) is None


def test_what_waits_for_the_reading_of_its_message_is_not_kept(
    repository: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is another one for each message."""
    tell(repository, cost=5)
    asks = Hook(repository, monkeypatch)
    assert asks.passes("claude", kept=False)
    assert asks.passes("claude", kept=True), "no limit counts it"
    main(["limit", "cost.alert=10"])
    assert asks.passes("claude", kept=False)
    assert asks.passes("claude", kept=True) is None


@pytest.mark.parametrize("framework", [True, False])
@pytest.mark.parametrize("seed", range(int(os.environ.get("SEEDS", "1"))))
def test_a_call_runs_only_where_reading_lets_it(
    seed: int, framework: bool, request: pytest.FixtureRequest, later: time_machine.Traveller,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    world = World(request.getfixturevalue("project" if framework else "repository"), later, monkeypatch, seed)
    asks, given = Hook(world.root, monkeypatch), 0
    around = [world.ignored_everywhere, world.environment, world.settings, world.limits, world.clock, world.session]
    own = [world.own_limits, world.told, world.calm] * 2
    (world.root / "src").mkdir(exist_ok=True)
    for change in [world.calm, *world.pick.sample([*own, *(world.changes if framework else around)], k=8)]:
        change()
        time.sleep(TICK)
        for agent, session in CALLS:
            kept, fresh, again = (asks.passes(agent, session, kept=each) for each in (True, False, True))
            assert {kept, again} <= {None, fresh}, (change.__name__, agent, session)
            assert {kept, again} <= {None, True}
            given += again is not None
    assert given
