"""A small project of Project Autopilot, and the command line within this process."""

import gc
import re
import shlex
import shutil
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from types import SimpleNamespace

import argcomplete
import pytest

from cockpit.cli.main import main
from cockpit.project.notes import snooze
from cockpit.project.recording import Recording
from cockpit.project.workspace import Workspace
from tests.cases import case_project

TRANSPONDER = """\
# Project State

**Project:** TaskFlow App
**Updated:** 2026-01-29T14:30:00Z

## Current Position

| Field | Value |
|-------|-------|
| Phase | 3 of 6 |
| Plan | 2 of 4 |
| Status | In progress |
| Progress | ████░░░░░░ 42% |

**Last Activity:** 2026-01-29 — Completed dashboard layout plan

## Accumulated Context

### Recent Decisions

- Hybrid sidebar layout — working well
- WebSocket for real-time — implemented
- Bottom nav on mobile — approved

### Pending Todos

- [ ] Add error boundary

### Blockers

- None

## Session Continuity

| Field | Value |
|-------|-------|
| Last session | 2026-01-29 |
| Stopped at | Mid-plan 3.2 |
| Resume file | None |
| Next action | /autopilot:cockpit |
"""

THRESHOLDS = """\
{
  "current_values": {"cost": 26.5, "context_percent": 42, "variance_percent": 18, "error_count": 1},
  "levels_triggered": {"cost": "alert", "context": "alert", "variance": null, "errors": null},
  "last_check": "2026-01-29T14:30:00Z"
}
"""

READING = [["status"], ["status", "--json"], ["status", "cost"], ["lint"]]
"""Verbs that read the whole project."""


_PLACED = re.compile(r"`cockpit -C \S+ ")


@dataclass(frozen=True)
class Done:
    """What a command line came to."""

    code: int
    out: str
    err: str

    @property
    def bare(self) -> "Done":
        """The same, the commands in its sentences without the project they were told with."""
        return Done(self.code, _PLACED.sub("`cockpit ", self.out), _PLACED.sub("`cockpit ", self.err))


Run = Callable[..., Done]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Iterator[Run]:
    """Carry out a command line; neither a traceback nor a control sequence is ever printed. The answer is not kept: it
    would be asked of nobody, and looking at all modules of the tests takes as long as many a command."""
    monkeypatch.setattr(Recording, "keep", lambda *_: None)

    def carry_out(*arguments: str | Path) -> Done:
        try:
            code = main([str(argument) for argument in arguments])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        out, err = capsys.readouterr()
        assert "Traceback" not in err
        assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(out + err)
        return Done(code, out, err)

    yield carry_out
    gc.enable()  # opening the program turns it off


@pytest.fixture
def by_agent(run: Run, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Carry out a command line as an agent does."""

    def carry_out(*arguments: str | Path) -> Done:
        with monkeypatch.context() as agent:
            agent.setenv("CLAUDECODE", "1")
            return run(*arguments)

    return carry_out


Offered = Callable[..., dict[str, str]]


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Offered:
    """What is offered for the last word of a command line, with its meaning, by the protocol of argcomplete."""

    def complete(*words: str | Path) -> dict[str, str]:
        *whole, last = map(str, words)
        line = f"{shlex.join(['cockpit', *whole])} {last}"
        answer = tmp_path_factory.mktemp("completion") / "answer"
        variables = {
            "_ARGCOMPLETE": "1", "_ARGCOMPLETE_IFS": "\n", "_ARGCOMPLETE_DFS": "\t",
            "_ARGCOMPLETE_SUPPRESS_SPACE": "1", "COMP_LINE": line,
            "COMP_POINT": str(len(line)), "_ARGCOMPLETE_STDOUT_FILENAME": str(answer),
        }  # fmt: skip
        with monkeypatch.context() as patch:
            for name, value in variables.items():
                patch.setenv(name, value)
            patch.setattr(argcomplete, "autocomplete", partial(argcomplete.autocomplete, exit_method=sys.exit))
            patch.setattr(argcomplete.CompletionFinder, "_init_debug_stream", lambda _: None)
            patch.setattr("argcomplete.io.debug_stream", sys.stderr)
            with pytest.raises(SystemExit) as leaving:
                main([])
        assert leaving.value.code == 0
        rows = (row.partition("\t") for row in answer.read_text("utf-8").split("\n") if row)
        return {"".join(shlex.split(word)): meaning for word, _, meaning in rows}

    return complete


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A project with an alert on cost and on context."""
    return write_project(tmp_path / "project")


def reading(*, cost: float, context: float) -> str:
    """The thresholds with other values and the levels that these reach."""
    told = THRESHOLDS.replace("26.5", f"{cost:g}").replace("42", f"{context:g}")
    told = told if cost >= 25 else told.replace('"cost": "alert"', '"cost": null')
    return told if context >= 40 else told.replace('"context": "alert"', '"context": null')


def write_project(folder: Path, transponder: str = TRANSPONDER, thresholds: str = THRESHOLDS) -> Path:
    state = folder / ".autopilot" / "state"
    state.mkdir(parents=True)
    (folder / ".autopilot" / "TRANSPONDER.md").write_text(transponder, "utf-8", "surrogateescape")
    (state / "thresholds.json").write_text(thresholds, "utf-8")
    return folder


def contents(root: Path) -> dict[str, bytes]:
    """All files of a project."""
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def copied(name: str, folder: Path) -> Path:
    """The project of a case, copied into a folder."""
    return Path(shutil.copytree(case_project(name), folder / name.replace("/", "-")))


def snoozed(root: Path, metric: str, hours: int) -> None:
    """Hide a metric on the person's screen, as the program does; 0 hours end it."""
    now = datetime.now(UTC)
    snooze(Workspace(root=root, now=now), None, metric, now + timedelta(hours=hours) if hours else None)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let opening believe that it stands in a terminal."""
    stream = SimpleNamespace(isatty=lambda: True)
    monkeypatch.setattr("cockpit.cli.opening.sys", SimpleNamespace(stdin=stream, stdout=stream, stderr=stream))
