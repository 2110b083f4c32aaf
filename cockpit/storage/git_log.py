"""How commits are asked of git with the paths they changed, and how its answer is read."""

from collections.abc import Iterator, Sequence
from dataclasses import field
from datetime import UTC, datetime
from secrets import token_hex

from cockpit.model.preflight import Commit
from cockpit.rules.instants import write_instant
from cockpit.values import dataclass

_ALONE = ("log", "-z", "--no-show-signature", "--no-textconv", "--no-ext-diff", "--no-mailmap")
LOG = (*_ALONE, "--no-renames", "--name-status", "-O/dev/null")
"""Asks for commits with what they changed."""
SILENT = (*_ALONE, "--no-patch")
"""Asks for commits alone, which takes no comparing."""
MARK = token_hex(16)
"""Begins each commit in what git prints: nothing that a commit message holds can pass for it."""

FORMAT = f"--format={MARK}%x00%H%x00%P%x00%ct%x00%at%x00%an <%ae>%x00%s%x00"


def parsed(answer: str) -> Iterator[Commit]:
    """The commits of a log in `FORMAT` with `--name-status -z`: fields, then a status and a path in turn.

    One without a parent is told as cut: whether it is, only the repository says.
    """
    return (commit for commit, _ in parsed_parents(answer))


def parsed_parents(answer: str) -> Iterator[tuple[Commit, tuple[str, ...]]]:
    """The same, each with the ids of its parents."""
    for record in answer.split(MARK)[1:]:
        _, identifier, parents, seconds, written, author, subject, *rest = record.split("\0")
        names = _Names.of(rest)
        commit = Commit(
            id=identifier,
            subject=subject,
            at=_instant(seconds),
            author=author,
            authored=_instant(written),
            files=tuple(names.left),
            deleted=tuple(names.removed),
            cut=not parents,
        )
        yield commit, tuple(parents.split())


def _instant(seconds: str) -> str:
    """An instant as git counts it; empty where the commit is damaged there."""
    try:
        return write_instant(datetime.fromtimestamp(int(seconds), UTC))
    except (ValueError, OverflowError, OSError):
        return ""


@dataclass(slots=True)
class _Names:
    """The paths of one commit."""

    left: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, parts: Sequence[str]) -> "_Names":
        names = cls()
        told = [part.lstrip("\n") for part in parts if part.strip("\n")]
        for status, path in zip(told[::2], told[1::2], strict=False):
            (names.removed if status == "D" else names.left).append(path)
        return names
