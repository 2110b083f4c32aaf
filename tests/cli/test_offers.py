"""What the program offers is carried out when it is typed: what the shell completes, ways out, commands in sentences."""

import json
import re
import shutil
from pathlib import Path
from shlex import split

import pytest

from cockpit.cli.completing import candidates
from tests.cli.conftest import Run

FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"
TICKED = re.compile(r"`cockpit ([^`]+)`")


def fixture(tmp_path: Path, name: str, **changes: str) -> Path:
    """A fixture; each change is in one of its files."""
    root = Path(shutil.copytree(FIXTURES / name, tmp_path / name.replace("/", "-")))
    for old, new in changes.items():
        path = next(each for each in sorted(root.rglob("*.*")) if each.is_file() and old in each.read_text("utf-8"))
        path.write_text(path.read_text("utf-8").replace(old, new, 1), "utf-8")
    return root


def varied(tmp_path: Path, name: str, old: str, new: str) -> Path:
    return fixture(tmp_path, name, **{old: new})


def completed(root: Path, *words: str) -> list[str]:
    return [word for word, _ in candidates(["-C", str(root), *words, ""]) if not word.startswith("-")]


@pytest.mark.parametrize("name", ["maestro/contradictory", "maestro/cut", "maestro/healthy", "codewalk/damaged",
                                  "autodev/fraction", "autopilot/damaged"])  # fmt: skip
def test_the_shell_completes_what_would_be_carried_out(run: Run, tmp_path: Path, name: str) -> None:
    """Also where a file is damaged, or phases share an id, or wait for others."""
    root = fixture(tmp_path, name)
    for words in (("move", "status"), *(("phase", move) for move in ("start", "complete", "fail", "retry", "skip"))):
        for word in completed(root, *words):
            told = run(*words, word, "-C", root, "--dry-run")
            assert told.code == 0, (words, word, told.err)


def test_a_new_blocker_is_identified_first(run: Run, tmp_path: Path) -> None:
    root = varied(tmp_path, "codewalk/blocked", "status: active", "status: new")
    checks = json.loads(run("resume", "--json", "-C", root).out)["checks"]
    ways = next(check["ways"] for check in checks if check["check"] == "blocker:block-001")
    assert ways[0].endswith("identify block-001")
    refused = run("unblock", "block-001", "-C", root)
    (named,) = TICKED.findall(refused.err)
    assert run(*split(named), "-C", root).code == 0
    assert run("unblock", "block-001", "-C", root).code == 0
