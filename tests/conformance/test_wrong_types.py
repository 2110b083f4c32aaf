"""JSON whose members are of another kind than they should be: each in turn, with every verb."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED
from tests.proofs.trying import Watch, tried
from tests.support.memory_files import same

WRONG: tuple[Any, ...] = (5, [1], "x", {"a": None}, None, True)
VERBS = 4
"""How many verbs are tried on each; which ones, chance says."""


def members(value: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    yield path
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list) else ()):
        yield from members(inner, (*path, key))


def with_another(value: Any, path: tuple[str | int, ...], wrong: Any) -> Any:
    if not path:
        return wrong
    changed = copy.deepcopy(value)
    target = changed
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = wrong
    return changed


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
@pytest.mark.parametrize("turn", range(1))
def test_no_member_of_another_kind_stops_the_reading_or_a_verb(system: Described, turn: int) -> None:
    healthy = system.fixtures[system.healthy]
    whole = {path: same(path, data) for path, data in healthy.items()}
    chance = random.Random(turn)
    for path in sorted(each for each in healthy if each.endswith(".json")):
        content = json.loads(healthy[path])
        for member in members(content):
            text = json.dumps(with_another(content, member, chance.choice(WRONG)), indent=2).encode()
            files = {**whole, path: same(path, text)}
            intents = tuple(chance.sample(system.intents, min(VERBS, len(system.intents))))
            tried(system.system, files, frozenset({path}), intents, watch=Watch(), chance=chance)
