"""A sentence over something, as high as it needs, and an aside at its right end."""

from collections.abc import Sequence

from textual.geometry import Size
from textual.strip import Strip

from widgets.line import Line, wrap
from widgets.painted import Painted


class Caption(Painted):
    """What stands above a field: the sentence, the aside, and what is wrong below them. Without any it is not there.

    An aside that needs a line of its own is left out on a low screen.
    """

    def __init__(self, *, id: str | None = None) -> None:  # noqa: A002 -- Textual's own name
        super().__init__(id=id)
        self._sentence, self._style = "", "muted"
        self._aside = ""
        self._wrong: Sequence[str] = ()

    def show(self, sentence: str, *, style: str = "muted", aside: str = "", wrong: Sequence[str] = ()) -> None:
        """Say this and nothing else."""
        said = (sentence, style, aside, wrong)
        if said != (self._sentence, self._style, self._aside, self._wrong):
            self._sentence, self._style, self._aside, self._wrong = said
            self.display = bool(sentence or aside or wrong)
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many lines as it takes at that width: whoever lays it out asks, so that no change of it is missed."""
        return len(self._lines(width))

    def _lines(self, width: int) -> list[Line]:
        room = max(8, width - 2)
        aside = Line().add(self._aside, "muted")
        beside = bool(self._aside) and len(self._sentence) + aside.width + 2 <= room
        texts = wrap(self._sentence, room) if self._sentence else []
        lines = [Line().gap(1).add(text, self._style) for text in texts]
        if beside:
            lines[0].to(width - 1 - aside.width).join(aside)
        elif self._aside and not self.screen.has_class("-low"):
            lines += [Line().gap(1).add(text, "muted") for text in wrap(self._aside, room)]
        for sentence in self._wrong:
            lines += [Line().gap(1).add(text, "warning") for text in wrap(sentence, room)]
        return lines

    def render_line(self, y: int) -> Strip:
        """One line."""
        lines = self._lines(self.size.width)
        return self.paint(lines[y] if y < len(lines) else Line(), self.size.width)
