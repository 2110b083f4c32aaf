"""The databases that a project's reader asked for rows of: read again only when they changed."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cockpit.model import Finding
from cockpit.storage.signatures import NEWEST, DatabaseSignature, Signature, database_signature_of
from cockpit.systems.interface import FileContent
from cockpit.values import dataclass

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

    def rows(self, path: str, tables: Sequence[str], *, fence: str, round_: int) -> FileContent | None:
        """The newest rows of some tables; see `Files.rows`."""
        asked = path, tuple(tables)
        known = self._known.get(asked)
        if known is None or known.round != round_:
            known = self._look(asked, fence, round_)
        return known.content

    def refresh(self, fence: str, round_: int) -> frozenset[str]:
        """Looks at every database anew; the paths of those whose content is another one."""
        known = tuple(self._known.items())
        return frozenset(asked[0] for asked, each in known if self._changed(asked, each, fence, round_))

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

    def keep_only(self, keys: Collection[str]) -> None:
        """Forgets the databases nobody asks for any longer."""
        self._known = {asked: known for asked, known in self._known.items() if keys_of(asked[0])[1] in keys}

    def distrust(self) -> None:
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

    def _look(self, asked: Asked, fence: str, round_: int) -> _Known:
        from cockpit.storage.database import read_rows_steadily  # SQLite: most projects have no database

        path, tables = asked
        content, signature = read_rows_steadily(f"{self._root}/{path}", fence, path, tables)
        before = self._known.get(asked)
        content = _kept(content, before.content if before is not None else None)
        self._known[asked] = _Known(content, signature, signature.racy, round_)
        return self._known[asked]

    def _changed(self, asked: Asked, known: _Known, fence: str, round_: int) -> bool:
        if not known.uncertain and self._signature(asked[0]) == known.signature:
            known.round = round_
            return False
        return self._look(asked, fence, round_).content != known.content

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
