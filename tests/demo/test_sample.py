"""The sample project is believable: everything it claims agrees with everything else."""

import re
import subprocess
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from cockpit.demo import repository, sample
from cockpit.demo.sample import STORIES, create
from cockpit.project.load import load_project
from tests.support.demo_projects import NOW, OF_SYSTEMS, git, line_after, transponder


def test_documents_and_history_agree(sample: Path, tmp_path: Path) -> None:
    """What no reader counts: the log of decisions, the costs, the ticks of each commit; made again it is the same."""
    text, folder = transponder(sample), sample / ".autopilot"
    assert line_after(text, "| Cost |") == "$23.88 | $10 ⚠️ | $25 | $50 | Warning"
    assert len(text.splitlines()) < 100
    logged = re.findall(r"^## (D\d{3}): (.*)$", (folder / "DECISIONS.md").read_text("utf-8"), re.MULTILINE)
    assert logged == re.findall(r"^\| (D\d{3}) \| (.*?) \|", (folder / "DECISIONS.md").read_text("utf-8"), re.MULTILINE)
    section = text.split("### Recent Decisions\n")[1].split("\n\n")[0]
    assert [line.removeprefix("- ").split(" — ")[0] for line in section.splitlines()] == [t for _, t in logged[-4:]]
    usage = (folder / "token-usage.md").read_text("utf-8")
    totals = [float(found) for found in re.findall(r"Running Total: \$([0-9.]+) /", usage)]
    assert (len(totals), totals[-1], totals == sorted(set(totals))) == (21, 23.88, True)
    assert len(git(sample, "log", "--format=%h")) == 19
    assert git(sample, "tag") == ["autopilot/phase-001-complete", "autopilot/phase-002-complete"]
    assert set(git(sample, "log", "--format=%an <%ae>")) == {"Demo Agent <demo-agent@taskflow.example>"}
    dates = [datetime.fromisoformat(date) for date in git(sample, "log", "--format=%cI")]
    assert dates == sorted(dates, reverse=True)
    assert (NOW - dates[0], NOW - dates[-1] > timedelta(days=5)) == (timedelta(minutes=1), True)
    for commit in git(sample, "log", "--format=%h", "--", ".autopilot/TRANSPONDER.md"):
        routes = [
            git(sample, "show", f"{commit}:{each.relative_to(sample)}") for each in folder.glob("phases/*/ROUTE.md")
        ]
        ticks = [line for route in routes for line in route if line.startswith("- [x]")]
        then = "\n".join(git(sample, "show", f"{commit}:.autopilot/TRANSPONDER.md"))
        assert f" {len(ticks) * 2}%" in line_after(then, "| Progress |")
    books = "".join(book.read_text("utf-8") for book in folder.glob("phases/*/LOGBOOK.md"))
    named = re.findall(r"\(commit ([0-9a-f]{7})\)", books)
    assert (len(named), set(named) <= set(git(sample, "log", "--abbrev=7", "--format=%h"))) == (21, True)
    again = create(tmp_path / "again", now=NOW)
    assert git(again, "rev-parse", "HEAD") == git(sample, "rev-parse", "HEAD")


@pytest.mark.parametrize("system", STORIES)
@pytest.mark.parametrize("git_is_there", [True, False], ids=["with git", "without git"])
def test_a_sample_is_read_without_a_finding_and_nothing_is_left_to_fill_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str, git_is_there: bool
) -> None:
    if not git_is_there:
        monkeypatch.setattr(repository.shutil, "which", lambda name: None)
    root = create(tmp_path / "project", now=NOW, system=system)
    project = load_project(root, clock=lambda: NOW)
    read = [(track.system, track.findings) for track in project.tracks]
    assert (read, project.findings) == ([(system, ())] if system in OF_SYSTEMS else [], ())
    assert (root / ".git").exists() == git_is_there
    for path in (path for path in root.rglob("*") if path.is_file() and ".git" not in path.relative_to(root).parts):
        assert not re.search(r"\{(?:now|-\d|file |commit |next )", path.read_text("utf-8")), path
        assert not re.search(r"[{}]|^dot-", path.name)
    if git_is_there:
        assert git(root, "status", "--short") == []
        assert git(root, "fsck", "--strict") == []
        named = re.findall(r"\{commit (.*?)\}", "".join(texts_of(system)))
        assert set(named) <= set(git(root, "log", "--format=%s"))


def texts_of(system: str) -> list[str]:
    """The files of a sample before anything is filled in."""
    folder = Path(sample.__file__).with_name("data") / system
    return [path.read_text("utf-8") for path in folder.rglob("*") if path.is_file() and path.name != "script.txt"]


def test_offsets_count_from_now() -> None:
    from cockpit.demo.sample import filled

    text = "{now} {-1h5m} {-6d day} {now git} {commit feat: x} {commit none} {later} { now }"
    assert filled(text, NOW, {"feat: x": "abc1234"}) == (
        "2026-01-29T14:30:00Z 2026-01-29T13:25:00Z 2026-01-23 1769697000 +0000 abc1234 — {later} { now }"
    )


def test_a_git_that_fails_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sample, "_addition", lambda path, text: "no command")
    with pytest.raises((subprocess.CalledProcessError, OSError)):
        create(tmp_path / "project", now=NOW)


def test_refuses_a_folder_that_holds_something(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("keep me", "utf-8")
    with pytest.raises(FileExistsError):
        create(tmp_path, now=NOW)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_hook_environment_does_not_leak_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "elsewhere"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    root = create(tmp_path / "project", now=NOW)
    assert (root / ".git/HEAD").is_file()
    assert not (tmp_path / "elsewhere").exists()
