"""What stands on screen where there is no state to show: why, and what to do."""

from collections.abc import Sequence

from textual import events
from textual.strip import Strip

from cockpit.model import Finding
from cockpit.model.agents import LookedAt
from cockpit.rules.agent_overview import counts, quiet_words
from cockpit.widgets.painting import Line, Painted, hanging

_WIDEST = 76
"""Cells of a sentence that is broken where it is longer."""


_SESSIONS = "Start an agent in this folder: its session appears here at once."
_STATE = "This screen fills as soon as an agent writes its state."
_FOLDERS = {"there": ": none", "absent": ", which is not there", "denied": ", which cannot be read"}
"""What is said of a folder of an agent in which no session of this project was found."""


class Welcome(Painted):
    """A few sentences in the middle of the screen."""

    def __init__(self) -> None:
        super().__init__(id="welcome")
        self._lines: list[Line] = []

    def reading(self) -> None:
        """The files are still being read."""
        self._show([Line().add("Reading the project …", "muted")])

    def looking(self) -> None:
        """No file holds any state, and what agents keep about their sessions is not read yet."""
        self._show([Line().add("Looking for sessions of agents …", "muted")])

    def nothing(
        self,
        root: str,
        systems: Sequence[str],
        findings: Sequence[Finding],
        recent: int,
        looked_at: Sequence[LookedAt] = (),
        *,
        limits: bool = False,
    ) -> None:
        """There is no state: where it was looked for, what stood in the way, and what can be done: a track of one of
        the `systems` begun, one of so many `recent` projects opened, the demo tried. `looked_at` says where sessions of
        agents were looked for, `limits` that they can be set here."""
        lines = [
            Line().add("No agent state here that can be read" if findings else "No agent state here yet", "strong"),
            Line(),
            Line().add("Looked in ", "muted").add(root).add(", above and below it", "muted"),
        ]
        for each in looked_at:
            lead = Line().add("and for sessions of ", "muted").add(each.name).add(" in ", "muted").add(each.folder)
            lines.append(lead.add(_FOLDERS[each.state], "muted"))
        for finding in findings:
            style = "accent" if finding.severity == "note" else "stop"
            lines += [Line(), *hanging(Line().add(finding.path, style).gap(2), str(finding.message), "text", _WIDEST)]
        before = f"{recent} opened before" if recent else "by its folder"
        lines += [
            Line(),
            _offer("n", "Start tracking work here …", ", ".join(systems), "new"),
            *([_offer("l", "Set a limit here …", "on what agents spend", "act('threshold.limit')")] if limits else []),
            _offer("t", "Open another project …", before, "tracks"),
            _offer("x", "Try the demo", "a sample project with an agent at work", "demo"),
            Line(),
            Line().add(_SESSIONS if looked_at else _STATE, "muted"),
        ]
        self._show(lines)

    def no_session(self, looked_at: Sequence[LookedAt]) -> None:
        """No session is known on this machine: where it was looked for, and how one appears."""
        lines = [Line().add(quiet_words(counts((), looked_at), looked_at), "strong"), Line()]
        for each in looked_at:
            lead = Line().add("Looked in ", "muted").add(each.folder).add(" for ", "muted").add(each.name)
            lines.append(lead.add(_FOLDERS[each.state], "muted"))
        lines += [
            Line(),
            Line().add("Start an agent in any repository: it appears here at once.", "muted"),
            Line().add("`cockpit PATH` opens a folder, and offers to start tracking work there.", "muted"),
            Line(),
            _offer("x", "Try the demo", "a sample project with an agent at work", "demo"),
        ]
        self._show(lines)

    def _show(self, lines: list[Line]) -> None:
        self._lines = lines
        self.refresh()

    async def on_click(self, event: events.Click) -> None:
        """Do what the clicked line offers."""
        at = event.get_content_offset(self)
        line, left = self._at(at.y) if at is not None else (None, 0)
        action = line.action_at(at.x - left) if line is not None and at is not None else None
        if action:
            await self.screen.run_action(action)

    def _at(self, y: int) -> tuple[Line | None, int]:
        """The line at a row of the screen, and the blanks before it."""
        width, height = self.size
        block = max((line.width for line in self._lines), default=0)
        at = y - max(0, (height - len(self._lines)) * 2 // 5)
        return (self._lines[at] if 0 <= at < len(self._lines) else None), max(1, (width - block) // 2)

    def paint_row(self, y: int) -> Strip:
        """The block of lines, centred."""
        line, left = self._at(y)
        return self.paint(Line().gap(left).join(line) if line is not None else Line(), self.size.width)


def _offer(key: str, words: str, more: str, action: str) -> Line:
    """Something that can be done, with its key."""
    line = Line().add(key, "key", action=action).gap(3).add(words, "text", width=28, action=action)
    return line.add(more, "muted", action=action)
