"""Where a track stands and what comes next."""

from typing import Literal

from cockpit.values import dataclass

Status = Literal[
    "not_started",
    "discussing",
    "planning",
    "ready",
    "in_progress",
    "verifying",
    "paused",
    "blocked",
    "failed",
    "phase_complete",
    "completed",
    "skipped",
    "unknown",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A phase, plan or task. Ids are text: `03`, `02.1` and `3A` keep their meaning."""

    id: str | None = None
    name: str | None = None
    total: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """Progress as counted from tasks, plans or phases; `unit` names what was counted, in the plural."""

    done: int
    total: int
    unit: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LastActivity:
    """What happened last; `date` is `YYYY-MM-DD` or null."""

    date: str | None = None
    text: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where a track stands. `status_text` and `percent` are the file's own words and number; `counted` is ours.

    `status_means` is what the status says by the documents of the system.
    """

    phase: Step | None = None
    plan: Step | None = None
    task: Step | None = None
    wave: str | None = None
    flow: str | None = None
    milestone: str | None = None
    status: Status = "unknown"
    status_text: str | None = None
    status_means: str | None = None
    percent: float | None = None
    counted: Counted | None = None
    last_activity: LastActivity | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAction:
    """What to do next: the file's own when it states one, else what the system's rule gives."""

    text: str
    command: str | None = None
    source: Literal["file", "rule"] = "file"


@dataclass(frozen=True, slots=True, kw_only=True)
class StatusLeft:
    """The status a track was moved out of: of the model, and in the file's words; `became` are the words since then."""

    status: Status
    text: str
    became: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleAction:
    """What the system's rule gives as the next action, whatever the file says."""

    text: str
    command: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """The agent, or cockpit, waits for a person's answer; `anew` is the option after which a fresh agent begins."""

    question: str
    options: tuple[str, ...] = ()
    recommendation: str | None = None
    since: str | None = None
    anew: str | None = None
    asked_by: Literal["agent", "cockpit"] = "agent"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeAt:
    """Where the system's own protocol would go on."""

    phase: str | None = None
    plan: str | None = None
    task: str | None = None
