"""What a person or a script means to change, in the words of the design; a system turns it into edits of its files.

Every intent is about one track. Instants are not part of it: the edit takes the present one from its context. What the
person saw is part of it where acting on something else would be wrong (`seen`): the edit is refused when it is no
longer so.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Literal, get_args

from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.state import Level
from cockpit.values import dataclass

Part = Literal["phase", "plan", "task", "status", "next"]
Whole = Literal["task", "plan", "phase", "session", "smallest"]
FileKind = Literal["created", "modified", "deleted"]
CheckResult = Literal["pass", "fail", "skipped"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Acknowledge:
    """A person has seen the present alert of a metric, and the agent may go on. `seen` is the level they saw, `value`
    the value; without a screen it is the present one.
    """

    metric: str
    note: str | None = None
    seen: Level | None = None
    value: float | None = None
    session_id: str | None = None

    def is_about(self, level: Level | None) -> bool:
        """Whether the person saw that level, or did not say which."""
        return self.seen == level or (self.seen is None and self.value is None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Withdraw:
    """Take one acknowledgment back, so that the agent asks again; it stays in the history. `seen` is its time."""

    metric: str
    seen: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetAlerts:
    """Withdraw the acknowledgments of these metrics; of all, and void older ones, where none is named."""

    metrics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class SetValue:
    """Record a measured value, with the level it reaches and the time of the check."""

    metric: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class SetLimit:
    """Change the value at which a level begins, where the agent reads it; None removes the limit. `seen` is the value
    it began at; `force` permits one that is so far above it that a slip of the hand is likelier."""

    metric: str
    level: Level
    value: float | None
    seen: float | None = None
    force: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FireTrigger:
    """Record that a checkpoint trigger fired; with `if_due`, only where its frequency and cooldown let it."""

    trigger: str
    if_due: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Decide:
    """Record a decision."""

    text: str
    outcome: str | None = None
    reason: str | None = None
    context: str | None = None
    alternatives: tuple[str, ...] = ()
    reversible: bool | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """Record a blocker. `tasks` are those it blocks, each `ID: name`, or its name alone."""

    text: str
    affects: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Identify:
    """A blocker that was only reported is a real one: new becomes active."""

    blocker: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Unblock:
    """The cause of a blocker is gone. `blocker` is its id, or its text where the system gives none."""

    blocker: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Bypass:
    """The work goes on around a blocker; `note` says how, `tasks` what that leaves to do, as in `Block`."""

    blocker: str
    note: str
    tasks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTodo:
    """Add a todo."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TickTodo:
    """Tick a todo, or take the tick back."""

    text: str
    done: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Reword:
    """Change the text of a decision, blocker or todo; `old` is the text as it was seen."""

    kind: Literal["decision", "blocker", "todo"]
    old: str
    new: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Set one part of the position. For `status`, `value` is a word of the system or of the model.

    `seen` is what the part was: a status of the model, the id of a step, the text of the next action. `early` permits
    a phase to begin while others that it waits for are not done, and a status that does not follow from the present
    one. `with_task`: the task there is set next.
    """

    part: Part
    value: str
    seen: str | None = None
    early: bool = False
    with_task: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CountPhases:
    """State how many phases there are."""

    phases: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPosition:
    """Set several parts of the position in one change; what is None stays as it is."""

    phase: str | None = None
    phase_name: str | None = None
    plan: str | None = None
    plan_name: str | None = None
    task: str | None = None
    wave: str | None = None
    status: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Complete:
    """A task, plan, phase or session is complete: the system's update protocol. `note` is told with it.

    `whole` is by default the smallest that the track has. `step` is the id of the one that is meant, the present one
    where none is given; `result` is what a check of it said. Of a session, `reason` says why it ends, `completed` and
    `issues` what it did and met, `context` how much of its context it used, in percent. `seen` is the id of the task,
    plan or phase that was the present one.
    """

    whole: Whole = "smallest"
    note: str | None = None
    seen: str | None = None
    step: str | None = None
    result: str | None = None
    reason: str | None = None
    completed: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    context: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Fail:
    """The work on a phase failed: on the present one, where none is named. `note` is the error that made it fail."""

    phase: str | None = None
    note: str | None = None
    type: str | None = None
    agent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retry:
    """A failed phase is tried again. `note` says how; `beyond` permits it where the retries are used up."""

    phase: str | None = None
    note: str | None = None
    beyond: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """A person decides that a phase is left out. `note` says why."""

    phase: str
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordError:
    """Record an error that an agent met, in a phase: in the present one, where none is named."""

    text: str
    phase: str | None = None
    type: str | None = None
    agent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResolveError:
    """The cause of an error is gone. `error` is its message; `note` says what was done."""

    error: str
    phase: str | None = None
    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AddTokens:
    """Count tokens that were used, in total and for the agent that used them."""

    input: int
    output: int
    cached: int = 0
    agent: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReportFiles:
    """Files that the work on a phase created, modified or deleted; on the present one, where none is named."""

    kind: FileKind
    paths: tuple[str, ...]
    phase: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSession:
    """A session begins: of which agent, at what."""

    session_id: str | None = None
    agent: str | None = None
    working_on: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordCrash:
    """The agent of the active session is gone: its task waits again, and a new session takes over."""

    note: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class NoteImplementation:
    """Record what was implemented, for a fresh agent to look for."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AddQuestion:
    """Record an open question."""

    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseQuestion:
    """A question is open no longer; its answer becomes a decision."""

    text: str
    answer: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordVerification:
    """Record what a check of the present phase said; each thing it flags becomes a blocker or an open question."""

    passed: bool
    note: str | None = None
    blockers: tuple[str, ...] = ()
    questions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOff:
    """A session ends in the middle of the work and leaves a handoff.

    `existing` says what becomes of one that still waits: it is put into the archive. None refuses where one waits.
    `seen` is the `created` of the one that was on screen.
    """

    draft: HandoffDraft
    existing: Literal["archive"] | None = None
    seen: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishHandoff:
    """The work has gone on: the handoff goes to the archive. `seen` is the `created` of the one that was on screen."""

    seen: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A person answers what the agent asks. `option` is one of its options, `seen` the question it belongs to."""

    option: str
    seen: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResetRetries:
    """The present step may be tried again from the first attempt: what the systems call a manual reset."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Migrate:
    """Bring an older layout to the present one; the old file goes to the archive."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Archive:
    """Put a finished track away.

    `unfinished` permits it where something of it is open: a person's decision.
    """

    unfinished: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Several:
    """Several changes that are made together, in this order: all of them or none."""

    intents: tuple["Intent", ...]


Intent = (
    Acknowledge
    | Withdraw
    | ResetAlerts
    | SetValue
    | SetLimit
    | FireTrigger
    | Decide
    | Block
    | Identify
    | Unblock
    | Bypass
    | AddTodo
    | TickTodo
    | Reword
    | Move
    | CountPhases
    | SetPosition
    | Complete
    | Fail
    | Retry
    | Skip
    | RecordError
    | ResolveError
    | AddTokens
    | ReportFiles
    | StartSession
    | RecordCrash
    | NoteImplementation
    | AddQuestion
    | CloseQuestion
    | RecordVerification
    | HandOff
    | FinishHandoff
    | Answer
    | ResetRetries
    | Migrate
    | Archive
    | Several
)


def parts_of(intent: Intent) -> tuple[Intent, ...]:
    """The intents that are carried out together; one alone is its own part."""
    return intent.intents if isinstance(intent, Several) else (intent,)


def together(*intents: Intent) -> Intent:
    """What is carried out as one change, which one undo takes back; a single intent is that itself."""
    return intents[0] if len(intents) == 1 else Several(intents=intents)


# Work that was done before anything was written about it


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneWork:
    """How a check of the work ended, by which command, and whose work it was."""

    result: CheckResult
    command: str | None = None
    agent: str | None = None


# An intent as plain JSON, for the journal: what was meant can be done anew where its bytes no longer fit

_KINDS: Mapping[str, type[Any]] = {kind.__name__: kind for kind in get_args(Intent)}
_KIND, _PARTS = "intent", "intents"


def fields_of(intent: Intent) -> dict[str, Any] | None:
    """The fields of an intent, and its name. None for one that holds more than texts, numbers and lists of texts; of
    several that are made together those of each.
    """
    if isinstance(intent, Several):
        parts = [*map(fields_of, intent.intents)]
        return {_KIND: Several.__name__, _PARTS: parts} if None not in parts else None
    fields = asdict(intent)
    return {_KIND: type(intent).__name__, **fields} if all(map(_is_plain, fields.values())) else None


def intent_of(fields: Mapping[str, Any] | None) -> Intent | None:
    """The intent that was kept; None where none was, or the fields are none."""
    kind = _KINDS.get(str(fields.get(_KIND))) if isinstance(fields, Mapping) else None
    if fields is None or kind is None:
        return None
    if kind is Several:
        parts = kept if isinstance(kept := fields.get(_PARTS), list) else [None]
        intents = tuple(made for each in parts if (made := intent_of(each)) is not None)
        return Several(intents=intents) if len(intents) == len(parts) else None
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in fields.items()}
    del values[_KIND]
    try:
        intent: Intent = kind(**values)
    except TypeError:  # of another version
        return None
    return intent


def _is_plain(value: object) -> bool:
    if isinstance(value, list | tuple):
        return all(isinstance(each, str) for each in value)
    return value is None or isinstance(value, str | int | float)
