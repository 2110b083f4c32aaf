"""When a handoff has served: the work went on past it (DESIGN section 8: archived only after success)."""

from cockpit.model import Handoff, Position, Track
from cockpit.model.preflight import Evidence
from cockpit.rules.instants import certainly_before


def served(track: Track, evidence: Evidence) -> str | None:
    """Why the handoff of a track may go to the archive, in one sentence; None while nothing shows that it was used."""
    handoff = track.handoff
    if handoff is None:
        return None
    return moved_past(handoff, track.position) or _commit_after(track, handoff, evidence)


def waits(track: Track) -> bool:
    """Whether a handoff waits that, as far as the files tell, nobody has gone on from."""
    return track.handoff is not None and served(track, Evidence()) is None


def moved_past(handoff: Handoff, position: Position) -> str | None:
    """How the state stands past a handoff, in one sentence; None where it does not.

    The first of phase, plan and task that differs decides; what is no number is not compared."""
    for name, theirs, ours in (
        ("phase", handoff.phase, position.phase),
        ("plan", handoff.plan, position.plan),
        ("task", handoff.task, position.task),
    ):
        then, now = _numbers(theirs), _numbers(ours.id if ours else None)
        if not then or not now:
            return None
        then, now = _alike(then, now)
        if then != now:
            return (
                f"The state stands at {name} {ours.id if ours else ''}, past {name} {theirs}." if now > then else None
            )
    return None


def _commit_after(track: Track, handoff: Handoff, evidence: Evidence) -> str | None:
    """A commit of work after the handoff; those of the state files alone say nothing."""
    folder = track.path.partition("/")[0] + "/"
    for commit in reversed(evidence.repository.recent):
        work = any(not path.startswith(folder) for path in (*commit.files, *commit.deleted))
        if work and commit.id != handoff.head and certainly_before(handoff.created, commit.at):
            return f"Commit {commit.id[:8]} {commit.subject} came after it."
    return None


def _numbers(text: str | None) -> tuple[int, ...]:
    parts = (text or "").strip().split(".")
    return tuple(map(int, parts)) if all(part.isascii() and part.isdigit() for part in parts) else ()


def _alike(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """`3.2` and `2` both as `2`: a plan may be written with its phase."""
    length = min(len(one), len(other))
    return one[-length:], other[-length:]
