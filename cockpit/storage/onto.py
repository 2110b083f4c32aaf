"""One file's change made on what stands there now, where a file may also be new or gone."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

from cockpit.documents import patch, rows
from cockpit.documents.patch import by_words, reapply, without_times
from cockpit.model.refused import Refused
from cockpit.storage.refusals import NOTHING_CHANGED
from cockpit.systems.interface import Change

Clashing = Callable[[str, bytes, bytes], str | None]
"""Whether the present content of a file and a change to it contradict each other: see `System.clash`."""


class LinesChanged(Exception):  # noqa: N818 - reads as what happened
    """The lines that a change is about are no longer as they were. Carries the path."""


def onto(change: Change, current: bytes | None, *, words: bool = False, over: bool = False) -> bytes | None:
    """What the file becomes: `current` where it contains the change already. Raises LinesChanged.

    With `words`, other words of the same lines may have changed since; with `over`, what stands in the place of the
    lines is older and gives way. A line of which the change is only about a time stays as somebody else wrote it since.
    """
    if current == change.before:
        return change.after
    if current == change.after:
        return current
    if change.before is None or change.after is None or current is None:
        raise LinesChanged(change.path)
    result = _made(change.path, change.before, change.after, current, words=words, over=over)
    if result is None and (timeless := without_times(change.before, change.after)) is not None:
        result = _made(change.path, change.before, timeless, current, words=words, over=over)
    if result is None or _is_broken(change.path, current, result):
        raise LinesChanged(change.path)
    return result


def made_on(change: Change, current: bytes | None, result: bytes | None) -> Change:
    """The change that gives the result (see `onto`) on what stands there now."""
    return replace(change, before=current, after=result)


def is_before(change: Change, current: bytes | None) -> bool:
    """Whether what a change is about is as it was before it."""
    return current == change.before


def share_put_back(change: Change, current: bytes) -> float:
    """How much of a change stands there as before it: 1 all of it, 0 none."""
    if change.before is None or change.after is None:
        return 1.0
    return patch.share_put_back(change.before, change.after, current)


def _made(path: str, before: bytes, after: bytes, current: bytes, *, words: bool, over: bool) -> bytes | None:
    if words or over:
        return by_words(before, after, current, one_side=path.endswith(".json"), over=over)
    return reapply(before, after, current)


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


class Clash(Refused):
    """A change whose lines fit would contradict what others wrote meanwhile. `why` says so, as a sentence begins."""

    def __init__(self, why: str) -> None:
        super().__init__(f"{why}; {NOTHING_CHANGED}.")
        self.why = why


def no_clash(path: str, present: bytes, result: bytes) -> str | None:
    """What a system says whose files hold nothing that could clash."""
    return None


def refuse_clash(change: Change, clashing: Clashing) -> None:
    """Raise Clash where a system has something against the content that a change would give (see `System.clash`)."""
    if change.before is not None and change.after is not None and change.before != change.after:
        why = clashing(change.path, change.before, change.after)
        if why is not None:
            raise Clash(why)


def inverse(change: Change) -> Change:
    """The change back."""
    return replace(change, before=change.after, after=change.before, rows=rows.inverse(change.rows))
