"""A new state file, in the seed's form, at the step that the folders show (seed, rule 1)."""

from cockpit.model.refused import Refused
from cockpit.rules.instants import write_instant
from cockpit.systems.autodev.artefacts import DOCS, Artefacts
from cockpit.systems.autodev.folder_scan import Detected, beginning, detect_step
from cockpit.systems.autodev.report import Report
from cockpit.systems.autodev.sources import main_name
from cockpit.systems.autodev.state_file import NAMES
from cockpit.systems.editing.draft import Draft
from cockpit.systems.interface import Beginning, Candidate, Edit, Files, ReadContext, System
from cockpit.systems.reading.folder import Folder

_TEXT = """# Autopilot State

## Current Step
flow: {flow}
step: {step}
name: {name}
status: not_started
retry_count: 0

## Completed Steps

| Step | Name | Completed | Key Outcome |
|------|------|-----------|-------------|

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
    """The state file. Raises Refused where there is one already, and for what it has no place for."""
    for given, option in (
        (beginning_with.plan, "--plan"),
        (beginning_with.title, "--title"),
        (beginning_with.work, "--result"),
    ):
        if given is not None:
            raise Refused(f"{system.name} begins at the step that the folders show; leave {option} out.")
    folder = Folder(files, base, Report(), DOCS)
    present = main_name(folder) or next((name for name in NAMES if folder.page(name) is not None), None)
    if present is not None:
        raise Refused(f"There is a state file already: {folder.path(present)}.")
    found = detect_step(Artefacts(files, base, folder)) or beginning()
    draft = Draft(files)
    path = folder.path(NAMES[1])
    draft.create(path, _text(found, write_instant(context.now)[:10]))
    track = system.read(draft, Candidate(system=system.id, path=path, base=base), context)
    if track.position.phase is None or track.position.phase.id != found.step.id:
        raise Refused(f"{path} would not say at which step the flow stands.")
    return Edit(
        changes=draft.changes(),
        done=f"Created the state in {path}, at step {found.step.id} {found.step.name}.",
        remarks=(f"The step was found so: {found.told}",),
    )


def _text(found: Detected, today: str) -> str:
    return _TEXT.format(flow=found.flow, step=found.step.id, name=found.step.name, today=today)
