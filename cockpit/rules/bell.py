"""When the bell rings: once for each alert or stop that begins to fire while the program is open."""

from cockpit.model import Level, Project
from cockpit.rules.firing import firing
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Alarm:
    """A metric of a track that fires at a level."""

    track: str
    metric: str
    level: Level | None


def alarms(project: Project | None) -> frozenset[Alarm]:
    """Everything that fires in a project."""
    tracks = project.tracks if project is not None else ()
    return frozenset(Alarm(track.key, each.metric, each.level) for track in tracks for each in firing(track.thresholds))


def heard_next(heard: frozenset[Alarm], before: Project | None, after: Project) -> tuple[frozenset[Alarm], bool]:
    """The alarms that need not ring again, and whether one rings now that `before` has become `after`.

    What a project or track begins with does not ring. A metric that cannot be read has not ceased to fire.
    """
    now = alarms(after)
    known = {track.key for track in before.tracks} if before is not None else set()
    read = {(track.key, each.metric) for track in after.tracks for each in track.thresholds}
    over = {alarm for alarm in heard - now if (alarm.track, alarm.metric) in read}
    return (heard | now) - over, any(alarm.track in known for alarm in now - heard)
