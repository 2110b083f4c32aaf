"""Reading a session's log of Claude Code: `projects/<folder>/<session>.jsonl`, one record a line.

Two shapes of records: those of the conversation (`user`, `assistant`, `system`, `attachment`) with an envelope of time,
folder, branch and version; and flat ones, such as `{"type":"ai-title","aiTitle":"Fix the tax","sessionId":"…"}`. All as
observed on versions 2.1.131 to 2.1.308; types that are not named here tell nothing.
"""

from typing import Literal

from cockpit.agents.records import Fields, one_line, read_object, texts
from cockpit.model.agents import AgentContext, AgentFailure, AgentQuestion, AgentSession, Evidence, Said
from cockpit.regex import regex
from cockpit.values import dataclass

SESSION_ID = regex(r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
SYNTHETIC = "<synthetic>"
"""The model of what Claude Code itself writes in place of an answer."""
QUESTION = 1_000
"""The most characters of a question that are kept."""
MOST_OPTIONS = 20

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
class _OpenQuestion:
    """A call of `AskUserQuestion` without a result: `call` is its id, `message` that of the answer it is part of."""

    call: str | None
    message: str | None
    at: str | None
    question: AgentQuestion | None


class ClaudeTotals:
    """The tokens of a session, its side chains included.

    One answer is recorded several times, once a block and with a count that still grows. The records of one answer
    have the same message id (and request id, in older versions); the largest count is that of the answer.
    """

    def __init__(self) -> None:
        self._largest: dict[tuple[str | None, ...], int] = {}
        self._sum = 0

    def take(self, line: bytes) -> None:
        """Read one line."""
        record = read_object(line) if b'"usage"' in line else None
        if record is not None:
            self.add(record)

    def add(self, record: Fields) -> None:
        """Count a record that was read already."""
        message = record.inner("message") if record.text("type") == "assistant" else None
        if message is None or record.flag("isApiErrorMessage") is not False or message.text("model") == SYNTHETIC:
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


def _answer_of(record: Fields, message: Fields) -> tuple[str | None, ...] | None:
    if (answer := message.text("id")) is not None:
        return answer, record.text("requestId")
    return None if (one := record.text("uuid")) is None else (one,)


class ClaudeLog:
    """What the lines of a log say of its session. Records of side chains, which are subagents', tell that something was
    written, and tokens, no more."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._unread = 0
        self._totals = ClaudeTotals()
        self._beginning_known = True
        self._titles: dict[str, str] = {}
        self._prompt: str | None = None
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
        self._told: Evidence | None = None
        self._question: _OpenQuestion | None = None

    def take(self, line: bytes) -> None:
        """Read one line."""
        if not line.strip():
            return
        record = read_object(line)
        if record is None:
            self._unread += 1
            return
        self._taken = True
        self._fold(record)
        self._unread += bool(record.wrong)

    def skip(self) -> None:
        """Lines are left out here."""
        self._beginning_known = False
        self._forget_the_present()

    @property
    def has_context(self) -> bool:
        """After a compaction without an answer no earlier line tells the size either."""
        return self._context is not None or self._compacted

    @property
    def unread(self) -> int:
        """Lines that could not be read as a whole."""
        return self._unread

    def _fold(self, record: Fields) -> None:
        kind = record.text("type")
        if kind in _TITLES:
            if (title := one_line(record.text(_TITLES[kind]))) is not None:
                self._titles[kind] = title
            return
        at = record.instant("timestamp")
        self._updated = at or self._updated
        if self._beginning_known:
            self._started = self._started or at
        self._totals.add(record)
        if record.flag("isSidechain") is not False:
            return
        self._take_envelope(record)
        if kind == "system":
            self._take_system(record, at)
        elif kind in ("user", "assistant") and (message := record.inner("message")) is not None:
            if kind == "user":
                self._take_user(record, message)
            else:
                self._take_assistant(record, message, at)

    def _take_envelope(self, record: Fields) -> None:
        if (cwd := record.folder("cwd")) is not None:
            self._envelope["cwd"] = cwd
        for key in ("gitBranch", "version", "entrypoint", "slug"):
            if (value := record.word(key)) is not None:
                self._envelope[key] = value

    def _take_user(self, record: Fields, message: Fields) -> None:
        blocks = message.blocks()
        results = [each.text("tool_use_id") for each in blocks if each.text("type") == "tool_result"]
        if results:
            self._told = None
            if self._question is not None and (self._question.call in results or self._question.call is None):
                self._question = None
            return
        if record.flag("isMeta") is not False or record.flag("isCompactSummary") is not False:
            return
        typed = [each for each in texts(blocks) if _NOT_TYPED.match(each) is None]
        if not typed and all(each.text("type") == "text" for each in blocks):
            return
        self._stop_retrying()
        self._told = self._question = None
        if typed and self._prompt is None and self._beginning_known and not typed[0].startswith(_INTERRUPTED):
            self._prompt = one_line(typed[0].strip().partition("\n")[0])

    def _take_assistant(self, record: Fields, message: Fields, at: str | None) -> None:
        failed = record.flag("isApiErrorMessage")
        if failed:
            self._failure = _failure(record, message, at)
            self._tell("turn", _SAID.get(self._failure.kind, "failed"), at)
            return
        model = message.word("model")
        if failed is None or model == SYNTHETIC:
            return
        self._model = model or self._model
        self._failure = self._told = None
        answer = message.text("id")
        if self._question is not None and (answer is None or answer != self._question.message):
            self._question = None
        self._take_context(message)
        for block in message.blocks():
            if block.text("type") == "tool_use" and block.text("name") == "AskUserQuestion":
                self._question = _OpenQuestion(block.text("id"), answer, at, _question(block))

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
            self._stop_retrying()
            if self._told is None or self._told.said == "turn-ended":
                self._tell("turn", "turn-ended", at)
        elif subtype == "api_error" and record.number("retryAttempt") is not None:
            error = record.inner("error")
            throttled = error is not None and error.number("status") == 429
            self._failure = AgentFailure(kind="throttled" if throttled else "server", at=at)
            self._tell("log", "retrying", at)

    def _stop_retrying(self) -> None:
        """A turn ended or begins: what was tried again before is not any more."""
        if self._told is not None and self._told.kind == "log":
            self._told = self._failure = None

    def _tell(self, kind: Literal["turn", "log"], said: Said, at: str | None) -> None:
        self._told, self._question = Evidence(kind=kind, said=said, at=at, path=self._path), None

    def session(self) -> AgentSession:
        """The session as far as the lines tell. `plan_path` is where its plan is if there is one: `completed` looks."""
        identity = self._path.rpartition("/")[2].removesuffix(".jsonl")
        title, by = self._title()
        branch = self._envelope.get("gitBranch")
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
            kind=self._envelope.get("entrypoint"),
            started=self._started,
            updated=self._updated,
            question=self._question.question if self._question is not None else None,
            plan_path=self._plan_path(),
            context=AgentContext(tokens=self._context) if self._context is not None else None,
            tokens=self._totals.tokens,
            tokens_at_least=self._totals.tokens is not None,
            failure=self._failure,
            resume=f"claude --resume {identity}" if SESSION_ID.fullmatch(identity) else None,
            evidence=self._evidence(),
        )

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

    def _evidence(self) -> tuple[Evidence, ...]:
        """At most one piece of each kind. An open call of a tool looks the same whether the tool runs or asks for
        leave, so only the call of the tool that asks a person is told, and as no more than a log's word."""
        if not self._taken:
            return ()
        if self._told is not None and self._told.kind == "log":
            return (self._told,)
        if self._question is not None:
            return (
                Evidence(kind="log", said="question-open", at=self._question.at, path=self._path, waits_for="question"),
            )
        written = Evidence(kind="log", said="written", at=self._updated, path=self._path)
        return (written,) if self._told is None else (self._told, written)


def _failure(record: Fields, message: Fields, at: str | None) -> AgentFailure:
    """What an answer says that Claude Code wrote because none came. Only a limit's own sentence is kept; of others the
    word for the failure, such as `server_error`."""
    word, status = record.word("error"), record.number("apiErrorStatus")
    if word == "rate_limit" or (word is None and status == 429):
        for text in texts(message.blocks()):
            if (limit := _LIMIT.search(text[:QUESTION])) is not None:
                return AgentFailure(kind="limit", text=one_line(text), at=at, until=one_line(limit["until"]))
        return AgentFailure(kind="throttled", text=word, at=at)
    if word not in _FAILURES and status is not None and status >= 500:
        return AgentFailure(kind="server", text=word, at=at)
    return AgentFailure(kind=_FAILURES.get(word, "other"), text=word, at=at)


def _question(call: Fields) -> AgentQuestion | None:
    """The first of the questions that are asked at once (one to four)."""
    asked = call.inner("input")
    for each in asked.items("questions")[:1] if asked is not None else ():
        if (text := one_line(each.text("question"), QUESTION)) is not None:
            labels = [one_line(option.text("label")) for option in each.items("options")[:MOST_OPTIONS]]
            return AgentQuestion(text=text, options=tuple(label for label in labels if label is not None))
    return None
