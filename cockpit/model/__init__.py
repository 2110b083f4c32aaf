"""The ground floor: a project's state as frozen values. No I/O, no text formats, no screen.

The classes are standard frozen dataclasses, not pydantic ones: pydantic costs half as much as Textual to import, and
neither the first frame nor a hook that runs `cockpit check` needs it. `cockpit.model.contract` builds the pydantic
adapter over the very same classes where the JSON contract is printed, validated or described.
"""

from cockpit.model.finding import SYSTEM_UNREAD, Finding, Severity
from cockpit.model.handoff import ArchivedHandoff, Handoff, HandoffTask
from cockpit.model.position import (
    Counted,
    LastActivity,
    NextAction,
    Position,
    ResumeAt,
    RuleAction,
    Status,
    StatusLeft,
    Step,
    Waiting,
)
from cockpit.model.project import SCHEMA, Project
from cockpit.model.sessions import Continuity, Retries, RetryAttempt, Session, Silence
from cockpit.model.thresholds import (
    LEVELS,
    Acknowledgment,
    AgentWill,
    CommandLimits,
    Condition,
    Level,
    Limits,
    LimitsThen,
    Statement,
    Threshold,
    Trigger,
    Unit,
)
from cockpit.model.track import Track, Verify
from cockpit.model.work import (
    AgentTokens,
    Blocker,
    BlockerStatus,
    Decision,
    FileManifest,
    Phase,
    PhaseError,
    Todo,
    Tokens,
)

__all__ = [
    "LEVELS",
    "SCHEMA",
    "SYSTEM_UNREAD",
    "Acknowledgment",
    "AgentTokens",
    "AgentWill",
    "ArchivedHandoff",
    "Blocker",
    "BlockerStatus",
    "CommandLimits",
    "Condition",
    "Continuity",
    "Counted",
    "Decision",
    "FileManifest",
    "Finding",
    "Handoff",
    "HandoffTask",
    "LastActivity",
    "Level",
    "Limits",
    "LimitsThen",
    "NextAction",
    "Phase",
    "PhaseError",
    "Position",
    "Project",
    "ResumeAt",
    "Retries",
    "RetryAttempt",
    "RuleAction",
    "Session",
    "Severity",
    "Silence",
    "Statement",
    "Status",
    "StatusLeft",
    "Step",
    "Threshold",
    "Todo",
    "Tokens",
    "Track",
    "Trigger",
    "Unit",
    "Verify",
    "Waiting",
]
