"""All keys on one page: `python -m screenshots.keys` writes docs/keys.md, from the list of actions and the bindings."""

from collections.abc import Iterator
from pathlib import Path

from cockpit.actions import BY_ID
from cockpit.app import CockpitApp
from cockpit.screens.keys import named_bindings, spoken, usual_keys
from cockpit.screens.row_actions import ON_OTHER_ROWS

PAGE = Path(__file__).resolve().parent.parent / "docs" / "keys.md"
HEAD = """# Keys

Four keys carry the program: the arrows choose a row, `Enter` shows it, `a` answers it, `m` shows everything else that
can be done with it. The last line names what `a` does on the selected row, and `?` every key that works there. This
page is made from the list of actions and the bindings by `python -m screenshots.keys`.

Any action below with a key can be given other keys in `settings.toml` (`cockpit config` says where it lies), by its
id. Several keys are set apart by commas:

```toml
[keys]
"pane.zoom" = "f11"
"row.answer" = "a,ctrl+a"
```

A key is a character, or a name such as `enter`, `space`, `f8`, `pagedown`, `ctrl+s`. What you give a key to has it:
another action that waits for keys at the same time loses it, and is named at the start if it is left with none.
Digits and letters in a menu, `Enter` in a list or form, and what an open line of text needs cannot be given away.

**What has no key of its own** stands in the menu of a row (`m`), under `n` where something is recorded, and in find
(`f`). Nearly all of it is a [command](commands.md) too. Only the program can snooze an alert, change the text of a
decision, blocker or todo, review what another program took back, and show each diff before it is written.

**A key that cannot act now** says why in one sentence when it is pressed; help (`?`), find (`f`) and the menu (`m`)
show it dimmed, with the same sentence. The last line names the keys that can act.

**A key counts only for the screen and the row that it was pressed on.** What is pressed before a screen or dialog is
there, or before another row comes under the cursor by itself, is ignored, and the last line says so; a key that
goes elsewhere (a pane's digit, `f`, `?`) counts whatever row came. Under Needs you the first row, the gravest, is
selected as rows come in, until you turn to one. For half a second after that or after an answer, and while it is held
down, `a` answers no other row that came under the cursor by itself. Text that you type while a form opens is kept, and
so is a letter of the menu that opens: `n` and `d` at once record a decision.

**In a form** what you type replaces a proposed value; an arrow key, `Home` or `End` first keeps it for editing. A new
limit is shown beside the old one (`stop $50 → $75`) before it is written, and more than ten times the old one, and
the value, is asked about once more. Where something cannot simply be taken back, `Enter` cancels, and the answer has a
letter of its own.

**The mouse** selects a row with a click, opens it with two, and does what a key in the last line does. Text that you
drag over is copied when you release the button, and stays marked until the next click; `Ctrl+C` copies it again. What
is copied is given to the terminal (OSC 52), in tmux to tmux, and to `wl-copy`, `xclip` or `pbcopy` where they are
installed.
"""
SECTIONS = {
    "Rows": ("row.", "threshold."),
    "Work": ("handoff.", "resume.check", "change.", "log"),
    "Panes": ("pane.",),
    "Anywhere": ("app.",),
    "Everywhere": ("everywhere.",),
    "Moving": ("cursor.",),
    "The log": ("log.",),
    "The checklist": ("resume.", "check."),
    "The prompt": ("prompt.",),
    "The wizard": ("wizard.",),
    "Forms and dialogs": ("form.", "diff.", "about.", "tracks.", "file.", "dialog."),
}
"""The headings, and how the ids below them begin; the first that fits has it."""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_bound(), *_answers()])


def _bound() -> Iterator[str]:
    own = CockpitApp.BINDINGS
    texts: dict[str, str] = {}
    for binding in named_bindings(own):
        known = BY_ID.get(binding.id or "")
        told = known.tooltip if known is not None else binding.tooltip or binding.description
        texts.setdefault(binding.id or "", f"{told[:1].upper()}{told[1:]}")
    keys = usual_keys(own)
    for heading in SECTIONS:
        yield from (f"## {heading}\n", "| id | usual key | does |", "|---|---|---|")
        for name in (each for each in texts if section_of(each) == heading):
            shown = ", ".join(f"`{spoken(key)}`" for key in keys[name])
            yield f"| `{name}` | {shown} | {texts[name]} |"
        yield ""


def section_of(name: str) -> str:
    """The heading below which an id stands."""
    fitting = (heading for heading, begins in SECTIONS.items() for each in begins
               if name.startswith(each) and (each != "log" or name == "log"))  # fmt: skip
    return next(fitting)


def _answers() -> Iterator[str]:
    yield from ("## What `a` does\n", "| row | `a` |", "|---|---|")
    yield from (f"| {row} | {BY_ID[action].label} |" for row, action in ON_OTHER_ROWS.items())
    yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
