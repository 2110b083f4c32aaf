"""The verbs on a repository's limits by example; and of each it has not one, with the message with which it is
refused."""

from cockpit.model import intents as verbs
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import Intent
from cockpit.model.readings import Reading, Readings
from cockpit.systems.plain_repository.system import KEEPS_LIMITS
from cockpit.wording.messages import Message
from tests.conformance.memory_system import NOW
from tests.support.memory_files import fixture_bytes

LIMITS = ".cockpit/limits.toml"
STATE = ".cockpit/state/limits.json"
HANDOFF = ".cockpit/holding-pattern.md"
READINGS = Readings(
    entries=(Reading(at=NOW.timestamp() - 10, source="statusline", session="s1", cost=12.5, context=72.0),)
)
"""An alert on cost, and one on context that is acknowledged."""
_CREATED = "2026-01-30T09:01:00Z"
_DRAFT = HandoffDraft(state="Half done", remaining=("The import",), next_action="Go on")

ABSENT: tuple[tuple[Intent, Message], ...] = tuple(
    (intent, KEEPS_LIMITS)
    for intent in (
        verbs.SetValue(metric="cost", value=1), verbs.FireTrigger(trigger="cost_alert"), verbs.Decide(text="One queue"),
        verbs.Block(text="No keys"), verbs.Identify(blocker="No keys"), verbs.Unblock(blocker="No keys"),
        verbs.Bypass(blocker="No keys", note="later"), verbs.AddTodo(text="Write the docs"),
        verbs.TickTodo(text="Write the docs"), verbs.Reword(kind="todo", old="One", new="Two"),
        verbs.Move(part="status", value="failed"), verbs.SetPosition(phase="2"), verbs.CountPhases(phases="5"),
        verbs.Complete(whole="phase"),
        verbs.Fail(), verbs.Retry(), verbs.ResetRetries(), verbs.Skip(phase="6"), verbs.RecordError(text="Full"),
        verbs.ResolveError(error="Full"), verbs.AddTokens(input=5, output=3),
        verbs.ReportFiles(kind="created", paths=("a",)), verbs.StartSession(), verbs.RecordCrash(),
        verbs.NoteImplementation(text="One queue"), verbs.AddQuestion(text="Which?"),
        verbs.CloseQuestion(text="Which?"), verbs.RecordVerification(passed=True), verbs.Answer(option="yes"),
        verbs.Archive(), verbs.Migrate(),
    )
)  # fmt: skip

INTENTS: tuple[Intent, ...] = (
    verbs.SetLimit(metric="cost", level="stop", value=40),
    verbs.SetLimit(metric="context", level="warning", value=60.5),
    verbs.SetLimit(metric="tokens", level="alert", value=500_000),
    verbs.Acknowledge(metric="cost"),
    verbs.Acknowledge(metric="cost", note="The import: worth it", seen="alert", value=12.5, session_id="s2"),
    verbs.Withdraw(metric="context"),
    verbs.ResetAlerts(),
    verbs.ResetAlerts(metrics=("context",)),
    verbs.HandOff(draft=_DRAFT),
    verbs.HandOff(draft=_DRAFT, existing="archive", seen=_CREATED),
    verbs.FinishHandoff(seen=_CREATED),
)
"""Each verb in the forms in which a person uses it."""

PROJECTS = {name: fixture_bytes(name, "plain-repository") for name in ("healthy", "crlf")}
PROJECTS["acknowledged"] = {path: data for path, data in PROJECTS["healthy"].items() if path != HANDOFF}
"""What they are tried on."""
