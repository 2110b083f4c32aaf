"""What a verb and its arguments are, as plain data, and the arguments that several verbs take.

Named tuples, not dataclasses: those would double the time a hook waits for its command line to be read.
"""

import argparse
from collections.abc import Mapping
from typing import Any, NamedTuple

from cockpit.cli.argument_types import limit


class Words(NamedTuple):
    """An argument of a verb, as argparse takes it. `completes` names what the shell offers for it (`cli.offers`)."""

    names: tuple[str, ...]
    options: Mapping[str, Any]
    completes: str = ""


def words(*names: str, completes: str = "", **options: Any) -> Words:  # noqa: ANN401 -- argparse's own vocabulary
    """An argument of a verb. One that is a choice is called by what may be chosen, also where it is missing."""
    if "choices" in options and not names[0].startswith("-"):
        options.setdefault("metavar", "|".join(options["choices"]))
    return Words(names, options, completes)


class Verb(NamedTuple):
    """A command: its name, what it does in one line, the module below `cockpit.cli`, whether it writes, its words.

    `usually` is its first word where none of those that may stand there is given.
    """

    name: str
    does: str
    module: str
    writes: bool = False
    takes: tuple[Words, ...] = ()
    usually: str = ""


METRIC = words("metric", completes="metric", metavar="METRIC", help="cost, context, variance, errors, tokens")
ENTRY = {"nargs": "?", "metavar": "ID", "help": "an entry of the ledger; the last one where none is named"}
BLOCKER = words("id", completes="blocker", metavar="ID")
TASK = words(
    "--task",
    dest="tasks",
    metavar="TEXT",
    action="append",
    default=[],
    help="a task, as `ID: name`: it is blocked, or left",
)
NOTE = words("--note", metavar="TEXT", help="a note to keep with it")
DISPLAY = (
    words("--theme", completes="theme", metavar="NAME", help="the colour theme; `cockpit themes` lists them"),
    words("--ascii", action="store_true", help="draw without Unicode signs"),
)

COMMON = (
    words("-C", "--project", completes="folder", metavar="PATH", help="the project (default: found from here)"),
    words("--track", completes="track", metavar="ID", help="one track of a project that has several"),
    words("--db", completes="file", metavar="FILE", help="the database that keeps the state, where one does"),
    words("--json", action="store_true", help="print JSON"),
    words("--secrets", action="store_true", help="print in JSON and prompts what looks like a secret, unmasked"),
    words("--read-only", action="store_true", help="refuse every write"),
)
"""What every verb takes."""

LOOKING = (
    words(
        "--limit",
        completes="limit",
        dest="limits",
        action="append",
        type=limit,
        default=argparse.SUPPRESS,
        metavar="METRIC.LEVEL=VALUE",
        help="look by another limit, such as cost.alert=22; may be repeated",
    ),
)
"""What the verbs take that judge values by limits."""

WRITING = (words("--dry-run", action="store_true", help="print the diff and write nothing"),)
"""What every verb that writes takes."""
