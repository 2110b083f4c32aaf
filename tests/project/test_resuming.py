"""Resuming: what a waiver hangs on, where the prompt is kept, when the handoff may go."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from cockpit.model.checklist import Check
from cockpit.model.errors import CommandError
from cockpit.project.history import ledger
from cockpit.project.resuming import Preflight, blocking_reason, keep_prompt, look, save_prompt, waive
from cockpit.project.workspace import Workspace
from cockpit.wording.messages import plain
from tests.support.handoff_projects import (
    BLOCKER,
    HANDOFF,
    MOVED_ON,
    ROUTE,
    STATE,
    behind_its_back,
    commit,
    git,
    move_on,
    rewrite,
    waiting,
)
from tests.support.said import Said

NOW = datetime(2026, 1, 29, 16, 30, tzinfo=UTC)


@pytest.fixture
def writer(tmp_path: Path) -> Workspace:
    return Workspace(root=waiting(tmp_path / "lighthouse", blocked=True), now=NOW)


def held(preflight: Preflight) -> list[str]:
    return [check.key for check in preflight.checks if check.open]


def ways(check: Check) -> list[str]:
    return [way.typed() for way in check.brings_back]


def line(preflight: Preflight, code: str) -> Check:
    return next(check for check in preflight.checks if check.code == code)


def test_a_waiver_holds_for_this_handoff_and_this_line(writer: Workspace) -> None:
    found = look(writer, None)
    outcome = waive(writer, found.track, line(found, "blocker"), "  not needed yet ")
    assert outcome.done == Said("project.waived", "A blocker is open", "not needed yet")
    found = look(writer, None)
    assert (found.clear, line(found, "blocker").waived) == (True, "not needed yet")
    assert "Waived by the person: not needed yet" in found.prompt.text
    rewrite(writer.root, STATE, BLOCKER, f"{BLOCKER}\n- Phase 2: no printer")
    assert held(look(writer, None)) == ["blocker:Phase 2: no printer"]
    rewrite(writer.root, HANDOFF, "created: 2026-01-29T09:19:00Z", "created: 2026-01-29T09:20:00Z")
    assert len(held(look(writer, None))) == 2
    (record,) = ledger(writer)
    assert record.sentence == "Waived “A blocker is open”: not needed yet"
    assert (record.subject.item, record.subject.note) == (line(found, "blocker").key, "not needed yet")


def test_without_a_handoff_a_waiver_holds_where_the_work_stands(writer: Workspace) -> None:
    (writer.root / HANDOFF).unlink()
    git(writer.root, "add", "-A")
    git(writer.root, "commit", "-qm", "gone")
    found = look(writer, None)
    waive(writer, found.track, line(found, "blocker"), "not needed yet")
    assert look(writer, None).clear
    rewrite(writer.root, STATE, "| Phase | 2 of 3 |", "| Phase | 3 of 3 |")
    assert not look(writer, None).clear


def test_while_a_line_holds_it_nothing_leaves(writer: Workspace, tmp_path: Path) -> None:
    found = look(writer, None)
    held_back = blocking_reason(found, NOW)
    assert held_back == plain(f"A blocker is open: {BLOCKER.removeprefix('- ')}.")
    for way in (lambda: keep_prompt(writer, found), lambda: save_prompt(writer, found, tmp_path / "prompt.md")):
        with pytest.raises(CommandError) as refusal:
            way()
        assert refusal.value.message == held_back
    assert not (tmp_path / "prompt.md").exists()
    assert not (writer.store.folder / "prompts").exists()


def test_a_commit_alone_does_not_mean_that_it_served(writer: Workspace) -> None:
    """A commit that the handoff itself names was said to have come after it."""
    behind_its_back(writer.root)
    commit(writer.root, "src/other.py", "something else", at="2026-01-29T12:00:00Z")
    found = look(writer, None)
    assert (found.served, found.moved_on, found.clear) == (None, False, False)
    move_on(writer.root)
    found = look(writer, None)
    assert (found.moved_on, found.served) == (True, Said("", "past", "task", "4", "3"))


def test_a_state_that_open_tasks_contradict_is_no_success(writer: Workspace) -> None:
    rewrite(writer.root, STATE, *MOVED_ON)
    rewrite(writer.root, STATE, BLOCKER, "- None")
    commit(writer.root, "src/other.py", "finish task 3", at="2026-01-29T12:00:00Z")
    found = look(writer, None)
    told = "The state is at task 4, but task 2.1.3 of plan 1 is open in the plan file."
    assert (found.served, found.moved_on, found.contradicted, held(found)) == (None, False, told, ["position:"])
    assert line(found, "position").evidence == (
        "The handoff is for task 3, but the state is at task 4.",
        told,
    )
    (writer.root / ROUTE).unlink()  # without it, the state's word is all there is
    assert look(writer, None).served == Said("", "past", "task", "4", "3")


def test_what_is_lost_says_where_it_was_named_and_how_it_comes_back(writer: Workspace) -> None:
    behind_its_back(writer.root)
    rewrite(writer.root, HANDOFF, "## Current State\n", "## Current State\nSee docs/never-written.md.\n")
    lost = {check.subject: check for check in look(writer, None).checks if check.code in ("commit", "file")}
    (dropped,) = (each for each in lost.values() if each.code == "commit")
    number = (writer.root / HANDOFF).read_text("utf-8").splitlines().index("See docs/never-written.md.") + 1
    never, table = lost["docs/never-written.md"], lost["src/table.py"]
    assert (never.statement, never.brings_back, never.line) == (
        "docs/never-written.md does not exist",
        (),
        number,
    )
    assert (table.statement, ways(table)) == (
        "src/table.py no longer exists",
        ["git checkout HEAD -- src/table.py"],
    )
    assert ways(dropped) == [f"git cherry-pick --ff {git(writer.root, 'rev-parse', '--short=8', dropped.subject)}"]
    assert (
        dropped.line is not None
        and dropped.subject in (writer.root / HANDOFF).read_text().splitlines()[dropped.line - 1]
    )
    assert not any(check.statement == "The files exist" for check in look(writer, None).checks)
    rewrite(writer.root, HANDOFF, "\ntask: 3\n", "\ntask: 1\n")
    itself = line(look(writer, None), "itself")
    assert itself.evidence == ("The handoff stops at task 1, but its table marks task 1 and 2 as done.",)
    assert itself.line is not None
    assert (writer.root / HANDOFF).read_text("utf-8").splitlines()[itself.line - 1] == "task: 1"


@pytest.mark.parametrize("aside", [False, True])
def test_the_command_that_brings_a_commit_back_mends_its_line(writer: Workspace, aside: bool) -> None:
    rewrite(writer.root, STATE, BLOCKER, "- None")
    behind_its_back(writer.root)
    git(writer.root, "restore", "src")
    if aside:
        commit(writer.root, "README.md", "docs: another way", at="2026-01-29T09:10:00Z")
    dropped = line(look(writer, None), "commit")
    at = dropped.subject
    assert ways(dropped) == [f"git cherry-pick --ff {git(writer.root, 'rev-parse', '--short=8', at)}"]
    git(writer.root, *dropped.brings_back[0].steps[0][1:], at="2026-01-29T15:00:00Z")
    found = look(writer, None)
    head = git(writer.root, "rev-parse", "HEAD")
    own = git(writer.root, "rev-parse", at)
    assert (head == own) is not aside
    again = f"; its change is in HEAD as {head:.8}" if aside else ""
    assert f"Task 2: {own:.8} feat: number sequence{again}" in line(found, "commits").evidence
    assert (held(found), found.served) == ([], None)
    assert (f"| {head[:8]} (was {at}) |" if aside else f"| {at} |") in found.prompt.text
    (writer.root / "src" / "sequence.py").unlink()
    lost = line(look(writer, None), "file")
    assert (lost.subject, ways(lost)) == ("src/sequence.py", ["git checkout HEAD -- src/sequence.py"])


def test_a_commit_of_the_same_second_is_among_those_since(writer: Workspace) -> None:
    """What the handoff names as checked out tells, not the clock: an agent hands off and commits at once."""
    head = git(writer.root, "rev-parse", "HEAD")
    rewrite(writer.root, HANDOFF, "branch: main\n", f"branch: main\nhead: {head}\n")
    handoff = look(writer, None).track.handoff
    assert handoff is not None
    assert handoff.created is not None
    commit(writer.root, "src/pdf.py", "wip: handed off", at=handoff.created)
    found = look(writer, None)
    assert [each.subject for each in found.evidence.repository.recent] == ["wip: handed off"]
