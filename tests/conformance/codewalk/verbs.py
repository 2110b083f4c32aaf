"""The verbs of Codewalkers by example; and of each it has not one, with the message with which it is refused."""

from cockpit.model import intents as verbs
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import Intent
from cockpit.systems.codewalk.staleness import ANSWERS
from cockpit.wording.messages import Message
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words

_NO_THRESHOLDS = words("Codewalkers has no thresholds. Context use is recorded with the session.")
_NO_TODOS = words("Codewalkers has no todos. See the plan files and the open questions.")
_NO_RETRIES = words("Codewalkers does not record failures or retries. Record a blocker: `cockpit blocker add TEXT`.")
_NO_ERRORS = words("Codewalkers does not record errors. Record a blocker: `cockpit blocker add TEXT`.")

ABSENT: tuple[tuple[Intent, Message], ...] = (
    (verbs.Acknowledge(metric="context"), _NO_THRESHOLDS),
    (verbs.Withdraw(metric="context"), _NO_THRESHOLDS),
    (verbs.ResetAlerts(), _NO_THRESHOLDS),
    (verbs.SetValue(metric="context", value=1), _NO_THRESHOLDS),
    (verbs.SetLimit(metric="context", level="stop", value=5), _NO_THRESHOLDS),
    (verbs.FireTrigger(trigger="cost_alert"), _NO_THRESHOLDS),
    (verbs.AddTodo(text="Write the docs"), _NO_TODOS),
    (verbs.TickTodo(text="Write the docs"), _NO_TODOS),
    (verbs.Fail(), _NO_RETRIES),
    (verbs.Retry(), _NO_RETRIES),
    (verbs.ResetRetries(), words("Codewalkers does not count retries.")),
    (verbs.RecordError(text="The disk is full"), _NO_ERRORS),
    (verbs.ResolveError(error="The disk is full"), _NO_ERRORS),
    (verbs.Skip(phase="2"), words("Codewalkers does not skip phases. Go to another phase: `cockpit set phase=N`.")),
    (verbs.AddTokens(input=1, output=1), words("Codewalkers does not count tokens.")),
    (verbs.Migrate(), words("Codewalkers has nothing to convert. Its storage is chosen when it is begun.")),
    (verbs.Archive(), words("Codewalkers does not archive its state. Earlier versions are in git.")),
)

CREATED = "2026-02-03T15:00:00Z"
"""When the handoff was written that waits in the project `waiting`."""
_WAITING = f"""---
phase: 2
plan: 1
task: 3
status: in_progress
created: {CREATED}
---

## Current State
The lower deck is half drawn.

## Remaining Work
- The upper deck

## Next Action
Ask for the measures
"""
_DRAFT = HandoffDraft(phase="2", plan="1", task="3", state="Half done", remaining=("The bow",), next_action="Go on")
_LINES = HandoffDraft(phase="2", reason="context", state="Half done", next_action="Go on:\nthe bow, then the stern")

INTENTS: tuple[Intent, ...] = (
    verbs.Move(part="phase", value="3"),
    verbs.Move(part="phase", value="3 — Paying"),
    verbs.Move(part="plan", value="2"),
    verbs.Move(part="task", value="Draw the bow: first half"),
    verbs.Move(part="status", value="blocked"),
    verbs.Move(part="status", value="completed"),
    verbs.Move(part="next", value="Call the office: # 3 first"),
    verbs.SetPosition(phase="2", plan="1", task="Draw the stern", wave="2", status="in_progress"),
    verbs.SetPosition(phase_name="Seats", plan_name="Rows"),
    verbs.CountPhases(phases="5"),
    verbs.Complete(whole="task"),
    verbs.Complete(whole="task", note="Twice: the printer jammed"),
    verbs.Complete(whole="plan"),
    verbs.Complete(whole="phase"),
    verbs.Complete(whole="session"),
    verbs.Complete(whole="session", note="Slow: look at it", reason="Context limit reached",
                   completed=("Phase 2: decks",), issues=("The plotter is loud",), context=62),
    verbs.StartSession(),
    verbs.StartSession(agent="worker-cy", working_on="Phase 2: the stern"),
    verbs.RecordCrash(),
    verbs.RecordCrash(note="The laptop slept"),
    verbs.Decide(text="One queue"),
    verbs.Decide(text="Postgres: later", outcome="good", reason="no server", context="step 7",
                 alternatives=("MySQL", "SQLite: later"), reversible=False),
    verbs.Block(text="No keys"),
    verbs.Block(text="The map: missing", affects=("Phase 3: Payment",), tasks=("task-31: Card", "Cash at the pier")),
    verbs.Identify(blocker="block-004"),
    verbs.Bypass(blocker="block-001", note="the old measures"),
    verbs.Bypass(blocker="block-001", note="by eye", tasks=("task-40: Measure again",)),
    verbs.Unblock(blocker="block-001"),
    verbs.Unblock(blocker="block-001", note="measured: 31 m"),
    verbs.Unblock(blocker="block-002", note="colours came"),
    verbs.Reword(kind="blocker", old="The upper deck is not measured", new="The upper deck has no measures"),
    verbs.Reword(kind="decision", old="15 minutes", new="20 minutes: the queue grew"),
    verbs.ReportFiles(kind="modified", paths=("ferry/bow.py", "ferry/my file.py")),
    verbs.ReportFiles(kind="deleted", paths=("ferry/decks.py",)),
    verbs.NoteImplementation(text="Bows: drawn from the deck"),
    verbs.AddQuestion(text="Who draws the stern?"),
    verbs.CloseQuestion(text="May dogs have a seat?"),
    verbs.CloseQuestion(text="May dogs have a seat?", answer="On the lower deck"),
    verbs.RecordVerification(passed=True, note="All green"),
    verbs.RecordVerification(passed=False, blockers=("Two tests are red",), questions=("Who knows the printer?",)),
    verbs.Answer(option=str(ANSWERS["crashed"])),
    verbs.Answer(option=str(ANSWERS["at-work"])),
    verbs.HandOff(draft=_DRAFT),
    verbs.HandOff(draft=_LINES, existing="archive", seen=CREATED),
    verbs.FinishHandoff(seen=CREATED),
)  # fmt: skip
"""Each verb in the forms in which a person uses it."""

NAMES = ("lists", "healthy", "bare", "crlf", "folders", "fenced", "frontmatter", "json", "sparse", "blocked")
PROJECTS = {name: fixture_bytes(name, "codewalk") for name in NAMES}
PROJECTS["windows"] = PROJECTS.pop("crlf")
PROJECTS["crlf"] = {path: data.replace(b"\r\n", b"\n") for path, data in PROJECTS["windows"].items()}
PROJECTS["waiting"] = {**PROJECTS["lists"], ".planning/holding-pattern.md": _WAITING.encode()}
_SECOND = b"# Phase 2: Seat plan\n\n## Tasks\n- [ ] 1. Draw the rows\n"
PROJECTS["two plans"] = {**PROJECTS["lists"], ".planning/2-2-PLAN.md": _SECOND}
"""What they are tried on."""
