"""Codex: sessions as "rollout" logs, one folder for each day.

`$CODEX_HOME/sessions/2026/11/24/rollout-2026-11-24T13-02-11-ID.jsonl`, and flat in `archived_sessions/` once put away.
A line is `{"timestamp", "ordinal"?, "type", "payload"}`; the kinds and what is ever recorded are those of codex-rs up
to 0.159 (`rollout/src/policy.rs`, `protocol/src/protocol.rs`). Approvals that Codex asks for are never recorded, so a
session that waits for one looks like one whose call runs; its terminal's title tells. A session runs in a daemon, which
several terminals may join (as observed on 0.171). Compressed logs, `.jsonl.zst`, are counted, not read.
"""

import math
import re
import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Literal

from cockpit.agents.interface import SUBAGENT, Agent, AgentFiles
from cockpit.agents.records import (
    LONGEST_TEXT,
    Fields,
    is_absolute,
    last_words,
    lies_in,
    one_line,
    read_list,
    read_object,
    read_question,
    request_of,
    without_cd,
)
from cockpit.model.agents import (
    AgentContext,
    AgentFailure,
    AgentRequest,
    AgentSession,
    AgentTodo,
    Evidence,
    RequestKind,
    Said,
)
from cockpit.regex import regex
from cockpit.wording.times import parse_instant

_ROLLOUT = regex(r"rollout-[0-9A-Za-z_.-]+\.jsonl(?:\.zst)?")
_ID_IN_NAME = regex(r"-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:_[0-9a-f-]+)?\.jsonl$")
_NUMBERED = regex(r"(\d{2,4})/")

_BASELINE = 12_000
"""Tokens that Codex leaves out on both sides when it states how much of the window is used."""
_WRITTEN_BY_CODEX = (
    "# AGENTS.md instructions", "<user_instructions>", "<environment_context>", "<collaboration_mode>", "<skill",
    "<user_shell_command>", "<turn_aborted>", "<subagent_notification>", "<hook_prompt", "<image",
)  # fmt: skip
"""What a message of the user begins with where Codex wrote it (codex-rs `instruction_markers.rs`)."""
_REQUEST = "## My request for Codex:"
"""What stands before the prompt where an editor adds what is open in it."""

_Failed = Literal["limit", "throttled", "server", "login", "billing", "other"]
_FAILURES: dict[str, _Failed] = {
    "usage_limit_exceeded": "limit",
    "rate_limit_exceeded": "throttled",
    "server_overloaded": "server",
    "internal_server_error": "server",
    "http_connection_failed": "server",
    "response_stream_connection_failed": "server",
    "response_stream_disconnected": "server",
    "response_too_many_failed_attempts": "server",
    "unauthorized": "login",
}
"""By `codex_error_info`; any other is `other`."""
_SAID_OF: dict[_Failed, Said] = {"limit": "limited", "login": "failed", "other": "failed"}
"""After the rest a turn has just ended: Codex has given up to retry, and the person may at any time."""
_UNTIL = regex(r"\btry again (?:at|in) ([^.]+)")


class CodexLog:
    """What the lines of a rollout tell. See `cockpit.agents.interface.Log`."""

    telling = regex(rb'"type"')

    def __init__(self, path: str) -> None:
        self.path = path
        self.unread = 0
        named = _ID_IN_NAME.search(path)
        self._known = AgentSession(agent="codex", id=named[1] if named else path.rpartition("/")[2], path=path)
        """What the first line tells."""
        self._has_first_line = False
        self._created: float | None = None
        self._is_fork = False
        self._repeats_all = False
        self._is_past_fork = False
        self._used_by_parent: int | None = None
        self._updated: str | None = None
        self._name: str | None = None
        self._prompt: str | None = None
        self._item_prompt: str | None = None
        self._model: str | None = None
        self._turn_cwd: str | None = None
        self._window_of_turn: int | None = None
        self._forget()

    def skip(self) -> None:
        """See `cockpit.agents.interface.Log`. Of what holds until it is said anew, the last may be left out."""
        self._forget()
        self._repeats_all = False

    def _forget(self) -> None:
        self._turn: tuple[Said, str | None] | None = None
        self._calls: dict[str, tuple[str | None, Fields]] = {}
        """The calls without an output: when they were made, and how."""
        self._said: str | None = None
        self._todos: tuple[AgentTodo, ...] | None = None
        self._failure: AgentFailure | None = None
        self._context: AgentContext | None = None
        self.has_context = False
        self._total: int | None = None

    def take(self, line: bytes) -> None:
        """See `cockpit.agents.interface.Log`."""
        record = read_object(line)
        if record is None or not self._is_read(record):
            self.unread += bool(line.strip())

    def session(self) -> AgentSession:
        """See `cockpit.agents.interface.Log`. A name is given by a person, or by the program that Codex runs in:
        nothing tells which."""
        title = self._name or self._prompt or self._item_prompt
        at, call = self._open_call() or (None, None)
        request = read_call(call, at, self._turn_cwd or self._known.cwd) if call is not None else None
        return replace(
            self._known,
            title=title,
            title_by="prompt" if title is not None and self._name is None else None,
            cwd=self._known.cwd or self._turn_cwd,
            model=self._model,
            updated=self._updated,
            question=read_question(call.parsed("arguments")) if call is not None and _asks(call) else None,
            request=request,
            said=self._said,
            todos=self._todos,
            context=self._context,
            tokens=self._tokens(),
            failure=self._failure,
            evidence=tuple(self._evidence(request)),
        )

    def _open_call(self) -> tuple[str | None, Fields] | None:
        """The call that the session waits for or runs: a question, one that needs leave, else the first."""
        calls = sorted(self._calls.values(), key=lambda each: (not _asks(each[1]), not _leaves_sandbox(each[1])))
        return calls[0] if calls else None

    def _is_read(self, record: Fields) -> bool:
        """Fold a record; False where its shape is not the known one."""
        kind, at = record.text("type"), record.instant("timestamp")
        self._updated = at or self._updated
        if kind in ("session_meta", "turn_context", "event_msg", "response_item"):
            payload = record.inner("payload")
            if payload is None:
                return False
            if kind == "session_meta":
                self._take_meta(payload)
            elif kind == "turn_context":
                self._model = payload.text("model")
                self._turn_cwd = payload.folder("cwd")
            elif kind == "event_msg":
                self._take_event(payload, at)
            else:
                # Lines have ordinals since every turn's begin and end is recorded (0.153): what the model answers,
                # with neither seen, belongs to a turn that began in the lines left out.
                self._take_item(payload, at, is_in_turn=record.number("ordinal") is not None)
        elif kind == "compacted":
            self._void_context()
        return kind is not None and at is not None and not record.wrong

    def _take_meta(self, meta: Fields) -> None:
        """The first line. A fork repeats its parent's after its own."""
        if self._has_first_line:
            return
        identifier, git = meta.identifier("id"), meta.inner("git")
        self._has_first_line = True
        self._known = replace(
            self._known,
            id=identifier or self._known.id,
            cwd=meta.folder("cwd"),
            branch=git.text("branch") if git is not None else None,
            version=meta.text("cli_version"),
            kind=meta.text("source") if isinstance(meta.value("source"), str) else SUBAGENT,
            headless=meta.value("source") == "exec" or meta.value("originator") == "codex_exec",
            fork_of=meta.identifier("forked_from_id") if meta.states("forked_from_id") else None,
            started=meta.instant("timestamp"),
            resume=f"codex resume {identifier}" if identifier is not None else None,
        )
        created = parse_instant(self._known.started)
        self._created = created.at.timestamp() if created is not None else None
        self._is_fork = meta.value("forked_from_id") is not None or meta.value("parent_thread_id") is not None
        # Since 0.153 a fork may refer to its parent's log instead, and what the parent used is told nowhere in its own.
        self._repeats_all = meta.value("history_base") is None

    def _take_event(self, event: Fields, at: str | None) -> None:
        match event.text("type"):
            case "task_started" | "turn_started":
                self._begin_turn(event, at)
            case "task_complete" | "turn_complete" | "turn_aborted":
                self._end_turn(event, at)
            case "token_count":
                self._take_tokens(event)
            case "user_message":
                self._prompt = self._prompt or _prompt(event.text("message"))
            case "item_completed":
                item = event.inner("item")
                if item is not None and item.text("type") == "UserMessage":
                    self._prompt = self._prompt or _prompt(_text_of(item))
            case "thread_name_updated":
                self._name = one_line(event.text("thread_name"))
            case "context_compacted":
                self._void_context()

    def _begin_turn(self, event: Fields, at: str | None) -> None:
        started = event.number("started_at")
        self._window_of_turn = event.number("model_context_window")
        if self._is_repeated(started):
            return
        if self._is_fork and not self._is_past_fork and started is not None and self._created is not None:
            self._is_past_fork = True
            self._used_by_parent = (self._total or 0) if self._repeats_all else None
        self._turn = ("turn-begun", at)
        self._calls = {}

    def _is_repeated(self, started: int | None) -> bool:
        """Whether a turn is one of the parent's that a fork repeats: it began before the fork was made. The lines have
        the time of the fork, but `started_at`, in seconds since 1970, is the turn's own."""
        if not self._is_fork or self._is_past_fork or started is None or self._created is None:
            return False
        return started < int(self._created)

    def _end_turn(self, event: Fields, at: str | None) -> None:
        if self._is_repeated(event.number("started_at")):
            return
        self._calls = {}
        error = event.inner("error")
        self._failure = _failure(error, at) if error is not None else None
        aborted = event.text("type") == "turn_aborted"
        self._said = last_words(event.text("last_agent_message")) or self._said
        self._turn = ("interrupted" if aborted and event.value("reason") == "interrupted" else "turn-ended", at)
        if self._failure is not None:
            self._turn = (_SAID_OF.get(self._failure.kind, "turn-ended"), at)

    def _take_tokens(self, event: Fields) -> None:
        """`info` is null where only the provider's limits are told."""
        info = event.inner("info")
        if info is None:
            return
        total, last = info.inner("total_token_usage"), info.inner("last_token_usage")
        self._total = total.number("total_tokens") if total is not None else None
        tokens = last.number("total_tokens") if last is not None else None
        window = info.number("model_context_window") or self._window_of_turn
        self.has_context = tokens is not None
        self._context = None
        if tokens is not None:
            percent = _percent(tokens, window) if window is not None else None
            self._context = AgentContext(tokens=tokens, window=window, percent=percent)

    def _void_context(self) -> None:
        """After a compaction the context is as large as the next answer says; nothing earlier tells."""
        self._context, self.has_context = None, True

    def _take_item(self, item: Fields, at: str | None, is_in_turn: bool) -> None:
        kind, role = item.text("type"), item.text("role") if item.value("type") == "message" else None
        if role == "user":
            self._item_prompt = self._item_prompt or _prompt(_text_of(item))
            return
        if role == "assistant" or kind in _CALLS or kind == "reasoning":
            self._failure = None
            if self._turn is None and is_in_turn:
                self._turn = ("turn-begun", None)
        if role == "assistant":
            self._said = last_words(_text_of(item)) or self._said
        call = item.text("call_id") if kind in _CALLS or kind in _OUTPUTS else None
        if call is not None and kind in _OUTPUTS:
            self._calls.pop(call, None)
        elif call is not None:
            self._calls[call] = at, item
        if kind == "function_call" and item.text("name") == "update_plan":
            self._todos = read_list(item.parsed("arguments"), "plan", "step")

    def _tokens(self) -> int | None:
        """The last total; of a fork without what its parent had used. Not known where the first line is not, since it
        tells whether this is a fork."""
        if not self._has_first_line or not self._is_fork or self._total is None:
            return self._total if self._has_first_line else None
        if self._used_by_parent is None or self._used_by_parent > self._total:
            return None
        return self._total - self._used_by_parent

    def _evidence(self, request: AgentRequest | None) -> Iterator[Evidence]:
        if request is not None:
            asks = request.kind == "ask"
            yield Evidence(kind="call", said="question-open" if asks else "call-open", at=request.at, path=self.path,
                           waits_for="question" if asks else None)  # fmt: skip
        if self._turn is not None:
            yield Evidence(kind="turn", said=self._turn[0], at=self._turn[1], path=self.path)
        if self._updated is not None:
            yield Evidence(kind="log", said="written", at=self._updated, path=self.path)


_CALLS = ("function_call", "custom_tool_call", "local_shell_call")
_OUTPUTS = ("function_call_output", "custom_tool_call_output")


def _asks(call: Fields) -> bool:
    return call.value("name") == "request_user_input"


def _leaves_sandbox(call: Fields) -> bool:
    """Whether a call asks to run outside the sandbox, which a person has to allow."""
    arguments = call.value("arguments")
    return isinstance(arguments, str) and ("require_escalated" in arguments or "with_escalated" in arguments)


def read_call(call: Fields, at: str | None, cwd: str | None) -> AgentRequest | None:
    """What a call does; None where its tool is not named. The arguments are JSON in a text: `{"cmd": "npm test"}`, in
    older versions `{"command": ["bash", "-lc", "npm test"]}`; a patch is the input itself."""
    tool = "local_shell" if call.value("type") == "local_shell_call" else call.word("name")
    if tool is None:
        return None
    if call.value("type") == "custom_tool_call":
        patch = call.text("input") or ""
        found = _PATCHED.search(patch)
        if found is None:
            return request_of(tool, "use", tool, Fields({"input": patch}), at)
        kind: RequestKind = "write" if found[1] == "Add" else "change"
        return request_of(tool, kind, found[2].strip(), Fields({"patch": patch}), at)
    given = call.inner("action") if tool == "local_shell" else call.parsed("arguments")
    given = given or Fields({})
    if _asks(call):
        question = read_question(given)
        return request_of(tool, "ask", question.text if question is not None else "", given, at, "questions")
    command = _command(given)
    if command is None:
        return request_of(tool, "use", tool, given, at)
    kind = "outside" if _leaves_sandbox(call) else "run"
    told = ("cmd", "command", "justification", "sandbox_permissions", "with_escalated_permissions", "type")
    return request_of(tool, kind, without_cd(command, cwd), given, at, *told)


_PATCHED = regex(r"^\*\*\* (Add|Update|Delete) File: (.+)$", re.MULTILINE)
_SHELLS = ("bash", "sh", "zsh")


def _command(given: Fields) -> str | None:
    """The command of a shell, without the shell that runs it."""
    if isinstance(given.value("cmd"), str):
        return given.text("cmd") or ""
    words = given.value("command")
    if isinstance(words, str):
        return given.text("command")
    if not isinstance(words, list) or not words or not all(isinstance(word, str) for word in words):
        return None
    if len(words) == 3 and words[0].rpartition("/")[2] in _SHELLS and words[1] in ("-c", "-lc"):
        return str(words[2])
    return shlex.join(words)


class Codex(Agent):
    """Codex as an agent that is read."""

    id = "codex"
    name = "Codex"
    program = "codex"
    joins = True

    def homes(self, environ: Mapping[str, str], home: str) -> tuple[str, ...]:
        """See `cockpit.agents.interface.Agent`."""
        stated = environ.get("CODEX_HOME", "")
        return (stated.rstrip("/") if is_absolute(stated) else f"{home.rstrip('/')}/.codex",)

    def logs(self, files: AgentFiles, at: str, folders: Sequence[str] | None, since: float) -> Iterable[str]:
        """Of logs with the same session (one is left behind when it is put away or begun anew) the one written last.
        Threads that Codex starts by itself, such as reviews and sub-agents, are no sessions of a person."""
        found: dict[str, tuple[float, str]] = {}
        for folder in (*_days(files, f"{at}/sessions", since), f"{at}/archived_sessions"):
            for name, written in files.dated(folder):
                path = f"{folder}/{name}"
                if written < since or not _ROLLOUT.fullmatch(name):
                    continue
                if name.endswith(".zst"):
                    files.not_read(path)
                    continue
                session = path if folders is None else _session_in(files.part(path, "first line") or b"", folders)
                if session is not None and (session not in found or found[session][0] < written):
                    found[session] = written, path
        return [path for _, path in found.values()]

    def log(self, path: str) -> CodexLog:
        """See `cockpit.agents.interface.Agent`."""
        return CodexLog(path)


def _days(files: AgentFiles, sessions: str, since: float) -> Iterator[str]:
    """The folders of the days since then. They are named in local time, so the day before is looked at too."""
    first = datetime.fromtimestamp(min(max(since, 0), 1e11), UTC).date() - timedelta(days=1)
    for year, in_year in _numbered(files, sessions, first.year):
        for month, in_month in _numbered(files, in_year, first.month if year == first.year else 1):
            for day, in_day in _numbered(files, in_month, 1):
                if (year, month, day) >= (first.year, first.month, first.day):
                    yield in_day


def _numbered(files: AgentFiles, folder: str, least: int) -> Iterator[tuple[int, str]]:
    for name in files.names(folder):
        number = _NUMBERED.fullmatch(name)
        if number is not None and int(number[1]) >= least:
            yield int(number[1]), f"{folder}/{number[1]}"


def _session_in(first_line: bytes, folders: Sequence[str]) -> str | None:
    """The id of the session that a log is of, where it was begun in one of the folders."""
    record = read_object(first_line)
    meta = record.inner("payload") if record is not None and record.text("type") == "session_meta" else None
    if meta is None or isinstance(meta.value("source"), dict):
        return None
    cwd = meta.folder("cwd")
    return meta.identifier("id") if cwd is not None and lies_in(cwd, folders) else None


def _percent(tokens: int, window: int) -> float | None:
    """How much of the window is used, as Codex itself states it: 38.0 for 100 000 of 258 400 tokens or so."""
    if window <= _BASELINE:
        return None
    free = max(0, window - _BASELINE - max(0, tokens - _BASELINE))
    return 100.0 - math.floor(100 * free / (window - _BASELINE) + 0.5)


def _prompt(text: str | None) -> str | None:
    """The line that stands for a title; None for what Codex wrote in the user's place."""
    words = (text or "").lstrip()
    if words.startswith(_WRITTEN_BY_CODEX):
        return None
    return one_line(words.partition(_REQUEST)[2]) or one_line(words)


def _text_of(message: Fields) -> str | None:
    """The first text of a message: `{"content": [{"type": "input_text", "text": "…"}]}`."""
    parts = message.objects("content") or []
    return next((text for part in parts if (text := part.text("text")) is not None), None)


def _failure(error: Fields, at: str | None) -> AgentFailure:
    """`{"message", "codex_error_info"}`; the latter is a name, or an object with the name as its key."""
    info = error.value("codex_error_info")
    name = next(iter(info), None) if isinstance(info, dict) else info
    kind = _FAILURES.get(name, "other") if isinstance(name, str) else "other"
    sentence = one_line(error.text("message"), LONGEST_TEXT) if kind == "limit" else None
    until = _UNTIL.search(sentence or "")
    return AgentFailure(kind=kind, text=sentence, at=at, until=until[1].strip() if until is not None else None)
