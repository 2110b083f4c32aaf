"""Every finding about Codewalkers' state: what makes it, at which line, and what it says."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from cockpit.rules.attention import needs
from cockpit.rules.thresholds.verdict import verdict
from cockpit.systems.codewalk.report import RULES
from cockpit.systems.codewalk.vocabulary import BLOCKER_STATES
from cockpit.systems.interface import FileContent
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS
from cockpit.wording.messages import Message
from tests.support.codewalk_states import DATABASE, MAIN, SOUND, blockers, changed, read, stored
from tests.support.memory_files import opened
from tests.support.model_builders import project

_FILE = ".planning/decisions/2026-01-01-steel.md"
_PLAN = "# Plan 1: Chains\n\n- [x] Measure\n- [ ] Order\n- [ ] Weld\n- [ ] Test\n"
_SESSION = "  - id: session-002\n    started: 2026-02-02T09:00:00Z\n    status: active\n"
_ENDED = "    context_usage: 45%\n"


def _altered(statement: str) -> bytes:
    """The sound state in a database after a statement of another program."""
    with opened(stored(SOUND, "sqlite")[DATABASE]) as connection:
        connection.execute(statement)
        return connection.serialize()


Case = tuple[Mapping[str, bytes | str | FileContent] | str, int | None, Message]

CASES: dict[str, Case] = {
    "state-file-missing": (
        {_FILE: "---\ndecision: Steel\n---\n"}, None,
        Message("codewalk.no-state-file"),
    ),
    "database-outside": (
        {".env": "COCKPIT_DATABASE=../there.db\n"}, 1,
        Message("codewalk.database-outside", variable="COCKPIT_DATABASE", path="../there.db"),
    ),
    "tables-unknown": (
        {DATABASE: _altered("ALTER TABLE session_history RENAME COLUMN initiative_id TO initiative")}, None,
        Message("codewalk.tables-unknown",
                wrong=Message("codewalk.table-without-column", table="session_history", column="initiative_id")),
    ),
    "progress-unreadable": (
        {DATABASE: _altered("UPDATE initiative_state SET progress_json = '3 of 4'")}, None,
        Message("codewalk.progress-unreadable"),
    ),
    "frontmatter-cut": (
        changed("  wave: 1\n", "  ...\n  wave: 1\n"), 8,
        Message("systems.frontmatter-cut"),
    ),
    "backslash-quotes": (
        changed("status: in_progress", 'status: \\"in_progress\\"'), 9,
        Message("systems.backslash-quotes"),
    ),
    "value-unreadable": (
        changed("phases_total: 4", "phases_total: several"), 11,
        Message("systems.value-unreadable", what="`phases_total`", expected="number", stated='"several"'),
    ),
    "keys-unreadable": (
        f"The state, as of today.\n\n{SOUND}", 1,
        Message("codewalk.keys-unreadable"),
    ),
    "key-misspelled: of a session": (
        changed("    started: 2026-02-01", "    Started: 2026-02-01"), 22,
        Message("systems.key-misspelled", key="Started", known="started"),
    ),
    "key-misspelled": (
        changed("blockers: []", "Blockers:\n  - No chain"), 19,
        Message("systems.key-misspelled", key="Blockers", known="blockers"),
    ),
    "key-misspelled: below another one": (
        changed("  phases_total: 4", "  Phases-Total: 4"), 11,
        Message("systems.key-misspelled", key="Phases-Total", known="phases_total"),
    ),
    "key-misspelled: beside the one that is read": (
        changed("blockers: []", "blockers: []\nBLOCKERS:\n  - No chain"), 20,
        Message("systems.key-misspelled", key="BLOCKERS", known="blockers"),
    ),
    "key-misplaced": (
        changed("decisions:\n", "  blockers:\n    - No chain\ndecisions:\n").replace("blockers: []\n", ""), 16,
        Message("systems.key-misplaced", key="blockers", below="progress"),
    ),
    "key-misplaced: in a mapping": (
        changed("resume_context:\n", "resume_context:\n  blockers: [No chain]\n").replace("blockers: []\n", ""), 26,
        Message("systems.key-misplaced", key="blockers", below="resume_context"),
    ),
    "initiative-missing": (changed("initiative: init-1\n", ""), 1, Message("codewalk.initiative-missing")),
    "position-missing": (
        changed("  phase: 2\n", ""), 3, Message("codewalk.position-missing"),
    ),
    "status-missing": (changed("  status: in_progress\n", ""), 3, Message("systems.status-missing")),
    "unknown-status": (
        changed("status: in_progress", "status: adrift"), 9,
        Message("codewalk.unknown-status", status="adrift"),
    ),
    "phase-beyond-total": (
        changed("  phase: 2\n", "  phase: 5\n"), 4, Message("codewalk.phase-beyond-total", phase=5, total=4),
    ),
    "phase-completed-already": (
        changed("phases_completed: 1", "phases_completed: 2"), 4,
        Message("codewalk.phase-completed-already", done=2, phase=2),
    ),
    "count-beyond-total": (
        changed("current_phase_completed: 1", "current_phase_completed: 9"), 14,
        Message("codewalk.tasks-beyond-total", done=9, total=4),
    ),
    "count-beyond-total: phases": (
        changed("phases_completed: 1", "phases_completed: 6"), 12,
        Message("codewalk.phases-beyond-total", done=6, total=4),
    ),
    "bar-mismatch": (
        changed("███░░░░░░░ 31%", "██████████ 31%"), 15,
        Message("systems.bar-mismatch", filled=10, cells=10, percent=31),
    ),
    "progress-mismatch": (
        changed("███░░░░░░░ 31%", "██████░░░░ 60%"), 15,
        Message("codewalk.progress-mismatch", percent=60, counted=(
            Message("codewalk.phases-done", done=1, total=4, percent=25),
            Message("codewalk.tasks-done", done=1, total=4, percent=25),
        )),
    ),
    "value-unreadable: bar": (
        changed("███░░░░░░░ 31%", "███████████████ 150%"), 15,
        Message("systems.value-unreadable", what="`bar`", expected="percentage from 0 to 100",
                stated='"███████████████ 150%"'),
    ),
    "tasks-mismatch": (
        {MAIN: changed("current_phase_completed: 1", "current_phase_completed: 2"), ".planning/2-1-PLAN.md": _PLAN}, 14,
        Message("codewalk.tasks-mismatch", done=2, total=4, plans_done=1, plans_total=4),
    ),
    "plan-missing": (
        {MAIN: SOUND, ".planning/2-2-PLAN.md": _PLAN}, 6, Message("systems.file-missing", path="2-1-PLAN.md"),
    ),
    "task-unknown": (
        {MAIN: changed("task: Order", "task: Paint"), ".planning/2-1-PLAN.md": _PLAN}, 7,
        Message("codewalk.task-not-in-plan", path=".planning/2-1-PLAN.md", task="Paint"),
    ),
    "decision-missing": (
        changed("    decision: Steel\n", "    reason: cheap\n"), 17, Message("codewalk.decision-missing"),
    ),
    "blocker-unreadable": (
        changed("blockers: []", "blockers:\n  - [keys, cables]"), 20,
        Message("systems.value-unreadable", what="A blocker", expected="text or mapping", stated='["keys", "cables"]'),
    ),
    "blocker-unreadable: it says nothing": (
        blockers("status: active"), 20,
        Message("systems.value-unreadable", what="A blocker", expected="text or mapping",
                stated='{"status": "active"}'),
    ),
    "blocker-status-unknown": (
        blockers("id: b-1\nstatus: maybe\ndescription: x"), 21,
        Message("codewalk.blocker-status-unknown", blocker="b-1", status="maybe", known=BLOCKER_STATES),
    ),
    "blocker-contradicts": (
        blockers("id: b-1\nstatus: active\ndescription: x\nresolution: gone"), 23,
        Message("codewalk.blocker-contradicts", blocker="b-1", status="active"),
    ),
    "blocker-twice": (
        blockers("id: b-1\ndescription: x", "id: b-1\ndescription: y"), 20,
        Message("codewalk.entry-twice", id="b-1", count=2),
    ),
    "workaround-missing": (
        blockers("id: b-1\nstatus: bypassed\ndescription: x"), 20,
        Message("codewalk.workaround-missing", blocker="b-1"),
    ),
    "all-phases-blocked": (
        {MAIN: blockers("id: b-1\ndescription: x\nblocked_tasks: [Order]").replace("total: 4", "total: 2"),
         ".planning/2-1-PLAN.md": "# Plan\n\n- [x] Measure\n- [ ] Order\n"}, 19,
        Message("codewalk.all-phases-blocked"),
    ),
    "session-contradicts": (
        changed(_ENDED, f"{_ENDED}    status: active\n"), 25,
        Message("codewalk.session-contradicts", session="session-001", ended="2026-02-01T10:00:00Z"),
    ),
    "several-active-sessions": (
        changed("    ended: 2026-02-01T10:00:00Z\n" + _ENDED, f"{_ENDED}{_SESSION}"), 24,
        Message("codewalk.several-active-sessions", count=2, sessions=("session-001", "session-002")),
    ),
    "session-twice": (
        changed(_ENDED, f"{_ENDED}{_SESSION.replace('002', '001', 1)}"), 21,
        Message("codewalk.entry-twice", id="session-001", count=2),
    ),
    "context-usage-unreadable": (
        changed("45%", "a lot"), 24, Message("codewalk.context-usage-unreadable", stated="a lot"),
    ),
    "context-over-half": (
        changed("45%", "62%"), 24, Message("codewalk.context-over-half", session="session-001", used=62),
    ),
    "session-stale": (
        {MAIN: FileContent(path=MAIN, data=changed("    ended: 2026-02-01T10:00:00Z\n", "").encode(),
                           changed=datetime(2026, 2, 3, 8, 0, tzinfo=UTC))}, None,
        Message("codewalk.session-stale"),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_each_finding(case: str) -> None:
    files, line, message = CASES[case]
    code = case.partition(":")[0]
    found = [each for each in read(files).findings if each.code == code]
    assert [(each.line, each.message) for each in found] == [(line, message)]
    assert found[0].hint


def test_each_rule_has_a_case() -> None:
    own = RULES.keys() - DOCUMENTS.keys() - HANDOFFS.keys()
    assert own == {case.partition(":")[0] for case in CASES}


def test_nothing_is_found_about_a_sound_state() -> None:
    assert read(SOUND).findings == ()


@pytest.mark.parametrize(
    ("old", "new", "status"),
    [
        ("  status: in_progress\n", "  status: blocked\n  status: complete\n", "blocked"),
        ("  status: in_progress\n", "  status: complete\n  status: blocked\n", "blocked"),
        ("progress:\n", "position:\n  phase: 2\n  status: complete\nprogress:\n", "in_progress"),
        ("progress:\n", "position:\n  phase: 2\n  status: blocked\nprogress:\n", "blocked"),
    ],
)
def test_of_two_statuses_under_one_key_the_worse_counts(old: str, new: str, status: str) -> None:
    assert read(changed(old, new)).position.status == status


@pytest.mark.parametrize(("first", "second"), [("active", "resolved"), ("resolved", "active")])
def test_a_blocker_that_says_two_states_is_open(first: str, second: str) -> None:
    (blocker,) = read(blockers(f"id: b-1\ndescription: No chain\nstatus: {first}\nstatus: {second}")).blockers
    assert blocker.status == "active"


@pytest.mark.parametrize(("first", "second"), [("active", "ended"), ("ended", "active")])
def test_a_session_that_says_two_states_has_not_ended(first: str, second: str) -> None:
    twice = f"  - id: session-002\n    started: 2026-02-02T09:00:00Z\n    status: {first}\n    status: {second}\n"
    found = {each.id: each.status for each in read(changed("sessions:\n", f"sessions:\n{twice}")).sessions}
    assert found == {"session-001": "ended", "session-002": "active"}


def test_a_list_that_comes_again_is_damage_for_nobody_knows_what_its_first_one_says() -> None:
    """An agent that writes a second `blockers` hides the first from every reader of YAML."""
    open_one = blockers("id: b-1\ndescription: No chain")
    track = read(f"{open_one}blockers: []\n")
    assert track.blockers == ()
    (found,) = [each for each in track.findings if each.code == "yaml-duplicate-key"]
    assert (found.severity, found.line) == ("error", len(open_one.splitlines()) + 1)
    assert [each.kind for each in needs(track)] == ["damaged", "ended"]
    assert verdict(project(track)).code == 1
    (empty_first,) = read(changed("blockers: []\n", "blockers: []\nblockers:\n  - No chain\n")).findings
    assert (empty_first.code, empty_first.severity) == ("yaml-duplicate-key", "warning")


@pytest.mark.parametrize(
    ("old", "new", "line", "severity"),
    [
        ("  status: in_progress", "  status in_progress", 9, "error"),
        ("  plan: 1", "   plan: 1", 6, "error"),
        ("  plan: 1", "\tplan: 1", 6, "error"),
        ("decisions:", "decisions:\nby hand", 17, "error"),
        ("    decision: Steel", "    decision: Steel: 8 mm", 18, "warning"),
    ],
)
def test_a_line_that_is_skipped_is_damage_and_a_value_read_as_text_is_none(
    old: str, new: str, line: int, severity: str
) -> None:
    """Nobody knows what the line would say."""
    found = [each for each in read(changed(old, new)).findings if each.code == "yaml-invalid"]
    assert [(each.line, each.severity) for each in found][:1] == [(line, severity)]
    assert [each.severity for each in found[1:]] == ["warning"] * (len(found) - 1)


@pytest.mark.parametrize(
    ("written", "texts"),
    [
        ("blockers: waiting for the chain", ["waiting for the chain"]),
        ("blockers: None", []),
        ("blockers:", []),
        ("blockers: 0", []),
    ],
)
def test_one_text_in_the_place_of_the_list_is_a_blocker(written: str, texts: list[str]) -> None:
    assert [each.text for each in read(changed("blockers: []", written)).blockers] == texts


@pytest.mark.parametrize(
    ("written", "unread"),
    [
        ("sessions: began on Monday", ["sessions: began on Monday"]),
        ("sessions:\n  - began on Monday", ['sessions: ["began on Monday"]']),
        ("sessions: none", []),
        ("blockers: [[no, chain]]", ['blockers: [["no", "chain"]]']),
        ("blockers: None", []),
        ("blockers: 0", []),
        ("blockers: waiting for the chain", []),
        ("decisions: steel", []),
    ],
)
def test_what_is_no_entry_is_kept_among_what_nobody_reads(written: str, unread: list[str]) -> None:
    key = written.partition(":")[0]
    page = re.sub(rf"^{key}:.*\n(?:[ -].*\n)*", f"{written}\n", SOUND, flags=re.MULTILINE)
    assert written in page
    assert [each["text"] for each in read(page).extra.get("unread", ())] == unread


@pytest.mark.parametrize(
    ("stated", "status", "needed"),
    [
        ("Blocked - waiting for the chain", "blocked", ["blocked"]),
        ("blocked_by_chain", "blocked", ["blocked"]),
        ("FAILED after 2 tries", "failed", ["failed"]),
        ("paused (lunch)", "paused", []),
        ("unblocked", "unknown", ["unknown"]),
        ("complete, but one weld broke", "unknown", ["unknown"]),
    ],
)
def test_a_status_that_holds_the_work_does_so_whatever_explains_it(stated: str, status: str, needed: list[str]) -> None:
    track = read(changed("  status: in_progress", f"  status: {stated}"))
    assert (track.position.status, [each.word for each in needs(track)]) == (status, needed)
