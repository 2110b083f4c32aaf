"""`cockpit config`: the settings in effect, and where settings, state and cache lie; and the agent's command."""

import argparse
import shlex
from dataclasses import fields, replace
from pathlib import Path

from cockpit.cli.changing import carry_out
from cockpit.cli.context import settings_of
from cockpit.cli.output import columns, say, say_json
from cockpit.project.load import project_root
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.settings import Settings, agent_command, paths, remember_agent, shown_command
from cockpit.project.workspace import Workspace

_REMARKS = {True: "", False: " (not there yet)", None: " (you may not look at it)"}


def run(arguments: argparse.Namespace) -> int:
    """Carry the action out. Raises CommandError where there is no such folder."""
    if arguments.action == "config.agent":
        return carry_out(lambda workspace: _set_agent(workspace, arguments.words), arguments)
    places = paths(project_root(Path(arguments.project or ".")))
    settings = settings_of(arguments)
    settings = replace(settings, agent=agent_command(settings))
    values = {name: getattr(settings, name) for name in (each.name for each in fields(Settings)) if name != "problems"}
    if arguments.json:
        folders = [{"name": p.name, "path": str(p.path), "exists": p.exists, "meaning": p.meaning} for p in places]
        say_json({"settings": values, "folders": folders}, secrets=arguments.secrets)
        return 0
    say("Settings")
    columns((name, _shown(value)) for name, value in values.items())
    say("Folders and files")
    columns((place.name, str(place.path), f"{place.meaning}{_REMARKS[place.exists]}") for place in places)
    return 0


def _shown(value: object) -> str:
    """A setting as its file has it."""
    match value:
        case bool():
            return str(value).lower()
        case None | () | {}:
            return "—"
        case tuple():
            return shown_command(value)
        case dict():
            return ", ".join(f"{action} = {key}" for action, key in value.items())
    return str(value)


def _set_agent(workspace: Workspace, words: list[str]) -> ChangeOutcome:
    """Remember the command that starts an agent; several words are one command. Raises CommandError."""
    command = remember_agent(words[0] if len(words) == 1 else shlex.join(words), dry_run=workspace.dry_run)
    return ChangeOutcome(done=f"Set the agent's command: {shown_command(command)}")
