"""On whose behalf a command writes."""

import argparse
from pathlib import Path

from cockpit.actions.change import Writer
from cockpit.actions.load import NoSuchFolder, project_root
from cockpit.actions.settings import load_settings
from cockpit.cli.clocks import now
from cockpit.cli.main import Refused
from cockpit.cli.output import complain


def writer_of(arguments: argparse.Namespace) -> Writer:
    """Whoever typed the command, with what the settings allow. Raises Refused where there is no such folder."""
    settings = load_settings()
    for problem in settings.problems:
        complain(problem)
    try:
        root = project_root(Path(arguments.project or "."))
    except NoSuchFolder as error:
        raise Refused(str(error)) from None
    return Writer(
        root=root,
        now=now(),
        read_only=settings.read_only,
        allow_agents=settings.allow_agents,
        dry_run=arguments.dry_run,
    )
