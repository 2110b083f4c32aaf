"""A small project with one file of 3 MB and 37,000 lines, in several shapes."""

import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

from benchmarks.measuring import ROOT

LINES = 37_000
SMALL = ROOT / "tests" / "fixtures" / "autopilot" / "healthy"


def _after(heading: str, line: Callable[[int], str]) -> Callable[[str], str]:
    """An edit that puts thousands of lines below a heading."""

    def edit(text: str) -> str:
        lines = "".join(map(line, range(LINES)))
        return re.sub(rf"(### .*{heading}[^\n]*\n)", lambda found: f"{found[0]}\n{lines}", text, count=1)

    return edit


def _appended(head: str, line: Callable[[int], str]) -> Callable[[str], str]:
    return lambda text: f"{text}\n{head}{''.join(map(line, range(LINES)))}"


SHAPES: dict[str, Callable[[str], str]] = {
    "decisions": _after("Decisions", lambda n: f"- Decision {n}: cursor paging for the lists, since offsets skip rows — "
                                               "implemented\n"),
    "todos": _after("Todos", lambda n: f"- [ ] Todo number {n}: write the tests for the card of the board and its keys\n"),
    "blockers": _after("Blockers", lambda n: f"- Phase 3: the test account number {n} of the provider is not open yet\n"),
    "log": _appended("## Log\n\n", lambda n: f"On day {n} the agent wrote a line about nothing that matters to anybody\n"),
    "table": _appended("## Table\n\n| a | b | c | d |\n|---|---|---|---|\n",
                       lambda n: f"| {n} | something about the row | and more, to make it long | done and over now |\n"),
}  # fmt: skip
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
