"""Where a branch is: here, checked out in another worktree, on a remote. One question."""

from pathlib import Path

from cockpit.model.preflight import BranchFact
from cockpit.storage import git

_LOCAL, _REMOTE = "refs/heads/", "refs/remotes/"


def branch_fact(root: Path, name: str) -> BranchFact | None:
    """Where the branch of that name is; None where git cannot tell. The name is compared, never asked for."""
    answer = git.ask(root, "for-each-ref", "--format=%(refname)%00%(worktreepath)%00", _LOCAL, _REMOTE)
    if answer is None:
        return None
    words = answer.split("\0")
    known = {ref.lstrip("\n"): folder for ref, folder in zip(words[::2], words[1::2], strict=False)}
    here = known.get(f"{_LOCAL}{name}")
    split = (ref.removeprefix(_REMOTE).partition("/") for ref in known if ref.startswith(_REMOTE))
    remotes = [remote for remote, _, theirs in split if theirs == name]
    return BranchFact(
        here=here is not None,
        remotes=tuple(sorted(remotes, key=lambda remote: (remote != "origin", remote))),
        worktree=here or None,
    )
