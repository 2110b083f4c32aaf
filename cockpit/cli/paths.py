"""`cockpit paths`: where things lie."""

import argparse
from pathlib import Path

from cockpit.actions.load import NoSuchFolder, project_root
from cockpit.actions.places import paths
from cockpit.cli.main import Refused
from cockpit.cli.output import columns, say_json


def run(arguments: argparse.Namespace) -> int:
    """Print every place, whether it exists, and what it is for."""
    try:
        places = paths(project_root(Path(arguments.project or ".")))
    except NoSuchFolder as error:
        raise Refused(str(error)) from None
    if arguments.json:
        say_json([{"name": p.name, "path": str(p.path), "exists": p.exists, "meaning": p.meaning} for p in places])
        return 0
    columns(
        ((place.name, str(place.path), place.meaning if place.exists else f"{place.meaning} (not there yet)")
         for place in places), indent=""
    )  # fmt: skip
    return 0
