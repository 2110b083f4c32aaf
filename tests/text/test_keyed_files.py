"""Files of keys without a frontmatter, elements taken out of lists, and what is left of broken ones."""

import pytest

from cockpit.text.edits import Add, Remove, Set, Unsafe, meant
from cockpit.text.keyed import KeyedText, read_keyed
from cockpit.text.keyed_edits import apply


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
