"""Beginning a new track."""

from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.model.intents import DoneWork
from cockpit.project.load import init_commands
from cockpit.project.outcome import ChangeOutcome, write_edit
from cockpit.project.systems import system_of
from cockpit.project.workspace import Workspace
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.user_files.ledger import Subject
from cockpit.storage.user_files.places import home_dir
from cockpit.systems.interface import Beginning, Edit
from cockpit.wording.phrases import either


def create(
    workspace: Workspace, system_id: str, title: str | None, plan: Path | None = None, *,
    work: DoneWork | None = None, store: str | None = None,
) -> ChangeOutcome:  # fmt: skip
    """Make the files of a new track in the project's folder. Raises CommandError where there is one, or no such system.

    `plan` is the file whose phases it takes, where the system begins with one; `work` what was done already;
    `store` the place for the state, of a system that has several.
    """
    system = system_of(system_id)
    if system is None:
        raise CommandError("project.no-such-system", f"No system {system_id!r}. Use {either(init_commands())}.")
    if store is not None and store not in system.stores:
        place = "a database" if store == "sqlite" else store
        code = f"project.no-state-in-{place.removeprefix('a ')}"
        raise CommandError(code, f"{system.name} does not support state in {place}.")
    inside = _inside(workspace.root, plan) if plan is not None else None

    def make() -> Edit:
        files = DiskFiles(workspace.root, home_dir())
        beginning = Beginning(project=workspace.root.name, title=title, plan=inside, work=work, store=store)
        return system.create(files, "", beginning, workspace.context)

    return write_edit(workspace, make, workspace.entry("init", Subject(track=system_id)))


def _inside(root: Path, plan: Path) -> str:
    """A path relative to the project. Raises CommandError for one outside it."""
    path, top = plan.resolve(), root.resolve()
    if not path.is_relative_to(top):
        raise CommandError("project.plan-outside", f"{plan} is outside the project. Name a file inside the project.")
    return path.relative_to(top).as_posix()
