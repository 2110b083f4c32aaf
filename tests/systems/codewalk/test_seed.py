"""The seed's example gives its values, bare, in a fence and as frontmatter; its other examples too."""

import pytest

from cockpit.model import Step, Track
from tests.support.codewalk_states import DATABASE, MAIN, SEED, SOUND, STORES, proposed, read, stored
from tests.support.messages import words

FORMS = {
    "bare": SEED,
    "frontmatter": f"---\n{SEED}---\n\n# Notes\n",
    "fenced": f"# State\n\n```yaml\n{SEED}```\n",
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("place", [MAIN, "STATE.md"])
def test_the_example_gives_its_values(form: str, place: str) -> None:
    track = read({place: FORMS[form]})
    assert (track.path, track.format) == (place, form)
    the_values_of_the_example(track)


@pytest.mark.parametrize("store", ["folders", "sqlite"])
def test_the_example_gives_its_values_in_the_other_stores(store: str) -> None:
    track = read(stored(SEED, store))
    assert (track.path, track.format) == (DATABASE if store == "sqlite" else MAIN, store)
    the_values_of_the_example(track)


def the_values_of_the_example(track: Track) -> None:
    at = track.position
    assert (track.id, track.title) == ("init-abc123", "User Authentication")
    assert (at.phase, at.plan, at.task) == (
        Step(id="2", name="JWT Implementation", total=4),
        Step(id="3", name="Refresh Token Rotation"),
        Step(name="Implement token rotation endpoint"),
    )
    assert (at.wave, at.status, at.percent) == ("1", "in_progress", 50.0)
    assert at.counted is not None
    assert (at.counted.done, at.counted.total, at.counted.unit) == (5, 8, "tasks")
    assert track.extra["phases_done"] == "1 of 4"
    assert [(each.date, each.context, each.text, each.reason) for each in track.decisions] == [
        ("2024-01-14", "Token storage strategy", "httpOnly cookie, not localStorage",
         "XSS protection, automatic inclusion in requests"),
        ("2024-01-14", "JWT library", "jose over jsonwebtoken", "Better TypeScript support, Web Crypto API"),
        ("2024-01-15", "Refresh token lifetime", "7 days", "Balance between security and UX"),
    ]  # fmt: skip
    (blocker,) = track.blockers
    assert (blocker.id, blocker.text, blocker.status, blocker.since, blocker.affects, blocker.workaround) == (
        "block-001", "Waiting for OAuth credentials from client", "active", "2024-01-15",
        ("Phase 3: OAuth Integration",), "Proceeding with email/password auth first",
    )  # fmt: skip
    assert [(each.id, each.status, each.started, each.ended, each.working_on, each.completed)
            for each in track.sessions] == [
        ("session-002", "active", "2024-01-15T09:00:00Z", None, "Phase 2, Task 4: Refresh token rotation", ()),
        ("session-001", "ended", "2024-01-14T09:00:00Z", "2024-01-14T17:00:00Z", None,
         ("Phase 1: Database Schema", "Phase 2 Tasks 1-3")),
    ]  # fmt: skip
    assert track.next_action is not None
    assert str(track.next_action.text).split("\n") == [
        "Continue implementing refresh token rotation endpoint.",
        "After completion, run verification for Phase 2.",
        "If Phase 2 passes, move to Phase 3 (blocked pending OAuth creds).",
    ]
    assert track.verify.files == (
        "src/api/auth/refresh.ts", "src/middleware/auth.ts", "db/migrations/002_refresh_tokens.sql",
    )  # fmt: skip
    assert len(track.verify.claims) == 3
    assert track.open_questions == ()


@pytest.mark.parametrize("store", STORES)
def test_a_handoff_proposes_its_decisions_with_their_why(store: str) -> None:
    assert proposed(SEED if store == "yaml" else stored(SEED, store)).decisions == (
        "Token storage strategy: httpOnly cookie, not localStorage — XSS protection, automatic inclusion in requests",
        "JWT library: jose over jsonwebtoken — Better TypeScript support, Web Crypto API",
        "Refresh token lifetime: 7 days — Balance between security and UX",
    )


@pytest.mark.parametrize(
    ("plan", "rows", "remaining"),
    [
        ("- [ ] 1. Measure\n- [ ] 2. Order\n- [ ] 3. Weld\n",
         [("1", "done", "state"), ("2", "in_progress", "plan"), ("3", "open", "plan")],
         ("Task 2: Order", "Task 3: Weld")),
        ("### Task 1: Measure\nx\n### Task 2: Order\ny\n### Task 3: Weld\n",
         [("1", "done", "state"), ("2", "in_progress", "plan"), ("3", "open", "plan")],
         ("Task 2: Order", "Task 3: Weld")),
        ("- [ ] Measure\n- [ ] Order\n- [x] Weld\n",  # the plan keeps count
         [(None, "open", "plan"), (None, "in_progress", "plan"), (None, "done", "plan")], ("Measure", "Order")),
    ],
)  # fmt: skip
def test_a_handoff_proposes_the_tasks_that_the_position_has_left_behind(
    plan: str, rows: list[tuple[str | None, str, str]], remaining: tuple[str, ...]
) -> None:
    draft = proposed({MAIN: SOUND, ".planning/2-1-PLAN.md": f"# Plan 1\n\n{plan}"})
    assert [(row.id, row.state, row.origin) for row in draft.completed] == rows
    assert draft.remaining == remaining


@pytest.mark.parametrize(
    ("without", "claimed"),
    [
        ((), "50 %"),
        (("phases",), "50 % of the phase"),
        (("current_phase",), "50 % of all phases"),
        (("phases", "current_phase"), "50 %"),
        (("bar",), ""),
    ],
)
def test_what_its_bar_is_a_part_of(without: tuple[str, ...], claimed: str) -> None:
    left_out = tuple(f"  {each}" for each in without)
    text = "".join(line for line in SEED.splitlines(keepends=True) if not line.startswith(left_out))
    assert read(text).position.claimed == claimed


def test_its_bar_is_held_against_both_counters() -> None:
    (finding,) = [each for each in read(SEED).findings if each.code == "progress-mismatch"]
    assert finding.message == words("Bar 50 %; phases 1 of 4 (25 %); tasks 5 of 8 (62.5 %).")


def test_the_phases_have_the_names_that_the_file_tells() -> None:
    assert [(each.id, each.name, each.status) for each in read(SEED).phases] == [
        ("1", "Database Schema", "completed"),
        ("2", "JWT Implementation", "in_progress"),
        ("3", "OAuth Integration", "pending"),
        ("4", None, "pending"),
    ]


def test_the_format_of_a_blocker() -> None:
    text = SOUND.replace("blockers: []\n", """blockers:
  - id: block-001
    status: active
    description: "Need production API keys"
    identified_at: 2024-01-15T10:00:00Z
    affects:
      - "Phase 4: Production deployment"
      - "Phase 5: Monitoring setup"
    blocked_tasks:
      - task-xyz: "Configure production environment"
    workaround: null
    resolution: null
  - id: block-002
    status: bypassed
    description: "Design mockups not ready"
    identified_at: 2024-01-14T09:00:00Z
    affects: ["UI implementation"]
    workaround: "Using placeholder styles, will refine later"
    workaround_tasks:
      - task-abc: "Apply final styles when mockups ready"
""")  # fmt: skip
    first, second = read(text).blockers
    assert (first.status, first.since, first.tasks, first.workaround, first.resolution) == (
        "active", "2024-01-15T10:00:00Z", (Step(id="task-xyz", name="Configure production environment"),), None, None,
    )  # fmt: skip
    assert (second.status, second.workaround_tasks) == (
        "bypassed", (Step(id="task-abc", name="Apply final styles when mockups ready"),),
    )  # fmt: skip


def test_the_format_of_a_decision_and_a_session() -> None:
    text = SOUND.replace("    decision: Steel\n", """    decision: Steel
    alternatives_considered:
      - "Alternative A: rejected because..."
      - "Alternative B: rejected because..."
    reversible: true
""").replace("    context_usage: 45%\n", """    agent: worker-def
    context_usage: "62%"
    completed:
      - "Phase 1, Plan 3: Auth endpoints"
    issues:
      - "Encountered blocker: missing env vars"
    handoff_reason: "Context limit reached"
    notes: "Clean execution, no issues"
""")  # fmt: skip
    track = read(text)
    assert (track.decisions[0].alternatives, track.decisions[0].reversible) == (
        ("Alternative A: rejected because...", "Alternative B: rejected because..."), True,
    )  # fmt: skip
    (session,) = track.sessions
    assert (session.agent, session.context_used, session.issues, session.handoff_reason, session.notes) == (
        "worker-def", 62.0, ("Encountered blocker: missing env vars",), "Context limit reached",
        "Clean execution, no issues",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("stated", "used"),
    [('"45%"', 45.0), ("45", 45.0), ("45.0", 45.0), ("0.45", 45.0), ("45 %", 45.0), ("1", 1.0), ("1.0", 100.0),
     ("0", 0.0), ("120%", None), ("a lot", None)],
)  # fmt: skip
def test_the_context_as_text_or_number(stated: str, used: float | None) -> None:
    assert read(SOUND.replace("45%", stated)).sessions[0].context_used == used


RECOGNISED = {
    "a position": ("position:\n  phase: 1\n", True),
    "initiative and title": ("initiative: init-1\ntitle: x\n", False),
    "initiative and progress": ("initiative: init-1\nprogress: {}\n", True),
    "JSON": ('{"initiative": "i", "position": {"phase": 1}}\n', True),
    "JSON without a comma": ('{\n"initiative": "i"\n"title": "x",\n"position": {"phase": 1}\n}\n', True),
    "JSON with a comment": ('{\n// state\n"position": {"phase": 1},\n"title": "x"\n}\n', True),
    "JSON below a comment": ('// state\n{"initiative": "i", "position": {"phase": 1}}\n', True),
    "damaged JSON of another tool": ('{\n"mouse": {"position": 3}\n"version": "1"\n}\n', False),
    "a table of contents": ("# State\n\nposition: we stand at the pier\n", False),
    "prose": ("# Project State\n\n## Current Position\n\nPhase: 2 of 4\n", False),
    "get-shit-done": ("---\ngsd_state_version: 1.0\nprogress:\n  percent: 3\nposition:\n  phase: 1\n---\n", False),
    "another tool": ("activePath: Regular Path\nralphIteration: 0\n", False),
    "nothing": ("", False),
}


@pytest.mark.parametrize("case", RECOGNISED)
def test_it_is_recognised_by_what_it_holds(case: str) -> None:
    from cockpit.systems.codewalk.system import Codewalkers
    from tests.support.memory_files import MemoryFiles

    text, ours = RECOGNISED[case]
    assert bool(Codewalkers().detect(MemoryFiles({MAIN: text}))) is ours


@pytest.mark.parametrize("case", [case for case in RECOGNISED if case.startswith("JSON ")])
def test_damaged_json_is_an_error(case: str) -> None:
    assert "error" in {each.severity for each in read(RECOGNISED[case][0]).findings}
