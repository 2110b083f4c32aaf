"""On whose behalf a command writes."""

import argparse
from pathlib import Path

from cockpit.cli.context import now, settings_of
from cockpit.project.change import Writer
from cockpit.project.load import project_root


def writer_of(arguments: argparse.Namespace) -> Writer:
    """Whoever typed the command, with what the settings allow. Raises CommandError where there is no such folder."""
    settings = settings_of(arguments)
    return Writer(
        root=project_root(Path(arguments.project or ".")),
        now=now(),
        read_only=arguments.read_only or settings.read_only,
        allow_agents=settings.allow_agents,
        dry_run=arguments.dry_run,
        lapse_half_way=settings.lapse_half_way,
    )
