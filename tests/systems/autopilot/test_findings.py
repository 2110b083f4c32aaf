"""Every finding: one change to a healthy project gives exactly that code, severity, file and line."""

import pytest

from cockpit.systems.autopilot.findings import Report
from cockpit.wording.messages import Message, plain
from tests.support.autopilot_states import (
    ACKNOWLEDGMENTS,
    HANDOFF,
    THRESHOLDS,
    TRANSPONDER,
    TRIGGERS,
    changed,
    read,
    told,
)
from tests.support.memory_files import fixture_bytes
from tests.support.messages import words as says

FILES = fixture_bytes("healthy")
ACK = '{"acknowledgments": {"cost": {"acknowledged_at": "%s", "value_at_acknowledgment": %s}}, "last_reset": %s}'
ALERT = (
    (TRANSPONDER, "| Cost | $12.40 | $10 ⚠️ | $25 | $50 | Warning |", "| Cost | $26 | $10 | $25%s | $50 | Alert |"),
    (THRESHOLDS, '"cost": 12.40', '"cost": 26'),
    (THRESHOLDS, '"cost": "warning"', '"cost": "alert"'),
)

ONE_CHANGE = [
    # what a text is
    ("json-duplicate-key", "warning", THRESHOLDS, 6, '"error_count": 0', '"error_count": 0, "error_count": 0'),
    ("conflict-marker", "error", TRANSPONDER, 38, "### Pending Todos", "<<<<<<< HEAD\n### Pending Todos"),
    ("template-placeholder", "note", TRANSPONDER, 40, "Choose a PDF library", "{Todo 2}"),
    ("template-placeholder", "note", TRANSPONDER, 26, "| 14 min |", "| {X} min |"),
    # what it says
    ("duplicate-section", "warning", TRANSPONDER, 44, "### Blockers", "### Blockers\n- None\n### Blockers"),
    ("unknown-status", "warning", TRANSPONDER, 14, "| In progress |", "| Gliding |"),
    ("position-unreadable", "warning", TRANSPONDER, 12, "| 2 of 3 |", "| Invoices |"),
    ("phase-beyond-total", "warning", TRANSPONDER, 13, "| Plan | 1 of 2 |", "| Plan | 1 of 0 |"),
    ("position-missing", "warning", TRANSPONDER, 12, "## Current Position", "## Where the work is"),
    ("task-beyond-total", "warning", HANDOFF, 4, "total_tasks: 4", "total_tasks: 2"),
    ("zoneless-time", "note", TRANSPONDER, 4, "2026-03-04T09:20:00Z", "2026-03-04T09:20:00"),
    ("zoneless-time", "note", HANDOFF, 7, "2026-03-04T09:19:00Z", "2026-03-04T09:19"),
    ("zoneless-time", "note", THRESHOLDS, 14, "2026-03-04T09:18:30Z", "2026-03-04 09:18:30"),
    ("zoneless-time", "note", ACKNOWLEDGMENTS, 4, '"last_reset": null', '"last_reset": "2026-03-04T08:00"'),
    ("next-action-missing", "warning", TRANSPONDER, 65, "| Next action | /autopilot:cockpit |", "| Next action | |"),
    ("vague-activity", "warning", TRANSPONDER, 17, "Completed the invoice number sequence", "Made progress"),
    ("vague-activity", "warning", TRANSPONDER, 17, "Completed the invoice number sequence", "various fixes."),
    ("decision-count", "note", TRANSPONDER, 33, "- One queue", "- A — b\n- B — c\n- C — d\n- One queue"),
    ("over-100-lines", "warning", TRANSPONDER, 100, "## Quick Reference\n", "## Quick Reference\n" + "\n" * 30),
    ("text-unread", "note", TRANSPONDER, 9, "## Current Position\n", "## Current Position\nAsk Ann.\n\nTwice.\n\n"),
    ("limits-row-unreadable", "warning", TRANSPONDER, 49, "## Thresholds\n", "## Thresholds\n\nThe vendor was told.\n"),
    ("text-unread", "note", TRANSPONDER, 59, "## Session Continuity\n", "## Session Continuity\nAsk Ann.\n"),
    ("text-unread", "note", TRANSPONDER, 34, "### Recent Decisions\n", "### Recent Decisions\nAnn was asked.\n"),
    ("blockers-unread", "warning", TRANSPONDER, 43, "### Blockers\n", "### Blockers\n| 1 | The bank is closed |\n"),
    ("blockers-unread", "warning", TRANSPONDER, 42, "### Blockers\n", "### Blockers of phase 3\n"),
    ("limits-unread", "warning", TRANSPONDER, 60, "---\n\n## Session",
     "## Tank\n\n| A | B | Stop |\n|---|---|---|\n| Fuel | $4 | $2 |\n\n## Session"),
    ("status-missing", "warning", TRANSPONDER, 12, "| Status | In progress |\n", ""),
    # what contradicts what
    ("bar-mismatch", "warning", TRANSPONDER, 15, "█████░░░░░ 50%", "██████░░░░ 50%"),
    ("percent-mismatch", "warning", TRANSPONDER, 15, "█████░░░░░ 50%", "█████░░░░░ 52%"),
    ("resume-file-missing", "warning", TRANSPONDER, 64, "| .autopilot/holding-pattern.md |", "| .autopilot/x.md |"),
    ("path-outside", "warning", TRANSPONDER, 64, "| .autopilot/holding-pattern.md |", "| ../../etc/passwd |"),
    ("path-outside", "warning", TRANSPONDER, 64, "| .autopilot/holding-pattern.md |", "| /etc/passwd |"),
    ("path-outside", "warning", TRANSPONDER, 64, "| .autopilot/holding-pattern.md |", "| ~/.ssh/id_rsa |"),
    ("path-outside", "warning", TRANSPONDER, 71, ": .autopilot/PROJECT.md", ": ../other/PROJECT.md"),
    ("continuity-position", "warning", TRANSPONDER, 63, "| Mid-plan 2.1, task 3 of 4 |", "| Mid-plan 2.2 |"),
    ("handoff-position", "warning", HANDOFF, 2, "phase: 2\n", "phase: 1\n"),
    ("handoff-position", "warning", HANDOFF, 3, "plan: 1\n", "plan: 2\n"),
    ("handoff-position", "warning", HANDOFF, 4, "task: 3\n", "task: 2\n"),
    ("handoff-older", "note", HANDOFF, 7, "2026-03-04T09:19:00Z", "2026-03-04T08:19:00Z"),
    ("commit-unreadable", "warning", HANDOFF, 17, "| 77be012 |", "| --output=x |"),
    ("commit-unreadable", "warning", HANDOFF, 17, "| 77be012 |", "| not yet |"),
    ("handoff-incomplete", "warning", HANDOFF, None, "## Next Action\nWrite render_pdf() in src/invoices/pdf.py\n", ""),
    ("handoff-incomplete", "warning", HANDOFF, None, "Write render_pdf() in src/invoices/pdf.py\n", ""),
    ("handoff-key-unreadable", "warning", HANDOFF, 2, "phase: 2\n", "phase: [2, 3]\n"),
    ("handoff-key-unreadable", "warning", HANDOFF, 4, "task: 3\n", "task: three\n"),
    ("handoff-key-unreadable", "warning", HANDOFF, 5, "total_tasks: 4\n", "total_tasks: many\n"),
    ("handoff-key-unreadable", "warning", HANDOFF, 6, "status: in_progress\n", "status:\n  now: here\n"),
    ("progress-unreadable", "warning", TRANSPONDER, 15, "█████░░░░░ 50%", "████ abc"),
    ("status-mismatch", "warning", TRANSPONDER, 14, "| Status | In progress |", "| Status | Project complete |"),
    ("status-mismatch", "warning", TRANSPONDER, 14, "| Status | In progress |", "| Status | Ready to plan |"),
    ("status-missing", "warning", TRANSPONDER, 14, "| Status | In progress |", "| Status |  |"),
    ("time-unreadable", "warning", TRANSPONDER, 4, "2026-03-04T09:20:00Z", "Jan 29"),
    ("total-mismatch", "warning", TRANSPONDER, 12, "| 2 of 3 |", "| 2 of 6 |"),
    # thresholds
    ("threshold-key-conflict", "warning", THRESHOLDS, 4, '"context_percent": 22',
     '"context": 22, "context_percent": 24'),
    ("threshold-drift", "warning", TRANSPONDER, 51, "| $12.40 |", "| $12.60 |"),
    ("level-mismatch", "warning", THRESHOLDS, 9, '"cost": "warning"', '"cost": "alert"'),
    ("level-mismatch", "warning", THRESHOLDS, 10, '"context": null', '"context": "warning"'),
    ("level-mismatch", "warning", TRANSPONDER, 54, "| 5 | OK |", "| 5 | Warning |"),
    ("limits-unordered", "warning", TRANSPONDER, 53, "| 20% | 30% | 50% |", "| 30% | 20% | 50% |"),
    ("value-unreadable", "warning", THRESHOLDS, 5, '"variance_percent": 4', '"variance_percent": "low"'),
    ("value-unreadable", "warning", TRANSPONDER, 53, "| Variance | 4% |", "| Variance | low |"),
    ("status-unreadable", "warning", TRANSPONDER, 54, "| 5 | OK |", "| 5 | frobnicated |"),
    ("statement-misplaced", "warning", THRESHOLDS, 2, '"current_values"',
     '"previous_values": {"cost": 9}, "current_values"'),
    ("level-unreadable", "warning", THRESHOLDS, 10, '"context": null', '"context": "high"'),
    ("acknowledgments-misplaced", "warning", ACKNOWLEDGMENTS, None, '"acknowledgments": {}',
     '"acknowledgments": {}, "errors": {"acknowledged_at": "2026-01-29T14:30:00Z"}'),
    ("acknowledgments-unreadable", "error", ACKNOWLEDGMENTS, 2, '"acknowledgments": {}', '"acknowledgments": 5'),
    ("acknowledgment-void", "note", ACKNOWLEDGMENTS, 2, '"acknowledgments": {}',
     '"acknowledgments": {"cost": {"acknowledged_at": "2026-03-04T09:00:00Z", "acknowledged": false}}'),
    ("acknowledgment-drift", "warning", TRANSPONDER, 51, "| $25 | $50 | Warning |", "| $25 🔶 ACK | $50 | Warning |"),
]  # fmt: skip


def test_a_complete_consistent_project_gives_none() -> None:
    assert read(FILES).findings == ()


@pytest.mark.parametrize("change", ONE_CHANGE, ids=lambda change: f"{change[0]}: {change[5][:30]!r}")
def test_one_change_one_finding(change: tuple[str, str, str, int | None, str, str]) -> None:
    code, severity, path, line, old, new = change
    assert told(read(changed("healthy", path, old, new)).findings) == [(code, severity, path, line)]


PHASES = ".autopilot/phases"
AMONG: list[tuple[str, str, str, int | None, dict[str, bytes]]] = [
    ("acknowledgments-empty", "note", ACKNOWLEDGMENTS, 1, {ACKNOWLEDGMENTS: b"null"}),
    ("cost-mismatch", "note", ".autopilot/token-usage.md", 3,
     {".autopilot/token-usage.md": b"# Token Usage\n\n## Totals\n\n**Total Cost:** $99.00\n"}),
    ("decision-conflict", "warning", ".autopilot/DECISIONS.md", 5,
     {".autopilot/DECISIONS.md": b"# Decisions\n\n| ID | Title | Date | Status |\n|---|---|---|---|\n"
      b"| D001 | Queue | 2026-01-20 | Final |\n\n## D001: Queue\n\n**Date:** 2026-02-20\n**Status:** Final\n"}),
    ("decision-twice", "warning", ".autopilot/DECISIONS.md", 6,
     {".autopilot/DECISIONS.md": b"# Decisions\n\n| ID | Title |\n|---|---|\n| D001 | Queue |\n| D001 | Other |\n"}),
    ("decision-twice", "warning", ".autopilot/DECISIONS.md", 7,
     {".autopilot/DECISIONS.md": b"# Decisions\n\n## D001: Queue\n\n**Date:** 2026-02-20\n\n## D001: Other\n"}),
    ("duplicate-label", "warning", TRANSPONDER, 8,
     {TRANSPONDER: b"# Project State\n\n## Current Position\n\n| Field | Value |\n|---|---|\n| Phase | 2 of 3 |\n"
      b"| Phase | 1 of 3 |\n"}),
    ("json-invalid", "error", THRESHOLDS, 9,
     changed("healthy", THRESHOLDS, '"levels_triggered": {', '"levels_triggered": [')),
    ("statement-misplaced", "warning", THRESHOLDS, 8,
     changed("healthy", THRESHOLDS, '"levels_triggered": {', '"levels_triggered": [')),
    ("statement-misplaced", "warning", THRESHOLDS, 1, {THRESHOLDS: b'{"cost": 26.5}\n'}),
    ("handoff-unreadable", "warning", HANDOFF, None, {HANDOFF: b"Just some prose.\n"}),
    ("layout-unknown", "error", TRANSPONDER, None, {TRANSPONDER: b"We are doing fine.\n"}),
    ("position-missing", "warning", TRANSPONDER, None,
     {TRANSPONDER: b"# Project State\n\n## Progress so far\n\nWe are in phase 2 of 3, and it goes well.\n\n"
      b"## Session Continuity\n\nNext action: go on\n"}),
    ("phase-twice", "warning", f"{PHASES}/2.md", None, {f"{PHASES}/2.md": b"# Phase 2: Invoices\n\n- [ ] Task 1: x\n"}),
    ("plan-passed-over", "warning", TRANSPONDER, 13,
     changed("healthy", TRANSPONDER, "| Plan | 1 of 2 |", "| Plan | 2 of 2 |")),
    ("task-behind", "warning", TRANSPONDER, 63,
     changed("healthy", TRANSPONDER, "| Mid-plan 2.1, task 3 of 4 |", "| Mid-plan 2.1, task 1 of 4 |")),
    ("trigger-conflict", "warning", THRESHOLDS, 2,
     {THRESHOLDS: b'{"current_values": {"cost": 12.4},\n "triggers": {"cost_alert": {"count": 99}}}\n'}),
    ("value-missing", "warning", THRESHOLDS, 2,
     {THRESHOLDS: b'{"current_values": {},\n "levels_triggered": {"tokens": "stop"}}\n'}),
    ("value-negative", "warning", TRANSPONDER, 13,
     changed("healthy", TRANSPONDER, "| Plan | 1 of 2 |", "| Plan | -1 of 2 |")),
]  # fmt: skip
"""A file of the healthy project in another form, and a finding that must be among those it gives."""


@pytest.mark.parametrize("case", AMONG, ids=lambda case: case[0])
def test_a_finding_among_others(case: tuple[str, str, str, int | None, dict[str, bytes]]) -> None:
    code, severity, path, line, files = case
    assert (code, severity, path, line) in told(read({**FILES, **files}).findings)


@pytest.mark.parametrize("rule", sorted(Report.RULES))
def test_every_rule_has_a_case(rule: str) -> None:
    elsewhere = {
        "yaml-invalid", "utf8-invalid", "mojibake", "binary", "empty-file", "older-state-file", "toml-invalid",
        "acknowledgment-above-value", "ends-in-the-middle", "not-a-folder", "state-file-missing", "two-handoffs",
    }  # fmt: skip
    assert rule in {code for code, *_ in (*ONE_CHANGE, *AMONG)} | elsewhere


@pytest.mark.parametrize(
    ("path", "data", "expected"),
    [
        (TRANSPONDER, b"\0\1" * 20, ("binary", "error", TRANSPONDER, None)),
        (TRANSPONDER, b"", ("empty-file", "error", TRANSPONDER, None)),
        (TRANSPONDER, FILES[TRANSPONDER] + b"\xff\n", ("utf8-invalid", "warning", TRANSPONDER, 74)),
        (
            TRANSPONDER,
            FILES[TRANSPONDER].decode("utf-8").encode("utf-8").decode("mac_roman").encode("utf-8"),
            ("mojibake", "note", TRANSPONDER, 15),
        ),
        (
            HANDOFF,
            FILES[HANDOFF].replace(b"status: in_progress", b"status: in_progress: now"),
            ("yaml-invalid", "warning", HANDOFF, 6),
        ),
        (
            ".cockpit/limits.toml",
            b"[limits.cost\nalert = 30",
            ("toml-invalid", "warning", ".cockpit/limits.toml", 1),
        ),
        (
            ".autopilot/STATE.md",
            b"# Project State\n\n**Updated:** 2026-01-01T00:00:00Z\n\n## Current Position\n",
            ("older-state-file", "note", ".autopilot/STATE.md", 3),
        ),
        (THRESHOLDS, b"[1, 2]", ("json-invalid", "error", THRESHOLDS, 1)),
    ],
)
def test_one_file_one_finding(path: str, data: bytes, expected: tuple[str, str, str, int | None]) -> None:
    assert expected in told(read({**FILES, path: data}).findings)


def acknowledged(
    mark: str = " 🔶 ACK", at: str = "2026-03-04T09:00:00Z", value: str = "26", reset: str = "null"
) -> dict[str, bytes]:
    """The healthy project with the cost at its alert and acknowledged."""
    files = dict(FILES)
    for path, old, new in ALERT:
        text = new % mark if "%s" in new else new
        assert files[path].count(old.encode()) == 1
        files[path] = files[path].replace(old.encode(), text.encode())
    files[ACKNOWLEDGMENTS] = (ACK % (at, value, reset)).encode()
    return files


def test_an_acknowledged_alert_in_all_places_gives_none() -> None:
    files = acknowledged()
    files[TRIGGERS] = files[TRIGGERS].replace(
        b'"cost_warning"', b'"cost_alert": {"acknowledged": true}, "cost_warning"'
    )
    assert read(files).findings == ()


@pytest.mark.parametrize(
    ("files", "place", "message"),
    [
        (
            acknowledged(mark=""),
            (TRANSPONDER, 51),
            says(
                "The Thresholds table says that cost is not acknowledged, but acknowledgments.json says "
                "acknowledged at $26."
            ),
        ),
        (
            acknowledged(reset='"2026-03-04T09:10:00Z"'),
            (TRANSPONDER, 51),
            says(
                "The Thresholds table says that cost is acknowledged, but acknowledgments.json says reset at "
                "2026-03-04T09:10:00Z."
            ),
        ),
        (
            {**acknowledged(), ACKNOWLEDGMENTS: b"{}"},
            (TRANSPONDER, 51),
            says(
                "The Thresholds table says that cost is acknowledged, but acknowledgments.json says not acknowledged."
            ),
        ),
        (
            {path: data for path, data in acknowledged().items() if path != ACKNOWLEDGMENTS},
            (TRANSPONDER, 51),
            says("The Thresholds table says that cost is acknowledged, but state/acknowledgments.json does not exist."),
        ),
        (
            {**acknowledged(), TRIGGERS: b'{\n"triggers": {\n"cost_alert": {"acknowledged": false}}}'},
            (TRIGGERS, 3),
            says(
                "The trigger cost_alert says that cost is not acknowledged, but acknowledgments.json says "
                "acknowledged at $26."
            ),
        ),
        (
            {
                **acknowledged(),
                TRANSPONDER: acknowledged()[TRANSPONDER].replace(
                    b"## Session Continuity",
                    b"**Acknowledged Alerts:**\n- Cost @ $25.50 - acknowledged 2026-03-04T09:00\n## Session Continuity",
                ),
            },
            (TRANSPONDER, 59),
            says("The list says that cost was acknowledged at $25.50, but acknowledgments.json says $26."),
        ),
        (
            {
                **acknowledged(),
                TRANSPONDER: acknowledged()[TRANSPONDER].replace(
                    b"## Session Continuity",
                    b"**Acknowledged Alerts:**\n- Cost @ $26 - acknowledged 2026-03-03T09:00\n## Session Continuity",
                ),
            },
            (TRANSPONDER, 59),
            says(
                "The list says that cost was acknowledged at 2026-03-03T09:00, acknowledgments.json at "
                "2026-03-04T09:00:00Z."
            ),
        ),
    ],
)
def test_the_places_of_an_acknowledgment(files: dict[str, bytes], place: tuple[str, int], message: Message) -> None:
    (finding,) = read(files).findings
    assert (finding.code, finding.severity, finding.path, finding.line) == ("acknowledgment-drift", "warning", *place)
    assert finding.message == message


def test_an_acknowledgment_above_the_value() -> None:
    (finding,) = read(acknowledged(value="30")).findings
    assert (finding.code, finding.severity, finding.path) == ("acknowledgment-above-value", "note", ACKNOWLEDGMENTS)
    assert finding.message == says("cost was acknowledged at $30, but its value is $26.")


def test_a_used_holding_pattern_is_only_noted() -> None:
    files = {path: data for path, data in FILES.items() if path != HANDOFF}
    assert told(read(files).findings) == [("resume-file-missing", "note", TRANSPONDER, 64)]


def test_a_table_behind_the_last_check_is_only_noted() -> None:
    files = changed("healthy", TRANSPONDER, "| $12.40 |", "| $11.90 |")
    files[THRESHOLDS] = files[THRESHOLDS].replace(b"09:18:30Z", b"09:45:00Z")
    assert told(read(files).findings) == [("threshold-drift", "note", TRANSPONDER, 51)]


@pytest.mark.parametrize("shown", ["$12.4", "$12", "$12.40 ⚠️"])
def test_a_rounded_table_is_no_drift(shown: str) -> None:
    assert read(changed("healthy", TRANSPONDER, "| $12.40 |", f"| {shown} |")).findings == ()


@pytest.mark.parametrize("lines", [99, 100])
def test_the_limit_of_lines(lines: int) -> None:
    missing = lines - FILES[TRANSPONDER].count(b"\n")
    files = changed("healthy", TRANSPONDER, "## Quick Reference\n", "## Quick Reference\n" + "\n" * missing)
    assert ("over-100-lines" in [finding.code for finding in read(files).findings]) is (lines == 100)


def test_the_first_decisions_are_no_contradiction() -> None:
    files = changed("healthy", TRANSPONDER, "- Amounts in cents — no rounding left\n", "")
    assert len(read(files).decisions) == 2
    assert read(files).findings == ()


def test_no_decision_is_fine_before_the_first_plan_is_complete() -> None:
    text = FILES[TRANSPONDER].decode()
    begin, end = text.index("- Invoices are"), text.index("\n### Pending")
    bare = text[:begin] + text[end:]
    assert [f.code for f in read({**FILES, TRANSPONDER: bare}).findings] == ["decision-count"]
    assert read({**FILES, TRANSPONDER: bare.replace("completed | 2 |", "completed | 0 |")}).findings == ()


def test_percent_is_not_compared_where_phases_are_not_yet_planned() -> None:
    files = {path: data for path, data in FILES.items() if "003-payments/ROUTE" not in path}
    assert read(files).findings == ()


def test_a_path_outside_is_never_looked_up() -> None:
    # MemoryFiles fails the test where it is asked for a path outside
    for path in ("../../etc/passwd", "/etc/passwd", "a/../../b", "C:\\Windows\\x.md", "~/x"):
        files = changed("healthy", TRANSPONDER, "| .autopilot/holding-pattern.md |", f"| {path} |")
        assert "path-outside" in [finding.code for finding in read(files).findings], path


@pytest.mark.parametrize(
    ("cell", "named"),
    [
        ("a:b.md", "a:b.md"),
        ("notes.md (task 3)", "notes.md"),
        ("[notes](notes.md)", "notes.md"),
        ("C:\\notes.md", None),
        ("[notes](../notes.md)", None),
    ],
)
def test_the_file_that_a_resume_cell_names(cell: str, named: str | None) -> None:
    files = changed("healthy", TRANSPONDER, "| .autopilot/holding-pattern.md |", f"| {cell} |")
    (finding,) = read(files).findings
    assert finding.code == ("path-outside" if named is None else "resume-file-missing")
    if named is not None:
        assert finding.message == says(f"The resume file {named} does not exist.")
        assert read({**files, named: b""}).findings == ()


@pytest.mark.parametrize(
    ("phase", "plan", "found"),
    [("03-slug", "3.2", False), ("3", "3.2", False), ("003", "2", False), ("03-slug", "3.1", True)],
)
def test_a_handoff_names_its_plan_in_its_own_form(phase: str, plan: str, found: bool) -> None:
    handoff = f"<objective>\nContinue phase {phase}, plan {plan}\n</objective>\n<next_action>x</next_action>\n"
    position = "**Phase:** 3 of 6\n**Plan:** 2 of 3\n**Status:** In progress\n**Next action:** x\n"
    track = read({TRANSPONDER: position, HANDOFF: handoff})
    assert ("handoff-position" in [finding.code for finding in track.findings]) is found


@pytest.mark.parametrize(
    ("plan", "task", "found"),
    [
        ("2", "3", False), ("2", "003.3", False), ("2", "3.2.3", False), ("2", "2.3", False), ("3.2", "3.2.3", False),
        ("2", "003.4", True), ("2", "4.3", True), ("2", "3.1.3", True),
    ],
)  # fmt: skip
def test_the_task_of_a_handoff_may_be_written_with_its_phase_and_plan(plan: str, task: str, found: bool) -> None:
    position = (
        "**Phase:** 3 of 6\n**Plan:** 2 of 4\n**Status:** In progress\n**Next action:** x\n"
        "\n## Session Continuity\nStopped at: Mid-plan 3.2, task 3 of 5\n"
    )
    handoff = f"---\nphase: 3\nplan: {plan}\ntask: {task}\ntotal_tasks: 5\n---\n\n## Next Action\nx\n"
    codes = [each.code for each in read({TRANSPONDER: position, HANDOFF: handoff}).findings]
    assert ("handoff-position" in codes) is found
    assert "task-beyond-total" not in codes
    beyond = handoff.replace(f"task: {task}", "task: 003.7")
    assert "task-beyond-total" in [each.code for each in read({TRANSPONDER: position, HANDOFF: beyond}).findings]


BRIEFING, ROUTE = ".autopilot/phases/003/BRIEFING.md", ".autopilot/phases/003/ROUTE.md"


@pytest.mark.parametrize(
    ("status", "there", "found"),
    [
        ("Ready to discuss", (), False),
        ("Ready to discuss", (BRIEFING,), True),
        ("Ready to plan", (BRIEFING,), False),
        ("Ready to plan", (), False),
        ("Ready to plan", (BRIEFING, ROUTE), True),
        ("Ready to execute", (BRIEFING, ROUTE), False),
        ("Ready to execute", (BRIEFING,), True),
        ("Ready to execute", (), True),
        ("planned", (), True),
        ("In progress", (), False),
    ],
)
def test_a_status_is_held_against_what_is_there(status: str, there: tuple[str, ...], found: bool) -> None:
    """Seed, "Status Values"."""
    head = f"# Project State\n\n## Current Position\n\n**Phase:** 3 of 6\n**Status:** {status}\n**Next action:** x\n"
    files = {TRANSPONDER: head, **dict.fromkeys(there, "# Phase 3: Dashboard\n\n- [ ] Task 1: Model\n")}
    assert ("status-mismatch" in [each.code for each in read(files).findings]) is found


def test_a_doubled_section_and_the_values_that_differ_are_named() -> None:
    again = "## Current Position\n\nPhase: 2 of 3\nPlan: 2 of 2\n\n## Performance Metrics"
    findings = read(changed("healthy", TRANSPONDER, "## Performance Metrics", again)).findings
    assert [(each.code, str(each.message)) for each in findings] == [
        ("duplicate-section", 'The section "Current Position" is on lines 8 and 21.'),
        ("duplicate-label", 'Plan is on line 13 ("1 of 2") and again on line 24 ("2 of 2").'),
    ]


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ("## Current Position\n\nStatus: Blocked\n", "error"),
        ("## Current Position\n\nPlan: 2 of 2\n", "warning"),
        ("### Blockers\n\n- No key for the mirror\n", "warning"),
        ("### Blockers\n\n- None\n", "warning"),
        ("### Pending Todos\n\n- Ask ops\n", "warning"),
    ],
)
def test_a_section_that_comes_again_is_damage_where_it_may_hold_the_agent(text: str, severity: str) -> None:
    """Both are read: of two statuses one holds, and nobody can tell which is meant."""
    (finding,) = (each for each in read({**FILES, TRANSPONDER: FILES[TRANSPONDER] + f"\n{text}".encode()}).findings
                  if each.code == "duplicate-section")  # fmt: skip
    assert finding.severity == severity


def test_a_handoff_cut_in_the_middle_is_named() -> None:
    whole = FILES[HANDOFF]
    for end in range(whole.index(b"\n## Current State"), whole.index(b"Write render_pdf"), 3):
        findings = read({**FILES, HANDOFF: whole[:end]}).findings
        assert "handoff-incomplete" in {each.code for each in findings}, whole[:end][-30:]


def test_a_handoff_without_frontmatter_says_what_it_lacks() -> None:
    body = FILES[HANDOFF].split(b"---\n", 2)[2]
    (finding,) = read({**FILES, HANDOFF: body}).findings
    assert (finding.code, finding.message) == ("handoff-incomplete", plain("The handoff names no phase, plan or task."))


def test_a_plan_named_with_its_phase_needs_no_phase_beside_it() -> None:
    handoff = "<objective>\nContinue plan 3.%s\n</objective>\n<next_action>x</next_action>\n"
    position = "**Phase:** 3 of 6\n**Plan:** 2 of 3\n**Status:** In progress\n**Next action:** x\n"
    codes = [{each.code for each in read({TRANSPONDER: position, HANDOFF: handoff % plan}).findings} for plan in "21"]
    assert ["handoff-position" in each for each in codes] == [False, True]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# mine\n[limits.cost]\nwarning = 60\n", 3),
        ("# mine\nlimits.cost.warning = 60\n", 2),
        ("[limits]\ncost = { warning = 60 }\n", 2),
    ],
)
def test_the_line_of_a_limit_in_any_form(text: str, line: int) -> None:
    files = {TRANSPONDER: "**Phase:** 3 of 6\n**Next action:** x\n", ".cockpit/limits.toml": text}
    (finding,) = (each for each in read(files).findings if each.code == "limits-unordered")
    assert (finding.path, finding.line) == (".cockpit/limits.toml", line)


def test_findings_name_both_values_and_what_to_do() -> None:
    (finding,) = read(changed("healthy", TRANSPONDER, "█████░░░░░ 50%", "██████░░░░ 50%")).findings
    assert finding.message == says("The progress bar shows 6 of 10 cells, but the number is 50 %.")
    assert finding.hint == says("Fill one of the ten cells for every full 10 %.")


@pytest.mark.parametrize(
    ("stated", "message"),
    [
        ("task 1 of 4", says("The position is task 1 of 4, but 4 tasks of the plan are done: 1 and 2.")),
        ("task 1 of 9", says("The position is task 1 of 9, but 4 tasks of the plan are done: 1 and 2.")),
        ("task 2 of 4", None),  # who finished it last has not begun the next one
        ("task 3 of 4", None),
        ("task 7 of 4", None),
    ],
)
def test_a_task_that_the_plan_has_left_behind(stated: str, message: Message | None) -> None:
    files = changed("healthy", TRANSPONDER, "| Mid-plan 2.1, task 3 of 4 |", f"| Mid-plan 2.1, {stated} |")
    found = [each.message for each in read({**FILES, **files}).findings if each.code == "task-behind"]
    assert found == ([message] if message is not None else [])
