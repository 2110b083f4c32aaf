"""Work that was done before anything was written about it."""

from cockpit.model.intents import CheckResult
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class DoneWork:
    """How a check of the work ended, by which command, and whose work it was."""

    result: CheckResult
    command: str | None = None
    agent: str | None = None
