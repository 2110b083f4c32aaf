"""`cockpit undo`, `ledger` and `purge`."""

import argparse
import sys
from dataclasses import asdict

from cockpit.actions.change import Refused as ActionRefused
from cockpit.actions.history import Record, ledger, purge, undo_change
from cockpit.cli.changing import carry_out
from cockpit.cli.clocks import local_now
from cockpit.cli.main import Refused
from cockpit.cli.output import columns, say, say_json
from cockpit.cli.writing import writer_of
from cockpit.rules.ages import age


def run(arguments: argparse.Namespace) -> int:
    """Carry the verb out."""
    return {"undo": _undo, "ledger": _ledger, "purge": _purge}[arguments.verb](arguments)


def _undo(arguments: argparse.Namespace) -> int:
    entry = arguments.id
    if entry is not None and not entry.isdigit():
        raise Refused(f"{entry!r} is no entry of the ledger; `cockpit ledger` shows their numbers.")
    return carry_out(lambda writer: undo_change(writer, int(entry) if entry else None), arguments)


def _ledger(arguments: argparse.Namespace) -> int:
    records = ledger(writer_of(arguments))
    if arguments.json:
        say_json([asdict(record) for record in records])
    elif records:
        columns((_row(record) for record in records), indent="")
    else:
        say("Nothing was changed with cockpit yet.")
    return 0


def _row(record: Record) -> tuple[str, ...]:
    number = "" if record.entry is None else str(record.entry)
    return (number, record.at, age(record.at, local_now()) or "", record.actor, record.sentence)


def _purge(arguments: argparse.Namespace) -> int:
    writer = writer_of(arguments)
    if not arguments.yes and not _agrees():
        raise Refused("Nothing was deleted; `cockpit purge --yes` does not ask.")
    try:
        gone = purge(writer)
    except ActionRefused as refusal:
        raise Refused(str(refusal)) from None
    for each in gone:
        say(each)
    if not gone:
        say("There was nothing to delete.")
    return 0


def _agrees() -> bool:
    if not sys.stdin.isatty():
        return False
    say("This deletes journal, ledger, drafts and notes of this project; undo will no longer be possible.")
    return input("Delete them? [y/N] ").strip().casefold() in ("y", "yes")
