"""The state of a project as frozen values: tracks with their position, thresholds, work, sessions and handoffs."""

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from datetime import datetime
from typing import Any, Literal, get_args

from cockpit.model.agents import AgentSession, LookedAt
from cockpit.values import dataclass
from cockpit.wording.messages import Words

# Findings: what a reader should know about a file

SYSTEM_UNREAD = "system-unread"
"""The code of a finding about a system whose state is seen, and cannot be read yet."""
Severity = Literal["error", "warning", "note"]
_GRAVEST_FIRST: tuple[Severity, ...] = get_args(Severity)


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something a reader should know about a file: unreadable, contradictory, over its limit, not true on disk.

    `code` is a stable rule code (`progress-bar`, `json-invalid`); `path` is relative to the project; `line` is 1-based.
    """

    code: str
    severity: Severity
    path: str
    line: int | None = None
    message: Words
    hint: Words | None = None

    @property
    def order(self) -> int:
        """Where it stands by its severity: 0 for an error."""
        return _GRAVEST_FIRST.index(self.severity)


# Metrics, their limits and levels, acknowledgments and triggers

Level = Literal["warning", "alert", "stop"]
LEVELS: tuple[Level, ...] = get_args(Level)
"""The levels from the mildest to the gravest."""
Unit = Literal["usd", "percent", "count", "tokens", "seconds", "bytes"]
AgentWill = Literal["continue", "pause", "halt"]


CommandLimits = Mapping[str, Mapping[Level, float]]
"""Limits given on the command line: metric -> level -> value."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """The values at which levels begin (`value >= limit`), in the threshold's unit, and where they were found."""

    warning: float | None = None
    alert: float | None = None
    stop: float | None = None
    source: str = "built-in"

    def at(self, level: Level) -> float | None:
        """The value at which a level begins; None where there is no such limit."""
        limit: float | None = getattr(self, level)
        return limit

    def items(self) -> Iterator[tuple[Level, float]]:
        """The limits there are, each with its level, from the mildest to the gravest."""
        return ((level, limit) for level in LEVELS if (limit := self.at(level)) is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class LimitsThen:
    """The limits that held when an acknowledgment was given; `at` is its time, as its file has it."""

    at: str
    limits: Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """What an acknowledgment needs to be effective, named by the reason that it is not; null where that is unknown."""

    name: str
    holds: bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledgment:
    """A person has seen this level at this value and the agent may go on.

    `reason` says why it is no longer effective, `conditions` are all of which one may fail. `lapses_above` is the value
    beyond which it is no longer effective, where the person's settings let it lapse half way to the next limit.
    """

    at: str | None
    value: float | None = None
    level: Level | None = None
    session_id: str | None = None
    note: str | None = None
    effective: bool = True
    reason: str | None = None
    lapses_above: float | None = None
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """What a file says about a metric, as it stands there: `what` is `value`, `warning limit`, `alert limit`, `stop
    limit` or `level`."""

    what: str
    text: str
    path: str
    line: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Threshold:
    """One metric: its value, level and limits, what the agent will do, and whether a person has acknowledged it.

    `read_at` is the instant of the agent's last check, or of what a session said last; `at_least` means that the value
    may be more; `stale` that the file could not be read anew and the values shown are the last good ones.
    `snoozed_until` and `seen_at` are private to the person: a metric they keep quiet; a warning, or an alert by a limit
    that the agent does not read, which they have seen. `agent_level` is the level by the limits that the agent reads;
    where those stop it sooner, `tell_agent` is the command that gives it the present one, and `untold` has one for each
    limit that it does not know. `acknowledgment_unread` is the damaged file in which an acknowledgment may stand:
    whether there is one is unknown then. `unreadable` is what the files state about the metric and nobody can read:
    while there is any, the level is unknown, and the agent is held. `disagreeing` are the values that the places state
    where they are not the same; the `value` is the one that counts. `stated` is what the files say where sessions of
    agents used more. Instants are ISO 8601 in UTC.
    """

    metric: str
    unit: Unit
    value: float | None = None
    level: Level | None = None
    limits: Limits = field(default_factory=Limits)
    agent_will: AgentWill = "continue"
    agent_level: Level | None = None
    tell_agent: str | None = None
    untold: tuple[str, ...] = ()
    read_at: str | None = None
    source: str | None = None
    stated: float | None = None
    at_least: bool = False
    stale: bool = False
    snoozed_until: str | None = None
    seen_at: str | None = None
    refire_at: str | None = None
    acknowledgment: Acknowledgment | None = None
    acknowledgment_unread: str | None = None
    unreadable: tuple[Statement, ...] = ()
    disagreeing: tuple[Statement, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Trigger:
    """The recorded state of one checkpoint trigger."""

    last_triggered: str | None = None
    count: int | None = None
    acknowledged: bool | None = None
    session_start: str | None = None
    suggested_checkpoint: bool | None = None


# Where a track stands and what comes next

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
    text: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """Where a track stands. `status_text` and `percent` are the file's own words and number; `counted` is ours.

    `status_means` is what the status says by the documents of the system, `percent_of` what the number is a part of,
    as far as that is known.
    """

    phase: Step | None = None
    plan: Step | None = None
    task: Step | None = None
    wave: str | None = None
    flow: str | None = None
    milestone: str | None = None
    status: Status = "unknown"
    status_text: str | None = None
    status_means: Words | None = None
    percent: float | None = None
    percent_of: Words | None = None
    counted: Counted | None = None
    last_activity: LastActivity | None = None

    @property
    def claimed(self) -> str:
        """`50 % of all phases`; empty where no progress is claimed."""
        if self.percent is None:
            return ""
        return f"{self.percent:g} % of {self.percent_of}" if self.percent_of is not None else f"{self.percent:g} %"

    @property
    def status_label(self) -> str:
        """The status as a person reads it: in the file's own words, and `in progress` where these are a word of code,
        `in_progress`."""
        stated = self.status_text
        return _as_words(self.status) if stated in (None, "", self.status) else stated


@dataclass(frozen=True, slots=True, kw_only=True)
class NextAction:
    """What to do next: the file's own when it states one, else what the system's rule gives."""

    text: Words
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

    text: Words
    command: str | None = None

    @property
    def sentence(self) -> str:
        """Both in one line."""
        return f"{self.text}: {self.command}" if self.command else str(self.text)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiting:
    """The agent, or cockpit, waits for a person's answer; `anew` is the option after which a fresh agent begins."""

    question: Words
    options: tuple[Words, ...] = ()
    recommendation: Words | None = None
    since: str | None = None
    anew: Words | None = None
    asked_by: Literal["agent", "cockpit"] = "agent"


@dataclass(frozen=True, slots=True, kw_only=True)
class ResumeAt:
    """Where the system's own protocol would go on."""

    phase: str | None = None
    plan: str | None = None
    task: str | None = None


# The work itself: decisions, todos, blockers, phases, errors, files, tokens

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


_HOLDING = ("new", "active")


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
    stops: tuple[Words, ...] = ()
    frees: tuple[Words, ...] = ()
    path: str | None = None
    of_failure: bool = False
    later: bool = False

    @property
    def holds(self) -> bool:
        """Whether it still holds work up."""
        return self.status in _HOLDING

    @property
    def holds_now(self) -> bool:
        """Whether it holds up the present work."""
        return self.holds and not self.later


PhaseMove = Literal["start", "complete", "fail", "retry", "reset", "skip"]


def _as_words(status: str) -> str:
    """A status as a person reads it: what has blanks is the file's own wording already."""
    return status if " " in status else status.replace("_", " ")


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """One phase (or step). `counted_*` count its tasks or plans, `open_tasks` are the ids of those that are not done.

    `status` is the system's own word: as written, or, where no file states one, by its rule from what is there.
    `moves` are what can be done with it now, the usual one first.
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
    moves: tuple[PhaseMove, ...] = ()

    @property
    def status_label(self) -> str:
        """The status as a person reads it: `not started` for a word of code, `not_started`."""
        return _as_words(self.status or "")


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


# Sessions, retries, and what bridges one session and the next


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One session of an agent. `path` is the file it is kept in, where it has one of its own.

    `context_used` is the share of the context in percent. `stale_at` is when one that is active counts as given up, if
    nothing is written before.
    """

    id: str | None = None
    agent: str | None = None
    started: str | None = None
    ended: str | None = None
    status: str | None = None
    working_on: str | None = None
    completed: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    notes: str | None = None
    handoff_reason: str | None = None
    context_used: float | None = None
    stale_at: str | None = None
    path: str | None = None

    @property
    def status_label(self) -> str:
        """The status as a person reads it: `in progress` for a word of code, `in_progress`."""
        return _as_words(self.status or "")


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryAttempt:
    """One failed attempt of a step; `task` is the sub-step in which it failed."""

    attempt: str | None = None
    step: str | None = None
    name: str | None = None
    task: str | None = None
    reason: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """That nothing was heard of work that is under way `since` an instant in UTC, for longer than the person's setting
    allows. `stated` tells that the files say so; else they were written then. `snoozed_until` is private to the person.
    """

    since: str
    stated: bool
    snoozed_until: str | None = None


SILENT_AFTER = 60
"""Minutes without an update after which work that is under way counts as silent, where a person wants no other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """How often the present step was tried again, and how often it may be. `count` is None where the file states one
    that nobody can read."""

    count: int | None
    max: int
    log: tuple[RetryAttempt, ...] = ()

    @property
    def used(self) -> str:
        """How many of how many: `1 of 3`, `? of 3`."""
        return f"{'?' if self.count is None else self.count} of {self.max}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuity:
    """What the state file says about the last session and how to go on."""

    last_session: str | None = None
    stopped_at: str | None = None
    resume_file: str | None = None
    next_action: str | None = None


# The handoff that one session left for the next, as it stands in its file


@dataclass(frozen=True, slots=True, kw_only=True)
class HandoffTask:
    """A row of the handoff's completed work; `status` as written, `commit` too where it is no id."""

    id: str | None = None
    name: str | None = None
    commit: str | None = None
    status: str | None = None
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchivedHandoff:
    """A handoff that was put away, whether it has served or not; its file is not read."""

    path: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Handoff:
    """A handoff file as written. `state` is the "Current State" section.

    `reason`, `project`, `branch` and `head` (the commit checked out) stand only in handoffs that cockpit wrote.
    """

    path: str
    phase: str | None = None
    plan: str | None = None
    task: str | None = None
    total_tasks: str | None = None
    status: str | None = None
    created: str | None = None
    completed: tuple[HandoffTask, ...] = ()
    remaining: tuple[str, ...] = ()
    decisions: tuple[str, ...] = ()
    blockers: tuple[str, ...] = ()
    context: str | None = None
    next_action: str | None = None
    state: str | None = None
    reason: str | None = None
    project: str | None = None
    branch: str | None = None
    head: str | None = None


# A track: one line of work with one state

OBSERVED = "agents"
"""The system of a track in a repository without a framework, as long as nothing is kept of it."""
PLAIN_REPOSITORY = "plain-repository"
"""The system of one in which a person set limits, or left a handoff."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verify:
    """What a resuming agent must check: files that should exist, claims that should hold."""

    files: tuple[str, ...] = ()
    claims: tuple[str, ...] = ()


RecordKind = Literal["error", "tokens", "files", "implementation", "question", "verification", "session", "crash"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """One line of work with one state, whatever system keeps it.

    `path` is the main file, relative to the project; `format` the layout that was recognised; `id` the system's own
    (session, initiative), `shared_id` says that another track of the project has the same; `updated` an instant in UTC;
    `archived_handoffs` come newest first. What a system has beyond this model stands under `extra`. `lacks` tells, in a
    sentence, why there can be none of something: by `thresholds`, `decisions`, `blockers`, `todos`, `new-todo` (one
    that is added), `questions` (open ones, in place of todos), `phases`, `plan`, `task`, `next` (action), `handoff`,
    `answer`, `retries` (to be reset), `session` (to be completed), `archive`, `state`, where no verb writes to the
    state file, and on the screens `hook`, where nothing holds the agents at limits of cockpit's own. `records` are what
    can be recorded of the work beside decisions, blockers, todos and the position. `agents` are the sessions of coding
    agents that work there, the newest first; a track of the system `OBSERVED` is made of them alone: no file of the
    repository holds any state. `dismissed` is private to the person: the keys (`rules.unread`) of what no rule reads
    there, and does not hold the agent any more, and of agents that no hook is to hold (`rules.attention`).
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
    agents: tuple[AgentSession, ...] = ()
    retries: Retries | None = None
    silence: Silence | None = None
    continuity: Continuity = field(default_factory=Continuity)
    handoff: Handoff | None = None
    archived_handoffs: tuple[ArchivedHandoff, ...] = ()
    findings: tuple[Finding, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    lacks: Mapping[str, Words] = field(default_factory=dict)
    records: tuple[RecordKind, ...] = ()
    dismissed: tuple[str, ...] = ()

    @property
    def is_observed(self) -> bool:
        """Whether nothing is kept of it: all that is known are the sessions of agents."""
        return self.system == OBSERVED

    @property
    def is_plain(self) -> bool:
        """Whether no framework keeps its state."""
        return self.system in (OBSERVED, PLAIN_REPOSITORY)

    @property
    def counts_use(self) -> bool:
        """Whether its limits are those that a person set in cockpit's own file, on what sessions of agents use."""
        return self.is_plain or "limits" in self.documents

    @property
    def reads_use(self) -> bool:
        """Whether what sessions of agents use is held against limits that it has."""
        return self.counts_use or any(each.metric in ("cost", "context") for each in self.thresholds)

    @property
    def open_blockers(self) -> list[Blocker]:
        """The blockers that hold work up. A file may have tens of thousands: they are asked in one pass."""
        return [each for each in self.blockers if each.status in _HOLDING]

    @property
    def keeps_questions(self) -> bool:
        """Whether it has open questions where others have todos."""
        return "todos" in self.lacks and "questions" not in self.lacks

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


# A project: a folder with state files, and everything they say

SCHEMA = "cockpit.status/1"
MACHINE = "/"
"""The root of what is no project: the sessions of agents on the whole machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A frozen snapshot of a project. `findings` are those that belong to no track; `root` is absolute. `looked_at`
    says where sessions of agents were looked for; empty as long as nobody looked."""

    schema: str = SCHEMA
    root: str
    tracks: tuple[Track, ...] = ()
    findings: tuple[Finding, ...] = ()
    looked_at: tuple[LookedAt, ...] = ()

    def track(self, key: str | None) -> Track | None:
        """The track with that `Track.key`; the first one for None; None where there is no such track."""
        if key is None:
            return self.tracks[0] if self.tracks else None
        return next((track for track in self.tracks if track.key == key), None)


NO_LIMITS = Track(system=PLAIN_REPOSITORY, path=".cockpit/limits.toml", format="limits")
"""The track of a repository in which a person has set no limit yet."""


# What is known of a project beside what its state says: the branch checked out, and when its files were written


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """`branch` is its name, or the short id of a commit where none is checked out; None where there is no git.

    `enforcement` says how far hooks hold the agents at limits: `enforced`, `in part`, `advisory`; None where it is not
    known, or there is nothing to be held at. `unhooked` are the agents at work for which a hook could be installed, and
    none is; while none is at work and no hook is there, all that have settings here.
    `written` is, by `Track.key`, when the newest of the track's files was written last, in UTC.
    """

    branch: str | None = None
    enforcement: str | None = None
    unhooked: tuple[str, ...] = ()
    written: Mapping[str, datetime] = field(default_factory=dict)


WriteMode = Literal["at-once", "review", "read-only"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Snapshot:
    """All that the screens show at one moment.

    `project` is None while it is still being read. `track` is the one a screen is about; None in the application's own
    snapshot and where there is none. `taken_back` says which changes another program took back. `write_mode` says how
    changes are written: at once, shown first (`review`), or not at all. `everywhere` holds the sessions of agents on
    this machine, in one track of the system `OBSERVED`; None as long as nobody looked.
    """

    project: Project | None = None
    track: Track | None = None
    surroundings: Surroundings = field(default_factory=Surroundings)
    taken_back: Finding | None = None
    write_mode: WriteMode = "at-once"
    everywhere: Project | None = None

    def about(self, track: Track | None) -> "Snapshot":
        """The same for a screen about that track."""
        return replace(self, track=track)

    @property
    def elsewhere(self) -> tuple[AgentSession, ...]:
        """The sessions of the machine that are not the project's own."""
        if self.project is None or self.everywhere is None:
            return ()
        own = {(each.agent, each.id) for track in self.project.tracks for each in track.agents}
        every = (each for track in self.everywhere.tracks for each in track.agents)
        return tuple(each for each in every if (each.agent, each.id) not in own)

    @property
    def other_tracks(self) -> tuple[Track, ...]:
        """The tracks of the project beside the one shown; none where none is."""
        if self.project is None or self.track is None:
            return ()
        return tuple(each for each in self.project.tracks if each is not self.track)

    @property
    def own_limits(self) -> Track | None:
        """The repository's track of limits that a person set, where the framework shown keeps none of these metrics:
        they are shown with it."""
        known = {each.metric for each in self.track.thresholds} if self.track is not None else set()
        plain = (each for each in self.other_tracks if each.system == PLAIN_REPOSITORY)
        return next((each for each in plain if known.isdisjoint(limit.metric for limit in each.thresholds)), None)

    @property
    def tracks(self) -> tuple[Track, ...]:
        """The tracks that a person chooses from."""
        own = self.own_limits
        return tuple(each for each in self.project.tracks if each is not own) if self.project is not None else ()

    @property
    def project_findings(self) -> tuple[Finding, ...]:
        """The findings that belong to no track."""
        if self.project is None:
            return ()
        return self.project.findings if self.taken_back is None else (*self.project.findings, self.taken_back)

    @property
    def written(self) -> datetime | None:
        """When the newest file of the track shown was written last."""
        return self.surroundings.written.get(self.track.key) if self.track is not None else None
