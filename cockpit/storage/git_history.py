"""What git knows of claimed commits and of what happened since: a handful of questions, however many claims.

Text from files never becomes an argument: only hexadecimal ids are asked for, and they go through standard input.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from cockpit.model.preflight import Commit, CommitFact, RepositoryFacts
from cockpit.rules.commit_ids import is_commit_id
from cockpit.rules.instants import parse_instant
from cockpit.storage import git
from cockpit.storage.git_branches import branch_fact
from cockpit.storage.git_log import FORMAT, LOG, parsed
from cockpit.storage.git_status import differences
from cockpit.storage.git_ways_back import copies, onto
from cockpit.values import dataclass

MOST_COMMITS = 1000


def repository_facts(
    root: Path, claimed: Sequence[str], since: str | None, branch: str | None = None, base: str | None = None
) -> RepositoryFacts:
    """What git can tell about the repository of `root`: its head, what changed, and what is claimed of its commits.

    `claimed` are ids as files write them, of any shape; `since` an instant after which commits are listed; `branch` one
    that is looked for where it is not checked out. `base` is one of the claimed: where HEAD contains it, the commits
    behind it are listed, whatever their time; one of the same second is among them.
    """
    prefix = git.ask(root, "rev-parse", "--show-prefix")
    if prefix is None:
        return RepositoryFacts(problem=_problem(root))
    head = git.head(root)
    facts = _commit_facts(root, claimed, head)
    shallow = (git.ask(root, "rev-parse", "--is-shallow-repository") or "").strip() == "true"
    inside = _Inside(prefix.strip("\n"), shallow)
    told = differences(root, inside.path)
    checked_out = git.branch(root)
    asked = facts.get(base or "")
    return RepositoryFacts(
        head=head,
        branch=checked_out,
        asked_branch=branch_fact(root, branch) if branch not in (None, checked_out) else None,
        shallow=shallow,
        operation=git.operation(root),
        changed=None if told is None else tuple(told),
        differences=told or {},
        staged=any(fact.in_head is None for fact in facts.values()) and _is_staged(root),
        unlike=_unlike(root, asked, inside) if head else None,
        recent=tuple(map(inside.commit, _recent(root, since, asked))) if head else (),
        commits={key: inside.fact(fact) for key, fact in facts.items()},
    )


def _is_staged(root: Path) -> bool:
    """Whether the index differs from HEAD, anywhere in the repository."""
    return bool(git.ask(root, "diff", "--cached", "--name-only", "--no-renames", "--no-ext-diff", "-z"))


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
        return replace(
            fact,
            commit=self.commit(fact.commit) if fact.commit is not None else None,
            again=self.commit(fact.again) if fact.again is not None else None,
            ahead=tuple(map(self.path, fact.ahead)) if fact.ahead is not None else None,
        )


def _unlike(root: Path, base: CommitFact | None, inside: _Inside) -> frozenset[str] | None:
    """The paths that HEAD has otherwise than a commit; None where there is none, or git cannot tell."""
    if base is None or base.commit is None:
        return None
    told = git.ask(root, "diff", "--name-only", "--no-renames", "--no-ext-diff", "-z", base.commit.id, "HEAD", "--")
    return None if told is None else frozenset(inside.path(path) for path in told.split("\0") if path)


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
    return facts | _found(root, _kept(root, facts, lost), head, outside or {}) if lost else facts


def _found(
    root: Path, lost: dict[str, CommitFact], head: str | None, outside: Mapping[str, tuple[str, ...]]
) -> dict[str, CommitFact]:
    """The lost commits, with those of HEAD that make the same change, and with what lies between HEAD and them."""
    commits = {fact.commit.id: fact.commit for fact in lost.values() if fact.commit is not None}
    if head is None or not commits:
        return lost
    again = copies(root, head, tuple(commits.values()), outside)
    told = {commit.id: commit for commit in _told(root, tuple(dict.fromkeys(again.values())))}
    again = {each: to for each, to in again.items() if to in told and _is_copy(commits[each], told[to])}
    made = {to: told[to] for to in again.values()}
    ahead = onto(root, head, [each for each in commits if each not in again], outside)
    return {
        each: replace(fact, again=made.get(again.get(fact.commit.id, "")), ahead=ahead.get(fact.commit.id))
        if fact.commit is not None
        else fact
        for each, fact in lost.items()
    }


def _is_copy(lost: Commit, other: Commit) -> bool:
    """Whether one that looks like a copy is: it says the same, or in other words changes the same files."""
    return lost.change == other.change or (lost.files, lost.deleted) == (other.files, other.deleted)


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
    answer = git.ask(root, *LOG, FORMAT, "--no-walk=unsorted", "--stdin", given="\n".join(ids) + "\n") if ids else None
    return parsed(answer or "")


def _not_in(root: Path, ids: Sequence[str], head: str | None) -> dict[str, tuple[str, ...]] | None:
    """The commits from these on that HEAD does not contain, each with its parents; None where git cannot tell.

    Before the first commit: all.
    """
    if not ids or head is None:
        return dict.fromkeys(ids, ())
    answer = git.ask(root, "rev-list", "--parents", "--stdin", given="\n".join((*ids, f"^{head}")) + "\n")
    if answer is None:
        return None
    told = (line.split() for line in answer.splitlines())
    return {identifier: tuple(parents) for identifier, *parents in told}


def _recent(root: Path, since: str | None, base: CommitFact | None = None) -> Iterator[Commit]:
    """The commits of HEAD behind a commit that it contains, else after an instant, newest first; none where there is
    neither to count from.
    """
    most = f"--max-count={MOST_COMMITS}"
    if base is not None and base.ancestor and base.commit is not None:
        return parsed(git.ask(root, *LOG, FORMAT, most, f"{base.commit.id}..HEAD") or "")
    instant = parse_instant(since)
    if instant is None:
        return iter(())
    after = f"--since={int(instant.at.timestamp()) + 1}"  # the second of the instant itself may lie before it
    return parsed(git.ask(root, *LOG, FORMAT, most, after, "HEAD") or "")
