"""autodev's verbs by example; and of each it has not one, with the message with which it is refused."""

from cockpit.model import intents as verbs
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import Intent
from cockpit.wording.messages import Message
from tests.conformance.unsupported import unsupported
from tests.support.memory_files import fixture_bytes

_ONLY_RETRIES = Message(
    "autodev.lacks-thresholds",
    "autodev's only metric is retries. The agent counts them; they cannot be set, limited or acknowledged.",
)
_ONLY_LOG = Message("autodev.lacks-errors", "autodev does not record errors, only failed retries.")
_NO_TODOS = Message("autodev.lacks-todos", "autodev has no todos. Its tasks are in _docs/02_tasks.")

ABSENT: tuple[tuple[Intent, Message], ...] = (
    *unsupported("autodev"),
    (verbs.Acknowledge(metric="retries"), _ONLY_RETRIES),
    (verbs.Withdraw(metric="retries"), _ONLY_RETRIES),
    (verbs.ResetAlerts(), _ONLY_RETRIES),
    (verbs.SetValue(metric="retries", value=1), _ONLY_RETRIES),
    (verbs.SetLimit(metric="retries", level="stop", value=5), _ONLY_RETRIES),
    (verbs.FireTrigger(trigger="cost_alert"), _ONLY_RETRIES),
    (verbs.AddTodo(text="Write the docs"), _NO_TODOS),
    (verbs.TickTodo(text="Write the docs"), _NO_TODOS),
    (verbs.RecordError(text="The disk is full"), _ONLY_LOG),
    (verbs.ResolveError(error="The disk is full"), _ONLY_LOG),
    (verbs.AddTokens(input=1, output=1), Message("autodev.lacks-tokens", "autodev does not count tokens.")),
    (verbs.ReportFiles(kind="created", paths=("a.py",)),
     Message("autodev.lacks-files", "autodev has no list of files. See git and the handoff.")),
    (verbs.StartSession(), Message(
        "autodev.lacks-sessions",
        "autodev sessions start in the agent: type autodev's command there. It reads the state first.",
    )),
    (verbs.Migrate(), Message(
        "autodev.lacks-forms", "autodev's own skill sets the format of the state file. Nothing to convert."
    )),
    (verbs.Archive(), Message(
        "autodev.lacks-archive", "autodev never archives its state file: it is the history of the project."
    )),
)  # fmt: skip

CREATED = "2026-04-05T15:00:00Z"
"""When the handoff was written that waits in the project `waiting`."""
WAITING = f"""---
phase: 7
task: 2
status: in_progress
created: {CREATED}
---

## Current State
Two tests fail.

## Remaining Work
- The swap at midnight

## Next Action
Look at the clock of the lock house
"""
_DRAFT = HandoffDraft(phase="7", task="2", state="Half done", remaining=("The swap",), next_action="Go on")
_A = "A) Start a new conversation for implementation (recommended for context freshness)"
_TESTS = "the implementation of the tests"

INTENTS: tuple[Intent, ...] = (
    verbs.Move(part="phase", value="8"),
    verbs.Move(part="phase", value="Deploy"),
    verbs.Move(part="phase", value="2 — Research"),
    verbs.Move(part="phase", value="3 — Contract Test"),
    verbs.Move(part="task", value="3 — Report: what failed"),
    verbs.Move(part="task", value="4"),
    verbs.Move(part="status", value="in_progress"),
    verbs.Move(part="status", value="completed"),
    verbs.Complete(whole="phase"),
    verbs.Complete(whole="phase", step="7", note="61 tests pass | none is skipped"),
    verbs.Complete(whole="task"),
    verbs.Complete(whole="session"),
    verbs.Complete(whole="session", note="The clock: look at it first", reason="context limit"),
    verbs.Fail(),
    verbs.Fail(phase="7", note="test_swap_at_midnight: a day late"),
    verbs.Retry(),
    verbs.Retry(phase="2", beyond=True),
    verbs.ResetRetries(),
    verbs.Skip(phase="7"),
    verbs.Skip(phase="Run Tests", note="No test database"),
    verbs.Decide(text="One queue"),
    verbs.Decide(text="Postgres: later", outcome="good", reason="no server", context="step 7", alternatives=("MySQL",),
                 reversible=True),
    verbs.Block(text="No keys"),
    verbs.Block(text="The map: missing", affects=("8",)),
    verbs.Unblock(blocker="The lock house has no test database yet"),
    verbs.Unblock(blocker="The archive of 2025 is locked", note="opened"),
    verbs.Bypass(blocker="The lock house has no test database yet", note="a copy"),
    verbs.Reword(kind="blocker", old="The lock house has no test database yet", new="No test database"),
    verbs.Reword(kind="decision", old="One table for shifts and swaps", new="Two tables"),
    verbs.Answer(option=_A),
    verbs.Answer(option="B) Continue implementation in this conversation"),
    verbs.Answer(option=f"A) Start a new conversation for {_TESTS} (recommended for context freshness)"),
    verbs.Answer(option="the second one"),
    verbs.HandOff(draft=_DRAFT),
    verbs.HandOff(draft=_DRAFT, existing="archive", seen=CREATED),
    verbs.FinishHandoff(seen=CREATED),
)  # fmt: skip
"""Each verb in the forms in which a person uses it."""

NAMES = ("healthy", "boundary", "crlf", "failed", "template", "pointer", "nested", "fraction", "done", "meta", "early")
PROJECTS = {name: fixture_bytes(name, "autodev") for name in NAMES}
PROJECTS["windows"] = PROJECTS.pop("crlf")
PROJECTS["crlf"] = {path: data.replace(b"\r\n", b"\n") for path, data in PROJECTS["windows"].items()}
_STATE = "_docs/_autopilot_state.md"
PROJECTS["waiting"] = {**PROJECTS["healthy"], "_docs/holding-pattern.md": WAITING.encode()}
PROJECTS["tried"] = {
    **PROJECTS["healthy"], _STATE: PROJECTS["healthy"][_STATE].replace(b"status: in_progress", b"status: failed")
}  # fmt: skip
PROJECTS["gate"] = {
    **PROJECTS["healthy"],
    _STATE: PROJECTS["healthy"][_STATE].replace(b"notes: ", b"notes: BLOCKING gate: which of the two databases? "),
}
PROJECTS["begun"] = {
    **PROJECTS["nested"],
    "_docs/_autodev_state.md": PROJECTS["nested"]["_docs/_autodev_state.md"].replace(b"in_progress", b"not_started"),
}
"""What they are tried on."""
