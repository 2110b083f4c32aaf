"""Each verb's before and after, byte for byte, on LF and CRLF, in both shapes: only the meant lines differ."""

import pytest

from cockpit.systems.autopilot.editing.editor import EDITORS
from tests.systems.editing.every_verb import INTENTS, PROJECTS
from tests.systems.editing.told_changes import TABLES, TOLD, told, words


def sections(name: str) -> dict[str, str]:
    """The parts of a table by their heading."""
    text = (TABLES / f"{name}.txt").read_text("utf-8")
    parts = [f"# {part}" for part in text.removeprefix("# ").split("\n# ")]
    return {part.partition("\n")[0]: part.rstrip("\n") for part in parts}


@pytest.mark.parametrize("name", TOLD)
@pytest.mark.parametrize("intent", INTENTS, ids=words)
def test_only_the_meant_lines_differ(name: str, intent: object) -> None:
    given = next(each for each in INTENTS if each is intent)
    expected = sections(name)[f"# {words(given)}"]
    assert "\n".join(told(PROJECTS[TOLD[name]], given)).rstrip("\n") == expected


def test_every_verb_is_carried_out_in_one_of_the_tables() -> None:
    kinds = {type(intent).__name__ for intent in INTENTS}
    carried_out = {
        heading.split()[1] for name in TOLD for heading, part in sections(name).items() if "\nrefused: " not in part
    }
    assert kinds - carried_out == {"Archive"}
    assert kinds == {kind.__name__ for kind in EDITORS}
