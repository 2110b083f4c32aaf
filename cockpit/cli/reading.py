"""The project and tracks a command is about."""

import argparse
from pathlib import Path

from cockpit.actions.load import NoSuchFolder, load_project
from cockpit.cli.clocks import now
from cockpit.cli.main import Refused
from cockpit.model import Project, Track


def project_of(arguments: argparse.Namespace) -> Project:
    """The project the command is about. Raises Refused where there is no such folder or no state in it."""
    project = any_project_of(arguments)
    if not project.tracks and not project.findings:
        raise Refused(f"No agent state was found in {project.root}; `cockpit demo` shows what it looks like.")
    return project


def any_project_of(arguments: argparse.Namespace) -> Project:
    """The project the command is about, with or without tracks. Raises Refused where there is no such folder."""
    try:
        return load_project(Path(arguments.project or "."), clock=now)
    except NoSuchFolder as error:
        raise Refused(str(error)) from None


def tracks_of(arguments: argparse.Namespace, project: Project) -> tuple[Track, ...]:
    """The one track that was asked for, else all. Raises Refused for a track that is not there."""
    if arguments.track is None:
        return project.tracks
    track = project.track(arguments.track)
    if track is None:
        known = ", ".join(each.key for each in project.tracks) or "none"
        raise Refused(f"There is no track {arguments.track!r} here; there are: {known}.")
    return (track,)
