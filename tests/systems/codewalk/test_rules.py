"""The rules of Codewalkers that have a table of their own: what blockers hold up, how a claim is looked for."""

import pytest

from cockpit.rules.blocker_impact import Holding, OpenPhase, impact
from cockpit.systems.codewalk.places import read_plans
from cockpit.systems.codewalk.resuming import file_with_words
from cockpit.systems.shared.folder import Folder
from cockpit.systems.shared.report import Report
from tests.support.codewalk_states import MAIN, SOUND
from tests.support.memory_files import MemoryFiles

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
