"""What came of an agent that was run from cockpit: how it ended, how many commits it made, whether the state moved."""

import signal

from cockpit.model import Track
from cockpit.model.location import where_at
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words
from cockpit.wording.phrases import counted
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
    came: Words | None = None

    @property
    def well(self) -> bool:
        """Whether it ended of its own accord and without an error."""
        return self.code == 0

    @property
    def sentence(self) -> Words:
        """That it ran, and how it ended: `claude was interrupted after 2 min.`"""
        code, time = self.code if self.code >= 0 else _BY_SHELLS - self.code, span(max(1, self.seconds))
        if not code:
            return f"{self.name} exited with 0 after {time}."
        if code == _BY_SHELLS + signal.SIGINT:
            return f"{self.name} was interrupted after {time}."
        return f"{self.name} exited with {code} after {time}."


def what_came(before: Track, now: Track, commits: int | None) -> Words:
    """`2 commits, the state moved.` `commits` is how many HEAD has more than before the run; None where git cannot
    tell.
    """
    stood, stands = ((where_at(each.position), each.position.status) for each in (before, now))
    what, happened = ("moved", "changed") if stands != stood else ("stayed", "did not change")
    if commits is None:
        return Message(f"rules.state-{what}", f"The position {happened}.")
    text = f"{counted(commits, 'commit')}; the position {happened}."
    return Message(f"rules.commits-and-state-{what}", text)
