"""The sessions of coding agents, laid over a project: a repository without a framework becomes a track of them."""

import os
import threading
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path, PurePath
from typing import TYPE_CHECKING
from unicodedata import normalize

from cockpit.model import Finding, Position, Project, Status, Track
from cockpit.model.agents import AgentSession, Dismissal, LookedAt
from cockpit.model.location import place
from cockpit.model.reading_options import ReadingOptions
from cockpit.model.readings import Reading
from cockpit.model.sharing import share
from cockpit.model.state import MACHINE, OBSERVED
from cockpit.rules.agent_overview import NOT_VISIBLE, hidden_words, named_apart, without_dismissed
from cockpit.rules.agent_state import instant, judged, next_change
from cockpit.rules.readings import with_told
from cockpit.storage.signatures import signature_of
from cockpit.storage.user_files import dismissals
from cockpit.storage.user_files.places import home_dir
from cockpit.wording.messages import Message, as_message
from cockpit.wording.phrases import counted

if TYPE_CHECKING:
    from cockpit.storage.agents.observing import AgentObserver, AgentsSeen
    from cockpit.storage.reading.loader import Clock

OnSeen = Callable[["AgentsSeen"], None]

_LACKING = ("thresholds", "position", "decisions", "blockers", "todos", "questions", "phases", "plan", "task", "next",
            "answer", "retries", "session", "archive", "state")  # fmt: skip
"""What a track that is only observed has no place for."""
_NONE: Mapping[str, int] = {}
_NOTHING: Mapping[tuple[str, str], Reading] = {}
_WORKING = ("works", "waits", "background", "retries", "limited", "unfinished")


def with_agents(
    project: Project,
    sessions: Sequence[AgentSession],
    looked_at: tuple[LookedAt, ...],
    now: datetime,
    unread: Mapping[str, int] = _NONE,
    *,
    told: Mapping[tuple[str, str], Reading] = _NOTHING,
    shown: bool = True,
    dismissed: Sequence[Dismissal] = (),
) -> Project:
    """The project with these sessions, judged at `now`: each in the track in whose folder it works, else in the first.

    Where no file holds any state, the sessions are a track of their own. `unread` counts by the agents' ids the records
    that cannot be read, `told` is by agent and id what the status line of a session told last. What they want and
    say is left out where it is not to be `shown`.
    """
    known = {(each.agent, each.id): each for track in project.tracks for each in track.agents}
    stated = [each if shown else replace(each, request=None, question=None, said=None) for each in sessions]
    stated = with_told([judged(each, now) for each in stated], told, now)
    found = without_dismissed(named_apart(stated), dismissed, now)
    found = tuple(share(known.get((each.agent, each.id), each), each) for each in found)
    hidden = tuple(
        Finding(code=NOT_VISIBLE, severity="warning", path=".", message=as_message(words))
        for each in looked_at
        if (words := hidden_words(each))
    )
    unknown = _unknown_formats(unread, {each.agent: each.name for each in looked_at})
    findings = (*project.findings, *unknown, *(hidden if project.tracks or not found else ()))
    tracks = project.tracks or (_observed(project),) if found or project.tracks else ()
    by_track: dict[str, list[AgentSession]] = {track.key: [] for track in tracks}
    for session in found:
        by_track[_track_of(session, tracks, project.root).key].append(session)
    laid = tuple(_with_sessions(track, tuple(by_track[track.key]), hidden) for track in tracks)
    return replace(project, tracks=laid, findings=findings, looked_at=looked_at)


_AT_ONCE = 64 * 1024 * 1024
"""Bytes of logs that a command counts tokens in; beyond them it says "at least"."""


def agent_observer(
    root: Path | None,
    chosen: Collection[str] | None,
    *,
    clock: "Clock",
    asks: bool = False,
    home: Path | None = None,
    everywhere: bool = False,
    lately: bool = False,
) -> "AgentObserver | None":
    """What observes the sessions of agents at `root`, with `everywhere` also those of the whole machine, and those
    alone without a root; None where the settings have `chosen` none of them, or nothing tells where the person's home
    is. Where it `asks`, it also runs the agents' own commands. In another `home` than the person's, it asks none, and
    no variable of the environment leads elsewhere. With `lately` it reads what tells who needs a person now."""
    from cockpit.agents.registry import AGENTS
    from cockpit.storage.agents.observing import AgentObserver

    agents = [each for each in AGENTS if chosen is None or each.id in chosen]
    person, environ = (home_dir(), os.environ) if home is None else (home, {})
    if person is None or not agents:
        return None
    asks = asks and home is None
    return AgentObserver(root, person, environ, agents, clock=clock, asks=asks, everywhere=everywhere,
                         lately=lately)  # fmt: skip


def observed(project: Project, options: ReadingOptions, *, clock: "Clock", states_alone: bool = False) -> Project:
    """The project with the sessions of agents as they are now. With `states_alone` only that is looked for which
    decides what they do: no tokens are counted, no agent is asked, nor where they run."""
    seen = _seen(Path(project.root), options, clock, states_alone=states_alone)
    if seen is None:
        return project
    return with_agents(project, seen.of_project(), seen.looked_at, clock(), seen.unread,
                       told=seen.told, shown=options.show_requests, dismissed=dismissals.read())  # fmt: skip


def observed_everywhere(options: ReadingOptions, *, clock: "Clock", states_alone: bool = False) -> Project:
    """The sessions of agents on this machine, in one track; none where none is known. Tokens are those that the ends of
    the logs state: nobody waits for all of them to be counted. With `states_alone` as `observed`."""
    seen = _seen(None, options, clock, states_alone=states_alone)
    return everywhere(seen, clock(), shown=options.show_requests) if seen is not None else EVERYWHERE


def _seen(root: Path | None, options: ReadingOptions, clock: "Clock", *, states_alone: bool) -> "AgentsSeen | None":
    asks = options.ask_agents and not states_alone
    observer = agent_observer(root, options.agents, clock=clock, asks=asks, lately=states_alone)
    if observer is None:
        return None
    seen = observer.read()
    if observer.ask(places=not states_alone):
        seen = observer.read()
    counted = 0
    while root is not None and not states_alone and counted < _AT_ONCE and (read := observer.count_on()):
        counted += read
    return observer.read() if counted else seen


EVERYWHERE = Project(root=MACHINE)
"""The whole machine, without a session."""


def everywhere(seen: "AgentsSeen", now: datetime, *, shown: bool = True) -> Project:
    """All sessions that were seen, in one track."""
    found = with_agents(EVERYWHERE, seen.sessions, seen.looked_at, now, seen.unread, told=seen.told,
                        shown=shown, dismissed=dismissals.read())  # fmt: skip
    return replace(found, tracks=tuple(replace(each, title="everywhere") for each in found.tracks))


LOOK = 0.4
"""Seconds between two looks at what agents wrote: a change is on the screen within half a second."""
AGAIN = 5.0
"""Seconds until it is looked again after a fault."""
COUNTED_A_SECOND = 50_000_000
"""Bytes of logs in which tokens are counted a second, at most."""


class AgentWatch:
    """Looks at the sessions of agents at `root` and everywhere on the machine, again and again, in a thread.
    `on_seen` is called when they are others, or when time alone makes others of them; `on_fault` when looking failed.
    It is tried again."""

    def __init__(
        self,
        root: Path | None,
        options: ReadingOptions,
        on_seen: OnSeen,
        on_fault: Callable[[Exception], None],
        *,
        clock: "Clock",
        home: Path | None = None,
    ) -> None:
        self._observer = agent_observer(root, options.agents, clock=clock, asks=options.ask_agents, home=home,
                                        everywhere=True)  # fmt: skip
        self._on_seen = on_seen
        self._on_fault = on_fault
        self._failed = False
        self._clock = clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="agents", daemon=True)

    def start(self) -> None:
        """Begin to look; nothing is looked at where no agent is chosen."""
        if self._observer is not None:
            self._thread.start()

    def again(self) -> None:
        """Tell what there is at the next look, whether or not it is as before."""
        self._failed = True

    def stop(self) -> None:
        """End looking, within half a second."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=LOOK)

    def _run(self) -> None:
        observer, due, kept_in = self._observer, None, str(dismissals.dismissals_file())
        put_away = signature_of(kept_in)
        seen: AgentsSeen | None = None
        while observer is not None and not self._stop.is_set():
            pause = LOOK
            try:
                others, now, before = put_away != (put_away := signature_of(kept_in)), self._clock(), seen
                is_due = self._failed or others or (due is not None and now >= due)
                if self._failed or observer.stirred():
                    seen = observer.read()
                if seen is not None and (seen is not before or is_due):
                    changes = [at for each in seen.sessions if (at := next_change(each, now)) is not None]
                    changes += [at for each in dismissals.read() if (at := instant(each.until)) > now]
                    due, self._failed = min(changes, default=None), False
                    self._on_seen(seen)
                if read := observer.count_on():
                    pause = read / COUNTED_A_SECOND
            except Exception as error:  # noqa: BLE001 -- whatever it is, what changes later must still arrive
                pause = AGAIN
                if not self._failed:
                    self._failed = True
                    self._on_fault(error)
            self._stop.wait(pause)
        if observer is not None:
            observer.close()


def _observed(project: Project) -> Track:
    lacks = dict.fromkeys(_LACKING, "No state is kept in this repository; only sessions of agents are shown.")
    return Track(
        system=OBSERVED, path=".", format="observed", title=Path(project.root).name or project.root, lacks=lacks
    )


def _track_of(session: AgentSession, tracks: Sequence[Track], root: str) -> Track:
    """The track with the deepest folder in which the session works."""
    around = [track for track in tracks if _works_in(session, PurePath(root, place(track)))]
    return max(around, key=lambda track: len(place(track)), default=tracks[0])


def _works_in(session: AgentSession, folder: PurePath) -> bool:
    """Disks and agents may compose an accent differently."""
    return session.cwd is not None and PurePath(normalize("NFC", session.cwd)).is_relative_to(
        normalize("NFC", str(folder))
    )


def _with_sessions(track: Track, sessions: tuple[AgentSession, ...], hidden: tuple[Finding, ...]) -> Track:
    if any(each.snoozed_until is not None for each in track.thresholds):
        track = _without_snoozes_of_held(track, sessions)
    if not track.is_plain:
        return replace(track, agents=sessions) if sessions else track
    status: Status = "in_progress" if any(each.state in _WORKING for each in sessions) else "paused"
    updated = max((each.updated for each in sessions if each.updated), default=None)
    findings = (*track.findings, *hidden) if not track.is_observed else hidden
    return replace(track, agents=sessions, findings=findings, position=Position(status=status), updated=updated)


def _without_snoozes_of_held(track: Track, sessions: tuple[AgentSession, ...]) -> Track:
    from cockpit.rules.thresholds.alert_state import is_held_at  # a status line needs no such rules

    held = [each for each in track.thresholds if any(is_held_at((each,), session) for session in sessions)]
    shown = (replace(each, snoozed_until=None) if each in held else each for each in track.thresholds)
    return replace(track, thresholds=tuple(shown))


def _unknown_formats(unread: Mapping[str, int], names: Mapping[str, str]) -> list[Finding]:
    return [
        Finding(code="agent-format-unknown", severity="note", path=".",
                message=Message(
                    "rules.agent-format-unknown",
                    f"{names.get(agent, agent)} wrote {counted(count, 'record')} in an unknown format or of more than "
                    f"2 MiB; what {'it says' if count == 1 else 'they say'} is not known.",
                ))
        for agent, count in unread.items()
        if count
    ]  # fmt: skip
