"""The transitions of a phase, the whole table: the legal ones are made, all others refused."""

import itertools
import json

import pytest

from cockpit.model import Phase, PhaseMove
from cockpit.model.errors import CommandError, NeedsConfirmation
from cockpit.model.intents import Complete, Fail, Intent, Move, ResetRetries, Retry, Skip
from cockpit.systems.maestro.protocol import MOVES
from cockpit.systems.maestro.system import Maestro
from cockpit.wording.messages import Message
from tests.conformance.memory_system import MemorySystem, applied
from tests.support.messages import words
from tests.support.said import Said

MEMORY_SYSTEM = MemorySystem(Maestro())
MAIN = "docs/maestro/state/active-session.md"
STATUSES = ("pending", "in_progress", "completed", "failed", "skipped")
INTENTS: dict[PhaseMove, Intent] = {
    "start": Move(part="phase", value="2"),
    "complete": Complete(whole="phase", step="2"),
    "fail": Fail(phase="2"),
    "retry": Retry(phase="2"),
    "skip": Skip(phase="2"),
}
EXPECTED = {
    ("pending", "start"): "in_progress",
    ("pending", "skip"): "skipped",
    ("in_progress", "complete"): "completed",
    ("in_progress", "fail"): "failed",
    ("failed", "retry"): "in_progress",
}
STAYS = {("in_progress", "start"), ("completed", "complete"), ("failed", "fail"), ("skipped", "skip")}
"""What is so already: nothing is written, but that the phase is the present one."""
REFUSED = {
    "pending": words("Phase 2 is pending. Start it: `cockpit phase start 2`."),
    "in_progress": words("Phase 2 is in progress. End it: `cockpit done phase 2` or `cockpit phase fail 2`."),
    "completed": words("Phase 2 is completed; this status is final."),
    "failed": words("Phase 2 has failed. Retry it: `cockpit phase retry 2`."),
    "skipped": words("Phase 2 is skipped; this status is final."),
}
"""By status of the phase, with what every other move is refused."""


def yaml(status: str, retries: int = 0, others: str = "completed") -> dict[str, bytes]:
    phases = "".join(
        f"  - id: {number}\n    name: Part {number}\n    status: {word}\n    started: null\n    completed: null\n"
        f"    errors: []\n    retry_count: {retries if number == 2 else 0}\n"
        for number, word in ((1, others), (2, status), (3, others))
    )
    head = "session_id: s-1\nupdated: 2026-01-01T00:00:00Z\nstatus: in_progress\ncurrent_phase: 2\ntotal_phases: 3\n"
    return {MAIN: f"---\n{head}phases:\n{phases}---\n\n# Boats Orchestration Log\n".encode()}


def as_json(status: str) -> dict[str, bytes]:
    phase = {"name": "Part", "started": None, "completed": None, "errors": [], "retry_count": 0}
    words = {1: "completed", 2: status, 3: "completed"}
    phases = [{"id": number, **phase, "status": word} for number, word in words.items()]
    values = {"session_id": "s-1", "updated": "2026-01-01T00:00:00.000Z", "status": "in_progress", "current_phase": 2,
              "total_phases": 3, "phases": phases}  # fmt: skip
    return {MAIN: f"---\n{json.dumps(values, indent=2)}\n---\n# Boats Orchestration Log\n".encode()}


def test_the_table_is_the_seeds() -> None:
    assert {(before, move): after for move, (before, after) in MOVES.items()} == EXPECTED
    assert {status: Maestro().phase_moves(Phase(id="1", status=status)) for status in (*STATUSES, None)} == {
        "pending": ("start", "skip"), "in_progress": ("complete", "fail"), "failed": ("retry",),
        "completed": (), "skipped": (), None: (),
    }  # fmt: skip


@pytest.mark.parametrize("notation", [yaml, as_json])
@pytest.mark.parametrize(("status", "move"), itertools.product(STATUSES, MOVES))
def test_every_status_with_every_move(notation, status: str, move: PhaseMove) -> None:  # type: ignore[no-untyped-def]
    files = notation(status)
    tried = MEMORY_SYSTEM.edit_or_refusal(files, INTENTS[move])
    if (status, move) in EXPECTED:
        assert not isinstance(tried, CommandError), tried
        track = MEMORY_SYSTEM.track(applied(files, tried))
        assert [phase.status for phase in track.phases] == ["completed", EXPECTED[status, move], "completed"]
        assert track.updated is not None
        assert track.updated.startswith("2026-01-30T09:05:07")
    elif (status, move) in STAYS:
        assert not isinstance(tried, CommandError), tried
        assert tried.changes == ()
    else:
        assert isinstance(tried, CommandError), tried.done
        assert tried.message == REFUSED[status]


def test_stamps_and_the_present_phase_follow() -> None:
    files = yaml("pending", others="pending")
    after = MEMORY_SYSTEM.files_after(files, Move(part="phase", value="2"))
    text = after[MAIN].decode()
    assert "    status: in_progress\n    started: 2026-01-30T09:05:07Z\n    completed: null\n" in text
    assert text.endswith("\n\n## Phase 2: Part 2 ⭕\n")
    done = MEMORY_SYSTEM.files_after(after, Complete(whole="phase", note="All read", result="Pass"))
    text = done[MAIN].decode()
    assert "    started: 2026-01-30T09:05:07Z\n    completed: 2026-01-30T09:05:07Z\n" in text
    assert "current_phase: 1\n" in text
    output, files, result = "Agent Output\nAll read", "Files Changed\n- None", "Validation Result\nPass"
    assert text.endswith(f"\n\n## Phase 2: Part 2 ✅\n\n### {output}\n\n### {files}\n\n### {result}\n")


def test_a_retry_is_counted_and_recorded() -> None:
    after = MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after(yaml("failed"), Retry(note="With more memory")))
    assert after.phases[1].retry_count == 1
    assert [(error.phase, error.message, error.resolution, error.resolved) for error in after.errors] == [
        ("2", "Retry 1", "With more memory", True)
    ]
    assert not [finding for finding in after.findings if finding.code.startswith("retries")]


def used_up(limit: int) -> Message:
    retries = "1 retry" if limit == 1 else f"{limit} retries"
    return words(
        f"Phase 2 has reached its limit of {retries}. Retry it anyway: "
        "`cockpit phase retry 2 --force` (only a person may)."
    )


UNREADABLE = words("The retry limit is unreadable: MAESTRO_MAX_RETRIES is “many” (.env:1)")


@pytest.mark.parametrize(
    ("most", "retries", "refusal"),
    [
        (None, 1, None),
        (None, 2, used_up(2)),
        ("3", 2, None),
        ("3", 3, used_up(3)),
        ("0", 0, used_up(0)),
        (
            "many",
            2,
            words(
                "The retry limit is unreadable: MAESTRO_MAX_RETRIES is “many” (.env:1). Retry phase 2 "
                "anyway: `cockpit phase retry 2 --force` (only a person may)."
            ),
        ),
    ],
)
def test_the_retries_are_used_up_before_a_person_is_asked(
    most: str | None, retries: int, refusal: Message | None
) -> None:
    files = yaml("failed", retries) | ({".env": f"MAESTRO_MAX_RETRIES={most}\n".encode()} if most else {})
    tried = MEMORY_SYSTEM.edit_or_refusal(files, Retry(phase="2"))
    assert isinstance(tried, CommandError) is (refusal is not None)
    if isinstance(tried, CommandError):
        assert tried.message == refusal
        beyond = MEMORY_SYSTEM.edit(files, Retry(phase="2", beyond=True))
        assert MEMORY_SYSTEM.track(applied(files, beyond)).phases[1].retry_count == retries + 1


@pytest.mark.parametrize("ended", ["failed", "completed"])
@pytest.mark.parametrize(("status", "move"), EXPECTED)
def test_a_session_that_was_ended_goes_on_when_somebody_says_so(status: str, move: PhaseMove, ended: str) -> None:
    files = {MAIN: yaml(status)[MAIN].replace(b"\nstatus: in_progress", f"\nstatus: {ended}".encode())}
    asks = MEMORY_SYSTEM.edit_or_refusal(files, INTENTS[move])
    assert isinstance(asks, NeedsConfirmation)
    taken_up = MEMORY_SYSTEM.files_after(files, asks.instead)
    assert MEMORY_SYSTEM.track(taken_up).position.status == "in_progress"
    assert (
        MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after(taken_up, INTENTS[move])).phases[1].status
        == EXPECTED[status, move]
    )


CUT = yaml("in_progress")[MAIN].replace(b"    name: Part 3\n", b"...\n")
TWICE = yaml("in_progress")[MAIN].replace(b"- id: 3", b"- id: 2")


def damaged(line: int, problem: str) -> Message:
    return unchanged(words(f"{MAIN}:{line} cannot be parsed ({problem}). Fix the file first."))


def unchanged(why: Message) -> Message:
    return Said("model.nothing-changed", why)


@pytest.mark.parametrize(
    ("text", "intent", "message"),
    [
        (yaml("pending")[MAIN], Skip(phase="9"), words('No phase "9". Phases: 1, 2, 3.')),
        (yaml("odd")[MAIN], Fail(phase="2"), words("Phase 2 has an unknown status, odd. Fix it in the file first.")),
        (yaml("pending")[MAIN], Complete(whole="phase"), words("No phase is in progress.")),
        (yaml("in_progress", others="in_progress")[MAIN].replace(b"current_phase: 2", b"current_phase: 9"),
         Complete(whole="phase"), words("Several phases are in progress: 1, 2 and 3. Name one of them.")),
        (TWICE, Fail(phase="2"), words(
'Several phases match "2": "Part 2" on line 15 and "Part 3" on line 22. Use the name of '
'the phase, or give each phase its own id.'
)),
        (b"# Only a log\n", Retry(phase="2"),
         unchanged(words(f"{MAIN} has no fields of Maestro."))),
        (as_json("failed")[MAIN].replace(b'"total_phases": 3,', b'"total_phases": 3'), Retry(phase="2"),
         damaged(8, "not valid JSON (did not find expected ',' or '}'); the line is skipped: \"phases\": [")),
        (as_json("failed")[MAIN][:200] + b"\n---\n", Retry(phase="2"),
         damaged(11, "not valid JSON (did not find expected node content); the rest is not read")),
        (CUT, Fail(phase="2"), damaged(
            23, "part of the frontmatter is missing from the file here. The rest was read")),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(text: bytes, intent: Intent, message: Message) -> None:
    refusal = MEMORY_SYSTEM.edit_or_refusal({MAIN: text}, intent)
    assert isinstance(refusal, CommandError), refusal.done
    assert refusal.whole == message


def test_a_name_tells_phases_with_one_id_apart() -> None:
    after = MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after({MAIN: TWICE}, Fail(phase="part 2")))
    assert [phase.status for phase in after.phases] == ["completed", "failed", "completed"]


def waiting(status: str, retries: str = "0") -> dict[str, bytes]:
    """The third phase waits for the second, which has that status."""
    data = yaml(status, others="pending")[MAIN]
    data = data.replace(b"retry_count: 0\n  - id: 3", f"retry_count: {retries}\n  - id: 3".encode())
    return {MAIN: data.replace(b"    name: Part 3\n", b"    name: Part 3\n    blocked_by: [2]\n")}


@pytest.mark.parametrize(
    ("status", "retries", "way"),
    [
        ("pending", "0", Move(part="phase", value="2")),
        ("in_progress", "0", Complete(whole="phase", step="2")),
        ("failed", "1", Retry(phase="2")),
        ("failed", "2", Retry(phase="2", beyond=True)),
        ("failed", "many", ResetRetries()),
        ("waiting", "0", None),
        ("completed", "0", None),
        ("skipped", "0", None),
    ],
)
def test_a_phase_waits_for_those_that_block_it(status: str, retries: str, way: Intent | None) -> None:
    start = Move(part="phase", value="3")
    files = waiting(status, retries)
    tried = MEMORY_SYSTEM.edit_or_refusal(files, start)
    if status in ("completed", "skipped"):
        assert not isinstance(tried, CommandError)
        return
    assert isinstance(tried, NeedsConfirmation)
    assert tried.instead == Move(part="phase", value="3", early=True)
    assert MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after(files, tried.instead)).phases[2].status == "in_progress"
    if way is not None:
        MEMORY_SYSTEM.files_after(files, way)


@pytest.mark.parametrize("known", [True, False])
def test_the_errors_of_a_phase_that_failed_already_are_kept(known: bool) -> None:
    files = MEMORY_SYSTEM.files_after(yaml("in_progress"), Fail(phase="2", note="No key"))
    again = MEMORY_SYSTEM.files_after(files, Fail(phase="2", note="No key", type=None if known else "dependency"))
    track = MEMORY_SYSTEM.track(again)
    assert track.phases[1].status == "failed"
    assert [each.message for each in track.errors] == ["No key"] * (1 if known else 2)
    assert (again == files) is known


@pytest.mark.parametrize("heading", ["## Phase 2: Part 2 ✅", "## Phase 2: Part 2 (Completed) ✅", "## Phase 2 (done)"])
@pytest.mark.parametrize(("status", "intent"), [("pending", INTENTS["start"]), ("failed", INTENTS["retry"])])
def test_a_log_that_calls_the_phase_completed_keeps_its_mark(status: str, intent: Intent, heading: str) -> None:
    files = {MAIN: yaml(status)[MAIN] + f"\n{heading}\n".encode()}
    edit = MEMORY_SYSTEM.edit(files, intent)
    after = applied(files, edit)
    assert heading in after[MAIN].decode().splitlines()
    assert edit.remarks
    assert "log-mark" in [each.code for each in MEMORY_SYSTEM.track(after).findings]
    failed = MEMORY_SYSTEM.files_after(after, Fail(phase="2"))
    assert "## Phase 2: Part 2 ❌" in failed[MAIN].decode() or "## Phase 2 ❌" in failed[MAIN].decode()
    assert "log-mark" not in [each.code for each in MEMORY_SYSTEM.track(failed).findings]
