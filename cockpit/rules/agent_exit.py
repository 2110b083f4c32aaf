"""What came of an agent that was run from cockpit: how it ended, how many commits it made, whether the state moved."""

import signal

from cockpit.model import Track
from cockpit.model.location import where_at
from cockpit.values import dataclass
from cockpit.wording.messages import Message
from cockpit.wording.times import span

_BY_SHELLS = 128
"""What a shell adds to the number of the signal that ended a command."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentExit:
    """An agent that was run: its name, its exit code (minus the signal that ended it), for how many seconds.

    `came` says what came of it until now; None until that was looked up.
    """

    name: str
    code: int
    seconds: float
    came: Message | None = None

    @property
    def well(self) -> bool:
        """Whether it ended of its own accord and without an error."""
        return self.code == 0

    @property
    def sentence(self) -> Message:
        """That it ran, and how it ended: `claude was interrupted after 2 min.`"""
        code, time = self.code if self.code >= 0 else _BY_SHELLS - self.code, span(max(1, self.seconds))
        if not code:
            return Message("rules.agent-ended-well", agent=self.name, time=time)
        if code == _BY_SHELLS + signal.SIGINT:
            return Message("rules.agent-interrupted", agent=self.name, time=time)
        return Message("rules.agent-failed", agent=self.name, code=code, time=time)


def what_came(before: Track, now: Track, commits: int | None) -> Message:
    """`2 commits, the state moved.` `commits` is how many HEAD has more than before the run; None where git cannot
    tell.
    """
    stood, stands = ((where_at(each.position), each.position.status) for each in (before, now))
    if commits is None:
        return Message("rules.state-moved" if stands != stood else "rules.state-stayed")
    moved = "rules.commits-and-state-moved" if stands != stood else "rules.commits-and-state-stayed"
    return Message(moved, commits=commits)
