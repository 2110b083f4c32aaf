"""How commits that HEAD does not contain come back: under another id, or by going on to them. Two questions, however
many commits.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from cockpit.model.preflight import Commit
from cockpit.rules.instants import parse_instant
from cockpit.rules.preflight.bringing_back import literal
from cockpit.storage import git
from cockpit.storage.git_log import FORMAT, LOG, MARK, SILENT, parsed_parents

_MOST = 2000
"""Commits of HEAD that are looked through for the same change, the newest first."""
Parents = Mapping[str, Sequence[str]]
"""The parents of commits, by id."""


def copies(root: Path, head: str, lost: Sequence[Commit], outside: Parents) -> dict[str, str]:
    """For each lost commit the newest one of HEAD that makes the same change, as a pick, rebase or amendment leaves it.

    `outside` are the commits that HEAD does not contain. One that the lost commit was itself built on is no copy of it.
    """
    written = [moment.at for each in lost if (moment := parse_instant(each.authored)) is not None]
    if not written:
        return {}
    since = f"--since={int(min(written).timestamp())}"
    answer = git.ask(root, *SILENT, FORMAT, f"--max-count={_MOST}", since, "--stdin", given=f"{head}\n")
    listed = tuple(parsed_parents(answer or ""))
    parents = {**outside, **{commit.id: its for commit, its in listed}}
    changes: dict[object, list[str]] = {}
    for commit, its in listed:
        changes.setdefault(commit.change, []).append(commit.id)
        changes.setdefault(_in_place(commit, its), []).append(commit.id)
    found = {}
    for each in lost:
        same = changes.get(each.change) or changes.get(_in_place(each, parents.get(each.id, ())), [])
        before = _history(each.id, parents) if same else set()
        newest = next((identifier for identifier in same if identifier not in before), None)
        if newest is not None:
            found[each.id] = newest
    return found


def _in_place(commit: Commit, parents: Sequence[str]) -> object:
    """What stays when the words of a commit are amended, its files apart: who made it and when, and on what."""
    return commit.author, commit.authored, tuple(parents)


def newest_with(root: Path, paths: Sequence[str]) -> dict[str, str]:
    """By path the newest commit that left such a file, wherever a branch, a tag or git's log of moves leads to it.

    Paths are relative to `root`; one question for all of them.
    """
    asked = [literal(path) for path in paths]
    if not asked:
        return {}
    answer = git.ask(
        root, *LOG, "--date-order", "--relative", FORMAT, "--all", "--reflog", "--diff-filter=d", "--", *asked
    )
    found: dict[str, str] = {}
    for commit, _ in parsed_parents(answer or ""):
        for path in commit.files:
            found.setdefault(path, commit.id)
    return {path: found[path] for path in paths if path in found}


def onto(root: Path, head: str, ids: Sequence[str], outside: Parents) -> dict[str, tuple[str, ...]]:
    """Of the commits those that HEAD leads to, each with the paths in which it differs from HEAD."""
    led = _built_on(head, ids, outside)
    asked = "".join(f"{each} {head}\n" for each in led)  # as if HEAD were its only parent
    names = ("--format=" + MARK + "%x00%H%x00", "-r", "-z", "--name-only", "--no-renames", "-O/dev/null")
    answer = git.ask(root, "diff-tree", "--stdin", *names, given=asked) if led else ""
    return {} if answer is None else dict.fromkeys(led, ()) | dict(_paths(answer))


def _paths(answer: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for record in answer.split(MARK)[1:]:
        _, identifier, *names = record.split("\0")
        yield identifier, tuple(name.lstrip("\n") for name in names if name.strip("\n"))


def _built_on(head: str, ids: Sequence[str], outside: Parents) -> list[str]:
    """Of the commits those that were built on HEAD."""
    children: dict[str, list[str]] = {}
    for identifier, its in outside.items():
        for each in its:
            children.setdefault(each, []).append(identifier)
    later = _history(head, children)
    return [each for each in ids if each in later]


def _history(identifier: str, parents: Parents) -> set[str]:
    """A commit and all that its parents lead to, as far as they are known."""
    found, left = {identifier}, [identifier]
    while left:
        for each in parents.get(left.pop(), ()):
            if each not in found:
                found.add(each)
                left.append(each)
    return found
