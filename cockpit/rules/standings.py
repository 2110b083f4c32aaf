"""How the tracks of a project stand beside each other: the one that needs a person most comes first."""

from cockpit.model import LEVELS, Level, Project, Track
from cockpit.rules.attention import GRAVITY, Need, needs
from cockpit.rules.levels import rank
from cockpit.values import dataclass


@dataclass(frozen=True, slots=True)
class Standing:
    """A track, what needs a person in it (the gravest first), and the gravest level of its thresholds."""

    track: Track
    needs: tuple[Need, ...]
    level: Level | None

    @property
    def gravity(self) -> int:
        """How soon it needs a person, 0 for at once."""
        return GRAVITY.index(self.needs[0].kind) if self.needs else len(GRAVITY)


def standings(project: Project) -> tuple[Standing, ...]:
    """Every track, the worst first: by what needs a person, then by level, then as the project lists them."""
    every = (Standing(track, needs(track), _gravest(track)) for track in project.tracks)
    return tuple(sorted(every, key=lambda each: (each.gravity, -rank(each.level))))


def _gravest(track: Track) -> Level | None:
    levels = {each.level for each in track.thresholds}
    return next((level for level in reversed(LEVELS) if level in levels), None)
