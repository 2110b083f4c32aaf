"""`cockpit init SYSTEM`: begin a new track."""

import argparse

from cockpit.actions.create import create
from cockpit.cli.changing import carry_out


def run(arguments: argparse.Namespace) -> int:
    """Make the files of a new track."""
    return carry_out(lambda writer: create(writer, arguments.system, arguments.title, arguments.plan), arguments)
