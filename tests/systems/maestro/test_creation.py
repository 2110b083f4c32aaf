"""A session is begun with an implementation plan: the seed's template, every phase pending."""

from datetime import UTC, datetime
from typing import Any

import pytest

from cockpit.model import Track
from cockpit.model.errors import CommandError
from cockpit.model.intents import DoneWork
from cockpit.systems.interface import Beginning, Edit, ReadContext
from cockpit.systems.maestro.creation import read_plan
from cockpit.systems.maestro.system import Maestro
from cockpit.wording.messages import Message
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.messages import words

NOW = datetime(2026, 3, 21, 7, 30, 5, 123456, tzinfo=UTC)
PLAN = "docs/maestro/plans/2026-03-21-tide-tables-impl-plan.md"
MAIN = "docs/maestro/state/active-session.md"
TEXT = """---
title: "Tide tables Implementation Plan"
design_ref: "docs/maestro/plans/2026-03-21-tide-tables-design.md"
total_phases: 3
---

# Tide tables Implementation Plan

## Plan Overview

- **Total phases**: 3

## Phase 1: Read the tables

### Objective
Both harbours can be read.

### Agent: coder
### Parallel: No

### Dependencies

- Blocked by: None
- Blocks: Phase 2

## Phase 2: Show them: by pier

### Agents: `coder`, ux-designer
### Parallel: Yes

### Dependencies

- Blocked by: Phase 1

## Phase 2.5: Print
- **Agent**: tech_writer
- **Blocked by**: 1, 2

## Risk Classification
"""
WRITTEN = """---
session_id: "2026-03-21-tide-tables"
task: "Tide tables"
created: "2026-03-21T07:30:05Z"
updated: "2026-03-21T07:30:05Z"
status: "in_progress"
tier: "T3"
design_document: "docs/maestro/plans/2026-03-21-tide-tables-design.md"
implementation_plan: "docs/maestro/plans/2026-03-21-tide-tables-impl-plan.md"
current_phase: 1
total_phases: 3

token_usage:
  total_input: 0
  total_output: 0
  total_cached: 0
  by_agent: {}

phases:
  - id: 1
    name: "Read the tables"
    status: "pending"
    agents: ["coder"]
    parallel: false
    started: null
    completed: null
    blocked_by: []
    files_created: []
    files_modified: []
    files_deleted: []
    errors: []
    retry_count: 0
  - id: 2
    name: "Show them: by pier"
    status: "pending"
    agents: ["coder", "ux-designer"]
    parallel: true
    started: null
    completed: null
    blocked_by: [1]
    files_created: []
    files_modified: []
    files_deleted: []
    errors: []
    retry_count: 0
  - id: "2.5"
    name: "Print"
    status: "pending"
    agents: ["tech_writer"]
    parallel: false
    started: null
    completed: null
    blocked_by: [1, 2]
    files_created: []
    files_modified: []
    files_deleted: []
    errors: []
    retry_count: 0
---

# Tide tables Orchestration Log
"""


def create(files: dict[str, bytes], plan: str | None = PLAN, title: str | None = None) -> Edit:
    beginning = Beginning(project="harbour", title=title, plan=plan)
    return Maestro().create(MemoryFiles(files), "", beginning, ReadContext(now=NOW))


def track(files: dict[str, bytes], edit: Edit) -> Track:
    after = files | {change.path: change.after for change in edit.changes if change.after is not None}
    memory = MemoryFiles(after)
    (candidate,) = Maestro().detect(memory)
    return Maestro().read(memory, candidate, ReadContext(now=NOW))


def test_the_template_is_written_with_the_phases_of_the_plan() -> None:
    files = {PLAN: TEXT.encode()}
    edit = create(files)
    assert [(change.path, change.before) for change in edit.changes] == [(MAIN, None)]
    assert edit.changes[0].after == WRITTEN.encode()
    assert edit.done == words(
        "Started session 2026-03-21-tide-tables with 3 phases: docs/maestro/state/active-session.md."
    )
    assert edit.remarks == ()
    created = track(files, edit)
    assert [finding.code for finding in created.findings] == ["document-missing"]
    assert (created.resume_at.phase if created.resume_at else None) == "1"


@pytest.mark.parametrize(
    ("title", "plan", "expected"),
    [
        (None, PLAN, "2026-03-21-tide-tables"),
        ("Ebb & Flow, again", PLAN, "2026-03-21-ebb-flow-again"),
        ("Über-Fähre", PLAN, "2026-03-21-uber-fahre"),
        (None, "plan.md", "2026-03-21-tide-tables"),
        (None, "docs/maestro/plans/night-impl-plan.md", "2026-03-21-night"),
    ],
)
def test_the_id_is_the_day_and_the_topic(title: str | None, plan: str, expected: str) -> None:
    files = {plan: TEXT.encode()}
    assert track(files, create(files, plan, title)).id == expected


def test_without_a_design_it_is_of_the_second_tier() -> None:
    files = {PLAN: b"# Night boats\n\n## Phase 1: Hire\n\n## Phase 2: Sail\n"}
    edit = create(files)
    created = track(files, edit)
    assert (created.extra["tier"], created.title, [phase.name for phase in created.phases]) == (
        "T2",
        "Night boats",
        ["Hire", "Sail"],
    )
    assert b"design_document: null\n" in (edit.changes[0].after or b"")


def test_a_crlf_plan_is_read_and_the_session_has_lf() -> None:
    edit = create({PLAN: TEXT.replace("\n", "\r\n").encode()})
    assert edit.changes[0].after == WRITTEN.encode()


def test_it_lies_beside_its_plan() -> None:
    edit = create({".gemini/plans/tide-impl-plan.md": TEXT.encode()}, ".gemini/plans/tide-impl-plan.md")
    assert edit.changes[0].path == ".gemini/state/active-session.md"


def test_contradictions_in_the_plan_are_reported() -> None:
    text = TEXT.replace("total_phases: 3", "total_phases: 4").replace("Blocked by: Phase 1", "Blocked by: 7")
    assert create({PLAN: text.encode()}).remarks == (
        words("The plan states a total of 4, but has 3 phases."),
        words("The plan has no phase 7 (phase 2 waits for it)."),
    )


def test_json_is_written_where_the_archive_has_json() -> None:
    archived = fixture_bytes("json", "maestro")[MAIN]
    files = {PLAN: TEXT.encode(), "docs/maestro/state/archive/2026-03-01-old.md": archived}
    edit = create(files)
    text = (edit.changes[0].after or b"").decode()
    assert text.startswith('---\n{\n  "session_id": "2026-03-21-tide-tables",\n')
    assert text.endswith("\n}\n---\n\n# Tide tables Orchestration Log\n")
    assert [phase.id for phase in track(files, edit).phases] == ["1", "2", "2.5"]


@pytest.mark.parametrize(
    ("files", "plan", "title", "message"),
    [
        ({}, None, None, words(
"A Maestro session starts from a plan: add --plan FILE. For work that is already done, "
"use --title and --result."
)),
        ({}, PLAN, None, words("No such file: docs/maestro/plans/2026-03-21-tide-tables-impl-plan.md.")),
        ({PLAN: b"# Plan\n\n## Phase Overview\n"}, PLAN, None, words(
'docs/maestro/plans/2026-03-21-tide-tables-impl-plan.md has no phases. Give each phase a '
'heading, for example "## Phase 1: Name".'
)),
        ({PLAN: b"## Phase 1: A\n\n## Phase 2: B\n\n## Phase 1: C\n"}, PLAN, None,
         words("docs/maestro/plans/2026-03-21-tide-tables-impl-plan.md has phase 1 twice, on lines 1 and 5.")),
        ({PLAN: TEXT.encode(), "docs/maestro/state/archive/2026-03-21-tide-tables.md": WRITTEN.encode()}, PLAN, None,
         words("The archive already has session 2026-03-21-tide-tables. Choose another --title.")),
        ({PLAN: TEXT.encode(), MAIN: WRITTEN.encode()}, PLAN, None,
         words(
"Session 2026-03-21-tide-tables is active. Archive it with `cockpit track archive` or "
"continue it with `cockpit resume`."
)),
        ({PLAN: TEXT.encode()}, PLAN, "潮", words(
'No session id can be made from the title "潮". Use a --title with letters a to z '
'or digits.'
)),
    ],
)  # fmt: skip
def test_what_is_refused(files: dict[str, bytes], plan: str | None, title: str | None, message: Message) -> None:
    with pytest.raises(CommandError) as refused:
        create(files, plan, title)
    assert refused.value.message == message


QUICK = """---
session_id: "2026-03-21-pier-7-corrected"
created: "2026-03-21T07:30:05Z"
updated: "2026-03-21T07:30:05Z"
status: "failed"
tier: "T1"
task: "Pier 7 corrected"
agent: "coder"
design_document: null
implementation_plan: null

files_created: []

files_modified: []

files_deleted: []

validation:
  command: "make test"
  result: "fail"

errors: []
---

# Pier 7 corrected Orchestration Log
"""


def record(files: dict[str, bytes], work: DoneWork, title: str | None = "Pier 7 corrected", **more: str) -> Edit:
    return Maestro().create(MemoryFiles(files), "", Beginning(project="harbour", title=title, work=work, **more),
                            ReadContext(now=NOW))  # fmt: skip


def test_work_that_is_done_becomes_a_session_without_phases() -> None:
    edit = record({}, DoneWork(result="fail", command="make test", agent="coder"))
    assert [(change.path, (change.after or b"").decode()) for change in edit.changes] == [(MAIN, QUICK)]
    assert edit.done == words(
        "Recorded session 2026-03-21-pier-7-corrected as failed: docs/maestro/state/active-session.md."
    )
    assert [finding.code for finding in track({}, edit).findings] == []


@pytest.mark.parametrize(("result", "status"), [("pass", "completed"), ("fail", "failed"), ("skipped", "completed")])
def test_its_status_follows_from_the_result(result: Any, status: str) -> None:
    assert track({}, record({}, DoneWork(result=result))).position.status == status


def test_work_that_is_done_is_not_recorded_over_a_session_nor_without_a_title() -> None:
    work = DoneWork(result="pass")
    for files, title, plan, message in (
        (
            {MAIN: WRITTEN.encode()},
            "A",
            None,
            words(
                "Session 2026-03-21-tide-tables is active. Archive it with `cockpit track archive` or "
                "continue it with `cockpit resume`."
            ),
        ),
        ({}, None, None, words("Work that is already done needs a title. Add --title.")),
        ({}, "A", PLAN, words("Work that is already done has no plan. Omit --plan or --result.")),
    ):
        with pytest.raises(CommandError) as refused:
            record(files, work, title, **({"plan": plan} if plan else {}))
        assert refused.value.message == message


@pytest.mark.parametrize(("approved", "refused"), [("null", True), ('"2026-03-21T07:00:00Z"', False)])
def test_no_session_begins_before_its_design_is_approved(approved: str, refused: bool) -> None:
    gate = f'{{"session_id": "2026-03-21-tides", "approved_at": {approved}}}'
    files = MemoryFiles({PLAN: TEXT, "docs/maestro/state/2026-03-21-tides.design-gate.json": gate})

    def begin() -> Edit:
        return Maestro().create(files, "", Beginning(project="tides", plan=PLAN), ReadContext(now=NOW))

    if refused:
        with pytest.raises(CommandError):
            begin()
    else:
        assert [change.path for change in begin().changes] == [MAIN]


@pytest.mark.parametrize(
    ("text", "waits"),
    [
        ("- Dependencies: Phase 1", ("1",)),
        ("- **Depends on**: Phase 1 (the tables), express", ("1",)),
        ("**Dependency:** 1", ("1",)),
        ("- Dependencies: express, pg and 3 workers", ()),
        ("- Dependencies: None", ()),
        ("- Blocked by: [1]\n- Dependencies: Phase 1 and Phase 2", ("1", "2")),
        ("- Blocked by: Phases 1–2", ("1", "2")),
        ("- Depends on: 1 through 2", ("1", "2")),
        ("- Blocked by: all previous phases", ("1", "2")),
        ("- Depends on: Phases 1-2 (both tables), express", ("1", "2")),
        ("- Blocked by: Phases 1–9, the sign-off", ("1–9", "the sign-off")),
    ],
)
def test_what_a_phase_depends_on(text: str, waits: tuple[str, ...]) -> None:
    plan = read_plan(PLAN, f"# Tides\n\n## Phase 1: A\n\n## Phase 2: B\n\n## Phase 3: C\n{text}\n")
    assert [str(each) for each in plan.phases[2]["blocked_by"]] == [*waits]
