"""Sessions, retries, and what bridges one session and the next."""

from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """One session of an agent. `path` is the file it is kept in, where it has one of its own.

    `context_used` is the share of the context in percent. `stale_at` is when one that is active counts as given up, if
    nothing is written before.
    """

    id: str | None = None
    agent: str | None = None
    started: str | None = None
    ended: str | None = None
    status: str | None = None
    working_on: str | None = None
    completed: tuple[str, ...] = ()
    issues: tuple[str, ...] = ()
    notes: str | None = None
    handoff_reason: str | None = None
    context_used: float | None = None
    stale_at: str | None = None
    path: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RetryAttempt:
    """One failed attempt of a step; `task` is the sub-step in which it failed."""

    attempt: str | None = None
    step: str | None = None
    name: str | None = None
    task: str | None = None
    reason: str | None = None
    at: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Silence:
    """That nothing was heard of work that is under way `since` an instant in UTC, for longer than the person's setting
    allows. `stated` tells that the files say so; else they were written then. `snoozed_until` is private to the person.
    """

    since: str
    stated: bool
    snoozed_until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Retries:
    """How often the present step was tried again, and how often it may be. `count` is None where the file states one
    that nobody can read."""

    count: int | None
    max: int
    log: tuple[RetryAttempt, ...] = ()

    @property
    def used(self) -> str:
        """How many of how many: `1 of 3`, `? of 3`."""
        return f"{'?' if self.count is None else self.count} of {self.max}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Continuity:
    """What the state file says about the last session and how to go on."""

    last_session: str | None = None
    stopped_at: str | None = None
    resume_file: str | None = None
    next_action: str | None = None
