"""What git knows of claimed commits and of what happened since: a handful of questions, however many claims.

Text from files never becomes an argument: only hexadecimal ids are asked for, and they go through standard input.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from datetime import UTC, datetime
from pathlib import Path
from secrets import token_hex

from cockpit.model.preflight import Commit, CommitFact, RepositoryFacts
from cockpit.rules.commit_ids import is_commit_id
from cockpit.rules.instants import parse_instant, write_instant
from cockpit.storage import git
from cockpit.storage.git_status import differences
from cockpit.values import dataclass

MOST_COMMITS = 1000
_LOG = (
    "log", "-z", "--no-show-signature", "--no-textconv", "--no-ext-diff", "--no-mailmap", "--no-renames",
    "--name-status",
    "-O/dev/null",
)  # fmt: skip
_MARK = token_hex(16)
"""Begins each commit in what git prints: nothing that a commit message holds can pass for it."""

_FORMAT = f"--format={_MARK}%x00%H%x00%P%x00%ct%x00%s%x00"


def repository_facts(root: Path, claimed: Sequence[str], since: str | None) -> RepositoryFacts:
    """What git can tell about the repository of `root`: its head, what changed, and what is claimed of its commits.

    `claimed` are ids as files write them, of any shape; `since` an instant after which commits are listed.
    """
    prefix = git.ask(root, "rev-parse", "--show-prefix")
    if prefix is None:
        return RepositoryFacts(problem=_problem(root))
    head = git.head(root)
    facts = _commit_facts(root, claimed, head)
    shallow = (git.ask(root, "rev-parse", "--is-shallow-repository") or "").strip() == "true"
    inside = _Inside(prefix.strip("\n"), shallow)
    told = differences(root, inside.path)
    return RepositoryFacts(
        head=head,
        branch=git.branch(root),
        shallow=shallow,
        changed=None if told is None else tuple(told),
        differences=told or {},
        recent=tuple(map(inside.commit, _recent(root, since))) if head else (),
        commits={
            key: replace(fact, commit=inside.commit(fact.commit)) if fact.commit else fact
            for key, fact in facts.items()
        },
    )


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
    """The commits that HEAD does not contain, with where they are kept."""
    ids = tuple(dict.fromkeys(lost.values()))
    refs = ("--refs=refs/heads/*", "--refs=refs/remotes/*", "--refs=refs/tags/*")
    names = (git.ask(root, "name-rev", "--name-only", *refs, *ids) or "").splitlines()
    by_id = dict(zip(ids, map(_ref, names), strict=False))
    alone = [each for each in ids if by_id.get(each) is None]
    gone = git.ask(root, "rev-list", *alone, "--not", "--reflog") if alone else ""
    unreached = None if gone is None else frozenset(gone.split())
    found = {}
    for each, identifier in lost.items():
        branch = by_id.get(identifier)
        logged = None if branch is not None or unreached is None else identifier not in unreached
        found[each] = replace(facts[each], branch=branch, in_reflog=logged)
    return found


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
    return _parse(answer or "")


def _not_in(root: Path, ids: Sequence[str], head: str | None) -> frozenset[str] | None:
    """Those of the commits that HEAD does not contain; None where git cannot tell. Before the first commit: all."""
    if not ids or head is None:
        return frozenset(ids)
    answer = git.ask(root, "rev-list", "--stdin", given="\n".join((*ids, f"^{head}")) + "\n")
    return None if answer is None else frozenset(answer.split())


def _recent(root: Path, since: str | None) -> Iterator[Commit]:
    """The commits of HEAD after an instant, newest first; none where there is no instant to count from."""
    instant = parse_instant(since)
    if instant is None:
        return iter(())
    after = f"--since={int(instant.at.timestamp()) + 1}"  # the second of the instant itself may lie before it
    return _parse(git.ask(root, *_LOG, _FORMAT, f"--max-count={MOST_COMMITS}", after, "HEAD") or "")


def _parse(answer: str) -> Iterator[Commit]:
    """The commits of a log in `_FORMAT` with `--name-status -z`: fields, then a status and a path in turn.

    One without a parent is told as cut: whether it is, only the repository says.
    """
    for record in answer.split(_MARK)[1:]:
        _, identifier, parents, seconds, subject, *rest = record.split("\0")
        names = _Names.of(rest)
        at = write_instant(datetime.fromtimestamp(int(seconds), UTC))
        left, removed = tuple(names.left), tuple(names.removed)
        yield Commit(id=identifier, subject=subject, at=at, files=left, deleted=removed, cut=not parents)


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
