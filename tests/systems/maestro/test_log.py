"""What is told below a phase in the log of a session: its sections, whatever was noted, and each run's own."""

import pytest

from cockpit.model import intents as verbs
from cockpit.model.intents import Intent
from cockpit.systems.maestro.system import Maestro
from tests.conformance.memory_system import MemorySystem
from tests.support.maestro_sessions import MAIN, SOUND, session

MEMORY_SYSTEM = MemorySystem(Maestro())
_HASHES = ("# Summary: two files", "## ok", "---", "> quoted", "```")


def log(*intents: Intent, text: str = SOUND) -> list[str]:
    """The lines of the log after some verbs, without blank ones."""
    body = MEMORY_SYSTEM.files_after({MAIN: session(text)}, *intents)[MAIN].decode().partition("\n---\n")[2]
    return [line for line in body.splitlines() if line]


def test_a_completed_phase_has_its_three_sections() -> None:
    assert log(verbs.Complete(whole="phase")) == [
        "# Of buoys Orchestration Log",
        "## Phase 2: Two ✅",
        "### Agent Output", "Not recorded",
        "### Files Changed", "- None",
        "### Validation Result", "Not recorded",
    ]  # fmt: skip


@pytest.mark.parametrize("text", _HASHES)
def test_a_note_is_no_heading(text: str) -> None:
    lines = log(verbs.Complete(whole="phase", note=text, result=text))
    assert lines[2:] == [
        "### Agent Output", f"\\{text}", "### Files Changed", "- None", "### Validation Result", f"\\{text}",
    ]  # fmt: skip
    assert f"\\{text}" in log(verbs.Skip(phase="3", note=text))


def test_each_run_has_sections_of_its_own() -> None:
    lines = log(verbs.Fail(phase="2", note="The net is down"), verbs.Retry(), verbs.Complete(whole="phase", step="2"))
    assert lines[2:] == [
        "### Files Changed", "- None", "### Validation Result", "Fail: The net is down",
        "### Agent Output", "Not recorded", "### Files Changed", "- None", "### Validation Result", "Not recorded",
    ]  # fmt: skip
