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
from cockpit.wording.messages import Message, Words, clause

_SAID = {
    ENOSPC: ("storage.disk-full", "The disk is full"),
    EDQUOT: ("storage.quota-used-up", "Your disk quota is used up"),
    EROFS: ("storage.read-only-file-system", "{path} is on a read-only file system"),
    EACCES: ("storage.no-permission", "You have no permission to write {path}"),
    EPERM: ("storage.no-permission", "You have no permission to write {path}"),
    ENOENT: ("storage.no-folder-for", "The folder of {path} does not exist"),
    ENOTDIR: ("storage.folder-is-none", "A parent of {path} is not a folder"),
    EISDIR: ("storage.not-a-file", "{path} is not a file"),
    ELOOP: ("storage.link-to-itself", "{path} is a symbolic link that points back to itself"),
    EXDEV: ("storage.on-another-file-system", "{path} is on a different file system than its folder"),
    ENAMETOOLONG: ("storage.name-too-long", "The name of {path} is too long"),
    EFBIG: ("storage.would-be-too-large", "{path} would be too large"),
    EIO: ("storage.disk-error", "The disk reports an error at {path}"),
    EBUSY: ("storage.in-use", "{path} is in use by the system"),
    ETXTBSY: ("storage.in-use", "{path} is in use by the system"),
    EMFILE: ("storage.too-many-open-files", "Too many files are open"),
    ENFILE: ("storage.too-many-open-files", "Too many files are open"),
}


class NotTaken(CommandError):
    """A database does not allow a change: one of its constraints, triggers or types is against it."""


class NoPlace(CommandError):
    """A path is no place for a file of the project: it leads out of it, back to itself, or there is a folder."""


_NO_PLACE = frozenset({EISDIR, ELOOP, ENOTDIR})


def disk_error(error: OSError, path: Words) -> Message:
    """What went wrong at a path, without a full stop."""
    code, text = _SAID.get(
        error.errno or 0, ("storage.not-written", f"{{path}} could not be written ({_reason(error)})")
    )
    return Message(code, text.replace("{path}", str(path)))


@contextmanager
def refusing(path: Words) -> Iterator[None]:
    """Turns an OSError of the block into CommandError, one sentence that names `path`."""
    try:
        yield
    except OSError as error:
        kind = NoPlace if error.errno in _NO_PLACE else CommandError
        raise kind(disk_error(error, path), unchanged=True) from error


@contextmanager
def reading(path: Words) -> Iterator[None]:
    """The same for what is only read."""
    try:
        yield
    except OSError as error:
        raise CommandError("storage.not-read", f"{clause(path)} cannot be read: {_reason(error)}.") from error


def _reason(error: OSError) -> str:
    return (error.strerror or os.strerror(error.errno or EIO)).lower()
