"""A session that is active and whose state nobody changes: after 30 minutes it counts as given up (seed, "Resume After
Crash").
"""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Literal

from cockpit.model import Waiting
from cockpit.systems.codewalk.places import Sources
from cockpit.systems.codewalk.protocol import STALE
from cockpit.wording.messages import Message
from cockpit.wording.times import parse_instant, write_instant

AnswerId = Literal["at-work", "crashed"]
ANSWERS: Mapping[AnswerId, str] = {
    "at-work": "No: it is still working",
    "crashed": "Yes: record the crash, reset the task, start a new session",
}
"""The answers to the question whether the agent has crashed, in the order of the options."""
AT_WORK = "Still at work, a person says, "
"""The beginning of the note that records the answer `at-work` in the session; the instant follows."""


def stale_at(sources: Sources) -> str | None:
    """When the active session counts as given up, if nothing is written before (ISO 8601, UTC); None without one, and
    where nothing says when the state was changed."""
    last = last_change(sources) if sources.active is not None else None
    return write_instant((last + STALE).replace(microsecond=0)) if last is not None else None


def last_change(sources: Sources) -> datetime | None:
    """When the state was changed last, by its files and by its entries."""
    return max(_changes(sources), default=None)


def question(sources: Sources, now: datetime) -> Waiting | None:
    """What is asked about a session that counts as given up."""
    session, since = sources.active, stale_at(sources)
    at = parse_instant(since)
    if session is None or at is None or now < at.at:
        return None
    where = f" at “{session.working_on}”" if session.working_on else ""
    asked = f"Has the agent of {session.id or 'the session'} crashed{where}? Its state has not changed for 30 minutes."
    return Waiting(
        question=Message("codewalk.has-agent-crashed", asked),
        options=tuple(ANSWERS.values()),
        asked_by="cockpit",
        recommendation=Message("codewalk.look-where-agent-runs", "Check the agent. If it is gone, answer yes."),
        since=since,
        anew=ANSWERS["crashed"],
    )


def _changes(sources: Sources) -> Iterator[datetime]:
    """The instants of all changes that files and entries record; a day without a time is not one."""
    if sources.changed is not None:
        yield sources.changed
    stated = [sources.updated, *(at for each in sources.sessions for at in (each.started, each.ended))]
    stated += [at for each in sources.blockers for at in (each.blocked_since or each.identified_at, each.resolved_at)]
    notes = (each.shown for each in sources.sessions if each.is_active)
    stated += [note.rpartition(AT_WORK)[2] for note in notes if note is not None and AT_WORK in note]
    for text in stated:
        instant = parse_instant(text)
        if instant is not None and not instant.date_only:
            yield instant.at
