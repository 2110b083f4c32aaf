"""Every finding about a session of Maestro: what makes it, at which line, and what it says."""

import pytest

from cockpit.systems.maestro.report import RULES
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS
from cockpit.wording.messages import Message
from tests.support.maestro_sessions import MAIN, SOUND, changed, read, read_case, session, tracks

TWO = "    name: Two\n    status: in_progress\n"
TOKENS = "token_usage:\n  total_input: 10\n  total_output: 5\n  by_agent:\n    coder: {input: 8, output: 5}\n"
PHASE_1, PHASE_2, PHASE_3 = (Message("maestro.capital-phase-label", phase=each) for each in "123")
CASES = {
    "frontmatter-missing": (
        b"# Of buoys Orchestration Log\n", 1, Message("maestro.frontmatter-missing"),
    ),
    "frontmatter-cut": (
        session(SOUND.replace("  - id: 3", "...\n  - id: 3")), 18,
        Message("systems.frontmatter-cut"),
    ),
    "backslash-quotes": (
        changed("status: in_progress\ncurrent", 'status: \\"in_progress\\"\ncurrent'), 6,
        Message("systems.backslash-quotes"),
    ),
    "frontmatter-unclosed": (
        f"---\n{SOUND}\n# Of buoys Orchestration Log\n".encode(), 1,
        Message("systems.problem", problem="the frontmatter opens with `---` and is not closed"),
    ),
    "frontmatter-elsewhere": (
        f"# Of buoys Orchestration Log\n\n```yaml\n{SOUND}```\n".encode(), 3,
        Message("systems.problem", problem=Message("maestro.frontmatter-elsewhere")),
    ),
    "key-misspelled": (
        changed("total_phases: 3", "Total-Phases: 3"), 8,
        Message("systems.key-misspelled", key="Total-Phases", known="total_phases"),
    ),
    "key-misspelled: of a phase": (
        session(SOUND.replace(TWO, f"{TWO}    Errors:\n      - No chain\n")), 17,
        Message("systems.key-misspelled", key="Errors", known="errors"),
    ),
    "key-misplaced": (
        changed("phases:\n", "token_usage:\n  total_input: 10\n  errors:\n    - No chain\nphases:\n"), 11,
        Message("systems.key-misplaced", key="errors", below="token_usage"),
    ),
    "value-unreadable": (
        session(f"{SOUND}  - four\n"), 22,
        Message("systems.value-unreadable", what="A phase", expected="mapping", stated='"four"'),
    ),
    "value-unreadable: retries": (
        changed(TWO, f"{TWO}    retry_count: several\n"), 17,
        Message("systems.value-unreadable", what="`phases.retry_count`", expected="whole number", stated='"several"'),
    ),
    "value-unreadable: a total": (
        changed("total_phases: 3", "total_phases: a few"), 8,
        Message("systems.value-unreadable", what="`total_phases`", expected="whole number", stated='"a few"'),
    ),
    "value-unreadable: tokens": (
        changed("total_phases: 3\n", 'total_phases: 3\ntoken_usage:\n  total_input: "15,000"\n'), 10,
        Message("systems.value-unreadable", what="`token_usage.total_input`", expected="whole number",
                stated='"15,000"'),
    ),
    "quick-with-phases": (
        changed("task:", "tier: T1\ntask:"), 3, Message("maestro.quick-session-with-phases", count=3),
    ),
    "log-mark": (
        session(SOUND, "# Of buoys Orchestration Log\n\n## Phase 3: Three (Completed) ✅\n"), 26,
        Message("maestro.log-marks-open-phase", phase="3", status="pending"),
    ),
    "crlf": (
        session(SOUND.replace("\n", "\r\n")), 1,
        Message("maestro.lines-end-with-crlf"),
    ),
    "unknown-status": (
        changed("status: in_progress\ncurrent", "status: blocked\ncurrent"), 6,
        Message("maestro.session-status-unknown", status="blocked"),
    ),
    "unknown-status of a phase": (
        changed("    status: pending\n", "    status: waiting\n"), 20,
        Message("maestro.phase-status-unknown", phase=PHASE_3, status="waiting"),
    ),
    "status-missing": (
        changed("status: in_progress\ncurrent", "current"), 2,
        Message("maestro.session-status-missing"),
    ),
    "status-missing of a phase": (
        changed("    status: pending\n", ""), 18,
        Message("maestro.phase-status-missing", phase=PHASE_3),
    ),
    "unknown-tier": (changed("task:", "tier: T4\ntask:"), 3, Message("maestro.tier-unknown", tier="T4")),
    "session-id-missing": (changed("session_id: s-1\n", ""), 2, Message("maestro.session-id-missing")),
    "phases-missing": (session("session_id: s-1\nstatus: in_progress\n"), 2, Message("maestro.session-without-phases")),
    "phase-id-missing": (
        changed("  - id: 3\n    name: Three\n", "  - name: Three\n"), 18,
        Message("maestro.phase-id-missing", phase=Message("maestro.capital-phase-label-by-name", name="Three")),
    ),
    "phase-id-missing: no number": (
        changed("  - id: 3\n", "  - id: .nan\n"), 18,
        Message("maestro.phase-id-missing", phase=Message("maestro.capital-phase-label", phase=".nan")),
    ),
    "phase-name-missing": (
        session(SOUND.replace("    name: Two\n", "").replace("    name: Three\n", "")), 14,
        Message("maestro.phase-names-missing", count=2, phases=("2", "3")),
    ),
    "phase-twice": (
        session(SOUND.replace("  - id: 3", "  - id: 1").replace("    blocked_by: [2]\n", "")), 18,
        Message("maestro.phase-id-repeated", phase="1", count=2),
    ),
    "validation-missing": (
        session("session_id: s-1\nstatus: completed\ntier: T1\n"), 2, Message("maestro.validation-missing"),
    ),
    "current-phase-unreadable": (
        changed("current_phase: 2", "current_phase: .nan"), 7,
        Message("maestro.current-phase-unreadable", stated=".nan"),
    ),
    "current-phase-unreadable: none": (
        changed("current_phase: 2\n", ""), 2,
        Message("maestro.current-phase-missing"),
    ),
    "current-phase-unknown": (
        changed("current_phase: 2", "current_phase: two"), 7, Message("maestro.current-phase-unknown", phase="two"),
    ),
    "phase-beyond-total": (
        changed("current_phase: 2", "current_phase: 4"), 7,
        Message("maestro.current-phase-beyond-total", phase="4", total=3),
    ),
    "current-phase-finished": (
        changed("current_phase: 2", "current_phase: 1"), 7,
        Message("maestro.current-phase-finished", phase="1", status="completed", following="2"),
    ),
    "several-in-progress": (
        changed("    status: pending\n", "    status: in_progress\n"), 20,
        Message("maestro.several-phases-at-once", count=2, phases=("2", "3")),
    ),
    "total-mismatch": (
        changed("total_phases: 3", "total_phases: 4"), 8,
        Message("maestro.total-phases-mismatch", total=4, count=3),
    ),
    "completed-with-open-phases": (
        changed("status: in_progress\ncurrent", "status: completed\ncurrent"), 6,
        Message("maestro.completed-with-open-phases", count=2, phases=("2", "3")),
    ),
    "phase-times": (
        changed("    completed: 2026-03-20T09:00:00Z\n", ""), 10,
        Message("maestro.completed-phase-without-time", phase=PHASE_1),
    ),
    "phase-times: too early": (
        changed(TWO, f"{TWO}    completed: 2026-03-20T09:30:00Z\n"), 17,
        Message("maestro.open-phase-with-completion-time", phase=PHASE_2, status="in_progress"),
    ),
    "tokens-mismatch": (
        changed("total_phases: 3\n", f"total_phases: 3\n{TOKENS}"), 9,
        Message("maestro.token-totals-mismatch",
                totals=(Message("maestro.tokens-unlike-agents", total=10, kind="input", added=8),)),
    ),
    "blocked-by-unknown": (
        changed("blocked_by: [2]", "blocked_by: [7]"), 21,
        Message("maestro.blocker-unknown", phase=PHASE_3, blocker="7"),
    ),
    "blocked-by-circle": (
        changed("blocked_by: [1]", "blocked_by: [3]"), 17,
        Message("maestro.phases-wait-in-circle", phase="2", blockers=(
            Message("maestro.phase-label", phase="3"), Message("maestro.which-waits-for-phase", phase="2"),
        )),
    ),
    "retries-unrecorded": (
        changed(TWO, f"{TWO}    retry_count: 1\n"), 17,
        Message("maestro.phase-retries-unrecorded", phase=PHASE_2, retries=1, errors=0),
    ),
    "retries-over-limit": (
        changed(TWO, f"{TWO}    retry_count: 3\n    errors: [a, b, c]\n"), 17,
        Message("maestro.phase-retries-over-limit", phase=PHASE_2, count=3, limit=2),
    ),
    "reconciliation-required": (
        changed(TWO, f"{TWO}    requires_reconciliation: true\n    reconciliation_reason: nothing was told\n"), 17,
        Message("maestro.phase-to-be-compared-why", phase=PHASE_2, reason="nothing was told."),
    ),
    "path-elsewhere": (
        changed("task:", "design_document: 'C:\\boats\\design.md'\ntask:"), 3,
        Message("maestro.document-of-other-machine", key="design_document", path="C:\\boats\\design.md"),
    ),
    "path-outside": (
        changed("task:", "implementation_plan: ../plan.md\ntask:"), 3,
        Message("maestro.document-outside-project", key="implementation_plan", path="../plan.md"),
    ),
    "document-missing": (
        changed("task:", "design_document: docs/maestro/plans/design.md\ntask:"), 3,
        Message("maestro.document-not-there", key="design_document", path="docs/maestro/plans/design.md"),
    ),
    "time-unreadable": (
        changed("2026-03-20T08:00:00Z", "early"), 4,
        Message("systems.time-unreadable", label="`created`", value="early"),
    ),
    "zoneless-time": (
        changed("2026-03-20T10:00:00Z", "2026-03-20T10:00"), 5,
        Message("systems.time-without-zone", label="`updated`", value="2026-03-20T10:00"),
    ),
}  # fmt: skip
"""By code (and what of it): a session, the line, and the message."""
GATE = "docs__maestro__state__s-1.design-gate.json"
ARCHIVED = "docs__maestro__state__archive__other.md"
BESIDE = {
    "design-unapproved": (
        GATE, '{"session_id": "s-1", "approved_at": null}', None, Message("maestro.design-not-approved"),
    ),
    "gate-of-another": (
        GATE, '{"session_id": "s-2", "approved_at": null}', None,
        Message("maestro.gate-of-other-session", session="s-2", own="s-1"),
    ),
    "archive-name": (
        ARCHIVED, session(SOUND.replace("s-1", "s-0")), 2,
        Message("maestro.archive-name-unlike-id", session="s-0", name="other.md"),
    ),
}  # fmt: skip
ELSEWHERE = {"empty-file", "retry-limit-raised", "state-dir-outside", "two-sessions"}
"""Codes that a test of their own is about."""


def test_a_sound_session_has_none() -> None:
    assert read(session()).findings == ()
    assert read_case("healthy").findings == ()


@pytest.mark.parametrize("case", CASES)
def test_it_is_reported_with_its_line(case: str) -> None:
    data, line, message = CASES[case]
    (finding,) = read(data).findings
    assert (finding.code, finding.path, finding.line, finding.message) == (
        case.split(maxsplit=1)[0].rstrip(":"),
        MAIN,
        line,
        message,
    )
    assert finding.severity == RULES[finding.code].severity
    assert finding.hint


@pytest.mark.parametrize("code", BESIDE)
def test_what_lies_beside_a_session_is_reported(code: str) -> None:
    name, data, line, message = BESIDE[code]
    (finding,) = read(session(), **{name: data}).findings
    assert (finding.code, finding.path, finding.line, finding.message) == (
        code,
        name.replace("__", "/"),
        line,
        message,
    )


def test_a_mark_of_a_number_that_two_phases_share_may_be_of_the_completed_one() -> None:
    text = SOUND.replace("  - id: 3", "  - id: 2", 1)
    marked = "# Of buoys Orchestration Log\n\n## Phase 2: Two ✅\n"
    assert "log-mark" in [each.code for each in read(session(text, marked)).findings]
    completed = text.replace("    status: pending", "    status: completed\n    completed: '2026-03-20T10:00:00Z'")
    found = [each.code for each in read(session(completed, marked)).findings]
    assert "phase-twice" in found
    assert "log-mark" not in found


def test_each_rule_has_a_case() -> None:
    own = {code for code in RULES if code not in {*DOCUMENTS, *HANDOFFS}}
    assert own <= {case.split()[0].rstrip(":") for case in CASES} | {*BESIDE} | ELSEWHERE


@pytest.mark.parametrize(("status", "is_reported"), [("in_progress", True), ("failed", True), ("completed", False)])
def test_two_active_sessions_are_reported_by_both(status: str, is_reported: bool) -> None:
    other = SOUND.replace("s-1", "s-2").replace("status: in_progress\ncurrent", f"status: {status}\ncurrent")
    both = tracks({MAIN: session(), ".gemini/state/active-session.md": session(other)})
    assert [[each.path for each in track.findings if each.code == "two-sessions"] for track in both] == [
        [track.path] if is_reported else [] for track in both
    ]


@pytest.mark.parametrize(
    "text",
    [
        "---\n{front}\n# Of buoys Orchestration Log\n",
        "---\n# where it stands\n{front}\n## Phase 1: One ✅\n\nDone\n",
        "```yaml\n{front}```\n",
        "# Of buoys Orchestration Log\n\n---\n{front}---\n\n## Phase 1: One ✅\n",
        "Some words first.\n\n~~~\n---\n{front}---\n~~~\n",
    ],
)
def test_phases_are_read_wherever_they_stand(text: str) -> None:
    """Also over the blank lines of the seed's template."""
    front = SOUND.replace("phases:\n  -", "\nphases:\n  -").replace("  - id: 3", "\n  - id: 3")
    track = read(text.format(front=front).encode())
    assert (track.id, [phase.status for phase in track.phases]) == ("s-1", ["completed", "in_progress", "pending"])


def test_an_empty_file_is_reported() -> None:
    assert [(each.code, each.severity) for each in read(b"\n").findings] == [("empty-file", "error")]


def test_phases_that_may_run_in_parallel_are_in_progress_together() -> None:
    both = SOUND.replace("status: pending", "status: in_progress\n    parallel: true").replace(
        TWO, f"{TWO}    parallel: true\n"
    )
    assert read(session(both)).findings == ()


def test_more_retries_are_allowed_where_a_variable_says_so() -> None:
    data = changed(TWO, f"{TWO}    retry_count: 3\n    errors: [a, b, c]\n")
    (raised,) = tracks({MAIN: data, ".env": "KEY=1\nMAESTRO_MAX_RETRIES=3\n"})[0].findings
    assert (raised.code, raised.path, raised.line) == ("retry-limit-raised", ".env", 2)
    lowered = tracks({MAIN: session(), ".env": "MAESTRO_MAX_RETRIES=1\n"})[0].findings
    assert lowered == ()
    (track,) = tracks({MAIN: data}, environment={"MAESTRO_MAX_RETRIES": "4"})
    assert track.findings == ()
    assert track.retries is not None
    assert (track.retries.count, track.retries.max) == (3, 4)


def test_what_was_left_out_is_not_blamed_on_what_stands_there() -> None:
    assert [each.code for each in read_case("cut").findings] == ["frontmatter-cut"]


def test_what_is_wrong_in_several_places_is_reported_once() -> None:
    cut = SOUND.replace("  - id: 2", "...\n  - id: 2").replace("  - id: 3", "...\n  - id: 3")
    (finding,) = read(session(cut)).findings
    assert (finding.line, finding.message) == (
        14, Message("systems.frontmatter-cut-often", count=1, lines=("19",)),
    )  # fmt: skip
    nameless = SOUND.replace("  - id: 2", "  - id: .nan").replace("  - id: 3", "  - id: .nan")
    (finding,) = read(session(nameless.replace("current_phase: 2", "current_phase: .nan"))).findings[1:]
    assert (finding.line, finding.message) == (14, Message("maestro.phase-ids-missing", count=2))


def test_contradictions_are_named_each() -> None:
    found = [finding.code for finding in read_case("contradictory").findings]
    assert sorted(found) == [
        "blocked-by-circle", "blocked-by-unknown", "completed-with-open-phases", "current-phase-finished",
        "gate-of-another", "path-elsewhere", "path-outside", "phase-name-missing", "phase-times", "phase-twice",
        "reconciliation-required", "retries-over-limit", "retries-unrecorded", "several-in-progress",
        "tokens-mismatch", "total-mismatch", "unknown-status",
    ]  # fmt: skip
