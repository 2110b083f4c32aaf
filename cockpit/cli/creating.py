"""`cockpit init SYSTEM`: begin a new track."""

import argparse

from cockpit.cli.changing import carry_out
from cockpit.model.errors import CommandError
from cockpit.model.intents import DoneWork
from cockpit.project.change import create
from cockpit.wording.messages import Message


def run(arguments: argparse.Namespace) -> int:
    """Make the files of a new track. Raises CommandError for what belongs to work that is done, where no result is
    given."""
    work = None
    if arguments.result is not None:
        work = DoneWork(result=arguments.result, command=arguments.check, agent=arguments.agent)
    elif arguments.check or arguments.agent:
        raise CommandError(Message("cli.options-of-done-work"))
    return carry_out(
        lambda writer: create(
            writer, arguments.system, arguments.title, arguments.plan, work=work, store=arguments.store
        ),
        arguments,
    )
