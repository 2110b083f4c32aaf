"""Numbers that nobody can count with: more digits than are converted, and signs that only look like digits."""

import random
import re

import pytest

from tests.conformance.described import Described
from tests.conformance.registry import DESCRIBED
from tests.proofs.trying import Watch, tried
from tests.support.memory_files import same

DIGITS = re.compile(rb"\d+")
LINES = 1
"""Lines of a file that are tried: each in one way, the ways in turn."""


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
@pytest.mark.parametrize("sign", [b"9" * 5000, "²".encode(), "٣".encode()], ids=["long", "raised", "Arabic"])
def test_no_number_stops_the_reading_or_a_verb(system: Described, sign: bytes) -> None:
    healthy = system.fixtures[system.healthy]
    whole = {path: same(path, data) for path, data in healthy.items()}
    chance = random.Random(1)
    for path, data in sorted(healthy.items()):
        lines = data.splitlines(keepends=True)
        counted = [at for at, line in enumerate(lines) if DIGITS.search(line)]
        for at in chance.sample(counted, min(LINES, len(counted))):
            text = b"".join((*lines[:at], DIGITS.sub(sign, lines[at]), *lines[at + 1 :]))
            files = {**whole, path: same(path, text)}
            intents = tuple(chance.sample(system.intents, min(2, len(system.intents))))
            tried(system.system, files, frozenset({path}), intents, watch=Watch(), chance=chance)
