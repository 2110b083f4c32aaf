"""How each agent that cockpit can hold runs a hook before a tool: where it is installed, its shape, what it lets pass,
and what the hook is told of tools.

As observed on Claude Code 2.1.332 and 2.1.214, Codex 0.171 and Gemini CLI 0.61, with the names that their own sources
and pages give for tools which were not seen.
"""

import json
from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import Any, Literal

from cockpit.agents.status_line import PROCESS
from cockpit.values import dataclass
from cockpit.wording.messages import Message

Scope = Literal["user", "project", "local"]
"""Whose settings: the person's for all projects, those of the repository, the person's own in this repository."""

SECONDS = 600
"""After so long the agent ends the hook, and lets the tool run."""
WAIT_SECONDS = SECONDS - 60
"""For so long the hook waits for a person at most: it must end by itself, or it holds nobody."""
REFRESH_SECONDS = 5
"""How often Claude Code runs the status line where nothing happens, as while a hook waits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentHooks:
    """The hooks of one agent. `id` is that of `cockpit.agents.registry`, and its command.

    `files` are those of its settings: of the user below the agent's own folder, the others below the project; `usual`
    is meant where nothing else is said. Each entry of `event` has a `matcher`, where the agent knows one, and the
    `handler` beside type and command. `switch` are the keys of a setting, in the file of `switch_files` where that is
    another one, that runs no hook at all where it is `off`.
    """

    id: str
    name: str
    files: Mapping[Scope, str]
    usual: Scope
    event: str = "PreToolUse"
    matcher: str | None = "*"
    handler: Mapping[str, Any]
    switch: tuple[str, ...]
    off: bool
    switch_files: Mapping[Scope, str] = field(default_factory=dict)
    trust_files: tuple[str, ...] = ()
    """In the folder of its settings, the files in which it keeps whom a person trusts."""
    reads_bom: bool = False
    """Whether it reads settings that begin with a byte order mark."""
    has_status_line: bool = False
    """Whether it runs a command that is told what a session costs."""
    closed_from: tuple[int, ...] = ()
    """The first version in which `onFailure` keeps a tool from running where the hook fails; empty where none does."""
    reviewed_as: str = ""
    """The event's name where it keeps, in config.toml, whom a person trusts; empty where it asks for no trust."""
    fails: Message = Message("agents.hook-fails", "a hook that is missing, fails or takes too long lets the tool run")
    to_do: Message
    """What a person still has to do."""
    running: Message = Message("agents.hook-restart", "Restart sessions that run: they keep the hooks they began with.")
    ways_around: tuple[Message, ...]
    read: frozenset[str]
    """The tools that change nothing: they read on this machine, ask the person, or keep the agent's own list. None asks
    the web or starts another agent, which costs. A tool that is named nowhere counts as one that changes something."""
    shell_tool: str = "Bash"
    """The tool that runs what its input calls `command`."""
    write: Mapping[str, str] = field(default_factory=dict)
    """By tool what its input calls the path of the file that it writes."""
    patch: str = ""
    """The tool that takes a patch as its `command`; its shell has it as a command, too."""
    folder: str = ""
    """The variable of the environment with the folder that the session began in."""
    process: str = ""
    """That with the agent's process, where it runs hooks through a shell, so that it is not their parent."""

    @property
    def protected(self) -> frozenset[str]:
        """The names, in small letters, of the files in the folder of its settings that say which hooks run."""
        files = (*self.files.values(), *self.switch_files.values(), *self.trust_files)
        return frozenset(Path(path).name.casefold() for path in files)

    @property
    def arguments(self) -> tuple[str, ...]:
        """The words of cockpit's command that the hook runs."""
        return ("check", "--hook", self.id, "--wait", str(WAIT_SECONDS))

    def entry(self, command: str, *, closed: bool) -> dict[str, Any]:
        """The entry of a command; `closed` keeps the tool from running where that fails."""
        handler = {"type": "command", "command": command, **self.handler, **({"onFailure": "block"} if closed else {})}
        return {**({"matcher": self.matcher} if self.matcher is not None else {}), "hooks": [handler]}

    def trusted_hash(self, group: Mapping[str, Any], handler: Mapping[str, Any]) -> str:
        """By what it knows that a person trusted this handler of a group, and nothing of it changed since."""
        import hashlib  # only where a hook is looked at

        matcher = {"matcher": group["matcher"]} if "matcher" in group else {}
        identity = {"event_name": self.reviewed_as, **matcher, "hooks": [{"async": False, **handler}]}
        text = json.dumps(identity, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return f"sha256:{hashlib.sha256(text.encode('utf-8', 'surrogatepass')).hexdigest()}"


_SAYS = "Cockpit: checking your limits"
_EDITED = Message(
    "agents.hook-edited", "An agent that may write its settings, or run what does, can take the hook out."
)

CLAUDE = AgentHooks(
    id="claude",
    name="Claude Code",
    files={"user": "settings.json", "project": ".claude/settings.json", "local": ".claude/settings.local.json"},
    usual="local",
    handler={"timeout": SECONDS, "statusMessage": _SAYS},
    switch=("disableAllHooks",),
    off=True,
    reads_bom=True,
    has_status_line=True,
    closed_from=(2, 1, 295),
    to_do=Message(
        "agents.claude-trust", "Trust the folder once, when Claude Code asks: before that no hook runs there."
    ),
    running=Message("agents.claude-running", "Sessions that run ask from their next tool on."),
    ways_around=(
        Message(
            "agents.claude-print", "`claude -p` runs no status line: it reports no cost, so no limit on cost holds it."
        ),
        Message("agents.claude-off", '"disableAllHooks": true in any of its settings switches the hook off.'),
        _EDITED,
    ),
    read=frozenset((
        "Read", "Grep", "Glob", "LS", "NotebookRead", "BashOutput", "TaskOutput", "ToolSearch", "TodoWrite",
        "TaskCreate", "TaskGet", "TaskList", "TaskUpdate", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode",
    )),
    write={"Write": "file_path", "Edit": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path"},
    folder="CLAUDE_PROJECT_DIR",
    process=PROCESS,
)  # fmt: skip

CODEX = AgentHooks(
    id="codex",
    name="Codex",
    files={"user": "hooks.json", "project": ".codex/hooks.json"},
    usual="user",
    matcher=None,
    handler={"timeout": SECONDS, "statusMessage": _SAYS},
    switch=("features", "hooks"),
    off=False,
    switch_files={"user": "config.toml", "project": ".codex/config.toml"},
    reviewed_as="pre_tool_use",
    to_do=Message("agents.codex-trust", "Type /hooks in Codex and trust it: until then all tools run, without a word."),
    ways_around=(
        Message("agents.codex-code", "In code mode the tools that a script calls are asked about, the script is not."),
        _EDITED,
    ),
    read=frozenset(("view_image", "get_goal", "update_plan", "request_user_input")),
    patch="apply_patch",
)

GEMINI = AgentHooks(
    id="gemini",
    name="Gemini CLI",
    files={"user": "settings.json", "project": ".gemini/settings.json"},
    usual="user",
    event="BeforeTool",
    handler={"name": "cockpit", "timeout": 1000 * SECONDS},
    switch=("hooksConfig", "enabled"),
    off=False,
    trust_files=("trusted_hooks.json", "trustedFolders.json"),
    fails=Message("agents.gemini-fails", "a hook that is killed or takes too long lets the tool run"),
    to_do=Message("agents.gemini-trust", "Where folder trust is on, trust the folder: before that no hook runs there."),
    ways_around=(
        Message("agents.gemini-below", "Started in a folder below, it does not read the settings of the project."),
        Message("agents.gemini-off", "`/hooks disable`, and hooksConfig in its settings, switch the hook off."),
        _EDITED,
    ),
    read=frozenset((
        "read_file", "read_many_files", "list_directory", "glob", "grep_search", "search_file_content",
        "get_internal_docs", "write_todos", "ask_user", "enter_plan_mode", "exit_plan_mode",
    )),
    shell_tool="run_shell_command",
    write={"write_file": "file_path", "replace": "file_path"},
    folder="GEMINI_PROJECT_DIR",
)  # fmt: skip

HOOKS = {each.id: each for each in (CLAUDE, CODEX, GEMINI)}
"""By the ids of the agents."""
