"""The lists by nouns: what there is, in one track or in several, and what a system lacks."""

import json
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.project.load import load_project
from cockpit.wording.messages import clause
from tests.cases import case_project
from tests.cli.conftest import Done, Run, write_project

NOUNS = {
    "blocker": ["blockers"],
    "decision": ["decisions"],
    "todo": ["todos", "open_questions"],
    "phase": ["phases"],
    "session": ["sessions"],
}


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """A project with a track of Maestro and one of Codewalkers."""
    shutil.copytree(case_project("maestro/healthy"), tmp_path / "web")
    shutil.copytree(case_project("codewalk/healthy"), tmp_path / "app")
    return tmp_path


def keys(root: Path) -> list[str]:
    return [track.key for track in load_project(root, clock=lambda: datetime.now(UTC)).tracks]


def test_a_list_as_text(run: Run, root: Path) -> None:
    assert run("blocker", "-C", root) == Done(0, "No blockers.\n", "")
    run("blocker", "add", "No API key", "-C", root)
    assert run("blocker", "-C", root).out == "active    Phase 3: No API key\n"
    assert run("decision", "-C", root).out == (
        "    Hybrid sidebar layout\n    WebSocket for real-time\n    Bottom nav on mobile\n"
    )
    run("todo", "add", "Changelog", "-C", root)
    run("todo", "done", "Changelog", "-C", root)
    assert run("todo", "-C", root).out == "[ ]  Add error boundary\n[x]  Changelog\n"
    assert run("track", "-C", root).out == (
        "autopilot:.autopilot/TRANSPONDER.md  autopilot  in progress  TaskFlow App\n"
    )


def test_what_each_system_calls_it(run: Run) -> None:
    assert run("todo", "-C", case_project("codewalk/healthy")).out == "[ ]  May dogs have a seat?\n"
    assert run("phase", "-C", case_project("codewalk/healthy")).out == (
        "1  done         Timetable\n2  in_progress  Seat plan\n3  pending      Payment\n"
    )
    blockers = run("blocker", "-C", case_project("codewalk/healthy")).out.splitlines()
    assert blockers[0] == "active    block-001  The upper deck is not measured"
    sessions = run("session", "-C", case_project("maestro/healthy")).out.splitlines()
    assert sessions[0].split("  ") == [
        "2026-03-20-ferry-timetable", "2026-03-20T08:00:00Z", "in_progress",
        "Show the ferry timetable with live delays",
    ]  # fmt: skip


def test_the_json_has_the_lists_as_status_has_them(run: Run, both: Path) -> None:
    tracks = json.loads(run("status", "--json", "-C", both).out)["tracks"]
    assert len(tracks) == 2
    for noun, names in NOUNS.items():
        expected = [
            {"track": key, **{name: each[name] for name in names}} for key, each in zip(keys(both), tracks, strict=True)
        ]
        assert json.loads(run(noun, "--json", "-C", both).out) == expected
    assert json.loads(run("session", "--json", "--track", str(expected[1]["track"]), "-C", both).out) == expected[1:]


def test_of_several_tracks_each_list_says_which(run: Run, both: Path) -> None:
    tracks = load_project(both, clock=lambda: datetime.now(UTC)).tracks
    headings = [f"{each.title}  --track {each.key}" for each in tracks]
    for noun in ("todo", "phase"):
        lines = run(noun, "-C", both).out.splitlines()
        assert [line for line in lines if line in headings] == headings
        for each, heading in zip(tracks, headings, strict=True):
            one = run(noun, "--track", each.key, "-C", both).out.splitlines()
            assert heading not in one
            place = lines.index(heading) + 1
            assert [line.strip() for line in lines[place : place + len(one)]] == [line.strip() for line in one]


def test_where_there_is_no_state(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    project, key = write_project(tmp_path / "p"), "autopilot:.autopilot/TRANSPONDER.md"
    for noun in (*NOUNS, "track"):
        done = run(noun, "-C", tmp_path / "empty")
        assert (done.code, done.out, done.err.count("\n")) == (1, "", 1)
        unknown = run(noun, "--track", "nothing", "-C", project)
        assert (unknown.code, unknown.err) == (1, f"cockpit: No track 'nothing'. Tracks: {clause(key)}.\n")
