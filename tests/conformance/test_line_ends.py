"""Files with LF and CRLF mixed: each line that a verb does not touch keeps its own end, whatever it edits beside it."""

import random

import pytest

from cockpit.model.errors import CommandError
from cockpit.model.intents import Acknowledge, Answer, Intent, RecordCrash
from tests.conformance.described import Described
from tests.conformance.memory_system import Bytes, applied
from tests.conformance.registry import DESCRIBED

_TURNS = 4
SAME_WORDS: dict[type[Intent], int] = {Acknowledge: 1, RecordCrash: 1, Answer: 1}
"""How many of the lines that a verb writes anew say what another line said before: they are taken for untouched."""


def mixed(files: Bytes, seed: str) -> Bytes:
    """The files with a random half of their lines ended by CRLF."""
    flip = random.Random(seed)

    def ends(data: bytes) -> bytes:
        lines = data.replace(b"\r\n", b"\n").split(b"\n")
        return lines[0] + b"".join(flip.choice((b"\n", b"\r\n")) + line for line in lines[1:])

    return {path: data if b"\0" in data else ends(data) for path, data in files.items()}


def unix(data: bytes) -> bytes:
    return data.replace(b"\r\n", b"\n")


def untouched(before: bytes, after: bytes) -> int:
    """How many lines of a file stand in both, in order: the length of the longest common subsequence."""
    old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
    same = 0
    while old and new and old[0] == new[0]:
        del old[0], new[0]
        same += 1
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
        same += 1
    row = [0] * (len(new) + 1)
    for line in old:
        above = row[:]
        for at, other in enumerate(new):
            row[at + 1] = above[at] + 1 if line == other else max(above[at + 1], row[at])
    return same + row[-1]


def check(system: Described, files: Bytes, intent: Intent) -> None:
    """The verb on LF against the verb on mixed ends: the same text, and no more lines differ than there."""
    plain = {path: unix(data) for path, data in files.items()}
    expected, edit = system.in_memory.edit_or_refusal(plain, intent), system.in_memory.edit_or_refusal(files, intent)
    if isinstance(expected, CommandError) or isinstance(edit, CommandError):
        assert str(expected) == str(edit), intent
        return
    with_lf, with_both = applied(plain, expected), applied(files, edit)
    assert with_both.keys() == with_lf.keys()
    for path, after in with_both.items():
        assert unix(after) == unix(with_lf[path]), (intent, path)
        if path in files and after != files[path] and not isinstance(intent, system.whole):
            kept, meant = untouched(files[path], after), untouched(plain[path], with_lf[path])
            assert kept >= meant - SAME_WORDS.get(type(intent), 0), (intent, path)


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
def test_a_line_beside_an_edit_keeps_its_own_end(system: Described) -> None:
    """The first project is tried with every verb, each other with one in four."""
    for number, name in enumerate(system.tables.values()):
        files = mixed(system.projects[name], name)
        for intent in system.intents if number == 0 else system.intents[number % _TURNS :: _TURNS]:
            check(system, files, intent)
