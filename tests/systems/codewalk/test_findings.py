"""Every finding about Codewalkers' state: what makes it, at which line, and what it says."""

from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from cockpit.systems.codewalk.report import RULES
from cockpit.systems.interface import FileContent
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS
from tests.support.codewalk_states import DATABASE, MAIN, SOUND, blockers, changed, read, stored
from tests.support.memory_files import opened

_FILE = ".planning/decisions/2026-01-01-steel.md"
_PLAN = "# Plan 1: Chains\n\n- [x] Measure\n- [ ] Order\n- [ ] Weld\n- [ ] Test\n"
_SESSION = "  - id: session-002\n    started: 2026-02-02T09:00:00Z\n    status: active\n"
_ENDED = "    context_usage: 45%\n"


def _altered(statement: str) -> bytes:
    """The sound state in a database after a statement of another program."""
    with opened(stored(SOUND, "sqlite")[DATABASE]) as connection:
        connection.execute(statement)
        return connection.serialize()


Case = tuple[Mapping[str, bytes | str | FileContent] | str, int | None, str]

CASES: dict[str, Case] = {
    "state-file-missing": (
        {_FILE: "---\ndecision: Steel\n---\n"}, None,
        "There is no STATE.md; only the entries in the folders beside it were read.",
    ),
    "database-outside": (
        {".env": "COCKPIT_DATABASE=../there.db\n"}, 1,
        "COCKPIT_DATABASE names ../there.db, which is not read: it is no file of the project.",
    ),
    "tables-unknown": (
        {DATABASE: _altered("ALTER TABLE session_history RENAME COLUMN initiative_id TO initiative")}, None,
        "The table session_history has no column initiative_id, as Codewalkers' tables have it; "
        "nothing is read or written there.",
    ),
    "progress-unreadable": (
        {DATABASE: _altered("UPDATE initiative_state SET progress_json = '3 of 4'")}, None,
        "`progress_json` holds no JSON object.",
    ),
    "frontmatter-cut": (
        changed("  wave: 1\n", "  ...\n  wave: 1\n"), 8,
        "Something was left out of the frontmatter here; what stands around it was read.",
    ),
    "backslash-quotes": (
        changed("status: in_progress", 'status: \\"in_progress\\"'), 9,
        "Values stand in quotes with backslashes, which become part of them.",
    ),
    "value-unreadable": (
        changed("phases_total: 4", "phases_total: several"), 11, '`phases_total` is no number: "several".',
    ),
    "initiative-missing": (changed("initiative: init-1\n", ""), 1, "The file does not name its initiative."),
    "position-missing": (
        changed("  phase: 2\n", ""), 3, "The file does not say which phase is under way.",
    ),
    "status-missing": (changed("  status: in_progress\n", ""), 3, "The position has no status."),
    "unknown-status": (
        changed("status: in_progress", "status: adrift"), 9,
        "The status is adrift, which Codewalkers does not name.",
    ),
    "phase-beyond-total": (changed("  phase: 2\n", "  phase: 5\n"), 4, "The position is phase 5 of 4."),
    "phase-completed-already": (
        changed("phases_completed: 1", "phases_completed: 2"), 4,
        "2 phases are completed, and the position is phase 2.",
    ),
    "count-beyond-total": (
        changed("current_phase_completed: 1", "current_phase_completed: 9"), 14, "9 of 4 tasks are done.",
    ),
    "count-beyond-total: phases": (
        changed("phases_completed: 1", "phases_completed: 6"), 12, "6 of 4 phases are done.",
    ),
    "bar-mismatch": (
        changed("███░░░░░░░ 31%", "██████████ 31%"), 15, "10 of 10 cells of the bar are filled, and it says 31 %.",
    ),
    "progress-mismatch": (
        changed("███░░░░░░░ 31%", "██████░░░░ 60%"), 15,
        "The bar says 60 %; 1 of 4 phases are done (25 %) and 1 of 4 tasks of this phase are done (25 %).",
    ),
    "value-unreadable: bar": (
        changed("███░░░░░░░ 31%", "███████████████ 150%"), 15,
        '`bar` is no percentage from 0 to 100: "███████████████ 150%".',
    ),
    "tasks-mismatch": (
        {MAIN: changed("current_phase_completed: 1", "current_phase_completed: 2"), ".planning/2-1-PLAN.md": _PLAN}, 14,
        "2 of 4 tasks are counted as done, and the plans show 1 of 4.",
    ),
    "plan-missing": ({MAIN: SOUND, ".planning/2-2-PLAN.md": _PLAN}, 6, "There is no 2-1-PLAN.md."),
    "task-unknown": (
        {MAIN: changed("task: Order", "task: Paint"), ".planning/2-1-PLAN.md": _PLAN}, 7,
        ".planning/2-1-PLAN.md has no task “Paint”.",
    ),
    "decision-missing": (
        changed("    decision: Steel\n", "    reason: cheap\n"), 17, "A decision does not say what was decided.",
    ),
    "blocker-status-unknown": (
        blockers("id: b-1\nstatus: maybe\ndescription: x"), 21,
        "The status of b-1 is maybe, which is none of new, active, bypassed, resolved.",
    ),
    "blocker-contradicts": (
        blockers("id: b-1\nstatus: active\ndescription: x\nresolution: gone"), 23,
        "b-1 has a resolution and is active.",
    ),
    "blocker-twice": (
        blockers("id: b-1\ndescription: x", "id: b-1\ndescription: y"), 20, "b-1 stands there 2 times.",
    ),
    "workaround-missing": (
        blockers("id: b-1\nstatus: bypassed\ndescription: x"), 20, "b-1 is bypassed, and nothing says how.",
    ),
    "all-phases-blocked": (
        {MAIN: blockers("id: b-1\ndescription: x\nblocked_tasks: [Order]").replace("total: 4", "total: 2"),
         ".planning/2-1-PLAN.md": "# Plan\n\n- [x] Measure\n- [ ] Order\n"}, 19,
        "Every open phase is blocked: nothing can go on.",
    ),
    "session-contradicts": (
        changed(_ENDED, f"{_ENDED}    status: active\n"), 25,
        "session-001 is active and has ended at 2026-02-01T10:00:00Z.",
    ),
    "several-active-sessions": (
        changed("    ended: 2026-02-01T10:00:00Z\n" + _ENDED, f"{_ENDED}{_SESSION}"), 24,
        "2 sessions are active at once: session-001, session-002.",
    ),
    "session-twice": (
        changed(_ENDED, f"{_ENDED}{_SESSION.replace('002', '001', 1)}"), 21, "session-001 stands there 2 times.",
    ),
    "context-usage-unreadable": (
        changed("45%", "a lot"), 24, "`context_usage` is a lot, which is no share of the context.",
    ),
    "context-over-half": (
        changed("45%", "62%"), 24, "session-001 used 62 % of its context; beyond 50 % quality may have degraded.",
    ),
    "session-stale": (
        {MAIN: FileContent(path=MAIN, data=changed("    ended: 2026-02-01T10:00:00Z\n", "").encode(),
                           changed=datetime(2026, 2, 3, 8, 0, tzinfo=UTC))}, None,
        "Its state was not changed for 30 minutes.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_each_finding(case: str) -> None:
    files, line, message = CASES[case]
    code = case.partition(":")[0]
    found = [each for each in read(files).findings if each.code == code]
    assert [(each.line, str(each.message)) for each in found] == [(line, message)]
    assert found[0].hint


def test_each_rule_has_a_case() -> None:
    own = RULES.keys() - DOCUMENTS.keys() - HANDOFFS.keys()
    assert own == {case.partition(":")[0] for case in CASES}


def test_nothing_is_found_about_a_sound_state() -> None:
    assert read(SOUND).findings == ()
