"""The state of a new initiative, with its phases, plans and first decisions (seed, "Architect")."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import Any

from cockpit.systems.codewalk.description import FOLDERS
from cockpit.systems.codewalk.editing import begin_rows, refusal, said
from cockpit.systems.codewalk.places import MARKED, NAME, database_path, entry_name
from cockpit.systems.codewalk.protocol import BAR_CELLS, WORDS, number_of, phase_named
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.outcome import checked_option
from cockpit.systems.shared.report import Report
from cockpit.systems.shared.tasks import Task, tasks_in
from cockpit.systems.shared.working_copy import Draft
from cockpit.text.frontmatter_writer import write_keyed, yaml_lines
from cockpit.text.lines import Document, Line, outermost
from cockpit.text.words import plain, says_nothing
from cockpit.values import dataclass
from cockpit.wording.phrases import counted, listed
from cockpit.wording.times import write_instant

# A whole state as files: STATE.md as the seed writes it, and the entries in files of their own

_HEADS = (
    ("# STATE.md", ("initiative", "title")),
    ("# Current Position", ("position",)),
    ("# Progress Tracking", ("progress",)),
    ("# Decisions Made", ("decisions",)),
    ("# Active Blockers", ("blockers",)),
    ("# Session History", ("sessions",)),
    ("# Next Action", ("next_action",)),
    ("# Context for Resume", ("resume_context",)),
)
"""The parts of the seed's file, each with the comment above it."""
Tree = Mapping[str, Any]


def state_text(state: Tree) -> str:
    """STATE.md."""
    parts = []
    for comment, keys in _HEADS:
        fields = {key: state[key] for key in keys if key in state}
        if fields:
            parts.append("\n".join((comment, *yaml_lines(fields), "")))
    return "\n".join(parts)


def entry_files(state: Tree) -> Iterator[tuple[str, str]]:
    """The files of the entries: their paths beside STATE.md, and their texts."""
    names: set[str] = set()
    for kind in FOLDERS:
        for entry in state.get(kind) or ():
            name = f"{kind}/{entry_name(kind, entry)}"
            numbered = (name if number == 1 else f"{name}-{number}" for number in count(1))
            names.add(free := next(each for each in numbered if each not in names))
            yield f"{free}.md", write_keyed(entry)


_FOLDER = ".planning"
_MOST = 100
_WHEN = "When the initiative was planned"
_README = """# Sessions

A file for each session, such as session-001.md. Decisions and blockers have theirs in decisions/ and blockers/.
"""


@dataclass(frozen=True, slots=True)
class PlannedPhase:
    """A phase as a plan lists it."""

    id: str
    name: str | None
    tasks: tuple[Task, ...]


def create(system: System, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
    """The state file, and the plan files of the phases that have tasks. Raises CommandError where there is one
    already."""
    if beginning.work is not None:
        raise refusal("begins-with-work-to-do", "Codewalkers cannot start with finished work. Omit --result.")
    there = system.detect(files, base)
    folder = Folder(files, base, Report(), _FOLDER)
    if there or folder.page(NAME) is not None:
        found = there[0].path if there else folder.path(NAME)
        raise refusal("state-exists", f"A state already exists: {found}.")
    title = checked_option(beginning.title, "title") or beginning.project
    phases, decisions = _read_plan(files, beginning.plan)
    draft = Draft(files)
    state = _fields(title, phases, decisions, context)
    if beginning.store == "sqlite":
        database = database_path(draft, base)
        if database is None:
            raise refusal("database-outside-project", "The database must be inside the project.")
        begin_rows(draft, database, state, int(context.now.timestamp()))
        _put_plans(draft, folder, phases)
        told = f"Created the state in {database}, in four tables."
        return Edit(changes=draft.changes(), done=said("database-created", told))
    if beginning.store == "folders":
        for name, text in entry_files(state):
            draft.create(folder.path(name), text)
        draft.create(folder.path(f"{MARKED}/README.md"), _README)
        state = {key: value for key, value in state.items() if key not in FOLDERS}
    path = folder.path(NAME)
    draft.create(path, state_text(state))
    _put_plans(draft, folder, phases)
    track = system.read(draft, Candidate(system=system.id, path=path, base=base), context)
    if track.title != title or track.position.phase is None or len(track.decisions) != len(decisions):
        told = f"With this title, {path} could not be read back. Choose another title."
        raise refusal("title-not-read-back", told)
    draft.put_first(path)
    parts = [counted(len(phases), "phase")] if phases else []
    parts += [counted(len(decisions), "decision")] if decisions else []
    parts = ["0 phases", *parts] if decisions and not phases else parts
    told = f"Created the state in {path}{f', with {listed(parts)}' if parts else ''}."
    return Edit(changes=draft.changes(), done=said("state-created", told))


def _put_plans(draft: Draft, folder: Folder, phases: Sequence[PlannedPhase]) -> None:
    for phase in phases:
        plan = folder.path(f"{phase.id}-1-PLAN.md")
        if phase.tasks and draft.read(plan) is None:
            draft.create(plan, _plan_text(phase))


def _read_plan(files: Files, path: str | None) -> tuple[tuple[PlannedPhase, ...], tuple[str, ...]]:
    """The phases and decisions of a plan. Raises CommandError where it lists no phases."""
    if path is None:
        return (), ()
    folder = Folder(files, "", Report(), "")
    page = folder.page(path)
    if page is None or page.bad:
        raise refusal("plan-unreadable", f"{path} cannot be read.")
    phases = tuple(_phases(page.document))[:_MOST]
    if not phases:
        raise refusal(
            "plan-without-phases", f"{path} has no phases. Add a heading for each, such as `## Phase 1: Database`."
        )
    return phases, tuple(_decisions(page.document))


def _phases(document: Document) -> Iterator[PlannedPhase]:
    for section in document.sections:
        named = phase_named(plain(section.title)) if section.level > 1 else None
        if named is not None:
            lines = document.below(section)
            tasks = tasks_in(Document("\n".join(line.text for line in lines))) or _tasks_listed(lines)
            yield PlannedPhase(number_of(named[0]), named[1], tasks)


def _tasks_listed(lines: Sequence[Line]) -> tuple[Task, ...]:
    texts = (plain(entry.text) for entry in outermost(lines))
    return tuple(Task(None, text, False) for text in texts if text and not says_nothing(text))


def _decisions(document: Document) -> Iterator[str]:
    section = next(iter(document.named(("Decisions", "Decisions Made", "Key Decisions", "Initial Decisions"))), None)
    for entry in outermost(section.lines) if section is not None else ():
        text = plain(entry.text)
        if text and not says_nothing(text):
            yield text


def _fields(
    title: str, phases: Sequence[PlannedPhase], decisions: Sequence[str], context: ReadContext
) -> dict[str, Any]:
    now = write_instant(context.now.replace(microsecond=0))
    first = phases[0] if phases else PlannedPhase("1", None, ())
    task = first.tasks[0].name if first.tasks else None
    return {
        "initiative": f"init-{hashlib.sha256(f'{title}{now}'.encode()).hexdigest()[:6]}",
        "title": title,
        "position": {
            "phase": _number(first.id), "phase_name": first.name, "plan": 1, "plan_name": None, "task": task, "wave": 1,
            "status": WORDS["not_started"],
        },
        "progress": {
            "phases_total": len(phases) or 1, "phases_completed": 0, "current_phase_tasks": len(first.tasks),
            "current_phase_completed": 0, "bar": f"{'░' * BAR_CELLS} 0%",
        },
        "decisions": [{"date": now[:10], "context": _WHEN, **_decision_fields(text)} for text in decisions],
        "blockers": [],
        "sessions": [],
        "next_action": None,  # what follows from the position is told until an agent or a person writes another
        "resume_context": {"files_modified_this_session": [], "key_implementations": [], "open_questions": []},
    }  # fmt: skip


def _decision_fields(text: str) -> dict[str, str]:
    """What was decided, and why, where the plan says so behind a dash: `JWT — no sessions to keep`."""
    what, _, why = (part.strip() for part in text.partition(" — "))
    return {"decision": what, "reason": why} if what and why else {"decision": text}


def _number(identifier: str) -> int | str:
    return int(identifier) if identifier.isdigit() else identifier


def _plan_text(phase: PlannedPhase) -> str:
    heading = f"# Phase {phase.id}: {phase.name}" if phase.name else f"# Phase {phase.id}"
    tasks = "\n".join(f"- [ ] {number}. {task.name or task.id}" for number, task in enumerate(phase.tasks, 1))
    return f"{heading}\n\n## Tasks\n{tasks}\n"
