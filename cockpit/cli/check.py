"""`cockpit check`: may the agent go on? For hooks and scripts, by exit code."""

import argparse
from dataclasses import replace

from cockpit.cli.output import complain, say, say_json
from cockpit.cli.reading import any_project_of, tracks_of
from cockpit.rules.verdict import UNREADABLE, verdict


def run(arguments: argparse.Namespace) -> int:
    """0 nothing to wait for, 20 an alert nobody acknowledged, 30 a stop, 1 where state cannot be read."""
    project = any_project_of(arguments)
    found = verdict(replace(project, tracks=tracks_of(arguments, project)))
    if arguments.json:
        say_json({"code": found.code, "reasons": list(found.reasons)})
    elif found.code == UNREADABLE:
        complain(found.reasons[0])
    else:
        for reason in found.reasons:
            say(reason)
    return found.code
