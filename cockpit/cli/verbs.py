"""All verbs as plain data: what each is called, what it does, which module carries it out, what it takes."""

import argparse
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

# What is typed as an argument, as the value that is meant

LEVELS = ("warning", "alert", "stop")


def handoff_reason(text: str) -> str:
    """Why work stops, as people type it; the word of the file is taken too."""
    return {"user_interrupt": "interrupted", "session_end": "session-ended"}.get(text, text)


def amount(text: str) -> float:
    """A number as people write it: `26.5`, `$80`, `40%`, `500K`. Raises argparse's own error otherwise."""
    from cockpit.rules.thresholds.metrics import typed_amount

    value = typed_amount(text)
    if value is None:
        raise argparse.ArgumentTypeError(f"{text!r} is no number")
    return value


def count(text: str) -> int:
    """A whole number of things: `1200`, `1,200`, `12K`. Raises argparse's own error otherwise."""
    value = amount(text)
    if value < 0 or value != int(value):
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 0")
    return int(value)


def limit(text: str) -> tuple[str, str, float]:
    """A limit as people write it, `cost.alert=22`: metric, level and value. Raises argparse's own error otherwise."""
    from cockpit.rules.thresholds.metrics import METRICS, metric_named

    name, _, value = text.partition("=")
    named, _, level = name.partition(".")
    metric = metric_named(named)
    if not value or level not in LEVELS:
        raise argparse.ArgumentTypeError(f"{text!r} is no limit; write it as cost.alert=22")
    if metric is None:
        known = ", ".join(each.name for each in METRICS)
        raise argparse.ArgumentTypeError(f"there is no metric {named!r}; there are: {known}")
    return metric.name, level, amount(value)


# What a verb and its arguments are, as plain data, and the arguments that several verbs take


class Argument(NamedTuple):
    """An argument of a verb, as argparse takes it. `completes` is a key of `completion.OFFERS`, or empty."""

    names: tuple[str, ...]
    options: Mapping[str, Any]
    completes: str = ""


def argument(*names: str, completes: str = "", **options: Any) -> Argument:  # noqa: ANN401 -- argparse's own vocabulary
    """An argument of a verb. One that is a choice is called by what may be chosen, also where it is missing."""
    if "choices" in options and not names[0].startswith("-"):
        options.setdefault("metavar", "|".join(options["choices"]))
    return Argument(names, options, completes)


class Verb(NamedTuple):
    """A command: its name, its help in one line, the module below `cockpit.cli`, whether it writes, its arguments.

    `usually` is its first argument where none of those that may stand there is given.
    """

    name: str
    help: str
    module: str
    writes: bool = False
    arguments: tuple[Argument, ...] = ()
    usually: str = ""


METRIC = argument("metric", completes="metric", metavar="METRIC", help="cost, context, variance, errors, tokens")
ENTRY = {"nargs": "?", "metavar": "ID", "help": "an entry of the ledger; the last one where none is named"}
BLOCKER = argument("id", completes="blocker", metavar="ID")
TASK = argument(
    "--task",
    dest="tasks",
    metavar="TEXT",
    action="append",
    default=[],
    help="a task, as `ID: name`: it is blocked, or left",
)
NOTE = argument("--note", metavar="TEXT", help="a note to keep with it")
DISPLAY = (
    argument("--theme", completes="theme", metavar="NAME", help="the colour theme; `cockpit themes` lists them"),
    argument("--ascii", action="store_true", help="draw without Unicode signs"),
)

COMMON = (
    argument("-C", "--project", completes="folder", metavar="PATH", help="the project (default: found from here)"),
    argument("--track", completes="track", metavar="ID", help="one track of a project that has several"),
    argument("--db", completes="file", metavar="FILE", help="the database that keeps the state, where one does"),
    argument("--json", action="store_true", help="print JSON"),
    argument("--secrets", action="store_true", help="print in JSON and prompts what looks like a secret, unmasked"),
    argument("--read-only", action="store_true", help="refuse every write"),
)
"""What every verb takes."""

LOOKING = (
    argument(
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

WRITING = (argument("--dry-run", action="store_true", help="print the diff and write nothing"),)
"""What every verb that writes takes."""


# The verbs that change the state of a track, as plain data

STATE_VERBS = (
    Verb(
        "ack",
        "acknowledge the alert of a metric, so that the agent may go on",
        "changing",
        True,
        (METRIC, NOTE, argument("--if-level", choices=LEVELS, help="only if this is the present level")),
    ),
    Verb("unack", "withdraw an acknowledgment, so that the agent asks again", "changing", True, (METRIC,)),
    Verb(
        "snooze",
        "keep a metric, or the `silence` of work in progress, quiet on your screen; the agent is not told",
        "snoozing",
        True,
        (
            METRIC,
            argument("until", completes="span", metavar="30m|TIME", help="how long, or until when; `off` ends it"),
        ),
    ),
    Verb(
        "reset-alerts",
        "withdraw the acknowledgments of all metrics, or of these",
        "changing",
        True,
        (argument("metrics", completes="metric", nargs="*", metavar="METRIC"),),
    ),
    Verb(
        "limit",
        "change the value at which a level begins",
        "changing",
        True,
        (METRIC, argument("level", choices=LEVELS), argument("value", type=amount, metavar="VALUE")),
    ),
    Verb(
        "set",
        "record a measured value",
        "changing",
        True,
        (METRIC, argument("value", type=amount, metavar="VALUE")),
    ),
    Verb(
        "decide",
        "record a decision",
        "changing",
        True,
        (
            argument("text", metavar="TEXT"),
            argument("--outcome", metavar="TEXT", help="what came of it, in a few words"),
            argument("--reason", metavar="TEXT", help="why"),
            argument("--context", metavar="TEXT", help="where it was needed"),
            argument("--alternative", metavar="TEXT", action="append", default=[], help="what was not chosen"),
            argument("--irreversible", action="store_true", help="it cannot be taken back"),
        ),
    ),
    Verb(
        "block",
        "record a blocker",
        "changing",
        True,
        (
            argument("text", metavar="TEXT"),
            argument("--affects", metavar="TEXT", action="append", default=[], help="what it affects: `Phase 3: Name`"),
            TASK,
        ),
    ),
    Verb("identify", "a reported blocker is a real one", "changing", True, (BLOCKER,)),
    Verb("unblock", "resolve a blocker", "changing", True, (BLOCKER, NOTE)),
    Verb(
        "bypass",
        "go on around a blocker",
        "changing",
        True,
        (BLOCKER, argument("--note", metavar="TEXT", required=True, help="how"), TASK),
    ),
    Verb(
        "todo",
        "add a todo, tick it, or take the tick back",
        "changing",
        True,
        (
            argument("what", choices=("add", "done", "undone"), help="`add` may be left out"),
            argument("text", completes="todo", metavar="TEXT"),
        ),
        usually="add",
    ),
    Verb(
        "move",
        "set the status, phase, plan, task or next action",
        "changing",
        True,
        (
            argument("part", choices=("status", "phase", "plan", "task", "next")),
            argument("value", completes="position", metavar="VALUE"),
        ),
    ),
    Verb(
        "position",
        "set several parts of the position in one change",
        "changing",
        True,
        tuple(
            argument(f"--{part}", metavar="VALUE" if part in ("wave", "status") else "TEXT")
            for part in ("phase", "phase-name", "plan", "plan-name", "task", "wave", "status")
        ),
    ),
    Verb(
        "done",
        "a task, plan, phase or session is complete",
        "changing",
        True,
        (
            argument("whole", choices=("task", "plan", "phase", "session")),
            NOTE,
            argument("--reason", completes="session-reason", metavar="TEXT", help="session: why it ends"),
            argument("--completed", metavar="TEXT", action="append", default=[], help="session: what it did"),
            argument("--issue", metavar="TEXT", action="append", default=[], help="session: what it met"),
            argument(
                "--context", type=amount, metavar="VALUE", help="session: how much of its context it used, in percent"
            ),
        ),
    ),
    Verb(
        "phase",
        "a phase is started, completed, failed, tried again or skipped; legal moves only",
        "changing",
        True,
        (
            argument("what", choices=("start", "complete", "fail", "retry", "skip")),
            argument(
                "id",
                completes="phase",
                nargs="?",
                metavar="ID",
                help="which one; to complete, fail or retry, the present one if left out",
            ),
            argument("--note", metavar="TEXT", help="what was done, what failed, how to try again, why to skip"),
            argument("--result", metavar="TEXT", help="complete: what a check of it said"),
            argument("--type", completes="error-type", metavar="TYPE", help="fail: the type of the error"),
            argument("--agent", completes="agent", metavar="NAME", help="fail: whose error it was"),
            argument(
                "--beyond",
                action="store_true",
                help="retry: once more, though the retries are used up; start: though it waits for other phases",
            ),
        ),
    ),
    Verb(
        "error",
        "record an error an agent met, or resolve it",
        "changing",
        True,
        (
            argument("what", choices=("add", "resolve"), help="`add` may be left out"),
            argument("text", completes="error", metavar="TEXT"),
            argument("--phase", completes="phase", metavar="ID", help="in which phase; the present one if left out"),
            argument("--type", completes="error-type", metavar="TYPE", help="add: its type"),
            argument("--agent", completes="agent", metavar="NAME", help="add: whose error it was"),
            argument("--note", metavar="TEXT", help="resolve: what was done"),
        ),
        usually="add",
    ),
    Verb(
        "tokens",
        "count tokens that were used, in total and by agent",
        "changing",
        True,
        (
            argument("input", type=count, metavar="INPUT"),
            argument("output", type=count, metavar="OUTPUT"),
            argument("--cached", type=count, default=0, metavar="VALUE"),
            argument("--agent", completes="agent", metavar="NAME", help="who used them"),
        ),
    ),
    Verb(
        "files",
        "files that the work on a phase created, modified or deleted",
        "changing",
        True,
        (
            argument("kind", choices=("created", "modified", "deleted")),
            argument("paths", completes="file", nargs="+", metavar="FILE"),
            argument("--phase", completes="phase", metavar="ID", help="in which phase; the present one if left out"),
        ),
    ),
    Verb(
        "answer",
        "answer what the agent asks",
        "changing",
        True,
        (
            argument(
                "option",
                completes="answer",
                metavar="OPTION",
                help="its words, a beginning that only it has, or its number from 1",
            ),
        ),
    ),
    Verb("retry", "let a failed step be tried again", "changing", True, (argument("what", choices=("reset",)),)),
    Verb(
        "trigger",
        "record that a checkpoint trigger fired",
        "changing",
        True,
        (
            argument("name", completes="trigger", metavar="NAME"),
            argument("--if-due", action="store_true", help="only if its frequency and cooldown let it fire"),
        ),
    ),
    Verb(
        "session",
        "a session of the agent begins, or its agent crashed",
        "changing",
        True,
        (
            argument("what", choices=("start", "crash")),
            argument("--agent", completes="agent", metavar="NAME", help="start: whose session it is"),
            argument("--working-on", metavar="TEXT", help="start: what it works at"),
            argument("--id", metavar="TEXT", help="start: what it is called; numbered where left out"),
            argument("--note", metavar="TEXT", help="crash: what is known about it"),
        ),
    ),
    Verb("implemented", "record what was implemented", "changing", True, (argument("text", metavar="TEXT"),)),
    Verb(
        "question",
        "record an open question, or close it",
        "changing",
        True,
        (
            argument("what", choices=("add", "close"), help="`add` may be left out"),
            argument("text", completes="question", metavar="TEXT"),
        ),
        usually="add",
    ),
    Verb(
        "verify",
        "record what a check of the present phase said",
        "changing",
        True,
        (
            argument("result", choices=("pass", "fail")),
            NOTE,
            argument("--blocker", metavar="TEXT", action="append", default=[], help="a problem that becomes a blocker"),
            argument(
                "--question", metavar="TEXT", action="append", default=[], help="one that becomes an open question"
            ),
        ),
    ),
)
"""What changes thresholds, decisions, blockers, todos, the position, sessions."""

CARE_VERBS = (
    Verb(
        "migrate",
        "bring an older layout to the present one",
        "changing",
        True,
        (),
    ),
    Verb(
        "archive",
        "put a finished track away",
        "changing",
        True,
        (argument("--unfinished", action="store_true", help="also where something is open: a person's decision"),),
    ),
)
"""What moves a whole track."""


__all__ = ["COMMON", "LOOKING", "OPEN", "VERBS", "WRITING", "Argument", "Verb"]

VERBS = (
    Verb("status", "where the work is, how healthy, and what needs you", "status", arguments=LOOKING),
    Verb("why", "why a metric stands where it stands", "why", arguments=(METRIC, *LOOKING)),
    Verb(
        "check",
        "may the agent go on? 0 yes, 20 an alert waits, 30 a stop",
        "check",
        arguments=(
            argument("--blockers", action="store_true", help="open blockers hold it too"),
            argument("--questions", action="store_true", help="open questions hold it too"),
            *LOOKING,
        ),
    ),
    Verb("lint", "what is wrong or contradictory in the state files", "lint", arguments=LOOKING),
    *STATE_VERBS,
    Verb(
        "handoff",
        "leave a handoff: what options and JSON on standard input give, the rest proposed from files and git",
        "handoff",
        True,
        (
            argument("--next", dest="next_action", metavar="TEXT", help="the first thing to do when the work goes on"),
            argument(
                "--reason",
                type=handoff_reason,
                choices=("context", "interrupted", "error", "session-ended"),
                help="why it stops here",
            ),
            argument("--state", metavar="TEXT", help="where exactly the work stands"),
            argument(
                "--task",
                action="append",
                metavar="ROW",
                help="NUMBER|NAME|COMMIT|STATE (done, in_progress or open); replaces the proposed rows",
            ),
            argument("--remaining", action="append", metavar="TEXT", help="what is left to do"),
            argument("--decision", dest="decisions", action="append", metavar="TEXT", help="what was decided, and why"),
            argument("--blocker", dest="blockers", action="append", metavar="TEXT", help="what is stuck"),
            argument("--context", metavar="TEXT", help="what you were thinking"),
            argument("--existing", choices=("archive",), help="put a handoff that waits already into the archive"),
            argument("--propose", action="store_true", help="print what would be proposed, as JSON"),
        ),
    ),
    Verb(
        "resume",
        "check the handoff against git and disk; print the prompt for a fresh agent",
        "resume",
        True,
        (
            argument("--prompt", action="store_true", help="print the prompt"),
            argument("--save", completes="file", metavar="FILE", help="write the prompt into a new file"),
            argument(
                "--waive",
                nargs=2,
                action="append",
                default=[],
                metavar=("CHECK", "REASON"),
                help="go on though this line of the checklist failed",
            ),
            argument(
                "--unwaive", completes="waived", action="append", default=[], metavar="CHECK", help="hold it again"
            ),
            argument("--begin", action="store_true", help="mark the step at which the work goes on as under way"),
            argument("--done", action="store_true", help="the work has gone on: archive the handoff"),
            argument("--unfinished", action="store_true", help="with --done, also while a line holds the resume"),
            argument("--reset-alerts", action="store_true", help="reset the alerts first"),
        ),
    ),
    *CARE_VERBS,
    Verb(
        "init",
        "begin a new track",
        "creating",
        True,
        (
            argument(
                "system", nargs="?", completes="system", metavar="SYSTEM", help="which one; without it, they are named"
            ),
            argument("--title", metavar="TEXT", help="what the project or its task is called"),
            argument(
                "--plan", type=Path, completes="file", metavar="FILE", help="the implementation plan to begin with"
            ),
            argument(
                "--result", choices=("pass", "fail", "skipped"), help="the work is done: how the check of it ended"
            ),
            argument("--check", metavar="TEXT", help="the command that checked it"),
            argument("--agent", completes="agent", metavar="NAME", help="whose work it was"),
            argument("--folders", dest="store", action="store_const", const="folders", help="a file for each entry"),
            argument("--sqlite", dest="store", action="store_const", const="sqlite", help="in a database"),
        ),
    ),
    Verb(
        "undo",
        "undo the last change made with cockpit",
        "history",
        True,
        (argument("id", completes="undoable", **ENTRY),),
    ),
    Verb(
        "redo",
        "do again what was undone last, or what another program took back",
        "history",
        True,
        (
            argument("id", completes="redoable", **ENTRY),
            argument("--taken-back", action="store_true", help="every change that another program took back"),
            argument("--dismiss", action="store_true", help="miss them no longer: all, or the one that is named"),
        ),
    ),
    Verb("ledger", "what was acknowledged and changed with cockpit, and by whom", "history"),
    Verb(
        "kept",
        "what other programs wrote at the same moment as cockpit",
        "kept",
        True,
        (
            argument(
                "id", completes="kept", nargs="?", metavar="ID", help="show this one, as a diff from the present file"
            ),
            argument("--save", completes="file", metavar="FILE", help="write it into a new file"),
        ),
    ),
    Verb(
        "purge",
        "delete what cockpit keeps about this project",
        "history",
        True,
        (argument("--yes", action="store_true", help="do not ask"),),
    ),
    Verb(
        "demo",
        "a sample project with a scripted agent at work",
        "opening",
        arguments=(
            argument("--script", choices=("slow", "normal", "fast"), default="normal", help="the agent's pace"),
            argument("--system", completes="system", metavar="SYSTEM", help="whose agent is at work"),
            argument("--keep", action="store_true", help="leave the sample project behind"),
            *DISPLAY,
        ),
    ),
    Verb("paths", "where settings, state and cache lie", "paths"),
    Verb("themes", "the colour themes", "themes"),
    Verb(
        "completion",
        "a completion script for your shell",
        "completion",
        arguments=(argument("shell", choices=("bash", "zsh", "fish")),),
    ),
)
"""Every verb a person can type."""

OPEN = Verb(
    "open",
    "",
    "opening",
    arguments=(
        argument("path", completes="folder", nargs="?", metavar="PATH"),
        argument("--reset-alerts", action="store_true", help="reset the alerts first, then open"),
        *LOOKING,
        *DISPLAY,
    ),
)
"""What `cockpit [PATH]` stands for."""
