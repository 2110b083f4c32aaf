"""Maestro's sample project and its agent: what they write is read without a finding, and cockpit's verbs are heeded."""

from pathlib import Path

import pytest

from cockpit.actions.demo import demo
from cockpit.actions.load import load_project
from cockpit.demo.maestro.project import STATE, create
from cockpit.demo.maestro.session_text import SessionText
from cockpit.model import Track
from cockpit.model.refused import Refused
from tests.cli.conftest import Run, run  # noqa: F401 -- a fixture
from tests.demo.helpers import NOW, git, run_agent


def track(root: Path) -> Track:
    (found,) = load_project(root, clock=lambda: NOW).tracks
    return found


def statuses(root: Path) -> list[str | None]:
    return [phase.status for phase in track(root).phases]


def test_the_story_breaks_off_at_a_failed_phase_and_goes_on_once_it_is_tried_again(run: Run, tmp_path: Path) -> None:  # noqa: F811
    root = create(tmp_path / "ferry-board", now=NOW)
    assert (track(root).findings, statuses(root)) == ((), ["completed", "in_progress", "in_progress", "pending"])
    assert run_agent(root) == 0
    broken = track(root)
    assert (broken.findings, statuses(root)) == ((), ["completed", "failed", "completed", "pending"])
    assert [(error.phase, error.type, error.resolved) for error in broken.errors] == [("2", "timeout", False)]
    assert git(root, "log", "--format=%s", "-1") == ["Departures board"]

    assert run("phase", "retry", "2", "--note", "Once more", "-C", root).code == 0
    assert run_agent(root) == 0
    ended = track(root)
    assert (statuses(root), [error.resolved for error in ended.errors]) == (["completed"] * 4, [True, True])
    assert (ended.retries, ended.next_by_rule.text if ended.next_by_rule else None) == (
        None, "Review the work and archive the session",
    )  # fmt: skip
    assert "Once more" in (root / STATE).read_text("utf-8")
    assert run("archive", "-C", root).out.startswith(
        "Archived the session 2026-01-29-ferry-board, its design and its plan"
    )
    assert run_agent(root) == 2  # nothing is left to work on


def test_a_fresh_agent_has_it_go_on_and_resolves_what_failed(tmp_path: Path) -> None:
    root = create(tmp_path / "ferry-board", now=NOW)
    mark = tmp_path / "resumed"
    mark.touch()
    assert run_agent(root, "--resumed", str(mark)) == 0
    ended = track(root)
    assert (statuses(root), [error.resolved for error in ended.errors]) == (["completed"] * 4, [True])
    assert ended.phases[1].retry_count == 1


def test_what_others_wrote_stays() -> None:
    text = SessionText("---\nstatus: in_progress\nphases:\n  - id: 1\n    status: failed\n    mine: 7\n---\n# Log\n")
    text.put("status", "completed", 1)
    text.put("gone", 1, 1)
    text.put("status", "completed", 9)
    assert (text.status(), text.status(1), text.status(9), text.text.count("mine: 7")) == (
        "in_progress", "completed", None, 1,
    )  # fmt: skip


def test_only_what_it_can_play() -> None:
    with pytest.raises(Refused, match='The demo plays no "gsd"; it plays autopilot and maestro'), demo("fast", "gsd"):
        pass
