"""Answers that were given before and still hold: what a hook prints without reading the project.

An answer is kept for one command line in one folder, with every question that was asked to find it: of the disk, the
environment and processes. It holds for a step of time, while each of them is answered as it was then. Whatever is not
certain is no answer; then the project is read. All that is imported here is there at Python's start, or part of it.
"""

# ruff: noqa: PTH109, PTH115, PTH116 -- a path as an object takes longer to import than all else
from __future__ import annotations

import marshal
import os
import sys
import time
from binascii import crc32
from os import environ, lstat, readlink, scandir, stat  # as they are while what others ask is noted
from os import open as open_file

from cockpit import __version__

TYPE_CHECKING = False  # whoever asks for an answer waits for no module that is only for types
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    Reply = Any
    """What a question was answered with, as plain data: numbers, texts, bytes and tuples of them."""
    Answer = tuple[int, str, str]
    """An exit code, and what is printed on standard output and standard error."""

FORM = b"cockpit answer 2\n"
MOST_BYTES = 1024 * 1024
STEP_SECONDS = 10
"""For a command whose answer is kept time goes in such steps, so that within one it has no other answer."""
_SLOTS = 4096
"""So many answers are kept at most; one takes the place of another."""
_KIND, _FOLDER = 0o170000, 0o040000
_ENDED = (b"Z", b"X", b"x")
"""States of a process that ended and is only kept until its parent asks how."""
_OF_OTHERS = 0o022


def find(arguments: Sequence[str]) -> Answer | None:
    """The answer that is kept for a command line, where it still holds; never raises for what lies there."""
    try:
        place, asked = place_of(arguments), asked_as(arguments)
        kept = _read(place) if place is not None else None
        if kept is None:
            return None
        known, step, questions, code, out, err = kept
        is_over = known != asked or step != step_of(time.time())
        if is_over or any(reply_to(kind, *each) != each[1] for kind, asked in questions for each in asked):
            return None
    except (OSError, ValueError, TypeError, KeyError, IndexError, EOFError):
        return None
    return code, out, err


def say(answer: Answer) -> int:
    """Print an answer; its exit code."""
    code, out, err = answer
    for stream, text in ((sys.stdout, out), (sys.stderr, err)):
        if stream is not None:
            stream.write(text)
    return code


def step_of(instant: float) -> float:
    """The end of the step of time in which an instant lies, in seconds since 1970."""
    return -(-instant // STEP_SECONDS) * STEP_SECONDS


def asked_as(arguments: Sequence[str]) -> list[Reply]:
    """What tells a command line from others: its words, where and by whom it is typed, and for which program."""
    return [__version__, sys.version, os.geteuid(), os.getcwd(), *arguments]


def place_of(arguments: Sequence[str]) -> str | None:
    """The file in which the answer to a command line is kept; None where nothing names a folder for it."""
    folder = os.environ.get("COCKPIT_CACHE_DIR")
    stated, home = os.environ.get("XDG_CACHE_HOME", ""), os.environ.get("HOME", "")
    if not folder and stated.startswith("/"):
        folder = f"{stated}/cockpit"
    elif not folder and home.startswith("/"):
        folder = f"{home}/{'Library/Caches' if sys.platform == 'darwin' else '.cache'}/cockpit"
    if not folder or not folder.startswith("/"):
        return None
    number = crc32("\0".join((os.getcwd(), *arguments)).encode("utf-8", "surrogatepass")) % _SLOTS
    return f"{folder}/answers/{number:03x}"


def forget_all() -> None:
    """Remove every answer that is kept, as far as that can be done."""
    from shutil import rmtree

    if (place := place_of(())) is not None:
        rmtree(place.rpartition("/")[0], ignore_errors=True)


def packed(content: tuple[Reply, ...]) -> bytes:
    """An answer with its questions as it is written."""
    data = marshal.dumps(content)
    return FORM + crc32(data).to_bytes(4, "big") + data


def _read(place: str) -> Reply:
    """What is kept at a place; None where it is not this person's alone, or not whole."""
    try:
        file = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    try:
        found = os.fstat(file)
        is_ours = found.st_uid == os.geteuid() and not found.st_mode & _OF_OTHERS
        data = os.read(file, MOST_BYTES) if is_ours and found.st_size <= MOST_BYTES else b""
    finally:
        os.close(file)
    start = len(FORM) + 4
    whole = data.startswith(FORM) and data[len(FORM) : start] == crc32(data[start:]).to_bytes(4, "big")
    return marshal.loads(data[start:]) if whole else None  # noqa: S302 -- the person's own file, and whole


# What can be asked, and how it is answered: in the same way when an answer is kept and when it is looked up


def status_reply(found: os.stat_result) -> tuple[int, ...]:
    """What counts of a path: of a folder what it is, not what is in it, which is asked by its names."""
    if found.st_mode & _KIND == _FOLDER:
        return found.st_mode, found.st_dev, found.st_ino, found.st_uid, found.st_gid
    return found.st_mode, found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def reply_to(kind: str, question: Reply, known: Reply = None) -> Reply:
    """What a question is answered with now; the number of the error where the system refuses."""
    try:
        return _REPLIES[kind](question, known)
    except OSError as error:
        return error.errno


def _names(question: tuple[str, bool], known: Reply) -> Reply:
    """The state of a folder and the names in it, of all or only of folders and links; not listed where its state is
    the known one."""
    path, every = question
    found = stat(path)
    if (found.st_ino, found.st_mtime_ns, found.st_ctime_ns) == known[0]:
        return known
    with scandir(path) as entries:
        return known[0], names_reply(entries, every)


def kind_of(entry: os.DirEntry[str]) -> str:
    """What an entry of a folder is, as it is kept with its name: a folder, a link, or a file."""
    return "/" if entry.is_dir(follow_symlinks=False) else "@" if entry.is_symlink() else ""


def names_reply(entries: Iterable[os.DirEntry[str]], every: bool) -> str:
    """The names as they are compared."""
    kinds = [(kind_of(each), each.name) for each in entries]
    return "\0".join(sorted([f"{kind}{name}" for kind, name in kinds if every or kind]))


def _process(path: str, _: Reply) -> Reply:
    """Whether a process runs, and since when, by its file below `/proc`."""
    file = open_file(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        fields = os.read(file, 4096).rpartition(b")")[2].split()
    finally:
        os.close(file)
    return fields[0] in _ENDED, fields[19]


_REPLIES: dict[str, Callable[[Any, Reply], Reply]] = {
    "followed": lambda path, _: status_reply(stat(path)),
    "unfollowed": lambda path, _: status_reply(lstat(path)),
    "goal": lambda path, _: readlink(path),
    "names": _names,
    "process": _process,
    "variable": lambda name, _: environ.get(name),
    "variables": lambda start, _: sorted(each for each in environ.items() if each[0].startswith(start)),
}
"""By kind of question what answers it; the second argument is the reply that is known."""
