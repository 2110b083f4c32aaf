"""Sessions of agents on a whole machine, judged already, as the screen of all sessions is given them."""

from collections.abc import Sequence
from dataclasses import replace

from cockpit.app import CockpitApp
from cockpit.model import Project, Track
from cockpit.model.agents import (
    AgentContext,
    AgentFailure,
    AgentPlace,
    AgentQuestion,
    AgentRequest,
    AgentSession,
    AgentTodo,
    Evidence,
    LookedAt,
    Trip,
)
from cockpit.model.state import MACHINE, OBSERVED
from tests.support.agent_sessions import LOOKED_AT, ago
from tests.support.static_app import still_app

HOME = "/home/ada"


def place(kind: str, name: str) -> AgentPlace:
    return AgentPlace(kind=kind, name=name, tty="pts/3", socket="/tmp/tmux-1000/default", pane="work:@3.%12")


def made(key: str, repository: str, agent: str, title: str, **values: object) -> AgentSession:
    """A session that lives in a pane of tmux, unless it is said otherwise."""
    root = f"{HOME}/src/{repository}"
    usual: dict[str, object] = {
        "agent": agent, "id": key, "path": f"{HOME}/.{agent}/{key}.jsonl", "title": title, "repository": repository,
        "root": root, "cwd": root, "branch": "main", "alive": True, "pid": 41_233, "updated": ago(0.2),
        "resume": f"{agent} --resume {key}", "state": "works", "since": ago(1),
        "place": place("tmux", "work:1.0"), "go": ("tmux", "switch-client", "-t", "=work:@3.%12"),
    }  # fmt: skip
    return AgentSession(**usual | values)  # type: ignore[arg-type]


def waits(  # noqa: PLR0917
    key: str, repository: str, agent: str, title: str, minutes: float, text: str = "", **values: object
) -> AgentSession:
    """One that wants to run a command."""
    request = AgentRequest(tool="Bash", kind="run", text=text, at=ago(minutes))
    usual: dict[str, object] = {
        "state": "waits", "waits_for": "permission", "needs_you": "permission", "since": ago(minutes),
        "request": request, "updated": ago(minutes),
    }  # fmt: skip
    return made(key, repository, agent, title, **usual | values)


def turn(  # noqa: PLR0917
    key: str, repository: str, agent: str, title: str, minutes: float, said: str = "", **values: object
) -> AgentSession:
    """One that ended its turn."""
    usual: dict[str, object] = {
        "state": "your-turn", "needs_you": "turn", "since": ago(minutes), "updated": ago(minutes), "said": said,
    }  # fmt: skip
    return made(key, repository, agent, title, **usual | values)


def over(key: str, repository: str, agent: str, title: str, hours: float) -> AgentSession:
    return made(key, repository, agent, title, state="ended", alive=False, pid=None, since=None, place=None, go=None,
                updated=ago(hours * 60))  # fmt: skip


PUSH = waits(
    "push", "shop-api", "claude", "fix checkout tax", 4, "git push --force origin main",
    said="The tests pass; I will update the remote branch now.", context=AgentContext(tokens=81_000),
    tokens=1_200_000, model="claude-opus-5",
    request=AgentRequest(tool="Bash", kind="run", text="git push --force origin main", reason="Force-push the branch",
                         at=ago(4)),
    todos=(AgentTodo(text="Fix the tax", status="completed"),
           AgentTodo(text="Update the remote", status="in_progress")),
    evidence=(Evidence(kind="registry", said="waiting", at=ago(4), path=f"{HOME}/.claude/sessions/41233.json",
                       waits_for="permission"),),
)  # fmt: skip
SANDBOX = waits(
    "sandbox", "billing", "codex", "add stripe webhooks", 2, "pip install stripe==12.1.0", branch="stripe-wt",
    place=place("tmux", "work:3.0"),
    request=AgentRequest(tool="exec", kind="outside", text="pip install stripe==12.1.0", at=ago(2)),
)  # fmt: skip
QUEUE = waits(
    "queue", "site", "claude", "migrate the queue", 1, "", waits_for="question", needs_you="question",
    request=AgentRequest(tool="AskUserQuestion", kind="ask", text="Drop the old queue?", at=ago(1)),
    question=AgentQuestion(text="Drop the old queue?", options=("Yes", "No")),
    place=AgentPlace(kind="tty", name="pts/9", tty="pts/9"), go=None, pid=41_500,
)  # fmt: skip
KEYS = made("keys", "infra", "claude", "rotate the keys", state="failed", needs_you="failed", since=ago(12),
            failure=AgentFailure(kind="login", text="authentication_failed", at=ago(12)),
            place=AgentPlace(kind="kitty", name="pts/5", tty="pts/5"), go=("kitten", "@", "focus-window"))  # fmt: skip
PARSER = turn("parser", "shop-api", "gemini", "port the parser", 20, "The parser is ported. Shall I commit?",
              branch="port-wt", place=AgentPlace(kind="tty", name="pts/4", tty="pts/4"), go=None)  # fmt: skip
SEARCH = made("search", "shop-api", "claude", "speed up search", updated=ago(0), subagents=2,
              subagent_names=("research caches", "measure queries"))  # fmt: skip
MODULES = made("modules", "infra", "claude", "review modules", updated=ago(0.15), subagents=1,
               subagent_names=("review terraform",), place=place("tmux", "ops:0.0"))  # fmt: skip
LINT = made("lint", "site", "claude", "nightly lint", updated=ago(0.67), headless=True, place=None, go=None)
EXPORT = made("export", "billing", "codex", "invoice export", state="limited", since=ago(31), updated=ago(31),
              failure=AgentFailure(kind="limit", until="21:50", at=ago(31)),
              place=place("tmux", "work:2.0"))  # fmt: skip
NOTES = over("notes", "notes", "claude", "weekly notes", 3)
FOOTER = over("footer", "site", "codex", "fix the footer", 5)
DJANGO = over("django", "shop-api", "claude", "bump django", 7)
TWELVE = (PUSH, SANDBOX, QUEUE, KEYS, PARSER, SEARCH, MODULES, LINT, EXPORT, NOTES, FOOTER, DJANGO)
"""Twelve sessions in five repositories: five need a person."""


def machine(*sessions: AgentSession, looked_at: Sequence[LookedAt] = LOOKED_AT) -> Project:
    """All of them in one track; none where there is no session."""
    track = Track(system=OBSERVED, path=".", format="observed", title="everywhere", agents=sessions)
    return Project(root=MACHINE, tracks=(track,) if sessions else (), looked_at=tuple(looked_at))


class FakeSessions:
    """Goes nowhere, and remembers what was asked."""

    def __init__(self, trip: Trip | None = None) -> None:
        self.asked: list[tuple[object, ...]] = []
        self._trip = trip or Trip("tmux work:1.0 is on the screen used last: pts/8, 200x50.", "ctrl+b L")
        self._dismissed: list[AgentSession] = []

    def go(self, session: AgentSession) -> Trip:
        self.asked.append(("go", session.id))
        return self._trip

    def resume(self, session: AgentSession) -> Trip:
        self.asked.append(("resume", session.id))
        return Trip("Back.")

    def describe(self, session: AgentSession) -> str:
        where = session.place.name if session.place is not None else ""
        if session.go is None:
            return f"It runs in {where}, which nobody can bring to the front; pid {session.pid}."
        return f"{where}: g takes you there, on the screen used last: pts/8, 200x50; ctrl+b L comes back."

    def dismiss(self, session: AgentSession, until: object) -> None:
        self.asked.append(("dismiss", session.id, until))
        self._dismissed.append(session)

    def undo_dismissal(self, session: AgentSession | None = None) -> str | None:
        if session is not None:
            self.asked.append(("undo", session.id))
            return session.title
        self.asked.append(("undo",))
        return self._dismissed.pop().title if self._dismissed else None


def everywhere_app(*sessions: AgentSession, looked_at: Sequence[LookedAt] = LOOKED_AT, **options: object) -> CockpitApp:
    """The screen of all sessions as the first one."""
    app = still_app(None, everywhere=True, **options | {"home": HOME})
    app.snapshot = replace(app.snapshot, everywhere=machine(*sessions, looked_at=looked_at))
    app.looks_at_agents, app.sessions = True, FakeSessions()
    return app


def beside(project: Project, *sessions: AgentSession, **options: object) -> CockpitApp:
    """The dashboard of a project, on a machine with these sessions."""
    app = still_app(project, **options)
    app.looks_at_agents, app.sessions = True, FakeSessions()
    app.snapshot = replace(app.snapshot, everywhere=machine(*sessions))
    return app
