"""What readings come to."""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cockpit.model.agents import AgentContext, AgentSession
from cockpit.model.readings import Amount, Reading, Readings
from cockpit.rules.readings import compacted, cost, last_reading, spent, with_told

NOW = 1_790_000_000.0
AT = "2026-09-21T14:13:20Z"
"""The same instant."""


def reading(cost: float | None = None, *, ago: float = 0, session: str = "s", **more: object) -> Reading:
    return Reading(at=NOW - ago, session=session, cost=cost, **more)  # type: ignore[arg-type]


def of(*entries: Reading) -> Readings:
    return Readings(entries=entries)


def session(name: str = "other", **more: object) -> AgentSession:
    return AgentSession(agent="codex", id=name, path="log", **{"updated": AT, "state": "works", **more})  # type: ignore[arg-type]


def value(amount: Amount | None) -> float | None:
    return amount.value if amount is not None else None


# What a session is shown with


def shown(*sessions: AgentSession, **told: Reading) -> list[AgentSession]:
    """The sessions, with what was told of those of these names."""
    return with_told(sessions, {("codex", name): each for name, each in told.items()}, datetime.fromtimestamp(NOW, UTC))


def test_only_what_its_own_records_do_not_state_is_told_of_a_session() -> None:
    told = reading(2, context=50, tokens=1000, window=4000, model="m")
    states_nothing, states_all = (
        session("a"),
        session("b", model="o", cost=1, context=AgentContext(tokens=9, window=10)),
    )
    filled = replace(states_nothing, cost=2, model="m", context=AgentContext(tokens=1000, window=4000, percent=25))
    assert shown(states_nothing, states_all, session("c"), a=told, b=told) == [filled, states_all, session("c")]
    own = AgentContext(tokens=3000)
    for window, context in ((4000, AgentContext(tokens=3000, window=4000, percent=75)), (0, own), (None, own)):
        assert shown(session("a", context=own), a=reading(window=window))[0].context == context
    assert shown(session("a"), a=reading(window=4000))[0].context is None


# Cost


@pytest.mark.parametrize(
    ("told", "whole"),
    [
        ((), None), ((None,), None), ((0,), 0), ((0.315, 0.63, 0.945), 0.945), ((1, 1, 1), 1), ((1, 2, 0.5), 2.5),
        ((1, 2, 0, 0.5, 0), 2.5), ((2, None, 3), 3), ((0.1, 0.2, 0.3, 0.1), 0.4), ((3, 2, 1), 6),
    ],
)  # fmt: skip
def test_a_fall_begins_anew(told: tuple[float | None, ...], whole: float | None) -> None:
    assert value(cost(of(*map(reading, told)), now=NOW)) == whole


def test_a_cost_that_an_agent_keeps_counts_too() -> None:
    amount = cost(of(reading(3, ago=30)), [session(cost=1.5), session("s", cost=99)], now=NOW)
    assert amount is not None
    assert (amount.value, amount.at_least) == (4.5, False)
    assert (amount.source, amount.session, amount.at) == ("log", "other", NOW)
    assert value(cost(Readings(), [session(cost=1.5)], now=NOW)) == 1.5
    assert cost(Readings(), [session()], now=NOW) is None


def test_a_session_in_two_processes_is_not_counted_twice() -> None:
    told = [(3.0, 1), (3.5, 1), (3.5, 2), (3.75, 2), (3.5, 1), (3.75, 2), (4.0, 1)]
    assert value(cost(of(*(reading(each, process=process) for each, process in told)), now=NOW)) == 4.25


# What may be forgotten


def told_at_random(chance: random.Random, first: int, length: int) -> tuple[Reading, ...]:
    """Readings of three sessions in two processes, with falls, by a clock that jumps."""
    entries: list[Reading] = []
    clock, costs = NOW, dict.fromkeys("abc", 0.0)
    for number in range(first, first + length):
        clock += chance.choice([1, 60, 1800, 40_000, -5000])
        name = chance.choice("abc")
        costs[name] = chance.choice([costs[name] + 0.25, costs[name] + 0.5, costs[name], 0.0, 0.25])
        stated = None if chance.random() < 0.1 else costs[name]
        entries.append(Reading(at=clock, session=name, cost=stated, process=chance.choice([None, 1]),
                               context=float(number)))  # fmt: skip
    return tuple(entries)


@pytest.mark.parametrize("seed", range(40))
def test_forgetting_changes_no_sum(seed: int) -> None:
    chance = random.Random(seed)
    whole, later = of(*told_at_random(chance, 0, 300)), told_at_random(chance, 300, 60)
    once = compacted(whole)
    assert compacted(once) == once
    assert len(once.entries) <= 6
    together = of(*whole.entries, *later)
    for found in (of(*once.entries, *later), compacted(of(*once.entries, *later))):
        assert spent(found) == spent(together)
        for name in "abc":
            last, before = last_reading(found, name), last_reading(together, name)
            assert last is not None and before is not None
            assert (last.at, last.context) == (before.at, before.context)
