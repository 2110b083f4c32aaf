"""The first line: what this is, how it stands, and whether it is live."""

from datetime import datetime

from textual import events
from textual.strip import Strip

from cockpit.model import Project, Track
from cockpit.rules.attention import acknowledged, firing
from widgets.glyphs import Glyphs
from widgets.line import Line
from widgets.painted import Painted
from widgets.pane import View


class Header(Painted):
    """Project, system, counts of what fires, and the time of the last reading."""

    def __init__(self, view: View) -> None:
        super().__init__(id="header")
        self._view = view
        self._project: Project | None = None
        self._track: Track | None = None
        self._clock = ""
        self._live = "reading"

    def show(self, project: Project | None, track: Track | None, live: str) -> None:
        """Show another project or track; `live` says how the files are followed."""
        self._project, self._track, self._live = project, track, live
        self.tick(self._view.now())
        self.refresh()

    def tick(self, now: datetime) -> None:
        """Move the clock on; repaints only when the minute changed."""
        clock = f"{now:%H:%M}"
        if clock != self._clock:
            self._clock = clock
            self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one line: the right end is never cut, the left end is."""
        width = self.size.width
        right = self._right()
        left = self._left().cut(max(0, width - right.width - 2))
        return self.paint(left.to(width - right.width).join(right) if y == 0 else Line(), width, "bar")

    async def on_click(self, event: events.Click) -> None:
        """A click on the number of tracks chooses another."""
        at = event.get_content_offset(self)
        if at is not None and self._left().action_at(at.x) == "tracks":
            await self.screen.run_action("tracks")

    def _left(self) -> Line:
        line = Line().gap(1)
        if self._track is None:
            return line.add("Cockpit", "strong")
        dot = f"  {self._view.glyphs.dot}  "
        line.add(self._track.title or "Untitled", "strong").add(dot, "muted").add(self._track.system, "muted")
        tracks = self._project.tracks if self._project else ()
        if len(tracks) > 1:
            number = next((place for place, each in enumerate(tracks, 1) if each is self._track), 1)
            line.add(dot, "muted").add(f"track {number}/{len(tracks)}", "accent", action="tracks")
        return line

    def _right(self) -> Line:
        line = Line()
        if self._track is not None and self.size.width >= 60:
            _tally(line, self._track, self._view.glyphs, words=self.size.width >= 100)
        return line.add(f"{self._clock} {self._live}", "muted").gap(1)


def _tally(line: Line, track: Track, glyphs: Glyphs, *, words: bool) -> None:
    fire = firing(track.thresholds)
    seen = sum(acknowledged(each) for each in track.thresholds)
    blocked = sum(each.status in ("new", "active") for each in track.blockers)
    fires = "stop" if any(each.level == "stop" for each in fire) else "alert" if fire else "muted"
    for mark, count, word, style in (
        (glyphs.alert, len(fire), "firing", fires),
        (glyphs.acknowledged, seen, "acknowledged", "ok" if seen else "muted"),
        (glyphs.blocked, blocked, "blocked", "warning" if blocked else "muted"),
    ):
        line.add(f"{mark} {count} {word if words or word == 'firing' else ''}".rstrip(), style).gap(3)
