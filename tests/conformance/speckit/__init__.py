"""Spec Kit, as the conformance suite is told of it."""

from cockpit.model import Track
from cockpit.model.intents import Complete, FinishHandoff, HandOff, TickTodo
from cockpit.systems.speckit.system import SpecKit
from tests.conformance.described import Beside, Described
from tests.conformance.maestro import words
from tests.conformance.memory_system import MemorySystem
from tests.conformance.speckit.verbs import ABSENT, CHOICE, HANDOFF, INTENTS, LIMITS, MAIN, PROJECTS, READINGS, STATE

_SECTIONS = (
    "# Tasks: @\n\n**Input**: @\n\n",
    "## Phase 1: @ (@)\n\n**Purpose**: @\n\n- [x] T001 @ in src/@.py\n- [ ] T002 [P] [US1] @ @\n  - @: @\n\n",
    "## Phase 2: @\n\n- [x] T006 [@] @\n\n**Checkpoint**: @\n@\n\n",
    "## Phase @\n\n### @\n\n> @\n\n- [ ] T003 [@] @\n- [@] T004 @\n- [ ] ~~T005 @~~ @\n- [ ] @\n\n@\n\n",
    "## @\n\n| @ | @ |\n|---|---|\n| @ | @ |\n\n1. @\n   @\n\n",
    "```\n- [ ] T009 @\n```\n\n",
)


def _is_done(track: Track) -> bool:
    return any(each.text.startswith("T010") and each.done for each in track.todos)


SPECKIT = Described(
    in_memory=MemorySystem(SpecKit(), readings=READINGS),
    intents=INTENTS,
    absent=ABSENT,
    projects=PROJECTS,
    tables={"healthy": "healthy", "free": "free"},
    healthy="healthy",
    several=("crlf", "damaged"),
    files=(MAIN, CHOICE, LIMITS, STATE, HANDOFF),
    folders=(),
    sections={MAIN: _SECTIONS, HANDOFF: words.SECTIONS[words.HANDOFF]},
    beside={CHOICE: b'{"feature_directory": "specs/002-tide-table"}\n', MAIN: b"# Tasks: Tides\n\n- [ ] T001 Read\n"},
    shared=Beside(
        project="free",
        adding=(),
        taken=TickTodo(text="T010"),
        stands=_is_done,
        own={b"Write docs/tides.md": b"Write docs/tide-table.md"},
    ),
    once=(Complete, HandOff, FinishHandoff),
    whole=(HandOff,),
    by_files=False,
)
