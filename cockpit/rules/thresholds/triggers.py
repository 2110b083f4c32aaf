"""Whether a checkpoint trigger fires (seed, "Trigger Functions")."""

from datetime import datetime, timedelta
from typing import Literal

from cockpit.model import Trigger
from cockpit.values import dataclass
from cockpit.wording.times import parse_instant

Frequency = Literal["every", "once_per_session"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TriggerConfig:
    """How often a trigger may fire; `limit` is the value it waits for, in the unit of its metric (minutes for time)."""

    frequency: Frequency = "every"
    cooldown: timedelta | None = None
    metric: str | None = None
    limit: float | None = None


def should_trigger(state: Trigger | None, config: TriggerConfig, now: datetime, session_start: datetime | None) -> bool:
    """Whether a trigger fires now, from its recorded state.

    The seed's `shouldTrigger`, but `once_per_session` means this session, not ever: a trigger that fired before
    `session_start` fires again. Where the start is not known, any earlier firing counts, as in the seed.
    """
    last = parse_instant(state.last_triggered) if state else None
    if last is None:
        return True
    if config.frequency == "once_per_session" and (session_start is None or last.latest >= session_start):
        return False
    return config.cooldown is None or now - last.at >= config.cooldown
