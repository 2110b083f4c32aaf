"""`cockpit themes`: the names of the colour themes."""

import argparse

from cockpit.cli.output import say, say_json
from cockpit.project.settings import themes_folder
from cockpit.themes import catalog


def run(arguments: argparse.Namespace) -> int:
    """Print the names, cockpit's own and the person's."""
    names = catalog.names(themes_folder())
    if arguments.json:
        say_json(names, secrets=arguments.secrets)
    else:
        for name in names:
            say(name)
    return 0
