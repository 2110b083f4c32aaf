"""`cockpit paths`: where things lie."""

import argparse
from pathlib import Path

from cockpit.cli.output import columns, say_json
from cockpit.project.load import project_root
from cockpit.project.settings import paths

_REMARKS = {True: "", False: " (not there yet)", None: " (you may not look at it)"}


def run(arguments: argparse.Namespace) -> int:
    """Print every place, whether it exists, and what it is for. Raises CommandError where there is no such folder."""
    places = paths(project_root(Path(arguments.project or ".")))
    if arguments.json:
        say_json(
            [{"name": p.name, "path": str(p.path), "exists": p.exists, "meaning": str(p.meaning)} for p in places],
            secrets=arguments.secrets,
        )
        return 0
    columns(((place.name, str(place.path), f"{place.meaning}{_REMARKS[place.exists]}") for place in places), indent="")
    return 0
