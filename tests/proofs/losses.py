"""No acknowledged write is lost without a word: `python -m tests.proofs.losses [--writers 4 --writes 2000]`.

Several cockpits write into one project while an agent writes older copies of its files over theirs, with work of its
own in them, some at the very place where a cockpit wrote. Then each write is in the files, or is told as taken back.
"""

import argparse
import multiprocessing
import random
import re
import time
from collections import Counter
from contextlib import suppress
from multiprocessing.synchronize import Event
from pathlib import Path

from cockpit.model.errors import CommandError
from cockpit.model.intents import AddTodo, Decide, Intent, RecordError, ResolveError, Reword, TickTodo
from cockpit.project.change import change
from cockpit.project.history import ledger
from cockpit.project.taken_back import removed_by_others
from cockpit.project.turning import write_again
from tests.conformance.described import Described
from tests.conformance.registry import BY_FILES
from tests.proofs.away import away
from tests.proofs.writers import MARK, example, writer_in
from tests.support.processes import by_rename, ended, forked, slowly

ROUND = 25
"""Writes into one project, so that its lists stay as short as people's."""
_OURS = re.compile(rb"a task #\d+-\d+#")
_ENTRY = re.compile(rb"\s*- (\[ \] )?\W?" + _OURS.pattern + rb"\W*")
"""A whole entry of a list; an entry of several lines would be damaged by another one inside."""


def beside_a_stale_agent(system: Described, folder: Path, writers: int, writes: int, seed: int) -> Counter[str]:
    """What became of so many writes of several processes. Fails where one is neither in the files nor told."""
    found: Counter[str] = Counter()
    for turn in range(writes // ROUND or 1):
        found += _round(system, folder / f"{system.id}-{turn}", writers, min(writes, ROUND), seed + turn)
    return found


def _round(system: Described, root: Path, writers: int, writes: int, seed: int) -> Counter[str]:
    example(system, root)
    over = multiprocessing.get_context("fork").Event()
    agent = forked(_agent, system, root, over, seed)
    share, more = divmod(writes, writers)
    others = [forked(_cockpit, system, root, number, share + (number < more)) for number in range(writers)]
    assert [ended(other) for other in others] == [0] * writers
    over.set()
    assert ended(agent) == 0
    acknowledged = {
        each.number: mark for each in ledger(writer_in(root)) for mark in MARK.findall(each.sentence)[:1] if each.number
    }
    assert len({*acknowledged.values()}) == writes
    there = _there(root)
    told = {each.entry.number for each in removed_by_others(writer_in(root))}
    gone = {entry for entry, mark in acknowledged.items() if mark not in there}
    untold = sorted(gone - told)
    assert not untold, (system.id, root.name, untold, [acknowledged[entry] for entry in untold])
    with suppress(CommandError):  # nothing was lost
        write_again(writer_in(root))
    after = _there(root)
    again = {entry for entry in gone if acknowledged[entry] in after}
    return Counter(there=len(acknowledged) - len(gone), told=len(gone), again=len(again))


def _there(root: Path) -> set[str]:
    """The marks in the project's files."""
    files = (path for path in root.rglob("*") if path.is_file())
    return {mark for path in files for mark in MARK.findall(path.read_text("utf-8"))}


def _cockpit(system: Described, root: Path, number: int, turns: int) -> None:
    """What keys and commands call, again where the agent was writing at the same moment."""
    for turn in range(turns):
        intent = system.shared.adding[turn % 5 == 4][0](f"a task #{number}-{turn}#")
        for _ in range(2_000):
            try:
                done = change(writer_in(root), None, intent)
            except CommandError as refusal:
                refused = refusal
                time.sleep(0.003)
            else:
                assert done.entry is not None
                break
        else:
            raise AssertionError(refused)
        if turn % 3 == 2:
            _change_it(root, intent)
        time.sleep(0.002)


def _change_it(root: Path, added: Intent) -> None:
    """A second change of what was just written, unless the agent has taken it back already."""
    text = getattr(added, "text", "")
    if isinstance(added, AddTodo):
        intent: Intent = TickTodo(text=text)
    elif isinstance(added, RecordError):
        intent = ResolveError(error=text, note="it is mended")
    elif isinstance(added, Decide):
        intent = Reword(kind="decision", old=text, new=f"{text} in other words")
    else:
        return
    with suppress(CommandError):
        change(writer_in(root), None, intent)


def _agent(system: Described, root: Path, over: Event, seed: int) -> None:
    """Keeps a copy of everything for a while, then writes it over what stands there by then."""
    chance = random.Random(seed)
    turn = 0
    files = sorted(path for path in root.rglob("*") if path.is_file())
    while not over.is_set():
        stale = {path: path.read_bytes() for path in files}
        time.sleep(chance.uniform(0.02, 0.3))
        for path, content in stale.items() if chance.random() < 0.6 else ():
            if path.read_bytes() != content:
                turn += 1
                chance.choice((by_rename, slowly))(path, _worked_on(system, content, turn, chance))


def _worked_on(system: Described, content: bytes, turn: int, chance: random.Random) -> bytes:
    """The copy, perhaps with a change of the agent's own elsewhere, or an entry of its own beside the last of ours."""
    if chance.random() < 0.5:
        for old, new in system.shared.own.items():
            content = content.replace(old, new)
    lines = content.splitlines(keepends=True)
    at = max((number for number, line in enumerate(lines) if _ENTRY.fullmatch(line)), default=None)
    if at is not None and chance.random() < 0.5:
        lines.insert(at + 1, _OURS.sub(b"work of its own %d" % turn, lines[at]))
    return b"".join(lines)


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--writers", type=int, default=4, help="how many processes write")
    parser.add_argument("--writes", type=int, default=2000, help="how often in all, shared among the systems")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    for system in BY_FILES:
        with away() as folder:
            found = beside_a_stale_agent(system, folder, given.writers, given.writes // len(BY_FILES), given.seed)
        print(  # noqa: T201 - the figures are what it is for
            f"{system.id}: {found['there'] + found['told']:,} acknowledged writes of {given.writers} processes beside "
            f"a stale agent: {found['there']:,} in the files, {found['told']:,} told as taken back, "
            f"{found['again']:,} of these written again at once; 0 untold",
            flush=True,
        )


if __name__ == "__main__":
    main()
