"""Gemini CLI: chats as logs of records, in a folder for each project.

`~/.gemini/tmp/PROJECT/chats/session-2026-11-24T13-02-a1b2c3d4.jsonl`; which project a folder is of stands in its
`.project_root`, else in `~/.gemini/projects.json`, and its name is the SHA-256 of the path in older versions. The
records are those of gemini-cli's `chatRecordingService.ts` (2026-08): first `{"sessionId", "startTime", ...}`, then
messages, of which one with a known `id` replaces it, `{"$rewindTo": id}`, and `{"$set": {...}}` with whatever changed,
often all messages anew. A call is recorded once it is done, so text alone does not tell whether a turn has ended, and
nothing is recorded while a person is asked (as observed on 0.61): its terminal's title tells. Before 0.58 a chat is one
document, `session-*.json`, with all messages.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from unicodedata import normalize

from cockpit.agents.interface import DOCUMENT, SUBAGENT, Agent, AgentFiles
from cockpit.agents.records import (
    Fields,
    is_absolute,
    last_words,
    lies_in,
    one_line,
    read_list,
    read_object,
    read_question,
)
from cockpit.model.agents import AgentContext, AgentQuestion, AgentSession, AgentTodo, Evidence, Said
from cockpit.regex import regex
from cockpit.values import dataclass
from cockpit.wording.times import certainly_before

_CHAT = regex(r"session-[0-9A-Za-z_.-]+\.jsonl?")
_UUID = regex(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
_WRITTEN_BY_GEMINI = ("<session_context>", "<hook_context>", "This is the Gemini CLI.", "/", "?")
"""What a message of the user begins with where it is no prompt: what the program adds, and its own commands."""
_OPEN = ("validating", "scheduled", "awaiting_approval", "executing")
"""The states of a call that is not done."""
_PROJECTS = "tmp"


@dataclass(frozen=True, slots=True)
class _Todos:
    """What a call of `write_todos` says; None where it cannot be read."""

    entries: tuple[AgentTodo, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Message:
    """What is kept of a message: the tokens that went in, and what it says of the session while it is the last."""

    at: str | None
    is_answer: bool = False
    input: int | None = None
    model: str | None = None
    todos: _Todos | None = None
    said: Said | None = None
    text: str | None = None
    question: AgentQuestion | None = None


class GeminiLog:
    """What the records of a chat tell. See `cockpit.agents.interface.Log`."""

    telling = regex(rb'"(?:type|sessionId|\$set|\$rewindTo)"')

    def __init__(self, path: str) -> None:
        self.path = path
        self.unread = 0
        self._known = AgentSession(agent="gemini", id=path.rpartition("/")[2].rpartition(".")[0], path=path)
        """What the metadata tell."""
        self._updated: str | None = None
        self._is_at_start = True
        self._is_whole = False
        self._summary: str | None = None
        self._prompt: str | None = None
        self._spent: dict[str, int] = {}
        self._forget()

    def skip(self) -> None:
        """See `cockpit.agents.interface.Log`. What was said before may be taken back by now."""
        self._forget()
        self._is_at_start = self._is_whole = False

    def _forget(self) -> None:
        self._messages: dict[str, _Message] = {}
        self._todos_before: _Todos | None = None
        """The list as it was when the messages were cut down."""
        self._cut: frozenset[str] | None = None
        """The messages that were left when they were cut down last."""

    def take(self, line: bytes) -> None:
        """See `cockpit.agents.interface.Log`."""
        record = read_object(line)
        if record is None or not self._is_read(record):
            self.unread += bool(line.strip())
        self._is_at_start = False

    @property
    def has_context(self) -> bool:
        """See `cockpit.agents.interface.Log`."""
        return self._cut is not None or self._input() is not None

    def session(self) -> AgentSession:
        """See `cockpit.agents.interface.Log`."""
        messages = list(self._messages.values())
        last = messages[-1] if messages else None
        todos, tokens = self._todos(), self._input()
        return replace(
            self._known,
            title=self._summary or self._prompt,
            title_by="agent" if self._summary is not None else "prompt" if self._prompt is not None else None,
            model=next((each.model for each in reversed(messages) if each.model is not None), None),
            updated=self._updated,
            question=last.question if last is not None else None,
            said=next((each.text for each in reversed(messages) if each.text is not None), None),
            todos=todos.entries if todos is not None else None,
            context=AgentContext(tokens=tokens) if tokens is not None else None,
            tokens=sum(self._spent.values()) if self._spent else None,
            tokens_at_least=bool(self._spent) and not self._is_whole,
            evidence=tuple(self._evidence(last)),
        )

    def _input(self) -> int | None:
        return next((each.input for each in reversed(self._messages.values()) if each.input is not None), None)

    def _todos(self) -> _Todos | None:
        lists = (each.todos for each in reversed(self._messages.values()) if each.todos is not None)
        return next(lists, self._todos_before)

    def _evidence(self, last: _Message | None) -> Iterator[Evidence]:
        if last is not None and last.said == "question-open":
            yield Evidence(kind="call", said=last.said, at=last.at, path=self.path, waits_for="question")
        elif last is not None and last.said is not None:
            yield Evidence(kind="turn", said=last.said, at=last.at, path=self.path)
        if self._updated is not None:
            yield Evidence(kind="log", said="written", at=self._updated, path=self.path)

    def _is_read(self, record: Fields) -> bool:
        """Fold a record; False where its shape is not the known one."""
        if "$rewindTo" in record:
            self._rewind(record.text("$rewindTo"))
        elif "$set" in record:
            changed = record.inner("$set")
            if changed is not None:
                self._take_metadata(changed)
        elif "sessionId" in record:
            self._is_whole = self._is_whole or self._is_at_start
            self._take_metadata(record)
        else:
            self._take_message(record)
        return not record.wrong

    def _hear(self, at: str | None) -> None:
        """A message that is recorded anew keeps its time, which may lie before that of others."""
        if self._updated is None or certainly_before(self._updated, at):
            self._updated = at or self._updated

    def _rewind(self, identifier: str | None) -> None:
        """The message goes too, with all that follow it; all go where it is unknown."""
        known = list(self._messages)
        first = known.index(identifier) if identifier in self._messages else 0
        for each in known[first:] if identifier is not None else ():
            del self._messages[each]

    def _take_metadata(self, changed: Fields) -> None:
        identifier, started = changed.identifier("sessionId"), changed.instant("startTime")
        self._hear(started)
        self._hear(changed.instant("lastUpdated"))
        if identifier is not None or started is not None:
            # A whole UUID, or numbers that change (docs/cli/session-management.md).
            resume = f"gemini --resume {identifier}" if _UUID.fullmatch(identifier or "") else self._known.resume
            self._known = replace(
                self._known,
                id=identifier or self._known.id,
                started=started or self._known.started,
                kind=changed.text("kind") or self._known.kind,
                resume=resume,
            )
        self._summary = one_line(changed.text("summary")) or self._summary
        messages = changed.objects("messages")
        if messages:
            self._take_all(messages)

    def _take_all(self, messages: list[Fields]) -> None:
        """All messages anew. If answers are gone, a summary stands for them: the tokens that went into those that are
        left tell no longer how large the context is."""
        ids = frozenset(each.text("id") or "" for each in messages)
        if any(each.is_answer and identifier not in ids for identifier, each in self._messages.items()):
            self._todos_before, self._cut = self._todos(), ids
        self._messages = {}
        for each in messages:
            self._take_message(each)

    def _take_message(self, message: Fields) -> None:
        identifier, kind, at = message.text("id"), message.text("type"), message.instant("timestamp")
        if identifier is None or kind is None:
            message.wrong.append("id")
            return
        self._hear(at)
        if kind == "gemini":
            self._messages[identifier] = self._answer(message, identifier, at)
        elif kind == "user":
            # What was typed, where the program made it longer; else the whole text.
            words = (_text_of(message, "displayContent") or _text_of(message, "content")).lstrip()
            is_prompt = not words.startswith(_WRITTEN_BY_GEMINI)
            if is_prompt:
                self._prompt = self._prompt or one_line(words)
            self._messages[identifier] = _Message(at=at, said="turn-begun" if is_prompt else None)
        else:  # what the program told the person: info, warning, error
            self._messages[identifier] = _Message(at=at)

    def _answer(self, message: Fields, identifier: str, at: str | None) -> _Message:
        tokens, calls = message.inner("tokens"), message.objects("toolCalls") or []
        total = tokens.number("total") if tokens is not None else None
        if total is not None:
            self._spent[identifier] = total
        for call in calls:
            self._hear(call.instant("timestamp"))
        statuses = {call.text("status") for call in calls}
        asked = [call for call in calls if call.text("name") == "ask_user" and call.text("status") in _OPEN]
        lists = [call for call in calls if call.text("name") == "write_todos" and call.text("status") == "success"]
        said: Said | None = None
        if asked:
            said = "question-open"
        elif statuses == {"cancelled"}:
            said = "turn-ended"
        elif statuses or not _text_of(message, "content"):  # the model is given what its calls brought
            said = "turn-begun"
        return _Message(
            at=at,
            is_answer=True,
            input=tokens.number("input") if tokens is not None and identifier not in (self._cut or ()) else None,
            model=message.text("model"),
            todos=_Todos(read_list(lists[-1].inner("args"), "todos", "description")) if lists else None,
            said=said,
            text=last_words(_text_of(message, "content")),
            question=read_question(asked[-1].inner("args")) if asked else None,
        )


class GeminiTotals:
    """The tokens of all messages, each as it was recorded last. Those of messages that were taken back are spent."""

    telling = regex(rb'"tokens"')

    def __init__(self) -> None:
        self._spent: dict[str, int] = {}

    def take(self, line: bytes) -> None:
        """See `cockpit.agents.interface.Totals`."""
        record = read_object(line)
        if record is None:
            return
        changed = record.inner("$set") or record
        for message in (record, *(changed.objects("messages") or ())):
            identifier, tokens = message.text("id"), message.inner("tokens")
            total = tokens.number("total") if tokens is not None else None
            if identifier is not None and total is not None and message.text("type") == "gemini":
                self._spent[identifier] = total

    @property
    def tokens(self) -> int | None:
        """See `cockpit.agents.interface.Totals`."""
        return sum(self._spent.values()) if self._spent else None


class Gemini(Agent):
    """Gemini CLI as an agent that is read."""

    id = "gemini"
    name = "Gemini CLI"
    program = "gemini"

    def homes(self, environ: Mapping[str, str], home: str) -> tuple[str, ...]:
        """`GEMINI_CLI_HOME` stands for the person's home."""
        stated = environ.get("GEMINI_CLI_HOME", "")
        return (f"{(stated if is_absolute(stated) else home).rstrip('/')}/.gemini",)

    def logs(self, files: AgentFiles, at: str, folders: Sequence[str] | None, since: float) -> Iterable[str]:
        """Sub-agents' chats lie in folders of their own, and say so where they do not."""
        projects = files.names(f"{at}/{_PROJECTS}")
        composed = [(normalize(form, folder), folder) for folder in folders or () for form in ("NFC", "NFD")]
        spelled = [*((folder, folder) for folder in folders or ()), *composed]  # nobody knows which was hashed
        hashed = {_hashed(form): folder for form, folder in dict(spelled).items()} if projects else {}
        registered = _registered(files, at) if folders is not None else {}
        for name in projects:
            project = name.removesuffix("/")
            if project == name:
                continue
            if folders is not None:
                stated = _stated_root(files, f"{at}/{_PROJECTS}/{project}")
                owner = stated or registered.get(project) or hashed.get(project)
                if owner is None or not lies_in(owner, folders):
                    continue
            for chat, written in files.dated(f"{at}/{_PROJECTS}/{project}/chats"):
                path = f"{at}/{_PROJECTS}/{project}/chats/{chat}"
                if written < since or not _CHAT.fullmatch(chat):
                    continue
                first = read_object(files.part(path, "first line")) if folders is not None else None
                if first is None or first.value("kind") != SUBAGENT:
                    yield path

    def log(self, path: str) -> GeminiLog:
        """See `cockpit.agents.interface.Agent`."""
        return GeminiLog(path)

    def totals(self, path: str) -> GeminiTotals | None:
        """None of a chat that is one document: it is always read whole."""
        return None if path.endswith(DOCUMENT) else GeminiTotals()

    def completed(self, files: AgentFiles, at: str, session: AgentSession) -> AgentSession:
        """With the folder it works in, which no record of a chat tells."""
        folder = session.path.rpartition("/chats/")[0]
        root = _stated_root(files, folder) or _registered(files, at).get(folder.rpartition("/")[2])
        return replace(session, cwd=root) if root is not None else session


def _stated_root(files: AgentFiles, folder: str) -> str | None:
    """The path in `.project_root`."""
    root = (files.whole(f"{folder}/.project_root") or b"").decode(errors="surrogateescape").strip()
    return root.rstrip("/") or "/" if is_absolute(root) else None


def _hashed(folder: str) -> str:
    from hashlib import sha256  # brings OpenSSL along, which only a project's own folder needs

    return sha256(folder.encode(errors="surrogateescape")).hexdigest()


def _registered(files: AgentFiles, at: str) -> dict[str, str]:
    """The path of each name in `projects.json`: `{"projects": {"/abs/path": "name"}}`."""
    registry = read_object(files.whole(f"{at}/projects.json") or b"")
    projects = registry.value("projects") if registry is not None else None
    if not isinstance(projects, dict):
        return {}
    return {name: path for path, name in projects.items() if isinstance(name, str) and is_absolute(path)}


def _text_of(message: Fields, key: str) -> str:
    """The text of a message: a text, a part `{"text"}`, or several of both."""
    content = message.value(key)
    parts = content if isinstance(content, list) else [content]
    texts = [part.get("text") if isinstance(part, dict) else part for part in parts]
    return "".join(text for text in texts if isinstance(text, str)).encode("utf-8", "replace").decode()
