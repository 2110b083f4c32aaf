"""Replacing one file in one step, without losing a version that somebody else wrote meanwhile.

The new content is written beside the file, then the two are *exchanged*: a reader sees the old or the new file, and
what was displaced is still there to be looked at. Where it is not what the edit was made on, it goes back. So does a
displaced file that another process still has open for writing, once that process has had time to finish.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import field
from errno import EMLINK
from pathlib import Path
from typing import Literal

from cockpit.documents.patch import reapply
from cockpit.model.refused import Refused
from cockpit.storage import disk
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.storage.rights import write_like
from cockpit.storage.targets import Target
from cockpit.values import dataclass

WRITER_SECONDS = 1.0
"""How long to wait for a process that has a file open for writing."""
WRITER_STEP_SECONDS = 0.005
ROUNDS = 5
"""How often a file may change while it is being given back."""

Keep = Callable[[str, bytes], None]
"""Puts a version of a file (its path, its content) into the journal, because it finds no place in the file."""
Stage = Literal["untouched", "prepared", "switched", "unclear"]


class Moved(Exception):  # noqa: N818 - reads as what happened
    """A file is not, or no longer, what the edit was made on; the edit is to be made again. Carries the path."""


@dataclass(slots=True)
class Replacement:
    """One file's change in steps: `prepare`, `switch`, `finish`; or, before `finish`, `withdraw`.

    `before` and `after` are as in `Change`. `token` is unlike that of any other replacement; `recovery` knows by it
    what a crash left behind. All methods raise OSError; `switch` also Moved and Refused.
    """

    target: Target
    before: bytes | None
    after: bytes | None
    token: str
    keep: Keep
    stage: Stage = "untouched"
    folders: list[Path] = field(default_factory=list)
    kept: list[bytes] = field(default_factory=list)

    @property
    def beside(self) -> Path:
        """The file that holds the new content, and after the switch the old one."""
        return self.target.temporary(self.token)

    def check(self) -> None:
        """Raises Moved where the file is not what the edit was made on; does not wait for who writes to it."""
        if self.target.read() != self.before:
            raise Moved(self.target.path)

    def verify(self) -> None:
        """Raises Moved where the file is not what the edit was made on, Refused where somebody keeps it open."""
        content, busy = settled(self.target.real)
        if busy:
            raise self._busy()
        if content != self.before:
            raise Moved(self.target.path)

    def prepare(self) -> None:
        """Writes the new content beside the file. What needs room on the disk is done here."""
        if self.after is None:
            return
        for folder in self.target.missing_folders():
            with suppress(FileExistsError):
                disk.make_folder(folder, 0o777)
                self.folders.append(folder)
        self.stage = "prepared"
        write_like(self.beside, self.after, disk.status(self.target.real))

    def switch(self) -> None:
        """Puts the new content in place. Raises Moved, with everything as it was, where the file changed meanwhile."""
        self.verify()
        if self.before is None:
            self._appear()
        elif self.after is None:
            self._vanish(self.before)
        else:
            self._exchange(self.before, self.after)

    def confirm(self) -> None:
        """Looks once more at what was displaced: a process that was just opening the file may have written to it.

        Raises Moved; the replacement can still be withdrawn.
        """
        if self.stage == "switched" and self.before is not None:
            found, busy = settled(self.beside)
            if found != self.before or busy:
                self._keep(found)
                raise Moved(self.target.path)

    def finish(self) -> None:
        """Removes the old content."""
        _remove(self.beside)

    def withdraw(self) -> None:
        """Puts everything back as it was, except what somebody else wrote since. Raises Refused where that cannot be
        told any more; `recovery` will see to it."""
        if self.stage == "unclear":
            raise Refused(f"{self.target.path} could not be put back.")
        if self.stage == "switched":
            self._take_back()
        self.stage = "unclear"
        _remove(self.beside)
        for folder in reversed(self.folders):
            with suppress(OSError):  # somebody put a file there
                disk.remove_folder(folder)
        self.stage = "untouched"

    def _appear(self) -> None:
        try:
            place(self.beside, self.target.real)
        except FileExistsError:
            raise Moved(self.target.path) from None
        self.stage = "switched"

    def _vanish(self, before: bytes) -> None:
        try:
            disk.rename(self.target.real, self.beside)
        except FileNotFoundError:
            raise Moved(self.target.path) from None
        self.stage = "switched"
        found, busy = settled(self.beside)
        if found != before or busy:
            self._take_back()
            raise self._busy() if busy else Moved(self.target.path)

    def _exchange(self, before: bytes, after: bytes) -> None:
        try:
            swap(self.beside, self.target.real)
        except FileNotFoundError:
            raise Moved(self.target.path) from None
        self.stage = "switched"
        found, busy = settled(self.beside)
        if found != before or busy:
            self._give_back(found, after)
            raise self._busy() if busy else Moved(self.target.path)

    def _take_back(self) -> None:
        if self.before is None:
            self._disappear()
        elif self.after is None:
            self._reappear()
        else:
            newer = self._give_back(self.before, self.after)
            if newer is not None:
                self._undo_in(newer, self.before, self.after)

    def _give_back(self, found: bytes | None, put: bytes | None) -> bytes | None:
        """Puts what was displaced (`found`) in the place of what we `put` there; what is newer than both wins.

        Returns that newer version. Every version of somebody else that was out of sight, for however short a moment,
        goes to the journal: its writer may have read another one meanwhile, and write over it with what comes of that.
        """
        self.stage = "unclear"
        newer: bytes | None = None
        for _ in range(ROUNDS):
            try:
                swap(self.beside, self.target.real)
            except FileNotFoundError:  # somebody removed the file: so be it
                break
            back, _busy = settled(self.beside)
            self._keep(found)
            if back == put:
                self.stage = "prepared"
                return newer
            put, found, newer = found, back, back
        self._keep(found)
        self.stage = "prepared"
        return newer

    def _undo_in(self, newer: bytes, before: bytes, after: bytes) -> None:
        """Takes our change out of a version that somebody made from ours, where its lines still stand."""
        without = reapply(after, before, newer)
        if without is None or without == newer:
            return
        _remove(self.beside)
        again = Replacement(self.target, newer, without, self.token, self.keep)
        with suppress(Moved):
            again.prepare()
            again.switch()

    def _disappear(self) -> None:
        """Takes a file away that we made, unless somebody wrote to it since."""
        self.stage = "unclear"
        _remove(self.beside)
        with suppress(FileNotFoundError):
            disk.rename(self.target.real, self.beside)
            self._return_unless(self.after)
        self.stage = "prepared"

    def _reappear(self) -> None:
        """Puts a file back that we took away, unless there is another one now."""
        self.stage = "unclear"
        self._return_unless(None)
        self.stage = "prepared"

    def _return_unless(self, expected: bytes | None) -> None:
        content, _busy = settled(self.beside)
        if content == expected:
            return
        try:
            place(self.beside, self.target.real)
        except FileExistsError:
            self._keep(content, even_before=True)
        else:
            self._keep(content)

    def _keep(self, content: bytes | None, *, even_before: bool = False) -> None:
        """Saves a version once. That which the edit was made on is known to the caller, unless it lost its place."""
        if content is not None and content not in self.kept and (even_before or content != self.before):
            self.keep(self.target.path, content)
            self.kept.append(content)

    def _busy(self) -> Refused:
        return Refused(f"{self.target.path} is held open for writing by another program; {NOTHING_CHANGED}.")


def settled(path: Path) -> tuple[bytes | None, bool]:
    """A file's content once nobody has it open for writing; and whether somebody still has after a second."""
    deadline = time.monotonic() + WRITER_SECONDS
    while busy := disk.has_writer(path):
        if time.monotonic() >= deadline:
            break
        time.sleep(WRITER_STEP_SECONDS)
    return disk.read(path), busy


def swap(one: Path, other: Path) -> None:
    """Exchanges two files; in several steps where the file system cannot do it in one, without a moment in which
    `other` is missing."""
    try:
        disk.exchange(one, other)
    except OSError as error:
        if error.errno not in disk.UNSUPPORTED:
            raise
        _swap_in_steps(one, other)


def place(source: Path, target: Path) -> None:
    """Gives a file the name `target`, never in place of another one. `source` may remain as a second name.

    Raises FileExistsError.
    """
    try:
        disk.link(source, target)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in disk.UNSUPPORTED | {EMLINK}:
            raise
        if disk.status(target) is not None:
            raise FileExistsError(str(target)) from error
        disk.rename(source, target)


def _swap_in_steps(one: Path, other: Path) -> None:
    aside = one.with_name(one.name + ".old")
    _second(other, aside)
    try:
        disk.rename(one, other)
    except OSError:
        disk.remove(aside)
        raise
    try:
        disk.rename(aside, one)
    except OSError:
        disk.rename(aside, other)
        raise


def _second(source: Path, aside: Path) -> None:
    """A second name for a file; a copy of it where the file system knows no second names."""
    try:
        disk.link(source, aside)
    except OSError as error:
        if error.errno not in disk.UNSUPPORTED | {EMLINK}:
            raise
        content = disk.read(source)
        if content is None:
            raise FileNotFoundError(str(source)) from error
        write_like(aside, content, disk.status(source))


def _remove(path: Path) -> None:
    with suppress(FileNotFoundError):
        disk.remove(path)
