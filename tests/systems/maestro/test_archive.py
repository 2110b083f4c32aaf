"""A session is put away: what goes along by its tier, what is asked first, and what is never overwritten."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Archive
from cockpit.rules.attention import needs
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.systems.interface import Edit, ReadContext
from cockpit.systems.maestro.system import Maestro
from cockpit.wording.messages import Message
from tests.conformance.memory_system import applied
from tests.support.maestro_sessions import MAIN, NOW, SOUND, session, tracks
from tests.support.memory_files import MemoryFiles
from tests.support.messages import words

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


OPEN = "2 (in_progress) and 3 (pending)"


def not_done(reason: str) -> Message:
    """What is asked before an archiving, with one reason against it."""
    anyway = "Archive it anyway: `cockpit track archive --force`. Its phases do not change."
    return words(f"Session s-1 is not done: {reason}. {anyway}")


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
    assert edit.done == words(
        "Archived session s-1, its design and its plan: docs/maestro/state/archive/s-1.md and "
        "docs/maestro/plans/archive."
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
    assert edit.remarks == (words(f"The waiting handoff is archived with it: {archived_handoff}."),)
    (idle,) = tracks(applied(files, edit))
    assert (idle.handoff, [each.path for each in idle.archived_handoffs]) == (None, [archived_handoff])


def test_documents_elsewhere_stay_and_that_is_reported() -> None:
    elsewhere = DONE + "design_document: notes/design.md\nimplementation_plan: plans/gone.md\n"
    files = {MAIN: session(elsewhere), "notes/design.md": b"# D"}
    edit = archive(files)
    assert set(applied(files, edit)) == {ARCHIVED, "notes/design.md"}
    assert edit.remarks == (
        words("The design notes/design.md stays in place: it is not in docs/maestro/plans."),
        words("The plan plans/gone.md does not exist."),
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
    assert refusal.message == words(f"{path} already exists. Rename it first, for example to {free}. Nothing changed.")
    renamed = {**{each: data for each, data in files.items() if each != path}, free: b"older"}
    assert applied(renamed, archive(renamed, unfinished=True))[free] == b"older"


def test_what_is_too_long_is_refused(tmp_path: Path) -> None:
    (tmp_path / MAIN).parent.mkdir(parents=True)
    (tmp_path / MAIN).write_bytes(session(NAMES + DONE, f"{'x' * 99}\n" * 48_000))
    files = DiskFiles(tmp_path, None)
    candidate, *_ = Maestro().detect(files)
    with pytest.raises(CommandError) as raised:
        Maestro().edit(files, candidate, Archive(unfinished=True), ReadContext(now=NOW))
    why = "it is larger than 4 MiB; move its older part to another file first"
    assert str(raised.value) == f"{MAIN} cannot be edited safely: {why}."


@pytest.mark.parametrize("named", ["../s-1", "a/b", '""', "."])
def test_an_id_that_can_name_no_file(named: str) -> None:
    refusal = refused({MAIN: session(DONE.replace("session_id: s-1", f"session_id: {named}"))})
    assert refusal.message == (
        words("The session has no id, so its archive file has no name. Set a session_id, for example 2026-03-20-topic.")
        if named == '""'
        else words(
            f'The session id "{named}" is not a valid file name. Set a session_id, for example 2026-03-20-topic.'
        )
    )


@pytest.mark.parametrize("plan", ["TBD", "Add login. Then logout."])
def test_a_plan_that_is_no_path_is_not_missed(plan: str) -> None:
    assert archive({MAIN: session(f"{DONE}implementation_plan: {plan}\n")}).remarks == ()


def test_open_phases_are_named_and_asked_about() -> None:
    refusal = refused({MAIN: session()})
    assert isinstance(refusal, NeedsConfirmation)
    assert refusal.instead == Archive(unfinished=True)
    assert refusal.message == not_done(f"phases {OPEN} are open")
    edit = archive({MAIN: session()}, unfinished=True)
    after = applied({MAIN: session()}, edit)[ARCHIVED].decode()
    assert (after.count("status: pending"), after.count("status: in_progress")) == (1, 1)
    assert edit.remarks == (words(f"Unchanged: phases {OPEN}."),)


def test_reconciliation_stops_it_and_has_a_way_out() -> None:
    waits = DONE.replace(
        "    blocked_by: [1]\n", "    blocked_by: [1]\n    requires_reconciliation: true\n"
        "    reconciliation_reason: no files were reported\n"
    )  # fmt: skip
    refusal = refused({MAIN: session(waits)})
    assert isinstance(refusal, NeedsConfirmation)
    assert refusal.instead == Archive(unfinished=True)
    assert refusal.message == not_done("phase 2 was not compared with the plan (no files were reported)")
    after = applied({MAIN: session(waits)}, archive({MAIN: session(waits)}, unfinished=True))[ARCHIVED]
    assert b"requires_reconciliation: true\n    reconciliation_reason: no files were reported\n" in after


def test_only_what_is_active_is_archived_and_only_a_person_may_leave_something_open() -> None:
    files = applied(WHOLE, archive(WHOLE))
    assert refused(files).message == words("No session is active. Start one: `cockpit init maestro --plan FILE`.")
    errors = DONE.replace("    blocked_by: [2]\n", "    blocked_by: [2]\n    errors:\n      - message: No key\n")
    refusal = refused({MAIN: session(errors)})
    assert isinstance(refusal, NeedsConfirmation)
    assert refusal.instead == Archive(unfinished=True)
    assert archive({MAIN: session(errors)}, unfinished=True).remarks == (words("The session has 1 unresolved error."),)
    failed = {MAIN: session(DONE.replace("status: in_progress\ncurrent", "status: failed\ncurrent"))}
    assert refused(failed).message == not_done("it has failed")
    assert archive(failed, unfinished=True).remarks == (
        words("The status was failed; archiving changed it to completed."),
    )
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


@pytest.mark.parametrize(
    ("status", "beside", "command"),
    [
        ("archived", {"s-1.md": b"# Session archive\n"}, "/maestro:orchestrate"),
        ("Archived", {}, "/maestro:orchestrate"),
        (
            "completed",
            {"s-1.md": b"---\nsession_id: s-1\nstatus: completed\nphases: []\n---\n"},
            "/maestro:orchestrate",
        ),
        ("completed", {"s-0.md": b"---\nsession_id: s-0\nstatus: completed\nphases: []\n---\n"}, "/maestro:archive"),
    ],
)
def test_what_is_archived_is_not_offered_for_it_again(status: str, beside: dict[str, bytes], command: str) -> None:
    data = f"---\nsession_id: s-1\ntask: Dock\nstatus: {status}\nphases: []\n---\n".encode()
    (track,) = tracks({MAIN: data, **{f"docs/maestro/state/archive/{name}": each for name, each in beside.items()}})
    assert track.next_by_rule is not None
    assert track.next_by_rule.command == command
    assert [each.kind for each in needs(track)] == ["finished"] * (command == "/maestro:archive")
