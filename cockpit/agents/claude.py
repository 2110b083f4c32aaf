"""Claude Code: where it keeps its sessions, which of them work in a folder, which are running.

As documented and observed on versions 2.1.131 to 2.1.308: `projects/<folder>/<session>.jsonl` is a session's log,
`sessions/<pid>.json` stands there while a process lives, `tasks/<session>/<n>.json` is an entry of its list,
`plans/<name>.md` a plan.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal
from unicodedata import normalize

from cockpit.agents.claude_log import SESSION_ID, ClaudeLog, ClaudeTotals
from cockpit.agents.interface import Agent, AgentFiles, Live
from cockpit.agents.records import STATUSES, Fields, instant_of, lies_in, one_line, read_object
from cockpit.model.agents import AgentRequest, AgentSession, AgentTodo, Evidence, Said, WaitsFor
from cockpit.regex import regex

CUT = 200
"""A longer name of a folder is cut to so many characters, and a hash follows."""
MOST_SUBAGENTS = 200
"""Subagents of one session that are looked at."""
MOST_TASKS = 500
"""A longer list is no list that anybody reads."""

_NO_LETTER = regex(r"[^a-zA-Z0-9]")
_PROCESS = regex(r"([1-9][0-9]{0,9})\.json")
_TASK = regex(r"(0|[1-9][0-9]{0,8})\.json")
_SUBAGENT = regex(r"agent-[0-9A-Za-z_-]{1,100}\.jsonl")
_SUBAGENT_TOOLS = ("Task", "Agent")
"""The tools that begin a subagent, and have a result once that has finished."""
_PANE = regex(r"[^:]{1,200}:@\d+\.%\d+")
_NAMED_BY: dict[str | None, Literal["user", "agent"]] = {"user": "user", "derived": "agent"}
_STATUS: dict[str | None, Said] = {"busy": "busy", "idle": "idle", "waiting": "waiting", "shell": "shell"}
_WAITS: dict[str | None, WaitsFor] = {
    "permission prompt": "permission",
    "sandbox request": "permission",
    "worker request": "permission",
    "input needed": "question",
    "dialog open": "dialog",
}


class ClaudeCode(Agent):
    """The reader of Claude Code."""

    id = "claude"
    name = "Claude Code"
    list_command = ("claude", "agents", "--json")

    def homes(self, environ: Mapping[str, str], home: str) -> tuple[str, ...]:
        """`CLAUDE_CONFIG_DIR`, else `~/.claude` and the older `~/.config/claude`.

        The agent itself takes the variable as one folder; several with commas between them is how people name their
        homes to programs that read them. A relative one starts where the agent was started, which nobody knows.
        """
        given = environ.get("CLAUDE_CONFIG_DIR", "").strip()
        if not given:
            return f"{home}/.claude", f"{home}/.config/claude"
        several = [each.strip() for each in given.split(",") if each.strip()]
        folders = several if all(each.startswith("/") for each in several) else [given]
        return tuple(dict.fromkeys(each.rstrip("/") or "/" for each in folders if each.startswith("/")))

    def logs(self, files: AgentFiles, at: str, folders: Sequence[str] | None, since: float) -> Iterable[str]:
        """The logs, written last first; a log is opened only when it is its turn.

        The name of a log's folder is made from the folder the session began in, and is the same for `/srv/app-two`,
        `/srv/app.two` and `/srv/app/two`: a folder in one of its records tells. The folder of a log may also be named
        by the agent's own environment, and a session may move to another folder: then it is found while it runs.
        """
        composed = (normalize("NFC", each).rstrip("/") for each in folders or () if each.startswith("/"))
        here = tuple(composed)  # as the agent writes them; the root is empty
        live = self.live(files, at) if folders is not None else ()
        running = {each.session.id for each in live if _is_within(each.session.cwd, here)}
        places = [f"{at}/projects/{name}" for name in files.names(f"{at}/projects") if name.endswith("/")]
        ours = [place for place in places if folders is None or _may_be_of(place[:-1].rpartition("/")[2], here)]
        dated = [
            (when, f"{place}{name}")
            for place in ours
            for name, when in files.dated(place.rstrip("/"))
            if when >= since and name.endswith(".jsonl") and SESSION_ID.fullmatch(name.removesuffix(".jsonl"))
        ]
        elsewhere = sorted(running - {_session_of(path) for _, path in dated})
        moved = [f"{place}{each}.jsonl" for each in elsewhere for place in places if place not in ours]
        dated += [(when, path) for path in moved if (when := files.written(path)) is not None and when >= since]
        for _, path in sorted(dated, reverse=True):
            if folders is None or _session_of(path) in running or _worked_within(files, path, here):
                yield path

    def log(self, path: str) -> ClaudeLog:
        """A reader of the lines of a log."""
        return ClaudeLog(path)

    def totals(self, path: str) -> ClaudeTotals:
        """A reader of all lines of a log."""
        return ClaudeTotals(_session_of(path))

    def live(self, files: AgentFiles, at: str) -> Iterable[Live]:
        """The processes that the agent lists. Several may be of one session: one that crashed leaves its file."""
        for name in files.names(f"{at}/sessions"):
            if (process := _PROCESS.fullmatch(name)) is not None:
                path = f"{at}/sessions/{name}"
                entry = read_object(files.whole(path))
                found = _running(entry, path, int(process[1])) if entry is not None else None
                if found is not None:
                    yield found

    def listed(self, said: bytes) -> Iterable[Live]:
        """The sessions in the answer: an array of objects; `status` stands there while a session is alive."""
        answer = read_object(b'{"sessions": ' + said + b"}")
        for entry in answer.items("sessions") if answer is not None else ():
            pid = entry.number("pid")
            session = _session_of_entry(entry, " ".join(self.list_command), pid, "list")
            if session is not None and session.evidence:
                yield Live(session, pid, None, runs=True)

    def registry(self, files: AgentFiles, at: str) -> str | None:
        """`sessions`, where it can be read."""
        folder = f"{at}/sessions"
        return folder if "sessions/" in files.names(at) and files.readable(folder) else None

    def is_registered(self, session: AgentSession) -> bool:
        """Every process has a file since 2.1.139."""
        numbers = [int(each) for each in (session.version or "").split(".") if each.isdecimal()]
        return numbers >= [2, 1, 139]

    def completed(self, files: AgentFiles, at: str, session: AgentSession) -> AgentSession:
        """The session with its list of tasks, with its plan's path only where the plan is there, and its subagents."""
        plan = session.plan_path
        if plan is not None and (not plan.startswith(f"{at}/plans/") or files.written(plan) is None):
            plan = None
        folder = f"{session.path.removesuffix('.jsonl')}/subagents"
        beside = [each for each in files.names(folder) if _SUBAGENT.fullmatch(each)]
        session = replace(
            session,
            plan_path=plan,
            todos=_tasks(files, f"{at}/tasks/{session.id}") if SESSION_ID.fullmatch(session.id) else None,
            tokens_at_least=session.tokens_at_least or (session.tokens is not None and bool(beside)),
        )
        return _with_subagents(files, session, [f"{folder}/{each}" for each in beside[:MOST_SUBAGENTS]])


def _with_subagents(files: AgentFiles, session: AgentSession, logs: Sequence[str]) -> AgentSession:
    """The session with those of its subagents that are not known to have finished. Where it waits for leave that one of
    them needs, with the call of that one."""
    working: list[tuple[float, str, str]] = []
    for log in logs:
        about = read_object(files.whole(f"{log.removesuffix('.jsonl')}.meta.json")) or Fields({})
        written = files.written(log) if about.value("finished") is not True else None
        if written is not None:
            name = one_line(about.text("description")) or one_line(about.text("agentType")) or "subagent"
            working.append((written, name, log))
    working.sort(reverse=True)
    waits = any(each.said == "waiting" and each.waits_for == "permission" for each in session.evidence)
    asks_itself = session.request is not None and session.request.tool not in _SUBAGENT_TOOLS
    if waits and not asks_itself:
        session = replace(session, request=_call_of_one(files, working))
    heard = tuple(Evidence(kind="subagent", said="written", at=instant_of(when), path=log) for when, _, log in working)
    return replace(session, subagent_names=tuple(name for _, name, _ in working), evidence=(*session.evidence, *heard))


def _call_of_one(files: AgentFiles, working: Sequence[tuple[float, str, str]]) -> AgentRequest | None:
    """The open call of the only subagent that has one: of several, nobody can tell which asks."""
    calls: list[AgentRequest] = []
    for _, name, log in working:
        reader = ClaudeLog(log, of_subagent=True)
        for line in (files.part(log, "ending") or b"").split(b"\n"):
            if reader.telling.search(line):
                reader.take(line)
        request = reader.session().request
        if request is not None:
            calls.append(replace(request, reason=f"for its subagent: {name}"))
    return calls[0] if len(calls) == 1 else None


CLAUDE = ClaudeCode()


def _may_be_of(name: str, folders: Collection[str]) -> bool:
    """Whether a folder of logs may be that of one of these folders or of one below it.

    The agent makes its name of the folder's, and then cuts it: each character that is no letter or digit of ASCII
    becomes a hyphen, one outside the basic plane two (JavaScript counts it as two)."""
    named = (_NO_LETTER.sub(lambda found: "-" if ord(found[0]) < 0x10000 else "--", each) for each in folders)
    starts = [each[:CUT] for each in named]
    return any(name == start or name.startswith(f"{start}-") for start in starts)


def _is_within(cwd: str | None, folders: Collection[str]) -> bool:
    """Whether a folder is one of these, or below one."""
    return cwd is not None and lies_in(cwd, folders)


def _session_of(path: str) -> str:
    return path.rpartition("/")[2].removesuffix(".jsonl")


def _worked_within(files: AgentFiles, path: str, folders: Collection[str]) -> bool:
    """Whether a record at the beginning or at the end of a log was made in one of these folders."""
    parts = (files.part(path, "beginning"), files.part(path, "ending"))
    lines = (line for part in parts for line in (part or b"").split(b"\n") if b'"cwd"' in line)
    return any(record is not None and _is_within(record.folder("cwd"), folders) for record in map(read_object, lines))


def _running(entry: Fields, path: str, pid: int) -> Live | None:
    """What the file of a process tells, if it names itself, a session and a folder."""
    session = _session_of_entry(entry, path, pid, "registry") if entry.number("pid") == pid else None
    if session is None:
        return None
    pane, job = entry.text("tmux"), entry.identifier("jobId")
    return Live(
        session,
        pid,
        entry.word("procStart"),
        namespace=entry.text("pidDomain"),
        pane=pane if pane is not None and _PANE.fullmatch(pane) else None,
        attach=("claude", "attach", job) if job is not None and entry.text("kind") == "bg" else (),
    )


def _session_of_entry(
    entry: Fields, path: str, pid: int | None, kind: Literal["list", "registry"]
) -> AgentSession | None:
    """The session of a process, as the agent keeps or lists it; None where no session or no folder is named."""
    identity, cwd = entry.text("sessionId"), entry.folder("cwd")
    if identity is None or cwd is None or SESSION_ID.fullmatch(identity) is None:
        return None
    title = one_line(entry.text("name")) if entry.text("nameSource") != "derived" else None  # the folder and a number
    return AgentSession(
        agent="claude",
        id=identity,
        path=path,
        title=title,
        title_by=_NAMED_BY.get(entry.text("nameSource")) if title is not None else None,
        cwd=cwd,
        version=entry.word("version"),
        kind=entry.word("entrypoint") or entry.word("kind"),
        headless=(entry.text("entrypoint") or "").startswith("sdk-"),
        started=entry.instant_of_ms("startedAt"),
        updated=entry.instant_of_ms("updatedAt") or entry.instant_of_ms("statusUpdatedAt"),
        pid=pid,
        resume=f"claude --resume {identity}",
        evidence=_stated(entry, path, kind),
    )


def _stated(entry: Fields, path: str, kind: Literal["list", "registry"]) -> tuple[Evidence, ...]:
    """What the agent says it does. A session that a program runs writes no `status` (as observed with `sdk-ts`)."""
    said = _STATUS.get(entry.text("status"))
    if said is None:
        return ()
    waits_for = _WAITS.get(entry.text("waitingFor"), "something") if said == "waiting" else None
    at = entry.instant_of_ms("statusUpdatedAt") or entry.instant_of_ms("updatedAt")
    return (Evidence(kind=kind, said=said, at=at, path=path, waits_for=waits_for),)


def _tasks(files: AgentFiles, folder: str) -> tuple[AgentTodo, ...] | None:
    """The entries of a list, in the order of their numbers; None where one cannot be read, since then nothing can be
    counted. A folder that holds only `.lock` or `.highwatermark` is no list: most models keep none since 2.1.233."""
    numbers = sorted(int(found[1]) for name in files.names(folder) if (found := _TASK.fullmatch(name)) is not None)
    if not 0 < len(numbers) <= MOST_TASKS:
        return None
    todos: list[AgentTodo] = []
    for number in numbers:
        entry = read_object(files.whole(f"{folder}/{number}.json"))
        text = one_line(entry.text("subject")) if entry is not None else None
        if entry is None or text is None:
            return None
        todos.append(AgentTodo(text=text, status=STATUSES.get(entry.text("status"))))
    return tuple(todos)
