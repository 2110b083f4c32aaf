"""A folder of one's own for a proof, in which what a person keeps lies too; nobody there is an agent."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cockpit.agents.environment import AGENT_VARIABLES


@contextmanager
def away() -> Iterator[Path]:
    """The folder, while it is there."""
    for name in AGENT_VARIABLES:
        os.environ.pop(name, None)
    with TemporaryDirectory() as folder:
        os.environ["HOME"] = folder
        for name in ("CONFIG", "STATE", "CACHE"):
            os.environ[f"COCKPIT_{name}_DIR"] = f"{folder}/{name}"
        yield Path(folder)
