"""`cockpit hooks`: what holds agents at limits, and installing and removing it."""

import argparse
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from cockpit.cli.changing import carry_out
from cockpit.cli.context import local_now
from cockpit.cli.output import agrees, columns, runnable, say, say_diff, say_json
from cockpit.model.errors import WrongUsage
from cockpit.project.hooks import HOOKS, HookStatus, enforcement, hook_status, install, remove
from cockpit.project.load import project_root
from cockpit.wording.messages import command_line
from cockpit.wording.times import age


def run(arguments: argparse.Namespace) -> int:
    """Carry the action out. Raises CommandError."""
    if arguments.action == "hooks.show":
        return _show(arguments)

    def agree(diff: Sequence[str]) -> bool:
        return arguments.yes or (not arguments.json and agrees("Write this?", partial(say_diff, diff)))

    if arguments.agent not in (None, *HOOKS):
        raise WrongUsage("cli.no-such-hook", f"No hook for {arguments.agent!r}. Agents: {', '.join(HOOKS)}.")
    agents = [HOOKS[arguments.agent]] if arguments.agent is not None else [*HOOKS.values()]
    if arguments.action == "hooks.install":
        return carry_out(lambda workspace: install(workspace, agents[0], arguments.scope, agree), arguments)
    return carry_out(lambda workspace: remove(workspace, agents, arguments.scope, agree), arguments)


def _show(arguments: argparse.Namespace) -> int:
    root = project_root(Path(arguments.project or "."))
    statuses = [hook_status(agent, root) for agent in HOOKS.values()]
    if arguments.json:
        names = HookStatus.__slots__
        agents = [
            {name: getattr(each, name) for name in names} | {"enforcement": enforcement(each)} for each in statuses
        ]
        say_json({"schema": "cockpit.hooks/1", "agents": agents}, secrets=arguments.secrets)
        return 0
    for each in statuses:
        version = f" {each.version}" if each.version is not None else ""
        say(f"{each.name}{version} ({each.program or 'not found'}): {enforcement(each)}")
        columns(_rows(each))
    return 0


def _rows(status: HookStatus) -> Iterator[tuple[str, str]]:
    for each in status.installed:
        yield "hook", f"{each.file}: {each.command}{'' if each.exists else ' (this command does not exist)'}"
    if not status.installed:
        yield "hook", runnable(f"not installed; {command_line('hooks', 'install', status.agent)} adds it")
    if status.status_line is not None:
        yield "status line", status.status_line
    if status.off_in is not None:
        yield "off", f"switched off in {status.off_in}"
    yield from (("problem", runnable(each)) for each in status.problems)
    if status.failing is not None:
        yield "if it fails", str(status.failing)
        yield "last ran", "never" if status.last_ran is None else age(status.last_ran, local_now()) or status.last_ran
    yield from (("to do", str(each)) for each in status.to_do)
    yield from (("way around", str(each)) for each in status.ways_around)
