"""A session that is active and whose state nobody changes: after 30 minutes it counts as given up (seed, "Resume After
Crash").
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Literal

from cockpit.model import Waiting
from cockpit.systems.codewalk.sources import SessionEntry, Sources
from cockpit.systems.codewalk.vocabulary import STALE
from cockpit.wording.messages import Message, clause
from cockpit.wording.times import parse_instant, write_instant

AnswerId = Literal["at-work", "crashed"]
ANSWERS: Mapping[AnswerId, str] = {
    "at-work": f"No: {clause(Message('codewalk.answer-at-work'))}",
    "crashed": f"Yes: {clause(Message('codewalk.answer-crashed'))}",
}
"""The answers to the question whether the agent has crashed, in the order of the options."""
AT_WORK = "Still at work, a person says, "
"""The beginning of the note that records the answer `at-work` in the session; the instant follows."""


def active_session(sources: Sources) -> SessionEntry | None:
    """The session that is under way: the last one that is active."""
    return next((each for each in reversed(sources.sessions) if each.is_active), None)


def stale_at(sources: Sources) -> str | None:
    """When the active session counts as given up, if nothing is written before (ISO 8601, UTC); None without one, and
    where nothing says when the state was changed."""
    session = active_session(sources)
    last = max(_changes(sources), default=None) if session is not None else None
    return write_instant((last + STALE).replace(microsecond=0)) if last is not None else None


def is_stale(sources: Sources, now: datetime) -> bool:
    """Whether the active session counts as given up."""
    at = parse_instant(stale_at(sources))
    return at is not None and now >= at.at


def question(sources: Sources, now: datetime) -> Waiting | None:
    """What is asked about a session that counts as given up."""
    session = active_session(sources)
    if session is None or not is_stale(sources, now):
        return None
    name, work = session.session.id or Message("codewalk.this-session"), session.session.working_on
    text = (
        Message("codewalk.has-agent-crashed-at-work", session=name, work=work)
        if work
        else Message("codewalk.has-agent-crashed", session=name)
    )
    return Waiting(
        question=text,
        options=tuple(ANSWERS.values()),
        asked_by="cockpit",
        recommendation=Message("codewalk.look-where-agent-runs"),
        since=stale_at(sources),
        anew=ANSWERS["crashed"],
    )


def answer_id(waiting: Waiting, option: str) -> AnswerId | None:
    """The answer that is this option of the question; None for what is no option."""
    return next((answer for answer, each in zip(ANSWERS, waiting.options, strict=True) if str(each) == option), None)


def _changes(sources: Sources) -> Iterator[datetime]:
    """The instants of all changes that files and entries record; a day without a time is not one."""
    if sources.changed is not None:
        yield sources.changed
    stated = [at for each in sources.sessions for at in (each.session.started, each.session.ended)]
    stated += [at for each in sources.blockers for at in (each.blocker.since, each.blocker.resolved_at)]
    notes = (each.session.notes for each in sources.sessions if each.is_active)
    stated += [note.rpartition(AT_WORK)[2] for note in notes if note is not None and AT_WORK in note]
    for text in stated:
        instant = parse_instant(text)
        if instant is not None and not instant.date_only:
            yield instant.at
