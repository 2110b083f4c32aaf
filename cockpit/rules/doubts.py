"""What git and disk say against the finished tasks of a handoff that is being written; a remark, never a refusal."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from cockpit.model.handoff_draft import DraftTask
from cockpit.model.preflight import Evidence, Questions
from cockpit.rules.commit_ids import is_commit_id
from cockpit.rules.printable import printable
from cockpit.values import dataclass

_MOST = 5
"""Files that are named; the resume names the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Doubts:
    """`marks` are a few words for each commit, as it was written, that cannot be right; `sentences` say all of it."""

    marks: Mapping[str, str] = field(default_factory=dict)
    sentences: tuple[str, ...] = ()


def claims(rows: Sequence[DraftTask]) -> Questions:
    """What has to be looked up: the commits and files of the tasks that are written as begun."""
    begun = [row for row in rows if row.state != "open"]
    commits = dict.fromkeys(row.commit for row in begun if row.commit and is_commit_id(row.commit))
    return Questions(commits=tuple(commits), files=tuple(dict.fromkeys(path for row in begun for path in row.files)))


def doubts(rows: Sequence[DraftTask], evidence: Evidence) -> Doubts:
    """What a resume would find wrong with the commits and files of the rows."""
    begun = [row for row in rows if row.state != "open"]
    marks = {row.commit: mark for row in begun if row.commit and (mark := _mark(row.commit, evidence))}
    told = [
        f"{_whose(row)} names commit {printable(row.commit)}: {_WORDS[marks[row.commit]]}"
        for row in begun
        if row.commit in marks and row.commit
    ]
    return Doubts(marks=marks, sentences=(*told, *list(_missing(begun, evidence))[:_MOST]))


_WORDS = {"no such commit": "git knows no such commit.", "not in HEAD": "HEAD does not contain it."}


def _mark(commit: str, evidence: Evidence) -> str | None:
    repository, fact = evidence.repository, evidence.repository.commits.get(commit)
    if repository.problem is not None or fact is None:
        return None
    if fact.commit is None:
        return None if repository.shallow else "no such commit"
    return "not in HEAD" if fact.ancestor is False and fact.again is None else None


def _missing(rows: Sequence[DraftTask], evidence: Evidence) -> Iterator[str]:
    for row in rows:
        for path in row.files:
            fact = evidence.files.get(path)
            if fact is not None and fact.exists is False:
                yield f"{_whose(row)} names {printable(path)}, which is not there."


def _whose(row: DraftTask) -> str:
    return f"Task {printable(row.id)}" if row.id else printable(row.name) or "A task"
