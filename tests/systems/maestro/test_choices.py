"""What may be chosen of an error is always legal, and decides about it."""

import pytest

from cockpit.model.checklist import Resumption
from cockpit.systems.interface import ReadContext
from cockpit.systems.maestro.system import Maestro
from tests.conformance.memory_system import applied
from tests.support.maestro_sessions import MAIN, NOW, SOUND, session
from tests.support.memory_files import MemoryFiles

MAESTRO, CONTEXT = Maestro(), ReadContext(now=NOW)
ERROR = "    errors: [{agent: coder, type: timeout, message: No answer, resolution: pending, resolved: false}]\n"


def resumed(files: dict[str, bytes]) -> Resumption:
    memory = MemoryFiles(files)
    return MAESTRO.resumption(memory, MAESTRO.detect(memory)[0], CONTEXT)


@pytest.mark.parametrize("status", ["failed", "in_progress", "pending", "completed"])
@pytest.mark.parametrize("retries", ["0", "2", "many"])
@pytest.mark.parametrize("ended", ["in_progress", "failed"])
def test_what_is_chosen_is_legal_and_decides(status: str, retries: str, ended: str) -> None:
    """Each choice is carried out by the verbs that there are, whatever the retries and the session's own status; after
    it no error waits, or the session has failed.
    """
    failed = f"status: {status}\n    retry_count: {retries}\n{ERROR}    blocked"
    front = SOUND.replace("status: in_progress\n    blocked", failed)
    data = session(front.replace("status: in_progress\ncurrent", f"status: {ended}\ncurrent"))
    (error,) = [each for each in resumed({MAIN: data}).checks if each.code == "error"]
    assert error.options
    for option in error.options:
        files = {MAIN: data}
        for intent in option.intents:
            memory = MemoryFiles(files)
            files = applied(files, MAESTRO.edit(memory, MAESTRO.detect(memory)[0], intent, CONTEXT))
        left = {each.code for each in resumed(files).checks if each.result == "failed"}
        assert left <= {"status", "error"}
        assert ("error" in left) is (option.name == "abort"), option.name
