"""The verbs as plain data: what each is called, what it does, which module carries it out, what it takes.

Named tuples, not dataclasses: those would double the time a hook waits for its command line to be read.
"""

import argparse
import re
from collections.abc import Mapping
from typing import Any, NamedTuple


class Words(NamedTuple):
    """An argument of a verb, as argparse takes it."""

    names: tuple[str, ...]
    options: Mapping[str, Any]


def words(*names: str, **options: Any) -> Words:  # noqa: ANN401 -- argparse's own vocabulary
    """An argument of a verb."""
    return Words(names, options)


class Verb(NamedTuple):
    """A command: its name, what it does in one line, the module below `cockpit.cli`, whether it writes, its words."""

    name: str
    does: str
    module: str
    writes: bool = False
    takes: tuple[Words, ...] = ()


def amount(text: str) -> float:
    """A number as people write it: `26.5`, `$80`, `40%`, `500K`. Raises argparse's own error otherwise."""
    from cockpit.rules.levels import parse_amount

    value = parse_amount(text) if re.fullmatch(_AMOUNT, text.strip()) else None
    if value is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no number")
    return value


_AMOUNT = r"[-−+]?[$€£]?\s?(\d+|\d{1,3}([,_]\d{3})+)?([.]\d+)?\s?[kKmM%]?"
_METRIC = words("metric", metavar="METRIC", help="cost, context, variance, errors, tokens")
_LEVELS = ("warning", "alert", "stop")
_NOTE = words("--note", metavar="TEXT", help="a note to keep with it")
_DISPLAY = (
    words("--theme", metavar="NAME", help="the colour theme; `cockpit themes` lists them"),
    words("--ascii", action="store_true", help="draw without Unicode signs"),
    words("--read-only", action="store_true", help="refuse every write"),
)

VERBS = (
    Verb("status", "where the work is, how healthy, and what needs you", "status"),
    Verb("why", "why a metric stands where it stands", "why", takes=(_METRIC,)),
    Verb("check", "may the agent go on? 0 yes, 20 an alert waits, 30 a stop", "check"),
    Verb("lint", "what is wrong or contradictory in the state files", "lint"),
    Verb(
        "ack",
        "acknowledge the alert of a metric, so that the agent may go on",
        "changing",
        True,
        (_METRIC, _NOTE, words("--if-level", choices=_LEVELS, help="only if this is the present level")),
    ),
    Verb("unack", "withdraw an acknowledgment, so that the agent asks again", "changing", True, (_METRIC,)),
    Verb(
        "snooze",
        "keep a metric quiet on your screen; the agent is not told",
        "snoozing",
        takes=(_METRIC, words("until", metavar="30m|TIME", help="how long, or until when; `off` ends it")),
    ),
    Verb(
        "reset-alerts",
        "withdraw the acknowledgments of all metrics, or of these",
        "changing",
        True,
        (words("metrics", nargs="*", metavar="METRIC"),),
    ),
    Verb(
        "limit",
        "change the value at which a level begins",
        "changing",
        True,
        (_METRIC, words("level", choices=_LEVELS), words("value", type=amount, metavar="VALUE")),
    ),
    Verb(
        "set",
        "record a measured value",
        "changing",
        True,
        (_METRIC, words("value", type=amount, metavar="VALUE")),
    ),
    Verb(
        "decide",
        "record a decision",
        "changing",
        True,
        (
            words("text", metavar="TEXT"),
            words("--outcome", metavar="TEXT", help="what came of it, in a few words"),
            words("--reason", metavar="TEXT", help="why"),
            words("--context", metavar="TEXT", help="where it was needed"),
            words("--alternative", metavar="TEXT", action="append", default=[], help="what was not chosen"),
            words("--irreversible", action="store_true", help="it cannot be taken back"),
        ),
    ),
    Verb(
        "block",
        "record a blocker",
        "changing",
        True,
        (words("text", metavar="TEXT"), words("--affects", metavar="TEXT", action="append", default=[])),
    ),
    Verb("unblock", "resolve a blocker", "changing", True, (words("id", metavar="ID"), _NOTE)),
    Verb(
        "bypass",
        "go on around a blocker",
        "changing",
        True,
        (words("id", metavar="ID"), words("--note", metavar="TEXT", required=True, help="how")),
    ),
    Verb(
        "todo",
        "add a todo, tick it, or take the tick back",
        "changing",
        True,
        (words("what", choices=("add", "done", "undone")), words("text", metavar="TEXT")),
    ),
    Verb(
        "move",
        "set the status, phase, plan, task or next action",
        "changing",
        True,
        (words("part", choices=("status", "phase", "plan", "task", "next")), words("value", metavar="VALUE")),
    ),
    Verb(
        "done",
        "a task, plan, phase or session is complete",
        "changing",
        True,
        (words("whole", choices=("task", "plan", "phase", "session")), _NOTE),
    ),
    Verb("trigger", "record that a checkpoint trigger fired", "changing", True, (words("name", metavar="NAME"),)),
    Verb("session", "a session of the agent begins", "changing", True, (words("what", choices=("start",)),)),
    Verb("migrate", "bring an older layout to the present one", "changing", True),
    Verb("archive", "put a finished track away", "changing", True),
    Verb(
        "init",
        "begin a new track",
        "creating",
        True,
        (words("system", metavar="SYSTEM"), words("--title", metavar="TEXT", help="what the project is called")),
    ),
    Verb("undo", "undo the last change made with cockpit", "history", True, (words("id", nargs="?", metavar="ID"),)),
    Verb("ledger", "what was acknowledged and changed with cockpit, and by whom", "history"),
    Verb(
        "purge",
        "delete what cockpit keeps about this project",
        "history",
        takes=(words("--yes", action="store_true", help="do not ask"),),
    ),
    Verb(
        "demo",
        "a sample project with a scripted agent at work",
        "opening",
        takes=(
            words("--script", choices=("slow", "normal", "fast"), default="normal", help="the agent's pace"),
            words("--keep", action="store_true", help="leave the sample project behind"),
            *_DISPLAY,
        ),
    ),
    Verb("paths", "where settings, state and cache lie", "paths"),
    Verb("themes", "the colour themes", "themes"),
    Verb(
        "completion",
        "a completion script for your shell",
        "completion",
        takes=(words("shell", choices=("bash", "zsh", "fish")),),
    ),
)
"""Every verb a person can type."""

OPEN = Verb(
    "open",
    "",
    "opening",
    takes=(
        words("path", nargs="?", metavar="PATH"),
        words("--reset-alerts", action="store_true", help="reset the alerts first, then open"),
        *_DISPLAY,
    ),
)
"""What `cockpit [PATH]` stands for."""
