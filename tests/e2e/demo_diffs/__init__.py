"""What each verb is to change in the demo's project: the lines of `git diff` below the path of their file, no other.

The project was made at 14:30; what stands in `before` is done at 14:40 and committed, the verb at 14:41.
"""

from typing import NamedTuple


class Verb(NamedTuple):
    """A command line, the lines that it is to remove and add, and what is done and committed before."""

    line: str
    meant: str
    before: tuple[str, ...] = ()
