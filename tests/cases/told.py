"""What the program says of a case and changes in it, as text.

A case stands in a git repository with commits of a fixed date, and is looked at just after the newest time that it
tells, so that times, hashes and ages never change, and nothing is yet to come.
"""

import difflib
import io
import os
import re
import shlex
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest import mock

import time_machine

from cockpit.cli.main import main
from cockpit.wording.times import parse_instant
from tests.cases import CASES, case_project
from tests.support.static_app import NOW

COMMANDS = {
    "status.json": "cockpit status --json --no-agents",
    "status.txt": "cockpit status --no-agents",
    "lint.txt": "cockpit lint",
    "check.txt": "cockpit check",
    "resume.txt": "cockpit resume",
    "handoff.json": "cockpit handoff propose",
}
"""By the name of the file that has what is said; where standard input is no terminal, `resume` prints."""
BEGUN = 'git add -A -f && git commit -q -m "Begin"'
COMMITTED = datetime(2026, 1, 29, 12, 0, tzinfo=UTC)
_GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_SYSTEM": os.devnull,
    **{f"GIT_{who}_{what}": value for who in ("AUTHOR", "COMMITTER")
       for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"), ("DATE", COMMITTED.isoformat()))},
}  # fmt: skip
_TIME = re.compile(r"2026-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?Z)?")


def project(name: str, folder: Path) -> Path:
    """A copy of a case's project in a folder of its own, begun and written at a fixed time."""
    root = Path(shutil.copytree(case_project(name), folder / name.replace("/", "-")))
    for script in root.rglob("*.db.sql"):
        with closing(sqlite3.connect(script.with_suffix(""))) as connection:
            connection.executescript(script.read_text("utf-8"))
        script.unlink()
    begin = CASES / name / "begin.sh"
    script = begin.read_text("utf-8") if begin.exists() else BEGUN
    made = f"set -e\ngit init -q --template= -b main\ngit config core.autocrlf false\n{script}"
    subprocess.run(["sh", "-c", made], cwd=root, env=os.environ | _GIT, check=True)
    for path in [root, *root.rglob("*")]:
        if ".git" not in path.relative_to(root).parts:
            os.utime(path, (COMMITTED.timestamp(), COMMITTED.timestamp()))
    return root


def clock(root: Path) -> datetime:
    """Just after the newest time of this year that a file of the project tells, at least the usual moment."""
    texts = (path.read_bytes().decode("utf-8", "replace") for path in root.rglob("*.*") if path.is_file())
    told = (parse_instant(each) for text in texts for each in _TIME.findall(text))
    after = (each.at + timedelta(hours=12 if each.date_only else 0, minutes=10) for each in told if each is not None)
    return max([NOW, *after])


def printed(root: Path, command: str, now: datetime) -> str:
    """What a command line prints in the project, and its exit code. Variables may stand before it, as in a shell."""
    words = shlex.split(command)
    at = words.index("cockpit")
    variables, arguments = dict(word.split("=", 1) for word in words[:at]), words[at + 1 :]
    out, err = io.StringIO(), io.StringIO()
    given = mock.patch.dict(os.environ, variables)
    with time_machine.travel(now, tick=False), redirect_stdout(out), redirect_stderr(err), given:
        code = main(["-C", str(root), *arguments])
    parts = [out.getvalue(), *(f"! {line}\n" for line in err.getvalue().splitlines()), f"exit {code}\n"]
    return "".join(parts).replace(str(root), "/project")


def said(root: Path) -> Iterator[tuple[str, str]]:
    """What each of the commands that only look says."""
    now = clock(root)
    yield from ((file, printed(root, command, now)) for file, command in COMMANDS.items())


def changed(root: Path, text: str, folder: Path) -> str:
    """The command lines of `verbs.txt`, each in a copy of its own, with what they print and the lines they change.

    Command lines joined with ` && ` run one after the other in one copy.
    """
    now, told = clock(root), []
    for number, line in enumerate(line for line in text.splitlines() if line.startswith("$ ")):
        copy = Path(shutil.copytree(root, folder / str(number) / root.name, symlinks=True))
        before = _files(copy)
        outcome = [printed(copy, each, now) for each in line[2:].split(" && ")]
        told.append(f"{line}\n{''.join(outcome)}{''.join(_difference(before, _files(copy)))}")
    return "\n".join(told)


def _files(root: Path) -> dict[str, str]:
    """Text by path, of a database the statements that make it; bytes that are no text, and ends of lines other than the
    usual one, are written out."""
    paths = (path for path in sorted(root.rglob("*")) if path.is_file() and ".git" not in path.parts)
    return {path.relative_to(root).as_posix(): _text(path) for path in paths}


def _text(path: Path) -> str:
    if path.suffix != ".db":
        return path.read_bytes().decode("utf-8", "backslashreplace")
    with closing(sqlite3.connect(path)) as connection:
        return "".join(f"{line}\n" for line in connection.iterdump())


def _difference(before: dict[str, str], after: dict[str, str]) -> Iterator[str]:
    for path in sorted({*before, *after}):
        old, new = (files.get(path, "").replace("\r", "\\r").split("\n") for files in (before, after))
        if path not in after:
            yield f"{path} is gone\n"
        elif old != new or path not in before:
            yield f"{path}{'' if path in before else ' is new'}\n"
            lines = list(difflib.unified_diff(old, new, n=0, lineterm=""))[2:]
            yield "".join(f"  {line}\n" for line in lines if not line.startswith("@@"))
