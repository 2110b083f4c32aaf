"""How a person wants projects to be read, by their settings and their command line."""

from collections.abc import Collection
from dataclasses import field

from cockpit.model.state import SILENT_AFTER, CommandLimits
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadingOptions:
    """`limits` are those of the command line, all else are settings.

    `agents` are the ids of the agents whose sessions count, None for all that are known.
    """

    limits: CommandLimits = field(default_factory=dict)
    lapse_half_way: bool = False
    """An acknowledgment also lapses half way to the next limit."""
    silent_after: int = SILENT_AFTER
    """Minutes; 0 is never."""
    agents: Collection[str] | None = ()
    ask_agents: bool = False
    """Their own commands are run, too."""
    show_requests: bool = True
    """What they want and say is shown."""


USUAL_READING = ReadingOptions()
"""Without settings and limits, and without a look at sessions."""
