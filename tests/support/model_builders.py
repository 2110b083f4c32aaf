"""Model values for tests: the least that is needed, and a full example."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from cockpit.model import (
    Acknowledgment,
    AgentTokens,
    ArchivedHandoff,
    Blocker,
    Condition,
    Continuity,
    Counted,
    Decision,
    FileManifest,
    Finding,
    Handoff,
    HandoffTask,
    LastActivity,
    Limits,
    NextAction,
    Phase,
    PhaseError,
    Position,
    Project,
    ResumeAt,
    Retries,
    RetryAttempt,
    RuleAction,
    Session,
    Silence,
    Statement,
    Step,
    Threshold,
    Todo,
    Tokens,
    Track,
    Trigger,
    Verify,
    Waiting,
)
from cockpit.model.agents import (
    AgentContext,
    AgentFailure,
    AgentPlace,
    AgentQuestion,
    AgentRateLimit,
    AgentRequest,
    AgentSession,
    AgentTodo,
    Evidence,
    LookedAt,
)
from cockpit.model.state import Snapshot

NOW = datetime(2026, 1, 29, 16, 31, tzinfo=UTC)
LIMITS = Limits(warning=10, alert=25, stop=50, source="TRANSPONDER.md")

HOSTILE = (
    "[@click=app.quit]x[/]",
    "[red]markup[/red] [/] [[",
    "\x1b[31mred\x1b]0;title\x07",
    "\u202egnihtemos\u202c",
    "日本語のとても長い文章がここにあります。" * 3,
    "مرحبا بالعالم שלום",
    "👩\u200d💻👨\u200d👩\u200d👧 🇩🇪 ✅️",
    "e\u0301\u0301\u0301\u0301\u0301\u0301 a\u200bb\u200dc",
    "tab\tand\nline\r\nends",
    "\ud800\udcff lone",
    "x" * 300,
    "",
    " ",
)
"""Texts as files may hold them: markup, control sequences, wide and right-to-left letters, invisible characters."""


def clock() -> datetime:
    return NOW


def threshold(**values: Any) -> Threshold:
    """A cost of $5 between 10, 25 and 50; the agent reads the same limits."""
    level = {"agent_level": values.get("level")}
    return Threshold(**{"metric": "cost", "unit": "usd", "value": 5.0, "limits": LIMITS} | level | values)


def acknowledgment(**values: Any) -> Acknowledgment:
    """An acknowledgment of an alert, two hours old."""
    return Acknowledgment(**{"at": "2026-01-29T14:31:00Z", "value": 26.5, "level": "alert"} | values)


def track(**values: Any) -> Track:
    """The least a track can be."""
    return Track(**{"system": "autopilot", "path": ".autopilot/TRANSPONDER.md", "format": "transponder"} | values)


def project(*tracks: Track, findings: tuple[Finding, ...] = (), root: str = "/srv/work") -> Project:
    return Project(root=root, tracks=tracks, findings=findings)


def full_track(text: Callable[[str], str] = str, **values: Any) -> Track:
    """A track in which every field is filled; `text` turns each free text into another."""
    return track(**_header(text) | _state(text) | _work(text) | _history(text) | values)


def _header(text: Callable[[str], str]) -> dict[str, Any]:
    return {
        "id": "session-7",
        "shared_id": True,
        "title": text("TaskFlow App"),
        "updated": "2026-01-29T14:30:00Z",
        "documents": {"roadmap": "ROADMAP.md"},
        "position": Position(
            phase=Step(id="3", name=text("Dashboard"), total=6),
            plan=Step(id="2", name=text("Layout and cards"), total=4),
            task=Step(id="3", name=text("Create UI component"), total=5),
            wave="1",
            flow="standard",
            milestone="v1",
            status="in_progress",
            status_text=text("In progress"),
            percent=42.5,
            counted=Counted(done=8, total=19, unit=text("plans")),
            last_activity=LastActivity(date="2026-01-29", text=text("Completed dashboard layout plan")),
        ),
        "next_action": NextAction(text=text("Go on"), command=text("/autopilot:cockpit"), source="rule"),
        "next_by_rule": RuleAction(text=text("Go on"), command=text("/autopilot:cockpit")),
        "waiting": Waiting(
            question=text("Sidebar or bottom nav?"), options=("sidebar", "nav"), recommendation="nav",
            since="2026-01-29T16:19:00Z",
        ),
        "resume_at": ResumeAt(phase="3", plan="2", task="3"),
    }  # fmt: skip


def _state(text: Callable[[str], str]) -> dict[str, Any]:
    limits = Limits(warning=30, alert=40, stop=50)
    return {
        "thresholds": (
            threshold(value=26.5, level="alert", source="state/thresholds.json", read_at="2026-01-29T16:30:00Z",
                      snoozed_until="2026-01-29T18:00:00Z", refire_at=text("$50"),
                      acknowledgment=acknowledgment(session_id="s1", note=text("complex feature"),
                                                    conditions=(Condition(name="reset", holds=True),))),
            threshold(metric="context", unit="percent", value=42.0, level="alert", limits=limits, agent_will="pause"),
            threshold(metric="variance", unit="percent", value=55.0, level="stop", limits=limits, agent_will="halt",
                      unreadable=(Statement(what="alert limit", text=text("high"), path=".autopilot/T.md", line=20),),
                      disagreeing=(Statement(what="value", text=text("4 %"), path=".autopilot/T.md", line=21),)),
            threshold(metric="errors", unit="count", value=None, at_least=True, stale=True),
            threshold(metric=text("tokens"), unit="tokens", value=1_200_000.0, level="alert", agent_will="continue",
                      acknowledgment=acknowledgment(effective=False, reason="expired")),
        ),
        "triggers": {
            "cost_alert": Trigger(
                last_triggered="2026-01-29T14:30:00Z", count=1, acknowledged=True,
                session_start="2026-01-29T12:00:00Z", suggested_checkpoint=False,
            )
        },
        "open_questions": (text("Which colour?"),),
        "verify": Verify(files=("src/app.ts",), claims=(text("the tests pass"),)),
        "metrics": {text("Plans completed"): text("8"), "Avg duration": "12 min", "Token efficiency": "73%"},
    }  # fmt: skip


def _work(text: Callable[[str], str]) -> dict[str, Any]:
    return {
        "decisions": (
            Decision(text=text("Hybrid sidebar layout"), outcome=text("working well"), reason=text("tested"),
                     context=text("phase 3"), consequences=text("one more bar"), date="2026-01-28", phase="3",
                     alternatives=(text("bottom nav"),), reversible=False, path="decisions/1.md"),
            Decision(text=text("WebSocket"), reversible=True),
        ),
        "todos": (Todo(text=text("Add error boundary")), Todo(text=text("Write tests for auth"), done=True)),
        "blockers": (
            Blocker(id="B1", text=text("API key missing"), status="active", since="2026-01-27",
                    affects=(text("phase 4"),), resolved_at="2026-01-28", tasks=(Step(id="t1", name=text("Sign")),),
                    workaround_tasks=(Step(name=text("Sign again")),), stops=(text("blocks Sign"),),
                    frees=(text("Sign"),), path="blockers/B1.md"),
            Blocker(text=text("Slow CI"), status="bypassed", workaround=text("run locally")),
            Blocker(text=text("Old Node"), status="resolved", resolution=text("upgraded")),
        ),
        "phases": (
            Phase(id="001", name=text("Foundation"), status="✅ Complete", outcome=text("released"), agents=("coder",),
                  parallel=False, blocked_by=("000",), started="2026-01-01", completed="2026-01-05", retry_count=1,
                  counted_done=8, counted_total=8, path="phases/001/"),
            Phase(id="002", name=text("Auth"), status="🔄 In Progress", counted_done=3, counted_total=12),
            Phase(id=None, name=text("Launch"), status=text("❌ Blocked")),
        ),
    }  # fmt: skip


def _history(text: Callable[[str], str]) -> dict[str, Any]:
    return {
        "errors": (
            PhaseError(phase="2", agent="coder", type=text("timeout"), message=text("build timed out"),
                       at="2026-01-29T10:00:00Z"),
            PhaseError(message=text("lint failed"), resolved=True, resolution=text("fixed")),
        ),
        "files": FileManifest(created=("a.ts",), modified=("b.ts",), deleted=("c.ts",)),
        "tokens": Tokens(input=10_000, output=2_000, cached=500, by_agent={"coder": AgentTokens(input=1, output=2,
                                                                                                 cached=3)}),
        "sessions": (
            Session(id="s1", agent="coder", started="2026-01-28T10:00:00Z", ended="2026-01-28T12:00:00Z",
                    status="done", working_on=text("auth"), completed=("login",), issues=("none",),
                    notes=text("went well"), handoff_reason=text("context"),
                    context_used=62.0, stale_at="2026-01-28T12:30:00Z", path="archive/s1.md"),
            Session(id="s2"),
        ),
        "retries": Retries(count=1, max=3, log=(RetryAttempt(attempt="1", step="2", name=text("build"),
                                                             reason=text("flaky"), at="2026-01-29T09:00:00Z"),)),
        "silence": Silence(since="2026-01-29T14:00:00Z", stated=True, snoozed_until="2026-01-29T18:00:00Z"),
        "agents": (
            AgentSession(
                agent="claude", id="6f1e", path="/home/ada/.claude/projects/-srv-work/6f1e.jsonl",
                title=text("Add error boundary"), title_by="agent", cwd="/srv/work", branch=text("main"),
                worktree="/srv/work-two", version="2.1.308", model=text("claude-sonnet-5"), kind="cli",
                started="2026-01-29T15:00:00Z", updated="2026-01-29T16:29:00Z", state="waits", waits_for="question",
                since="2026-01-29T16:27:00Z", question=AgentQuestion(text=text("Which page?"), options=(text("all"),)),
                todos=(AgentTodo(text=text("Read the code"), status="completed"), AgentTodo(text="Write it")),
                plan_path="/home/ada/.claude/plans/quiet-hill.md",
                context=AgentContext(tokens=96_000, window=200_000, percent=48.0), tokens=2_100_000,
                tokens_at_least=True, cost=1.25, rate_limits=(
                    AgentRateLimit(window="five_hour", used=24.5, resets_at="2026-01-29T19:00:00Z"),),
                failure=AgentFailure(kind="limit", text=text("You've hit your limit"), at="2026-01-29T15:10:00Z",
                                     until="9:50pm"),
                pid=41_233, alive=True, resume="claude --resume 6f1e", repository=text("work"), root="/srv/work",
                needs_you="question", request=AgentRequest(tool="AskUserQuestion", kind="ask", text=text("Which page?"),
                reason=text("to go on"), more=(text("a: b"),), at="2026-01-29T16:27:00Z"), said=text("I wait."),
                subagents=1, subagent_names=(text("look"),), processes=(41_233,),
                place=AgentPlace(kind="tmux", name=text("work:1.0"), tty="pts/3", socket="/tmp/s", pane="work:@1.%0"),
                go=("tmux", text("x")), fork_of=text("the first"),
                evidence=(Evidence(kind="registry", said="waiting", at="2026-01-29T16:27:00Z",
                                   path="/home/ada/.claude/sessions/41233.json", waits_for="question"),),
            ),
            AgentSession(agent="codex", id="0199", path="/home/ada/.codex/sessions/rollout-0199.jsonl", disputed=True),
        ),
        "continuity": Continuity(last_session="2026-01-29", stopped_at=text("Mid-plan 3.2"),
                                 resume_file=text(".autopilot/holding-pattern.md"), next_action=text("resume")),
        "handoff": Handoff(
            path=".autopilot/holding-pattern.md", phase="3", plan="2", task="3", total_tasks="5", status="in_progress",
            created="2026-01-29T15:31:00Z",
            completed=(HandoffTask(id="1", name="Create model", commit="abc1234", status="done", files=("m.ts",)),),
            remaining=("4",), decisions=("use cards",), blockers=("none",), context=text("warm"),
            next_action=text("Finish the component"), state=text("half done"),
        ),
        "archived_handoffs": (ArchivedHandoff(path=".autopilot/archive/holding-pattern-20260128-120000.md"),),
        "findings": (
            Finding(code="bar-mismatch", severity="warning", path=".autopilot/TRANSPONDER.md", line=15,
                    message=text("The bar shows 4 of 10"), hint=text("Redraw the bar")),
            Finding(code="json-invalid", severity="error", path="state/thresholds.json",
                    message=text("No JSON")),
            Finding(code="no-zone", severity="note", path="x.md", message=text("A time has no zone")),
        ),
        "extra": {"tier": "pro", "gates": ["a", {"b": 1}], "limit": None},
        "lacks": {"questions": text("It records no questions.")},
        "records": ("error", "files"),
        "dismissed": ("0123456789abcdef",),
    }  # fmt: skip


LOOKED_AT = (
    LookedAt(agent="claude", name="Claude Code", folder="~/.claude", state="there", logs=3),
    LookedAt(agent="codex", name="Codex", folder="~/.codex", state="absent"),
)


def about(shown: Track | None) -> Snapshot:
    """The snapshot of a project with that track alone."""
    return Snapshot(project=Project(root="/p", tracks=(shown,)), track=shown) if shown is not None else Snapshot()
