"""Words that several places share: lists and counts, changes before they are made, names of places and tracks."""

import re
import signal
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import PurePosixPath
from typing import Literal

from cockpit.model import Handoff, Position, Project, Track
from cockpit.values import dataclass
from cockpit.wording.times import span

# Several things in one sentence


def listed(names: Iterable[str]) -> str:
    """`cost`, `cost and context`, `cost, context and errors`; nothing for nothing."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def either(names: Iterable[str]) -> str:
    """`cost`, `cost or context`, `cost, context or errors`; nothing for nothing."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} or {last}" if first else last


def ended(text: str) -> str:
    """A text as a sentence: with a full stop, unless it ends already."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def counted(number: int, what: str, several: str | None = None) -> str:
    """`1 metric`, `3 metrics`; `several` is the plural of a word that has another one."""
    return f"{number} {what}" if number == 1 else f"{number} {several or f'{what}s'}"


# What is said of a change before it is made: never that it was

_FIRST = re.compile(r"[A-Za-z]+")
_VERBS = {
    "Acknowledged": "acknowledge",
    "Added": "add",
    "Answered": "answer",
    "Applied": "apply",
    "Archived": "archive",
    "Began": "begin",
    "Brought": "bring",
    "Bypassed": "bypass",
    "Closed": "close",
    "Completed": "complete",
    "Created": "create",
    "Deleted": "delete",
    "Dismissed": "dismiss",
    "Done": "do",
    "Ended": "end",
    "Fired": "fire",
    "Handed": "hand",
    "Identified": "identify",
    "Left": "leave",
    "Marked": "mark",
    "Migrated": "migrate",
    "Moved": "move",
    "Noted": "note",
    "Recorded": "record",
    "Removed": "remove",
    "Reset": "reset",
    "Resolved": "resolve",
    "Reworded": "reword",
    "Saved": "save",
    "Set": "set",
    "Skipped": "skip",
    "Started": "start",
    "Ticked": "tick",
    "Took": "take",
    "Trying": "try",
    "Undone": "undo",
    "Waived": "waive",
    "Withdrew": "withdraw",
    "Wrote": "write",
}
"""By the word with which what was done begins, the verb."""


def intended(done: str) -> str:
    """`Added the todo: x` as `Would add the todo: x`; a sentence about a state as `Would lead to: …`."""
    return conditional(done) or f"Would lead to: {done}"


def conditional(sentence: str) -> str | None:
    """A sentence that says what was done, as one that says what would be; None for any other."""
    first = _FIRST.match(sentence)
    verb = _VERBS.get(first.group()) if first is not None else None
    return None if first is None or verb is None else f"Would {verb}{sentence[first.end() :]}"


# Where work stands, in words: `phase 3, plan 2, task 3 of 5`


def where(track: Track) -> str:
    """Where the handoff of a track was left; without one, where the state file stands. Empty where nothing says it."""
    return where_left(track.handoff) if track.handoff is not None else where_at(track.position)


def where_left(handoff: Handoff) -> str:
    """Where a handoff was left."""
    return _told(handoff.phase, handoff.plan, handoff.task, handoff.total_tasks)


def where_at(position: Position, phase: str | None = None) -> str:
    """Where the state file stands, in `phase` where that is another one than it says."""
    at, plan, task = (step.id if step else None for step in (position.phase, position.plan, position.task))
    total = position.task.total if position.task else None
    return _told(phase or at, plan, task, str(total) if total is not None else None)


def _told(phase: str | None, plan: str | None, task: str | None, total: str | None) -> str:
    steps = (("phase", phase), ("plan", plan), ("task", task))
    told = ", ".join(f"{name} {number}" for name, number in steps if number)
    return f"{told} of {total}" if task and total else told


# What was not committed when a handoff was written: the sentence that says so, and what it says read again

_NAMED = 8
_SENTENCE = re.compile(r"^Not committed: ((?:`[^`\n]{1,300}`(?:, )?)+)", re.MULTILINE)
_QUOTED = re.compile(r"`([^`\n]+)`")


def told(paths: Sequence[str]) -> str:
    """The sentence about these paths; empty where there are none. Of many, the first are named."""
    if not paths:
        return ""
    named = ", ".join(f"`{path}`" for path in paths[:_NAMED])
    more = f" and {len(paths) - _NAMED} more" if len(paths) > _NAMED else ""
    return f"Not committed: {named}{more}."


def named(text: str | None) -> tuple[str, ...]:
    """The paths that such a sentence in a text names."""
    found = (_QUOTED.findall(match[1]) for match in _SENTENCE.finditer(text or ""))
    return tuple(dict.fromkeys(path for paths in found for path in paths))


# What came of an agent that was run from cockpit: how it ended, how many commits it made, whether the state moved

_BY_SHELLS = 128
"""What a shell adds to the number of the signal that ended a command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentExit:
    """An agent that was run: its name, its exit code (minus the signal that ended it), for how many seconds.

    `came` says what came of it until now; empty until that was looked up.
    """

    name: str
    code: int
    seconds: float
    came: str = ""

    @property
    def well(self) -> bool:
        """Whether it ended of its own accord and without an error."""
        return self.code == 0

    @property
    def sentence(self) -> str:
        """That it ran, and how it ended: `claude was interrupted after 2 min.`"""
        code = self.code if self.code >= 0 else _BY_SHELLS - self.code
        how = "was interrupted" if code == _BY_SHELLS + signal.SIGINT else f"ended with exit code {code}"
        return f"{self.name} {how if code else 'ended well'} after {span(max(1, self.seconds))}."


def what_came(before: Track, now: Track, commits: int | None) -> str:
    """`2 commits, the state moved.` `commits` is how many HEAD has more than before the run; None where git cannot
    tell.
    """
    stood, stands = ((where_at(each.position), each.position.status) for each in (before, now))
    state = f"the state {'moved' if stands != stood else 'did not move'}."
    return state.capitalize() if commits is None else f"{counted(commits, 'commit')}, {state}"


# Whether what is on screen is what the files say now

NOT_FOLLOWED = "not-followed"
"""The code of the finding that nobody looks at the files any longer."""
HALF_WRITTEN = "half-written"
"""The code of the finding that a file is being written, and its last complete state is shown."""

Followed = Literal["reading", "live", "being written", "stopped looking"]


def followed(project: Project | None) -> Followed:
    """How the files are followed; None is a project that was not read yet."""
    if project is None:
        return "reading"
    codes = {finding.code for finding in project.findings}
    if NOT_FOLLOWED in codes:
        return "stopped looking"
    codes |= {finding.code for track in project.tracks for finding in track.findings}
    return "being written" if HALF_WRITTEN in codes else "live"


# What a track is called beside others: by its title, and by its place where the title does not tell it apart

_OF_TOOLS = re.compile(r"(?:^|/)(?:[._]|docs/maestro(?:/|$))")
"""Where folders begin that are a tool's own."""
UNTITLED = "Untitled"
"""What a track is called that says nothing of what it is about."""


def told_apart(tracks: Sequence[Track]) -> tuple[Track, ...]:
    """The tracks of a project, each saying whether another one has its id, as a copied folder has."""
    counts = Counter(track.id for track in tracks)
    shared = [track.id is not None and counts[track.id] > 1 for track in tracks]
    return tuple(
        track if track.shared_id is twin else replace(track, shared_id=twin)
        for track, twin in zip(tracks, shared, strict=True)
    )


def titled(track: Track, folder: str) -> Track:
    """A track with a title: one that has neither that nor an id is called by the folder it is in, `folder` at the
    root."""
    if track.title or track.id:
        return track
    name = place(track).rpartition("/")[2] or folder
    return replace(track, title=name) if name else track


def called(track: Track, others: tuple[Track, ...]) -> str:
    """`TaskFlow App`, or `TaskFlow App (packages/web)` where another of `others` has that title too."""
    if not track.title:
        return place(track) or track.id or (track.path if len(others) > 1 else UNTITLED)
    twins = [each for each in others if each.title == track.title and (each.path, each.id) != (track.path, track.id)]
    if any(each.path == track.path for each in twins):
        return f"{track.title} ({track.id})"
    return f"{track.title} ({place(track) or 'root'})" if twins else track.title


def place(track: Track) -> str:
    """The folder the work is in: that of the main file, up to where folders of the tools begin; empty for the root."""
    folder = str(PurePosixPath(track.path).parent)
    tools = _OF_TOOLS.search(folder)
    return folder[: tools.start()] if tools is not None else folder
