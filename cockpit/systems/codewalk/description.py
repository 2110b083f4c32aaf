"""What stands in the state of an initiative: the one description from which reading and editing follow, whether it is
kept in STATE.md, in a file for each entry, or in rows.
"""

from dataclasses import field
from typing import Any

from cockpit.model import Step
from cockpit.regex import regex
from cockpit.rules.progress import stated_percent
from cockpit.rules.work import gravity
from cockpit.systems.codewalk.protocol import ACTIVE, ENDED, blocker_state, status_of
from cockpit.text.edits import Place
from cockpit.text.keyed import KeyedText, read_keyed
from cockpit.text.records import (
    Reading,
    Record,
    Spec,
    clean,
    count,
    flag,
    group,
    records,
    text,
    texts,
    time,
    whole,
)
from cockpit.text.tree import Node
from cockpit.text.words import fold
from cockpit.values import dataclass

FOLDERS = ("decisions", "blockers", "sessions")
"""The kinds of entries: the keys of their lists, and the folders with a file for each."""
FILES, CLAIMS, QUESTIONS = "files_modified_this_session", "key_implementations", "open_questions"
_SHARE = regex(r"(?P<number>\d{1,4}(?:\.\d+)?)\s*(?P<percent>%?)")
_TITLE = regex(r"\A\s*#[ \t]+(?P<title>[^\r\n]*)\s*")


def state_text(written: str) -> KeyedText:
    """The keys of STATE.md: bare, in a code fence or as frontmatter."""
    return read_keyed(written, "initiative", "title", *PARTS, may_be_bare=True)


def split_title(body: str) -> tuple[str | None, str]:
    """The title above a text, where it has one, and the rest on one line."""
    title = _TITLE.match(body)
    return (title["title"], " ".join(body[title.end() :].split())) if title else (None, " ".join(body.split()))


def _least_open(word: str) -> int:
    return {"active": 0, "bypassed": 1, "resolved": 2}.get(blocker_state(word) or "", 0)


# What only this format has: tasks, each a mapping of its id to its name or a text; shares of the context


def _read_tasks(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> tuple[Step, ...]:
    found = []
    for step, each in node.children() if isinstance(node.value, dict | list) else [(0, node)]:
        members = each.children() if isinstance(each.value, dict) else [(step, each)]
        for name, inner in members:
            if isinstance(inner.value, dict | list):
                reading.leave(inner, (*at, step, name))
            elif isinstance(name, str):
                found.append(Step(id=name, name=clean(inner)))
            elif (words := clean(inner)) is not None:
                found.append(Step(name=words))
    return tuple(found)


def _read_share(spec: Spec, node: Node, at: Place, record: Record, reading: Reading) -> float | None:
    """Percent: `45%`, `45`, or a fraction with a point, `0.45`."""
    stated = clean(node)
    if stated is None:
        return None
    found = _SHARE.fullmatch(stated)
    if found is None or (share := float(found["number"])) > 100:
        reading.add("context-usage-unreadable", node, f"`context_usage` is not a percentage: {stated[:40]}.")
        reading.leave(node, at)
        return None
    return share * 100 if "." in found["number"] and share <= 1 and not found["percent"] else share


def _tasks() -> Any:  # noqa: ANN401 -- the default of any field
    return field(default=(), metadata={"spec": Spec(_read_tasks)})


# The state


@dataclass(slots=True, kw_only=True)
class Position(Record):
    """Where the work stands; the fields stand in the order in which the seed writes them."""

    phase: str | None = text()
    phase_name: str | None = text()
    plan: str | None = text()
    plan_name: str | None = text()
    task: str | None = text()
    wave: str | None = text()
    status: str | None = text(least=lambda word: gravity(status_of(word)))


POSITION_PARTS = ("phase", "phase_name", "plan", "plan_name", "task", "wave", "status")


@dataclass(slots=True, kw_only=True)
class Progress(Record):
    """The counters and the bar."""

    phases_total: int | None = count()
    phases_completed: int | None = count()
    current_phase_tasks: int | None = count()
    current_phase_completed: int | None = count()
    bar: str | None = text()

    @property
    def claimed(self) -> float | None:
        """The percentage that the bar states."""
        return stated_percent(self.bar) if self.bar is not None else None

    @property
    def by_phases(self) -> float | None:
        """Percent by the phases that are completed."""
        return _percent(self.phases_completed, self.phases_total)

    @property
    def by_tasks(self) -> float | None:
        """Percent of the present phase by its tasks."""
        return _percent(self.current_phase_completed, self.current_phase_tasks)

    @property
    def together(self) -> float | None:
        """Percent by the phases, the present one counted by its tasks."""
        return together(
            self.phases_completed, self.phases_total, self.current_phase_completed, self.current_phase_tasks
        )

    def agrees(self, *shares: float | None) -> bool:
        """Whether the bar states one of these percentages."""
        return self.claimed is not None and any(each is not None and abs(self.claimed - each) < 1 for each in shares)


def together(phases_done: int | None, phases: int | None, done: int | None, tasks: int | None) -> float | None:
    """Percent by the phases, the present one counted by its tasks."""
    if phases_done is None or not phases:
        return None
    part = (_percent(done, tasks) or 0) / 100 if phases_done < phases else 0
    return 100 * (phases_done + part) / phases


def _percent(done: int | None, total: int | None) -> float | None:
    return 100 * done / total if done is not None and total else None


@dataclass(slots=True, kw_only=True)
class Entry(Record):
    """A decision, blocker or session. `path` is set where it has a file of its own, `body` is the text in that."""

    path: str | None = None
    body: str = ""
    id: str | None = text()
    free_text: str | None = text("text")

    @property
    def free(self) -> str | None:
        """The free text that belongs to it; of one without a file it stands under the key `text`."""
        if self.path is not None:
            return self.body or None
        return split_title(self.free_text or "")[1] or None

    @property
    def shown(self) -> str | None:
        """What it is about, or what stands for that; None for an entry that says nothing."""
        return self.free


@dataclass(slots=True, kw_only=True)
class Decision(Entry):
    """A decision (seed, "Decision Format")."""

    date: str | None = time()
    context: str | None = text()
    decision: str | None = text()
    reason: str | None = text()
    alternatives_considered: tuple[str, ...] = texts("alternatives")
    reversible: bool | None = flag()

    @property
    def why(self) -> str | None:
        """Why it was decided."""
        return self.reason or self.free

    @property
    def shown(self) -> str | None:
        """What was decided, or what stands for it; None for an entry that says nothing."""
        return self.decision or self.context or self.why


@dataclass(slots=True, kw_only=True)
class Blocker(Entry):
    """A blocker, in both shapes of the seed: that of the example, and that of the format, with status and tasks."""

    status: str | None = text(least=_least_open)
    description: str | None = text()
    blocked_since: str | None = time()
    identified_at: str | None = time()
    affects: tuple[str, ...] = texts()
    blocked_tasks: tuple[Step, ...] = _tasks()
    workaround: str | None = text()
    workaround_tasks: tuple[Step, ...] = _tasks()
    resolution: str | None = text()
    resolved_at: str | None = time()

    @property
    def shown(self) -> str | None:
        """What blocks; None for an entry that says nothing."""
        return self.description or self.free or self.id


@dataclass(slots=True, kw_only=True)
class Session(Entry):
    """A session (seed, "Session History")."""

    agent: str | None = text("agent_id")
    started: str | None = time()
    ended: str | None = time()
    status: str | None = text(least=lambda word: fold(word) == ENDED)
    working_on: str | None = text()
    completed: tuple[str, ...] = texts()
    context_usage: float | None = field(default=None, metadata={"spec": Spec(_read_share)})
    notes: str | None = text()
    issues: tuple[str, ...] = texts()
    handoff_reason: str | None = text()

    @property
    def shown(self) -> str | None:
        """What is noted of it."""
        return self.notes or self.free

    @property
    def state(self) -> str:
        """Its status; where it does not say one, its times do."""
        word = fold(self.status or "") or (ENDED if self.ended is not None else ACTIVE)
        return word if word in (ACTIVE, ENDED, "crashed") else self.status or word

    @property
    def is_active(self) -> bool:
        """Whether it has begun and not ended."""
        return self.state == ACTIVE


@dataclass(slots=True, kw_only=True)
class ResumeContext(Record):
    """What a fresh agent is to know (seed, "Context for Resume")."""

    files_modified_this_session: tuple[str, ...] = texts()
    key_implementations: tuple[str, ...] = texts()
    open_questions: tuple[str, ...] = texts()


@dataclass(slots=True, kw_only=True)
class State(Record):
    """The keys at the margin (seed, "STATE.md")."""

    initiative: str | None = text()
    title: str | None = text()
    position: Position | None = group(Position)
    progress: Progress | None = group(Progress)
    decisions: tuple[Decision, ...] = records(Decision, bare="decision", key="id")
    blockers: tuple[Blocker, ...] = records(Blocker, bare="description", key="id")
    sessions: tuple[Session, ...] = records(Session, key="id")
    next_action: str | None = text()
    resume_context: ResumeContext | None = group(ResumeContext)
    verifications: Any = whole()


PARTS = ("position", "progress", "decisions", "blockers", "sessions", "next_action", "resume_context")
KINDS: dict[str, type[Entry]] = {"decisions": Decision, "blockers": Blocker, "sessions": Session}
