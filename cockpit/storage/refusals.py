"""What an expected error of the disk means to a person, as one sentence."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from errno import (
    EACCES,
    EBUSY,
    EDQUOT,
    EFBIG,
    EIO,
    EISDIR,
    ELOOP,
    EMFILE,
    ENAMETOOLONG,
    ENFILE,
    ENOENT,
    ENOSPC,
    ENOTDIR,
    EPERM,
    EROFS,
    ETXTBSY,
    EXDEV,
)

from cockpit.model.errors import CommandError
from cockpit.wording.messages import Message, Words

_CODES = {
    ENOSPC: "storage.disk-full",
    EDQUOT: "storage.quota-used-up",
    EROFS: "storage.read-only-file-system",
    EACCES: "storage.no-permission",
    EPERM: "storage.no-permission",
    ENOENT: "storage.no-folder-for",
    ENOTDIR: "storage.folder-is-none",
    EISDIR: "storage.not-a-file",
    ELOOP: "storage.link-to-itself",
    EXDEV: "storage.on-another-file-system",
    ENAMETOOLONG: "storage.name-too-long",
    EFBIG: "storage.would-be-too-large",
    EIO: "storage.disk-error",
    EBUSY: "storage.in-use",
    ETXTBSY: "storage.in-use",
    EMFILE: "storage.too-many-open-files",
    ENFILE: "storage.too-many-open-files",
}


class NotTaken(CommandError):
    """A database does not allow a change: one of its constraints, triggers or types is against it."""


class NoPlace(CommandError):
    """A path is no place for a file of the project: it leads out of it, back to itself, or there is a folder."""


_NO_PLACE = frozenset({EISDIR, ELOOP, ENOTDIR})


def disk_error(error: OSError, path: Words) -> Message:
    """What went wrong at a path, without a full stop."""
    known = _CODES.get(error.errno or 0)
    return Message(known, path=path) if known else Message("storage.not-written", path=path, why=_reason(error))


@contextmanager
def refusing(path: Words) -> Iterator[None]:
    """Turns an OSError of the block into CommandError, one sentence that names `path`."""
    try:
        yield
    except OSError as error:
        kind = NoPlace if error.errno in _NO_PLACE else CommandError
        raise kind(disk_error(error, path), unchanged=True) from error


@contextmanager
def reading(path: Message) -> Iterator[None]:
    """The same for what is only read."""
    try:
        yield
    except OSError as error:
        raise CommandError(Message("storage.not-read", path=path, why=_reason(error))) from error


def _reason(error: OSError) -> str:
    return (error.strerror or os.strerror(error.errno or EIO)).lower()
