"""The commands that bring back what is lost, for a person to type: quoted for a shell, and of exactly these files."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence

from cockpit.model import Handoff, Position
from cockpit.model.checklist import Commit, Difference, Way
from cockpit.regex import regex
from cockpit.rules.handoff.handoff_status import parts_of
from cockpit.rules.work import work_among
from cockpit.wording.messages import Message, Words
from cockpit.wording.printable import printable

PICKED = "checklist.picked-once-committed"
"""The code of the evidence that only warns of what the command to pick a commit again needs."""
_SHORT = 8
_NAMED = 8
_ORDER = ("phase", "plan", "task")
_NUMBER = regex(r"(?:[A-Za-z]{1,4}-)?\d+(?:[.-]\d+)*[A-Za-z]?", re.ASCII)
_BRANCH = regex(r"(?!-)[^\s~^:?*\[\\]+")
_NO_BRANCH = regex(r"\.\.|//|@\{|/\.|^[./]|[./]$|\.lock(/|$)|^(@|HEAD)$")
_PATTERN = regex(r"[*?\[\\]|^:")


def literal(path: str) -> str:
    """A path as git takes it literally: `[I].ts` is a pattern else, and may also overwrite `I.ts`."""
    return f":(literal){path}" if _PATTERN.search(path) else path


def moving(handoff: Handoff, position: Position) -> tuple[Way, ...]:
    """Move the state to where the handoff stands; none where it names no number that could be moved to."""
    to = to_move(handoff, position)
    values = tuple(f"{part}={value}" for part, value in to)
    return (Way((("cockpit", "set", *values),), "Move the state"),) if to else ()


def to_move(handoff: Handoff, position: Position) -> Sequence[tuple[str, str]]:
    """The parts of the position to move, each with the handoff's value, from the first that differs on; none where the
    handoff names no number that could be moved to.
    """
    differing = [name for name, theirs, ours in both_name(handoff, position) if not same_place(theirs, ours)]
    named = [  # without the phase before it where the state file writes none
        (name, theirs.strip() if "." in (ours or "") else theirs.strip().rpartition(".")[2])
        for name, theirs, ours in parts_of(handoff, position)
        if theirs
    ]
    to = [each for each in named if differing and _ORDER.index(each[0]) >= _ORDER.index(differing[0])]
    return to if all(_NUMBER.fullmatch(value) for _, value in to) else ()


def agrees(handoff: Handoff, position: Position) -> bool:
    """Whether a position is the handoff's, as far as both name it."""
    return all(same_place(theirs, ours) for _, theirs, ours in both_name(handoff, position))


def both_name(handoff: Handoff, position: Position) -> list[tuple[str, str, str]]:
    """Phase, plan and task by name, as the handoff and the state write them; those that both name."""
    return [(name, theirs, ours) for name, theirs, ours in parts_of(handoff, position) if theirs and ours]


def same_place(first: str, second: str) -> bool:
    """Whether two ids mean the same step: `3` and `03`; for a plan written with its phase, `3.2` and `2`."""
    one, other = _bare(first), _bare(second)
    if ("." in one) == ("." in other):
        return one == other
    return one.rpartition(".")[2] == other.rpartition(".")[2]


def _bare(text: str) -> str:
    return ".".join(part.lstrip("0") or "0" for part in text.strip().casefold().split("."))


def regaining(commit: Commit, changed: Collection[str] | None, state: str) -> tuple[Way | None, tuple[Words, ...]]:
    """The way back to a lost commit, and what is to be said of it; `state` is the folder of the state files.

    Its change is made again. Git refuses that while a file it changes is not committed: where only files of the state
    are, which are newer on the disk, its work alone is taken, with its words, author and time.
    """
    short = commit.id[:_SHORT]
    again = Way((("git", "cherry-pick", "--ff", short),))
    in_the_way = sorted({*commit.files, *commit.deleted} & {*(changed or ())})
    work = work_among((*commit.files, *commit.deleted), state)
    if not in_the_way:
        return again, ()
    if not work:
        return None, ("The commit changed only state files, and those on disk are newer. Nothing to recover.",)
    if work_among((*in_the_way, *commit.deleted), state) or any(path != printable(path) for path in work):
        return again, (Message(PICKED, f"Before the cherry-pick, commit or stash {', '.join(in_the_way[:_NAMED])}."),)
    paths = tuple(map(literal, work))
    return Way((("git", "checkout", short, "--", *paths), ("git", "commit", "-C", short, "--", *paths))), ()


def switching(branch: str) -> tuple[Way, ...]:
    """Check out a branch; none of a name that git has for no branch, or that no screen shows as it is."""
    if not _BRANCH.fullmatch(branch) or _NO_BRANCH.search(branch) or branch != printable(branch):
        return ()
    return (Way((("git", "switch", branch),), "Switch back"),)


def restoring(paths: Iterable[str], differences: Mapping[str, Difference]) -> tuple[Way, ...]:
    """Bring back those that are deleted; nothing else, for that would lose what a person wrote.

    None where nothing is deleted, and of names that no screen shows as they are.
    """
    named = [path for path in paths if path == printable(path)]
    ways: tuple[tuple[Difference, tuple[str, ...]], ...] = (("deleted", ()), ("removed", ("-SW",)))
    lost_by_way = [(way, [literal(path) for path in named if differences.get(path) == each]) for each, way in ways]
    steps = tuple(("git", "restore", *way, "--", *paths) for way, paths in lost_by_way if paths)
    return (Way(steps),) if steps else ()
