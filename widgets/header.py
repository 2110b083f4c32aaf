"""The first line: what this is and where it lies, how it stands, and when its files were written last."""

from collections.abc import Collection, Sequence
from datetime import datetime

from rich.cells import cell_len
from textual import events
from textual.strip import Strip
from textual.timer import Timer

from cockpit.model import Track
from cockpit.model.location import track_name
from cockpit.model.state import Snapshot
from cockpit.rules.thresholds.alert_state import firing, is_acknowledged
from cockpit.rules.watch_state import watch_status
from cockpit.values import dataclass
from cockpit.widgets.painting import Line, Painted, fit
from cockpit.widgets.view import Glyphs, View
from cockpit.wording.times import standing_age

# Where the project lies: its folder and what is checked out there, as wordy as the room allows

_BRANCH = 16
"""Cells of a long branch where the folder had to be shortened."""


@dataclass(frozen=True, slots=True)
class Place:
    """`folder` as a person writes it, `~/code/app`; `branch` where there is one."""

    folder: str
    branch: str | None = None

    def whole(self, dot: str) -> Line:
        """Both in full."""
        return self._line(self.folder, self.branch or "", dot)

    def short(self, dot: str, room: int) -> Line:
        """What fits in so many cells: the end of the folder, the beginning of a long branch; else nothing."""
        branch = self.branch or ""
        if cell_len(branch) > _BRANCH:
            branch = fit(branch, _BRANCH)
        for folder in _shorter(self.folder):
            line = self._line(folder, branch, dot)
            if line.width <= room:
                return line
        return Line()

    def _line(self, folder: str, branch: str, dot: str) -> Line:
        line = Line().add(folder, "text")
        return line.add(dot, "muted").add(branch, "accent") if branch else line


def from_home(folder: str, home: str) -> str:
    """A folder with the person's home as `~`."""
    home = home.rstrip("/")
    if home and (folder == home or folder.startswith(f"{home}/")):
        return f"~{folder[len(home) :]}"
    return folder


def _shorter(folder: str) -> list[str]:
    """The folder, and what is left of it with ever more of its beginning left out: `…/code/app`, `…/app`."""
    parts = [part for part in folder.split("/") if part]
    return [folder, *(f"…/{'/'.join(parts[start:])}" for start in range(1, len(parts)))]


_NARROW = 80
"""Columns below which the place is not said."""
_WORDINESS = (
    ("words", "others", "system", "age", "whole"),
    ("others", "system", "age", "whole"),
    ("others", "age", "whole"),
    ("others", "age", "short"),
    ("age", "short"),
    ("bare age", "short"),
    ("short",),
    ("others", "system", "age"),
    ("others", "system"),
    ("others",),
    (),
)
"""What the first line says beside title, number of what fires and time; the first of these that fits."""


class Header(Painted):
    """Project, system, place, counts of what fires, the time, and how long ago the newest file was written."""

    def __init__(self, view: View) -> None:
        super().__init__(id="header")
        self._view = view
        self._snapshot = Snapshot()
        self._clock = ""
        self._age = ""
        self._blocked = 0
        self._place: Place | None = None
        self._timer: Timer | None = None

    def show(self, snapshot: Snapshot) -> None:
        """Show another snapshot."""
        self._snapshot, track, project = snapshot, snapshot.track, snapshot.project
        self._blocked = sum(each.holds for each in track.blockers) if track is not None else 0
        branch = snapshot.surroundings.branch
        self._place = Place(from_home(project.root, self._view.home), branch) if project is not None else None
        self.tick(self._view.now())
        self.refresh()

    def tick(self, now: datetime) -> None:
        """Move the clock and the age on; repaints only when one of them is another."""
        written = self._snapshot.written
        age, rest = standing_age((now - written).total_seconds()) if written is not None else ("", None)
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(rest + 0.05, self._age_on) if rest is not None and self.is_attached else None
        if (clock := f"{now:%H:%M}", age) != (self._clock, self._age):
            self._clock, self._age = clock, age
            self.refresh()

    def _age_on(self) -> None:
        self.tick(self._view.now())

    def render_line(self, y: int) -> Strip:
        """The one line: what fires and the time are never cut, the rest gives way."""
        width = self.size.width
        left, right = self._fitted(width)
        left = left.cut(max(0, width - right.width - 2))
        return self.paint(left.to(width - right.width).join(right) if y == 0 else Line(), width, "bar")

    def _fitted(self, width: int) -> tuple[Line, Line]:
        """Both ends, as wordy as the width allows."""
        left, right = Line(), Line()
        for parts in _WORDINESS:
            left, right = self._left(parts), self._right(parts)
            room = width - left.width - right.width - 2
            place = self._placed(parts, room) if width >= _NARROW else Line()
            if place.width <= room and (place.width or not {"whole", "short"}.intersection(parts)):
                return left.join(place), right
        return left, right

    def _placed(self, parts: Collection[str], room: int) -> Line:
        """The place behind its dot, as it is said in that room; nothing where it is not, or does not fit."""
        if self._place is None or self._snapshot.track is None or not {"whole", "short"}.intersection(parts):
            return Line()
        lead, dot = Line().add(f"  {self._view.glyphs.dot}  ", "muted"), f" {self._view.glyphs.dot} "
        place = self._place.whole(dot) if "whole" in parts else self._place.short(dot, room - lead.width)
        return lead.join(place) if place.width else Line()

    async def on_click(self, event: events.Click) -> None:
        """A click on the number of tracks chooses another."""
        at = event.get_content_offset(self)
        if at is not None and self._fitted(self.size.width)[0].action_at(at.x) == "tracks":
            await self.screen.run_action("tracks")

    def _left(self, parts: Collection[str]) -> Line:
        line = Line().gap(1)
        project, track = self._snapshot.project, self._snapshot.track
        if track is None:
            return line.add("Cockpit", "strong")
        dot = f"  {self._view.glyphs.dot}  "
        tracks = project.tracks if project is not None else ()
        line.add(track_name(track, tracks), "strong")
        if "system" in parts:
            line.add(dot, "muted").add(track.system, "muted")
        if len(tracks) > 1:
            number = next((place for place, each in enumerate(tracks, 1) if each is track), 1)
            line.add(dot, "muted").add(f"track {number}/{len(tracks)}", "accent", action="tracks")
        return line

    def _right(self, parts: Collection[str]) -> Line:
        track, mode = self._snapshot.track, self._snapshot.write_mode
        line = _tally(track, self._blocked, self._view.glyphs, parts) if track is not None else Line()
        how = watch_status(self._snapshot.project)
        style = "alert" if how == "stopped looking" else "muted"
        worded = f"written {self._age}" if "age" in parts else self._age if "bare age" in parts else ""
        aged = worded if self._age else ""
        words = (aged if how == "live" else how, "" if mode == "at-once" else mode, self._clock)
        return line.add(f" {self._view.glyphs.dot} ".join(filter(None, words)), style).gap(1)


def _tally(track: Track, blocked: int, glyphs: Glyphs, parts: Collection[str]) -> Line:
    """What fires, and where there are any, what was acknowledged and what blocks."""
    fire = firing(track.thresholds)
    acknowledged_count = sum(is_acknowledged(each) for each in track.thresholds)
    stop = any(each.level == "stop" for each in fire)
    line = Line().add(f"{glyphs.stop if stop else glyphs.alert} {len(fire)} firing",
                      "stop" if stop else "alert" if fire else "muted").gap(3)  # fmt: skip
    for mark, count, word, style in (
        (glyphs.acknowledged, acknowledged_count, "acknowledged", "ok"),
        (glyphs.blocked, blocked, "blocked", "warning"),
    ):
        if count and "others" in parts:
            line.add(f"{mark} {count} {word}" if "words" in parts else f"{mark} {count}", style).gap(3)
    return line


# The first line of a screen of its own: what it is about, and at the right end how it stands


class TitleBar(Painted):
    """Texts from left to right, the first one strong; those behind it give way where there is little room."""

    def __init__(self, dot: str) -> None:
        super().__init__(id="title")
        self._dot = f"  {dot}  "
        self._texts: Sequence[str] = ()
        self._right: Sequence[tuple[str, str]] = ()

    def show(self, texts: Sequence[str], right: Sequence[tuple[str, str]] = ()) -> None:
        """Show these texts; `right` are texts with their style, from left to right."""
        self._texts, self._right = texts, right
        self.refresh()

    def render_line(self, y: int) -> Strip:
        """The one line."""
        width = self.size.width
        right = Line()
        for text, style in self._right:
            right.add(text, style)
        right.gap(1)
        left = self._left(len(self._texts))
        for count in range(len(self._texts) - 1, 0, -1):
            if left.width + right.width + 2 <= width:
                break
            left = self._left(count)
        left = left.cut(max(0, width - right.width - 1))
        return self.paint(left.to(width - right.width).join(right) if y == 0 else Line(), width, "bar")

    def _left(self, count: int) -> Line:
        line = Line().gap(1)
        for place, text in enumerate(self._texts[:count]):
            line.add(self._dot if place else "", "muted").add(text, "muted" if place else "strong")
        return line
