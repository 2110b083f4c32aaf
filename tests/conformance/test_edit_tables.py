"""Each verb's before and after, byte for byte, on LF and CRLF, in every shape: only the meant lines differ."""

import pytest

from cockpit.model.intents import Intent
from tests.conformance.described import Described
from tests.conformance.edit_tables import edit_text, intent_text, tables
from tests.conformance.registry import DESCRIBED

TABLES = [(system, name) for system in DESCRIBED for name in system.tables]


def sections(system: Described, name: str) -> dict[str, str]:
    """The parts of a table by their heading."""
    text = (tables(system) / f"{name}.txt").read_text("utf-8")
    parts = [f"# {part}" for part in text.removeprefix("# ").split("\n# ")]
    return {part.partition("\n")[0]: part.rstrip("\n") for part in parts}


def told_of(system: Described, name: str, intent: Intent) -> str:
    """What a verb does now, as its table tells it."""
    return "\n".join(edit_text(system, system.projects[system.tables[name]], intent)).rstrip("\n")


@pytest.mark.parametrize(("system", "name"), TABLES, ids=[f"{system.id}-{name}" for system, name in TABLES])
def test_only_the_meant_lines_differ(system: Described, name: str) -> None:
    parts = sections(system, name)
    for intent in system.intents:
        assert told_of(system, name, intent) == parts[f"# {intent_text(intent)}"]


@pytest.mark.parametrize("system", DESCRIBED, ids=lambda system: system.id)
def test_every_verb_is_carried_out_in_one_of_the_tables(system: Described) -> None:
    intent_filter = {
        heading.split()[1]
        for name in system.tables
        for heading, part in sections(system, name).items()
        if "\nrefused: " not in part
    }
    endings = {kind.__name__ for kind in system.ending}  # what needs a finished track
    assert {type(intent).__name__ for intent in system.intents} - intent_filter <= endings
