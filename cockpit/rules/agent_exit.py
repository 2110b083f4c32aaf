"""What came of an agent that was run from cockpit: how it ended, how many commits it made, whether the state moved."""

import signal

from cockpit.model import Track
from cockpit.model.location import where_at
from cockpit.values import dataclass
from cockpit.wording.phrases import counted
from cockpit.wording.times import span

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
