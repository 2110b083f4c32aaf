"""The sessions of coding agents, laid over a project: a repository without a framework becomes a track of them."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime
from pathlib import Path, PurePath

from cockpit.model import Finding, Position, Project, Status, Track
from cockpit.model.agents import AgentSession, LookedAt
from cockpit.model.location import place
from cockpit.model.sharing import share
from cockpit.model.state import OBSERVED
from cockpit.rules.agent_state import disputed_by, judged
from cockpit.wording.messages import Message

_LACKING = ("thresholds", "position", "decisions", "blockers", "todos", "questions", "phases", "plan", "task", "next",
            "handoff", "answer", "retries", "session", "archive", "state")  # fmt: skip
"""What a track that is only observed has no place for."""
_WORKING = ("works", "waits", "background", "retries", "limited", "unfinished")


def with_agents(
    project: Project,
    sessions: Sequence[AgentSession],
    looked_at: tuple[LookedAt, ...],
    now: datetime,
    unread: Iterable[tuple[str, int]] = (),
) -> Project:
    """The project with these sessions, judged at `now`: each in the track in whose folder it works, else in the first.

    Where no file holds any state, the sessions are a track of their own. `unread` are the names of agents with the
    records that nobody could read.
    """
    known = {(each.agent, each.id): each for track in project.tracks for each in track.agents}
    found = [judged(each, now) for each in sessions]
    found = [share(known.get((each.agent, each.id), each), each) for each in found]
    findings = (*project.findings, *_unknown_formats(unread))
    tracks = project.tracks or (_observed(project),) if found or project.tracks else ()
    by_track: dict[str, list[AgentSession]] = {track.key: [] for track in tracks}
    for session in found:
        by_track[_track_of(session, tracks, project.root).key].append(session)
    laid = tuple(_with_sessions(track, tuple(by_track[track.key]), now) for track in tracks)
    return replace(project, tracks=laid, findings=findings, looked_at=looked_at)


def _observed(project: Project) -> Track:
    lacks = dict.fromkeys(_LACKING, Message("rules.agents-only-observed"))
    return Track(
        system=OBSERVED, path=".", format="observed", title=Path(project.root).name or project.root, lacks=lacks
    )


def _track_of(session: AgentSession, tracks: Sequence[Track], root: str) -> Track:
    """The track with the deepest folder in which the session works."""
    around = [track for track in tracks if _works_in(session, PurePath(root, place(track)))]
    return max(around, key=lambda track: len(place(track)), default=tracks[0])


def _works_in(session: AgentSession, folder: PurePath) -> bool:
    return session.cwd is not None and PurePath(session.cwd).is_relative_to(folder)


def _with_sessions(track: Track, sessions: tuple[AgentSession, ...], now: datetime) -> Track:
    findings = tuple(_disputed(each) for each in sessions if each.disputed)
    if not track.is_observed:
        return replace(track, agents=sessions, findings=(*track.findings, *findings)) if sessions else track
    status: Status = "in_progress" if any(each.state in _WORKING for each in sessions) else "paused"
    updated = max((each.updated for each in sessions if each.updated), default=None)
    return replace(track, agents=sessions, findings=findings, position=Position(status=status), updated=updated)


def _disputed(session: AgentSession) -> Finding:
    statements = [
        Message("rules.agent-said-at", kind=each.kind, what=each.said, at=each.at)
        if each.at
        else Message("rules.agent-said", kind=each.kind, what=each.said)
        for each in disputed_by(session)
    ]
    text = Message("rules.agent-state-disputed", title=session.title or session.id, statements=statements)
    return Finding(code="agent-state-disputed", severity="warning", path=session.path, message=text)


def _unknown_formats(unread: Iterable[tuple[str, int]]) -> list[Finding]:
    return [
        Finding(code="agent-format-unknown", severity="note", path=".",
                message=Message("rules.agent-format-unknown", name=name, count=count))
        for name, count in unread
        if count
    ]  # fmt: skip
