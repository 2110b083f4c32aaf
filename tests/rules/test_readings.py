"""What readings come to."""

import random
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from cockpit.model.agents import AgentContext, AgentRateLimit, AgentSession
from cockpit.model.readings import Amount, Reading, Readings
from cockpit.rules.readings import compacted, context_of, contexts, cost, last_reading, spent, tokens, with_told

NOW = 1_790_000_000.0
LONG_AGO = "2020-01-01T00:00:00Z"
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


def limits(used: float, resets: float = 60, **more: object) -> Reading:
    return reading(five_hour=used, five_hour_resets=NOW + resets, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("told", "used"),
    [
        ({"a": limits(24)}, 24), ({"a": limits(24, ago=9), "b": limits(31)}, 31),
        ({"a": limits(24), "b": limits(31, ago=9)}, 24), ({"a": reading(five_hour=24)}, None), ({}, None),
        ({"a": limits(24), "b": limits(31, ago=-500)}, 24), ({"a": reading(1), "b": limits(31, ago=9)}, 31),
        ({"a": limits(24, ago=9), "b": limits(31, 0)}, 24), ({"a": limits(24, 31 * 86_400)}, None),
        ({"a": limits(24, -1)}, None), ({"a": limits(24, 1e300)}, None),
    ],
)  # fmt: skip
def test_the_limits_of_an_account_are_those_told_last(told: dict[str, Reading], used: float | None) -> None:
    """By a clock that did not run ahead, and until they begin anew."""
    over, other = session("c", state="ended"), replace(session("d"), agent="claude")
    a, b, c, d = (each.rate_limits for each in shown(session("a"), session("b"), over, other, **told))
    resets = AT.replace("13:20", "14:20")
    found = () if used is None else (AgentRateLimit(window="five_hour", used=used, resets_at=resets),)
    assert (a, b, c, d) == (found, found, (), ())


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


def test_what_was_spent_before_does_not_count() -> None:
    earlier, later = (reading(3), reading(1, session="t")), (reading(5), reading(0.5))
    assert spent(of(*earlier)) == 4
    assert value(cost(of(*earlier), before=4, now=NOW)) == 0
    assert value(cost(of(*earlier, *later), before=4, now=NOW)) == 2.5
    assert value(cost(of(reading(0.1), reading(0.2), reading(0.3)), before=0.3, now=NOW)) == 0


def test_where_readings_were_lost_all_that_is_left_counts() -> None:
    assert value(cost(of(reading(3)), before=4, now=NOW)) == 3


def test_a_session_that_states_no_cost_makes_it_at_least() -> None:
    found = of(reading(3))
    for others, at_least in (
        ([], False), ([session()], True), ([session(tokens=0)], False), ([session("s")], False),
        ([session(tokens=5)], True), ([session(updated=LONG_AGO)], False), ([session(updated=None)], True),
    ):  # fmt: skip
        amount = cost(found, others, since=NOW - 100, now=NOW)
        assert amount is not None
        assert (amount.value, amount.at_least) == (3, at_least), others


def test_a_cost_that_an_agent_keeps_counts_too() -> None:
    amount = cost(of(reading(3, ago=30)), [session(cost=1.5), session("s", cost=99)], now=NOW)
    assert amount is not None
    assert (amount.value, amount.at_least) == (4.5, False)
    assert (amount.source, amount.session, amount.at) == ("log", "other", NOW)
    assert value(cost(Readings(), [session(cost=1.5)], now=NOW)) == 1.5
    assert cost(Readings(), [session()], now=NOW) is None


def test_what_is_forgotten_stays_in_the_sum() -> None:
    assert value(cost(replace(of(reading(3)), forgotten=1.5), now=NOW)) == 4.5


def test_who_said_it_and_when() -> None:
    amount = cost(of(reading(3, ago=10, session="a"), reading(1, ago=119, session="b")), now=NOW)
    assert amount == Amount(value=4, at=NOW - 119, source="statusline", session="b")
    assert [amount.old for ago in (119, 121, -119, -121) if (amount := cost(of(reading(3, ago=ago)), now=NOW))] == [
        False, True, False, True,
    ]  # fmt: skip


def test_a_session_in_two_processes_is_not_counted_twice() -> None:
    told = [(3.0, 1), (3.5, 1), (3.5, 2), (3.75, 2), (3.5, 1), (3.75, 2), (4.0, 1)]
    assert value(cost(of(*(reading(each, process=process) for each, process in told)), now=NOW)) == 4.25


# Context


def test_the_context_of_a_session_is_the_last_that_was_said() -> None:
    found = of(reading(context=80, ago=-90_000), reading(context=20, ago=60), reading(context=90, session="t"))
    assert context_of(found, "s", now=NOW) == Amount(value=20, at=NOW - 60, source="statusline", session="s")
    assert context_of(of(reading(context=80), reading()), "s", now=NOW) is None, "as after /compact"
    assert context_of(found, "nobody", now=NOW) is None


def test_what_an_agent_keeps_counts_where_it_is_newer() -> None:
    kept = [session("s", context=AgentContext(tokens=7, percent=70))]
    for ago, expected in ((10, 70), (0, 40), (-10, 40), (-90_000, 70)):
        assert value(context_of(of(reading(context=40, ago=ago)), "s", kept, now=NOW)) == expected, ago
    without = [session("s", context=AgentContext(tokens=7))]
    assert value(context_of(of(reading(context=40, ago=10)), "s", without, now=NOW)) == 40
    assert value(context_of(Readings(), "s", kept, now=NOW)) == 70


def test_the_fullest_live_session_comes_first() -> None:
    found = of(reading(context=99, session="quiet", ago=121), reading(context=30, session="a"),
               reading(context=60, session="b", ago=100), reading(context=95, session="over"))  # fmt: skip
    sessions = [session("over", state="ended"), session("c", context=AgentContext(tokens=1, percent=45)),
                session("quiet", updated="2026-09-21T14:00:00Z")]  # fmt: skip
    assert [(each.session, each.old) for each in contexts(found, sessions, now=NOW)] == [
        ("quiet", True), ("b", False), ("c", False), ("a", False),
    ]  # fmt: skip
    assert [each.session for each in contexts(found, now=NOW)] == ["over", "b", "a"]


def test_the_last_reading_is_the_last_that_came() -> None:
    found = of(reading(1, ago=-500), reading(2, ago=500), reading(3, session="t"))
    assert last_reading(found, "s") == reading(2, ago=500)
    assert last_reading(found, "nobody") is None


# Tokens


def test_tokens_are_those_of_the_sessions_at_work() -> None:
    old = session("old", tokens=1000, updated=LONG_AGO)
    amount = tokens([session("a", tokens=5), session("b", tokens=7), old], since=NOW - 100, now=NOW)
    assert amount == Amount(value=12, at=NOW, source="log", session="a")
    for more in (session(tokens=None), session(tokens=3, tokens_at_least=True)):
        amount = tokens([session("a", tokens=5), more], now=NOW)
        assert amount is not None
        assert amount.at_least
    assert tokens([session()], now=NOW) is None


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


@pytest.mark.parametrize("seed", range(20))
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
