"""`cockpit agents`: the sessions of coding agents in a project, and where they were looked for."""

import argparse
from collections.abc import Iterator
from datetime import datetime

from cockpit.cli.context import local_now, observed_project_of
from cockpit.cli.output import columns, say, say_json
from cockpit.model import Project
from cockpit.model.agents import AgentSession
from cockpit.rules.agent_words import by_urgency, context_words, done_words, evidence_words, place_words, state_words
from cockpit.wording.messages import Message

_FOLDERS = {
    "there": Message("cli.agent-folder-there"),
    "absent": Message("cli.agent-folder-absent"),
    "denied": Message("cli.agent-folder-denied"),
}
"""What is said of a folder in which no session of the project was found."""


def run(arguments: argparse.Namespace) -> int:
    """Print a line for each session; without any, where they were looked for."""
    project = observed_project_of(arguments)
    sessions = [session for track in project.tracks for session in track.agents]
    if arguments.json:
        import json

        from cockpit.model.contract import to_json

        whole = json.loads(to_json(project))
        found = [session for track in whole["tracks"] for session in track["agents"]]
        say_json({"agents": found, "looked_at": whole["looked_at"]}, secrets=arguments.secrets)
        return 0
    if not sessions:
        say_looked_at(project)
    columns(agent_rows(sessions, local_now()), indent="")
    return 0


def agent_rows(sessions: list[AgentSession], now: datetime) -> Iterator[tuple[str, ...]]:
    """A session as columns, what waits for a person first."""
    for each in by_urgency(sessions):
        yield (each.agent, each.title or each.id, state_words(each, now), context_words(each), place_words(each),
               done_words(each), evidence_words(each, now))  # fmt: skip


def say_looked_at(project: Project) -> None:
    """Say that no session is known, and where one was looked for."""
    if not project.looked_at:
        say(str(Message("cli.no-agents-looked-at")))
        return
    say(str(Message("cli.no-agent-known", root=project.root)))
    columns((each.name, each.folder, str(_FOLDERS[each.state])) for each in project.looked_at)
