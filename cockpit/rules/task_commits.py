"""Which commit finished which task: matched by the id in the message, by the words of the name, or by the files."""

import re
from collections.abc import Sequence

from cockpit.model.handoff_draft import DraftTask
from cockpit.model.preflight import Commit
from cockpit.values import dataclass

_WORD = re.compile(r"[^\W_]{3,}")
_TYPE = re.compile(r"^\s*\w+(?:\([^)]*\))?!?:\s*")
_NOISE = frozenset(
    {"the", "and", "for", "with", "from", "into", "add", "adds", "added", "use", "task", "plan", "phase"}
)
_ENOUGH = 0.5


@dataclass(frozen=True, slots=True, kw_only=True)
class Matches:
    """`by_task` maps the index of a task to the newest commit that belongs to it; `others` belong to none."""

    by_task: dict[int, Commit]
    others: tuple[Commit, ...] = ()


def match(
    tasks: Sequence[DraftTask],
    commits: Sequence[Commit],
    place: tuple[str | None, str | None],
    *,
    among_plans: bool = False,
) -> Matches:
    """Assign each commit (newest first) to the task it speaks of most clearly; `place` is the phase and the plan.

    Where commits of several plans are among them, a number alone is no sign.
    """
    signs = [_Signs.of(task, place, among_plans=among_plans) for task in tasks]
    by_task: dict[int, Commit] = {}
    others = []
    for commit in commits:
        words = _words(_TYPE.sub("", commit.subject))
        strengths = [(_strength(each, commit, words), -index) for index, each in enumerate(signs)]
        strength, index = max(strengths, default=(0.0, 0))
        if strength >= _ENOUGH:
            by_task.setdefault(-index, commit)
        else:
            others.append(commit)
    return Matches(by_task=by_task, others=tuple(others))


def earlier(
    tasks: Sequence[DraftTask], commits: Sequence[Commit], place: tuple[str | None, str | None]
) -> dict[int, Commit]:
    """The commits from before the present work that finished tasks which are done and name none, by their index.

    They may be of another plan, whose tasks have the same numbers: `Task 3` alone says nothing there.
    """
    lacking = [index for index, task in enumerate(tasks) if task.state == "done" and not task.commit]
    named = tuple(task.commit.casefold() for task in tasks if task.commit)
    free = [each for each in commits if not each.id.startswith(named)]
    found = match([tasks[index] for index in lacking], free, place, among_plans=True).by_task
    return {lacking[index]: commit for index, commit in found.items()}


@dataclass(frozen=True, slots=True)
class _Signs:
    """By what a commit of a task is known."""

    ids: tuple[re.Pattern[str], ...]
    files: frozenset[str]
    words: frozenset[str]

    @classmethod
    def of(cls, task: DraftTask, place: tuple[str | None, str | None], *, among_plans: bool) -> "_Signs":
        ids = _ids(task.id, place, among_plans=among_plans) if task.id else ()
        return cls(tuple(ids), frozenset(task.files), _words(task.name))


def _strength(task: _Signs, commit: Commit, subject: frozenset[str]) -> float:
    """How clearly a commit speaks of a task, from 0 to 3: its id counts more than its files, those more than words."""
    if any(pattern.search(commit.subject) for pattern in task.ids):
        return 3.0
    touched = task.files & set(commit.files)
    if touched:
        return 1.0 + len(touched) / len(task.files)
    if not task.words or not subject:
        return 0.0
    shared = len(task.words & subject)
    return shared / min(len(task.words), len(subject)) if shared > 1 or task.words == subject else 0.0


def _ids(task: str, place: tuple[str | None, str | None], *, among_plans: bool) -> list[re.Pattern[str]]:
    """How a message may name a task: `Task 3`, `3.2.3`, `03-02-03`."""
    last = task.rpartition(".")[2]
    patterns = [] if among_plans else [rf"\btask\s*#?0*{re.escape(last)}\b(?!\.\d)"]
    if "." in task:
        patterns = [rf"\b{re.escape(task)}\b(?!\.\d)"]
    phase, plan = place
    if phase and plan:
        parts = (phase.rpartition(".")[2], plan.rpartition(".")[2], last)
        patterns.append(
            r"(?<![\d.])" + r"[.-]".join(rf"0*{re.escape(part.lstrip('0') or '0')}" for part in parts) + r"(?![\d.])"
        )
    return [re.compile(pattern, re.IGNORECASE) for pattern in patterns]


def _words(text: str) -> frozenset[str]:
    """The words that mean something, each by its stem's first five letters, so that forms of a word meet."""
    return frozenset(word[:5] for word in _WORD.findall(text.casefold()) if word not in _NOISE)
