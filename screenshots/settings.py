"""All settings on one page: `python -m screenshots.settings` writes docs/settings.md from the class `Settings`."""

import ast
import inspect
import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

from cockpit.project.settings import USUAL, Settings

PAGE = Path(__file__).resolve().parent.parent / "docs" / "settings.md"
HEAD = """# Settings

`settings.toml` is yours (`cockpit config` says where it lies); cockpit never changes it. It is read when cockpit
starts.

| setting | without it | does |
|---|---|---|
"""
NOTES = """
A setting that cannot be used is told at the start, and the others hold.

**Themes.** A theme chosen in the program (`f`, *theme*) is remembered in `preferences.toml`. `--theme` is stronger than
the settings, the settings than what is remembered. [Themes](themes.md) shows them all, and how to make your own.

**The agent.** `x` at the prompt of a [resume](resuming.md) runs it, after asking. Where none is set, `x` offers the
known agents that are installed, or any other command; what is chosen is remembered in `preferences.toml`, and this
setting is stronger. `cockpit config agent COMMAND` chooses without a screen. The prompt is its last word, or stands
where `{prompt}` stands; `{file}` stands for a file that holds it.

**Lapsed acknowledgments.** An agent knows no lapse: it goes on with any acknowledgment it finds. So a lapsed one makes
`check` answer 20 and stands under *Needs you* until it is withdrawn, with `m`, then `w`, or by `cockpit unack`; then
the agent asks again.
"""
EXAMPLES = {
    "theme": 'theme = "cockpit-light"',
    "silent_after": "silent_after = 30",
    "agent": 'agent = "claude"',
    "agents": 'agents = ["claude"]',
    "database": 'database = "data/state.db"',
    "notify": 'notify = "terminal"',
    "hook_on_error": 'hook_on_error = "pass"',
    "keys": 'keys."pane.zoom" = "f11,z"',
}
"""Lines of the file; a setting that is true or false is set to the other one."""
WITHOUT = {
    "theme": "`cockpit-dark`, or `terminal` where the terminal has sixteen colours",
    "agent": "none",
    "agents": "all that are known",
    "database": "`.codewalk/state.db`",
    "keys": "the usual keys",
}
"""What holds without a setting, where that is no value of its own."""


def page() -> str:
    """The whole page."""
    rows = (f"| `{line}` | {_without(name)} | {does} |\n" for name, line, does in declared())
    return "".join([HEAD, *rows, NOTES])


def declared() -> Iterator[tuple[str, str, str]]:
    """Each setting: its name, a line of the file that sets it, and what its docstring says."""
    body = next(each.body for each in ast.parse(inspect.getsource(Settings)).body if isinstance(each, ast.ClassDef))
    for field, words in pairwise(body):
        if isinstance(field, ast.AnnAssign) and isinstance(words, ast.Expr):
            name = ast.unparse(field.target)
            line = EXAMPLES.get(name) or f"{name} = {json.dumps(not getattr(USUAL, name))}"
            yield name, line, ast.literal_eval(words.value)


def _without(name: str) -> str:
    return WITHOUT.get(name) or f"`{json.dumps(getattr(USUAL, name))}`"


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
