"""What cannot be written is refused in one sentence, and nothing is changed, by a command and in the program:
`python -m tests.proofs.refusing`."""

import argparse
import asyncio
import errno
import os
import resource
import shutil
import traceback
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from textual.widgets import Static

from tests.proofs.away import away
from tests.proofs.kills import TAKING_ROOM
from tests.proofs.private import spoken
from tests.support.keyboard import EXAMPLE, said, seen, slowly
from tests.support.permissions import bite_from_now_on
from tests.support.sandbox import failing_from
from tests.support.static_app import app_on

SOMEBODY = 65534
PAGE = ".autopilot/TRANSPONDER.md"
NO_PERMISSION = f"You have no permission to write {PAGE}. Nothing changed."


@dataclass(frozen=True)
class Situation:
    """Why a project cannot be written: what it is like, what holds meanwhile, what is said. `own` says whose it is."""

    name: str
    sentence: str
    prepare: Callable[[Path], object] = lambda root: None
    meanwhile: Callable[[], AbstractContextManager[object]] = nullcontext
    own: bool = True


@contextmanager
def _small_files() -> Iterator[None]:
    """The system lets no file grow beyond a hundred bytes."""
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (100, limits[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)


def _failing(code: int, names: tuple[str, ...]) -> Callable[[], AbstractContextManager[object]]:
    return lambda: failing_from(0, code, names)


def _led_outside(root: Path) -> None:
    outside = root.parent / "outside.md"
    (root / PAGE).rename(outside)
    (root / PAGE).symlink_to(outside)


def _state_closed(root: Path) -> None:
    Path(os.environ["COCKPIT_STATE_DIR"]).mkdir(mode=0o500, exist_ok=True)


SITUATIONS = (
    Situation("disk full", "The disk is full. Nothing changed.", meanwhile=_failing(errno.ENOSPC, TAKING_ROOM)),
    Situation("file too large", "would be too large. Nothing changed.", meanwhile=_small_files),
    Situation("folder read-only", NO_PERMISSION, lambda root: (root / ".autopilot").chmod(0o555)),
    Situation("file read-only", NO_PERMISSION, lambda root: (root / PAGE).chmod(0o444)),
    Situation("other owner", NO_PERMISSION, own=False),
    Situation("cockpit's own folder closed", "You have no permission to write cockpit's folder ", _state_closed),
    Situation("link out of the project", f"{PAGE} is a symbolic link to a path outside the project", _led_outside),
    Situation(
        "other file system",
        f"{PAGE} is on a different file system than its folder. Nothing changed.",
        meanwhile=_failing(errno.EXDEV, ("exchange", "link")),
    ),
    Situation(
        "file system read-only",
        "is on a read-only file system. Nothing changed.",
        meanwhile=_failing(errno.EROFS, ("create", "rename", "exchange")),
    ),
)


def by_command(root: Path) -> str:
    """What the command says on standard error."""
    out, err = spoken(root, ("todo", "add", "one more"))
    return f"{out}{err}".removeprefix("cockpit: ").strip()


def by_program(root: Path) -> str:
    """What the program says when the same is typed into it."""

    async def typed() -> str:
        app = app_on(root)
        async with app.run_test(size=(120, 40)) as pilot:
            await slowly(pilot, "n", "t", *"one", "enter")
            wrong = app.screen.query("#wrong")
            assert not wrong or "one" in seen(app), "what was typed is still there"
            return str(wrong.first(Static).visual) if wrong else said(app)

    return asyncio.run(typed())


def everything(root: Path) -> dict[str, object]:
    """Every file with its bytes and mode, every link with where it leads."""
    return {
        str(path.relative_to(root.parent)): (path.lstat().st_mode, path.is_file() and path.read_bytes())
        for path in (*root.rglob("*"), root.parent / "outside.md")
        if path.exists()
    }


@cache
def unhindered(ask: Callable[[Path], str]) -> bool:
    """Whether it is done where nothing is in the way; what is imported for it need not be found by somebody else."""
    with away() as folder:
        root = Path(shutil.copytree(EXAMPLE, folder / "p"))
        ask(root)
        return "- [ ] one" in (root / PAGE).read_text("utf-8")


def refused(situation: Situation, ask: Callable[[Path], str]) -> str:
    """The one sentence that is said. Fails where there are more, or something was changed."""
    assert unhindered(ask)
    with away() as folder:
        root = Path(shutil.copytree(EXAMPLE, folder / "p"))
        situation.prepare(root)
        if not situation.own:
            _give_away(root)
        before = everything(root)
        told = _unprivileged(lambda: _asked(situation, ask, root))
        assert everything(root) == before, (situation.name, told)
    assert situation.sentence in told, (situation.name, told)
    assert told.count("\n") == 0, (situation.name, told)
    return told


def _asked(situation: Situation, ask: Callable[[Path], str], root: Path) -> str:
    with situation.meanwhile():
        return ask(root)


def can_be_made(situation: Situation) -> bool:
    """Whether there can be such a project here: another owner's only root can make."""
    return situation.own or os.geteuid() == 0


def _give_away(root: Path) -> None:
    """Makes a project somebody else's."""
    for path in (root, *root.rglob("*")):
        os.chown(path, SOMEBODY, SOMEBODY, follow_symlinks=False)


def _unprivileged(act: Callable[[], str]) -> str:
    """What a process without the rights of root finds."""
    reads, writes = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            bite_from_now_on()
            os.write(writes, act().encode())
        except BaseException:  # noqa: BLE001 - whatever it is, the caller tells it
            os.write(writes, traceback.format_exc().encode()[-4000:])
        finally:
            os._exit(0)
    os.close(writes)
    with os.fdopen(reads, "rb") as pipe:
        told = pipe.read().decode()
    os.waitpid(child, 0)
    return told


def link_kept(ask: Callable[[Path], str]) -> bool:
    """Whether a state file that is a link within the project stays one, and the file it names is changed."""
    with away() as folder:
        root = Path(shutil.copytree(EXAMPLE, folder / "p"))
        real = root / "kept-elsewhere.md"
        (root / PAGE).rename(real)
        (root / PAGE).symlink_to("../kept-elsewhere.md")
        _unprivileged(lambda: ask(root))
        return (root / PAGE).is_symlink() and "- [ ] one" in real.read_text("utf-8")


def main() -> None:
    """Print the figures."""
    argparse.ArgumentParser().parse_args()
    possible = [situation for situation in SITUATIONS if can_be_made(situation)]
    told = [refused(situation, ask) for situation in possible for ask in (by_command, by_program)]
    assert link_kept(by_command)
    assert link_kept(by_program)
    names = ", ".join(situation.name for situation in possible)
    print(  # noqa: T201 - the figures are what it is for
        f"{len(possible)} situations by command and in the program ({names}): {len(told)} refusals, "
        f"each one sentence with nothing changed; a link within the project stays a link"
    )


if __name__ == "__main__":
    main()
