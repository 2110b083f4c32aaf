"""A session is put away: what goes along by its tier, what is asked first, and what is never overwritten."""

import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Archive
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.systems.interface import Edit, ReadContext
from cockpit.systems.maestro.archive_editing import documents_of, unfinished_reason
from cockpit.systems.maestro.system import Maestro
from cockpit.wording.messages import Message
from tests.conformance.memory_system import applied
from tests.support.maestro_sessions import MAIN, NOW, SOUND, session, tracks
from tests.support.memory_files import MemoryFiles
from tests.support.said import Said

ROOT = "docs/maestro"
PLAN, DESIGN = f"{ROOT}/plans/buoys-impl-plan.md", f"{ROOT}/plans/buoys-design.md"
GATE = f"{ROOT}/state/s-1.design-gate.json"
ARCHIVED = f"{ROOT}/state/archive/s-1.md"
KEPT_GATE = f"{ROOT}/state/archive/s-1.design-gate.json"
DONE = SOUND.replace("status: pending", "status: skipped").replace(
    "name: Two\n    status: in_progress", "name: Two\n    status: completed"
)
NAMES = f"design_document: {DESIGN}\nimplementation_plan: {PLAN}\n"
WHOLE: dict[str, bytes] = {
    MAIN: session(NAMES + DONE),
    PLAN: b"# Plan\r\n",
    DESIGN: b"# Design",
    GATE: b'{"session_id": "s-1"}',
}


def archive(files: Mapping[str, bytes], **asked: bool) -> Edit:
    memory = MemoryFiles(files)
    candidate, *_ = Maestro().detect(memory)
    return Maestro().edit(memory, candidate, Archive(**asked), ReadContext(now=NOW))


def refused(files: Mapping[str, bytes], **asked: bool) -> CommandError:
    with pytest.raises(CommandError) as raised:
        archive(files, **asked)
    return raised.value


def tiered(tier: str) -> dict[str, bytes]:
    return {**WHOLE, MAIN: session(f"tier: {tier}\n{NAMES}{DONE}")}


@pytest.mark.parametrize(
    ("tier", "documents"),
    [
        ("T1", ()),
        ("t2", ("implementation_plan",)),
        ("T3", ("design_document", "implementation_plan")),
        (None, ("design_document", "implementation_plan")),
        ("T9", ("design_document", "implementation_plan")),
    ],
)
def test_what_goes_along_by_tier(tier: str | None, documents: tuple[str, ...]) -> None:
    assert documents_of(tier) == documents


def open_phases(*phases: tuple[str, str]) -> Message:
    named = [Message("maestro.phase-with-status", phase=phase, status=status) for phase, status in phases]
    return Message("maestro.phases-open", count=len(phases), phases=named)


def not_done(reason: Message) -> Message:
    """What is asked before an archiving, with one reason against it."""
    why = Message("maestro.session-not-done", session="s-1", reasons=str(reason))
    return Said("model.needs-confirmation", why, Message("maestro.archive-unfinished"))


@pytest.mark.parametrize(
    ("status", "phases", "reason"),
    [
        ("in_progress", {"1": "completed", "2": "skipped"}, None),
        ("completed", {}, None),
        ("completed", {"1": "completed", "2": "pending"}, open_phases(("2", "pending"))),
        ("in_progress", {"1": "failed", "2": "in_progress"}, open_phases(("1", "failed"), ("2", "in_progress"))),
        ("failed", {}, Message("maestro.session-failed")),
        ("failed", {"1": "completed"}, Message("maestro.session-failed")),
        ("in_progress", {}, Message("maestro.no-phases-tell-end")),
        (None, {}, Message("maestro.no-phases-tell-end")),
    ],
)
def test_what_is_not_done(status: str | None, phases: dict[str, str], reason: Message | None) -> None:
    assert unfinished_reason(status, tuple(phases.items())) == reason


def test_everything_goes_and_the_session_says_so() -> None:
    edit = archive(WHOLE)
    after = applied(WHOLE, edit)
    assert set(after) == {ARCHIVED, f"{ROOT}/plans/archive/buoys-impl-plan.md", f"{ROOT}/plans/archive/buoys-design.md",
                          KEPT_GATE}  # fmt: skip
    assert edit.changes[0].path == ARCHIVED
    assert after[f"{ROOT}/plans/archive/buoys-impl-plan.md"] == b"# Plan\r\n"
    text = session(NAMES + DONE).decode()
    now = text.replace("status: in_progress\ncurrent", "status: completed\ncurrent")
    assert after[ARCHIVED].decode() == now.replace("updated: 2026-03-20T10:00:00Z", "updated: 2026-03-20T12:00:00Z")
    assert edit.done == Message(
        "maestro.session-archived",
        parts=(
            Message("maestro.session-by-id", session="s-1"),
            Message("maestro.own-document", document="design"),
            Message("maestro.own-document", document="plan"),
        ),
        places=(ARCHIVED, f"{ROOT}/plans/archive"),
    )
    (idle,) = tracks(after)
    assert (idle.position.status, idle.sessions[0].id, idle.sessions[0].status) == ("not_started", "s-1", "completed")


@pytest.mark.parametrize(
    ("tier", "remaining"),
    [
        ("T1", {PLAN, DESIGN, ARCHIVED, KEPT_GATE}),
        ("T2", {f"{ROOT}/plans/archive/buoys-impl-plan.md", DESIGN, ARCHIVED, KEPT_GATE}),
    ],
)
def test_a_lower_tier_leaves_its_documents(tier: str, remaining: set[str]) -> None:
    edit = archive(tiered(tier))
    assert (set(applied(tiered(tier), edit)), edit.remarks) == (remaining, ())


def test_the_handoff_that_waits_goes_along() -> None:
    waiting = b"---\nphase: 2\ncreated: 2026-03-20T11:00:00Z\n---\n\n## Next Action\nGo on\n"
    files = {**WHOLE, f"{ROOT}/state/holding-pattern.md": waiting}
    edit = archive(files)
    archived_handoff = f"{ROOT}/state/handoffs/holding-pattern-20260320-110000.md"
    assert applied(files, edit)[archived_handoff] == waiting
    assert edit.remarks == (Message("maestro.handoff-goes-along", path=archived_handoff),)
    (idle,) = tracks(applied(files, edit))
    assert (idle.handoff, [each.path for each in idle.archived_handoffs]) == (None, [archived_handoff])


def test_documents_elsewhere_stay_and_that_is_reported() -> None:
    elsewhere = DONE + "design_document: notes/design.md\nimplementation_plan: plans/gone.md\n"
    files = {MAIN: session(elsewhere), "notes/design.md": b"# D"}
    edit = archive(files)
    assert set(applied(files, edit)) == {ARCHIVED, "notes/design.md"}
    assert edit.remarks == (
        Message("maestro.own-document-stays", document="design", path="notes/design.md", folder=f"{ROOT}/plans"),
        Message("maestro.own-document-not-there", document="plan", path="plans/gone.md"),
    )


@pytest.mark.parametrize("path", [ARCHIVED, KEPT_GATE, f"{ROOT}/plans/archive/buoys-impl-plan.md"])
@pytest.mark.parametrize("whole", [WHOLE, {**WHOLE, MAIN: session(NAMES + SOUND)}], ids=["done", "open"])
def test_never_over_what_is_archived(whole: Mapping[str, bytes], path: str) -> None:
    """Not even asked about: as it stands, no answer would archive it."""
    stem, dot, ending = path.rpartition(".")
    free = f"{stem}-3{dot}{ending}"
    files = {**whole, path: b"older", f"{stem}-2{dot}{ending}": b"oldest"}
    refusal = refused(files)
    assert not isinstance(refusal, NeedsConfirmation)
    assert refusal.message == Message("maestro.archive-path-taken", path=path, free=free)
    renamed = {**{each: data for each, data in files.items() if each != path}, free: b"older"}
    assert applied(renamed, archive(renamed, unfinished=True))[free] == b"older"


@pytest.mark.parametrize("front", [DONE, SOUND], ids=["done", "open"])
@pytest.mark.parametrize("asked", [{}, {"unfinished": True}], ids=["plain", "unfinished"])
def test_what_is_too_long_is_moved_by_hand_with_the_commands_that_are_shown(
    tmp_path: Path, front: str, asked: dict[str, bool]
) -> None:
    whole = {**WHOLE, MAIN: session(NAMES + front, f"{'x' * 99}\n" * 48_000)}
    for path, data in whole.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes(data)
    files = DiskFiles(tmp_path, None)
    candidate, *_ = Maestro().detect(files)
    with pytest.raises(CommandError) as raised:
        Maestro().edit(files, candidate, Archive(**asked), ReadContext(now=NOW))
    assert not isinstance(raised.value, NeedsConfirmation)
    _, command, _ = str(raised.value).split("`")
    subprocess.run(["/bin/sh", "-c", command], cwd=tmp_path, check=True)
    contents = {str(each.relative_to(tmp_path)): each.read_bytes() for each in tmp_path.rglob("*") if each.is_file()}
    assert set(contents) == set(applied(WHOLE, archive(WHOLE)))
    assert contents[ARCHIVED] == whole[MAIN]


@pytest.mark.parametrize("named", ["../s-1", "a/b", '""', "."])
def test_an_id_that_can_name_no_file(named: str) -> None:
    refusal = refused({MAIN: session(DONE.replace("session_id: s-1", f"session_id: {named}"))})
    assert refusal.message == (
        Message("maestro.session-id-empty", day="2026-03-20")
        if named == '""'
        else Message("maestro.session-id-no-file-name", session=named, day="2026-03-20")
    )


def test_open_phases_are_named_and_asked_about() -> None:
    refusal = refused({MAIN: session()})
    assert isinstance(refusal, NeedsConfirmation)
    assert refusal.instead == Archive(unfinished=True)
    assert refusal.message == not_done(open_phases(("2", "in_progress"), ("3", "pending")))
    edit = archive({MAIN: session()}, unfinished=True)
    after = applied({MAIN: session()}, edit)[ARCHIVED].decode()
    assert (after.count("status: pending"), after.count("status: in_progress")) == (1, 1)
    labels = open_phases(("2", "in_progress"), ("3", "pending")).values["phases"]
    assert edit.remarks == (Message("maestro.phases-left-as-they-are", count=2, phases=labels),)


def test_reconciliation_stops_it_and_has_a_way_out() -> None:
    waits = DONE.replace(
        "    blocked_by: [1]\n", "    blocked_by: [1]\n    requires_reconciliation: true\n"
        "    reconciliation_reason: no files were reported\n"
    )  # fmt: skip
    refusal = refused({MAIN: session(waits)})
    assert isinstance(refusal, NeedsConfirmation)
    assert refusal.instead == Archive(unfinished=True)
    phases = (Message("maestro.phase-label", phase="2"),)
    assert refusal.message == not_done(
        Message("maestro.phases-never-compared-why", count=1, phases=phases, reasons="no files were reported")
    )
    after = applied({MAIN: session(waits)}, archive({MAIN: session(waits)}, unfinished=True))[ARCHIVED]
    assert b"requires_reconciliation: true\n    reconciliation_reason: no files were reported\n" in after


def test_only_what_is_active_is_archived_and_only_a_person_may_leave_something_open() -> None:
    files = applied(WHOLE, archive(WHOLE))
    assert refused(files).message == Message("maestro.no-active-session")
    errors = DONE.replace("    blocked_by: [2]\n", "    blocked_by: [2]\n    errors:\n      - message: No key\n")
    refusal = refused({MAIN: session(errors)})
    assert isinstance(refusal, NeedsConfirmation)
    assert refusal.instead == Archive(unfinished=True)
    assert archive({MAIN: session(errors)}, unfinished=True).remarks == (
        Message("maestro.archived-with-errors", count=1),
    )
    failed = {MAIN: session(DONE.replace("status: in_progress\ncurrent", "status: failed\ncurrent"))}
    assert refused(failed).message == not_done(Message("maestro.session-failed"))
    assert archive(failed, unfinished=True).remarks == (Message("maestro.archived-after-failure"),)
    gate = {**WHOLE, GATE: b'{"session_id": "another"}'}
    assert GATE in applied(gate, archive(gate))


@pytest.mark.parametrize(
    "text", ["---\n{front}\n# Log\n", "# Log\n\n```yaml\n{front}```\n", "---\n{front}status: failed\n---\n\n# Log\n"]
)
def test_a_file_that_is_not_edited_goes_as_it_is(text: str) -> None:
    files = {MAIN: text.format(front=DONE).encode()}
    refusal = refused(files)
    assert isinstance(refusal, NeedsConfirmation)
    assert applied(files, archive(files, unfinished=True)) == {ARCHIVED: files[MAIN]}
