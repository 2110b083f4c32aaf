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

_SENTENCES = {
    ENOSPC: "The disk is full",
    EDQUOT: "Your disk quota is used up",
    EROFS: "{path} is on a read-only file system",
    EACCES: "You have no permission to write {path}",
    EPERM: "You have no permission to write {path}",
    ENOENT: "There is no folder for {path}",
    ENOTDIR: "The folder of {path} is no folder",
    EISDIR: "{path} is not a file",
    ELOOP: "{path} is a symbolic link that leads back to itself",
    EXDEV: "{path} is on another file system than its folder",
    ENAMETOOLONG: "The name of {path} is too long",
    EFBIG: "{path} would become too large",
    EIO: "The disk reports an error at {path}",
    EBUSY: "{path} is in use by the system",
    ETXTBSY: "{path} is in use by the system",
    EMFILE: "Too many files are open",
    ENFILE: "Too many files are open",
}


class NotTaken(CommandError):
    """A database does not allow a change: one of its constraints, triggers or types is against it."""


class NoPlace(CommandError):
    """A path is no place for a file of the project: it leads out of it, back to itself, or there is a folder."""


_NO_PLACE = frozenset({EISDIR, ELOOP, ENOTDIR})


def sentence(error: OSError, path: str) -> str:
    """What went wrong at a path, without a full stop."""
    known = _SENTENCES.get(error.errno or 0)
    return known.format(path=path) if known else f"{path} could not be written ({_reason(error)})"


@contextmanager
def refusing(path: str) -> Iterator[None]:
    """Turns an OSError of the block into CommandError, one sentence that names `path`."""
    try:
        yield
    except OSError as error:
        kind = NoPlace if error.errno in _NO_PLACE else CommandError
        raise kind(f"{sentence(error, path)}", unchanged=True) from error


@contextmanager
def reading(path: str) -> Iterator[None]:
    """The same for what is only read."""
    try:
        yield
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {_reason(error)}.") from error


def _reason(error: OSError) -> str:
    return (error.strerror or os.strerror(error.errno or EIO)).lower()
