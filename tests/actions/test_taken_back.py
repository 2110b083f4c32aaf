"""What another program took back of a handoff: noticed where an older version came back, never where work went on."""

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from cockpit.actions.change import Writer
from cockpit.actions.handing_off import begin, hand_off
from cockpit.actions.history import Removed, apply_again, ledger, removed_by_others, undo_change
from cockpit.actions.looking_back import Past, past, turning_refused
from cockpit.actions.taken_back import told_taken_back
from cockpit.demo.sample import create
from tests.screens.hands import firing, rewrite, transponder
from tests.screens.still import NOW
from tests.storage.repositories import run

HANDOFF, STATE = ".autopilot/holding-pattern.md", ".autopilot/TRANSPONDER.md"


def handed_off(root: Path, existing: str | None) -> Writer:
    """A handoff with a commit that there is not, written a minute ago."""
    writer = Writer(root=root, now=NOW - timedelta(minutes=1))
    proposal = begin(writer, None)
    tasks = [replace(each, commit="deadbee") if each.id == "2" else each for each in proposal.draft.completed]
    draft = replace(proposal.draft, completed=tuple(tasks), next_action="Go on", context="All of it")
    hand_off(writer, proposal.track, draft, existing)  # type: ignore[arg-type]
    return replace(writer, now=NOW)


@pytest.fixture
def merged(tmp_path: Path) -> Writer:
    """The handoff that waited says of the second task what the new one does, but for the commit."""
    return handed_off(firing(tmp_path / "app"), "archive")


def gone(found: list[Removed]) -> list[tuple[str, str]]:
    return [(missing.path, missing.how) for each in found for missing in each.missing]


def newest(writer: Writer) -> Past:
    return past(writer)[0]


def test_a_line_corrected_by_a_person_and_the_work_that_went_on_are_nobodys_older_copy(tmp_path: Path) -> None:
    root = firing(tmp_path / "app")
    old = (root / HANDOFF).read_text().splitlines(keepends=True)
    writer = handed_off(root, "archive")
    now = (root / HANDOFF).read_text()
    row = next(line for line in now.splitlines(keepends=True) if "deadbee" in line)
    earlier = next(line for line in old if line.startswith("| 2 |"))
    (root / HANDOFF).write_text(now.replace(row, earlier))
    assert removed_by_others(writer) == []
    rewrite(transponder(root), "Resume file | .autopilot/holding-pattern.md", "Resume file | None")
    assert removed_by_others(writer) == []
    (root / HANDOFF).unlink()
    assert removed_by_others(writer) == [], "put away by the agent that went on"
    assert newest(writer).state == "stands"
    assert [record.verb for record in ledger(writer)] == ["handoff"]


@pytest.fixture
def reset(tmp_path: Path) -> Writer:
    """Git goes back behind the handoff, which an agent had committed."""
    root = create(tmp_path / "app", now=NOW - timedelta(minutes=40))
    writer = handed_off(root, None)
    run(root, "add", "-A")
    run(root, "commit", "-q", "-m", "Handed off")
    run(root, "reset", "-q", "--hard", "HEAD~2")
    return writer


def test_a_handoff_that_git_wiped_is_noticed_told_in_the_ledger_and_written_again(reset: Writer) -> None:
    assert gone(removed_by_others(reset)) == [(HANDOFF, "gone"), (STATE, "older")]
    later = replace(reset, now=NOW + timedelta(minutes=2))
    assert gone(removed_by_others(later)) == [(HANDOFF, "gone"), (STATE, "older")]
    assert [record.verb for record in ledger(reset)] == ["handoff", "noticed"], "once"
    assert (newest(later).state, newest(later).taken_at) == ("taken", "2026-01-29T16:30:00Z")
    assert turning_refused(later, newest(later)) is None
    assert not (reset.root / HANDOFF).exists()
    apply_again(later, 1)
    assert "deadbee" in (reset.root / HANDOFF).read_text()
    assert removed_by_others(later) == []
    assert [each.state for each in past(later)] == ["stands", "repeated"]


def test_what_came_back_by_itself_stands_again(reset: Writer) -> None:
    removed_by_others(reset)
    run(reset.root, "reset", "-q", "--hard", "HEAD@{1}")
    assert newest(reset).state == "stands"


def test_an_older_handoff_in_its_place_is_noticed(merged: Writer) -> None:
    ours = (merged.root / HANDOFF).read_bytes()
    older = ours.replace(b"created: 2026-01-29", b"created: 2026-01-20").replace(b"deadbee", b"0ddba11")
    (merged.root / HANDOFF).write_bytes(older)
    assert gone(removed_by_others(merged)) == [(HANDOFF, "older")]
    apply_again(merged, 1)
    assert (merged.root / HANDOFF).read_bytes() == ours


def written_over(writer: Writer) -> bytes:
    """Another agent leaves a handoff of its own in the place of the one that waits."""
    ours = (writer.root / HANDOFF).read_bytes()
    later = ours.replace(b"created: 2026-01-29T16:29", b"created: 2026-01-29T16:30").replace(b"deadbee", b"0ddba11")
    (writer.root / HANDOFF).write_bytes(later)
    return ours


def test_a_handoff_that_another_agent_wrote_over_is_told_and_comes_back_beside_the_other(merged: Writer) -> None:
    ours = written_over(merged)
    theirs = (merged.root / HANDOFF).read_bytes()
    found = removed_by_others(merged)
    assert [(each.replaced, each.since) for each in found] == [(True, "2026-01-29T16:30:00Z")]
    assert (newest(merged).state, newest(merged).over) == ("taken", True)
    assert told_taken_back(merged.root, merged.now, written_over=False) == ()
    [told] = told_taken_back(merged.root, merged.now)
    assert f"was written over by another program ({HANDOFF}: another one stands there, of 2026-01-29T16:30:00Z)" in told
    assert told.endswith("; `cockpit redo 1` brings it back, and that one goes to the archive.")
    much_later = replace(merged, now=NOW + timedelta(hours=5))
    assert removed_by_others(much_later) == []
    apply_again(much_later, 1)
    assert (merged.root / HANDOFF).read_bytes() == ours
    archived = sorted((merged.root / ".autopilot/archive").glob("holding-pattern*"))
    assert theirs in [path.read_bytes() for path in archived]
    assert removed_by_others(merged) == []
    undo_change(much_later)
    assert (merged.root / HANDOFF).read_bytes() == theirs


def test_one_that_was_put_into_the_archive_was_not_written_over(merged: Writer) -> None:
    ours = written_over(merged)
    (merged.root / ".autopilot/archive").mkdir(exist_ok=True)
    (merged.root / ".autopilot/archive/holding-pattern-20260129.md").write_bytes(ours)
    assert removed_by_others(merged) == []


def test_what_stood_when_the_rest_was_written_again_is_looked_after_still(tmp_path: Path) -> None:
    root = create(tmp_path / "app", now=NOW - timedelta(minutes=40))
    writer = handed_off(root, None)
    run(root, "reset", "-q", "--hard")  # git does not know the handoff
    assert gone(removed_by_others(writer)) == [(STATE, "lines")]
    apply_again(writer, 1)
    assert removed_by_others(writer) == []
    ours = written_over(writer)
    assert gone(removed_by_others(writer)) == [(HANDOFF, "replaced")]
    assert removed_by_others(writer)[0].sentence.startswith("Handed off at plan 3.2")
    assert apply_again(writer, 2).done.startswith("Brought back: Handed off at plan 3.2")
    assert (root / HANDOFF).read_bytes() == ours
