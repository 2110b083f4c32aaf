"""Which of a commit's files are work: those of the state are written beside it, by whoever keeps the state."""

from collections.abc import Iterable


def work_among(paths: Iterable[str], state: str) -> tuple[str, ...]:
    """The paths that do not lie in the folder of the state files (`Track.folder`)."""
    return tuple(path for path in paths if not path.startswith(state))
