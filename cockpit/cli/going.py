"""`cockpit agents go`: bring the terminal of a session to the front."""

import argparse
import os
from collections.abc import Sequence

from cockpit.cli.context import everywhere_of
from cockpit.cli.output import complain, say
from cockpit.model.agents import AgentSession
from cockpit.model.errors import CommandError
from cockpit.project.sessions import Sessions
from cockpit.rules.agent_overview import grouped
from cockpit.rules.agent_words import way_back
from cockpit.wording.messages import as_message


def run(arguments: argparse.Namespace) -> int:
    """0 where a person was brought there, 1 with the reason where nobody can be. Raises CommandError where it is not
    clear which session is meant."""
    sessions = [each for track in everywhere_of(arguments).tracks for each in track.agents]
    session = _next(sessions) if arguments.next else _named(sessions, arguments.session)
    if arguments.print:
        way = way_back(session)
        if way is None:
            raise CommandError(as_message(f"No command goes to {session.title or session.id}."))
        say(way)
        return 0
    went = Sessions(os.environ).go(session)
    if went.reason is None:
        say(went.sentence)
        return 0
    complain(as_message(went.reason))
    return 1


def _next(sessions: Sequence[AgentSession]) -> AgentSession:
    waiting = [each for each in grouped(sessions).needs if each.needs_you is not None]
    reachable = [each for each in waiting if each.go is not None]
    if not waiting:
        raise CommandError(as_message("No session is known to need you. `cockpit agents --all` lists them."))
    return (reachable or waiting)[0]


def _named(sessions: Sequence[AgentSession], named: str | None) -> AgentSession:
    if named is None:
        raise CommandError(as_message("Name a session, or use --next. `cockpit agents --all` lists them."))
    found = [each for each in sessions if each.id == named]
    needle = named.casefold()
    found = found or [each for each in sessions if needle == (each.repository or "").casefold()]
    found = found or [each for each in sessions if needle in f"{each.title or ''} {each.id}".casefold()]
    alive = [each for each in found if each.alive] or found
    if not alive:
        raise CommandError(as_message(f"No session is called {named!r}. `cockpit agents --all` lists them."))
    if len(alive) > 1:
        names = ", ".join(f"{each.title or each.agent} ({each.id})" for each in alive[:4])
        raise CommandError(as_message(f"{len(alive)} sessions are called {named!r}: {names}. Name one by its ID."))
    return alive[0]
