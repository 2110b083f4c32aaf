"""Sessions of agents as the screens are given them, judged at one moment."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from cockpit.model import Project
from cockpit.model.agents import (
    AgentContext,
    AgentFailure,
    AgentQuestion,
    AgentRequest,
    AgentSession,
    AgentTodo,
    Evidence,
    EvidenceKind,
    LookedAt,
    Said,
)
from cockpit.project.agents import with_agents
from cockpit.wording.times import write_instant
from tests.support.static_app import NOW

ROOT = "/home/ada/projects/shop-api"
LOOKED_AT = (
    LookedAt(agent="claude", name="Claude Code", folder="~/.claude", state="there", logs=3),
    LookedAt(agent="codex", name="Codex", folder="~/.codex", state="there", logs=1),
    LookedAt(agent="gemini", name="Gemini CLI", folder="~/.gemini", state="absent"),
)


def ago(minutes: float) -> str:
    return write_instant(NOW - timedelta(minutes=minutes))


def told(kind: EvidenceKind, said: Said, minutes: float) -> tuple[Evidence, ...]:
    return (Evidence(kind=kind, said=said, at=ago(minutes), path="/home/ada/.claude/sessions/41233.json"),)


def session(key: str, **values: object) -> AgentSession:
    usual: dict[str, object] = {
        "agent": "claude", "id": key, "path": f"/home/ada/.claude/projects/x/{key}.jsonl", "cwd": ROOT,
        "branch": "main", "updated": ago(0.2), "resume": f"claude --resume {key}",
    }  # fmt: skip
    return AgentSession(**usual | values)  # type: ignore[arg-type]


WAITS = session(
    "5e1f7c1a", title="fix checkout tax", title_by="user", version="2.1.308", model="claude-sonnet-5", kind="cli",
    started=ago(95), pid=41_233, alive=True, context=AgentContext(tokens=122_000), tokens=1_900_000,
    tokens_at_least=True, plan_path="/home/ada/.claude/plans/quiet-hill.md", resume=None, root=ROOT,
    request=AgentRequest(tool="Bash", kind="run", text="git push --force origin main", at=ago(4)),
    evidence=(Evidence(kind="registry", said="waiting", at=ago(4), path="/home/ada/.claude/sessions/41233.json",
                       waits_for="permission"),),
)  # fmt: skip
WORKS = session(
    "0199a7c2", agent="codex", title="add csv export", branch="csv", worktree="/home/ada/projects/csv-wt",
    cwd="/home/ada/projects/csv-wt", model="gpt-5-codex", context=AgentContext(tokens=105_000, window=258_400,
    percent=37.7), tokens=240_000, resume="codex resume 0199a7c2", evidence=told("turn", "turn-begun", 0.5),
    todos=(AgentTodo(text="Read the code", status="completed"), AgentTodo(text="Choose columns", status="completed"),
           AgentTodo(text="Write exporter", status="completed"),
           AgentTodo(text="Write exporter tests", status="in_progress"), AgentTodo(text="Document it")),
)  # fmt: skip
FAILED = session(
    "77aa00b1",
    title="speed up search",
    alive=True,
    evidence=told("registry", "idle", 9),
    updated=ago(9),
    failure=AgentFailure(kind="login", text="authentication_failed", at=ago(9)),
)
SILENT = session(
    "3c90d14e",
    agent="gemini",
    title="rename the billing module",
    branch=None,
    updated=ago(14),
    resume=None,
    evidence=told("turn", "turn-begun", 14),
    context=AgentContext(tokens=61_000),
)
ENDED = session(
    "9d2b33f0",
    title="review tests",
    updated=ago(180),
    evidence=told("turn", "turn-ended", 180),
    context=AgentContext(tokens=88_000),
)
ASKS = session(
    "c41e09aa", agent="codex", title="vouchers", evidence=(Evidence(
    kind="call", said="question-open", at=ago(2), path="/home/ada/.codex/sessions/rollout-c41e09aa.jsonl",
    waits_for="question"),),
    question=AgentQuestion(text="Which rate for vouchers?", options=("7 %", "19 %")),
    request=AgentRequest(tool="request_user_input", kind="ask", text="Which rate for vouchers?", at=ago(2)),
    resume="codex resume c41e09aa",
)  # fmt: skip
ALL = (WAITS, WORKS, FAILED, SILENT, ENDED)


def observed(*sessions: AgentSession, looked_at: Sequence[LookedAt] = LOOKED_AT, now: datetime = NOW) -> Project:
    """A repository in which nothing is kept, and these sessions work."""
    return with_agents(Project(root=ROOT), sessions, tuple(looked_at), now)
