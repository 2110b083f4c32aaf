"""The completion scripts: valid, and they complete."""

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("bash", ["complete -o filenames -F _cockpit cockpit", "--script", "status why "]),
        ("zsh", ["#compdef cockpit", "bashcompinit", "complete -o filenames -F _cockpit cockpit"]),
        ("fish", ["complete -c cockpit", "__fish_seen_subcommand_from demo", "--keep"]),
    ],
)
def test_completion(run: Run, shell: str, words: list[str]) -> None:
    done = run("completion", shell)
    assert done.code == 0
    for word in words:
        assert word in done.out
    assert " open" not in done.out


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_the_script_is_valid_bash(run: Run, shell: str) -> None:
    script = run("completion", shell).out
    checked = subprocess.run(["bash", "-n"], input=script, text=True, capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("fish") is None, reason="there is no fish here")
def test_the_script_is_valid_fish(run: Run) -> None:
    script = run("completion", "fish").out
    checked = subprocess.run(["fish", "--no-execute"], input=script, text=True, capture_output=True, check=False)
    assert (checked.returncode, checked.stderr) == (0, "")


@pytest.mark.skipif(shutil.which("bash") is None, reason="there is no bash here")
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (["sta"], {"status"}),
        (["status", "--js"], {"--json"}),
        (["demo", "--scr"], {"--script"}),
        (["demo", "fa"], {"fast"}),
        (["completion", ""], {"bash", "zsh", "fish", "-h", "--help", "-C", "--project", "--track", "--json"}),
        (["-C", "x", "wh"], {"why"}),
        (["--ver"], {"--version"}),
    ],
)
def test_bash_completes(run: Run, tmp_path: Path, line: list[str], expected: set[str]) -> None:
    words = " ".join(f"'{word}'" for word in ["cockpit", *line])
    script = (
        f"{run('completion', 'bash').out}\nCOMP_WORDS=({words}); COMP_CWORD={len(line)}; _cockpit\n"
        'printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(["bash", "-c", script], text=True, capture_output=True, check=False, cwd=tmp_path)
    assert (done.stderr, set(done.stdout.split())) == ("", expected)
