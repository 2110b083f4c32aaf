"""Reading a session's log of Claude Code: `projects/<folder>/<session>.jsonl`, one record a line.

Two shapes of records: those of the conversation (`user`, `assistant`, `system`, `attachment`) with an envelope of time,
folder, branch and version; and flat ones, such as `{"type":"ai-title","aiTitle":"Fix the tax","sessionId":"…"}`. All as
observed on versions 2.1.131 to 2.1.308; types that are not named here tell nothing.
"""

from collections.abc import Iterator
from typing import Literal

from cockpit.agents.records import (
    LONGEST_TEXT,
    Fields,
    last_words,
    one_line,
    read_object,
    read_question,
    request_of,
    texts,
    without_cd,
    without_query,
)
from cockpit.model.agents import (
    AgentContext,
    AgentFailure,
    AgentRequest,
    AgentSession,
    Evidence,
    RequestKind,
    Said,
    WaitsFor,
)
from cockpit.regex import regex
from cockpit.values import dataclass
from cockpit.wording.times import certainly_before

SESSION_ID = regex(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
SYNTHETIC = "<synthetic>"
"""The model of what Claude Code itself writes in place of an answer."""
QUESTION = "AskUserQuestion"
_ASKING: dict[str, WaitsFor] = {QUESTION: "question", "ExitPlanMode": "plan"}
"""The tools that ask a person, and for what."""

_SENT = ("cache_creation_input_tokens", "cache_read_input_tokens")
"""With `input_tokens` what an answer was given to, which is how the agent's own status line counts the context."""
_TITLES = {"custom-title": "customTitle", "agent-name": "agentName", "ai-title": "aiTitle"}
_PLAN = regex(r"[A-Za-z0-9][A-Za-z0-9_-]{0,199}")
_NOT_TYPED = regex(
    r"\s*<(?:command-|local-command-|bash-(?:input|stdout|stderr)|task-notification|system-reminder|teammate-message"
    r"|ide_(?:opened_file|selection)|user-memory-input)"
)
"""How a text begins that is recorded as a prompt, and that no person wrote: a command and its output, a notification
(as observed on 2.1.x). A prompt may begin with any other tag."""
_INTERRUPTED = "[Request interrupted by user"
_LIMIT = regex(r"\blimit\b.{0,80}?\bresets\s+(?P<until>[^·∙|\n]{1,80})")
"""`You've hit your session limit · resets 9:50pm (Asia/Saigon)`. Without `resets` it is a passing throttle, which has
the same status."""
_FAILURES: dict[str | None, Literal["server", "login", "billing"]] = {
    "overloaded": "server",
    "server_error": "server",
    "authentication_failed": "login",
    "oauth_org_not_allowed": "login",
    "billing_error": "billing",
}
_SAID: dict[str, Said] = {"limit": "limited", "throttled": "retrying", "server": "retrying"}


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of a tool: `block` is as recorded, `message` the id of the answer that it is part of."""

    block: Fields
    message: str | None
    at: str | None


class ClaudeTotals:
    """The tokens of a session, its side chains included.

    One answer is recorded several times, once a block and with a count that still grows. The records of one answer
    have the same message id (and request id, in older versions); the largest count is that of the answer. What a fork
    repeats is its parent's.
    """

    telling = regex(rb'"usage"')

    def __init__(self, session: str) -> None:
        self._session = session
        self._largest: dict[tuple[str | None, ...], int] = {}
        self._sum = 0

    def take(self, line: bytes) -> None:
        """Read one line."""
        record = read_object(line)
        if record is not None:
            self.add(record)

    def add(self, record: Fields) -> None:
        """Count a record that was read already."""
        message = record.inner("message") if record.text("type") == "assistant" else None
        if message is None or record.flag("isApiErrorMessage") is not False or message.text("model") == SYNTHETIC:
            return
        if parent_of(record, self._session) is not None:
            return
        usage = message.inner("usage")
        tokens = usage.sum("input_tokens", (*_SENT, "output_tokens")) if usage is not None else None
        if tokens is None:
            return
        key = _answer_of(record, message) or ("neither id", str(len(self._largest)))
        before = self._largest.get(key, 0)
        self._largest[key] = max(tokens, before)
        self._sum += max(tokens - before, 0)

    @property
    def tokens(self) -> int | None:
        """All tokens so far."""
        return self._sum if self._largest else None


def parent_of(record: Fields, session: str) -> str | None:
    """The session whose record a fork repeats: `/branch` says so, `--fork-session` only by who asked for an answer."""
    parent = record.inner("forkedFrom") if record.states("forkedFrom") else None
    asked = record.identifier("requestSessionId") if record.states("requestSessionId") else None
    if parent is not None:
        return parent.identifier("sessionId")
    return asked if asked is not None and asked != session else None


def _answer_of(record: Fields, message: Fields) -> tuple[str | None, ...] | None:
    if (answer := message.text("id")) is not None:
        return answer, record.text("requestId")
    return None if (one := record.text("uuid")) is None else (one,)


class ClaudeLog:
    """What the lines of a log say of its session. Records of side chains, which are subagents', tell that something was
    written, and tokens, no more; in the log `of_subagent` all are of that kind.

    The records of one flush may stand in another order than they were made in: what is open, and what came last, is
    told by ids and times.
    """

    telling = regex(rb'"type"')

    def __init__(self, path: str, *, of_subagent: bool = False) -> None:
        self._path = path
        self._id = path.rpartition("/")[2].removesuffix(".jsonl")
        self._of_subagent = of_subagent
        self.unread = 0
        self._totals = ClaudeTotals(self._id)
        self._beginning_known = True
        self._titles: dict[str, str] = {}
        self._prompt: str | None = None
        self._parent: str | None = None
        self._envelope: dict[str, str] = {}
        self._model: str | None = None
        self._started: str | None = None
        self._updated: str | None = None
        self._taken = False
        self._forget_the_present()

    def _forget_the_present(self) -> None:
        self._context: int | None = None
        self._compacted = False
        self._failure: AgentFailure | None = None
        self._retries = False
        """Whether the agent tries again by itself after that failure."""
        self._turn: Evidence | None = None
        self._calls: dict[str, _Call] = {}
        self._results: set[str] = set()
        self._texts: dict[str | None, list[str]] = {}
        """The texts of the last answer behind its calls, by its message id."""
        self._before_call: list[str] = []
        """The texts of that answer before its calls."""

    def take(self, line: bytes) -> None:
        """Read one line."""
        record = read_object(line)
        if record is None:
            self.unread += bool(line.strip())
            return
        self._taken = True
        self._fold(record)
        self.unread += bool(record.wrong)

    def skip(self) -> None:
        """Lines are left out here."""
        self._beginning_known = False
        self._forget_the_present()

    @property
    def has_context(self) -> bool:
        """After a compaction without an answer no earlier line tells the size either."""
        return self._context is not None or self._compacted

    def _fold(self, record: Fields) -> None:
        kind = record.text("type")
        if kind in _TITLES:
            if (title := one_line(record.text(_TITLES[kind]))) is not None:
                self._titles[kind] = title
            return
        at = record.instant("timestamp")
        parent = parent_of(record, self._id) if not self._of_subagent else None
        self._parent = parent or self._parent
        if self._updated is None or certainly_before(self._updated, at):
            self._updated = at or self._updated
        if self._beginning_known and parent is None:
            self._started = self._started or at
        self._totals.add(record)
        if record.flag("isSidechain") is not self._of_subagent:
            return
        self._take_envelope(record)
        if kind == "system":
            self._take_system(record, at)
        elif kind in ("user", "assistant") and (message := record.inner("message")) is not None:
            if kind == "user":
                self._take_user(record, message, at)
            else:
                self._take_assistant(record, message, at)

    def _take_envelope(self, record: Fields) -> None:
        if (cwd := record.folder("cwd")) is not None:
            self._envelope["cwd"] = cwd
        for key in ("gitBranch", "version", "entrypoint", "slug"):
            if (value := record.word(key)) is not None:
                self._envelope[key] = value

    def _take_user(self, record: Fields, message: Fields, at: str | None) -> None:
        blocks = message.blocks()
        for result in (each.text("tool_use_id") for each in blocks if each.text("type") == "tool_result"):
            if result is not None:
                self._results.add(result)
                self._calls.pop(result, None)
        if record.flag("isMeta") is not False or record.flag("isCompactSummary") is not False:
            return
        typed = [each for each in texts(blocks) if _NOT_TYPED.match(each) is None]
        if any(each.startswith(_INTERRUPTED) for each in typed):
            self._tell("interrupted", at)
        elif typed or not all(each.text("type") in ("text", "tool_result") for each in blocks):
            self._tell("turn-begun", at)
            if typed and self._prompt is None and self._beginning_known and not record.states("forkedFrom"):
                self._prompt = one_line(typed[0].strip().partition("\n")[0])

    def _take_assistant(self, record: Fields, message: Fields, at: str | None) -> None:
        failed = record.flag("isApiErrorMessage")
        if failed:
            failure = _failure(record, message, at)
            self._tell(_SAID.get(failure.kind, "failed"), at)
            self._failure, self._retries = failure, False
            return
        model = message.word("model")
        if failed is None or model == SYNTHETIC:
            return
        self._model = model or self._model
        self._failure = None
        answer = message.text("id")
        self._close_calls(at, but=answer)
        if self._turn is None or self._turn.said == "retrying" or certainly_before(self._turn.at, at):
            begun = self._turn is not None and self._turn.said == "turn-begun"
            self._turn = self._turn if begun else Evidence(kind="turn", said="turn-begun", at=at, path=self._path)
        self._take_context(message)
        if answer not in self._texts:
            self._texts, self._before_call = {answer: []}, []
        for block in message.blocks():
            call = block.identifier("id") if block.text("type") == "tool_use" else None
            if call is not None and call not in self._results:
                self._calls[call] = _Call(block, answer, at)
            if block.text("type") == "tool_use":
                self._before_call += self._texts[answer]
                self._texts[answer] = []
            elif text := block.text("text") if block.text("type") == "text" else None:
                self._texts[answer].append(text)

    def _close_calls(self, at: str | None, *, but: str | None = None) -> None:
        """What was called before that instant has come to an end, but for the calls of one answer."""
        self._calls = {call: each for call, each in self._calls.items()
                       if (but is not None and each.message == but) or certainly_before(at, each.at)}  # fmt: skip

    def _take_context(self, message: Fields) -> None:
        """The context as of this answer. Nothing at all is no size of a context."""
        if message.states("usage"):
            usage = message.inner("usage")
            tokens = usage.sum("input_tokens", _SENT) if usage is not None else None
            self._context = self._context if tokens == 0 else tokens

    def _take_system(self, record: Fields, at: str | None) -> None:
        subtype = record.text("subtype")
        if subtype == "compact_boundary":
            self._context, self._compacted = None, True
        elif subtype == "turn_duration":
            if self._turn is None or self._turn.said in ("turn-begun", "turn-ended", "retrying"):
                self._failure = None if self._retries else self._failure
                self._tell("turn-ended", at)
        elif subtype == "api_error" and record.number("retryAttempt") is not None:
            error = record.inner("error")
            throttled = error is not None and error.number("status") == 429
            self._tell("retrying", at)
            self._retries = True
            self._failure = AgentFailure(kind="throttled" if throttled else "server", at=at)

    def _tell(self, said: Said, at: str | None) -> None:
        """What a record says of the turn, unless one that was made later said otherwise; it closes what was open."""
        if self._turn is not None and certainly_before(at, self._turn.at):
            return
        if said in ("turn-begun", "interrupted"):
            self._failure = None
        self._turn = Evidence(kind="turn", said=said, at=at, path=self._path)
        self._close_calls(at)

    def session(self) -> AgentSession:
        """The session as far as the lines tell. `plan_path` is where its plan is if there is one: `completed` looks."""
        identity = self._id
        title, by = self._title()
        branch, entrypoint = self._envelope.get("gitBranch"), self._envelope.get("entrypoint")
        call = self._open_call()
        asked = call.block.inner("input") if call is not None and call.block.text("name") == QUESTION else None
        request = read_call(call.block, call.at, self._envelope.get("cwd")) if call is not None else None
        texts = [text for each in self._texts.values() for text in each]
        return AgentSession(
            agent="claude",
            id=identity,
            path=self._path,
            title=title,
            title_by=by,
            cwd=self._envelope.get("cwd"),
            branch=branch if branch != "HEAD" else None,  # what git calls a checkout without a branch
            version=self._envelope.get("version"),
            model=self._model,
            kind=entrypoint,
            headless=entrypoint is not None and entrypoint.startswith("sdk-"),
            started=self._started,
            updated=self._updated,
            question=read_question(asked),
            request=request,
            said=last_words("\n".join(texts or (self._before_call if request is not None else ()))),
            plan_path=self._plan_path(),
            context=AgentContext(tokens=self._context) if self._context is not None else None,
            tokens=self._totals.tokens,
            tokens_at_least=self._totals.tokens is not None,
            failure=self._failure,
            fork_of=self._parent,
            resume=f"claude --resume {identity}" if SESSION_ID.fullmatch(identity) else None,
            evidence=tuple(self._evidence(request)),
        )

    def _open_call(self) -> _Call | None:
        """The call that a session waits for or runs: one that asks a person, else the first, since the others wait for
        that one."""
        calls = sorted(self._calls.values(), key=lambda each: each.at or "")
        asking = [each for each in calls if each.block.text("name") in _ASKING]
        return next(iter((*asking, *calls)), None)

    def _title(self) -> tuple[str | None, Literal["user", "agent", "prompt"] | None]:
        """The title and who gave it. A person's rename and the agent itself both write `agent-name`."""
        if (custom := self._titles.get("custom-title")) is not None:
            return custom, "user"
        if (name := self._titles.get("agent-name")) is not None:
            return name, None
        if (made := self._titles.get("ai-title")) is not None:
            return made, "agent"
        return self._prompt, "prompt" if self._prompt is not None else None

    def _plan_path(self) -> str | None:
        slug = self._envelope.get("slug")
        home, projects, _ = self._path.rpartition("/projects/")
        return f"{home}/plans/{slug}.md" if slug is not None and projects and _PLAN.fullmatch(slug) else None

    def _evidence(self, request: AgentRequest | None) -> Iterator[Evidence]:
        """At most one piece of each kind. An open call looks the same whether the tool runs or asks for leave; only
        that of a tool that asks a person says that it waits."""
        if not self._taken:
            return
        if request is not None:
            waits_for = _ASKING.get(request.tool)
            said: Said = "question-open" if waits_for is not None else "call-open"
            yield Evidence(kind="call", said=said, at=request.at, path=self._path, waits_for=waits_for)
        if self._turn is not None:
            yield self._turn
        yield Evidence(kind="log", said="written", at=self._updated, path=self._path)


def _failure(record: Fields, message: Fields, at: str | None) -> AgentFailure:
    """What an answer says that Claude Code wrote because none came. Only a limit's own sentence is kept; of others the
    word for the failure, such as `server_error`."""
    word, status = record.word("error"), record.number("apiErrorStatus")
    if word == "rate_limit" or (word is None and status == 429):
        for text in texts(message.blocks()):
            if (limit := _LIMIT.search(text[:LONGEST_TEXT])) is not None:
                return AgentFailure(kind="limit", text=one_line(text), at=at, until=one_line(limit["until"]))
        return AgentFailure(kind="throttled", text=word, at=at)
    if word not in _FAILURES and status is not None and status >= 500:
        return AgentFailure(kind="server", text=word, at=at)
    return AgentFailure(kind=_FAILURES.get(word, "other"), text=word, at=at)


_KINDS: dict[str, tuple[RequestKind, str, str]] = {
    "Bash": ("run", "command", "description"),
    "Write": ("write", "file_path", ""),
    "Edit": ("change", "file_path", ""),
    "MultiEdit": ("change", "file_path", ""),
    "NotebookEdit": ("change", "notebook_path", ""),
    "Read": ("read", "file_path", ""),
    "WebFetch": ("read", "url", ""),
    "ExitPlanMode": ("plan", "plan", ""),
}
"""By tool what its call does, the argument that tells on what, and the one that tells why."""


def read_call(block: Fields, at: str | None, cwd: str | None) -> AgentRequest | None:
    """What a call of a tool does, from its `tool_use` block; None where the tool is not named."""
    tool, given = block.word("name"), block.inner("input") or Fields({})
    if tool is None:
        return None
    if tool in _KINDS:
        kind, key, reason = _KINDS[tool]
        text = given.text(key) or ""
        text = without_cd(text, cwd) if kind == "run" else without_query(text) if key == "url" else text
        return request_of(tool, kind, text, given, at, key, reason)
    if tool == QUESTION:
        question = read_question(given)
        return request_of(tool, "ask", question.text if question is not None else "", given, at, "questions")
    server, _, name = tool.removeprefix("mcp__").partition("__")
    return request_of(tool, "use", f"{server}: {name}" if tool.startswith("mcp__") and name else tool, given, at)
