"""One file's change made on what stands there now, where a file may also be new or gone."""

import json
from collections.abc import Sequence
from dataclasses import replace

from cockpit.documents import rows
from cockpit.documents.line_merge import reapply
from cockpit.systems.interface import Change


class LinesChanged(Exception):  # noqa: N818 - reads as what happened
    """The lines that a change is about are no longer as they were. Carries the path."""


def onto(change: Change, current: bytes | None, *, beside: bool = True) -> bytes | None:
    """What the file becomes: `current` where it contains the change already. `beside` as in `reapply`.

    Raises LinesChanged.
    """
    if current == change.before:
        return change.after
    if current == change.after:
        return current
    if change.before is None or change.after is None or current is None:
        raise LinesChanged(change.path)
    result = reapply(change.before, change.after, current, beside=beside)
    if result is None or _is_broken(change.path, current, result):
        raise LinesChanged(change.path)
    return result


def made_on(change: Change, current: bytes | None, result: bytes | None) -> Change:
    """The change that gives the result (see `onto`) on what stands there now."""
    return replace(change, before=current, after=result)


def _is_broken(path: str, current: bytes, result: bytes) -> bool:
    """Whether a JSON file could be read before and could not be read after, or names something twice only then."""
    return path.endswith(".json") and _is_json(current) and not _is_json(result)


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data, object_pairs_hook=_with_each_name_once)
    except (ValueError, RecursionError):
        return False
    return True


def _with_each_name_once(pairs: Sequence[tuple[str, object]]) -> None:
    if len({name for name, _ in pairs}) < len(pairs):
        raise ValueError


def inverse(change: Change) -> Change:
    """The change back."""
    return replace(change, before=change.after, after=change.before, rows=rows.inverse(change.rows))
