"""A project's files held in memory, for tests of the systems."""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path

from cockpit.agents.environment import agent_of
from cockpit.storage.git import checked_out_by
from cockpit.storage.reading.safe_reading import place_of
from cockpit.storage.reading.sqlite import read_tables
from cockpit.systems.interface import FileContent, Files, Variable
from cockpit.text.env_file import find_variable
from tests.cases import case_project

ROOT = Path("/nowhere/project")


class MemoryFiles:
    """`Files` over a mapping from paths to bytes, as if they lay in `ROOT`; `home` holds the files below the person's
    home folder."""

    def __init__(
        self,
        files: Mapping[str, bytes | str | FileContent],
        home: Mapping[str, bytes | str] | None = None,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        self._environment = environment or {}
        self._files = {path: _content(path, data) for path, data in files.items()}
        self._home = {path: _content(f"~/{path}", data) for path, data in (home or {}).items()}
        self.asked: list[str] = []

    @property
    def contents(self) -> tuple[object, ...]:
        """All that is in the files, to compare them by."""
        return (*self._files.items(), None, *self._home.items(), *self._environment.items())

    def read(self, path: str) -> FileContent | None:
        assert not path.startswith("/"), f"asked for the absolute path {path}"
        assert ".." not in path.split("/"), f"asked for a path outside: {path}"
        self.asked.append(path)
        return self._files.get(path)

    def confirmed(self, path: str) -> FileContent | None:
        """A person wrote all that is there."""
        return self._files.get(path) or FileContent(path=path, data=None)

    def branch(self) -> str | None:
        head = self._files.get(".git/HEAD")
        return checked_out_by((head.data or b"").decode()) if head else None

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        """A database is held as the bytes of its file."""
        found = self.read(path)
        if found is None or found.data is None:
            return found
        with opened(found.data) as connection:
            return replace(found, data=None, tables=read_tables(connection, tables), derived={})

    def names(self, folder: str) -> tuple[str, ...]:
        assert not folder.startswith("/"), f"asked for the absolute folder {folder}"
        assert ".." not in folder.split("/"), f"asked for a folder outside: {folder}"
        prefix = f"{folder}/" if folder else ""
        below = [path[len(prefix) :] for path in self._files if path.startswith(prefix)]
        return tuple(sorted({f"{name.partition('/')[0]}/" if "/" in name else name for name in below}))

    def is_there(self, folder: str) -> bool:
        return any(f"{path}/".startswith(f"{folder}/") for path in self._files)

    def read_global(self, path: str) -> FileContent | None:
        return self._home.get(path)

    def variable(self, name: str, base: str = "", *, limits_agents: bool = False) -> Variable | None:
        if (value := self._environment.get(name)) and not (limits_agents and agent_of(self._environment)):
            return Variable(value)
        path = f"{base}/.env" if base else ".env"
        content = self._files.get(path)
        found = find_variable((content.data or b"").decode(errors="replace"), name) if content else None
        return Variable(found[0], path, found[1]) if found else None

    def place(self, path: str, base: str = "") -> str | None:
        return place_of(ROOT, path, base)


class Kept:
    """`Files` over others, such as those of an edit under way: what is derived of one is kept too."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self.names, self.read_global, self.is_there = files.names, files.read_global, files.is_there
        self.branch = files.branch
        self.rows, self.variable, self.place, self.confirmed = files.rows, files.variable, files.place, files.confirmed

    def read(self, path: str) -> FileContent | None:
        found = self._files.read(path)
        plain = found is not None and found.data is not None and not found.stale and found.finding is None
        return same(found.path, found.data) if plain else found


@contextmanager
def opened(data: bytes) -> Iterator[sqlite3.Connection]:
    """A database whose file has these bytes."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        connection.deserialize(data)
        yield connection


def fixture_bytes(case: str, system: str = "autopilot") -> dict[str, bytes]:
    """The files of a fixture case by path."""
    root = case_project(f"{system}/{case}")
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(root.rglob("*")) if path.is_file()}


def _content(path: str, data: bytes | str | FileContent) -> FileContent:
    if isinstance(data, FileContent):
        return data
    return same(path, data.encode() if isinstance(data, str) else data)


@lru_cache(maxsize=2000)
def same(path: str, data: bytes) -> FileContent:
    """One object for the same bytes, as on disk: what was derived is kept as long as the file is the same."""
    return FileContent(path=path, data=data)
