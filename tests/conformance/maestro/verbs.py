"""Maestro's verbs by example; and of each it has not one, with the message with which it is refused."""

from cockpit.model import intents as verbs
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import Intent
from cockpit.wording.messages import Message
from tests.conformance.unsupported import unsupported
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words

_ONLY_RETRIES = words(
    "Maestro's only metric is retries. The agent counts them; they cannot be set, limited or acknowledged."
)
_NO_LISTS = words(
    "Maestro has no decisions, todos or blockers. What blocks a phase is an error of it; `cockpit phase error --help`"
    " says how to record one."
)

ABSENT: tuple[tuple[Intent, Message], ...] = (
    *unsupported("Maestro"),
    (verbs.Acknowledge(metric="cost"), _ONLY_RETRIES),
    (verbs.Withdraw(metric="cost"), _ONLY_RETRIES),
    (verbs.ResetAlerts(), _ONLY_RETRIES),
    (verbs.SetValue(metric="cost", value=1), _ONLY_RETRIES),
    (verbs.SetLimit(metric="cost", level="stop", value=80), _ONLY_RETRIES),
    (verbs.FireTrigger(trigger="cost_alert"), _ONLY_RETRIES),
    (verbs.Decide(text="One queue"), _NO_LISTS),
    (verbs.Block(text="No keys"), _NO_LISTS),
    (verbs.Unblock(blocker="No keys"), _NO_LISTS),
    (verbs.Bypass(blocker="No keys", note="later"), _NO_LISTS),
    (verbs.AddTodo(text="Write the docs"), _NO_LISTS),
    (verbs.TickTodo(text="Write the docs"), _NO_LISTS),
    (verbs.Reword(kind="todo", old="One", new="Two"), _NO_LISTS),
    (verbs.StartSession(), words("Maestro starts a session from a plan: `cockpit init maestro --plan FILE`.")),
    (verbs.Answer(option="yes"), words("Maestro does not read answers from files. Answer in the agent.")),
    (verbs.Migrate(), words("Maestro has one file format. Nothing to convert.")),
)

CREATED = "2026-03-20T15:00:00Z"
"""When the handoff was written that waits in the project `json`."""
WAITING = f"""---
phase: 3
status: in_progress
created: {CREATED}
---

## Current State
The feed answers.

## Remaining Work
- Phase 3: Delay service (in progress)

## Next Action
Ask the feed twice a minute
"""
_DRAFT = HandoffDraft(phase="3", state="Half done", remaining=("Phase 3: the feed",), next_action="Go on")

INTENTS: tuple[Intent, ...] = (
    verbs.Move(part="phase", value="6", early=True),
    verbs.Move(part="phase", value="3"),
    verbs.Move(part="status", value="failed"),
    verbs.Move(part="status", value="completed"),
    verbs.Complete(whole="phase"),
    verbs.Complete(whole="phase", step="3", note="The feed is read: twice a minute", result="Pass, make test"),
    verbs.Complete(whole="session"),
    verbs.Fail(),
    verbs.Fail(phase="4", note="The board: no room for 7 rows", type="validation", agent="tester"),
    verbs.Retry(),
    verbs.Retry(phase="2", note="With a smaller table", beyond=True),
    verbs.ResetRetries(),
    verbs.Skip(phase="6"),
    verbs.Skip(phase="3", note="Not wanted any more"),
    verbs.RecordError(text="The disk is full"),
    verbs.RecordError(text="No key: refused", phase="2", type="dependency", agent="coder"),
    verbs.ResolveError(error="The port authority's feed did not answer within 30 seconds", note="It waits longer"),
    verbs.ResolveError(error="test_piers expects the old name"),
    verbs.AddTokens(input=1200, output=300, cached=40, agent="coder"),
    verbs.AddTokens(input=70, output=8, agent="code-reviewer"),
    verbs.AddTokens(input=5, output=3),
    verbs.ReportFiles(kind="created", paths=("src/board/rows.py", "src/board/a, b.py")),
    verbs.ReportFiles(kind="modified", paths=("pyproject.toml",), phase="3"),
    verbs.ReportFiles(kind="deleted", paths=("old: it.sh",)),
    verbs.Archive(),
    verbs.Archive(unfinished=True),
    verbs.HandOff(draft=_DRAFT),
    verbs.HandOff(draft=_DRAFT, existing="archive", seen=CREATED),
    verbs.FinishHandoff(seen=CREATED),
)
"""Each verb in the forms in which a person uses it."""

PROJECTS = {name: fixture_bytes(name, "maestro") for name in ("healthy", "json", "t1", "crlf", "backslashes")}
PROJECTS["template"] = {path: data.replace(b"\r\n", b"\n") for path, data in PROJECTS["crlf"].items()}
_DONE = {
    b'status: "failed"': b'status: "completed"', b'status: "pending"': b'status: "skipped"',
    b"resolved: false": b"resolved: true",
}  # fmt: skip
PROJECTS["finished"] = dict(PROJECTS["template"])
for _open, _done in _DONE.items():
    PROJECTS["finished"] = {path: data.replace(_open, _done) for path, data in PROJECTS["finished"].items()}
PROJECTS["finished"]["docs/maestro/plans/night-ferries-impl-plan.md"] = b"# Plan\n"
PROJECTS["json"] = {**PROJECTS["json"], "docs/maestro/state/holding-pattern.md": WAITING.encode()}
"""What they are tried on."""
