"""The title of the terminal's window: which project this is, and the title from before once the program ends."""

import os
from collections.abc import Callable

from cockpit.rules.printable import printable

_KEEP, _GIVE_BACK = "\x1b[22;2t", "\x1b[23;2t"
"""What makes a terminal remember its title, and take it again."""
_WITHOUT_TITLE = ("linux", "dumb")
"""Terminals that have none."""


class TerminalTitle:
    """Sets the title; `write` takes what goes to the terminal as it is."""

    def __init__(self, write: Callable[[str], None]) -> None:
        self._write = write
        self._shown: str | None = None
        self._has_none = os.environ.get("TERM") in _WITHOUT_TITLE

    def show(self, text: str) -> None:
        """Show this; the text comes from files and folders, so what would act on the terminal is taken out."""
        text = printable(text)
        if self._has_none or text == self._shown:
            return
        kept = _KEEP if self._shown is None else ""
        self._shown = text
        self._write(f"{kept}\x1b]2;{text}\x07")

    def give_back(self) -> None:
        """Show again what was there before."""
        if self._shown is not None:
            self._write(_GIVE_BACK)
            self._shown = None
