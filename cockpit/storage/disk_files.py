"""A project's folder as the systems see it: read with a cache, remembering everything that was asked for."""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path

from cockpit.model import Finding
from cockpit.rules.wording import HALF_WRITTEN
from cockpit.storage.inside import stays_inside
from cockpit.storage.known_databases import KnownDatabases
from cockpit.storage.safe_reading import names_in, outside, place_of, read_steadily
from cockpit.storage.signatures import Signature, signature_of
from cockpit.systems.interface import FileContent, Variable
from cockpit.values import dataclass

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
        self._fence = os.path.realpath(root)
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
        return self._databases.rows(path, tables, fence=self._fence, round_=self._round)

    def read_global(self, path: str) -> FileContent | None:
        """The file at `path` below the home folder. Links are followed wherever they lead: the files are the
        person's own, and are often kept elsewhere and linked."""
        if self.home is None:
            return None
        shown = f"~/{path}"
        return self._file(global_key(self.home, path), shown) if stays_inside(path) else outside(shown)

    def names(self, folder: str) -> tuple[str, ...]:
        """The sorted names in a folder, relative to the root; see `Files.names`."""
        if not stays_inside(folder):
            return ()
        key = folder_key(folder)
        known = self._folders.get(key)
        if known is None or known.round != self._round:
            known = self._list(key)
        return known.names

    def variable(self, name: str, base: str = "") -> Variable | None:
        """See `Files.variable`. A `.env` that cannot be read is nobody's concern: most are not about us."""
        if value := os.environ.get(name):
            return Variable(value)
        key = variables_key(base)
        content = self.read(key)
        if content is None or content.data is None:
            return None
        from cockpit.documents.variables import find_variable

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
        self._fence = os.path.realpath(self.root)
        changed = {key for key, known in tuple(self._files.items()) if self._file_changed(key, known)}
        changed |= self._databases.refresh(self._fence, self._round)
        return frozenset(
            changed | {key for key, known in tuple(self._folders.items()) if self._folder_changed(key, known)}
        )

    def stirred(self) -> frozenset[str]:
        """The keys whose signature is another one on disk. Reads nothing and keeps the round."""
        moved = (key for key, known in self._all().items() if signature_of(self._absolute(key)) != known.signature)
        return frozenset(moved) | self._databases.stirred()

    def keep_only(self, keys: Collection[str]) -> None:
        """Forgets the keys nobody asks for any longer."""
        self._files = {key: known for key, known in self._files.items() if key in keys}
        self._folders = {key: known for key, known in self._folders.items() if key in keys}
        self._databases.keep_only(keys)

    def distrust(self) -> None:
        """Lets the next round read every file anew, whatever its signature says. The last good contents are kept."""
        for known in self._all().values():
            known.racy = True
        self._databases.distrust()

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

    def _file(self, key: str, shown: str) -> FileContent | None:
        known = self._files.get(key)
        if known is None or known.round != self._round:
            known = self._look(key, shown, known)
        return known.content

    def _look(self, key: str, shown: str, before: _KnownFile | None) -> _KnownFile:
        content, signature = read_steadily(None if key.startswith("/") else self._fence, key, shown)
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
        shown = known.content.path if known.content else self._shown(key)
        return self._look(key, shown, known).content != known.content

    def _shown(self, key: str) -> str:
        return f"~/{os.path.relpath(key, self.home)}" if self.home and key.startswith("/") else key

    def _list(self, key: str) -> _KnownFolder:
        absolute = self._absolute(key)
        signature = signature_of(absolute)
        names, finding = names_in(self._fence, key, key.rstrip("/"))
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
    shown = "this is what there is so far" if good is None else "this is its last complete state"
    return Finding(
        code=HALF_WRITTEN,
        severity="note",
        path=path,
        message=f"{path} is being written; {shown}.",
        hint="It is read again until it settles, or has not changed for two seconds.",
    )


def _looks_cut(path: str, previous: bytes | None, current: bytes) -> bool:
    from cockpit.documents.settling import looks_cut  # parses JSON: not needed before a file has just been written

    return looks_cut(path, previous, current)
