"""A small project with one file of 3 MB and 37,000 lines, in several shapes."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import ROOT

LINES = 37_000
SMALL = ROOT / "tests" / "cases" / "autopilot" / "healthy" / "project"


def _lines(line: str) -> str:
    return "".join(f"{line.format(number)}\n" for number in range(LINES))


def _after(heading: str, line: str) -> Callable[[str], str]:
    """An edit that puts thousands of numbered lines below a heading."""
    return lambda text: re.sub(rf"(### .*{heading}\n)", lambda found: f"{found[0]}\n{_lines(line)}", text, count=1)


def _appended(head: str, line: str) -> Callable[[str], str]:
    return lambda text: f"{text}\n{head}{_lines(line)}"


SHAPES: dict[str, Callable[[str], str]] = {
    "decisions": _after(
        "Decisions", "- Decision {}: cursor paging for the lists, since offsets skip rows — implemented"
    ),
    "todos": _after("Todos", "- [ ] Todo number {}: write the tests for the card of the board and its keys"),
    "blockers": _after("Blockers", "- Phase 3: the test account number {} of the provider is not open yet"),
    "log": _appended("## Log\n\n", "On day {} the agent wrote a line about nothing that matters to anybody"),
    "table": _appended(
        "## Table\n\n| a | b | c | d |\n|---|---|---|---|\n",
        "| {} | something about the row | and more, to make it long | done and over now |",
    ),
}
"""What is done to the state file."""


def _measured(number: int) -> dict[str, object]:
    return {"at": f"2026-03-04T09:{number % 60:02}:00Z", "cost": number, "note": "measured by the agent"}


def project(folder: Path, shape: str) -> Path:
    """The example as it is (`small`), with one of the shapes, or with a huge JSON file (`json`)."""
    root = Path(shutil.copytree(SMALL, folder / shape))
    state = root / ".autopilot" / "TRANSPONDER.md"
    if shape in SHAPES:
        state.write_text(SHAPES[shape](state.read_text("utf-8")), "utf-8")
    elif shape == "json":
        path = root / ".autopilot" / "state" / "thresholds.json"
        path.parent.mkdir(exist_ok=True)
        known = json.loads(path.read_text("utf-8")) if path.exists() else {}
        path.write_text(json.dumps({**known, "history": list(map(_measured, range(9000)))}, indent=2), "utf-8")
    return root


ALL = ("small", *SHAPES, "json")
