"""Makes the recording of the README: `python -m screenshots.recording` writes `demo.svg`, the demo as an animated SVG.

The demo's agent and a person play a story on the agent's clock, as for the pictures of `screenshots.make`. Styles alone
play it back: each frame lies over those before it and has only the rows that changed, and each row is defined once.
"""

import asyncio
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import accumulate, groupby
from math import inf
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from textual.widgets import Input

from cockpit.app import CockpitApp
from cockpit.demo.sample import create
from cockpit.screens import handoff_screen, project_app
from cockpit.widgets import pane
from cockpit.widgets.footer import StatusMessage
from screenshots.make import HERE, NOW, Agent, begun, block, drawn, nothing_of_ones_own, rest

RECORDING = HERE / "demo.svg"
SIZE = (120, 36)


class Moment(NamedTuple):
    """How many seconds it is shown, what is said of it, and what happens before: a key, or the agent's next steps."""

    seconds: float
    said: str
    key: str = ""
    steps: int = 0


_AT_WORK = "An agent is at work. What it writes is on screen at once."
_WORKS_ON = "The agent works on, until its context is nearly full."
_LIMIT = "types the new limit"
_FIND = "types what to find"
STORY = (
    Moment(1.3, _AT_WORK),
    Moment(1.2, _AT_WORK, steps=2),
    Moment(2.5, "Its cost reaches the alert limit, and the agent waits until you acknowledge it.", steps=2),
    Moment(1.8, "acknowledges the alert", "a"),
    Moment(1.2, "The agent has read that, and continues.", steps=2),
    Moment(0.6, "goes to the thresholds", "3"),
    Moment(1.0, "changes limits", "l"),
    Moment(0.3, "goes to the stop limit", "enter"),
    Moment(0.3, "goes to the stop limit", "enter"),
    Moment(0.3, _LIMIT, "7"),
    Moment(1.25, _LIMIT, "5"),
    Moment(1.5, "saves; u undoes that", "ctrl+s"),
    Moment(0.7, _WORKS_ON, steps=3),
    Moment(0.7, _WORKS_ON, steps=4),
    Moment(1.3, _WORKS_ON, steps=4),
    Moment(1.4, "hands off: the form is filled in from the state, the plan and git", "h"),
    Moment(1.2, "goes to step 3", "3"),
    Moment(1.4, "shows what will be written", "ctrl+s"),
    Moment(1.4, "writes it", "ctrl+s"),
    Moment(2.6, "checks the handoff against git and disk before you build on it", "r"),
    Moment(0.5, "goes back", "escape"),
    Moment(0.7, "finds any action, row, document or track", "f"),
    *(Moment(0.15, _FIND, letter) for letter in "pagin"),
    Moment(1.0, _FIND, "g"),
    Moment(0.8, "goes to the decision", "enter"),
    Moment(2.3, "shows it whole", "enter"),
)
STILL = 2
"""The moment that is shown where nothing moves."""


# Playing it

_NEVER = 3600.0


async def _played(root: Path) -> Sequence[str]:
    """The screen at each moment, as a picture of its own."""
    agent = Agent(root)
    app = begun(root, "cockpit-dark", agent.now)
    pictures = []
    with _timeless():
        async with app.run_test(size=SIZE) as pilot:
            for number, moment in enumerate(STORY):
                for _ in range(moment.steps):
                    agent.step()
                if number == STILL:
                    block(root, agent.now())
                if moment.steps:
                    _show_news(app)
                if moment.key:
                    await pilot.press(moment.key)
                await rest(pilot)
                pictures.append(drawn(app))
    return pictures


@contextmanager
def _timeless() -> Iterator[None]:
    """What would be over after some seconds stays, and nothing waits: how fast the machine is must not be seen."""
    with (
        mock.patch.object(pane, "MARKED_FOR", _NEVER),
        mock.patch.object(StatusMessage, "seconds", _NEVER),
        mock.patch.object(project_app, "GLANCE", _NEVER),
        mock.patch.object(handoff_screen, "SOON", 0.001),
        mock.patch.object(Input, "_toggle_cursor", lambda _: None),
    ):
        yield


def _show_news(app: CockpitApp) -> None:
    """Read what the agent wrote; what was said and marked before is over."""
    app.said = ()
    for each in app.screen.query(pane.Pane):
        each.rows.forget_marks(inf)
        each.refresh()
    app.source.refresh()


# Drawing it

_CELL, _LINE, _BASELINE = 12.2, 24.4, 20
_STYLE = re.compile(r"\.(terminal-r\d+) \{ (.*?) \}")
_GROUND = re.compile(r'<rect fill="([^"]+)" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)"')
_TEXT = re.compile(r'<text class="([\w-]+)" x="([\d.]+)" y="([\d.]+)" textLength="([\d.]+)"[^>]*>([^<]*)</text>')
_NAMES = {"ctrl+s": "Ctrl+S", "escape": "Esc", "enter": "Enter"}
"""Of keys that are no letters."""


def _film(pictures: Sequence[str]) -> str:
    """All pictures as one that moves."""
    classes: dict[str, str] = {}
    ids: dict[str, str] = {}
    shown: dict[int, str] = {}
    times, frames = [], []
    *starts, end = accumulate((moment.seconds for moment in STORY), initial=0.0)
    for number, (moment, picture, start) in enumerate(zip(STORY, pictures, starts, strict=True)):
        rows = dict(enumerate([*_rows(picture, classes), _caption(moment)]))
        uses = [
            f'<use href="#{ids.setdefault(row, f"r{len(ids)}")}" y="{at * _LINE + _BASELINE:g}"/>'
            for at, row in rows.items()
            if row != shown.get(at)
        ]
        shown = rows
        later = ' class="later"' if number > STILL else ""
        times.append(f"@keyframes f{number}{{0%{{visibility:hidden}}{start / end:.2%}{{visibility:visible}}}}")
        frames.append(f'<g{later} style="animation-name:f{number}">{"".join(uses)}</g>')
    styles = [f".{name}{{{style}}}" for style, name in classes.items()]
    defined = [f'<g id="{name}">{row}</g>' for row, name in ids.items()]
    width, height = SIZE[0] * _CELL + 16, SIZE[1] * _LINE + 98
    return f"""\
<svg viewBox="0 0 {width + 2:g} {height + 2:g}" xmlns="http://www.w3.org/2000/svg">
<style>
.film{{font:20px ui-monospace,Menlo,Consolas,DejaVu Sans Mono,monospace;shape-rendering:crispEdges}}
.film>g{{animation:{end:g}s step-end infinite}}
.later{{visibility:hidden}}
@media (prefers-reduced-motion:reduce){{.film>g{{animation:none!important}}}}
{_lines(styles)}
{_lines(times[1:])}
</style>
<defs>
{_lines(defined)}
</defs>
<rect fill="#292929" stroke="rgba(255,255,255,0.35)" x="1" y="1" width="{width:g}" height="{height:g}" rx="8"/>
<text fill="#c5c8c6" style="font:bold 18px arial" text-anchor="middle" x="{width / 2:g}" y="27">cockpit</text>
<circle cx="26" cy="22" r="7" fill="#ff5f57"/>
<circle cx="48" cy="22" r="7" fill="#febc2e"/>
<circle cx="70" cy="22" r="7" fill="#28c840"/>
<g class="film" transform="translate(9,41)">
{_lines(frames)}
</g>
</svg>
"""


def _lines(parts: Sequence[str]) -> str:
    return "\n".join(parts)


def _rows(picture: str, classes: dict[str, str]) -> Sequence[str]:
    """The rows of a picture, the same wherever they stand in it; `classes` has the name of each style."""
    rows: list[str] = [""] * SIZE[1]
    styles = dict(_STYLE.findall(picture))
    screen = picture.partition('clip-path="url(#terminal-clip-terminal)">')[2]
    for (y, fill), same in groupby(_GROUND.findall(screen), key=lambda ground: (ground[2], ground[0])):
        grounds = list(same)
        size = f'width="{sum(float(ground[3]) for ground in grounds):g}" height="24.65"'
        rows[int(float(y) / _LINE)] += f'<rect fill="{fill}" x="{grounds[0][1]}" y="-18.5" {size}/>'
    for name, x, y, length, text in _TEXT.findall(screen):
        style = classes.setdefault(styles[name], f"s{len(classes)}")
        wide = f' textLength="{length}"' if float(length) > _CELL else ""
        rows[int(float(y) / _LINE)] += f'<text class="{style}" x="{x}"{wide}>{text}</text>'
    return [row.replace("&#160;", "\u00a0") for row in rows]


def _caption(moment: Moment) -> str:
    """What stands below the screen: the key that is pressed, and what is said."""
    ground = f'<rect fill="#292929" y="-15" width="{SIZE[0] * _CELL:g}" height="50"/>'
    said = f'<text fill="#d8dee9" font-size="24" x="{{:g}}" y="19">{moment.said}</text>'
    if not moment.key:
        return ground + said.format(12)
    name = _NAMES.get(moment.key, moment.key)
    width = len(name) * 14.6 + 22
    return (
        f'{ground}<rect fill="#e5c07b" x="12" y="-7" width="{width:g}" height="36" rx="6"/>'
        '<text fill="#171c25" font-size="24" font-weight="bold" text-anchor="middle"'
        f' x="{12 + width / 2:g}" y="19">{name}</text>{said.format(width + 26)}'
    )


async def recorded(folder: Path) -> str:
    """The recording; `folder` is for the project."""
    return _film(await _played(create(folder / "taskflow-app", now=NOW)))


def main() -> None:
    """Make it."""
    with tempfile.TemporaryDirectory() as name:
        nothing_of_ones_own(Path(name))
        RECORDING.write_text(asyncio.run(recorded(Path(name))), "utf-8")


if __name__ == "__main__":
    main()
