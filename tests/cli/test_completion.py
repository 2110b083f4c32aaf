"""The completion scripts: valid, and they complete in the shells themselves."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from shlex import quote

import pytest

from tests.cli.conftest import Run, write_project

REPOSITORY = Path(__file__).resolve().parents[2]


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"there is no {shell} here")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_the_script_is_valid_and_about_cockpit(run: Run, shell: str) -> None:
    done = run("completion", shell)
    assert (done.code, done.err, "cockpit" in done.out) == (0, "", True)
    if shutil.which(shell) is not None:
        option = "--no-execute" if shell == "fish" else "-n"
        checked = subprocess.run([shell, option], input=done.out, text=True, capture_output=True, check=False)
        assert (checked.returncode, checked.stdout, checked.stderr) == (0, "", "")


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """A `cockpit` on the path, beside a folder that is no project."""
    command = tmp_path / "bin" / "cockpit"
    command.parent.mkdir()
    command.write_text(f"#!/bin/sh\nPYTHONPATH='{REPOSITORY}' exec '{sys.executable}' -m cockpit \"$@\"\n")
    command.chmod(0o755)
    return {**os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}"}


@pytest.fixture
def here(tmp_path: Path) -> Path:
    folder = tmp_path / "here"
    for name in ("stable", "-C"):
        (folder / name).mkdir(parents=True)
    (folder / "status.txt").write_text("")
    write_project(folder / "my project")
    return folder


LINES = [
    ("sta", {"status", "statusline", "stable/"}),
    ("ack cost --if", {"--if-level"}),
    ("-C stable ch", {"check"}),
    ("-C /no/such/folder undo ", set()),
]


def completed_by_bash(run: Run, environment: dict[str, str], here: Path, line: str) -> set[str]:
    script = (
        f"{run('completion', 'bash').out}\nCOMP_LINE={quote(line)}; COMP_POINT={len(line)}; COMP_TYPE=9\n"
        "COMP_WORDBREAKS=$' \\t\\n\"\\'><=;|&(:'\n"
        '_python_argcomplete cockpit; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script], text=True, capture_output=True, check=False, cwd=here, env=environment
    )
    assert done.stderr == ""
    return {word.removesuffix(" ") for word in done.stdout.splitlines()} - {""}


@needs("bash")
@pytest.mark.parametrize(("line", "expected"), LINES)
def test_bash_completes(run: Run, environment: dict[str, str], here: Path, line: str, expected: set[str]) -> None:
    assert completed_by_bash(run, environment, here, f"cockpit {line}") == expected


@needs("bash")
def test_bash_completes_what_the_project_holds(run: Run, environment: dict[str, str], here: Path) -> None:
    """bash breaks words at `=`, and gets what comes behind it; a text is one word."""
    place = "cockpit -C my\\ project"
    assert "blocked" in completed_by_bash(run, environment, here, f"{place} set status=")
    assert completed_by_bash(run, environment, here, f"{place} limit cost.st") == {"cost.stop="}
    assert completed_by_bash(run, environment, here, f"{place} todo done ") == {"Add\\ error\\ boundary"}


@needs("fish")
@pytest.mark.parametrize(("line", "expected"), LINES)
def test_fish_completes(run: Run, environment: dict[str, str], here: Path, line: str, expected: set[str]) -> None:
    script = f"{run('completion', 'fish').out}\ncomplete -C {f'cockpit {line}'!r}\n"
    done = subprocess.run(["fish", "--no-config", "-c", script], text=True, capture_output=True, check=False, cwd=here,
                          env=environment)  # fmt: skip
    shown = {row.split("\t")[0] for row in done.stdout.splitlines()}
    assert (done.stderr, shown) == ("", expected)
