"""A track: one line of work with one state."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from cockpit.model.finding import Finding
from cockpit.model.handoff import ArchivedHandoff, Handoff
from cockpit.model.position import NextAction, Position, ResumeAt, RuleAction, Waiting
from cockpit.model.sessions import Continuity, Retries, Session, Silence
from cockpit.model.thresholds import Threshold, Trigger
from cockpit.model.work import Blocker, Decision, FileManifest, Phase, PhaseError, Todo, Tokens
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify:
    """What a resuming agent must check: files that should exist, claims that should hold."""

    files: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """One line of work with one state, whatever system keeps it.

    `path` is the main file, relative to the project; `format` the layout that was recognised; `id` the system's own
    (session, initiative), `shared_id` says that another track of the project has the same; `updated` an instant in UTC;
    `archived_handoffs` come newest first. What a system has beyond this model stands under `extra`. `lacks` tells, in a
    sentence, why there can be none of something: by `thresholds`, `decisions`, `blockers`, `todos`, `phases`, `plan`,
    `task`, `next` (action), `handoff`, `answer`, `retries` (to be reset), `session` (to be completed), `archive`.
    """

    system: str
    path: str
    format: str
    id: str | None = None
    shared_id: bool = False
    title: str | None = None
    updated: str | None = None
    documents: Mapping[str, str] = field(default_factory=dict)
    position: Position = field(default_factory=Position)
    next_action: NextAction | None = None
    next_by_rule: RuleAction | None = None
    waiting: Waiting | None = None
    resume_at: ResumeAt | None = None
    thresholds: tuple[Threshold, ...] = ()
    triggers: Mapping[str, Trigger] = field(default_factory=dict)
    open_questions: tuple[str, ...] = ()
    verify: Verify = field(default_factory=Verify)
    metrics: Mapping[str, str] = field(default_factory=dict)
    decisions: tuple[Decision, ...] = ()
    todos: tuple[Todo, ...] = ()
    blockers: tuple[Blocker, ...] = ()
    phases: tuple[Phase, ...] = ()
    errors: tuple[PhaseError, ...] = ()
    files: FileManifest = field(default_factory=FileManifest)
    tokens: Tokens | None = None
    sessions: tuple[Session, ...] = ()
    retries: Retries | None = None
    silence: Silence | None = None
    continuity: Continuity = field(default_factory=Continuity)
    handoff: Handoff | None = None
    archived_handoffs: tuple[ArchivedHandoff, ...] = ()
    findings: tuple[Finding, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    lacks: Mapping[str, str] = field(default_factory=dict)

    def threshold(self, metric: str) -> Threshold | None:
        """The threshold of a metric; None where it is not kept."""
        return next((each for each in self.thresholds if each.metric == metric), None)

    @property
    def folder(self) -> str:
        """Where its files lie, with a slash at the end, the folder `state` aside; at the root, its main file alone."""
        parent = self.path.rpartition("/")[0].removesuffix("/state")
        return f"{parent}/" if parent else self.path

    @property
    def key(self) -> str:
        """What `--track` takes: the system's own id where it has one that no other track has, else system and path."""
        return self.id if self.id and not self.shared_id else f"{self.system}:{self.path}"
