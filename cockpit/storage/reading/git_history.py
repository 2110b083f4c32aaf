"""What git knows of claimed commits, of what happened since and of the files on disk: a handful of questions, however
many claims.

Text from files never becomes an argument: only hexadecimal ids are asked for, and they go through standard input.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from cockpit.model.checklist import (
    Commit,
    CommitFact,
    Difference,
    Facts,
    FileFact,
    PlanFact,
    Questions,
    RepositoryFacts,
)
from cockpit.rules.checklist.remedies import literal
from cockpit.rules.commit_ids import is_commit_id
from cockpit.storage import git
from cockpit.storage.reading.safe_reading import MAX_BYTES, read_steadily
from cockpit.storage.root_boundary import stays_inside
from cockpit.storage.signatures import NANOSECONDS, signature_of
from cockpit.values import dataclass
from cockpit.wording.messages import Words
from cockpit.wording.times import parse_instant, write_instant

MOST_COMMITS = 1000
_MOST_FILES = 1000
_LOG = (
    "log", "-z", "--no-show-signature", "--no-textconv", "--no-ext-diff", "--no-mailmap",
    "--no-renames", "--name-status", "-O/dev/null",
)  # fmt: skip
"""Asks for commits with what they changed."""
_MARK = os.urandom(16).hex()
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
    differing = differences(root, inside)
    base_fact = facts.get(base or "")
    recent = tuple(map(inside.commit, _recent(root, since, base_fact))) if head else ()
    return RepositoryFacts(
        head=head,
        branch=git.branch(root),
        shallow=shallow,
        operation=git.operation(root),
        changed=None if differing is None else tuple(differing),
        differences=differing or {},
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
    return replace(fact, again=next((each for each in recent if each.remakes(lost)), None))


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
        return "Git is not installed."
    if git.git_root(root) is None:
        return "The folder is not in a git repository."
    return "Git could not read the repository."


def _commit_facts(root: Path, claimed: Sequence[str], head: str | None) -> dict[str, CommitFact]:
    facts = {each: CommitFact(claimed=each, problem="Not a commit id.") for each in claimed}
    ids = [each for each in facts if is_commit_id(each)]
    full: dict[str, str] = {}
    for each, found in zip(ids, objects(root, ids), strict=False):
        identifier, _, kind = found.partition(" ")
        if kind == "commit":
            full[each] = identifier
        else:
            facts[each] = CommitFact(claimed=each, problem=_why(kind))
    asked = "".join(f"{identifier}\n" for identifier in full.values())
    answer = git.ask(root, *_LOG, _FORMAT, "--no-walk=unsorted", "--stdin", stdin=asked) if full else None
    commits = {commit.id: commit for commit in _parsed(answer or "")}
    outside = _not_in(root, tuple(full.values()), head)
    for each, identifier in full.items():
        ancestor = None if outside is None else identifier not in outside
        facts[each] = CommitFact(claimed=each, commit=commits.get(identifier), ancestor=ancestor)
    lost = {each: full[each] for each, fact in facts.items() if fact.ancestor is False}
    return facts | _with_branches(root, facts, lost) if lost else facts


def _with_branches(root: Path, facts: Mapping[str, CommitFact], lost: Mapping[str, str]) -> dict[str, CommitFact]:
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
        return "The id is ambiguous: it fits more than one object of the repository."
    if kind in ("missing", ""):
        return "The repository has no such commit."
    return f"The object is a {kind}, not a commit."


def objects(root: Path, ids: Sequence[str]) -> list[str]:
    """`<full id> commit`, `<id> missing` or `<id> ambiguous`, a line for each id."""
    answer = git.ask(root, "cat-file", "--batch-check=%(objectname) %(objecttype)", stdin="\n".join(ids) + "\n")
    return answer.splitlines() if ids and answer is not None else []


def _not_in(root: Path, ids: Sequence[str], head: str | None) -> frozenset[str] | None:
    """The commits from these on that HEAD does not contain, before the first commit all; None where git cannot tell."""
    if not ids or head is None:
        return frozenset(ids)
    answer = git.ask(root, "rev-list", "--stdin", stdin="\n".join((*ids, f"^{head}")) + "\n")
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


def newest_commits(root: Path, since: str | None, most: int) -> Iterator[Commit]:
    """The commits of HEAD, the newest first, with their files below `root`: at most so many, and where there is an
    instant, those from then on."""
    instant = parse_instant(since)
    after = [f"--since={int(instant.at.timestamp())}"] if instant is not None else []
    return _parsed(git.ask(root, *_LOG, "--relative", _FORMAT, f"--max-count={most}", *after, "HEAD") or "")


def newest_with(root: Path, paths: Sequence[str]) -> dict[str, str]:
    """By path the newest commit that left such a file, wherever a branch, a tag or git's log of moves leads to it.

    Paths are relative to `root`; one question for all of them.
    """
    literals = [literal(path) for path in paths]
    if not literals:
        return {}
    answer = git.ask(
        root, *_LOG, "--date-order", "--relative", _FORMAT, "--all", "--reflog", "--diff-filter=d", "--", *literals
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
    differing: dict[str, Difference] = {}
    for entry in [entry for entry in answer.split("\0") if len(entry) > 3][:_MOST_FILES]:
        path = inside.path(entry[3:])
        differing[path] = "changed" if path in differing else _difference(entry[:2], root, path)
    return differing


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
        _, identifier, parents, seconds, authored_seconds, author, subject, *rest = record.split("\0")
        fields = [part.lstrip("\n") for part in rest if part.strip("\n")]
        named = [*zip(fields[::2], fields[1::2], strict=False)]
        yield Commit(
            id=identifier,
            subject=subject,
            at=_instant(seconds),
            author=author,
            authored=_instant(authored_seconds),
            files=tuple(path for status, path in named if status != "D"),
            deleted=tuple(path for status, path in named if status == "D"),
            cut=not parents,
        )


def _instant(seconds: str) -> str:
    """An instant as git counts it; empty where the commit is damaged there."""
    try:
        return write_instant(datetime.fromtimestamp(int(seconds), UTC))
    except (ValueError, OverflowError, OSError):
        return ""


# What stands in files at a commit, such as the one at which a handoff was written: few questions for many files


def base_for(root: Path, commit: str | None, since: str | None) -> tuple[str | None, str | None]:
    """The commit a handoff names as checked out, else the last one of HEAD before its instant; or why there is none."""
    if commit is not None and is_commit_id(commit):
        (answer,) = objects(root, [commit]) or [""]
        identifier, _, kind = answer.partition(" ")
        if kind == "commit":
            return identifier, None
        return None, f"Commit {commit:.8} of the handoff is not in the repository."
    instant = parse_instant(since)
    before = f"--before={int(instant.at.timestamp())}" if instant is not None else None
    last = git.ask(root, "rev-list", "--max-count=1", before, "HEAD") if before is not None else None
    if last and last.strip():
        return last.strip(), None
    return None, "No commit to compare with."


def texts_at(root: Path, commit: str, paths: Sequence[str]) -> dict[str, str]:
    """The text of the files of a project at a commit (its full id), of those that it has."""
    safe_paths = [path for path in paths if "\n" not in path and stays_inside(path)]
    queries = "".join(f"{commit}:./{path}\n" for path in safe_paths)
    headers = git.ask(root, "cat-file", "--batch-check=%(objecttype) %(objectsize) %(objectname)", stdin=queries) or ""
    blobs = {}
    for path, answer in zip(safe_paths, headers.splitlines(), strict=False):
        kind, size, identifier = (*answer.split(" ", 2), "", "")[:3]
        if kind == "blob" and int(size) <= MAX_BYTES:
            blobs[path] = identifier, int(size)
    ids = "".join(f"{identifier}\n" for identifier, _ in blobs.values())
    rest = os.fsencode(git.ask(root, "cat-file", "--batch", stdin=ids) or "") if blobs else b""
    found = {}
    for path, (_, length) in blobs.items():
        _, _, rest = rest.partition(b"\n")
        found[path], rest = rest[:length].decode("utf-8", "replace"), rest[length + 1 :]
    return found if not rest else {}


# Looking up in git and on disk what a handoff claims. Of content only the plans are read; no path leads out

_MOST_LOOKED_AT = 500


def gather(root: Path, questions: Questions) -> Facts:
    """The answers to the questions. Takes as long as git does, so never on the event loop."""
    repository = repository_facts(root, questions.commits, questions.since, questions.base)
    commits = (commit for fact in repository.commits.values() for commit in (fact.commit, fact.again))
    touched = [path for commit in commits if commit is not None for path in commit.files]
    paths = dict.fromkeys((*questions.files, *questions.plans, *touched))
    boundary = os.path.realpath(root)
    files = {path: _look(boundary, path) for path in list(paths)[:_MOST_LOOKED_AT]}
    missing = [path for path, fact in files.items() if fact.exists is False] if repository.problem is None else []
    last_commits = newest_with(root, missing)
    return Facts(
        repository=repository,
        files=files | {path: replace(files[path], kept_in=commit) for path, commit in last_commits.items()},
        plans=_plans(root, boundary, questions, repository.problem) if questions.plans else {},
    )


def _plans(root: Path, boundary: str, questions: Questions, problem: Words | None) -> dict[str, PlanFact]:
    """Each plan file as it is now, and as it was when the handoff was written."""
    commit, unknown = base_for(root, questions.base, questions.since) if problem is None else (None, problem)
    before = texts_at(root, commit, questions.plans) if commit is not None else {}
    facts = {}
    for path in questions.plans:
        why = unknown or (None if path in before else "The file was not in git then.")
        text = _text(boundary, path) if why is None else None
        why = why or ("The file cannot be read." if text is None else None)
        facts[path] = PlanFact(path=path, base=commit, before=before.get(path), now=text, problem=why)
    return facts


def _text(boundary: str, path: str) -> str | None:
    if path.startswith(":/") or not stays_inside(path):
        return None
    content, _ = read_steadily(boundary, path, path)
    if content is None or content.data is None or content.finding is not None:
        return None
    return content.data.decode("utf-8", "replace")


def presence(root: Path, evidence: Facts) -> tuple[bool | None, ...]:
    """Which of the files that were looked up are there now; None where that cannot be told."""
    boundary = os.path.realpath(root)
    return tuple(_look(boundary, path).exists for path in evidence.files)


def _look(boundary: str, path: str) -> FileFact:
    """What lies at a path; one that leads out of the project is not looked at."""
    if path.startswith(":/") or not stays_inside(path):
        return FileFact(path=path, exists=None, problem="It is outside the project and was not checked.")
    real = os.path.realpath(os.path.join(boundary, path))  # noqa: PTH118 - a path of bytes stays one
    if real != boundary and not real.startswith(boundary.rstrip("/") + "/"):
        return FileFact(path=path, exists=None, problem="It leads out of the project and was not checked.")
    found = signature_of(real)
    if found.kind == "absent":
        return FileFact(path=path, exists=False)
    if found.kind in ("denied", "loop", "unreadable"):
        return FileFact(path=path, exists=None, problem="It cannot be checked: no permission, or a symbolic link loop.")
    written = datetime.fromtimestamp(found.mtime_ns / NANOSECONDS, UTC).replace(microsecond=0)
    empty = found.kind == "file" and found.size == 0
    return FileFact(path=path, exists=True, modified=write_instant(written), empty=empty)
