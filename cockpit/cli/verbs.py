"""All verbs as plain data: what each is called, what it does, which module carries it out, what it takes."""

from pathlib import Path

from cockpit.cli.argument_types import handoff_reason
from cockpit.cli.state_verbs import CARE_VERBS, STATE_VERBS
from cockpit.cli.words import COMMON, DISPLAY, ENTRY, LOOKING, METRIC, WRITING, Verb, Words, words

__all__ = ["COMMON", "LOOKING", "OPEN", "VERBS", "WRITING", "Verb", "Words"]

VERBS = (
    Verb("status", "where the work is, how healthy, and what needs you", "status", takes=LOOKING),
    Verb("why", "why a metric stands where it stands", "why", takes=(METRIC, *LOOKING)),
    Verb(
        "check",
        "may the agent go on? 0 yes, 20 an alert waits, 30 a stop",
        "check",
        takes=(
            words("--blockers", action="store_true", help="open blockers hold it too"),
            words("--questions", action="store_true", help="open questions hold it too"),
            *LOOKING,
        ),
    ),
    Verb("lint", "what is wrong or contradictory in the state files", "lint", takes=LOOKING),
    *STATE_VERBS,
    Verb(
        "handoff",
        "leave a handoff: what options and JSON on standard input give, the rest proposed from files and git",
        "handoff",
        True,
        (
            words("--next", dest="next_action", metavar="TEXT", help="the first thing to do when the work goes on"),
            words(
                "--reason",
                type=handoff_reason,
                choices=("context", "interrupted", "error", "session-ended"),
                help="why it stops here",
            ),
            words("--state", metavar="TEXT", help="where exactly the work stands"),
            words(
                "--task",
                action="append",
                metavar="ROW",
                help="NUMBER|NAME|COMMIT|STATE (done, in_progress or open); replaces the proposed rows",
            ),
            words("--remaining", action="append", metavar="TEXT", help="what is left to do"),
            words("--decision", dest="decisions", action="append", metavar="TEXT", help="what was decided, and why"),
            words("--blocker", dest="blockers", action="append", metavar="TEXT", help="what is stuck"),
            words("--context", metavar="TEXT", help="what you were thinking"),
            words("--existing", choices=("archive",), help="put a handoff that waits already into the archive"),
            words("--propose", action="store_true", help="print what would be proposed, as JSON"),
        ),
    ),
    Verb(
        "resume",
        "check the handoff against git and disk; print the prompt for a fresh agent",
        "resume",
        True,
        (
            words("--prompt", action="store_true", help="print the prompt"),
            words("--save", completes="file", metavar="FILE", help="write the prompt into a new file"),
            words(
                "--waive",
                nargs=2,
                action="append",
                default=[],
                metavar=("CHECK", "REASON"),
                help="go on though this line of the checklist failed",
            ),
            words("--unwaive", completes="waived", action="append", default=[], metavar="CHECK", help="hold it again"),
            words("--begin", action="store_true", help="mark the step at which the work goes on as under way"),
            words("--done", action="store_true", help="the work has gone on: archive the handoff"),
            words("--unfinished", action="store_true", help="with --done, also while a line holds the resume"),
            words("--reset-alerts", action="store_true", help="reset the alerts first"),
        ),
    ),
    *CARE_VERBS,
    Verb(
        "init",
        "begin a new track",
        "creating",
        True,
        (
            words(
                "system", nargs="?", completes="system", metavar="SYSTEM", help="which one; without it, they are named"
            ),
            words("--title", metavar="TEXT", help="what the project or its task is called"),
            words("--plan", type=Path, completes="file", metavar="FILE", help="the implementation plan to begin with"),
            words("--result", choices=("pass", "fail", "skipped"), help="the work is done: how the check of it ended"),
            words("--check", metavar="TEXT", help="the command that checked it"),
            words("--agent", completes="agent", metavar="NAME", help="whose work it was"),
            words("--folders", dest="store", action="store_const", const="folders", help="a file for each entry"),
            words("--sqlite", dest="store", action="store_const", const="sqlite", help="in a database"),
        ),
    ),
    Verb(
        "undo",
        "undo the last change made with cockpit",
        "history",
        True,
        (words("id", completes="undoable", **ENTRY),),
    ),
    Verb(
        "redo",
        "do again what was undone last, or what another program took back",
        "history",
        True,
        (
            words("id", completes="redoable", **ENTRY),
            words("--taken-back", action="store_true", help="every change that another program took back"),
            words("--dismiss", action="store_true", help="miss them no longer: all, or the one that is named"),
        ),
    ),
    Verb("ledger", "what was acknowledged and changed with cockpit, and by whom", "history"),
    Verb(
        "kept",
        "what other programs wrote at the same moment as cockpit",
        "kept",
        True,
        (
            words(
                "id", completes="kept", nargs="?", metavar="ID", help="show this one, as a diff from the present file"
            ),
            words("--save", completes="file", metavar="FILE", help="write it into a new file"),
        ),
    ),
    Verb(
        "purge",
        "delete what cockpit keeps about this project",
        "history",
        True,
        (words("--yes", action="store_true", help="do not ask"),),
    ),
    Verb(
        "demo",
        "a sample project with a scripted agent at work",
        "opening",
        takes=(
            words("--script", choices=("slow", "normal", "fast"), default="normal", help="the agent's pace"),
            words("--system", completes="system", metavar="SYSTEM", help="whose agent is at work"),
            words("--keep", action="store_true", help="leave the sample project behind"),
            *DISPLAY,
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
        words("path", completes="folder", nargs="?", metavar="PATH"),
        words("--reset-alerts", action="store_true", help="reset the alerts first, then open"),
        *LOOKING,
        *DISPLAY,
    ),
)
"""What `cockpit [PATH]` stands for."""
