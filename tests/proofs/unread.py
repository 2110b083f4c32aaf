"""What a state file states and nobody can read holds the agent, and what states nothing holds nobody:
`python -m tests.proofs.unread [--system autopilot]`.

Tables of wordings, written from the documents without a look at the readers: `wordings/must_hold.toml`,
`wordings/must_pass.toml`, and of the harmless ones `wordings/may_hold.toml`: those that the documents' forms leave
unread, so that they hold. Each wording is put into a project, and `cockpit check` is asked.
"""

import argparse
import contextlib
import io
import os
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from unittest import mock

from cockpit.cli.main import main as cockpit

TABLES = Path(__file__).parent / "wordings"
TABLES_OF_WORDINGS = ("must_hold", "must_pass", "may_hold")
TRANSPONDER = """\
# Project State

**Project:** Harbour
**Updated:** 2026-01-29T14:30:00Z

---

## Current Position

| Field | Value |
|-------|-------|
| Phase | 2 of 3 - Lights |
| Plan | 1 of 2 |
| Status | In progress |

---
{sections}
## Session Continuity

| Field | Value |
|-------|-------|
| Last session | 2026-01-29T14:30:00Z |
| Stopped at | Task 2 |
| Next action | /autopilot:cockpit |
"""
HEADER = "| Type | Current | Warning | Alert | Stop | Status |\n|------|---------|---------|-------|------|--------|\n"
HARMLESS = HEADER + (
    "| Cost | $8.00 | $10 | $25 | $50 | OK |\n| Context | 20% | 30% | 40% | 50% | OK |\n"
    "| Variance | 5% | 20% | 30% | 50% | OK |\n| Errors | 0 | 2 | 3 | 5 | OK |\n"
)
JSON = """\
{
  "current_values": {"cost": %s, "context_percent": 20, "variance_percent": 5, "error_count": 0},
  "levels_triggered": {"cost": null, "context": null, "variance": null, "errors": null},
  "last_check": "2026-01-29T14:30:00Z"
}
"""
AUTODEV = """\
# Autopilot State

## Current Step
flow: greenfield
step: 3
name: Plan
status: {status}
sub_step: 1 — Outline
retry_count: {count}
"""
MAESTRO = """\
---
session_id: harbour-lights
task: Lights
status: in_progress
created: 2026-01-29T14:00:00Z
updated: 2026-01-29T14:30:00Z
current_phase: 1
total_phases: 2
phases:
{phase}
  - id: 2
    name: Watch
    status: pending
---

# Harbour lights
"""
VARIABLE = "MAESTRO_MAX_RETRIES"
MOST = {
    "max-retries": {"status": "failed", "count": "1"},
    "max-retries-open": {"status": "in_progress", "count": "0"},
}
HOME = "home/"
"""Below it lies what belongs to the person, beside the project."""
ELSEWHERE = {
    "limits-file": (".cockpit/limits.toml", ""),
    "limits-file-beside-table": (".cockpit/limits.toml", f"\n## Thresholds\n\n{HARMLESS}\n\n---\n"),
    "config-file": (f"{HOME}.claude/autopilot/config.json", ""),
}
"""The files that limits stand in beside the state file, and what sections that has."""
PHASE = "  - id: 1\n    name: Lights\n    status: {status}\n    retry_count: {count}\n    errors: []"


@dataclass(frozen=True)
class Wording:
    """A text, where it goes, and what `check` must answer: `hold`, `alert`, `stop` or `pass`."""

    system: str
    where: str
    kind: str
    expect: str
    text: str

    @property
    def codes(self) -> tuple[int, ...]:
        """The exit codes that are right. A file that is damaged as a whole may be told as damage."""
        return {"hold": (1, 20, 30), "alert": (20,), "stop": (30,), "pass": (0,)}[self.expect]


def wordings(name: str) -> Iterator[Wording]:
    """The wordings of a table."""
    for kind in tomllib.loads((TABLES / f"{name}.toml").read_text("utf-8"))["kind"]:
        for text in kind["texts"]:
            yield Wording(kind["system"], kind["where"], kind["name"], kind["expect"], text)


def files_of(wording: Wording) -> dict[str, str]:
    """The files of a project in which the wording stands."""
    text = wording.text
    if wording.system == "autopilot":
        sections, beside = _autopilot(wording.where, text)
        return {".autopilot/TRANSPONDER.md": TRANSPONDER.format(sections=sections), **beside}
    status = {"retry-count": "failed", "retry-count-completed": "completed"}.get(wording.where, "in_progress")
    if wording.system == "autodev":
        whole = text if wording.where == "state-file" else AUTODEV.format(status=status, count=text)
        return {"_docs/_autopilot_state.md": whole}
    if wording.system == "maestro":
        most = MOST.get(wording.where, {"status": status, "count": text})
        phase = text if wording.where == "phase" else PHASE.format(**most)
        beside = {".env": f"{VARIABLE}={text}\n"} if wording.where in MOST else {}
        return {"docs/maestro/state/active-session.md": MAESTRO.format(phase=phase), **beside}
    return {".planning/STATE.md": text}


def _autopilot(where: str, text: str) -> tuple[str, dict[str, str]]:
    """The sections of TRANSPONDER.md, and the files beside it."""
    table, stored = HARMLESS, None
    if where == "other-section":
        return f"\n{text}\n\n---\n", {}
    if where in ELSEWHERE:
        path, sections = ELSEWHERE[where]
        return sections, {path: text}
    if where in ("threshold-table", "threshold-row"):
        table = text if where == "threshold-table" else HEADER + text
    elif where == "second-section":
        table = f"{HARMLESS}\n---\n\n## Notes\n\n- The lamp burns\n\n## Thresholds\n\n{HEADER}{text}\n"
    elif where == "table-and-json":
        table, _, stored = text.partition("=== json\n")
    elif where == "acknowledgments":
        beside = {".autopilot/state/acknowledgments.json": f'{{"acknowledgments": {text}, "last_reset": null}}\n'}
        return f"\n## Thresholds\n\n{HEADER}| Cost | $30 | $10 | $25 | $50 | Alert |\n\n---\n", beside
    else:
        stored = text if where == "thresholds-json" else JSON % text
    beside = {".autopilot/state/thresholds.json": stored} if stored is not None else {}
    return f"\n## Thresholds\n\n{table}\n\n---\n", beside


def made(wording: Wording, folder: Path) -> Path:
    """A project with the wording."""
    root = folder / "project"
    for path, text in files_of(wording).items():
        file = folder / path if path.startswith(HOME) else root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, "utf-8")
    return root


def asked(wording: Wording, folder: Path) -> int:
    """What `cockpit check` answers in a project with the wording."""
    root = made(wording, folder)
    with (
        contextlib.redirect_stdout(io.StringIO()),
        contextlib.redirect_stderr(io.StringIO()),
        mock.patch.dict(os.environ, {"HOME": str(folder / HOME)}),
    ):
        return cockpit(["check", "-C", str(root)])


def wrong(every: Iterable[Wording]) -> Iterator[tuple[Wording, int]]:
    """The wordings to which `check` answers something else than it must, with what it answers."""
    for wording in every:
        with tempfile.TemporaryDirectory() as folder:
            code = asked(wording, Path(folder))
        if code not in wording.codes:
            yield wording, code


def main() -> None:
    """Ask about each wording."""
    told = argparse.ArgumentParser(description=__doc__)
    told.add_argument("--show", type=int, default=20, help="how many of those that are answered wrongly are shown")
    told.add_argument("--system", help="of one system alone")
    options = told.parse_args()
    failed = 0
    for name in TABLES_OF_WORDINGS:
        every = [each for each in wordings(name) if options.system in (None, each.system)]
        found = list(wrong(every))
        kinds = len({each.kind for each in every})
        lines = [f"{name}: {len(every):,} wordings of {kinds} kinds, {len(found)} answered wrongly"]
        for wording, code in found[: options.show]:
            lines += [
                f"--- {wording.system} {wording.where} {wording.kind}: {wording.expect}, not {code}",
                wording.text,
            ]
        print("\n".join(lines), flush=True)  # noqa: T201 - the figures are what it is for
        failed += len(found)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
