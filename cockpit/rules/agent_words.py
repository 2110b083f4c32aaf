"""Words for a session of an agent: what it does, what it carries, how far its own list is, and how that is known."""

import shlex
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from cockpit.model import Unit
from cockpit.model.agents import AgentRequest, AgentSession, AgentState
from cockpit.regex import regex
from cockpit.rules.agent_state import FORGOTTEN, is_quiet, reset_at
from cockpit.rules.thresholds.metrics import format_amount
from cockpit.wording.messages import Words
from cockpit.wording.phrases import counted
from cockpit.wording.printable import cells_of
from cockpit.wording.secrets import masked_command
from cockpit.wording.times import parse_instant, span

_WAITS = {"permission": "permission", "question": "a question", "plan": "its plan", "dialog": "a dialog",
          "something": "you"}  # fmt: skip
_WANTS = {"run": "wants to run", "outside": "wants to run outside its sandbox", "change": "wants to change",
          "write": "wants to write", "read": "wants to read", "use": "wants to use"}  # fmt: skip
_DOES = {"run": "runs", "outside": "runs", "change": "changes", "write": "writes", "read": "reads", "use": "uses"}
_WINDOWS = {"five_hour": "5 h", "seven_day": "7 d"}
_FAILED = {"login": "log in", "billing": "billing"}


def what_words(session: AgentSession, now: datetime) -> str:
    """What it waits for or does, on one line and whole, secrets masked: `wants to run: git push --force origin main`,
    `asks: Drop the old queue? Yes / No`, `ended its turn: Shall I commit?`, `works, 2 subagents: research caches`."""
    words = _OF_STATE.get(session.state)
    return words(session, now) if words is not None else _OTHERWISE[session.state]


def _works_words(session: AgentSession, now: datetime) -> str:
    request = session.request
    if request is not None and request.kind in _DOES and not session.subagents:
        return f"{_DOES[request.kind]} {request_words(request, session)}, {_since(request.at, now)}"
    stuck = f"nothing heard for {_since(session.updated, now)}" if session.may else ""
    nobody = "nobody sits there (print mode)" if session.headless else ""
    return ", ".join(filter(None, ("works", stuck or _subagent_words(session) or nobody)))


def _failed_words(session: AgentSession) -> str:
    failure = session.failure
    why = _FAILED.get(failure.kind) or failure.text if failure is not None else None
    return f"failed: {why}" if why else "failed"


def _unfinished_words(session: AgentSession, now: datetime) -> str:
    request, silent = session.request, _since(session.updated, now)
    if request is not None and request.kind == "outside":
        asked = request_words(request, session)
        return f"may wait: asked to leave its sandbox: {asked}, {_since(request.at, now)}"
    return f"unfinished, silent {silent}" if silent and not silent.endswith(" s") else "unfinished"


_OTHERWISE = {"retries": "tries again", "lost": "lost: its process is gone", "ended": "ended"}


_NO_TIME = datetime.min.replace(tzinfo=UTC)


def word_of(session: AgentSession) -> str:
    """What it waits for or does without how long, and so the same until something happens."""
    stated = "" if session.state in ("works", "unfinished", "limited") else what_words(session, _NO_TIME)
    return stated or {"works": "works", "unfinished": "may wait"}.get(session.state, "is limited")


def state_words(session: AgentSession, now: datetime) -> str:
    """The same, with how long ago it ended: `ended 8 min ago`, `ended 8 min ago (nobody sits there)`."""
    if session.state != "ended":
        return what_words(session, now)
    ago = f"ended {_since(session.updated, now)} ago" if session.updated else "ended"
    return f"{ago} (nobody sits there)" if session.headless else ago


def _waits_words(session: AgentSession) -> str:
    request = session.request
    if session.waits_for == "hold":
        return f"held: {session.held}"
    if request is None or (request.kind not in ("ask", "plan") and session.waits_for != "permission"):
        waits_for = session.waits_for
        return "waits for you" if waits_for == "something" else f"waits: {_WAITS[waits_for or 'something']}"
    text = request_words(request, session)
    if request.kind == "plan":
        return f"shows its plan: {text}" if text else "shows its plan"
    if request.kind != "ask":
        return f"{_WANTS[request.kind]}: {text}"
    stated = next((each.said for each in session.evidence if each.kind in ("list", "registry")), "waiting")
    beside = f", as its log says; its list says {stated}" if stated in ("busy", "idle", "shell") else ""
    question = session.question
    if question is not None and question.others:
        return f"asks {question.others + 1} questions: {text}{beside}"
    options = f" {' / '.join(question.options)}" if question is not None and question.options else ""
    return f"asks: {text}{options}{beside}"


def _subagent_words(session: AgentSession) -> str:
    """`2 subagents: research caches`; empty where none works."""
    if not session.subagents:
        return ""
    name = f": {session.subagent_names[0]}" if session.subagent_names else ""
    return f"{session.subagents} subagent{'s' if session.subagents > 1 else ''}{name}"


def _turn_words(session: AgentSession) -> str:
    shell = " (a shell runs)" if any(each.said == "shell" for each in session.evidence) else ""
    if any(each.said == "interrupted" for each in session.evidence):
        return f"you stopped it{shell}"
    said = masked_command(last_sentence(session.said))
    return f"ended its turn{shell}: {said}" if said else f"ended its turn{shell}"


def _limit_words(session: AgentSession, now: datetime) -> str:
    """When it goes on by the person's own clock, or as the provider words it."""
    reset = reset_at(session.failure) if session.failure is not None else None
    if reset is None:
        until = session.failure.until if session.failure is not None else None
        return f"limited until {until}" if until else "limited"
    at = _clock_words(reset, now)
    return f"limited until {at}" if reset > now else f"may go on since {at}"


def _clock_words(at: datetime, now: datetime) -> str:
    """By the person's own clock: `14:00`, or `3 Dec 14:00` where that is a day away."""
    local = at.astimezone(now.tzinfo)
    return f"{local:%H:%M}" if abs(at - now) < FORGOTTEN else f"{local:%d %b %H:%M}".lstrip("0")


def rate_limit_words(session: AgentSession, now: datetime) -> str:
    """How much of its provider's limits is used: `5 h 24 %, resets 14:00 · 7 d 41 %, resets 3 Dec 09:00`."""
    found = ((each, parse_instant(each.resets_at)) for each in session.rate_limits)
    return " · ".join(
        f"{_WINDOWS[each.window]} {int(each.used)} %, resets {_clock_words(resets.at, now)}"
        for each, resets in found
        if resets is not None and resets.at > now
    )


def request_words(request: AgentRequest, session: AgentSession) -> str:
    """What a call is about, on one line: a command by its first line, a path without the repository's root, a plan by
    its first heading, secrets masked."""
    lines = [line.strip() for line in request.text.splitlines()]
    if request.kind == "plan":
        heading = next((line for line in lines if line.startswith("#")), next(filter(None, lines), ""))
        return masked_command(heading.lstrip("#").strip())
    told = [line for line in lines if line and not line.startswith("#")]
    text = " ".join((told[0] if told else "").split())
    if request.kind in ("change", "write", "read"):
        return text.removeprefix(f"{session.root}/") if session.root else text
    more = len(lines) - lines.index(told[0]) - 1 if told else 0
    cut = f" … +{request.cut}" if request.cut and not more else ""
    return f"{masked_command(text)}{f' … (+{more} lines)' if more > 1 else ' … (+1 line)' if more else cut}"


def request_whole(request: AgentRequest) -> str:
    """All of a call that is kept, secrets masked."""
    cut = f"\n… +{request.cut}" if request.cut else ""
    return f"{masked_command(request.text)}{cut}"


def without_secrets(session: AgentSession) -> AgentSession:
    """The session as it is printed for others: what may be a secret in what it wants and says is masked."""
    request, said = session.request, session.said
    if request is not None:
        text, more = masked_command(request.text), tuple(map(masked_command, request.more))
        request = replace(request, text=text, more=more, masked=(text, more) != (request.text, request.more))
    if request is session.request and said is None:
        return session
    return replace(session, request=request, said=masked_command(said) if said is not None else None)


def last_sentence(message: str | None) -> str:
    """The sentence that tells what a message ends with: its last one where that asks, else the first of 20 characters
    or more, without Markdown's marks."""
    text = _FENCE.sub(" ", message or "")
    lines = [_LINK.sub(r"\1", _MARK.sub("", line)).strip(" *_`") for line in text.splitlines()]
    told = [line.strip() for line in lines if line.strip() and not line.lstrip().startswith("#")]
    sentences = [part.strip() for line in told for part in _ENDS.split(line) if part.strip()]
    if sentences and sentences[-1].rstrip("*_`").endswith("?"):
        return sentences[-1]
    return next((each for each in sentences if len(each) >= 20), sentences[0] if sentences else "")


_FENCE = regex(r"(?s)```.*?(?:```|\Z)")
_LINK = regex(r"\[([^\]]{1,200})\]\([^)]{0,500}\)")
_MARK = regex(r"^\s*(?:[-*+]|\d{1,3}[.)]|>)\s+")
_ENDS = regex(r"(?<=[.!?])\s+")


def cut_words(text: str, width: int) -> str:
    """A text in so many cells, cut at its end: `git push --fo… +19` says how many characters are missing."""
    if cells_of(text) <= width:
        return text
    kept = text
    while kept and cells_of(f"{kept}… +{len(text) - len(kept)}") > width:
        kept = kept[: min(len(kept) - 1, width)]
    return f"{kept.rstrip()}… +{len(text) - len(kept)}"


def work_in_several(sessions: Iterable[AgentSession]) -> bool:
    """Whether the sessions work in several repositories, so that a row has to say in which."""
    return len({each.root for each in sessions}) > 1


def agent_word(session: AgentSession, several: bool) -> str:
    """The agent, behind the repository where there are several: `shop-api claude`."""
    return f"{session.repository} {session.agent}" if several and session.repository else session.agent


def mark_of(session: AgentSession) -> Literal["leave", "asks", "failed", "turn", "may", "works", "limited", "over"]:
    """Which mark stands before it."""
    if session.state == "waits":
        return "asks" if session.waits_for in ("question", "plan") else "leave"
    if session.may:
        return "may"
    if session.state == "limited" and session.needs_you is not None:
        return "turn"
    return _MARKS[session.state]


_MARKS: dict[AgentState, Literal["failed", "turn", "may", "works", "limited", "over"]] = {
    "works": "works", "background": "works", "your-turn": "turn", "limited": "limited", "retries": "limited",
    "failed": "failed", "unfinished": "may", "lost": "over", "ended": "over", "unknown": "may",
}  # fmt: skip


_OF_STATE: dict[AgentState, Callable[[AgentSession, datetime], str]] = {
    "waits": lambda session, _: _waits_words(session),
    "works": _works_words,
    "background": lambda session, _: ": ".join(filter(None, ("works in background", _subagent_words(session)))),
    "your-turn": lambda session, _: _turn_words(session),
    "limited": _limit_words,
    "failed": lambda session, _: _failed_words(session),
    "unfinished": _unfinished_words,
    "unknown": lambda session, _: (
        "not known: its list says gone, its log grows" if session.alive is False else "not known"
    ),
}


def age_words(session: AgentSession, now: datetime) -> str:
    """Since when it waits, failed or ended; of one at work, when something was heard last: `4 min`, `now`."""
    at = session.since if session.needs_you is not None or session.state == "your-turn" else session.updated
    age = _since(at or session.updated, now)
    return "now" if age.endswith(" s") else age  # rows are drawn once a minute


def where_words(session: AgentSession) -> tuple[str, bool]:
    """Where its process runs, and whether a person can be taken there: `tmux work:1`, `pts/9`, `background`."""
    place = session.place
    if place is None:
        return session.terminal or "–", False
    if place.kind == "tty":
        return place.name, session.go is not None
    return place.kind if place.name == place.kind else f"{place.kind} {place.name}", session.go is not None


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
    note: str
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
    amounts = [(each.tokens, _title(each), amount_of_tokens(each)) for each in sessions if each.tokens is not None]
    at_least = "" if _states_all_tokens(sessions) else "or more; "
    return _usage("tokens", "tokens", amounts, f"{at_least}{counted(len(sessions), 'session')} of the last 14 days")


def _cost_of(sessions: Sequence[AgentSession]) -> Usage:
    amounts = [(each.cost, _title(each), format_amount(each.cost, "usd")) for each in sessions if each.cost is not None]
    of = counted(len(sessions), "session")
    note = f"{of} of the last 14 days" if len(amounts) == len(sessions) else f"stated by {len(amounts)} of {of}"
    return _usage("cost", "usd", amounts, note)


def _usage(metric: str, unit: Unit, amounts: Sequence[tuple[float, str, str]], note: str) -> Usage:
    if not amounts:
        return Usage(metric, "", "not known: no session states it")
    parts = tuple((title, words) for _, title, words in sorted(amounts, reverse=True))
    total = format_amount(sum(amount for amount, *_ in amounts), unit)
    return Usage(metric, total, note, parts)


def _states_all_tokens(sessions: Sequence[AgentSession]) -> bool:
    return all(each.tokens is not None and not each.tokens_at_least for each in sessions)


def amount_of_tokens(session: AgentSession) -> str:
    """`1.2 M`, or `at least 1.2 M`; empty where it states none."""
    if session.tokens is None:
        return ""
    return f"{'at least ' if session.tokens_at_least else ''}{format_amount(session.tokens, 'tokens')}"


def _context_of(sessions: Sequence[AgentSession]) -> Usage:
    live = [(each.context, each) for each in sessions if each.context is not None and not is_quiet(each)]
    live.sort(key=lambda each: (each[0].percent is not None, each[0].percent or 0, each[0].tokens), reverse=True)
    if not live:
        return Usage("context", "", "not known: no session states it")
    fullest = live[0][1]
    unstated = sum(context.percent is None for context, _ in live)
    note = f"of {_title(fullest)}"
    if unstated and live[0][0].percent is None:
        note = f"{note}; no session states its window size"
    elif unstated:
        note = f"{note}; {counted(unstated, 'other session')} {'states' if unstated == 1 else 'state'} no window size"
    parts = tuple((_title(each), context_words(each)) for _, each in live)
    return Usage("context", context_words(fullest), note, parts)


def place_words(session: AgentSession) -> str:
    """The worktree or branch it works in."""
    return session.worktree.rpartition("/")[2] if session.worktree else session.branch or ""


def done_words(session: AgentSession) -> str:
    """How far it is by its own list: `3 of 5 done`; empty where it keeps none."""
    done = sum(each.status in ("completed", "cancelled") for each in session.todos or ())
    return f"{done} of {len(session.todos)} done" if session.todos else ""


def list_words(session: AgentSession) -> Words | None:
    """How far it is by its own list, and the step it is at; None where it keeps none."""
    if not session.todos:
        return None
    at = next((f"; now: {each.text}" for each in session.todos if each.status == "in_progress"), "")
    return f"{done_words(session)} in its own list{at}"


def _since(at: str | None, now: datetime) -> str:
    found = parse_instant(at)
    return span(max(0.0, (now - found.at).total_seconds())) if found is not None else ""


def way_back(session: AgentSession) -> str | None:
    """The command that goes to it, to copy: to where it runs, else the one that resumes it, in its folder; None where
    there is none, as for one that runs where nobody can be taken."""
    if session.go is not None:
        return shlex.join(session.go)
    if session.resume is None or session.alive or session.cwd is None:
        return session.resume
    return f"cd {shlex.quote(session.cwd)} && {session.resume}"


def can_go_to(session: AgentSession) -> bool:
    """Whether a key brings a person to its terminal, or resumes it in theirs."""
    return session.resume is not None if is_quiet(session) else where_words(session)[1]


def by_urgency(sessions: Iterable[AgentSession]) -> list[AgentSession]:
    """What waits for a person first, then what failed, what is over last; within that in the order given."""
    return sorted(sessions, key=lambda each: 0 if each.state == "waits" else 1 if each.needs_you == "failed"
                  else 3 if is_quiet(each) else 2)  # fmt: skip


def is_old(session: AgentSession, now: datetime) -> bool:
    """Whether it ended, and nothing was heard of it for a day."""
    heard = parse_instant(session.updated)
    return is_quiet(session) and heard is not None and now - heard.at >= FORGOTTEN
