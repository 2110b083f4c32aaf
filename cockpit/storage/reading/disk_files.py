"""A project's folder as the systems see it: read with a cache, remembering everything that was asked for."""

import os
from collections.abc import Collection, Iterator, Mapping, Sequence
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

LOCKED, UNFINISHED, LONG_ROWS = "database-locked", "database-unfinished", "rows-too-long"
PASSING = frozenset({LOCKED, UNFINISHED})
"""The codes of findings about what may pass without a change of the database."""
SETTLING_SECONDS = 2.0
"""A file that looks half-written and has not changed for so long is taken as it is."""

_VARIABLES = ".env"
_Asked = tuple[str, tuple[str, ...]]
"""A key, and of a database the tables that are asked for."""


@dataclass(slots=True)
class _Known:
    """What was last found: of a folder the `names`, with a content that has no more than what is to be said of it.

    `racy`: it is looked at anew whatever its signature says. `good` are the last bytes of a file that did not look cut,
    `good_at` their file.
    """

    content: FileContent | None
    signature: Signature | DatabaseSignature
    racy: bool
    round: int
    names: tuple[str, ...] = ()
    good: bytes | None = None
    good_at: tuple[int, int] | None = None

    @property
    def stale(self) -> bool:
        return self.content is not None and self.content.stale


class DiskFiles:
    """The files below `root`, and those below the person's `home`, where they have one, that systems keep settings in.

    Within one round every path is looked at once, so that all tracks see the same moment; `refresh` begins the next.
    Paths are known by keys: a file by its relative path, a folder by the same with a trailing slash (`./` is the
    root), a file below the home folder by its absolute path, a database by two: its own, and that of the file beside it
    which holds its newest changes. The keys of whatever is read are added to `asked`. Not thread-safe; the loader holds
    a lock.
    """

    def __init__(self, root: Path, home: Path | None) -> None:
        self.root = root
        self.home = home
        self.asked: set[str] = set()
        self._boundary = os.path.realpath(root)
        self._known: dict[_Asked, _Known] = {}
        self._round = 0

    def read(self, path: str) -> FileContent | None:
        """The file at `path`, relative to the root; see `Files.read`."""
        return self._now(path).content if stays_inside(path) else outside(path)

    def rows(self, path: str, tables: Sequence[str]) -> FileContent | None:
        """The newest rows of these tables of a database; see `Files.rows`."""
        return self._now(path, tables=tuple(tables)).content if stays_inside(path) else outside(path)

    def read_global(self, path: str) -> FileContent | None:
        """The file at `path` below the home folder. Links are followed wherever they lead: the files are the
        person's own, and are often kept elsewhere and linked."""
        if self.home is None:
            return None
        return self._now(str(self.home / path)).content if stays_inside(path) else outside(f"~/{path}")

    def confirmed(self, path: str) -> FileContent | None:
        """See `Files.confirmed`."""
        from cockpit.storage.user_files.confirmed import confirmed_content, confirmed_file

        file = confirmed_file(self.root)
        if file is None:
            return None
        kept = self._now(str(file)).content
        data = confirmed_content(kept.data, path) if kept is not None and kept.data is not None else None
        return FileContent(path=path, data=data)

    def branch(self) -> str | None:
        """See `Files.branch`."""
        from cockpit.storage.git import checked_out_by, head_file

        file = head_file(self.root)
        head = self._now(str(file)).content if file is not None else None
        return checked_out_by(head.data.decode(errors="replace")) if head is not None and head.data else None

    def names(self, folder: str) -> tuple[str, ...]:
        """The sorted names in a folder, relative to the root; see `Files.names`."""
        return self._now(folder_key(folder)).names if stays_inside(folder) else ()

    def is_there(self, folder: str) -> bool:
        """See `Files.is_there`."""
        return bool(self.names(folder)) or signature_of(self._absolute(folder)).kind != "absent"

    def variable(self, name: str, base: str = "", *, limits_agents: bool = False) -> Variable | None:
        """See `Files.variable`. A `.env` that cannot be read is nobody's concern: most are not about us."""
        if (value := os.environ.get(name)) and not (limits_agents and agent_of(os.environ) is not None):
            return Variable(value)
        key = f"{base}/{_VARIABLES}" if base else _VARIABLES
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
        return {
            key: signature for asked, known in self._known.items() for key, signature in _by_key(asked, known.signature)
        }

    def refresh(self) -> frozenset[str]:
        """Begins a new round: looks at every key anew and returns those whose content is another one."""
        self._round += 1
        self._boundary = os.path.realpath(self.root)
        return frozenset(asked[0] for asked, known in tuple(self._known.items()) if self._changed(asked, known))

    def stirred(self) -> frozenset[str]:
        """The keys whose signature is another one on disk. Reads nothing and keeps the round."""
        moved: set[str] = set()
        for asked, known in self._known.items():
            if (now := self._signature(asked)) != known.signature:
                pairs = zip(_by_key(asked, known.signature), _by_key(asked, now), strict=True)
                moved |= {key for (key, before), (_, after) in pairs if before != after}
        return frozenset(moved)

    def copied(self) -> "DiskFiles":
        """The same files as they are known by now, to be looked at by somebody else without a lock."""
        other = DiskFiles(self.root, self.home)
        other._known = {asked: replace(known) for asked, known in self._known.items()}
        other._round = self._round
        return other

    def keep_only(self, keys: Collection[str]) -> None:
        """Forgets the keys nobody asks for any longer."""
        self._known = {asked: known for asked, known in self._known.items() if _keys(asked)[-1] in keys}

    def invalidate(self) -> None:
        """Lets the next round read every file anew, whatever its signature says. The last good contents are kept."""
        for known in self._known.values():
            known.racy = True

    @property
    def unsettled(self) -> frozenset[str]:
        """The files that were caught half-written, or are held, and show their last good content."""
        return frozenset(key for (key, _), known in self._known.items() if known.stale)

    @property
    def uncertain(self) -> frozenset[str]:
        """The keys a further look may find changed though their signature is the same: just written, or unsettled."""
        return frozenset(key for (key, _), known in self._known.items() if known.racy or known.stale)

    def findings(self) -> tuple[Finding, ...]:
        """What could not be read or listed in this round, each once (as the graver): of files, folders, databases, each
        in the order of asking."""
        in_order = sorted(self._known, key=lambda asked: (bool(asked[1]), asked[0].endswith("/")))
        found: dict[tuple[str, str], Finding] = {}
        for key, tables in in_order:
            content = self._known[key, tables].content
            finding = content.finding if content is not None and key.rpartition("/")[2] != _VARIABLES else None
            if finding is not None and (finding.severity == "error" or (finding.code, finding.path) not in found):
                found[finding.code, finding.path] = finding
        return tuple(found.values())

    def _absolute(self, key: str) -> str:
        return os.path.join(self.root, key)  # noqa: PTH118 - absolute keys stay; asked often

    def _signature(self, asked: _Asked) -> Signature | DatabaseSignature:
        absolute = self._absolute(asked[0])
        return database_signature_of(absolute) if asked[1] else signature_of(absolute)

    def _now(self, key: str, *, tables: tuple[str, ...] = ()) -> _Known:
        """What is there in this round."""
        asked = key, tables
        self.asked.update(_keys(asked))
        known = self._known.get(asked)
        return known if known is not None and known.round == self._round else self._look(asked)

    def _changed(self, asked: _Asked, known: _Known) -> bool:
        """Whether the new round finds something else there."""
        if not known.racy and not known.stale and self._signature(asked) == known.signature:
            known.round = self._round
            return False
        new = self._look(asked)
        return (new.content, new.names) != (known.content, known.names)

    def _look(self, asked: _Asked) -> _Known:
        key, tables = asked
        before = self._known.get(asked)
        names: tuple[str, ...] = ()
        signature: Signature | DatabaseSignature
        if tables:
            from cockpit.storage.reading.sqlite import read_rows_steadily  # SQLite: most projects have no database

            content, signature = read_rows_steadily(self._absolute(key), self._boundary, key, tables)
            finding = content.finding if content is not None else None
            last = before.content if before is not None else None
            if finding is not None and finding.code in PASSING and last is not None and last.tables is not None:
                content = replace(last, finding=finding, stale=True)
        elif key.endswith("/"):
            signature = signature_of(self._absolute(key))
            names, finding = names_in(self._boundary, key, key.rstrip("/"))
            content = FileContent(path=key, data=None, finding=finding)
        else:
            content, signature = read_steadily(None if key.startswith("/") else self._boundary, key, self._shown(key))
        if before is not None and content == before.content:
            content = before.content  # with what was derived from it
        known = self._known[asked] = _Known(content, signature, signature.racy, self._round, names)
        if before is not None:
            known.good, known.good_at = before.good, before.good_at
        if content is not None and content.data is not None and isinstance(signature, Signature):
            self._settle(known, signature, content, content.data)
        return known

    @staticmethod
    def _settle(known: _Known, signature: Signature, content: FileContent, data: bytes) -> None:
        """Keeps the last good bytes in place of half-written ones, as long as the file may still settle."""
        here = signature.device, signature.inode
        is_cut = False
        if abs(signature.age) < SETTLING_SECONDS and data != known.good:
            from cockpit.text.partial_writes import looks_cut  # parses JSON: only for what has just been written

            is_cut = looks_cut(content.path, known.good if known.good_at == here else None, data)
        if is_cut:
            good = data if known.good is None else known.good
            finding = content.finding or _half_written(content.path, known.good)
            known.content = FileContent(path=content.path, data=good, finding=finding, stale=True)
        else:
            known.good, known.good_at = data, here

    def _shown(self, key: str) -> str:
        """How a key is written for a person."""
        home = f"{self.home}/" if self.home is not None else None
        return f"~/{key.removeprefix(home)}" if home is not None and key.startswith(home) else key


def folder_key(folder: str) -> str:
    """The key of a folder's listing; `./` for the root."""
    return (folder.rstrip("/") or ".") + "/"


def keys_of(path: str) -> tuple[str, str]:
    """The keys of the files that hold a database."""
    return path, f"{path}{NEWEST}"


def _keys(asked: _Asked) -> tuple[str, ...]:
    return keys_of(asked[0]) if asked[1] else asked[:1]


def _by_key(asked: _Asked, signature: Signature | DatabaseSignature) -> Iterator[tuple[str, Signature]]:
    signatures = signature if isinstance(signature, DatabaseSignature) else (signature,)
    return zip(_keys(asked), signatures, strict=True)


def _half_written(path: str, good: bytes | None) -> Finding:
    shown = "last complete version" if good is not None else "content so far"
    message = f"{path} is being written. Its {shown} is shown."
    hint = "Cockpit reads it again until it is complete or unchanged for two seconds."
    return Finding(code=HALF_WRITTEN, severity="note", path=path, message=message, hint=hint)
