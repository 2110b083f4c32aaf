"""The commands that change a track: each command line becomes an intent, and one function carries them all out."""

import argparse
import contextlib
import io
from collections.abc import Callable, Sequence

from cockpit.cli.context import any_project_of, local_now, project_of, tracks_of, workspace_of
from cockpit.cli.output import columns, runnable, say, say_diff, say_json
from cockpit.model import intents
from cockpit.model.errors import CommandError
from cockpit.model.intents import Intent
from cockpit.project.change import change
from cockpit.project.outcome import ChangeOutcome
from cockpit.project.workspace import Workspace
from cockpit.rules.intended import INTENTS, intended
from cockpit.wording.messages import command_line
from cockpit.wording.phrases import listed


def run(arguments: argparse.Namespace) -> int:
    """Carry the command out. Raises CommandError."""
    if arguments.action == "threshold.limit" and not arguments.new_limits:
        return _list_limits(arguments)
    intent = intended(arguments.action, vars(arguments))
    code = carry_out(lambda workspace: change(workspace, arguments.track, intent, typed=True), arguments)
    if isinstance(intent, intents.ResetAlerts) and code == 0 and not (arguments.dry_run or arguments.json):
        show_thresholds(arguments, intent.metrics)
    return code


def show_thresholds(arguments: argparse.Namespace, metrics: Sequence[str] = ()) -> None:
    """Print that alerts fire again, and the state of all thresholds, as the system's own reset does."""
    from cockpit.cli.status import threshold_row

    alerts = f"The alerts of {listed(metrics)}" if metrics else "All alerts"
    say(f"{alerts} will fire again when a limit is reached.")
    project = project_of(arguments)
    for track in tracks_of(arguments, project):
        columns(threshold_row(each, track, local_now()) for each in track.thresholds)


def _list_limits(arguments: argparse.Namespace) -> int:
    """Print what each limit is, where it is kept, and what it does now."""
    from cockpit.cli.status import threshold_row

    project = any_project_of(arguments)
    every = [(track, each) for track in tracks_of(arguments, project) for each in track.thresholds]
    found = [(track, each) for track, each in every if each.unreadable or any(each.limits.items())]
    if arguments.json:
        say_json([{"track": track.key, "threshold": each} for track, each in found], secrets=arguments.secrets)
    elif not found:
        say(f"No limits are set in {project.root}. {command_line('limit', 'cost.alert=10')} sets one.")
    else:
        rows = [(threshold_row(each, track, local_now()), each.limits.source) for track, each in found]
        columns((*row[:-1], source, row[-1]) for row, source in rows)
    return 0


def carry_out(make: Callable[[Workspace], ChangeOutcome], arguments: argparse.Namespace) -> int:
    """Call `make` for whoever typed the command, and print the outcome. Raises CommandError."""
    workspace = workspace_of(arguments)
    if not workspace.dry_run:
        workspace.store.refuse_read_only()
    tell(make(workspace), arguments)
    return 0


def tell(outcome: ChangeOutcome, arguments: argparse.Namespace) -> None:
    """Print what was done; with `--dry-run` what would be, and its diff."""
    if arguments.dry_run:
        outcome = outcome.intended
    done, remarks = runnable(outcome.done), [runnable(each) for each in outcome.remarks]
    if arguments.json:
        fields = {"done": done, "remarks": remarks, "changed": outcome.changed,
                  "diff": list(outcome.diff), "entry": outcome.entry, "dry_run": bool(arguments.dry_run)}  # fmt: skip
        say_json(fields, secrets=arguments.secrets)
        return
    if arguments.dry_run:
        say_diff(outcome.diff)
    say(done if outcome.changed else f"Nothing to change: {done}")
    for remark in remarks:
        say(remark)


def intent_of(words: Sequence[str]) -> Intent | None:
    """The intent of a command line; None where it is incomplete or changes no track."""
    from cockpit.cli.parser import parse

    with contextlib.redirect_stderr(io.StringIO()), contextlib.suppress(SystemExit, CommandError):
        arguments = parse(words)
        if arguments.action in INTENTS:
            return intended(arguments.action, vars(arguments))
    return None
