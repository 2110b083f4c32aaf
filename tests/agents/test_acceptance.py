"""What a person sees of the agents that work in a repository: through the command line, the observer and the screen,
compared with what the writers of the agents' homes know to be true."""

import asyncio
import json
import os
import re
import shutil
import subprocess
import time
import unicodedata
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.large_log import BILLED, measured
from cockpit.agents.registry import AGENTS
from cockpit.app import CockpitApp
from cockpit.model.agents import AgentSession
from cockpit.model.reading_options import ReadingOptions
from cockpit.project.observe import Observer
from cockpit.rules.agent_overview import SessionCounts, short_words
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.storage.agents import observing
from cockpit.storage.agents.asking import AskedCommand
from cockpit.storage.user_files.places import config_dir
from tests.agents.making import WRONG, Made, Truth, claude, codex, gemini, line, spoiled, write
from tests.cli.conftest import Done, Run
from tests.support import contract
from tests.support.keyboard import press, seen, settle
from tests.support.patience import PATIENCE
from tests.support.repositories import begin
from tests.support.repositories import run as git

FOLDERS = {"claude": ".claude", "codex": ".codex", "gemini": ".gemini"}
MAKE = {"claude": claude.make_home, "codex": codex.make_home, "gemini": gemini.make_home}


class World:
    """A person's home, a repository of theirs, and processes that stand for agents."""

    def __init__(self, home: Path, root: Path, run: Run) -> None:
        self.home, self.root, self._run = home, root, run
        self.now = datetime.now(UTC)
        self.processes: list[subprocess.Popen[bytes]] = []

    def process(self) -> tuple[int, str]:
        """A new process: its number, and when it began as the system tells it."""
        self.processes.append(subprocess.Popen(["sleep", "600"]))
        pid = self.processes[-1].pid
        return pid, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[19]

    def made(self, agent: str = "claude", at: Path | None = None) -> Made:
        return Made(at or self.home / FOLDERS[agent], str(self.root), self.now, self.process)

    def claude(self, *scenarios: Callable[[claude.Writer], None], made: Made | None = None) -> Made:
        made = made or self.made()
        for number, scenario in enumerate(scenarios):
            name = scenario.__name__
            scenario(claude.Writer(made, Random(f"{name}.{number}.{len(made.sessions)}"), name))
        return made

    def codex(self, *scenarios: Callable[[codex.Writer], None], minutes: float = 90) -> Made:
        made = self.made("codex")
        for scenario in scenarios:
            scenario(codex.Writer(made, Random(scenario.__name__), scenario.__name__, minutes=minutes))
        return made

    def run(self, *arguments: str) -> Done:
        done = self._run(*arguments, "-C", self.root)
        assert (done.code, done.err) == (0, "")
        return done

    def stated(self, *more: str) -> dict[str, Any]:
        """What `cockpit status --json` says."""
        found: dict[str, Any] = json.loads(self.run("status", "--json", *more).out)
        return found

    def sessions(self) -> dict[str, dict[str, Any]]:
        told = self.stated()
        assert [each for track in told["tracks"] for each in track["agents"]] == self.listed()
        return {each["id"]: each for each in self.listed()}

    def listed(self) -> list[dict[str, Any]]:
        """What `cockpit agents --json` says."""
        found: list[dict[str, Any]] = json.loads(self.run("agents", "--json").out)["agents"]
        return found

    def app(self, **more: Any) -> CockpitApp:
        """The program as it opens over the repository."""
        return CockpitApp(
            lambda on_snapshot: Observer(self.root, on_snapshot, options=ReadingOptions(agents=None), home=self.home),
            now=lambda: datetime.now().astimezone(),
            home=str(self.home),
            **more,
        )


@pytest.fixture
def world(tmp_path: Path, run: Run) -> Iterator[World]:
    home, root = Path(os.environ["HOME"]), tmp_path / "shop-api"
    begin(root)
    world = World(home, root, run)
    yield world
    for process in world.processes:
        process.kill()
        process.wait()


def listing(folder: Path) -> dict[str, tuple[int, ...]]:
    """Everything below a folder with its size and times."""
    found: dict[str, tuple[int, ...]] = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        status = path.lstat()
        found[str(path)] = (status.st_mode, status.st_size, status.st_ino, status.st_mtime_ns, status.st_ctime_ns)
    return found


def as_stated(truth: Truth) -> dict[str, Any]:
    """What the JSON has to say of a session."""
    failure, question = truth.failure, truth.question
    return {
        "id": truth.id,
        "title": truth.title,
        "title_by": truth.title_by,
        "cwd": truth.cwd,
        "branch": truth.branch,
        "version": truth.version,
        "model": truth.model,
        "kind": truth.kind,
        "started": truth.started,
        "waits_for": truth.waits_for,
        "question": {"text": question[0], "options": list(question[1])} if question else None,
        "todos": [{"text": text, "status": status} for text, status in truth.todos] if truth.todos else None,
        "plan_path": truth.plan_path,
        "tokens": truth.tokens,
        "tokens_at_least": truth.tokens_at_least,
        "cost": None,
        "failure": dict(zip(("kind", "text", "at", "until"), failure, strict=True)) if failure else None,
    }


def compare(session: dict[str, Any], truth: Truth) -> None:
    expected = as_stated(truth)
    asked = session["question"] and {key: session["question"][key] for key in ("text", "options")}
    session = session | {"question": asked}
    assert {key: session[key] for key in expected} == expected, truth.scenario
    context = session["context"] or {}
    assert (context.get("tokens"), context.get("window")) == (truth.context, getattr(truth, "window", None))


def printable(text: str) -> None:
    """Nothing in it acts on a terminal, or turns what follows."""
    wrong = {each for each in text if unicodedata.category(each) in ("Cc", "Cs", "Cf") and each != "\n"}
    assert not wrong, wrong


# Every scenario of every writer


def test_every_session_of_claude_code_is_shown_as_it_is(world: World) -> None:
    made = claude.make_home(world.home / ".claude", 3, str(world.root), world.now, world.process)
    ours = {each.id: each for each in made.sessions if each.ours}
    sessions = world.sessions()
    assert set(sessions) == set(ours)
    for key, truth in ours.items():
        compare(sessions[key], truth)
        assert sessions[key]["state"] == truth.state, truth.scenario
        if truth.process is not None:
            assert sessions[key]["pid"] == truth.pid
            assert sessions[key]["alive"] is (truth.process == "runs"), truth.scenario
    assert [each["code"] for each in world.stated()["findings"]] == ["agent-format-unknown"], "of the damaged log"
    waits, failed = (sum(each["state"] == state for each in sessions.values()) for state in ("waits", "failed"))
    shown = world.run("agents").out.splitlines()[: waits + failed]
    first = [re.search(r"  (waits|wants to|asks|failed)\b", row) for row in shown]
    assert [bool(found) and found[1] == "failed" for found in first if found] == [False] * waits + [True] * failed


@pytest.mark.parametrize("agent", ["codex", "gemini"])
def test_every_session_is_shown_as_it_is(world: World, agent: str) -> None:
    """An hour and a half ago they were heard of last, so each of them ended, unless it needs a person."""
    made = MAKE[agent](world.home / FOLDERS[agent], 5, str(world.root), world.now)
    ours = {each.id: each for each in made.sessions if each.is_found}  # type: ignore[attr-defined]
    sessions = world.sessions()
    assert set(sessions) - {"old"} == set(ours)
    for key, truth in ours.items():
        truth.waits_for = "question" if truth.question is not None else None
        compare(sessions[key], truth)
        assert (sessions[key]["updated"], sessions[key]["resume"]) == (truth.updated, truth.resume)  # type: ignore[attr-defined]
        failed = {"limit": "limited", "login": "failed"}.get(truth.failure[0], "ended") if truth.failure else "ended"
        told = [(each["kind"], each["said"], each["at"], each["waits_for"]) for each in sessions[key]["evidence"]]
        assert told == list(truth.evidence), truth.scenario
        over = {"turn-ended", "interrupted"} & {each[1] for each in told}
        otherwise = failed if truth.failure or over else "unfinished"
        assert sessions[key]["state"] == ("waits" if truth.question is not None else otherwise), truth.scenario


# Row by row


def test_a_plain_repository_and_an_empty_home(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row 1."""
    monkeypatch.setenv("COCKPIT_CACHE_DIR", str(tmp_path / "cache"))  # the one folder of its own that it writes
    before = listing(world.home), listing(world.root)
    shown = world.run("status").out
    for agent in AGENTS:
        assert agent.name in shown
    for folder in ("~/.claude", "~/.config/claude", "~/.codex", "~/.gemini"):
        assert folder in shown
    assert world.run("agents").out.splitlines()[0] in shown
    assert world.run("check").code == 0
    told = world.stated()
    assert (told["tracks"], told["findings"]) == ([], [])
    assert {(each["agent"], each["state"], each["logs"]) for each in told["looked_at"]} == {
        (agent.id, "absent", 0) for agent in AGENTS
    }
    assert world.stated("--no-agents")["looked_at"] == []
    assert (listing(world.home), listing(world.root)) == before
    assert git(world.root, "status", "--porcelain") == ""


def three(world: World) -> Made:
    return world.claude(claude.waits_for_permission, claude.works, claude.ended)


async def test_three_sessions_are_on_a_small_screen(world: World) -> None:
    """Row 2, at 80x24."""
    made = three(world)
    waiting, working, ended = made.sessions
    app = world.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(lambda: "wants to run" in seen(app))
        await settle(pilot)
        shown = seen(app)
        rows = [row for row in shown.splitlines() if "claude" in row]
        for truth, word in ((waiting, "wants to run"), (working, "works"), (ended, "ended")):
            assert truth.title is not None
            row = [row for row in rows if truth.title[:12] in row and word in row][-1]
            assert ("k" in row) == (truth.context is not None)
        assert f"{waiting.title} wants to run: git push" in shown
        assert all(len(row) <= 80 for row in shown.splitlines())


async def until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        await asyncio.sleep(0.02)


def test_a_waiting_process_and_another_one_with_its_number(world: World) -> None:
    """Row 3: a real process with its true start time; the same number with another; none."""
    made = world.claude(claude.waits_for_permission)
    [truth] = made.sessions
    session = world.sessions()[truth.id]
    assert (session["state"], session["waits_for"], session["alive"]) == ("waits", "permission", True)
    assert session["since"] == truth.registered
    shown = " ".join(world.run("status").out.split())
    assert "wants to run: git push (4 min, " in shown or "wants to run: git push (5 min, " in shown
    assert f"pid {truth.pid})" in shown

    entry = made.at / "sessions" / f"{truth.pid}.json"
    kept = json.loads(entry.read_bytes())
    entry.write_bytes(line(kept | {"procStart": str(int(kept["procStart"]) + 1)}))
    session = world.sessions()[truth.id]
    assert (session["state"], session["waits_for"], session["alive"]) == ("lost", None, False)
    assert "wants to run" not in world.run("status").out

    entry.write_bytes(line(kept))
    assert world.sessions()[truth.id]["state"] == "waits"
    world.processes[-1].kill()
    world.processes[-1].wait()
    assert world.sessions()[truth.id]["state"] == "lost"


def test_a_process_of_another_namespace_is_not_called_lost(world: World) -> None:
    """An agent in a container keeps its state in the same home: no process here has its number, or another one."""
    made = world.claude(claude.waits_for_permission)
    [truth] = made.sessions
    entry = made.at / "sessions" / f"{truth.pid}.json"
    kept = json.loads(entry.read_bytes())
    other = kept | {"procStart": str(int(kept["procStart"]) + 1)}
    ours, machine = str(Path("/proc/self/ns/pid").readlink()), Path("/etc/machine-id").read_text().strip()
    for domain, alive in (("pid:[1]", None), ("container", None), (ours, False), (f"linux:{machine}:{ours}", False),
                          (f"linux:another:{ours}", None), (f"linux:{machine}:pid:[1]", None)):  # fmt: skip
        entry.write_bytes(line(other | {"pidDomain": domain}))
        session = world.sessions()[truth.id]
        state = ("unfinished", True) if alive is None else ("lost", False)
        assert (session["alive"], session["state"], session["may"]) == (alive, *state), domain
    entry.write_bytes(line(kept | {"pidDomain": "container"}))
    assert world.sessions()[truth.id]["alive"] is True, "the very process runs here"


def silent_minutes(truth: Truth) -> int:
    return int((datetime.now(UTC) - datetime.fromisoformat(str(truth.updated))).total_seconds() // 60)


def test_an_open_call_of_a_tool_never_waits(world: World) -> None:
    """Row 4."""
    made = world.claude(claude.unfinished)
    [truth] = made.sessions
    session = world.sessions()[truth.id]
    assert (session["state"], session["waits_for"], session["question"]) == ("unfinished", None, None)
    before, shown, after = silent_minutes(truth), world.run("agents").out, silent_minutes(truth)
    assert before > 2
    assert any(f"unfinished, silent {minutes} min" in shown for minutes in range(before, after + 1))
    assert "waits" not in shown
    assert "Nobody waits" not in world.run("status").out, "that is not known"


def test_what_all_sessions_use_is_what_was_written(world: World) -> None:
    """In `status` as in Thresholds; the generator knows the sum."""
    made = world.claude(claude.works, claude.limited)
    total = sum(truth.tokens or 0 for truth in made.sessions)
    assert total > 0
    shown = [" ".join(line.split()) for line in world.run("status").out.splitlines()]
    at = shown.index("Used")
    assert shown[at + 1 : at + 3] == [
        f"tokens {format_amount(total, 'tokens')} 2 sessions of the last 14 days",
        "cost – not known: no session states it",
    ]
    assert shown[at + 3].startswith("context ")


async def test_progress_is_by_a_sessions_own_list_and_not_known_without_one(world: World) -> None:
    """Row 6: only `.lock` and `.highwatermark` lie in the folder of a model that keeps none."""
    made = world.claude(claude.no_list)
    assert world.sessions()[made.sessions[0].id]["todos"] is None
    shown = world.run("agents").out + world.run("status").out
    assert not [each for each in ("own list", "0 of 0", "%") if each in shown]
    world.codex(codex.two_plans, minutes=4)
    app = world.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: "1 of 3 done in its own list; now: Write it" in seen(app))
        await press(pilot, "8", "down", "enter")
        assert "no list known" in seen(app)
        assert not [row for row in seen(app).splitlines() if str(made.sessions[0].title)[:12] in row and "%" in row]


def test_a_turn_of_codex_that_goes_on(world: World) -> None:
    made = world.codex(codex.works, minutes=4)
    world.now -= timedelta(minutes=20)
    silent = world.codex(codex.two_plans, minutes=4)
    states = {key: each["state"] for key, each in world.sessions().items()}
    assert states == {made.sessions[0].id: "works", silent.sessions[0].id: "unfinished"}, "of one nothing was heard"


def test_a_log_of_many_megabytes_that_grows() -> None:
    """Row 9; `python -m benchmarks.large_log` measures it with 200 MB."""
    found = measured(12)
    assert found.first_tracks == 0, "the first frame does not wait for agents"
    assert found.at_least, "until all was counted"
    assert found.tokens == found.true_tokens
    assert found.grown_tokens == found.true_tokens + BILLED
    assert found.more_memory < 10, "MiB beyond those with a small log"


# A status line


def test_a_status_line_says_what_the_full_reading_counts(world: World) -> None:
    """Of the machine, and of the project."""
    then, root = world.now - timedelta(days=3), str(world.root)
    claude.make_home(world.home / ".claude", 7, root, then, world.process)
    codex.make_home(world.home / ".codex", 7, root, then)
    gemini.make_home(world.home / ".gemini", 7, root, then)
    for scope in (["--all"], []):
        counts = json.loads(world.run("agents", "--json", *scope).out)["counts"]
        assert counts["needs_you"] and counts["over"]
        assert world.run("agents", "--line", *scope).out == f"{short_words(SessionCounts(**counts))}\n"


def test_a_status_line_waits_for_no_program(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Though the agents may be asked, and a session runs in tmux: its place changes no count."""
    three(world)
    config_dir().mkdir(parents=True)
    (config_dir() / "settings.toml").write_text("ask_agents = true\n")
    asked: list[AskedCommand] = []
    monkeypatch.setattr(AskedCommand, "wait", lambda self: asked.append(self))  # noqa: PLW0108 -- binds the command
    monkeypatch.setattr(observing, "socket_of", lambda _: "/tmp/none")
    world.run("agents", "--line", "--all")
    assert asked == []
    world.run("agents", "--all")
    assert len(asked) == 2


# Row 10: what lies in the place of a file


def write_gemini(world: World, *scenarios: Callable[[gemini.Writer], None]) -> Made:
    made = world.made("gemini")
    for scenario in scenarios:
        scenario(gemini.Writer(made, Random(scenario.__name__), scenario.__name__))
    write(made.at / "projects.json", json.dumps({"projects": {str(world.root): gemini.SLUG}}).encode())
    write(made.at / "tmp" / gemini.SLUG / ".project_root", str(world.root).encode())
    return made


async def test_hostile_titles_act_on_nothing(world: World) -> None:
    made = (world.claude(claude.hostile_titles), world.codex(codex.hostile), write_gemini(world, gemini.hostile))
    for command in (["agents"], ["status"], ["status", "--json"], ["agents", "--json"]):
        printable(world.run(*command).out)
    told = world.sessions()
    assert {key: each["title"] for key, each in told.items()} == {
        each.id: each.title for home in made for each in home.sessions
    }
    assert all(len(each["title"]) <= 120 for each in told.values())
    app = world.app()
    async with app.run_test(size=(120, 40)) as pilot:
        await until(lambda: "not bold" in seen(app))
        for _ in range(len(told)):
            await press(pilot, "8", "enter")
            printable(seen(app))
            await press(pilot, "escape", "down")


# Row 17: found once each


def test_two_homes_of_an_agent(world: World) -> None:
    first = world.claude(claude.ended, claude.with_a_list)
    second = world.claude(claude.compacted, made=world.made(at=world.home / ".config" / "claude"))
    doubled = Path(first.sessions[0].path)
    again = second.at / doubled.relative_to(first.at)
    again.parent.mkdir(parents=True, exist_ok=True)
    shutil.copy2(doubled, again)
    keys = [each.id for each in (*first.sessions, *second.sessions)]
    assert sorted(each["id"] for each in world.listed()) == sorted(keys)
    told = {each["folder"]: each["logs"] for each in world.stated()["looked_at"] if each["agent"] == "claude"}
    assert told == {"~/.claude": 2, "~/.config/claude": 2}


def test_a_linked_worktree(world: World, tmp_path: Path) -> None:
    worktree = tmp_path / "csv-wt"
    git(world.root, "worktree", "add", "-q", "-b", "csv", str(worktree))
    made = world.claude(claude.works)
    [here] = made.sessions
    there = claude.Writer(made, Random(8), "there", str(worktree))
    claude.your_turn(there)
    rollout = codex.Writer(world.made("codex"), Random(8), "rollout", minutes=4)
    rollout.truth.cwd = str(worktree)
    codex.works(rollout)
    keys = {here.id: None, there.truth.id: str(worktree), rollout.truth.id: str(worktree)}
    assert {key: each["worktree"] for key, each in world.sessions().items()} == keys
    row = next(row for row in world.run("agents").out.splitlines() if "ended its turn" in row)
    assert "csv-wt" in row
    world.root = worktree
    assert set(world.sessions()) == set(keys)


def test_a_session_that_was_moved(world: World) -> None:
    made = world.claude(claude.moved_here, claude.moved_away)
    here, away = made.sessions
    sessions = world.sessions()
    assert set(sessions) == {here.id, away.id}
    compare(sessions[here.id], here)
    # Its log may also go on in the folder of its new place, with the old one left behind.
    log = Path(here.path)
    new = made.at / "projects" / claude.slug(str(world.root)) / log.name
    new.parent.mkdir(exist_ok=True)
    title = line({"type": "custom-title", "customTitle": "Gone on", "sessionId": here.id})
    write(new, log.read_bytes() + title, datetime.now(UTC))
    assert [each["title"] for each in world.listed() if each["id"] == here.id] == ["Gone on"]
    assert len(world.listed()) == 2


# Row 18: a wrong type in every field

MOST = 40
"""Sessions that are shown."""


def rich_claude(world: World) -> claude.Writer:
    writer = claude.Writer(world.made(), Random(18), "rich")
    writer.begin()
    for kind, key in (("ai-title", "aiTitle"), ("agent-name", "agentName"), ("custom-title", "customTitle")):
        writer.flat(kind, **{key: "Reverse charge"})
    writer.truth.title = "Reverse charge"
    writer.put(writer.envelope("user", slug="quiet-hill", isMeta=True, message={"role": "user", "content": "x"}))
    writer.work()
    writer.turn_ends()
    writer.retry(1)
    writer.error("rate_limit", 429, "Your limit · resets 9pm", "limit", "9pm")
    writer.call("AskUserQuestion", questions=[{"question": "Which?", "options": [{"label": "A"}]}])
    writer.truth.question = ("Which?", ("A",))
    return writer


def rich_codex(world: World) -> codex.Writer:
    writer = codex.Writer(world.made("codex"), Random(18), "rich")
    writer.meta()
    writer.work()
    writer.plan(("Read the code", "completed"), ("Write it", "pending"))
    writer.event("thread_name_updated", thread_name="Reverse charge")
    writer.truth.title = "Reverse charge"
    writer.fails("usage_limit_exceeded", "limit", "limited", codex.LIMIT, "3:28 PM")
    writer.begin_turn()
    writer.answer()
    writer.ask("Which?", "A")
    return writer


def rich_gemini(world: World) -> gemini.Writer:
    writer = gemini.Writer(write_gemini(world), Random(18), "rich")
    writer.begin()
    writer.work()
    writer.answer("", [writer.call("write_todos", "success", todos=[{"description": "Read", "status": "pending"}])])
    writer.set(summary="Reverse charge")
    questions = [{"question": "Which?", "type": "choice", "options": [{"label": "A", "description": "b"}]}]
    writer.answer("", [writer.call("ask_user", "awaiting_approval", questions=questions)])
    writer.truth.title, writer.truth.question = "Reverse charge", ("Which?", ("A",))
    return writer


RICH = {"claude": rich_claude, "codex": rich_codex, "gemini": rich_gemini}


def places_in(lines: list[bytes]) -> list[str]:
    """Where in its records a log has values."""
    return sorted({place for each in lines for place, _ in spoiled(json.loads(each), None)})


def wrong_everywhere(lines: list[bytes], place: str, wrong: object) -> bytes:
    """The log with that value in that place of every record."""
    changed = []
    for each in lines:
        found = [record for where, record in spoiled(json.loads(each), wrong) if where == place]
        changed.append(line(found[0]) if found else each)
    return b"".join(changed)


@pytest.mark.parametrize("agent", RICH)
def test_every_field_of_every_record_with_a_wrong_type(world: World, agent: str) -> None:
    """Each log has one of its fields wrong, in all its records. What is told is true, or not known."""
    writer = RICH[agent](world)
    truth = writer.truth
    name = getattr(writer, "name", Path(truth.path).name)
    folder = {
        "claude": Path(truth.path).parent,
        "codex": writer.made.at / f"sessions/{writer.at:%Y/%m/%d}",
        "gemini": writer.made.at / "tmp" / gemini.SLUG / "chats",
    }[agent]
    places = places_in(writer.lines)
    assert len(places) > 35
    cases = [(place, WRONG[number % len(WRONG)]) for number, place in enumerate(places)]
    found_wrong = 0
    for first in range(0, len(cases), MOST):
        keys: dict[str, tuple[str, object]] = {}
        for number, (place, wrong) in enumerate(cases[first : first + MOST]):
            key = f"{number:08x}{truth.id[8:]}"
            keys[key] = place, wrong
            content = wrong_everywhere(writer.lines, place, wrong).replace(truth.id.encode(), key.encode())
            write(folder / name.replace(truth.id[:8], key[:8]), content, writer.at)
        done = world.run("status", "--json")
        project = contract.from_json(done.out)
        codes = [each.code for each in project.findings]
        assert codes in ([], ["agent-format-unknown"]), "one finding"
        found_wrong += len(codes)
        for session in (each for track in project.tracks for each in track.agents):
            place, wrong = keys.get(session.id, (None, None))
            if place is not None:
                is_true_or_not_known(session, truth, place, wrong)
        shutil.rmtree(folder)
    assert found_wrong == -(-len(cases) // MOST)


def is_true_or_not_known(session: AgentSession, truth: Truth, place: str, wrong: object) -> None:
    """Of each value. A word in the place of another one is of the right type, and is believed."""
    believed = (None, wrong) if isinstance(wrong, str) else (None,)
    at = f"{place} = {wrong!r}"
    for name in ("branch", "version", "model", "kind", "started"):
        assert getattr(session, name) in (getattr(truth, name), *believed), f"{name}: {at}"
    assert session.title is None or isinstance(session.title, str), at
    assert session.cwd in (truth.cwd, None), at
    tokens = session.context.tokens if session.context is not None else None
    assert tokens in (truth.context, None), at
    if session.question is not None:
        assert truth.question is not None
        assert session.question.text in (truth.question[0], *believed), at
    assert session.cost is None
