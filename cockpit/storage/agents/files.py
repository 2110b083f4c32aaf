"""An agent's folder on the disk, read-only.

Only regular files are read, in its folders and where a link of the person's in place of one of its folders leads; those
beside its sessions that hold its credentials never are.
"""

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from cockpit.agents.interface import Part
from cockpit.storage import disk
from cockpit.storage.reading.safe_reading import MAX_PATH, is_within, names_in, open_to_read
from cockpit.storage.root_boundary import Outside, Place, stays_inside, walked
from cockpit.storage.signatures import NANOSECONDS, Signature, settled_signature_of, signature_of

MAX_WHOLE = 1024 * 1024
MAX_FIRST_LINE = 256 * 1024
MAX_PART = 64 * 1024
"""Bytes of the beginning and the ending of a file."""
MAX_KEPT = 16 * 1024 * 1024
"""Bytes of first lines, beginnings and endings that are kept, so that a new listing does not read them again."""

_PIECE = 16 * 1024
_CREDENTIALS = frozenset({"auth.json", "google_accounts.json", ".claude.json", ".netrc", ".npmrc"})
_IN_NAMES_OF_CREDENTIALS = (".env", "credential", "oauth", "secret", "api_key", "apikey", ".pem", ".p12", ".key",
                            "id_rsa", "id_ed25519")  # fmt: skip
_NEVER_CREDENTIALS = (".jsonl", ".md")
"""What logs and plans end with: a plan may well be named after its subject."""

T = TypeVar("T")
Look = Callable[[str], Signature]
"""What tells how a path looks now: `signature_of`, or what remembers its answers during one look at the disk."""


class AgentFolder:
    """The `AgentFiles` below `home`, an absolute path that may itself be a link. Never raises."""

    def __init__(self, home: str) -> None:
        self._home = home
        self._real_home = os.path.realpath(home)
        self._real: dict[str, str] = {}
        self._pieces: dict[tuple[str, Part], tuple[Signature, bytes]] = {}
        self._kept = 0

    def look_for_links(self) -> None:
        """Find out anew where folders are that links lead to."""
        self._real.clear()

    def listing(self, folder: str) -> tuple[tuple[str, ...], bool]:
        """The names in a folder, at most 10,000, and whether it, or the way to it, is denied to us."""
        located = self._located(f"{folder}/.")
        if located is None:
            return (), False
        names, finding = names_in(*located, folder)
        return names, finding is not None and finding.code in ("no-permission", "unreadable")

    def dated(self, folder: str) -> tuple[tuple[str, float], ...]:
        """See `AgentFiles.dated`."""
        located = self._located(f"{folder}/.")
        if located is None:
            return ()
        try:
            with walked(*located) as place:
                handle = os.open(place.name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=place.folder)
                try:
                    with os.scandir(handle) as entries:
                        return tuple(self._dated(entries, folder))
                finally:
                    os.close(handle)
        except (Outside, OSError):
            return ()

    def _dated(self, entries: Iterator[os.DirEntry[str]], folder: str) -> Iterator[tuple[str, float]]:
        for entry in entries:
            if entry.is_symlink():
                when = self.written(f"{folder}/{entry.name}")
                if when is not None:
                    yield entry.name, when
            elif entry.is_file(follow_symlinks=False):
                yield entry.name, entry.stat(follow_symlinks=False).st_mtime_ns / NANOSECONDS

    def whole(self, path: str) -> bytes | None:
        """See `AgentFiles.whole`."""
        with self.opened(path) as file:
            data = _read(file, MAX_WHOLE + 1) if file is not None else None
        return data if data is not None and len(data) <= MAX_WHOLE else None

    def part(self, path: str, which: Part) -> bytes | None:
        """See `AgentFiles.part`; None too while a first line has no end. Read again only once the file has changed."""
        if self.inside(path) is None:
            return None
        signature, piece = signature_of(path), (path, which)
        known = self._pieces.get(piece)
        if known is not None and known[0] == signature:
            return known[1]
        with self.opened(path) as file:
            data = _PARTS[which](file) if file is not None else None
        if known is not None:
            del self._pieces[piece]
            self._kept -= len(known[1])
        if data is not None and not signature.racy and self._kept + len(data) <= MAX_KEPT:
            self._pieces[piece] = signature, data
            self._kept += len(data)
        return data

    def written(self, path: str) -> float | None:
        """See `AgentFiles.written`."""
        found = self._regular(path, _status)
        return found.st_mtime_ns / NANOSECONDS if found is not None else None

    @contextmanager
    def opened(self, path: str) -> Iterator[int | None]:
        """The descriptor of a regular file, closed afterwards; None where there is none."""
        file = self._regular(path, _opened)
        try:
            yield file
        finally:
            if file is not None:
                os.close(file)

    def inside(self, path: str) -> str | None:
        """An absolute path relative to the folder; None where it lies elsewhere, or no file can have it."""
        if len(path) > MAX_PATH or not f"{path}/".startswith(f"{self._home.rstrip('/')}/"):
            return None
        inside = path[len(self._home) :].lstrip("/")
        return inside if stays_inside(inside) else None

    def _located(self, path: str) -> tuple[str, str] | None:
        """The folder that a path must stay in, and the way from there: the agent's own, or the one that a link in place
        of one of its folders leads to. None where `inside` is."""
        inside = self.inside(path)
        if inside is None:
            return None
        folder, _, name = path.rpartition("/")
        if folder not in self._real:
            self._real[folder] = os.path.realpath(folder)
        real = self._real[folder]
        return (self._home, inside) if is_within(real, self._real_home) else (real, name)

    def _regular(self, path: str, use: Callable[[Place], T | None]) -> T | None:
        """What `use` makes of the regular file at a path; None where there is none, or one with credentials."""
        located = self._located(path)
        if located is None or _holds_credentials(path):
            return None
        try:
            with walked(*located) as place:
                forbidden = place.missing or _holds_credentials(place.name)  # a link has another name than its goal
                return None if forbidden or _status(place) is None else use(place)
        except (Outside, OSError):
            return None


def _status(place: Place) -> os.stat_result | None:
    """What `stat` says of a regular file; None for all else. Raises OSError."""
    found = disk.status(place.name, place.folder)
    return found if found is not None and stat.S_ISREG(found.st_mode) else None


def _opened(place: Place) -> int | None:
    file = open_to_read(place.name, place.folder)
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)  # it was exchanged since it was looked at
    return None


def _holds_credentials(path: str) -> bool:
    name = path.rpartition("/")[2].lower()
    if name.endswith(_NEVER_CREDENTIALS):
        return False
    return name in _CREDENTIALS or any(part in name for part in _IN_NAMES_OF_CREDENTIALS)


def _read(file: int, most: int) -> bytes | None:
    """What is left of a file, so many bytes at most; None where it cannot be read."""
    pieces: list[bytes] = []
    try:
        while most > 0 and (piece := os.read(file, most)):
            pieces.append(piece)
            most -= len(piece)
    except OSError:
        return None
    return b"".join(pieces)


def _first_line(file: int) -> bytes | None:
    line = b""
    while len(line) <= MAX_FIRST_LINE and (piece := _read(file, _PIECE)):
        part, end, _ = piece.partition(b"\n")
        line += part
        if end:
            return line if len(line) <= MAX_FIRST_LINE else None
    return None


def _ending(file: int) -> bytes | None:
    try:
        os.lseek(file, max(0, os.fstat(file).st_size - MAX_PART), os.SEEK_SET)
    except OSError:
        return None
    return _read(file, MAX_PART)


_PARTS: dict[Part, Callable[[int], bytes | None]] = {
    "first line": _first_line, "beginning": lambda file: _read(file, MAX_PART), "ending": _ending,
}  # fmt: skip


class AskedFiles:
    """An agent's folder for one question to its reader; tells afterwards whether the answer may be another by now.

    With `logs`, the question is which logs there are: that these grow does not change the answer.
    """

    def __init__(self, folder: AgentFolder, *, logs: bool = False) -> None:
        self._folder = folder
        self._logs = logs
        self.denied: list[str] = []
        """The folders that could not be read."""
        self.unread: set[str] = set()
        """The files that hold a session in a form that is not read."""
        self._asked: dict[str, Signature] = {}

    def names(self, folder: str) -> tuple[str, ...]:
        """See `AgentFiles.names`."""
        self._note(folder)
        names, denied = self._folder.listing(folder)
        if denied:
            self.denied.append(folder)
        return names

    def dated(self, folder: str) -> tuple[tuple[str, float], ...]:
        """See `AgentFiles.dated`."""
        self._note(folder)
        if not self.readable(folder):
            self.denied.append(folder)
        return self._folder.dated(folder)

    def readable(self, folder: str) -> bool:
        """See `AgentFiles.readable`."""
        self._note(folder)
        return not self._folder.listing(folder)[1]

    def not_read(self, path: str) -> None:
        """See `AgentFiles.not_read`."""
        self.unread.add(path)

    def whole(self, path: str) -> bytes | None:
        """See `AgentFiles.whole`."""
        self._note(path)
        return self._folder.whole(path)

    def part(self, path: str, which: Part) -> bytes | None:
        """See `AgentFiles.part`."""
        data = self._folder.part(path, which)
        if data is None or not self._logs:
            self._note(path)
        return data

    def written(self, path: str) -> float | None:
        """See `AgentFiles.written`."""
        if not self._logs:
            self._note(path)
        return self._folder.written(path)

    def stirred(self, look: Look = signature_of) -> bool:
        """Whether anything that was asked for changed; looks, and reads nothing."""
        return any(look(path) != signature for path, signature in self._asked.items())

    def _note(self, path: str) -> None:
        """Keep how it looks; of what is not there, the folder into which it would come."""
        if path in self._asked or self._folder.inside(path) is None:
            return
        place, missing, signature = path, None, settled_signature_of(path)
        while signature.kind == "absent" and self._folder.inside(folder := place.rpartition("/")[0]) is not None:
            missing, place, signature = place, folder, settled_signature_of(folder)
        if missing is not None and signature_of(missing).kind != "absent":  # it came before the folder was looked at
            signature = signature._replace(size=-1)
        self._asked.setdefault(place, signature)
