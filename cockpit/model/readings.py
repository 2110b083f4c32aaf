"""What agents said that they used, each time they said it, and what that comes to.

Instants are seconds since the epoch, in UTC, as the clock was then: it may have jumped. Money is USD.
"""

from typing import Literal

from cockpit.values import dataclass

Source = Literal["statusline", "log"]
"""The status line of the agent, or what it keeps about its sessions."""
SOURCE_WORDS: dict[Source, str] = {"statusline": "status line", "log": "session log"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What an agent said of one session. What it did not state, or what is no such number, is None.

    `cost` is what the session cost so far; it begins anew where the agent does. `context` is the share of the `window`
    in percent, `tokens` what is in it. `process` is the agent's: one session may be open in two. Of the provider's
    limits for five hours and for seven days it is how much the account used, in percent, and when they begin anew.
    `spent` stands for readings before it that are forgotten: what they and this one added.
    """

    at: float
    session: str
    source: Source = "statusline"
    cost: float | None = None
    context: float | None = None
    tokens: float | None = None
    window: float | None = None
    model: str | None = None
    five_hour: float | None = None
    five_hour_resets: float | None = None
    seven_day: float | None = None
    seven_day_resets: float | None = None
    process: int | None = None
    spent: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The readings of a repository, in the order in which they came. `forgotten` is what sessions cost of which none is
    kept. `asks` is the session that asks what holds it: of all contexts its own counts."""

    entries: tuple[Reading, ...] = ()
    forgotten: float = 0
    asks: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount:
    """A number that sessions used: USD, tokens or percent, with who said so, and when.

    `at` is when the newest of it was said, in `session`. With `at_least` it may be more. `old`: nothing was
    heard for minutes.
    """

    value: float
    at: float
    source: Source
    session: str
    at_least: bool = False
    old: bool = False
