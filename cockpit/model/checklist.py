"""The resume checklist: what is asked of git and disk, what was found, and the checks that follow from it."""

from collections.abc import Mapping, Sequence
from dataclasses import field
from shlex import join
from typing import Literal

from cockpit.model.intents import Intent
from cockpit.values import dataclass
from cockpit.wording.messages import Words

# Before work goes on: what is asked of git and disk, what they answered, and what became of each claim

Result = Literal["passed", "failed", "unknown"]
Difference = Literal["changed", "new", "deleted", "removed", "in conflict"]
"""What became of a file since HEAD. A deleted one is gone from the disk alone, a removed one from git's index too; one
in conflict waits for a person.
"""
Gate = Literal["refuse", "ask"]
"""What a line that has not passed does to the resume: refuse it outright, or ask the person to waive it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Questions:
    """What has to be looked up: commit ids as they were claimed, paths relative to the project, and an instant.

    `since` is when the handoff was written, or the session began; commits and plan changes after it are asked for.
    `base` is the commit that was checked out then, as the handoff names it: the plans are held against theirs there.
    """

    commits: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    since: str | None = None
    base: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Commit:
    """A commit: its full id, first line, instant (ISO 8601, UTC), the files it left and those it removed.

    `author` is who made the change, with the address, and `authored` when: both stay when a commit is picked, rebased
    or amended; `at` and the id do not. `cut` marks one where a shallow clone begins: what it changed is not known.
    """

    id: str
    subject: str
    at: str
    author: str = ""
    authored: str = ""
    files: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    cut: bool = False

    def remakes(self, other: "Commit") -> bool:
        """Whether it is an earlier commit again, as a pick, a rebase or an amendment leaves it: of the same author and
        time, and with its first line or with all of its files."""
        touched = {*other.files, *other.deleted}
        same = self.subject == other.subject or (bool(touched) and touched <= {*self.files, *self.deleted})
        return same and (self.author, self.authored) == (other.author, other.authored) and self.at > other.at


@dataclass(frozen=True, slots=True, kw_only=True)
class CommitFact:
    """What git knows of a claimed commit. `ancestor` says whether HEAD contains it; None where git cannot tell.

    `problem` says why there is no commit: not an id, unknown, ambiguous, cut off by a shallow clone.
    Of one that HEAD does not contain, `branch` names what does (`branch feature`, `tag v1`), and `again` is the one of
    the commits since by which HEAD has the same change under another id.
    """

    claimed: str
    commit: Commit | None = None
    ancestor: bool | None = None
    problem: Words | None = None
    branch: str | None = None
    again: Commit | None = None

    @property
    def in_head(self) -> Commit | None:
        """The commit by which HEAD has the claimed change; None where it has not, or nobody can tell."""
        return self.commit if self.ancestor else self.again


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFact:
    """What the disk knows of a named file. `exists` is None where it may not be looked at; `problem` says why.

    `kept_in` is the newest commit that left a file which is not there, on any branch or in git's log of moves; `empty`
    says that nothing is in one that is there.
    """

    path: str
    exists: bool | None
    modified: str | None = None
    problem: Words | None = None
    kept_in: str | None = None
    empty: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanFact:
    """A plan file at the commit `base` of the handoff (`before`) and `now`; `problem` says why they are not known."""

    path: str
    base: str | None = None
    before: str | None = None
    now: str | None = None
    problem: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RepositoryFacts:
    """What git knows of the project's repository. `problem` is one sentence where it can tell nothing.

    `operation` is what git is in the middle of: `cherry-pick`, `revert`, `merge` or `rebase`.
    `changed` are the paths that differ from HEAD or are not in git, at most a thousand; None where git cannot tell.
    `differences` says of them what became of each; one that it does not name is changed.
    `recent` are the commits since the asked instant, newest first, at most a thousand.
    """

    problem: Words | None = None
    head: str | None = None
    branch: str | None = None
    shallow: bool = False
    operation: str | None = None
    changed: tuple[str, ...] | None = None
    differences: Mapping[str, Difference] = field(default_factory=dict)
    recent: tuple[Commit, ...] = ()
    commits: Mapping[str, CommitFact] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Altered:
    """What was changed since in a handoff that cockpit wrote: the number of that change, and lines as in a diff, with
    `-` and `+` before them; none where nothing was."""

    entry: int
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """The answers to `Questions`, by path and by commit as claimed.

    `files` also has the files that the claimed commits left; `plans` are asked for where a handoff waits. `altered` is
    None where cockpit has not written the handoff that waits.
    """

    repository: RepositoryFacts = field(default_factory=RepositoryFacts)
    files: Mapping[str, FileFact] = field(default_factory=dict)
    plans: Mapping[str, PlanFact] = field(default_factory=dict)
    altered: Altered | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """Commands for a person to type one after the other, each the words of one, its program first; their paths are
    relative to the project. `does` says in two words what they do, as `Bring back` what is lost.
    """

    steps: tuple[tuple[str, ...], ...]
    does: str = "Bring back"

    @property
    def command(self) -> str:
        """The first two words of the first command behind its program: `phase reset`."""
        return " ".join(self.steps[0][1:3])

    def typed(self, place: Mapping[str, Sequence[str]] | None = None) -> str:
        """The commands as a shell takes them; `place` are words that tell a program where, as `-C` does."""
        options = (place or {}).get
        return " && ".join(join((program, *options(program, ()), *words)) for program, *words in self.steps)


@dataclass(frozen=True, slots=True)
class Option:
    """One of the ways in which a person may decide: its name, what it comes to, and the commands for it.

    `intents` do the same one after the other; none where it takes more than changes of the state. `asks` is what the
    person is asked, for the note of the last one; None where it needs no note.
    """

    name: str
    does: Words
    way: Way
    intents: tuple[Intent, ...] = ()
    asks: Words | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One line of the checklist. `code` and `subject` name it; `evidence` are the sentences behind the result.

    `claim` is what should be so, `fact` what is so instead where the line failed.
    `gate` says what the line does while it has not passed; None lets the resume go on. `waived` is the person's reason.
    `files` are the paths it is about, where it knows them.
    `brings_back` are ways to get back what is lost, or to put right what is contradicted, the best one first; `line` is
    the line of the handoff that names it. `options` are what a person may choose between. `past` says that the line is
    about work that the state has left behind: then it holds nothing.
    """

    code: str
    subject: str
    claim: Words
    result: Result
    fact: Words | None = None
    evidence: tuple[Words, ...] = ()
    gate: Gate | None = None
    waived: str | None = None
    files: tuple[str, ...] = ()
    brings_back: tuple[Way, ...] = ()
    line: int | None = None
    options: tuple[Option, ...] = ()
    past: bool = False

    @property
    def key(self) -> str:
        """What a waiver hangs on."""
        return f"{self.code}:{self.subject}"

    @property
    def statement(self) -> Words:
        """What is so, as far as it is known: the claim, or the fact that contradicts it."""
        return self.fact if self.result == "failed" and self.fact is not None else self.claim

    @property
    def whole(self) -> str:
        """That with its evidence: `A blocker is open: the test account is not open yet`."""
        return f"{self.statement}: {self.because}" if self.because else str(self.statement)

    @property
    def because(self) -> str:
        """The evidence in one text."""
        *more, last = map(str, self.evidence or ("",))
        return " ".join((*(each if each.endswith((".", ":", "?", "!")) else f"{each};" for each in more), last))

    @property
    def open(self) -> bool:
        """Whether the resume still waits for this line."""
        return self.gate is not None and self.result != "passed" and self.waived is None and not self.past

    @property
    def choices(self) -> tuple[Option, ...]:
        """What a person may choose between now: nothing any more where they waived the line."""
        return self.options if self.open or self.result == "passed" else ()


# What a system's own protocol says of going on from its state file: for the checklist and for the prompt


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedFile:
    """A file that the state says was touched. `path` is relative to the project, `why` says by which step and how.

    `step` names a step that was begun and not ended, so that the file may be half done; None of any other, of which
    `ended` is when it was completed, as far as that is known. `gone` marks one that was deleted, `planned` one that
    only was to be made, `under_way` one that a session which has not ended works at: only whether it is there is asked.
    """

    path: str
    why: Words
    step: str | None = None
    gone: bool = False
    planned: bool = False
    under_way: bool = False
    ended: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneStep:
    """A step that is completed: its id, its name, who worked on it, and the files it left."""

    id: str
    name: str
    agents: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumption:
    """Where the work goes on by the state file, and what must be known before; empty where only a handoff says that.

    `checks` are the lines that the state alone decides. `files` and `plans` (paths) are held against git and disk:
    what was changed since the newest of `stamps` (instants, newest first) that is not the person's own. `half` are the
    steps that were begun and not ended. `step` is the id of the one at which the work goes on, `next` says what to do
    there; `begins` marks it as under way, and `waits` is why nothing can. `done` and `told` (title and text) are for
    the prompt.
    """

    checks: tuple[Check, ...] = ()
    files: tuple[NamedFile, ...] = ()
    elsewhere: tuple[str, ...] = ()
    half: tuple[str, ...] = ()
    plans: tuple[str, ...] = ()
    stamps: tuple[str, ...] = ()
    step: str | None = None
    next: str | None = None
    begins: Intent | None = None
    waits: Words | None = None
    done: tuple[DoneStep, ...] = ()
    told: tuple[tuple[str, str], ...] = ()


NOTHING_MORE = Resumption()
"""Of a system whose handoff says all of it."""
