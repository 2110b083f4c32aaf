"""A fresh agent as a person sees it begin: it reads the prompt, says so, and leaves the work to the scripted agent.

`python fresh.py FILE --home FOLDER [--name PROJECT] [--pace SECONDS]`, with the prompt in FILE. The file `resumed` in
the folder tells the scripted agent to go on; the file `ended` there tells that its work is done. Exit status: 0, or 1
where there is no prompt.
"""

import argparse
import sys
import time
from pathlib import Path

_AT_WORK = "At work in the background; cockpit shows how far."
_NOTHING = "The work is done, and there the demo's story ends: I have nothing more to do."


def words(prompt: str, name: str, *, over: bool) -> list[str]:
    """What it says: that it is new, what it read, what it begins with, or that nothing is left to do."""
    lines = prompt.splitlines()
    objective = lines[1] if len(lines) > 1 else "nothing"
    first = lines[lines.index("<next_action>") + 1] if "<next_action>" in lines[:-1] else "as the prompt says"
    return [
        f"{name} agent: a fresh session, nothing remembered.",
        f"Read the prompt, {len(lines)} lines. {objective}.",
        f"First: {first}",
        _NOTHING if over else _AT_WORK,
    ]


def main() -> int:
    """Say it, at the pace of somebody who types."""
    parser = argparse.ArgumentParser(prog="fresh", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--home", type=Path, required=True)
    parser.add_argument("--name", default="TaskFlow")
    parser.add_argument("--pace", type=float, default=0.0)
    options = parser.parse_args()
    try:
        prompt = options.file.read_text("utf-8")
    except OSError as error:
        sys.stderr.write(f"There is no prompt: {error}\n")
        return 1
    (options.home / "resumed").touch()
    for line in words(prompt, options.name, over=(options.home / "ended").exists()):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
        time.sleep(options.pace)
    return 0


if __name__ == "__main__":
    sys.exit(main())
