"""What agents call their tools, as their hooks are told: which only read, run a command, or write a file; and which
files say what hooks run.

As observed on Claude Code 2.1.332, Codex 0.171 and Gemini CLI 0.61, with the names that their own sources and pages
give for tools which were not seen. A tool that is named nowhere counts as one that changes something.
"""

from collections.abc import Mapping
from typing import NamedTuple


class AgentTools(NamedTuple):
    """The tools of an agent.

    `read` names those that change nothing: they read on this machine, ask the person, or keep the agent's own list.
    None asks the web or starts another agent, which costs. `command` runs what its input calls so. `write` names
    by tool what its input calls the path of the file, `patch` one that takes a patch in its place. `folder` is
    the variable of the environment with the folder that the session began in.
    """

    read: frozenset[str]
    command: str
    write: Mapping[str, str]
    patch: str = ""
    folder: str = ""


TOOLS: Mapping[str, AgentTools] = {
    "claude": AgentTools(
        read=frozenset((
            "Read", "Grep", "Glob", "LS", "NotebookRead", "BashOutput", "TaskOutput", "ToolSearch", "TodoWrite",
            "TaskCreate", "TaskGet", "TaskList", "TaskUpdate", "AskUserQuestion", "EnterPlanMode", "ExitPlanMode",
        )),
        command="Bash",
        write={"Write": "file_path", "Edit": "file_path", "MultiEdit": "file_path", "NotebookEdit": "notebook_path"},
        folder="CLAUDE_PROJECT_DIR",
    ),
    "codex": AgentTools(
        read=frozenset(("view_image", "get_goal", "update_plan", "request_user_input")),
        command="Bash",
        write={},
        patch="apply_patch",
    ),
    "gemini": AgentTools(
        read=frozenset((
            "read_file", "read_many_files", "list_directory", "glob", "grep_search", "search_file_content",
            "get_internal_docs", "write_todos", "ask_user", "enter_plan_mode", "exit_plan_mode",
        )),
        command="run_shell_command",
        write={"write_file": "file_path", "replace": "file_path"},
        folder="GEMINI_PROJECT_DIR",
    ),
}  # fmt: skip
"""By the ids of the agents."""

SETTINGS: Mapping[str, tuple[str, ...]] = {
    ".claude": ("settings*.json",),
    ".codex": ("config.toml", "hooks.json"),
    ".gemini": ("settings.json", "trusted*.json"),
}
"""By the agents' folders, in a project or in the person's home, their files that say which hooks run."""
MOVED = {"CLAUDE_CONFIG_DIR": ".claude", "CODEX_HOME": ".codex"}
"""Variables that name another folder in the place of one of these."""
PATCHED = ("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: ")
"""What stands before the name of a file in a patch."""
