"""The settings a person writes, `<config>/cockpit/settings.toml`. Cockpit never changes that file."""

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import field, replace
from pathlib import Path, PurePath
from typing import Any, Literal

from cockpit.agents.environment import agent_of
from cockpit.model.errors import CommandError
from cockpit.model.reading_options import ReadingOptions
from cockpit.model.state import SILENT_AFTER, CommandLimits
from cockpit.storage.signatures import signature_of
from cockpit.storage.user_files import folder_names, places, toml_file
from cockpit.values import dataclass
from cockpit.wording.messages import Message, Words, clause

Notify = Literal["off", "title", "terminal", "desktop"]
"""How a person is told that a session begins to need them."""

OnError = Literal["block", "pass"]
"""Whether a tool is run where the hook of its agent cannot tell what holds."""

# What cockpit remembers for the person, `<config>/cockpit/preferences.toml`: the theme and the agent they chose


@dataclass(frozen=True, slots=True, kw_only=True)
class Preferences:
    """What is remembered: the theme, the command that starts an agent, and the projects opened last, the newest first.

    `problems` say what in the file could not be used.
    """

    theme: str | None = None
    agent: tuple[str, ...] = ()
    recent: tuple[str, ...] = ()
    problems: tuple[Words, ...] = ()


def load_preferences() -> Preferences:
    """What was remembered; nothing where there is no file or it cannot be read. Never raises."""
    path = places.preferences_file()
    try:
        remembered = toml_file.read(path)
    except toml_file.Unreadable as error:
        why = f"{path.name} cannot be read: {error}. Your next choice overwrites it."
        return Preferences(problems=(Message("project.preferences-unreadable", why),))
    problems: list[Words] = []
    theme, agent = remembered.get("theme"), _agent(remembered.get("agent"), problems)
    recent = remembered.get("recent")
    folders = tuple(each for each in recent if isinstance(each, str)) if isinstance(recent, list) else ()
    if theme is not None and not isinstance(theme, str):
        why = f"{path.name} sets theme to {theme!r}; it must be a name in quotes."
        problems.append(Message("project.theme-is-no-name", why))
        theme = None
    return Preferences(theme=theme, agent=agent, recent=folders[:MOST_RECENT], problems=tuple(problems))


def remember_theme(name: str) -> Words | None:
    """Remember the theme a person chose. Returns a message where that fails, else None."""
    try:
        _remember("theme", name)
    except CommandError as refusal:
        return Message("project.theme-not-remembered", f"{clause(refusal.whole)}; the theme is not saved.")
    return None


def remember_agent(command: str, *, dry_run: bool = False) -> tuple[str, ...]:
    """Remember the command that starts an agent, as `parsed_command` splits it. Raises CommandError."""
    words = parsed_command(command)
    if not dry_run:
        _remember("agent", command)
    return words


MOST_RECENT = 9
"""Projects that are remembered."""


def remember_project(root: Path) -> None:
    """Remember that a project was opened. Whoever cannot write finds it no more than before."""
    recent = load_preferences().recent
    folders = list(dict.fromkeys((str(root), *recent)))[:MOST_RECENT]
    if folders != [*recent]:
        with suppress(CommandError):
            _remember("recent", folders)


def _remember(name: str, value: str | list[str]) -> None:
    """Raises CommandError where the file cannot be written."""
    from cockpit.storage.refusals import disk_error

    path = places.preferences_file()
    try:
        known = toml_file.read(path)
    except toml_file.Unreadable:
        known = {}
    try:
        toml_file.write(path, {**known, name: value})
    except OSError as error:
        raise CommandError(disk_error(error, path.name)) from None


# The agent that a fresh session is begun with: the command of the person's settings, never one from a file

_RUNNERS = ("sh", "bash", "dash", "zsh", "fish", "env", "python", "python3", "node", "npx", "ruby", "perl", "uvx")
PROMPT, FILE = "{prompt}", "{file}"


def parsed_command(setting: object) -> tuple[str, ...]:
    """The words of a command, from a text as a shell splits it (without running one) or from a list.

    Raises CommandError where it is neither or names nothing.
    """
    try:
        words = shlex.split(setting) if isinstance(setting, str) else setting
    except ValueError:
        raise CommandError(
            "project.agent-quotation-open", f"settings.toml sets agent to {setting!r}; a quotation mark is not closed."
        ) from None
    if not isinstance(words, list) or not all(isinstance(word, str) and "\0" not in word for word in words):
        raise CommandError(
            "project.agent-is-no-command",
            f"settings.toml sets agent to {setting!r}; it must be a command in quotes, or a list of its words.",
        )
    if not words or not words[0].strip():
        raise CommandError("project.agent-is-empty", f"settings.toml sets agent to {setting!r}; it names no command.")
    return tuple(words)


def agent_command(settings: "Settings") -> tuple[str, ...]:
    """The command that starts an agent: the settings' one, else the one that was chosen in the program."""
    return settings.agent or load_preferences().agent


KNOWN_AGENTS: Mapping[str, str] = {
    "claude": "claude",
    "codex": "codex",
    "gemini": "gemini --prompt-interactive {prompt}",
    "opencode": "opencode --prompt {prompt}",
    "aider": "aider --message-file {file}",
    "amp": "amp --execute {prompt}",
    "goose": "goose run --interactive --text {prompt}",
    "cursor-agent": "cursor-agent",
}
"""By program the command that begins an agent with a prompt."""


def agents_found() -> tuple[str, ...]:
    """The known agents that are installed here."""
    from shutil import which  # who reads the settings seldom asks

    return tuple(program for program in KNOWN_AGENTS if which(program))


def agent_name(command: Sequence[str]) -> str:
    """What a person calls the agent of a command: the program, or the script that a shell or an interpreter runs."""
    names = [PurePath(word).name for word in command[:2]]
    runs = len(command) > 1 and names[0] in _RUNNERS and not command[1].startswith(("-", "{")) and "=" not in command[1]
    return names[1] if runs else names[0]


def filled_command(command: Sequence[str], prompt: str, file: Path) -> list[str]:
    """The command with the prompt in it: for `{prompt}` the text, for `{file}` a file that holds it; where neither
    stands, the text as the last word.
    """
    filled = [word.replace(FILE, str(file)).replace(PROMPT, prompt) for word in command]
    return filled if any(PROMPT in word or FILE in word for word in command) else [*filled, prompt]


def shown_command(command: Sequence[str]) -> str:
    """The command as a person would type it, with the placeholder for the prompt."""
    has_placeholder = any(PROMPT in word or FILE in word for word in command)
    shown = " ".join(word if word in (PROMPT, FILE) else shlex.quote(word) for word in command)
    return shown if has_placeholder else f"{shown} {PROMPT}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a person has chosen. `problems` say what in the file could not be used."""

    theme: str | None = None
    """The colours; `cockpit --theme ?` lists them."""
    read_only: bool = False
    """Every write is refused."""
    review: bool = False
    """The diff of every change is shown before it is written."""
    allow_agents: bool = False
    """Agents may use a person's commands. In a folder that `COCKPIT_CONFIG_DIR` names it does not count."""
    lapse_half_way: bool = False
    """An acknowledgment also lapses when the value passes half way from the acknowledged one to the next limit."""
    silent_after: int = SILENT_AFTER
    """Minutes without an update after which work in progress is a row in Needs you; 0: never."""
    agent: tuple[str, ...] = ()
    """The command that begins a fresh agent: a string split as a shell does, without one, or a list of words."""
    agents: tuple[str, ...] | None = None
    """The agents whose own records are looked at, such as `["claude", "codex"]`; `false`: none are."""
    ask_agents: bool = False
    """Agents that list their running sessions are asked for that: `claude agents --json` is run every 10 seconds."""
    database: str | None = None
    """The database that keeps the state, in each project that has one there: a path from its folder."""
    ascii: bool = False
    """Only ASCII signs are drawn."""
    bell: bool = False
    """The terminal's bell rings once when an alert or stop begins to fire."""
    notify: Notify = "off"
    """A session that begins to need you is told in the terminal's `"title"`, by the `"terminal"` or `"desktop"`."""
    show_requests: bool = True
    """What an agent wants to run, what it asks and said last is shown; `false`: only that it waits."""
    hook_on_error: OnError = "block"
    """Of state that cannot be read, `check --hook` lets no tool run but those that read; `"pass"`: all of them."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Other keys for an action, several set apart by commas; [Keys](keys.md) lists the actions."""
    problems: tuple[Words, ...] = ()

    def reading(self, limits: CommandLimits | None = None) -> ReadingOptions:
        """How a project is read by them, and by the limits of the command line."""
        return ReadingOptions(limits=limits or {}, lapse_half_way=self.lapse_half_way, silent_after=self.silent_after,
                              agents=self.agents, ask_agents=self.ask_agents,
                              show_requests=self.show_requests)  # fmt: skip


USUAL = Settings()
"""The settings of a person who wrote none."""


def load_settings(path: Path | None = None) -> Settings:
    """The settings in a file, by default the person's; the built-in ones where there is none. Never raises."""
    if path is None and os.environ.get("COCKPIT_CONFIG_DIR") and agent_of(os.environ) is not None:
        usual = Settings()  # an agent that names another folder is permitted no more by that
        with suppress(CommandError):
            usual = load_settings(Path(folder_names.folder("config", usual=True), "settings.toml"))
        return replace(load_settings(places.settings_file()), allow_agents=usual.allow_agents)
    path = path or places.settings_file()
    try:
        table = toml_file.read(path)
    except toml_file.Unreadable as error:
        why = f"{path.name} cannot be read: {error}. The built-in settings apply."
        return Settings(problems=(Message("project.settings-unreadable", why),))
    problems = _wrong(table) if table else []
    agent, agents = _agent(table.pop("agent", None), problems), table.pop("agents", None)
    agents = None if agents is None else tuple(agents or ())
    return Settings(**table, agent=agent, agents=agents, problems=tuple(problems))


def _wrong(table: dict[str, Any]) -> list[Words]:
    """What is said of the settings that cannot be used; they are taken out of the table.

    The table that was found right last is kept in the cache, so that only another one waits for pydantic.
    """
    right = f"{signature_of(str(Path(__file__).with_name('settings_model.py')))}\n{table}".encode()
    with suppress(OSError, CommandError):
        if (places.cache_dir() / "settings").read_bytes() == right:
            return []
    from cockpit.project.settings_model import take_out_wrong
    from cockpit.storage.user_files import private

    problems = take_out_wrong(table)
    if not problems:
        with suppress(OSError, CommandError):
            private.write(places.cache_dir() / "settings", right)
    return problems


def _agent(setting: object, problems: list[Words]) -> tuple[str, ...]:
    try:
        return parsed_command(setting) if setting is not None else ()
    except CommandError as refusal:
        problems.append(refusal.whole)
        return ()


# Where the database lies that may keep the state: as the command line says, the environment, or the settings


@contextmanager
def database_at(stated: str | None, folder: str | None = None) -> Iterator[None]:
    """Set the path of the database for this process and its children. `stated` is relative to `folder`, or to the
    current folder.

    Raises CommandError for a path outside the project.
    """
    from cockpit.systems.interface import DATABASE  # the program's start needs the settings and no system

    path = _database_inside(folder, stated) if stated else None if DATABASE in os.environ else load_settings().database
    before = os.environ.get(DATABASE)
    if path is None:
        yield
        return
    os.environ[DATABASE] = path
    try:
        yield
    finally:
        os.environ.pop(DATABASE)
        if before is not None:
            os.environ[DATABASE] = before


def _database_inside(folder: str | None, stated: str) -> str:
    from cockpit.project.load import project_root

    path = Path(folder or "", stated).resolve()
    root = project_root(Path(folder or "."))
    if not path.is_relative_to(root.resolve()):
        raise CommandError(
            "project.database-outside",
            f"The database {stated} is outside the project {root}. Name a file inside the project.",
        )
    return str(path)


# Where settings, state and cache lie: what `cockpit config` prints


@dataclass(frozen=True, slots=True)
class KeptPath:
    """A file or folder of cockpit's, whether it exists yet (None: nobody may look), and what it is for."""

    name: str
    path: Path
    exists: bool | None
    meaning: str


def paths(root: Path) -> tuple[KeptPath, ...]:
    """All places, those of the project in `root` last."""
    state, own = places.project_state_dir(root), root / ".cockpit"
    known = (
        ("settings", places.settings_file(), "Your settings; cockpit never changes them."),
        ("preferences", places.preferences_file(), "What cockpit remembers: your choice of theme."),
        ("themes", places.themes_dir(), "Your own colour themes."),
        ("state", places.state_dir(), "Journals, logs and drafts of all projects."),
        ("cache", places.cache_dir(), "May be deleted at any time."),
        ("project", root, "The folder of the project."),
        ("project state", state, "This project's journal, log and drafts."),
        ("project limits", own / "limits.toml", "Limits stored with the project."),
        ("project files", own, "What cockpit stores in the repository, on request."),
    )
    return tuple(KeptPath(name, path, _exists(path), meaning) for name, path, meaning in known)


def _exists(path: Path) -> bool | None:
    kind = signature_of(str(path)).kind
    return None if kind in ("denied", "loop", "unreadable") else kind not in ("absent", "dangling")


def themes_folder() -> Path:
    """Where a person's own themes lie."""
    return places.themes_dir()


def settings_file() -> Path:
    """The file a person writes their settings into."""
    return places.settings_file()


def check_places() -> None:
    """Raise CommandError where the environment names a folder that cannot be."""
    for folder in (places.config_dir, places.state_dir, places.cache_dir):
        folder()
