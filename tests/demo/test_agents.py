"""The repository without a framework and the three agents in it: what the readers say of them at each stage."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from cockpit.demo import processes
from cockpit.demo.panes import Panes
from cockpit.demo.processes import Processes
from cockpit.demo.run import Demo
from cockpit.demo.sample import HOME, STORIES, create
from cockpit.model import Track
from cockpit.model.agents import AgentSession
from cockpit.project.agents import agent_observer, with_agents
from cockpit.project.load import load_project
from cockpit.rules.agent_words import done_words, state_words
from cockpit.rules.attention import needs
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.storage.agents.test_terminals import TMUX
from tests.support.demo_projects import NOW, Agent, git, wait_until
from tests.support.terminal import Terminal

COCKPIT = str(Path(sys.executable).parent / "cockpit")
VOUCHERS, SEARCH, EXPORT = "Gift vouchers", "Faster search", "CSV export"
ASKS = "leave"


class Shop:
    """The sample, its agents, and the readers that look at them; `root` is the project."""

    def __init__(self, folder: Path) -> None:
        self.root = create(folder / "tea-shop", now=NOW, system="agents")
        self.agents = Agent(self.root, "agents")
        self.codes: set[str] = set()
        self.observer = agent_observer(self.root, None, clock=self.agents.now, home=folder / "home")

    def track(self) -> Track:
        assert self.observer is not None
        self.observer.read()
        while self.observer.count_on():
            pass
        seen, now = self.observer.read(), self.agents.now()
        project = load_project(self.root, clock=self.agents.now)
        (track,) = with_agents(project, seen.sessions, seen.looked_at, now, seen.unread).tracks
        self.codes |= {each.code for each in (*project.findings, *track.findings)} | set(seen.unread)
        return track

    def sessions(self) -> dict[str | None, AgentSession]:
        return {each.title: each for each in self.track().agents}

    def states(self) -> dict[str | None, str]:
        words = {title: state_words(each, self.agents.now()) for title, each in self.sessions().items()}
        return {title: "your turn" if each.startswith("ended its turn: ") else each for title, each in words.items()}


@pytest.fixture
def shop(tmp_path: Path) -> Iterator[Shop]:
    made = Shop(tmp_path)
    yield made
    made.agents.player.processes.end()


def test_the_agents_work_one_asks_for_leave_and_gets_it_one_is_limited_one_does_its_list(shop: Shop) -> None:
    stages: list[tuple[dict[str | None, str], str]] = []
    known: dict[Path, bytes] = {}
    assert not (shop.root.parent / "home").exists()

    def look() -> None:
        for log in shop.root.parent.glob("home/**/*.jsonl"):
            content = log.read_bytes()
            assert content.startswith(known.get(log, b""))
            known[log] = content
        stage = shop.states(), done_words(shop.sessions()[EXPORT])
        if stage not in stages:
            stages.append(stage)

    assert shop.agents.work(look) == ASKS
    working = {VOUCHERS: "works", SEARCH: "works", EXPORT: "works"}
    waiting = working | {VOUCHERS: "wants to run: npm install --save-exact qrcode"}
    limited = waiting | {SEARCH: "limited until 21:00"}
    assert stages == [
        (working, "0 of 5 done"), (working, "2 of 5 done"), (waiting, "2 of 5 done"), (limited, "2 of 5 done"),
        (limited, "3 of 5 done"),
    ]  # fmt: skip
    (need,) = needs(shop.track())
    wants = f"{VOUCHERS} wants to run: npm install --save-exact qrcode"
    assert (need.kind, str(need.text)) == ("agent-waits", wants)
    failure = shop.sessions()[SEARCH].failure
    assert failure is not None
    assert failure.text == "You've hit your session limit · resets 9pm (UTC)"
    what_is_known_of_each_session(shop)
    assert len(known) == 13 + 2, "each session has one, and each subagent"

    shop.agents.worked += 7.5
    assert shop.agents.work() == ASKS
    shop.agents.worked += 0.5
    stages.clear()
    assert shop.agents.work(look) is None
    going_on = limited | {VOUCHERS: "works"}
    its_turn = limited | {VOUCHERS: "your turn"}
    assert stages == [
        (going_on, "3 of 5 done"), (going_on, "4 of 5 done"), (its_turn, "4 of 5 done"),
        (its_turn | {EXPORT: "your turn"}, "5 of 5 done"),
    ]  # fmt: skip
    assert needs(shop.track()) == ()
    assert shop.agents.left_alone == []
    assert shop.codes == set()
    assert git(shop.root, "status", "--short") == []
    assert len(git(shop.root, "log", "--format=%s")) == 9


def what_is_known_of_each_session(shop: Shop) -> None:
    vouchers, search, export = (shop.sessions()[title] for title in (VOUCHERS, SEARCH, EXPORT))
    for session in (vouchers, search, export):
        assert (session.cwd, session.branch, session.disputed) == (str(shop.root), "main", False)
    assert [each.title_by for each in (vouchers, search, export)] == ["agent", "user", "prompt"]
    assert (vouchers.alive, search.alive, vouchers.pid != search.pid) == (True, True, True)
    assert (vouchers.context and vouchers.context.tokens, vouchers.tokens) == (45_809, 36_919 + 43_429 + 46_069)
    assert (export.context and export.context.percent, export.tokens) == (20.0, 124_900)
    assert [each.status for each in export.todos or ()] == ["completed"] * 3 + ["in_progress", "pending"]


def test_processes_live_until_they_are_ended(tmp_path: Path) -> None:
    running = Processes(tmp_path)
    assert not running
    pids = [running.pid("a"), running.pid("b"), running.pid("a")]
    assert (pids[0], pids[0] == pids[1]) == (pids[2], False)
    for pid in pids:
        os.kill(pid, 0)
    assert running.started("a").isdigit() or not Path("/proc/self/stat").exists()
    running.end()
    for pid in pids:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


def test_without_proc_a_process_has_no_start(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(processes, "Path", lambda path: tmp_path / "none")
    running = Processes(tmp_path)
    assert running.started("a") == ""
    running.end()


def pids_of(home: Path) -> list[int]:
    return [int(path.stem) for path in home.glob(".claude/sessions/*.json")]


def alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_the_demo_in_a_terminal_shows_the_agents_of_its_home_passes_its_own_checks_and_leaves_nothing(
    run: Run,  # noqa: F811
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Not the agents of the person, whatever the environment says; the row of the one that waits goes by itself.

    The commands look into the person's home, which is here that of the sample.
    """
    homes = ("CLAUDE_CONFIG_DIR", "CODEX_HOME")
    for name in homes:
        monkeypatch.setenv(name, str(tmp_path / name))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    waits, own_state = f"{VOUCHERS} wants to run: npm", tmp_path / "own"
    monkeypatch.setenv("COCKPIT_STATE_DIR", str(own_state))
    with Terminal([COCKPIT, "demo", "agents", "--speed", "fast"], tmp_path, 120, 40) as terminal:
        terminal.see("13 sessions in 5 repositories", "wants to run: git push --force origin main")
        terminal.see("asks: Drop the old queue? Yes / No", "shows its plan: Rotate the keys", "failed: log in")
        terminal.see("limited until 21:00", "Queries are cached", "wants to run: npm install --save-exact qrcode")
        terminal.press("s")
        terminal.see("brings it back")
        terminal.press("u", "4")
        terminal.see("[4] Repositories  5", "infra")
        terminal.press("end", "enter")
        terminal.see(waits, "2 Agents  3", "3 of 5 done in its own list")
        (sample,) = tmp_path.glob("cockpit-demo-*")
        root, home = sample / STORIES["agents"].folder, sample / HOME
        monkeypatch.setenv("HOME", str(home))
        for name in homes:
            monkeypatch.delenv(name)
        agents, status = run("agents", "-C", root), run("status", "-C", root)
        assert (agents.code, status.code, run("check", "-C", root).code) == (0, 0, 0)
        assert all(title in agents.out for title in (VOUCHERS, SEARCH, EXPORT))
        assert "wants to run: npm install" in agents.out
        assert waits in status.out
        assert "3 of 5 done" in agents.out
        (sample / "claude1.answer").touch()  # as one is given in its pane; else the story goes on after eight seconds
        terminal.gone(waits)
        terminal.see("The demo's story is over. Press q to quit", "5 of 5 done in its own list")
        assert "lost" not in run("agents", "-C", root).out, "the processes live on until the demo is left"
        pids = pids_of(home)
        assert len(pids) == 8
        terminal.press("o")
        terminal.see("Everywhere", "wants to run: git push --force origin main")
        terminal.press("o")
        terminal.see("2 Agents  3  ·  2 your turn")
        terminal.press("q")
        terminal.see("Quit, and delete it", "The sample repositories are in")
        terminal.press("2")
        assert terminal.ends() == 0
    assert not sample.exists()
    assert not own_state.exists(), "what was put away there is not among what is the person's"
    wait_until(lambda: not any(map(alive, pids)), "the processes end")


@TMUX
def test_a_demo_that_is_told_to_end_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Outside tmux the panes are those of a server of the demo's own, and `g` says how to look at it."""
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    with Terminal([COCKPIT, "demo", "agents", "--speed", "slow"], tmp_path, 120, 40) as terminal:
        terminal.see("13 sessions in 5 repositories", "tmux demo:3.0")
        (sample,) = tmp_path.glob("cockpit-demo-*")
        terminal.press("g")
        terminal.see("No screen shows that tmux server. In a terminal: tmux -S")
        assert len(processes_of(sample)) > 8
        terminal.process.kill(signal.SIGHUP)
        terminal.ends()
    wait_until(lambda: processes_of(sample) == [] and not sample.exists(), "nothing is left")


def processes_of(sample: Path) -> list[int]:
    """The processes whose command names something in the folder of a demo."""
    found = []
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(OSError):
            if bytes(sample) in each.read_bytes():
                found.append(int(each.parent.name))
    return found


def test_without_tmux_processes_have_no_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Panes, "_run", lambda *_: None)
    shop = Shop(tmp_path)
    try:
        shop.agents.work()
        found = shop.sessions()
        assert [(found[each].alive, found[each].place) for each in (VOUCHERS, SEARCH)] == [(True, None)] * 2
    finally:
        shop.agents.player.processes.end()


def test_a_player_that_is_killed_leaves_no_process() -> None:
    with Demo.start("slow", system="agents") as shown:
        home = shown.agents_home
        assert home is not None
        wait_until(lambda: len(pids_of(home)) == 8, "all run")
        pids = pids_of(home)
        shown.process.kill()
        wait_until(lambda: not any(map(alive, pids)), "they end with it")
