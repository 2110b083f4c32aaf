"""What was seen to happen while the program runs, for the log: what files said anew, and what sessions of agents did.

Nothing keeps it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from cockpit.model import Project, Track
from cockpit.model.agents import AgentSession
from cockpit.rules.agent_words import cut_words, word_of
from cockpit.rules.thresholds.alert_state import amount
from cockpit.storage.user_files.ledger import LedgerRecord, Subject
from cockpit.wording.messages import plain
from cockpit.wording.times import write_instant

SEEN, SESSION = "seen", "session"
"""The verbs of such lines; their subject's `item` tells them apart."""
MOST_SEEN = 500
_MERGED = len("2026-11-30T10:05")
"""Of an instant, what changes of one value have in common that become one line."""

_LONGEST = 60
"""Cells of a name, so that what became of it is in view."""


class SeenChanges:
    """What the files said anew from one reading to the next, and what sessions did: kept while the program runs, the
    newest `MOST_SEEN` lines."""

    def __init__(self) -> None:
        self._lines: dict[str, LedgerRecord] = {}
        self._from: dict[str, str] = {}
        """What a value was before the first of the changes that one line tells."""
        self._sessions: dict[tuple[str, str], AgentSession] = {}

    def compare(self, before: Project, now: Project, at: datetime) -> None:
        """Take what is new in a reading."""
        for track in now.tracks:
            known = before.track(track.key)
            if known is not None and known is not track:
                self._compare(known, track, write_instant(at))
                self._hear((*known.agents, *track.agents))

    def look(self, now: Project) -> None:
        """Take what the sessions do, and since when."""
        self._hear(each for track in now.tracks for each in track.agents)

    def newest_first(self) -> list[LedgerRecord]:
        """The lines."""
        return sorted(self._lines.values(), key=lambda each: each.at, reverse=True)

    def _compare(self, known: Track, track: Track, at: str) -> None:
        for part, told in _TOLD.items():
            if (old := getattr(known, part)) is not (new := getattr(track, part)):
                was, is_now = dict(map(told, old)), dict(map(told, new))
                for name in (each for each in {**was, **is_now} if was.get(each) != is_now.get(each)):
                    self._changed(track, name, was.get(name, ""), is_now.get(name, ""), at)

    def _hear(self, sessions: Iterable[AgentSession]) -> None:
        for each in sessions:
            if self._sessions.get((each.agent, each.id)) is not each:
                self._sessions[each.agent, each.id] = each
                for record in _told_by(each):
                    self._keep(record)

    def _changed(self, track: Track, name: str, old: str, new: str, at: str) -> None:
        key = f"{track.key} {name} {at[:_MERGED]}"
        old = self._from.setdefault(key, old)
        if old == new:
            self._lines.pop(key, None)
        else:
            message = plain(f"{cut_words(name, _LONGEST)}: {old or '–'} → {new or '–'}")
            subject = Subject(track=track.path, item=key)
            self._keep(LedgerRecord(at=at, actor="", verb=SEEN, message=message, subject=subject))

    def _keep(self, record: LedgerRecord) -> None:
        self._lines[record.subject.item or ""] = record
        while len(self._lines) > MOST_SEEN:
            oldest = next(iter(self._lines))
            del self._lines[oldest]
            self._from.pop(oldest, None)


_TOLD: Mapping[str, Callable[[Any], tuple[str, str]]] = {
    "thresholds": lambda each: (each.metric, amount(each) or ""),
    "phases": lambda each: (" ".join(filter(None, (each.id, each.name))), each.status_label),
    "blockers": lambda each: (f"Blocker {each.text}", each.status),
    "errors": lambda each: (f"Error {each.message}", "resolved" if each.resolved else "open"),
    "decisions": lambda each: (f"Decision {each.text}", each.outcome or "made"),
}
"""Of the parts of a track, what each entry is called, and what is said of it that may change."""


def _told_by(session: AgentSession) -> Iterator[LedgerRecord]:
    """When it was begun, and what it does now since when, as far as the agent states it."""
    key, since = f"{session.agent} {session.id}", session.since or session.updated
    told = [(session.started, "began", f"{key} began")]
    if session.state != "unknown":
        told.append((since, word_of(session), f"{key} {session.state} {session.since}"))
    for at, does, item in told:
        if at is not None:
            message = plain(f"{session.title or session.id}: {does}")
            yield LedgerRecord(at=at, actor=session.agent, verb=SESSION, message=message, subject=Subject(item=item))
