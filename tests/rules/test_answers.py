"""Which option a person means."""

import pytest

from cockpit.model import Waiting
from cockpit.rules.references import matching_option

OPTIONS = ("Sidebar", "Bottom nav", "Bottom nav with labels", "2 columns", "Später")


@pytest.mark.parametrize(
    ("options", "typed", "option"),
    [
        *((OPTIONS, *row) for row in (
            ("sidebar", "Sidebar"), ("s", None), ("si", "Sidebar"), ("SP", "Später"), ("1", "Sidebar"),
            (" 3 ", "Bottom nav with labels"), ("0", None), ("6", None), ("-1", None), ("²", None), ("2", "Bottom nav"),
            ("2 c", "2 columns"), ("bottom nav", "Bottom nav"), ("bottom", None), ("neither", None), (" ", None),
        )),
        *((("4", "2", "1"), *row) for row in (("1", "1"), ("2", "2"), ("3", "1"), ("4", "4"))),
        *(((), *row) for row in ((" in blue ", "in blue"), ("1", "1"), (" ", None))),
    ],
)  # fmt: skip
def test_an_option_by_its_words_its_number_or_its_beginning(
    options: tuple[str, ...], typed: str, option: str | None
) -> None:
    assert matching_option(Waiting(question="Which?", options=options), typed) == option


def test_options_that_are_numbers_are_meant_by_their_words() -> None:
    waiting = Waiting(question="How many workers?", options=("4", "2", "1"))
    assert [matching_option(waiting, typed) for typed in ("1", "2", "3", "4")] == ["1", "2", "1", "4"]


@pytest.mark.parametrize(("typed", "answer"), [(" in blue ", "in blue"), ("1", "1"), (" ", None)])
def test_a_question_without_options_takes_any_text(typed: str, answer: str | None) -> None:
    assert matching_option(Waiting(question="Which colour?"), typed) == answer
