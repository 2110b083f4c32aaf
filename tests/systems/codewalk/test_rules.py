"""What blockers of Codewalkers hold up, and what resolving one of them frees."""

import pytest

from cockpit.rules.blocker_impact import Holding, OpenPhase, impact

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
