"""What a person does with a feature: ticks its tasks, hands it off, and goes on, the ticks held against the disk."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

from cockpit.model import Step, Track
from cockpit.model.checklist import NamedFile, Resumption
from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import DraftTask, HandoffDraft
from cockpit.model.intents import Complete, TickTodo
from cockpit.regex import regex
from cockpit.rules.checklist.check_kinds import passed, unknown
from cockpit.rules.handoff.proposal import stated_draft
from cockpit.systems.interface import Files
from cockpit.systems.shared.edit_session import EditSession
from cockpit.systems.shared.outcome import Meant
from cockpit.systems.shared.report import Report
from cockpit.systems.speckit.system import SpecKit, tasks_of
from cockpit.systems.speckit.tasks import TASKS, Task, TaskList
from cockpit.text.edits import Edit, Set
from cockpit.wording.messages import Message
from cockpit.wording.numbers import last_number
from cockpit.wording.phrases import listed
from cockpit.wording.printable import printable

Outcome = Meant[Edit]
_PATH = regex(r"(?<![\w/.])[\w.@-]+(?:/[\w.@+-]+)+\.[A-Za-z]\w{0,7}(?![\w/])")
_REMOVES = regex(r"(?i)\b(?:delete|remove|rename|move|drop)")


def complete(edit: EditSession, intent: Complete) -> Outcome:
    """Tick the present task, or the one that is named. No phase is ticked as a whole."""
    task = tasks_of(edit.draft, edit.candidate, Report()).task
    named = intent.step or (task.text if task else None)
    if intent.whole not in ("task", "smallest") or named is None:
        raise CommandError(SpecKit.lacking if named else Message("speckit.no-open-task", "No task is open."))
    return _mark(edit, named, done=True)


TICKING: Mapping[type[Any], Callable[[EditSession, Any], Outcome]] = {
    Complete: complete,
    TickTodo: lambda edit, intent: _mark(edit, intent.text, done=intent.done),
}


def _mark(edit: EditSession, named: str, *, done: bool) -> Outcome:
    """Mark the task of that id or text; of several the only one that is not so yet."""
    tasks, wanted = tasks_of(edit.draft, edit.candidate, Report()).tasks, named.strip().casefold()
    found = [each for each in tasks if wanted in (each.name.casefold(), each.text.casefold())]
    found = [each for each in found if each.mark is not done] or found[:1]
    if len(found) != 1:
        where = f"several times, on lines {listed([str(each.line) for each in found])}" if found else "nowhere"
        raise CommandError("speckit.no-such-task", f"The task {printable(named)} is listed {where}.")
    task, state = found[0], "done" if done else "open"
    if task.mark is done:
        return Outcome((), Message("speckit.already", f"{printable(task.name)} is already {state}."))
    edit.draft.describe(edit.candidate.path, TASKS, [Set(task.place, done)])
    return Outcome(
        (),
        Message("speckit.marked", f"{printable(task.name)} is {state}."),
        holds=lambda track: any(each.text == task.text and each.done is done for each in track.todos),
    )


def proposed(track: Track, tasks: TaskList) -> HandoffDraft:
    """The draft of a handoff: what is done of the present phase, else of the last, and what remains of all."""
    present, task = tasks.present or next(reversed(tasks.phases), None), tasks.task
    own = present.tasks if present else ()
    total = max((last_number(each.id) or 0 for each in tasks.tasks), default=0)
    opened = [f"{each.id or ''} {each.words}".strip() for each in own if each.mark is not True]
    others = [each.phase for each in tasks.phases if each is not present and each.phase.open_tasks]
    later = [f"Phase {each.id}: {each.name}" if each.id else each.name or "" for each in others]
    done = [DraftTask(id=each.id, name=each.words, state="done", origin="plan") for each in own if each.mark is True]
    draft = HandoffDraft(
        phase=present.phase.id if present else None,
        task=task.id if task else None,
        total_tasks=str(total) if total and task and last_number(task.id) else None,
        completed=tuple(done),
        remaining=(*opened, *later),
    )
    here = replace(track.position, task=Step(id=task.id) if task else None)  # what it is to make is not claimed
    beside = "All tasks are done." if tasks.tasks and task is None else ""
    return stated_draft(draft, replace(track, position=here), beside)


def resumption(track: Track, tasks: TaskList, files: Files) -> Resumption:
    """Where the list says the work goes on, the files that ticked tasks name, and what is to be known there."""
    present, at = tasks.present, tasks.looked_at
    onward, is_unsure = track.next_action, any(isinstance(each.mark, str) for each in tasks.tasks)
    judged = passed if onward is not None and not is_unsure else unknown
    told = onward.text if onward is not None else "No task is listed."
    return Resumption(
        checks=(judged("onward", "The tasks say what is done and what is next", told),),
        files=tuple(_named(tasks, files)),
        plans=tuple(path for name, path in track.documents.items() if name in ("spec", "plan")),
        step=present.phase.id if present else None,
        told=((f"Checkpoint of {at.label}", "\n".join(at.more["checkpoints"])),) if at else (),
    )


def _named(tasks: TaskList, files: Files) -> Iterator[NamedFile]:
    """The files that tasks name, those of ticked ones first, below folders that are there; not those of a ticked task
    that takes something away."""
    top, found = [name for name in files.names("") if name.endswith("/")], dict[str, Task]()
    for task in sorted(tasks.tasks, key=lambda each: each.mark is not True):
        if task.mark is not True or not _REMOVES.search(task.words):
            for path in _PATH.findall(task.text):
                if f"{path.partition('/')[0]}/" in top:
                    found.setdefault(path, task)
    for path, task in [*found.items()][:200]:
        ticked = task.mark is True
        why = f"named by {task.name}, which is {'ticked' if ticked else 'not ticked'}"
        yield NamedFile(path=path, why=why, planned=not ticked, under_way=ticked)
