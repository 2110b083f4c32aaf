"""The proof that nothing is lost, in its short form."""

import random

from tests.proofs.lossless import edited, fixtures, generated, read_back


def test_every_fixture_is_written_back_as_it_was() -> None:
    assert sum(read_back(*file) for file in fixtures()) > 500


def test_an_edit_of_a_fixture_changes_its_own_line() -> None:
    chance = random.Random(1)
    assert sum(edited(*file, chance, 2) for file in fixtures()) > 80


def test_generated_documents_are_written_back_and_edited_line_by_line() -> None:
    chance = random.Random(2)
    files = list(generated(120, 2))
    assert sum(read_back(*file) for file in files) > 1_000
    assert sum(edited(*file, chance, 2) for file in files) > 500
