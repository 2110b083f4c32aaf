"""The sample project is believable: everything it claims agrees with everything else."""

import re
import subprocess
from datetime import datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from cockpit.demo import repository, sample
from cockpit.demo.sample import STORIES, create
from cockpit.project.load import load_project
from tests.support.demo_projects import NOW, OF_SYSTEMS, git, line_after, state, transponder

PHASES = [
    "001-foundation",
    "002-task-api",
    "003-dashboard",
    "004-notifications",
    "005-workspaces",
    "006-release",
]


def routes(root: Path) -> list[str]:
    return [(root / ".autopilot/phases" / phase / "ROUTE.md").read_text("utf-8") for phase in PHASES]


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("| Phase |", "3 of 6"),
        ("| Plan |", "2 of 4"),
        ("| Status |", "In progress"),
        ("| Progress |", "████░░░░░░ 42%"),
        ("| Plans completed |", "8"),
        ("| Stopped at |", "Mid-plan 3.2, task 3 of 5"),
        ("| Resume file |", "None"),
        ("| Next action |", "/autopilot:takeoff"),
        ("| Cost |", "$23.88 | $10 ⚠️ | $25 | $50 | Warning"),
        ("| Context |", "31% | 30% ⚠️ | 40% | 50% | Warning"),
        ("| Variance |", "12% | 20% | 30% | 50% | OK"),
        ("| Errors |", "1 | 2 | 3 | 5 | OK"),
        ("**Project:**", "TaskFlow App"),
        ("**Updated:**", "2026-01-29T14:29:00Z"),
        ("**Last Activity:**", "2026-01-29 — Completed task 3.2.2: Show due dates and overdue state"),
    ],
)
def test_transponder_says(sample: Path, field: str, value: str) -> None:
    assert line_after(transponder(sample), field) == value


def test_transponder_keeps_the_line_limit(sample: Path) -> None:
    assert len(transponder(sample).splitlines()) < 100


def test_claimed_progress_is_the_counted_progress(sample: Path) -> None:
    text = "".join(routes(sample))
    done, total = text.count("- [x]"), len(re.findall(r"- \[[ x]\]", text))
    assert (done, total) == (21, 50)
    assert f"{'█' * (done * 10 // total)}{'░' * (10 - done * 10 // total)} {done * 100 // total}%" in transponder(
        sample
    )


def test_position_is_the_first_open_task(sample: Path) -> None:
    assert re.findall(r"- \[ \] (\S+)", "".join(routes(sample)))[0] == "3.2.3"
    assert len(re.findall(r"- \[[ x]\] 3\.2\.", routes(sample)[2])) == 5


def test_phases_agree_in_all_documents(sample: Path) -> None:
    words = ["✅ Complete", "✅ Complete", "🔄 In Progress", "⏳ Pending", "⏳ Pending", "⏳ Pending"]
    cards = [(sample / ".autopilot/phases" / phase / "PHASE.md").read_text("utf-8") for phase in PHASES]
    assert [line_after(card, "**Status:**") for card in cards] == words
    flightplan = (sample / ".autopilot/flightplan.md").read_text("utf-8")
    rows = [line.split(" | ") for line in flightplan.splitlines() if line.startswith("| 0")]
    assert [row[4] for row in rows] == words
    assert [int(row[3]) for row in rows] == [len(re.findall(r"- \[[ x]\]", text)) for text in routes(sample)]


def test_recent_decisions_are_the_latest_logged(sample: Path) -> None:
    log = (sample / ".autopilot/DECISIONS.md").read_text("utf-8")
    logged = re.findall(r"^## (D\d{3}): (.*)$", log, re.MULTILINE)
    assert [number for number, _ in logged] == ["D001", "D002", "D003", "D004", "D005", "D006"]
    indexed = re.findall(r"^\| (D\d{3}) \| (.*?) \|", log, re.MULTILINE)
    assert indexed == logged
    section = transponder(sample).split("### Recent Decisions\n")[1].split("\n\n")[0]
    assert [line.removeprefix("- ").split(" — ")[0] for line in section.splitlines()] == [t for _, t in logged[-4:]]


def test_thresholds_agree_with_the_table(sample: Path) -> None:
    thresholds = state(sample, "thresholds")
    assert thresholds["current_values"] == {
        "cost": 23.88,
        "context_percent": 31,
        "variance_percent": 12,
        "error_count": 1,
    }
    levels = {"cost": "warning", "context": "warning", "variance": None, "errors": None}
    assert thresholds["levels_triggered"] == levels


def test_cost_is_the_same_in_token_usage(sample: Path) -> None:
    usage = (sample / ".autopilot/token-usage.md").read_text("utf-8")
    assert line_after(usage, "| Total cost |") == "$23.88"
    totals = [float(found) for found in re.findall(r"Running Total: \$([0-9.]+) /", usage)]
    assert len(totals) == 21
    assert totals[-1] == 23.88
    assert all(before < after for before, after in pairwise(totals))


def test_one_old_acknowledgment_stands_in_the_history(sample: Path) -> None:
    acknowledgments = state(sample, "acknowledgments")
    assert acknowledgments["acknowledgments"] == {}
    (old,) = acknowledgments["acknowledgment_history"]
    assert (old["type"], old["value"]) == ("context", 41)
    assert old["acknowledged_at"] < old["reset_at"] == acknowledgments["last_reset"]


def test_triggers_record_the_warnings(sample: Path) -> None:
    triggers = state(sample, "triggers")["triggers"]
    assert triggers["task_complete"]["count"] == 21
    assert {"cost_warning", "context_warning", "time_elapsed"} < set(triggers)
    assert "cost_alert" not in triggers


def test_history_is_whole_and_the_tree_clean(sample: Path) -> None:
    assert len(git(sample, "log", "--format=%h")) == 19
    assert git(sample, "status", "--short") == []
    assert git(sample, "fsck", "--strict") == []
    assert git(sample, "branch", "--format=%(refname:short)") == ["main"]
    assert git(sample, "tag") == ["autopilot/phase-001-complete", "autopilot/phase-002-complete"]
    assert set(git(sample, "log", "--format=%an <%ae>")) == {"Demo Agent <demo-agent@taskflow.example>"}


def test_history_ends_shortly_before_now(sample: Path) -> None:
    dates = [datetime.fromisoformat(date) for date in git(sample, "log", "--format=%cI")]
    assert dates == sorted(dates, reverse=True)
    assert NOW - dates[0] == timedelta(minutes=1)
    assert NOW - dates[-1] > timedelta(days=5)


def test_each_state_in_the_history_is_consistent(sample: Path) -> None:
    for commit in git(sample, "log", "--format=%h", "--", ".autopilot/TRANSPONDER.md"):
        text = "\n".join(git(sample, "show", f"{commit}:.autopilot/TRANSPONDER.md"))
        ticks = [
            line for phase in PHASES for line in git(sample, "show", f"{commit}:.autopilot/phases/{phase}/ROUTE.md")
        ]
        done = sum(line.startswith("- [x]") for line in ticks)
        assert f" {done * 2}%" in line_after(text, "| Progress |")


def test_logbooks_name_real_commits(sample: Path) -> None:
    known = set(git(sample, "log", "--abbrev=7", "--format=%h"))
    logged = [
        found for phase in PHASES[:3] for found in re.findall(
            r"\(commit ([0-9a-f]{7})\)", (sample / ".autopilot/phases" / phase / "LOGBOOK.md").read_text("utf-8")
        )
    ]  # fmt: skip
    assert len(logged) == 21
    assert set(logged) <= known


def test_source_is_more_than_a_stub(sample: Path) -> None:
    sources = [path for path in (sample / "src").rglob("*.ts*") if len(path.read_text("utf-8").splitlines()) >= 3]
    assert len(sources) >= 12
    assert (sample / "README.md").is_file()
    assert (sample / "package.json").is_file()


def test_same_instant_gives_the_same_commits(sample: Path, tmp_path: Path) -> None:
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


def test_works_without_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(repository.shutil, "which", lambda name: None)
    root = create(tmp_path / "plain", now=NOW)
    assert "| Phase | 3 of 6 |" in transponder(root)
    logbook = (root / ".autopilot/phases/003-dashboard/LOGBOOK.md").read_text("utf-8")
    assert logbook.count("(commit —)") == 6


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
