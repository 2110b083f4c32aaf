"""Whether what is on screen is what the files say now."""

from typing import Literal

from cockpit.model import Project

NOT_FOLLOWED = "not-followed"
"""The code of the finding that nobody looks at the files any longer."""
HALF_WRITTEN = "half-written"
"""The code of the finding that a file is being written, and its last complete state is shown."""

Followed = Literal["reading", "live", "being written", "stopped looking"]


def watch_status(project: Project | None) -> Followed:
    """How the files are followed; None is a project that was not read yet."""
    if project is None:
        return "reading"
    codes = {finding.code for finding in project.findings}
    if NOT_FOLLOWED in codes:
        return "stopped looking"
    codes |= {finding.code for track in project.tracks for finding in track.findings}
    return "being written" if HALF_WRITTEN in codes else "live"
