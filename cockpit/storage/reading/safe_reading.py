"""Reading from disk without being harmed by what lies there.

Only regular files inside the fence are read: a FIFO would block, a device may act on being opened, a link may lead to
another person's files. What is refused is told as a finding.
"""

import os
import stat
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from errno import ENOENT
from itertools import accumulate, islice
from pathlib import Path, PurePosixPath

from cockpit.model import Finding
from cockpit.storage import disk
from cockpit.storage.root_boundary import Outside, Place, stays_inside, walked
from cockpit.storage.signatures import Kind, Signature, kind_of_error, signature_from, signature_of
from cockpit.systems.interface import TOO_LARGE, FileContent
from cockpit.wording.phrases import counted

MAX_BYTES = 4 * 1024 * 1024
MAX_NAMES = 10_000
MAX_PATH = 4096
"""Characters of a path that anything can lie at."""
STEADY_ATTEMPTS = 3
LATEST = 32_503_680_000
"""Seconds, of the year 3000: what says that it was written later says nothing."""

_UNDECODABLE = frozenset(map(chr, range(0xD800, 0xE000)))
"""The surrogates by which Python keeps the undecodable bytes of a name."""
_OPEN_FLAGS = os.O_RDONLY | os.O_NONBLOCK | os.O_NOFOLLOW | os.O_CLOEXEC | os.O_NOCTTY
_LIST_FLAGS = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
_REFUSALS: dict[Kind, tuple[str, str, str]] = {
    "folder": ("is-a-folder", "{path} is a folder, not a file.", "Rename or remove the folder."),
    "other": (
        "not-a-file",
        "{path} is neither a file nor a folder and was not read.",
        "Replace it with a regular file.",
    ),
    "dangling": (
        "dangling-link",
        "{path} is a symbolic link to a path that does not exist.",
        "Remove or fix the link, or restore its target.",
    ),
    "denied": (
        "no-permission",
        "{path} cannot be read: permission denied.",
        "Check the owner and permissions of the path.",
    ),
    "loop": (
        "symlink-loop",
        "{path} is a symbolic link that points back to itself.",
        "Remove or fix the link.",
    ),
    "unreadable": (
        "unreadable",
        "{path} cannot be read: the file system reports an error.",
        "Try to read it with another program.",
    ),
}
"""The code of the finding, what it says, and its hint."""


def place_of(root: Path, path: str, base: str) -> str | None:
    """Where a path leads, relative to the root; None where it leaves it or there is a link on the way."""
    if len(path) > MAX_PATH:
        return None
    if path.startswith("/"):
        inside = (path.removeprefix(f"{top}/") for top in (str(root), os.path.realpath(root)) if is_within(path, top))
        path = next(inside, "..")
        base = ""
    parts = PurePosixPath(base, path).parts
    if not stays_inside("/".join(parts)) or any(part.startswith("~") or ":" in part for part in parts[:1]):
        return None
    return None if _crosses_a_link(root, parts) else "/".join(parts)


def _crosses_a_link(root: Path, parts: tuple[str, ...]) -> bool:
    """Whether one of the steps from the root is a link; nothing below what is not there can be one."""
    way = str(root)
    for part in parts:
        way = f"{way}/{part}"
        try:
            mode = os.lstat(way).st_mode
        except (OSError, ValueError):
            return False
        if stat.S_ISLNK(mode):
            return True
    return False


PATH_OUTSIDE = "path-outside"
"""The code of the finding about a path that leads out of the project."""


def outside(path: str, root: str | None = None) -> FileContent:
    """The answer to a path that leads out of the project, by its text or through a link; below `root`, the link is
    named."""
    link = _link_out(root, path) if root is not None else None
    message, hint = f"{path} is outside the project and was not read.", "Keep state files inside the project."
    if link is not None:
        message = f"{link} is a symbolic link to a path outside the project and was not followed."
        hint = "Open the project that contains the target, or keep the files in this project."
    finding = Finding(code=PATH_OUTSIDE, severity="error", path=link or path, message=message, hint=hint)
    return FileContent(path=path, data=None, finding=finding)


def _link_out(root: str, path: str) -> str | None:
    """The first link on the way to a path whose target lies outside; None where there is none any more."""
    steps = accumulate(path.split("/"), lambda above, name: f"{above}/{name}")
    links = (step for step in steps if Path(root, step).is_symlink())
    try:
        return next((step for step in links if not is_within(os.path.realpath(Path(root, step)), root)), None)
    except OSError:  # it is being exchanged
        return None


def refusal(kind: Kind, path: str, accused: str | None = None) -> FileContent | None:
    """The answer to something that is no readable file, or lies in `accused`; None for what is not there."""
    if kind == "absent":
        return None
    code, text, hint = _REFUSALS[kind]
    where = accused or path
    finding = Finding(code=code, severity="error", path=where, message=text.format(path=where), hint=hint)
    return FileContent(path=path, data=None, finding=finding)


def read_steadily(root: str | None, path: str, display_path: str) -> tuple[FileContent | None, Signature]:
    """The content at a path and the signature it belongs to.

    `root` is the real path of the folder it must lie in (None: an absolute path, which may lead anywhere),
    `display_path` the path for findings. A file that is being rewritten meanwhile is read again, up to three times;
    what still moves then gets a signature that equals no other, so that the next comparison reads it anew.
    """
    absolute = path if root is None else os.path.join(root, path)  # noqa: PTH118 - asked often
    before = signature_of(absolute)
    for _ in range(STEADY_ATTEMPTS):
        content = _read_once(root, path, absolute, display_path)
        after = signature_of(absolute)
        if after == before:
            return content, before
        before = after
    return content, before._replace(size=-1)


def names_in(root: str, path: str, display_path: str) -> tuple[tuple[str, ...], Finding | None]:
    """The sorted names in a folder, sub-folders with a trailing slash, and what prevented listing all of them.

    `root` and `display_path` as in `read_steadily`.
    """
    try:
        with walked(root, path) as place:
            found = _listed(place)
    except Outside:
        return (), outside(display_path, root).finding
    except NotADirectoryError:
        return (), None
    except OSError as error:
        kind = kind_of_error(error)
        refused = refusal(kind, display_path, _culprit(os.path.join(root, path).rstrip("/"), display_path, kind))  # noqa: PTH118
        return (), refused.finding if refused else None
    return _presentable(found, display_path)


def _listed(place: Place) -> dict[str, bool | None]:
    """The names in a folder, and which are folders. Raises OSError."""
    if place.missing:
        raise FileNotFoundError(ENOENT, os.strerror(ENOENT), place.path)
    handle = os.open(place.name, _LIST_FLAGS, dir_fd=place.folder)
    try:
        with os.scandir(handle) as entries:
            return {entry.name: is_folder(entry) for entry in islice(entries, MAX_NAMES + 1)}
    finally:
        os.close(handle)


def is_folder(entry: os.DirEntry[str]) -> bool | None:
    """Whether an entry of a folder is or leads to a folder; None for a link that leads back to itself. Never raises."""
    try:
        return entry.is_dir()
    except OSError as error:
        return None if kind_of_error(error) == "loop" else False


def real_file(root: str | None, path: str, display_path: str) -> str | FileContent | None:
    """The real path of a regular file; else what is to be said of the path: None where there is nothing. Raises
    nothing. The arguments are those of `read_steadily`. Nothing is opened."""
    absolute = path if root is None else os.path.join(root, path)  # noqa: PTH118 - as above
    try:
        if root is None:
            real = os.path.realpath(absolute, strict=True)
        else:
            with walked(root, path) as place:
                real = os.path.join(root, place.inside)  # noqa: PTH118
        kind = signature_of(real).kind  # before opening: opening a device may already act on it
        if kind == "absent":
            raise FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
        return real if kind == "file" else refusal(kind, display_path)
    except Outside:
        return outside(display_path, root)
    except OSError as error:
        return _refused(error, absolute, display_path)


def _read_once(root: str | None, path: str, absolute: str, display_path: str) -> FileContent | None:
    try:
        if root is None:
            real = real_file(None, path, display_path)
            return _content(real, None, display_path) if isinstance(real, str) else real
        with walked(root, path) as place:
            found = None if place.missing else disk.status(place.name, place.folder)
            if found is None:
                raise FileNotFoundError(ENOENT, os.strerror(ENOENT), path)
            kind = signature_from(found).kind  # before opening: opening a device may already act on it
            return _content(place.name, place.folder, display_path) if kind == "file" else refusal(kind, display_path)
    except Outside:
        return outside(display_path, root)
    except OSError as error:
        return _refused(error, absolute, display_path)


def _refused(error: OSError, absolute: str, display_path: str) -> FileContent | None:
    kind = kind_of_error(error)
    if kind == "absent":
        kind = signature_of(absolute).kind  # a link to nothing is there, and may be mended
        return refusal(kind, display_path) if kind == "dangling" else None
    return refusal(kind, display_path, _culprit(absolute, display_path, kind))


def _culprit(absolute: str, display_path: str, kind: Kind) -> str:
    """The folder on the way to a path that cannot be entered for the same reason; the path itself where all can."""
    above = os.path.dirname(absolute)  # noqa: PTH120 - of a text
    while "/" in display_path and signature_of(f"{above}/.").kind == kind:
        above, display_path = os.path.dirname(above), os.path.dirname(display_path)  # noqa: PTH120
    return display_path


def _content(name: str, folder: int | None, display_path: str) -> FileContent | None:
    with open(open_to_read(name, folder), "rb") as handle:
        found = os.fstat(handle.fileno())
        if (kind := signature_from(found).kind) != "file":
            return refusal(kind, display_path)
        data = handle.read(MAX_BYTES + 1)
    finding = _too_large(display_path, max(found.st_size, len(data))) if len(data) > MAX_BYTES else None
    changed = datetime.fromtimestamp(found.st_mtime, UTC) if 0 <= found.st_mtime < LATEST else None
    return FileContent(path=display_path, data=data[:MAX_BYTES], finding=finding, changed=changed)


def open_to_read(name: str, folder: int | None) -> int:
    """The descriptor of what lies at a name in a folder, without following a link or waiting. Raises OSError.

    The caller closes it, and looks at what it is first: opening a device may already act on it.
    """
    return os.open(name, _OPEN_FLAGS, dir_fd=folder)


def is_within(path: str, folder: str) -> bool:
    """Whether a real path is that folder or lies below it; asked at every poll, for which pathlib is slow."""
    return path == folder or path.startswith(folder.rstrip("/") + "/")


def _too_large(display_path: str, size: int) -> Finding:
    most = MAX_BYTES // 1024 // 1024
    message = f"{display_path} is {size / 1024 / 1024:.1f} MiB. Only the first {most} MiB were read."
    hint = "Move older content to another file."
    return Finding(code=TOO_LARGE, severity="warning", path=display_path, message=message, hint=hint)


def _presentable(found: Mapping[str, bool | None], display_path: str) -> tuple[tuple[str, ...], Finding | None]:
    """Names that can be shown and printed as JSON, without links to themselves; one finding says what was left out."""
    whole = list(found)[:MAX_NAMES]
    decodable = sorted(name for name in whole if not _UNDECODABLE.intersection(name))
    names = tuple(sorted(f"{name}/" if found[name] else name for name in decodable if found[name] is not None))
    loops = [name for name in decodable if found[name] is None]
    if loops:
        return names, _loops(loops, display_path)
    if len(found) > MAX_NAMES:
        message = f"{display_path} has more than {MAX_NAMES} entries. The rest was not read."
        return names, Finding(code="folder-too-large", severity="warning", path=display_path, message=message)
    if skipped := len(whole) - len(decodable):
        were = ("is not UTF-8 and was", "are not UTF-8 and were")[skipped > 1]
        message = f"{display_path} has {counted(skipped, 'name')} that {were} skipped."
        return names, Finding(code="name-not-utf8", severity="warning", path=display_path, message=message)
    return names, None


def _loops(names: Sequence[str], display_path: str) -> Finding:
    code, text, hint = _REFUSALS["loop"]
    path = str(PurePosixPath(display_path) / names[0])
    message = text.format(path=path)
    if len(names) > 1:
        message = f"{path} and {counted(len(names) - 1, 'other')} are symbolic links that point back to themselves."
    return Finding(code=code, severity="warning", path=path, message=message, hint=hint)
