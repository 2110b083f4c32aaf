"""The verbs that change the state of a track, as plain data."""

from cockpit.cli.argument_types import LEVELS, amount, count
from cockpit.cli.words import BLOCKER, METRIC, NOTE, TASK, Verb, words

STATE_VERBS = (
    Verb(
        "ack",
        "acknowledge the alert of a metric, so that the agent may go on",
        "changing",
        True,
        (METRIC, NOTE, words("--if-level", choices=LEVELS, help="only if this is the present level")),
    ),
    Verb("unack", "withdraw an acknowledgment, so that the agent asks again", "changing", True, (METRIC,)),
    Verb(
        "snooze",
        "keep a metric, or the `silence` of work in progress, quiet on your screen; the agent is not told",
        "snoozing",
        True,
        (METRIC, words("until", completes="span", metavar="30m|TIME", help="how long, or until when; `off` ends it")),
    ),
    Verb(
        "reset-alerts",
        "withdraw the acknowledgments of all metrics, or of these",
        "changing",
        True,
        (words("metrics", completes="metric", nargs="*", metavar="METRIC"),),
    ),
    Verb(
        "limit",
        "change the value at which a level begins",
        "changing",
        True,
        (METRIC, words("level", choices=LEVELS), words("value", type=amount, metavar="VALUE")),
    ),
    Verb(
        "set",
        "record a measured value",
        "changing",
        True,
        (METRIC, words("value", type=amount, metavar="VALUE")),
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
        (
            words("text", metavar="TEXT"),
            words("--affects", metavar="TEXT", action="append", default=[], help="what it affects: `Phase 3: Name`"),
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
        (BLOCKER, words("--note", metavar="TEXT", required=True, help="how"), TASK),
    ),
    Verb(
        "todo",
        "add a todo, tick it, or take the tick back",
        "changing",
        True,
        (
            words("what", choices=("add", "done", "undone"), help="`add` may be left out"),
            words("text", completes="todo", metavar="TEXT"),
        ),
        usually="add",
    ),
    Verb(
        "move",
        "set the status, phase, plan, task or next action",
        "changing",
        True,
        (
            words("part", choices=("status", "phase", "plan", "task", "next")),
            words("value", completes="position", metavar="VALUE"),
        ),
    ),
    Verb(
        "position",
        "set several parts of the position in one change",
        "changing",
        True,
        tuple(
            words(f"--{part}", metavar="VALUE" if part in ("wave", "status") else "TEXT")
            for part in ("phase", "phase-name", "plan", "plan-name", "task", "wave", "status")
        ),
    ),
    Verb(
        "done",
        "a task, plan, phase or session is complete",
        "changing",
        True,
        (
            words("whole", choices=("task", "plan", "phase", "session")),
            NOTE,
            words("--reason", completes="session-reason", metavar="TEXT", help="session: why it ends"),
            words("--completed", metavar="TEXT", action="append", default=[], help="session: what it did"),
            words("--issue", metavar="TEXT", action="append", default=[], help="session: what it met"),
            words(
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
            words("what", choices=("start", "complete", "fail", "retry", "skip")),
            words(
                "id",
                completes="phase",
                nargs="?",
                metavar="ID",
                help="which one; to complete, fail or retry, the present one if left out",
            ),
            words("--note", metavar="TEXT", help="what was done, what failed, how to try again, why to skip"),
            words("--result", metavar="TEXT", help="complete: what a check of it said"),
            words("--type", completes="error-type", metavar="TYPE", help="fail: the type of the error"),
            words("--agent", completes="agent", metavar="NAME", help="fail: whose error it was"),
            words(
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
            words("what", choices=("add", "resolve"), help="`add` may be left out"),
            words("text", completes="error", metavar="TEXT"),
            words("--phase", completes="phase", metavar="ID", help="in which phase; the present one if left out"),
            words("--type", completes="error-type", metavar="TYPE", help="add: its type"),
            words("--agent", completes="agent", metavar="NAME", help="add: whose error it was"),
            words("--note", metavar="TEXT", help="resolve: what was done"),
        ),
        usually="add",
    ),
    Verb(
        "tokens",
        "count tokens that were used, in total and by agent",
        "changing",
        True,
        (
            words("input", type=count, metavar="INPUT"),
            words("output", type=count, metavar="OUTPUT"),
            words("--cached", type=count, default=0, metavar="VALUE"),
            words("--agent", completes="agent", metavar="NAME", help="who used them"),
        ),
    ),
    Verb(
        "files",
        "files that the work on a phase created, modified or deleted",
        "changing",
        True,
        (
            words("kind", choices=("created", "modified", "deleted")),
            words("paths", completes="file", nargs="+", metavar="FILE"),
            words("--phase", completes="phase", metavar="ID", help="in which phase; the present one if left out"),
        ),
    ),
    Verb(
        "answer",
        "answer what the agent asks",
        "changing",
        True,
        (
            words(
                "option",
                completes="answer",
                metavar="OPTION",
                help="its words, a beginning that only it has, or its number from 1",
            ),
        ),
    ),
    Verb("retry", "let a failed step be tried again", "changing", True, (words("what", choices=("reset",)),)),
    Verb(
        "trigger",
        "record that a checkpoint trigger fired",
        "changing",
        True,
        (
            words("name", completes="trigger", metavar="NAME"),
            words("--if-due", action="store_true", help="only if its frequency and cooldown let it fire"),
        ),
    ),
    Verb(
        "session",
        "a session of the agent begins, or its agent crashed",
        "changing",
        True,
        (
            words("what", choices=("start", "crash")),
            words("--agent", completes="agent", metavar="NAME", help="start: whose session it is"),
            words("--working-on", metavar="TEXT", help="start: what it works at"),
            words("--id", metavar="TEXT", help="start: what it is called; numbered where left out"),
            words("--note", metavar="TEXT", help="crash: what is known about it"),
        ),
    ),
    Verb("implemented", "record what was implemented", "changing", True, (words("text", metavar="TEXT"),)),
    Verb(
        "question",
        "record an open question, or close it",
        "changing",
        True,
        (
            words("what", choices=("add", "close"), help="`add` may be left out"),
            words("text", completes="question", metavar="TEXT"),
        ),
        usually="add",
    ),
    Verb(
        "verify",
        "record what a check of the present phase said",
        "changing",
        True,
        (
            words("result", choices=("pass", "fail")),
            NOTE,
            words("--blocker", metavar="TEXT", action="append", default=[], help="a problem that becomes a blocker"),
            words("--question", metavar="TEXT", action="append", default=[], help="one that becomes an open question"),
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
        (words("--unfinished", action="store_true", help="also where something is open: a person's decision"),),
    ),
)
"""What moves a whole track."""
