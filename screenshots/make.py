"""Makes the pictures of the documents from the demo project: `python -m screenshots.make`.

The demo's agent plays its story on a fixed clock up to the moment it waits, and on to its interruption, and nothing of
the person's own is read or written, so the pictures change only when the program does.
"""

import asyncio
import html
import json
import os
import re
import shutil
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

from rich.cells import cell_len
from textual.pilot import Pilot

from cockpit.agents.environment import AGENT_VARIABLES
from cockpit.app import CockpitApp
from cockpit.demo import script
from cockpit.demo.player import Player
from cockpit.demo.repository import git
from cockpit.demo.sample import create, script_of
from cockpit.model import Project
from cockpit.model.agents import (
    AgentContext,
    AgentFailure,
    AgentPlace,
    AgentQuestion,
    AgentRequest,
    AgentSession,
    AgentTodo,
    Evidence,
    EvidenceKind,
    RequestKind,
    Said,
    WaitsFor,
)
from cockpit.model.intents import Acknowledge, Block, SetLimit
from cockpit.model.reading_options import ReadingOptions
from cockpit.model.state import MACHINE, Snapshot, Surroundings
from cockpit.project.agents import with_agents
from cockpit.project.change import change
from cockpit.project.load import load_project
from cockpit.project.readings import record
from cockpit.project.sessions import Sessions
from cockpit.project.settings import Settings
from cockpit.project.workspace import Workspace
from cockpit.wording.times import write_instant

HERE = Path(__file__).parent
NOW = datetime.fromisoformat("2026-01-29T14:30:00+00:00")
LATER = NOW + timedelta(minutes=3)
AGE = timedelta(seconds=12)
BRANCH = "main"
Picture = tuple[tuple[int, int], str, tuple[str, ...]]
"""Size, theme, and the keys that are pressed."""
PICTURES: Mapping[str, Picture] = {
    "dashboard": ((120, 36), "cockpit-dark", ()),
    "dashboard-light": ((120, 36), "cockpit-light", ()),
    "dashboard-high-contrast": ((120, 36), "high-contrast", ()),
    "dashboard-colour-blind": ((120, 36), "colour-blind", ()),
    "why": ((120, 36), "cockpit-dark", ("3", "enter")),
    "narrow": ((80, 24), "cockpit-dark", ()),
    "wide": ((200, 60), "cockpit-dark", ()),
    "wizard": ((120, 36), "cockpit-dark", ("h", "3")),
}
ANSWERED: Mapping[str, Picture] = {
    "acknowledge": ((120, 36), "cockpit-dark", ("3", "a")),
}
"""The pictures that answer the agent, each in a project of its own."""
INTERRUPTED: Mapping[str, Picture] = {
    "resume": ((120, 36), "cockpit-dark", ("r",)),
}
"""The pictures of the project once its agent has left a handoff."""

OBSERVED: Mapping[str, Picture] = {
    "agents": ((100, 26), "cockpit-dark", ()),
}
"""The pictures of a repository without any framework, in which agents work."""
EVERYWHERE: Mapping[str, Picture] = {
    "everywhere": ((120, 34), "cockpit-dark", ()),
}
"""The pictures of all sessions of a machine."""
LIMITED: Mapping[str, Picture] = {
    "held": ((100, 24), "cockpit-dark", ()),
}
"""The pictures of a repository whose limits hold an agent."""


def _ago(minutes: float) -> str:
    return write_instant(LATER - timedelta(minutes=minutes))


def _session(
    key: str, word: Said, minutes: float, *, waits_for: WaitsFor | None = None, **values: object
) -> AgentSession:
    """A session of which the agent says that since then."""
    kinds: dict[str, EvidenceKind] = {"turn-begun": "turn", "turn-ended": "turn", "written": "log"}
    evidence = Evidence(
        kind=kinds.get(word, "registry"), said=word, at=_ago(minutes), path=f"/{key}", waits_for=waits_for
    )
    usual: dict[str, object] = {
        "agent": "claude", "id": key, "path": f"/{key}", "branch": BRANCH, "alive": True, "updated": _ago(minutes),
        "resume": f"claude --resume {key}", "evidence": (evidence,), "cwd": "/home/ada/shop-api",
    }  # fmt: skip
    return AgentSession(**usual | values)  # type: ignore[arg-type]


SESSIONS = (
    _session("0f6a31c2-7d55-4b0e-9a41-6cf2b80e17d4", "waiting", 4, waits_for="permission", title="Fix checkout tax",
             pid=41_233, terminal="pts/3", context=AgentContext(tokens=122_000), tokens=1_900_000,
             model="claude-opus-4-6", started=_ago(95)),
    _session("0199a7c2-4e8b-7a30-b6d1-93f04c5a7e22", "turn-begun", 0.2, agent="codex", title="Add CSV export",
             worktree="/home/ada/csv-wt", branch="csv", resume="codex resume 0199a7c2-4e8b-7a30-b6d1-93f04c5a7e22",
             context=AgentContext(tokens=98_200, window=258_400, percent=38.0), tokens=240_000, todos=(
                 *(AgentTodo(text=text, status="completed") for text in ("Read", "Choose columns", "Write the export")),
                 AgentTodo(text="Write the export's tests", status="in_progress"), AgentTodo(text="Say it in the docs"),
             )),
    _session("77aa00b1-5c1e-4f83-8d7a-2b9d40f3ce61", "idle", 2, title="Review the tests",
             context=AgentContext(tokens=61_400), tokens=310_000),
    _session("9d2b33f0-aa17-4c92-b0e4-5d8e6f7a1b20", "written", 180, title="Rename the billing module", alive=None,
             context=AgentContext(tokens=88_100), tokens=640_000),
)  # fmt: skip


def _in(repository: str, pane: str, **values: object) -> dict[str, object]:
    """Where a session works, and in which pane of tmux it runs."""
    root, target = f"/home/ada/src/{repository}", f"={pane.partition(':')[0]}:@1.%3"
    place = AgentPlace(kind="tmux", name=pane, tty="pts/3", socket="/run/tmux-1000/default", pane=target[1:])
    way = ("tmux", "-S", "/run/tmux-1000/default", "switch-client", "-t", target)
    usual = {"repository": repository, "root": root, "cwd": root, "place": place, "terminal": f"tmux {pane}", "go": way}
    return usual | {"resume": None} | values


def _asked(tool: str, kind: RequestKind, text: str, minutes: float) -> AgentRequest:
    return AgentRequest(tool=tool, kind=kind, text=text, at=_ago(minutes))


OF_MACHINE = (
    _session("0f6a31c2", "waiting", 4, waits_for="permission", title="Fix checkout tax",
             said="The tests pass; I will update the remote branch now.", tokens=1_200_000,
             context=AgentContext(tokens=81_000), started=_ago(95),
             **_in("shop-api", "work:1.0", request=_asked("Bash", "run", "git push --force origin main", 4))),
    _session("5c1e8d7a", "waiting", 1, waits_for="question", title="Migrate the queue",
             question=AgentQuestion(text="Drop the old queue?", options=("Yes", "No")),
             **_in("site", "work:2.0", request=_asked("AskUserQuestion", "ask", "Drop the old queue?", 1))),
    _session("9a416cf2", "idle", 12, title="Rotate the keys", failure=AgentFailure(kind="login", at=_ago(12)),
             **_in("infra", "ops:0.1")),
    _session("7d559a41", "idle", 20, agent="gemini", title="Port the parser", said="Shall I commit?",
             **_in("shop-api", "work:4.0")),
    _session("b0e49a41", "busy", 1, title="Review the modules", subagent_names=("review terraform",), evidence=(
        Evidence(kind="registry", said="busy", at=_ago(1), path="/x"),
        Evidence(kind="subagent", said="written", at=_ago(0.2), path="/x")), **_in("infra", "ops:0.0")),
    _session("93f04c5a", "turn-begun", 0.2, agent="codex", title="Add CSV export", **_in("billing", "work:3.0")),
    _session("17d40f6a", "turn-ended", 180, title="Weekly notes", alive=None,
             **_in("notes", "", place=None, terminal=None, go=None, resume="claude --resume 17d40f6a")),
)  # fmt: skip


HELD = _session("5c1e8d7a", "held", 1, title="Fix checkout tax", held="cost $10.04, alert at $10", tokens=1_900_000,
                model="claude-opus-5", context=AgentContext(tokens=122_000, window=200_000, percent=61), cost=10.04,
                pid=41_233, terminal="pts/3")  # fmt: skip
"""What a limit holds."""


class Observed:
    """A source that knows these sessions."""

    reading = None

    def __init__(self, _: Callable[[Snapshot], None]) -> None:
        self.project = with_agents(Project(root="/home/ada/shop-api"), SESSIONS, (), LATER)

    def start(self) -> None:
        """Nothing to start."""

    def refresh(self) -> None:
        """Nothing to read."""

    def reload(self) -> None:
        """Nothing to read."""

    def stop(self) -> None:
        """Nothing to stop."""


_SPACE = "&#160;"
_TEXT = re.compile(
    r'<text(?P<before>[^>]*?)\bx="(?P<x>[\d.]+)"(?P<between>[^>]*?)textLength="(?P<length>[\d.]+)"(?P<after>[^>]*)>'
    r"(?P<text>[^<]*)</text>"
)


class WithoutServer(Sessions):
    """Names the place of a session where no server of tmux can be asked."""

    def describe(self, session: AgentSession) -> str:
        """Where `g` lands."""
        return f"{session.place.name}: g takes you there; ctrl+b L comes back." if session.place is not None else ""


def of_machine(_: Path, theme: str, now: Callable[[], datetime]) -> CockpitApp:
    """The program with the sessions of a whole machine."""
    app = CockpitApp(Observed, now=now, settings=Settings(theme=theme), home="/home/ada", everywhere=True)
    app.looks_at_agents, app.sessions = True, WithoutServer({})
    machine = with_agents(Project(root=MACHINE), OF_MACHINE, (), LATER)
    app.snapshot = replace(app.snapshot, everywhere=machine)
    return app


class OnRequest:
    """A source that reads the project when it is asked to."""

    reading = None

    def __init__(self, root: Path, now: Callable[[], datetime], on_snapshot: Callable[[Snapshot], None]) -> None:
        self._root, self._now, self._on_snapshot = root, now, on_snapshot

    def start(self) -> None:
        """Nothing to start."""

    def refresh(self) -> None:
        """Read it."""
        project, surroundings = _read(self._root, self._now)
        self._on_snapshot(Snapshot(project=project, surroundings=surroundings))

    def reload(self) -> None:
        """Read it."""
        self.refresh()

    def stop(self) -> None:
        """Nothing to stop."""


def _read(root: Path, now: Callable[[], datetime]) -> tuple[Project, Surroundings]:
    """The project, its files written a few seconds ago, on the branch the demo works on."""
    project = load_project(root, clock=now)
    return project, Surroundings(branch=BRANCH, written={track.key: now() - AGE for track in project.tracks})


def begun(root: Path, theme: str, now: Callable[[], datetime]) -> CockpitApp:
    """The program on that project."""
    app = CockpitApp(partial(OnRequest, root, now), now=now, settings=Settings(theme=theme), home=str(root.parent))
    app.begin_with(*_read(root, now))
    return app


def block(root: Path, now: datetime) -> None:
    """Record what will hold a later phase."""
    blocker = Block(text="No push certificate for staging yet", affects=("4",))
    change(Workspace(root=root, now=now), None, blocker)


def nothing_of_ones_own(folder: Path) -> None:
    """No settings, drafts or terminal of the person's, nor their time zone; who makes the pictures is a person."""
    for name in [*AGENT_VARIABLES, "NO_COLOR", *(name for name in os.environ if name.startswith("TEXTUAL"))]:
        os.environ.pop(name, None)
    for name in ("CONFIG", "STATE", "CACHE"):
        os.environ[f"COCKPIT_{name}_DIR"] = str(folder / name.lower())
    os.environ["TZ"] = "UTC"
    time.tzset()


class Agent:
    """The demo's agent: its time passes only while it works."""

    def __init__(self, root: Path) -> None:
        self._worked = timedelta()
        player = Player(root, script.read(script_of("autopilot")), now=self.now, tell=lambda _: None)
        self._pauses = player.play()

    def now(self) -> datetime:
        """Its clock."""
        return NOW + self._worked

    def step(self) -> bool:
        """Work until it pauses; whether it goes on by itself then."""
        pause = next(self._pauses)
        if isinstance(pause, str):
            return False
        self._worked += timedelta(seconds=pause)
        return True

    def work(self) -> None:
        """Work until it waits for a person."""
        while self.step():
            pass


def with_sessions(_: Path, theme: str, now: Callable[[], datetime]) -> CockpitApp:
    """The program where only sessions of agents are seen."""
    app = CockpitApp(Observed, now=now, settings=Settings(theme=theme), home="/home/ada")
    app.looks_at_agents = True
    app.begin_with(Observed(lambda _: None).project, Surroundings(branch=BRANCH))
    return app


def limited(root: Path) -> Path:
    """A repository in which a person set limits, and the status line of an agent tells what it uses."""
    root.mkdir()
    git(root, "init", "-q", "-b", BRANCH, at=NOW)
    limits = {"warning": 5, "alert": 10, "stop": 20}
    for level, value in limits.items():
        change(Workspace(root=root, now=NOW), None, SetLimit(metric="cost", level=level, value=value))
    said = {"session_id": HELD.id, "cost": {"total_cost_usd": 10.04}, "context_window": {"used_percentage": 61}}
    record(json.dumps(said).encode(), LATER.timestamp() - AGE.seconds, str(root))
    return root


def held(root: Path, theme: str, now: Callable[[], datetime]) -> CockpitApp:
    """The program where an agent is held at a limit."""
    app = CockpitApp(Observed, now=now, settings=Settings(theme=theme), home=str(root.parent))
    app.looks_at_agents = True
    project = load_project(root, clock=now, options=ReadingOptions(agents=()))
    app.begin_with(with_agents(project, (HELD,), (), now()), Surroundings(branch=BRANCH, enforcement="enforced"))
    return app


Begin = Callable[[Path, str, Callable[[], datetime]], CockpitApp]


async def picture(root: Path, size: tuple[int, int], theme: str, keys: tuple[str, ...], begin: Begin = begun) -> str:
    """The program on that project as SVG, after these keys."""
    app = begin(root, theme, lambda: LATER)
    async with app.run_test(size=size) as pilot:
        for key in keys:
            await pilot.press(key)
            await app.workers.wait_for_complete()
        await rest(pilot)
        return drawn(app)


async def rest(pilot: Pilot[None]) -> None:
    """Wait for what is under way, and for what follows from it: a layout may ask for another one."""
    quiet = 0
    while quiet < 3:
        await pilot.pause()
        quiet = quiet + 1 if all(worker.is_finished for worker in pilot.app.workers) else 0
        await pilot.app.workers.wait_for_complete()


def drawn(app: CockpitApp) -> str:
    """What is on screen as SVG, without the fonts it would load from elsewhere."""
    svg = app.export_screenshot(title="cockpit")
    svg = re.sub(r"@font-face\s*\{.*?\}", "", svg, flags=re.DOTALL)
    svg = re.sub(r"terminal-\d+", "terminal", svg).replace(
        "Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono"
    )
    svg = _TEXT.sub(_without_outer_spaces, svg)
    return "\n".join(line.rstrip() for line in svg.splitlines()) + "\n"


def _without_outer_spaces(found: re.Match[str]) -> str:
    """A piece of text that begins where its first letter stands: some viewers drop the spaces around it."""
    text = found["text"].replace(_SPACE, " ")
    inner = text.strip(" ")
    if not inner.strip():
        return ""
    width = float(found["length"]) / cell_len(html.unescape(text))
    start = float(found["x"]) + width * (len(text) - len(text.lstrip(" ")))
    length = width * cell_len(html.unescape(inner))
    kept = inner.replace(" ", _SPACE)
    return f'<text{found["before"]}x="{start:g}"{found["between"]}textLength="{length:g}"{found["after"]}>{kept}</text>'


def main() -> None:
    """Make every picture."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        nothing_of_ones_own(folder)
        root = create(folder / "taskflow-app", now=NOW)
        agent = Agent(root)
        agent.work()
        block(root, agent.now())
        _make(root, PICTURES)
        _make(root, OBSERVED, with_sessions)
        _make(root, EVERYWHERE, of_machine)
        _make(limited(folder / "shop-api"), LIMITED, held)
        for picture_name, how in ANSWERED.items():
            _make(Path(shutil.copytree(root, folder / picture_name / root.name)), {picture_name: how})
        change(Workspace(root=root, now=NOW + timedelta(seconds=30)), None, Acknowledge(metric="cost"))
        agent.work()
        _make(root, INTERRUPTED)


def _make(root: Path, pictures: Mapping[str, Picture], begin: Begin = begun) -> None:
    for name, (size, theme, keys) in pictures.items():
        (HERE / f"{name}.svg").write_text(asyncio.run(picture(root, size, theme, keys, begin)), "utf-8")


if __name__ == "__main__":
    main()
