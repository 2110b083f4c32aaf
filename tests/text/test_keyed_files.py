"""Files of keys without a frontmatter, elements taken out of lists, and what is left of broken ones."""

import pytest

from cockpit.text.edits import Add, Remove, Set, Unsafe, meant
from cockpit.text.keyed import KeyedText, read_keyed
from cockpit.text.keyed_edits import apply
from cockpit.text.records import Record, read, records, text
from cockpit.values import dataclass


@dataclass(slots=True, kw_only=True)
class Ship(Record):
    """A ship."""

    name: str | None = text()


@dataclass(slots=True, kw_only=True)
class Fleet(Record):
    """Ships, also by their name alone."""

    ships: tuple[Ship, ...] = records(Ship, bare="name")


def keys(written: str) -> KeyedText:
    return read_keyed(written, "ships", "port", may_be_bare=True)


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("# Fleet\nport: Ayr\nships: []\n", "bare"),
        ("---\nport: Ayr\nships: []\n", "bare"),
        ("# Fleet\n\n```yaml\nport: Ayr\nships: []\n```\nEnd\n", "fenced"),
        ("---\nport: Ayr\nships: []\n---\nEnd\n", "frontmatter"),
        ('{"port": "Ayr", "ships": []}\n', "bare"),
    ],
)
def test_keys_are_found_and_edited_in_each_form(written: str, form: str) -> None:
    file = keys(written)
    assert (file.form, file.is_whole) == (form, True)
    after = apply(file, [Add(("ships",), "Eel"), Set(("port",), "Oban")])
    assert keys(after).root.data() == {"port": "Oban", "ships": ["Eel"]}
    assert after.startswith(written[: file.start])
    assert after.endswith(written[file.end :])


@pytest.mark.parametrize("written", ["", "Prose only.\n", "# A heading\n\nports: many\nand so on\n"])
def test_prose_has_no_keys(written: str) -> None:
    assert not keys(written).is_whole


@pytest.mark.parametrize(
    ("written", "at", "after"),
    [
        ("ships: [Eel, Cod, Ray]\n", (0,), "ships: [Cod, Ray]\n"),
        ("ships: [Eel, Cod, Ray]\n", (0, 0), "ships: [Ray]\n"),
        ("ships: [Eel]\n", (0,), "ships: []\n"),
        ("ships:\n  - Eel\n  - Cod\nport: Ayr\n", (1,), "ships:\n  - Eel\nport: Ayr\n"),
        ("ships:\n  - Eel\n  - Cod\nport: Ayr\n", (1, 0), "ships: []\nport: Ayr\n"),
        ("ships:\n  - name: Eel\n    crew: 3\n  - Cod", (0,), "ships:\n  - Cod"),
        ('{"ships": ["Eel", "Cod"]}\n', (1,), '{"ships": ["Eel"]}\n'),
    ],
)
def test_elements_are_taken_out_of_a_list(written: str, at: tuple[int, ...], after: str) -> None:
    assert apply(keys(written), [Remove(("ships", each)) for each in at]) == after


def test_a_key_is_not_removed_and_nothing_is_added_to_a_text() -> None:
    with pytest.raises(Unsafe):
        apply(keys("port: Ayr\nships: []\n"), [Remove(("port",))])
    with pytest.raises(Unsafe):
        meant({"ships": "Eel"}, [Add(("ships",), "Cod")])


def test_several_lines_stand_as_a_block() -> None:
    after = apply(keys("ships: []\n"), [Set(("port",), "Ayr,\nthen Oban\n")])
    assert after == "ships: []\nport: |\n  Ayr,\n  then Oban\n"
    assert apply(keys(after), [Set(("port",), "Rum\nand Eigg\n")]) == "ships: []\nport: |\n  Rum\n  and Eigg\n"


def test_of_json_that_stops_what_came_before_is_read() -> None:
    file = keys('{\n  "port": "Ayr",\n  "ships": ["Eel", "Cod"],\n')
    assert file.root.data() == {"port": "Ayr", "ships": ["Eel", "Cod"]}
    assert [(each.kind, each.grave) for each in file.damage] == [("rest", True)]


@pytest.mark.parametrize("written", ["ships: none\n", "ships: 0\n", "ships: —\n", "ships:\n  - n/a\n"])
def test_a_list_of_words_that_state_nothing_is_empty(written: str) -> None:
    fleet, reading = read(Fleet, keys(written))
    assert (fleet.ships, reading.problems) == ((), [])
