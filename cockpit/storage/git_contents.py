"""What stands in files at a commit, such as the one at which a handoff was written: few questions for many files."""

import os
from collections.abc import Collection, Sequence
from hashlib import sha1, sha256
from pathlib import Path

from cockpit.rules.references import is_commit_id
from cockpit.rules.times import parse_instant
from cockpit.storage import git
from cockpit.storage.git_history import objects
from cockpit.storage.inside import stays_inside
from cockpit.storage.safe_reading import MAX_BYTES
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Base:
    """The commit at which a handoff was written; `problem` is one sentence where it is not known."""

    commit: str | None = None
    problem: str | None = None


def base_for(root: Path, named: str | None, since: str | None) -> Base:
    """The commit a handoff names as checked out, else the last one of HEAD before its instant."""
    if named is not None and is_commit_id(named):
        (answer,) = objects(root, [named]) or [""]
        identifier, _, kind = answer.partition(" ")
        if kind == "commit":
            return Base(commit=identifier)
        return Base(problem=f"Commit {named[:8]}, at which the handoff was written, is not in the repository.")
    instant = parse_instant(since)
    before = f"--before={int(instant.at.timestamp())}" if instant is not None else None
    last = git.ask(root, "rev-list", "--max-count=1", before, "HEAD") if before is not None else None
    if last and last.strip():
        return Base(commit=last.strip())
    return Base(problem="No commit is known to compare with.")


def texts_at(root: Path, commit: str, paths: Sequence[str]) -> dict[str, str]:
    """The text of the files of a project at a commit (its full id), of those that it has."""
    named = [path for path in paths if "\n" not in path and stays_inside(path)]
    given = "".join(f"{commit}:./{path}\n" for path in named)
    told = git.ask(root, "cat-file", "--batch-check=%(objecttype) %(objectsize) %(objectname)", given=given) or ""
    blobs = {}
    for path, answer in zip(named, told.splitlines(), strict=False):
        kind, size, identifier = (*answer.split(" ", 2), "", "")[:3]
        if kind == "blob" and int(size) <= MAX_BYTES:
            blobs[path] = identifier, int(size)
    asked = "".join(f"{identifier}\n" for identifier, _ in blobs.values())
    rest = os.fsencode(git.ask(root, "cat-file", "--batch", given=asked) or "") if blobs else b""
    found = {}
    for path, (_, length) in blobs.items():
        _, _, rest = rest.partition(b"\n")
        found[path], rest = rest[:length].decode("utf-8", "replace"), rest[length + 1 :]
    return found if not rest else {}


def checked_in(root: Path, contents: Collection[tuple[str, bytes]]) -> frozenset[tuple[str, bytes]]:
    """Those of some files, each with a content, that git has so, at HEAD or in the index: one question."""
    named = [each for each in contents if "\n" not in each[0] and stays_inside(each[0])]
    given = "".join(f"HEAD:./{path}\n:./{path}\n" for path, _ in named)
    told = (git.ask(root, "cat-file", "--batch-check=%(objectname)", given=given) or "").splitlines()
    if len(told) != 2 * len(named):
        return frozenset()
    pairs = zip(named, told[::2], told[1::2], strict=True)
    return frozenset(each for each, head, index in pairs if _is_blob(each[1], head, index))


def _is_blob(content: bytes, *identifiers: str) -> bool:
    """Whether one of the ids is that of the content."""
    data = b"blob %d\0" % len(content) + content
    names = {40: sha1(data, usedforsecurity=False).hexdigest(), 64: sha256(data).hexdigest()}
    return any(names.get(len(each)) == each for each in identifiers)
