"""What git knows of claimed commits, of what happened since and of the files on disk: a handful of questions, however
many claims.

Text from files never becomes an argument: only hexadecimal ids are asked for, and they go through standard input.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from cockpit.model.checklist import Commit, CommitFact, Difference, RepositoryFacts
from cockpit.rules.references import is_commit_id
from cockpit.rules.remedies import literal
from cockpit.rules.times import parse_instant, write_instant
from cockpit.storage import git
from cockpit.values import dataclass

MOST_COMMITS = 1000
_MOST_FILES = 1000
_LOG = (
    "log", "-z", "--no-show-signature", "--no-textconv", "--no-ext-diff", "--no-mailmap",
    "--no-renames", "--name-status", "-O/dev/null",
)  # fmt: skip
"""Asks for commits with what they changed."""
_MARK = token_hex(16)
"""Begins each commit in what git prints: nothing that a commit message holds can pass for it."""
_FORMAT = f"--format={_MARK}%x00%H%x00%P%x00%ct%x00%at%x00%an <%ae>%x00%s%x00"


def repository_facts(root: Path, claimed: Sequence[str], since: str | None, base: str | None = None) -> RepositoryFacts:
    """What git can tell about the repository of `root`: its head, what changed, and what is claimed of its commits.

    `claimed` are ids as files write them, of any shape; `since` an instant after which commits are listed. `base` is
    one of the claimed: where HEAD contains it, the commits behind it are listed, whatever their time; one of the same
    second is among them.
    """
    prefix = git.ask(root, "rev-parse", "--show-prefix")
    if prefix is None:
        return RepositoryFacts(problem=_problem(root))
    head = git.head(root)
    facts = _commit_facts(root, claimed, head)
    shallow = (git.ask(root, "rev-parse", "--is-shallow-repository") or "").strip() == "true"
    inside = _Inside(prefix.strip("\n"), shallow)
    told = differences(root, inside)
    asked = facts.get(base or "")
    recent = tuple(map(inside.commit, _recent(root, since, asked))) if head else ()
    return RepositoryFacts(
        head=head,
        branch=git.branch(root),
        shallow=shallow,
        operation=git.operation(root),
        changed=None if told is None else tuple(told),
        differences=told or {},
        recent=recent,
        commits={key: _with_again(inside.fact(fact), recent) for key, fact in facts.items()},
    )


def _with_again(fact: CommitFact, recent: Sequence[Commit]) -> CommitFact:
    """A commit that HEAD does not contain, with the one of the commits since that makes its change again, as a pick, a
    rebase or an amendment leaves it.
    """
    lost = fact.commit if fact.ancestor is False else None
    if lost is None:
        return fact
    again = (each for each in recent if each.change == lost.change and each.at > lost.at)
    return replace(fact, again=next(again, None))


@dataclass(frozen=True, slots=True)
class _Inside:
    """Paths of the repository as paths of a project that lies in a folder of it; those outside keep a leading `:/`.

    Where a shallow clone begins, git shows every file as new: there, none is told.
    """

    prefix: str
    shallow: bool

    def path(self, path: str) -> str:
        return path.removeprefix(self.prefix) if path.startswith(self.prefix) else f":/{path}"

    def commit(self, commit: Commit) -> Commit:
        if commit.cut and self.shallow:
            return replace(commit, files=(), deleted=())
        files, deleted = (tuple(map(self.path, each)) for each in (commit.files, commit.deleted))
        return replace(commit, files=files, deleted=deleted, cut=False)

    def fact(self, fact: CommitFact) -> CommitFact:
        return replace(fact, commit=self.commit(fact.commit)) if fact.commit is not None else fact


def _problem(root: Path) -> str:
    if git.missing():
        return "git is not installed."
    return (
        "This folder is in no git repository." if git.git_root(root) is None else "git could not read the repository."
    )


def _commit_facts(root: Path, claimed: Sequence[str], head: str | None) -> dict[str, CommitFact]:
    facts = {each: CommitFact(claimed=each, problem="It is no commit id.") for each in claimed}
    asked = [each for each in facts if is_commit_id(each)]
    full: dict[str, str] = {}
    for each, answer in zip(asked, objects(root, asked), strict=False):
        identifier, _, kind = answer.partition(" ")
        if kind == "commit":
            full[each] = identifier
        else:
            facts[each] = CommitFact(claimed=each, problem=_why(kind))
    commits = {commit.id: commit for commit in _told(root, tuple(full.values()))}
    outside = _not_in(root, tuple(full.values()), head)
    for each, identifier in full.items():
        ancestor = None if outside is None else identifier not in outside
        facts[each] = CommitFact(claimed=each, commit=commits.get(identifier), ancestor=ancestor)
    lost = {each: full[each] for each, fact in facts.items() if fact.ancestor is False}
    return facts | _kept(root, facts, lost) if lost else facts


def _kept(root: Path, facts: Mapping[str, CommitFact], lost: Mapping[str, str]) -> dict[str, CommitFact]:
    """The commits that HEAD does not contain, each with the branch or tag that does."""
    ids = tuple(dict.fromkeys(lost.values()))
    refs = ("--refs=refs/heads/*", "--refs=refs/remotes/*", "--refs=refs/tags/*")
    names = (git.ask(root, "name-rev", "--name-only", *refs, *ids) or "").splitlines()
    by_id = dict(zip(ids, map(_ref, names), strict=False))
    return {each: replace(facts[each], branch=by_id.get(identifier)) for each, identifier in lost.items()}


def _ref(name: str) -> str | None:
    """What a commit is on, by git's name for it: `feature~2` is on the branch feature."""
    bare = re.split(r"[~^]", name)[0]
    if bare in ("undefined", ""):
        return None
    if bare.startswith("tags/"):
        return f"tag {bare.removeprefix('tags/')}"
    return f"branch {bare.removeprefix('heads/').removeprefix('remotes/')}"


def _why(kind: str) -> str:
    if kind.startswith("ambiguous"):
        return "More than one object of the repository begins like that."
    return "The repository has no such commit." if kind in ("missing", "") else f"It is a {kind}, no commit."


def objects(root: Path, ids: Sequence[str]) -> list[str]:
    """`<full id> commit`, `<id> missing` or `<id> ambiguous`, a line for each id."""
    answer = git.ask(root, "cat-file", "--batch-check=%(objectname) %(objecttype)", given="\n".join(ids) + "\n")
    return answer.splitlines() if ids and answer is not None else []


def _told(root: Path, ids: Sequence[str]) -> Iterator[Commit]:
    answer = (
        git.ask(root, *_LOG, _FORMAT, "--no-walk=unsorted", "--stdin", given="\n".join(ids) + "\n") if ids else None
    )
    return _parsed(answer or "")


def _not_in(root: Path, ids: Sequence[str], head: str | None) -> frozenset[str] | None:
    """The commits from these on that HEAD does not contain, before the first commit all; None where git cannot tell."""
    if not ids or head is None:
        return frozenset(ids)
    answer = git.ask(root, "rev-list", "--stdin", given="\n".join((*ids, f"^{head}")) + "\n")
    return frozenset(answer.split()) if answer is not None else None


def _recent(root: Path, since: str | None, base: CommitFact | None = None) -> Iterator[Commit]:
    """The commits of HEAD behind a commit that it contains, else after an instant, newest first; none where there is
    neither to count from.
    """
    most = f"--max-count={MOST_COMMITS}"
    if base is not None and base.ancestor and base.commit is not None:
        return _parsed(git.ask(root, *_LOG, _FORMAT, most, f"{base.commit.id}..HEAD") or "")
    instant = parse_instant(since)
    if instant is None:
        return iter(())
    after = f"--since={int(instant.at.timestamp()) + 1}"  # the second of the instant itself may lie before it
    return _parsed(git.ask(root, *_LOG, _FORMAT, most, after, "HEAD") or "")


def newest_with(root: Path, paths: Sequence[str]) -> dict[str, str]:
    """By path the newest commit that left such a file, wherever a branch, a tag or git's log of moves leads to it.

    Paths are relative to `root`; one question for all of them.
    """
    asked = [literal(path) for path in paths]
    if not asked:
        return {}
    answer = git.ask(
        root, *_LOG, "--date-order", "--relative", _FORMAT, "--all", "--reflog", "--diff-filter=d", "--", *asked
    )
    found: dict[str, str] = {}
    for commit in _parsed(answer or ""):
        for path in commit.files:
            found.setdefault(path, commit.id)
    return {path: found[path] for path in paths if path in found}


def differences(root: Path, inside: _Inside) -> dict[str, Difference] | None:
    """The paths that differ from HEAD or are not in git; None where git cannot tell. A submodule's inside is its own.

    Filters are named and emptied: comparing a file whose times have changed would run them.
    """
    quiet = ("--porcelain=v1", "-z", "--no-renames", "--untracked-files=all", "--ignore-submodules=dirty")
    unfiltered = git.without_filters(root)
    answer = None if unfiltered is None else git.ask(root, *unfiltered, "status", *quiet, "--", ".")
    if answer is None:
        return None
    told: dict[str, Difference] = {}
    for entry in [entry for entry in answer.split("\0") if len(entry) > 3][:_MOST_FILES]:
        path = inside.path(entry[3:])
        told[path] = "changed" if path in told else _difference(entry[:2], root, path)
    return told


def _difference(state: str, root: Path, path: str) -> Difference:
    """What the two letters of git say: how the index differs from HEAD, then how the disk differs from the index."""
    if "U" in state or state in ("AA", "DD"):
        return "in conflict"
    if "D" in state and _is_free(root, path):
        return "deleted" if state[1] == "D" else "removed"
    return "new" if state in ("??", "A ", " A") else "changed"


def _is_free(root: Path, path: str) -> bool:
    """Whether a file can come back without taking the place of anything: git would clear what stands there."""
    for folder in reversed(Path(path).parents[:-1]):
        if (root / folder).is_symlink() or not (root / folder).is_dir():
            return not os.path.lexists(root / folder)
    return not os.path.lexists(root / path)


def _parsed(answer: str) -> Iterator[Commit]:
    """The commits of a log in `_FORMAT` with `--name-status -z`: fields, then a status and a path in turn.

    One without a parent is told as cut: whether it is, only the repository says.
    """
    for record in answer.split(_MARK)[1:]:
        _, identifier, parents, seconds, written, author, subject, *rest = record.split("\0")
        names = _Names.of(rest)
        yield Commit(
            id=identifier,
            subject=subject,
            at=_instant(seconds),
            author=author,
            authored=_instant(written),
            files=tuple(names.left),
            deleted=tuple(names.removed),
            cut=not parents,
        )


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
