"""What the palette finds for what was typed, and in which order."""

import pytest

from cockpit.screens.palette import score, spans

COMMANDS = {
    "Acknowledge": "Acknowledge the alert: the agent may go on",
    "With note": "Acknowledge the alert, with a note",
    "Reset alerts": "Reset the alerts: withdraw every acknowledgment",
    "Todo": "Add a todo",
    "Tracks": "Choose another track of this project",
    "Go to Todos": "",
    "Theme cockpit-dark": "Change the colours",
    "Theme cockpit-light": "Change the colours",
}


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("theme", ["Theme cockpit-dark", "Theme cockpit-light"]),
        ("theme li", ["Theme cockpit-light"]),
        ("light", ["Theme cockpit-light"]),
        ("ack", ["Acknowledge", "Tracks", "With note", "Reset alerts"]),
        ("TODO", ["Todo", "Go to Todos"]),
        ("todos", ["Go to Todos"]),
        ("gtt", ["Go to Todos"]),
        ("colours", ["Theme cockpit-dark", "Theme cockpit-light"]),
        ("note with", ["With note"]),
        ("alert note", ["With note"]),
        ("alerts draw", []),
        ("dark me", ["Theme cockpit-dark"]),
        ("tae", []),
        ("  ", []),
        ("[", []),
    ],
)
def test_found(query: str, found: list[str]) -> None:
    scores = {name: score(query, name, does) for name, does in COMMANDS.items()}
    assert sorted((name for name in scores if scores[name]), key=lambda name: -scores[name]) == found


def test_the_kind_of_a_row_counts_as_a_word() -> None:
    query = "decision paging"
    name, other = "Cursor paging for task lists", "Paging decision of old"
    assert (score(query, name, "", "Decision"), score(query, name, ""), score(query, other, "")) == (0.85, 0.0, 0.9)


@pytest.mark.parametrize(
    ("query", "name", "marked"),
    [
        ("theme li", "Theme cockpit-light", ["Theme", "li"]),
        ("ack", "Tracks", ["ack"]),
        ("colours", "Theme cockpit-dark", []),
        ("to", "Go to Todos", ["to"]),
        ("", "Todo", []),
    ],
)
def test_what_was_typed_stands_out_in_the_name(query: str, name: str, marked: list[str]) -> None:
    assert [name[start:end] for start, end in spans(query, name)] == marked
