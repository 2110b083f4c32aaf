"""The few questions put to git, so that asking neither disturbs anything nor runs anything.

No optional locks, no hooks, no fsmonitor, no pager, no variables of a hook that cockpit may have been started from;
no other repository is asked for what is missing, whatever program or address the configuration names for that. Where
git is missing, refuses or takes too long, the answer is None.
"""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from itertools import islice
from pathlib import Path

from cockpit.regex import regex
from cockpit.storage import git_folders
from cockpit.storage.git_folders import common_folder, first_line, own_folder
from cockpit.storage.signatures import Signature, signature_of

TIMEOUT_SECONDS = 5.0
MAX_WORKTREES = 200

_SAFE = ("--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null")
_REDIRECTING = (
    "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_COMMON_DIR", "GIT_NAMESPACE", "GIT_PREFIX",
    "GIT_OBJECT_DIRECTORY",
    "GIT_ALTERNATE_OBJECT_DIRECTORIES",
)  # fmt: skip
_ALONE = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # an older git knows this one alone
    "LC_ALL": "C",
}
_READ = (
    "HEAD", "index", "packed-refs", "config", "config.worktree", "commondir", "shallow", "logs/HEAD", "info/exclude",
    "info/attributes", "info/grafts", "objects/info/alternates",
)  # fmt: skip
"""What git reads of its own folder at almost every question."""
_READ_BESIDE = (".gitattributes", ".gitignore")
_COMMIT = regex(r"[0-9a-f]{40,64}")


_OPERATIONS = {
    "rebase-merge": "rebase",
    "rebase-apply": "rebase",
    "CHERRY_PICK_HEAD": "cherry-pick",
    "REVERT_HEAD": "revert",
    "MERGE_HEAD": "merge",
}
"""What lies in git's folder while it is not through with something; a rebase picks too, so it comes first."""


def git_root(path: Path) -> Path | None:
    """The nearest folder upward that holds `.git`, a folder or (in a worktree or submodule) a file. Runs nothing."""
    root = git_folders.root_around(str(path))
    return Path(root) if root is not None else None


def linked_worktrees(shared: str) -> tuple[str, ...]:
    """The linked worktrees of the repository whose worktrees share that folder, from the files alone.

    Only those that name it in turn: what stands in the repository could name any folder there is.
    """
    try:
        with os.scandir(f"{shared}/worktrees") as entries:
            kept = sorted(entry.path for entry in islice(entries, MAX_WORKTREES))
    except OSError:
        return ()
    pointers = {folder: first_line(f"{folder}/gitdir") for folder in kept}
    found = {folder: os.path.realpath(Path(folder, pointer).parent) for folder, pointer in pointers.items() if pointer}
    return tuple(root for folder, root in found.items() if own_folder(root) == folder)


def head_signs(path: Path) -> tuple[Signature, ...]:
    """What differs once HEAD of the repository around a folder has moved: two looks at the disk, so often asked."""
    root = git_root(path)
    folder = own_folder(str(root)) if root is not None else None
    return tuple(signature_of(f"{folder}/{name}") for name in ("HEAD", "logs/HEAD")) if folder is not None else ()


def checked_out(path: Path) -> str | None:
    """What is checked out in the repository around a folder, from the files alone, so that it may be asked often.

    The name of the branch, the first seven digits of the commit for a detached head; None where neither can be read.
    """
    file = head_file(path)
    return checked_out_by(first_line(str(file)) or "") if file is not None else None


def head_file(path: Path) -> Path | None:
    """The file in which git keeps what is checked out around a folder; None outside of any repository."""
    root = git_root(path)
    folder = own_folder(str(root)) if root is not None else None
    return Path(folder, "HEAD") if folder is not None else None


def checked_out_by(text: str) -> str | None:
    """What is checked out by the text of that file."""
    head, *_ = text.splitlines() or [""]
    if head.startswith("ref:"):
        name = head.removeprefix("ref:").strip().removeprefix("refs/heads/")
        return None if name.startswith(".") else name  # a reftable keeps the true one elsewhere
    return head[:7] if _COMMIT.fullmatch(head) else None


def is_linked_worktree(folder: Path) -> bool:
    """Whether a folder is a worktree that `git worktree add` made of some repository: the same work, elsewhere."""
    pointer = first_line(f"{folder}/.git")
    return pointer is not None and "/worktrees/" in pointer


def head(root: Path) -> str | None:
    """The full id of the commit checked out at `root`; None before the first one."""
    return _line(root, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")


def commits_since(root: Path, commit: str) -> int | None:
    """How many commits HEAD has that a commit (its full id) does not contain; None where git cannot tell."""
    count = _line(root, "rev-list", "--count", f"{commit}..HEAD")
    return int(count) if count is not None else None


def operation(root: Path) -> str | None:
    """What git is in the middle of: `cherry-pick`, `revert`, `merge` or `rebase`; None for nothing. Runs nothing."""
    top = git_root(root)
    folder = own_folder(str(top)) if top is not None else None
    if folder is None:
        return None
    return next((name for sign, name in _OPERATIONS.items() if os.path.lexists(f"{folder}/{sign}")), None)


def branch(root: Path) -> str | None:
    """The name of the branch checked out at `root`, also before its first commit; None for a detached head."""
    return _line(root, "symbolic-ref", "--quiet", "--short", "HEAD")


def ignored(root: Path, folders: Iterable[str]) -> frozenset[str]:
    """Those of the folders, relative to `root`, that git ignores; none where git cannot tell.

    None of them may lie in a submodule: git gives up at the first that does.
    """
    paths = "\0".join(f"./{folder}" for folder in folders)  # the dot keeps a leading colon from being magic
    answer = ask(root, "check-ignore", "--stdin", "-z", stdin=paths) if paths else None
    return frozenset(path.removeprefix("./") for path in answer.split("\0") if path) if answer else frozenset()


def ignoring_files(root: Path, folders: Iterable[str]) -> tuple[str, ...] | None:
    """The files, there or not, that say whether git ignores any of these folders; None where git does not tell."""
    top, asked = git_root(root), [*folders]
    own, shared = (own_folder(str(top)), common_folder(str(top))) if top is not None else (None, None)
    stated = ask(root, "config", "--list", "--show-origin", "--null")
    if top is None or own is None or shared is None or stated is None:
        return None
    home = os.path.expanduser("~")  # noqa: PTH111 - as git, which asks for no account
    config = os.environ.get("XDG_CONFIG_HOME") or f"{home}/.config"
    parts = stated.split("\0")
    origins = [root / each.removeprefix("file:") for each in parts[::2]]
    values = [each.partition("\n") for each in parts[1::2]]
    named = [
        origin.parent / value.replace("~", home, 1)
        for origin, (key, _, value) in zip(origins, values, strict=False)
        if key == "core.excludesfile" or key.startswith("include")
    ]
    above = {folder for each in asked for folder in (root / each).parents if folder.is_relative_to(top)}
    return (
        *map(str, dict.fromkeys((*origins, *named))),
        *("/etc/gitconfig", f"{home}/.gitconfig", f"{config}/git/config", f"{config}/git/ignore"),
        *(value for name, value in os.environ.items() if name in ("GIT_CONFIG_GLOBAL", "GIT_CONFIG_SYSTEM")),
        *(f"{own}/{name}" for name in ("HEAD", "index", "config.worktree")),
        *(f"{shared}/{name}" for name in ("config", "info/exclude")),
        *(str(folder / ".gitignore") for folder in sorted(above)),
    )


def _line(root: Path, *arguments: str) -> str | None:
    answer = ask(root, *arguments)
    return answer.strip() or None if answer else None


def without_filters(root: Path) -> tuple[str, ...] | None:
    """The options that keep git from running the filters the configuration of `root` knows; None where none can."""
    found = ask(root, "config", "--null", "--name-only", "--get-regexp", r"^filter\..*\.(clean|process|required)$")
    names = [name for name in (found or "").split("\0") if name]
    if any("=" in name for name in names):  # an option would end the name there
        return None
    return tuple(part for name in names for part in ("-c", f"{name}={'false' if name.endswith('.required') else ''}"))


def missing() -> bool:
    """Whether there is no git on this machine."""
    import shutil

    return shutil.which("git") is None


def ask(root: Path, *arguments: str, stdin: str = "") -> str | None:
    """What git prints; None where it fails. The arguments are ours, never text from a file."""
    import subprocess

    environment = {key: value for key, value in os.environ.items() if key not in _REDIRECTING} | _ALONE
    if (folder := git_root(root)) is not None:  # whatever folder the configuration names in its place
        if _would_wait(folder):
            return None
        environment["GIT_WORK_TREE"] = os.path.realpath(folder)
    command = ["git", *_SAFE, "-C", os.fspath(root), *arguments]
    try:
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        ) as process:
            try:
                answer, _ = process.communicate(os.fsencode(stdin), timeout=TIMEOUT_SECONDS)
            except BaseException:  # whatever ends the waiting
                _end(process.pid)
                raise
    except (OSError, subprocess.TimeoutExpired):
        return None
    return os.fsdecode(answer) if process.returncode == 0 else None


def _would_wait(root: Path) -> bool:
    """Whether git would wait for ever: a FIFO stands in place of a file that it reads at almost every question."""
    own, shared = own_folder(str(root)), common_folder(str(root))
    if own is None or shared is None:
        return False
    reference = (first_line(f"{own}/HEAD") or "").removeprefix("ref:").strip()
    names = (*_READ, reference) if reference.startswith("refs/") else _READ
    read = [f"{folder}/{name}" for folder in {own, shared} for name in names]
    return any(map(_is_fifo, (*read, *(f"{root}/{name}" for name in _READ_BESIDE))))


def _is_fifo(path: str) -> bool:
    try:
        return stat.S_ISFIFO(Path(path).stat().st_mode)
    except OSError:  # what may not be looked at nobody waits for either
        return False


def _end(session: int) -> None:
    """Ends git and what it has begun, which would keep the answer open."""
    from signal import SIGKILL  # as subprocess: who need not ask git does not pay for it

    with suppress(ProcessLookupError):
        os.killpg(session, SIGKILL)
