"""Maestro's resume protocol: where a session goes on, what is checked before, and what a person may choose."""

import itertools
from collections.abc import Mapping

import pytest

from cockpit.model.checklist import NOTHING_MORE, Check, NamedFile, Resumption
from cockpit.model.intents import Fail, Intent, Move, ResolveError, Retry, Skip
from cockpit.systems.interface import ReadContext
from cockpit.systems.maestro.system import Maestro
from cockpit.wording.messages import Message, plain
from tests.support.maestro_sessions import HEAD, MAIN, NOW, SOUND, read, read_case, session
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.messages import words

ERROR = """    errors:
      - agent: coder
        type: timeout
        message: No answer
        resolution: pending
        resolved: false
"""
AGAIN = """      - agent: coder
        message: 'Retry 1 after: No answer'
        resolution: longer
        resolved: true
"""


def resumed(files: Mapping[str, bytes] | bytes) -> Resumption:
    """What the protocol says of one session, or of a project."""
    memory = MemoryFiles(files if isinstance(files, Mapping) else {MAIN: files})
    (candidate,) = Maestro().detect(memory)
    return Maestro().resumption(memory, candidate, ReadContext(now=NOW))


def with_error(status: str, more: str = "") -> bytes:
    """The sound session, its second phase of that status with an error."""
    return session(SOUND.replace("status: in_progress\n    blocked", f"status: {status}\n{ERROR}{more}    blocked"))


def line(found: Resumption, code: str) -> Check:
    (check,) = [each for each in found.checks if each.code == code]
    return check


def phases(*statuses: str) -> bytes:
    rows = "".join(f"  - id: {number}\n    status: {status}\n" for number, status in enumerate(statuses, 1))
    return session(f"{HEAD}phases:\n{rows}")


@pytest.mark.parametrize(
    ("statuses", "step", "begins"),
    [
        (("completed", "in_progress", "pending"), "2", Move(part="phase", value="2")),
        (("completed", "failed", "in_progress"), "2", Retry(phase="2")),
        (("completed", "pending", "pending"), "2", Move(part="phase", value="2")),
        (("pending", "completed", "failed"), "3", Retry(phase="3")),
        (("completed", "skipped", "completed"), None, None),
        (("completed", "odd", "completed"), None, None),
    ],
)
def test_where_it_goes_on(statuses: tuple[str, ...], step: str | None, begins: Intent | None) -> None:
    found = resumed(phases(*statuses))
    assert (found.step, found.begins) == (step, begins)
    assert line(found, "onward").result == ("unknown" if "odd" in statuses else "passed")


def test_a_failed_phase_about_which_was_decided_waits_behind_the_one_under_way() -> None:
    decided = with_error("failed").replace(b"resolved: false", b"resolved: true")
    assert resumed(decided.replace(b"status: pending", b"status: in_progress")).step == "3"
    assert resumed(decided).step == "2"


def test_without_a_failed_phase_the_work_goes_on_at_the_one_under_way() -> None:
    """Not at a phase that waits for it: skipping one phase is not a reason to begin another before its time."""
    data = with_error("failed").replace(b"status: pending", b"status: in_progress")
    skip = next(each for each in line(resumed(data), "error").options if each.name == "skip")
    assert skip.intents == (ResolveError(error="No answer", phase="2", note="Skipped"),)
    assert str(skip.does).startswith("Continue at phase 3 (Three), which was started.")


TWO = words("phase 2 (Two)")


def test_the_position_names_what_is_done_under_way_and_failed() -> None:
    assert line(resumed(with_error("failed")), "onward").evidence == (
        words("Continues at phase 2 (Two)"),
        words("Last completed: phase 1 (One)"),
        words("Failed: phase 2 (Two)"),
    )


@pytest.mark.parametrize(
    ("status", "names", "retry", "skip"),
    [
        (
            "failed",
            ["retry", "skip", "abort", "adjust", "resolve"],
            (Retry(phase="2"),),
            (ResolveError(error="No answer", phase="2", note="Skipped"), Move(part="phase", value="3", early=True)),
        ),
        (
            "in_progress",
            ["retry", "skip", "abort", "adjust", "resolve"],
            (Fail(phase="2"), Retry(phase="2")),
            (
                Fail(phase="2"),
                ResolveError(error="No answer", phase="2", note="Skipped"),
                Move(part="phase", value="3", early=True),
            ),
        ),
        (
            "pending",
            ["retry", "skip", "abort", "resolve"],
            (ResolveError(error="No answer", phase="2", note="Begun again"), Move(part="phase", value="2")),
            (ResolveError(error="No answer", phase="2", note="Skipped"), Skip(phase="2")),
        ),
        ("completed", ["resolve", "abort"], None, None),
    ],
)
def test_what_may_be_chosen_of_an_error(
    status: str, names: list[str], retry: tuple[Intent, ...] | None, skip: tuple[Intent, ...] | None
) -> None:
    check = line(resumed(with_error(status)), "error")
    assert (check.key, check.gate) == ("error:2: No answer", "ask")
    assert check.evidence == (plain("No answer"), words(f"of phase 2, {status}, timeout, agent coder"))
    options = {option.name: option for option in check.options}
    assert list(options) == names
    assert [options[name].intents if name in options else None for name in ("retry", "skip")] == [retry, skip]
    assert options["resolve"].way.typed() == "cockpit phase resolve --phase 2 --note 'WHAT WAS DONE' 'No answer'"


@pytest.mark.parametrize("status", ["failed", "in_progress", "pending", "completed"])
@pytest.mark.parametrize("retries", ["0", "2", "two", "many"])
@pytest.mark.parametrize("ended", ["in_progress", "failed", "completed"])
def test_what_is_chosen_is_legal_and_decides(status: str, retries: str, ended: str) -> None:
    """Each choice is carried out by the verbs that there are, whatever the retries and the session's own status; after
    it no error waits, or the session has failed.
    """
    system, context = Maestro(), ReadContext(now=NOW)
    data = with_error(status).replace(b"blocked_by: [1]", f"retry_count: {retries}\n    blocked_by: [1]".encode())
    data = data.replace(b"status: in_progress\ncurrent", f"status: {ended}\ncurrent".encode())
    for option in line(resumed(data), "error").options:
        files = {MAIN: data}
        for intent in option.intents:
            memory = MemoryFiles(files)
            (candidate,) = system.detect(memory)
            files |= {each.path: each.after or b"" for each in system.edit(memory, candidate, intent, context).changes}
        found = resumed(files)
        assert {each.code for each in found.checks if each.result == "failed"} <= {"status", "error"}
        waits = any(each.code == "error" and each.result == "failed" for each in found.checks)
        assert waits is (option.name == "abort"), option.name


def test_a_phase_that_was_tried_again_leaves_nothing_to_decide() -> None:
    found = resumed(with_error("in_progress", AGAIN))
    assert line(found, "error").result == "passed"
    assert line(found, "tried-again").evidence[0] == plain("No answer")
    used_up = with_error("failed").replace(b"blocked_by: [1]", b"retry_count: 2\n    blocked_by: [1]")
    retry = line(resumed(used_up), "error").options[0]
    assert retry.intents == (Retry(phase="2", beyond=True),)
    assert retry.way.typed() == "cockpit phase retry 2 --force"


@pytest.mark.parametrize(
    ("old", "new", "code", "result", "expected"),
    [
        ("status: in_progress\ncurrent", "status: failed\ncurrent", "status", "failed",
         words("The session's status is failed")),
        ("status: in_progress\ncurrent", "status: blocked\ncurrent", "status", "failed",
         words("The session's status is blocked")),
        ("task:", "tier: T2\ntask:", "tier", "passed", words("The session's tier lets the agent continue")),
        ("    name: One\n", "    name: One\n    requires_reconciliation: true\n", "reconciliation", "failed",
         words("Phase 1 must be compared with the plan")),
    ],
)  # fmt: skip
def test_what_the_session_alone_says(old: str, new: str, code: str, result: str, expected: Message) -> None:
    assert SOUND.count(old) == 1
    check = line(resumed(session(SOUND.replace(old, new))), code)
    assert (check.result, check.statement) == (result, expected)


def test_a_quick_session_that_failed_is_given_again_or_escalated() -> None:
    quick = fixture_bytes("t1", "maestro")
    found = resumed({**quick, MAIN: quick[MAIN].replace(b"status: completed", b"status: failed", 1)})
    assert [(option.name, option.intents) for option in line(found, "tier").options] == [
        ("again", (Move(part="status", value="in_progress"),)), ("escalate", ()),
    ]  # fmt: skip
    assert found.begins == Move(part="status", value="in_progress")


def by(kind: str, phase: str) -> Message:
    return words(f"{kind} by phase {phase}")


def test_what_was_touched_and_when() -> None:
    found = resumed(fixture_bytes("healthy", "maestro"))
    first, second = (phase.completed for phase in read_case("healthy").phases[:2])
    assert found.files == (
        NamedFile(path="src/timetable/model.py", why=by("created", "1"), ended=first),
        NamedFile(path="src/timetable/__init__.py", why=by("created", "1"), ended=first),
        NamedFile(path="src/timetable/importing.py", why=by("created", "2"), ended=second),
        NamedFile(path="pyproject.toml", why=by("modified", "2"), ended=second),
        NamedFile(path="scripts/old_import.sh", why=by("deleted", "2"), gone=True, ended=second),
        NamedFile(path="src/delays/service.py", why=by("planned", "3"), step="Phase 3", planned=True),
        NamedFile(path="src/board/view.py", why=by("created", "4"), step="Phase 4"),
    )
    assert found.half == ("Phase 3", "Phase 4")
    assert found.stamps[:2] == ("2026-03-20T10:42:30.500000Z", "2026-03-20T10:31:00Z")
    assert [path.rpartition("-")[2] for path in found.plans] == ["plan.md", "design.md"]
    elsewhere = resumed(session(SOUND.replace("    name: One", "    files_created: [../else.py, a.py]\n    name: One")))
    assert ([file.path for file in elsewhere.files], elsewhere.elsewhere) == (["a.py"], ("../else.py",))


def test_files_of_a_phase_that_nobody_began_are_planned() -> None:
    """They need not exist; a file that an earlier phase made is still that phase's."""
    made = "    files_created: [src/one.py]\n"
    later = "    files_created: [src/three.py]\n    files_modified: [src/one.py]\n    files_deleted: [src/old.py]\n"
    data = SOUND.replace("  - id: 2\n", f"{made}  - id: 2\n") + later
    found = {each.path: each for each in resumed(session(data)).files}
    assert [*found] == ["src/one.py", "src/three.py", "src/old.py"]
    assert found["src/one.py"].why == by("created", "1")
    assert found["src/three.py"] == NamedFile(path="src/three.py", why=by("planned", "3"), planned=True)
    assert found["src/old.py"] == NamedFile(path="src/old.py", why=by("planned", "3"), planned=True)


def test_the_last_completed_phase_may_have_a_letter_in_its_id() -> None:
    data = session(SOUND.replace("id: 2", "id: 2a").replace("in_progress\n    blocked", "completed\n    blocked"))
    assert words("Last completed: phase 2a (Two)") in line(resumed(data), "onward").evidence


def test_files_of_a_package_are_stated_from_there_or_from_the_project() -> None:
    text = SOUND.replace("    name: One", "    files_created: [a.py, web/b.py, c.py]\n    name: One")
    files = MemoryFiles({f"web/{MAIN}": session(text), "web/a.py": b"", "web/b.py": b""})
    (candidate,) = Maestro().detect(files, "web")
    found = Maestro().resumption(files, candidate, ReadContext(now=NOW))
    assert [file.path for file in found.files] == ["web/a.py", "web/b.py", "web/c.py"]


def test_a_command_names_what_can_be_typed_of_a_message() -> None:
    data = with_error("completed").replace(b"No answer", b'"- No \\e answer\\nat all"')
    options = [option.way.typed() for each in resumed(data).checks if each.code == "error" for option in each.options]
    assert options[0] == "cockpit phase resolve --phase 2 --note 'WHAT WAS DONE' -- '- No '"


def test_what_a_fresh_agent_is_told() -> None:
    sections = dict(resumed(fixture_bytes("healthy", "maestro")).told)
    assert list(sections) == [
        "Phases", "What the completed phases handed on", "Errors that are not resolved", "Phase 3",
    ]  # fmt: skip
    assert (
        "  key_interfaces_introduced:\n    - Departure(pier, at, delay)\n"
        in sections["What the completed phases handed on"]
    )
    assert "warnings:" in sections["What the completed phases handed on"]
    assert (
        "Agents: coder, api_designer\nIn parallel with: phase 4\nPlanned files: src/delays/service.py"
        in sections["Phase 3"]
    )


@pytest.mark.parametrize("files", [fixture_bytes("archived", "maestro"), {MAIN: b""}])
def test_no_session_says_nothing(files: Mapping[str, bytes]) -> None:
    assert resumed(files) == NOTHING_MORE


@pytest.mark.parametrize(
    ("retries", "ended", "begins"),
    [
        ("1", "in_progress", Retry(phase="2")),
        ("2", "in_progress", None),
        ("many", "in_progress", None),
        ("0", "failed", None),
        ("0", "completed", None),
    ],
)
def test_nothing_begins_before_what_a_person_must_decide(retries: str, ended: str, begins: Intent | None) -> None:
    front = SOUND.replace(
        "status: in_progress\n    blocked", f"status: failed\n    retry_count: {retries}\n    blocked"
    )
    found = resumed(session(front.replace("status: in_progress\ncurrent", f"status: {ended}\ncurrent")))
    assert (found.step, found.begins) == ("2", begins)
    status = [each.result for each in found.checks if each.code == "status"]
    assert status == ([] if ended == "in_progress" else ["failed"])


def test_the_work_goes_on_at_a_phase_that_waits_for_nothing() -> None:
    rows = "phases:\n  - id: 1\n    status: pending\n    blocked_by: [2]\n  - id: 2\n    status: pending\n"
    found = resumed(session(HEAD + rows))
    assert (found.step, found.begins) == ("2", Move(part="phase", value="2"))
    circle = resumed(session(HEAD + rows + "    blocked_by: [1]\n"))
    assert (circle.step, circle.begins) == ("1", None)
    assert line(circle, "onward").evidence[0] == words("Phase 1 waits for phase 2 (pending).")


def test_nobody_can_tell_where_it_goes_on_while_the_next_phase_waits_for_none_there_is() -> None:
    data = session(SOUND.replace("in_progress\n    blocked_by: [1]", "pending\n    blocked_by: [foo]"))
    found, waits = resumed(data), words("Phase 2 waits for phase “foo” (no such phase).")
    assert (line(found, "onward").result, line(found, "onward").evidence[0]) == ("unknown", waits)
    assert (found.begins, found.waits, found.next) == (None, waits, str(waits))
    next_action = read(data).next_action
    assert next_action is not None
    assert next_action.text == words("Remove what blocks the session, then resume it")


def test_a_quick_session_with_phases_goes_by_them() -> None:
    data = session(SOUND.replace("task:", "tier: T1\ntask:"))
    found = resumed(data)
    assert (found.step, found.begins) == ("2", Move(part="phase", value="2"))
    assert line(found, "onward").evidence[0] == words("Continues at phase 2 (Two)")
    assert "phases" not in read(data).lacks or read(data).phases


def test_what_the_checklist_and_the_prompt_call_open_is_the_same() -> None:
    for status, more in itertools.product(("in_progress", "failed", "completed"), ("", AGAIN)):
        found = resumed(with_error(status, more))
        waits = any(each.code == "error" and each.result == "failed" for each in found.checks)
        assert ("Errors that are not resolved" in dict(found.told)) is waits, (status, more)


def test_an_id_that_names_nothing_is_nowhere_offered() -> None:
    front = SOUND.replace("id: 2\n", "id: .nan\n").replace("id: 3\n", "id: .nan\n").replace("[2]", "[]")
    found = resumed(session(front.replace("status: in_progress\n    blocked", f"status: failed\n{ERROR}    blocked")))
    assert (found.step, found.begins) == (None, None)
    intents = [intent for each in found.checks for option in each.options for intent in option.intents]
    assert ".nan" not in [getattr(intent, name, None) for intent in intents for name in ("phase", "value")]
    resume_at = read(session(front)).resume_at
    assert resume_at is not None
    assert resume_at.phase is None
