"""No file makes cockpit fail, wait or swell: `python -m tests.proofs.fuzz --cases 100000 --seed 1 [--processes 2]`.

Each case is a project some of whose files were mutated or are real files of other systems; all readers, what follows
from them, and edits are tried on it. `--only NUMBER` makes one case again, in the open.
"""

import argparse
import random
import resource
import signal
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from types import FrameType

from cockpit.cli.main import collect_seldom
from cockpit.model.intents import Intent
from cockpit.storage.reading.safe_reading import MAX_BYTES
from cockpit.systems.interface import FileContent, System
from cockpit.systems.registry import SYSTEMS
from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED
from tests.proofs.mutation import mutated
from tests.proofs.trying import Watch, tried

CORPUS = Path(__file__).resolve().parents[2].parent / "shared" / "corpus"
SECONDS, MEBIBYTES = 1.0, 256
"""What no reading and no edit may take, of the processor and of memory."""
LONGEST = 20.0
EDITS = 2
CHUNK = 50
LARGE = 100_000
SUFFIXES = (".md", ".json", ".yaml", ".yml")
MEBIBYTE = 1024 * 1024


@dataclass(frozen=True)
class Case:
    """One project to be tried: the files that are not as somebody wrote them are named."""

    system: System
    files: Mapping[str, FileContent]
    changed: frozenset[str]
    intents: tuple[Intent, ...]


@dataclass
class Figures:
    """What some cases came to. `slowest` and `fattest` are told with the number of their case."""

    cases: int = 0
    asked: int = 0
    faults: list[tuple[int, str]] = field(default_factory=list)
    slow: list[tuple[float, int, str]] = field(default_factory=list)
    mebibytes: float = 0.0
    fattest: int = 0

    def add(self, other: "Figures") -> None:
        """Take in the figures of more cases."""
        self.cases, self.asked = self.cases + other.cases, self.asked + other.asked
        self.faults += other.faults
        self.slow = sorted(self.slow + other.slow, reverse=True)[:20]
        if other.mebibytes > self.mebibytes:
            self.mebibytes, self.fattest = other.mebibytes, other.fattest

    @property
    def kept(self) -> bool:
        """Whether the promise held."""
        return not self.faults and self.mebibytes <= MEBIBYTES and (not self.slow or self.slow[0][0] <= SECONDS)


class StuckError(Exception):
    """A case did not come to an end."""


@cache
def real_files(folder: Path = CORPUS) -> tuple[tuple[str, bytes], ...]:
    """The real files beside the checkout, where they are: suffix and bytes, the large ones seldom."""
    paths = (path for path in sorted(folder.glob("*/*")) if path.suffix in SUFFIXES)
    return tuple((path.suffix, path.read_bytes()[:MAX_BYTES]) for path in paths)


@cache
def projects(number: int) -> tuple[Mapping[str, FileContent], ...]:
    """The fixtures and example projects of a system. What a reader derives from a file that is not mutated is kept."""
    system = DESCRIBED[number]
    every = (*system.fixtures.values(), *system.projects.values())
    return tuple({path: FileContent(path=path, data=data) for path, data in files.items()} for files in every)


def made(seed: int, number: int) -> Case:
    """The case of that number: always the same for a seed."""
    chance = random.Random(f"{seed}-{number}")
    which = chance.randrange(len(DESCRIBED))
    system, files = DESCRIBED[which], dict(chance.choice(projects(which)))
    others = [content.data or b"" for content in files.values()]
    real = [file for file in real_files() if len(file[1]) < LARGE or chance.random() < 0.01]
    others += [data for _, data in chance.sample(real, min(3, len(real)))]
    changed = set(chance.sample(sorted(files), min(len(files), chance.choice((1, 1, 2, 3)))))
    if real and chance.random() < 0.4:
        changed.add(brought(chance, system, files, *chance.choice(real)))
    for path in sorted(changed):
        data = mutated(chance, files[path].data or b"", others)[:MAX_BYTES]
        files[path] = FileContent(path=path, data=data)
    return Case(
        system=next(each for each in SYSTEMS if each.id == system.id),
        files=files,
        changed=frozenset(changed),
        intents=tuple(chance.sample(system.intents, min(EDITS, len(system.intents)))),
    )


def brought(chance: random.Random, system: Described, files: dict[str, FileContent], suffix: str, data: bytes) -> str:
    """Where a real file now stands, in the place of one of the system's or beside them, with the same suffix where
    there is one."""
    places = [path for path in (*system.files, *files) if path.endswith(suffix)]
    places += [f"{folder}/001{suffix}" for folder in system.folders]
    path = chance.choice(places or [*files])
    files[path] = FileContent(path=path, data=data)
    return path


def run(seed: int, numbers: range) -> Figures:
    """The figures of some cases."""
    figures = Figures()
    highest = memory = _memory()
    for number in numbers:
        watch = Watch()
        signal.setitimer(signal.ITIMER_VIRTUAL, LONGEST)
        try:
            case = made(seed, number)
            tried(case.system, case.files, case.changed, case.intents, watch=watch, chance=random.Random(number))
        except (Exception, MemoryError):  # noqa: BLE001 - whatever it is, it is told
            figures.faults.append((number, f"{watch.what_now}: {traceback.format_exc(limit=-9)}"))
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        figures.cases, figures.asked = figures.cases + 1, figures.asked + watch.done
        figures.slow.append((watch.slowest, number, watch.what))
        if (now := _memory()) > highest:
            highest, figures.fattest = now, number
    figures.mebibytes = highest - memory
    figures.slow = sorted(figures.slow, reverse=True)[:20]
    return figures


def _memory() -> float:
    """The most memory this process ever had, in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _stuck(_signal: int, _frame: FrameType | None) -> None:
    raise StuckError


def _limited() -> None:
    """In a process of its own: little memory beyond what it has, and an end to what does not come to one."""
    for which in range(len(DESCRIBED)):
        projects(which)
    real_files()
    pages = int(Path("/proc/self/statm").read_text().split()[0]) if sys.platform == "linux" else 0
    if pages:
        most = pages * resource.getpagesize() + (MEBIBYTES + 64) * MEBIBYTE
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    signal.signal(signal.SIGVTALRM, _stuck)


def _chunk(job: tuple[int, range]) -> Figures:
    return run(*job)


def fuzzed(seed: int, cases: int, start: int, processes: int) -> Figures:
    """The figures of many cases, each few of them in a process of their own."""
    figures = Figures()
    jobs = [(seed, range(at, min(at + CHUNK, start + cases))) for at in range(start, start + cases, CHUNK)]
    with get_context("fork").Pool(processes, _limited, maxtasksperchild=20) as pool:
        for done, part in enumerate(pool.imap_unordered(_chunk, jobs), 1):
            figures.add(part)
            for number, fault in part.faults:
                print(f"--seed {seed} --only {number}: {fault}", flush=True)  # noqa: T201
            for seconds, number, what in part.slow:
                if seconds > SECONDS:
                    print(f"--seed {seed} --only {number}: {what} took {seconds:.2f} s", flush=True)  # noqa: T201
            if done % 40 == 0:
                print(_told(seed, figures), flush=True)  # noqa: T201
    return figures


def _told(seed: int, figures: Figures) -> str:
    seconds, number, what = figures.slow[0]
    return (
        f"seed {seed}: {figures.cases:,} cases, {figures.asked:,} readings and edits; "
        f"{len(figures.faults):,} exceptions; the slowest took {seconds:.2f} s ({what}, --only {number}); "
        f"at most {figures.mebibytes:.0f} MiB more memory (--only {figures.fattest})"
    )


def main() -> int:
    """Print the figures; 1 where the promise is broken."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--cases", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--only", type=int)
    given = parser.parse_args()
    collect_seldom()  # as the program does
    if given.only is not None:
        figures = run(given.seed, range(given.only, given.only + 1))
        print(*(fault for _, fault in figures.faults), sep="\n")  # noqa: T201
    else:
        figures = fuzzed(given.seed, given.cases, given.start, given.processes)
    for seconds, number, what in figures.slow[:10]:
        print(f"  {seconds:.2f} s: {what} (--only {number})")  # noqa: T201
    print(_told(given.seed, figures))  # noqa: T201
    return 0 if figures.kept else 1


if __name__ == "__main__":
    sys.exit(main())
