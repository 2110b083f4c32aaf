"""Errors, tokens and files of a Maestro session: what is written where, and what is refused."""

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import AddTokens, Complete, Intent, Move, RecordError, ReportFiles, ResolveError
from cockpit.rules.attention import needs
from cockpit.systems.maestro.system import Maestro
from cockpit.wording.messages import Message
from tests.conformance.memory_system import MemorySystem
from tests.support.maestro_sessions import SOUND, read, session
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words

MEMORY_SYSTEM = MemorySystem(Maestro())
MAIN = "docs/maestro/state/active-session.md"
HEALTHY, TEMPLATE, QUICK = (fixture_bytes(name, "maestro") for name in ("healthy", "crlf", "t1"))
TYPES = ["validation", "timeout", "file_conflict", "runtime", "dependency"]
FEED = "The port authority's feed did not answer within 30 seconds"


@pytest.mark.parametrize("kind", TYPES)
def test_an_error_has_one_of_the_five_types_and_is_resolved(kind: str) -> None:
    recorded = MEMORY_SYSTEM.files_after(TEMPLATE, RecordError(text="No night shift", type=kind, agent="tester"))
    (error,) = [each for each in MEMORY_SYSTEM.track(recorded).errors if each.message == "No night shift"]
    assert (error.phase, error.agent, error.type, error.resolution, error.resolved, error.at) == (
        "2", "tester", kind, "pending", False, "2026-01-30T09:05:07Z",
    )  # fmt: skip
    resolved = MEMORY_SYSTEM.files_after(recorded, ResolveError(error="No night shift", note="It has one"))
    (error,) = [each for each in MEMORY_SYSTEM.track(resolved).errors if each.message == "No night shift"]
    assert (error.resolution, error.resolved) == ("It has one", True)


def test_an_error_without_a_note_is_resolved_and_says_so() -> None:
    text = MEMORY_SYSTEM.files_after(HEALTHY, ResolveError(error=FEED))[MAIN].decode()
    assert "        resolution: resolved\n        resolved: true\n" in text


def test_tokens_are_added_in_total_and_by_agent() -> None:
    after = MEMORY_SYSTEM.files_after(
        TEMPLATE, *[AddTokens(input=5000, output=1500, agent="coder")] * 2, AddTokens(input=1, output=0)
    )
    tokens = MEMORY_SYSTEM.track(after).tokens
    assert tokens is not None
    assert (tokens.input, tokens.output, tokens.cached) == (15001, 4500, 0)
    assert {name: (each.input, each.output, each.cached) for name, each in tokens.by_agent.items()} == {
        "coder": (10000, 3000, 0)
    }


def test_a_session_without_counts_begins_to_count() -> None:
    text = MEMORY_SYSTEM.files_after(QUICK, AddTokens(input=5, output=3, cached=2, agent="coder"))[MAIN].decode()
    assert text.split("---\n")[1].endswith(
        "token_usage:\n  total_input: 5\n  total_output: 3\n  total_cached: 2\n"
        "  by_agent:\n    coder:\n      input: 5\n      output: 3\n      cached: 2\n"
    )


def test_files_stand_once_in_the_list_of_the_phase() -> None:
    after = MEMORY_SYSTEM.track(
        MEMORY_SYSTEM.files_after(HEALTHY, ReportFiles(kind="created", paths=("a.py", "src/board/view.py", "a.py")))
    )
    assert after.extra["phases"]["4"]["files_created"] == ["src/board/view.py", "a.py"]


def unsafe(why: Message) -> Message:
    return Message("systems.unsafe-edit", f"{MAIN} cannot be edited safely: {why}.")


@pytest.mark.parametrize(
    ("files", "intent", "message"),
    [
        (HEALTHY, RecordError(text="x", type="No-Access"),
         words('No error type "No-Access". Use validation, timeout, file_conflict, runtime or dependency.')),
        (HEALTHY, RecordError(text=" "), Message("systems.text-empty", "The error is empty.")),
        (HEALTHY, RecordError(text="x", phase="9"),
         words('No phase "9". Phases: 1, 2, 3, 4, 5, 6.')),
        (HEALTHY, ResolveError(error="nothing"),
         words(
'No error "nothing". Unresolved errors: "The port authority\'s feed did not answer '
'within 30 seconds".'
)),
        (HEALTHY, AddTokens(input=-1, output=3), words("A token count must be from 0 to 1,000,000,000,000.")),
        ({MAIN: HEALTHY[MAIN].replace(b"total_input: 41000", b"total_input: many")}, AddTokens(input=1, output=3),
         words("`token_usage.total_input` is 'many', not a whole number. Fix it in the file first.")),
        (QUICK, Complete(whole="phase"), words("The session has no phases.")),
        (HEALTHY, Complete(whole="task"), words(
"Maestro has no plans or tasks. Complete a phase: `cockpit done "
"phase ID`."
)),
        (HEALTHY, Move(part="status", value="sleeping"),
         words('Not a session status: "sleeping". Use in_progress, completed or failed.')),
        ({MAIN: HEALTHY[MAIN].replace(b"    errors: []\n", b"    errors: none\n")}, RecordError(text="x"),
         unsafe(words("`phases.3.errors` is not written as Maestro writes it"))),
    ],
)  # fmt: skip
def test_what_is_refused(files: dict[str, bytes], intent: Intent, message: Message) -> None:
    refusal = MEMORY_SYSTEM.edit_or_refusal(files, intent)
    assert isinstance(refusal, CommandError), refusal.done
    assert refusal.whole == message


def test_it_is_completed_only_where_no_phase_is_open() -> None:
    assert Maestro().held(read(session())) == {"completed"}
    assert (
        Maestro().held(read(session(SOUND.replace("pending", "skipped").replace(": in_progress", ": completed"))))
        == set()
    )


def test_a_session_of_too_many_values_is_read_and_not_edited() -> None:
    numbers = ", ".join(["0"] * 50_001)
    front = f'{{"session_id": "s-1", "status": "in_progress", "phases": [], "more": [{numbers}]}}\n'
    files = {MAIN: session(front)}
    assert MEMORY_SYSTEM.track(files).id == "s-1"
    refused = MEMORY_SYSTEM.edit_or_refusal(files, AddTokens(input=1, output=1))
    assert isinstance(refused, CommandError), refused.done
    assert "more than 50,000 keys and values); the rest is not read" in str(refused)


OPEN = """    errors:
      - message: No answer
        resolved: false
"""
LEFT = SOUND.replace("status: in_progress\n    blocked", f"status: failed\n{OPEN}    blocked").replace(
    "    blocked_by: [2]\n", ""
)
"""The second phase failed with an error that waits, the third waits for nothing."""


@pytest.mark.parametrize(
    "intents",
    [
        (Move(part="phase", value="3"), ResolveError(error="No answer", phase="2", note="Skipped")),
        (ResolveError(error="No answer", phase="2", note="Skipped"), Move(part="phase", value="3")),
        (Move(part="phase", value="3"), ResolveError(error="No answer", phase="2", note="Skipped"),
         RecordError(text="No key", phase="2")),
    ],
)  # fmt: skip
def test_an_error_may_change_what_comes_next(intents: tuple[Intent, ...]) -> None:
    after = MEMORY_SYSTEM.track(MEMORY_SYSTEM.files_after({MAIN: session(LEFT)}, *intents))
    assert [each.message for each in after.errors if each.resolved] == ["No answer"]


RETRIED = """      - message: 'Retry 1 after: No answer'
        resolution: longer
        resolved: true
"""


@pytest.mark.parametrize(
    ("status", "more", "waits"),
    [
        ("completed", "", True),
        ("completed", RETRIED, True),
        ("skipped", RETRIED, True),
        ("in_progress", RETRIED, False),
        ("failed", RETRIED, True),
        ("failed", f"{RETRIED}      - message: No key\n", False),
    ],
)
def test_an_error_waits_until_it_is_resolved_or_its_phase_is_tried_again(status: str, more: str, waits: bool) -> None:
    front = SOUND.replace("status: in_progress\n    blocked", f"status: {status}\n{OPEN}{more}    blocked")
    track = read(session(front))
    (error,) = [each for each in track.errors if each.message == "No answer"]
    assert error.tried_again is not waits
    assert ("No answer" in [str(each.text) for each in needs(track)]) is waits
