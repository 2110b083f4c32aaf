"""The sample project of a demo, as the program knows it: what it does there and nowhere else."""

from collections.abc import Callable
from pathlib import Path

from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Sample:
    """A sample project with an agent of its own.

    `agent` is the command of the agent that a person begins with a prompt, `log` the file in which the one at work says
    what it does. When the program is left, the project goes, unless it `stays`; `keep` has it stay.
    """

    root: Path
    agent: tuple[str, ...]
    log: str
    keep: Callable[[], None]
    stays: Callable[[], bool]
