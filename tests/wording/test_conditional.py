"""What is said before a change is made never says that it was."""

import pytest

from cockpit.wording.messages import conditional, intended


@pytest.mark.parametrize(
    ("done", "would"),
    [
        ("Added the todo: x", "Would add the todo: x"),
        ("Undone: Added the todo: x", "Would undo: Added the todo: x"),
        ("Took the tick back: x", "Would take the tick back: x"),
        ("The status is blocked.", "Would lead to: The status is blocked."),
        ("cost is quiet on your screen until 18:30.", "Would lead to: cost is quiet on your screen until 18:30."),
        ("", "Would lead to: "),
    ],
)
def test_what_was_done_becomes_what_would_be(done: str, would: str) -> None:
    assert str(intended(done)) == would


def test_a_remark_about_a_state_stays() -> None:
    assert conditional("The plan is left as it was.") is None
    assert str(conditional("Moved 2 lines.")) == "Would move 2 lines."
