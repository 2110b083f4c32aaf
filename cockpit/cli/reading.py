"""The project and tracks a command is about."""

import argparse
from pathlib import Path

from cockpit.actions.load import load_project, nowhere, track_named
from cockpit.actions.taken_back_report import taken_back_sentence
from cockpit.cli.chosen import limits_of, settings_of
from cockpit.cli.clocks import local_now, now
from cockpit.cli.parser import given_place
from cockpit.model import Project, Track


def project_of(arguments: argparse.Namespace) -> Project:
    """The project the command is about. Raises Refused where there is no such folder or no state in it."""
    project = any_project_of(arguments)
    if not project.tracks and not any(finding.severity == "error" for finding in project.findings):
        raise nowhere(project)
    return project


def any_project_of(arguments: argparse.Namespace) -> Project:
    """The project the command is about, with or without tracks. Raises Refused where there is no such folder."""
    path, settings = Path(arguments.project or "."), settings_of(arguments)
    return load_project(
        path,
        clock=now,
        limits=limits_of(arguments),
        lapse_half_way=settings.lapse_half_way,
        silent_after=settings.silent_after,
    )


def tracks_of(arguments: argparse.Namespace, project: Project) -> tuple[Track, ...]:
    """The one track that was asked for, else all. Raises Refused for a track that is not there."""
    return project.tracks if arguments.track is None else (track_named(project, arguments.track),)


def place_of(track: Track, project: Project, arguments: argparse.Namespace) -> tuple[str, ...]:
    """What tells a command that a sentence names which track of the project is meant: nothing where there is one."""
    named = ("--track", track.key) if len(project.tracks) > 1 and arguments.track is None else ()
    return (*given_place(arguments), *named)


def taken_back(arguments: argparse.Namespace, root: str, *, recently: bool = False) -> str | None:
    """What another program took back and what answers it; with `recently` only if something was written within an
    hour."""
    place = ("-C", arguments.project) if arguments.project is not None else ()
    return taken_back_sentence(Path(root), local_now(), place, recently=recently)
