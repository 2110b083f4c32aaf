"""Help: what the focused pane shows and which keys work there, made from the bindings and the list of actions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import ClassVar, Literal

from textual.binding import ActiveBinding, Binding, BindingType
from textual.geometry import Size

from cockpit.actions import BY_ID
from cockpit.screens.dialogs import ReadingDialog
from cockpit.screens.row_actions import ON_OTHER_ROWS
from cockpit.widgets.by_key import by_key
from cockpit.widgets.pane import Pane
from cockpit.widgets.sheets import GAP, Fact
from cockpit.widgets.view import View
from cockpit.wording.messages import Message, Words

Menu = Sequence[tuple[str, str, Words | None]]
"""What can be done with the row: each action, its letter in the menu, and the reason why it cannot be done now."""
Part = Literal["row", "pane", "anywhere"]

_NOTHING_ELSE: Mapping[str, str] = {}
_ANYWHERE = ("app.", "cursor.", "handoff.write", "resume.check", "row.new", "change.", "log")
"""How the names of bindings begin that are about neither row nor pane."""
_OF_PANE = ("pane.zoom", "pane.filter", "pane.back", "log.filter")
_DIGITS = "go to a pane"
_MOUSE = Fact("mouse", "drag copies text", label_style="key")
_TOGETHER = {
    "cursor.up": "move", "cursor.down": "move", "cursor.page-up": "a page up, down",
    "cursor.page-down": "a page up, down", "cursor.first": "first, last row", "cursor.last": "first, last row",
    "cursor.next-pane": "next, previous pane", "cursor.previous-pane": "next, previous pane",
}  # fmt: skip
"""What two keys do that stand in one line."""
_MARKS = (
    ("stop", "stop"), ("alert", "alert"), ("warning", "warning"), ("acknowledged", "ok, acknowledged"),
    ("failed", "failed"), ("blocked", "blocked"), ("question", "question"), ("active", "in progress"),
    ("pending", "not started"), ("handoff", "handoff"), ("note", "note"), ("changed", "changed just now"),
)  # fmt: skip
"""The signs that the panes draw, and what each means."""
_MARKS_OF_SESSIONS = (
    ("leave", "asks for permission"), ("question", "asks"), ("works", "works"), ("turn", "ended its turn"),
    ("limited", "limited"), ("may", "not known"), ("over", "over"),
)  # fmt: skip
"""The same before sessions of agents."""


class HelpDialog(ReadingDialog[None]):
    """What the focused pane shows, what can be done with its row, and the keys that work there and anywhere."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("question_mark,f1,enter", "close", "Close", show=False)]

    def __init__(
        self,
        pane: Pane | None,
        active: Mapping[str, ActiveBinding],
        view: View,
        why_not: Callable[[str], Words | None],
        about: Sequence[Fact] = (),
        *,
        row: str = "",
        menu: Menu = (),
        named: Callable[[str, str], str] = lambda _, word: word,
        does: Mapping[str, str] = _NOTHING_ELSE,
    ) -> None:
        """`about` stands before the keys; `row` is what the selected row is about, `menu` what can be done with it;
        `named` says what an action is called here, `does` what it does here, where it is something else."""
        super().__init__(view)
        self._named = named
        self._does = does
        self._about = about
        self._why_not = why_not
        self._pane = pane
        self._active = active
        self._row, self._menu = row, menu

    @property
    def room(self) -> Size:
        """The whole terminal, but for the line of messages."""
        width, height = self.app.size
        return Size(min(self.WIDEST, width) - 2, height - 3)

    def show(self) -> tuple[str, list[Fact]]:
        """The help."""
        about = [Fact("", self._pane.HELP)] if self._pane is not None else [*self._about]
        title = f"Help: {self._pane.heading()}" if self._pane is not None else "Help"
        left = [*_section(self._row or "Here", *self._of_row(), *self._keys("row"))]
        left += _section("This pane", *self._keys("pane"))
        right = [*_section("Anywhere", *self._keys("anywhere"), _MOUSE)]
        columns = [*(replace(fact, side="left") for fact in left), *(replace(fact, side="right") for fact in right)]
        return title, [*about, *([GAP] if about else []), *(columns if self._menu else [*left, *right]),
                       *(self._whole() if self._menu else ())]  # fmt: skip

    def _of_row(self) -> Iterator[Fact]:
        """What can be done with the row: what has a key of its own, what is in the menu, what cannot be done now."""
        keys = self.view.keys
        of_row = [
            (BY_ID[action], "row.answer" if letter == "a" else action if BY_ID[action].key else "row.more", why)
            for action, letter, why in self._menu
            if letter == "a" or not action.startswith(_ANYWHERE)
        ]
        for action, key, why in of_row:
            if why is None and key != "row.more":
                yield Fact(keys.get(key, ""), action.label, label_style="key")
        if rest := [action.label for action, key, why in of_row if why is None and key == "row.more"]:
            yield Fact(keys.get("row.more", ""), f"more: {', '.join(rest)}", label_style="key")
        for action, key, why in of_row:
            if why is not None:
                yield Fact(keys.get(key, ""), f"{action.label}: {by_key(why, keys)}", "muted", "muted")

    def _keys(self, part: Part) -> Iterator[Fact]:
        """The keys of a part by what they do; below them, dim, those that cannot act now, by the reason."""
        by_reason: dict[str, dict[str, list[tuple[str, str]]]] = {"": {}}  # reason, word, key and label
        for _node, binding, enabled, _tooltip in self._active.values():
            if binding.id and _part(binding.id) == part and not self._is_in_menu(binding.id):
                refusal = self._why_not(binding.action) or (
                    None if enabled else Message("screens.not-now", "Not available now.")
                )
                why = by_key(refusal, self.view.keys) if refusal is not None else ""
                if why and binding.id == "app.demo":  # named where there is nothing else to do
                    continue
                label = BY_ID[binding.id].label if binding.id in BY_ID else binding.description
                keys = by_reason.setdefault(why, {}).setdefault(self._word(binding), [])
                keys.append((self.app.get_key_display(binding), label))
        for word, keys in by_reason.pop("").items():
            shown = [key for key, _ in keys]
            several = f"{shown[0]}-{shown[-1]}" if word == _DIGITS else " ".join(dict.fromkeys(shown))
            yield Fact(several, word, "text", "key")
        for why, words in by_reason.items():
            refused = [each for keys in words.values() for each in keys]
            labels = ", ".join(dict.fromkeys(label for _, label in refused))
            what = labels if len(refused) > 1 else next(iter(words))
            yield Fact(" ".join(dict.fromkeys(key for key, _ in refused)), f"{what}: {why}", "muted", "muted")

    def _is_in_menu(self, name: str) -> bool:
        """Whether a binding is told as one of what can be done with the row."""
        told = {"row.answer", "row.more", *(action for action, _, _ in self._menu)}
        return bool(self._menu) and name in told and not name.startswith(_ANYWHERE)

    def _word(self, binding: Binding) -> str:
        """What a key does, in few words where they stand in two columns."""
        name = binding.id or ""
        if name.startswith("pane.") and name not in _OF_PANE:
            return _DIGITS
        if not self._menu:
            return self._does.get(binding.action) or binding.tooltip or binding.description
        label = BY_ID[name].label if name in BY_ID else binding.description
        return _TOGETHER.get(name) or self._named(binding.action, label)

    def _whole(self) -> Iterator[Fact]:
        """What the answering key does on other rows, the marks, and the work cycle."""
        keys, glyphs = self.view.keys, self.view.glyphs
        answer = keys.get("row.answer")
        if answer:
            yield Fact("", f"{answer} on other rows", "strong")
            yield Fact("", ", ".join(f"{row}: {BY_ID[action].label}" for row, action in ON_OTHER_ROWS.items()))
        for heading, marks in (("Marks", _MARKS), ("Marks of agents' sessions", _MARKS_OF_SESSIONS)):
            told = "  ".join(f"{getattr(glyphs, name)} {means}" for name, means in marks)
            yield from (GAP, Fact("", heading, "strong"), Fact("", told))
        hand_off, resume = keys.get("handoff.write"), keys.get("resume.check")
        if answer and hand_off and resume:
            yield from (GAP, Fact("", "The work cycle", "strong"))
            yield Fact("", "The agent works; what only you can answer waits under Needs you.")
            yield Fact("", f"{answer} answers it, and the agent continues.")
            yield Fact("", f"Context nearly full: {hand_off} hands off, {resume} checks and starts the next agent.")


def _section(heading: str, *keys: Fact) -> Iterator[Fact]:
    """A heading, the keys below it, and a blank line; nothing where there are none."""
    if keys:
        yield from (Fact("", heading, "strong"), *keys, GAP)


def _part(name: str) -> Part:
    if name in _OF_PANE:
        return "pane"
    return "anywhere" if name.startswith((*_ANYWHERE, "pane.")) else "row"
