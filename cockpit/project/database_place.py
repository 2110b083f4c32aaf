"""Where the database lies that may keep the state: as the command line says, the environment, or the settings."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.systems.interface import DATABASE
from cockpit.wording.messages import Message


@contextmanager
def database_at(stated: str | None, folder: str | None = None) -> Iterator[None]:
    """Have it looked for there, by this process and those it begins. `stated` is a path from `folder`, or from here.

    Raises CommandError where that leads out of the project.
    """
    path = _inside(folder, stated) if stated else None if DATABASE in os.environ else _of_settings()
    before = os.environ.get(DATABASE)
    if path is None:
        yield
        return
    os.environ[DATABASE] = path
    try:
        yield
    finally:
        os.environ.pop(DATABASE)
        if before is not None:
            os.environ[DATABASE] = before


def _inside(folder: str | None, stated: str) -> str:
    from cockpit.project.load import project_root

    path = Path(folder or "", stated).resolve()
    root = project_root(Path(folder or "."))
    if not path.is_relative_to(root.resolve()):
        raise CommandError(Message("project.database-outside", path=stated, root=root))
    return str(path)


def _of_settings() -> str | None:
    from cockpit.project.settings import load_settings

    return load_settings().database
