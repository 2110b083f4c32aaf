"""The rules of Codewalkers: what blockers hold up, a session that is given up, what claims are looked for."""

from datetime import UTC, datetime, timedelta

import pytest

from cockpit.model.checklist import Facts
from cockpit.model.intents import Decide
from cockpit.rules.blocker_impact import Holding, OpenPhase, impact
from cockpit.rules.checklist.all_checks import check_all
from cockpit.rules.handoff.resume_prompt import compile_prompt
from cockpit.systems.codewalk.places import read_plans
from cockpit.systems.codewalk.resuming import file_with_words
from cockpit.systems.codewalk.system import Codewalkers
from cockpit.systems.interface import FileContent, ReadContext
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report
from tests.support.codewalk_states import MAIN, NOW, SEED, SOUND, blockers, read, read_case
from tests.support.memory_files import MemoryFiles, fixture_bytes
from tests.support.messages import words

A, B = Holding("A", frozenset("ab")), Holding("B", frozenset("bc"))
LOOSE = Holding("L", frozenset(), frozenset("2"))
IMPACTS = {
    "nothing blocked": ((), [OpenPhase("1", frozenset("a"))], ((), False)),
    "one of two tasks": ((A,), [OpenPhase("1", frozenset("ax"))], ((), False)),
    "all that remains": ((A,), [OpenPhase("1", frozenset("ab")), OpenPhase("2", frozenset("x"))], (("1",), False)),
    "by two together": ((A, B), [OpenPhase("1", frozenset("abc")), OpenPhase("2", frozenset("x"))], (("1",), False)),
    "every phase": ((A, B), [OpenPhase("1", frozenset("a")), OpenPhase("2", frozenset("c"))], (("1", "2"), True)),
    "a phase without tasks": ((A,), [OpenPhase("1", frozenset("a")), OpenPhase("2")], (("1",), False)),
    "one that may be": ((A, LOOSE), [OpenPhase("1", frozenset("a")), OpenPhase("2")], (("1",), None)),
    "nothing remains": ((A,), [OpenPhase("1", frozenset())], ((), False)),
    "no phase is open": ((A,), [], ((), False)),
    "all that may remain": ((A,), [OpenPhase("1", frozenset("ab"), counted=False), OpenPhase("2")], (("1",), False)),
    "not all that may": ((A,), [OpenPhase("1", frozenset("abx"), counted=False)], ((), False)),
}
"""Blockers and phases; which are paused, and whether the whole is escalated (None: nobody can tell)."""


@pytest.mark.parametrize("case", IMPACTS)
def test_the_impact_of_blockers(case: str) -> None:
    held, phases, expected = IMPACTS[case]
    found = impact(held, phases)
    assert (found.paused, found.escalated) == expected


def test_what_resolving_one_frees() -> None:
    phases = [OpenPhase("1", frozenset("ab")), OpenPhase("2", frozenset("c"))]
    found = impact((A, B), phases).by_blocker
    assert (found["A"].frees_tasks, found["A"].frees_phases) == (frozenset("a"), ("1",))
    assert (found["B"].frees_tasks, found["B"].frees_phases) == (frozenset("c"), ("2",))
    both = impact((A, Holding("C", frozenset("ab"))), phases).by_blocker
    assert (both["A"].frees_tasks, both["A"].frees_phases) == (frozenset(), ())


def test_the_impact_of_each_blocker_is_shown() -> None:
    first, second = read_case("blocked").blockers
    assert first.stops == (
        words("blocks “Chain”"),
        words("pauses phase 1: all remaining tasks are blocked"),
    )
    assert first.frees == (
        words("phase 1"),
        words("“Chain”"),
    )
    assert second.frees == (
        words("phase 2"),
        words("“Lay the first” and “Lay the rest”"),
    )
    track = read_case("blocked")
    assert [each.status for each in track.phases] == ["paused", "paused"]
    assert track.next_by_rule is not None
    assert track.next_by_rule.text == words(
        "Decide how to continue: every open phase is blocked; resolving block-001 unblocks phase 1 and “Chain”"
    )


def test_what_the_files_do_not_state_is_unknown() -> None:
    (blocker,) = read(SEED).blockers
    assert (blocker.stops, blocker.frees) == ((words("affects phase 3; which tasks is unknown"),), ())


@pytest.mark.parametrize("status", ["bypassed", "resolved"])
def test_what_does_not_hold_stops_nothing(status: str) -> None:
    text = blockers(f"id: b-1\nstatus: {status}\ndescription: x\nblocked_tasks: [Order]\nworkaround: y")
    assert read(text).blockers[0].stops == ()


ACTIVE = SOUND.replace("    ended: 2026-02-01T10:00:00Z\n", "    status: active\n")
WROTE = datetime(2026, 2, 3, 9, 0, tzinfo=UTC)


def written(text: str, at: datetime) -> dict[str, FileContent]:
    return {MAIN: FileContent(path=MAIN, data=text.encode(), changed=at)}


@pytest.mark.parametrize(
    ("text", "minutes", "stale"),
    [(ACTIVE, 29, False), (ACTIVE, 30, True), (ACTIVE, 600, True), (SOUND, 600, False),
     (ACTIVE.replace("context_usage: 45%", "notes: Still at work, a person says, 2026-02-03T09:20:00Z"), 40, False),
     (ACTIVE.replace("started: 2026-02-01T09:00:00Z", "started: 2026-02-03T09:25:00Z"), 40, False)],
)  # fmt: skip
def test_a_session_without_any_change_for_half_an_hour(text: str, minutes: int, stale: bool) -> None:
    track = read(written(text, WROTE), WROTE + timedelta(minutes=minutes))
    assert (track.waiting is not None) is stale
    assert ("session-stale" in [each.code for each in track.findings]) is stale


def test_it_is_asked_about_and_known_beforehand() -> None:
    track = read(written(ACTIVE, WROTE), WROTE + timedelta(minutes=31))
    assert track.waiting is not None
    assert track.waiting.question == words(
        "Has the agent of session-001 crashed? Its state has not changed for 30 minutes."
    )
    assert track.waiting.since == track.sessions[0].stale_at == "2026-02-03T09:30:00Z"


def test_nothing_is_asked_where_nobody_knows_when_it_was_changed() -> None:
    text = ACTIVE.replace("    started: 2026-02-01T09:00:00Z\n", "")
    assert (read(text, NOW).waiting, read(text, NOW).sessions[0].stale_at) == (None, None)


@pytest.mark.parametrize(
    ("heading", "phase", "plan"),
    [
        ("Phase 2, Plan 1: Stemming", None, "Stemming"),
        ("Phase 2 Plan 1", None, None),
        ("Phase 2: Words", "Words", None),
        ("Phase 2, Words", "Words", None),
        ("Phase 2", None, None),
        ("Plan 1: Stemming", None, "Stemming"),
    ],
)
def test_what_the_heading_of_a_plan_names(heading: str, phase: str | None, plan: str | None) -> None:
    files = MemoryFiles({MAIN: SOUND.encode(), ".planning/2-1-PLAN.md": f"# {heading}\n\n- [ ] Stem\n".encode()})
    (found,) = read_plans(Folder(files, "", Report(), "")).plans
    assert (found.phase_name, found.name) == (phase, plan)


def test_an_active_session_has_written_since_it_began() -> None:
    """Its start is not when the state was written: the commits since then are the session's own."""
    system, memory = Codewalkers(), MemoryFiles(written(ACTIVE, WROTE))
    (candidate,) = system.detect(memory)
    assert read(ACTIVE).updated is None
    assert read(SOUND).updated == "2026-02-01T10:00:00Z"
    assert system.resumption(memory, candidate, ReadContext(now=NOW)).stamps == ("2026-02-03T09:00:00Z",)


FILES = (
    ("src/rotate.ts", "export function rotateToken(family) {\n  const next = newToken();\n  invalidate(old);\n}\n"),
    ("src/store.ts", "// refresh tokens live in SQLite\nconst expiresAt = now() + ttl;\n"),
)
CLAIMS = {
    "Rotation creates new token, invalidates old": "src/rotate.ts",
    "Refresh tokens stored in SQLite with expiry": "src/store.ts",
    "The refreshTokens are stored": "src/store.ts",
    "Token family tracking for reuse detection": None,
    "Old": None,
    "": None,
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_a_claim_is_looked_for_by_its_words(claim: str) -> None:
    assert file_with_words(claim, FILES) == CLAIMS[claim]


def test_a_claim_that_no_file_shows_is_for_a_person_to_look_at_and_holds_nothing() -> None:
    """The agent is told too: "if mismatch: flag for review before proceeding"."""
    data = fixture_bytes("healthy", "codewalk")
    data = {path: b"x = 1\n" if path == "ferry/decks.py" else text for path, text in data.items()}
    memory = MemoryFiles({path: FileContent(path=path, data=text, changed=WROTE) for path, text in data.items()})
    (candidate,) = Codewalkers().detect(memory)
    now = ReadContext(now=WROTE)
    of = Codewalkers().read(memory, candidate, now)
    more = Codewalkers().resumption(memory, candidate, now)
    checks = check_all(of, Facts(), {}, more=more)
    first = next(check for check in checks if check.result == "unknown")
    assert (first.subject, first.claim, first.open) == (
        "implementation-2", words("Implemented: Decks are drawn from one table"), False,
    )  # fmt: skip
    assert first.evidence == (words("Not found by a word search in 2 files. Check by hand."),)
    held = next(check for check in checks if check.subject == "implementation-1")
    assert (held.result, held.evidence) == ("passed", (words("A word search found it in ferry/seats.py"),))
    assert f"- {first.claim}: {first.evidence[0]}" in compile_prompt(of, checks, Facts(), more).text


@pytest.mark.parametrize(
    ("entry", "holds"),
    [
        ('affects: ["Phase 3: OAuth"]', False),
        ('affects: ["Phase 3", "Phase 4: Deployment"]', False),
        ('affects: ["Phase 3"]\nstatus: bypassed\nworkaround: y', False),
        ('affects: ["Phase 2: Chains"]', True),
        ('affects: ["Phase 2", "Phase 3"]', True),
        ('affects: ["Phase 1"]', True),
        ('affects: ["UI implementation"]', True),
        ('affects: ["Phase 3", "UI implementation"]', True),
        ("affects: []", True),
        ('affects: ["Phase 3"]\nblocked_tasks: [Weld]', True),
        ('affects: ["Phase 3"]\nblocked_tasks:\n  - task-x: "Deploy"', False),
    ],
)
def test_a_blocker_of_a_later_phase_is_shown_and_does_not_hold_the_present_one(entry: str, holds: bool) -> None:
    """The position is phase 2 (seed: "Display: active blockers (for awareness)")."""
    text = blockers(f"id: b-1\ndescription: No keys\n{entry}")
    files = {MAIN: text.encode(), ".planning/2-1-PLAN.md": b"# Plan\n\n## Tasks\n- [ ] Order\n- [ ] Weld\n"}
    memory = MemoryFiles(files)
    (candidate,) = Codewalkers().detect(memory)
    of, more = (ask(memory, candidate, ReadContext(now=NOW)) for ask in (Codewalkers().read, Codewalkers().resumption))
    checks = check_all(of, Facts(), {}, more=more)
    assert [each.subject for each in checks if each.open and each.code == "blocker"] == (["b-1"] if holds else [])
    shown = [each.code for each in checks if any("No keys" in str(words) for words in each.evidence)]
    assert len(shown) == (of.blockers[0].holds)
    assert ("No keys" in compile_prompt(of, checks, Facts(), more).text) is of.blockers[0].holds


@pytest.mark.parametrize(("status", "holds"), [("in_progress", False), ("phase_complete", True)])
def test_a_blocker_of_a_later_phase_holds_where_no_other_phase_is_left(status: str, holds: bool) -> None:
    """The position is phase 2 of 3; once it is complete, every open phase is blocked (seed: escalate to the user)."""
    text = blockers("id: b-1\ndescription: No keys\naffects: [Phase 3]\nblocked_tasks: [Weld]").replace(
        "total: 4", "total: 3"
    )
    text = text.replace("status: in_progress", f"status: {status}", 1)
    memory = MemoryFiles(
        {
            MAIN: text.encode(),
            ".planning/2-1-PLAN.md": b"# Plan\n\n## Tasks\n- [ ] Order\n",
            ".planning/3-1-PLAN.md": b"# Plan\n\n## Tasks\n- [ ] Weld\n",
        }
    )
    (candidate,) = Codewalkers().detect(memory)
    of, more = (ask(memory, candidate, ReadContext(now=NOW)) for ask in (Codewalkers().read, Codewalkers().resumption))
    assert ("all-phases-blocked" in [each.code for each in of.findings]) is holds
    checks = check_all(of, Facts(), {}, more=more)
    assert [each.subject for each in checks if each.open and each.code == "blocker"] == (["b-1"] if holds else [])


def test_a_file_that_is_being_added_changes_nothing_of_that() -> None:
    """Every verb can be carried out while the question stands."""
    files = {
        path: FileContent(path=path, data=data, changed=WROTE)
        for path, data in fixture_bytes("healthy", "codewalk").items()
    }
    memory = MemoryFiles(files)
    (candidate,) = Codewalkers().detect(memory)
    later = ReadContext(now=WROTE + timedelta(days=2))
    assert Codewalkers().read(memory, candidate, later).waiting is not None
    assert Codewalkers().edit(memory, candidate, Decide(text="Zinc"), later).changes


def test_of_many_blockers_that_alone_frees_which_alone_blocks() -> None:
    """Held each against all others, these took a minute; the fuzz gives a reading a second."""
    many = [Holding(str(number), frozenset({f"task-{number // 2}"})) for number in range(20_001)]
    held = impact(many, (OpenPhase("1", frozenset({f"task-{number}" for number in range(10_001)})),))
    assert held.paused == ("1",)
    assert [key for key, each in held.by_blocker.items() if each.frees_tasks or each.frees_phases] == ["20000"]
    assert held.by_blocker["20000"].frees_phases == ("1",)
