"""What a terminal answers about OSC 7501 is never typed, however its bytes come; all else is as Textual reads it."""

from collections.abc import Iterator

import pytest
from textual._xterm_parser import XTermParser
from textual.events import Key, Paste
from textual.message import Message

from cockpit.screens.terminal_driver import TerminalInput

LATER = None
"""Nothing comes for longer than anybody waits for the rest."""
ANSWER = "\x1b]7501;?\x1b\\"
PASTED, END = "\x1b[200~", "\x1b[201~"


def told(message: Message) -> str:
    if isinstance(message, Key):
        return message.key
    return f"paste {message.text!r}" if isinstance(message, Paste) else type(message).__name__


class Reading:
    """Reads what comes, with a clock of its own."""

    def __init__(self, parser: type[XTermParser], monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr("textual._parser.get_time", lambda: self.now)
        self.parser = parser()

    def messages(self, *reads: str | None) -> Iterator[str]:
        for read in (*reads, LATER, LATER):
            self.now += 60 if read is LATER else 0
            yield from map(told, self.parser.tick() if read is LATER else self.parser.feed(read))


@pytest.mark.parametrize(
    ("reads", "expected"),
    [
        ((ANSWER,), ["ReportsStatus"]),
        ((f"a{ANSWER}b",), ["a", "ReportsStatus", "b"]),
        (("\x1b]7501;?;version=2:caps=a,b\x1b\\q",), ["ReportsStatus", "q"]),
        (("\x1b", ANSWER), ["ReportsStatus", "escape"]),
        ((f"{PASTED}one{ANSWER} two{END}x",), ["ReportsStatus", "paste 'one two'", "x"]),
        # what is no answer, or a broken one
        (("\x1b]7501;state=idle\x1b\\x",), ["x"]),
        (("\x1b]7501;?", LATER, "q"), ["q"]),
        (("\x1b]7501;?\x1b", LATER, "q"), ["escape", "q"]),
        (("\x1b]7501;?\x1b[A",), ["up"]),
        (("\x1b]7501;?\x11",), ["ctrl+q"]),
        (("\x1b]7501;?" + "x" * 300,), ["x"] * (300 - 256 + 8)),
        (("\x1b]7501;?\x1b\x1b[A",), ["escape", "up"]),
        (("\x1b]75\x1b[A",), ["circumflex_accent", "right_square_bracket", "7", "5", "up"]),
    ],
)  # fmt: skip
def test_an_answer_is_no_key(
    monkeypatch: pytest.MonkeyPatch, reads: tuple[str | None, ...], expected: list[str]
) -> None:
    assert list(Reading(TerminalInput, monkeypatch).messages(*reads)) == expected


@pytest.mark.parametrize("at", range(1, len(ANSWER)))
def test_an_answer_may_come_in_two_reads(monkeypatch: pytest.MonkeyPatch, at: int) -> None:
    reads = Reading(TerminalInput, monkeypatch).messages(f"a{ANSWER[:at]}", f"{ANSWER[at:]}b")
    assert list(reads) == ["a", "ReportsStatus", "b"]
