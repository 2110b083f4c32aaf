"""What the program says, above the keys: a sentence a person has time to read. It hides the frame of what is there."""

from collections.abc import Sequence
from typing import Literal

from textual.strip import Strip

from cockpit.values import dataclass
from widgets.line import Line, wrap
from widgets.painted import Painted

_MARK = "! "
GLANCE = 1.0
"""Seconds for which a key does not wipe away what was said."""
_FREE = 3
"""Rows of the screen that no message covers: the first, one below it, and the keys."""


@dataclass(frozen=True, slots=True)
class Said:
    """Something said to the person, `at` a monotonic time. What `stays` does so until a key is pressed.

    A `warning` has a mark. `hint` is the part of the text that says which key `turns` which entry of the
    journal, as long as it does that.
    """

    text: str
    at: float
    stays: bool = False
    warning: bool = False
    hint: str = ""
    turns: tuple[Literal["undo", "redo"], int] | None = None

    @property
    def unread(self) -> bool:
        """Whether it is a warning of which no key has said yet that it was read."""
        return self.warning and self.stays

    @property
    def seconds(self) -> float:
        """How long it is there at least: reading takes that long, and fast typing must not wipe away what stays."""
        return GLANCE if self.stays else max(3.0, 0.06 * len(self.text))


class MessageLine(Painted):
    """Lies above the footer while there is something to say, as high as that needs: the first that the app `said`.

    What else was said waits for its turn.
    """

    def __init__(self) -> None:
        super().__init__(id="message")
        self._said: Sequence[Said] = ()

    def on_mount(self) -> None:
        """Follow what is said."""
        self.watch(self.app, "said", self.show)

    def show(self, said: Sequence[Said]) -> None:
        """Say the first of these and nothing else; nothing at all leaves the footer to itself."""
        self._said = said[:1]
        self.display = bool(said)
        self._fit()
        self.refresh()

    def on_resize(self) -> None:
        """Wrap for the new width."""
        self._fit()

    def _fit(self) -> None:
        lines = len(self.lines(self.screen.size.width))
        self.styles.height = max(1, min(lines, self.screen.size.height - _FREE))

    def lines(self, width: int) -> list[Line]:
        """The lines of what is said; the first of a warning has a mark."""
        made: list[Line] = []
        for said in self._said:
            mark, style = _MARK if said.warning else "", "strong"
            for sentence in said.text.splitlines():
                for text in wrap(sentence, max(8, width - 2 - len(mark))):
                    made.append(Line().gap(1).add(mark, "alert").add(text, style))
                    mark = " " * len(mark)
                style = "text"
        return made

    def render_line(self, y: int) -> Strip:
        """One line; where there is no room for all, the last ones."""
        lines = self.lines(self.size.width)[-self.size.height :]
        return self.paint(lines[y] if y < len(lines) else Line(), self.size.width, "bar")
