"""The one list of actions: everything a person, a script or an agent can do with cockpit, as plain data.

The command line, its help and completion and the page of commands are made from it. An action says what it is called
and what it takes; what it does is an intent (`cockpit.rules.intended`) or a module of `cockpit.cli`.
"""

from collections.abc import Iterator
from typing import Literal, NamedTuple

LEVELS = ("warning", "alert", "stop")
POSITION_KEYS = ("phases", "phase", "phase-name", "plan", "plan-name", "task", "wave", "status", "next")
"""What `set` takes beside metrics."""

Kind = Literal["text", "amount", "count", "limit", "new-limit", "assignment", "file", "flag"]
"""What is typed: `amount` as `$26.50`, `40%`, `500K`; `count` a whole number; `limit` as `cost.stop=75`, of cockpit's
own metrics, `new-limit` of any; `assignment` as `cost=26.50`; a `flag` takes no value."""
Group = Literal["look", "answer", "record", "continue", "set up"]

GROUPS: dict[Group, str] = {
    "look": "Look",
    "answer": "Answer (a person only)",
    "record": "Record (people, scripts and agents)",
    "continue": "Stop and continue",
    "set up": "Set up",
}
"""The groups of the help, in its order."""


class Field(NamedTuple):
    """A value that an action takes: an argument of its command.

    `name` is what it is called in code; its option is `--name` with dashes, unless it is `positional`. `metavar` stands
    for the value in the help. `repeat` takes several. `completes` is a key of `cockpit.cli.completion.OFFERS`, a
    `folder` or a `file`. `unless` is the flag that may stand in its place: one of the two is needed.
    """

    name: str
    help: str = ""
    kind: Kind = "text"
    positional: bool = False
    required: bool = False
    repeat: bool = False
    choices: tuple[str, ...] = ()
    completes: str = ""
    metavar: str = ""
    option: str = ""
    unless: str = ""

    @property
    def flag(self) -> str:
        """The option as it is typed."""
        return self.option or f"--{self.name.replace('_', '-')}"


class Action(NamedTuple):
    """Something that can be done. `command` are the words of its command, none where it is on screen only; `summary`
    says in a few words what it does.

    `module` is the one below `cockpit.cli` that carries it out. `writes` takes `--dry-run`; `judges` by limits, so
    that `--limit` sets others. `person`: only a person may do it, whatever direction; `intents` are the names of the
    intents that it is. `label` is what footer, menu and buttons call it,
    `key` the one that does it on every screen, `letter` the one in menus where it has no key.
    `on_screen` says what it does where the summary is about the command, `stdin` what its command reads.
    """

    id: str
    command: str
    summary: str
    group: Group
    module: str = "changing"
    fields: tuple[Field, ...] = ()
    writes: bool = True
    judges: bool = False
    person: bool = False
    intents: tuple[str, ...] = ()
    label: str = ""
    key: str = ""
    letter: str = ""
    on_screen: str = ""
    stdin: str = ""

    @property
    def in_usage(self) -> list[Field]:
        """The fields that its usage names; a flag stands with the one that it may replace."""
        return [field for field in self.fields if field.flag not in {each.unless for each in self.fields}]

    @property
    def tooltip(self) -> str:
        """What it does, as the screens say it."""
        text = self.on_screen or self.summary
        return f"{text[:1].upper()}{text[1:]}"

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the command."""
        return tuple(self.command.split())


def _positional(name: str, metavar: str, text: str = "", *, required: bool = True, **more: object) -> Field:
    return Field(name, text, positional=True, required=required, metavar=metavar, **more)  # type: ignore[arg-type]


def _text(name: str, text: str, *, metavar: str = "TEXT", **more: object) -> Field:
    return Field(name, text, metavar=metavar, **more)  # type: ignore[arg-type]


def _flag(name: str, text: str, **more: object) -> Field:
    return Field(name, text, "flag", **more)  # type: ignore[arg-type]


_METRIC = _positional("metric", "METRIC", "such as cost, context, errors", completes="metric")
_NOTE = _text("note", "a note to record with it")
_BLOCKER = _positional("blocker", "BLOCKER", "its ID, or text that only one blocker contains", completes="blocker")
_PHASE = _positional("phase", "ID", "default: the current phase", required=False, completes="phase")
_OF_PHASE = _text("phase", "default: the current phase", metavar="ID", completes="phase")
_AGENT = _text("agent", "the agent", metavar="NAME", completes="agent")
_ERROR_TYPE = _text("type", "the type of the error", metavar="TYPE", completes="error-type")
_ENTRY = _positional("entry", "ID", "default: the last one", required=False)
_HELD = _positional("agent", "AGENT", "whose tools wait", completes="hook")
_SCOPE = Field(
    "scope",
    "whose settings: user (all projects), project (everybody in it), local (yours in it)",
    choices=("user", "project", "local"),
)

COMMON = (
    Field(
        "project", "the project (default: found from the current folder)", completes="folder", metavar="PATH",
        option="-C",
    ),
    Field("track", "one track of a project that has several", completes="track", metavar="ID"),
    Field("db", "", "file", completes="file", metavar="FILE"),
    _flag("json", "print JSON"),
    _flag("secrets", "do not mask possible secrets in JSON and prompts"),
    _flag("read_only", "refuse every write"),
    _flag("no_agents", "do not look at what agents keep about their sessions"),
)  # fmt: skip
"""What every command takes; the help leaves out what has no text."""
LIMITS = Field(
    "limits", "use another limit, such as cost.alert=22", "limit", repeat=True, completes="limit",
    metavar="METRIC.LEVEL=N", option="--limit",
)  # fmt: skip
"""What the commands take that judge values by limits."""
DRY_RUN = _flag("dry_run", "print the diff and write nothing")
"""What the commands take that write."""
DISPLAY = (
    Field("theme", "the colour theme; `?` lists them", completes="theme", metavar="NAME"),
    _flag("ascii", "draw without Unicode characters"),
)

_LOOK = (
    Action(
        "status", "status", "position, limits and what needs you; with METRIC, why", "look", "status",
        (_METRIC._replace(required=False),), writes=False, judges=True,
    ),
    Action(
        "agents", "agents", "sessions of coding agents: who works, who waits for you, for what", "look", "agents",
        (
            _flag("all", "those of the whole machine, not only of the project"),
            _flag("waiting", "only those that need you; exits 20 where any does, 21 where it cannot be told, else 0"),
            _flag("line", "one line for a status line, such as `2 need you · 3 work`; exits 0"),
        ),
        writes=False,
    ),
    Action(
        "agents.go", "agents go", "go to the terminal of a session, of any on this machine", "look", "going",
        (
            _positional("session", "SESSION", "its ID, its repository, or text that only its title or ID contains",
                        required=False, completes="session"),
            _flag("next", "the first one that needs you"),
            _flag("print", "print the command that goes there, and go nowhere"),
        ),
        writes=False,
    ),
    Action(
        "check", "check", "may the agent continue? exits 0 yes, 20 alert, 30 stop", "look", "check",
        (
            _flag("blockers", "open blockers hold the agent too"),
            _flag("questions", "open questions hold the agent too"),
            Field("hook", "as the hook of an agent before a tool: exits 0 or 2, which refuses it", completes="hook",
                  metavar="AGENT"),
            Field("wait", "with --hook: wait so long for a person while something holds", "count", metavar="SECONDS"),
        ),
        writes=False, judges=True, stdin="With --hook standard input takes what the agent tells its hooks.",
    ),
    Action(
        "lint", "lint", "problems in the state files; exits 1 on errors", "look", "lint", writes=False, judges=True,
    ),
    Action(
        "log", "log", "what was changed and by whom, between commits and sessions; ID: its diff", "look",
        "log",
        (
            _positional("entry", "ID", "the entry whose diff is printed", required=False, completes="entry"),
            _flag("conflicts", "versions that other programs wrote at the same moment; with ID, as a diff"),
            Field("save", "with --conflicts: write the version to a new file", "file", completes="file",
                  metavar="FILE"),
        ),
        label="log", key="L", on_screen="what happened: changes, commits, sessions, the newest first (recent history)",
    ),
)  # fmt: skip

_ANSWER = (
    Action(
        "alert.acknowledge", "ack", "acknowledge an alert: the agent may continue", "answer",
        fields=(
            _METRIC, _NOTE, Field("if_level", "only if the metric is at this level", choices=LEVELS),
        ),
        person=True, intents=("Acknowledge",),
        label="acknowledge",
    ),
    Action(
        "alert.withdraw", "unack", "withdraw an acknowledgment: the agent waits again", "answer",
        fields=(
            _METRIC._replace(name="metrics", required=False, repeat=True, unless="--all"),
            _flag("all", "those of all metrics"),
        ),
        person=True, intents=("Withdraw", "ResetAlerts"),
        label="withdraw the acknowledgment", letter="w",
    ),
    Action(
        "question.answer", "answer", "answer the agent's question", "answer",
        fields=(
            _positional("option", "OPTION", "its text, a beginning of it, or its number from 1", completes="answer"),
        ),
        person=True, intents=("Answer",),
        label="answer",
    ),
    Action(
        "threshold.limit", "limit", "list the limits, or change some, such as cost.stop=75", "answer",
        fields=(
            _positional(
                "new_limits", "M.LEVEL=N", "metric, level (warning, alert, stop) and value; cost.alert= removes it",
                required=False, kind="new-limit", repeat=True, completes="limit",
            ),
            _flag("force", "even if it is more than ten times the limit before, and the value"),
        ),
        person=True, intents=("SetLimit",),
        label="change limits", key="l", on_screen="change the values at which warning, alert and stop begin",
    ),
    Action(
        "unread.dismiss", "dismiss", "let the agent go on past words that cannot be read", "answer", "history",
        (_positional("place", "FILE:LINE", "where they stand, as `check` says it; FILE: all in it",
                     completes="unread"),),
        person=True,
        label="dismiss what cannot be read", letter="d",
    ),
)  # fmt: skip

_RECORD = (
    Action(
        "step.done", "done", "complete the current task, plan, phase or session", "record",
        fields=(
            _positional("whole", "WHAT", "task, plan, phase or session (default: the smallest that the system has)",
                        required=False, choices=("task", "plan", "phase", "session")),
            _positional("step", "ID", "of the task, plan or phase (default: the current one)", required=False,
                        completes="step"),
            _text("note", 'what was done, such as "Completed the auth API"'),
            _text("result", "the result of a check of the phase"),
            _text("reason", "why the session ends", completes="session-reason"),
            _text("completed", "what the session did", repeat=True),
            _text("issues", "a problem that the session had", repeat=True, option="--issue"),
            Field("context", "how much of its context the session used, in percent", "amount", metavar="N"),
        ),
        label="complete", letter="c",
    ),
    Action(
        "position.set", "set", "record values and position, such as cost=26.50 task=4", "record",
        fields=(
            _positional(
                "values", "KEY=VALUE",
                "a metric, or phase, plan, task, status, next (also phases, phase-name, plan-name, wave)",
                kind="assignment", repeat=True, completes="assignment",
            ),
            _flag("force", "even a status that does not follow from the present one"),
        ),
        label="set position", letter="p", on_screen="change status, phase, plan, task or next action",
    ),
    Action("blocker.list", "blocker", "list the blockers", "record", "listing", writes=False),
    Action(
        "blocker.add", "blocker add", "record a blocker", "record",
        fields=(
            _positional("text", "TEXT", "what stops the work"),
            _text("affects", "what it affects, such as `Phase 3: Name`", repeat=True),
            _text("task", "a task that it blocks, as `ID: name`", repeat=True),
        ),
        label="blocker",
    ),
    Action(
        "blocker.confirm", "blocker confirm", "confirm that a reported blocker is real", "record", fields=(_BLOCKER,),
        label="confirm",
    ),
    Action(
        "blocker.resolve", "blocker resolve", "resolve a blocker: its cause is gone", "record",
        fields=(_BLOCKER, _text("note", "how it was resolved")),
        label="resolve",
    ),
    Action(
        "blocker.bypass", "blocker bypass", "continue around a blocker", "record",
        fields=(
            _BLOCKER, _text("note", "how the work continues", required=True),
            _text("task", "a task that is left open, as `ID: name`", repeat=True),
        ),
        label="bypass", letter="b",
    ),
    Action("decision.list", "decision", "list the decisions", "record", "listing", writes=False),
    Action(
        "decision.add", "decision add", "record a decision", "record",
        fields=(
            _positional("text", "TEXT", "what was decided"),
            _text("outcome", "the result, in a few words"),
            _text("reason", "why"),
            _text("context", "the situation that required it"),
            _text("alternative", "a rejected alternative", repeat=True),
            _flag("irreversible", "the decision cannot be reversed"),
        ),
        label="decision",
    ),
    Action("todo.list", "todo", "list the todos, or the open questions", "record", "listing", writes=False),
    Action(
        "todo.add", "todo add", "add a todo, or an open question", "record",
        fields=(_positional("text", "TEXT", "what is to be done, or to be found out"),), label="todo",
    ),
    Action(
        "todo.done", "todo done", "complete a todo, or close an open question", "record",
        fields=(_positional("text", "TODO", "text that only one todo contains", completes="todo-open"),),
        label="done",
    ),
    Action(
        "todo.reopen", "todo reopen", "reopen a todo", "record",
        fields=(_positional("text", "TODO", "text that only one todo contains", completes="todo-done"),),
        label="reopen",
    ),
    Action("phase.list", "phase", "list the phases", "record", "listing", writes=False),
    Action(
        "phase.start", "phase start", "start a phase", "record",
        fields=(
            _positional("phase", "ID", completes="phase"), _flag("force", "even if it waits for other phases"),
        ),
        label="start phase", letter="s",
    ),
    Action(
        "phase.fail", "phase fail", "record that a phase failed", "record",
        fields=(_PHASE, _text("note", "what failed"), _ERROR_TYPE, _AGENT._replace(help="the agent with the error")),
        label="phase failed", letter="f",
    ),
    Action(
        "phase.retry", "phase retry", "try a failed phase again", "record",
        fields=(
            _PHASE, _text("note", "how it is tried again; the state file keeps it for the agent"),
            _flag("force", "even if the retries are used up"),
        ),
        label="retry", letter="y",
    ),
    Action(
        "phase.reset", "phase reset", "reset the retries, so that the agent may try again (a person only)", "record",
        person=True, intents=("ResetRetries",),
        label="reset retries", letter="i", on_screen="reset the retries, so that the agent may try again",
    ),
    Action(
        "phase.skip", "phase skip", "skip a phase (a person only)", "record",
        fields=(_positional("phase", "ID", completes="phase"), _text("note", "why")), person=True, intents=("Skip",),
        label="skip phase", letter="x", on_screen="skip the phase",
    ),
    Action(
        "phase.verify", "phase verify", "record the result of a check of the current phase", "record",
        fields=(
            _positional("result", "pass|fail", choices=("pass", "fail")), _NOTE,
            _text("blocker", "a problem that becomes a blocker", repeat=True),
            _text("todo", "a problem that becomes an open question", repeat=True),
        ),
        label="verification",
    ),
    Action(
        "phase.files", "phase files", "record files that a phase changed", "record",
        fields=(
            Field("created", "a file that was created", "file", repeat=True, completes="file", metavar="FILE"),
            Field("modified", "a file that was modified", "file", repeat=True, completes="file", metavar="FILE"),
            Field("deleted", "a file that was deleted", "file", repeat=True, completes="file", metavar="FILE"),
            _OF_PHASE,
        ),
        label="changed files",
    ),
    Action(
        "phase.error", "phase error", "record an error of an agent", "record",
        fields=(
            _positional("text", "TEXT", "what happened"), _OF_PHASE, _ERROR_TYPE,
            _AGENT._replace(help="the agent with the error"),
        ),
        label="error",
    ),
    Action(
        "phase.resolve", "phase resolve", "resolve an error: its cause is gone", "record",
        fields=(
            _positional("text", "ERROR", "text that only one error contains", completes="error"), _OF_PHASE,
            _text("note", "what was done"),
        ),
        label="resolve",
    ),
    Action("session.list", "session", "list the sessions", "record", "listing", writes=False),
    Action(
        "session.start", "session start", "record the start of a session", "record",
        fields=(
            _AGENT._replace(help="the agent of the session"), _text("working_on", "what it works on"),
            _text("id", "the ID of the session (default: the next number)"),
        ),
        label="session",
    ),
    Action(
        "session.crash", "session crash", "record that the agent of the active session is gone (a person only)",
        "record", fields=(_text("note", "what is known about the crash"),),
        label="crash", person=True, intents=("RecordCrash",),
        on_screen="record that the agent of the active session is gone",
    ),
    Action(
        "session.tokens", "session tokens", "add used tokens to the totals", "record",
        fields=(
            _positional("input", "INPUT", kind="count"), _positional("output", "OUTPUT", kind="count"),
            Field("cached", "of them cached", "count", metavar="N"), _AGENT._replace(help="the agent that used them"),
        ),
        label="used tokens",
    ),
    Action(
        "session.implemented", "session implemented", "record what was implemented", "record",
        fields=(_positional("text", "TEXT", "what a fresh agent can look for"),), label="implementation",
    ),
    Action(
        "session.trigger", "session trigger", "record that a checkpoint trigger fired", "record",
        fields=(
            _positional("trigger", "NAME", completes="trigger"),
            _flag("if_due", "only if its frequency and cooldown let it fire"),
        ),
    ),
)  # fmt: skip

_CONTINUE = (
    Action(
        "handoff.write", "handoff", "write a handoff for the next agent", "continue", "handoff",
        (
            Field("next_action", "the first thing to do when work resumes", metavar="TEXT", option="--next"),
            Field("reason", "why work stops here", choices=("context", "interrupted", "error", "session-ended")),
            _text("state", "the exact state of the work"),
            _text("task", "NUMBER|NAME|COMMIT|STATE (done, in_progress or open); replaces the proposed rows",
                  metavar="ROW", repeat=True),
            _text("remaining", "work that remains", repeat=True),
            Field("decisions", "a decision, and why", repeat=True, metavar="TEXT", option="--decision"),
            Field("blockers", "a blocker", repeat=True, metavar="TEXT", option="--blocker"),
            _text("context", "what you were thinking"),
            Field("existing", "archive a handoff that already waits", choices=("archive",)),
        ),
        label="hand off", key="h",
        stdin="Standard input takes a JSON object with reason, phase, plan, task, total_tasks, state, completed, "
        "remaining, decisions, blockers, context, next_action, branch and head, as `cockpit handoff propose` prints "
        "it. An option overrides its field.",
    ),
    Action(
        "handoff.propose", "handoff propose", "print the proposal as JSON and write nothing", "continue", "handoff",
        writes=False,
    ),
    Action(
        "resume.check", "resume", "check the handoff; exits 1 while a check blocks", "continue",
        "resume", (_flag("reset_alerts", "withdraw all acknowledgments first"),),
        label="resume", key="r", on_screen="check what the handoff claims, and continue with a fresh agent",
    ),
    Action(
        "resume.prompt", "resume prompt", "print the prompt for the next agent, or save it", "continue", "resume",
        (
            Field("save", "write it to a new file", "file", completes="file", metavar="FILE"),
            _flag("reset_alerts", "withdraw all acknowledgments first"),
        ),
        label="prompt", key="p", on_screen="the prompt for the next agent: copy, save, run",
    ),
    Action(
        "resume.waive", "resume waive", "resume although a check failed", "continue", "resume",
        (
            _positional("check", "CHECK", "its name, or a beginning of it that only one check has",
                        completes="failed-check"),
            _text("reason", "why it does not block resuming", required=True),
        ),
        label="waive", key="w", person=True,
    ),
    Action(
        "resume.unwaive", "resume unwaive", "withdraw a waiver: the check blocks again", "continue", "resume",
        (_positional("check", "CHECK", "its name, or a beginning of it that only one check has", completes="waived"),),
        person=True,
    ),
    Action(
        "resume.start", "resume start", "mark the next step as in progress", "continue", "resume",
        label="start the next step", letter="s",
    ),
    Action(
        "resume.done", "resume done", "archive the handoff, because work has resumed", "continue", "resume",
        (_flag("force", "even while checks block resuming: a person decides"),),
        label="archive the handoff", letter="v",
    ),
    Action(
        "change.undo", "undo", "undo a change made with cockpit", "continue", "history",
        (_ENTRY._replace(completes="undoable"),),
        label="undo", key="u",
    ),
    Action(
        "change.redo", "redo", "apply an undone change again", "continue", "history",
        (_ENTRY._replace(completes="redoable"),),
        label="redo", key="U",
    ),
    Action(
        "taken-back.restore", "redo taken-back", "apply again what another program took back", "continue", "history",
        (_ENTRY._replace(help="default: all of them", completes="taken-back"),),
    ),
    Action(
        "taken-back.dismiss", "redo dismiss", "leave what another program took back as it is", "continue", "history",
        (_ENTRY._replace(help="default: all of them", completes="taken-back"),),
    ),
)  # fmt: skip

_SET_UP = (
    Action(
        "track.init", "init", "start tracking work in this folder", "set up", "creating",
        (
            _positional("system", "SYSTEM", "without it, the systems are listed", required=False, completes="system"),
            _text("title", "the name of the project or its task"),
            Field("plan", "the implementation plan to start with", "file", completes="file", metavar="FILE"),
            Field("result", "for work that is done: the result of its check", choices=("pass", "fail", "skipped")),
            _text("check", "for work that is done: the command that checked it"),
            _AGENT._replace(help="for work that is done: the agent that did it"),
            _flag("folders", "store the state in folders, a file for each entry"),
            _flag("sqlite", "store the state in a database"),
        ),
    ),
    Action("track.list", "track", "list the tracks", "set up", "listing", writes=False),
    Action(
        "track.archive", "track archive", "archive a finished track", "set up",
        fields=(_flag("force", "even if work is open: a person decides"),),
        label="archive", letter="v",
    ),
    Action("track.convert", "track convert", "convert an older layout to the current one", "set up"),
    Action("config.show", "config", "settings in effect, and the folders", "set up", "config", writes=False),
    Action(
        "config.agent", "config agent", "set the command that starts an agent", "set up", "config",
        (_positional("words", "COMMAND", "the prompt is its last word, or stands for {prompt} or {file}",
                     repeat=True),),
        person=True,
    ),
    Action(
        "config.purge", "config purge", "delete cockpit's data about this project", "set up", "history",
        (_flag("yes", "do not ask"),), person=True,
    ),
    Action("hooks.show", "hooks", "what holds agents at limits", "set up", "hooks", writes=False),
    Action(
        "hooks.install", "hooks install", "have an agent ask cockpit before each tool; a limit holds it then",
        "set up", "hooks", (_HELD, _SCOPE, _flag("yes", "do not ask")), person=True, label="install a hook",
        on_screen="make limits enforced, not advisory: hooks have an agent ask cockpit before each tool",
    ),
    Action(
        "hooks.remove", "hooks remove", "remove what `hooks install` added", "set up", "hooks",
        (
            _HELD._replace(required=False, help="default: all of them"),
            _SCOPE._replace(help="default: wherever it is"), _flag("yes", "do not ask"),
        ),
        person=True,
    ),
    Action(
        "demo.open", "demo", "try it on a sample project", "set up", "opening",
        (
            _positional("system", "SYSTEM", "the system of the sample project; `agents`: without one", required=False,
                        completes="story"),
            Field("speed", "the speed of the agent", choices=("slow", "normal", "fast")),
            _flag("keep", "do not ask whether to delete the sample project, and leave it"), *DISPLAY,
        ),
        writes=False,
    ),
    Action(
        "statusline", "statusline", "the status line of an agent; records what it uses", "set up", "statusline",
        (_text("wrap", "the status line that was there before: a command that gets the same input, and is shown above",
               metavar="COMMAND"),),
        writes=False,
        stdin='In the agent\'s settings: "statusLine": {"type": "command", "command": "cockpit statusline"}. It reads '
        "JSON on standard input, exits 0 whatever happens, and prints no error.",
    ),
    Action(
        "completion", "completion", "print a completion script for your shell", "set up", "completion",
        (_positional("shell", "", choices=("bash", "zsh", "fish")),), writes=False,
    ),
)  # fmt: skip

_ON_SCREEN = (
    Action("row.answer", "", "do what the row asks for, such as acknowledge, answer or resolve", "answer",
           label="answer", key="a"),
    Action("row.more", "", "show everything else that can be done with the row", "answer", label="more", key="m"),
    Action("row.new", "", "record a decision, a blocker, a todo or something else", "record", label="new", key="n"),
    Action("row.details", "", "show the row whole", "look", label="details", key="enter"),
    Action("row.go", "", "go to the terminal of the session", "look", label="go there", key="g"),
    Action("row.copy", "", "copy the row, or its command", "look", label="copy", key="y"),
    Action("row.edit", "", "open the file in your editor, at the line", "look", label="editor", key="e"),
    Action("row.reword", "", "change the text of a decision, blocker or todo", "record", label="edit text", letter="t"),
    Action("alert.acknowledge-with-note", "", "acknowledge an alert with a note", "answer", person=True,
           label="acknowledge with a note", letter="n"),
    Action("alert.withdraw-all", "", "withdraw all acknowledgments", "answer", person=True,
           label="take all acknowledgments back", letter="x"),
    Action("threshold.snooze", "", "hide an alert on this screen only", "answer", person=True,
           label="snooze", letter="s"),
    Action("hooks.dismiss", "", "say no more that no hook holds the agent at limits", "answer", person=True,
           label="dismiss", letter="d"),
    Action("question.close", "", "close an open question, with its answer", "record", label="close"),
    Action("check.decide", "", "choose what becomes of a failed check", "continue", label="decide"),
    Action("taken-back.review", "", "see what another program took back", "look", label="review"),
    Action("everywhere.dismiss", "", "hide a session until it speaks again, show a hidden one", "answer",
           label="dismiss", key="s"),
    Action("app.everywhere", "", "show the sessions of agents on this machine", "look", label="sessions", key="o"),
    Action("app.find", "", "find actions, rows, files and tracks", "look", label="find", key="f"),
    Action("app.tracks", "", "show the tracks of the project", "look", label="tracks", key="t"),
    Action("app.refresh", "", "read every file again", "look", label="refresh", key="R"),
    Action("app.review", "", "show each diff before it is written: on or off", "set up", label="confirm diffs"),
    Action("app.help", "", "what the pane shows and which keys work here", "look", label="help", key="question_mark"),
    Action("pane.zoom", "", "give the pane the whole screen, and back", "look", label="zoom", key="z"),
    Action("pane.filter", "", "show only rows that contain a text", "look", label="filter", key="slash"),
)  # fmt: skip

ACTIONS = (*_LOOK, *_ANSWER, *_RECORD, *_CONTINUE, *_SET_UP)
"""Every action that has a command, in the order of the help."""

BY_ID = {action.id: action for action in (*ACTIONS, *_ON_SCREEN)}
"""Every action, also those that are on screen only."""

OPEN = Action(
    "project.open", "", "open a project", "look", "opening",
    (
        _positional("path", "PATH", required=False, completes="folder"),
        _flag("all", "show the sessions of agents on the whole machine"),
        _flag("once", "with --all: end once you were brought to a session, as for a popup of tmux"),
        _flag("reset_alerts", "withdraw all acknowledgments first, then open"), *DISPLAY,
    ),
    writes=False, judges=True,
)  # fmt: skip
"""`cockpit [PATH]`."""

NOUNS = {
    "blocker": "Blockers of a track.",
    "decision": "Decisions of a track.",
    "todo": "Todos of a track; in Codewalkers its open questions.",
    "phase": "Phases of a track, in autodev its steps.",
    "session": "Sessions of a track.",
    "track": "Tracks of a project.",
}
"""The commands that list something where no verb follows."""

FORMER = {
    "why": "status METRIC",
    "snooze": "",
    "reset-alerts": "unack --all",
    "decide": "decision add TEXT",
    "block": "blocker add TEXT",
    "identify": "blocker confirm BLOCKER",
    "unblock": "blocker resolve BLOCKER",
    "bypass": "blocker bypass BLOCKER --note TEXT",
    "move": "set KEY=VALUE",
    "position": "set KEY=VALUE",
    "error": "phase error TEXT",
    "tokens": "session tokens INPUT OUTPUT",
    "files": "phase files --created FILE",
    "retry": "phase reset",
    "trigger": "session trigger NAME",
    "implemented": "session implemented TEXT",
    "question": "todo add TEXT",
    "verify": "phase verify pass|fail",
    "migrate": "track convert",
    "archive": "track archive",
    "ledger": "log",
    "kept": "log --conflicts",
    "purge": "config purge",
    "paths": "config",
    "themes": "--theme ?",
    "phase complete": "done phase",
    "phase done": "done phase",
    "todo undone": "todo reopen TODO",
}
"""Words of 0.1, and the command that does the same now; empty where it is only on screen."""


def after(word: str) -> tuple[Action, ...]:
    """The actions whose commands begin with a word."""
    return tuple(action for action in ACTIONS if action.words[0] == word)


def split_command(line: str) -> tuple[str, str]:
    """The words of the command that a line begins with, and the rest: `blocker add` and `TEXT`."""
    first, _, rest = line.partition(" ")
    second, _, more = rest.partition(" ")
    if any(action.words == (first, second) for action in after(first)):
        return f"{first} {second}", more
    return first, rest


def named(command: str) -> Action | None:
    """The action of a command, such as `blocker add`; None where there is none."""
    return next((action for action in ACTIONS if action.command == command), None)


def top_words() -> Iterator[str]:
    """The first words of all commands, each once."""
    return iter(dict.fromkeys(action.words[0] for action in ACTIONS))
