"""The work itself: decisions, todos, blockers, phases, errors, files, tokens."""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from cockpit.model.position import Step
from cockpit.values import dataclass

BlockerStatus = Literal["new", "active", "bypassed", "resolved"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What was decided; `outcome` is the short word after the dash in systems that keep one, `id` a log's number.

    `consequences` are what follows from it, good or bad; `path` is the file it has of its own.
    """

    id: str | None = None
    text: str
    outcome: str | None = None
    reason: str | None = None
    context: str | None = None
    consequences: str | None = None
    date: str | None = None
    phase: str | None = None
    alternatives: tuple[str, ...] = ()
    reversible: bool | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Todo:
    """A pending or ticked todo."""

    text: str
    done: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Blocker:
    """What holds the work up. `since` is when it was found, `resolved_at` when its cause was gone.

    `tasks` are those it blocks, `workaround_tasks` what going on around it left to do. `stops` says, in sentences,
    what it holds up from the task upward, `frees` what begins to move once this one alone is resolved. `path` is the
    file it has of its own. One `of_failure` says why a phase failed for good: it goes when the retries are reset; one
    that is `later` holds up phases after the present one alone.
    """

    id: str | None = None
    text: str
    status: BlockerStatus = "active"
    since: str | None = None
    affects: tuple[str, ...] = ()
    workaround: str | None = None
    resolution: str | None = None
    resolved_at: str | None = None
    tasks: tuple[Step, ...] = ()
    workaround_tasks: tuple[Step, ...] = ()
    stops: tuple[str, ...] = ()
    frees: tuple[str, ...] = ()
    path: str | None = None
    of_failure: bool = False
    later: bool = False

    @property
    def holds(self) -> bool:
        """Whether it still holds work up."""
        return self.status in ("new", "active")

    @property
    def holds_now(self) -> bool:
        """Whether it holds up the present work."""
        return self.holds and not self.later


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One phase (or step). `counted_*` count its tasks or plans, `open_tasks` are the ids of those that are not done.

    `status` is the system's own word: as written, or, where no file states one, by its rule from what is there.
    """

    id: str | None
    name: str | None = None
    status: str | None = None
    outcome: str | None = None
    agents: tuple[str, ...] = ()
    parallel: bool | None = None
    blocked_by: tuple[str, ...] = ()
    started: str | None = None
    completed: str | None = None
    retry_count: int | None = None
    counted_done: int | None = None
    counted_total: int | None = None
    open_tasks: tuple[str, ...] = ()
    path: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PhaseError:
    """An error an agent met. `tried_again` says that it waits for nobody, because its phase was tried again since, or
    because it is the entry of that."""

    phase: str | None = None
    agent: str | None = None
    type: str | None = None
    message: str
    resolution: str | None = None
    resolved: bool = False
    tried_again: bool = False
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FileManifest:
    """The files a track says it touched, as written."""

    created: tuple[str, ...] = ()
    modified: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTokens:
    """Token counts of one agent."""

    input: int | None = None
    output: int | None = None
    cached: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Tokens:
    """Token counts in total and by agent."""

    input: int | None = None
    output: int | None = None
    cached: int | None = None
    by_agent: Mapping[str, AgentTokens] = field(default_factory=dict)
