"""A project: a folder with state files, and everything they say."""

from cockpit.model.finding import Finding
from cockpit.model.track import Track
from cockpit.values import dataclass

SCHEMA = "cockpit.status/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Project:
    """A frozen snapshot of a project. `findings` are those that belong to no track; `root` is absolute."""

    schema: str = SCHEMA
    root: str
    tracks: tuple[Track, ...] = ()
    findings: tuple[Finding, ...] = ()

    def track(self, key: str | None) -> Track | None:
        """The track with that `Track.key`; the first one for None; None where there is no such track."""
        if key is None:
            return self.tracks[0] if self.tracks else None
        return next((track for track in self.tracks if track.key == key), None)
