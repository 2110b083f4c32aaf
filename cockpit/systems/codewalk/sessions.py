"""The sessions: who worked when, at what, with how much of the context, and how it ended."""

import re
from collections.abc import Sequence

from cockpit.model import Session
from cockpit.systems.codewalk.entry import Entry
from cockpit.systems.codewalk.vocabulary import HALF
from cockpit.systems.reading.report import Report
from cockpit.systems.reading.scalars import text_of
from cockpit.systems.reading.words import fold
from cockpit.values import dataclass

ACTIVE, ENDED, CRASHED = "active", "ended", "crashed"

_SHARE = re.compile(r"(?P<number>\d{1,4}(?:\.\d+)?)\s*(?P<percent>%?)")


@dataclass(frozen=True, slots=True)
class SessionEntry:
    """A session and where it stands. `own_file` says that it has a file of its own."""

    session: Session
    entry: Entry

    @property
    def is_active(self) -> bool:
        """Whether it has begun and not ended."""
        return self.session.status == ACTIVE


def read_session(entry: Entry, report: Report, *, own_file: bool = False) -> SessionEntry:
    """One session; where it does not say its status, its times do."""
    started, ended = entry.time(report, "started"), entry.time(report, "ended")
    stated = entry.text("status")
    word = fold(stated or "") or (ENDED if ended is not None else ACTIVE)
    identity = entry.text("id")
    if word == ACTIVE and ended is not None:
        told = f"{identity or 'A session'} is active and has ended at {ended}."
        report.add("session-contradicts", entry.path, entry.line("status"), told)
    return SessionEntry(
        Session(
            id=identity,
            agent=entry.text("agent", "agent_id"),
            started=started,
            ended=ended,
            status=word if word in (ACTIVE, ENDED, CRASHED) else stated,
            working_on=entry.text("working_on"),
            completed=entry.texts("completed"),
            issues=entry.texts("issues"),
            notes=entry.text("notes") or entry.body or None,
            handoff_reason=entry.text("handoff_reason"),
            context_used=_context(entry, report),
            path=entry.path if own_file else None,
        ),
        entry,
    )


def _context(entry: Entry, report: Report) -> float | None:
    """The share of the context that was used, in percent: `45%`, `45`, or a fraction with a point, `0.45`."""
    stated = text_of(entry.values.raw(*entry.at, "context_usage"))
    if stated is None:
        return None
    found = _SHARE.fullmatch(stated)
    if found is None or (share := float(found["number"])) > 100:
        shown = f"`context_usage` is {stated[:40]}, which is no share of the context."
        report.add("context-usage-unreadable", entry.path, entry.line("context_usage"), shown)
        return None
    entry.text("context_usage")
    return share * 100 if "." in found["number"] and share <= 1 and not found["percent"] else share


def check_sessions(sessions: Sequence[SessionEntry], report: Report) -> None:
    """What several sessions say together, and a context that was used for more than half."""
    active = [each for each in sessions if each.is_active]
    if len(active) > 1:
        names = ", ".join(each.session.id or "one without an id" for each in active[:5])
        last = active[-1].entry
        report.add("several-active-sessions", last.path, last.line(),
                   f"{len(active)} sessions are active at once: {names}.")  # fmt: skip
    for each in sessions:
        used = each.session.context_used
        if used is not None and used > HALF:
            name = each.session.id or "A session"
            told = f"{name} used {used:g} % of its context; beyond 50 % quality may have degraded."
            report.add("context-over-half", each.entry.path, each.entry.line("context_usage"), told)
