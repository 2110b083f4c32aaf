"""A fresh agent as a person sees it begin: it reads the prompt, says so, and leaves the work to the scripted agent.

`python fresh.py FILE [--pace SECONDS] [--begin MARK] [--name PROJECT] [--state PATH]`, with the prompt in FILE. The
file MARK tells the scripted agent to go on; the state file at PATH tells whether its work is done. Exit status: 0, or 1
where there is no prompt.
"""

import argparse
import re
import sys
import time
from pathlib import Path

_AT_WORK = "At work in the background; cockpit shows how far."
_NOTHING = "The work is done, and there the demo's story ends: I have nothing more to do."


def is_over(state: str) -> bool:
    """Whether the state file says that the work of the story is done."""
    if state.startswith("# Autopilot State"):
        return re.search(r"(?m)^step: *done$", state) is not None
    if state.startswith("---"):
        return re.search(r"(?m)^    status: [\"']?(pending|in_progress|failed)", state) is None
    return re.search(r"(?im)^\|\s*status\s*\|[^|\n]*\bcomplete\b", state) is not None


def words(prompt: str, state: str = "", name: str = "TaskFlow") -> list[str]:
    """What it says: that it is new, what it read, what it begins with, or that nothing is left to do."""
    lines = prompt.splitlines()
    objective = lines[1] if len(lines) > 1 else "nothing"
    first = lines[lines.index("<next_action>") + 1] if "<next_action>" in lines[:-1] else "as the prompt says"
    return [
        f"{name} agent: a fresh session, nothing remembered.",
        f"Read the prompt, {len(lines)} lines. {objective}.",
        f"First: {first}",
        _NOTHING if is_over(state) else _AT_WORK,
    ]


def main() -> int:
    """Say it, at the pace of somebody who types."""
    made = argparse.ArgumentParser(prog="fresh", description=__doc__)
    made.add_argument("file", type=Path)
    made.add_argument("--pace", type=float, default=0.0)
    made.add_argument("--begin", type=Path)
    made.add_argument("--name", default="TaskFlow")
    made.add_argument("--state", type=Path, default=Path())
    options = made.parse_args()
    try:
        prompt = options.file.read_text("utf-8")
    except OSError as error:
        sys.stderr.write(f"There is no prompt: {error}\n")
        return 1
    state = options.state.read_text("utf-8") if options.state.is_file() else ""
    if options.begin is not None:
        options.begin.touch()
    for line in words(prompt, state, options.name):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        time.sleep(options.pace)
    return 0


if __name__ == "__main__":
    sys.exit(main())
