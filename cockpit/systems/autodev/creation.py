"""Creating a state file, in the seed's form, at the step that the folders show (seed, rule 1)."""

from cockpit.model.errors import CommandError
from cockpit.systems.autodev.description import NAMES, NO_VALUE
from cockpit.systems.autodev.flow import OPTIONAL
from cockpit.systems.autodev.folders import DOCS, Docs, Shown, detect, starting_step
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report
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
    for value, option in ((beginning.plan, "--plan"), (beginning.title, "--title"), (beginning.work, "--result")):
        if value is not None:
            told = f"autodev starts at the step that the folders show. Omit {option}."
            raise CommandError("autodev.begins-as-folders-show", told)
    folder = Folder(files, base, Report(), DOCS)
    existing = next((name for name in NAMES if folder.page(name) is not None), None)
    if existing is not None:
        raise CommandError("autodev.state-exists", f"A state file already exists: {folder.path(existing)}.")
    docs = Docs(files, base, folder)
    shown = detect(docs) or starting_step()
    draft, path, step = Draft(files), folder.path(NAMES[1]), shown.step
    rows, today = _rows(shown, docs), write_instant(context.now)[:10]
    draft.create(path, _TEMPLATE.format(flow=shown.flow, step=step.id, name=step.name, behind=rows, today=today))
    track = system.read(draft, Candidate(system=system.id, path=path, base=base), context)
    if track.position.phase is None or track.position.phase.id != step.id:
        told = f"After this change, {path} would not name the right step. Nothing changed."
        raise CommandError("autodev.state-would-name-no-step", told)
    return Edit(
        changes=draft.changes(),
        done=Message("autodev.state-created", f"Created {path} at step {step.label}."),
        remarks=(Message("autodev.folders-show", f"The folders show {shown}."),),
    )


def _rows(shown: Shown, docs: Docs) -> str:
    """The rows of the steps before, each with the artefact that shows it as done; the dates are unknown."""
    done, rows = docs.done(shown.flow), ""
    for step in shown.table.steps[: shown.table.steps.index(shown.step)]:
        if step.folded in done or step.folded not in OPTIONAL:
            artefact = done.get(step.folded)
            outcome = f"{artefact.path} shows it" if artefact else f"nothing of its own; {shown.why}"
            escaped = printable(outcome).replace("|", r"\|")
            rows += f"| {step.id} | {step.name} | {NO_VALUE} | {escaped} |\n"
    return rows
