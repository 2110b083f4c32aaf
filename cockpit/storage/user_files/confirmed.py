"""Files of the project as a person confirmed them last: what they wrote there with cockpit holds, whatever stands in
the file now. Kept for all worktrees of a repository together, and never forgotten.
"""

import json
import os
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from cockpit.model.errors import CommandError
from cockpit.storage.user_files.places import repository_state_dir
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import CONFIRMED, Change

NAME = "confirmed.json"


def confirmed_file(root: Path) -> Path | None:
    """Where what was confirmed of a repository is kept; None where `root` is none, or no home folder is known."""
    if not os.path.lexists(root / ".git"):
        return None
    with suppress(CommandError):
        return repository_state_dir(root) / NAME
    return None


def confirmed_content(data: bytes, path: str) -> bytes | None:
    """The content of one file, from those of the kept one; None where none is confirmed."""
    content = _files(data).get(path, {}).get("content")
    return content.encode("utf-8", "surrogateescape") if isinstance(content, str) else None


def written_by_others(root: Path, paths: Sequence[str]) -> str | None:
    """The first of these files that holds something else than a person confirmed; None where each is as confirmed, or
    no limits are: then nobody's word is confirmed by what is undone."""
    from cockpit.storage import disk

    file = confirmed_file(root)
    kept = (disk.read(file) if file is not None else None) or b""
    mine = [path for path in paths if path in CONFIRMED] if confirmed_content(kept, CONFIRMED[0]) is not None else []
    return next((path for path in mine if disk.read(root / path) != confirmed_content(kept, path)), None)


def is_behind_later_limits(root: Path, entry: int, changes: Sequence[Change]) -> bool:
    """Whether the journal's `entry` took the place of another program's content, and more was confirmed since."""
    from cockpit.storage import disk

    file = confirmed_file(root)
    files = _files((disk.read(file) if file is not None else None) or b"")
    key = f"{ProjectStore.of(root).folder.name}:{entry}"
    known = [(files.get(each.path, {}), each) for each in changes]
    later = ((kept.get("content"), _text(each.after)) for kept, each in known if key in kept.get("over", {}))
    return any(now not in (None, after) for now, after in later)


def confirm(root: Path, changes: Sequence[Change], entry: int, undoes: int | None) -> None:
    """Keep what a person has just written in the journal's `entry`. Where that took the place of another program's
    content, `over` keeps what was confirmed then: what `undoes` it gives those bytes back, and confirms none of them;
    what does it again confirms the same again.

    Raises CommandError where that cannot be kept.
    """
    mine = [change for change in changes if change.path in CONFIRMED]
    file = confirmed_file(root) if mine else None
    if file is None:
        return
    from cockpit.storage import disk
    from cockpit.storage.user_files import private
    from cockpit.storage.user_files.locks import project_lock

    store = ProjectStore(file.parent)
    own = ProjectStore.of(root).folder
    with private.keeping(store) if store.folder == own else project_lock(store):  # its own is held already
        files = _files(disk.read(file) or b"")
        foreign = [each.path for each in mine if _text(each.before) != files.get(each.path, {}).get("content")]
        this, turned = f"{own.name}:{entry}", f"{own.name}:{undoes}"
        if undoes is not None and any(turned not in files.get(path, {}).get("over", {}) for path in foreign):
            return
        for change in mine:
            known = files.get(change.path, {})
            over = {key: content for key, content in known.get("over", {}).items() if key != this}
            content = over.get(turned, _text(change.after))
            over |= {this: known.get("content")} if change.path in foreign or turned in over else {}
            files[change.path] = {"content": content, "over": over}
        with private.keeping(store):
            private.write(file, json.dumps({"format": 1, "files": files}).encode() + b"\n")


def _files(data: bytes) -> dict[str, Any]:
    try:
        files = json.loads(data)["files"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return {}
    return {path: kept for path, kept in files.items() if isinstance(kept, Mapping)} if isinstance(files, dict) else {}


def _text(data: bytes | None) -> str | None:
    return data.decode("utf-8", "surrogateescape") if data is not None else None
