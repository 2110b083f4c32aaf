"""What is known of a project beside what its state says: the branch checked out, and when its files were written."""

from collections.abc import Mapping
from dataclasses import field
from datetime import datetime

from cockpit.values import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """`branch` is its name, or the short id of a commit where none is checked out; None where there is no git.

    `written` is, by `Track.key`, when the newest of the track's files was written last, in UTC.
    """

    branch: str | None = None
    written: Mapping[str, datetime] = field(default_factory=dict)
