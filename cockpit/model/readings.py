"""What agents said that they used, each time they said it, and what that comes to.

Instants are seconds since the epoch, in UTC, as the clock was then: it may have jumped. Money is USD.
"""

from typing import Literal, NamedTuple

from cockpit.values import dataclass

Source = Literal["statusline", "log"]
"""The status line of the agent, or what it keeps about its sessions."""


class RateLimit(NamedTuple):
    """How much of a limit of the provider is used, in percent, and when it begins anew."""

    name: str
    used: float
    resets_at: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What an agent said of one session. What it did not state, or what is no such number, is None.

    `cost` is what the session cost so far; it begins anew where the agent does. `context` is the share of the window in
    percent, `context_tokens` what is in it. `process` is the agent's: one session may be open in two. `spent` stands
    for readings before it that are forgotten: what they and this one added.
    """

    at: float
    session: str
    agent: str
    source: Source = "statusline"
    cost: float | None = None
    context: float | None = None
    context_tokens: float | None = None
    window: float | None = None
    model: str | None = None
    version: str | None = None
    process: int | None = None
    rate_limits: tuple[RateLimit, ...] = ()
    spent: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Mark:
    """An instant from which on sums are asked for, such as that of a limit: what was read after it counts, whatever the
    clock did."""

    at: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """Readings and marks of a repository, in the order in which they came. `forgotten` is the instant up to which there
    may have been others."""

    entries: tuple[Reading | Mark, ...] = ()
    forgotten: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number that sessions used: USD, tokens or percent, with who said so, and when.

    `at` is when the newest of it was said, in `session` of `agent`; a sum is of `sessions` of them. With `at_least`
    it may be more. `old`: nothing was heard for minutes.
    """

    value: float
    at: float
    source: Source
    agent: str
    session: str
    sessions: int = 1
    at_least: bool = False
    old: bool = False
