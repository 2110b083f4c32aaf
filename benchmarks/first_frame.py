"""The first complete frame on the example project, against a Textual app with one Static."""

import sys
import time

from benchmarks.measuring import COCKPIT, ONE_STATIC, example, report, spawn, verdict


def first_frame(command: list[str], last_words: bytes) -> float:
    """Seconds until the frame's last words are out."""
    start = time.perf_counter()
    program = spawn(command)
    program.expect(last_words)
    taken = time.perf_counter() - start
    program.close(force=True)
    return taken


def main(rounds: int = 25) -> None:
    with example() as project:
        pairs = [
            (first_frame(ONE_STATIC, b"complete"), first_frame([*COCKPIT, str(project)], b"everything"))
            for _ in range(rounds)
        ]
    baseline = report("one Static", [pair[0] for pair in pairs])
    ours = report("cockpit, first complete frame", [pair[1] for pair in pairs])
    verdict("ratio to one Static", ours / baseline, 1.6)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
