"""Which feature is the present one, and what is said of one without tasks."""

from pathlib import Path

import pytest

from cockpit.storage.reading.discovery import detect
from cockpit.storage.reading.loader import Loader
from cockpit.systems.interface import Candidate, ReadContext
from cockpit.systems.registry import SYSTEMS
from cockpit.systems.speckit.system import SpecKit
from tests.support.memory_files import MemoryFiles

TASKS = "# Tasks: A\n\n- [ ] T001 Go\n"
THREE = {f"specs/{name}/tasks.md": TASKS for name in ("001-quay", "002-crane", "010-buoy")}
HOME = {".specify/memory/constitution.md": "# Principles\n"}


def choice(folder: str) -> dict[str, str]:
    return {".specify/feature.json": f'{{"feature_directory": "{folder}"}}'}


def branch(name: str) -> dict[str, str]:
    return {".git/HEAD": f"ref: refs/heads/{name}\n"}


@pytest.mark.parametrize(
    ("files", "environment", "feature"),
    [
        ({}, {}, "010-buoy"),
        (branch("main"), {}, "010-buoy"),
        (branch("002-crane"), {}, "002-crane"),
        (branch("002-another-try"), {}, "002-crane"),
        (branch("feat/002-crane"), {}, "002-crane"),
        (branch("a/feat/002-crane"), {}, "010-buoy"),
        (branch("004-gone"), {}, "010-buoy"),
        (branch("002-crane"), {"SPECIFY_FEATURE": "001-quay"}, "001-quay"),
        ({**branch("002-crane"), **choice("specs/001-quay")}, {}, "001-quay"),
        (choice("specs/001-quay/"), {"SPECIFY_FEATURE_DIRECTORY": "specs/002-crane"}, "002-crane"),
        (choice("/nowhere/project/specs/001-quay"), {}, "001-quay"),
        ({**branch("002-crane"), **choice("specs/009-gone")}, {}, "002-crane"),
        ({**branch("002-crane"), ".specify/feature.json": "{"}, {}, "002-crane"),
        ({**branch("002-crane"), ".specify/feature.json": '{"feature_directory": 3}'}, {}, "002-crane"),
        (choice("../specs/001-quay"), {}, "010-buoy"),
        ({"specs/20260130-081500-sail/spec.md": "# Sail\n"}, {}, "20260130-081500-sail"),
        ({"specs/002-crab/tasks.md": TASKS, **branch("002-cr")}, {}, "010-buoy"),
        ({".env": "SPECIFY_FEATURE=001-quay\n"}, {}, "010-buoy"),
    ],
)
def test_the_present_feature(files: dict[str, str], environment: dict[str, str], feature: str) -> None:
    [found] = SpecKit().detect(MemoryFiles({**HOME, **THREE, **files}, environment=environment))
    assert found.path.split("/")[1] == feature


def test_without_its_own_folder_or_a_feature_there_is_none() -> None:
    assert SpecKit().detect(MemoryFiles(THREE)) == ()
    assert SpecKit().detect(MemoryFiles({**HOME, "specs/001-quay/notes.md": "a"})) == ()
    assert SpecKit().detect(MemoryFiles({**HOME, **THREE}), "backend") == ()


@pytest.mark.parametrize(
    ("main", "status", "command"),
    [
        ("spec.md", "planning", "/speckit.plan"),
        ("plan.md", "planning", "/speckit.tasks"),
        ("tasks.md", "unknown", None),
    ],
)
def test_before_there_are_tasks(main: str, status: str, command: str | None) -> None:
    path = f"specs/001-quay/{main}"
    files = MemoryFiles({**HOME, path: "# Quay\n"})
    track = SpecKit().read(files, Candidate(system="speckit", path=path), ReadContext())
    assert track.position.status == status
    assert (track.next_action.command if track.next_action else None) == command


def test_what_was_decided_without_a_choice_is_told() -> None:
    files = MemoryFiles({**HOME, **THREE})
    [found] = SpecKit().detect(files)
    track = SpecKit().read(files, found, ReadContext())
    assert [each.code for each in track.findings] == ["feature-not-chosen"]
    assert track.extra["features"] == {"001-quay": "specs/001-quay/tasks.md", "002-crane": "specs/002-crane/tasks.md"}


@pytest.mark.parametrize(
    ("ticked", "following"),
    [
        ("   ", "T001 A (at the same time T002)"),
        ("x  ", "T002 B"),
        ("xx ", "T003 C"),
        ("xxx", "Every task is done: begin the next feature"),
        ("xx~", "Say whether T003 is done"),
    ],
)
def test_what_comes_next(ticked: str, following: str) -> None:
    lines = zip(ticked, ("T001 [P] A", "T002 [P] B", "T003 C"), strict=True)
    text = "## Phase 1: A\n\n" + "\n".join(f"- [{mark}] {task}" for mark, task in lines)
    files = MemoryFiles({**HOME, "specs/001-quay/tasks.md": text})
    track = SpecKit().read(files, Candidate(system="speckit", path="specs/001-quay/tasks.md"), ReadContext())
    assert track.next_action is not None
    assert str(track.next_action.text) == following


@pytest.mark.parametrize(
    ("last", "total"),
    [("## Phase 2: B\n\nNothing yet.\n\n## Phase 3: C", 3), ("## Phase 3: C", 3), ("## Phase 1.5: C", 2)],
)
def test_a_phase_is_never_beyond_the_total(last: str, total: int) -> None:
    text = f"## Phase 1: A\n- [x] T001 a\n\n{last}\n- [ ] T002 b\n"
    files = MemoryFiles({**HOME, "specs/001-quay/tasks.md": text})
    track = SpecKit().read(files, Candidate(system="speckit", path="specs/001-quay/tasks.md"), ReadContext())
    assert track.position.phase is not None
    assert track.position.phase.total == total


@pytest.mark.parametrize(
    ("ticked", "statuses"),
    [
        ("   ", ["not_started", "not_started", "not_started"]),
        ("x  ", ["completed", "in_progress", "not_started"]),
        ("xxx", ["completed", "completed", "completed"]),
    ],
)
def test_the_present_phase_is_in_progress_as_the_position_says(ticked: str, statuses: list[str]) -> None:
    text = "\n".join(f"## Phase {at}: A\n- [{mark}] T00{at} B" for at, mark in enumerate(ticked, 1))
    files = MemoryFiles({**HOME, "specs/001-quay/tasks.md": text})
    track = SpecKit().read(files, Candidate(system="speckit", path="specs/001-quay/tasks.md"), ReadContext())
    assert [each.status for each in track.phases] == statuses
    assert track.position.status in statuses


def test_a_task_names_its_files_which_a_ticked_one_claims() -> None:
    text = (
        "- [x] T001 Write src/a.py and tests/a_test.py\n- [ ] T002 Write src/b.py\n- [x] T003 Delete src/old.py\n"
        "- [x] T004 Write lib/c.py\n"
    )
    files = MemoryFiles({**HOME, "specs/001-quay/tasks.md": text, "src/a.py": "", "tests/b.py": ""})
    candidate = Candidate(system="speckit", path="specs/001-quay/tasks.md")
    found = SpecKit().resumption(files, candidate, ReadContext())
    named = [(each.path, each.planned) for each in found.files]
    assert named == [("src/a.py", False), ("tests/a_test.py", False), ("src/b.py", True)]


@pytest.mark.parametrize(("box", "result"), [(" ", "passed"), ("x", "passed"), ("~", "unknown")])
def test_tasks_whose_marks_nobody_can_read_do_not_say_what_is_done(box: str, result: str) -> None:
    files = MemoryFiles({**HOME, "specs/001-quay/tasks.md": f"- [{box}] T001 Draw the quay\n- [x] T002 Build it\n"})
    candidate = Candidate(system="speckit", path="specs/001-quay/tasks.md")
    (onward,) = SpecKit().resumption(files, candidate, ReadContext()).checks
    assert onward.result == result


def test_limits_that_a_person_set_are_no_track_of_their_own() -> None:
    files = MemoryFiles({**HOME, **THREE, ".cockpit/limits.toml": "[limits.cost]\nstop = 5\n"})
    assert [each.system for each in detect(files, SYSTEMS).candidates] == ["speckit"]
    files = MemoryFiles({".cockpit/limits.toml": "[limits.cost]\nstop = 5\n"})
    assert [each.system for each in detect(files, SYSTEMS).candidates] == ["plain-repository"]


@pytest.mark.parametrize("linked", [False, True])
def test_another_branch_is_noticed(tmp_path: Path, linked: bool) -> None:
    root, git = tmp_path / "work", tmp_path / ("shared" if linked else "work/.git")
    for path, text in {**HOME, **THREE}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    git.mkdir(parents=True)
    if linked:
        (root / ".git").write_text(f"gitdir: {git}\n")
    (git / "HEAD").write_text("ref: refs/heads/001-quay\n")
    loader = Loader(root, home=None)
    assert [each.id for each in loader.load().tracks] == ["001-quay"]
    (git / "HEAD").write_text("ref: refs/heads/010-buoy-again\n")
    assert [each.id for each in loader.load().tracks] == ["010-buoy"]


def test_a_handoff_claims_nothing_of_what_is_to_be_made() -> None:
    text = "## Phase 1: A\n- [x] T001 Write src/a.py\n- [ ] T002 Write src/b.py\n## Phase 2: B\n- [ ] T003 Write c\n"
    files = MemoryFiles({**HOME, "specs/001-quay/tasks.md": text})
    draft = SpecKit().draft(files, Candidate(system="speckit", path="specs/001-quay/tasks.md"), ReadContext())
    assert (draft.phase, draft.task, draft.total_tasks) == ("1", "T002", "3")
    assert [(each.id, each.name, each.files) for each in draft.completed] == [("T001", "Write src/a.py", ())]
    assert draft.remaining == ("T002 Write src/b.py", "Phase 2: B")
    assert "src/" not in draft.state


def test_a_task_without_a_number_is_none_of_a_total() -> None:
    text = "## Phase 1: A\n- [x] T001 a\n- [ ] AUTH-001 b\n"
    files = MemoryFiles({**HOME, "specs/001-quay/tasks.md": text})
    draft = SpecKit().draft(files, Candidate(system="speckit", path="specs/001-quay/tasks.md"), ReadContext())
    assert (draft.task, draft.total_tasks) == ("AUTH-001", None)
