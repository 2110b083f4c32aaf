"""Mac-Roman mojibake is repaired for display; ordinary text is left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cockpit.text.decoding import has_mojibake, repair_mojibake


def damaged(text: str) -> str:
    return text.encode("utf-8").decode("mac_roman")


@pytest.mark.parametrize(
    ("seen", "meant"),
    [
        ("[‚ñà‚ñà‚ñë] 66%", "[██░] 66%"),
        ("Phase 3 ‚Äî done ‚úÖ", "Phase 3 — done ✅"),
        (damaged("café — naïve"), "café — naïve"),
        (damaged("进行中 🚧"), "进行中 🚧"),
        (damaged("привет"), "привет"),
        ("real █ beside ‚ñë", "real █ beside ░"),
    ],
)
def test_repair(seen: str, meant: str):
    assert has_mojibake(seen)
    assert repair_mojibake(seen) == meant


@pytest.mark.parametrize(
    "text",
    [
        "",
        "plain",
        "Sie sagte ‚ja‘ und „nein“",
        "À la carte, mot\u00a0été, Âge",
        "√π and √∞ ≥ 2",
        "— Über “Ähnlich” …",
        "█░ — ✅ 进行中",
        "Ô, Ó, ‰",
    ],
)
def test_ordinary_text_is_left_alone(text: str):
    assert not has_mojibake(text)
    assert repair_mojibake(text) == text


@given(st.text(alphabet="█░▓—→✅🚧■●…进行中é ab\n", max_size=60))
def test_repair_undoes_the_damage(text: str):
    assert repair_mojibake(damaged(text) + " ‚Äî") == text + " —"


@given(st.text(max_size=200))
def test_repair_never_raises(text: str):
    assert isinstance(repair_mojibake(text), str)
