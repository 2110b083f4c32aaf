"""The commands that bring back what is lost, for a person to type: quoted for a shell, and of exactly these files."""

import re
import shlex
from collections.abc import Collection, Iterable, Mapping

from cockpit.model.preflight import Commit, Difference
from cockpit.rules.printable import printable

_SHORT = 8
_PATTERN = re.compile(r"[*?\[\\]|^:")


def in_command(path: str) -> str:
    """A path as git takes it literally: `[I].ts` is a pattern else, and may also overwrite `I.ts`."""
    return shlex.quote(f":(literal){path}" if _PATTERN.search(path) else path)


def regaining(commit: Commit, ahead: Collection[str] | None, changed: Collection[str] | None) -> str:
    """Go on to a lost commit, for its id stays then: where HEAD leads to it, and no uncommitted file is in the way.
    Else make its change again.
    """
    free = ahead is not None and changed is not None and not set(ahead) & set(changed)
    return f"git {'merge --ff-only' if free else 'cherry-pick'} {commit.id[:_SHORT]}"


def restoring(paths: Iterable[str], differences: Mapping[str, Difference]) -> str | None:
    """Bring back those that are deleted; nothing else, for that would lose what a person wrote.

    None where none is, and of names that no screen shows as they are.
    """
    named = [path for path in paths if path == printable(path)]
    ways: tuple[tuple[Difference, str], ...] = (("deleted", "git restore"), ("removed", "git restore -SW"))
    gone = [(way, [in_command(path) for path in named if differences.get(path) == each]) for each, way in ways]
    return " && ".join(f"{way} -- {' '.join(paths)}" for way, paths in gone if paths) or None
