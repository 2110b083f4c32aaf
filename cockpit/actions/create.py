"""Beginning a new track."""

from pathlib import Path

from cockpit.actions.actor import actor
from cockpit.actions.change import Outcome, Writer, outcome_of
from cockpit.storage.ledger import Subject
from cockpit.systems.interface import Edit, ReadContext, Refused


def create(writer: Writer, system_id: str, title: str | None) -> Outcome:
    """Make the files of a new track in the project's folder. Raises Refused where there is one, or no such system."""
    from cockpit.storage.commit import commit
    from cockpit.storage.disk_files import DiskFiles
    from cockpit.systems.registry import SYSTEMS

    system = next((each for each in SYSTEMS if each.id == system_id), None)
    if system is None:
        raise Refused(f"There is no system {system_id!r}; there are: {', '.join(each.id for each in SYSTEMS)}.")

    def make() -> Edit:
        files = DiskFiles(writer.root, Path.home())
        return system.create(files, "", title or writer.root.name, ReadContext(now=writer.now))

    if writer.dry_run:
        return outcome_of(make())
    committed = commit(writer.root, make, store=writer.store, verb="init", actor=actor(), now=writer.now,
                       subject=lambda: Subject(track=system_id))  # fmt: skip
    return outcome_of(committed.edit, committed.entry_id)
