"""The handoff beside a session: where it lies, when it has served, and what is left of it where no session is."""

import pytest

from cockpit.model import ArchivedHandoff, Track
from cockpit.model.checklist import Facts
from cockpit.model.errors import CommandError
from cockpit.model.handoff_draft import HandoffDraft
from cockpit.model.intents import FinishHandoff, HandOff
from cockpit.rules.checklist.state_checks import checks
from cockpit.rules.handoff.handoff_status import why_used
from cockpit.rules.handoff.resume_prompt import compile_prompt
from cockpit.systems.interface import ReadContext
from cockpit.systems.maestro.system import Maestro
from cockpit.wording.messages import Message
from tests.conformance.memory_system import applied
from tests.support.maestro_sessions import HEAD, MAIN, NOW, PHASES, SOUND, codes, session, tracks
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.said import Said

HANDOFF = "docs/maestro/state/holding-pattern.md"
LEFT = b"---\nphase: 2\nstatus: in_progress\ncreated: 2026-03-20T09:30:00Z\n---\n\n## Next Action\nCount again\n"
SEEN = "2026-03-20T09:30:00Z"


def read(files: dict[str, bytes]) -> Track:
    (track,) = tracks(files)
    return track


def edited(files: dict[str, bytes], intent: HandOff | FinishHandoff) -> dict[str, bytes]:
    memory = MemoryFiles(files)
    (candidate,) = Maestro().detect(memory)
    return applied(files, Maestro().edit(memory, candidate, intent, ReadContext(now=NOW)))


@pytest.mark.parametrize(
    ("stated", "expected"),
    [
        ("current_phase: 1", None),
        ("current_phase: 2", None),
        ("current_phase: 3", Said("", "past", "phase", "3", "2")),
    ],
)
def test_it_has_served_once_the_session_is_past_its_phase(stated: str, expected: Message | None) -> None:
    track = read({MAIN: session(HEAD.replace("current_phase: 2", stated) + PHASES), HANDOFF: LEFT})
    assert why_used(track) == expected


def test_its_lines_stand_beside_those_of_the_session_and_both_are_in_the_prompt() -> None:
    failing = "    errors: [{message: No answer, resolved: false}]\n    blocked_by: [1]\n"
    front = SOUND.replace("    blocked_by: [1]\n", failing)
    handoff = LEFT.replace(b"## Next", b"## Blockers\n- Phase 2: No answer\n\n## Next")
    files = {MAIN: session(front), HANDOFF: handoff}
    memory = MemoryFiles(files)
    (candidate,) = Maestro().detect(memory)
    track = read(files)
    more = Maestro().resumption(memory, candidate, ReadContext(now=NOW))
    found = {each.code: each.result for each in checks(track, (), (), more)}
    assert {
        "next-action": "passed",
        "position": "passed",
        "onward": "passed",
        "error": "failed",
    }.items() <= found.items()
    assert {"task", "told-blockers"}.isdisjoint(found)  # it has no tasks; the error is known
    prompt = compile_prompt(track, (), Facts(), more).text
    assert "Count again" in prompt
    assert "| 1 | One |" in prompt
    assert "Blockers of the handoff" not in prompt


def test_an_unreadable_one_is_reported() -> None:
    track = read({MAIN: session(), HANDOFF: b"Later.\n"})
    assert (track.handoff, codes(track)) == (None, ["handoff-unreadable"])
    assert track.extra["unread"][0]["text"] == "Later."


def test_it_is_no_session_in_its_archive_either() -> None:
    after = edited({MAIN: session(), HANDOFF: LEFT}, FinishHandoff(seen=SEEN))
    place = "docs/maestro/state/handoffs/holding-pattern-20260320-093000.md"
    assert after == {MAIN: session(), place: LEFT}
    track = read(after)
    assert (track.handoff, track.archived_handoffs) == (None, (ArchivedHandoff(path=place),))
    assert (track.documents["last handoff"], len(track.sessions)) == (place, 1)


@pytest.mark.parametrize("case", ["archived", "empty", "damaged"])
def test_without_a_session_that_can_be_read_it_is_put_away_and_none_is_left(case: str) -> None:
    files = {MAIN: b"\n"} if case == "empty" else fixture_bytes(case, "maestro")
    files = {**files, HANDOFF: LEFT}
    track = read(files)
    assert track.handoff is not None
    assert track.lacks["handoff"]
    assert read(edited(files, FinishHandoff(seen=SEEN))).handoff is None
    with pytest.raises(CommandError):
        edited(files, HandOff(draft=HandoffDraft(next_action="Go on"), existing="archive", seen=SEEN))
