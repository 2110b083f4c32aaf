"""The rows of the checklist, and the text of the prompt."""

from dataclasses import replace

import pytest
from rich.cells import cell_len

from cockpit.model import RuleAction
from cockpit.model.checklist import Check
from cockpit.widgets.checklist import Checklist, result_style
from cockpit.widgets.painting import broken
from cockpit.widgets.pane import Density
from cockpit.widgets.view import ASCII, UNICODE, View
from cockpit.wording.messages import plain
from tests.support.model_builders import HOSTILE, clock

LOST = Check(code="commit", subject="abc", claim=plain("Task 2 is in commit abc"), result="failed", gate="ask",
             fact=plain("Task 2: no commit abc"), evidence=(plain("The repository has no such commit."),))  # fmt: skip
STOP = Check(code="stop", subject="cost", claim=plain("No limit is at stop"), result="failed", gate="refuse",
             fact=plain("cost is at its stop"))  # fmt: skip
FINE = Check(
    code="files",
    subject="",
    claim=plain("The files are there"),
    result="passed",
    evidence=(plain("a.py"), plain("b.py")),
)
DARK = Check(
    code="tree", subject="", claim=plain("Nothing uncommitted"), result="unknown", evidence=(plain("No git."),)
)
WAIVED = Check(code="plan", subject="", claim=plain("The plan has not changed since"), result="failed", gate="ask",
               fact=plain("The plan has changed since"), evidence=(plain("It has."),), waived="meant so")  # fmt: skip
PAST = replace(LOST, past=True)


@pytest.mark.parametrize(
    ("check", "sign", "word"),
    [
        (LOST, "✗", "failed"),
        (STOP, "■", "stop"),
        (FINE, "✓", "ok"),
        (DARK, "?", "unknown"),
        (WAIVED, "↷", "waived"),
        (PAST, "·", "past"),
    ],
)
def test_how_a_line_came_out_differs_by_shape_and_word(check: Check, sign: str, word: str) -> None:
    assert result_style(check, UNICODE)[:2] == (sign, word)
    assert result_style(check, ASCII).sign.isascii()


def test_how_lines_came_out_differs_by_more_than_the_case_of_a_letter() -> None:
    signs = [result_style(check, ASCII).sign.casefold() for check in (LOST, STOP, FINE, DARK, WAIVED, PAST)]
    assert len(set(signs)) == len(signs)


def drawn(value: object, width: int, density: Density) -> list[str]:
    pane = Checklist(View(clock))
    pane.take([value])
    return [line.plain.rstrip() for line in pane.draw(pane.rows.all[0], width, density)]


@pytest.mark.parametrize(
    ("value", "width", "density", "lines"),
    [
        (LOST, 100, Density.BRIEF, ["✗ failed   Task 2: no commit abc  The repository has no such commit."]),
        (FINE, 100, Density.FULL, ["✓ ok       The files are there  a.py; b.py"]),
        (WAIVED, 100, Density.WHOLE, ["↷ waived   The plan has changed since  meant so"]),
        (WAIVED, 60, Density.WHOLE, ["↷ waived   The plan has changed since: It has."]),
        (LOST, 60, Density.BRIEF, ["✗ failed   Task 2: no commit abc: The repository has no suc…"]),
        (LOST, 60, Density.WHOLE,
         ["✗ failed   Task 2: no commit abc", "           The repository has no such commit."]),
        (LOST, 80, Density.WHOLE, ["✗ failed   Task 2: no commit abc: The repository has no such commit."]),
        (FINE, 60, Density.WHOLE, ["✓ ok       The files are there"]),
        (FINE, 60, Density.FULL, ["✓ ok       The files are there", "           a.py; b.py"]),
        (DARK, 38, Density.BRIEF, ["? Nothing uncommitted"]),
        (LOST, 20, Density.BRIEF, ["✗ Task 2: no commit…"]),
        (RuleAction(text="Plan the phase", command="/autopilot:takeoff"), 60, Density.BRIEF,
         ["↪ next     Plan the phase  /autopilot:takeoff"]),
        (RuleAction(text="Plan the phase", command="/autopilot:takeoff"), 30, Density.WHOLE,
         ["↪ Plan the phase", "  /autopilot:takeoff"]),
        (RuleAction(text="Archive or ship", command=None), 60, Density.WHOLE, ["↪ next     Archive or ship"]),
    ],
)  # fmt: skip
def test_a_row(value: object, width: int, density: Density, lines: list[str]) -> None:
    assert drawn(value, width, density) == lines


@pytest.mark.parametrize("width", [8, 40, 84, 200])
@pytest.mark.parametrize("density", Density)
def test_no_text_breaks_a_row(width: int, density: Density) -> None:
    for text in HOSTILE:
        for check in (
            Check(code="c", subject=text, claim=text, result="failed", gate="ask", evidence=(text, text)),
            Check(code="c", subject="", claim=text, result="passed", evidence=(text,), waived=text),
        ):
            for line in drawn(check, width, density):
                assert cell_len(line) <= width
                assert "\x1b" not in line


@pytest.mark.parametrize(
    ("text", "width", "pieces"),
    [
        ("", 10, [""]),
        ("short", 10, ["short"]),
        ("two words here", 10, ["two words ", "here"]),
        ("two words here", 9, ["two words ", "here"]),
        ("  indented text", 10, ["  indented ", "text"]),
        ("x" * 25, 10, ["x" * 10, "x" * 10, "x" * 5]),
        ("日本語日本語", 5, ["日本", "語日", "本語"]),
        ("          a", 8, ["        ", "  a"]),
    ],
)
def test_a_line_of_text_is_broken_and_nothing_is_lost(text: str, width: int, pieces: list[str]) -> None:
    assert broken(text, width) == pieces
    assert max(cell_len(piece.removesuffix(" ")) for piece in pieces) <= width
    assert "".join(pieces) == text
