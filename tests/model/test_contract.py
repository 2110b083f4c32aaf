"""The public JSON: its keys are those the design promises, and what is printed can be read back."""

import json
from dataclasses import fields, replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic_core import PydanticSerializationError

from cockpit.model import Finding, Position, Track
from screenshots import schema
from tests.support import contract
from tests.support.model_builders import LOOKED_AT, full_track, project, track

FULL = replace(
    project(
        full_track(),
        findings=(Finding(code="c", severity="note", path=".", message="m", line=1, hint="h"),),
    ),
    looked_at=LOOKED_AT,
)


def test_a_full_track_comes_back_as_it_was() -> None:
    empty = [each.name for each in fields(Track) if getattr(FULL.tracks[0], each.name) in (None, (), {})]
    assert empty == [], "the builder fills every field, so that the round trip tests every field"
    assert contract.from_json(contract.to_json(FULL)) == FULL


@settings(deadline=None, max_examples=40)
@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_any_text_comes_back_as_it_was(text: str) -> None:
    odd = project(full_track(lambda _: text))
    assert contract.from_json(contract.to_json(odd)) == odd


def test_values_that_json_lacks_are_written_otherwise() -> None:
    odd = replace(project(track(extra={"rate": float("nan"), "deep": [{"\udc80": "\ud800"}]})), root="/srv/\udcff")
    value = json.loads(contract.to_json(odd))
    assert value["root"] == "/srv/\\udcff"
    assert value["tracks"][0]["extra"] == {"rate": None, "deep": [{"\\udc80": "\\ud800"}]}
    assert contract.from_json(contract.to_json(odd)).root == "/srv/\\udcff"


def test_a_reader_that_fills_in_the_wrong_type_is_found_out() -> None:
    wrong = project(track(position=Position(percent="half")))  # type: ignore[arg-type]
    with pytest.raises(PydanticSerializationError):
        contract.to_json(wrong)


def test_the_published_schema_is_the_contract() -> None:
    """Where the contract only gained keys, `python -m screenshots.schema` writes it anew."""
    assert schema.PAGE.read_text("utf-8") == schema.page()
