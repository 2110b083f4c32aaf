"""What a person has chosen, in their settings and on the command line, as a command uses it."""

import argparse

from cockpit.actions.settings import Settings, load_settings
from cockpit.cli.output import complain
from cockpit.model import CommandLimits, Level


def settings_of(arguments: argparse.Namespace) -> Settings:
    """The settings, read once a command; what in them cannot be used is said on standard error."""
    known: Settings | None = getattr(arguments, "settings", None)
    if known is None:
        known = arguments.settings = load_settings()
        for problem in known.problems:
            complain(problem)
    return known


def limits_of(arguments: argparse.Namespace) -> CommandLimits:
    """The limits on the command line: metric -> level -> value; of two for the same level, the last one."""
    limits: dict[str, dict[Level, float]] = {}
    for metric, level, value in getattr(arguments, "limits", ()):
        limits.setdefault(metric, {})[level] = value
    return limits
