"""Beginning a new track."""

from pathlib import Path

from cockpit.actions.change import Outcome, Writer, did, would
from cockpit.model.errors import Refused
from cockpit.model.intents import DoneWork
from cockpit.rules.wording import either
from cockpit.storage.ledger import Subject
from cockpit.systems.interface import Beginning, Edit


def create(
    writer: Writer, system_id: str | None, title: str | None, plan: Path | None = None, *,
    work: DoneWork | None = None, store: str | None = None,
) -> Outcome:  # fmt: skip
    """Make the files of a new track in the project's folder. Raises Refused where there is one, or no such system.

    `plan` is the file whose phases it takes, where the system begins with one; `work` what was done already;
    `store` the place for the state, of a system that has several.
    """
    from cockpit.storage.commit import commit
    from cockpit.storage.disk_files import DiskFiles
    from cockpit.storage.places import home_dir
    from cockpit.systems.registry import SYSTEMS

    system = next((each for each in SYSTEMS if each.id == system_id), None)
    if system is None:
        wrong = "Name a system" if system_id is None else f"There is no system {system_id!r}; name one"
        raise Refused(f"{wrong}: {either(f'`cockpit init {each.id}`' for each in SYSTEMS if each.begins)}.")

    if store is not None and store not in system.stores:
        raise Refused(f"{system.name} cannot keep its state in {'a database' if store == 'sqlite' else 'folders'}.")
    inside = _inside(writer.root, plan) if plan is not None else None

    def make() -> Edit:
        files = DiskFiles(writer.root, home_dir())
        beginning = Beginning(project=writer.root.name, title=title, plan=inside, work=work, store=store)
        return system.create(files, "", beginning, writer.context)

    if writer.dry_run:
        return would(make())
    deed = writer.deed("init", Subject(track=system_id))
    return did(commit(writer.root, make, store=writer.store, deed=deed))


def _inside(root: Path, plan: Path) -> str:
    """A path relative to the project. Raises Refused for one outside it."""
    path, top = plan.resolve(), root.resolve()
    if not path.is_relative_to(top):
        raise Refused(f"{plan} does not lie in the project.")
    return path.relative_to(top).as_posix()
