"""Work that was not committed at the handoff: it lies there still, or was committed since, or it is lost."""

from collections.abc import Iterator

from cockpit.model import Track
from cockpit.model.preflight import Check, Evidence
from cockpit.rules.preflight.claims import plan_files
from cockpit.rules.preflight.results import failed, passed, unknown
from cockpit.rules.uncommitted import named
from cockpit.rules.work_among import work_among

_CLAIM = "What was not committed at the handoff is still there"
_LOST = "What was done to it is in no commit since the handoff; `git stash list` or an editor may still have it."


def checks(track: Track, evidence: Evidence) -> Iterator[Check]:
    """A line for each file whose work is gone, one for the others. A file that is not there has a line of its own."""
    repository = evidence.repository
    told = named(track.handoff.state) if track.handoff is not None else ()
    plans = plan_files(track)
    work = [path for path in told if path in plans or path in work_among([path], track.folder)]
    if not work or repository.problem is not None or repository.changed is None:
        return
    there = [path for path in work if (fact := evidence.files.get(path)) is None or fact.exists is not False]
    since = _committed(evidence)
    lost = [path for path in there if path not in repository.changed and path not in since]
    if lost and any(commit.cut for commit in repository.recent):
        yield unknown("uncommitted", _CLAIM, "The clone is shallow; it may have been committed before its beginning.")
        return
    for path in lost:
        said = f"{path} was not committed at the handoff, and is now as in HEAD"
        yield failed("uncommitted", _CLAIM, said, _LOST, subject=path)
    kept = [path for path in there if path not in lost]
    emptied = [path for path in kept if path not in since and _is_empty(path, evidence)]
    for path in emptied:
        said = f"{path} is there and empty; nobody knows whether it was so at the handoff."
        yield unknown("uncommitted", _CLAIM, said, subject=path)
    kept = [path for path in kept if path not in emptied]
    if kept:
        others = lost or emptied
        claim = _CLAIM if not others else "The other work that was not committed at the handoff is still there"
        yield passed("uncommitted", claim, *(f"{path}, {_how(path, since)}" for path in kept))


def committed_since(track: Track, evidence: Evidence) -> tuple[str, ...]:
    """The paths that were not committed at the handoff and are in a commit since, with nothing left uncommitted."""
    repository = evidence.repository
    told = named(track.handoff.state) if track.handoff is not None else ()
    since = _committed(evidence)
    return tuple(path for path in told if path in since and path not in (repository.changed or ()))


def _committed(evidence: Evidence) -> set[str]:
    """What commits since changed; a path that HEAD has as the commit of the handoff had it, none of them holds."""
    repository = evidence.repository
    since = {path for commit in repository.recent for path in (*commit.files, *commit.deleted)}
    return since if repository.unlike is None else since & repository.unlike


def _is_empty(path: str, evidence: Evidence) -> bool:
    fact = evidence.files.get(path)
    return fact is not None and fact.empty


def _how(path: str, since: set[str]) -> str:
    return "changed by a commit since" if path in since else "not committed"
