"""The hooks by which agents ask cockpit before each tool: installed in the agents' own settings, looked at, removed.

What is written below a project is in its journal, and undone like any change; an agent's own folder has a journal too,
from which `remove` takes the bytes as they were.
"""

import os
import shlex
import sys
import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from shutil import which
from typing import Any, Literal, get_args

from cockpit.agents.hooks import HOOKS, REFRESH_SECONDS, AgentHooks, Scope
from cockpit.agents.registry import AGENTS
from cockpit.model.errors import CommandError
from cockpit.project.edit_diff import edit_diff
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.workspace import Workspace, refuse_agents
from cockpit.regex import regex
from cockpit.storage import disk
from cockpit.storage.agents.asking import AskedCommand
from cockpit.storage.reading.disk_files import DiskFiles
from cockpit.storage.refusals import reading
from cockpit.storage.signatures import Signature, signature_of
from cockpit.storage.transactions import journal
from cockpit.storage.transactions.commit import commit
from cockpit.storage.transactions.undo import History
from cockpit.storage.user_files import toml_file
from cockpit.storage.user_files.ledger import Subject
from cockpit.storage.user_files.places import home_dir, state_dir
from cockpit.storage.user_files.store import ProjectStore
from cockpit.systems.interface import Change, Edit
from cockpit.systems.shared.working_copy import Draft
from cockpit.text.decoding import decode
from cockpit.text.edits import Add, Remove, Set
from cockpit.text.edits import Edit as TextEdit
from cockpit.text.keyed import json_problems, read_keyed
from cockpit.values import dataclass
from cockpit.wording.messages import Message, command_line, plain
from cockpit.wording.phrases import listed

__all__ = ["HOOKS", "EnforcementWatch", "enforcement", "hook_status", "install", "remove"]

Enforcement = Literal["enforced", "in part", "advisory"]
ENFORCEMENTS = get_args(Enforcement)
Agree = Callable[[Sequence[str]], bool]
"""Shows a person the lines of a diff; whether they want it written."""

_VERB = "hooks"
_VERSION = regex(r"(\d{1,9})\.(\d{1,9})\.(\d{1,9})")


# The files of an agent's settings


@dataclass(frozen=True, slots=True, kw_only=True)
class SettingsFile:
    """A file of an agent's settings: `path` is below `root`, which is the project, or the agent's own folder."""

    agent: AgentHooks
    scope: Scope
    root: Path
    path: str

    @property
    def file(self) -> Path:
        """Where it lies."""
        return self.root / self.path

    @property
    def shown(self) -> str:
        """What it is called in a sentence: of a project from there, of a person with `~`."""
        return _with_tilde(self.file) if self.scope == "user" else self.path

    def data(self) -> bytes | None:
        """Its bytes, wherever links lead; None where there is none. Raises CommandError."""
        with reading(plain(self.shown)):
            return disk.read(os.path.realpath(self.file))

    def settings(self) -> dict[str, Any]:
        """What it sets. Raises CommandError for what is no plain JSON, or of another shape."""
        data = self.data()
        if data is None:
            return {}
        decoded = decode(data)
        document = read_keyed(decoded.text, may_be_bare=True)
        wrong = [(each.line, f"{each.message}.") for each in decoded.problems if each.code != "mojibake"]
        if decoded.bom and not self.agent.reads_bom:
            wrong.append((1, "It begins with a byte order mark."))
        wrong += [(each.line, each.sentence) for each in json_problems(document)]
        value: Any = document.root.typed()
        hooks = value.get("hooks", {}) if isinstance(value, dict) else None
        if not isinstance(hooks, dict) or not isinstance(hooks.get(self.agent.event, []), list):
            wrong.append((None, "`hooks` is not an object of lists."))
        for line, sentence in wrong[:1]:
            where = self.shown if line is None else f"{self.shown}:{line}"
            text = f"{where} cannot be read: {sentence[:1].lower()}{sentence[1:]} Fix the file first."
            raise CommandError("project.settings-damaged", text)
        found: dict[str, Any] = value
        return found

    def readable_settings(self) -> dict[str, Any]:
        """What it sets; nothing where the agent cannot read it."""
        try:
            return self.settings()
        except CommandError:
            return {}

    def editor(self) -> "SettingsEditor":
        """What changes it. Raises CommandError where it is damaged, is somebody else's, or links lead to it."""
        real, said = Path(os.path.realpath(self.file)), None
        with reading(plain(self.shown)):
            found = disk.status(self.file)
        if real != Path(os.path.realpath(self.root), self.path):
            said = f"A symbolic link leads from {self.shown} to {real}, and cockpit writes through none"
        elif found is not None and found.st_uid != os.geteuid():
            said = f"{self.shown} belongs to another user of this machine"
        if said is not None:
            raise CommandError("project.settings-elsewhere", said, unchanged=True)
        self.settings()
        draft = Draft(DiskFiles(self.root, home_dir()))
        if not found:
            draft.create(self.path, "{}\n")
        return SettingsEditor(self, draft)


class SettingsEditor:
    """A file of settings in a draft."""

    def __init__(self, file: SettingsFile, draft: Draft) -> None:
        self.file, self.draft = file, draft

    @property
    def content(self) -> dict[str, Any]:
        """What the file sets now."""
        value: dict[str, Any] = self.draft.json(self.file.path).root.typed()
        return value

    def edit(self, edit: TextEdit) -> None:
        """Change one thing. Raises CommandError."""
        path = self.file.path
        self.draft.edit_keys(path, self.draft.json(path), [edit], self.file.agent.name)


def _with_tilde(path: Path) -> str:
    home = home_dir()
    return f"~/{path.relative_to(home)}" if home is not None and path.is_relative_to(home) else str(path)


def settings_files(agent: AgentHooks, root: Path) -> tuple[SettingsFile, ...]:
    """All there may be for a project; of a setting that stands in several, the last one counts."""
    home = next(each for each in AGENTS if each.id == agent.id).homes(os.environ, str(home_dir() or "/"))[0]
    roots = {"user": Path(os.path.realpath(home))}
    found = [SettingsFile(agent=agent, scope=s, root=roots.get(s, root), path=path) for s, path in agent.files.items()]
    return tuple({each.file: each for each in reversed(found)}.values())[::-1]  # a home may be the project


# Cockpit's own entries among others


def _groups(file: SettingsFile, settings: dict[str, Any]) -> list[Any]:
    groups: list[Any] = settings.get("hooks", {}).get(file.agent.event, [])
    return groups


def _ours(file: SettingsFile, settings: dict[str, Any]) -> list[tuple[int, int]]:
    """Where cockpit's entries are: which group of the event, which handler in it."""
    return [
        (place, number)
        for place, group in enumerate(_groups(file, settings))
        if isinstance(group, dict) and isinstance(group.get("hooks"), list)
        for number, handler in enumerate(group["hooks"])
        if _words(handler)[1:4] == [*file.agent.arguments[:3]]
    ]


def _words(value: object) -> list[str]:
    """The words of the command in a handler or status line, if it is one of cockpit's."""
    text = value.get("command") if isinstance(value, dict) else None
    try:
        words = shlex.split(text) if isinstance(text, str) else []
    except ValueError:
        return []
    return words if words and Path(words[0]).name == "cockpit" else []


def _take_entries_out(file: SettingsFile, editor: SettingsEditor) -> None:
    """Remove them, each with what holds nothing else."""
    while found := _ours(file, editor.content):
        (group, handler), groups = found[-1], _groups(file, editor.content)
        path: tuple[str | int, ...] = ("hooks", file.agent.event, group, "hooks", handler)
        depth = 3 if len(groups) > 1 else 2 if len(editor.content["hooks"]) > 1 else 1
        editor.edit(Remove(path if len(groups[group]["hooks"]) > 1 else path[:depth]))


def _is_our_line(line: object) -> bool:
    return _words(line)[1:2] == ["statusline"]


def _command_in(line: object) -> object:
    """The command of a person's status line, also of one that ours runs; None where there is none."""
    if _is_our_line(line):
        words = _words(line)
        return words[3] if words[2:3] == ["--wrap"] and len(words) == 4 else None
    return line.get("command") if isinstance(line, dict) else None


def _line_below(file: SettingsFile, root: Path) -> Any:  # noqa: ANN401 -- what JSON holds
    """The status line that counts where this file sets none."""
    files = settings_files(file.agent, root)
    lines = [each.readable_settings().get("statusLine") for each in files[: files.index(file)]]
    return next((line for line in reversed(lines) if line is not None), None)


def _put_status_line(file: SettingsFile, editor: SettingsEditor, root: Path, cockpit: str) -> None:
    """Have cockpit told what a session costs; a command that is there is run by it. Raises CommandError."""
    own, below = editor.content.get("statusLine"), _line_below(file, root)
    line = below if own is None else own
    inner = _command_in(line)
    if own is None and _is_our_line(below):
        return
    if line is not None and not _is_our_line(line) and not (isinstance(inner, str) and line.get("type") == "command"):
        said = f"The status line that {file.shown} has, or would hide, is no command: cockpit cannot keep it"
        raise CommandError("project.status-line-unlike", said, unchanged=True)
    text = f"{cockpit} statusline" + (f" --wrap {shlex.quote(str(inner))}" if inner is not None else "")
    if own is not None:
        editor.edit(Set(("statusLine", "command"), text))
    else:
        usual = {"type": "command", "command": text, "refreshInterval": REFRESH_SECONDS}
        editor.edit(Set(("statusLine",), {**below, "command": text} if below is not None else usual))


def _give_status_line_back(file: SettingsFile, editor: SettingsEditor, root: Path) -> None:
    own = editor.content.get("statusLine")
    inner = _command_in(own)
    if _is_our_line(own) and inner in (None, _command_in(_line_below(file, root))):
        editor.edit(Remove(("statusLine",)))
    elif _is_our_line(own):
        editor.edit(Set(("statusLine", "command"), inner))


# Installing and removing


def cockpit_command() -> str:
    """What runs cockpit from anywhere, for a shell. Raises CommandError where nothing does.

    One in a virtual environment that is active here is named whole: the agent may be started where it is not.
    """
    found, active = which("cockpit"), os.environ.get("VIRTUAL_ENV")
    if found is not None and not (active and Path(found).is_relative_to(active)):
        return "cockpit"
    for path in (found, sys.argv[0], Path(sys.executable).with_name("cockpit")):
        if path and Path(path).name == "cockpit" and os.access(path, os.X_OK):
            return shlex.quote(str(Path(path).absolute()))
    raise CommandError("project.no-cockpit-command", "No command `cockpit` was found, which a hook could run")


def _version(agent: AgentHooks) -> tuple[int, ...] | None:
    """The version that the agent's command tells within ten seconds; None where it tells none, or that is of no use."""
    if not agent.closed_from:
        return None
    asked = AskedCommand((agent.id, "--version"), Path("/"))
    asked.wait()
    found = _VERSION.search((asked.answer or b"").decode("utf-8", "replace"))
    return tuple(map(int, found.groups())) if found else None


def _failing(agent: AgentHooks, version: tuple[int, ...] | None, *, closed: bool) -> Message:
    """What happens where the hook fails, and why."""
    if closed:
        return Message(
            "project.fails-closed", "Fails closed: no tool runs where the hook is missing, fails or is slow."
        )
    why = f" onFailure, which {agent.name} obeys from {_dotted(agent.closed_from)} on, is " if agent.closed_from else ""
    if why:
        why += f"of no use to {_dotted(version)}." if version else f"left out: `{agent.id} --version` told nothing."
    return Message("project.fails-open", f"Fails open: {agent.fails}.{why}")


def _dotted(version: tuple[int, ...]) -> str:
    return ".".join(map(str, version))


def install(workspace: Workspace, agent: AgentHooks, scope: Scope | None, agree: Agree) -> ChangeOutcome:
    """Install an agent's hook, and the status line where it has one, once the person agrees to the diff.

    Raises CommandError, also where cockpit runs in an agent.
    """
    refuse_agents(workspace)
    file = _file(agent, scope or agent.usual, workspace.root)
    cockpit, version = cockpit_command(), _version(agent)
    closed = version is not None and version >= agent.closed_from
    entry = agent.entry(f"{cockpit} {shlex.join(agent.arguments)}", closed=closed)
    done = Message("project.hook-installed", f"Installed the hook of {agent.name} in {file.shown}.")

    def make() -> Edit:
        editor = file.editor()
        if [_groups(file, editor.content)[group] for group, _ in _ours(file, editor.content)] != [entry]:
            _take_entries_out(file, editor)
            editor.edit(Add(("hooks", agent.event), entry))
        if agent.has_status_line:
            _put_status_line(file, editor, workspace.root, cockpit)
        return Edit(changes=editor.draft.changes(), done=done)

    outcome = _written(workspace, {file.root: make}, agree, done)
    remarks = [_failing(agent, version, closed=closed), agent.to_do, agent.running]
    if file.scope == "project":
        shared = f"Once {file.path} is committed, everybody who works here needs cockpit for it."
        remarks.append(Message("project.hook-is-shared", shared))
    return replace(outcome, remarks=tuple(remarks)) if outcome.changed else outcome


def _file(agent: AgentHooks, scope: Scope, root: Path) -> SettingsFile:
    """The file of a scope. Raises CommandError where there can be none."""
    if scope not in agent.files:
        said = f"{agent.name} has no such settings. Use --scope {' or '.join(agent.files)}."
        raise CommandError("project.no-such-scope", said)
    files = settings_files(agent, root)
    file = next((each for each in files if each.scope == scope), files[0])
    if not file.root.is_dir():
        said = f"{agent.name} has no folder {file.root} yet. Start it once first."
        raise CommandError("project.agent-never-ran", said)
    return file


def remove(workspace: Workspace, agents: Sequence[AgentHooks], scope: Scope | None, agree: Agree) -> ChangeOutcome:
    """Remove the hooks and status lines of agents, wherever they are installed for this project: a file becomes what it
    was, where nobody changed it since; else only what cockpit added goes. Raises CommandError."""
    refuse_agents(workspace)
    files = [each for agent in agents for each in settings_files(agent, workspace.root) if scope in (None, each.scope)]
    files = [each for each in files if b"cockpit" in (each.data() or b"") and _holds_ours(each, each.settings())]
    names = listed(each.shown for each in files)
    done = Message("project.hooks-removed", f"Removed what cockpit had added to {names}.")
    if not files:
        done = Message("project.no-hooks", "No hook of cockpit is installed here.")

    def make(root: Path) -> Edit:
        changes = [each for file in files if file.root == root for each in _removal(file, workspace.root)]
        return Edit(changes=tuple(changes), done=done)

    return _written(workspace, {file.root: partial(make, file.root) for file in files}, agree, done)


def _holds_ours(file: SettingsFile, settings: dict[str, Any]) -> bool:
    return bool(_ours(file, settings)) or (file.agent.has_status_line and _is_our_line(settings.get("statusLine")))


def _removal(file: SettingsFile, root: Path) -> tuple[Change, ...]:
    editor, present = file.editor(), file.data()
    before = _before(file, present)
    if before != present:
        return (Change(path=file.path, before=present, after=before),)
    _take_entries_out(file, editor)
    if file.agent.has_status_line:
        _give_status_line_back(file, editor, root)
    return editor.draft.changes()


def _before(file: SettingsFile, data: bytes | None) -> bytes | None:
    """What a file held before cockpit made these bytes of it; they themselves where the journal does not tell."""
    store = ProjectStore.of(file.root)
    for entry in reversed(History.read(store).entries):
        with suppress(CommandError):
            for change in journal.changes(store, entry) if entry.verb == _VERB else ():
                data = change.before if (change.path, change.after) == (file.path, data) else data
    return data


def _written(workspace: Workspace, edits: dict[Path, Callable[[], Edit]], agree: Agree, done: Message) -> ChangeOutcome:
    """Make the edits of several folders, once the person agrees to all of them. Raises CommandError."""
    changes: list[Change] = []
    for root, make in edits.items():
        made = make().changes
        changes += made if root == workspace.root else [replace(c, path=_with_tilde(root / c.path)) for c in made]
    paths = tuple(each.path for each in changes)
    outcome = ChangeOutcome(done=done, diff=edit_diff(changes), changed=bool(changes), paths=paths)
    if not changes or workspace.dry_run:
        return outcome
    if not agree(outcome.diff):
        raise CommandError("project.hooks-not-agreed", "Nothing was written. With --yes it is, without asking.")
    for root, make in edits.items():
        store, entry = ProjectStore.of(root, read_only=workspace.read_only), workspace.entry(_VERB, Subject())
        ours = (each for each in History.read(store).entries if each.verb == _VERB)
        entry = replace(entry, empties=tuple(dict.fromkeys(folder for each in ours for folder in each.folders)))
        committed = commit(root, make, store=store, entry=entry, now=workspace.now, confirms=workspace.confirms)
        if root == workspace.root:
            outcome = replace(outcome, entry=committed.entry_id)
    return outcome


# What is installed, and whether it holds


@dataclass(frozen=True, slots=True, kw_only=True)
class Installed:
    """An entry in an agent's settings. `exists`: its command can be run. `closed`: it asks that no tool runs where it
    fails. `trusted`: a person trusted it in the agent; None where that is not kept. `altered`: it is not as cockpit
    writes it."""

    scope: Scope
    file: str
    command: str
    exists: bool
    closed: bool
    trusted: bool | None
    altered: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class HookStatus:
    """What is known of an agent's hook in a project. `program` is the path of the agent's command, `status_line` the
    file of the status line that counts, where it is ours, `off_in` one that switches all hooks off. `closed`: no tool
    runs where the hook fails. `last_ran` is ISO 8601 in UTC. `problems` is what is wrong, `to_do` what a person has to
    do besides."""

    agent: str
    name: str
    program: str | None
    version: str | None
    installed: tuple[Installed, ...]
    status_line: str | None
    off_in: str | None
    closed: bool
    failing: Message | None
    last_ran: str | None
    problems: tuple[Message, ...]
    to_do: tuple[Message, ...]
    ways_around: tuple[Message, ...]


def enforcement(status: HookStatus) -> Enforcement:
    """Whether a limit holds the agent: where its hook fails too, where it works, or only as far as the agent obeys."""
    working = [each for each in status.installed if (each.exists or status.closed) and each.trusted is not False]
    if not working or status.off_in is not None:
        return "advisory"
    return "enforced" if status.closed and not all(each.altered for each in working) else "in part"


class EnforcementWatch:
    """Whether the hooks of agents hold them in a project: found out in a thread, since an agent may be asked for its
    version, and again where settings changed; `on_found` is called then. `chosen` are the ids of the agents that are
    looked at, None are all."""

    def __init__(self, root: Path, chosen: Collection[str] | None, on_found: Callable[[], None]) -> None:
        self._root, self._on_found = root, on_found
        self._agents = [each for each in HOOKS.values() if chosen is None or each.id in chosen]
        self._read_at: list[Signature] | None = None
        self._found: dict[str, HookStatus] = {}

    def unhooked(self, at_work: Collection[str]) -> tuple[str, ...]:
        """The agents `at_work` for which a hook could be installed, as it was last found, and none is; while none is
        at work and no hook is there, all whose settings have a folder."""
        found = [each.agent for each in self._found.values() if not any(entry.exists for entry in each.installed)]
        if at_work or len(found) < len(self._found):
            return tuple(each for each in found if each in at_work)
        usual = (
            each for agent in self._agents for each in settings_files(agent, self._root) if each.scope == agent.usual
        )
        return tuple(each.agent.id for each in usual if each.agent.id in found and each.root.is_dir())

    def weakest(self, at_work: Collection[str]) -> Enforcement | None:
        """That of the agents `at_work`, or else of those with a hook; None as long as it is not known."""
        files = [file for agent in self._agents for file in settings_files(agent, self._root)]
        switches = [replace(each, path=each.agent.switch_files.get(each.scope, each.path)) for each in files]
        read_at = [signature_of(str(each.file)) for each in (*files, *switches)]
        if read_at != self._read_at:
            self._read_at = read_at
            threading.Thread(target=self._look, args=(read_at,), daemon=True).start()
        if not self._found:
            return None
        found = {name: enforcement(each) for name, each in self._found.items()}
        of = [found.get(each, "advisory") for each in at_work]
        of = of or [each for each in found.values() if each != "advisory"]
        return max(of, key=ENFORCEMENTS.index, default="advisory")

    def _look(self, read_at: list[Signature]) -> None:
        found = {each.id: hook_status(each, self._root) for each in self._agents}
        if self._read_at == read_at:
            self._found = found
            self._on_found()


def hook_status(agent: AgentHooks, root: Path) -> HookStatus:
    """What is known of an agent's hook in a project. Asks the agent for its version where that decides whether the hook
    holds. Never raises."""
    files, problems, installed = settings_files(agent, root), list[Message](), list[Installed]()
    for file in files:
        try:
            installed += _entries(file, file.settings())
        except CommandError as refusal:
            problems.append(refusal.message)
    lines = [(each.shown, each.readable_settings().get("statusLine")) for each in files if agent.has_status_line]
    line = next((each for each in reversed(lines) if each[1] is not None), ("", None))
    program = which(agent.id)
    version = _version(agent) if installed and program is not None else None
    closed = any(each.closed for each in installed) and (version is None or version >= agent.closed_from)
    return HookStatus(
        agent=agent.id,
        name=agent.name,
        program=program,
        version=_dotted(version) if version is not None else None,
        installed=tuple(installed),
        status_line=line[0] if _is_our_line(line[1]) else None,
        off_in=next((name for each in files for name in _switched_off(each)), None),
        closed=closed,
        failing=_failing(agent, version, closed=closed) if installed else None,
        last_ran=last_ran(agent.id),
        problems=(*problems, *(_problems(agent, installed, line) if installed else ())),
        to_do=() if all(each.trusted for each in installed) else (agent.to_do,),
        ways_around=agent.ways_around if installed else (),
    )


def _entries(file: SettingsFile, settings: dict[str, Any]) -> Iterator[Installed]:
    agent = file.agent
    for group, number in _ours(file, settings):
        entry = _groups(file, settings)[group]
        handler = entry["hooks"][number]
        words, closed = _words(handler), handler.get("onFailure") == "block"
        as_written = entry == agent.entry(handler["command"], closed=closed) and words[1:] == [*agent.arguments]
        yield Installed(
            scope=file.scope,
            file=file.shown,
            command=handler["command"],
            exists=which(words[0]) is not None,
            closed=closed,
            trusted=_is_trusted(file, group, number, entry) if agent.reviewed_as else None,
            altered=not as_written,
        )


def _is_trusted(file: SettingsFile, group: int, number: int, entry: dict[str, Any]) -> bool:
    """Whether a person trusted an entry in the agent, as it is."""
    user, agent = settings_files(file.agent, file.root)[0], file.agent
    key = f"{file.file}:{agent.reviewed_as}:{group}:{number}"
    state = _at(_table(replace(user, path=agent.switch_files["user"])), "hooks", "state", key)
    mark = agent.trusted_hash(entry, entry["hooks"][number])
    return _at(state, "trusted_hash") == mark and _at(state, "enabled") is not False


def _switched_off(file: SettingsFile) -> Iterator[str]:
    """What the file that switches all hooks off is called, if it does."""
    path = file.agent.switch_files.get(file.scope)
    settings = file.readable_settings() if path is None else _table(replace(file, path=path))
    if _at(settings, *file.agent.switch) is file.agent.off:
        yield file.shown if path is None else replace(file, path=path).shown


def _table(file: SettingsFile) -> dict[str, Any]:
    try:
        return toml_file.read(file.file)
    except toml_file.Unreadable:
        return {}


def _at(value: Any, *keys: str) -> Any:  # noqa: ANN401 -- what JSON and TOML hold
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _problems(agent: AgentHooks, installed: Sequence[Installed], line: tuple[str, object]) -> Iterator[Message]:
    again = command_line("hooks", "install", agent.id)
    if any(each.altered for each in installed):
        yield Message("project.hook-altered", f"An entry is not as cockpit writes it: {again} writes it again.")
    if agent.has_status_line and not _is_our_line(line[1]):
        why = f"the status line in {line[0]} is another one" if line[0] else "no status line of cockpit is set"
        yield Message("project.no-status-line", f"No cost is reported: {why}. {again} adds ours, and keeps another.")


def last_ran(agent: str) -> str | None:
    """When an agent's hook ran last, in any project: it leaves a file of that name, and the time is the file's."""
    try:
        found = disk.status(state_dir() / "hooks" / agent)
    except (OSError, CommandError):
        return None
    return None if found is None else datetime.fromtimestamp(found.st_mtime, UTC).isoformat(timespec="seconds")
