"""`cockpit lint`: the findings by rule code; exit code 1 where one is an error."""

import argparse
from dataclasses import asdict

from cockpit.cli.context import local_now, project_of, tracks_of, with_typed_hints
from cockpit.cli.output import runnable, say, say_json
from cockpit.model import Finding
from cockpit.project.taken_back_report import with_taken_back
from cockpit.rules.handoff.handoff_status import waits


def run(arguments: argparse.Namespace) -> int:
    """Print the findings, the gravest first."""
    project = with_typed_hints(with_taken_back(project_of(arguments), local_now()), arguments)
    tracks = tracks_of(arguments, project)
    found = [*project.findings, *(each for track in tracks for each in track.findings)]
    found.sort(key=lambda each: (each.order, each.path, each.line or 0))
    if arguments.json:
        say_json([_as_json(each) for each in found], secrets=arguments.secrets)
    else:
        for each in found:
            place = f"{each.path}:{each.line}" if each.line else each.path
            say(f"{place}: {each.severity}: {each.message} [{each.code}]")
            if each.hint:
                say(f"    {each.hint}")
        if not found:
            say("No findings: the files agree with each other.")
        if any(map(waits, tracks)):
            say(runnable("Only files were read: `cockpit resume` checks the handoff that waits against git."))
    return 1 if any(each.severity == "error" for each in found) else 0


def _as_json(finding: Finding) -> dict[str, object]:
    hint = str(finding.hint) if finding.hint is not None else None
    return {**asdict(finding), "message": str(finding.message), "hint": hint}
