"""`cockpit agents`: the sessions of coding agents in a project, or on this machine, and where they were looked for."""

import argparse
from collections.abc import Iterator, Sequence
from datetime import datetime

from cockpit.cli.context import everywhere_of, local_now, observed_project_of
from cockpit.cli.output import columns, complain, put, say, say_json
from cockpit.model import Project
from cockpit.model.agents import AgentSession
from cockpit.model.state import MACHINE
from cockpit.rules.agent_overview import SessionCounts, counts, grouped, hidden_words, is_need, short_words
from cockpit.wording.messages import as_message
from cockpit.wording.times import lasting_age

SOMEBODY, UNTOLD, UNREAD = 20, 21, 1
"""Exit codes of `--waiting`: somebody needs a person; of some it cannot be told; a folder cannot be read."""
MOST_WORDS = 72
"""Cells of what a session waits for or does, in a line of its own."""
_FOLDERS = {
    "there": "no session for this repository",
    "absent": "not found",
    "denied": "cannot be read",
}
"""What is said of a folder in which no session of the project was found."""


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each session; without any, where they were looked for."""
    look = everywhere_of if arguments.all else observed_project_of
    project = look(arguments, states_alone=arguments.line)
    sessions = [session for track in project.tracks for session in track.agents]
    counted = counts(sessions, project.looked_at)
    if arguments.line:
        if counted.live:
            put(short_words(counted))
        return 0
    if arguments.waiting:
        sessions = [each for each in sessions if is_need(each)]
    if arguments.json:
        _print_json(project, sessions, counted, secrets=arguments.secrets)
    elif arguments.waiting:
        _say_waiting(project, sessions)
    else:
        if not sessions:
            say_looked_at(project)
        columns(agent_rows(sessions, local_now()), indent="")
        _say_rate_limits(sessions)
    return _waiting_code(project, counted) if arguments.waiting else 0


def _say_rate_limits(sessions: Sequence[AgentSession]) -> None:
    """`claude: 5 h 24 %, resets 14:00`, for each agent that told it."""
    from cockpit.rules.agent_words import rate_limit_words

    now = local_now()
    for agent, words in {each.agent: words for each in sessions if (words := rate_limit_words(each, now))}.items():
        say(f"{agent}: {words}")


def _waiting_code(project: Project, counted: SessionCounts) -> int:
    if counted.needs_you:
        return SOMEBODY
    if any(each.state == "denied" for each in project.looked_at):
        return UNREAD
    return UNTOLD if counted.may or counted.not_visible else 0


def _say_waiting(project: Project, sessions: list[AgentSession]) -> None:
    """Those that need a person, the most urgent first; what cannot be told of is named as well."""
    columns(agent_rows(grouped(sessions).needs, local_now(), sort=False), indent="")
    for each in filter(None, map(hidden_words, project.looked_at)):
        complain(as_message(each))


def _print_json(project: Project, sessions: Sequence[AgentSession], counted: SessionCounts, *, secrets: bool) -> None:
    """Additions only: the agents as in the contract of `status --json`, and the counts."""
    from cockpit.rules.agent_words import without_secrets

    shown = [each if secrets else without_secrets(each) for each in sessions]
    at = local_now().isoformat(timespec="seconds")
    said = {"schema": "cockpit.agents/1", "at": at, "counts": counted._asdict(), "agents": shown}
    say_json(said | {"looked_at": project.looked_at}, secrets=secrets)


def agent_rows(sessions: Sequence[AgentSession], now: datetime, *, sort: bool = True) -> Iterator[tuple[str, ...]]:
    """A session as columns, what waits for a person first; where they work in several repositories, with that."""
    from cockpit.rules.agent_words import (  # which a status line does not need
        by_urgency,
        context_words,
        cut_words,
        done_words,
        place_words,
        state_words,
        work_in_several,
    )

    several = work_in_several(sessions)
    for each in by_urgency(sessions) if sort else sessions:
        where = (each.repository or "–",) if several else ()
        heard = (lasting_age(each.updated, now) or "").removesuffix(" ago")
        yield (*where, each.agent, each.title or each.id, cut_words(state_words(each, now), MOST_WORDS),
               context_words(each), place_words(each), done_words(each), heard)  # fmt: skip


def say_looked_at(project: Project) -> None:
    """Say that no session is known, and where one was looked for."""
    if not project.looked_at:
        say("Sessions of agents were not looked for: `--no-agents`, or agents = false in settings.toml.")
        return
    of = "" if project.root == MACHINE else f" for {project.root}"
    say(f"No session of an agent was found{of} on this machine. Looked in:")
    columns((each.name, each.folder, hidden_words(each) or _FOLDERS[each.state]) for each in project.looked_at)
