"""Creating a state file, in the seed's form, at the step that the folders show (seed, rule 1)."""

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


def create(system: System, files: Files, base: str, beginning: Beginning, context: ReadContext) -> Edit:
    """Create the state file. Raises CommandError where one exists, and for options that it has no place for."""
    for value, option in (
        (beginning.plan, "--plan"),
        (beginning.title, "--title"),
        (beginning.work, "--result"),
    ):
        if value is not None:
            raise CommandError(Message("autodev.begins-as-folders-show", option=option))
    folder = Folder(files, base, Report(), DOCS)
    existing = state_file_name(folder) or next((name for name in NAMES if folder.page(name) is not None), None)
    if existing is not None:
        raise CommandError(Message("autodev.state-exists", path=folder.path(existing)))
    docs = Artefacts(files, base, folder)
    detected = detect_step(docs) or starting_step()
    draft = Draft(files)
    path = folder.path(NAMES[1])
    rows, today = _completed_rows(detected, docs), write_instant(context.now)[:10]
    step = detected.step
    draft.create(path, _TEMPLATE.format(flow=detected.flow, step=step.id, name=step.name, behind=rows, today=today))
    track = system.read(draft, Candidate(system=system.id, path=path, base=base), context)
    if track.position.phase is None or track.position.phase.id != detected.step.id:
        raise CommandError(Message("autodev.state-would-name-no-step", path=path))
    return Edit(
        changes=draft.changes(),
        done=Message("autodev.state-created", path=path, step=detected.step.label),
        remarks=(Message("autodev.folders-show", found=detected.explanation),),
    )


def _completed_rows(detected: DetectedStep, docs: Artefacts) -> str:
    """The rows of the steps before the detected one, each with the artefact that shows it as done; the dates are
    unknown.
    """
    done = dict(done_steps(docs, detected.flow))
    earlier = detected.table.steps[: detected.table.index_of(detected.step)]
    steps = (step for step in earlier if step.folded in done or step.folded not in OPTIONAL)
    return "".join(
        f"| {step.id} | {step.name} | {NO_VALUE} | {_outcome(done.get(step.folded), detected)} |\n" for step in steps
    )


def _outcome(evidence: Evidence | None, detected: DetectedStep) -> str:
    outcome = f"{evidence.path} shows it" if evidence is not None else f"nothing of its own; {detected.why}"
    return printable(outcome).replace("|", r"\|")
