"""The first frame on the example project, and the state on it, against a Textual app with one Static.

On a machine that does other things too, the median of the ratios of neighbouring runs tells most; the CPU time holds
all processes of a run, the one that reads the project included, up to its end.
"""

import resource
import statistics
import sys
import time

from benchmarks.measuring import COCKPIT, ONE_STATIC, compiled, example, report, spawn, verdict

Run = tuple[float, float, float]
"""Seconds on the clock until the footer is out, until the state is on the screen too, and seconds of CPU."""

STATE = b"$26.50"
"""What the example has cost, as Thresholds shows it."""


def first_frame(command: list[str], footer: bytes, state: bytes) -> Run:
    """One start and one end."""
    before, start = used(), time.perf_counter()
    program = spawn(command)
    program.expect_exact(footer)
    framed = complete = time.perf_counter() - start
    if state not in program.before + program.after:
        program.expect_exact(state)
        complete = time.perf_counter() - start
    program.close(force=True)
    return framed, complete, used() - before


def used() -> float:
    """CPU seconds of all processes that were started here and have ended."""
    all_of_them = resource.getrusage(resource.RUSAGE_CHILDREN)
    return all_of_them.ru_utime + all_of_them.ru_stime


def both(project: str, baseline_first: bool) -> tuple[Run, Run]:
    """The baseline and cockpit, one right after the other."""
    starts = [
        lambda: first_frame(ONE_STATIC, b"complete", b"complete"),
        lambda: first_frame([*COCKPIT, project], b"quit", STATE),
    ]
    if baseline_first:
        return starts[0](), starts[1]()
    ours = starts[1]()
    return starts[0](), ours


def main(rounds: int = 40) -> None:
    compiled()
    with example() as project:
        both(str(project), baseline_first=True)  # what the first start leaves in the disk's cache counts for none
        pairs = [both(str(project), baseline_first=number % 2 == 0) for number in range(rounds)]
    for place, name in enumerate(("the footer", "the state", "CPU")):
        baseline, ours = [pair[0][place] for pair in pairs], [pair[1][place] for pair in pairs]
        report(f"one Static, {name}", baseline)
        report(f"cockpit, {name}", ours)
        print(f"ratio of the fastest, {name}: {min(ours) / min(baseline):.2f}")
    for place, name in enumerate(("the footer", "the state")):
        ratio = statistics.median(ours[place] / base[place] for base, ours in pairs)
        verdict(f"ratio to one Static until {name} is there, median of the pairs", ratio, 1.6)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
