"""Every finding about Codewalkers' state: what makes it, at which line, and what it says."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime

import pytest

from cockpit.rules.attention import needs
from cockpit.rules.thresholds.verdict import verdict
from cockpit.systems.codewalk.findings import Report
from cockpit.systems.interface import FileContent
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS
from cockpit.wording.messages import Message
from tests.support.codewalk_states import DATABASE, MAIN, SOUND, blockers, changed, read, stored
from tests.support.memory_files import opened
from tests.support.messages import words
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
        words("STATE.md is missing. Only the entries in the folders beside it were read."),
    ),
    "database-outside": (
        {".env": "COCKPIT_DATABASE=../there.db\n"}, 1,
        words("COCKPIT_DATABASE names ../there.db, which is outside the project and not read."),
    ),
    "tables-unknown": (
        {DATABASE: _altered("ALTER TABLE session_history RENAME COLUMN initiative_id TO initiative")}, None,
        words("The table session_history has no column initiative_id. The database is neither read nor written."),
    ),
    "progress-unreadable": (
        {DATABASE: _altered("UPDATE initiative_state SET progress_json = '3 of 4'")}, None,
        words("`progress_json` is not a JSON object."),
    ),
    "frontmatter-cut": (
        changed("  wave: 1\n", "  ...\n  wave: 1\n"), 8,
        words("Part of the frontmatter is missing from the file here. The rest was read."),
    ),
    "backslash-quotes": (
        changed("status: in_progress", 'status: \\"in_progress\\"'), 9,
        words("Values are in quotes with backslashes, which become part of the value."),
    ),
    "value-unreadable": (
        changed("phases_total: 4", "phases_total: several"), 11,
        words('`progress.phases_total` is not a valid whole number: "several".'),
    ),
    "keys-unreadable": (
        f"The state, as of today.\n\n{SOUND}", 1,
        words("No key of the file can be read: its first line is neither a key nor a comment of YAML."),
    ),
    "key-misspelled: of a session": (
        changed("    started: 2026-02-01", "    Started: 2026-02-01"), 22,
        words("The key Started is not read: the correct spelling is started."),
    ),
    "key-misspelled": (
        changed("blockers: []", "Blockers:\n  - No chain"), 19,
        words("The key Blockers is not read: the correct spelling is blockers."),
    ),
    "key-misspelled: below another one": (
        changed("  phases_total: 4", "  Phases-Total: 4"), 11,
        words("The key Phases-Total is not read: the correct spelling is phases_total."),
    ),
    "key-misspelled: beside the one that is read": (
        changed("blockers: []", "blockers: []\nBLOCKERS:\n  - No chain"), 20,
        words("The key BLOCKERS is not read: the correct spelling is blockers."),
    ),
    "key-misplaced": (
        changed("decisions:\n", "  blockers:\n    - No chain\ndecisions:\n").replace("blockers: []\n", ""), 16,
        words("The key blockers is not read here, below progress."),
    ),
    "key-misplaced: in a mapping": (
        changed("resume_context:\n", "resume_context:\n  blockers: [No chain]\n").replace("blockers: []\n", ""), 26,
        words("The key blockers is not read here, below resume_context."),
    ),
    "initiative-missing": (changed("initiative: init-1\n", ""), 1, words("The file does not name its initiative.")),
    "position-missing": (
        changed("  phase: 2\n", ""), 3, words("The file does not name the current phase."),
    ),
    "status-missing": (changed("  status: in_progress\n", ""), 3, words("The position has no status.")),
    "unknown-status": (
        changed("status: in_progress", "status: adrift"), 9,
        words("The status adrift is not a Codewalkers status."),
    ),
    "phase-beyond-total": (
        changed("  phase: 2\n", "  phase: 5\n"), 4, words("The position is phase 5, but the total is 4."),
    ),
    "phase-completed-already": (
        changed("phases_completed: 1", "phases_completed: 2"), 4,
        words("2 phases are completed, but the position is phase 2."),
    ),
    "count-beyond-total": (
        changed("current_phase_completed: 1", "current_phase_completed: 9"), 14,
        words("9 tasks are done, but the total is 4."),
    ),
    "count-beyond-total: phases": (
        changed("phases_completed: 1", "phases_completed: 6"), 12,
        words("6 phases are done, but the total is 4."),
    ),
    "bar-mismatch": (
        changed("███░░░░░░░ 31%", "██████████ 31%"), 15,
        Message("systems.bar-mismatch", "The progress bar shows 10 of 10 cells, but the number is 31 %."),
    ),
    "progress-mismatch": (
        changed("███░░░░░░░ 31%", "██████░░░░ 60%"), 15,
        words(
            "Bar 60 %; phases 1 of 4 (25 %); tasks 1 of 4 (25 %)."
        ),
    ),
    "value-unreadable: bar": (
        changed("███░░░░░░░ 31%", "███████████████ 150%"), 15,
        Message("systems.value-unreadable", '`bar` is not a valid percentage from 0 to 100: "███████████████ 150%".'),
    ),
    "tasks-mismatch": (
        {MAIN: changed("current_phase_completed: 1", "current_phase_completed: 2"), ".planning/2-1-PLAN.md": _PLAN}, 14,
        words("The counters say 2 of 4 tasks done, the plans say 1 of 4."),
    ),
    "plan-missing": (
        {MAIN: SOUND, ".planning/2-2-PLAN.md": _PLAN}, 6, words("2-1-PLAN.md does not exist."),
    ),
    "task-unknown": (
        {MAIN: changed("task: Order", "task: Paint"), ".planning/2-1-PLAN.md": _PLAN}, 7,
        words(".planning/2-1-PLAN.md has no task “Paint”."),
    ),
    "decision-missing": (
        changed("    decision: Steel\n", "    reason: cheap\n"), 17, words(
            "The decision does not say what was decided."
        ),
    ),
    "blocked-by-nothing": (
        blockers("id: b-1\ndescription: No chain\nstatus: resolved").replace("status: in_progress", "status: blocked"),
        9, words("The status is blocked, but no blocker is open."),
    ),
    "blocked-by-nothing: the entry was removed": (
        changed("status: in_progress", "status: blocked"), 9, words("The status is blocked, but no blocker is open."),
    ),
    "blockers-unread": (
        changed("blockers: []", "active_blockers: [No chain]\nresolved_blockers: [No wire]\nblockers: []"), 19,
        words("“active_blockers: [\"No chain\"]” is not read as a blocker."),
    ),
    "blocker-unreadable": (
        changed("blockers: []", "blockers:\n  - [keys, cables]"), 20,
        Message("systems.value-unreadable", 'A blocker is not a valid text or mapping: ["keys", "cables"].'),
    ),
    "blocker-unreadable: it says nothing": (
        blockers("status: active"), 20,
        Message("systems.value-unreadable", 'A blocker is not a valid text or mapping: {"status": "active"}.'),
    ),
    "blocker-status-unknown": (
        blockers("id: b-1\nstatus: maybe\ndescription: x"), 21,
        words("The status of b-1 is maybe. It must be new, active, bypassed or resolved."),
    ),
    "blocker-contradicts": (
        blockers("id: b-1\nstatus: active\ndescription: x\nresolution: gone"), 23,
        words("b-1 has a resolution, but is active."),
    ),
    "blocker-twice": (
        blockers("id: b-1\ndescription: x", "id: b-1\ndescription: y"), 20,
        words("The id b-1 is used 2 times."),
    ),
    "workaround-missing": (
        blockers("id: b-1\nstatus: bypassed\ndescription: x"), 20,
        words("b-1 is bypassed, but has no workaround."),
    ),
    "all-phases-blocked": (
        {MAIN: blockers("id: b-1\ndescription: x\nblocked_tasks: [Order]").replace("total: 4", "total: 2"),
         ".planning/2-1-PLAN.md": "# Plan\n\n- [x] Measure\n- [ ] Order\n"}, 19,
        words("Every open phase is blocked. Work cannot continue."),
    ),
    "session-contradicts": (
        changed(_ENDED, f"{_ENDED}    status: active\n"), 25,
        words("session-001 is active, but ended at 2026-02-01T10:00:00Z."),
    ),
    "several-active-sessions": (
        changed("    ended: 2026-02-01T10:00:00Z\n" + _ENDED, f"{_ENDED}{_SESSION}"), 24,
        words("2 sessions are active: session-001, session-002."),
    ),
    "session-twice": (
        changed(_ENDED, f"{_ENDED}{_SESSION.replace('002', '001', 1)}"), 21,
        words("The id session-001 is used 2 times."),
    ),
    "context-usage-unreadable": (
        changed("45%", "a lot"), 24, words("`context_usage` is not a percentage: a lot."),
    ),
    "context-over-half": (
        changed("45%", "62%"), 24, words("session-001 used 62 % of its context; above 50 %, quality may suffer."),
    ),
    "session-stale": (
        {MAIN: FileContent(path=MAIN, data=changed("    ended: 2026-02-01T10:00:00Z\n", "").encode(),
                           changed=datetime(2026, 2, 3, 8, 0, tzinfo=UTC))}, None,
        words("The state of the active session has not changed for 30 minutes."),
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", CASES)
def test_each_finding(case: str) -> None:
    files, line, message = CASES[case]
    code = case.partition(":")[0]
    found = [each for each in read(files).findings if each.code == code]
    assert [(each.line, str(each.message)) for each in found] == [(line, str(message))]
    assert found[0].hint


def test_each_rule_has_a_case() -> None:
    own = Report.RULES.keys() - DOCUMENTS.keys() - HANDOFFS.keys()
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
        ("sessions:\n  - began on Monday", ["began on Monday"]),
        ("sessions: none", []),
        ("blockers: [[no, chain]]", ['["no", "chain"]']),
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
        ("unblocked", "unknown", ["unread"]),
        ("complete, but one weld broke", "unknown", ["unread"]),
    ],
)
def test_a_status_that_holds_the_work_does_so_whatever_explains_it(stated: str, status: str, needed: list[str]) -> None:
    track = read(changed("  status: in_progress", f"  status: {stated}"))
    assert (track.position.status, [each.word for each in needs(track)]) == (status, needed)
