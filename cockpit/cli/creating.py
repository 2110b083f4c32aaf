"""`cockpit init SYSTEM`: begin a new track, or list the systems."""

import argparse
from pathlib import Path

from cockpit.cli.changing import carry_out
from cockpit.cli.output import columns, say_json
from cockpit.model.errors import CommandError, WrongUsage
from cockpit.model.intents import DoneWork
from cockpit.project.beginning import create
from cockpit.project.systems import kept_by, known_beginnings, system_id, systems_to_begin


def run(arguments: argparse.Namespace) -> int:
    """Make the files of a new track; list the systems where none is named.

    Raises CommandError for what belongs to work that is done, where no result is given.
    """
    if arguments.system is None:
        return _list_systems(arguments)
    if arguments.folders and arguments.sqlite:
        raise WrongUsage("cli.folders-or-sqlite", "Use either --folders or --sqlite, not both.")
    system = system_id(arguments.system)
    store = "folders" if arguments.folders else "sqlite" if arguments.sqlite else None
    plan = Path(arguments.plan) if arguments.plan is not None else None
    work = None
    if arguments.result is not None:
        work = DoneWork(result=arguments.result, command=arguments.check, agent=arguments.agent)
    elif arguments.check or arguments.agent:
        parts = known_beginnings(system)
        if parts is not None and "result" not in parts:
            option = "--check" if arguments.check else "--agent"
            raise CommandError(
                "cli.not-begun-with", f"{dict(systems_to_begin())[system]} cannot be started with {option}. Omit it."
            )
        raise CommandError("cli.options-of-done-work", "--check and --agent need --result.")
    return carry_out(
        lambda workspace: create(workspace, system, arguments.title, plan, work=work, store=store), arguments
    )


def _list_systems(arguments: argparse.Namespace) -> int:
    """Print which systems a track can be begun of, and how."""
    if arguments.json:
        say_json([{"id": key, "name": name} for key, name in systems_to_begin()], secrets=arguments.secrets)
    else:
        columns((f"cockpit init {key}", name, kept_by(key)) for key, name in systems_to_begin())
    return 0
