"""A project's folder as the systems see it: read with a cache, remembering everything that was asked for."""

import os
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cockpit.agents.environment import agent_of
from cockpit.model import Finding
from cockpit.rules.watch_state import HALF_WRITTEN
from cockpit.storage.reading.safe_reading import names_in, outside, place_of, read_steadily
from cockpit.storage.root_boundary import stays_inside
from cockpit.storage.signatures import NEWEST, DatabaseSignature, Signature, database_signature_of, signature_of
from cockpit.systems.interface import FileContent, Variable
from cockpit.values import dataclass

# The databases that a project's reader asked for rows of: read again only when they changed

LOCKED, UNFINISHED, LONG_ROWS = "database-locked", "database-unfinished", "rows-too-long"
PASSING = frozenset({LOCKED, UNFINISHED})
"""The codes of findings about what may pass without a change of the database."""
Asked = tuple[str, tuple[str, ...]]
"""A path, and the tables that are asked for."""


@dataclass(slots=True)
class _Known:
    """What was last read of a database. `racy`: it is read anew whatever its signature says."""

    content: FileContent | None
    signature: DatabaseSignature
    racy: bool
    round: int

    @property
    def uncertain(self) -> bool:
        return self.racy or (self.content is not None and self.content.stale)


class KnownDatabases:
    """The databases below `root`, with what was read of each in a round: see `DiskFiles`. Not thread-safe.

    The keys are those of two files: the database, and that beside it which holds its newest changes.
    """

    def __init__(self, root: Path) -> None:
        self._root = root
        self._known: dict[Asked, _Known] = {}

    def rows(self, path: str, tables: Sequence[str], *, boundary: str, round_: int) -> FileContent | None:
        """The newest rows of some tables; see `Files.rows`."""
        asked = path, tuple(tables)
        known = self._known.get(asked)
        if known is None or known.round != round_:
            known = self._look(asked, boundary, round_)
        return known.content

    def refresh(self, boundary: str, round_: int) -> frozenset[str]:
        """Looks at every database anew; the paths of those whose content is another one."""
        known = tuple(self._known.items())
        return frozenset(asked[0] for asked, each in known if self._changed(asked, each, boundary, round_))

    def stirred(self) -> frozenset[str]:
        """The keys of the files whose signature is another one on disk. Reads nothing."""
        present = {path: self._signature(path) for path in {path for path, _ in self._known}}
        pairs = (
            pair
            for (path, _), known in self._known.items()
            for pair in zip(keys_of(path), known.signature, present[path], strict=True)
        )
        return frozenset(key for key, before, now in pairs if before != now)

    def dependencies(self) -> Mapping[str, Signature]:
        """Both keys of every database, and the signatures of what was found."""
        return {
            key: signature
            for (path, _), known in self._known.items()
            for key, signature in zip(keys_of(path), known.signature, strict=True)
        }

    def copied(self) -> "KnownDatabases":
        """See `DiskFiles.copied`."""
        other = KnownDatabases(self._root)
        other._known = {asked: replace(known) for asked, known in self._known.items()}
        return other

    def keep_only(self, keys: Collection[str]) -> None:
        """Forgets the databases nobody asks for any longer."""
        self._known = {asked: known for asked, known in self._known.items() if keys_of(asked[0])[1] in keys}

    def invalidate(self) -> None:
        """Lets the next round read everything anew."""
        for known in self._known.values():
            known.racy = True

    def uncertain(self) -> Iterator[str]:
        """The paths of the databases that a further look may find changed though their signature is the same."""
        return (path for (path, _), known in self._known.items() if known.uncertain)

    def unsettled(self) -> Iterator[str]:
        """The paths of those that show what was read of them before."""
        return (path for (path, _), known in self._known.items() if known.content is not None and known.content.stale)

    def findings(self) -> Iterator[Finding | None]:
        """What is to be said of each."""
        return (known.content.finding for known in self._known.values() if known.content is not None)

    def _look(self, asked: Asked, boundary: str, round_: int) -> _Known:
        from cockpit.storage.reading.sqlite import read_rows_steadily  # SQLite: most projects have no database

        path, tables = asked
        content, signature = read_rows_steadily(f"{self._root}/{path}", boundary, path, tables)
        before = self._known.get(asked)
        content = _kept(content, before.content if before is not None else None)
        self._known[asked] = _Known(content, signature, signature.racy, round_)
        return self._known[asked]

    def _changed(self, asked: Asked, known: _Known, boundary: str, round_: int) -> bool:
        if not known.uncertain and self._signature(asked[0]) == known.signature:
            known.round = round_
            return False
        return self._look(asked, boundary, round_).content != known.content

    def _signature(self, path: str) -> DatabaseSignature:
        return database_signature_of(f"{self._root}/{path}")


def keys_of(path: str) -> tuple[str, str]:
    """The keys of the files that hold a database."""
    return path, f"{path}{NEWEST}"


def _kept(content: FileContent | None, before: FileContent | None) -> FileContent | None:
    """The content: the same object as before where it is the same, and what was read before where it is held now."""
    if content is None or before is None:
        return content
    passing = content.finding is not None and content.finding.code in PASSING
    if passing and before.tables is not None:
        content = replace(before, finding=content.finding, stale=True)
    return before if content == before else content


SETTLING_SECONDS = 2.0
"""A file that looks half-written and has not changed for so long is taken as it is."""

_VARIABLES = ".env"

LooksCut = Callable[[str, bytes | None, bytes], bool]


@dataclass(slots=True)
class _KnownFile:
    """What was last read at a path. `good` are the last bytes that did not look cut, `good_at` their file."""

    content: FileContent | None
    signature: Signature
    racy: bool
    round: int
    good: bytes | None = None
    good_at: tuple[int, int] | None = None

    @property
    def uncertain(self) -> bool:
        return self.racy or (self.content is not None and self.content.stale)


@dataclass(slots=True)
class _KnownFolder:
    """The names that were last found in a folder."""

    names: tuple[str, ...]
    finding: Finding | None
    signature: Signature
    racy: bool
    round: int

    @property
    def uncertain(self) -> bool:
        return self.racy


class DiskFiles:
    """The files below `root`, and those below the person's `home`, where they have one, that systems keep settings in.

    Within one round every path is looked at once, so that all tracks see the same moment; `refresh` begins the next.
    Paths are known by keys: a file by its relative path, a folder by the same with a trailing slash (`./` is the
    root), a file below the home folder by its absolute path; for rows see `KnownDatabases`. Not thread-safe; the loader
    holds a lock.
    """

    def __init__(self, root: Path, home: Path | None, *, looks_cut: LooksCut | None = None) -> None:
        self.root = root
        self.home = home
        self._boundary = os.path.realpath(root)
        self._looks_cut = looks_cut or _looks_cut
        self._files: dict[str, _KnownFile] = {}
        self._folders: dict[str, _KnownFolder] = {}
        self._databases = KnownDatabases(root)
        self._round = 0

    def read(self, path: str) -> FileContent | None:
        """The file at `path`, relative to the root; see `Files.read`."""
        return self._file(path, path) if stays_inside(path) else outside(path)

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        """The newest rows of these tables of a database; see `Files.rows`."""
        if not stays_inside(path):
            return outside(path)
        return self._databases.rows(path, tables, boundary=self._boundary, round_=self._round)

    def read_global(self, path: str) -> FileContent | None:
        """The file at `path` below the home folder. Links are followed wherever they lead: the files are the
        person's own, and are often kept elsewhere and linked."""
        if self.home is None:
            return None
        shown = f"~/{path}"
        return self._file(global_key(self.home, path), shown) if stays_inside(path) else outside(shown)

    def confirmed(self, path: str) -> FileContent | None:
        """See `Files.confirmed`."""
        from cockpit.storage.user_files.confirmed import confirmed_content

        key = self.confirmed_key
        if key is None:
            return None
        kept = self._file(key, key)
        data = confirmed_content(kept.data, path) if kept is not None and kept.data is not None else None
        return FileContent(path=path, data=data)

    @property
    def confirmed_key(self) -> str | None:
        """The key of the file of what a person confirmed; None where the root is no repository."""
        from cockpit.storage.user_files.confirmed import confirmed_file

        file = confirmed_file(self.root)
        return str(file) if file is not None else None

    def names(self, folder: str) -> tuple[str, ...]:
        """The sorted names in a folder, relative to the root; see `Files.names`."""
        if not stays_inside(folder):
            return ()
        key = folder_key(folder)
        known = self._folders.get(key)
        if known is None or known.round != self._round:
            known = self._list(key)
        return known.names

    def is_there(self, folder: str) -> bool:
        """See `Files.is_there`."""
        return signature_of(self._absolute(folder)).kind != "absent"

    def variable(self, name: str, base: str = "", *, limits_agents: bool = False) -> Variable | None:
        """See `Files.variable`. A `.env` that cannot be read is nobody's concern: most are not about us."""
        if (value := os.environ.get(name)) and not (limits_agents and agent_of(os.environ) is not None):
            return Variable(value)
        key = variables_key(base)
        content = self.read(key)
        if content is None or content.data is None:
            return None
        from cockpit.text.env_file import find_variable

        found = find_variable(content.data.decode(errors="replace"), name)
        return Variable(found[0], key, found[1]) if found else None

    def place(self, path: str, base: str = "") -> str | None:
        """See `Files.place`."""
        return place_of(self.root, path, base)

    def dependencies(self) -> Mapping[str, Signature]:
        """Every key that was asked for, present or absent, and the signature of what was found."""
        return {**self._databases.dependencies(), **{key: known.signature for key, known in self._all().items()}}

    def refresh(self) -> frozenset[str]:
        """Begins a new round: looks at every key anew and returns those whose content is another one."""
        self._round += 1
        self._boundary = os.path.realpath(self.root)
        changed = {key for key, known in tuple(self._files.items()) if self._file_changed(key, known)}
        changed |= self._databases.refresh(self._boundary, self._round)
        return frozenset(
            changed | {key for key, known in tuple(self._folders.items()) if self._folder_changed(key, known)}
        )

    def stirred(self) -> frozenset[str]:
        """The keys whose signature is another one on disk. Reads nothing and keeps the round."""
        moved = (key for key, known in self._all().items() if signature_of(self._absolute(key)) != known.signature)
        return frozenset(moved) | self._databases.stirred()

    def copied(self) -> "DiskFiles":
        """The same files as they are known by now, to be looked at by somebody else without a lock."""
        other = DiskFiles(self.root, self.home, looks_cut=self._looks_cut)
        other._files = {key: replace(known) for key, known in self._files.items()}
        other._folders = {key: replace(known) for key, known in self._folders.items()}
        other._databases = self._databases.copied()
        other._round = self._round
        return other

    def keep_only(self, keys: Collection[str]) -> None:
        """Forgets the keys nobody asks for any longer."""
        self._files = {key: known for key, known in self._files.items() if key in keys}
        self._folders = {key: known for key, known in self._folders.items() if key in keys}
        self._databases.keep_only(keys)

    def invalidate(self) -> None:
        """Lets the next round read every file anew, whatever its signature says. The last good contents are kept."""
        for known in self._all().values():
            known.racy = True
        self._databases.invalidate()

    @property
    def unsettled(self) -> frozenset[str]:
        """The files that were caught half-written and show their last good content."""
        files = (key for key, known in self._files.items() if known.content is not None and known.content.stale)
        return frozenset((*files, *self._databases.unsettled()))

    @property
    def uncertain(self) -> frozenset[str]:
        """The keys a further look may find changed though their signature is the same: just written, or unsettled."""
        others = (key for key, known in self._all().items() if known.uncertain)
        return frozenset((*others, *self._databases.uncertain()))

    def findings(self) -> tuple[Finding, ...]:
        """What could not be read or listed in this round, each once (as the graver), in the order of asking."""
        files = (
            known.content.finding
            for key, known in self._files.items()
            if known.content is not None and not is_variables(key)
        )
        folders = (known.finding for known in self._folders.values())
        found: dict[tuple[str, str], Finding] = {}
        for finding in (*files, *folders, *self._databases.findings()):
            if finding is not None and (finding.severity == "error" or (finding.code, finding.path) not in found):
                found[finding.code, finding.path] = finding
        return tuple(found.values())

    def _all(self) -> dict[str, _KnownFile | _KnownFolder]:
        return {**self._files, **self._folders}

    def _absolute(self, key: str) -> str:
        return os.path.join(self.root, key)  # noqa: PTH118 - absolute keys stay; asked often

    def _file(self, key: str, display_path: str) -> FileContent | None:
        known = self._files.get(key)
        if known is None or known.round != self._round:
            known = self._look(key, display_path, known)
        return known.content

    def _look(self, key: str, display_path: str, before: _KnownFile | None) -> _KnownFile:
        content, signature = read_steadily(None if key.startswith("/") else self._boundary, key, display_path)
        if before is not None and content == before.content:
            content = before.content  # with what was derived from it
        known = _KnownFile(content, signature, signature.racy, self._round)
        if before is not None:
            known.good, known.good_at = before.good, before.good_at
        self._files[key] = known
        if content is not None and content.data is not None:
            self._settle(known, content, content.data)
        return known

    def _settle(self, known: _KnownFile, content: FileContent, data: bytes) -> None:
        """Keeps the last good bytes in place of half-written ones, as long as the file may still settle."""
        moving = abs(known.signature.age) < SETTLING_SECONDS
        here = known.signature.device, known.signature.inode
        before = known.good if known.good_at == here else None
        if moving and data != known.good and self._looks_cut(content.path, before, data):
            good = data if known.good is None else known.good
            finding = content.finding or _half_written(content.path, known.good)
            known.content = FileContent(path=content.path, data=good, finding=finding, stale=True)
        else:
            known.good, known.good_at = data, here

    def _file_changed(self, key: str, known: _KnownFile) -> bool:
        if not known.uncertain and signature_of(self._absolute(key)) == known.signature:
            known.round = self._round
            return False
        display_path = known.content.path if known.content else self._shown(key)
        return self._look(key, display_path, known).content != known.content

    def _shown(self, key: str) -> str:
        return f"~/{os.path.relpath(key, self.home)}" if self.home and key.startswith("/") else key

    def _list(self, key: str) -> _KnownFolder:
        absolute = self._absolute(key)
        signature = signature_of(absolute)
        names, finding = names_in(self._boundary, key, key.rstrip("/"))
        self._folders[key] = _KnownFolder(names, finding, signature, signature.racy, self._round)
        return self._folders[key]

    def _folder_changed(self, key: str, known: _KnownFolder) -> bool:
        if not known.uncertain and signature_of(self._absolute(key)) == known.signature:
            known.round = self._round
            return False
        new = self._list(key)
        return (new.names, new.finding) != (known.names, known.finding)


def folder_key(folder: str) -> str:
    """The key of a folder's listing; `./` for the root."""
    return (folder.rstrip("/") or ".") + "/"


def variables_key(base: str) -> str:
    """The key of the file of variables in a folder."""
    return f"{base}/{_VARIABLES}" if base else _VARIABLES


def is_variables(key: str) -> bool:
    """Whether a key is that of a file of variables."""
    return key.rpartition("/")[2] == _VARIABLES


def global_key(home: Path, path: str) -> str:
    """The key of a file below the home folder."""
    return str(home / path)


def _half_written(path: str, good: bytes | None) -> Finding:
    message = f"{path} is being written. Its last complete version is shown."
    if good is None:
        message = f"{path} is being written. Its content so far is shown."
    return Finding(
        code=HALF_WRITTEN,
        severity="note",
        path=path,
        message=message,
        hint="Cockpit reads it again until it is complete or unchanged for two seconds.",
    )


def _looks_cut(path: str, previous: bytes | None, current: bytes) -> bool:
    from cockpit.text.partial_writes import looks_cut  # parses JSON: not needed before a file has just been written

    return looks_cut(path, previous, current)


# Which paths one reader asked for: what a change concerns


class RecordedFiles:
    """A project's files that notes the key of every path it is asked for."""

    def __init__(self, files: DiskFiles, keys: set[str]) -> None:
        self._files = files
        self._keys = keys

    def read(self, path: str) -> FileContent | None:
        """See `Files.read`."""
        self._keys.add(path)
        return self._files.read(path)

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        """See `Files.rows`."""
        self._keys.update(keys_of(path))
        return self._files.rows(path, tables)

    def confirmed(self, path: str) -> FileContent | None:
        """See `Files.confirmed`."""
        if (key := self._files.confirmed_key) is not None:
            self._keys.add(key)
        return self._files.confirmed(path)

    def names(self, folder: str) -> tuple[str, ...]:
        """See `Files.names`."""
        self._keys.add(folder_key(folder))
        return self._files.names(folder)

    def is_there(self, folder: str) -> bool:
        """See `Files.is_there`."""
        return bool(self.names(folder)) or self._files.is_there(folder)

    def read_global(self, path: str) -> FileContent | None:
        """See `Files.read_global`."""
        if self._files.home is not None:
            self._keys.add(global_key(self._files.home, path))
        return self._files.read_global(path)

    def variable(self, name: str, base: str = "", *, limits_agents: bool = False) -> Variable | None:
        """See `Files.variable`."""
        self._keys.add(variables_key(base))
        return self._files.variable(name, base, limits_agents=limits_agents)

    def place(self, path: str, base: str = "") -> str | None:
        """See `Files.place`."""
        return self._files.place(path, base)
