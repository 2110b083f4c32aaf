"""Replacing one file in one step, without losing a version that somebody else wrote meanwhile.

The new content is written beside the file, then the two are *exchanged*: a reader sees the old or the new file, and
what was displaced is still there to be looked at. Where it is not what the edit was made on, or another process has it
open for writing, the two are exchanged again, once, and the edit is made anew.
"""

import os
import stat
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack, suppress
from errno import EISDIR, EMLINK
from pathlib import Path
from typing import Literal

from cockpit.model.errors import CommandError
from cockpit.storage import disk
from cockpit.storage.reading.safe_reading import MAX_BYTES
from cockpit.storage.refusals import NoPlace, refusing
from cockpit.storage.root_boundary import Outside, Place, walked
from cockpit.systems.interface import Change
from cockpit.values import dataclass
from cockpit.wording.messages import Message

# A new file: whole or not there at all, for the person at a place they named, or beside one it stands in for

FILE_MODE = 0o600


def write_new(target: Path, content: bytes) -> None:
    """Write a file that only this person may read. Raises CommandError where there is one already, or it cannot be;
    half a file is never left."""
    with refusing(str(target)):
        try:
            _write(target, content, FILE_MODE, None, lambda descriptor: disk.keep_private(descriptor, FILE_MODE))
        except FileExistsError:
            raise CommandError("storage.exists", f"{target} already exists", unchanged=True) from None


def write_like(name: str, data: bytes, like: os.stat_result | None, folder: int) -> None:
    """Write a new file in a folder that is held open, and wait until it is on the disk.

    It has the mode of `like`, and its owner where permitted; without `like` it is a file as any program makes it.
    Raises OSError, and nothing is left then; FileExistsError where there is one, which stays as it is.
    """
    if like is None:
        _write(name, data, 0o666, folder, lambda _: None)
    else:
        _write(name, data, 0o600, folder, lambda descriptor: _copy_rights(descriptor, like))


def _write(path: disk.Name, content: bytes, mode: int, folder: int | None, rights: Callable[[int], None]) -> None:
    descriptor = disk.create(path, mode, folder)
    try:
        try:
            disk.write(descriptor, content)
            rights(descriptor)
            disk.sync(descriptor)
        finally:
            disk.close(descriptor)
    except OSError:
        with suppress(OSError):
            disk.remove(path, folder)
        raise


def _copy_rights(descriptor: int, like: os.stat_result) -> None:
    """Owner and group first, for changing them clears bits of the mode. A group that cannot be kept takes its rights
    along: another one must not get them."""
    mode = stat.S_IMODE(like.st_mode)
    own = disk.opened_status(descriptor)
    if own.st_uid != like.st_uid and not _gave(descriptor, like.st_uid, -1):
        mode &= ~stat.S_ISUID
    if own.st_gid != like.st_gid and not _gave(descriptor, -1, like.st_gid):
        mode = mode & ~(stat.S_ISGID | stat.S_IRWXG) | (mode & stat.S_IRWXO) << 3
    if stat.S_IMODE(disk.opened_status(descriptor).st_mode) != mode:
        disk.set_mode(descriptor, mode)


def _gave(descriptor: int, user: int, group: int) -> bool:
    try:
        disk.set_owner(descriptor, user, group)
    except PermissionError:
        return False
    return True


WRITER_SECONDS = 1.0
"""How long to wait for a process that has a file open for writing that is about to go."""
WRITER_STEP_SECONDS = 0.005
Keep = Callable[[str, bytes], None]
"""Puts a version of a file (its path, its content) into the journal, because it finds no place in the file."""
Stage = Literal["untouched", "prepared", "switched", "unclear"]


class StaleBase(Exception):
    """A file or a row is not, or no longer, what the edit was made on; the edit is to be made again.

    `message` says so, as a sentence begins that refuses it.
    """

    def __init__(self, path: str, message: Message | None = None) -> None:
        self.message = message or Message("storage.keeps-changing", f"{path} keeps changing")
        super().__init__(self.message)


def writable_place(root: Path, path: str, stack: ExitStack) -> Place:
    """The place of a file that is to be written, open as long as `stack`.

    Raises CommandError where it may not be written, NoPlace where it lies outside, in `.git`, or is no file. The
    caller's promise that paths are relative is not relied on: a name may come from a file an agent wrote."""
    try:
        with refusing(path):
            place = stack.enter_context(walked(root, path))
            found = None if place.missing else disk.status(place.name, place.folder)
            if found is not None and not stat.S_ISREG(found.st_mode) and place.parts:
                raise OSError(EISDIR, os.strerror(EISDIR), path)
            writable = found is None or disk.writable(place.name, place.folder)
    except Outside:
        place = None
    if place is None or not place.parts:
        raise NoPlace("storage.outside", f"{path} is outside the project", unchanged=True)
    if ".git" in place.parts:
        raise NoPlace("storage.belongs-to-git", f"{path} belongs to git", unchanged=True)
    if not writable:
        raise CommandError("storage.no-permission", f"You have no permission to write {path}", unchanged=True)
    return place


def content(place: Place) -> bytes | None:
    """The present bytes; None where there is no file. Raises OSError, and CommandError for what is too long to edit."""
    data = None if place.missing else disk.read(place.name, MAX_BYTES + 1, place.folder)
    if data is not None and len(data) > MAX_BYTES:
        raise CommandError(
            "storage.too-long", f"{place.path} is larger than {MAX_BYTES // 1024 // 1024} MiB", unchanged=True
        )
    return data


def beside(name: str, token: str) -> str:
    """The name of the file beside another one that holds what is to come, later what was there."""
    whole = f".{name}.cockpit-{token}.tmp"
    return whole if len(os.fsencode(whole)) <= 255 else f".cockpit-{token}.tmp"


@dataclass(slots=True)
class Replacement:
    """One file's change in steps: `check`, `prepare`, `switch`, `sync`, `confirm`, `finish`.

    Before `finish` there is `withdraw`, whatever was done of it.
    `before` and `after` are as in `Change`. `token` is unlike that of any other replacement; `recovery` knows by it
    what a crash left behind. All methods raise OSError, StaleBase and CommandError.
    """

    root: Path
    place: Place
    before: bytes | None
    after: bytes | None
    token: str
    keep: Keep
    stage: Stage = "untouched"
    displaced: bytes | None = None
    exchanged: bool = True

    @property
    def beside(self) -> str:
        """The name of the file that holds the new content, and after the switch the old one."""
        return beside(self.place.name, self.token)

    def check(self) -> None:
        """Raises StaleBase where the file is not what the edit was made on, or another program has it open for
        writing."""
        found = content(self.place)
        if found is not None and disk.has_writer(self.place.name, self.place.folder):
            raise self._held_open()
        if found != self.before:
            raise self._changed()

    def prepare(self) -> None:
        """Writes the new content beside the file. What needs room on the disk is done here."""
        if self.after is None:
            return
        self.stage = "prepared"
        self.place.make_folders()
        write_like(self.beside, self.after, disk.status(self.place.name, self.place.folder), self.place.folder)

    def switch(self) -> None:
        """Puts the new content in place, and looks at what it displaced. Raises StaleBase."""
        name, folder = self.place.name, self.place.folder
        try:
            if self.before is None:
                give_name(self.beside, name, folder)
            elif self.after is None:
                disk.rename(name, self.beside, folder)
            else:
                self._exchange()
        except (FileNotFoundError, FileExistsError):
            raise self._changed() from None
        self.stage = "switched"
        self._look()

    def sync(self) -> None:
        """Waits until the names are on the disk, those of new folders too."""
        for folder in dict.fromkeys((self.place.folder, *(above for _, above in self.place.made))):
            disk.sync_folder(".", folder)

    def confirm(self) -> None:
        """Raises StaleBase where the path leads elsewhere by now, so that nobody would find what was written; or where
        a program that was just opening the file when it was displaced has written to it."""
        self._look()
        with suppress(Outside, OSError), walked(self.root, self.place.path) as now:
            if now.is_at(self.place):
                return
        raise self._changed()

    def finish(self) -> None:
        """Removes the old content. What was written to it at the last moment goes to the journal."""
        if self.stage == "switched" and self.before is not None:
            self._keep(self._last_version())
        with suppress(FileNotFoundError):
            disk.remove(self.beside, self.place.folder)

    def withdraw(self) -> None:
        """Puts everything back as it was, except what somebody else wrote since. Raises CommandError where that cannot
        be told any more; `recovery` will see to it."""
        if self.stage == "unclear":
            raise CommandError("storage.not-put-back", f"{self.place.path} could not be restored.")
        switched = self.stage == "switched"
        self.stage = "unclear"
        if switched and self.before is None:
            self._take_away()
        elif switched and self.after is None:
            self._return(self.displaced)
        elif switched:
            self._exchange_back()
        self.finish()
        for name, folder in reversed(self.place.made):
            with suppress(OSError):  # somebody put a file there
                disk.remove_folder(name, folder)
        self.stage = "untouched"

    def _look(self) -> None:
        """Raises StaleBase where what was displaced is not what the edit was made on, or may yet become something
        else."""
        if self.before is None or not self.exchanged:
            return
        busy = disk.has_writer(self.beside, self.place.folder)  # before it is read: who closes it then is done
        self.displaced = disk.read(self.beside, None, self.place.folder)
        if busy:
            raise self._held_open()
        if self.displaced != self.before:
            raise self._changed()

    def _exchange(self) -> None:
        """Where the file system cannot exchange two files in one step, what is written right now is not seen."""
        name, folder = self.place.name, self.place.folder
        try:
            disk.exchange(self.beside, name, folder)
        except OSError as error:
            if error.errno not in disk.UNSUPPORTED:
                raise
            self.check()
            self.exchanged = False
            disk.rename(self.beside, name, folder)

    def _exchange_back(self) -> None:
        """What somebody made of our content meanwhile goes to the journal, and so does what was out of sight for a
        moment: its writer may have read ours, and write over it with what comes of that."""
        name, folder = self.place.name, self.place.folder
        if self.exchanged:
            contents = [self.displaced, disk.read(self.beside, None, folder)]  # it may have been half-written till now
            with suppress(FileNotFoundError):  # somebody removed the file: so be it
                disk.exchange(self.beside, name, folder)
            for version in dict.fromkeys((*contents, disk.read(name, None, folder), self._last_version())):
                self._keep(version)
        elif (found := disk.read(name, None, folder)) is not None and self.before is not None:
            self._keep(found)
            write_like(self.beside, self.before, disk.status(name, folder), folder)
            disk.rename(self.beside, name, folder)

    def _take_away(self) -> None:
        """Takes a file away that we made, unless somebody wrote to it since."""
        self.finish()
        with suppress(FileNotFoundError):
            disk.rename(self.place.name, self.beside, self.place.folder)
            found = self._last_version()
            if found != self.after:
                self._return(found)

    def _return(self, found: bytes | None) -> None:
        """Puts a file back that was taken away, unless there is another one now."""
        try:
            give_name(self.beside, self.place.name, self.place.folder)
        except FileExistsError:
            if found is not None:
                self.keep(self.place.path, found)
        else:
            self._keep(found)

    def _last_version(self) -> bytes | None:
        """What is in the file beside, before it goes: who has it open for writing is waited for, up to a second."""
        deadline = time.monotonic() + WRITER_SECONDS
        while disk.has_writer(self.beside, self.place.folder) and time.monotonic() < deadline:
            time.sleep(WRITER_STEP_SECONDS)
        return disk.read(self.beside, None, self.place.folder)

    def _keep(self, version: bytes | None) -> None:
        """Saves a version of somebody else."""
        if version is not None and version not in (self.before, self.after):
            self.keep(self.place.path, version)

    def _changed(self) -> StaleBase:
        return StaleBase(self.place.path)

    def _held_open(self) -> StaleBase:
        path = self.place.path
        return StaleBase(path, Message("storage.held-open", f"{path} is open for writing in another program"))


def replacements_of(
    root: Path, changes: Iterable[Change], token: str, keep: Keep, stack: ExitStack
) -> list[Replacement]:
    """The replacements that the changes of files in an edit come to. `token` is that of the edit. Raises
    CommandError."""
    return [
        Replacement(root, writable_place(root, each.path, stack), each.before, each.after, own, keep)
        for each, own in with_tokens(changes, token)
    ]


def with_tokens(changes: Iterable[Change], token: str) -> Iterator[tuple[Change, str]]:
    """The changes of files in an edit, each with the token of its own."""
    return ((each, f"{token}{index}") for index, each in enumerate(changes) if not each.rows)


def give_name(source: str, target: str, folder: int) -> None:
    """Gives a file the name `target`, never in place of another one. `source` may remain as a second name.

    Raises FileExistsError.
    """
    try:
        disk.link(source, target, folder)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in disk.UNSUPPORTED | {EMLINK}:
            raise
        if disk.status(target, folder) is not None:
            raise FileExistsError(target) from error
        disk.rename(source, target, folder)
