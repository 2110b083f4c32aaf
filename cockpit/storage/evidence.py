"""Looking up in git and on disk what a handoff claims. Of content only the plans are read; no path leads out."""

import os
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from cockpit.model.checklist import Evidence, FileFact, PlanFact, Questions
from cockpit.rules.times import write_instant
from cockpit.storage.git_contents import Base, base_for, texts_at
from cockpit.storage.git_history import newest_with, repository_facts
from cockpit.storage.inside import stays_inside
from cockpit.storage.safe_reading import read_steadily
from cockpit.storage.signatures import NANOSECONDS, signature_of

_MOST_FILES = 500


def gather(root: Path, questions: Questions) -> Evidence:
    """The answers to the questions. Takes as long as git does, so never on the event loop."""
    repository = repository_facts(root, questions.commits, questions.since, questions.base)
    commits = (commit for fact in repository.commits.values() for commit in (fact.commit, fact.again))
    left = [path for commit in commits if commit is not None for path in commit.files]
    paths = dict.fromkeys((*questions.files, *questions.plans, *left))
    fence = os.path.realpath(root)
    files = {path: _look(fence, path) for path in list(paths)[:_MOST_FILES]}
    lost = [path for path, fact in files.items() if fact.exists is False] if repository.problem is None else []
    kept = newest_with(root, lost)
    return Evidence(
        repository=repository,
        files=files | {path: replace(files[path], kept_in=commit) for path, commit in kept.items()},
        plans=_plans(root, fence, questions, repository.problem) if questions.plans else {},
    )


def _plans(root: Path, fence: str, questions: Questions, problem: str | None) -> dict[str, PlanFact]:
    """Each plan file as it is now, and as it was when the handoff was written."""
    base = Base(problem=problem) if problem is not None else base_for(root, questions.base, questions.since)
    before = texts_at(root, base.commit, questions.plans) if base.commit is not None else {}
    found = {}
    for path in questions.plans:
        why = base.problem or (None if path in before else "It was not in git then.")
        now = _text(fence, path) if why is None else None
        why = why or ("It cannot be read." if now is None else None)
        found[path] = PlanFact(path=path, base=base.commit, before=before.get(path), now=now, problem=why)
    return found


def _text(fence: str, path: str) -> str | None:
    if path.startswith(":/") or not stays_inside(path):
        return None
    content, _ = read_steadily(fence, path, path)
    if content is None or content.data is None or content.finding is not None:
        return None
    return content.data.decode("utf-8", "replace")


def presence(root: Path, evidence: Evidence) -> tuple[bool | None, ...]:
    """Which of the files that were looked up are there now; None where that cannot be told."""
    fence = os.path.realpath(root)
    return tuple(_look(fence, path).exists for path in evidence.files)


def _look(fence: str, path: str) -> FileFact:
    """What lies at a path; one that leads out of the project is not looked at."""
    if path.startswith(":/") or not stays_inside(path):
        return FileFact(path=path, exists=None, problem="It lies outside the project and was not looked at.")
    real = os.path.realpath(os.path.join(fence, path))  # noqa: PTH118 - a path of bytes stays one
    if real != fence and not real.startswith(fence.rstrip("/") + "/"):
        return FileFact(path=path, exists=None, problem="It leads out of the project and was not looked at.")
    found = signature_of(real)
    if found.kind == "absent":
        return FileFact(path=path, exists=False)
    if found.kind in ("denied", "loop", "unreadable"):
        return FileFact(path=path, exists=None, problem="It cannot be looked at: permission, or a link to itself.")
    written = datetime.fromtimestamp(found.mtime_ns / NANOSECONDS, UTC).replace(microsecond=0)
    empty = found.kind == "file" and found.size == 0
    return FileFact(path=path, exists=True, modified=write_instant(written), empty=empty)
