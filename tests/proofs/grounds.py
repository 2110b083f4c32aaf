"""A project that commands are typed in, as a script types them: from the documents' examples and their variations."""

import contextlib
import io
import json
import os
import random
import re
import shutil
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import time_machine

from cockpit.cli.main import main
from cockpit.demo import sample
from cockpit.project.readings import record
from cockpit.rules.readings import OLD_SECONDS
from tests.cases import SYSTEMS, case_project, names
from tests.cases.told import COMMITTED, clock
from tests.support.status_lines import WINDOW, said

FAULT = 99
"""The exit code that stands for an exception that nobody caught."""
AGENT = {"COCKPIT_AGENT": "1"}
_PLAN = b"# Harbour\n\n## Phase 1: Lights\n\n- [ ] Wire the lamp\n\n## Phase 2: Watch\n\n- [ ] Begin the rota\n"
_TITLE = ("--title", "Harbour")
BEGUN: Mapping[str, tuple[tuple[str, ...], ...]] = {
    "autopilot": (("init", "autopilot", *_TITLE),),
    "maestro": (("init", "maestro", *_TITLE, "--plan", "PROJECT/PLAN.md"),),
    "autodev": (("init", "autodev"),),
    "codewalk": tuple(
        ("init", "codewalk", *_TITLE, *more) for more in ((), ("--plan", "PROJECT/PLAN.md"), ("--folders",))
    ),
    "plain-repository": (("limit", "cost.alert=25", "cost.stop=50", "context.alert=40", "tokens.stop=2M"),),
}
"""The commands with which a project begins that has a plan."""
_BEGIN = ("init", "-q", "-b", "main", "--template=")
_PAIRS = (("autodev/boundary", "codewalk/blocked"), ("maestro/healthy", "autopilot/seed-thresholds"))
"""Two systems in one project."""
VARIED: Mapping[str, tuple[tuple[str, tuple[str, ...]], ...]] = {
    "autopilot": (
        (r"(?m)(?<=^\| Status \| )[^|\n]+(?= \|)", ("In progress", "Blocked", "Planning", "Ready to execute",
                                                   "Phase complete", "Paused")),
        (r"(?m)(?<=^\| Cost \| )[^|\n]+", ("$9.00 ", "$26.00 ", "$51.00 ")),
        (r"(?<=\"cost\": )[\d.]+", ("9.0", "26.0", "51.0")),
        (r"(?<=\"context_percent\": )[\d.]+", ("20", "42", "55")),
    ),
    "maestro": (
        (r"(?m)(?<=^status: )\w+", ("in_progress", "completed", "failed")),
        (r"(?m)(?<=^    status: )\w+", ("pending", "in_progress", "completed", "failed")),
        (r"(?m)(?<=retry_count: )\d", ("0", "1", "2")),
        (r"(?m)(?<=^current_phase: )\d", ("1", "2", "3")),
        (r"(?m)(?<=blocked_by: )\[.*\]", ("[]", "[1]", "[2]")),
    ),
    "autodev": (
        (r"(?m)(?<=^status: )\w+", ("not_started", "in_progress", "completed", "failed")),
        (r"(?m)(?<=^retry_count: )\d+", ("0", "1", "2", "3")),
        (r"(?m)(?<=^step: )\d+(?=\r?$)", ("1", "3", "5", "6", "7")),
        (r"(?m)^reason: .*", ("reason: session boundary", "reason: context limit")),
    ),
    "speckit": (
        (r"(?m)(?<=^- \[)[ xX~](?=\] )", (" ", "x", "X", "~")),
        (r"(?m)(?<=^## Phase )\d", ("1", "2", "3")),
    ),
    "codewalk": (
        (r"(?m)(?<=^status: )\w+", ("planning", "in_progress", "blocked", "completed", "failed")),
        (r"(?m)(?<=^  status: )\w+", ("planning", "in_progress", "blocked", "verifying")),
        (r"(?m)(?<=^    status: )\w+", ("new", "active", "bypassed", "resolved", "in_progress", "completed")),
    ),
    "plain-repository": (
        (r"(?m)(?<=^warning = )\d+", ("2", "12", "900")),
        (r"(?m)(?<=^alert = )\d+", ("8", "40", "\"much\"")),
        (r"(?m)(?<=^stop = )\d+", ("8", "40", "[20]")),
        (r"(?<=\"value\": )\d+", ("12", "95")),
        (r"(?<=\"level\": )\"\w+\"", ("\"warning\"", "\"stop\"")),
    ),
}  # fmt: skip
"""By system what of the examples differs from project to project: places, and what the documents let stand there."""


@dataclass(frozen=True)
class StatusMessage:
    """What came of a command."""

    words: tuple[str, ...]
    code: int
    out: str
    err: str

    @property
    def text(self) -> str:
        return self.out + self.err


def starts() -> list[str]:
    """What a walk can begin with."""
    begun = [f"init/{system}/{number}" for system, ways in BEGUN.items() for number in range(len(ways))]
    samples = [f"demo/{system}" for system in SYSTEMS if system in sample.STORIES]
    return [*names(), *samples, *begun, *("+".join(pair) for pair in _PAIRS)]


@dataclass
class Ground:
    """The project, and the time there. `did` is everything that led to where it is, as one would type it,
    `told` when a status line said last what its session used."""

    root: Path
    now: datetime
    did: list[str] = field(default_factory=list)
    older: list[dict[str, bytes]] = field(default_factory=list)
    told: datetime | None = None

    def said(self, *words: str, agent: bool = False, told: bool = True) -> StatusMessage:
        """Type a command, on behalf of an agent or of a person. What is only looked at is not `told`."""
        if told:
            self.did.append(f"{'COCKPIT_AGENT=1 ' if agent else ''}{_typed(words)}".replace(str(self.root), "PROJECT"))
        placed = words if "-C" in words else ("-C", str(self.root), *words)
        out, err = io.StringIO(), io.StringIO()
        with (
            time_machine.travel(self.now, tick=False),
            patch.dict(os.environ, AGENT if agent else {}),
            patch.object(sys, "stdin", None),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            try:
                code = main(placed)
            except BaseException:  # noqa: BLE001 - whatever it is, it is what is looked for
                code = FAULT
                err.write(traceback.format_exc())
        return StatusMessage(words, code, out.getvalue(), err.getvalue())

    def files(self) -> dict[str, bytes]:
        """What stands in the project, git aside."""
        found = {}
        for folder, folders, here in os.walk(self.root):
            folders[:] = sorted(each for each in folders if each != ".git")
            for name in here:
                path = Path(folder, name)
                found[path.relative_to(self.root).as_posix()] = path.read_bytes()
        return found

    @property
    def is_told(self) -> bool:
        """Whether a session said what it used, so shortly ago that it counts as alive."""
        return self.told is not None and self.now - self.told <= timedelta(seconds=OLD_SECONDS)

    def passes(self, minutes: int) -> None:
        """Let time go by."""
        self.now += timedelta(minutes=minutes)

    def write(self, path: str, content: bytes | None) -> None:
        """What another program does."""
        target = self.root / path
        if content is None:
            target.unlink(missing_ok=True)
            return
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)

    def git(self, *words: str) -> int:
        """What another program asks of git; the exit code."""
        when = self.now.isoformat()
        environment = os.environ | {
            "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_AUTHOR_DATE": when,
            "GIT_COMMITTER_DATE": when, "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org",
            "GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org",
        }  # fmt: skip
        return subprocess.run(
            ["git", *words], cwd=self.root, env=environment, check=False, capture_output=True
        ).returncode


def _typed(words: tuple[str, ...]) -> str:
    from shlex import join

    return f"cockpit {join(words)}"


def ground(start: str, root: Path, chance: random.Random) -> Ground:
    """A project to begin with, committed; every other one varied."""
    shutil.rmtree(root, ignore_errors=True)
    first, _, rest = start.partition("/")
    made = Ground(root, COMMITTED)
    if first == "init":
        system, _, number = rest.partition("/")
        root.mkdir(parents=True)
        made.git(*_BEGIN)
        made.write("PLAN.md", _PLAN)
        made.said(*(word.replace("PROJECT", str(root)) for word in BEGUN[system][int(number)]))
    elif first == "demo":
        sample.create(root, now=COMMITTED, system=rest)
        shutil.rmtree(root / ".git", ignore_errors=True)
    else:
        for each in start.split("+"):
            shutil.copytree(case_project(each), root, dirs_exist_ok=True)
            first = each.partition("/")[0]
    made.now = max(made.now, clock(root))
    made.did.append(f"# begins with {start}")
    if chance.random() < 0.5:
        _vary(made, rest.partition("/")[0] if first in ("init", "demo") else first, chance)
    made.git(*_BEGIN)
    made.git("add", "-A", "-f")
    made.git("commit", "-q", "-m", "Begin")
    return made


def _vary(made: Ground, system: str, chance: random.Random) -> None:
    """Put other values where the documents let them stand, or take an artefact away."""
    for _ in range(chance.randint(1, 3)):
        pattern, values = chance.choice(VARIED[system])
        holding = []
        for path, data in made.files().items():
            with contextlib.suppress(UnicodeDecodeError):
                text = data.decode()
                holding += [(path, text, found.span()) for found in re.finditer(pattern, text)]
        if holding:
            path, text, (start, end) = chance.choice(holding)
            value = chance.choice(values)
            made.write(path, f"{text[:start]}{value}{text[end:]}".encode())
            line = text.count("\n", 0, start) + 1
            made.did.append(f"# {path}:{line}: {text[start:end].strip()!r} is {value.strip()!r}")
    if chance.random() < 0.2:
        artefacts = [path for path in made.files() if path.count("/") > 1]
        if artefacts:
            path = chance.choice(artefacts)
            made.write(path, None)
            made.did.append(f"# rm {path}")


def _older_copy(made: Ground, chance: random.Random) -> str | None:
    copy, present = chance.choice(made.older), made.files()
    differing = [path for path in copy if present.get(path) not in (None, copy[path])]
    if not differing:
        return None
    path = chance.choice(differing)
    made.write(path, copy[path])
    return f"# an agent writes {path} as it was {len(made.older) - made.older.index(copy)} steps ago"


def _line_more(made: Ground, chance: random.Random) -> str | None:
    texts = [path for path in made.files() if path.endswith((".md", ".yaml"))]
    if not texts:
        return None
    path = chance.choice(texts)
    made.write(path, made.files()[path] + b"\n- The agent looked at it again\n")
    return f"# an agent appends '- The agent looked at it again' to {path}"


def _says_use(made: Ground, chance: random.Random) -> str:
    cost, share = chance.choice((0.5, 12, 31, 60)), chance.choice((5, 33, 42, 71, 95))
    session = chance.choice(("s1", "s2"))
    told = said(session, made.root, cost=cost, used=WINDOW * share // 100)
    record(json.dumps(told).encode(), made.now.timestamp(), str(made.root))
    made.told = made.now
    return f"# the status line of {session} tells ${cost:g} and context {share} %"


def _git(*commands: tuple[str, ...]) -> Callable[[Ground, random.Random], str | None]:
    def info(made: Ground, _: random.Random) -> str | None:
        codes = [made.git(*words) for words in commands]
        return " && ".join(f"git {' '.join(words)}" for words in commands) if not any(codes) else None

    return info


AGENTS_WRITES: tuple[Callable[[Ground, random.Random], str | None], ...] = (
    _older_copy, _older_copy, _line_more, _says_use, _git(("checkout", ".")), _git(("stash", "-q")),
    _git(("stash", "-q", "-u")), _git(("add", "-A"), ("commit", "-q", "-m", "Go on")),
)  # fmt: skip
"""What an agent does by itself; each says what it did, None where it did nothing."""
