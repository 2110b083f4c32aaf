"""The proof that what cannot be written is refused in one sentence, in its short form."""

import pytest

from tests.proofs.refusing import SITUATIONS, Situation, by_command, by_program, can_be_made, link_kept, refused

POSSIBLE = [pytest.param(situation, id=situation.name) for situation in SITUATIONS if can_be_made(situation)]


@pytest.mark.parametrize("situation", POSSIBLE)
def test_a_command_says_so_in_one_sentence_and_changes_nothing(situation: Situation) -> None:
    assert refused(situation, by_command)


@pytest.mark.parametrize("situation", POSSIBLE[:1])
def test_so_does_the_program(situation: Situation) -> None:
    assert refused(situation, by_program)


def test_a_state_file_that_is_a_link_stays_one() -> None:
    assert link_kept(by_command)
