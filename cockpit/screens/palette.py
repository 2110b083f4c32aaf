"""Find: actions, rows, documents, tracks and themes by name."""

import asyncio
from collections.abc import Callable, Iterator, Set
from difflib import get_close_matches
from functools import partial
from typing import cast

from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.content import Content

from cockpit.actions import BY_ID
from cockpit.model.location import track_name
from cockpit.regex import regex
from cockpit.screens.action_screen import ActionScreen
from cockpit.screens.dashboard import Dashboard
from cockpit.screens.project_app import ProjectApp
from cockpit.screens.row_actions import new_of
from cockpit.values import dataclass
from cockpit.widgets.by_key import by_key
from cockpit.widgets.pane import Pane
from cockpit.wording.messages import Message
from cockpit.wording.printable import printable

# How well a command answers what a person typed into the palette

_PARTS = regex(r"[^\W_]+")


def score(query: str, name: str, does: str, kind: str = "") -> float:
    """From 0, no match, to 1: the name begins so; its words do, in any order, or those of its kind; it contains it;
    what it does says so; its words contain every one that was asked for.

    Letters that are merely scattered over a text are no match: they answer a question nobody asked.
    """
    asked, name = query.strip().casefold(), name.casefold()
    named = f"{kind} {name}".casefold()
    ranks = (
        (1.0, name.startswith(asked)),
        (0.9, _begins_each(asked, name)),
        (0.85, _begins_each(asked, named)),
        (0.8, asked in name),
        (0.7, len(asked) > 1 and _initials(name).startswith(asked.replace(" ", ""))),
        (0.5, _begins_each(asked, f"{named} {does}".casefold())),
        (0.4, all(word in named for word in asked.split())),
    )
    return next((rank for rank, matches in ranks if matches), 0.0) if asked else 0.0


def spans(query: str, name: str) -> list[tuple[int, int]]:
    """The parts of a name that the words of a query stand in, as pairs of begin and end."""
    folded = name.casefold()
    found = []
    for word in query.casefold().split():
        at = next((part.start() for part in _PARTS.finditer(folded) if folded.startswith(word, part.start())), -1)
        at = at if at >= 0 else folded.find(word)
        if at >= 0 and len(folded) == len(name):
            found.append((at, at + len(word)))
    return found


def _begins_each(asked: str, text: str) -> bool:
    """Whether every word that was asked for begins one of the text's."""
    words = asked.split()
    if not all(word in text for word in words):  # of thousands of rows most
        return False
    starts = [part.start() for part in _PARTS.finditer(text)]
    return all(any(text.startswith(word, at) for at in starts) for word in words)


def _initials(text: str) -> str:
    return "".join(part.group()[0] for part in _PARTS.finditer(text))


_SIMILAR = 0.7
"""How similar a word must be that is taken for what was meant, from 0 to 1, equal."""


def spelled(query: str, words: Set[str]) -> str:
    """The query with the most similar of these words in the place of each that begins none of them."""
    return " ".join(
        asked
        if any(word.startswith(asked) for word in words)
        else next(iter(get_close_matches(asked, words, 1, _SIMILAR)), asked)
        for asked in query.casefold().split()
    )


_KEY, _NAME = 10, 18
"""Cells of the columns of keys and of names."""
_WIDEST = 110
"""Cells of the palette in a wide terminal, as in app.tcss."""
_FRAME = 8
"""Cells the palette spends on borders, blanks and the scrollbar."""


@dataclass(frozen=True, slots=True)
class Command:
    """An entry of the palette: its name, the key that does the same, what it does or why it cannot now, the doing; of
    what has no key its kind.
    """

    name: str
    key: str
    does: str
    run: Callable[[], object]
    can: bool = True
    kind: str = ""

    def shown(self, query: str, width: int) -> Content:
        """The entry's one line, cut to a width; what was typed stands out in it."""
        name = Content.styled(self.name, "$foreground" if self.can else "$cockpit-muted")
        for start, end in spans(query, self.name):
            name = name.stylize("bold $cockpit-key", start, end)
        blanks = " " * max(2, _NAME - name.cell_length)
        return Content.assemble(
            Content.styled(f"{self.key or self.kind:<{_KEY}} ", "$cockpit-key" if self.can else "$cockpit-muted"),
            name,
            blanks,
            Content.styled(self.does, "$cockpit-muted"),
        ).truncate(width, ellipsis=True)


class Everything(Provider):
    """All that a person can do and see: actions, with the reason where one cannot be done now, rows, documents, tracks,
    themes.
    """

    async def discover(self) -> Hits:
        """The actions, before a letter was typed: what can be done now, then the rest."""
        for command in sorted(self._actions(), key=lambda each: not each.can):
            yield DiscoveryHit(command.shown("", self._width), command.run, text=command.name)

    async def search(self, query: str) -> Hits:
        """What matches the typed letters, or where nothing does, what was meant."""
        found = False
        words: set[str] = set()
        async for hit in self._matches(query, words):
            found = True
            yield hit
        if not found:
            meant = await asyncio.to_thread(spelled, query, words)
            async for hit in self._matches(meant, words):
                yield hit

    async def _matches(self, query: str, words: set[str]) -> Hits:
        """Of actions and rows that match alike, the actions first. `words` are given those of all that do not match."""
        for number, (command, weight) in enumerate(self._everything()):
            if number % _AT_A_TIME == _AT_A_TIME - 1:
                await asyncio.sleep(0)  # thousands of rows must not hold up the next letter
            found = score(query, command.name, command.does, command.kind)
            if found > 0:
                rank = found * weight if command.can else 0.9 * found * weight
                yield Hit(rank, command.shown(query, self._width), command.run, text=command.name)
            else:
                words.update(_PARTS.findall(f"{command.kind} {command.name} {command.does}".casefold()))

    @property
    def _width(self) -> int:
        return min(_WIDEST, self.app.size.width) - _FRAME

    def _everything(self) -> Iterator[tuple[Command, float]]:
        yield from ((command, 1.0) for command in self._actions())
        if isinstance(self.screen, ActionScreen):  # the dashboard, or the checklist above it
            dashboard = next(each for each in self.app.screen_stack if isinstance(each, Dashboard))
            yield from ((command, _ROW) for command in _rows(dashboard))
            yield from ((command, _ROW) for command in _documents(dashboard))

    def _actions(self) -> Iterator[Command]:
        screen = self.screen
        if isinstance(screen, ActionScreen):
            yield from _keys(screen)  # before what may take something back: Enter does the first
            yield from _actions(screen)
        if isinstance(screen, Dashboard):
            yield from _tracks(screen)
        app = cast(ProjectApp, self.app)
        for name in app.theme_names():
            yield Command(f"Theme {name}", "", "Change the colours", partial(app.choose_theme, name))


_AT_A_TIME = 500
_ROW = 0.95
"""What a match of a row is worth beside one of an action."""


def _actions(screen: ActionScreen) -> Iterator[Command]:
    """The actions without a key of their own, each with the key that leads to it from this row."""
    target, keys = screen.target, screen.view.keys
    bound = {binding.id for _, binding, _, _ in screen.active_bindings.values()}
    leads = {**dict.fromkeys(new_of(target), "row.new"), **dict.fromkeys(dict(screen.menu(target)), "row.more")}
    leads[screen.answer() or ""] = "row.answer"
    for action in (each for each in screen.table if each not in bound and BY_ID[each].label):
        known, why = BY_ID[action], screen.reason(action)
        name = f"New {known.label}" if screen.table[action].records else f"{known.label[:1].upper()}{known.label[1:]}"
        run = partial(screen.act, action, target)
        yield Command(
            name, keys.get(leads.get(action, ""), ""), by_key(why, keys) if why else known.tooltip, run, can=why is None
        )


def _keys(screen: ActionScreen) -> Iterator[Command]:
    """One command a binding; one that cannot act now says why."""
    seen: set[Pane | str] = set()
    for node, binding, enabled, _tooltip in screen.active_bindings.values():
        moves = binding.id is None or binding.id.startswith("cursor.") or binding.action == "app.command_palette"
        pane = screen.pane_of(binding.action) if isinstance(screen, Dashboard) else None
        if moves or (pane or binding.action) in seen or (pane is not None and pane.absent):
            continue
        seen.add(pane or binding.action)
        refused = screen.why_not(binding.action) or (
            None if enabled else Message("screens.not-now", "Not available now.")
        )
        why = by_key(refused, screen.view.keys) if refused is not None else ""
        label = screen.named(binding.action, binding.description)
        name = label[:1].upper() + label[1:]
        run = partial(screen.app.run_action, binding.action, default_namespace=node)
        key = screen.app.get_key_display(binding)
        yield Command(name, key, why or binding.tooltip, run, can=not why)


def _rows(screen: Dashboard) -> Iterator[Command]:
    """The rows of every pane; choosing one goes there."""
    for name, pane in screen.board.panes.items():
        for row in pane.rows.all:
            if row.selectable and row.search:
                text = printable(" ".join(row.search.split()))
                yield Command(text, "", "", partial(screen.go_to, name, row.key), kind=pane.ONE)


def _documents(screen: Dashboard) -> Iterator[Command]:
    track = screen.track
    files = {} if track is None or track.is_plain else {"state file": track.path}
    for name, path in {**files, **track.documents}.items() if track is not None else ():
        shown = printable(f"{name[:1].upper()}{name[1:]}")
        yield Command(shown, "", printable(path), partial(screen.read_file, shown, path), kind="Document")


def _tracks(screen: Dashboard) -> Iterator[Command]:
    tracks = screen.app.project.tracks if screen.app.project is not None else ()
    for track in tracks if len(tracks) > 1 else ():
        title = printable(track_name(track, tracks))
        yield Command(title, "", printable(track.path), partial(screen.choose_track, track.key), kind="Track")
