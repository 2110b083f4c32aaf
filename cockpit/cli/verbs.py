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
        raise argparse.ArgumentTypeError(f"not a number: {text!r}")
    return value


def count(text: str) -> int:
    """A whole number of things: `1200`, `1,200`, `12K`. Raises argparse's own error otherwise."""
    value = amount(text)
    if value < 0 or value != int(value):
        raise argparse.ArgumentTypeError(f"not a whole number from 0: {text!r}")
    return int(value)


def limit(text: str) -> tuple[str, str, float]:
    """A limit as people write it, `cost.alert=22`: metric, level and value. Raises argparse's own error otherwise."""
    from cockpit.rules.thresholds.metrics import METRICS, metric_named

    name, _, value = text.partition("=")
    named, _, level = name.partition(".")
    metric = metric_named(named)
    if not value or level not in LEVELS:
        raise argparse.ArgumentTypeError(f"not a limit: {text!r}; example: cost.alert=22")
    if metric is None:
        known = ", ".join(each.name for each in METRICS)
        raise argparse.ArgumentTypeError(f"no metric {named!r}; metrics: {known}")
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
ENTRY = {"nargs": "?", "metavar": "ID", "help": "an entry of the ledger (default: the last one)"}
BLOCKER = argument("id", completes="blocker", metavar="ID")
TASK = argument(
    "--task",
    dest="tasks",
    metavar="TEXT",
    action="append",
    default=[],
    help="a task that is blocked or left open, as `ID: name`; may be repeated",
)
NOTE = argument("--note", metavar="TEXT", help="a note to record with it")
DISPLAY = (
    argument("--theme", completes="theme", metavar="NAME", help="the colour theme; `cockpit themes` lists them"),
    argument("--ascii", action="store_true", help="draw without Unicode characters"),
)

COMMON = (
    argument(
        "-C",
        "--project",
        completes="folder",
        metavar="PATH",
        help="the project (default: found from the current folder)",
    ),
    argument("--track", completes="track", metavar="ID", help="one track of a project that has several"),
    argument("--db", completes="file", metavar="FILE", help="the database with the state, if it is in a database"),
    argument("--json", action="store_true", help="print JSON"),
    argument("--secrets", action="store_true", help="do not mask possible secrets in JSON and prompts"),
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
        help="use another limit, for example cost.alert=22; may be repeated",
    ),
)
"""What the verbs take that judge values by limits."""

WRITING = (argument("--dry-run", action="store_true", help="print the diff and write nothing"),)
"""What every verb that writes takes."""


# The verbs that change the state of a track, as plain data

STATE_VERBS = (
    Verb(
        "ack",
        "acknowledge the alert of a metric, so that the agent continues",
        "changing",
        True,
        (METRIC, NOTE, argument("--if-level", choices=LEVELS, help="only if the metric is at this level")),
    ),
    Verb("unack", "withdraw an acknowledgment, so that the agent waits again", "changing", True, (METRIC,)),
    Verb(
        "snooze",
        "hide the alert of a metric, or `silence`, on your screen; the agent is not affected",
        "snoozing",
        True,
        (
            METRIC,
            argument(
                "until", completes="span", metavar="30m|TIME", help="how long, or until when; `off` ends the snooze"
            ),
        ),
    ),
    Verb(
        "reset-alerts",
        "withdraw the acknowledgments of all metrics, or of the named ones",
        "changing",
        True,
        (argument("metrics", completes="metric", nargs="*", metavar="METRIC"),),
    ),
    Verb(
        "limit",
        "set the value at which a level begins",
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
            argument("--outcome", metavar="TEXT", help="the result, in a few words"),
            argument("--reason", metavar="TEXT", help="why"),
            argument("--context", metavar="TEXT", help="the situation that required it"),
            argument(
                "--alternative",
                metavar="TEXT",
                action="append",
                default=[],
                help="a rejected alternative; may be repeated",
            ),
            argument("--irreversible", action="store_true", help="the decision cannot be reversed"),
        ),
    ),
    Verb(
        "block",
        "record a blocker",
        "changing",
        True,
        (
            argument("text", metavar="TEXT"),
            argument(
                "--affects",
                metavar="TEXT",
                action="append",
                default=[],
                help="what it affects, for example `Phase 3: Name`",
            ),
            TASK,
        ),
    ),
    Verb("identify", "confirm a reported blocker", "changing", True, (BLOCKER,)),
    Verb("unblock", "resolve a blocker", "changing", True, (BLOCKER, NOTE)),
    Verb(
        "bypass",
        "continue around a blocker",
        "changing",
        True,
        (BLOCKER, argument("--note", metavar="TEXT", required=True, help="how the work continues"), TASK),
    ),
    Verb(
        "todo",
        "add a todo, tick it, or remove the tick",
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
        "complete a task, plan, phase or session",
        "changing",
        True,
        (
            argument("whole", choices=("task", "plan", "phase", "session")),
            NOTE,
            argument("--reason", completes="session-reason", metavar="TEXT", help="session: why it ends"),
            argument("--completed", metavar="TEXT", action="append", default=[], help="session: what it did"),
            argument("--issue", metavar="TEXT", action="append", default=[], help="session: a problem it had"),
            argument(
                "--context", type=amount, metavar="VALUE", help="session: the share of its context it used, in percent"
            ),
        ),
    ),
    Verb(
        "phase",
        "start, complete, fail, retry or skip a phase; only valid transitions",
        "changing",
        True,
        (
            argument("what", choices=("start", "complete", "fail", "retry", "skip")),
            argument(
                "id",
                completes="phase",
                nargs="?",
                metavar="ID",
                help="the phase; for complete, fail and retry the default is the current one",
            ),
            argument("--note", metavar="TEXT", help="what was done, what failed, how to retry, or why to skip"),
            argument("--result", metavar="TEXT", help="complete: the result of its check"),
            argument("--type", completes="error-type", metavar="TYPE", help="fail: the type of the error"),
            argument("--agent", completes="agent", metavar="NAME", help="fail: the agent with the error"),
            argument(
                "--beyond",
                action="store_true",
                help="retry: even if the retries are used up; start: even if it waits for other phases",
            ),
        ),
    ),
    Verb(
        "error",
        "record an error of an agent, or resolve it",
        "changing",
        True,
        (
            argument("what", choices=("add", "resolve"), help="`add` may be left out"),
            argument("text", completes="error", metavar="TEXT"),
            argument("--phase", completes="phase", metavar="ID", help="the phase (default: the current one)"),
            argument("--type", completes="error-type", metavar="TYPE", help="add: the type of the error"),
            argument("--agent", completes="agent", metavar="NAME", help="add: the agent with the error"),
            argument("--note", metavar="TEXT", help="resolve: what was done"),
        ),
        usually="add",
    ),
    Verb(
        "tokens",
        "add used tokens to the totals, overall and by agent",
        "changing",
        True,
        (
            argument("input", type=count, metavar="INPUT"),
            argument("output", type=count, metavar="OUTPUT"),
            argument("--cached", type=count, default=0, metavar="VALUE"),
            argument("--agent", completes="agent", metavar="NAME", help="the agent that used them"),
        ),
    ),
    Verb(
        "files",
        "record files that a phase created, modified or deleted",
        "changing",
        True,
        (
            argument("kind", choices=("created", "modified", "deleted")),
            argument("paths", completes="file", nargs="+", metavar="FILE"),
            argument("--phase", completes="phase", metavar="ID", help="the phase (default: the current one)"),
        ),
    ),
    Verb(
        "answer",
        "answer the question of the agent",
        "changing",
        True,
        (
            argument(
                "option",
                completes="answer",
                metavar="OPTION",
                help="the option: its text, a unique beginning, or its number from 1",
            ),
        ),
    ),
    Verb(
        "retry",
        "reset the retries, so that a failed step is tried again",
        "changing",
        True,
        (argument("what", choices=("reset",)),),
    ),
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
        "record the start of a session, or the crash of its agent",
        "changing",
        True,
        (
            argument("what", choices=("start", "crash")),
            argument("--agent", completes="agent", metavar="NAME", help="start: the agent of the session"),
            argument("--working-on", metavar="TEXT", help="start: what it works on"),
            argument("--id", metavar="TEXT", help="start: the id of the session (default: the next number)"),
            argument("--note", metavar="TEXT", help="crash: what is known about the crash"),
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
        "record the result of a check of the current phase",
        "changing",
        True,
        (
            argument("result", choices=("pass", "fail")),
            NOTE,
            argument("--blocker", metavar="TEXT", action="append", default=[], help="a problem that becomes a blocker"),
            argument(
                "--question",
                metavar="TEXT",
                action="append",
                default=[],
                help="a problem that becomes an open question",
            ),
        ),
    ),
)
"""What changes thresholds, decisions, blockers, todos, the position, sessions."""

CARE_VERBS = (
    Verb(
        "migrate",
        "convert an older layout to the current one",
        "changing",
        True,
        (),
    ),
    Verb(
        "archive",
        "archive a finished track",
        "changing",
        True,
        (argument("--unfinished", action="store_true", help="even if work is open; only a person may do this"),),
    ),
)
"""What moves a whole track."""


__all__ = ["COMMON", "LOOKING", "OPEN", "VERBS", "WRITING", "Argument", "Verb"]

VERBS = (
    Verb("status", "show the position, the thresholds and what needs you", "status", arguments=LOOKING),
    Verb("why", "explain the level of a metric", "why", arguments=(METRIC, *LOOKING)),
    Verb(
        "check",
        "check whether the agent may continue: exits 0 (yes), 20 (alert) or 30 (stop)",
        "check",
        arguments=(
            argument("--blockers", action="store_true", help="open blockers hold the agent too"),
            argument("--questions", action="store_true", help="open questions hold the agent too"),
            *LOOKING,
        ),
    ),
    Verb("lint", "report errors and contradictions in the state files", "lint", arguments=LOOKING),
    *STATE_VERBS,
    Verb(
        "handoff",
        "write a handoff from options and JSON on standard input; the rest is proposed from files and git",
        "handoff",
        True,
        (
            argument("--next", dest="next_action", metavar="TEXT", help="the first thing to do when work resumes"),
            argument(
                "--reason",
                type=handoff_reason,
                choices=("context", "interrupted", "error", "session-ended"),
                help="why work stops here",
            ),
            argument("--state", metavar="TEXT", help="the exact state of the work"),
            argument(
                "--task",
                action="append",
                metavar="ROW",
                help="NUMBER|NAME|COMMIT|STATE (done, in_progress or open); replaces the proposed rows",
            ),
            argument("--remaining", action="append", metavar="TEXT", help="work that remains; may be repeated"),
            argument("--decision", dest="decisions", action="append", metavar="TEXT", help="a decision, and why"),
            argument("--blocker", dest="blockers", action="append", metavar="TEXT", help="a blocker; may be repeated"),
            argument("--context", metavar="TEXT", help="what you were thinking"),
            argument("--existing", choices=("archive",), help="archive a handoff that already waits"),
            argument("--propose", action="store_true", help="print the proposal as JSON and write nothing"),
        ),
    ),
    Verb(
        "resume",
        "check the handoff against git and disk, and print the prompt for a fresh agent",
        "resume",
        True,
        (
            argument("--prompt", action="store_true", help="print the prompt"),
            argument("--save", completes="file", metavar="FILE", help="write the prompt to a new file"),
            argument(
                "--waive",
                nargs=2,
                action="append",
                default=[],
                metavar=("CHECK", "REASON"),
                help="waive a check that failed, and resume",
            ),
            argument(
                "--unwaive", completes="waived", action="append", default=[], metavar="CHECK", help="withdraw a waiver"
            ),
            argument("--begin", action="store_true", help="mark the next step as in progress"),
            argument("--done", action="store_true", help="archive the handoff, because work has resumed"),
            argument("--unfinished", action="store_true", help="with --done: archive even while checks block resuming"),
            argument("--reset-alerts", action="store_true", help="reset the alerts first"),
        ),
    ),
    *CARE_VERBS,
    Verb(
        "init",
        "start a new track",
        "creating",
        True,
        (
            argument(
                "system",
                nargs="?",
                completes="system",
                metavar="SYSTEM",
                help="the system; without it, the systems are listed",
            ),
            argument("--title", metavar="TEXT", help="the name of the project or its task"),
            argument(
                "--plan", type=Path, completes="file", metavar="FILE", help="the implementation plan to start with"
            ),
            argument(
                "--result", choices=("pass", "fail", "skipped"), help="for work that is done: the result of its check"
            ),
            argument("--check", metavar="TEXT", help="for work that is done: the command that checked it"),
            argument("--agent", completes="agent", metavar="NAME", help="for work that is done: the agent that did it"),
            argument(
                "--folders",
                dest="store",
                action="store_const",
                const="folders",
                help="store the state in folders, a file for each entry",
            ),
            argument(
                "--sqlite", dest="store", action="store_const", const="sqlite", help="store the state in a database"
            ),
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
        "redo the last undone change, or write again what another program took back",
        "history",
        True,
        (
            argument("id", completes="redoable", **ENTRY),
            argument(
                "--taken-back", action="store_true", help="write again every change that another program took back"
            ),
            argument(
                "--dismiss", action="store_true", help="dismiss the changes that were taken back, all or the named one"
            ),
        ),
    ),
    Verb("ledger", "list what was changed with cockpit, when and by whom", "history"),
    Verb(
        "kept",
        "list the versions that other programs wrote at the same moment as cockpit",
        "kept",
        True,
        (
            argument(
                "id",
                completes="kept",
                nargs="?",
                metavar="ID",
                help="show this version as a diff from the current file",
            ),
            argument("--save", completes="file", metavar="FILE", help="write the version to a new file"),
        ),
    ),
    Verb(
        "purge",
        "delete cockpit's data about this project",
        "history",
        True,
        (argument("--yes", action="store_true", help="do not ask"),),
    ),
    Verb(
        "demo",
        "open a sample project with a scripted agent",
        "opening",
        arguments=(
            argument("--script", choices=("slow", "normal", "fast"), default="normal", help="the speed of the agent"),
            argument("--system", completes="system", metavar="SYSTEM", help="the system of the sample project"),
            argument("--keep", action="store_true", help="do not delete the sample project at the end"),
            *DISPLAY,
        ),
    ),
    Verb("paths", "list the folders of settings, state and cache", "paths"),
    Verb("themes", "list the colour themes", "themes"),
    Verb(
        "completion",
        "print a completion script for your shell",
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
