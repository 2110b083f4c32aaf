"""The first line: what this is and where it lies, what needs a person, and when its files were written last."""

from collections import Counter
from collections.abc import Collection, Sequence
from datetime import datetime

from rich.cells import cell_len
from textual import events
from textual.strip import Strip
from textual.timer import Timer

from cockpit.model.location import track_name
from cockpit.model.state import Snapshot
from cockpit.rules.agent_overview import counts
from cockpit.rules.attention import KINDS, need_counts
from cockpit.rules.thresholds.alert_state import can_hold
from cockpit.rules.watch_state import watch_status
from cockpit.values import dataclass
from cockpit.widgets.painting import Line, Painted, fit
from cockpit.widgets.view import View
from cockpit.wording.times import standing_age

# Where the project lies: its folder and what is checked out there, as wordy as the room allows

_BRANCH = 16
"""Cells of a long branch where the folder had to be shortened."""


@dataclass(frozen=True, slots=True)
class Location:
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


_LEAST_TITLE = 12
"""Cells of a title that are kept beside the words of the counts."""
_CUT: tuple[frozenset[str], ...] = tuple(
    map(
        frozenset,
        (
            ("path", "system", "limits", "branch", "tracks", "written", "words"),
            ("short path", "system", "limits", "branch", "tracks", "written", "words"),
            ("short path", "limits", "branch", "tracks", "written", "words"),
            ("limits", "branch", "tracks", "written", "words"),
            ("limits", "tracks", "written", "words"),
            ("limits", "tracks", "words"),
            ("tracks",),
            (),
        ),
    )
)
"""What the first line says beside title, marks, age and time; the first of these that fits."""
_COUNTED = {kind.counted: kind for kind in KINDS.values() if kind.counted}
"""What is counted in all tracks, by its word."""
_WITHOUT_PLURAL = ("failed", "unreadable")


class Header(Painted):
    """Project, branch, counts of what needs a person, how long ago the newest file was written, the time."""

    def __init__(self, view: View) -> None:
        super().__init__(id="header")
        self._view = view
        self._snapshot = Snapshot()
        self._clock = ""
        self._age = ""
        self._counts: Counter[str] = Counter()
        self._elsewhere = 0
        self._place: Location | None = None
        self._timer: Timer | None = None

    def show(self, snapshot: Snapshot) -> None:
        """Show another snapshot."""
        self._snapshot, track, project = snapshot, snapshot.track, snapshot.project
        self._counts = need_counts(track, snapshot.project_findings) if track is not None else Counter()
        for other in snapshot.other_tracks:
            self._counts += need_counts(other)
        self._elsewhere = counts(snapshot.elsewhere).needs_you
        branch = snapshot.surroundings.branch
        self._place = Location(from_home(project.root, self._view.home), branch) if project is not None else None
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

    def paint_row(self, y: int) -> Strip:
        """The one line: the age and the time are never cut, the rest gives way."""
        width = self.size.width
        left, right = self._fitted(width)
        left = left.cut(max(0, width - right.width - 2))
        return self.paint(left.to(width - right.width).join(right) if y == 0 else Line(), width, "bar")

    def _fitted(self, width: int) -> tuple[Line, Line]:
        """Both ends, as wordy as the width allows; a long title is cut before the counts lose their words."""
        left, right = Line(), Line()
        for parts in _CUT:
            right = self._right(parts)
            room = width - right.width - 2
            title = self._title
            left = self._left(title, parts, room)
            beside = left.width - title.width
            if left.width <= room:
                break
            if "branch" not in parts and room - beside >= min(title.width, _LEAST_TITLE):
                return self._left(title.cut(room - beside), parts, room), right
        return left, right

    async def on_click(self, event: events.Click) -> None:
        """A click on the number of tracks chooses another, one on what is elsewhere goes there, one on limits that no
        hook holds an agent at installs it."""
        at, width = event.get_content_offset(self), self.size.width
        left, right = self._fitted(width)
        action = (left.action_at(at.x) or right.action_at(at.x - width + right.width)) if at is not None else None
        if action is not None:
            await self.screen.run_action(action)

    @property
    def _title(self) -> Line:
        track, tracks = self._snapshot.track, self._snapshot.tracks
        return Line().add(track_name(track, tracks) if track is not None else "Cockpit", "strong")

    def _left(self, title: Line, parts: Collection[str], room: int) -> Line:
        line = Line().gap(1).join(title)
        track, tracks = self._snapshot.track, self._snapshot.tracks
        if track is None:
            return line
        dot = f"  {self._view.glyphs.dot}  "
        held, every = self._snapshot.surroundings.enforcement, (track, *self._snapshot.other_tracks)
        if "system" in parts and not track.is_plain:
            line.add(dot, "muted").add(track.system, "muted")
        if "limits" in parts and held and any(map(can_hold, every)):
            style = "muted" if held == "enforced" else "warning"
            line.add(dot, "muted").add(f"limits {held}", style, action="act('hooks.install')")
        if len(tracks) > 1 and "tracks" in parts:
            number = next((place for place, each in enumerate(tracks, 1) if each is track), 1)
            line.add(dot, "muted").add(f"track {number}/{len(tracks)}", "accent", action="tracks")
        if self._place is None or not {"path", "short path", "branch"} & set(parts):
            return line
        beside = f" {self._view.glyphs.dot} "
        lead = Line().add(dot, "muted")
        if "path" in parts:
            return line.join(lead).join(self._place.whole(beside))
        if "short path" in parts:
            place = self._place.short(beside, room - line.width - lead.width)
            return line.join(lead).join(place) if place.width else Line().gap(room + 1)
        return line.join(lead).add(self._place.branch, "accent") if self._place.branch else line

    def _right(self, parts: Collection[str]) -> Line:
        mode = self._snapshot.write_mode
        how = watch_status(self._snapshot.project)
        style = "alert" if how == "stopped looking" else "muted"
        aged = f"written {self._age}" if self._age and "written" in parts else self._age
        words = (aged if how == "live" else how, "" if mode == "at-once" else mode, self._clock)
        end = Line().add("   ".join(filter(None, words)), style).gap(1)
        return self._tally("words" in parts, self.size.width - end.width).join(end)

    def _tally(self, worded: bool, room: int) -> Line:
        """What waits for a person; nothing where there is none. Without words only what has room, the gravest first."""
        line = Line()
        for word, kind in _COUNTED.items():
            if count := self._counts[word]:
                plural = "s" if count > 1 and word not in _WITHOUT_PLURAL else ""
                text = f"{getattr(self._view.glyphs, kind.glyph)} {count}" + (f" {word}{plural}" if worded else "")
                if not worded and line.width + cell_len(text) + 3 > room:
                    break
                line.add(text, kind.style).gap(3)
        if self._elsewhere:
            needs = "needs" if self._elsewhere == 1 else "need"
            text = f"elsewhere: {self._elsewhere} {needs} you" if worded else f"elsewhere {self._elsewhere}"
            if worded or line.width + cell_len(text) + 3 <= room:
                line.add(text, "alert", action="everywhere").gap(3)
        return line


# The first line of a screen of its own: what it is about, and at the right end how it stands
_LEAST_TEXT = 24
"""Cells below which a text behind the first is left out and not cut."""


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

    def paint_row(self, y: int) -> Strip:
        """The one line."""
        width = self.size.width
        right = Line()
        for text, style in self._right:
            right.add(text, style)
        right.gap(1)
        left = Line()
        for count in range(len(self._texts), 0, -1):
            left = self._left(count)
            over = left.width + right.width + 2 - width
            if over <= 0 or cell_len(self._texts[count - 1]) - over >= _LEAST_TEXT:
                break
        left = left.cut(max(0, width - right.width - 1))
        return self.paint(left.to(width - right.width).join(right) if y == 0 else Line(), width, "bar")

    def _left(self, count: int) -> Line:
        line = Line().gap(1)
        for place, text in enumerate(self._texts[:count]):
            line.add(self._dot if place else "", "muted").add(text, "muted" if place else "strong")
        return line
