"""All or nothing, whatever fails and whenever the process dies: `python -m tests.proofs.kills [--moments 500]`."""

import argparse
import errno
import os
import random
import signal
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from cockpit.model.errors import CommandError
from tests.proofs.scenes import SCENES, Scene, Tree, killed_at, litter, start, told, tree
from tests.support.sandbox import Sandbox, failing_at, failing_from, observed

FULL = {errno.ENOSPC: "The disk is full", errno.EDQUOT: "Your disk quota is used up"}
NAMES = tuple(scene.name for scene in SCENES)
GROUP = "a change, a new file and a removed one"
TAKING_ROOM = ("create", "write", "make_folder", "append", "execute", "commit")

NOTHING_CHANGED = "Nothing changed"


class Judge:
    """Knows how a scene is before and after, and says which of the two a workspace is. `folder` is its own."""

    def __init__(self, scene: Scene, folder: Path) -> None:
        self.scene = scene
        self._folders = (folder / str(number) for number in count())
        workspace = self.ready()
        self.old, self.told = tree(workspace), told(workspace)
        with observed() as calls:
            scene.act(workspace)
        self.calls = calls.made
        self.new = tree(workspace)
        assert self.new != self.old
        assert not litter(workspace)

    def ready(self) -> Sandbox:
        return self.scene.ready(next(self._folders))

    def interrupted(self, call: int) -> Sandbox:
        """A workspace in which the deed was ended at the call with this number."""
        workspace = self.ready()
        with killed_at(call):
            self.scene.act(workspace)
        return workspace

    def at_any_time(self, workspace: Sandbox) -> None:
        """Fails where a file is neither old nor new."""
        for path, content in tree(workspace).items():
            assert self._is_known(path, content), (self.scene.name, path, content)

    def is_new(self, workspace: Sandbox, where: object) -> bool:
        """Whether all of it was done; fails where it is only a part of it, or something was left lying about."""
        found = tree(workspace)
        assert found in (self.old, self.new), (self.scene.name, where, _differing(found, self.old))
        assert litter(workspace) == [], (self.scene.name, where)
        done = found == self.new
        expected = tuple(before + done * self.scene.told for before in self.told)
        assert told(workspace) == expected, (self.scene.name, where)
        return done

    def _is_known(self, path: str, content: bytes | None) -> bool:
        return ".cockpit-" in path or content in (self.old.get(path), self.new.get(path))


def _differing(found: Tree, other: Tree) -> list[str]:
    return [path for path in {*found, *other} if found.get(path) != other.get(path)]


def dead_at_every_call(judge: Judge, step: int = 1) -> int:
    """Ends the deed at each of its calls to the disk; how many. The next start makes it whole, the next deed works."""
    for number in range(0, len(judge.calls), step):
        _recovers(judge, judge.interrupted(number), (number, judge.calls[number]))
    return len(range(0, len(judge.calls), step))


def _recovers(judge: Judge, workspace: Sandbox, where: object) -> None:
    judge.at_any_time(workspace)
    start(workspace)
    judge.is_new(workspace, where)
    workspace.commit({"another": b"1"})


def dead_in_recovery(judge: Judge, step: int = 1) -> int:
    """Ends a deed at each call, and what completes it at each of its; how often. The start after that is whole."""
    ended = 0
    for first in range(0, len(judge.calls), step):
        for second in count(first % step, step):
            workspace = judge.interrupted(first)
            with killed_at(second) as calls:
                start(workspace)
            judge.at_any_time(workspace)
            start(workspace)
            judge.is_new(workspace, (first, second))
            if len(calls.made) <= second:
                break
            ended += 1
    return ended


def failing_at_every_call(judge: Judge, step: int = 1) -> int:
    """Lets each call to the disk fail once; how many. What is refused changed nothing, and says so."""
    refused = 0
    for number, name in list(enumerate(judge.calls))[::step]:
        workspace = judge.ready()
        try:
            with failing_at(number):
                judge.scene.act(workspace)
        except (CommandError, OSError) as refusal:
            refused += 1
            said = str(refusal)
            if judge.scene.commits and "at its next start" in said:
                start(workspace)
                assert judge.is_new(workspace, number)
                continue
            assert isinstance(refusal, OSError) or NOTHING_CHANGED in said or "cannot be read" in said, (number, name)
            judge.at_any_time(workspace)
            _as_before(judge, workspace, number)
        start(workspace)
        judge.at_any_time(workspace)
        assert litter(workspace) == [], (judge.scene.name, number, name)
    return refused


def _as_before(judge: Judge, workspace: Sandbox, number: int) -> None:
    """Of what concerns cockpit's own words alone, only the assurance may have failed that they are on the disk."""
    if judge.scene.told:
        assert tree(workspace) == judge.old, (judge.scene.name, number, judge.calls[number])
        assert told(workspace)[1] == judge.told[1], (judge.scene.name, number, judge.calls[number])


def full_from_every_call(judge: Judge, step: int = 1) -> int:
    """Lets the disk be full from each call on; how many are refused, each in one sentence, with nothing changed."""
    refused = 0
    for code, sentence in FULL.items():
        for number in range(0, len(judge.calls), step):
            workspace = judge.ready()
            try:
                with failing_from(number, code, TAKING_ROOM):
                    judge.scene.act(workspace)
            except CommandError as refusal:
                refused += 1
                if judge.scene.commits and "at its next start" in str(refusal):
                    start(workspace)
                    assert judge.is_new(workspace, number)
                    continue
                assert str(refusal) == f"{sentence}. Nothing changed."
                assert tree(workspace) == judge.old, (judge.scene.name, number)
            except OSError as error:
                assert error.errno == code
            assert litter(workspace) == [], (judge.scene.name, number)
    return refused


def gone_from_every_call(judge: Judge, step: int = 1) -> int:
    """Lets the disk take nothing any more from each call on; how many are completed at the next start, and say so."""
    waiting = 0
    for number in range(0, len(judge.calls), step):
        workspace = judge.ready()
        try:
            with failing_from(number, errno.EROFS):
                judge.scene.act(workspace)
        except CommandError as refusal:
            waits = "at its next start" in str(refusal)
            waiting += waits
            assert waits or NOTHING_CHANGED in str(refusal)
            assert waits or tree(workspace) == judge.old, (judge.scene.name, number)
        except OSError as error:
            assert error.errno == errno.EROFS
        start(workspace)
        judge.is_new(workspace, number)
    return waiting


def killed_at_random(judges: list[Judge], moments: int, seed: int) -> tuple[int, int]:
    """Kills a process at random moments of its deed; how often it was under way, and how often the deed stood."""
    chance = random.Random(seed)
    killed = stood = 0
    arguments = {judge.scene.name: _seconds(judge) for judge in judges}
    for judge, _ in zip(_over_and_over(judges), range(moments), strict=False):
        workspace = judge.ready()
        was_killed = _killed(judge.scene, workspace, chance.uniform(0, 1.2 * arguments[judge.scene.name]))
        killed += was_killed
        judge.at_any_time(workspace)
        start(workspace)
        done = judge.is_new(workspace, "at random")
        assert done or was_killed
        stood += done
    return killed, stood


def killed_in_recovery_at_random(judge: Judge, moments: int, seed: int) -> int:
    """Kills a process while it completes what a crash left of a group; how often it was under way."""
    chance = random.Random(seed)
    scene = Scene("a recovery", judge.scene.ready, start)
    killed, arguments = 0, _seconds(judge)
    for _ in range(moments):
        workspace = judge.interrupted(chance.randrange(len(judge.calls)))
        killed += _killed(scene, workspace, chance.uniform(0, arguments))
        judge.at_any_time(workspace)
        start(workspace)
        judge.is_new(workspace, "a recovery, at random")
    return killed


def _seconds(judge: Judge) -> float:
    """How long a process takes for it."""
    begun = time.monotonic()
    assert not _killed(judge.scene, judge.ready(), None)
    return time.monotonic() - begun


def _over_and_over(judges: list[Judge]) -> Iterator[Judge]:
    while True:
        yield from judges


def _killed(scene: Scene, workspace: Sandbox, seconds: float | None) -> bool:
    """Whether a process that does it was killed after some seconds, before it was done; None lets it be done."""
    told_by, tells = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(tells, b"!")
            scene.act(workspace)
            os._exit(0)
        finally:
            os._exit(1)
    os.read(told_by, 1)
    if seconds is not None:
        time.sleep(seconds)
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    os.close(told_by)
    os.close(tells)
    assert os.WIFSIGNALED(status) or os.WEXITSTATUS(status) == 0
    return os.WIFSIGNALED(status)


def judged(folder: Path, names: tuple[str, ...] = NAMES) -> list[Judge]:
    """A judge for each scene of these names."""
    return [Judge(scene, folder / scene.name) for scene in SCENES if scene.name in names]


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--moments", type=int, default=500, help="how many random moments a process is killed at")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        judges = judged(Path(folder))
        group = next(judge for judge in judges if judge.scene.name == GROUP)
        dead = sum(map(dead_at_every_call, judges))
        again = dead_in_recovery(group)
        told_judges = [judge for judge in judges if judge.scene.told]
        refused = sum(map(failing_at_every_call, judges))
        full = sum(map(full_from_every_call, judges))
        waiting = sum(map(gone_from_every_call, told_judges))
        in_recovery = given.moments // 5
        killed, stood = killed_at_random(judges, given.moments - in_recovery, given.seed)
        killed_again = killed_in_recovery_at_random(group, in_recovery, given.seed)
    print(  # noqa: T201 - the figures are what it is for
        f"ended at every storage call: {dead:,} times in {len(judges)} deeds, {again:,} times in a recovery: "
        f"all or nothing after the next start, no litter\n"
        f"SIGKILL at {given.moments:,} random moments: {killed:,} during a deed ({stood:,} stood afterwards), "
        f"{killed_again:,} during a recovery: all or nothing, no litter\n"
        f"a fault at every call: {refused:,} refusals, disk or quota full from every call on: {full:,} refusals: "
        f"nothing changed\n"
        f"a disk that takes nothing any more from every call on: {waiting:,} completed at the next start"
    )


if __name__ == "__main__":
    main()
