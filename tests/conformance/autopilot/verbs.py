"""Every verb of Project Autopilot at least once, in the forms in which a person uses it, and projects to use it on."""

from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import (
    Acknowledge,
    AddTodo,
    AddTokens,
    Answer,
    Archive,
    Block,
    Bypass,
    Complete,
    Decide,
    Fail,
    FinishHandoff,
    FireTrigger,
    HandOff,
    Intent,
    Migrate,
    Move,
    RecordError,
    ReportFiles,
    ResetAlerts,
    ResetRetries,
    ResolveError,
    Retry,
    Reword,
    SetLimit,
    SetValue,
    Skip,
    StartSession,
    TickTodo,
    Unblock,
    Withdraw,
)
from cockpit.wording.messages import Message
from tests.conformance.unsupported import unsupported
from tests.support.autopilot_edits import (
    ACKNOWLEDGMENTS,
    DECISIONS,
    EXAMPLE,
    HEALTHY,
    LAYOUT_2,
    SEED,
    SHAPES,
    THRESHOLDS,
    TRANSPONDER,
    Bytes,
    done,
    replaced,
)
from tests.support.autopilot_small_states import LOGGED
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words as says

BLOCKER = "Phase 3: the payment provider's test account is not open yet"
CREATED = "2026-01-29T14:30:00Z"
"""When the handoff of the seed's example was written."""

INTENTS: tuple[Intent, ...] = (
    Acknowledge(metric="cost"),
    Acknowledge(metric="cost", note="seen", session_id="s-1"),
    Acknowledge(metric="context"),
    Withdraw(metric="cost"),
    Withdraw(metric="variance"),
    ResetAlerts(),
    ResetAlerts(metrics=("cost", "context")),
    SetValue(metric="cost", value=31.25),
    SetValue(metric="context", value=12),
    SetValue(metric="tokens", value=1_200_000),
    SetLimit(metric="cost", level="stop", value=80),
    SetLimit(metric="tokens", level="alert", value=1_500_000),
    FireTrigger(trigger="cost_alert"),
    Decide(text="One queue", outcome="fast", reason="simple", alternatives=("Two",), reversible=False),
    Decide(text="p | q — r", outcome="s - t"),
    Block(text="No keys"),
    Unblock(blocker=BLOCKER, note="Account opened"),
    Bypass(blocker=BLOCKER, note="use the sandbox"),
    AddTodo(text="Write the docs"),
    TickTodo(text="Write tests for auth flow"),
    Reword(kind="todo", old="Write tests for auth flow", new="Test the auth flow"),
    Reword(kind="decision", old="Hybrid sidebar layout", new="Folding — sidebar"),
    Reword(kind="blocker", old=BLOCKER, new="Phase 3: no account"),
    Move(part="status", value="blocked"),
    Move(part="phase", value="2"),
    Move(part="plan", value="1"),
    Move(part="task", value="2"),
    Move(part="next", value="/autopilot:takeoff -y"),
    Complete(whole="task"),
    Complete(whole="plan", note="Shipped the plan"),
    Complete(whole="phase"),
    Complete(whole="session"),
    StartSession(),
    HandOff(draft=HandoffDraft(phase="3", plan="2", task="3", total_tasks="5", state="Half done", next_action="Go on")),
    HandOff(
        draft=HandoffDraft(phase="3", plan="2", task="3", total_tasks="5", state="Half done", next_action="Go on"),
        existing="archive",
        seen=CREATED,
    ),
    FinishHandoff(seen=CREATED),
    Migrate(),
    Archive(),
)
_NAME = "Project Autopilot"
_NO_OUTCOMES = says(
    "Project Autopilot does not record failed, retried or skipped phases. Use `cockpit blocker add "
    "TEXT` or `cockpit set phase=N`."
)
_COUNTS_ERRORS = says(
    "Project Autopilot only counts errors. Set the count: `cockpit set errors=VALUE`. Record the "
    "cause: `cockpit blocker add TEXT`."
)
ABSENT: tuple[tuple[Intent, Message], ...] = (
    *unsupported(_NAME),
    (
        Answer(option="approved"),
        says('Project Autopilot does not read answers from its files. Type "approved" in the agent.'),
    ),
    (ResetRetries(), says("Project Autopilot does not count retries.")),
    (Fail(note="No room"), _NO_OUTCOMES),
    (Retry(), _NO_OUTCOMES),
    (Skip(phase="3"), _NO_OUTCOMES),
    (RecordError(text="The disk is full"), _COUNTS_ERRORS),
    (ResolveError(error="The disk is full"), _COUNTS_ERRORS),
    (
        AddTokens(input=5, output=3),
        says("Project Autopilot records tokens as a value. Use `cockpit set tokens=VALUE`."),
    ),
    (
        ReportFiles(kind="created", paths=("a.py",)),
        says("Project Autopilot has no list of changed files. See git and the handoff."),
    ),
)


def odd(files: Bytes) -> Bytes:
    """The same project with members, sections and spacing that nobody knows."""
    strange = dict(files)
    for path in (THRESHOLDS, ACKNOWLEDGMENTS):
        if path in strange:
            strange[path] = strange[path].replace(b"{", b'{ "_by" :"someone\'s tool",\n\t"x":[1,2 ,3],', 1)
    text = strange[TRANSPONDER].replace(b"| Status |", b"|   Status|").replace(b"\n---\n", b"\n-----  \n")
    strange[TRANSPONDER] = text + b"\n## Flight log\n\n| A|B |\n|--|:-:|\n|1 | `x|y` |\n\n<!-- keep -->\n\t* odd  \n"
    return strange


PROJECTS: dict[str, Bytes] = {
    "the seed's shape": SEED,
    "the other shape of the JSON": SHAPES,
    "without thresholds": EXAMPLE,
    "context at its alert": done(SEED, SetValue(metric="context", value=45), Withdraw(metric="context")),
    "layout 2": LAYOUT_2,
    "phase files": HEALTHY,
    "before the rename": fixture_bytes("v1"),
    "a decision log": {**SEED, DECISIONS: LOGGED.encode()},
    "complete": done(
        HEALTHY, Complete(whole="phase"), Move(part="status", value="in_progress"), Complete(whole="phase")
    ),
    "open alert": replaced(SEED, ACKNOWLEDGMENTS, '"last_reset": "2026-01-29T08', '"last_reset": "2026-01-29T18'),
    "odd": odd(SEED),
    "odd, the other shape": odd(SHAPES),
    "odd, layout 2": odd(LAYOUT_2),
    "no line end at the end": {path: data.rstrip(b"\n") for path, data in HEALTHY.items()},
}
