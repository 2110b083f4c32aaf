"""Words for a session of an agent: what it does, what it carries, how far its own list is, and how that is known."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from shlex import quote
from typing import NamedTuple

from cockpit.model.agents import AgentSession
from cockpit.rules.agent_state import FORGOTTEN
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.wording.messages import Message
from cockpit.wording.times import lasting_age, parse_instant, span

_WAITS = {"permission": "permission", "question": "a question", "plan": "its plan", "dialog": "a dialog",
          "something": "you"}  # fmt: skip
_FAILED = {"login": "log in", "billing": "billing"}
_WORDS = {
    "waits": ("waits", ": "), "works": ("works", ""), "background": ("works in background", ""),
    "your-turn": ("your turn", ""), "limited": ("limited", " "), "retries": ("tries again", ""),
    "failed": ("failed", ": "), "unfinished": ("unfinished", ", "), "lost": ("lost", ""), "ended": ("ended", " "),
    "unknown": ("not known", ": "),
}  # fmt: skip
"""The word for each state, and what stands before what else is known of it."""


def state_words(session: AgentSession, now: datetime) -> str:
    """What it does: `waits: permission`, `your turn`, `unfinished, silent 14 min`, `not known`."""
    failure, silent = session.failure, _since(session.updated, now)
    aside = {
        "waits": _WAITS[session.waits_for or "something"],
        "limited": f"until {failure.until}" if failure is not None and failure.until else "",
        "failed": _FAILED.get(failure.kind, "") if failure is not None else "",
        "unfinished": f"silent {silent}" if silent else "",
        "ended": f"{silent} ago" if silent else "",
        "unknown": "disputed" if session.disputed else "",
    }.get(session.state, "")
    return f"{_WORDS[session.state][0]}{_WORDS[session.state][1]}{aside}" if aside else _WORDS[session.state][0]


def context_words(session: AgentSession) -> str:
    """How much it carries: `38 %`, or the tokens where nobody states the window: `122 k`."""
    context = session.context
    if context is None:
        return ""
    if context.percent is not None:
        return f"{context.percent:.0f} %"
    return format_amount(context.tokens, "tokens")


class Usage(NamedTuple):
    """What the sessions of a project use of something that has no limit here.

    `value` is empty where no session states it; `note` says what it is the sum of, or whose it is. `by_session` has a
    title and its part for each session that states one, the largest first.
    """

    metric: str
    value: str
    note: Message
    by_session: tuple[tuple[str, str], ...] = ()


def usage_of(sessions: Sequence[AgentSession]) -> tuple[Usage, ...]:
    """Tokens, cost, and the fullest context of a session that goes on; nothing where there is no session."""
    return (_tokens_of(sessions), _cost_of(sessions), _context_of(sessions)) if sessions else ()


def sum_words(sessions: Sequence[AgentSession]) -> str:
    """What all sessions together state: `1.6 M tokens, $4.10`, with "at least" where one does not state its tokens, or
    not all of them yet."""
    tokens, cost = _tokens_of(sessions), _cost_of(sessions)
    at_least = "" if _states_all_tokens(sessions) else "at least "
    return ", ".join(filter(None, (f"{at_least}{tokens.value} tokens" if tokens.value else "", cost.value)))


def _title(session: AgentSession) -> str:
    return session.title or session.id


def _tokens_of(sessions: Sequence[AgentSession]) -> Usage:
    stating = [(each.tokens, each) for each in sessions if each.tokens is not None]
    if not stating:
        return Usage("tokens", "", Message("rules.usage-not-stated"))
    stating.sort(key=lambda each: each[0], reverse=True)
    parts = tuple((_title(each), amount_of_tokens(each)) for _, each in stating)
    total = format_amount(sum(tokens for tokens, _ in stating), "tokens")
    code = "rules.usage-of-all" if _states_all_tokens(sessions) else "rules.usage-at-least"
    return Usage("tokens", total, Message(code, count=len(sessions)), parts)


def _states_all_tokens(sessions: Sequence[AgentSession]) -> bool:
    return all(each.tokens is not None and not each.tokens_at_least for each in sessions)


def amount_of_tokens(session: AgentSession) -> str:
    """`1.2 M`, or `at least 1.2 M`; empty where it states none."""
    if session.tokens is None:
        return ""
    return f"{'at least ' if session.tokens_at_least else ''}{format_amount(session.tokens, 'tokens')}"


def _cost_of(sessions: Sequence[AgentSession]) -> Usage:
    stating = sorted(((each.cost, _title(each)) for each in sessions if each.cost is not None), reverse=True)
    if not stating:
        return Usage("cost", "", Message("rules.usage-not-stated"))
    total = format_amount(sum(cost for cost, _ in stating), "usd")
    code = "rules.usage-of-all" if len(stating) == len(sessions) else "rules.usage-of-some"
    parts = tuple((title, format_amount(cost, "usd")) for cost, title in stating)
    return Usage("cost", total, Message(code, count=len(sessions), stating=len(stating)), parts)


def _context_of(sessions: Sequence[AgentSession]) -> Usage:
    live = [(each.context, each) for each in sessions if each.context is not None and not is_quiet(each)]
    live.sort(key=lambda each: (each[0].percent is not None, each[0].percent or 0, each[0].tokens), reverse=True)
    if not live:
        return Usage("context", "", Message("rules.usage-not-stated"))
    fullest = live[0][1]
    unstated = sum(context.percent is None for context, _ in live)
    code = "rules.fullest-context"
    if unstated:
        code = "rules.fullest-context-of-some" if live[0][0].percent is not None else "rules.largest-context"
    parts = tuple((_title(each), context_words(each)) for _, each in live)
    return Usage("context", context_words(fullest), Message(code, title=_title(fullest), count=unstated), parts)


def place_words(session: AgentSession) -> str:
    """The worktree or branch it works in."""
    return session.worktree.rpartition("/")[2] if session.worktree else session.branch or ""


def _done(session: AgentSession) -> int:
    return sum(each.status in ("completed", "cancelled") for each in session.todos or ())


def done_words(session: AgentSession) -> str:
    """How far it is by its own list: `3 of 5 done`; empty where it keeps none."""
    return f"{_done(session)} of {len(session.todos)} done" if session.todos else ""


def list_words(session: AgentSession) -> Message | None:
    """How far it is by its own list, and the step it is at; None where it keeps none."""
    if not session.todos:
        return None
    done = _done(session)
    at = next((each.text for each in session.todos if each.status == "in_progress"), None)
    if at is None:
        return Message("rules.done-by-its-own-list", done=done, total=len(session.todos))
    return Message("rules.done-by-its-own-list-at", done=done, total=len(session.todos), step=at)


def evidence_words(session: AgentSession, now: datetime) -> str:
    """What tells its state, and how long ago it was heard of, in words that stay true for a minute: `registry, 4 min`,
    `registry, just now`."""
    kinds = [each.kind for each in session.evidence]
    strongest = next((kind for kind in ("list", "registry", "turn", "log") if kind in kinds), "")
    heard = (lasting_age(session.updated, now) or "").removesuffix(" ago")
    return ", ".join(filter(None, (strongest, heard)))


def _since(at: str | None, now: datetime) -> str:
    found = parse_instant(at)
    return span(max(0.0, (now - found.at).total_seconds())) if found is not None else ""


def way_back(session: AgentSession) -> str | None:
    """The command that goes to it: to the pane of tmux in which it runs, else the agent's own; None where there is
    none."""
    if session.alive and session.terminal is not None and session.terminal.startswith("tmux "):
        return f"tmux switch-client -t {quote(session.terminal.removeprefix('tmux '))}"
    return session.resume


def is_quiet(session: AgentSession) -> bool:
    """Whether nothing is going on in it."""
    return session.state in ("ended", "lost")


def by_urgency(sessions: Iterable[AgentSession]) -> list[AgentSession]:
    """What waits for a person first, then what failed, what is over last; within that in the order given."""
    return sorted(sessions, key=lambda each: {"waits": 0, "failed": 1}.get(each.state, 3 if is_quiet(each) else 2))


def is_old(session: AgentSession, now: datetime) -> bool:
    """Whether it ended, and nothing was heard of it for a day."""
    heard = parse_instant(session.updated)
    return is_quiet(session) and heard is not None and now - heard.at >= FORGOTTEN
