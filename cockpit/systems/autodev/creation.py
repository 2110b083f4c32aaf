"""A new state file, in the seed's form, at the step that the folders show (seed, rule 1)."""

from cockpit.model.errors import CommandError
from cockpit.systems.autodev.artefacts import (
    DOCS,
    Artefacts,
    DetectedStep,
    Evidence,
    detect_step,
    done_steps,
    starting_step,
)
from cockpit.systems.autodev.history_editing import NO_VALUE
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.sources import state_file_name
from cockpit.systems.autodev.state_file import NAMES
from cockpit.systems.autodev.vocabulary import OPTIONAL
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.working_copy import Draft
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable
from cockpit.wording.times import write_instant

_TEMPLATE = """# Autopilot State

## Current Step
flow: {flow}
step: {step}
name: {name}
status: not_started
retry_count: 0

## Completed Steps

| Step | Name | Completed | Key Outcome |
|------|------|-----------|-------------|
{behind}
## Key Decisions

## Last Session
date: {today}

## Retry Log
| Attempt | Step | Name | SubStep | Failure Reason | Timestamp |
|---------|------|------|---------|----------------|-----------|

## Blockers
- None
"""


def create(system: System, files: Files, base: str, beginning_with: Beginning, context: ReadContext) -> Edit:
    """The state file. Raises CommandError where there is one already, and for what it has no place for."""
    for value, option in (
        (beginning_with.plan, "--plan"),
        (beginning_with.title, "--title"),
        (beginning_with.work, "--result"),
    ):
        if value is not None:
            raise CommandError(Message("autodev.begins-as-folders-show", option=option))
    folder = Folder(files, base, Report(), DOCS)
    present = state_file_name(folder) or next((name for name in NAMES if folder.page(name) is not None), None)
    if present is not None:
        raise CommandError(Message("autodev.state-exists", path=folder.path(present)))
    docs = Artefacts(files, base, folder)
    found = detect_step(docs) or starting_step()
    draft = Draft(files)
    path = folder.path(NAMES[1])
    rows, today = _completed_rows(found, docs), write_instant(context.now)[:10]
    step = found.step
    draft.create(path, _TEMPLATE.format(flow=found.flow, step=step.id, name=step.name, behind=rows, today=today))
    track = system.read(draft, Candidate(system=system.id, path=path, base=base), context)
    if track.position.phase is None or track.position.phase.id != found.step.id:
        raise CommandError(Message("autodev.state-would-name-no-step", path=path))
    return Edit(
        changes=draft.changes(),
        done=Message("autodev.state-created", path=path, step=found.step.label),
        remarks=(Message("autodev.how-step-was-found", found=found.explanation),),
    )


def _completed_rows(found: DetectedStep, docs: Artefacts) -> str:
    """The rows of the steps before the one that was found: each with what shows that it is done, when nobody knows."""
    shown = dict(done_steps(docs, found.flow))
    before = found.table.steps[: found.table.index_of(found.step)]
    needed = (step for step in before if step.folded in shown or step.folded not in OPTIONAL)
    return "".join(
        f"| {step.id} | {step.name} | {NO_VALUE} | {_outcome(shown.get(step.folded), found)} |\n" for step in needed
    )


def _outcome(evidence: Evidence | None, found: DetectedStep) -> str:
    outcome = f"{evidence.path} shows it" if evidence is not None else f"nothing of its own; {found.why}"
    return printable(outcome).replace("|", r"\|")
