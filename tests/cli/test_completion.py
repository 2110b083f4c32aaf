"""The completion scripts: valid, and they complete in the shells themselves."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cockpit.cli.verbs import VERBS
from tests.cli.conftest import Run

REPOSITORY = Path(__file__).resolve().parents[2]


def needs(shell: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(shell) is None, reason=f"there is no {shell} here")


@pytest.mark.parametrize(
    "shell", [pytest.param("bash", marks=needs("bash")), pytest.param("zsh", marks=needs("zsh")),
              pytest.param("fish", marks=needs("fish"))],
)  # fmt: skip
def test_the_script_is_valid(run: Run, shell: str) -> None:
    script = run("completion", shell).out
    option = "--no-execute" if shell == "fish" else "-n"
    checked = subprocess.run([shell, option], input=script, text=True, capture_output=True, check=False)
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
    for name in ("stable", "my project", "-C"):
        (folder / name).mkdir(parents=True)
    (folder / "status.txt").write_text("")
    return folder


LINES = [
    (["sta"], {"status", "stable"}),
    (["s"], {"status", "snooze", "set", "session", "stable"}),
    (["ack", "c"], {"cost", "context"}),
    (["ack", "cost", "--if"], {"--if-level"}),
    (["-C", "st"], {"stable"}),
    (["-C", "stable", "wh"], {"why"}),
    (["kept", "1", "--save", "sta"], {"stable", "status.txt"}),
    (["--ver"], {"--version"}),
    (["ack", "cost", "--note", ""], set()),
]


@needs("bash")
@pytest.mark.parametrize(("words", "expected"), LINES)
def test_bash_completes(
    run: Run, environment: dict[str, str], here: Path, words: list[str], expected: set[str]
) -> None:
    line = " ".join(f"'{word}'" for word in ["cockpit", *words])
    script = (
        f"{run('completion', 'bash').out}\nCOMP_WORDS=({line}); COMP_CWORD={len(words)}; _cockpit 2>/dev/null\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "-c", script], text=True, capture_output=True, check=False, cwd=here, env=environment
    )
    assert (done.stderr, {*done.stdout.splitlines()} - {""}) == ("", expected)


@needs("fish")
@pytest.mark.parametrize(("words", "expected"), LINES)
def test_fish_completes(
    run: Run, environment: dict[str, str], here: Path, words: list[str], expected: set[str]
) -> None:
    line = " ".join(["cockpit", *words])
    script = f"{run('completion', 'fish').out}\ncomplete -C {line!r}\n"
    done = subprocess.run(["fish", "--no-config", "-c", script], text=True, capture_output=True, check=False, cwd=here,
                          env=environment)  # fmt: skip
    shown = {row.split("\t")[0].rstrip("/") for row in done.stdout.splitlines()}
    assert (done.stderr, shown) == ("", expected)


def test_the_hidden_words_are_not_offered(run: Run) -> None:
    assert "__complete" not in {verb.name for verb in VERBS}
    assert "__complete" not in run("--help").out
