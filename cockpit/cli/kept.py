"""`cockpit kept [ID [--save FILE]]`: what other programs wrote at the same moment as cockpit, and its bytes."""

import argparse
from dataclasses import asdict
from pathlib import Path

from cockpit.cli.changing import carry_out
from cockpit.cli.context import local_now, writer_of
from cockpit.cli.history import entry_of
from cockpit.cli.main import WrongUsage
from cockpit.cli.output import columns, say, say_diff, say_json
from cockpit.project.kept_versions import difference, kept_versions, save
from cockpit.wording.messages import Message
from cockpit.wording.times import age


def run(arguments: argparse.Namespace) -> int:
    """List the versions; with an entry show that one, with `--save` write it into a new file."""
    entry = entry_of(arguments.id)
    if entry is None and arguments.save is not None:
        raise WrongUsage(Message("cli.no-version-named"))
    if entry is None:
        return _list(arguments)
    if arguments.save is not None:
        return carry_out(lambda writer: save(writer, entry, Path(arguments.save)), arguments)
    return _show(arguments, entry)


def _list(arguments: argparse.Namespace) -> int:
    found = kept_versions(writer_of(arguments))
    if arguments.json:
        say_json([asdict(each) for each in found], secrets=arguments.secrets)
    elif found:
        columns(((str(each.entry), each.at, age(each.at, local_now()) or "", each.path) for each in found), indent="")
    else:
        say(str(Message("cli.no-versions-kept")))
    return 0


def _show(arguments: argparse.Namespace, entry: int) -> int:
    path, lines = difference(writer_of(arguments), entry)
    if arguments.json:
        say_json({"entry": entry, "path": path, "diff": lines}, secrets=arguments.secrets)
        return 0
    say_diff(lines or [str(Message("cli.version-is-the-same", path=path))])
    return 0
