"""A plan that was not committed at the handoff is held against what it said when cockpit wrote that."""

from dataclasses import replace
from pathlib import Path

import pytest

from cockpit.actions import plans_then
from cockpit.actions.change import Writer
from cockpit.actions.handing_off import begin, hand_off
from cockpit.actions.resuming import look
from cockpit.model.preflight import Check
from tests.resuming import ROUTE, TICKED, git, rewrite, waiting
from tests.screens.still import NOW

OPEN = "- [ ] 2.1.4 Mail the PDF"
ADDED = f"{OPEN}\n- [ ] 2.1.5 Mail a receipt"


@pytest.fixture
def writer(tmp_path: Path) -> Writer:
    """A handoff written with cockpit, while the plan has a task that is in no commit."""
    made = Writer(root=waiting(tmp_path / "lighthouse"), now=NOW)
    rewrite(made.root, ROUTE, OPEN, ADDED)
    return handed_off(made)


def handed_off(writer: Writer) -> Writer:
    proposal = begin(writer, None)
    hand_off(writer, proposal.track, replace(proposal.draft, next_action="Mail it"), "archive")
    return writer


def plan(writer: Writer) -> Check:
    (line,) = [each for each in look(writer, None).checks if each.code == "plan"]
    return line


def test_it_is_unchanged_though_no_commit_has_it(writer: Writer) -> None:
    assert (plan(writer).result, plan(writer).evidence[0]) == (
        "passed",
        f"{ROUTE}, as at the handoff; ticks do not count",
    )
    rewrite(writer.root, ROUTE, *TICKED)
    assert plan(writer).result == "passed"


def test_what_is_new_in_it_is_named_and_no_commit_offered(writer: Writer) -> None:
    rewrite(writer.root, ROUTE, *TICKED)
    rewrite(writer.root, ROUTE, "2.1.5 Mail a receipt", "2.1.5 Print a receipt")
    line = plan(writer)
    assert (line.result, line.brings_back, line.evidence) == ("failed", (), (
        f"{ROUTE}: 1 line is new, 1 is gone since the handoff; ticks do not count.",
        "new, line 13: - [ ] 2.1.5 Print a receipt", "gone: - [ ] 2.1.5 Mail a receipt",
    ))  # fmt: skip


def test_a_task_that_was_put_back_with_git_is_named(writer: Writer) -> None:
    git(writer.root, "checkout", "-q", "--", ROUTE)
    assert "gone: - [ ] 2.1.5 Mail a receipt" in plan(writer).evidence


def test_what_was_kept_is_of_one_handoff(writer: Writer) -> None:
    handoff = next((writer.root / ".autopilot").glob("holding-pattern.md"))
    created = next(each for each in handoff.read_text().splitlines() if each.startswith("created:"))
    rewrite(writer.root, ".autopilot/holding-pattern.md", created, "created: 2026-01-29T16:29:00Z")
    assert plan(writer).result == "unknown"  # no commit has it, and nothing else is known


def test_a_plan_that_is_very_long_is_left_to_git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plans_then, "_MOST", 10)
    made = Writer(root=waiting(tmp_path / "lighthouse"), now=NOW)
    rewrite(made.root, ROUTE, OPEN, ADDED)
    assert plan(handed_off(made)).result != "passed"


def test_without_git_it_is_known_all_the_same(tmp_path: Path) -> None:
    made = Writer(root=waiting(tmp_path / "lighthouse"), now=NOW)
    (made.root / ".git").rename(tmp_path / "elsewhere")
    handed_off(made)
    rewrite(made.root, ROUTE, OPEN, ADDED)
    assert "new, line 13: - [ ] 2.1.5 Mail a receipt" in plan(made).evidence
