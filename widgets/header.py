"""The first line: what this is, how it stands, and whether it is live."""

from collections.abc import Collection
from datetime import datetime

from textual import events
from textual.strip import Strip

from cockpit.model import Project, Track
from cockpit.rules.attention import acknowledged, firing
from cockpit.rules.liveness import followed
from cockpit.rules.track_names import called
from widgets.glyphs import Glyphs
from widgets.line import Line
from widgets.painted import Painted
from widgets.pane import View

_ALL = ("words", "others", "system", "live")
"""All that the first line says beside title and time."""


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
        """The one line: what fires and the time are never cut, the rest gives way."""
        width = self.size.width
        left, right = self._fitted(width)
        left = left.cut(max(0, width - right.width - 2))
        return self.paint(left.to(width - right.width).join(right) if y == 0 else Line(), width, "bar")

    def _fitted(self, width: int) -> tuple[Line, Line]:
        """Both ends, as wordy as the width allows."""
        for said in (_ALL, ("others", "system", "live"), ("others", "system"), ("others",), ()):
            left, right = self._left(said), self._right(said)
            if left.width + 2 + right.width <= width:
                break
        return left, right

    async def on_click(self, event: events.Click) -> None:
        """A click on the number of tracks chooses another."""
        at = event.get_content_offset(self)
        if at is not None and self._fitted(self.size.width)[0].action_at(at.x) == "tracks":
            await self.screen.run_action("tracks")

    def _left(self, said: Collection[str]) -> Line:
        line = Line().gap(1)
        if self._track is None:
            return line.add("Cockpit", "strong")
        dot = f"  {self._view.glyphs.dot}  "
        tracks = self._project.tracks if self._project else ()
        line.add(called(self._track, tracks), "strong")
        if "system" in said:
            line.add(dot, "muted").add(self._track.system, "muted")
        if len(tracks) > 1:
            number = next((place for place, each in enumerate(tracks, 1) if each is self._track), 1)
            line.add(dot, "muted").add(f"track {number}/{len(tracks)}", "accent", action="tracks")
        return line

    def _right(self, said: Collection[str]) -> Line:
        line = _tally(self._track, self._view.glyphs, said) if self._track is not None else Line()
        words = self._live if "live" in said else self._live.removeprefix("live").strip(" ·-")
        style = "alert" if followed(self._project) == "stopped looking" else "muted"
        return line.add(f"{self._clock} {words}".rstrip(), style).gap(1)


def _tally(track: Track, glyphs: Glyphs, said: Collection[str]) -> Line:
    """What fires, and where there are any, what was acknowledged and what blocks."""
    fire = firing(track.thresholds)
    seen = sum(acknowledged(each) for each in track.thresholds)
    blocked = sum(each.holds for each in track.blockers)
    stop = any(each.level == "stop" for each in fire)
    line = Line().add(f"{glyphs.stop if stop else glyphs.alert} {len(fire)} firing",
                      "stop" if stop else "alert" if fire else "muted").gap(3)  # fmt: skip
    for mark, count, word, style in (
        (glyphs.acknowledged, seen, "acknowledged", "ok"),
        (glyphs.blocked, blocked, "blocked", "warning"),
    ):
        if count and "others" in said:
            line.add(f"{mark} {count} {word}" if "words" in said else f"{mark} {count}", style).gap(3)
    return line
