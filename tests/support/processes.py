"""Other processes that write into a project, forked so that they begin at once."""

import json
import multiprocessing
import random
import sys
import time
from collections.abc import Callable
from multiprocessing.context import ForkProcess
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.systems.interface import Edit
from cockpit.wording.messages import plain
from tests.support.sandbox import Sandbox


def started(role: Callable[..., None], workspace: Sandbox, *more: object) -> ForkProcess:
    """A process that plays a role in a workspace."""
    return forked(role, workspace, *more)


def forked(role: Callable[..., None], *given: object) -> ForkProcess:
    """A process that plays a role."""
    process = multiprocessing.get_context("fork").Process(target=role, args=given, daemon=True)
    process.start()
    return process


def ended(process: ForkProcess) -> int | None:
    """How a process ended, once it has."""
    process.join(120)
    return process.exitcode


def answer(workspace: Sandbox, times: int) -> None:
    """Cockpit, changing one value of a file that an agent rewrites."""

    def make() -> Edit:
        content = workspace.read("s.json")
        try:
            fields = json.loads(content or b"")
        except ValueError as error:
            raise CommandError(plain("It is being written.")) from error
        changed = json.dumps(fields | {"cockpit": fields["cockpit"] + 1}).encode()
        edit = workspace.edit({"s.json": changed})
        if edit.changes[0].before != content:
            raise CommandError(plain("It was written meanwhile."))
        return edit

    for _ in range(times):
        persistently(lambda: workspace.commit_edit(make))


def agent(workspace: Sandbox, way: str, times: int, chance: int = 3) -> None:
    """An agent that reads the whole file, thinks, and writes all of it."""
    path = workspace.root / "s.json"
    ways: dict[str, Callable[[Path, bytes], None]] = {
        "rename": by_rename,
        "in-place": Path.write_bytes,  # type: ignore[dict-item]
        "slowly": slowly,
        "holding": holding,
    }
    seed = random.Random(chance)
    for number in range(times):
        fields = json.loads(path.read_bytes())
        time.sleep(seed.choice((0, 0, 0.0005, 0.002)))
        fields["agent"].append(str(number))
        chosen = seed.choice(sorted(ways)) if way == "mixed" else way
        ways[chosen](path, json.dumps(fields).encode())
        time.sleep(seed.choice((0, 0.001, 0.004)))


def by_rename(path: Path, content: bytes) -> None:
    beside = path.with_suffix(".agent")
    beside.write_bytes(content)
    beside.replace(path)


def slowly(path: Path, content: bytes) -> None:
    """Keeps the file open while it writes, in pieces."""
    with path.open("wb", buffering=0) as handle:
        for start in range(0, len(content), 200):
            handle.write(content[start : start + 200])
            time.sleep(0.0003)


def holding(path: Path, content: bytes) -> None:
    """Keeps the file open before and after it writes, and writes twice."""
    with path.open("r+b", buffering=0) as handle:
        time.sleep(0.001)
        for part in (content[: len(content) // 2], content):
            handle.seek(0)
            handle.truncate()
            handle.write(part)
            time.sleep(0.001)


def persistently(attempt: Callable[[], object]) -> None:
    """Tries again what is refused, as a script would."""
    for _ in range(200):
        try:
            attempt()
        except CommandError:
            time.sleep(0.005)
        else:
            return
    sys.exit("refused 200 times")
