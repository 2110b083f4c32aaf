"""The commands that bring back what is lost, for a person to type: quoted for a shell, and of exactly these files."""

import re
import shlex
from collections.abc import Iterable, Mapping

from cockpit.model.preflight import Difference
from cockpit.rules.printable import printable

_PATTERN = re.compile(r"[*?\[\\]|^:")


def in_command(path: str) -> str:
    """A path as git takes it literally: `[I].ts` is a pattern else, and may also overwrite `I.ts`."""
    return shlex.quote(f":(literal){path}" if _PATTERN.search(path) else path)


def restoring(paths: Iterable[str], differences: Mapping[str, Difference]) -> str | None:
    """Bring back those that are deleted; nothing else, for that would lose what a person wrote.

    None where none is, and of names that no screen shows as they are.
    """
    named = [path for path in paths if path == printable(path)]
    ways: tuple[tuple[Difference, str], ...] = (("deleted", "git restore"), ("removed", "git restore -SW"))
    gone = [(way, [in_command(path) for path in named if differences.get(path) == each]) for each, way in ways]
    return " && ".join(f"{way} -- {' '.join(paths)}" for way, paths in gone if paths) or None
