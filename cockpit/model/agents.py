"""A session of a coding agent, as what the agent keeps about itself tells it: observed, never written.

Whatever is not stated is None, and is shown as not known. Texts are as the agent wrote them, titles cut to 120
characters; instants are ISO 8601 in UTC, such as `2026-11-24T13:02:11Z`; paths are absolute.
"""

from typing import Literal, NamedTuple

from cockpit.values import dataclass

AgentState = Literal[
    "waits", "works", "background", "your-turn", "limited", "retries", "failed", "unfinished", "lost", "ended",
    "unknown",
]  # fmt: skip
"""What a session does: `waits` for a person (`waits_for` says what for); `works`; works in the `background` while its
prompt is free; it is `your-turn`: the last turn ended; `limited` by its provider until a time; `retries` after a
passing failure; `failed` until a person does something, such as log in; an `unfinished` turn of which nothing was
heard for minutes: nobody knows whether it works or waits; `lost`: its process went without an end; `ended`;
`unknown`, where nothing that is kept tells."""

WaitsFor = Literal["permission", "question", "plan", "dialog", "hold", "something"]
"""What a session waits for: leave to do something, the answer to a question, the approval of a plan, an open dialog,
the answer to what cockpit's hook holds it at."""

NeedsYou = Literal["permission", "question", "plan", "dialog", "hold", "something", "failed", "turn"]
"""Why a session needs a person: what it waits for; it `failed` until a person helps; or its `turn` ended."""

EvidenceKind = Literal["list", "registry", "call", "turn", "subagent", "title", "log", "hook"]
"""What tells a state: the agent's own list of sessions; the file it keeps while a session lives; a call that has no
result yet; a record that a turn began or ended; a subagent that was heard of; the title of its terminal; the last
record, or the time of the file; the record of cockpit's hook that holds it."""

Said = Literal[
    "waiting", "busy", "idle", "shell", "turn-begun", "turn-ended", "interrupted", "question-open", "limited",
    "retrying", "failed", "written", "ended", "call-open", "absent", "elsewhere", "held",
]  # fmt: skip
"""What a piece of evidence says. `shell` is idle while a background shell lives; `interrupted` that a person ended the
turn; `call-open` that a call has no result yet; `written` that something was recorded, no more; `absent` that the agent
keeps a file for each process, and none names this session; `elsewhere` that the one that does was written in another
pid namespace, as in a container."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """One thing that an agent keeps which tells what a session does: what it says, since when, and in which file.

    `waits_for` where it says `waiting` or `question-open`.
    """

    kind: EvidenceKind
    said: Said
    at: str | None = None
    path: str
    waits_for: WaitsFor | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentQuestion:
    """A question that is open, and the answers to choose from; `others` are asked with it."""

    text: str
    options: tuple[str, ...] = ()
    others: int = 0


RequestKind = Literal["run", "outside", "change", "write", "read", "use", "ask", "plan"]
"""What a call does: runs a command, one `outside` its sandbox, changes or writes a file, reads an address, uses a tool
of a server or any other, asks questions, shows a plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRequest:
    """A call of a tool without a result: what a session wants leave for while it waits, what it runs while it works.

    `tool` is the agent's own name of it, `text` the command, path, address, question or plan, whole up to 4 KiB; `cut`
    counts the characters beyond. `reason` is what the agent says it is for, `more` other arguments as `name: value`.
    It is shown from memory, never stored.
    """

    tool: str
    kind: RequestKind
    text: str
    reason: str | None = None
    more: tuple[str, ...] = ()
    at: str | None = None
    cut: int = 0
    masked: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentPlace:
    """Where a session's process runs, as far as the system tells.

    `kind` names what shows it: `tmux`, another terminal of `cockpit.storage.agents.terminals`, `background` for one
    without a terminal that can be attached to, `tty` for a bare terminal. `name` is what a person calls it, such as
    `work:1.0` or `pts/9`; `pane` what its commands take, `socket` the server's.
    """

    kind: str
    name: str
    tty: str | None = None
    socket: str | None = None
    pane: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentTodo:
    """An entry of the session's own list."""

    text: str
    status: Literal["pending", "in_progress", "completed", "cancelled", "blocked"] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentContext:
    """Tokens in the session's context as of its last answer; the window, and how much of it that is, only where the
    agent states the window."""

    tokens: int
    window: int | None = None
    percent: float | None = None


RateLimitWindow = Literal["five_hour", "seven_day"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentRateLimit:
    """How much of a limit of the provider the account has used within a window, in percent, and when that ends."""

    window: RateLimitWindow
    used: float
    resets_at: str


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentFailure:
    """The last failure that no answer followed: `limit` of the provider's use (`until` as the agent words it),
    `throttled` and `server` pass by themselves, `login` and `billing` need a person."""

    kind: Literal["limit", "throttled", "server", "login", "billing", "other"]
    text: str | None = None
    at: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentSession:
    """One session of an agent.

    `agent` is the agent's id, such as `claude`; `id` the agent's own of the session; `path` the file that tells most.
    `title_by` says who gave the title: the person, the agent, or the first prompt stands for one. `kind` is the agent's
    word, such as `interactive`. `updated` is when anything was last heard of it. `since` is when `state` began.
    `terminal` is the one in which its process was begun, such as `pts/3`, or the pane of tmux: `tmux work:1.0`.
    `worktree` is the folder of the linked worktree it works in. `todos` is None where no list is known. `tokens` are
    those of the whole session, with `tokens_at_least` as long as not everything was read; `cost` in USD, only where the
    agent states it. `rate_limits` are those of its account, as told last, while it goes on. `alive` tells whether its
    process runs; None where nobody can tell. `resume` is the command that goes back to it; None while it runs, where
    that would open it a second time. `disputed` is always false. `idle` says that it is your turn for minutes.

    `repository` is the name of the repository it works in, `root` the folder of that. `needs_you` says why it needs a
    person, `may` that nobody can tell whether it does; `dismissed_until` until when a person put it away. `request` is
    its open call, `said` the end of its last message. `subagents` counts those at work, `subagent_names` names them.
    `held` is what cockpit's hook holds it at, such as `cost $10.04, alert at $10`. In a `headless` one nobody sits.
    `processes` are all that have it open, `place` is where the one that speaks runs, `go`
    the command that brings a person there. `fork_of` is the id, or title, of the session it was forked from.
    """

    agent: str
    id: str
    path: str
    title: str | None = None
    title_by: Literal["user", "agent", "prompt"] | None = None
    cwd: str | None = None
    branch: str | None = None
    worktree: str | None = None
    version: str | None = None
    model: str | None = None
    kind: str | None = None
    started: str | None = None
    updated: str | None = None
    state: AgentState = "unknown"
    waits_for: WaitsFor | None = None
    since: str | None = None
    disputed: bool = False
    idle: bool = False
    question: AgentQuestion | None = None
    todos: tuple[AgentTodo, ...] | None = None
    plan_path: str | None = None
    context: AgentContext | None = None
    tokens: int | None = None
    tokens_at_least: bool = False
    cost: float | None = None
    rate_limits: tuple[AgentRateLimit, ...] = ()
    failure: AgentFailure | None = None
    pid: int | None = None
    terminal: str | None = None
    alive: bool | None = None
    resume: str | None = None
    repository: str | None = None
    root: str | None = None
    needs_you: NeedsYou | None = None
    may: bool = False
    dismissed_until: str | None = None
    request: AgentRequest | None = None
    said: str | None = None
    held: str | None = None
    subagents: int = 0
    subagent_names: tuple[str, ...] = ()
    headless: bool = False
    processes: tuple[int, ...] = ()
    place: AgentPlace | None = None
    go: tuple[str, ...] | None = None
    fork_of: str | None = None
    evidence: tuple[Evidence, ...] = ()

    @property
    def is_joined(self) -> bool:
        """Whether whoever goes there uses the terminal that cockpit has: a session in the background has none."""
        return self.place is not None and self.place.kind == "background" and self.go is not None


class Trip(NamedTuple):
    """Where a person was brought, in a sentence, and the key that comes back, such as `ctrl+b L`; or the `reason` why
    nowhere."""

    sentence: str = ""
    back: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Dismissal:
    """A session that a person put away, as it was then: in that `state` since then. It comes back once it is in
    another, and at `until`, where that is not None."""

    agent: str
    id: str
    state: str
    since: str | None = None
    until: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedAt:
    """A folder in which sessions of an agent were looked for, as a person writes it (`~/.claude`); where one in it may
    not be read, that one. `logs` is how many it keeps of sessions that work in this project, `not_read` how many of a
    form that this version does not read, such as compressed ones."""

    agent: str
    name: str
    folder: str
    state: Literal["there", "absent", "denied"]
    logs: int = 0
    not_read: int = 0
