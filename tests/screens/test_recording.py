"""The recording in the README is what the program shows, and plays by itself."""

import re
from xml.etree import ElementTree

from screenshots.recording import RECORDING, STORY


def test_the_recording_tells_the_whole_story() -> None:
    rows = ["".join(row.itertext()) for row in ElementTree.parse(RECORDING).iter() if row.get("id")]
    told = "\n".join(rows).replace("\u00a0", " ")
    for words in (
        "the agent waits until it is acknowledged",
        "Acknowledged cost at $26.50.",
        "Cost acknowledged at $26.50, going on",
        "stop $50 → $75",
        "Set the stop limit of cost to $75.",
        "Which tasks are done, by which commit?",
        "Handed off at plan 3.3, task 3 of 4",
        "2 checks block resuming",
        "Offsets skip or repeat rows when the order changes.",
    ):
        assert words in told


def test_the_recording_plays_without_a_script_and_loads_nothing() -> None:
    text = RECORDING.read_text("utf-8")
    elements = list(ElementTree.fromstring(text).iter())
    assert {element.tag.rpartition("}")[2] for element in elements} == {
        *("svg", "style", "defs", "g", "use", "rect", "circle", "text")
    }
    defined = {element.get("id") for element in elements}
    assert {element.get("href") for element in elements} - {None} <= {f"#{each}" for each in defined}
    assert re.findall(r"https?:[^\"]*|url\(|@import|@font-face", text) == ["http://www.w3.org/2000/svg"]
    assert text.count("@keyframes") == len(STORY) - 1
