"""What was seen to happen while the program runs, for the log: what files said anew, and what sessions of agents did.

Nothing keeps it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import Any

from cockpit.model import Phase, Position, Project, Track
from cockpit.model.agents import AgentSession
from cockpit.model.location import where_at, where_left
from cockpit.rules.agent_words import word_of
from cockpit.rules.thresholds.alert_state import amount, is_acknowledged
from cockpit.storage.user_files.ledger import Entry, Subject
from cockpit.wording.messages import plain
from cockpit.wording.times import parse_instant, write_instant

SEEN, SESSION = "seen", "session"
"""The verbs of such lines; their subject's `item` tells them apart."""
FILES = "files"
"""Who said it: files do not tell who wrote them. The note of such a line has the sessions that were at work then."""
_AT_WORK = ("works", "background", "active", "in_progress")
MOST_SEEN = 500
_MERGED = len("2026-11-30T10:05")
"""Of an instant, what changes of one value have in common that become one line."""
_WRITTEN_WITHIN = timedelta(seconds=3)
"""How long after a change made here was begun its files are written, at most; what an agent writes later is told."""


class SeenChanges:
    """What the files said anew from one reading to the next, and what sessions did: kept while the program runs, the
    newest `MOST_SEEN` lines."""

    def __init__(self) -> None:
        self._lines: dict[str, Entry] = {}
        self._from: dict[str, str] = {}
        self._open: dict[str, tuple[str, ...]] = {}
        """What a value was, and which tasks were open, before the first of the changes that one line tells."""
        self._sessions: dict[tuple[str, str], AgentSession] = {}
        self._answers = 0
        """How often alerts were acknowledged, or no longer: no line of a value spans that."""
        self._read_at: datetime | None = None
        self._at_work: str | None = None  # those of the reading that is compared

    def compare(
        self, before: Project, now: Project, at: datetime, written: Mapping[str, datetime] = MappingProxyType({})
    ) -> None:
        """Take what is new in a reading. `written` is by track when its files were, which counts where that is after
        the reading before: nothing is read while another program has the terminal."""
        for track in now.tracks:
            known, wrote = before.track(track.key), written.get(track.key, at)
            if known is not None and known is not track:
                self._at_work = _at_work(known, track)
                self._compare(known, track, write_instant(wrote if (self._read_at or at) <= wrote <= at else at))
                self._hear((*known.agents, *track.agents), write_instant(at))
        there = {(each.agent, each.id) for track in now.tracks for each in track.agents}
        for each in (session for track in before.tracks for session in track.agents):
            if (each.agent, each.id) not in there:
                item = f"{each.agent} {each.id} gone {write_instant(at)}"
                self._keep(_of_session(each, write_instant(at), "gone: ended, or its record was deleted", item))
        self._read_at = at

    def look(self, now: Project, at: datetime) -> None:
        """Take what the sessions do, and since when."""
        self._hear((each for track in now.tracks for each in track.agents), write_instant(at))

    def ran(self, agent: str, began: datetime, ended: datetime, how: str) -> None:
        """Take that a person ran an agent from here, and how it ended."""
        for at, who, sentence in ((began, "person", f"Started {agent}."), (ended, agent, how)):
            subject = Subject(item=f"{agent} {write_instant(began)} {sentence}")
            self._keep(Entry(at=write_instant(at), actor=who, verb=SESSION, message=plain(sentence), subject=subject))

    def newest_first(self) -> list[Entry]:
        """The lines; of those of one moment the one that came last."""
        return sorted(self._lines.values(), key=lambda each: each.at)[::-1]

    def _compare(self, known: Track, track: Track, at: str) -> None:
        if known.thresholds is not track.thresholds:
            self._values(known, track, at)
        if known.phases is not track.phases:
            self._counts(known, track, at)
        for part, told in _TOLD.items():
            if (old := getattr(known, part)) is not (new := getattr(track, part)):
                before = set(told(old))
                path = getattr(new, "path", None) or track.path  # a handoff has its own
                for sentence in dict.fromkeys(told(new)):
                    if sentence not in before:
                        self._tell(track, f"{sentence} {at}", sentence, at, path)
        left = [("Blocker", each.text) for each in known.blockers if each.status != "resolved"]
        left += [("Question", text) for text in known.open_questions]
        there = {*(each.text for each in track.blockers), *track.open_questions}
        for what, text in left:
            if text not in there:
                self._tell(track, f"{text} {at}", f"{what} gone: {text}", at)

    def _values(self, known: Track, track: Track, at: str) -> None:
        before_that, answered = ([each.acknowledgment for each in one.thresholds] for one in (known, track))
        self._answers += answered != before_that
        for each in track.thresholds:
            if (before := known.threshold(each.metric)) is not None:
                fires = each.level == "stop" or (each.level == "alert" and not is_acknowledged(each))
                values = amount(before) or "–", amount(each) or "–"
                level = f", {each.level}" if fires else ""
                self._moved(
                    track, f"{each.metric} {at[:_MERGED]} {self._answers}", each.metric, values, more=level, at=at
                )

    def _counts(self, known: Track, track: Track, at: str) -> None:
        """How many tasks or plans of a phase are done, and which were open before."""
        before = {each.id: each for each in known.phases}
        for each in track.phases:
            old = before.get(each.id)
            if old is not None and old.counted_done is not None and each.counted_done not in (None, old.counted_done):
                what, values = _named(each), (str(old.counted_done), str(each.counted_done))
                key = f"{what} {at[:_MERGED]}"
                was_open = self._open.setdefault(f"{track.key} {key}", old.open_tasks)
                closed = ", ".join(task for task in was_open if task not in each.open_tasks)
                more = f" of {each.counted_total} done{': ' if closed else ''}{closed}"
                self._moved(track, key, what, values, more=more, at=at)

    def _moved(self, track: Track, key: str, what: str, values: tuple[str, str], *, more: str, at: str) -> None:
        """Take that a value is another one: one line for all changes with that key."""
        was, new = values
        if was == new:
            return
        old = self._from.setdefault(f"{track.key} {key}", was)
        if old == new:
            self._lines.pop(f"{track.key} {key}", None)
        else:
            self._tell(track, key, f"{what}: {old} → {new}{more}", at)

    def _tell(self, track: Track, key: str, sentence: str, at: str, path: str | None = None) -> None:
        subject = Subject(track=track.path, item=f"{track.key} {key}", note=self._at_work)
        entry = Entry(
            at=at, actor=FILES, verb=SEEN, message=plain(sentence), paths=(path or track.path,), subject=subject
        )
        self._keep(entry)

    def _hear(self, sessions: Iterable[AgentSession], at: str) -> None:
        for each in sessions:
            known = self._sessions.get((each.agent, each.id))
            if known is not each:
                self._sessions[each.agent, each.id] = each
                for record in _told_by(each, known, at):
                    self._keep(record)

    def _keep(self, record: Entry) -> None:
        self._lines[record.subject.item or ""] = record
        while len(self._lines) > MOST_SEEN:
            oldest = next(iter(self._lines))
            del self._lines[oldest]
            self._from.pop(oldest, None)
            self._open.pop(oldest, None)


_TOLD: Mapping[str, Callable[[Any], Iterable[str]]] = {
    "position": lambda at: filter(None, (_place(at), f"Status: {at.status_label}" if at.status_text else None)),
    "phases": lambda phases: (
        f"{_named(each)}: {each.status_label}" for each in phases if each.status is not None
    ),
    "blockers": lambda blockers: (
        f"Blocker{'' if each.status == 'active' else f' {each.status}'}: {each.text}" for each in blockers
    ),
    "errors": lambda errors: (f"Error{' resolved' if each.resolved else ''}: {each.message}" for each in errors),
    "decisions": lambda decisions: (f"Decision: {each.text}" for each in decisions),
    "open_questions": lambda questions: (f"Question: {text}" for text in questions),
    "sessions": lambda sessions: (
        f"Session {' '.join(filter(None, (each.id, each.agent)))}: "
        + ", ".join(filter(None, (each.status_label, each.handoff_reason)))
        for each in sessions if each.id is not None and each.status
    ),
    "handoff": lambda handoff: [f"Handoff: {handoff.next_action or where_left(handoff)}"] if handoff else [],
}  # fmt: skip
"""Of the parts of a track, the sentences on its entries; one that was not true before is told."""


def _named(phase: Phase) -> str:
    return f"Phase {' '.join(filter(None, (phase.id, phase.name)))}"


def _at_work(known: Track, now: Track) -> str | None:
    """The sessions that were at work before a reading, or are, or came and went meanwhile, as far as agents and the
    state tell."""
    agents = [(each.agent, each.title or each.id) for track in (known, now) for each in track.agents
              if each.state in _AT_WORK]  # fmt: skip
    before = {each.id for each in known.sessions}
    listed = [(each.agent, each.id) for track in (known, now) for each in track.sessions
              if each.status in _AT_WORK or each.id not in before]  # fmt: skip
    return "; ".join(dict.fromkeys(" ".join(filter(None, name)) for name in (*agents, *listed))) or None


def _place(at: Position) -> str | None:
    """Where the work stands, by the deepest step that has a name: `Phase 3, plan 2, task 4 of 5: Drag cards`."""
    where = where_at(at)
    name = next((step.name for step in (at.task, at.plan, at.phase) if step is not None), None)
    return f"Now at {where}: {name}" if where and name else f"Now at {where}" if where else None


def only_seen(seen: Iterable[Entry], done: Sequence[Entry]) -> Iterator[Entry]:
    """What was seen, without what the changes made here say themselves; both newest first. What was written right after
    such a change may be its work: `person?`."""
    for each in seen:
        if each.verb != SEEN:
            yield each
            continue
        subject, _, about = each.sentence.partition(": ")
        phase = " ".join(subject.split()[:2]) if subject.startswith("Phase ") else ""
        about = ("hand" if subject == "Handoff" else about).casefold()
        at = parse_instant(each.at)
        since = write_instant(at.at - _WRITTEN_WITHIN) if at is not None else each.at
        own = [one for one in done[:MOST_SEEN] if since <= one.at <= each.at]
        said = (f"{one.sentence} {one.subject.item}".casefold() for one in own)
        if not any(about in text and phase.casefold() in text for text in said):
            yield replace(each, actor=f"{own[0].actor}?") if own else each


def _told_by(session: AgentSession, known: AgentSession | None, at: str) -> Iterator[Entry]:
    """When it was begun, and what it does now since when, as far as the agent states it. One that was held works since
    its turn began, and goes on only now."""
    key, since = f"{session.agent} {session.id}", session.since or session.updated
    item = f"{key} {session.state} {session.since}"
    if known is not None and known.state != session.state and (since or at) <= (known.since or ""):
        since, item = at, f"{item} {at}"
    if session.started is not None:
        yield _of_session(session, session.started, "began", f"{key} began")
    if session.state != "unknown" and since is not None:
        yield _of_session(session, since, word_of(session), item)


def _of_session(session: AgentSession, at: str, does: str, item: str) -> Entry:
    message = plain(f"{session.title or session.id}: {does}")
    return Entry(at=at, actor=session.agent, verb=SESSION, message=message, subject=Subject(item=item))
