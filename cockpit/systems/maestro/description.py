"""What stands in a session file: the one description from which reading and editing follow.

A new key of a phase is a line here, and shown with its details; what stands in brackets are the other names that agents
give it.
"""

from typing import Any

from cockpit.rules.work import gravity
from cockpit.systems.maestro.protocol import folded, status_of
from cockpit.text.keyed import KeyedText, read_keyed
from cockpit.text.records import Record, count, flag, group, records, text, texts, time, whole
from cockpit.values import dataclass

MODES = ("workflow_mode", "execution_mode", "execution_backend", "task_complexity")
FILE_KINDS = ("created", "modified", "deleted")
TOKEN_KINDS = ("input", "output", "cached")


def _weight(word: str) -> int:
    return gravity(status_of(word))


@dataclass(slots=True, kw_only=True)
class Error(Record):
    """What went wrong in a phase."""

    agent: str | None = text()
    timestamp: str | None = time()
    type: str | None = text()
    message: str | None = text()
    resolution: str | None = text()
    resolved: bool | None = flag()

    @property
    def shown(self) -> str:
        """The message, or what stands for one."""
        return self.message or self.type or "an error without a message"


@dataclass(slots=True, kw_only=True)
class Touched(Record):
    """What a session and its phases both have: files and errors."""

    files_created: tuple[str, ...] = texts()
    files_modified: tuple[str, ...] = texts()
    files_deleted: tuple[str, ...] = texts()
    errors: tuple[Error, ...] = records(Error, bare="message")

    @property
    def open_errors(self) -> list[Error]:
        """The errors that are not resolved."""
        return [each for each in self.errors if not each.resolved]


@dataclass(slots=True, kw_only=True)
class Phase(Touched):
    """A phase of a session."""

    id: str | None = text()
    name: str | None = text()
    status: str | None = text(least=_weight)
    agents: tuple[str, ...] = texts("agent")
    parallel: bool | None = flag()
    started: str | None = time()
    completed: str | None = time()
    blocked_by: tuple[str, ...] = texts()
    planned_files: Any = whole()
    downstream_context: Any = whole()
    retry_count: int | None = count("retries", "retry_counts", "retries_count", "retries_used", "retry_attempts")
    requires_reconciliation: Any = whole()
    reconciliation_reason: Any = whole()
    tasks: Any = whole()

    @property
    def label(self) -> str:
        """The phase within a sentence."""
        return f"phase {self.id}" if self.id else f'phase "{self.name}"' if self.name else "an unnamed phase"

    @property
    def capital(self) -> str:
        """The phase at the beginning of a sentence."""
        return f"{self.label[0].upper()}{self.label[1:]}"

    @property
    def title(self) -> str:
        """The phase with its name: `phase 2 (Build)`."""
        return f"phase {self.id} ({self.name})" if self.id and self.name else self.label

    @property
    def must_be_compared(self) -> bool:
        """Whether it must be compared with its plan."""
        return folded(str(self.requires_reconciliation or "")) == "true"


@dataclass(slots=True, kw_only=True)
class Used(Record):
    """The tokens that an agent used."""

    input: int | None = count()
    output: int | None = count()
    cached: int | None = count()


@dataclass(slots=True, kw_only=True)
class Usage(Record):
    """The tokens that a session used."""

    total_input: int | None = count()
    total_output: int | None = count()
    total_cached: int | None = count()
    by_agent: tuple[Used, ...] = records(Used)


@dataclass(slots=True, kw_only=True)
class Session(Touched):
    """A session."""

    session_id: str | None = text()
    task: str | None = text()
    created: str | None = time()
    updated: str | None = time()
    status: str | None = text(least=_weight)
    tier: str | None = text()
    agent: str | None = text()
    workflow_mode: str | None = text()
    design_document: str | None = text()
    implementation_plan: str | None = text()
    current_phase: str | None = text()
    total_phases: int | None = count()
    execution_mode: str | None = text()
    execution_backend: str | None = text()
    current_batch: str | None = text()
    task_complexity: str | None = text()
    token_usage: Usage | None = group(Usage)
    phases: tuple[Phase, ...] = records(Phase, key="id")
    validation: Any = whole()

    @property
    def is_quick(self) -> bool:
        """Whether it is a T1 session without phases."""
        return folded(self.tier) == "t1" and not self.phases

    @property
    def checked(self) -> dict[str, Any]:
        """How the work was checked: the command and its result, which may stand alone."""
        if isinstance(self.validation, dict):
            return self.validation
        return {"result": self.validation} if self.validation else {}


def session_text(text: str) -> KeyedText:
    """The keys and the log of a session file."""
    return read_keyed(text, "session_id", "phases", "current_phase")
