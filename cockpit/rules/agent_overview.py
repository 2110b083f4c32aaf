"""All sessions of agents at once: who needs a person first, who works, what is over, and how many of each."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import PurePath
from typing import NamedTuple

from cockpit.model.agents import AgentSession, Dismissal, LookedAt
from cockpit.rules.agent_state import instant, is_quiet

NOT_VISIBLE = "agents-not-visible"
"""The code of the finding about sessions that are there and cannot be read."""


class Groups(NamedTuple):
    """The sessions by need: `needs` has those that stand still because of a person first, the longest wait first; then
    those that failed, those that may wait, those that ended their turn. What a person dismissed is in none."""

    needs: tuple[AgentSession, ...]
    work: tuple[AgentSession, ...]
    over: tuple[AgentSession, ...]


class SessionCounts(NamedTuple):
    """How many sessions live, need a person, may need one, work, are limited, have just ended their turn, are over,
    were dismissed; how many logs and folders cannot be read, and in how many repositories the sessions work."""

    live: int = 0
    needs_you: int = 0
    may: int = 0
    works: int = 0
    limited: int = 0
    just_ended: int = 0
    over: int = 0
    dismissed: int = 0
    not_visible: int = 0
    repositories: int = 0


def is_dismissed(session: AgentSession) -> bool:
    """Whether a person put it away, and it has not said anything else since."""
    return session.dismissed_until is not None


FOREVER = "9999-12-31T23:59:59Z"
"""Until when a session is dismissed that comes back only once it speaks again."""


def without_dismissed(
    sessions: Sequence[AgentSession], dismissed: Sequence[Dismissal], now: datetime
) -> tuple[AgentSession, ...]:
    """The sessions, `dismissed_until` set where a person put one away that is as it was then."""
    until = {
        (each.agent, each.id, each.state, each.since): each.until or FOREVER
        for each in dismissed
        if each.until is None or instant(each.until) > now
    }
    found = ((each, until.get((each.agent, each.id, each.state, each.since))) for each in sessions)
    return tuple(replace(each, dismissed_until=at) if at != each.dismissed_until else each for each, at in found)


def is_need(session: AgentSession) -> bool:
    """Whether it needs a person, or may, and was not dismissed."""
    return (session.needs_you is not None or session.may) and not is_dismissed(session)


def _order(session: AgentSession) -> int:
    if session.state == "waits":
        return 0
    if session.needs_you == "failed":
        return 1
    return 2 if session.may else 3


def grouped(sessions: Iterable[AgentSession]) -> Groups:
    """The sessions in the order in which a person answers them; those at work by repository, the newest sign first;
    what is over, the newest first."""
    shown = [each for each in sessions if not is_dismissed(each)]
    needs = sorted(filter(is_need, shown), key=lambda each: (_order(each), instant(each.since or each.updated)))
    newest = sorted(shown, key=lambda each: instant(each.updated), reverse=True)
    work = [each for each in newest if not is_need(each) and not is_quiet(each)]
    over = [each for each in newest if not is_need(each) and is_quiet(each)]
    return Groups(tuple(needs), tuple(sorted(work, key=lambda each: each.repository or "")), tuple(over))


_AT_WORK = ("works", "background", "limited", "retries")


def counts(sessions: Sequence[AgentSession], looked_at: Iterable[LookedAt] = ()) -> SessionCounts:
    """How many there are of each; a session counts once beside `live`."""
    needs = [each for each in sessions if is_need(each)]
    rest = [each for each in sessions if not is_need(each) and not is_dismissed(each)]
    return SessionCounts(
        live=sum(not is_quiet(each) for each in sessions),
        needs_you=sum(each.needs_you is not None for each in needs),
        may=sum(each.needs_you is None for each in needs),
        works=sum(each.state in _AT_WORK[:2] for each in rest),
        limited=sum(each.state in _AT_WORK[2:] for each in rest),
        just_ended=sum(not is_quiet(each) and each.state not in _AT_WORK for each in rest),
        over=sum(is_quiet(each) for each in rest),
        dismissed=sum(is_dismissed(each) for each in sessions),
        not_visible=sum(each.not_read + (each.state == "denied") for each in looked_at),
        repositories=len({each.root for each in sessions if each.root is not None}),
    )


def count_words(counted: SessionCounts) -> tuple[str, ...]:
    """What the counts say, those that say something: `5 need you`, `1 may`, `3 work`, `1 not visible`."""
    words = (
        (counted.needs_you, "needs you" if counted.needs_you == 1 else "need you"),
        (counted.may, "may need you"),
        (counted.works, "works" if counted.works == 1 else "work"),
        (counted.limited, "limited"),
        (counted.just_ended, "just ended"),
        (counted.over, "over"),
        (counted.dismissed, "hidden"),
        (counted.not_visible, "not visible"),
    )
    return tuple(f"{count} {word}" for count, word in words if count)


def short_words(counted: SessionCounts) -> str:
    """One line for a status line: `5 need you · 3 work · 1?`; empty where nothing lives."""
    needs = f"{counted.needs_you} need{'s' if counted.needs_you == 1 else ''} you" if counted.needs_you else ""
    work = f"{counted.works} work{'s' if counted.works == 1 else ''}" if counted.works else ""
    unknown = counted.may + counted.not_visible
    return " · ".join(filter(None, (needs, work, f"{unknown}?" if unknown else "")))


def hidden_words(looked_at: LookedAt) -> str:
    """What is there in a folder and not known; empty where nothing is."""
    if looked_at.state == "denied":
        return f"{looked_at.folder} may not be read: sessions there are not known."
    count = looked_at.not_read
    logs = "log of a session is" if count == 1 else "logs of sessions are"
    return f"{count} {logs} not read in {looked_at.folder}: compressed, or too many at once." if count else ""


def quiet_words(counted: SessionCounts, looked_at: Iterable[LookedAt] = ()) -> str:
    """Why no session needs a person, in a sentence that says no more than is known."""
    hidden = [words for each in looked_at if (words := hidden_words(each))]
    if hidden:
        return hidden[0]
    if counted.may:
        return f"Nobody is known to wait; of {counted.may} session{'s' if counted.may > 1 else ''} it cannot be told."
    if counted.works:
        return f"Nobody waits for you; {counted.works} work{'s' if counted.works == 1 else ''}."
    if counted.live:
        return "Nobody waits for you."
    return "Nobody waits for you: no agent works on this machine."


def named_apart(sessions: Sequence[AgentSession]) -> tuple[AgentSession, ...]:
    """The sessions, with the folder above before the name of a repository that another one has, too: `api/web`; and
    forks by the title of what they were forked from."""
    roots = {(each.repository, each.root) for each in sessions if each.repository is not None}
    times = Counter(name for name, _ in roots)
    titles = {(each.agent, each.id): each.title for each in sessions}

    def name(session: AgentSession) -> str | None:
        if session.repository is None or session.root is None or times[session.repository] == 1:
            return session.repository
        return f"{PurePath(session.root).parent.name}/{session.repository}"

    def title(session: AgentSession) -> str | None:
        parent = titles.get((session.agent, session.fork_of or ""))
        of = parent or session.fork_of
        return f"fork of {of}" if session.fork_of and session.title in (None, parent) else session.title

    return tuple(
        replace(each, repository=name(each), title=title(each))
        if (each.repository, each.title) != (name(each), title(each))
        else each
        for each in sessions
    )
