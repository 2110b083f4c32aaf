"""When a handoff or a state file says it was written."""

import pytest

from cockpit.systems.autopilot.system import Autopilot

HANDOFF, ARCHIVED = ".autopilot/holding-pattern.md", ".autopilot/archive/holding-pattern-20260129-143000.md"
STATE = "sub/.autopilot/TRANSPONDER.md"


@pytest.mark.parametrize(
    ("path", "document"),
    [(HANDOFF, True), (ARCHIVED, True), (".autopilot/continue-here.md", True), (STATE, False), ("README.md", False)],
)
def test_which_files_are_documents(path: str, document: bool) -> None:
    assert Autopilot().is_document(path) is document


def handoff(created: str) -> bytes:
    return f"---\nphase: 3\n{created}\n---\n\n# Handoff\ncreated: 2020-01-01\n".encode()


def state(updated: str) -> bytes:
    return f"# Project State\n\n{updated}\n\n## Position\n| Phase | 1 |\n".encode()


@pytest.mark.parametrize(
    ("path", "ours", "present", "older"),
    [
        (HANDOFF, handoff("created: 2026-01-29T14:30:00Z"), handoff("created: 2026-01-29T14:29:59Z"), True),
        (HANDOFF, handoff("created: 2026-01-29T14:30:00Z"), handoff("created: 2026-01-29T14:30:00Z"), False),
        (HANDOFF, handoff("created: 2026-01-29T14:30:00Z"), handoff("created: 2026-01-29"), False),
        (HANDOFF, handoff("created: 2026-01-29T14:30:00Z"), handoff("created: 2026-01-28"), True),
        (ARCHIVED, handoff("created: 2026-01-29T14:30:00Z"), handoff("plan: 1"), False),
        (HANDOFF, handoff("created: 2026-01-29T14:30:00Z"), b"\xff\x00---", False),
        (STATE, state("**Updated:** 2026-01-29T14:30:00Z"), state("**Updated:** 2026-01-29T10:00:00Z"), True),
        (STATE, state("**Updated:** 2026-01-29T14:30:00Z"), state("**Updated:** 2026-01-29T15:00:00Z"), False),
        (STATE, state("**Updated:** 2026-01-29"), state("**Updated:** 2026-01-28"), True),
        (STATE, state("**Updated:** 2026-01-29"), state(""), False),
        (".autopilot/ROUTE.md", state("**Updated:** 2026-01-29"), state("**Updated:** 2026-01-28"), False),
    ],
)
def test_what_is_older(path: str, ours: bytes, present: bytes, older: bool) -> None:
    assert Autopilot().is_older(path, ours, present) is older
