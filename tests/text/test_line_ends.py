"""LF and CRLF mixed in one text: a line beside an edit keeps its own end, and what is added ends as its neighbour."""

import random

import pytest

from cockpit.text.decoding import split_lines
from cockpit.text.edits import Add, Remove, Set
from cockpit.text.keyed import read_keyed
from cockpit.text.keyed_edits import apply as apply_edits
from cockpit.text.splice import insert_lines

SEEDS = range(40)


def mixed(lines: list[str], seed: int) -> str:
    flip = random.Random(seed)
    return "".join(line + flip.choice(("\n", "\r\n")) for line in lines)


def without(lines: list[str], gone: set[int]) -> list[str]:
    return [line for number, line in enumerate(lines) if number not in gone]


@pytest.mark.parametrize(("text", "offset"), [("a\r\nb\n", 3), ("b\r\n", 0), ("\r\n", 2)])
def test_lines_are_added_with_the_end_of_their_neighbour(text: str, offset: int) -> None:
    assert insert_lines(text, offset, ["new"], "\n").text == "new\r\n"


@pytest.mark.parametrize("seed", SEEDS)
def test_members_of_a_json_are_added_and_removed_between_lines_that_stay(seed: int) -> None:
    text = mixed(["{", '  "a": 1,', '  "b": 2,', '  "c": [', "    1", "  ]", "}"], seed)
    lines, file = split_lines(text), read_keyed(text, may_be_bare=True)
    added = split_lines(apply_edits(file, [Set(("d",), 4)]))
    assert [*added[:5], *added[7:]] == [*lines[:5], *lines[6:]]
    assert added[5] == lines[5].replace("]", "],")
    assert added[6].strip() == '"d": 4'
    inside = split_lines(apply_edits(file, [Add(("c",), 2)]))
    assert [*inside[:4], *inside[6:]] == [*lines[:4], *lines[5:]]
    assert inside[4] == lines[4].replace("1", "1,")
    assert split_lines(apply_edits(file, [Remove(("b",))])) == without(lines, {2})
    dropped = split_lines(apply_edits(file, [Remove(("c",))]))
    assert dropped == [*lines[:2], lines[2].replace(",", ""), lines[6]]


@pytest.mark.parametrize("seed", SEEDS)
def test_keys_and_elements_of_a_yaml_are_added_between_lines_that_stay(seed: int) -> None:
    text = mixed(["a: 1", "b:", "  - x", "  - y", "c: 3"], seed)
    lines = split_lines(text)
    file = read_keyed(text, may_be_bare=True)
    for edit, place, line in ((Add(("b",), "z"), 4, "  - z"), (Set(("d",), "z"), 5, "d: z")):
        after = split_lines(apply_edits(file, [edit]))
        assert without(after, {place}) == lines
        assert after[place] == lines[place - 1].replace(lines[place - 1].rstrip("\r\n"), line)
