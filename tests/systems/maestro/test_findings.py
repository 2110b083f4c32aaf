"""Every finding about a session of Maestro: what makes it, at which line, and what it says."""

import json

import pytest

from cockpit.systems.maestro.findings import Report
from cockpit.systems.shared.report import DOCUMENTS, HANDOFFS
from tests.support.maestro_sessions import MAIN, SOUND, changed, read, read_case, session, tracks
from tests.support.messages import words

TWO = "    name: Two\n    status: in_progress\n"
TOKENS = "token_usage:\n  total_input: 10\n  total_output: 5\n  by_agent:\n    coder: {input: 8, output: 5}\n"
RULES = Report.RULES
CASES = {
    "frontmatter-missing": (
        b"# Of buoys Orchestration Log\n", 1, words("The session has no frontmatter; only its log is read."),
    ),
    "frontmatter-cut": (
        session(SOUND.replace("  - id: 3", "...\n  - id: 3")), 18,
        words("Part of the frontmatter is missing from the file here. The rest was read."),
    ),
    "backslash-quotes": (
        changed("status: in_progress\ncurrent", 'status: \\"in_progress\\"\ncurrent'), 6,
        words("Values are in quotes with backslashes, which become part of the value."),
    ),
    "frontmatter-unclosed": (
        f"---\n{SOUND}\n# Of buoys Orchestration Log\n".encode(), 1,
        words("The frontmatter opens with `---` and is not closed."),
    ),
    "frontmatter-elsewhere": (
        f"# Of buoys Orchestration Log\n\n```yaml\n{SOUND}```\n".encode(), 3,
        words("The frontmatter is not at the beginning of the file, where it must be, between two `---` lines."),
    ),
    "key-misspelled": (
        changed("total_phases: 3", "Total-Phases: 3"), 8,
        words("The key Total-Phases is not read: the correct spelling is total_phases."),
    ),
    "key-misspelled: of a phase": (
        session(SOUND.replace(TWO, f"{TWO}    Errors:\n      - No chain\n")), 17,
        words("The key Errors is not read: the correct spelling is errors."),
    ),
    "key-misplaced": (
        changed("phases:\n", "token_usage:\n  total_input: 10\n  errors:\n    - No chain\nphases:\n"), 11,
        words("The key errors is not read here, below token_usage."),
    ),
    "value-unreadable": (
        session(f"{SOUND}  - four\n"), 22,
        words('An entry of `phases` is not a valid mapping: "four".'),
    ),
    "value-unreadable: retries": (
        changed(TWO, f"{TWO}    retry_count: several\n"), 17,
        words('`phases.retry_count` is not a valid whole number: "several".'),
    ),
    "value-unreadable: a total": (
        changed("total_phases: 3", "total_phases: a few"), 8,
        words('`total_phases` is not a valid whole number: "a few".'),
    ),
    "value-unreadable: tokens": (
        changed("total_phases: 3\n", 'total_phases: 3\ntoken_usage:\n  total_input: "15,000"\n'), 10,
        words('`token_usage.total_input` is not a valid whole number: "15,000".'),
    ),
    "quick-with-phases": (
        changed("task:", "tier: T1\ntask:"), 3, words("The session has 3 phases, but its tier T1 allows none."),
    ),
    "log-mark": (
        session(SOUND, "# Of buoys Orchestration Log\n\n## Phase 3: Three (Completed) ✅\n"), 26,
        words("The log marks phase 3 as completed, but its status is pending."),
    ),
    "crlf": (
        session(SOUND.replace("\n", "\r\n")), 1,
        words("Lines end with CRLF; the tools of Maestro's server expect LF."),
    ),
    "unknown-status": (
        changed("status: in_progress\ncurrent", "status: blocked\ncurrent"), 6,
        words("The session has the status blocked, which Maestro does not know."),
    ),
    "status-unread": (
        changed("    status: pending\n", "    status: waiting\n"), 20,
        words("Phase 3 has the status waiting, which Maestro does not know."),
    ),
    "unknown-status of a phase": (
        changed("    status: pending\n", "    status: not_started\n"), 20,
        words("Phase 3 has the status not_started, which Maestro does not know."),
    ),
    "document-as-text": (
        session(SOUND + "implementation_plan: |\n  # Buoys\n\n  ## Phase 1: One\n"), 22,
        words("`implementation_plan` holds the text of the plan, not its path."),
    ),
    "status-missing": (
        changed("status: in_progress\ncurrent", "current"), 2,
        words("The session has no status."),
    ),
    "status-missing of a phase": (
        changed("    status: pending\n", ""), 18,
        words("Phase 3 has no status."),
    ),
    "unknown-tier": (changed("task:", "tier: T4\ntask:"), 3, words("The tier is T4, which Maestro does not know.")),
    "session-id-missing": (changed("session_id: s-1\n", ""), 2, words("The session has no id.")),
    "phases-missing": (session("session_id: s-1\nstatus: in_progress\n"), 2, words("The session has no phases.")),
    "phase-id-missing": (
        changed("  - id: 3\n    name: Three\n", "  - name: Three\n"), 18,
        words('Phase "Three" has no usable id.'),
    ),
    "phase-id-missing: no number": (
        changed("  - id: 3\n", "  - id: .nan\n"), 18,
        words("Phase .nan has no usable id."),
    ),
    "phase-name-missing": (
        session(SOUND.replace("    name: Two\n", "").replace("    name: Three\n", "")), 14,
        words("2 phases have no name: 2 and 3."),
    ),
    "phase-twice": (
        session(SOUND.replace("  - id: 3", "  - id: 1").replace("    blocked_by: [2]\n", "")), 18,
        words("Phase 1 is listed 2 times."),
    ),
    "validation-missing": (
        session("session_id: s-1\nstatus: completed\ntier: T1\n"), 2, words(
"The quick session has no validation command or "
"no result."
),
    ),
    "current-phase-unreadable": (
        changed("current_phase: 2", "current_phase: .nan"), 7,
        words("`current_phase` is not a phase id: .nan."),
    ),
    "current-phase-unreadable: none": (
        changed("current_phase: 2\n", ""), 2,
        words("`current_phase` is missing."),
    ),
    "current-phase-unknown": (
        changed("current_phase: 2", "current_phase: two"), 7, words("`current_phase` is two, which does not exist."),
    ),
    "phase-beyond-total": (
        changed("current_phase: 2", "current_phase: 4"), 7,
        words("`current_phase` is 4, beyond the total of 3."),
    ),
    "current-phase-finished": (
        changed("current_phase: 2", "current_phase: 1"), 7,
        words("`current_phase` is 1, which is completed; work continues at phase 2."),
    ),
    "several-in-progress": (
        changed("    status: pending\n", "    status: in_progress\n"), 20,
        words("2 phases are in progress at once, but not all are parallel: 2 and 3."),
    ),
    "total-mismatch": (
        changed("total_phases: 3", "total_phases: 4"), 8,
        words("`total_phases` is 4, but there are 3 phases."),
    ),
    "completed-with-open-phases": (
        changed("status: in_progress\ncurrent", "status: completed\ncurrent"), 6,
        words("The session is completed, but 2 phases are not: 2 and 3."),
    ),
    "phase-times": (
        changed("    completed: 2026-03-20T09:00:00Z\n", ""), 10,
        words("Phase 1 is completed, but has no completion time."),
    ),
    "phase-times: too early": (
        changed(TWO, f"{TWO}    completed: 2026-03-20T09:30:00Z\n"), 17,
        words("Phase 2 has a completion time, but is in_progress."),
    ),
    "tokens-mismatch": (
        changed("total_phases: 3\n", f"total_phases: 3\n{TOKENS}"), 9,
        words("`token_usage` does not match its agents: input 10 (the agents' sum is 8)."),
    ),
    "blocked-by-unknown": (
        changed("blocked_by: [2]", "blocked_by: [7]"), 21,
        words("Phase 3 waits for phase 7, which does not exist."),
    ),
    "blocked-by-circle": (
        changed("blocked_by: [1]", "blocked_by: [3]"), 17,
        words("Circular wait: phase 2 waits for phase 3, which waits for phase 2."),
    ),
    "retries-unrecorded": (
        changed(TWO, f"{TWO}    retry_count: 1\n"), 17,
        words("Phase 2 counts 1 retry, but records 0 errors."),
    ),
    "retries-over-limit": (
        changed(TWO, f"{TWO}    retry_count: 3\n    errors: [a, b, c]\n"), 17,
        words("Phase 2 has 3 retries, the limit is 2."),
    ),
    "reconciliation-required": (
        changed(TWO, f"{TWO}    requires_reconciliation: true\n    reconciliation_reason: nothing was told\n"), 17,
        words("Phase 2 must be compared with the plan: nothing was told."),
    ),
    "path-elsewhere": (
        changed("task:", "design_document: 'C:\\boats\\design.md'\ntask:"), 3,
        words("`design_document` is an absolute path or a URL outside the project: C:\\boats\\design.md."),
    ),
    "path-outside": (
        changed("task:", "implementation_plan: ../plan.md\ntask:"), 3,
        words("`implementation_plan` is a path outside the project: ../plan.md."),
    ),
    "document-missing": (
        changed("task:", "design_document: docs/maestro/plans/design.md\ntask:"), 3,
        words("`design_document` is docs/maestro/plans/design.md, which does not exist."),
    ),
    "time-unreadable": (
        changed("2026-03-20T08:00:00Z", "early"), 4,
        words("`created` is not a time: early."),
    ),
    "zoneless-time": (
        changed("2026-03-20T10:00:00Z", "2026-03-20T10:00"), 5,
        words("`updated` 2026-03-20T10:00 has no time zone and is read as UTC."),
    ),
}  # fmt: skip
"""By code (and what of it): a session, the line, and the message."""
GATE = "docs__maestro__state__s-1.design-gate.json"
ARCHIVED = "docs__maestro__state__archive__other.md"
BESIDE = {
    "design-unapproved": (
        GATE, '{"session_id": "s-1", "approved_at": null}', None, words(
"The design of this session is not "
"approved yet."
),
    ),
    "gate-of-another": (
        GATE, '{"session_id": "s-2", "approved_at": null}', None,
        words("The design gate belongs to session s-2, not to s-1."),
    ),
    "archive-name": (
        ARCHIVED, session(SOUND.replace("s-1", "s-0")), 2,
        words("Session s-0 is archived as other.md instead of s-0.md."),
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


@pytest.mark.parametrize(
    ("key", "own"), [("errors", "    errors: []\n"), *((each, "") for each in ("phases", "token_usage", "Errors"))]
)
def test_any_key_may_stand_in_what_a_phase_hands_on(key: str, own: str) -> None:
    handed_on = f"{TWO}{own}    downstream_context:\n      {key}:\n        - agent: none\n"
    assert read(session(SOUND.replace(TWO, handed_on))).findings == ()
    keys = {"session_id": "s-1", "status": "in_progress", "current_phase": 2}
    phase = {"id": 2, "name": "Two", "status": "pending", "downstream_context": {key: [{"agent": "none"}]}}
    front = json.dumps({**keys, "phases": [{**phase, **({"errors": []} if own else {})}]})
    assert read(session(f"{front}\n")).findings == ()


def test_errors_that_a_phase_hands_on_and_lacks_itself_may_be_its_own() -> None:
    handed_on = f"{TWO}    downstream_context:\n      errors:\n        - The boom is stuck\n"
    (finding,) = read(session(SOUND.replace(TWO, handed_on))).findings
    assert (finding.code, str(finding.message)) == (
        "key-misplaced", "The key errors is not read here, below downstream_context.",
    )  # fmt: skip


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
        14, words("Part of the frontmatter is missing from the file here and on line 19. The rest was read."),
    )  # fmt: skip
    nameless = SOUND.replace("  - id: 2", "  - id: .nan").replace("  - id: 3", "  - id: .nan")
    (finding,) = read(session(nameless.replace("current_phase: 2", "current_phase: .nan"))).findings[1:]
    assert (finding.line, finding.message) == (14, words("2 phases have no usable id."))


def test_contradictions_are_named_each() -> None:
    found = [finding.code for finding in read_case("contradictory").findings]
    assert sorted(found) == [
        "blocked-by-circle", "blocked-by-unknown", "completed-with-open-phases", "current-phase-finished",
        "gate-of-another", "path-elsewhere", "path-outside", "phase-name-missing", "phase-times", "phase-twice",
        "reconciliation-required", "retries-over-limit", "retries-unrecorded", "several-in-progress", "status-unread",
        "tokens-mismatch", "total-mismatch",
    ]  # fmt: skip
