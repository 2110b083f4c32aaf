"""`cockpit lint`: the findings by rule code; exit code 1 where one is an error."""

import argparse

from cockpit.cli.context import any_project_of, is_plain, tracks_of, with_taken_back, with_typed_hints
from cockpit.cli.output import runnable, say, say_json
from cockpit.project.load import nowhere
from cockpit.rules.handoff.handoff_status import waits


def run(arguments: argparse.Namespace) -> int:
    """Print the findings, the gravest first."""
    known = any_project_of(arguments)
    project = with_taken_back(known)
    if project is known and is_plain(known):
        raise nowhere(known)
    project = with_typed_hints(project, arguments)
    tracks = tracks_of(arguments, project)
    found = [*project.findings, *(each for track in tracks for each in track.findings)]
    found.sort(key=lambda each: (each.order, each.path, each.line or 0))
    if arguments.json:
        say_json(found, secrets=arguments.secrets)
    else:
        for each in found:
            place = f"{each.path}:{each.line}" if each.line else each.path
            say(f"{place}: {each.severity}: {each.message} [{each.code}]")
            if each.hint:
                say(f"    {each.hint}")
        if not found:
            say("No findings: the files are consistent.")
        if any(map(waits, tracks)):
            say(runnable("Only files were checked. `cockpit resume` checks the waiting handoff against git."))
    return 1 if any(each.severity == "error" for each in found) else 0
